"""The simplest way in which cards make a number, and which of equal takes is simplest.

Contract, "Order of equal plays": no fraction on the way, then no negative value, then fewer steps, then a smaller
largest value, then the text. One walk over all ways of a set finds the smallest largest value of each of its worlds:
whole numbers or not, negative values or not.
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

WORLDS = ((True, False), (True, True), (False, False), (False, True))
"""Simplest first: whole numbers or not, negative values or not. Ways through irrational numbers stand after all of these."""


def worlds_of(*, whole: bool, negative: bool) -> tuple[tuple[bool, bool], ...]:
    """Return the worlds that are allowed, the simplest first."""
    return tuple((only_whole, signed) for only_whole, signed in WORLDS if (only_whole or not whole) and (negative or not signed))


class Ways:
    """Finds the simplest ways on one layout.

    Args:
        layout: The cards.
        reach: The search that found the takes: the largest world.
        negative: Whether values below zero may occur on the way.
    """

    def __init__(self, layout: Layout, reach: Reach | KernelReach, *, negative: bool = True) -> None:
        self._layout = layout
        self._scale = reach.lattice.scale
        self._allowed = worlds_of(whole=reach.lattice.whole, negative=negative)
        self._worlds = len(self._allowed)
        self._forms: dict[tuple[bool, bool, int], Form | KernelForm] = {}
        self._reach = reach
        self._peaks: dict[tuple[int, int, int], float] = {}
        self._real = isinstance(reach, RealReach)
        self._expressions: dict[tuple[int, int, int], Expression] = {}

    def rank(self, takes: Iterable[Take], wanted: int) -> list[Take]:
        """Return the simplest of equal takes, at most as many as wanted, simplest first."""
        keys: tuple[Callable[[Take], object], ...] = (self._world, self._steps, self._largest, self._text)
        return self._refine(sorted(takes), wanted, keys)

    def key(self, take: Take) -> tuple[object, ...]:
        """Return the place of a take among equal ones, to compare it with takes of other layouts."""
        return self._world(take), self._steps(take), self._largest(take), self._text(take)

    def expressions(self, take: Take) -> list[Expression]:
        """Return how each set of the take makes the number, in the order of its masks."""
        world = self._world(take)
        target = self._target(take)
        return [self.simplest(mask, target, world) for mask in take.masks]

    def largest(self, mask: int, target: int, world: int = 0) -> float:
        """Return the smallest largest value on a way of a world, by default without fractions and negative values; `inf` for no way."""
        return self._peak(mask, target, world) / self._scale

    def first(self, mask: int, target: int) -> Expression:
        """Return the simplest way in which the set makes the number; it must make it."""
        worlds = range(self._worlds)
        world = next((world for world in worlds if self._peak(mask, target, world) != NO_WAY), self._worlds - (not self._real))
        return self.simplest(mask, target, world)

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

    def _world(self, take: Take) -> int:
        """Place of the simplest world in which every set of the take makes the number."""
        target = self._target(take)
        last = self._worlds - (not self._real)
        for world in range(last):
            if all(self._peak(mask, target, world) != NO_WAY for mask in take.masks):
                return world
        return last  # where the take was found

    def _steps(self, take: Take) -> int:
        return sum(mask.bit_count() - 1 for mask in take.masks)

    def _largest(self, take: Take) -> float:
        world, target = self._world(take), self._target(take)
        return max(self._peak(mask, target, world) for mask in take.masks)

    def _text(self, take: Take) -> tuple[str, ...]:
        texts = [order_key(expression) for expression in self.expressions(take)]
        return (*sorted(texts), str(self._layout.takers[take.place]))

    def _form(self, mask: int, target: int, world: int) -> Form | KernelForm:
        """Return the form of a world; without a subtraction card nothing is negative, and signs make no difference."""
        whole, signed = self._allowed[world]
        key = whole, signed and bool(mask & self._reach.atom_bits), self._floor(mask, target)
        form = self._forms.get(key)
        if form is None:
            form = self._forms[key] = form_of(self._reach, whole=key[0], signed=key[1], floor=key[2])
        return form

    def _floor(self, mask: int, target: int) -> int:
        """Return the largest value that no way avoids, scaled: of the cards themselves and the number made."""
        return max(target * self._scale, *(self._reach.bases[bit] for bit in bits_of(mask & self._layout.base_mask)))

    def _peak(self, mask: int, target: int, world: int) -> float:
        found = self._peaks.get((mask, target, world))
        if found is None:
            found = self._peaks[mask, target, world] = self._find_peak(mask, target, world)
        return found

    def _find_peak(self, mask: int, target: int, world: int) -> float:
        """Return the smallest largest value, scaled, among the ways of this world; `NO_WAY` where it has none."""
        if world == self._worlds:
            rational = self._peak(mask, target, world - 1)
            if rational != NO_WAY:
                return rational
            steps = steps_of(self._simplest(mask, target, world))
            return max(
                float(about(largest(steps))) * self._scale, *(self._reach.bases[bit] for bit in bits_of(mask & self._layout.base_mask))
            )
        return max(self._form(mask, target, world).peak(mask, target * self._scale), self._floor(mask, target))

    def simplest(self, mask: int, target: int, world: int) -> Expression:
        """Return the simplest way of a world in which the set makes the number."""
        found = self._expressions.get((mask, target, world))
        if found is None:
            found = self._expressions[mask, target, world] = self._simplest(mask, target, world)
        return found

    def _simplest(self, mask: int, target: int, world: int) -> Expression:
        """Return the first way of this world with the smallest largest value, in an order that depends on the cards only."""
        if world == self._worlds and isinstance(self._reach, RealReach):
            if self._peak(mask, target, world - 1) == NO_WAY:
                return self._reach.way(mask, target)
            world -= 1
        form, peak, value = self._form(mask, target, world), self._peak(mask, target, world), target * self._scale
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
    """Return the ways of a world: the kernel's where it knows the cards."""
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
