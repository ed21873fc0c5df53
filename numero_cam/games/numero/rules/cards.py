"""The cards: 89 of a Numero pack as data, and playing cards used as number cards.

Source: docs/rules in the Complete Guide (2000) and the current rules of numero.org: 60 number cards, 1 to 15 in
four colours, and 29 wild cards: four subtractions, four multiplications, four divisions, thirteen fractions, two
powers, two roots.
"""

from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import cache

from numero_cam.catalogue import tr

HIGHEST_NUMBER = 15
"""Number on the highest number card of a NUMERO pack."""
HIGHEST_PLAYING_NUMBER = 10
"""Number on the highest playing card that is used as a number card."""
WILD_FACTORS = (2, 3, 4, 5)
"""Numbers on the wild cards that subtract, multiply or divide."""
WILD_FRACTIONS = tuple(map(Fraction, ("1/2", "1/3", "1/4", "1/5", "1/8", "1/10", "2/3", "3/4", "2/5", "3/5", "4/5", "3/2", "5/2")))
"""Values of the fraction cards."""
DEGREES = (2, 3)
"""Degrees of the power cards and root cards."""


class CardError(ValueError):
    """A card that does not exist."""


class Kind(Enum):
    """What a card does."""

    NUMBER = "number"
    SUBTRACT = "subtract"
    MULTIPLY = "multiply"
    DIVIDE = "divide"
    FRACTION = "fraction"
    POWER = "power"
    ROOT = "root"


class Colour(Enum):
    """The colour of a number card, or the suit of a playing card used as one."""

    RED = "r"
    BLUE = "b"
    GREEN = "g"
    ORANGE = "o"
    SPADES = "s"
    HEARTS = "h"
    DIAMONDS = "d"
    CLUBS = "c"


NUMERO_COLOURS = (Colour.RED, Colour.BLUE, Colour.GREEN, Colour.ORANGE)
SUITS = (Colour.SPADES, Colour.HEARTS, Colour.DIAMONDS, Colour.CLUBS)

_WILD_VALUES: dict[Kind, tuple[int, ...] | tuple[Fraction, ...]] = {
    Kind.SUBTRACT: WILD_FACTORS,
    Kind.MULTIPLY: WILD_FACTORS,
    Kind.DIVIDE: WILD_FACTORS,
    Kind.FRACTION: WILD_FRACTIONS,
    Kind.POWER: DEGREES,
    Kind.ROOT: DEGREES,
}
_KIND_ORDER = {kind: place for place, kind in enumerate(Kind)}
_COLOUR_ORDER = {colour: place for place, colour in enumerate(Colour, start=1)}
_KIND_SIGNS = {Kind.SUBTRACT: "-", Kind.MULTIPLY: "x", Kind.DIVIDE: "/", Kind.FRACTION: "", Kind.POWER: "N"}
_COPY_STEP = 1 << 20
"""By how much the numbers of two copies of a card differ; larger than the number of any card."""
_ROOT_NAMES = {2: "sqrt", 3: "cbrt"}


