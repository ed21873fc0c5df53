"""What a wild card does to a value, in exact fractions."""

from fractions import Fraction
from math import isqrt

from numero_cam.rules.cards import Card, Kind

MOST_BITS = 4096
"""No pack makes numbers of this length; powers of powers of a mistyped build would never be worked out."""


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
    guess = 1 << -(-number.bit_length() // 3)
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
        The exact result, or `None` where a root is irrational or even of a negative value, or a power is taken of a
        number of more than `MOST_BITS` bits.

    Raises:
        ValueError: If the card is a number card.
    """
    match wild.kind:
        case Kind.SUBTRACT:
            return value - wild.value
        case Kind.MULTIPLY | Kind.FRACTION:
            return value * wild.value
        case Kind.DIVIDE:
            return value / wild.value
        case Kind.POWER:
            too_long = max(value.numerator.bit_length(), value.denominator.bit_length()) > MOST_BITS
            return None if too_long else value ** int(wild.value)
        case Kind.ROOT:
            return exact_root(value, int(wild.value))
        case _:
            msg = f"{wild} is a number card; only wild cards act on a value"
            raise ValueError(msg)
