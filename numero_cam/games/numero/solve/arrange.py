"""Finds the best division into sets of a take whose cards are spread out on the table in any order, and its score."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from numero_cam.catalogue import and_list, tr
from numero_cam.games.numero.rules import Build, Card, Kind, Position, ScoreItem, Scoring
from numero_cam.games.numero.solve.clock import Clock, OutOfTimeError
from numero_cam.games.numero.solve.layout_search import play_of, reach_of
from numero_cam.games.numero.solve.masks import MAX_ITEMS, Layout
from numero_cam.games.numero.solve.records import Play, Settings, check_limit
from numero_cam.games.numero.solve.simplest import SimplestWays
from numero_cam.games.numero.solve.takes import IMPOSSIBLE_RANK, Packing, ReachSearch, Take, masks_of, take_identity
from numero_cam.games.shared.breaks import check


class CoverSearch:
    """Searches for the best arrangements: divisions of all cards of a layout into sets that make one taking card's number.

    At most one set of an arrangement holds more than half of the cards. So the small sets are found first. A large set is expensive to
    search; it is tried only if small sets cover all the other cards, in order of rank.
    """

    def __init__(self, layout: Layout, reach: ReachSearch, clock: Clock) -> None:
        self.rank = 0  #: The best rank found; the lower bound that `search` was given if nothing better was found.
        self.takes: list[Take] = []  #: The arrangements of that rank, one for each combination of faces in sets.
        self._layout = layout
        self._reach = reach
        self._clock = clock
        (taker,) = layout.takers
        self._target = int(taker.value) * reach.lattice.scale
        self._set_ranks = layout.ranks(None)
        self._taker_set_ranks = layout.ranks(taker)

    def search(self, least: int) -> None:
        """Find the best arrangements of at least this rank, and store them in `rank` and `takes`."""
        self.rank = least
        self._packing = Packing(self._small_sets(), self._set_ranks, self._taker_set_ranks, self._layout.base_mask, self._layout.full)
        for rank, large in self._large_candidates():
            if rank < self.rank:
                return
            if not large or self._reach.reachable(large, {self._target}):
                self.rank = rank
                self._add_arrangements(rank, large)

    def _small_sets(self) -> list[int]:
        """Return the masks of up to half of the cards that make the number."""
        items = len(self._layout.items)
        found = []
        for mask in sorted(masks_of(items, len(self._layout.bases), 1, items // 2), key=int.bit_count):
            self._clock.check()
            if self._reach.reachable(mask, {self._target}):
                found.append(mask)
        return found

    def _large_candidates(self) -> list[tuple[int, int]]:
        """Return (rank, mask) of each possible large set whose other cards small sets cover, highest rank first; mask 0 is no large set."""
        full = self._layout.full
        found = []
        for rest in range(full + 1):  # ascending, so that each packing builds on cached ones and the time limit is checked in between
            self._clock.check()
            large = full ^ rest
            if large and (2 * large.bit_count() <= len(self._layout.items) or not large & self._layout.base_mask):
                continue
            ranks = self._packing.clearing(rest)
            if ranks is not None:
                inside = self._taker_set_ranks[large] + ranks[0] if large else IMPOSSIBLE_RANK
                outside = ranks[1] + (self._set_ranks[large] if large else 0)
                found.append((max(inside, outside), large))
        return sorted(found, key=lambda one: (-one[0], one[1]))

    def _add_arrangements(self, rank: int, large: int) -> None:
        """Add the arrangements of this rank with this large set; 0 is no large set."""
        rest = self._layout.full ^ large
        alone, taken = self._packing.clearing(rest) or (IMPOSSIBLE_RANK, IMPOSSIBLE_RANK)
        known = {take_identity(self._layout, 0, take.masks): take for take in self.takes}
        if not large:
            ways = self._combinations(rest, taken=True)
        else:
            inside = self._combinations(rest, taken=False) if self._taker_set_ranks[large] + alone == rank else iter(())
            outside = self._combinations(rest, taken=True) if self._set_ranks[large] + taken == rank else iter(())
            ways = ((large, *parts) for way in (inside, outside) for parts in way)
        for masks in ways:
            take = Take(0, tuple(sorted(masks)))
            what = take_identity(self._layout, 0, take.masks)
            known[what] = min(take, known.get(what, take))
            self.takes = list(known.values())

    def _combinations(self, mask: int, *, taken: bool) -> Iterator[tuple[int, ...]]:
        """Yield every combination of small sets that covers the mask with its best rank; `taken`: one of them holds the taking card."""
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
            if self._set_ranks[one] + rest[taken] == best[taken]:
                yield from ((one, *parts) for parts in self._combinations(left, taken=taken))
            if taken and self._taker_set_ranks[one] + rest[0] == best[1]:
                yield from ((one, *parts) for parts in self._combinations(left, taken=False))


OPERATION_BONUSES = ("three_operations", "four_operations")  #: Names of the score items of the guide's operations bonus.


class SpreadError(ValueError):
    """A taking card that does not lie among the cards of the take."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A take spread out on the table, with the taking card among its cards (guide, "Bonus Points")."""

    items: tuple[Card | Build, ...]  #: Its cards and builds, in any order.
    taker: Card | None = None  #: The taking card; without a colour, any card of that number; None if unknown.
    cleared: bool | None = None  #: Whether the take left the centre empty; None if unknown.

    def __post_init__(self) -> None:
        """Raise a `SpreadError` for a taking card that is not among the cards."""
        if self.taker is None:
            return
        check(self.taker.is_number, SpreadError, tr("{taker} is a wild card; only a number card takes", taker=self.taker))
        where = tr("{card} is not among the cards of the take; the taking card lies among them, outside of builds", card=self.taker)
        check(bool(self.takers), SpreadError, where)

    @property
    def takers(self) -> tuple[Card, ...]:
        """The cards that may have taken the others, each once."""
        numbers = {item for item in self.items if isinstance(item, Card) and item.is_number}
        wanted = self.taker
        if wanted is not None:
            same = {card for card in numbers if card.value == wanted.value}
            numbers = same & {wanted} if wanted.colour or wanted in same else same
        return tuple(sorted(numbers, key=lambda card: card.sort_key))

    @property
    def has_fraction(self) -> bool:
        """Whether a fraction card lies there."""
        return any(card.kind is Kind.FRACTION for card in Position(self.items, ()).cards())

    def position(self, taker: Card) -> Position:
        """Return the position before the take, as far as the take knows it: this card in the hand, the others in the centre."""
        others = list(self.items)
        others.remove(taker)
        return Position(tuple(others), (taker,))


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The score of a spread take."""

    #: The arrangement that scores most, with the points and score items that the cards prove; None if none is valid or found.
    play: Play | None
    unjudged: tuple[ScoreItem, ...] = ()  #: Score items that the cards do not prove, with the points that each would add.
    why: str = ""  #: Why there is no arrangement; empty where there is one.
    better_with_fractions: bool = False  #: Whether another arrangement would score more if fraction cards were in play.
    proven: bool = True  #: Whether no arrangement scores more; False only where a limit of time or memory stopped the search.
    searched: bool = True  #: Whether arrangements were searched; False where the cards obviously are no take, or are too many.


@dataclass(frozen=True, slots=True)
class _BestWithTaker:
    """The best arrangement with one taking card, and the search that found it."""

    position: Position  #: The taking card in the hand, the others in the centre.
    layout: Layout  #: The cards as bits.
    ways: SimplestWays  #: The simplest ways of the sets.
    take: Take  #: The arrangement, on that layout.


def arrange(spread: Spread, settings: Settings | None = None, *, limit_seconds: float | None = None) -> Arrangement:
    """Return the valid arrangement of all cards of a take that scores most.

    Every set of an arrangement makes the number of the one taking card, and no card is left. Of equally good arrangements the first in
    the contract's order of equal plays is returned. Score items that the cards do not prove are returned as `unjudged`, and their points
    are not counted: clearing the centre, if the spread does not say whether it was; and the guide's operations bonus, if no fraction card
    is there and the settings do not say whether fraction cards are in play. That bonus does count for the choice of the arrangement.

    Args:
        spread: The cards, and what is known of the take.
        settings: By default points, website, whole numbers. With `by="cards"`, the website's points choose the arrangement.
        limit_seconds: Time limit, after which the best arrangement so far is returned, not proven; None for no limit.
    """
    settings = settings or Settings()
    check_limit(limit_seconds)
    why = _reason_against(spread.items)
    if why:
        return Arrangement(None, why=why, searched=False)
    if len(spread.items) > MAX_ITEMS + 1:
        why = tr(
            "{number} cards are too many to arrange; up to {most} can be, a build counting as one",
            number=len(spread.items),
            most=MAX_ITEMS + 1,
        )
        return Arrangement(None, why=why, proven=False, searched=False)
    clock = Clock(limit_seconds)
    play, proven = _find_best(spread, settings, clock)
    if play is None:
        why = _why_no_arrangement(spread, settings) if proven else tr("no arrangement was found before the time limit")
        return Arrangement(None, why=why, proven=proven)
    judged, unjudged = _split_unjudged(play, spread, settings)
    rival = False
    if any(item.item in OPERATION_BONUSES for item in unjudged):
        clock.hold(held=False)
        other, known = _find_best(spread, replace(settings, fractions_in_play="yes"), clock)
        rival = other is not None and other.points > judged.points
        proven = proven and known
    return Arrangement(judged, unjudged, better_with_fractions=rival, proven=proven)


def _reason_against(items: Sequence[Card | Build]) -> str:
    """Return why these cards obviously are no take; empty where they may be one."""
    if not any(isinstance(item, Card) and item.is_number for item in items):
        return tr("no number card lies there that could have taken the others") if items else tr("no card lies there")
    if len(items) == 1:
        return tr("{card} alone is no take: a take holds the taking card and what it takes", card=items[0])
    if not any(isinstance(item, Build) for item in items) and sum(isinstance(item, Card) and item.is_number for item in items) == 1:
        return tr("only one number card lies there: a take holds the taking card and at least one number card of the middle")
    impossible = [item for item in items if isinstance(item, Build) and not item.is_possible]
    if impossible:
        build = impossible[0]
        has = (
            tr("the build {build} has no number card, and only a build of a whole number 1-15 is ever taken")
            if not build.has_number
            else tr("the build {build} has no exact value, and only a build of a whole number 1-15 is ever taken")
            if build.value is None
            else tr("the build {build} has the value {build.value}, and only a build of a whole number 1-15 is ever taken")
        )
        return has.format(build=build)
    return ""


def _why_no_arrangement(spread: Spread, settings: Settings) -> str:
    """Return the sentence for a spread without a valid arrangement; it names the settings that may be the reason."""
    one = len(spread.takers) == 1
    who = tr("the {card} does not take all the other cards", card=spread.takers[0]) if one else tr("no card of these takes all the others")
    takes_away = any(card.kind is Kind.SUBTRACT for card in Position(spread.items, ()).cards())
    divides = any(card.kind in (Kind.DIVIDE, Kind.FRACTION, Kind.ROOT) for card in Position(spread.items, ()).cards())
    limits = [tr("whole numbers only")] if divides and settings.values == "whole" else []
    limits += [] if settings.negative or not takes_away else [tr("no negative values")]
    return tr("{who} with {limits} on the way", who=who, limits=and_list(limits)) if limits else who


def _find_best(spread: Spread, settings: Settings, clock: Clock) -> tuple[Play | None, bool]:
    """Return the best arrangement by all score items except clearing, and whether it is proven to be the best."""
    scoring = settings.scoring_for(Position(spread.items, ()))
    ranked_by = scoring if settings.by == "points" else Scoring("website", scoring.fractions_in_play, scoring.printed)
    best: list[_BestWithTaker] = []
    rank, proven = 0, True
    for taker in spread.takers:
        position = spread.position(taker)
        if not _can_divide_by_value(position, taker):
            continue
        layout = Layout(position, ranked_by, "points")
        reach = reach_of(layout, settings, clock)
        cover = CoverSearch(layout, reach, clock)
        try:
            clock.check()
            cover.search(rank)
        except OutOfTimeError:
            proven = False
        if cover.takes:
            clock.hold(held=True)
            ways = SimplestWays(layout, reach, negative=settings.negative)
            found = _BestWithTaker(position, layout, ways, ways.rank(cover.takes, 1)[0])
            clock.hold(held=False)
            best = [*best, found] if cover.rank == rank else [found]
            rank = cover.rank
        if not proven:
            break
    clock.hold(held=True)
    return _simplest_play(best, scoring, cleared=spread.cleared is True), proven


def _can_divide_by_value(position: Position, taker: Card) -> bool:
    """Return False if the values prove that the centre cannot be divided into sets of the taking card's number; True if it may be."""
    if any(isinstance(item, Card) and item.is_wild for item in position.centre):
        return True
    values = [item.value or Fraction(0) for item in position.centre]
    return max(values) <= taker.value and sum(values) % taker.value == 0


def _simplest_play(candidates: Sequence[_BestWithTaker], scoring: Scoring, *, cleared: bool) -> Play | None:
    """Return the record of the simplest of equally good arrangements; None if there is none."""
    if not candidates:
        return None
    chosen = candidates[0]
    if len(candidates) > 1:
        chosen = min(candidates, key=lambda one: one.ways.key(one.take))
    expressions = chosen.ways.expressions(chosen.take)
    return play_of(chosen.position, chosen.layout, chosen.take, expressions, scoring, clears=cleared)


def _split_unjudged(play: Play, spread: Spread, settings: Settings) -> tuple[Play, tuple[ScoreItem, ...]]:
    """Return the play without the score items that the cards do not prove, and these items."""
    unjudged = []
    if settings.scoring == "guide" and settings.fractions_in_play == "auto" and not spread.has_fraction:
        unjudged += [item for item in play.breakdown if item.item in OPERATION_BONUSES]
    judged = tuple(item for item in play.breakdown if item not in unjudged)
    clearing = settings.scoring_for(Position(spread.items, ())).clear_points
    if spread.cleared is None and clearing:
        unjudged.append(ScoreItem("clear", clearing))
    return replace(play, points=sum(item.points for item in judged), breakdown=judged), tuple(unjudged)
