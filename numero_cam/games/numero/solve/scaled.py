"""Exact arithmetic on whole numbers for one position.

Each card is used once, so the denominator of every intermediate value divides a number known beforehand, the scale: the product of all
divisors on the wild cards, to the degree of the powers in play. Values times the scale are integers, so that sums, comparisons and
sets of values need no fractions.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from math import ceil, prod

from numero_cam.games.numero.rules import Card, Kind, act
from numero_cam.games.numero.rules.arithmetic import whole_root

Forward = Callable[[Iterable[int]], list[int]]  #: Maps scaled values to the results of a wild card that are integers.
Backward = Callable[[int], tuple[int, ...]]  #: Maps a scaled result to the scaled values of which a wild card makes it.
Root = Callable[[int], int | None]  #: Maps a scaled value to its scaled root; None if that is no integer.


@dataclass(frozen=True)
class ScaledAction:
    """The arithmetic of a wild card on scaled values."""

    card: Card  #: The card.
    scale: int  #: Factor between a true value and its scaled value.
    shift: int  #: What a subtraction card subtracts, scaled; 0 for other cards.
    growth: int  #: Upper bound of result divided by value, a whole number; 0 for a power, which has none.
    factor: Fraction | None = None  #: What the card multiplies by; None for subtractions, powers and roots.

    @property
    def divisor(self) -> int:
        """The denominator of `factor`; 1 for cards without one."""
        return 1 if self.factor is None else self.factor.denominator

    # Cached only on use: with the kernel nobody calls these two, and more objects make Python's garbage collector run more often.

    @cached_property
    def forward(self) -> Forward:
        """The function from scaled values to their results."""
        shift, degree = self.shift, int(self.card.value)
        if self.factor is not None:
            return _multiply(self.factor)
        if self.card.kind is Kind.SUBTRACT:
            return lambda values: [value - shift for value in values]
        if self.card.kind is Kind.POWER:
            return _power(degree, self.scale)
        root = _root(degree, self.scale)
        return lambda values: [result for value in values if (result := root(value)) is not None]

    @cached_property
    def backward(self) -> Backward:
        """The function from a scaled result to the values that give it."""
        shift, degree = self.shift, int(self.card.value)
        if self.factor is not None:
            return _divide(self.factor)
        if self.card.kind is Kind.SUBTRACT:
            return lambda result: (result + shift,)
        if self.card.kind is Kind.POWER:
            root = _root(degree, self.scale)
            return _even_root_backward(root) if degree % 2 == 0 else _odd_root_backward(root)
        power = _power(degree, self.scale)
        return lambda result: tuple(power([result])) if result >= 0 or degree % 2 else ()


@dataclass(frozen=True, slots=True)
class Lattice:
    """The scale of one position, and its wild cards on scaled values."""

    scale: int  #: Factor between a true value and its scaled value; 1 where only whole numbers are allowed.
    actions: tuple[ScaledAction, ...]  #: The wild cards, in the order given.
    whole: bool  #: Whether only whole numbers are allowed.

    @classmethod
    def of(cls, wilds: Sequence[Card], *, whole: bool) -> "Lattice":
        """Return the cached lattice of these wild cards."""
        return _cached_lattice(tuple(wilds), whole)

    def scaled(self, value: Fraction | int) -> int:
        """Return the value times the scale, which must be a whole number."""
        return int(value * self.scale)

    def value(self, scaled: int) -> Fraction:
        """Return the true value of a scaled one."""
        return Fraction(scaled, self.scale)


@lru_cache(maxsize=1024)
def _cached_lattice(wilds: tuple[Card, ...], whole: bool) -> Lattice:  # noqa: FBT001 - the key of a cache
    """Return the lattice of these wild cards; its scale is 1 where only whole numbers are allowed."""
    scale = 1 if whole else _common_denominator(wilds)
    return Lattice(scale, tuple(_scaled_action(card, scale) for card in wilds), whole)


def _common_denominator(wilds: Sequence[Card]) -> int:
    """Return a multiple of every denominator that can occur with these wild cards."""
    bottom = prod(_card_divisor(card) for card in wilds)
    return int(bottom ** prod(int(card.value) for card in wilds if card.kind is Kind.POWER))


def _card_divisor(card: Card) -> int:
    """Return the number that a wild card divides by: 4 for `/4` and `3/4`, 1 for `x3`."""
    if card.kind is Kind.DIVIDE:
        return int(card.value)
    return card.value.denominator if card.kind is Kind.FRACTION else 1


@cache
def multiplier_of(card: Card) -> Fraction | None:
    """Return the number that a wild card multiplies by; `None` for subtractions, powers and roots."""
    return act(card, Fraction(1)) if card.kind in (Kind.MULTIPLY, Kind.DIVIDE, Kind.FRACTION) else None


@lru_cache(maxsize=512)
def _scaled_action(card: Card, scale: int) -> ScaledAction:
    """Return the cached arithmetic of a wild card on values with this scale."""
    factor = multiplier_of(card)
    shift = int(card.value) * scale if card.kind is Kind.SUBTRACT else 0
    return ScaledAction(card, scale, shift, 0 if card.kind is Kind.POWER else max(1, ceil(factor or 1)), factor)


def _multiply(factor: Fraction) -> Forward:
    """Return the function that multiplies scaled values by the factor; results that are no integers are left out."""
    top, bottom = factor.numerator, factor.denominator
    if bottom == 1:
        return lambda values: [value * top for value in values]
    return lambda values: [value * top // bottom for value in values if value * top % bottom == 0]


def _divide(factor: Fraction) -> Backward:
    """Return the function from a product to the value that the factor was multiplied with, or to none where that is no integer."""
    top, bottom = factor.numerator, factor.denominator
    return lambda result: () if result * bottom % top else (result * bottom // top,)


def _power(degree: int, scale: int) -> Forward:
    """Return the function that raises scaled values to the degree; results that are no integers are left out.

    A true value is v / scale, so its scaled power is v ** degree / scale ** (degree - 1).
    """
    divisor = int(scale ** (degree - 1))
    return lambda values: [value**degree // divisor for value in values if value**degree % divisor == 0]


def _root(degree: int, scale: int) -> Root:
    """Return the function from a scaled value to its scaled root, the root of v * scale ** (degree - 1)."""
    multiplier = int(scale ** (degree - 1))
    return lambda value: whole_root(value * multiplier, degree)


def _odd_root_backward(root: Root) -> Backward:
    """Return the function from an odd power to its base."""

    def backward(result: int) -> tuple[int, ...]:
        """Return the base of a power, if it is an integer."""
        value = root(result)
        return () if value is None else (value,)

    return backward


def _even_root_backward(root: Root) -> Backward:
    """Return the function from an even power to its bases of both signs: 9 is the square of 3 and of -3."""

    def backward(result: int) -> tuple[int, ...]:
        """Return the bases of a power, if they are integers."""
        value = root(result)
        return () if value is None else (value, -value) if value else (0,)

    return backward
