"""Real numbers made with roots, exact: 7 under a root and then squared is 7 again.

A surd is an irrational value that some order of cards made. It knows three things: an interval of whole numbers around it, as narrow as
is asked for; a whole number that turns it into an algebraic integer; a bound of the size of all its conjugates with the number of them.
These decide everything exactly, without a table of identities: an algebraic integer that is not 0 has a norm of at least 1, so it is no
smaller than one over the product of the bounds of its other conjugates. A value nearer than that to a whole number is that number.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from numero_cam.games.numero.rules import Card, Kind, act
from numero_cam.games.numero.rules.arithmetic import MAX_BITS, root_floor

BITS = 192
"""Binary places of the first look at a value."""

Check = Callable[[], None]
"""Called before each closer look, which may take long: raises where the time is over."""


def _unhurried() -> None:
    """Leave all the time there is."""


@dataclass(frozen=True, slots=True, eq=False)
class Surd:
    """An irrational value.

    Attributes:
        card: The wild card that made it; `None` for a sum.
        parts: What it was made of: one value for a card, two for a sum.
        divisor: Times this it is an algebraic integer.
        size: A whole number that no conjugate exceeds.
        degree: How many conjugates it has at most.
    """

    card: Card | None
    parts: tuple["Fraction | Surd", ...]
    divisor: int
    size: int
    degree: int
    _looks: dict[int, tuple[int, int]] = field(default_factory=dict, repr=False)

    def interval(self, bits: int) -> tuple[int, int]:
        """Return whole numbers between which the value lies, times 2 to the power of `bits`."""
        found = self._looks.get(bits)
        if found is None:
            found = self._looks[bits] = _interval(self.card, [_interval_of(part, bits) for part in self.parts], bits)
        return found

    @property
    def sign(self) -> int:
        """1 or -1; an irrational value is not 0."""
        bits = BITS
        while True:
            low, high = self.interval(bits)
            if low > 0 or high < 0:
                return 1 if low > 0 else -1
            bits *= 2


Value = Fraction | Surd


def about(value: Value) -> Fraction:
    """Return the value to `BITS` binary places: exact where it is rational, and enough to lay numbers side by side by size."""
    return Fraction(value.interval(BITS)[0], 1 << BITS) if isinstance(value, Surd) else value


def same(one: Value, other: Value, check: Check = _unhurried) -> bool:
    """Return whether two values are equal."""
    if isinstance(one, Fraction) or isinstance(other, Fraction):
        return one == other
    if _made_alike(one, other):
        return True
    bits = BITS
    divisor, bound = lcm(one.divisor, other.divisor), one.size + other.size
    needed = (divisor * bound).bit_length() * (one.degree * other.degree - 1) + 1
    while True:
        (a, b), (c, d) = one.interval(bits), other.interval(bits)
        if b < c or d < a:
            return False
        if (divisor * max(b - c, d - a)).bit_length() + needed <= bits:
            return True
        check()
        bits *= 2


def _made_alike(one: Value, other: Value) -> bool:
    """Return whether both were made in the same way: then they are equal, and no closer look is needed."""
    if one is other:
        return True
    if isinstance(one, Fraction) or isinstance(other, Fraction):
        return one == other
    return one.card == other.card and all(map(_made_alike, one.parts, other.parts))


def acted(card: Card, value: Value, check: Check = _unhurried) -> Value | None:
    """Return what the wild card makes of the value among the real numbers; `None` for an even root of a negative one.

    A power is also `None` where it would grow beyond `MAX_BITS` bits.
    """
    if isinstance(value, Fraction):
        exact = act(card, value)
        if exact is not None or card.kind is not Kind.ROOT:
            return exact
        if value < 0 and card.value % 2 == 0:
            return None
    elif card.kind is Kind.ROOT and card.value % 2 == 0 and value.sign < 0:
        return None
    divisor, size, degree = _facts(value)
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


def added(one: Value, other: Value, check: Check = _unhurried) -> Value:
    """Return the sum of two values."""
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        return one + other
    a, b = _facts(one), _facts(other)
    return _simplified(Surd(None, (one, other), lcm(a[0], b[0]), a[1] + b[1], a[2] * b[2]), check)


def _facts(value: Value) -> tuple[int, int, int]:
    """Return divisor, size and degree of a value."""
    if isinstance(value, Surd):
        return value.divisor, value.size, value.degree
    return value.denominator, max(1, abs(int(value)) + 1), 1


def _simplified(value: Surd, check: Check) -> Value:
    """Return the rational number that the value is, if it is one.

    Times its divisor a rational value is a whole number `n`. The difference to the nearest `n` is an algebraic integer; each of its
    conjugates is at most `divisor * size + |n|`, so it is 0 if it is smaller than one over that to the power of the other conjugates.
    """
    bits = BITS
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


def _interval_of(value: Value, bits: int) -> tuple[int, int]:
    if isinstance(value, Surd):
        return value.interval(bits)
    scaled = value.numerator << bits
    return scaled // value.denominator, -(-scaled // value.denominator)


def _interval(card: Card | None, parts: Sequence[tuple[int, int]], bits: int) -> tuple[int, int]:
    """Return the interval of a result from those of its parts."""
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
    ends = sorted((low**degree, high**degree))
    least = 0 if degree % 2 == 0 and low < 0 < high else ends[0]
    shift = bits * (degree - 1)
    return least >> shift, -(-ends[1] >> shift)


def _root(value: int, degree: int, bits: int) -> int:
    """Return the whole number below the root, scaled as the value is."""
    scaled = value << (bits * (degree - 1))
    if degree % 2 == 0:
        return root_floor(max(0, scaled), degree)
    floor = root_floor(abs(scaled), degree)
    return floor if scaled >= 0 else -floor - 1
