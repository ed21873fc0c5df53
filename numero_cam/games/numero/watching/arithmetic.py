"""Which take or build cards make: the arithmetic of a given set of cards."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from numero_cam.games.numero.engine.options import Options
from numero_cam.games.numero.rules import Build, Card, act
from numero_cam.games.numero.rules.calculation import Acted, Lone, Total, Way
from numero_cam.games.numero.solve.arrange import Spread, arrange
from numero_cam.games.numero.solve.as_laid import way_of
from numero_cam.games.numero.solver_settings import settings_of

Item = Card | Build
MOST_KEPT = 4000
MOST_TAKEN = 12
"""Cards and builds of a take. A limit of time would let a decision depend on how fast the machine is."""
MOST_TRIED = 5
"""Cards and builds of which every way is tried where their order makes no value."""


class Arithmetic:
    """Answers which take cards make; what was asked once is kept.

    Args:
        options: What is played.
    """

    def __init__(self, options: Options) -> None:
        self._settings = settings_of(options)
        self._kept: dict[tuple[Card, tuple[Item, ...]], tuple[Way, ...]] = {}

    def ways(self, card: Card, items: Sequence[Item]) -> tuple[Way, ...]:
        """Return the sets of the take of all these cards that scores most; none where the card does not take them.

        Args:
            card: The taking card.
            items: Cards and builds of the centre, and wild cards of the hand.
        """
        if not 0 < len(items) <= MOST_TAKEN or not _may_take(card, items):
            return ()
        key = (card, tuple(sorted(items, key=str)))
        if key not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            found = arrange(Spread((*key[1], card), card), self._settings).play
            self._kept[key] = tuple(way_of(group) for group in found.sets) if found else ()
        return self._kept[key]


def _may_take(card: Card, items: Sequence[Item]) -> bool:
    """Whether the values fit at first sight: without wild cards they are parted into sets of the card's value."""
    values = [item.value for item in items if isinstance(item, Build) or item.is_number]
    known = [value for value in values if value is not None]
    if not values or len(known) < len(values):
        return False
    if any(isinstance(item, Card) and item.is_wild for item in items):
        return True
    return max(known) <= card.value and sum(known) % card.value == 0


def laid_way(items: Sequence[Item]) -> Way | None:
    """Return the way of cards laid on each other in this order, the lowest first; `None` without a number card or build."""
    way: Way | None = None
    waiting: list[Card] = []
    for item in items:
        if isinstance(item, Card) and item.is_wild:
            if way is None:
                waiting.append(item)
            else:
                way = Acted(way, item)
        elif way is None:
            way = Lone(item)
            for wild in waiting:
                way = Acted(way, wild)
        else:
            terms = way.terms if isinstance(way, Total) else (way,)
            way = Total((*terms, Lone(item)))
    return way


def other_ways(items: Sequence[Item]) -> Iterator[Way]:
    """Give a way for each whole value that these cards can make in any order."""
    if len(items) > MOST_TRIED:
        return
    yield from _made(tuple(items)).values()


@lru_cache(maxsize=256)
def _made(items: tuple[Item, ...]) -> dict[Fraction, Way]:
    """Return a way for each value that all of these make together."""
    if len(items) == 1:
        item = items[0]
        is_value = isinstance(item, Build) or item.is_number
        return {item.value: Lone(item)} if is_value and item.value is not None else {}
    found: dict[Fraction, Way] = {}
    for place, item in enumerate(items):
        if isinstance(item, Card) and item.is_wild:
            for value, way in _made((*items[:place], *items[place + 1 :])).items():
                after = act(item, value)
                if after is not None:
                    found.setdefault(after, Acted(way, item))
    for mask in range(1, 1 << (len(items) - 1)):
        left = tuple(item for place, item in enumerate(items) if not mask >> place & 1)
        right = tuple(item for place, item in enumerate(items) if mask >> place & 1)
        for one, first in _made(left).items():
            for two, second in _made(right).items():
                found.setdefault(one + two, Total((*_terms(first), *_terms(second))))
    return found


def _terms(way: Way) -> tuple[Way, ...]:
    return way.terms if isinstance(way, Total) else (way,)
