"""Exact real numbers made with roots: the square root of 7, squared, is 7 again.

A surd here is any irrational value that cards can make. It stores how it was made, which gives an interval around it at any precision;
an integer divisor by which it becomes an algebraic integer; and bounds of the absolute value and the number of its conjugates. These
decide equality exactly: the norm of an algebraic integer that is not 0 is at least 1, so its absolute value is at least one over the
product of the bounds of its other conjugates. A difference that is smaller than that is 0.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from numero_cam.games.numero.rules import Card, Kind, act
from numero_cam.games.numero.rules.arithmetic import MAX_BITS, root_floor

FIRST_PRECISION_BITS = 192  #: Number of binary places of the first interval around a value; each further interval has twice as many.

#: A function that is called before each more precise computation; it raises an exception once the time is over.
TimeCheck = Callable[[], None]


def _no_time_check() -> None:
    """Set no time limit."""


@dataclass(frozen=True, slots=True, eq=False)
class Surd:
    """An irrational value."""

    card: Card | None  #: The wild card that made it; None for a sum.
    parts: tuple["Fraction | Surd", ...]  #: The values that it was made of: one for a card, two for a sum.
    divisor: int  #: An integer; the value times this is an algebraic integer.
    size: int  #: Upper bound of the absolute value of all conjugates, a whole number.
    degree: int  #: Upper bound of the number of conjugates.
    _intervals: dict[int, tuple[int, int]] = field(default_factory=dict, repr=False)  #: What `interval` returned, by `bits`.

    def interval(self, bits: int) -> tuple[int, int]:
        """Return two integers between which the value times 2 ** `bits` lies."""
        found = self._intervals.get(bits)
        if found is None:
            found = self._intervals[bits] = _result_interval(self.card, [_value_interval(part, bits) for part in self.parts], bits)
        return found

    @property
    def sign(self) -> int:
        """The sign, 1 or -1; an irrational value is not 0."""
        bits = FIRST_PRECISION_BITS
        while True:
            low, high = self.interval(bits)
            if low > 0 or high < 0:
                return 1 if low > 0 else -1
            bits *= 2


Value = Fraction | Surd


def approximate(value: Value) -> Fraction:
    """Return a rational value itself, and a surd to `FIRST_PRECISION_BITS` binary places, which is enough to compare sizes."""
    return Fraction(value.interval(FIRST_PRECISION_BITS)[0], 1 << FIRST_PRECISION_BITS) if isinstance(value, Surd) else value


def equal_values(one: Value, other: Value, check: TimeCheck = _no_time_check) -> bool:
    """Return whether two values are equal, which is decided as the text of the module says; `check` may raise before each longer try."""
    if isinstance(one, Fraction) or isinstance(other, Fraction):
        return one == other
    if _same_construction(one, other):
        return True
    bits = FIRST_PRECISION_BITS
    divisor, bound = lcm(one.divisor, other.divisor), one.size + other.size
    # Bits of the product of the bounds of all other conjugates of the difference times the divisor, an algebraic integer.
    needed = (divisor * bound).bit_length() * (one.degree * other.degree - 1) + 1
    while True:
        (a, b), (c, d) = one.interval(bits), other.interval(bits)
        if b < c or d < a:
            return False
        if (divisor * max(b - c, d - a)).bit_length() + needed <= bits:
            return True
        check()
        bits *= 2


def _same_construction(one: Value, other: Value) -> bool:
    """Return whether both were made by the same cards from equal parts: then they are equal."""
    if one is other:
        return True
    if isinstance(one, Fraction) or isinstance(other, Fraction):
        return one == other
    return one.card == other.card and all(map(_same_construction, one.parts, other.parts))


def apply_card(card: Card, value: Value, check: TimeCheck = _no_time_check) -> Value | None:
    """Return the real result of a wild card on a value; None for an even root of a negative value and for a power above `MAX_BITS` bits."""
    if isinstance(value, Fraction):
        exact = act(card, value)
        if exact is not None or card.kind is not Kind.ROOT:
            return exact
        if value < 0 and card.value % 2 == 0:
            return None
    elif card.kind is Kind.ROOT and card.value % 2 == 0 and value.sign < 0:
        return None
    divisor, size, degree = _bounds(value)
    amount = int(card.value) if card.value.denominator == 1 else 0
    match card.kind:
        case Kind.SUBTRACT:
            made = Surd(card, (value,), divisor, size + amount, degree)
        case Kind.POWER:
            if size.bit_length() * amount > MAX_BITS:
                return None
            made = Surd(card, (value,), divisor**amount, size**amount, degree)
        case Kind.ROOT:
            made = Surd(card, (value,), divisor, size, degree * amount)
        case Kind.DIVIDE:
            made = Surd(card, (value,), divisor * amount, size, degree)
        case _:
            factor = card.value
            made = Surd(card, (value,), divisor * factor.denominator, size * (int(factor) + 1), degree)
    return _simplified(made, check)


def add_values(one: Value, other: Value, check: TimeCheck = _no_time_check) -> Value:
    """Return the sum of two values."""
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        return one + other
    a, b = _bounds(one), _bounds(other)
    return _simplified(Surd(None, (one, other), lcm(a[0], b[0]), a[1] + b[1], a[2] * b[2]), check)


def _bounds(value: Value) -> tuple[int, int, int]:
    """Return the divisor, size and degree of a value, as `Surd` defines them."""
    if isinstance(value, Surd):
        return value.divisor, value.size, value.degree
    return value.denominator, max(1, abs(int(value)) + 1), 1


def _simplified(value: Surd, check: TimeCheck) -> Value:
    """Return the value as a fraction if it is rational, else unchanged.

    A rational value times its divisor is an integer. The difference to the nearest integer `n` is an algebraic integer whose conjugates
    are at most `divisor * size + |n|`, so it is 0 if it is smaller than one over the product of these bounds of the other conjugates.
    """
    bits = FIRST_PRECISION_BITS
    while True:
        low, high = (value.divisor * side for side in value.interval(bits))
        nearest = (low + high + (1 << bits)) >> (bits + 1)
        target = nearest << bits
        if target < low or target > high:
            return value
        bound = value.divisor * value.size + abs(nearest)
        needed = bound.bit_length() * (value.degree - 1) + 1
        if max(high - target, target - low).bit_length() + needed <= bits:
            return Fraction(nearest, value.divisor)
        check()
        bits *= 2


def _value_interval(value: Value, bits: int) -> tuple[int, int]:
    """Return two integers between which the value times 2 ** `bits` lies."""
    if isinstance(value, Surd):
        return value.interval(bits)
    scaled = value.numerator << bits
    return scaled // value.denominator, -(-scaled // value.denominator)


def _result_interval(card: Card | None, parts: Sequence[tuple[int, int]], bits: int) -> tuple[int, int]:
    """Return the interval of what a wild card makes of a value, or for None of the sum of two; all are scaled by 2 ** `bits`."""
    low, high = parts[0]
    if card is None:
        return low + parts[1][0], high + parts[1][1]
    amount = card.value
    match card.kind:
        case Kind.SUBTRACT:
            return low - (int(amount) << bits), high - (int(amount) << bits)
        case Kind.DIVIDE:
            return low // int(amount), -(-high // int(amount))
        case Kind.MULTIPLY | Kind.FRACTION:
            return low * amount.numerator // amount.denominator, -(-high * amount.numerator // amount.denominator)
        case Kind.POWER:
            return _power(low, high, int(amount), bits)
        case _:
            return (_root(low, int(amount), bits), _root(high, int(amount), bits) + 1)


def _power(low: int, high: int, degree: int, bits: int) -> tuple[int, int]:
    """Return the interval of a power from that of its base, both scaled by 2 ** `bits`."""
    ends = sorted((low**degree, high**degree))
    least = 0 if degree % 2 == 0 and low < 0 < high else ends[0]
    shift = bits * (degree - 1)
    return least >> shift, -(-ends[1] >> shift)


def _root(value: int, degree: int, bits: int) -> int:
    """Return the largest integer not above the root; value and root are scaled by 2 ** `bits`."""
    scaled = value << (bits * (degree - 1))
    if degree % 2 == 0:
        return root_floor(max(0, scaled), degree)
    floor = root_floor(abs(scaled), degree)
    return floor if scaled >= 0 else -floor - 1
