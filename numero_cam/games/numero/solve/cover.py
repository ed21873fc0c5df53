"""All cards of a layout parted into sets that make one number: the arrangement of highest rank."""

from collections.abc import Iterator

from numero_cam.games.numero.solve.clock import Clock
from numero_cam.games.numero.solve.masks import Layout
from numero_cam.games.numero.solve.packing import NEVER, Packing
from numero_cam.games.numero.solve.takes import Reaches, Take, identity_of, masks_of


class Cover:
    """Searches the arrangements of a layout with one taking card in which no card is left.

    At most one set of an arrangement holds more than half of the cards. So the small sets are found first; a large one, which is dear
    to search, is only asked for where small sets make up all the other cards, those of the highest rank first.

    Args:
        layout: The cards, with a single taking card.
        reach: Answers which set makes which value.
        clock: Stops the search at its time limit.

    Attributes:
        rank: The best rank found, or what `search` was given while nothing better is known.
        takes: The arrangements of that rank; of those with the same faces in their sets one.
    """

    def __init__(self, layout: Layout, reach: Reaches, clock: Clock) -> None:
        self.rank = 0
        self.takes: list[Take] = []
        self._layout = layout
        self._reach = reach
        self._clock = clock
        (taker,) = layout.takers
        self._target = int(taker.value) * reach.lattice.scale
        self._alone = layout.ranks(None)
        self._taken = layout.ranks(taker)

    def search(self, least: int) -> None:
        """Find the best arrangements of this rank or a higher one.

        Raises:
            OutOfTimeError: At the time limit; what was found so far stands.
        """
        self.rank = least
        self._packing = Packing(self._small_sets(), self._alone, self._taken, self._layout.base_mask, self._layout.full)
        for rank, large in self._candidates():
            if rank < self.rank:
                return
            if not large or self._reach.reachable(large, {self._target}):
                self.rank = rank
                self._keep(rank, large)

    def _small_sets(self) -> list[int]:
        """Find the sets of up to half of the cards."""
        items = len(self._layout.items)
        found = []
        for mask in sorted(masks_of(items, len(self._layout.bases), 1, items // 2), key=int.bit_count):
            self._clock.check()
            if self._reach.reachable(mask, {self._target}):
                found.append(mask)
        return found

    def _candidates(self) -> list[tuple[int, int]]:
        """Return the large sets (0: none) whose other cards small sets cover, with the rank of all, highest first."""
        full = self._layout.full
        found = []
        for rest in range(full + 1):  # in this order, each asks for what was found before, and the time limit is minded in between
            self._clock.check()
            large = full ^ rest
            if large and (2 * large.bit_count() <= len(self._layout.items) or not large & self._layout.base_mask):
                continue
            ranks = self._packing.clearing(rest)
            if ranks is not None:
                inside = self._taken[large] + ranks[0] if large else NEVER
                outside = ranks[1] + (self._alone[large] if large else 0)
                found.append((max(inside, outside), large))
        return sorted(found, key=lambda one: (-one[0], one[1]))

    def _keep(self, rank: int, large: int) -> None:
        """Add the arrangements with this large set (0: none); those of a lower rank are never met before."""
        rest = self._layout.full ^ large
        alone, taken = self._packing.clearing(rest) or (NEVER, NEVER)
        known = {identity_of(self._layout, 0, take.masks): take for take in self.takes}
        if not large:
            ways = self._parts(rest, taken=True)
        else:
            inside = self._parts(rest, taken=False) if self._taken[large] + alone == rank else iter(())
            outside = self._parts(rest, taken=True) if self._alone[large] + taken == rank else iter(())
            ways = ((large, *parts) for way in (inside, outside) for parts in way)
        for masks in ways:
            take = Take(0, tuple(sorted(masks)))
            what = identity_of(self._layout, 0, take.masks)
            known[what] = min(take, known.get(what, take))
            self.takes = list(known.values())

    def _parts(self, mask: int, *, taken: bool) -> Iterator[tuple[int, ...]]:
        """Give every choice of small sets that reaches the best rank of the mask, with the taking card in one of them or not."""
        self._clock.check()
        if not mask:
            if not taken:
                yield ()
            return
        best = self._packing.clearing(mask)
        for one, left in self._packing.choices(mask):
            rest = self._packing.clearing(left) if one else None
            if best is None or rest is None:
                continue
            if self._alone[one] + rest[taken] == best[taken]:
                yield from ((one, *parts) for parts in self._parts(left, taken=taken))
            if taken and self._taken[one] + rest[0] == best[1]:
                yield from ((one, *parts) for parts in self._parts(left, taken=False))
