"""The best take of a position."""

import random
from collections.abc import Sequence
from contextlib import suppress

from numero_cam.catalogue import tr
from numero_cam.games.numero.rules import Build, Card, Position, Scoring
from numero_cam.games.numero.solve.clock import Clock, OutOfTimeError, Stop
from numero_cam.games.numero.solve.expression import Expression
from numero_cam.games.numero.solve.kernel import MAX_KERNEL_ITEMS, is_there
from numero_cam.games.numero.solve.laid_out import LayoutSearch, best_on, play_of, reach_of
from numero_cam.games.numero.solve.masks import MAX_ITEMS, Layout, bits_of
from numero_cam.games.numero.solve.records import Play, Settings, SettingsError, Solution, check_limit
from numero_cam.games.numero.solve.simplest import SimplestWays, domains_of
from numero_cam.games.numero.solve.takes import BestTakes, Take, identity_of
from numero_cam.games.shared.checks import check

KERNEL_PART_SIZES = (8, 10, 12, 14)
"""Numbers of cards and builds of which one round searches, with the compiled kernel."""
PYTHON_PART_SIZES = (7, 8, 9)
"""The same without the kernel."""
REAL_PART_SIZES = (5, 6)
"""The same where irrational values may occur."""
MAX_REARRANGED_SETS = 4
"""Maximum number of sets of a take that one round lays out anew."""
FIRST_ROUNDS = 40
"""Number of rounds before the largest part that one search holds is searched."""
MAX_IDLE_ROUNDS = 300
"""Number of successive rounds without a better take after which a search without a time limit ends."""
BEST_TAKE_SHARE = 0.5
"""Share of rounds, 0..1, that change the best take; the others change the take of a random number."""


class PartwiseWays(SimplestWays):
    """The simplest ways of sets on a layout that is too large to be searched: of each set for itself.

    Args:
        layout: All the cards.
        settings: What is allowed.
    """

    def __init__(self, layout: Layout, settings: Settings) -> None:
        self._layout = layout
        self._settings = settings
        self._allowed = domains_of(whole=settings.values == "whole", negative=settings.negative)
        self._domains = len(self._allowed)
        self._real = settings.values == "real"
        self._alone: dict[tuple[int, int], tuple[Layout, SimplestWays]] = {}

    def _peak(self, mask: int, target: int, domain: int) -> float:
        layout, ways = self._set(mask, target)
        return ways.largest(layout.full, target, domain)

    def simplest(self, mask: int, target: int, domain: int) -> Expression:
        """Return the simplest way of a domain in which the set makes the number."""
        layout, ways = self._set(mask, target)
        return ways.simplest(layout.full, target, domain)

    def _set(self, mask: int, target: int) -> tuple[Layout, SimplestWays]:
        found = self._alone.get((mask, target))
        if found is None:
            layout = sub_layout(self._layout, mask, Card.number(target))
            found = layout, SimplestWays(layout, reach_of(layout, self._settings, Clock()), negative=self._settings.negative)
            self._alone[mask, target] = found
        return found


