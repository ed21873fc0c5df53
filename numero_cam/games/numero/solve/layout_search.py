"""Searches one position whose cards fit into one layout, and converts its takes to records for people."""

from dataclasses import dataclass
from functools import cached_property

from numero_cam.games.numero.rules import Build, Card, Position, Scoring, cards_of, score_take
from numero_cam.games.numero.rules.calculation import Acted, Lone, Total, Way, terms_of
from numero_cam.games.numero.solve.clock import Clock, StoppedBy
from numero_cam.games.numero.solve.expression import Expression, Operand, order_key, steps_of, with_sorted_terms
from numero_cam.games.numero.solve.kernel import MAX_KERNEL_ITEMS, KernelReach, KernelTakeSearch, kernel_available
from numero_cam.games.numero.solve.masks import Layout, bits_of
from numero_cam.games.numero.solve.reach import Reach
from numero_cam.games.numero.solve.reals import RealReach
from numero_cam.games.numero.solve.records import CardSet, Play, Settings
from numero_cam.games.numero.solve.simplest import SimplestWays
from numero_cam.games.numero.solve.takes import BestTakes, Take, TakeSearch


@dataclass(frozen=True)
class LayoutSearch:
    """The search of one position."""

    position: Position  #: Centre and hand.
    scoring: Scoring  #: The scoring rules.
    layout: Layout  #: Its cards as bits.
    reach: Reach | KernelReach  #: Finds which values sets can make.
    clock: Clock  #: The time limit.
    negative: bool  #: Whether values below zero may occur on the way.

    @cached_property
    def ways(self) -> SimplestWays:
        """The simplest ways of sets; created on first use, because most takes of computer players are never shown."""
        return SimplestWays(self.layout, self.reach, negative=self.negative)

    def best(self, wanted: int) -> tuple[BestTakes, StoppedBy | None]:
        """Return the `wanted` best takes with all equal to the last, and the limit that stopped the search; None where they are proven."""
        found, stopped = best_takes_of_layout(self.layout, self.reach, self.clock, wanted)
        self.clock.hold(held=True)
        return found, stopped or (None if self.layout.complete else "cards")

    def play(self, take: Take) -> Play:
        """Return the record of a take for people."""
        clears = self.layout.clears(sum(take.masks))
        return play_of(self.position, self.layout, take, self.ways.expressions(take), self.scoring, clears=clears)


def best_takes_of_layout(layout: Layout, reach: Reach | KernelReach, clock: Clock, wanted: int) -> tuple[BestTakes, StoppedBy | None]:
    """Return the best takes of a layout, and the limit that stopped the search; None where they are proven for these cards."""
    if isinstance(reach, KernelReach):
        return KernelTakeSearch(layout, reach, clock).best(wanted)
    return TakeSearch(layout, reach, clock).best(wanted)


def reach_of(layout: Layout, settings: Settings, clock: Clock) -> Reach | KernelReach:
    """Return the engine that finds which values sets of a layout can make: exact reals, the compiled kernel, or Python."""
    if settings.values == "real":
        return RealReach(layout.bases, layout.wilds, clock, negative=settings.negative)
    reach = KernelReach if kernel_available() and len(layout.items) <= MAX_KERNEL_ITEMS else Reach
    return reach(layout.values, layout.wilds, clock, whole=settings.values == "whole", negative=settings.negative)


def play_of(position: Position, layout: Layout, take: Take, ways: list[Expression], scoring: Scoring, *, clears: bool) -> Play:
    """Return the record of a take for people: its sets with cards, arithmetic and points.

    Args:
        position: Centre and hand; the cards of a set are in their order.
        layout: The cards as bits.
        take: The take on that layout.
        ways: The expression of each of its masks.
        scoring: The rules that count.
        clears: Whether the take leaves the centre empty.
    """
    ways = [with_sorted_terms(way) for way in ways]
    sizes = [mask.bit_count() for mask in take.masks]
    keys = [order_key(way) if sizes.count(size) > 1 else "" for way, size in zip(ways, sizes, strict=True)]  # only equal sizes ask
    sets = sorted(zip(take.masks, keys, ways, strict=True), key=lambda one: (one[0].bit_count(), one[1]))
    order = {item: place for place, item in reversed(list(enumerate((*position.centre, *position.hand))))}
    cards = [tuple(sorted((layout.items[bit] for bit in bits_of(mask)), key=order.__getitem__)) for mask, _, _ in sets]
    taker = layout.takers[take.taker_index]
    flat = [[card for item in group for card in cards_of(item)] for group in cards]
    scored = score_take(flat, taker, clears=clears, scoring=scoring)
    groups = tuple(
        card_set_of(held, way, taker=place == scored.taker_set) for place, (held, (_, _, way)) in enumerate(zip(cards, sets, strict=True))
    )
    count = sum(len(group) for group in flat) + 1
    return Play(taker, groups, count, scored.points, clears, scored.breakdown)


def card_set_of(cards: tuple[Card | Build, ...], way: Expression, *, taker: bool = False) -> CardSet:
    """Return the record of a set for people, with its calculations."""
    return CardSet(cards, way, steps_of(way), taker=taker)


def way_as_laid(group: CardSet) -> Way:
    """Return how a player lays the cards of a set: a way of the rules, built from the calculations in order."""
    made: list[Way] = []

    def part(operand: Operand) -> Way:
        """Return the way of a card, or of an earlier step."""
        if operand.item is not None:
            return Lone(operand.item)
        return made[operand.step or 0]

    for step in group.calculations:
        way = part(step.left)
        if step.card is not None:
            made.append(Acted(way, step.card))
        elif step.right is not None:
            made.append(Total((*terms_of(way), *terms_of(part(step.right)))))
    return made[-1] if made else Lone(group.cards[0])
