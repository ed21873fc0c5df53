"""Finds which whole numbers a set of cards can make with irrational intermediate values.

Only sets with a root card and another root or power card need this: a single root that is irrational stays irrational under additions
and multiplications by cards. For such a set all real values are listed, each with the first way to it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from numero_cam.games.numero.rules import Build, Card, Kind
from numero_cam.games.numero.solve.clock import Clock
from numero_cam.games.numero.solve.expression import Expression, Number, apply_to_expression, sum_expression
from numero_cam.games.numero.solve.reach import Reach
from numero_cam.games.numero.solve.splits import split_cache
from numero_cam.games.numero.solve.surds import FIRST_PRECISION_BITS, Surd, Value, add_values, apply_card, equal_values

_KEY_BITS = 96  #: Number of binary places of a surd in its key.

#: A rational value itself; a surd rounded to `_KEY_BITS` binary places, with a counter that distinguishes surds that round alike.
_Key = Fraction | tuple[int, int]


@dataclass(frozen=True, slots=True)
class _ValueWay:
    """A value with the first way to it that was found."""

    value: Value  #: The value, unscaled.
    way: Expression  #: The expression that has it.


_WaysByValue = dict[_Key, _ValueWay]  # in the order in which the values were found


class RealReach(Reach):
    """Finds which values masks of one position can make if intermediate values may be any real numbers.

    Args:
        bases: The number cards and builds, in the order of their bits.
        wilds: The wild cards in the order of the pack, in the order of their bits after the bases.
        clock: Stops the search at its time limit.
        negative: Whether intermediate values may be below zero.
    """

    def __init__(self, bases: Sequence[Card | Build], wilds: Sequence[Card], clock: Clock, *, negative: bool = True) -> None:
        super().__init__([int(base.value or 0) for base in bases], wilds, clock, whole=False, negative=negative)
        self._base_items = bases
        self._cards = wilds
        first = len(bases)
        bits = [(1 << (first + place), card) for place, card in enumerate(wilds)]
        self._roots = sum(bit for bit, card in bits if card.kind is Kind.ROOT)
        self._radicals = sum(bit for bit, card in bits if card.kind in (Kind.ROOT, Kind.POWER))
        self._split_cache_without_groups = split_cache(first, self.atom_bits.bit_count(), first + len(wilds), 0)
        self._term_ways: dict[int, _WaysByValue] = {}  # by mask: the values whose last step is no addition
        self._ways: dict[int, _WaysByValue] = {}  # by mask: all values

    def reachable(self, mask: int, wanted: set[int]) -> set[int]:
        """Return the wanted scaled values that the mask, which holds at least one base, can make."""
        found = self.made_among(mask, wanted)
        if len(found) == len(wanted) or not self._may_use_irrationals(mask):
            return found
        reals = self._list_ways(mask)
        return found | {value for value in wanted if self.lattice.value(value) in reals}

    def way(self, mask: int, number: int) -> Expression:
        """Return the first expression by which the mask makes a whole number; the number must be reachable."""
        return self._list_ways(mask)[Fraction(number)].way

    def _may_use_irrationals(self, mask: int) -> bool:
        """Return whether irrational values can help: the mask holds a root card and another root or power card."""
        return bool(mask & self._roots) and (mask & self._radicals).bit_count() > 1

    def _list_ways(self, mask: int) -> _WaysByValue:
        """Return all real values that the mask makes, each with the first way to it, and cache them."""
        found = self._ways.get(mask)
        if found is not None:
            return found
        self._clock.check()
        splits = self._split_cache_without_groups.splits(mask)
        terms: _WaysByValue = {}
        if mask & (mask - 1) == 0:
            base = self._base_items[mask.bit_length() - 1]
            number = base.value or Fraction(0)
            terms[number] = _ValueWay(number, Number(number, base))
        for place, rest in splits.acts:
            self._add_wild_card_ways(terms, self._cards[place], self._list_ways(rest))
        values = dict(terms)
        for term, rest in splits.sums:
            if rest & self.base_bits:
                self._list_ways(term)
                self._add_sums(values, self._term_ways[term], self._list_ways(rest))
            else:
                self._list_ways(term)
                self._add_differences(values, self._term_ways[term], self._cards_of(rest))
        self._term_ways[mask] = terms
        self._ways[mask] = values
        return values

    def _add_wild_card_ways(self, into: _WaysByValue, card: Card, before: _WaysByValue) -> None:
        """Add what a wild card makes of each value."""
        for one in before.values():
            self._clock.check()
            value = apply_card(card, one.value, self._clock.check)
            if value is not None and (self._negative or not _is_negative(value)):
                self._add_first(into, value, lambda one=one: apply_to_expression(card, one.way))  # type: ignore[misc]

    def _add_sums(self, into: _WaysByValue, terms: _WaysByValue, rests: _WaysByValue) -> None:
        """Add each sum of a term and a rest."""
        for term in terms.values():
            self._clock.check()
            for rest in rests.values():
                value = add_values(term.value, rest.value, self._clock.check)
                self._add_first(into, value, lambda term=term, rest=rest: sum_expression([term.way, rest.way], []))  # type: ignore[misc]

    def _add_differences(self, into: _WaysByValue, terms: _WaysByValue, cards: list[Card]) -> None:
        """Add each term less all of the subtraction cards."""
        away = sum((card.value for card in cards), Fraction(0))
        for term in terms.values():
            value = add_values(term.value, -away, self._clock.check)
            self._add_first(into, value, lambda term=term: sum_expression([term.way], cards))  # type: ignore[misc]

    def _cards_of(self, mask: int) -> list[Card]:
        """Return the wild cards of a mask."""
        return [card for place, card in enumerate(self._cards) if mask >> (len(self._base_items) + place) & 1]

    def _add_first(self, into: _WaysByValue, value: Value, way: Callable[[], Expression]) -> None:
        """Add a value with its way, unless a way to an equal value is there already; `way` returns it and is called only if needed."""
        key: _Key
        if isinstance(value, Surd):
            number = 0
            rounded = value.interval(FIRST_PRECISION_BITS)[0] >> (FIRST_PRECISION_BITS - _KEY_BITS)
            while (found := into.get((rounded, number))) is not None:
                if equal_values(value, found.value, self._clock.check):
                    return
                number += 1
            key = (rounded, number)
        else:
            key = value
        if key not in into:
            into[key] = _ValueWay(value, way())


def _is_negative(value: Value) -> bool:
    """Return whether a value is below zero."""
    return value.sign < 0 if isinstance(value, Surd) else value < 0
