"""Exact arithmetic of one position on whole numbers.

Each card is used once, so every value on the way has a denominator that divides a number known beforehand: the
product of what the wild cards divide by, to the degree of the powers in play. Values times that number are whole,
and sums, comparisons and sets of them need no fractions. It also says at once which values a few cards can not make.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from numero_cam.rules import Card, Kind, act
from numero_cam.rules.arithmetic import whole_root

Forward = Callable[[int], int | None]
Backward = Callable[[int], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Action:
    """A wild card on scaled values.

    Attributes:
        card: The card.
        forward: Value to result, `None` where it is not allowed.
        backward: Result to the values that give it.
        shift: What a subtraction card takes away, scaled; 0 for other cards.
    """

    card: Card
    forward: Forward
    backward: Backward
    shift: int


@dataclass(frozen=True, slots=True)
class Lattice:
    """The scale of one position.

    Attributes:
        scale: What every value is multiplied by; 1 where only whole numbers are allowed.
        actions: The wild cards on scaled values, in the order given.
        whole: Whether only whole numbers are allowed.
    """

    scale: int
    actions: tuple[Action, ...]
    whole: bool

    @classmethod
    def of(cls, wilds: Sequence[Card], *, whole: bool) -> "Lattice":
        """Return the lattice of these wild cards."""
        scale = 1 if whole else denominator_of(wilds)
        return cls(scale, tuple(_action(card, scale) for card in wilds), whole)

    def scaled(self, value: Fraction | int) -> int:
        """Return the value times the scale; it must be a whole number."""
        return int(value * self.scale)

    def value(self, scaled: int) -> Fraction:
        """Return the true value."""
        return Fraction(scaled, self.scale)


def denominator_of(wilds: Sequence[Card]) -> int:
    """Return a number that every denominator on the way divides, whatever is done with these wild cards."""
    bottom = prod(divisor_of(card) for card in wilds)
    return int(bottom ** prod(int(card.value) for card in wilds if card.kind is Kind.POWER))


def divisor_of(card: Card) -> int:
    """Return what a wild card divides by: 4 for `/4` and `3/4`, 1 for `x3`."""
    if card.kind is Kind.DIVIDE:
        return int(card.value)
    return card.value.denominator if card.kind is Kind.FRACTION else 1


def factor_of(card: Card) -> Fraction | None:
    """Return the number that a wild card multiplies by; `None` for subtractions, powers and roots."""
    return act(card, Fraction(1)) if card.kind in (Kind.MULTIPLY, Kind.DIVIDE, Kind.FRACTION) else None


def _action(card: Card, scale: int) -> Action:
    factor = factor_of(card)
    amount = int(card.value)
    if factor is not None:
        return Action(card, _times(factor), _listed(_times(1 / factor)), 0)
    if card.kind is Kind.SUBTRACT:
        shift = amount * scale
        return Action(card, lambda value: value - shift, lambda result: (result + shift,), shift)
    power, root = _power(amount, scale), _root(amount, scale)
    if card.kind is Kind.POWER:
        return Action(card, power, _both(root) if amount == 2 else _listed(root), 0)
    back = _listed(power)
    return Action(card, root, back if amount == 3 else lambda result: back(result) if result >= 0 else (), 0)


def _times(factor: Fraction) -> Forward:
    top, bottom = factor.numerator, factor.denominator
    if bottom == 1:
        return lambda value: value * top

    def times(value: int) -> int | None:
        result, left = divmod(value * top, bottom)
        return None if left else result

    return times


def _power(degree: int, scale: int) -> Forward:
    divisor = int(scale ** (degree - 1))

    def power(value: int) -> int | None:
        result, left = divmod(value**degree, divisor)
        return None if left else int(result)

    return power


def _root(degree: int, scale: int) -> Forward:
    multiplier = int(scale ** (degree - 1))
    return lambda value: whole_root(value * multiplier, degree)


def _listed(inverse: Forward) -> Backward:
    def backward(result: int) -> tuple[int, ...]:
        value = inverse(result)
        return () if value is None else (value,)

    return backward


def _both(root: Forward) -> Backward:
    """Give both signs of a square root: 9 is the square of 3 and of -3."""

    def backward(result: int) -> tuple[int, ...]:
        value = root(result)
        return () if value is None else (value, -value) if value else (0,)

    return backward
