"""Finds the take that a child of one of the guide's levels would find."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from numero_cam.catalogue import tr
from numero_cam.games.numero.rules import Card, Kind, Position
from numero_cam.games.numero.rules.choices import ChildLevel
from numero_cam.games.numero.solve.clock import OutOfTimeError
from numero_cam.games.numero.solve.masks import MAX_ITEMS
from numero_cam.games.numero.solve.records import Play, Settings, SettingsError
from numero_cam.games.numero.solve.search import layout_search
from numero_cam.games.numero.solve.takes import Take, TakeSearch
from numero_cam.games.shared.breaks import check

_SIGNS = (Kind.SUBTRACT, Kind.MULTIPLY, Kind.DIVIDE)
#: By name of a guide's level: the kinds of wild cards that a player of the level knows.
CHILD_LEVELS: Mapping[ChildLevel, tuple[Kind, ...]] = {
    "1": (),
    "2": (Kind.SUBTRACT,),
    "3": _SIGNS,
    "fractions": (*_SIGNS, Kind.FRACTION),
    "all": (*_SIGNS, Kind.FRACTION, Kind.POWER, Kind.ROOT),
}
MAX_SET_CARDS = 4  #: Maximum number of cards of a set; our choice, as no source names one.
MAX_INTERMEDIATE = 60  #: Largest intermediate value; our choice, as no source names one.


@dataclass(frozen=True, slots=True)
class ChildPlay:
    """The best take that a child finds."""

    play: Play | None  #: The take; None where the child finds none.
    proven: bool  #: Whether all takes of a child were searched; False only where the time limit stopped the search.


def child_play(
    position: Position, settings: Settings | None = None, *, level: ChildLevel = "1", limit_seconds: float | None = None
) -> ChildPlay:
    """Return the best take that a child of this level finds.

    A child knows the wild cards of the level, makes sets of up to four cards, goes through whole numbers from 0 to 60 only, and takes
    several sets at once, as the guide teaches from level 1 on.

    Args:
        position: Centre and hand.
        settings: Settings of the solver; its `values` are ignored, as a child uses whole numbers only.
        level: A name of `CHILD_LEVELS`.
        limit_seconds: Time limit, after which the best take of sets with fewer cards is returned; None for no limit.

    Raises:
        SettingsError: There is no such level, or `limit_seconds` is out of range.
    """
    check(
        level in CHILD_LEVELS,
        SettingsError,
        tr("the level is {level!r}; choose from {choices}", level=level, choices=", ".join(CHILD_LEVELS)),
    )
    settings = settings or Settings()
    plain = replace(settings, values="whole")
    search = layout_search(position, plain, limit_seconds, MAX_ITEMS)
    if search is None:
        return ChildPlay(None, proven=True)
    kinds = (Kind.NUMBER, *CHILD_LEVELS[level])
    known_mask = sum(1 << bit for bit, item in enumerate(search.layout.items) if not isinstance(item, Card) or item.kind in kinds)

    def suits(mask: int, target: int) -> bool:
        """Return whether a child finds the set of this mask with this number."""
        search.clock.check()
        return not mask & ~known_mask and search.ways.lowest_peak(mask, target) <= MAX_INTERMEDIATE

    best: list[Take] = []
    proven = search.layout.complete
    takes = TakeSearch(search.layout, search.reach, search.clock)
    try:
        for cards in range(1, MAX_SET_CARDS + 1):
            search.clock.hold(held=cards == 1)  # sets of single cards are found at any time limit, because they cost almost no time
            found = takes.best_small(cards, suits)
            best = search.ways.rank(found.takes.values(), 1)
    except OutOfTimeError:
        proven = False
    search.clock.hold(held=True)
    return ChildPlay(search.play(best[0]) if best else None, proven)
