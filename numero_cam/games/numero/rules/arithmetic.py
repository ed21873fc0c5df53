"""What a wild card does to a value, in exact fractions."""

from fractions import Fraction
from math import isqrt

from numero_cam.games.numero.rules.cards import Card, Kind

MOST_BITS = 4096
"""No pack makes numbers of this length. Powers of powers of a mistyped build would never be worked out, and long products never printed."""
_SHORT_BITS = 192


def whole_root(number: int, degree: int) -> int | None:
    """Return the exact whole root of a whole number, or `None` where there is none.

    Args:
        number: Any whole number; a negative one has a cube root only.
        degree: 2 or 3.
    """
    if degree == 2:
        if number < 0:
            return None
        root = isqrt(number)
        return root if root * root == number else None
    root = cube_floor(abs(number))
    if root**3 != abs(number):
        return None
    return root if number >= 0 else -root


def cube_floor(number: int) -> int:
    """Return the largest whole number whose cube is at most `number` (0 or more); Newton's method, no floats."""
    if number == 0:
        return 0
    bits = number.bit_length()
    guess = 1 << -(-bits // 3)
    if bits > _SHORT_BITS:  # start from the root of the upper half of the digits: one or two steps are left
        shift = bits // 6
        guess = (cube_floor(number >> 3 * shift) + 1) << shift
    while True:
        better = (2 * guess + number // (guess * guess)) // 3
        if better >= guess:
            return guess
        guess = better


def exact_root(value: Fraction, degree: int) -> Fraction | None:
    """Return the rational root (degree 2 or 3), or `None` where it is irrational or even of a negative value."""
    top = whole_root(value.numerator, degree)
    bottom = whole_root(value.denominator, degree)
    return None if top is None or bottom is None else Fraction(top, bottom)


def act(wild: Card, value: Fraction) -> Fraction | None:
    """Return what the wild card makes of the value.

    Returns:
        The exact result, or `None` where a root is irrational or even of a negative value, or where the number acted
        on has more than `MOST_BITS` bits.

    Raises:
        ValueError: If the card is a number card.
    """
    if wild.is_wild and max(value.numerator.bit_length(), value.denominator.bit_length()) > MOST_BITS:
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
