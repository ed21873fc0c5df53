"""The best take of a position, and which cards can take everything."""

from collections.abc import Sequence
from dataclasses import dataclass

from numero_cam.rules import Build, Card, Position, Scoring, cards_of, score_take
from numero_cam.rules.cards import MOST_NUMBER
from numero_cam.solve.board import MOST_ITEMS, Board
from numero_cam.solve.clock import Clock
from numero_cam.solve.expression import Expression, steps_of, text_of
from numero_cam.solve.falling import FallingTakes
from numero_cam.solve.kernel import MOST_ITEMS as MOST_KERNEL_ITEMS
from numero_cam.solve.kernel import KernelReach, KernelTakes, is_there
from numero_cam.solve.reach import Reach
from numero_cam.solve.reals import RealReach
from numero_cam.solve.records import Group, Play, Settings, SettingsError, Solution
from numero_cam.solve.takes import HALVED_ITEMS, Found, Take, Takes
from numero_cam.solve.ways import Ways


def solve(position: Position, settings: Settings | None = None, *, top: int = 1, limit_seconds: float | None = None) -> Solution:
    """Return the best takes of a position in the contract's order, proven.

    Args:
        position: What lies in the centre, and the hand. Impossible builds stay out of takes.
        settings: What counts as best and what is allowed; by default points, website, whole numbers.
        top: How many really different takes to return at most, 1 or more. Takes with the same number and the same
            faces in their sets are one take, whatever the colours and the order of arithmetic.
        limit_seconds: After this time the best take so far is returned, not proven; `None` for no limit. A position
            of more than `MOST_ITEMS` cards (with the compiled kernel 18) is searched in part, so that memory stays bounded, and is
            not proven either.

    Raises:
        SettingsError: If `top` or `limit_seconds` is out of range.
    """
    if top < 1:
        msg = f"top is {top}; it is 1 or more"
        raise SettingsError(msg)
    search = search_of(position, settings or Settings(), limit_seconds)
    if search is None:
        return Solution((), proven=True)
    found, proven = search.best(top)
    takes: list[Take] = []
    for rank in sorted(set(found.ranks.values()), reverse=True):
        equals = [found.takes[what] for what, value in found.ranks.items() if value == rank]
        takes += search.ways.rank(equals, top - len(takes))
        if len(takes) >= top:
            break
    return Solution(tuple(search.play(take) for take in takes), proven)


@dataclass(frozen=True, slots=True)
class Search:
    """One position laid out for search, with what is asked of it.

    Attributes:
        position: What is asked about.
        scoring: The rules that count.
        board: Its cards as bits.
        reach: Which set makes which value.
        ways: How they make it.
        clock: The time limit.
    """

    position: Position
    scoring: Scoring
    board: Board
    reach: Reach | KernelReach
    ways: Ways
    clock: Clock

    def best(self, wanted: int) -> tuple[Found, bool]:
        """Return the best takes with all that equal the last of them, and whether that is proven."""
        if isinstance(self.reach, KernelReach):
            found, proven = KernelTakes(self.board, self.reach, self.clock).best(wanted)
        else:
            takes = Takes if len(self.board.items) <= HALVED_ITEMS else FallingTakes
            found, proven = takes(self.board, self.reach, self.clock).best(wanted)
        self.clock.hold(held=True)
        return found, proven and self.board.complete

    def play(self, take: Take) -> Play:
        """Return a take as people see it."""
        clears = self.board.clears(sum(take.masks))
        return play_of(self.position, self.board, take, self.ways.expressions(take), self.scoring, clears=clears)


