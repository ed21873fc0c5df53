"""Which values a set of cards can make: the heart of the solver.

Cards are bits of a mask: first the number cards and builds (`bases`), then the wild cards. A mask can make a value
if some order of additions and wild cards, each card used once, ends on it. Values are searched in a normal form in
which a sum is one list of terms, so that orders of addition are not told apart, and a subtraction card is a term like any
other. Where fractions are allowed, wild cards that multiply are played together where they follow each other, so that
their orders are not told apart either.

Small masks list all their values; large ones are searched from the wanted values backwards, against those lists.
Wanted values are asked for by the set: most of the work is the same for all of them.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import accumulate

from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.solve.clock import Clock
from numero_cam.games.numero.solve.scaled import Lattice, factor_of
from numero_cam.games.numero.solve.shapes import shape_of

MAX_LISTED_CARDS = 4
"""Masks of at most this many cards have all their values listed at once."""
QUERIES_BEFORE_LISTING = {5: 4, 6: 30, 7: 200}
"""By number of cards: values asked about before all values of a larger mask are listed."""


_ALL = 0
"""All values of a mask."""
_TERMS = 1
"""The values that are not sums."""
_UNGROUPED = 2
"""The values on which no grouped wild card acted last."""


class Reach:
    """Answers which values masks of one position can make.

    Args:
        bases: Values of the number cards and builds, in the order of their bits.
        wilds: The wild cards in the order of the pack, in the order of their bits after the bases.
        whole: Whether every value on the way is a whole number.
        clock: Stops the search at its time limit.
        negative: Whether values below zero may occur on the way. Without them a subtraction card is no term: it acts on one value, as
            every other wild card does.
    """

    def __init__(self, bases: Sequence[int], wilds: Sequence[Card], clock: Clock, *, whole: bool, negative: bool = True) -> None:
        self.lattice = Lattice.of(wilds, whole=whole)
        self.bases = [self.lattice.scaled(value) for value in bases]
        self.base_bits = (1 << len(bases)) - 1
        self._clock = clock
        self._actions = self.lattice.actions
        items = self._items = len(bases) + len(wilds)
        self._negative = negative
        atoms = sum(1 for action in self._actions if action.shift) if negative else 0
        group = 0
        if not whole:
            group = sum(1 << (len(bases) + place) for place, action in enumerate(self._actions) if action.factor is not None)
        self._shape = shape_of(len(bases), atoms, items, group)
        self.atom_bits = self._shape.atom_bits
        self._factors = _products(tuple(action.factor for action in self._actions if action.factor is not None)) if group else []
        self._twins = twins_of(tuple(bases), tuple(wilds))
        self._reps: dict[int, int] = {}
        self._values: dict[int, set[int]] = {1 << place: {value} for place, value in enumerate(self.bases)}
        self._terms = dict(self._values)
        self._ungrouped = dict(self._values)
        self._lists = self._values, self._terms, self._ungrouped
        self._list_atoms([action.shift for action in self._actions[:atoms]])
        self._known: tuple[_Known, ...] = ({}, {}, {})
        self._asked: dict[int, int] = {}
        self._plans: dict[int, _Plan] = {}
        self._bounds: dict[int, tuple[int, int, int]] = {}

    def _list_atoms(self, shifts: Sequence[int]) -> None:
        """Yield the masks of subtraction cards alone the value that they add as the rest of a sum."""
        totals = [0]
        for shift in shifts:
            totals += [total - shift for total in totals]
        for held, total in enumerate(totals[1:], start=1):
            self._values[held << len(self.bases)] = {total}

    def makes(self, mask: int, value: int) -> bool:
        """Return whether the mask (with at least one base) can make the scaled value."""
        values = self._values.get(mask)
        return value in values if values is not None else bool(self.among(mask, {value}))

    def reachable(self, mask: int, wanted: set[int]) -> set[int]:
        """Return which of these scaled values the mask (with at least one base) can make, whatever numbers are allowed on the way."""
        return self.among(mask, wanted)

    def making(self, held: int, some: int, most: int, wanted: Sequence[int]) -> list[tuple[int, int]]:
        """Return the masks of up to `most` cards that hold all of `held`, with a base, and one of `some` at least, with each value made."""
        values = set(wanted)
        masks = (mask for mask in range(1, 1 << self._items) if mask & held == held and mask & some and mask.bit_count() <= most)
        return [(mask, value) for mask in masks for value in sorted(self.reachable(mask, values))]

    def among(self, mask: int, wanted: set[int], kind: int = _ALL) -> set[int]:
        """Return which of these scaled values the mask (with at least one base) can make: all, or those of one kind."""
        values = self._lists[kind].get(mask)
        return wanted & values if values is not None else self._among(kind, mask, wanted)

    def _among(self, kind: int, mask: int, wanted: set[int]) -> set[int]:
        """Return which of the values of one kind a mask that is not listed makes, searching those not asked for before."""
        if self._twins:
            mask = self._reps.get(mask) or self._rep(mask)
        if mask in self._values or self._worth_listing(mask):
            self._list(mask)
            return wanted & self._lists[kind][mask]
        known = self._known[kind].get(mask)
        if known is None:
            known = self._known[kind][mask] = (set(), set())
        asked, makable = known
        new = wanted - asked
        if new:
            step, least, most = self._bounds.get(mask) or self._bounds_of(mask)
            likely = {value for value in new if least <= value <= most and not value % step}
            if likely:
                self._clock.check()
                self._asked[mask] = self._asked.get(mask, 0) + len(likely)
                makable |= self._search(kind, mask, likely)
            asked |= new  # not before: the time limit may have broken the search off
        return wanted & makable

    def _search(self, kind: int, mask: int, wanted: set[int]) -> set[int]:
        """Return which of the values the mask makes by a last step that the kind allows."""
        splits = self._shape.splits(mask)
        found = self._alone_among(splits.acts, wanted) if splits.acts else set()
        if splits.groups and kind != _UNGROUPED:
            left = wanted - found
            if left:
                found |= self._grouped_among(splits.groups, left)
        if kind != _TERMS:
            left = wanted - found
            if left:
                found |= self._sums_among(mask, left)
        return found

    def _alone_among(self, acts: Iterable[tuple[int, int]], wanted: set[int]) -> set[int]:
        found: set[int] = set()
        for place, rest in acts:
            backward = self._actions[place].backward
            results = {before: value for value in wanted - found for before in backward(value) if self._negative or before >= 0}
            if results:
                found.update([results[before] for before in self.among(rest, set(results))])
        return found

    def _grouped_among(self, groups: Iterable[tuple[int, int]], wanted: set[int]) -> set[int]:
        found: set[int] = set()
        left = wanted
        for held, rest in groups:
            top, bottom = self._factors[held]
            results = {value * bottom // top: value for value in left if not value * bottom % top}
            if results:
                hits = self.among(rest, set(results), _UNGROUPED)
                if hits:
                    found.update([results[before] for before in hits])
                    left = wanted - found
                    if not left:
                        break
        return found

    def _sums_among(self, mask: int, wanted: set[int]) -> set[int]:
        plan = self._plans.get(mask)
        if plan is None:
            plan = self._plans[mask] = self._plan(mask)
        found: set[int] = set()
        left = wanted
        for few, many in plan[0]:
            hits = [value for value in left if not many.isdisjoint([value - part for part in few])]
            if hits:
                found.update(hits)
                left = wanted - found
                if not left:
                    return found
        for term, rest in plan[1]:
            found |= self._late_among(term, rest, left)
            left = wanted - found
            if not left:
                break
        return found

    def _plan(self, mask: int) -> "_Plan":
        """Return the splits of a mask into a term and a rest: those that are listed, as their lists, the smaller first, and the others."""
        ready: list[tuple[set[int], set[int]]] = []
        late: list[tuple[int, int]] = []
        seen = set()
        for term, rest in self._shape.splits(mask).sums:
            if self._twins:
                pair = self._reps.get(term) or self._rep(term), self._reps.get(rest) or self._rep(rest)
                if pair in seen:
                    continue
                seen.add(pair)
            terms, values = self._listed(term, self._terms), self._listed(rest, self._values)
            if terms is None or values is None:
                if terms is None or terms:
                    late.append((term, rest))
            elif terms and values:
                ready.append((terms, values) if len(terms) <= len(values) else (values, terms))
        ready.sort(key=lambda pair: len(pair[0]))
        return ready, late

    def _listed(self, mask: int, lists: dict[int, set[int]]) -> set[int] | None:
        found = lists.get(mask)
        if found is None and self._worth_listing(mask):
            self._list(mask)
            return lists[mask]
        return found

    def _late_among(self, term: int, rest: int, wanted: set[int]) -> set[int]:
        """Return which of the values are sums of a term and a rest that are not both listed."""
        rest_list = self._values.get(rest)
        if rest_list is None:
            term_list = self._terms.get(term)
            if term_list is None:
                self._list(term if term.bit_count() <= rest.bit_count() else rest)
                return self._late_among(term, rest, wanted)
            hits = self.among(rest, {value - part for value in wanted for part in term_list})
            return {value for value in wanted if not hits.isdisjoint([value - part for part in term_list])}
        hits = self.among(term, {value - part for value in wanted for part in rest_list}, _TERMS)
        return {value for value in wanted if not hits.isdisjoint([value - part for part in rest_list])}

    def parts(self, term: int, rest: int, value: int, *, signed: bool, step: int) -> set[int]:
        """Return the values of the term that a value of the rest brings to this value.

        Args:
            term: A mask with a base.
            rest: A mask with a base, or of subtraction cards alone.
            value: Scaled.
            signed: Whether both may be negative; then only values of the term count that are no sums.
            step: What both are multiples of, as the value is.
        """
        if term.bit_count() <= rest.bit_count():
            if term not in self._values:
                self._list(term)
            wanted = _others(value, (self._terms if signed else self._values)[term], step, signed=signed)
            return {value - hit for hit in self.among(rest, wanted)} if wanted else wanted
        wanted = _others(value, self._list(rest), step, signed=signed)
        return self.among(term, wanted, _TERMS if signed else _ALL) if wanted else wanted

    def _worth_listing(self, mask: int) -> bool:
        cards = mask.bit_count()
        if cards <= MAX_LISTED_CARDS:
            return True
        return self._asked.get(mask, 0) > QUERIES_BEFORE_LISTING.get(cards, 1 << 30)

    def _list(self, mask: int) -> set[int]:
        """Return all values of the mask, and keep them by kind."""
        values = self._values.get(mask)
        if values is not None:
            return values
        if self._twins:
            rep = self._reps.get(mask) or self._rep(mask)
            if rep != mask:
                values = self._values[mask] = self._list(rep)
                self._terms[mask], self._ungrouped[mask] = self._terms[rep], self._ungrouped[rep]
                return values
        self._clock.check()
        splits = self._shape.splits(mask)
        alone = self._listed_acts(splits.acts)
        sums = self._listed_sums(splits.sums)
        if splits.groups:
            grouped = self._listed_groups(splits.groups)
            terms = self._terms[mask] = alone | grouped
            self._ungrouped[mask] = alone | sums
            sums |= terms
        else:
            self._terms[mask] = alone
            sums |= alone
            self._ungrouped[mask] = sums
        self._values[mask] = sums
        return sums

    def _listed_acts(self, acts: Iterable[tuple[int, int]]) -> set[int]:
        results: set[int] = set()
        for place, rest in acts:
            before = self._values.get(rest)
            if before is None:
                before = self._list(rest)
            made = self._actions[place].forward(before)
            results.update(made if self._negative else [value for value in made if value >= 0])
        return results

    def _listed_groups(self, groups: Iterable[tuple[int, int]]) -> set[int]:
        results: set[int] = set()
        for held, rest in groups:
            before = self._ungrouped.get(rest)
            if before is None:
                self._list(rest)
                before = self._ungrouped[rest]
            top, bottom = self._factors[held]
            results.update([value * top // bottom for value in before])
        return results

    def _listed_sums(self, splits: Iterable[tuple[int, int]]) -> set[int]:
        sums: set[int] = set()
        values, terms = self._values, self._terms
        for term, rest in splits:
            term_list = terms.get(term)
            if term_list is None:
                self._list(term)
                term_list = terms[term]
            if term_list:
                rest_list = values.get(rest)
                if rest_list is None:
                    rest_list = self._list(rest)
                sums.update([part + value for part in term_list for value in rest_list])
        return sums

    def _rep(self, mask: int) -> int:
        """Return the mask in which equal cards are exchanged for the first ones of their kind."""
        found = mask
        for bits, firsts in self._twins:
            held = mask & bits
            if held:
                found = found & ~bits | firsts[held.bit_count()]
        self._reps[mask] = found
        return found

    def _bounds_of(self, mask: int) -> tuple[int, int, int]:
        """Return the step, the least and the most of the values that the mask can make."""
        away, divisor, growth, degree, sums_only = 0, 1, 1, 1, True
        first = len(self.bases)
        for place, action in enumerate(self._actions):
            if mask >> (first + place) & 1:
                away += action.shift
                sums_only = sums_only and bool(action.shift)
                divisor *= action.divisor
                growth *= action.growth
                degree *= 1 if action.growth else int(action.card.value)
        step = 1 if self.lattice.whole else self.lattice.scale // int(divisor**degree)
        least = 1 if not away else 0
        bases = sum(value for bit, value in enumerate(self.bases) if mask >> bit & 1)
        if sums_only:  # additions and subtractions, each card used: one value only
            bounds = step, bases - away, bases - away
        elif not growth:  # with powers, values grow beyond any bound worth working out
            endless = self.lattice.scale << 4096
            bounds = step, -endless if away and self._negative else least, endless
        else:
            if away and self._negative:
                least = -away * growth
            bounds = step, least, bases * growth
        self._bounds[mask] = bounds
        return bounds


_Known = dict[int, tuple[set[int], set[int]]]
"""By mask: the values asked for, and those of them that it makes."""

_Plan = tuple[list[tuple[set[int], set[int]]], list[tuple[int, int]]]


def _others(value: int, parts: Iterable[int], step: int, *, signed: bool) -> set[int]:
    """Return what brings each of these parts to the value, where neither breaks the bounds."""
    if signed:
        return {value - part for part in parts if not part % step}
    return {value - part for part in parts if 0 <= part <= value and not part % step}


@lru_cache(maxsize=64)
def _products(factors: tuple[Fraction, ...]) -> list[tuple[int, int]]:
    """Return by bits of chosen factors their product, top and bottom."""
    products = [Fraction(1)]
    for factor in factors:
        products += [product * factor for product in products]
    return [(product.numerator, product.denominator) for product in products]


@cache
def _meaning(card: Card) -> tuple[str, object]:
    """What makes two wild cards the same in arithmetic: `/2` and `1/2` do."""
    factor = factor_of(card)
    return ("times", factor) if factor is not None else (card.kind.value, card.value)


@lru_cache(maxsize=1024)
def twins_of(bases: tuple[int, ...], wilds: tuple[Card, ...]) -> list[tuple[int, tuple[int, ...]]]:
    """Return the bits of equal cards, for those that have an equal, and their first bits by number of cards."""
    meanings = [("base", value) for value in bases] + [_meaning(card) for card in wilds]
    bits: dict[tuple[str, object], list[int]] = {}
    for place, meaning in enumerate(meanings):
        bits.setdefault(meaning, []).append(1 << place)
    groups = [places for places in bits.values() if len(places) > 1]
    return [(sum(places), tuple(accumulate(places, initial=0))) for places in groups]
