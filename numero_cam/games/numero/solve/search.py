"""Finds the best takes of a position: completely, or part by part where it holds more cards than one search can.

A part of the cards is drawn at random and searched completely; the best take found so far is improved with the result.
"""

import random
from collections.abc import Sequence
from contextlib import suppress

from numero_cam.catalogue import tr
from numero_cam.games.numero.rules import Build, Card, Position, Scoring
from numero_cam.games.numero.solve.clock import Clock, OutOfTimeError, StoppedBy
from numero_cam.games.numero.solve.expression import Expression
from numero_cam.games.numero.solve.kernel import MAX_KERNEL_ITEMS, kernel_available
from numero_cam.games.numero.solve.layout_search import LayoutSearch, best_takes_of_layout, play_of, reach_of
from numero_cam.games.numero.solve.masks import MAX_ITEMS, Layout, bits_of
from numero_cam.games.numero.solve.records import Play, Settings, SettingsError, Solution, check_limit
from numero_cam.games.numero.solve.simplest import SimplestWays, domains_of
from numero_cam.games.numero.solve.takes import BestTakes, Take, take_identity
from numero_cam.games.shared.breaks import check

KERNEL_PART_SIZES = (8, 10, 12, 14)  #: Possible numbers of cards and builds in a part, with the compiled kernel.
PYTHON_PART_SIZES = (7, 8, 9)  #: Possible numbers of cards and builds in a part, without the kernel.
REAL_PART_SIZES = (5, 6)  #: Possible numbers of cards and builds in a part where irrational values may occur.
MAX_REARRANGED_SETS = 4  #: Maximum number of sets of a take that a part includes.
FIRST_ROUNDS = 40  #: Number of rounds before as many cards as one search can hold are searched.
MAX_IDLE_ROUNDS = 300  #: Number of successive rounds without a better take after which a search without a time limit ends.
BEST_TAKE_SHARE = 0.5  #: Share of rounds, 0..1, that change the best take; the others change the take of a random number.


class PartwiseWays(SimplestWays):
    """Finds the simplest ways of sets on a layout that is too large to be searched, with a layout of its own for each set."""

    def __init__(self, layout: Layout, settings: Settings) -> None:
        self._layout = layout
        self._settings = settings
        self._allowed = domains_of(whole=settings.values == "whole", negative=settings.negative)
        self._rational_domains = len(self._allowed)
        self._real = settings.values == "real"
        self._layouts: dict[tuple[int, int], tuple[Layout, SimplestWays]] = {}

    def _peak(self, mask: int, target: int, domain: int) -> float:
        """Return the lowest peak of a set's ways, on the layout of the set alone."""
        layout, ways = self._layout_of_set(mask, target)
        return ways.lowest_peak(layout.full, target, domain)

    def simplest(self, mask: int, target: int, domain: int) -> Expression:
        """Return the simplest expression of a domain by which the set makes the number."""
        layout, ways = self._layout_of_set(mask, target)
        return ways.simplest(layout.full, target, domain)

    def _layout_of_set(self, mask: int, target: int) -> tuple[Layout, SimplestWays]:
        """Return the cached layout of a set alone, with its ways to the number."""
        found = self._layouts.get((mask, target))
        if found is None:
            layout = sub_layout(self._layout, mask, Card.number(target))
            found = layout, SimplestWays(layout, reach_of(layout, self._settings, Clock()), negative=self._settings.negative)
            self._layouts[mask, target] = found
        return found


