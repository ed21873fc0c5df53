"""The simplest way in which cards make a number, and which of equal takes is simplest.

Contract, "Order of equal plays": no fraction on the way, then no negative value, then fewer steps, then a smaller
largest value, then the text. Each of these is a smaller world to search: whole numbers only, no negative values, no
value above a cap.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache

from numero_cam.rules import Card, Kind
from numero_cam.solve.board import Board
from numero_cam.solve.clock import Clock
from numero_cam.solve.expression import Expression, Number, acting, largest, steps_of, summed, text_of
from numero_cam.solve.reach import Acted, Base, Joined, Limits, Reach
from numero_cam.solve.takes import Take

WORLDS = ((True, False), (True, True), (False, False), (False, True))
"""Simplest first: whole numbers or not, negative values or not."""


class Ways:
    """Finds the simplest ways on one board.

    Args:
        board: The cards.
        reach: The search that found the takes: the largest world.
    """

    def __init__(self, board: Board, reach: Reach) -> None:
        self._board = board
        self._worlds = WORLDS[:2] if reach.limits.whole else WORLDS
        self._largest_world = reach
        self._subs = sum(1 << (len(board.bases) + place) for place, card in enumerate(board.wilds) if card.kind is Kind.SUBTRACT)
        self._reach = cache(self._make_reach)
        self.simplest = cache(self._simplest)
        self._smallest_cap = cache(self._find_smallest_cap)

    def rank(self, takes: Iterable[Take], wanted: int) -> list[Take]:
        """Return the simplest of equal takes, at most as many as wanted, simplest first."""
        keys: tuple[Callable[[Take], object], ...] = (self._world, self._steps, self._largest, self._text)
        return self._refine(sorted(takes), wanted, keys)

    def key(self, take: Take) -> tuple[object, ...]:
        """Return the place of a take among equal ones, to compare it with takes of other boards."""
        return self._world(take), self._steps(take), self._largest(take), self._text(take)

    def expressions(self, take: Take) -> list[Expression]:
        """Return how each set of the take makes the number, in the order of its masks."""
        world = self._world(take)
        target = self._target(take)
        return [self.simplest(mask, target, world) for mask in take.masks]

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
        return int(self._board.takers[take.place].value)

    def _world(self, take: Take) -> int:
        """Place of the simplest world in which every set of the take makes the number."""
        target = self._target(take)
        for world in range(len(self._worlds)):
            if all(self._makes_at_all(mask, target, world) for mask in take.masks):
                return world
        msg = f"no way for {take}"
        raise AssertionError(msg)

    def _steps(self, take: Take) -> int:
        return sum(mask.bit_count() - 1 for mask in take.masks)

    def _largest(self, take: Take) -> Fraction:
        world, target = self._world(take), self._target(take)
        return max(self._smallest_cap(mask, target, world) for mask in take.masks)

    def _text(self, take: Take) -> tuple[str, ...]:
        texts = [text_of(expression) for expression in self.expressions(take)]
        return (*sorted(texts), str(self._board.takers[take.place]))

    def _make_reach(self, world: int, cap: Fraction | None) -> Reach:
        if cap is None and world == len(self._worlds) - 1:
            return self._largest_world
        whole, signed = self._worlds[world]
        return Reach(self._board.values, self._board.wilds, Limits(whole, signed, cap), Clock())

    def _in(self, mask: int, world: int, cap: Fraction | None) -> Reach:
        """Return the search of this world for the mask.

        Without a subtraction card nothing is negative and signs make no difference: then the search that lists less
        is taken, or without a cap the one that may be there already.
        """
        if not mask & self._subs:
            world = world // 2 * 2 + (cap is None)
        return self._reach(world, cap)

    def _makes(self, mask: int, target: int, world: int, cap: Fraction | None) -> bool:
        reach = self._in(mask, world, cap)
        return reach.makes(mask, target * reach.lattice.scale)

    def _makes_at_all(self, mask: int, target: int, world: int) -> bool:
        """Whether the world has a way; the least cap is tried first, because it is a small world and often enough."""
        if world == len(self._worlds) - 1:  # where the take was found
            return True
        least = Fraction(max(target, *self._held(mask)))
        return self._makes(mask, target, world, least) or self._makes(mask, target, world, None)

    def _find_smallest_cap(self, mask: int, target: int, world: int) -> Fraction:
        """Return the smallest largest value among the ways of this world."""
        least = Fraction(max(target, *self._held(mask)))
        if not mask & (mask - 1) or self._makes(mask, target, world, least):
            return least
        cap = self._peak(self._way(mask, target, world, None), mask)
        while cap > least:
            below = cap - Fraction(1, 2 * self._in(mask, world, None).lattice.scale)
            if not self._makes(mask, target, world, below):
                break
            cap = self._peak(self._way(mask, target, world, below), mask)
        return cap

    def _held(self, mask: int) -> list[int]:
        return [value for bit, value in enumerate(self._board.values) if mask >> bit & 1]

    def _peak(self, way: Expression, mask: int) -> Fraction:
        steps = steps_of(way)
        return max(largest(steps) if steps else way.value, *(Fraction(value) for value in self._held(mask)))

    def _simplest(self, mask: int, target: int, world: int) -> Expression:
        return self._way(mask, target, world, self._smallest_cap(mask, target, world))

    def _way(self, mask: int, target: int, world: int, cap: Fraction | None) -> Expression:
        """Return the first way of this world, in an order that depends on the cards only."""
        reach = self._in(mask, world, cap)
        return self._expression(reach, mask, target * reach.lattice.scale, terms_only=False)

    def _expression(self, reach: Reach, mask: int, value: int, *, terms_only: bool) -> Expression:
        reason = next(reach.reasons(mask, value, terms_only=terms_only))
        match reason:
            case Base():
                return Number(reach.lattice.value(value))
            case Acted(wild, rest, before):
                inner = self._expression(reach, rest, before, terms_only=False)
                return acting(self._board.wilds[wild], inner)
            case Joined():
                terms, less = self._terms(reach, reason)
                return summed(terms, less)

    def _terms(self, reach: Reach, joined: Joined) -> tuple[list[Expression], list[Card]]:
        """Return all terms and subtraction cards of a sum, following the rest to its end."""
        terms = [self._expression(reach, joined.term, joined.term_value, terms_only=True)]
        rest, value = joined.rest, joined.rest_value
        if not rest & self._board.base_mask:
            return terms, self._cards(rest)
        reason = next(reach.reasons(rest, value, terms_only=False))
        if isinstance(reason, Joined):
            more, less = self._terms(reach, reason)
            return [*terms, *more], less
        return [*terms, self._expression(reach, rest, value, terms_only=True)], []

    def _cards(self, mask: int) -> list[Card]:
        first = len(self._board.bases)
        return [card for place, card in enumerate(self._board.wilds) if mask >> (first + place) & 1]
