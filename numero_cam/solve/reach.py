"""Which values a set of cards can make: the heart of the solver.

Cards are bits of a mask: first the number cards and builds (`bases`), then the wild cards. A mask can make a value
if some order of additions and wild cards, each card used once, ends on it. Values are searched in a normal form in
which a sum is one list of terms, so that orders of addition are not told apart:

* signed: negative values are allowed on the way, and a subtraction card is a term of a sum like any other;
* unsigned: no value on the way is negative, and a subtraction card acts on one value.

Small masks list all their values; large ones are searched from the wanted value backwards, against those lists.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from numero_cam.rules import Card
from numero_cam.solve.clock import Clock
from numero_cam.solve.lattice import Lattice, factor_of

LISTED_CARDS = 4
"""Masks of up to this many cards list their values at once; larger ones after `PATIENCE` questions."""
PATIENCE = {5: 4, 6: 30, 7: 200}


@dataclass(frozen=True, slots=True)
class Limits:
    """Which values are allowed on the way.

    Attributes:
        whole: Whole numbers only.
        signed: Negative values too.
        cap: Largest value allowed; `None` for any.
    """

    whole: bool
    signed: bool = True
    cap: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Base:
    """The value is a single number card or build, by its bit."""

    bit: int


@dataclass(frozen=True, slots=True)
class Acted:
    """The value comes from a wild card (its index) on another value of the other cards."""

    wild: int
    mask: int
    value: int


@dataclass(frozen=True, slots=True)
class Joined:
    """The value is a term plus the rest; the rest may be subtraction cards alone."""

    term: int
    term_value: int
    rest: int
    rest_value: int


Reason = Base | Acted | Joined


Lists = tuple[set[int], set[int]]
"""The values of a mask that are no sums, and all its values."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The splits of a mask.

    Attributes:
        listed: Both sides are listed: the smaller list and the larger.
        rests: Values of the term, and the rest's mask.
        terms: The term's mask, and values of the rest.
    """

    listed: list[tuple[set[int], set[int]]]
    rests: list[tuple[set[int], int]]
    terms: list[tuple[int, set[int]]]


class Reach:
    """Answers which values masks of one position can make.

    Args:
        bases: Values of the number cards and builds, in the order of their bits.
        wilds: The wild cards, in the order of their bits after the bases.
        limits: Which values are allowed on the way.
        clock: Stops the search at its time limit.
    """

    def __init__(self, bases: Sequence[int], wilds: Sequence[Card], limits: Limits, clock: Clock) -> None:
        self.lattice = Lattice.of(wilds, whole=limits.whole)
        self.limits = limits
        self.bases = [self.lattice.scaled(value) for value in bases]
        self.base_bits = (1 << len(bases)) - 1
        self._clock = clock
        self._cap = None if limits.cap is None else floor(limits.cap * self.lattice.scale)
        self._free = limits.signed and self._cap is None
        actions = [(1 << (len(bases) + place), place, action) for place, action in enumerate(self.lattice.actions)]
        self._wilds = actions
        self._terms_of = [action for action in actions if not (limits.signed and action[2].shift)]
        self._term_bits = sum(bit for bit, _, _ in self._terms_of)
        self._factor_bits = sum(bit for bit, _, action in actions if not action.shift)
        self._subs_of = [(bit, action.shift) for bit, _, action in actions if limits.signed and action.shift]
        self._subs = sum(bit for bit, _ in self._subs_of)
        self._twins = _twins([("base", value) for value in bases] + [_meaning(card) for card in wilds])
        self._reps: dict[int, int] = {}
        self._lists: dict[int, Lists] = {}
        self._plans: dict[int, Plan] = {}
        self._known: dict[int, dict[int, bool]] = {}
        self._known_terms: dict[int, dict[int, bool]] = {}
        self._bounds: dict[int, tuple[int, int, int]] = {}

    def makes(self, mask: int, value: int) -> bool:
        """Return whether the mask (with at least one base) can make the scaled value."""
        if self._twins:
            mask = self._reps.get(mask) or self._rep(mask)
        lists = self._lists.get(mask)
        if lists is not None:
            return value in lists[1]
        known = self._known.get(mask)
        if known is None:
            known = self._known[mask] = {}
        found = known.get(value)
        if found is None:
            if not self._possible(mask, value):
                found = False
            elif self._worth_listing(mask, len(known)):
                return value in self._list(mask)[1]
            else:
                found = self.makes_term(mask, value) or self._makes_sum(mask, value)
            known[value] = found
        return found

    def makes_term(self, mask: int, value: int) -> bool:
        """Return whether the mask can make the value otherwise than as a sum: a base, or a wild card acting last."""
        if self._twins:
            mask = self._reps.get(mask) or self._rep(mask)
        lists = self._lists.get(mask)
        if lists is None and mask.bit_count() <= LISTED_CARDS:
            lists = self._list(mask)
        if lists is not None:
            return value in lists[0]
        known = self._known_terms.get(mask)
        if known is None:
            known = self._known_terms[mask] = {}
        found = known.get(value)
        if found is None:
            found = self._possible(mask, value) and next(self._acted(mask, value), None) is not None
            known[value] = found
        return found

    def reasons(self, mask: int, value: int, *, terms_only: bool) -> Iterator[Reason]:
        """Give every last step by which the mask makes the value, in an order that depends on the cards only."""
        yield from self._acted(mask, value)
        if terms_only:
            return
        for taken, away in self._taken(mask):
            if self.makes_term(mask ^ taken, value + away):
                yield Joined(mask ^ taken, value + away, taken, -away)
        for term, rest in self._splits(mask):
            yield from self._joined(term, rest, value)

    def _allowed(self, value: int) -> bool:
        return (self._cap is None or value <= self._cap) and (self.limits.signed or value >= 0)

    def _possible(self, mask: int, value: int) -> bool:
        """Whether step and bounds of the mask's values leave room for this one; says no early, never wrongly."""
        bounds = self._bounds.get(mask)
        if bounds is None:
            bounds = self._bounds[mask] = self._bounds_of(mask)
        step, least, most = bounds
        return least <= value <= most and value % step == 0

    def _acted(self, mask: int, value: int) -> Iterator[Base | Acted]:
        if mask & (mask - 1) == 0:
            if self.bases[mask.bit_length() - 1] == value:
                yield Base(mask)
            return
        if not self._free and not self._allowed(value):
            return
        for bit, wild, action in self._terms_of:
            if mask & bit:
                for before in action.backward(value):
                    if (self._free or self._allowed(before)) and self.makes(mask ^ bit, before):
                        yield Acted(wild, mask ^ bit, before)

    def _taken(self, mask: int) -> Iterator[tuple[int, int]]:
        """Give every choice of one or more of the mask's subtraction cards, and what they take away together."""
        subs = taken = mask & self._subs
        while taken:
            yield taken, sum(shift for bit, shift in self._subs_of if taken & bit)
            taken = (taken - 1) & subs

    def _splits(self, mask: int) -> Iterator[tuple[int, int]]:
        """Give every way to part the mask into a term with its lowest base and a rest with another base."""
        base = mask & -mask
        others = mask ^ base
        if not others & self.base_bits:
            return
        chosen = 0
        while True:
            rest = others ^ chosen
            # A term is a base alone, or a wild card acts on it last.
            if rest & self.base_bits and (not chosen or chosen & self._term_bits):
                yield base | chosen, rest
            chosen = (chosen - others) & others
            if not chosen:
                return

    def _joined(self, term: int, rest: int, value: int) -> Iterator[Joined]:
        """Give the sums of a term and a rest that make the value."""
        if term.bit_count() <= rest.bit_count():
            for part in self._list(term)[0]:
                if self.makes(rest, value - part):
                    yield Joined(term, part, rest, value - part)
        else:
            for part in self._list(rest)[1]:
                if self.makes_term(term, value - part):
                    yield Joined(term, value - part, rest, part)

    def _makes_sum(self, mask: int, value: int) -> bool:
        """Whether a sum makes the value: a term less subtraction cards, or a term and a rest."""
        for taken, away in self._taken(mask):
            if self.makes_term(mask ^ taken, value + away):
                return True
        plan = self._plans.get(mask)
        if plan is None:
            plan = self._plans[mask] = self._plan(mask)
        for few, many in plan.listed:
            if not many.isdisjoint([value - part for part in few]):
                return True
        for terms, rest in plan.rests:
            if any(self.makes(rest, value - part) for part in terms):
                return True
        return any(self.makes_term(term, value - part) for term, values in plan.terms for part in values)

    def _plan(self, mask: int) -> Plan:
        """Return the really different splits of the mask, by what is listed of them."""
        self._clock.check()
        plan = Plan([], [], [])
        seen = set()
        for split in self._splits(mask):
            term, rest = (self._rep(split[0]), self._rep(split[1])) if self._twins else split
            if (term, rest) in seen:
                continue
            seen.add((term, rest))
            term_list, rest_list = self._listed(term), self._listed(rest)
            if term_list is None and rest_list is None:
                if term.bit_count() <= rest.bit_count():
                    term_list = self._list(term)
                else:
                    rest_list = self._list(rest)
            if term_list is not None and rest_list is not None:
                few, many = sorted((term_list[0], rest_list[1]), key=len)
                if few:
                    plan.listed.append((few, many))
            elif term_list is not None:
                plan.rests.append((term_list[0], rest))
            elif rest_list is not None:
                plan.terms.append((term, rest_list[1]))
        return plan

    def _listed(self, mask: int) -> Lists | None:
        lists = self._lists.get(mask)
        if lists is None and mask.bit_count() <= LISTED_CARDS:
            return self._list(mask)
        return lists

    def _worth_listing(self, mask: int, asked: int) -> bool:
        cards = mask.bit_count()
        return cards <= LISTED_CARDS or asked > PATIENCE.get(cards, asked)

    def _list(self, mask: int) -> Lists:
        """Return all values of the mask: those of terms, and all with the sums."""
        if self._twins:
            mask = self._reps.get(mask) or self._rep(mask)
        found = self._lists.get(mask)
        if found is None:
            self._clock.check()
            terms = self._terms(mask)
            values = self._sums(mask)
            values |= terms
            found = self._lists[mask] = terms, values
        return found

    def _terms(self, mask: int) -> set[int]:
        if mask & (mask - 1) == 0:
            return {self.bases[mask.bit_length() - 1]}
        results: set[int] = set()
        for bit, _, action in self._terms_of:
            if mask & bit:
                before = self._list(mask ^ bit)[1]
                results.update(action.forward(before if self._free else filter(self._allowed, before)))
        return results if self._free else set(filter(self._allowed, results))

    def _sums(self, mask: int) -> set[int]:
        sums: set[int] = set()
        for taken, away in self._taken(mask):
            sums.update([value - away for value in self._list(mask ^ taken)[0]])
        for term, rest in self._splits(mask):
            terms = self._list(term)[0]
            if terms:
                values = self._list(rest)[1]
                for part in terms:
                    sums.update([part + value for value in values])
        if not self.limits.signed and self._cap is not None:
            cap = self._cap
            return {value for value in sums if value <= cap}
        return sums

    def _rep(self, mask: int) -> int:
        """Return the mask in which equal cards are exchanged for the first ones of their kind."""
        found = self._reps.get(mask)
        if found is None:
            found = mask
            for bits, firsts in self._twins:
                held = mask & bits
                if held:
                    found = found & ~bits | firsts[held.bit_count()]
            self._reps[mask] = found
        return found

    def _bounds_of(self, mask: int) -> tuple[int, int, int]:
        """Return the step, the least and the most of the values that the mask can make."""
        away, divisor, growth, degree = 0, 1, 1, 1
        for bit, _, action in self._wilds:
            if mask & bit:
                away += action.shift
                divisor *= action.divisor
                growth *= action.growth
                degree *= 1 if action.growth else int(action.card.value)
        step = 1 if self.limits.whole else self.lattice.scale // int(divisor**degree)
        least = 1 if not away else 0
        if not growth:  # with powers, values grow beyond any bound worth working out
            endless = self.lattice.scale << 4096
            return step, -endless if away and self.limits.signed else least, endless
        bases = sum(value for bit, value in enumerate(self.bases) if mask >> bit & 1)
        if not mask & self._factor_bits:  # additions and subtractions, each card used: one value only
            return step, bases - away, bases - away
        if away and self.limits.signed:
            least = -away * growth
        return step, least, bases * growth


def _meaning(card: Card) -> tuple[str, object]:
    """What makes two wild cards the same in arithmetic: `/2` and `1/2` do."""
    factor = factor_of(card)
    return ("times", factor) if factor is not None else (card.kind.value, card.value)


def _twins(meanings: Sequence[tuple[str, object]]) -> list[tuple[int, tuple[int, ...]]]:
    """Return the bits of equal cards, for those that have an equal, and their first bits by number of cards."""
    bits: dict[tuple[str, object], list[int]] = {}
    for place, meaning in enumerate(meanings):
        bits.setdefault(meaning, []).append(1 << place)
    groups = [places for places in bits.values() if len(places) > 1]
    return [(sum(places), tuple(sum(places[:held]) for held in range(len(places) + 1))) for places in groups]
