"""Numbers, cards and counts in words."""

from collections.abc import Sequence
from fractions import Fraction

from numero_cam.games.numero.rules import Build, Card, Kind
from numero_cam.games.numero.rules.cards import SUITS
from numero_cam.games.numero.rules.choices import Language
from numero_cam.games.numero.solve.surds import Surd, Value, about
from numero_cam.tell.signs import amount, decimal

COUNTS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_PARTS = {2: "half", 3: "third", 4: "quarter", 5: "fifth", 8: "eighth", 10: "tenth"}
_POWERS = {2: "square", 3: "cube"}


def count(number: int, noun: str) -> str:
    """Return `1 card`, `2 cards`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def places_told(places: Sequence[int | None]) -> list[str]:
    """Return the places of a table as they are written: `1=` where several share one, `-` for none."""
    return ["-" if place is None else f"{place}=" if places.count(place) > 1 else str(place) for place in places]


def nth(place: int) -> str:
    """Return a place counted from 0 as it is said: `first`, `second`, `number 11`."""
    return PLACES[place] if place < len(PLACES) else f"number {place + 1}"


def say_number(value: Value, language: Language = "fractions") -> str:
    """Return a number as it is said: `minus 3`, `three quarters`, `2 and a half`; odd fractions as `7 over 12`, surds as `about 2.646`.

    In the decimal language fractions are `2.5`.
    """
    if isinstance(value, Surd):
        return f"about {float(about(value)):.3f}".replace("about -", "about minus ")
    if value < 0:
        return f"minus {say_number(-value, language)}"
    if language == "decimal":
        return decimal(value)
    whole, left = divmod(value.numerator, value.denominator)
    if not left:
        return str(whole)
    if value.denominator not in _PARTS:
        return f"{value.numerator} over {value.denominator}"
    part = _say_part(Fraction(left, value.denominator))
    return part if whole == 0 else f"{whole} and {part}"


def _say_part(part: Fraction) -> str:
    """Say a fraction below 1 whose denominator has a name: `a half`, `three quarters`."""
    name = _PARTS[part.denominator]
    if part.numerator == 1:
        return f"{'an' if name == 'eighth' else 'a'} {name}"
    return f"{COUNTS[part.numerator]} {name}s"


def card_words(card: Card, language: Language = "fractions") -> str:
    """Return a card in words: `7 red`, `ace of hearts`, `7 of unknown colour`, `multiply by 3`, `three quarters of`."""
    if card.is_wild:
        return wild_words(card, language)
    if card.colour is None:
        return f"{card.value} of unknown colour"
    colour = card.colour.name.lower()
    if card.colour in SUITS:
        return f"{'ace' if card.value == 1 else card.value} of {colour}"
    return f"{card.value} {colour}"


def wild_words(card: Card, language: Language = "fractions") -> str:
    """Return what a wild card does: `take away 4`, `multiply by 3`, `divide by 3`, `a third of`, `square`, `square root`."""
    match card.kind:
        case Kind.SUBTRACT:
            return f"take away {card.value}"
        case Kind.MULTIPLY:
            return f"multiply by {card.value}"
        case Kind.DIVIDE:
            return f"divide by {card.value}"
        case Kind.FRACTION:
            return part_of(card, language)
        case Kind.POWER:
            return _POWERS.get(int(card.value), f"power {card.value}")
        case _:
            return f"{_POWERS.get(int(card.value), f'number {card.value}')} root"


def part_of(card: Card, language: Language = "fractions") -> str:
    """Return a fraction card before what it acts on: `three quarters of`, `2 and a half times`, `75 % of`, `0.75 of`."""
    if language == "fractions" and card.value > 1:
        return f"{say_number(card.value)} times"
    if language == "fractions":
        return "half of" if card.value == Fraction(1, 2) else f"{say_number(card.value)} of"
    return f"{amount(card, language)} of"


def does(card: Card, language: Language = "fractions") -> str:
    """Return what a wild card does to the result at hand: `divide by 4`, `take three quarters of it`, `square it`."""
    match card.kind:
        case Kind.FRACTION:
            return f"take {part_of(card, language)} it"
        case Kind.POWER:
            return f"{wild_words(card)} it" if int(card.value) in _POWERS else f"raise it to the power {card.value}"
        case Kind.ROOT:
            return f"take the {wild_words(card)}"
        case _:
            return wild_words(card)


def item_words(item: Card | Build, language: Language = "fractions") -> str:
    """Return a card or a build in words: `build of 8 blue and 4 red = 12`."""
    if isinstance(item, Card):
        return card_words(item, language)
    value = "" if item.value is None else f" = {item.value}"
    return f"build of {' and '.join(card_words(card, language) for card in item.cards)}{value}"
