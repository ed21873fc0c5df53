"""The cards: 89 of a Numero pack as data, and playing cards used as number cards.

Source: docs/rules in the Complete Guide (2000) and the current rules of numero.org: 60 number cards, 1 to 15 in
four colours, and 29 wild cards: four subtractions, four multiplications, four divisions, thirteen fractions, two
powers, two roots.
"""

from enum import Enum
from fractions import Fraction

from numero_cam.catalogue import tr

HIGHEST_NUMBER = 15  #: Number on the highest number card of a NUMERO pack.
HIGHEST_PLAYING_NUMBER = 10  #: Number on the highest playing card that is used as a number card.
WILD_FACTORS = (2, 3, 4, 5)  #: Numbers on the wild cards that subtract, multiply or divide.
#: Values of the fraction cards.
WILD_FRACTIONS = tuple(map(Fraction, ("1/2", "1/3", "1/4", "1/5", "1/8", "1/10", "2/3", "3/4", "2/5", "3/5", "4/5", "3/2", "5/2")))
DEGREES = (2, 3)  #: Degrees of the power cards and root cards.


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


#: The colours of Numero's number cards, and the suits of playing cards, each in the order of the pack.
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
_COPY_STEP = 1 << 20  #: By how much the imaginary parts of two copies of a card differ.
_ROOT_NAMES = {2: "sqrt", 3: "cbrt"}


def root_name(degree: int) -> str:
    """Return the text of a root card: `sqrt`, `cbrt`, and `root4` for degree 4."""
    return _ROOT_NAMES.get(degree, f"root{degree}")


class Card(complex):
    """One card; `str()` gives its canonical text, and `parse_card` reads that back. Equal cards are one object.

    Cards are hashed and compared more often than anything else is done, so both are left to a type written in C. Of these complex numbers
    alone have no order, are refused by JSON, and are no `int`: with an imaginary part no card equals a plain number.

    Args:
        kind: What the card does.
        value: The number of a number card; what a wild card subtracts, multiplies or divides by; the fraction;
            the degree (one of `DEGREES`) for a power or a root.
        colour: Colour or suit of a number card; `None` for an unknown colour and for every wild card.
        copy: Tells equal cards of several packs apart while a game is watched; 0 everywhere else.

    Raises:
        CardError: If no such card exists.
    """

    __slots__ = ("_text", "colour", "copy", "face", "is_number", "is_playing", "is_wild", "kind", "sort_key", "value")
    __match_args__ = ("kind", "value", "colour", "copy")

    kind: Kind
    value: Fraction
    colour: Colour | None
    copy: int
    is_number: bool  #: Whether this is a number card (or a playing card used as one).
    is_wild: bool  #: Whether this is no number card.
    is_playing: bool  #: Whether this is a playing card used as a number card.
    face: str  #: The text without the colour: `7` for a red seven, `x3` for a wild card.
    #: Orders cards as the pack does: number cards by value and colour, then wild cards by kind and value.
    sort_key: tuple[int, Fraction, int]
    _text: str

    def __new__(cls, kind: Kind, value: Fraction, colour: Colour | None = None, copy: int = 0) -> "Card":  # noqa: PYI034 - equal cards are one object
        """Return the card, made and checked where it is asked for the first time."""
        key = (kind, value, colour, copy)
        known = _CARDS.get(key)
        if known is not None:
            return known
        _check_exists(kind, value, colour)
        place = 0 if colour is None else _COLOUR_ORDER[colour]
        # A whole number for each kind, value and colour: the real part of the card as a complex number.
        look = ((_KIND_ORDER[kind] * 16 + value.numerator) * 16 + value.denominator) * 16 + place
        card = complex.__new__(cls, look, (copy + 1) * _COPY_STEP)
        face = _face_text(kind, value)
        is_number = kind is Kind.NUMBER
        for name, of_the_card in {
            "kind": kind,
            "value": value,
            "colour": colour,
            "copy": copy,
            "is_number": is_number,
            "is_wild": not is_number,
            "is_playing": colour in SUITS,
            "face": face,
            "sort_key": (_KIND_ORDER[kind], value, place),
            "_text": face + (colour.value if colour else ""),
        }.items():
            object.__setattr__(card, name, of_the_card)
        return _CARDS.setdefault(key, card)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card does not change: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a card does not change: {name}")

    def __reduce__(self) -> tuple[object, ...]:
        return Card, (self.kind, self.value, self.colour, self.copy)

    def __copy__(self) -> "Card":
        return self

    def __deepcopy__(self, memo: object) -> "Card":
        return self

    def with_copy(self, copy: int) -> "Card":
        """Return the card that looks the same and is this copy of it."""
        return self if copy == self.copy else Card(self.kind, self.value, self.colour, copy)

    def looks_like(self, other: "Card") -> bool:
        """Return whether two cards are equal but for the copy."""
        return self.real == other.real

    @classmethod
    def number(cls, value: int, colour: Colour | None = None) -> "Card":
        """Return the number card of this value (1-15, playing cards 1-10) and colour."""
        return cls(Kind.NUMBER, Fraction(value), colour)

    def __str__(self) -> str:
        """Return the canonical text, such as `7r`, `-4`, `3/4`, `sqrt`."""
        return self._text

    def __format__(self, spec: str) -> str:
        return format(self._text, spec)

    def __repr__(self) -> str:
        """Return the call that makes this card, without its copy."""
        return f"parse_card({self._text!r})"


_CARDS: dict[tuple[Kind, Fraction, Colour | None, int], "Card"] = {}


def _check_exists(kind: Kind, value: Fraction, colour: Colour | None) -> None:
    """Raise a `CardError` for a card that no pack has."""
    if kind is Kind.NUMBER:
        most = HIGHEST_PLAYING_NUMBER if colour in SUITS else HIGHEST_NUMBER
        if value.denominator != 1 or not 1 <= value <= most:
            raise CardError(
                tr(
                    "no number card {value}: number cards have 1 to {most}, playing cards 1 to {most_playing}",
                    value=value,
                    most=HIGHEST_NUMBER,
                    most_playing=HIGHEST_PLAYING_NUMBER,
                )
            )
    elif colour is not None or value not in _WILD_VALUES[kind]:
        if kind is Kind.ROOT:
            raise CardError(tr("no root of degree {degree}", degree=value))
        there = " ".join(f"{_KIND_SIGNS.get(kind, '')}{value}" for value in _WILD_VALUES[kind])
        name = tr("no card {card}", card=_face_text(kind, value))
        raise CardError(tr("{name}: the pack has {there}", name=name, there=there))


def _face_text(kind: Kind, value: Fraction) -> str:
    """Return the text of a card without its colour, also of a card that does not exist."""
    return root_name(int(value)) if kind is Kind.ROOT else f"{_KIND_SIGNS.get(kind, '')}{value}"


NUMBER_CARDS = tuple(Card.number(value, colour) for value in range(1, HIGHEST_NUMBER + 1) for colour in NUMERO_COLOURS)
WILD_CARDS = tuple(Card(kind, Fraction(value)) for kind, values in _WILD_VALUES.items() for value in values)
PACK = NUMBER_CARDS + WILD_CARDS
