"""Levels of puzzles: which cards and how hard, for each week of a school year.

Source of the order (facts of competitions in West Australia): Silver begins with addition and ends the year with + - x and /; Gold begins
with the number cards and the first twelve wild cards and ends with proper fractions; both get harder through the year. How many weeks each
step takes, and the bands of hardness, are our own choice, as no source names them.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine.options import LEVELS
from numero_cam.games.numero.rules.cards import NUMBER_CARDS, Card, Kind
from numero_cam.games.numero.rules.choices import ChildLevel

CardSetName = Literal["1-10", "1", "2", "x2", "x", "3", "unit-fractions", "proper-fractions", "fractions", "all"]
WEEKS = 40  #: Weeks of a school year.


class LevelError(ValueError):
    """A level that does not exist; the message is one line for people."""


@dataclass(frozen=True, slots=True)
class PuzzleCards:
    """The cards from which puzzles are dealt."""

    numbers: int  #: The highest number card.
    wilds: tuple[Card, ...]  #: The wild cards.
    child: ChildLevel  #: The guide's level of a child that knows these wild cards.
    words: str  #: Description for people.

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards, in the order of the pack."""
        return (*(card for card in NUMBER_CARDS if card.value <= self.numbers), *self.wilds)


@dataclass(frozen=True, slots=True)
class Band:
    """A range of hardness, 1 to 100, both ends within it."""

    least: int = 1  #: Lowest hardness, percent.
    most: int = 100  #: Highest hardness, percent.

    def __post_init__(self) -> None:
        """Raise a `LevelError` for a range that cannot be."""
        if not 1 <= self.least <= self.most <= 100:
            raise LevelError(
                tr(
                    "hardness {least}-{most}: give two numbers from 1 to 100, the smaller first, such as 40-60",
                    least=self.least,
                    most=self.most,
                )
            )

    def distance_to(self, percent: int) -> int:
        """Return how far a hardness lies outside the range, in percent; 0 within it."""
        return max(self.least - percent, percent - self.most, 0)


@dataclass(frozen=True, slots=True)
class Level:
    """A level of puzzles."""

    name: str  #: Its name, such as ``silver:12``.
    set_name: CardSetName  #: Name of the card set.
    cards: PuzzleCards  #: The card set from which the puzzles are dealt.
    band: Band  #: Range of their hardness.


def _wilds(*names: str) -> tuple[Card, ...]:
    """Return the wild cards with these faces or names of kinds, in the order of the pack."""
    return tuple(card for card in LEVELS["all"][1] if card.face in names or card.kind.value in names)


def _of_guide(name: str, child: ChildLevel, words: str) -> PuzzleCards:
    """Return the cards of the guide's level of this name."""
    numbers, wilds = LEVELS[name]  # type: ignore[index]
    return PuzzleCards(numbers, wilds, child, words)


_MINUS = Kind.SUBTRACT.value
#: The card sets by name, each with all cards of the one before it; those of the guide have the guide's names.
CARD_SETS: Mapping[CardSetName, PuzzleCards] = {
    "1-10": _of_guide("1-10", "1", tr("number cards 1 to 10, addition")),
    "1": _of_guide("1", "1", tr("number cards, addition")),
    "2": _of_guide("2", "2", tr("number cards and subtraction cards")),
    "x2": PuzzleCards(15, _wilds(_MINUS, "x2"), "3", tr("number cards, subtraction cards and x2")),
    "x": PuzzleCards(15, _wilds(_MINUS, Kind.MULTIPLY.value), "3", tr("number cards, subtraction and multiplication cards")),
    "3": _of_guide("3", "3", tr("number cards and the first twelve wild cards: - x /")),
    "unit-fractions": _of_guide("unit-fractions", "fractions", tr("- x / and unit fractions")),
    "proper-fractions": _of_guide("proper-fractions", "fractions", tr("- x / and proper fractions")),
    "fractions": _of_guide("fractions", "fractions", tr("- x / and all fractions")),
    "all": _of_guide("all", "all", tr("all wild cards")),
}

