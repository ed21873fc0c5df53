"""Applies wild cards to values, in exact fractions."""

from fractions import Fraction
from math import isqrt

from numero_cam.games.numero.rules.cards import Card, Kind

MAX_BITS = 4096
"""Maximum number of bits of a numerator or denominator. No pack reaches it; it stops powers of powers in a mistyped build."""
_SHORT_BITS = 192


def whole_root(number: int, degree: int) -> int | None:
    """Return the exact whole root of a whole number, or `None` where there is none.

    Args:
        number: Any whole number; a negative one has roots of odd degree only.
        degree: 2 or more.
    """
    if number < 0 and degree % 2 == 0:
        return None
    root = root_floor(abs(number), degree)
    if root**degree != abs(number):
        return None
    return root if number >= 0 else -root


def root_floor(number: int, degree: int) -> int:
    """Return the largest whole number whose power of this degree (2 or more) is at most `number` (0 or more).

    Newton's method, no floats.
    """
    if degree == 2:
        return isqrt(number)
    if number == 0:
        return 0
    bits = number.bit_length()
    guess = 1 << -(-bits // degree)
    if bits > _SHORT_BITS:  # start from the root of the upper half of the digits: one or two steps are left
        shift = bits // (2 * degree)
        guess = (root_floor(number >> degree * shift, degree) + 1) << shift
    while True:
        better = ((degree - 1) * guess + number // guess ** (degree - 1)) // degree
        if better >= guess:
            return guess
        guess = better


def exact_root(value: Fraction, degree: int) -> Fraction | None:
    """Return the rational root of this degree (2 or more), or `None` where it is irrational or even of a negative value."""
    top = whole_root(value.numerator, degree)
    bottom = whole_root(value.denominator, degree)
    return None if top is None or bottom is None else Fraction(top, bottom)


def act(wild: Card, value: Fraction) -> Fraction | None:
    """Return the result of a wild card on a value.

    Returns:
        The exact result, or `None` where a root is irrational or even of a negative value, or where the number acted
        on has more than `MAX_BITS` bits.

    Raises:
        ValueError: If the card is a number card.
    """
    if wild.is_wild and max(value.numerator.bit_length(), value.denominator.bit_length()) > MAX_BITS:
        return None
    match wild.kind:
        case Kind.SUBTRACT:
            return value - wild.value
        case Kind.MULTIPLY | Kind.FRACTION:
            return value * wild.value
        case Kind.DIVIDE:
            return value / wild.value
        case Kind.POWER:
            return value ** int(wild.value)
        case Kind.ROOT:
            return exact_root(value, int(wild.value))
        case _:
            msg = f"{wild} is a number card; only wild cards act on a value"
            raise ValueError(msg)
