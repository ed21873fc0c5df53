"""The take that a child would find, by the guide's level of the player."""

from collections.abc import Mapping

from numero_cam.rules import Card, Kind, Position
from numero_cam.solve.records import Play, Settings, SettingsError
from numero_cam.solve.search import search_of
from numero_cam.solve.takes import Takes

_SIGNS = (Kind.SUBTRACT, Kind.MULTIPLY, Kind.DIVIDE)
LEVELS: Mapping[str, tuple[Kind, ...]] = {
    "1": (),
    "2": (Kind.SUBTRACT,),
    "3": _SIGNS,
    "fractions": (*_SIGNS, Kind.FRACTION),
    "all": (*_SIGNS, Kind.FRACTION, Kind.POWER, Kind.ROOT),
}
"""The guide's levels by name, and the wild cards that a player of the level knows."""
CARDS = 4
"""A child keeps this many cards of a set in mind at once; more than that is our reading of no source."""
LARGEST = 60
"""The largest number that a child meets on the way; our choice, as no source names one."""


def child_play(position: Position, settings: Settings | None = None, *, level: str = "1") -> Play | None:
    """Return the best take that a child of this level finds, or `None` where it finds none.

    A child knows the wild cards of the level, makes sets of up to four cards, goes through whole numbers from 0 to 60 only, and takes
    several sets at once, as the guide teaches from level 1 on.

    Args:
        position: What lies in the centre, and the hand.
        settings: What counts as best; `values` is whole numbers whatever it says.
        level: A name of `LEVELS`.

    Raises:
        SettingsError: If there is no such level.
    """
    if level not in LEVELS:
        msg = f"the level is {level!r}; choose from {', '.join(LEVELS)}"
        raise SettingsError(msg)
    settings = settings or Settings()
    plain = Settings(settings.by, settings.scoring, "whole", settings.fractions_in_play, settings.printed)
    search = search_of(position, plain, None)
    if search is None:
        return None
    known = sum(1 << bit for bit, item in enumerate(search.board.items) if not isinstance(item, Card) or _knows(level, item))

    def suits(mask: int, target: int) -> bool:
        return not mask & ~known and search.ways.largest(mask, target) <= LARGEST

    found = Takes(search.board, search.reach, search.clock).best_small(CARDS, suits)
    best = search.ways.rank(found.takes.values(), 1)
    return search.play(best[0]) if best else None


def _knows(level: str, card: Card) -> bool:
    return card.is_number or card.kind in LEVELS[level]
