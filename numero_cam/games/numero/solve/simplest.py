"""Finds the simplest way in which cards make a number, and sorts equal takes by how simple they are.

The contract, "Order of equal plays": no fraction on the way, then no negative value, then fewer steps, then a lower peak (the largest
value on the way), then the text. A domain is a set of allowed intermediate values: whole numbers or fractions too, with or without
negative values. Domains are numbered from the simplest on; irrational values are the domain after the last one.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.solve.expression import (
    Expression,
    Number,
    apply_to_expression,
    largest_value,
    order_key,
    steps_of,
    sum_expression,
)
from numero_cam.games.numero.solve.forms import NO_WAY, LastStep, NormalForm, SingleCard, SumStep, WildCardStep
from numero_cam.games.numero.solve.kernel import KernelForm, KernelReach, Tree
from numero_cam.games.numero.solve.masks import Layout, bits_of
from numero_cam.games.numero.solve.reach import Reach
from numero_cam.games.numero.solve.reals import RealReach
from numero_cam.games.numero.solve.surds import approximate
from numero_cam.games.numero.solve.takes import Take

#: The domains without irrational values, simplest first: whether values are whole, and whether they may be negative.
VALUE_DOMAINS = ((True, False), (True, True), (False, False), (False, True))


def domains_of(*, whole: bool, negative: bool) -> tuple[tuple[bool, bool], ...]:
    """Return the allowed domains, the simplest first."""
    return tuple((only_whole, signed) for only_whole, signed in VALUE_DOMAINS if (only_whole or not whole) and (negative or not signed))


class SimplestWays:
    """Finds the simplest ways on one layout.

    Args:
        layout: The cards.
        reach: The search that found the takes; it allows all values of the last domain.
        negative: Whether intermediate values may be below zero.
    """

    def __init__(self, layout: Layout, reach: Reach | KernelReach, *, negative: bool = True) -> None:
        self._layout = layout
        self._scale = reach.lattice.scale
        self._allowed = domains_of(whole=reach.lattice.whole, negative=negative)
        self._rational_domains = len(self._allowed)
        self._forms: dict[tuple[bool, bool, int], NormalForm | KernelForm] = {}
        self._reach = reach
        self._peaks: dict[tuple[int, int, int], float] = {}
        self._real = isinstance(reach, RealReach)
        self._expressions: dict[tuple[int, int, int], Expression] = {}

    def rank(self, takes: Iterable[Take], wanted: int) -> list[Take]:
        """Return the `wanted` simplest of these equally good takes, the simplest first."""
        keys: tuple[Callable[[Take], object], ...] = (self._domain_of, self._step_total, self._take_peak, self._take_text)
        return self._sort_by_keys(sorted(takes), wanted, keys)

    def key(self, take: Take) -> tuple[object, ...]:
        """Return the sort key of a take among equally good ones, also of other layouts; the simplest has the lowest."""
        return self._domain_of(take), self._step_total(take), self._take_peak(take), self._take_text(take)

    def expressions(self, take: Take) -> list[Expression]:
        """Return the simplest expression of each set of the take, in the order of its masks."""
        domain = self._domain_of(take)
        target = self._target(take)
        return [self.simplest(mask, target, domain) for mask in take.masks]

    def lowest_peak(self, mask: int, target: int, domain: int = 0) -> float:
        """Return the lowest peak of the ways of a domain, by default whole numbers from 0 on; `inf` where there is no way."""
        return self._peak(mask, target, domain) / self._scale

    def first(self, mask: int, target: int) -> Expression:
        """Return the simplest expression by which the set makes the number, in whatever domain; the set must make it."""
        domains = range(self._rational_domains)
        domain = next(
            (domain for domain in domains if self._peak(mask, target, domain) != NO_WAY), self._rational_domains - (not self._real)
        )
        return self.simplest(mask, target, domain)

    def _sort_by_keys(self, takes: list[Take], wanted: int, keys: Sequence[Callable[[Take], object]]) -> list[Take]:
        """Return the first `wanted` takes sorted by these keys; a later, more expensive key is computed only to break ties."""
        if len(takes) <= 1 or not keys:
            return takes[:wanted]
        by_key: dict[object, list[Take]] = {}
        for take in takes:
            by_key.setdefault(keys[0](take), []).append(take)
        ordered: list[Take] = []
        for key in sorted(by_key):  # type: ignore[type-var]
            if len(ordered) >= wanted:
                break
            ordered += self._sort_by_keys(by_key[key], wanted - len(ordered), keys[1:])
        return ordered

    def _target(self, take: Take) -> int:
        """Return the number of a take's taking card."""
        return int(self._layout.takers[take.taker_index].value)

    def _domain_of(self, take: Take) -> int:
        """Return the index of the simplest domain in which every set of the take makes the number."""
        target = self._target(take)
        last = self._rational_domains - (not self._real)
        for domain in range(last):
            if all(self._peak(mask, target, domain) != NO_WAY for mask in take.masks):
                return domain
        return last  # where the take was found

    def _step_total(self, take: Take) -> int:
        """Return the number of calculations of all sets of a take."""
        return sum(mask.bit_count() - 1 for mask in take.masks)

    def _take_peak(self, take: Take) -> float:
        """Return the highest of the lowest peaks of a take's sets, scaled."""
        domain, target = self._domain_of(take), self._target(take)
        return max(self._peak(mask, target, domain) for mask in take.masks)

    def _take_text(self, take: Take) -> tuple[str, ...]:
        """Return the sort keys of a take's expressions, sorted, and the text of the taking card."""
        texts = [order_key(expression) for expression in self.expressions(take)]
        return (*sorted(texts), str(self._layout.takers[take.taker_index]))

    def _form(self, mask: int, target: int, domain: int) -> NormalForm | KernelForm:
        """Return the search of a domain; without a subtraction card no value is negative, so the unsigned form is enough."""
        whole, signed = self._allowed[domain]
        key = whole, signed and bool(mask & self._reach.atom_bits), self._floor(mask, target)
        form = self._forms.get(key)
        if form is None:
            form = (
                KernelForm(self._reach, whole=whole, signed=key[1], floor=key[2])
                if isinstance(self._reach, KernelReach)
                else NormalForm(self._reach, whole=whole, signed=key[1], floor=key[2])
            )
            self._forms[key] = form
        return form

    def _floor(self, mask: int, target: int) -> int:
        """Return the largest of the set's bases and the number made, scaled: no way has a lower peak."""
        return max(target * self._scale, *(self._reach.bases[bit] for bit in bits_of(mask & self._layout.base_mask)))

    def _peak(self, mask: int, target: int, domain: int) -> float:
        """Return the cached lowest peak, scaled, of the ways of a domain; `NO_WAY` where there is none."""
        found = self._peaks.get((mask, target, domain))
        if found is None:
            found = self._peaks[mask, target, domain] = self._find_peak(mask, target, domain)
        return found

    def _find_peak(self, mask: int, target: int, domain: int) -> float:
        """Return the lowest peak, scaled, of the ways of this domain; `NO_WAY` where it has none."""
        if domain == self._rational_domains:
            rational = self._peak(mask, target, domain - 1)
            if rational != NO_WAY:
                return rational
            steps = steps_of(self._find_simplest(mask, target, domain))
            return max(
                float(approximate(largest_value(steps))) * self._scale,
                *(self._reach.bases[bit] for bit in bits_of(mask & self._layout.base_mask)),
            )
        return max(self._form(mask, target, domain).peak(mask, target * self._scale), self._floor(mask, target))

    def simplest(self, mask: int, target: int, domain: int) -> Expression:
        """Return the cached simplest expression of a domain by which the set makes the number."""
        found = self._expressions.get((mask, target, domain))
        if found is None:
            found = self._expressions[mask, target, domain] = self._find_simplest(mask, target, domain)
        return found

    def _find_simplest(self, mask: int, target: int, domain: int) -> Expression:
        """Return the first expression of this domain with the lowest peak, in an order that depends on the cards only."""
        if domain == self._rational_domains and isinstance(self._reach, RealReach):
            if self._peak(mask, target, domain - 1) == NO_WAY:
                return self._reach.way(mask, target)
            domain -= 1
        form, peak, value = self._form(mask, target, domain), self._peak(mask, target, domain), target * self._scale
        if isinstance(form, KernelForm):
            tree = form.way(mask, value, peak)
            if tree is not None:
                return self._from_tree(tree)
            form = form.python_fallback
        return _FirstWayReader(self._layout, form, peak).expression(mask, value, terms_only=False)

    def _from_tree(self, tree: Tree) -> Expression:
        """Return the kernel's tree as an expression."""
        if isinstance(tree, int):
            return Number(Fraction(self._layout.values[tree]), self._layout.bases[tree])
        wilds = self._layout.wilds
        match tree:
            case list(terms), list(less):
                return sum_expression([self._from_tree(term) for term in terms], [wilds[place] for place in less])
            case int(place), inner:
                return apply_to_expression(wilds[place], self._from_tree(inner))


