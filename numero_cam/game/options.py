"""The options of a game as data: which cards, what counts, how many players, and every rule that the sources leave open.

Sources of the levels: the Complete Guide, "Simplified level 1" to "Powers and indices" (docs/rules.md, section 1).
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from numero_cam.rules import NUMBER_CARDS, WILD_CARDS, Card, Kind, PrintedPoints, Scoring
from numero_cam.rules.cards import MOST_NUMBER, MOST_PLAYING, SUITS
from numero_cam.rules.scoring import SCORINGS

HAND = 5
MOST_PLAYERS = 4
SOLITAIRE_CENTRE = 5

CHOICES: Mapping[str, tuple[str, ...]] = {
    "by": ("points", "cards"),
    "scoring": SCORINGS,
    "values": ("whole", "any"),
    "laid_wilds": ("belong", "free"),
    "few_wilds": ("all", "one"),
    "challenge_changed": ("no", "yes"),
    "answer_shown": ("now", "then"),
    "caught_wilds": ("centre", "hand"),
    "last_chances": ("all", "next"),
    "centre_points": ("no", "yes"),
    "most_cards_tie": ("nobody", "each"),
    "tie_break": ("none", "cards"),
}
"""What each option may be, its default first."""


class OptionsError(ValueError):
    """Options that no game can have; the message is one line."""


def _wilds(*kinds: Kind) -> tuple[Card, ...]:
    return tuple(card for card in WILD_CARDS if card.kind in kinds)


_FOUR = _wilds(Kind.SUBTRACT, Kind.MULTIPLY, Kind.DIVIDE)
_UNIT = tuple(card for card in _wilds(Kind.FRACTION) if card.value.numerator == 1)
LEVELS: Mapping[str, tuple[int, tuple[Card, ...]]] = {
    "1-10": (10, ()),
    "1": (MOST_NUMBER, ()),
    "2": (MOST_NUMBER, _wilds(Kind.SUBTRACT)),
    "3": (MOST_NUMBER, _FOUR),
    "unit-fractions": (MOST_NUMBER, (*_FOUR, *_UNIT)),
    "fractions": (MOST_NUMBER, (*_FOUR, *_wilds(Kind.FRACTION))),
    "all": (MOST_NUMBER, WILD_CARDS),
}
"""The levels of the guide by name: the highest number card, and the wild cards."""


@dataclass(frozen=True, slots=True)
class Options:
    """What is played, and by which rules.

    Attributes:
        numbers: The highest number card, 5-15 (10 with playing cards).
        wilds: The wild cards of the pack.
        playing: Number cards are a deck of playing cards without court cards.
        players: 2-4, or 1 for solitaire.
        by: What wins: `points` or `cards`.
        scoring: Points by the `website` or by the `guide`.
        printed: Points printed on the cards.
        values: `whole`: every value on the way is a whole number; `any`: fractions too (article 4.3).
        laid_wilds: Wild cards laid on cards of the centre must `belong` to this turn's take or build, or are `free` (3.4).
        few_wilds: A hand of fewer than five cards, all wild: `all` are discarded, or `one` (3.5).
        challenge_changed: Whether a build may be challenged after it was taken or built on (8.3).
        answer_shown: The answer must be in the hand `now`, or must have been there `then`, when it was built (8.6).
        caught_wilds: Where wild cards of a caught build go: single in the `centre`, or back to the `hand` (8.4).
        last_chances: Who may still take once a player is out: `all` the others in turn, or the `next` only (9.2).
        centre_points: Whether the cards left in the centre bring their points to the last taker (9.4).
        most_cards_tie: Who has the points for most cards where the highest are equal: `nobody`, or `each` of them (9.6).
        tie_break: What decides between equal points: `none`, or more `cards` (9.7).

    Raises:
        OptionsError: If a value is out of range or unknown.
    """

    numbers: int = MOST_NUMBER
    wilds: tuple[Card, ...] = WILD_CARDS
    playing: bool = False
    players: int = 2
    by: str = "points"
    scoring: str = "website"
    printed: PrintedPoints = field(default_factory=PrintedPoints.default)
    values: str = "whole"
    laid_wilds: str = "belong"
    few_wilds: str = "all"
    challenge_changed: str = "no"
    answer_shown: str = "now"
    caught_wilds: str = "centre"
    last_chances: str = "all"
    centre_points: str = "no"
    most_cards_tie: str = "nobody"
    tie_break: str = "none"

    def __post_init__(self) -> None:
        """Refuse what no game can have; keep the wild cards in the order of the pack."""
        for name, choices in CHOICES.items():
            _check(getattr(self, name) in choices, f"{name} is {getattr(self, name)!r}; choose from {', '.join(choices)}")
        most = MOST_PLAYING if self.playing else MOST_NUMBER
        _check(HAND <= self.numbers <= most, f"numbers is {self.numbers}; the highest number card is from {HAND} to {most}")
        _check(1 <= self.players <= MOST_PLAYERS, f"players is {self.players}; Numero is for 2 to {MOST_PLAYERS}, solitaire for 1")
        for card in self.wilds:
            _check(card.is_wild, f"wilds: {card} is a number card")
            _check(self.wilds.count(card) == 1, f"wilds: {card} is there twice; a pack has it once")
        object.__setattr__(self, "wilds", tuple(sorted(self.wilds, key=lambda card: card.sort_key)))

    @classmethod
    def level(cls, name: str, **others: Any) -> "Options":  # noqa: ANN401 - the other fields, checked where they are set
        """Return the options of a level of the guide, with any others.

        Raises:
            OptionsError: If there is no such level, or for the other options.
        """
        _check(name in LEVELS, f"level is {name!r}; choose from {', '.join(LEVELS)}")
        numbers, wilds = LEVELS[name]
        if others.get("playing"):
            numbers = min(numbers, MOST_PLAYING)
        return cls(**{"numbers": numbers, "wilds": wilds, **others})

    @property
    def is_solitaire(self) -> bool:
        """Whether one plays alone."""
        return self.players == 1

    @property
    def centre_cards(self) -> int:
        """Cards that are turned up at the start: as many as players (FAQ of the website), five in solitaire (guide)."""
        return SOLITAIRE_CENTRE if self.is_solitaire else self.players

    @property
    def scoring_rules(self) -> Scoring:
        """The scoring; whether fraction cards are in play is a matter of the pack."""
        return Scoring(self.scoring, any(card.kind is Kind.FRACTION for card in self.wilds), self.printed)

    def pack(self) -> tuple[Card, ...]:
        """Return the cards of the game, in the order of the pack."""
        if self.playing:
            numbers = tuple(Card.number(value, suit) for value in range(1, self.numbers + 1) for suit in SUITS)
        else:
            numbers = tuple(card for card in NUMBER_CARDS if card.value <= self.numbers)
        return numbers + self.wilds

    def shuffled(self, seed: int | str) -> tuple[Card, ...]:
        """Return the pack as this seed shuffles it, the top card first."""
        cards = list(self.pack())
        random.Random(str(seed)).shuffle(cards)  # noqa: S311 - a game that can be played again, no secret
        return tuple(cards)

    def changed(self) -> dict[str, object]:
        """Return the fields that differ from the defaults."""
        usual = Options()
        return {f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != getattr(usual, f.name)}


def _check(fine: bool, message: str) -> None:  # noqa: FBT001 - the condition is the whole point
    if not fine:
        raise OptionsError(message)