class PartwiseSearch:
    """The search of a position with more cards than one search holds.

    Args:
        position: What is asked about.
        settings: What counts as best and what is allowed.
        first: As many of its cards as one search holds.
        clock: The time limit.
        idle: Without a time limit the search ends after so many parts in a row that brought nothing.

    Attributes:
        ways: How the sets that are found make their number.
    """

    def __init__(self, position: Position, settings: Settings, first: Layout, clock: Clock, idle: int = MAX_IDLE_ROUNDS) -> None:
        self._position = position
        self._settings = settings
        self._scoring = settings.scoring_for(position)
        self._first = first
        self._clock = clock
        self._idle = idle
        self._layout = Layout(position, first.scoring, settings.by, len(position.centre) + len(position.hand))
        self.ways = PartwiseWays(self._layout, settings)
        self._sizes = REAL_PART_SIZES if settings.values == "real" else KERNEL_PART_SIZES if is_there() else PYTHON_PART_SIZES
        self._ranks: dict[tuple[int, int], int] = {}

    def play(self, take: Take) -> Play:
        """Return a take as people see it."""
        clears = self._layout.clears(sum(take.masks))
        return play_of(self._position, self._layout, take, self.ways.expressions(take), self._scoring, clears=clears)

    def best(self, wanted: int) -> tuple[BestTakes, Stop | None]:
        """Return the best takes that were found, and what keeps them from being proven: the number of cards.

        Args:
            wanted: How many really different takes, 1 or more.
        """
        found = BestTakes(wanted)
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
        """LayoutSearch as many cards as one search holds; whatever the time, the takes of its small sets are found."""
        some, _ = self._searched(self._first, found.wanted)
        bits = self._bits_of(self._first.items)
        for take in some.takes.values():
            number, masks = int(self._layout.takers[take.place].value), tuple(_moved(mask, bits) for mask in take.masks)
            self._note(found, take.place, masks)
            if self._ranked(number, masks) > self._ranked(number, takes[number]):
                takes[number] = masks

    def _searched(self, layout: Layout, wanted: int) -> tuple[BestTakes, Stop | None]:
        """Return the best takes of some cards, as `best_on` does, whose clock goes on afterwards."""
        return best_on(layout, reach_of(layout, self._settings, self._clock), self._clock, wanted)

    def _improve(self, found: BestTakes, takes: dict[int, tuple[int, ...]], rng: random.Random) -> bool:
        """Lay out one part of a take, more often of the best one, and return whether the best take became better."""
        self._clock.check()
        best = max(takes, key=lambda number: (self._ranked(number, takes[number])[0], number))
        number = best if rng.random() < BEST_TAKE_SHARE else rng.choice(sorted(takes))
        before = found.threshold
        takes[number] = self._better(found, rng, number, takes[number])
        return found.threshold > before

    def _better(self, found: BestTakes, rng: random.Random, number: int, masks: tuple[int, ...]) -> tuple[int, ...]:
        """Return the take with some of its sets and of the cards beside them laid out anew, if that is not worse."""
        part, kept = self._drawn(rng, masks)
        if not part & self._layout.base_mask:
            return masks
        rank, place = self._ranked(number, masks)
        layout = sub_layout(self._layout, part, self._layout.takers[place])
        bits = bits_of(part)
        some, stopped = self._searched(layout, 1)
        for take in some.takes.values():
            other = (*kept, *(_moved(mask, bits) for mask in take.masks))
            other_rank, other_place = self._ranked(number, other)
            if other_rank > rank:
                self._note(found, other_place, other)
            if other_rank >= rank:
                masks, rank = other, other_rank
        if stopped:
            raise OutOfTimeError
        return masks

    def _drawn(self, rng: random.Random, masks: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """Draw the cards of a part: those of some sets, and others that no set holds. Returns them and the sets that stay."""
        part, room = 0, rng.choice(self._sizes)
        for mask in rng.sample(masks, min(rng.randint(0, MAX_REARRANGED_SETS), len(masks))):
            if mask.bit_count() <= room:
                part, room = part | mask, room - mask.bit_count()
        beside = bits_of(self._layout.full & ~sum(masks))
        for bit in rng.sample(beside, min(room, len(beside))):
            part |= 1 << bit
        return part, tuple(mask for mask in masks if not mask & part)

    def _note(self, found: BestTakes, place: int, masks: tuple[int, ...]) -> None:
        """Keep a take that is better than those known; of equal ones the first stays."""
        rank = self._ranked(int(self._layout.takers[place].value), masks)[0]
        if rank > found.threshold or len(found.ranks) < found.wanted:
            take = Take(place, tuple(sorted(masks)))
            found.add(identity_of(self._layout, place, take.masks), rank, take)

    def _ranked(self, number: int, masks: tuple[int, ...]) -> tuple[int, int]:
        """Return the rank of a take with the best of the cards of this number, and the place of that card."""
        places = [place for place, taker in enumerate(self._layout.takers) if taker.value == number]
        if not masks:
            return 0, places[0]
        clear = self._layout.clear_rank if self._layout.clears(sum(masks)) else 0
        alone = sum(self._rank(mask, None) for mask in masks)
        gains = [max(self._rank(mask, place) - self._rank(mask, None) for mask in masks) for place in places]
        best = gains.index(max(gains))
        return clear + alone + gains[best], places[best]

    def _rank(self, mask: int, place: int | None) -> int:
        key = mask, -1 if place is None else place
        found = self._ranks.get(key)
        if found is None:
            found = self._ranks[key] = self._layout.rank(mask, None if place is None else self._layout.takers[place])
        return found

    def _bits_of(self, items: Sequence[Card | Build]) -> list[int]:
        """Return the bits of some of the cards; of equal cards each has its own."""
        left = list(enumerate(self._layout.items))
        bits = []
        for item in items:
            one = next(one for one in left if one[1] == item)
            left.remove(one)
            bits.append(one[0])
        return bits


def sub_layout(layout: Layout, mask: int, taker: Card) -> Layout:
    """Return some cards of a layout as a layout of their own, their bits in the same order; it cannot be cleared."""
    items = tuple(layout.items[bit] for bit in bits_of(mask))
    part = Layout(Position(items, (taker,)), layout.scoring, layout.by, len(items))
    part.centre = 0
    return part


def _moved(mask: int, bits: Sequence[int]) -> int:
    """Return the mask with each bit where it lies on the larger layout."""
    return sum(1 << place for bit, place in enumerate(bits) if mask >> bit & 1)


MAX_SWIFT_KERNEL_ITEMS = 12
"""Maximum number of cards and builds that a swift search searches completely, with the compiled kernel."""
MAX_SWIFT_PYTHON_ITEMS = 9
"""The same without the kernel."""
SWIFT_IDLE_ROUNDS = 20
"""Number of successive rounds without a better take after which a swift search ends."""


def max_swift_items() -> int:
    """Return the maximum number of cards and builds that a swift search searches completely."""
    return MAX_SWIFT_KERNEL_ITEMS if is_there() else MAX_SWIFT_PYTHON_ITEMS


def solve(
    position: Position, settings: Settings | None = None, *, top: int = 1, limit_seconds: float | None = None, swift: bool = False
) -> Solution:
    """Return the best takes of a position in the contract's order, proven.

    Args:
        position: What lies in the centre, and the hand. Impossible builds stay out of takes.
        settings: What counts as best and what is allowed; by default points, website, whole numbers.
        top: How many really different takes to return at most, 1 or more. Takes with the same number and the same
            faces in their sets are one take, whatever the colours and the order of arithmetic.
        limit_seconds: After this time the best take so far is returned, not proven; `None` for no limit. Of more than `MAX_ITEMS`
            cards (with the compiled kernel 18) parts are searched one after the other as long as the limit lasts, and without one until
            nothing better is found for long: that is not proven (`numero_cam.games.numero.solve.search`).
        swift: For a program that plays many games: parts are searched already where more than 12 cards lie (9 without the kernel), and
            not for long. The answer is the same each time where no time limit is given.

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
    """Return the search of a position; `None` where nothing can be taken or there is nothing to take with.

    Args:
        position: Centre and hand.
        settings: Settings of the solver.
        limit_seconds: The time limit; `None` for none.
        most: How many cards and builds are laid out at most; by default as many as the compiled kernel or Python searches.

    Raises:
        SettingsError: If `limit_seconds` is out of range.
    """
    check_limit(limit_seconds)
    scoring = settings.scoring_for(position)
    ranked_by = scoring if settings.by == "points" else Scoring("website", scoring.fractions_in_play, scoring.printed)
    laid = most or (MAX_KERNEL_ITEMS if is_there() and settings.values != "real" else MAX_ITEMS)
    layout = Layout(position, ranked_by, settings.by, laid)
    if not layout.takers or not layout.bases:
        return None
    clock = Clock(limit_seconds)
    reach = reach_of(layout, settings, clock)
    return LayoutSearch(position, scoring, layout, reach, clock, settings.negative)


def choose_search(
    position: Position, settings: Settings, limit_seconds: float | None, *, swift: bool = False
) -> LayoutSearch | PartwiseSearch | None:
    """Return the search of a position, of however many cards; `None` where nothing can be taken or there is nothing to take with.

    Args:
        position: Centre and hand.
        settings: Settings of the solver.
        limit_seconds: The time limit; `None` for none.
        swift: Whether parts are searched already where it would take long to search all cards, and not for long.

    Raises:
        SettingsError: If `limit_seconds` is out of range.
    """
    search = layout_search(position, settings, limit_seconds, max_swift_items() if swift else None)
    if search is None or search.layout.complete:
        return search
    return PartwiseSearch(position, settings, search.layout, search.clock, SWIFT_IDLE_ROUNDS if swift else MAX_IDLE_ROUNDS)