class _FirstWayReader:
    """Builds the first expression of a normal form whose peak is not above a limit."""

    def __init__(self, layout: Layout, form: NormalForm, peak: float) -> None:
        self._layout = layout
        self._form = form
        self._peak = peak

    def expression(self, mask: int, value: int, *, terms_only: bool) -> Expression:
        """Return the first expression for the value; with `terms_only` one that is no sum."""
        step = self._choose_last_step(mask, value, terms_only=terms_only)
        match step:
            case SingleCard(bit):
                return Number(Fraction(value, self._form.scale), self._layout.bases[bit.bit_length() - 1])
            case WildCardStep(wild, rest, before):
                return apply_to_expression(self._layout.wilds[wild], self.expression(rest, before, terms_only=False))
            case SumStep():
                return sum_expression(*self._terms(step))

    def _choose_last_step(self, mask: int, value: int, *, terms_only: bool) -> LastStep:
        """Return the first of the possible last steps to the value whose peak is not above the limit."""
        for step in self._form.last_steps(mask, value, terms_only=terms_only):
            if self._form.peak_with(step, value) <= self._peak:
                return step
        raise AssertionError(f"no way for {value} from {mask:b}")

    def _terms(self, joined: SumStep) -> tuple[list[Expression], list[Card]]:
        """Return all terms and subtraction cards of a sum whose rest may be a sum again."""
        terms = [self.expression(joined.term, joined.term_value, terms_only=True)]
        rest, value = joined.rest, joined.rest_value
        if not rest & self._layout.base_mask:
            first = len(self._layout.bases)
            return terms, [self._layout.wilds[bit - first] for bit in bits_of(rest)]
        step = self._choose_last_step(rest, value, terms_only=False)
        if isinstance(step, SumStep):
            more, less = self._terms(step)
            return [*terms, *more], less
        return [*terms, self.expression(rest, value, terms_only=True)], []
