"""What the players of a program ask over and over: the best takes of many hands in one centre, and which cards make a build.

The answers are those of the solver: there is no other engine. What lies is searched to the end as long as it is as little as in most
games; of more cards those that a search of this size holds are looked at, and the answer says so.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from numero_cam.games.numero.rules import Build, Card, Position
from numero_cam.games.numero.solve.clock import Clock
from numero_cam.games.numero.solve.laid_out import Search, card_set_of, reach_of
from numero_cam.games.numero.solve.masks import OTHER_COUNT_RANGE, Layout
from numero_cam.games.numero.solve.records import CardSet, Play, Settings
from numero_cam.games.numero.solve.search import max_swift_items, search_of
from numero_cam.games.numero.solve.simplest import Ways
from numero_cam.games.numero.solve.takes import Take

MAX_BUILD_ITEMS = 6
"""Maximum number of cards and builds of which a build is made."""

Lying = Card | Build


@dataclass(frozen=True, slots=True)
class HandTake:
    """A take of a hand.

    Attributes:
        taker: The card that takes.
        gain: What it brings: points, or cards where these are played for.
        clears: Whether the centre is empty afterwards.
        centre: What is left there.
        hand: What is left in the hand.
        complete: Whether all cards were looked at: no take brings more then.
    """

    taker: Card
    gain: int
    clears: bool
    centre: tuple[Lying, ...]
    hand: tuple[Card, ...]
    complete: bool
    _search: Search
    _take: Take

    @property
    def play(self) -> Play:
        """The take with its arithmetic and points."""
        return self._search.play(self._take)


@dataclass(frozen=True, slots=True)
class Made:
    """Cards that make a value together.

    Attributes:
        value: A whole number.
        lying: The cards and builds of the centre.
        own: The cards of the hand.
        points: Printed points of all of them, or how many cards they are where cards are played for.
    """

    value: int
    lying: tuple[Lying, ...]
    own: tuple[Card, ...]
    points: int
    _ways: Ways
    _layout: Layout
    _mask: int

    @property
    def card_set(self) -> CardSet:
        """The cards with their simplest arithmetic."""
        return card_set_of((*self.lying, *self.own), self._ways.first(self._mask, self.value))


def best_takes(centre: Sequence[Lying], hands: Iterable[Sequence[Card]], settings: Settings) -> list[HandTake | None]:
    """Return the best take of each of some hands in one centre; `None` for a hand that takes nothing.

    Args:
        centre: Cards and builds; impossible builds stay out of takes.
        hands: Each as if it were alone at the table.
        settings: What counts as best and what is allowed.
    """
    found = (takes_of(centre, hand, settings) for hand in hands)
    return [takes[0] if takes else None for takes in found]


def takes_of(centre: Sequence[Lying], hand: Sequence[Card], settings: Settings, wanted: int = 1) -> list[HandTake]:
    """Return the best really different takes of a hand, at most as many as wanted and those that equal the last, the best first."""
    search = search_of(Position(tuple(centre), tuple(hand)), settings, None, max_swift_items())
    if search is None:
        return []
    found, _ = search.best(wanted)
    takes = sorted((-rank, found.takes[what]) for what, rank in found.ranks.items())
    return [_taken(search, take, -rank, centre, hand) for rank, take in takes]


def _taken(search: Search, take: Take, rank: int, centre: Sequence[Lying], hand: Sequence[Card]) -> HandTake:
    layout = search.layout
    used, taker = sum(take.masks), layout.takers[take.place]
    left, kept = list(centre), list(hand)
    kept.remove(taker)
    for bit, item in enumerate(layout.items):
        if used >> bit & 1:
            if item in left:  # of equal wild cards the centre's goes first
                left.remove(item)
            elif isinstance(item, Card):
                kept.remove(item)
    return HandTake(taker, rank // OTHER_COUNT_RANGE, layout.clears(used), tuple(left), tuple(kept), layout.complete, search, take)


def made_with(centre: Sequence[Lying], card: Card, wilds: Sequence[Card], values: Iterable[int], settings: Settings) -> list[Made]:
    """Return what a number card of the hand makes with cards of the centre and any of some wild cards, where it is one of the values.

    Args:
        centre: Cards and builds; of many the last are looked at.
        card: The number card, in all that is made.
        wilds: Wild cards of the hand that may go in.
        values: Whole numbers.
        settings: What is allowed.
    """
    wanted = sorted(set(values))
    possible = [item for item in centre if isinstance(item, Card) or item.is_possible]
    lying = possible[-max(max_swift_items() - 1 - len(wilds), 1) :]
    if not wanted or not lying:
        return []
    position = Position((*lying, card), tuple(wilds))
    layout = Layout(position, settings.scoring_for(position), settings.by, len(lying) + 1 + len(wilds))
    reach = reach_of(layout, settings, Clock())
    ways = Ways(layout, reach, negative=settings.negative)
    own = _bits_of(layout, (card, *wilds))
    scale = reach.lattice.scale
    one = own & layout.base_mask
    sets = reach.making(one, layout.full & ~own, MAX_BUILD_ITEMS, [value * scale for value in wanted])
    return [_made(layout, ways, mask, value // scale, own) for mask, value in sets]


def _made(layout: Layout, ways: Ways, mask: int, value: int, own: int) -> Made:
    items = [(bit, item) for bit, item in enumerate(layout.items) if mask >> bit & 1]
    lying = tuple(item for bit, item in items if not own >> bit & 1)
    held = tuple(item for bit, item in items if own >> bit & 1 and isinstance(item, Card))
    facts = [layout.facts[bit] for bit, _ in items]
    points = sum(fact[3] for fact in facts) if layout.by == "cards" else sum(fact[4] for fact in facts)
    return Made(value, lying, held, points, ways, layout, mask)


def _bits_of(layout: Layout, cards: Sequence[Card]) -> int:
    """Return the bits of these cards; of equal cards the higher bits count as the hand's."""
    left, bits = list(cards), 0
    for place in reversed(range(len(layout.items))):
        item = layout.items[place]
        if isinstance(item, Card) and item in left:
            left.remove(item)
            bits |= 1 << place
    return bits
