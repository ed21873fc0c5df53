"""The best takes by rank: disjoint sets that one card of the hand takes."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import nlargest

from numero_cam.rules import Card
from numero_cam.solve.board import Board
from numero_cam.solve.clock import Clock, OutOfTimeError
from numero_cam.solve.reach import Reach

CHEAP_CARDS = 3
"""Takes with sets of up to this many cards are looked at first where the time is limited."""


@dataclass(frozen=True, slots=True, order=True)
class Take:
    """A taking card and its sets, as masks of a board, in ascending order."""

    place: int
    masks: tuple[int, ...]


@dataclass(slots=True)
class Found:
    """The best takes so far, with all that equal the last of them.

    Attributes:
        wanted: How many really different takes are wanted.
        ranks: Rank of the best take by what it is, whichever of equal cards it uses.
        takes: That take.
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


class Takes:
    """Searches the takes of a board.

    Args:
        board: The cards.
        reach: Answers which set makes which value.
        clock: Stops the search at its time limit.
    """

    def __init__(self, board: Board, reach: Reach, clock: Clock) -> None:
        self._board = board
        self._reach = reach
        self._clock = clock
        scale = reach.lattice.scale
        self._targets = [int(card.value) * scale for card in board.takers]
        self._faces = [item.face if isinstance(item, Card) else str(item) for item in board.items]

    def best(self, wanted: int, *, hurried: bool) -> tuple[Found, bool]:
        """Return the best takes, and whether that is proven.

        Args:
            wanted: How many really different takes, 1 or more.
            hurried: Whether to look at small sets first, because the time is limited.
        """
        found = Found(wanted)
        masks = [mask for mask in range(1, self._board.full + 1) if mask & self._board.base_mask]
        try:
            if hurried:
                self._search(found, [mask for mask in masks if mask.bit_count() <= CHEAP_CARDS])
            self._search(found, masks)
        except OutOfTimeError:
            return found, False
        return found, True

    def _search(self, found: Found, masks: list[int]) -> None:
        """Look at the takes whose sets are among the masks, those with a high set first."""
        board = self._board
        tables = [_Table(board, place, masks) for place in range(len(board.takers))]
        starts = sorted((-rank, table.place, mask) for table in tables for rank, mask in table.order)
        for negative, place, mask in starts:
            table = tables[place]
            # All later sets have a lower rank: once even the most of them do not suffice, nothing does.
            if -negative * len(board.bases) + board.clear_rank < found.threshold:
                return
            if self._bound(table, (mask,), 0, found):
                self._clock.check()
                if self._reach.makes(mask, self._targets[place]):
                    self._extend(table, (mask,), mask, found)

    def _extend(self, table: "_Table", masks: tuple[int, ...], used: int, found: Found) -> None:
        """Record the take and try every further set of a rank not higher than its last."""
        gain = max(table.with_taker[mask] - table.alone[mask] for mask in masks)
        rank = sum(table.alone[mask] for mask in masks) + gain
        if self._board.clears(used):
            rank += self._board.clear_rank
        found.add(self._identity(table, masks), rank, Take(table.place, tuple(sorted(masks))))
        left = self._board.full & ~used
        if not left & self._board.base_mask:
            return
        for mask in self._later(table, masks[-1], left):
            if self._bound(table, (*masks, mask), used, found) and self._reach.makes(mask, self._targets[table.place]):
                self._extend(table, (*masks, mask), used | mask, found)

    def _later(self, table: "_Table", last: int, left: int) -> Iterator[int]:
        limit = table.ranks[last]
        mask = left
        while mask:
            rank = table.ranks.get(mask)
            if rank is not None and rank < limit:
                yield mask
            mask = (mask - 1) & left

    def _bound(self, table: "_Table", masks: tuple[int, ...], used: int, found: Found) -> bool:
        """Whether a take with these sets, the last the one of lowest rank, can still be good enough."""
        board = self._board
        last = masks[-1]
        left = board.full & ~(used | last)
        alone = sum(table.alone[mask] for mask in masks)
        gain = max(table.with_taker[mask] - table.alone[mask] for mask in masks)
        highest = table.with_taker[last]
        more = (left & board.base_mask).bit_count() * highest
        rest = max(gain + min(board.bound(left, None), more), min(board.bound(left, table.taker), more))
        return alone + rest + board.clear_rank >= found.threshold

    def _identity(self, table: "_Table", masks: tuple[int, ...]) -> object:
        """What makes a take really different from another: its number and the faces in its sets, not their colours."""
        sets = sorted(tuple(sorted(face for bit, face in enumerate(self._faces) if mask >> bit & 1)) for mask in masks)
        return self._targets[table.place], tuple(sets)


class _Table:
    """Ranks of all sets for one taking card."""

    def __init__(self, board: Board, place: int, masks: list[int]) -> None:
        self.place = place
        self.taker = board.takers[place]
        self.alone = {mask: board.rank(mask, None) for mask in masks}
        self.with_taker = {mask: board.rank(mask, self.taker) for mask in masks}
        self.order = [(rank, mask) for mask, rank in self.with_taker.items()]
        # Equal ranks are told apart by the mask, so that two sets are never tried in both orders.
        self.ranks = {mask: (rank, mask) for rank, mask in self.order}
