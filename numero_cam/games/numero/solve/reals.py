"""Which numbers a set of cards can make on a way through irrational values.

Only sets with a root card and another root or a power can: one root of a rational number, once irrational, stays irrational under
additions and multiplications by cards. All values of such a set are listed, with the first way to each, in the normal form of `reach`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from numero_cam.games.numero.rules import Build, Card, Kind
from numero_cam.games.numero.solve.clock import Clock
from numero_cam.games.numero.solve.expression import Expression, Number, acting, summed
from numero_cam.games.numero.solve.reach import Reach
from numero_cam.games.numero.solve.shapes import shape_of
from numero_cam.games.numero.solve.surds import BITS, Surd, Value, acted, added, same

_KEY_BITS = 96

_Key = Fraction | tuple[int, int]
"""A rational value itself; of a surd the value to `_KEY_BITS` places, and a number that tells apart what is that near to each other."""


@dataclass(frozen=True, slots=True)
class _Way:
    """A value with the first way to it."""

    value: Value
    way: Expression


_Listed = dict[_Key, _Way]


class RealReach(Reach):
    """Answers which values masks of one position can make among the real numbers.

    Args:
        bases: The number cards and builds, in the order of their bits.
        wilds: The wild cards in the order of the pack, in the order of their bits after the bases.
        clock: Stops the search at its time limit.
        negative: Whether values below zero may occur on the way.
    """

    def __init__(self, bases: Sequence[Card | Build], wilds: Sequence[Card], clock: Clock, *, negative: bool = True) -> None:
        super().__init__([int(base.value or 0) for base in bases], wilds, clock, whole=False, negative=negative)
        self._numbers = bases
        self._cards = wilds
        first = len(bases)
        bits = [(1 << (first + place), card) for place, card in enumerate(wilds)]
        self._roots = sum(bit for bit, card in bits if card.kind is Kind.ROOT)
        self._radicals = sum(bit for bit, card in bits if card.kind in (Kind.ROOT, Kind.POWER))
        self._plain = shape_of(first, self.atom_bits.bit_count(), first + len(wilds), 0)
        self._real_terms: dict[int, _Listed] = {}
        self._reals: dict[int, _Listed] = {}

    def reachable(self, mask: int, wanted: set[int]) -> set[int]:
        """Return which of these scaled values the mask (with at least one base) can make."""
        found = self.among(mask, wanted)
        if len(found) == len(wanted) or not self._may_detour(mask):
            return found
        reals = self._list_reals(mask)
        return found | {value for value in wanted if self.lattice.value(value) in reals}

    def way(self, mask: int, number: int) -> Expression:
        """Return a way to a whole number that is reachable."""
        return self._list_reals(mask)[Fraction(number)].way

    def _may_detour(self, mask: int) -> bool:
        return bool(mask & self._roots) and (mask & self._radicals).bit_count() > 1

    def _list_reals(self, mask: int) -> _Listed:
        found = self._reals.get(mask)
        if found is not None:
            return found
        self._clock.check()
        splits = self._plain.splits(mask)
        terms: _Listed = {}
        if mask & (mask - 1) == 0:
            base = self._numbers[mask.bit_length() - 1]
            number = base.value or Fraction(0)
            terms[number] = _Way(number, Number(number, base))
        for place, rest in splits.acts:
            self._act(terms, self._cards[place], self._list_reals(rest))
        values = dict(terms)
        for term, rest in splits.sums:
            if rest & self.base_bits:
                self._list_reals(term)
                self._join(values, self._real_terms[term], self._list_reals(rest))
            else:
                self._list_reals(term)
                self._lessen(values, self._real_terms[term], self._held(rest))
        self._real_terms[mask] = terms
        self._reals[mask] = values
        return values

    def _act(self, into: _Listed, card: Card, before: _Listed) -> None:
        for one in before.values():
            self._clock.check()
            value = acted(card, one.value, self._clock.check)
            if value is not None and (self._negative or not _is_negative(value)):
                self._keep(into, value, lambda one=one: acting(card, one.way))  # type: ignore[misc]

    def _join(self, into: _Listed, terms: _Listed, rests: _Listed) -> None:
        for term in terms.values():
            self._clock.check()
            for rest in rests.values():
                value = added(term.value, rest.value, self._clock.check)
                self._keep(into, value, lambda term=term, rest=rest: summed([term.way, rest.way], []))  # type: ignore[misc]

    def _lessen(self, into: _Listed, terms: _Listed, cards: list[Card]) -> None:
        away = sum((card.value for card in cards), Fraction(0))
        for term in terms.values():
            value = added(term.value, -away, self._clock.check)
            self._keep(into, value, lambda term=term: summed([term.way], cards))  # type: ignore[misc]

    def _held(self, mask: int) -> list[Card]:
        return [card for place, card in enumerate(self._cards) if mask >> (len(self._numbers) + place) & 1]

    def _keep(self, into: _Listed, value: Value, way: Callable[[], Expression]) -> None:
        key: _Key
        if isinstance(value, Surd):
            number = 0
            place = value.interval(BITS)[0] >> (BITS - _KEY_BITS)
            while (found := into.get((place, number))) is not None:
                if same(value, found.value, self._clock.check):
                    return
                number += 1
            key = (place, number)
        else:
            key = value
        if key not in into:
            into[key] = _Way(value, way())


def _is_negative(value: Value) -> bool:
    return value.sign < 0 if isinstance(value, Surd) else value < 0
