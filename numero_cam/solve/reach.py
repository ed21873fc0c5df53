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
from math import floor, prod

from numero_cam.rules import Card, Kind
from numero_cam.solve.clock import Clock
from numero_cam.solve.lattice import Lattice, denominator_of, factor_of

LISTED_CARDS = 4
"""Masks of up to this many cards list their values at once; larger ones after `PATIENCE` questions."""
PATIENCE = {5: 12, 6: 80, 7: 600}


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
        self._wilds = tuple(wilds)
        self._actions = self.lattice.actions
        self._cap = None if limits.cap is None else floor(limits.cap * self.lattice.scale)
        self._subs = 0
        if limits.signed:
            self._subs = sum(1 << (len(bases) + place) for place, card in enumerate(wilds) if card.kind is Kind.SUBTRACT)
        self._twins = _twins([("base", value) for value in bases] + [_meaning(card) for card in wilds])
        self._lists: dict[int, tuple[set[int], set[int]]] = {}
        self._known: dict[int, dict[int, bool]] = {}
        self._known_terms: dict[int, dict[int, bool]] = {}
        self._reps: dict[int, int] = {}
        self._bounds: dict[int, tuple[int, int, int]] = {}
        self._asked: dict[int, int] = {}

    def makes(self, mask: int, value: int) -> bool:
        """Return whether the mask (with at least one base) can make the scaled value."""
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
            elif self._worth_listing(mask):
                return value in self._list(mask)[1]
            else:
                found = self.makes_term(mask, value) or next(self._joined(mask, value), None) is not None
            known[value] = found
        return found

    def makes_term(self, mask: int, value: int) -> bool:
        """Return whether the mask can make the value otherwise than as a sum: a base, or a wild card acting last."""
        mask = self._reps.get(mask) or self._rep(mask)
        lists = self._lists.get(mask)
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
        if not terms_only:
            yield from self._joined(mask, value)

    def _allowed(self, value: int) -> bool:
        return (self._cap is None or value <= self._cap) and (self.limits.signed or value >= 0)

    def _possible(self, mask: int, value: int) -> bool:
        """Whether step and bounds of the mask's values leave room for this one; says no early, never wrongly."""
        bounds = self._bounds.get(mask)
        if bounds is None:
            bounds = self._bounds[mask] = self._bounds_of(mask)
        step, least, most = bounds
        return value % step == 0 and least <= value <= most

    def _acted(self, mask: int, value: int) -> Iterator[Base | Acted]:
        if mask & (mask - 1) == 0:
            if self.bases[mask.bit_length() - 1] == value:
                yield Base(mask)
            return
        if not self._allowed(value):
            return
        for wild, bit in self._wild_bits(mask & ~self._subs):
            rest = mask ^ bit
            for before in self._actions[wild].backward(value):
                if self._allowed(before) and self.makes(rest, before):
                    yield Acted(wild, rest, before)

    def _joined(self, mask: int, value: int) -> Iterator[Joined]:
        base = mask & -mask
        others = mask ^ base
        limit = None if self.limits.signed else value
        yield from self._less(mask, value)
        if not others & self.base_bits:
            return
        chosen = 0
        while True:  # every way to give some of the other cards to the term that holds the lowest base
            rest = others ^ chosen
            if rest & self.base_bits:
                yield from self._split(base | chosen, rest, value, limit)
            chosen = (chosen - others) & others
            if not chosen:
                return

    def _less(self, mask: int, value: int) -> Iterator[Joined]:
        """Give the sums of one term and subtraction cards."""
        subs = mask & self._subs
        taken = subs
        while taken:
            away = sum(self._actions[wild].shift for wild, _ in self._wild_bits(taken))
            if self.makes_term(mask ^ taken, value + away):
                yield Joined(mask ^ taken, value + away, taken, -away)
            taken = (taken - 1) & subs

    def _split(self, term: int, rest: int, value: int, limit: int | None) -> Iterator[Joined]:
        term_list = self._listed(term)
        rest_list = self._listed(rest)
        if term_list is None and rest_list is None:
            if term.bit_count() <= rest.bit_count():
                term_list = self._list(self._rep(term))
            else:
                rest_list = self._list(self._rep(rest))
        if term_list is not None and (rest_list is None or len(term_list[0]) <= len(rest_list[1])):
            for part in term_list[0]:
                if (limit is None or part <= limit) and self.makes(rest, value - part):
                    yield Joined(term, part, rest, value - part)
        elif rest_list is not None:
            for part in rest_list[1]:
                if (limit is None or part <= limit) and self.makes_term(term, value - part):
                    yield Joined(term, value - part, rest, part)

    def _listed(self, mask: int) -> tuple[set[int], set[int]] | None:
        mask = self._reps.get(mask) or self._rep(mask)
        lists = self._lists.get(mask)
        if lists is None and mask.bit_count() <= LISTED_CARDS:
            return self._list(mask)
        return lists

    def _worth_listing(self, mask: int) -> bool:
        cards = mask.bit_count()
        if cards <= LISTED_CARDS:
            return True
        asked = self._asked[mask] = self._asked.get(mask, 0) + 1
        return asked > PATIENCE.get(cards, asked)

    def _list(self, mask: int) -> tuple[set[int], set[int]]:
        """Return all values of the mask: those of terms, and all with the sums."""
        mask = self._rep(mask)
        found = self._lists.get(mask)
        if found is None:
            self._clock.check()
            terms = self._terms(mask)
            values = terms | self._sums(mask)
            found = self._lists[mask] = terms, values
        return found

    def _terms(self, mask: int) -> set[int]:
        if mask & (mask - 1) == 0:
            return {self.bases[mask.bit_length() - 1]}
        results: set[int | None] = set()
        for wild, bit in self._wild_bits(mask & ~self._subs):
            before = self._list(mask ^ bit)[1]
            forward = self._actions[wild].forward
            results.update([forward(value) for value in before if self._allowed(value)])
        return {value for value in results if value is not None and self._allowed(value)}

    def _sums(self, mask: int) -> set[int]:
        sums: set[int] = set()
        subs = taken = mask & self._subs
        while taken:
            away = sum(self._actions[wild].shift for wild, _ in self._wild_bits(taken))
            sums.update([value - away for value in self._list(mask ^ taken)[0]])
            taken = (taken - 1) & subs
        base = mask & -mask
        others = mask ^ base
        if not others & self.base_bits:
            return sums
        chosen = 0
        while True:
            rest = others ^ chosen
            if rest & self.base_bits:
                terms = self._list(base | chosen)[0]
                if terms:
                    values = self._list(rest)[1]
                    sums.update([term + value for term in terms for value in values])
            chosen = (chosen - others) & others
            if not chosen:
                break
        if not self.limits.signed and self._cap is not None:
            return {value for value in sums if value <= self._cap}
        return sums

    def _wild_bits(self, mask: int) -> list[tuple[int, int]]:
        first = len(self.bases)
        found = []
        left = mask >> first
        while left:
            low = left & -left
            found.append((low.bit_length() - 1, low << first))
            left ^= low
        return found

    def _rep(self, mask: int) -> int:
        """Return the mask in which equal cards are exchanged for the first ones of their kind."""
        found = self._reps.get(mask)
        if found is None:
            found = mask
            for twins in self._twins:
                held = (mask & sum(twins)).bit_count()
                found = found & ~sum(twins) | sum(twins[:held])
            self._reps[mask] = found
        return found

    def _bounds_of(self, mask: int) -> tuple[int, int, int]:
        wilds = [self._wilds[wild] for wild, _ in self._wild_bits(mask)]
        scale = self.lattice.scale
        step = 1 if self.limits.whole else scale // denominator_of(wilds)
        bases = sum(value for bit, value in enumerate(self.bases) if mask >> bit & 1)
        away = sum(int(card.value) for card in wilds if card.kind is Kind.SUBTRACT) * scale
        if any(card.kind is Kind.POWER for card in wilds):
            least = 1 if not away else -_endless(scale)
            return step, least if self.limits.signed else max(least, 0), _endless(scale)
        growth = prod(max(1, factor_of(card) or 1) for card in wilds)
        least = 1 if not away else -int(away * growth) if self.limits.signed else 0
        return step, least, int(bases * growth)


def _endless(scale: int) -> int:
    """A bound beyond all values that few cards reach with powers."""
    return scale << 4096


def _meaning(card: Card) -> tuple[str, object]:
    """What makes two wild cards the same in arithmetic: `/2` and `1/2` do."""
    factor = factor_of(card)
    return ("times", factor) if factor is not None else (card.kind.value, card.value)


def _twins(meanings: Sequence[tuple[str, object]]) -> list[list[int]]:
    """Return the bits of equal cards, for those that have an equal."""
    bits: dict[tuple[str, object], list[int]] = {}
    for place, meaning in enumerate(meanings):
        bits.setdefault(meaning, []).append(1 << place)
    return [places for places in bits.values() if len(places) > 1]
