"""Exact arithmetic of one position on whole numbers.

Each card is used once, so every value on the way has a denominator that divides a number known beforehand: the
product of what the wild cards divide by, to the degree of the powers in play. Values times that number are whole,
and sums, comparisons and sets of them need no fractions. It also says at once which values a few cards cannot make.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from math import ceil, prod

from numero_cam.games.numero.rules import Card, Kind, act
from numero_cam.games.numero.rules.arithmetic import whole_root

Forward = Callable[[Iterable[int]], list[int]]
Backward = Callable[[int], tuple[int, ...]]
Root = Callable[[int], int | None]


@dataclass(frozen=True)
class Action:
    """A wild card on scaled values.

    Attributes:
        card: The card.
        scale: What every value is multiplied by.
        shift: What a subtraction card takes away, scaled; 0 for other cards.
        growth: A whole number that the card multiplies by at most; 0 for a power.
        factor: What the card multiplies by; `None` for subtractions, powers and roots.
    """

    card: Card
    scale: int
    shift: int
    growth: int
    factor: Fraction | None = None

    @property
    def divisor(self) -> int:
        """What the card divides by."""
        return 1 if self.factor is None else self.factor.denominator

    # Only the engine without the kernel needs these two, and what is kept makes Python's collector of garbage come by more often.

    @cached_property
    def forward(self) -> Forward:
        """Values to the results that are allowed."""
        shift, degree = self.shift, int(self.card.value)
        if self.factor is not None:
            return _times(self.factor)
        if self.card.kind is Kind.SUBTRACT:
            return lambda values: [value - shift for value in values]
        return _power(degree, self.scale) if self.card.kind is Kind.POWER else _each(_root(degree, self.scale))

    @cached_property
    def backward(self) -> Backward:
        """Result to the values that give it."""
        shift, degree = self.shift, int(self.card.value)
        if self.factor is not None:
            return _over(self.factor)
        if self.card.kind is Kind.SUBTRACT:
            return lambda result: (result + shift,)
        if self.card.kind is Kind.POWER:
            root = _root(degree, self.scale)
            return _both(root) if degree % 2 == 0 else _listed(root)
        power = _power(degree, self.scale)
        return lambda result: tuple(power([result])) if result >= 0 or degree % 2 else ()


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
        return _lattice(tuple(wilds), whole)

    def scaled(self, value: Fraction | int) -> int:
        """Return the value times the scale; it must be a whole number."""
        return int(value * self.scale)

    def value(self, scaled: int) -> Fraction:
        """Return the true value."""
        return Fraction(scaled, self.scale)


@lru_cache(maxsize=1024)
def _lattice(wilds: tuple[Card, ...], whole: bool) -> Lattice:  # noqa: FBT001 - the key of a cache
    scale = 1 if whole else denominator_of(wilds)
    return Lattice(scale, tuple(_action(card, scale) for card in wilds), whole)


def denominator_of(wilds: Sequence[Card]) -> int:
    """Return a number that every denominator on the way divides, whatever is done with these wild cards."""
    bottom = prod(divisor_of(card) for card in wilds)
    return int(bottom ** prod(int(card.value) for card in wilds if card.kind is Kind.POWER))


def divisor_of(card: Card) -> int:
    """Return what a wild card divides by: 4 for `/4` and `3/4`, 1 for `x3`."""
    if card.kind is Kind.DIVIDE:
        return int(card.value)
    return card.value.denominator if card.kind is Kind.FRACTION else 1


@cache
def factor_of(card: Card) -> Fraction | None:
    """Return the number that a wild card multiplies by; `None` for subtractions, powers and roots."""
    return act(card, Fraction(1)) if card.kind in (Kind.MULTIPLY, Kind.DIVIDE, Kind.FRACTION) else None


@lru_cache(maxsize=512)
def _action(card: Card, scale: int) -> Action:
    factor = factor_of(card)
    shift = int(card.value) * scale if card.kind is Kind.SUBTRACT else 0
    return Action(card, scale, shift, 0 if card.kind is Kind.POWER else max(1, ceil(factor or 1)), factor)


def _times(factor: Fraction) -> Forward:
    top, bottom = factor.numerator, factor.denominator
    if bottom == 1:
        return lambda values: [value * top for value in values]
    return lambda values: [value * top // bottom for value in values if value * top % bottom == 0]


def _over(factor: Fraction) -> Backward:
    top, bottom = factor.numerator, factor.denominator
    return lambda result: () if result * bottom % top else (result * bottom // top,)


def _power(degree: int, scale: int) -> Forward:
    divisor = int(scale ** (degree - 1))
    return lambda values: [value**degree // divisor for value in values if value**degree % divisor == 0]


def _root(degree: int, scale: int) -> Root:
    multiplier = int(scale ** (degree - 1))
    return lambda value: whole_root(value * multiplier, degree)


def _each(root: Root) -> Forward:
    return lambda values: [result for value in values if (result := root(value)) is not None]


def _listed(root: Root) -> Backward:
    def backward(result: int) -> tuple[int, ...]:
        value = root(result)
        return () if value is None else (value,)

    return backward


def _both(root: Root) -> Backward:
    """Give both signs of an even root: 9 is the square of 3 and of -3."""

    def backward(result: int) -> tuple[int, ...]:
        value = root(result)
        return () if value is None else (value, -value) if value else (0,)

    return backward