#: Weeks of each step, and its cards.
_STEPS: Mapping[str, tuple[tuple[int, CardSetName], ...]] = {
    "silver": ((8, "1-10"), (8, "1"), (8, "2"), (5, "x2"), (5, "x"), (6, "3")),
    "gold": ((16, "3"), (12, "unit-fractions"), (12, "proper-fractions")),
}
_BAND_WIDTH = 30  #: Width of a week's range of hardness, in percent.
_FIRST_WEEK_HARDNESS = 10  #: Lowest hardness in the first week of a step, in percent.
_LAST_WEEK_HARDNESS = 65  #: Lowest hardness in the last week of a step, in percent; between the two it rises evenly.


class LevelMove(StrEnum):
    """The change of a pupil's level from one week to the next."""

    EASIER = "easier"  #: Some weeks back in the course, or the card set before.
    AGAIN = "again"  #: The same level.
    ON = "on"  #: The next week of the course; a card set has no weeks and stays.
    HARDER = "harder"  #: Some weeks ahead in the course, or the card set after.


#: How far each move leads: in weeks of the course (chosen by benchmarks/course.py), and in card sets.
_DISTANCES = {LevelMove.EASIER: (-3, -1), LevelMove.AGAIN: (0, 0), LevelMove.ON: (1, 0), LevelMove.HARDER: (2, 1)}


def moved_level(name: str, move: LevelMove) -> str:
    """Return the name of the level to which a move leads: within the course or the card sets; after the last week of Silver comes Gold."""
    course, _, week = parse_level(name).name.partition(":")
    weeks, sets = _DISTANCES[move]
    if not week:
        names = list[str](CARD_SETS)
        return names[min(max(names.index(course) + sets, 0), len(names) - 1)]
    if (course, int(week)) == ("silver", WEEKS) and weeks > 0:
        return "gold:1"
    return f"{course}:{min(max(int(week) + weeks, 1), WEEKS)}"


def parse_level(text: str) -> Level:
    """Return a level by its name: ``silver:12`` or ``gold:30`` (the week of the school year, 1 to 40), or a card set such as ``3``."""
    plain = text.strip().lower()
    match = re.fullmatch(r"(silver|gold):([0-9]{1,2})", plain)
    if match and 1 <= int(match[2]) <= WEEKS:
        return _week(match[1], int(match[2]))
    if plain in CARD_SETS:
        return Level(plain, plain, CARD_SETS[plain], Band())  # type: ignore[arg-type,index]
    named = " ".join(text[:40].split())
    raise LevelError(
        tr(
            'there is no level "{named}"; write silver:1 to silver:{weeks}, gold:1 to gold:{weeks}, or one of {choices}',
            named=named,
            weeks=WEEKS,
            choices=", ".join(CARD_SETS),
        )
    )


def puzzle_cards_of(wilds: tuple[Card, ...], numbers: int = 15) -> tuple[CardSetName, PuzzleCards]:
    """Return the smallest known set with these wilds and number cards to `numbers`, whose sample defines hardness, and these cards."""
    least = 5
    if not least <= numbers <= NUMBER_CARDS[-1].value:
        raise LevelError(
            tr("number cards to {numbers}: give a number from {least} to {most}", numbers=numbers, least=least, most=NUMBER_CARDS[-1].value)
        )
    order = tuple(sorted(set(wilds), key=lambda card: card.sort_key))
    for name, known in CARD_SETS.items():
        if numbers <= known.numbers and set(order) <= set(known.wilds):
            return name, PuzzleCards(
                numbers, order, known.child, f"number cards to {numbers} and {' '.join(map(str, order)) or 'addition'}"
            )
    # never: the last one is the pack
    raise LevelError(tr("no known set of cards holds these"))


def _week(name: str, week: int) -> Level:
    """Return the level of a week, 1 to 40, of `silver` or `gold`."""
    left = week - 1
    for weeks, cards in _STEPS[name]:
        if left < weeks:
            least = _FIRST_WEEK_HARDNESS + (_LAST_WEEK_HARDNESS - _FIRST_WEEK_HARDNESS) * left // (weeks - 1)
            return Level(f"{name}:{week}", cards, CARD_SETS[cards], Band(least, least + _BAND_WIDTH))
        left -= weeks
    # never: the steps fill the year
    raise LevelError(tr("{name} has no week {week}", name=name, week=week))
