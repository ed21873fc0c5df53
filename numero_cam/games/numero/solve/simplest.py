"""The simplest way in which cards make a number, and which of equal takes is simplest.

Contract, "Order of equal plays": no fraction on the way, then no negative value, then fewer steps, then a smaller
largest value, then the text. A domain is a set of allowed intermediate values: whole numbers or fractions too, with or
without negative values. One walk over all ways of a set finds, for each domain, the smallest largest value (its peak).
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.solve.expression import Expression, Number, acting, order_key, summed
from numero_cam.games.numero.solve.forms import NO_WAY, Form, FromSum, FromWild, IsCard, Reason
from numero_cam.games.numero.solve.kernel import KernelForm, KernelReach, Tree
from numero_cam.games.numero.solve.masks import Layout, bits_of
from numero_cam.games.numero.solve.reach import Reach
from numero_cam.games.numero.solve.reals import RealReach
from numero_cam.games.numero.solve.steps import largest, steps_of
from numero_cam.games.numero.solve.surds import about
from numero_cam.games.numero.solve.takes import Take

VALUE_DOMAINS = ((True, False), (True, True), (False, False), (False, True))
"""Pairs of whether values are whole and whether they may be negative, simplest first; irrational values come after all of these."""


def domains_of(*, whole: bool, negative: bool) -> tuple[tuple[bool, bool], ...]:
    """Return the allowed domains, the simplest first."""
    return tuple((only_whole, signed) for only_whole, signed in VALUE_DOMAINS if (only_whole or not whole) and (negative or not signed))


class SimplestWays:
    """Finds the simplest ways on one layout.

    Args:
        layout: The cards.
        reach: The engine that found the takes, which covers the largest domain.
        negative: Whether values below zero may occur on the way.
    """

    def __init__(self, layout: Layout, reach: Reach | KernelReach, *, negative: bool = True) -> None:
        self._layout = layout
        self._scale = reach.lattice.scale
        self._allowed = domains_of(whole=reach.lattice.whole, negative=negative)
        self._domains = len(self._allowed)
        self._forms: dict[tuple[bool, bool, int], Form | KernelForm] = {}
        self._reach = reach
        self._peaks: dict[tuple[int, int, int], float] = {}
        self._real = isinstance(reach, RealReach)
        self._expressions: dict[tuple[int, int, int], Expression] = {}

    def rank(self, takes: Iterable[Take], wanted: int) -> list[Take]:
        """Return the simplest of equal takes, at most as many as wanted, simplest first."""
        keys: tuple[Callable[[Take], object], ...] = (self._domain_of, self._steps, self._largest, self._text)
        return self._refine(sorted(takes), wanted, keys)

    def key(self, take: Take) -> tuple[object, ...]:
        """Return the place of a take among equal ones, to compare it with takes of other layouts."""
        return self._domain_of(take), self._steps(take), self._largest(take), self._text(take)

    def expressions(self, take: Take) -> list[Expression]:
        """Return how each set of the take makes the number, in the order of its masks."""
        domain = self._domain_of(take)
        target = self._target(take)
        return [self.simplest(mask, target, domain) for mask in take.masks]

    def largest(self, mask: int, target: int, domain: int = 0) -> float:
        """Return the smallest largest value on a way of a domain, by default without fractions and negative values; `inf` for no way."""
        return self._peak(mask, target, domain) / self._scale

    def first(self, mask: int, target: int) -> Expression:
        """Return the simplest way in which the set makes the number; it must make it."""
        domains = range(self._domains)
        domain = next((domain for domain in domains if self._peak(mask, target, domain) != NO_WAY), self._domains - (not self._real))
        return self.simplest(mask, target, domain)

    def _refine(self, takes: list[Take], wanted: int, keys: Sequence[Callable[[Take], object]]) -> list[Take]:
        """Sort by the keys in turn; a later, dearer key is only worked out for those that earlier ones leave equal."""
        if len(takes) <= 1 or not keys:
            return takes[:wanted]
        by_key: dict[object, list[Take]] = {}
        for take in takes:
            by_key.setdefault(keys[0](take), []).append(take)
        ordered: list[Take] = []
        for key in sorted(by_key):  # type: ignore[type-var]
            if len(ordered) >= wanted:
                break
            ordered += self._refine(by_key[key], wanted - len(ordered), keys[1:])
        return ordered

    def _target(self, take: Take) -> int:
        return int(self._layout.takers[take.place].value)

    def _domain_of(self, take: Take) -> int:
        """Return the index of the simplest domain in which every set of the take makes the number."""
        target = self._target(take)
        last = self._domains - (not self._real)
        for domain in range(last):
            if all(self._peak(mask, target, domain) != NO_WAY for mask in take.masks):
                return domain
        return last  # where the take was found

    def _steps(self, take: Take) -> int:
        return sum(mask.bit_count() - 1 for mask in take.masks)

    def _largest(self, take: Take) -> float:
        domain, target = self._domain_of(take), self._target(take)
        return max(self._peak(mask, target, domain) for mask in take.masks)

    def _text(self, take: Take) -> tuple[str, ...]:
        texts = [order_key(expression) for expression in self.expressions(take)]
        return (*sorted(texts), str(self._layout.takers[take.place]))

    def _form(self, mask: int, target: int, domain: int) -> Form | KernelForm:
        """Return the form of a domain; without a subtraction card nothing is negative, and signs make no difference."""
        whole, signed = self._allowed[domain]
        key = whole, signed and bool(mask & self._reach.atom_bits), self._floor(mask, target)
        form = self._forms.get(key)
        if form is None:
            form = self._forms[key] = form_of(self._reach, whole=key[0], signed=key[1], floor=key[2])
        return form

    def _floor(self, mask: int, target: int) -> int:
        """Return the largest value that no way avoids, scaled: of the cards themselves and the number made."""
        return max(target * self._scale, *(self._reach.bases[bit] for bit in bits_of(mask & self._layout.base_mask)))

    def _peak(self, mask: int, target: int, domain: int) -> float:
        found = self._peaks.get((mask, target, domain))
        if found is None:
            found = self._peaks[mask, target, domain] = self._find_peak(mask, target, domain)
        return found

    def _find_peak(self, mask: int, target: int, domain: int) -> float:
        """Return the smallest largest value, scaled, among the ways of this domain; `NO_WAY` where it has none."""
        if domain == self._domains:
            rational = self._peak(mask, target, domain - 1)
            if rational != NO_WAY:
                return rational
            steps = steps_of(self._simplest(mask, target, domain))
            return max(
                float(about(largest(steps))) * self._scale, *(self._reach.bases[bit] for bit in bits_of(mask & self._layout.base_mask))
            )
        return max(self._form(mask, target, domain).peak(mask, target * self._scale), self._floor(mask, target))

    def simplest(self, mask: int, target: int, domain: int) -> Expression:
        """Return the simplest way of a domain in which the set makes the number."""
        found = self._expressions.get((mask, target, domain))
        if found is None:
            found = self._expressions[mask, target, domain] = self._simplest(mask, target, domain)
        return found

    def _simplest(self, mask: int, target: int, domain: int) -> Expression:
        """Return the first way of this domain with the smallest largest value, in an order that depends on the cards only."""
        if domain == self._domains and isinstance(self._reach, RealReach):
            if self._peak(mask, target, domain - 1) == NO_WAY:
                return self._reach.way(mask, target)
            domain -= 1
        form, peak, value = self._form(mask, target, domain), self._peak(mask, target, domain), target * self._scale
        if isinstance(form, KernelForm):
            tree = form.way(mask, value, peak)
            if tree is not None:
                return self._written(tree)
            form = form.plain
        return _Way(self._layout, form, peak).expression(mask, value, terms_only=False)

    def _written(self, tree: Tree) -> Expression:
        """Return the expression of a way that the kernel found."""
        if isinstance(tree, int):
            return Number(Fraction(self._layout.values[tree]), self._layout.bases[tree])
        wilds = self._layout.wilds
        match tree:
            case list(terms), list(less):
                return summed([self._written(term) for term in terms], [wilds[place] for place in less])
            case int(place), inner:
                return acting(wilds[place], self._written(inner))


def form_of(reach: Reach | KernelReach, *, whole: bool, signed: bool, floor: int) -> Form | KernelForm:
    """Return the ways of a domain: the kernel's where it knows the cards."""
    if isinstance(reach, KernelReach):
        return KernelForm(reach, whole=whole, signed=signed, floor=floor)
    return Form(reach, whole=whole, signed=signed, floor=floor)