def root_name(degree: int) -> str:
    """Return the text of a root card: `sqrt`, `cbrt`, and `root4` for degree 4."""
    return _ROOT_NAMES.get(degree, f"root{degree}")


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Card:
    """One card; `str()` gives its canonical text, and `parse_card` reads that back.

    Attributes:
        kind: What the card does.
        value: The number of a number card; what a wild card subtracts, multiplies or divides by; the fraction;
            the degree (one of `DEGREES`) for a power or a root.
        colour: Colour or suit of a number card; `None` for an unknown colour and for every wild card.
        copy: Tells equal cards of several packs apart while a game is watched; 0 everywhere else.

    Raises:
        CardError: If no such card exists.
    """

    kind: Kind
    value: Fraction
    colour: Colour | None = None
    copy: int = 0
    _number: int = field(init=False)  # Identifies the card: cards are compared and hashed very often, and fractions are slow at both.

    def __post_init__(self) -> None:
        """Check that the card exists."""
        if self.kind is Kind.NUMBER:
            most = HIGHEST_PLAYING_NUMBER if self.colour in SUITS else HIGHEST_NUMBER
            if self.value.denominator != 1 or not 1 <= self.value <= most:
                msg = tr(
                    "no number card {value}: number cards have 1 to {most}, playing cards 1 to {most_playing}",
                    value=self.value,
                    most=HIGHEST_NUMBER,
                    most_playing=HIGHEST_PLAYING_NUMBER,
                )
                raise CardError(msg)
        elif self.colour is not None or self.value not in _WILD_VALUES[self.kind]:
            name = (
                tr("no card {card}", card=_face_text(self))
                if self.kind is not Kind.ROOT
                else tr("no root of degree {degree}", degree=self.value)
            )
            there = " ".join(f"{_KIND_SIGNS.get(self.kind, '')}{value}" for value in _WILD_VALUES[self.kind])
            msg = tr("{name}: the pack has {there}", name=name, there=there) if self.kind not in (Kind.NUMBER, Kind.ROOT) else name
            raise CardError(msg)
        place = 0 if self.colour is None else _COLOUR_ORDER[self.colour]
        number = ((_KIND_ORDER[self.kind] * 16 + self.value.numerator) * 16 + self.value.denominator) * 16 + place
        object.__setattr__(self, "_number", number + self.copy * _COPY_STEP)

    def __eq__(self, other: object) -> bool:
        return self._number == other._number if isinstance(other, Card) else NotImplemented

    def __hash__(self) -> int:
        return self._number

    def with_copy(self, copy: int) -> "Card":
        """Return the card that looks the same and is this copy of it."""
        return self if copy == self.copy else _with_copy(self, copy)

    def looks_like(self, other: "Card") -> bool:
        """Return whether two cards are equal but for the copy."""
        return (hash(self) - hash(other)) % _COPY_STEP == 0

    @classmethod
    def number(cls, value: int, colour: Colour | None = None) -> "Card":
        """Return the number card of this value (1-15, playing cards 1-10) and colour."""
        return cls(Kind.NUMBER, Fraction(value), colour)

    @property
    def is_number(self) -> bool:
        """Whether this is a number card (or a playing card used as one)."""
        return self.kind is Kind.NUMBER

    @property
    def is_wild(self) -> bool:
        """Whether this is a wild card."""
        return self.kind is not Kind.NUMBER

    @property
    def is_playing(self) -> bool:
        """Whether this is a playing card used as a number card."""
        return self.colour in SUITS

    @property
    def face(self) -> str:
        """The card's text without its colour: `7` for a red seven, `x3` for a wild card."""
        return _face(self)

    @property
    def sort_key(self) -> tuple[int, Fraction, int]:
        """Sort key in the order of the pack: number cards by value and colour, then wild cards by kind and value."""
        return _sort_key(self)

    def __str__(self) -> str:
        """Return the canonical text, such as `7r`, `-4`, `3/4`, `sqrt`."""
        return _text(self)

    def __repr__(self) -> str:
        """Return the call that makes this card."""
        return f"parse_card({str(self)!r})"


def _face_text(card: Card) -> str:
    """Return the text of a card without its colour, also of a card that does not exist."""
    if card.kind is Kind.ROOT:
        return root_name(int(card.value))
    return f"{_KIND_SIGNS.get(card.kind, '')}{card.value}"


# Cached because there are few cards, and a search asks for their texts and order very often.
_face = cache(_face_text)


@cache
def _with_copy(card: Card, copy: int) -> Card:
    return Card(card.kind, card.value, card.colour, copy)


@cache
def _text(card: Card) -> str:
    """Return the canonical text of a card."""
    return card.face + (card.colour.value if card.colour else "")


@cache
def _sort_key(card: Card) -> tuple[int, Fraction, int]:
    """Return the sort key of a card in the order of the pack."""
    return _KIND_ORDER[card.kind], card.value, 0 if card.colour is None else _COLOUR_ORDER[card.colour]


NUMBER_CARDS = tuple(Card.number(value, colour) for value in range(1, HIGHEST_NUMBER + 1) for colour in NUMERO_COLOURS)
WILD_CARDS = tuple(Card(kind, Fraction(value)) for kind, values in _WILD_VALUES.items() for value in values)
PACK = NUMBER_CARDS + WILD_CARDS
