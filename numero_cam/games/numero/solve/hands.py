"""What computer players ask the solver: the best takes of many hands, and the builds that cards can make.

A position with at most `max_swift_items()` cards, as in most games, is searched completely. In a larger one, only as many cards are
searched, and `HandTake.complete` is False.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from numero_cam.games.numero.rules import Build, Card, Position
from numero_cam.games.numero.solve.clock import Clock
from numero_cam.games.numero.solve.layout_search import LayoutSearch, card_set_of, reach_of
from numero_cam.games.numero.solve.masks import OTHER_COUNT_RANGE, Layout
from numero_cam.games.numero.solve.records import CardSet, Play, Settings
from numero_cam.games.numero.solve.search import layout_search, max_swift_items
from numero_cam.games.numero.solve.simplest import SimplestWays
from numero_cam.games.numero.solve.takes import Take

MAX_BUILD_ITEMS = 6  #: Maximum number of cards and builds of which a build is made, unless another is given.

CentreItem = Card | Build


@dataclass(frozen=True, slots=True)
class HandTake:
    """A take of a hand."""

    taker: Card  #: The taking card.
    gain: int  #: Its points, or its number of cards in games by cards.
    clears: bool  #: Whether it leaves the centre empty.
    centre: tuple[CentreItem, ...]  #: Cards and builds left in the centre.
    hand: tuple[Card, ...]  #: Cards left in the hand.
    complete: bool  #: Whether all cards were searched, so that no take brings more.
    _search: LayoutSearch  #: The search that found it, for `play`.
    _take: Take  #: The same take as masks.

    @property
    def play(self) -> Play:
        """The take with its arithmetic and points."""
        return self._search.play(self._take)


@dataclass(frozen=True, slots=True)
class PossibleBuild:
    """Cards of which a build can be made, because together they make a whole number."""

    value: int  #: The whole number that they make.
    lying: tuple[CentreItem, ...]  #: The cards and builds of the centre.
    own: tuple[Card, ...]  #: The cards of the hand.
    points: int  #: Printed points of all cards, or their number in games by cards.
    _ways: SimplestWays  #: Finds their arithmetic, for `card_set`.
    _layout: Layout  #: The layout of the mask.
    _mask: int  #: The same cards as a mask.

    @property
    def card_set(self) -> CardSet:
        """The cards with their simplest arithmetic."""
        return card_set_of((*self.lying, *self.own), self._ways.first(self._mask, self.value))


def best_takes(centre: Sequence[CentreItem], hands: Iterable[Sequence[Card]], settings: Settings) -> list[HandTake | None]:
    """Return the best take of each hand in one centre; None for a hand that can take nothing.

    Args:
        centre: Cards and builds; impossible builds are never taken.
        hands: The hands; each is answered for itself.
        settings: Settings of the solver.
    """
    found = (takes_of_hand(centre, hand, settings) for hand in hands)
    return [takes[0] if takes else None for takes in found]


def takes_of_hand(
    centre: Sequence[CentreItem], hand: Sequence[Card], settings: Settings, wanted: int = 1, most: int | None = None
) -> list[HandTake]:
    """Return the best really different takes of a hand, best first.

    Args:
        centre: Cards and builds of the centre.
        hand: Cards of the hand.
        settings: Settings of the solver.
        wanted: Number of takes; more are returned if others equal the last of them.
        most: Maximum number of cards and builds that are searched; by default `max_swift_items()`.
    """
    search = layout_search(Position(tuple(centre), tuple(hand)), settings, None, most or max_swift_items())
    if search is None:
        return []
    found, _ = search.best(wanted)
    takes = sorted((-rank, found.takes[what]) for what, rank in found.ranks.items())
    return [_hand_take(search, take, -rank, centre, hand) for rank, take in takes]


def _hand_take(search: LayoutSearch, take: Take, rank: int, centre: Sequence[CentreItem], hand: Sequence[Card]) -> HandTake:
    """Return the record of a take, with the cards that it leaves."""
    layout = search.layout
    used, taker = sum(take.masks), layout.takers[take.taker_index]
    left, kept = list(centre), list(hand)
    kept.remove(taker)
    for bit, item in enumerate(layout.items):
        if used >> bit & 1:
            if item in left:  # of equal wild cards the centre's goes first
                left.remove(item)
            elif isinstance(item, Card):
                kept.remove(item)
    return HandTake(taker, rank // OTHER_COUNT_RANGE, layout.clears(used), tuple(left), tuple(kept), layout.complete, search, take)


def possible_builds(
    centre: Sequence[CentreItem],
    card: Card,
    wilds: Sequence[Card],
    values: Iterable[int],
    settings: Settings,
    *,
    most: int = MAX_BUILD_ITEMS,
) -> list[PossibleBuild]:
    """Return the builds of some values that a number card of the hand makes with cards of the centre and wild cards.

    Args:
        centre: Cards and builds; of too many, only the last ones are searched.
        card: The number card of the hand, which is part of every build.
        wilds: Wild cards of the hand that may be part of a build.
        values: Whole numbers that a build may have as its value.
        settings: Settings of the solver.
        most: Maximum number of cards and builds of which a build is made.
    """
    wanted = sorted(set(values))
    possible = [item for item in centre if isinstance(item, Card) or item.is_possible]
    lying = possible[-max(max_swift_items() - 1 - len(wilds), 1) :]
    if not wanted or not lying:
        return []
    position = Position((*lying, card), tuple(wilds))
    layout = Layout(position, settings.scoring_for(position), settings.by, len(lying) + 1 + len(wilds))
    reach = reach_of(layout, settings, Clock())
    ways = SimplestWays(layout, reach, negative=settings.negative)
    own = _mask_of_cards(layout, (card, *wilds))
    scale = reach.lattice.scale
    sets = reach.making(own & layout.base_mask, layout.full & ~own, most, [value * scale for value in wanted])
    return [_build_from_mask(layout, ways, mask, value // scale, own) for mask, value in sets]


def _build_from_mask(layout: Layout, ways: SimplestWays, mask: int, value: int, own: int) -> PossibleBuild:
    """Return the record of a build of the cards of a mask; `own` is the mask of the hand's cards."""
    items = [(bit, item) for bit, item in enumerate(layout.items) if mask >> bit & 1]
    lying = tuple(item for bit, item in items if not own >> bit & 1)
    held = tuple(item for bit, item in items if own >> bit & 1 and isinstance(item, Card))
    points = sum(count if layout.by == "cards" else own_points for *_, count, own_points in (layout.facts[bit] for bit, _ in items))
    return PossibleBuild(value, lying, held, points, ways, layout, mask)


def _mask_of_cards(layout: Layout, cards: Sequence[Card]) -> int:
    """Return the mask of these cards of the hand; of equal cards the higher bits count as the hand's."""
    left, bits = list(cards), 0
    for place in reversed(range(len(layout.items))):
        item = layout.items[place]
        if isinstance(item, Card) and item in left:
            left.remove(item)
            bits |= 1 << place
    return bits
