"""The best take of a position."""

from typing import TYPE_CHECKING

from numero_cam.games.numero.rules import Position, Scoring
from numero_cam.games.numero.solve.clock import Clock
from numero_cam.games.numero.solve.kernel import MOST_ITEMS as MOST_KERNEL_ITEMS
from numero_cam.games.numero.solve.kernel import is_there
from numero_cam.games.numero.solve.laid_out import Search, reach_of
from numero_cam.games.numero.solve.many import IDLE_ROUNDS, ManySearch
from numero_cam.games.numero.solve.masks import MOST_ITEMS, Layout
from numero_cam.games.numero.solve.records import Settings, SettingsError, Solution, check_limit
from numero_cam.games.shared.checks import check

if TYPE_CHECKING:
    from numero_cam.games.numero.solve.takes import Take

SWIFT_KERNEL, SWIFT_PYTHON = 12, 9
"""Cards and builds that a player of a program searches to the end, with the compiled kernel and without it."""
SWIFT_ROUNDS = 20
"""Parts in a row that bring nothing, after which such a player looks no further."""


def solve(
    position: Position, settings: Settings | None = None, *, top: int = 1, limit_seconds: float | None = None, swift: bool = False
) -> Solution:
    """Return the best takes of a position in the contract's order, proven.

    Args:
        position: What lies in the centre, and the hand. Impossible builds stay out of takes.
        settings: What counts as best and what is allowed; by default points, website, whole numbers.
        top: How many really different takes to return at most, 1 or more. Takes with the same number and the same
            faces in their sets are one take, whatever the colours and the order of arithmetic.
        limit_seconds: After this time the best take so far is returned, not proven; `None` for no limit. Of more than `MOST_ITEMS`
            cards (with the compiled kernel 18) parts are searched one after the other as long as the limit lasts, and without one until
            nothing better is found for long: that is not proven (`numero_cam.games.numero.solve.many`).
        swift: For a program that plays many games: parts are searched already where more than 12 cards lie (9 without the kernel), and
            not for long. The answer is the same each time where no time limit is given.

    Raises:
        SettingsError: If `top` or `limit_seconds` is out of range.
    """
    check(top >= 1, SettingsError, f"top is {top}; it is 1 or more")
    search = searcher_of(position, settings or Settings(), limit_seconds, swift=swift)
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
    check_limit(limit_seconds)
    scoring = settings.scoring_for(position)
    ranked_by = scoring if settings.by == "points" else Scoring("website", scoring.fractions_in_play, scoring.printed)
    laid = most or (MOST_KERNEL_ITEMS if is_there() and settings.values != "real" else MOST_ITEMS)
    layout = Layout(position, ranked_by, settings.by, laid)
    if not layout.takers or not layout.bases:
        return None
    clock = Clock(limit_seconds)
    reach = reach_of(layout, settings, clock)
    return Search(position, scoring, layout, reach, clock, settings.negative)


def searcher_of(position: Position, settings: Settings, limit_seconds: float | None, *, swift: bool = False) -> Search | ManySearch | None:
    """Return the search of a position, of however many cards; `None` where nothing can be taken or there is nothing to take with.

    Args:
        position: What lies in the centre, and the hand.
        settings: What counts as best and what is allowed.
        limit_seconds: The time limit; `None` for none.
        swift: Whether parts are searched already where it would take long to search all cards, and not for long.

    Raises:
        SettingsError: If `limit_seconds` is out of range.
    """
    search = search_of(position, settings, limit_seconds, (SWIFT_KERNEL if is_there() else SWIFT_PYTHON) if swift else None)
    if search is None or search.layout.complete:
        return search
    return ManySearch(position, settings, search.layout, search.clock, SWIFT_ROUNDS if swift else IDLE_ROUNDS)
