"""The options of a game as data: which cards, what counts, how many players, and every rule that the sources leave open.

Sources of the levels: the Complete Guide, "Simplified level 1" to "Powers and indices" (docs/rules.md, section 1).
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from numero_cam.catalogue import tr
from numero_cam.games.numero.rules import NUMBER_CARDS, WILD_CARDS, Card, Kind, PrintedPoints, Scoring
from numero_cam.games.numero.rules.cards import HIGHEST_NUMBER, HIGHEST_PLAYING_NUMBER, SUITS
from numero_cam.games.numero.rules.choices import MAX_PACKS, By, GameValues, LevelName, ScoringName, ScoringSteps
from numero_cam.games.numero.rules.position import HAND_SIZE
from numero_cam.games.shared.choices import NoYes, YesNo, choices_of

MAX_PLAYERS = 4  #: Maximum number of players.
SOLITAIRE_CENTRE_SIZE = 5  #: Number of cards turned up in solitaire.


class OptionsError(ValueError):
    """Options that no game can have; the message is one line for people."""

    def __init__(self, message: str, option: str = "") -> None:
        """Store the name of the wrong option."""
        #: The field of `Options` that is wrong (`players` also for names); empty where several fields together are wrong.
        self.option = option
        super().__init__(message)


def _wilds(*kinds: Kind) -> tuple[Card, ...]:
    """Return the wild cards of these kinds."""
    return tuple(card for card in WILD_CARDS if card.kind in kinds)


_LEVEL_3_WILDS = _wilds(Kind.SUBTRACT, Kind.MULTIPLY, Kind.DIVIDE)
_UNIT_FRACTIONS = tuple(card for card in _wilds(Kind.FRACTION) if card.value.numerator == 1)
_PROPER_FRACTIONS = tuple(card for card in _wilds(Kind.FRACTION) if card.value < 1)
#: The levels of the guide by name: the highest number card, and the wild cards. Level 4 is level 3 played for points.
LEVELS: Mapping[LevelName, tuple[int, tuple[Card, ...]]] = {
    "1-10": (10, ()),
    "1": (HIGHEST_NUMBER, ()),
    "2": (HIGHEST_NUMBER, _wilds(Kind.SUBTRACT)),
    "3": (HIGHEST_NUMBER, _LEVEL_3_WILDS),
    "4": (HIGHEST_NUMBER, _LEVEL_3_WILDS),
    "unit-fractions": (HIGHEST_NUMBER, (*_LEVEL_3_WILDS, *_UNIT_FRACTIONS)),
    "proper-fractions": (HIGHEST_NUMBER, (*_LEVEL_3_WILDS, *_PROPER_FRACTIONS)),
    "fractions": (HIGHEST_NUMBER, (*_LEVEL_3_WILDS, *_wilds(Kind.FRACTION))),
    "all": (HIGHEST_NUMBER, WILD_CARDS),
}
LEVEL_FOR_POINTS = "4"  #: Name of the level that differs from the one before it only in being played for points.


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game.

    Raises:
        OptionsError: If a value is out of range or unknown.
    """

    numbers: int = HIGHEST_NUMBER  #: The highest number card, 5-15 (10 with playing cards).
    wilds: tuple[Card, ...] = WILD_CARDS  #: The wild cards of the pack.
    playing: bool = False  #: Number cards are a deck of playing cards without court cards.
    players: int = 2  #: 2-4, or 1 for solitaire.
    by: By = "points"  #: Whether `points` or `cards` decide who wins.
    scoring: ScoringName = "website"  #: Points by the `website` or by the `guide`.
    printed: PrintedPoints = field(default_factory=PrintedPoints.default)  #: Points printed on the cards.
    scoring_steps: ScoringSteps = "all"  #: The bonuses that count, by the guide's letters: `all`, or those that a class has learned (10.9).
    values: GameValues = "whole"  #: Allowed intermediate values: `whole` numbers, or `any` for fractions too (article 4.3).
    negative: YesNo = "yes"  #: Whether intermediate values may be negative: `yes`, or `no` for younger children (4.2).
    #: Wild cards laid on cards of the centre must `belong` to this turn's take or build, or are `free` (3.4).
    laid_wilds: Literal["belong", "free"] = "belong"
    few_wilds: Literal["all", "one"] = "all"  #: A hand of fewer than five cards, all wild: `all` are discarded, or `one` (3.5).
    verbalising: NoYes = "no"  #: Whether a build that is not said aloud is disallowed: `no`, or `yes` (6.9).
    challenge_changed: NoYes = "no"  #: Whether a build may be challenged after it was taken or built on (8.3).
    #: The answer must have been in the hand `then`, when it was built, or must be there `now` (8.6).
    answer_shown: Literal["then", "now"] = "then"
    #: Where the wild cards of a caught bluff go: singly to the `centre`, or back to the `hand` (8.4).
    caught_wilds: Literal["centre", "hand"] = "centre"
    #: Who may still take once a player has no cards: `all` others in turn, or only the `next` (9.2).
    last_chances: Literal["all", "next"] = "all"
    centre_points: NoYes = "no"  #: Whether the last taker gets the points of the cards left in the centre (9.4).
    #: The count that decides on most cards: cards won less those left in the hand (`net`), or all cards `won` (9.6).
    most_cards: Literal["net", "won"] = "net"
    #: Who gets the points for most cards if several have the most: `nobody`, or `each` of them (9.6).
    most_cards_tie: Literal["nobody", "each"] = "nobody"
    tie_break: Literal["none", "cards"] = "none"  #: What decides between equal points: `none`, or more `cards` (9.7).
    #: Whether the bonuses of solitaire count `always`, or only when `points` are played for (11.5).
    solitaire_bonus: Literal["always", "points"] = "always"
    packs: int = 1  #: How many packs are mixed: each card is there so many times (1.5).

    def __post_init__(self) -> None:
        """Check the options, and sort the wild cards in the order of the pack."""
        for name, choices in choices_of(Options).items():
            value = getattr(self, name)
            _require_option(
                value in choices,
                name,
                tr("{name} is {value!r}; choose from {choices}", name=name.replace("_", "-"), value=value, choices=", ".join(choices)),
            )
        most = HIGHEST_PLAYING_NUMBER if self.playing else HIGHEST_NUMBER
        _require_option(
            HAND_SIZE <= self.numbers <= most,
            "numbers",
            tr("numbers is {numbers}; the highest number card is from {hand} to {most}", numbers=self.numbers, hand=HAND_SIZE, most=most),
        )
        who = tr("players is {players}; Numero is for 2 to {most}, solitaire for 1", players=self.players, most=MAX_PLAYERS)
        _require_option(1 <= self.players <= MAX_PLAYERS, "players", who)
        packs = tr("packs is {packs}; from 1 to {most} are mixed", packs=self.packs, most=MAX_PACKS)
        _require_option(1 <= self.packs <= MAX_PACKS, "packs", packs)
        for card in self.wilds:
            _require_option(card.is_wild, "wilds", tr("wilds: {card} is a number card", card=card))
            _require_option(self.wilds.count(card) == 1, "wilds", tr("wilds: {card} is there twice; a pack has it once", card=card))
        object.__setattr__(self, "wilds", tuple(sorted(self.wilds, key=lambda card: card.sort_key)))

    @classmethod
    def level(cls, name: str, **others: Any) -> "Options":  # noqa: ANN401 - the other fields, checked where they are set
        """Return the options of a level of the guide.

        Raises:
            OptionsError: There is no such level, level 4 is played by cards, or another field is wrong.
        """
        _require_option(name in LEVELS, "level", tr("level is {name!r}; choose from {choices}", name=name, choices=", ".join(LEVELS)))
        points = name != LEVEL_FOR_POINTS or others.get("by", "points") == "points"
        _require_option(points, "by", tr("level 4 is level 3 played for points; by cards play level 3"))
        numbers, wilds = LEVELS[name]  # type: ignore[index]
        if others.get("playing"):
            numbers = min(numbers, HIGHEST_PLAYING_NUMBER)
        return cls(**{"numbers": numbers, "wilds": wilds, **others})

    @property
    def is_solitaire(self) -> bool:
        """Whether there is one player."""
        return self.players == 1

    @property
    def centre_cards(self) -> int:
        """Number of cards turned up at the start: one for each player (FAQ of the website), five in solitaire (guide)."""
        return SOLITAIRE_CENTRE_SIZE if self.is_solitaire else self.players

    @property
    def scoring_rules(self) -> Scoring:
        """The scoring rules; fraction cards are in play if the pack has some."""
        return Scoring(self.scoring, any(card.kind is Kind.FRACTION for card in self.wilds), self.printed, self.scoring_steps)

    def pack(self) -> tuple[Card, ...]:
        """Return the cards of the game, in the order of the pack; of several packs one after the other."""
        if self.playing:
            numbers = tuple(Card.number(value, suit) for value in range(1, self.numbers + 1) for suit in SUITS)
        else:
            numbers = tuple(card for card in NUMBER_CARDS if card.value <= self.numbers)
        return (numbers + self.wilds) * self.packs

    def shuffled(self, seed: int | str) -> tuple[Card, ...]:
        """Return the pack shuffled with this seed, the top card first."""
        cards = list(self.pack())
        random.Random(str(seed)).shuffle(cards)  # noqa: S311 - a game that can be played again, no secret
        return tuple(cards)

    def changed(self) -> dict[str, object]:
        """Return the fields that differ from the defaults."""
        usual = Options()
        return {f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != getattr(usual, f.name)}


def _require_option(fine: bool, option: str, message: str) -> None:  # noqa: FBT001 - the condition is the whole point
    """Raise an `OptionsError` about an option unless the condition `fine` holds."""
    if not fine:
        raise OptionsError(message, option)


CHOICES = choices_of(Options)  #: Allowed values of each option, the default first.