class PartwiseSearch:
    """Searches a position that has more cards than one search can hold.

    Args:
        position: Centre and hand.
        settings: What counts as best and what is allowed.
        first: A layout of as many of its cards as one search can hold.
        clock: The time limit.
        idle: Number of successive rounds without a better take after which a search without a time limit ends.
    """

    def __init__(self, position: Position, settings: Settings, first: Layout, clock: Clock, idle: int = MAX_IDLE_ROUNDS) -> None:
        self._position = position
        self._settings = settings
        self._scoring = settings.scoring_for(position)
        self._first = first
        self._clock = clock
        self._idle = idle
        self._layout = Layout(position, first.scoring, settings.by, len(position.centre) + len(position.hand))
        self.ways = PartwiseWays(self._layout, settings)  #: The simplest ways of the sets that are found.
        self._sizes = REAL_PART_SIZES if settings.values == "real" else KERNEL_PART_SIZES if kernel_available() else PYTHON_PART_SIZES
        self._ranks: dict[tuple[int, int], int] = {}

    def play(self, take: Take) -> Play:
        """Return the record of a take for people."""
        clears = self._layout.clears(sum(take.masks))
        return play_of(self._position, self._layout, take, self.ways.expressions(take), self._scoring, clears=clears)

    def best(self, wanted: int) -> tuple[BestTakes, StoppedBy | None]:
        """Return the best takes found, and the limit that keeps them from being proven: the number of cards."""
        found = BestTakes(wanted)
        # By number of a taking card: the masks of the sets of its take, which the rounds improve.
        takes: dict[int, tuple[int, ...]] = {int(taker.value): () for taker in self._layout.takers}
        rng = random.Random(0)  # noqa: S311 - a search, no secret
        with suppress(OutOfTimeError):
            for _ in range(FIRST_ROUNDS):
                self._improve(found, takes, rng)
        self._search_first(found, takes)
        idle = 0
        with suppress(OutOfTimeError):
            while self._clock.is_limited or idle < self._idle:
                idle = 0 if self._improve(found, takes, rng) else idle + 1
        self._clock.hold(held=True)
        return found, "cards"

    def _search_first(self, found: BestTakes, takes: dict[int, tuple[int, ...]]) -> None:
        """Search as many cards as one search can hold, and improve the takes by number with what is found.

        At any time limit, it finds at least the takes with small sets.
        """
        some, _ = self._search_layout(self._first, found.wanted)
        bits = self._bits_of(self._first.items)
        for take in some.takes.values():
            number, masks = int(self._layout.takers[take.taker_index].value), tuple(_to_large_layout(mask, bits) for mask in take.masks)
            self._record(found, take.taker_index, masks)
            if self._rank_with_best_taker(number, masks) > self._rank_with_best_taker(number, takes[number]):
                takes[number] = masks

    def _search_layout(self, layout: Layout, wanted: int) -> tuple[BestTakes, StoppedBy | None]:
        """Return the best takes of one layout, and the limit that stopped the search."""
        return best_takes_of_layout(layout, reach_of(layout, self._settings, self._clock), self._clock, wanted)

    def _improve(self, found: BestTakes, takes: dict[int, tuple[int, ...]], rng: random.Random) -> bool:
        """Do one round: rearrange a part of one of the takes, in `BEST_TAKE_SHARE` of rounds of the best one.

        Return whether that makes the best takes found better.
        """
        self._clock.check()
        best = max(takes, key=lambda number: (self._rank_with_best_taker(number, takes[number])[0], number))
        number = best if rng.random() < BEST_TAKE_SHARE else rng.choice(sorted(takes))
        before = found.threshold
        takes[number] = self._rearranged(found, rng, number, takes[number])
        return found.threshold > before

    def _rearranged(self, found: BestTakes, rng: random.Random, number: int, masks: tuple[int, ...]) -> tuple[int, ...]:
        """Return the masks of a take after a part of its cards was searched for better sets; the same masks if that made it worse."""
        part, kept = self._draw_part(rng, masks)
        if not part & self._layout.base_mask:
            return masks
        rank, place = self._rank_with_best_taker(number, masks)
        layout = sub_layout(self._layout, part, self._layout.takers[place])
        bits = bits_of(part)
        some, stopped = self._search_layout(layout, 1)
        for take in some.takes.values():
            other = (*kept, *(_to_large_layout(mask, bits) for mask in take.masks))
            other_rank, other_place = self._rank_with_best_taker(number, other)
            if other_rank > rank:
                self._record(found, other_place, other)
            if other_rank >= rank:
                masks, rank = other, other_rank
        if stopped:
            raise OutOfTimeError
        return masks

    def _draw_part(self, rng: random.Random, masks: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """Return the mask of a random part (cards of some sets of the take, and cards outside its sets), and the sets left unchanged."""
        part, room = 0, rng.choice(self._sizes)
        for mask in rng.sample(masks, min(rng.randint(0, MAX_REARRANGED_SETS), len(masks))):
            if mask.bit_count() <= room:
                part, room = part | mask, room - mask.bit_count()
        beside = bits_of(self._layout.full & ~sum(masks))
        for bit in rng.sample(beside, min(room, len(beside))):
            part |= 1 << bit
        return part, tuple(mask for mask in masks if not mask & part)

    def _record(self, found: BestTakes, place: int, masks: tuple[int, ...]) -> None:
        """Add a take to the best takes if it is better than those known; of equally good ones the first stays."""
        rank = self._rank_with_best_taker(int(self._layout.takers[place].value), masks)[0]
        if rank > found.threshold or len(found.ranks) < found.wanted:
            take = Take(place, tuple(sorted(masks)))
            found.add(take_identity(self._layout, place, take.masks), rank, take)

    def _rank_with_best_taker(self, number: int, masks: tuple[int, ...]) -> tuple[int, int]:
        """Return the rank of a take with the best taking card of this number, and the index of that card."""
        places = [place for place, taker in enumerate(self._layout.takers) if taker.value == number]
        if not masks:
            return 0, places[0]
        clear = self._layout.clear_rank if self._layout.clears(sum(masks)) else 0
        alone = sum(self._rank(mask, None) for mask in masks)
        gains = [max(self._rank(mask, place) - self._rank(mask, None) for mask in masks) for place in places]
        best = gains.index(max(gains))
        return clear + alone + gains[best], places[best]

    def _rank(self, mask: int, place: int | None) -> int:
        """Return the cached rank of a set with the taking card of this index in it; None for no taking card in it."""
        key = mask, -1 if place is None else place
        found = self._ranks.get(key)
        if found is None:
            found = self._ranks[key] = self._layout.rank(mask, None if place is None else self._layout.takers[place])
        return found

    def _bits_of(self, items: Sequence[Card | Build]) -> list[int]:
        """Return the bit of each of these cards on the layout of all cards; equal cards have different bits."""
        left = list(enumerate(self._layout.items))
        bits = []
        for item in items:
            one = next(one for one in left if one[1] == item)
            left.remove(one)
            bits.append(one[0])
        return bits


def sub_layout(layout: Layout, mask: int, taker: Card) -> Layout:
    """Return the cards of a mask as a layout of their own, with their bits in the same order; its centre cannot be cleared."""
    items = tuple(layout.items[bit] for bit in bits_of(mask))
    part = Layout(Position(items, (taker,)), layout.scoring, layout.by, len(items))
    part.centre = 0
    return part


def _to_large_layout(mask: int, bits: Sequence[int]) -> int:
    """Return a mask of a small layout as a mask of the layout of all cards, in which its bits are these."""
    return sum(1 << place for bit, place in enumerate(bits) if mask >> bit & 1)


MAX_SWIFT_KERNEL_ITEMS = 12  #: Maximum number of cards and builds that a swift search searches completely, with the compiled kernel.
MAX_SWIFT_PYTHON_ITEMS = 9  #: Maximum number of cards and builds that a swift search searches completely, without the kernel.
SWIFT_IDLE_ROUNDS = 20  #: Number of successive rounds without a better take after which a swift search ends.


def max_swift_items() -> int:
    """Return the maximum number of cards and builds that a swift search searches completely."""
    return MAX_SWIFT_KERNEL_ITEMS if kernel_available() else MAX_SWIFT_PYTHON_ITEMS


def solve(
    position: Position, settings: Settings | None = None, *, top: int = 1, limit_seconds: float | None = None, swift: bool = False
) -> Solution:
    """Return the best takes of a position in the contract's order, proven.

    Args:
        position: Centre and hand. Impossible builds are never taken.
        settings: What counts as best and what is allowed; by default points, website, whole numbers.
        top: Maximum number of really different takes to return, 1 or more. Takes with the same number and the same
            faces in their sets are one take, whatever the colours and the order of arithmetic.
        limit_seconds: Time limit, after which the best takes so far are returned, not proven; None for no limit. More than `MAX_ITEMS`
            cards (with the compiled kernel `MAX_KERNEL_ITEMS`) are searched part by part until the limit, or without one until
            `MAX_IDLE_ROUNDS` rounds found nothing better; that answer is not proven.
        swift: Whether to search part by part already from 13 cards on (10 without the kernel), with fewer rounds, as programs that play
            many games do. Without a time limit the answer is the same each time.

    Raises:
        SettingsError: If `top` or `limit_seconds` is out of range.
    """
    check(top >= 1, SettingsError, tr("top is {top}; it is 1 or more", top=top))
    search = choose_search(position, settings or Settings(), limit_seconds, swift=swift)
    if search is None:
        return Solution((), proven=True)
    found, stopped = search.best(top)
    takes: list[Take] = []
    for rank in sorted(set(found.ranks.values()), reverse=True):
        equals = [found.takes[what] for what, value in found.ranks.items() if value == rank]
        takes += search.ways.rank(equals, top - len(takes))
        if len(takes) >= top:
            break
    return Solution(tuple(search.play(take) for take in takes), stopped is None, stopped)


def layout_search(position: Position, settings: Settings, limit_seconds: float | None, most: int | None = None) -> LayoutSearch | None:
    """Return the search of the cards that fit into one layout; None if nothing can be taken or no card can take.

    Args:
        position: Centre and hand.
        settings: Settings of the solver.
        limit_seconds: The time limit; None for no limit.
        most: Maximum number of cards and builds; by default as many as the compiled kernel or Python can search.
    """
    check_limit(limit_seconds)
    scoring = settings.scoring_for(position)
    ranked_by = scoring if settings.by == "points" else Scoring("website", scoring.fractions_in_play, scoring.printed)
    laid = most or (MAX_KERNEL_ITEMS if kernel_available() and settings.values != "real" else MAX_ITEMS)
    layout = Layout(position, ranked_by, settings.by, laid)
    if not layout.takers or not layout.bases:
        return None
    clock = Clock(limit_seconds)
    reach = reach_of(layout, settings, clock)
    return LayoutSearch(position, scoring, layout, reach, clock, settings.negative)


def choose_search(
    position: Position, settings: Settings, limit_seconds: float | None, *, swift: bool = False
) -> LayoutSearch | PartwiseSearch | None:
    """Return the search of a position with any number of cards; None if nothing can be taken or no card can take.

    Args:
        position: Centre and hand.
        settings: Settings of the solver.
        limit_seconds: The time limit; None for no limit.
        swift: Whether to search part by part already from fewer cards on, with fewer rounds.
    """
    search = layout_search(position, settings, limit_seconds, max_swift_items() if swift else None)
    if search is None or search.layout.complete:
        return search
    return PartwiseSearch(position, settings, search.layout, search.clock, SWIFT_IDLE_ROUNDS if swift else MAX_IDLE_ROUNDS)