def search_of(position: Position, settings: Settings, limit_seconds: float | None, most: int | None = None) -> Search | None:
    """Return the search of a position; `None` where nothing can be taken or there is nothing to take with.

    Args:
        position: What lies in the centre, and the hand.
        settings: What counts as best and what is allowed.
        limit_seconds: The time limit; `None` for none.
        most: How many cards and builds are laid out at most; by default as many as the compiled kernel or Python searches.

    Raises:
        SettingsError: If `limit_seconds` is out of range.
    """
    if limit_seconds is not None and not limit_seconds >= 0:
        msg = f"the time limit is {limit_seconds} seconds; it is 0 or more"
        raise SettingsError(msg)
    scoring = settings.scoring_for(position)
    ranked_by = scoring if settings.by == "points" else Scoring("website", scoring.fractions_in_play, scoring.printed)
    if most is None:
        most = MOST_KERNEL_ITEMS if is_there() and settings.values != "real" else MOST_ITEMS
    board = Board(position, ranked_by, settings.by, most)
    if not board.takers or not board.bases:
        return None
    clock = Clock(limit_seconds)
    reach = reach_of(board, settings, clock)
    return Search(position, scoring, board, reach, Ways(board, reach, negative=settings.negative), clock)


def reach_of(board: Board, settings: Settings, clock: Clock) -> Reach | KernelReach:
    """Return what answers for the cards of a board which set makes which value."""
    if settings.values == "real":
        return RealReach(board.values, board.wilds, clock, negative=settings.negative)
    reach = KernelReach if is_there() and len(board.items) <= MOST_KERNEL_ITEMS else Reach
    return reach(board.values, board.wilds, clock, whole=settings.values == "whole", negative=settings.negative)


def takers_of_all(cards: Sequence[Card | Build], *, values: str = "whole", negative: bool = True) -> tuple[int, ...]:
    """Return which number cards (1-15) can take all of these cards as one set.

    Args:
        cards: Cards and builds; an impossible build can never be taken.
        values: `whole`, `any` for fractions on the way, or `real` for irrational numbers too.
        negative: Whether values below zero may occur on the way.

    Raises:
        SettingsError: If `values` is neither, or if there are more than `MOST_ITEMS` cards.
    """
    settings = Settings(values=values, negative=negative)
    if len(cards) > MOST_ITEMS:
        msg = f"{len(cards)} cards are too many to take all at once; up to {MOST_ITEMS} can be searched"
        raise SettingsError(msg)
    position = Position(tuple(cards), ())
    board = Board(position, settings.scoring_for(position), settings.by)
    if not board.bases or len(board.items) < len(cards):
        return ()
    reach = reach_of(board, settings, Clock())
    scale = reach.lattice.scale
    made = reach.reachable(board.full, {number * scale for number in range(1, MOST_NUMBER + 1)})
    return tuple(sorted(value // scale for value in made))


def play_of(position: Position, board: Board, take: Take, ways: list[Expression], scoring: Scoring, *, clears: bool) -> Play:
    """Return the take as people see it: its sets with their cards, arithmetic and points.

    Args:
        position: Gives the order of the cards.
        board: The same cards as bits.
        take: The taking card and its sets.
        ways: How each set makes the number.
        scoring: The rules that count.
        clears: Whether the take leaves the centre empty.
    """
    texts = [text_of(way) for way in ways]
    sets = sorted(zip(take.masks, texts, ways, strict=True), key=lambda one: (one[0].bit_count(), one[1]))
    order = {item: place for place, item in reversed(list(enumerate((*position.centre, *position.hand))))}
    cards = [_cards(board, mask, order) for mask, _, _ in sets]
    taker = board.takers[take.place]
    flat = [[card for item in group for card in cards_of(item)] for group in cards]
    scored = score_take(flat, taker, clears=clears, scoring=scoring)
    groups = tuple(
        Group(held, text, steps_of(way), taker=place == scored.taker_set)
        for place, (held, (_, text, way)) in enumerate(zip(cards, sets, strict=True))
    )
    count = sum(len(group) for group in flat) + 1
    return Play(taker, groups, count, scored.points, clears, scored.breakdown)


def _cards(board: Board, mask: int, order: dict[Card | Build, int]) -> tuple[Card | Build, ...]:
    held = [item for bit, item in enumerate(board.items) if mask >> bit & 1]
    return tuple(sorted(held, key=lambda item: order[item]))
