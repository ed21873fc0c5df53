"""Finds the takes of the highest rank: disjoint sets that one card of the hand takes.

Sets are masks of a layout. A rank is a score that orders takes (`numero_cam.games.numero.solve.masks`).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import nlargest
from itertools import combinations
from typing import Protocol

from numero_cam.games.numero.solve.clock import Clock, OutOfTimeError, StoppedBy
from numero_cam.games.numero.solve.masks import Layout
from numero_cam.games.numero.solve.scaled import Lattice

SMALL_SET_CARDS = 3  #: Takes whose sets have at most this many cards are searched first if there is a time limit.
GRACE_SECONDS = 0.25  #: Minimum time for these, in seconds, even if the limit is shorter.

IMPOSSIBLE_RANK = -(1 << 62)  #: Rank of an impossible combination.

Ranks = tuple[int, int]  #: Best rank without the taking card, and best rank with it in one of the sets.


@dataclass(frozen=True, slots=True, order=True)
class Take:
    """A take on a layout."""

    taker_index: int  #: Index of the taking card among the takers of the layout.
    masks: tuple[int, ...]  #: The masks of the sets, in ascending order.


@dataclass(slots=True)
class BestTakes:
    """The best takes found so far, with all that equal the last of them."""

    wanted: int  #: Number of really different takes that are wanted.
    ranks: dict[object, int] = field(default_factory=dict)  #: Rank of each take, by the key of `take_identity`.
    takes: dict[object, Take] = field(default_factory=dict)  #: Each take, by the same key.
    threshold: int = 0  #: Rank below which takes are not kept.

    def add(self, key: object, rank: int, take: Take) -> None:
        """Add a take if its rank is high enough, and drop takes whose rank no longer is.

        Of takes with the same `key` (see `take_identity`), the one that sorts first stays.
        """
        known = self.ranks.get(key, -1)
        if rank < max(known, self.threshold) or (rank == known and self.takes[key] <= take):
            return
        self.ranks[key] = rank
        self.takes[key] = take
        if rank in (known, self.threshold) or len(self.ranks) < self.wanted:
            return
        if self.wanted == 1:
            self.threshold = rank
        else:
            self.threshold = nlargest(self.wanted, self.ranks.values())[-1]
        for other in [one for one, value in self.ranks.items() if value < self.threshold]:
            del self.ranks[other], self.takes[other]


class ReachSearch(Protocol):
    """Finds which values sets of a layout can make."""

    lattice: Lattice  #: The scale of the position.
    bases: list[int]  #: Scaled values of the number cards and builds.
    base_bits: int  #: Mask of the number cards and builds.
    atom_bits: int  #: Mask of the subtraction cards.

    def reachable(self, mask: int, wanted: set[int]) -> set[int]:
        """Return the wanted scaled values that the mask, which holds at least one base, can make."""


class Packing:
    """Finds the best combination of disjoint sets that make one taking card's number, by dynamic programming.

    Args:
        sets: The masks that make its number.
        alone: Rank of each mask as a set.
        taken: Rank of each mask as the set that the taking card counts as part of.
        bases: Mask of the number cards and builds.
        centre: Mask of the cards that must be used to clear the centre; 0 where it cannot be cleared.
    """

    def __init__(self, sets: Sequence[int], alone: Sequence[int], taken: Sequence[int], bases: int, centre: int) -> None:
        self._sets_by_lowest: dict[int, list[int]] = {}  # by the bit of their lowest base
        for one in sets:
            self._sets_by_lowest.setdefault(one & -one, []).append(one)
        self._set_bases = sum(self._sets_by_lowest)
        self._set_ranks = alone
        self._taker_set_ranks = taken
        self._centre = centre
        self._all_bases = bases
        self._best_ranks: dict[int, Ranks] = {}
        self._clearing_ranks: dict[int, Ranks | None] = {}

    def best(self, cards: int) -> Ranks:
        """Return the best ranks of disjoint sets of the cards of this mask; cards may be left over."""
        if not cards & self._set_bases:
            return 0, IMPOSSIBLE_RANK
        found = self._best_ranks.get(cards)
        if found is None:
            # The lowest base with which a set begins is left over, or is in one of the sets that begin with it.
            low = (cards & self._set_bases) & -(cards & self._set_bases)
            alone, taken = self.best(cards & ~(2 * low - 1 & self._all_bases))
            for one in self._sets_by_lowest[low]:
                if not one & ~cards:
                    rest_alone, rest_taken = self.best(cards & ~(one | low))
                    alone = max(alone, self._set_ranks[one] + rest_alone)
                    taken = max(taken, self._taker_set_ranks[one] + rest_alone, self._set_ranks[one] + rest_taken)
            found = self._best_ranks[cards] = alone, taken
        return found

    def clearing(self, cards: int) -> Ranks | None:
        """Return the best ranks of disjoint sets of the cards of this mask that use all in the centre; None if no sets do."""
        if not cards & self._all_bases:
            return None if cards & self._centre or not self._centre else (0, IMPOSSIBLE_RANK)
        if cards in self._clearing_ranks:
            return self._clearing_ranks[cards]
        alone = taken = IMPOSSIBLE_RANK
        for one in self._sets_by_lowest.get(cards & -cards, ()):
            rest = None if one & ~cards else self.clearing(cards ^ one)
            if rest is not None:
                alone = max(alone, self._set_ranks[one] + rest[0])
                taken = max(taken, self._taker_set_ranks[one] + rest[0], self._set_ranks[one] + rest[1])
        found = self._clearing_ranks[cards] = None if alone == IMPOSSIBLE_RANK else (alone, taken)
        return found

    def choices(self, cards: int) -> Iterator[tuple[int, int]]:
        """Yield each set with the lowest base of the cards of this mask, and the mask left; last 0 for no set, without that base."""
        bases = cards & self._set_bases
        if bases:
            low = bases & -bases
            rest = cards & ~(2 * low - 1 & self._all_bases)
            for one in self._sets_by_lowest[low]:
                if not one & ~cards:
                    yield one, rest & ~one
            yield 0, rest


class TakeSearch:
    """Searches for the best takes of a layout.

    At most one set of a take holds more than half of the cards. So the small sets and their combinations are found first. A large set is
    expensive to search; large sets are tried in order of rank, and only while a take with one can still be among the best.
    """

    def __init__(self, layout: Layout, reach: ReachSearch, clock: Clock) -> None:
        self._layout = layout
        self._reach = reach
        self._clock = clock
        scale = reach.lattice.scale
        self._targets = [int(card.value) * scale for card in layout.takers]
        self._wanted = set(self._targets)
        self._set_ranks = layout.ranks(None)
        self._taker_set_ranks = [layout.ranks(taker) for taker in layout.takers]
        self._packings: list[Packing] = []

    def best(self, wanted: int) -> tuple[BestTakes, StoppedBy | None]:
        """Return the `wanted` best really different takes, 1 or more, and the limit that stopped the search; None where they are proven."""
        found = BestTakes(wanted)
        half = len(self._layout.items) // 2
        try:
            if self._clock.is_limited:  # so that even the shortest limit gives an answer
                self._clock.grace(GRACE_SECONDS)
                self._add_small(min(SMALL_SET_CARDS, half), found)
                self._clock.keep()
                self._clock.check()
            self._add_small(half, found)
            self._add_large(half, found)
        except OutOfTimeError as stopped:
            return found, stopped.stopped_by
        return found, None

    def best_small(self, most: int, suits: Callable[[int, int], bool]) -> BestTakes:
        """Return the best takes of sets of at most `most` cards for which `suits` is true of mask and scaled number made."""
        found = BestTakes(1)
        self._add_small(min(most, len(self._layout.items)), found, suits)
        return found

    def _add_small(self, most: int, found: BestTakes, suits: Callable[[int, int], bool] | None = None) -> None:
        """Find the sets of at most `most` cards for which `suits` is true, and add the best takes made of these sets only."""
        layout = self._layout
        sets: dict[int, list[int]] = {target: [] for target in self._wanted}
        reachable, wanted = self._reach.reachable, self._wanted
        for mask in masks_of(len(layout.items), len(layout.bases), 1, most):
            for target in reachable(mask, wanted):
                if suits is None or suits(mask, target):
                    sets[target].append(mask)
        self._packings = [
            Packing(sets[target], self._set_ranks, taken, layout.base_mask, layout.centre)
            for target, taken in zip(self._targets, self._taker_set_ranks, strict=True)
        ]
        for taker_index in range(len(self._targets)):
            self._add_combinations(found, taker_index, (), layout.full, (0, IMPOSSIBLE_RANK))

    def _add_large(self, half: int, found: BestTakes) -> None:
        """Add the best takes that have a set of more than `half` cards."""
        for rank, taker_index, large in self._large_candidates(half, found.threshold):
            if rank < found.threshold:
                return
            # For the numbers of all taking cards at once: most of the work is the same for all.
            if self._targets[taker_index] in self._reach.reachable(large, self._wanted):
                self._add_combinations(
                    found,
                    taker_index,
                    (large,),
                    self._layout.full ^ large,
                    (self._set_ranks[large], self._taker_set_ranks[taker_index][large]),
                )

    def _large_candidates(self, half: int, least: int) -> list[tuple[int, int, int]]:
        """Return possible large sets of a rank from `least` on, as (rank, taker index, mask), highest rank first.

        The rank is that of the best take with the set, supposed that the set makes the number, which is not yet known.
        """
        layout = self._layout
        full, centre, clear = layout.full, layout.centre, layout.clear_rank
        found = []
        masks = masks_of(len(layout.items), len(layout.bases), half + 1, len(layout.items))
        for taker_index, (packing, taken) in enumerate(zip(self._packings, self._taker_set_ranks, strict=True)):
            enough = least - clear - max(packing.best(full))
            for large in [mask for mask in masks if taken[mask] >= enough or self._set_ranks[mask] >= enough]:
                rest = full ^ large
                alone, rest_taken = packing.best(rest)
                rank = max(taken[large] + alone, self._set_ranks[large] + rest_taken)
                cleared = packing.clearing(rest) if centre and rank + clear >= least else None
                if cleared is not None:
                    rank = max(rank, clear + max(taken[large] + cleared[0], self._set_ranks[large] + cleared[1]))
                if rank >= least:
                    found.append((rank, taker_index, large))
        found.sort(reverse=True)
        return found

    def _add_combinations(self, found: BestTakes, taker_index: int, masks: tuple[int, ...], left: int, ranks: tuple[int, int]) -> None:
        """Complete a take with every combination of small sets that can be among the best, and add the results.

        Args:
            found: The best takes so far, which are updated.
            taker_index: Index of the taking card.
            masks: The sets of the take so far.
            left: Mask of the cards that may still be used.
            ranks: Ranks of the sets so far: without the taking card, and with it in the set where it adds most.
        """
        self._clock.check()
        layout, packing = self._layout, self._packings[taker_index]
        alone, taken = packing.best(left)
        if max(ranks[1] + alone, ranks[0] + taken) + layout.clear_rank < found.threshold:
            return
        leaf = True
        for one, rest in packing.choices(left):
            leaf = False
            with_one = ranks
            if one:
                with_one = (
                    ranks[0] + self._set_ranks[one],
                    max(ranks[1] + self._set_ranks[one], ranks[0] + self._taker_set_ranks[taker_index][one]),
                )
            self._add_combinations(found, taker_index, (*masks, one) if one else masks, rest, with_one)
        if leaf and masks:
            rank = ranks[1] + (layout.clear_rank if layout.clears(sum(masks)) else 0)
            if rank >= found.threshold:
                found.add(take_identity(layout, taker_index, masks), rank, Take(taker_index, tuple(sorted(masks))))


def take_identity(layout: Layout, taker_index: int, masks: tuple[int, ...]) -> object:
    """Return the key that equal takes share: the taking card's number and the faces in each set, without colours."""
    faces = layout.faces
    sets = sorted(tuple(sorted(face for bit, face in enumerate(faces) if mask >> bit & 1)) for mask in masks)
    return layout.takers[taker_index].value, tuple(sets)


@lru_cache(maxsize=64)
def masks_of(items: int, bases: int, least: int, most: int) -> tuple[int, ...]:
    """Return the masks of `least` to `most` cards that hold at least one base, in ascending order.

    Args:
        items: Number of all cards.
        bases: Number of number cards and builds, which have the lowest bits.
        least: Minimum number of cards.
        most: Maximum number of cards.
    """
    base_bits = (1 << bases) - 1
    if 2 * most < items:  # few masks qualify, so generating them is faster than filtering all
        bits = [1 << bit for bit in range(items)]
        some = (sum(chosen) for size in range(least, most + 1) for chosen in combinations(bits, size))
        return tuple(sorted(mask for mask in some if mask & base_bits))
    return tuple(mask for mask in range(1, 1 << items) if mask & base_bits and least <= mask.bit_count() <= most)
