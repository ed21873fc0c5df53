"""Which take or build a given set of cards makes."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from numero_cam.games.numero.engine.options import Options
from numero_cam.games.numero.rules import Build, Card, act
from numero_cam.games.numero.rules.calculation import Acted, Lone, Total, Way, terms_of
from numero_cam.games.numero.solve.arrange import Spread, arrange
from numero_cam.games.numero.solve.layout_search import way_as_laid
from numero_cam.games.numero.solver_settings import settings_of

Item = Card | Build
MAX_CACHED_TAKES = 4000  #: Number of answers at which the cache is emptied.
MAX_TAKE_ITEMS = 12  #: Maximum number of items of a take. A limit of time instead would let decisions depend on the speed of the machine.
MAX_REORDERED_ITEMS = 5  #: Maximum number of items of which every order is tried.


class TakeArithmetic:
    """Finds the take that cards make, and caches it.

    Args:
        options: Of the game.
    """

    def __init__(self, options: Options) -> None:
        self._settings = settings_of(options)
        self._cache: dict[tuple[Card, tuple[Item, ...]], tuple[Way, ...]] = {}

    def ways(self, taker: Card, items: Sequence[Item]) -> tuple[Way, ...]:
        """Return the way of each set of the best-scoring take of all items; empty where the card cannot take them all.

        Args:
            taker: The taking card.
            items: Cards and builds of the centre, and wild cards of the hand.
        """
        if not 0 < len(items) <= MAX_TAKE_ITEMS or not _may_take(taker, items):
            return ()
        key = (taker, tuple(sorted(items, key=str)))
        if key not in self._cache:
            if len(self._cache) >= MAX_CACHED_TAKES:
                self._cache.clear()
            play = arrange(Spread((*key[1], taker), taker), self._settings).play
            self._cache[key] = tuple(way_as_laid(group) for group in play.sets) if play else ()
        return self._cache[key]


def _may_take(taker: Card, items: Sequence[Item]) -> bool:
    """Return False where values alone rule a take out: without wild cards their sum must be a multiple of the taking card's value."""
    values = [item.value for item in items if isinstance(item, Build) or item.is_number]
    known = [value for value in values if value is not None]
    if not values or len(known) < len(values):
        return False
    if any(isinstance(item, Card) and item.is_wild for item in items):
        return True
    return max(known) <= taker.value and sum(known) % taker.value == 0


def way_as_stacked(items: Sequence[Item]) -> Way | None:
    """Return the way of items that lie on each other in this order, the lowest first; None without a number card or build."""
    way: Way | None = None
    wilds_below: list[Card] = []
    for item in items:
        if isinstance(item, Card) and item.is_wild:
            if way is None:
                wilds_below.append(item)
            else:
                way = Acted(way, item)
        elif way is None:
            way = Lone(item)
            for wild in wilds_below:
                way = Acted(way, wild)
        else:
            way = Total((*terms_of(way), Lone(item)))
    return way


def ways_in_any_order(items: Sequence[Item]) -> Iterator[Way]:
    """Yield one way for each value that all items make in some order; nothing for more than `MAX_REORDERED_ITEMS`."""
    if len(items) > MAX_REORDERED_ITEMS:
        return
    yield from _ways_by_value(tuple(items)).values()


@lru_cache(maxsize=256)
def _ways_by_value(items: tuple[Item, ...]) -> dict[Fraction, Way]:
    """Return a way for each value that all items make together."""
    if len(items) == 1:
        item = items[0]
        is_value = isinstance(item, Build) or item.is_number
        return {item.value: Lone(item)} if is_value and item.value is not None else {}
    ways: dict[Fraction, Way] = {}
    for index, item in enumerate(items):
        if isinstance(item, Card) and item.is_wild:
            for value, way in _ways_by_value((*items[:index], *items[index + 1 :])).items():
                result = act(item, value)
                if result is not None:
                    ways.setdefault(result, Acted(way, item))
    for mask in range(1, 1 << (len(items) - 1)):
        left = tuple(item for index, item in enumerate(items) if not mask >> index & 1)
        right = tuple(item for index, item in enumerate(items) if mask >> index & 1)
        for one, first in _ways_by_value(left).items():
            for two, second in _ways_by_value(right).items():
                ways.setdefault(one + two, Total((*terms_of(first), *terms_of(second))))
    return ways