class _Way:
    """Reads the first way off a form in which no value exceeds the largest."""

    def __init__(self, layout: Layout, form: Form, largest: float) -> None:
        self._layout = layout
        self._form = form
        self._largest = largest

    def expression(self, mask: int, value: int, *, terms_only: bool) -> Expression:
        reason = self._reason(mask, value, terms_only=terms_only)
        match reason:
            case IsCard(bit):
                return Number(Fraction(value, self._form.scale), self._layout.bases[bit.bit_length() - 1])
            case FromWild(wild, rest, before):
                return acting(self._layout.wilds[wild], self.expression(rest, before, terms_only=False))
            case FromSum():
                return summed(*self._terms(reason))

    def _reason(self, mask: int, value: int, *, terms_only: bool) -> Reason:
        for reason in self._form.reasons(mask, value, terms_only=terms_only):
            if self._form.peak_by(reason, value) <= self._largest:
                return reason
        msg = f"no way for {value} from {mask:b}"
        raise AssertionError(msg)

    def _terms(self, joined: FromSum) -> tuple[list[Expression], list[Card]]:
        """Return all terms and subtraction cards of a sum, following the rest to its end."""
        terms = [self.expression(joined.term, joined.term_value, terms_only=True)]
        rest, value = joined.rest, joined.rest_value
        if not rest & self._layout.base_mask:
            first = len(self._layout.bases)
            return terms, [self._layout.wilds[bit - first] for bit in bits_of(rest)]
        reason = self._reason(rest, value, terms_only=False)
        if isinstance(reason, FromSum):
            more, less = self._terms(reason)
            return [*terms, *more], less
        return [*terms, self.expression(rest, value, terms_only=True)], []
