"""Applies wild cards to values, in exact fractions."""

from fractions import Fraction
from math import isqrt

from numero_cam.games.numero.rules.cards import Card, Kind

MAX_BITS = 4096  #: Maximum number of bits of a numerator or denominator. No pack reaches it; it stops powers of powers in a mistyped build.
_NEWTON_BITS = 192  #: Number of bits above which the first guess of a root is computed from its upper half.


def whole_root(number: int, degree: int) -> int | None:
    """Return the root of a degree (2 or more) of a whole number if it is a whole number, else None; a negative number has no even root."""
    if number < 0 and degree % 2 == 0:
        return None
    root = root_floor(abs(number), degree)
    if root**degree != abs(number):
        return None
    return root if number >= 0 else -root


def root_floor(number: int, degree: int) -> int:
    """Return the root of a number (0 or more) of a degree (2 or more), rounded down, by Newton's method without floats."""
    if degree == 2:
        return isqrt(number)
    if number == 0:
        return 0
    bits = number.bit_length()
    guess = 1 << -(-bits // degree)
    if bits > _NEWTON_BITS:  # the root of the upper half of the digits is so good a guess that one or two steps are left
        shift = bits // (2 * degree)
        guess = (root_floor(number >> degree * shift, degree) + 1) << shift
    while True:
        better = ((degree - 1) * guess + number // guess ** (degree - 1)) // degree
        if better >= guess:
            return guess
        guess = better


def exact_root(value: Fraction, degree: int) -> Fraction | None:
    """Return the root of a degree (2 or more) if it is rational, else None; a negative value has no even root."""
    top = whole_root(value.numerator, degree)
    bottom = whole_root(value.denominator, degree)
    return None if top is None or bottom is None else Fraction(top, bottom)


def act(wild: Card, value: Fraction) -> Fraction | None:
    """Return the result of a wild card on a value.

    Returns:
        The exact result; None if it is no rational number, or if the value has more than `MAX_BITS` bits.

    Raises:
        ValueError: The card is a number card.
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
            raise ValueError(f"{wild} is a number card; only wild cards act on a value")
