"""Finds the takes of the highest rank: disjoint sets that one card of the hand takes."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import nlargest
from itertools import combinations
from typing import Protocol

from numero_cam.games.numero.solve.clock import Clock, OutOfTimeError, Stop
from numero_cam.games.numero.solve.masks import Layout
from numero_cam.games.numero.solve.packing import NEVER, Packing
from numero_cam.games.numero.solve.scaled import Lattice

SMALL_SET_CARDS = 3
"""With a time limit, takes whose sets have at most this many cards are searched first."""
GRACE_SECONDS = 0.25
"""Seconds for these, whatever the limit."""


@dataclass(frozen=True, slots=True, order=True)
class Take:
    """A taking card, by its index among the takers of a layout, and the masks of its sets in ascending order."""

    place: int
    masks: tuple[int, ...]


@dataclass(slots=True)
class BestTakes:
    """The best takes found so far, with all that equal the last of them.

    Attributes:
        wanted: Number of really different takes that are wanted.
        ranks: Rank of each take, by the key of `identity_of`.
        takes: Each take, by the same key.
        threshold: Rank below which takes are not kept.
    """

    wanted: int
    ranks: dict[object, int] = field(default_factory=dict)
    takes: dict[object, Take] = field(default_factory=dict)
    threshold: int = 0

    def add(self, what: object, rank: int, take: Take) -> None:
        """Keep the take if it is good enough."""
        known = self.ranks.get(what, -1)
        if rank < max(known, self.threshold) or (rank == known and self.takes[what] <= take):
            return
        self.ranks[what] = rank
        self.takes[what] = take
        if rank in (known, self.threshold) or len(self.ranks) < self.wanted:
            return
        if self.wanted == 1:
            self.threshold = rank
        else:
            self.threshold = nlargest(self.wanted, self.ranks.values())[-1]
        for other in [key for key, value in self.ranks.items() if value < self.threshold]:
            del self.ranks[other], self.takes[other]


class ReachSearch(Protocol):
    """Finds which values sets of a layout can make.

    Attributes:
        lattice: The scale of the position.
        bases: Scaled values of the number cards and builds.
        base_bits: Their bits.
        atom_bits: Bits of the subtraction cards.
    """

    lattice: Lattice
    bases: list[int]
    base_bits: int
    atom_bits: int

    def reachable(self, mask: int, wanted: set[int]) -> set[int]:
        """Return which of these scaled values the mask (with at least one base) can make, whatever numbers are allowed on the way."""


class Takes:
    """Searches for the best takes of a layout.

    At most one set of a take holds more than half of the cards. So the small sets and their combinations are found first. A large set is
    expensive to search; large sets are tried in order of rank, and only while a take with one can still be among the best.

    Args:
        layout: The cards.
        reach: Finds which values sets can make.
        clock: Stops the search at its time limit.
    """

    def __init__(self, layout: Layout, reach: ReachSearch, clock: Clock) -> None:
        self._layout = layout
        self._reach = reach
        self._clock = clock
        scale = reach.lattice.scale
        self._targets = [int(card.value) * scale for card in layout.takers]
        self._wanted = set(self._targets)
        self._alone = layout.ranks(None)
        self._taken = [layout.ranks(taker) for taker in layout.takers]
        self._packings: list[Packing] = []

    def best(self, wanted: int) -> tuple[BestTakes, Stop | None]:
        """Return the best takes, and the limit that stopped the search; None where they are proven.

        Args:
            wanted: Number of really different takes, 1 or more.
        """
        found = BestTakes(wanted)
        half = len(self._layout.items) // 2
        try:
            if self._clock.is_limited:  # whatever the limit, the takes of small sets are there to fall back on
                self._clock.grace(GRACE_SECONDS)
                self._pack(min(SMALL_SET_CARDS, half), found)
                self._clock.keep()
                self._clock.check()
            self._pack(half, found)
            self._add_large(half, found)
        except OutOfTimeError as stopped:
            return found, stopped.stopped_by
        return found, None

    def best_small(self, most: int, suits: Callable[[int, int], bool]) -> BestTakes:
        """Return the best takes whose sets have at most `most` cards and for which `suits(mask, scaled number)` is true."""
        found = BestTakes(1)
        self._pack(min(most, len(self._layout.items)), found, suits)
        return found

    def _pack(self, most: int, found: BestTakes, suits: Callable[[int, int], bool] | None = None) -> None:
        """Find the sets of at most `most` cards, and add the best takes of these alone."""
        layout = self._layout
        sets: dict[int, list[int]] = {target: [] for target in self._wanted}
        reachable, wanted = self._reach.reachable, self._wanted
        for mask in masks_of(len(layout.items), len(layout.bases), 1, most):
            for target in reachable(mask, wanted):
                if suits is None or suits(mask, target):
                    sets[target].append(mask)
        self._packings = [
            Packing(sets[target], self._alone, taken, layout.base_mask, layout.centre)
            for target, taken in zip(self._targets, self._taken, strict=True)
        ]
        for place in range(len(self._targets)):
            self._fill(found, place, (), layout.full, (0, NEVER))

    def _add_large(self, half: int, found: BestTakes) -> None:
        """Add the best takes with a set of more than half of the cards."""
        for rank, place, large in self._candidates(half, found.threshold):
            if rank < found.threshold:
                return
            # For the numbers of all taking cards at once: most of the work is the same for all.
            if self._targets[place] in self._reach.reachable(large, self._wanted):
                self._fill(found, place, (large,), self._layout.full ^ large, (self._alone[large], self._taken[place][large]))

    def _candidates(self, half: int, least: int) -> list[tuple[int, int, int]]:
        """Return the rank of the best take with each large set if it makes the number, from this rank on, highest first."""
        layout = self._layout
        full, centre, clear = layout.full, layout.centre, layout.clear_rank
        found = []
        masks = masks_of(len(layout.items), len(layout.bases), half + 1, len(layout.items))
        for place, (packing, taken) in enumerate(zip(self._packings, self._taken, strict=True)):
            enough = least - clear - max(packing.best(full))
            for large in [mask for mask in masks if taken[mask] >= enough or self._alone[mask] >= enough]:
                rest = full ^ large
                alone, rest_taken = packing.best(rest)
                rank = max(taken[large] + alone, self._alone[large] + rest_taken)
                cleared = packing.clearing(rest) if centre and rank + clear >= least else None
                if cleared is not None:
                    rank = max(rank, clear + max(taken[large] + cleared[0], self._alone[large] + cleared[1]))
                if rank >= least:
                    found.append((rank, place, large))
        found.sort(reverse=True)
        return found

    def _fill(self, found: BestTakes, place: int, masks: tuple[int, ...], left: int, ranks: tuple[int, int]) -> None:
        """Record the take with every choice of small sets among the cards left that is good enough.

        Args:
            found: Where it is recorded.
            place: Which taking card.
            masks: Its sets so far.
            left: The cards that may still be used.
            ranks: Of the sets so far, without the taking card and with it in the one where it brings most.
        """
        self._clock.check()
        layout, packing = self._layout, self._packings[place]
        alone, taken = packing.best(left)
        if max(ranks[1] + alone, ranks[0] + taken) + layout.clear_rank < found.threshold:
            return
        leaf = True
        for one, rest in packing.choices(left):
            leaf = False
            with_one = ranks
            if one:
                with_one = ranks[0] + self._alone[one], max(ranks[1] + self._alone[one], ranks[0] + self._taken[place][one])
            self._fill(found, place, (*masks, one) if one else masks, rest, with_one)
        if leaf and masks:
            rank = ranks[1] + (layout.clear_rank if layout.clears(sum(masks)) else 0)
            if rank >= found.threshold:
                found.add(identity_of(layout, place, masks), rank, Take(place, tuple(sorted(masks))))


def identity_of(layout: Layout, place: int, masks: tuple[int, ...]) -> object:
    """Return the key by which takes are really different: the number and the faces in the sets, without colours."""
    faces = layout.faces
    sets = sorted(tuple(sorted(face for bit, face in enumerate(faces) if mask >> bit & 1)) for mask in masks)
    return layout.takers[place].value, tuple(sets)


@lru_cache(maxsize=64)
def masks_of(items: int, bases: int, least: int, most: int) -> tuple[int, ...]:
    """Return the masks with `least` to `most` bits, at least one of them a base, in ascending order."""
    base_bits = (1 << bases) - 1
    if 2 * most < items:  # few of all masks: these are made, not picked out
        bits = [1 << place for place in range(items)]
        some = (sum(chosen) for size in range(least, most + 1) for chosen in combinations(bits, size))
        return tuple(sorted(mask for mask in some if mask & base_bits))
    return tuple(mask for mask in range(1, 1 << items) if mask & base_bits and least <= mask.bit_count() <= most)
