"""The allowed values of every rule and setting that is a choice, declared once as a type; the default is first in each."""

from enum import StrEnum
from typing import Any, Literal, get_args

By = Literal["points", "cards"]  #: Whether points or cards decide who wins.
ScoringName = Literal["website", "guide"]  #: Scoring rules: those of the website, or of the guide of 2000.
#: Which bonuses count, by the guide's letters ("Introducing scoring progressively"): A printed points, B five and six cards, C colours, D
#: operations, E clearing the centre; `all` has F, most cards, too.
ScoringSteps = Literal["all", "A", "AB", "ABC", "ABCD", "ABCDE"]
GameValues = Literal["whole", "any"]  #: Allowed intermediate values in a game.
Values = Literal["whole", "any", "real"]  #: Allowed intermediate values in the solver, which also knows irrational ones.
FractionsInPlay = Literal["auto", "yes", "no"]  #: Whether the game is played with fraction cards; `auto`: yes if one is in the position.
#: Names of the guide's levels; 4 has the cards of 3 and is played for points.
LevelName = Literal["1-10", "1", "2", "3", "4", "unit-fractions", "proper-fractions", "fractions", "all"]

ChildLevel = Literal["1", "2", "3", "fractions", "all"]  #: Levels of a child whose take `solve` can find as well as the best one.
#: How computer players bluff and challenge where points are played for; honest ones have agreed on a game without bluffs.
CharacterName = Literal["careful", "bold", "honest"]
Hands = Literal["open", "hidden"]  #: Where the hands of a watched game are: face up in a row in front of each player, or held out of view.
#: How fraction cards are read to people: 3/4, 75 % or 0.75 (Complete Guide, the percentage and decimal "languages").
Language = Literal["fractions", "percent", "decimal"]


class PuzzleKind(StrEnum):
    """What is asked of the cards of a puzzle."""

    BEST = "best"  #: The take with the most cards or points.
    TWO_SETS = "two-sets"  #: The same, where every best take has two sets and more.
    FRACTION = "fraction"  #: The same, where every best take needs a fraction card.
    TAKES_ALL = "takes-all"  #: All number cards of the hand that take every card of the centre as one set.
    MISSING = "missing"  #: Which card of the hand lies covered in the centre, where one named number card takes every card as one set.

    @property
    def asks_for_take(self) -> bool:
        """Whether the answer is a take, with sets; otherwise it is a choice of cards of the hand."""
        return self not in (PuzzleKind.TAKES_ALL, PuzzleKind.MISSING)


def values_of(choice: Any) -> tuple[str, ...]:  # noqa: ANN401 - the type of a type
    """Return the values of a choice, its default first."""
    return get_args(choice)


MAX_PACKS = 20  #: Maximum number of packs that are mixed in a game.
