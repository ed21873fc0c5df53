"""Finds which values a set of cards can make: the core of the solver.

Cards are bits of a mask: first the number cards and builds (`bases`), then the wild cards. A mask makes a value if some order of
additions and wild cards, with each card used once, ends on it. An atom is a subtraction card that is a term of a sum by itself;
there are none where negative values are forbidden. Values are scaled to whole numbers
(`numero_cam.games.numero.solve.scaled`).

Orders that cannot differ in their result are searched once: a sum is one list of terms, a subtraction card is a term like any other,
and where fractions are allowed, multiplying wild cards that follow each other directly act as one group.

All values of small masks are listed; large masks are searched backwards from the wanted values until the lists answer. Wanted values
are passed as sets, because most of the work is the same for all of them.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import accumulate

from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.solve.clock import Clock
from numero_cam.games.numero.solve.scaled import Lattice, multiplier_of
from numero_cam.games.numero.solve.splits import split_cache

MAX_LISTED_CARDS = 4  #: All values of a mask of at most this many cards are listed on its first use.
#: By number of cards: number of values asked about before all values of a larger mask are listed.
QUERIES_BEFORE_LISTING = {5: 4, 6: 30, 7: 200}

_ANY_STEP = 0  #: Kind of query: all values of a mask.
_NO_SUM = 1  #: Kind of query: the values whose last step is no addition.
_NO_GROUP = 2  #: Kind of query: the values whose last step is no grouped wild card.


class Reach:
    """Finds which values masks of one position can make, and caches the answers.

    Args:
        bases: Values of the number cards and builds, in the order of their bits.
        wilds: The wild cards in the order of the pack, in the order of their bits after the bases.
        whole: Whether intermediate values must be whole numbers.
        clock: Stops the search at its time limit.
        negative: Whether intermediate values may be below zero. Without them a subtraction card is no term of a sum: it acts on one
            value, as every other wild card does.
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
        self._split_cache = split_cache(len(bases), atoms, items, group)
        self.atom_bits = self._split_cache.atom_bits
        self._factors = _products(tuple(action.factor for action in self._actions if action.factor is not None)) if group else []
        self._equal_cards = equal_cards(tuple(bases), tuple(wilds))
        self._representatives: dict[int, int] = {}  # by mask: the equivalent mask of `_representative`
        # By listed mask, all its values for each kind of query: with any last step, with no addition, with no grouped wild card.
        self._values: dict[int, set[int]] = {1 << place: {value} for place, value in enumerate(self.bases)}
        self._terms = dict(self._values)
        self._ungrouped = dict(self._values)
        self._lists = self._values, self._terms, self._ungrouped
        self._list_atom_sums([action.shift for action in self._actions[:atoms]])
        self._answers: tuple[_Answers, ...] = ({}, {}, {})
        self._query_counts: dict[int, int] = {}  # by mask: how many values were searched
        self._sum_plans: dict[int, _SumPlan] = {}
        self._bounds: dict[int, tuple[int, int, int]] = {}

    def _list_atom_sums(self, shifts: Sequence[int]) -> None:
        """List the negative total of each mask of subtraction cards alone, which may be the rest of a sum."""
        totals = [0]
        for shift in shifts:
            totals += [total - shift for total in totals]
        for held, total in enumerate(totals[1:], start=1):
            self._values[held << len(self.bases)] = {total}

    def makes(self, mask: int, value: int) -> bool:
        """Return whether the mask, which holds at least one base, can make the scaled value."""
        values = self._values.get(mask)
        return value in values if values is not None else bool(self.made_among(mask, {value}))

    def reachable(self, mask: int, wanted: set[int]) -> set[int]:
        """Return the wanted scaled values that the mask, which holds at least one base, can make; subclasses add irrational ways."""
        return self.made_among(mask, wanted)

    def making(self, held: int, some: int, most: int, wanted: Sequence[int]) -> list[tuple[int, int]]:
        """Return (mask, value) for every wanted value that one of certain masks makes.

        Args:
            held: Every mask holds all of these bits, which include a base.
            some: Every mask holds at least one of these bits.
            most: Maximum number of cards of a mask.
            wanted: Scaled values.
        """
        values = set(wanted)
        masks = (mask for mask in range(1, 1 << self._items) if mask & held == held and mask & some and mask.bit_count() <= most)
        return [(mask, value) for mask in masks for value in sorted(self.reachable(mask, values))]

    def made_among(self, mask: int, wanted: set[int], kind: int = _ANY_STEP) -> set[int]:
        """Return the wanted scaled values that the mask, which holds at least one base, can make with a last step of this kind."""
        values = self._lists[kind].get(mask)
        return wanted & values if values is not None else self._search_unlisted(kind, mask, wanted)

    def _search_unlisted(self, kind: int, mask: int, wanted: set[int]) -> set[int]:
        """Return the wanted values that an unlisted mask can make; of those, only values not asked for before are searched."""
        if self._equal_cards:
            mask = self._representatives.get(mask) or self._representative(mask)
        if mask in self._values or self._worth_listing(mask):
            self._list(mask)
            return wanted & self._lists[kind][mask]
        known = self._answers[kind].get(mask)
        if known is None:
            known = self._answers[kind][mask] = (set(), set())
        queried, makable = known
        new = wanted - queried
        if new:
            step, least, most = self._bounds.get(mask) or self._bounds_of(mask)
            likely = {value for value in new if least <= value <= most and not value % step}
            if likely:
                self._clock.check()
                self._query_counts[mask] = self._query_counts.get(mask, 0) + len(likely)
                makable |= self._search_last_steps(kind, mask, likely)
            queried |= new  # not before: the time limit may have broken the search off
        return wanted & makable

    def _search_last_steps(self, kind: int, mask: int, wanted: set[int]) -> set[int]:
        """Return the wanted values that the mask makes, by trying every last step that the kind allows."""
        splits = self._split_cache.splits(mask)
        found = self._wild_cards_among(splits.acts, wanted) if splits.acts else set()
        if splits.groups and kind != _NO_GROUP:
            left = wanted - found
            if left:
                found |= self._grouped_among(splits.groups, left)
        if kind != _NO_SUM:
            left = wanted - found
            if left:
                found |= self._sums_among(mask, left)
        return found

    def _wild_cards_among(self, acts: Iterable[tuple[int, int]], wanted: set[int]) -> set[int]:
        """Return the wanted values that one wild card makes as the last step.

        `acts`: for each wild card that is not grouped its index, and the mask of the other cards.
        """
        found: set[int] = set()
        for place, rest in acts:
            backward = self._actions[place].backward
            # By value before the card: the wanted value that it makes.
            results = {before: value for value in wanted - found for before in backward(value) if self._negative or before >= 0}
            if results:
                found.update([results[before] for before in self.made_among(rest, set(results))])
        return found

    def _grouped_among(self, groups: Iterable[tuple[int, int]], wanted: set[int]) -> set[int]:
        """Return the wanted values that grouped wild cards make as the last step.

        `groups`: for each choice of grouped wild cards its index in `_factors`, and the mask of the other cards.
        """
        found: set[int] = set()
        left = wanted
        for combination, rest in groups:
            top, bottom = self._factors[combination]
            results = {value * bottom // top: value for value in left if not value * bottom % top}
            if results:
                hits = self.made_among(rest, set(results), _NO_GROUP)
                if hits:
                    found.update([results[before] for before in hits])
                    left = wanted - found
                    if not left:
                        break
        return found

    def _sums_among(self, mask: int, wanted: set[int]) -> set[int]:
        """Return the wanted values that an addition makes as the last step."""
        plan = self._sum_plans.get(mask)
        if plan is None:
            plan = self._sum_plans[mask] = self._sum_plan(mask)
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
            found |= self._split_among(term, rest, left)
            left = wanted - found
            if not left:
                break
        return found

    def _sum_plan(self, mask: int) -> "_SumPlan":
        """Return the splits of a mask into term and rest: pairs of value sets where both are listed, and pairs of masks of the others."""
        ready: list[tuple[set[int], set[int]]] = []
        late: list[tuple[int, int]] = []
        seen = set()
        for term, rest in self._split_cache.splits(mask).sums:
            if self._equal_cards:
                pair = (
                    self._representatives.get(term) or self._representative(term),
                    self._representatives.get(rest) or self._representative(rest),
                )
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
        """Return the list of values of a mask; None if it is not listed and not worth listing."""
        found = lists.get(mask)
        if found is None and self._worth_listing(mask):
            self._list(mask)
            return lists[mask]
        return found

    def _split_among(self, term: int, rest: int, wanted: set[int]) -> set[int]:
        """Return the wanted values that are a value of the term plus a value of the rest, one of which at least is not listed."""
        rest_list = self._values.get(rest)
        if rest_list is None:
            term_list = self._terms.get(term)
            if term_list is None:
                self._list(term if term.bit_count() <= rest.bit_count() else rest)
                return self._split_among(term, rest, wanted)
            hits = self.made_among(rest, {value - part for value in wanted for part in term_list})
            return {value for value in wanted if not hits.isdisjoint([value - part for part in term_list])}
        hits = self.made_among(term, {value - part for value in wanted for part in rest_list}, _NO_SUM)
        return {value for value in wanted if not hits.isdisjoint([value - part for part in rest_list])}

    def parts(self, term: int, rest: int, value: int, *, signed: bool, step: int) -> set[int]:
        """Return the values of the term to which some value of the rest can be added to make this value; it finds a way after the search.

        Args:
            term: A mask with a base.
            rest: A mask with a base, or of subtraction cards alone.
            value: Scaled value of the sum.
            signed: Whether values may be negative: a sum is then one flat list of terms, so the term is no sum itself.
            step: Both values must be multiples of this.
        """
        if term.bit_count() <= rest.bit_count():
            if term not in self._values:
                self._list(term)
            wanted = _complements(value, (self._terms if signed else self._values)[term], step, signed=signed)
            return {value - hit for hit in self.made_among(rest, wanted)} if wanted else wanted
        wanted = _complements(value, self._list(rest), step, signed=signed)
        return self.made_among(term, wanted, _NO_SUM if signed else _ANY_STEP) if wanted else wanted

    def _worth_listing(self, mask: int) -> bool:
        """Return whether listing all values of the mask is expected to be faster than further searches."""
        cards = mask.bit_count()
        if cards <= MAX_LISTED_CARDS:
            return True
        return self._query_counts.get(mask, 0) > QUERIES_BEFORE_LISTING.get(cards, 1 << 30)

    def _list(self, mask: int) -> set[int]:
        """List all values of the mask, for each kind of query, and return all of them."""
        values = self._values.get(mask)
        if values is not None:
            return values
        if self._equal_cards:
            rep = self._representatives.get(mask) or self._representative(mask)
            if rep != mask:
                values = self._values[mask] = self._list(rep)
                self._terms[mask], self._ungrouped[mask] = self._terms[rep], self._ungrouped[rep]
                return values
        self._clock.check()
        splits = self._split_cache.splits(mask)
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
        """Return all values that one wild card makes as the last step."""
        results: set[int] = set()
        for place, rest in acts:
            before = self._values.get(rest)
            if before is None:
                before = self._list(rest)
            made = self._actions[place].forward(before)
            results.update(made if self._negative else [value for value in made if value >= 0])
        return results

    def _listed_groups(self, groups: Iterable[tuple[int, int]]) -> set[int]:
        """Return all values that grouped wild cards make as the last step."""
        results: set[int] = set()
        for combination, rest in groups:
            before = self._ungrouped.get(rest)
            if before is None:
                self._list(rest)
                before = self._ungrouped[rest]
            top, bottom = self._factors[combination]
            results.update([value * top // bottom for value in before])
        return results

    def _listed_sums(self, splits: Iterable[tuple[int, int]]) -> set[int]:
        """Return all values that an addition makes as the last step."""
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

    def _representative(self, mask: int) -> int:
        """Return the mask with equal cards replaced by the first ones of their kind, so that equivalent masks share one answer."""
        found = mask
        for bits, firsts in self._equal_cards:
            held = mask & bits
            if held:
                found = found & ~bits | firsts[held.bit_count()]
        self._representatives[mask] = found
        return found

    def _bounds_of(self, mask: int) -> tuple[int, int, int]:
        """Return a step and two bounds: every value that the mask makes is a multiple of the step between the bounds."""
        # Of the mask's wild cards: all that is subtracted, and the products of divisors, growths and degrees.
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


_Answers = dict[int, tuple[set[int], set[int]]]  #: By mask: the values asked for so far, and those of them that it makes.

#: Pairs of listed values, the shorter list first, and pairs of masks that are not both listed.
_SumPlan = tuple[list[tuple[set[int], set[int]]], list[tuple[int, int]]]


def _complements(value: int, parts: Iterable[int], step: int, *, signed: bool) -> set[int]:
    """Return value - part for each part where both are multiples of the step and, unless signed, not negative."""
    if signed:
        return {value - part for part in parts if not part % step}
    return {value - part for part in parts if 0 <= part <= value and not part % step}


@lru_cache(maxsize=64)
def _products(factors: tuple[Fraction, ...]) -> list[tuple[int, int]]:
    """Return for each combination of factors, given by its bits, the product as numerator and denominator."""
    products = [Fraction(1)]
    for factor in factors:
        products += [product * factor for product in products]
    return [(product.numerator, product.denominator) for product in products]


@cache
def _arithmetic_meaning(card: Card) -> tuple[str, object]:
    """Return a key that is equal for wild cards that do the same in arithmetic, as `/2` and `1/2` do."""
    factor = multiplier_of(card)
    return ("times", factor) if factor is not None else (card.kind.value, card.value)


@lru_cache(maxsize=1024)
def equal_cards(bases: tuple[int, ...], wilds: tuple[Card, ...]) -> list[tuple[int, tuple[int, ...]]]:
    """Return the groups of cards that do the same in arithmetic; the bits of the wild cards follow those of the bases.

    Returns:
        For each group of two or more cards, the mask of all of them, and for each number of cards the mask of the first that many.
    """
    meanings = [("base", value) for value in bases] + [_arithmetic_meaning(card) for card in wilds]
    bits: dict[tuple[str, object], list[int]] = {}
    for place, meaning in enumerate(meanings):
        bits.setdefault(meaning, []).append(1 << place)
    groups = [places for places in bits.values() if len(places) > 1]
    return [(sum(places), tuple(accumulate(places, initial=0))) for places in groups]
