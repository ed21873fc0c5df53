"""The best takes of a large layout: sets in falling rank, without looking at every small set first.

A large layout has too many small sets to look at them all, and so many takes that a good one is met early.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from numero_cam.games.numero.solve.clock import Clock, OutOfTimeError, Stop
from numero_cam.games.numero.solve.masks import Layout
from numero_cam.games.numero.solve.takes import CHEAP_CARDS, GRACE_SECONDS, Found, Reaches, Take, TakeSearch, identity_of, masks_of


@dataclass(frozen=True, slots=True)
class _Part:
    """Sets of a take that may still get more.

    Attributes:
        place: Which taking card.
        masks: The sets, of falling rank.
        alone: Their ranks without the taking card.
        gain: The most that the taking card adds in one of them.
    """

    place: int
    masks: tuple[int, ...]
    alone: int
    gain: int


class FallingTakes(TakeSearch):
    """Searches the takes of a layout.

    Args:
        layout: The cards.
        reach: Answers which set makes which value.
        clock: Stops the search at its time limit.
    """

    def __init__(self, layout: Layout, reach: Reaches, clock: Clock) -> None:
        super().__init__(layout, reach, clock)
        # The taking card can spoil a set of one colour: the most that a set brings is the better of with and without.
        self._most_of = [list(map(max, self._alone, taken)) for taken in self._taken]

    def best(self, wanted: int) -> tuple[Found, Stop | None]:
        """Return the best takes, and what stopped the search; `None` where they are proven.

        Args:
            wanted: How many really different takes, 1 or more.
        """
        found = Found(wanted)
        items, bases = len(self._layout.items), len(self._layout.bases)
        try:
            if self._clock.is_limited:  # whatever the limit, the takes of small sets are there to fall back on
                self._clock.hold(held=True)  # single cards cost next to nothing, however busy the machine is
                self._search(found, masks_of(items, bases, 1, 1))
                self._clock.hold(held=False)
                self._clock.grace(GRACE_SECONDS)
                self._search(found, masks_of(items, bases, 1, CHEAP_CARDS))
                self._clock.keep()
            self._clock.check()
            self._search(found, masks_of(items, bases, 1, items))
        except OutOfTimeError as stopped:
            return found, stopped.stopped_by
        return found, None

    def _search(self, found: Found, masks: Sequence[int]) -> None:
        """Look at the takes whose sets are among the masks, those with a high set first."""
        layout = self._layout
        # Equal ranks are told apart by the mask, so that two sets are never tried in both orders.
        orders = [sorted(masks, key=lambda mask, most=most: (most[mask], mask), reverse=True) for most in self._most_of]  # type: ignore[misc]
        starts = [(self._most_of[place][mask], place, index) for place, order in enumerate(orders) for index, mask in enumerate(order)]
        starts.sort(key=lambda start: -start[0])
        for rank, place, index in starts:
            # All later sets have a lower rank: once even the most of them do not suffice, nothing does.
            if rank * len(layout.bases) + layout.clear_rank < found.threshold:
                return
            mask = orders[place][index]
            alone = self._alone[mask]
            gain = self._taken[place][mask] - alone
            if self._most(place, mask, layout.full ^ mask, alone, gain) >= found.threshold:
                self._clock.check()
                if self._makes(mask, place):
                    self._extend(_Part(place, (mask,), alone, gain), orders[place], index + 1, found)

    def _extend(self, part: _Part, order: list[int], start: int, found: Found) -> None:
        """Record the take and try every further set that comes later in the order."""
        self._clock.check()
        layout, taken, most = self._layout, self._taken[part.place], self._most_of[part.place]
        used = sum(part.masks)
        rank = part.alone + part.gain + (layout.clear_rank if layout.clears(used) else 0)
        if rank >= found.threshold:
            found.add(identity_of(layout, part.place, part.masks), rank, Take(part.place, tuple(sorted(part.masks))))
        left = layout.full ^ used
        bases = (left & layout.base_mask).bit_count()
        more = max(part.gain + layout.bound(left, None), layout.bound(left, part.place))
        if not bases or part.alone + more + layout.clear_rank < found.threshold:
            return
        later = self._later(part, left, order, start)
        for index, mask in enumerate(later, start=1):
            if part.alone + max(part.gain, 0) + bases * most[mask] + layout.clear_rank < found.threshold:
                return
            alone = part.alone + self._alone[mask]
            gain = max(part.gain, taken[mask] - self._alone[mask])
            enough = self._most(part.place, mask, left ^ mask, alone, gain) >= found.threshold
            if enough and self._makes(mask, part.place):
                self._extend(_Part(part.place, (*part.masks, mask), alone, gain), later, index, found)

    def _later(self, part: _Part, left: int, order: list[int], start: int) -> list[int]:
        """Return the sets of the order, from `start` on, that are made of the cards left."""
        if len(order) - start <= 1 << left.bit_count():
            return [mask for mask in order[start:] if not mask & ~left]
        most = self._most_of[part.place]
        last = most[part.masks[-1]], part.masks[-1]
        found = []
        mask = left
        while mask:
            if mask & self._layout.base_mask and (most[mask], mask) < last:
                found.append((most[mask], mask))
            mask = (mask - 1) & left
        return [mask for _, mask in sorted(found, reverse=True)]

    def _most(self, place: int, last: int, left: int, alone: int, gain: int) -> int:
        """Return a rank that no take exceeds whose sets so far end with this one, of the lowest rank."""
        layout = self._layout
        more = (left & layout.base_mask).bit_count() * self._most_of[place][last]
        if not more:
            return alone + gain + layout.clear_rank
        rest = max(gain + min(layout.bound(left, None), more), min(layout.bound(left, place), more))
        return alone + rest + layout.clear_rank
