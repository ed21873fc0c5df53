"""Takes and builds of one centre, found quickly for any hand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from numero_cam.game.operations import Built, Taken
from numero_cam.game.quick import Item, Reckoner, Subsets, bits
from numero_cam.game.state import without
from numero_cam.rules import Card

MOST_REACHED = 9
"""Cards and builds of the centre, with the wild cards of the hand, that are looked at."""
MOST_SETS = 16
"""Sets of one number that are tried together, those of most points first."""


@dataclass(frozen=True, slots=True)
class QuickSet:
    """A set of a take: `alone` without the taking card, which adds `more` than its own points if it is counted here."""

    alone: int
    more: int
    mask: int


@dataclass(frozen=True, slots=True)
class QuickTake:
    """A take.

    Attributes:
        points: What it brings: points, or cards where these are played for.
        card: The number card that takes.
        masks: Its sets, as masks of the board.
        clears: Whether the centre is empty afterwards.
    """

    points: int
    card: Card
    masks: tuple[int, ...]
    clears: bool


class Board:
    """One centre.

    Args:
        centre: Cards and builds; impossible builds stay out, and those beyond `MOST_REACHED`.
        reckoner: Reckons for the game.
    """

    def __init__(self, centre: Sequence[Item], reckoner: Reckoner) -> None:
        self.centre = tuple(centre)
        self._reckoner = reckoner
        possible = [item for item in centre if isinstance(item, Card) or item.is_possible]
        self._subsets = reckoner.subsets(possible[-MOST_REACHED:])
        self._full = len(self._subsets.keys) - 1
        complete = len(self._subsets.pieces) == len(centre)
        self._clear = reckoner.scoring.clear_points if complete and reckoner.options.by == "points" else 0
        self._complete = complete

    def with_cards(self, cards: Sequence[Card]) -> Subsets:
        """Return what the centre makes together with cards of a hand, as many of them as are looked at."""
        room = max(MOST_REACHED - len(self._subsets.pieces), 1)
        return self._reckoner.extended(self._subsets, cards[:room]) if cards else self._subsets

    def best(self, hand: Sequence[Card]) -> tuple[QuickTake, Subsets] | None:
        """Return the best take of a hand, with the subsets that its masks belong to; `None` for none."""
        subsets = self.with_cards([card for card in hand if card.is_wild])
        found = max(self._takes(subsets, hand, best_only=True), key=lambda take: take.points, default=None)
        return None if found is None else (found, subsets)

    def takes(self, hand: Sequence[Card]) -> tuple[list[QuickTake], Subsets]:
        """Return the takes of a hand, best first."""
        subsets = self.with_cards([card for card in hand if card.is_wild])
        return sorted(self._takes(subsets, hand, best_only=False), key=lambda take: -take.points), subsets

    def left(self, take: QuickTake, subsets: Subsets, hand: Sequence[Card]) -> tuple[tuple[Item, ...], tuple[Card, ...]]:
        """Return the centre and the hand after a take."""
        used = sum(take.masks)
        gone = list(subsets.items(used & self._full))
        played = [take.card, *subsets.items(used & ~self._full)]
        return without(self.centre, gone), without(tuple(hand), played)

    def taken(self, player: int, take: QuickTake, subsets: Subsets) -> Taken:
        """Return the operation of a take."""
        value = int(take.card.value)
        return Taken(player, take.card, tuple(subsets.way(mask, value) for mask in take.masks))

    def builds(self, card: Card, wilds: Sequence[Card], answers: int) -> tuple[list[tuple[int, int]], Subsets]:
        """Return the builds with a number card of the hand.

        Args:
            card: The number card.
            wilds: Wild cards of the hand that may go in.
            answers: Wanted values, as bits.

        Returns:
            Masks with their values, and the subsets that these belong to.
        """
        subsets = self.with_cards([card, *wilds])
        own = self._full + 1
        masks = (mask for mask in range(own, len(subsets.keys)) if mask & own and mask & self._full)
        return [(mask, value) for mask in masks for value in bits(subsets.makes(mask) & answers)], subsets

    def built(self, player: int, card: Card, subsets: Subsets, build: tuple[int, int]) -> Built:
        """Return the operation of a build."""
        return Built(player, card, subsets.way(*build))

    def parted(self, subsets: Subsets, mask: int) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
        """Return which cards of a mask lie in the centre, and which come from the hand."""
        return subsets.items(mask & self._full), subsets.items(mask & ~self._full)

    def _takes(self, subsets: Subsets, hand: Sequence[Card], *, best_only: bool) -> Iterator[QuickTake]:
        takers = {int(card.value): card for card in hand if card.is_number}
        wanted = sum(1 << value for value in takers)
        hits = [mask for mask, (_, values) in enumerate(subsets.values) if values & wanted]
        scored = [self._scored(mask, subsets) for mask in hits]
        scored.sort(key=lambda one: (-one.alone, one.mask))
        for value, card in takers.items():
            sets = [one for one in scored if subsets.makes(one.mask) >> value & 1][:MOST_SETS]
            found = self._joined(card, sets, 0, (), 0)
            if best_only:
                best = max(found, key=lambda take: take.points, default=None)
                yield from () if best is None else (best,)
            else:
                yield from found

    def _joined(self, card: Card, sets: list[QuickSet], used: int, chosen: tuple[QuickSet, ...], start: int) -> Iterator[QuickTake]:
        """Give every choice of disjoint sets."""
        if chosen:
            clears = self._complete and used & self._full == self._full
            points = sum(one.alone for one in chosen) + max(one.more for one in chosen) + self._reckoner.piece(card).points
            yield QuickTake(points + (self._clear if clears else 0), card, tuple(one.mask for one in chosen), clears)
        for place in range(start, len(sets)):
            if not sets[place].mask & used:
                yield from self._joined(card, sets, used | sets[place].mask, (*chosen, sets[place]), place + 1)

    def _scored(self, mask: int, subsets: Subsets) -> QuickSet:
        """Return the points of a set; colours of the taking card are left out of account."""
        points = cards = numbers = operations = colours = 0
        for bit in bits(mask):
            piece = subsets.pieces[bit]
            points += piece.points
            cards += piece.cards
            numbers += piece.numbers
            operations |= piece.operations
            colours |= piece.colours
        if self._reckoner.options.by == "cards":
            return QuickSet(points, 0, mask)
        scoring = self._reckoner.scoring
        size = scoring.size_points(cards)
        points += 1 + size + scoring.operation_points(operations.bit_count() + (numbers > 1), cards) + scoring.colour_points(colours, cards)
        return QuickSet(points, scoring.size_points(cards + 1) - size, mask)
