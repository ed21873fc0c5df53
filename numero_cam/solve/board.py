"""A position laid out for search: cards as bits, and what each set of them scores."""

from collections.abc import Sequence
from functools import cache, cached_property

from numero_cam.rules import Build, Card, Kind, Position, PrintedPoints, Scoring, cards_of
from numero_cam.rules.scoring import (
    CLEAR_POINTS,
    COLOUR_POINTS,
    DIVIDED,
    FIVE_CARDS,
    FIVE_POINTS,
    MINUS,
    SIX_CARDS,
    SIX_POINTS,
    TIMES,
    colour_bit,
    colour_item,
    operation_bits,
    operation_points,
    size_points,
)

OTHER = 1 << 20
"""A rank is score * OTHER + the other count, so that one comparison decides both."""
MOST_ITEMS = 16
"""Cards and builds searched at most; every further one doubles time and memory. A position of a real game has fewer."""

_COLOURS = (1 << 9) - 1
_OPERATIONS, _NUMBERS, _CARDS = 9, 12, 20
_OPERATION_BITS, _COUNT = 7, (1 << 8) - 1
"""How `Board` packs what decides a bonus: colours from bit 0, then operations, count of number cards, count of cards."""


class Board:
    """The cards that can be in sets, as bits, and the rank of each set.

    Bits are given by the cards' values, not by where they lie, so that the answer does not depend on their order.

    Args:
        position: The position; impossible builds stay out.
        scoring: The rules that count for the rank.
        by: `points` or `cards`; the other one decides between equals.

    Attributes:
        centre: Bits of the centre where it can be cleared, else 0.
        complete: Whether all cards that can be in sets were laid out; false beyond `MOST_ITEMS`.
    """

    def __init__(self, position: Position, scoring: Scoring, by: str) -> None:
        centre = [item for item in position.centre if isinstance(item, Card) or item.is_possible]
        bases = sorted((item for item in centre if not _is_wild(item)), key=lambda item: (_value(item), str(item)))
        own = [item for item in centre if isinstance(item, Card) and item.is_wild]
        wilds = sorted([*own, *(card for card in position.hand if card.is_wild)], key=lambda card: card.sort_key)
        self.takers = tuple(sorted({card for card in position.hand if card.is_number}, key=lambda card: card.sort_key))
        self.complete = len(bases) + len(wilds) <= MOST_ITEMS
        if not self.complete:
            bases, wilds = _fewer(bases, wilds, {int(card.value) for card in self.takers})
        self.bases = tuple(bases)
        self.wilds = tuple(wilds)
        self.items: tuple[Card | Build, ...] = (*bases, *wilds)
        self.values = tuple(_value(item) for item in bases)
        self.base_mask = (1 << len(bases)) - 1
        self.full = (1 << len(self.items)) - 1
        self._scoring = scoring
        self._by = by
        self.centre = self._bits_of(centre) if self.complete and len(centre) == len(position.centre) else 0
        self._bounds: dict[int, int] = {}
        self._bounds_taken: dict[int, int] = {}
        worth = OTHER if by == "points" else 1
        self._taker_ranks = [scoring.card_points(taker) * worth for taker in self.takers]

    def _bits_of(self, centre: Sequence[Card | Build]) -> int:
        """Return the bits of the centre's cards; of equal cards the lower bits count as the centre's."""
        left = list(centre)
        bits = 0
        for place, item in enumerate(self.items):
            if item in left:
                left.remove(item)
                bits |= 1 << place
        return bits

    def clears(self, mask: int) -> bool:
        """Return whether taking these cards leaves the centre empty."""
        return bool(self.centre) and mask & self.centre == self.centre

    @property
    def clear_rank(self) -> int:
        """What clearing the centre adds to a rank."""
        return CLEAR_POINTS * OTHER if self._by == "points" else CLEAR_POINTS

    @cached_property
    def _tallies(self) -> tuple[list[int], list[int]]:
        """By mask: what decides the bonus, packed into one whole number, and the cards' own points.

        The lowest bits are colours and operations; number cards and all cards are counted above them.
        """
        keys, points = [0], [0]
        for item in self.items:
            bits = count = own = 0
            for card in cards_of(item):
                bits |= colour_bit(card) | operation_bits(card) << _OPERATIONS
                count += (1 << _CARDS) + (card.is_number << _NUMBERS)
                own += self._scoring.card_points(card)
            keys += [(key | bits) + count for key in keys]
            points += [value + own for value in points]
        return keys, points

    @cached_property
    def _supplies(self) -> list[tuple[int, int, int, int]]:
        """By mask: cards that subtract, that only multiply, that only divide, that do both."""
        supplies = [(0, 0, 0, 0)]
        for item in self.items:
            kinds = [operation_bits(card) for card in cards_of(item)]
            counts = [kinds.count(kind) for kind in (MINUS, TIMES, DIVIDED, TIMES | DIVIDED)]
            supplies += [(a + counts[0], b + counts[1], c + counts[2], d + counts[3]) for a, b, c, d in supplies]
        return supplies

    def ranks(self, taker: Card | None) -> list[int]:
        """Return by mask what a set adds to the rank of a take, with the taking card in it or not.

        The masks without a number card or build, which are no sets, have ranks without meaning.
        """
        keys, points = self._tallies
        more, own = 0, 1
        if taker is not None:
            more = 1 << _CARDS
            own += self._scoring.card_points(taker)
        colour = 0 if taker is None else colour_bit(taker)
        worth, one = (OTHER, 1) if self._by == "points" else (1, OTHER)
        bonus = self._bonuses(more, colour, own * worth + (one if more else 0), worth, one)
        return [value * worth + bonus[key] for value, key in zip(points, keys, strict=True)]

    def _bonuses(self, more: int, colour: int, own: int, worth: int, one: int) -> dict[int, int]:
        """Return by key what its bonus, the cards' number and the taking card add to a rank."""
        found = {}
        for key in set(self._tallies[0]):
            bonus = _bonus((key | colour) + more, key >> _NUMBERS & _COUNT > 1, self._scoring.rules, self._scoring.fractions_in_play)
            found[key] = bonus * worth + (key >> _CARDS) * one + own
        return found

    def bound(self, mask: int, taker: int | None) -> int:
        """Return a rank that no sets made of these cards exceed together, with the taking card of that place or none."""
        if not mask & self.base_mask:
            return 0
        if taker is None:
            found = self._bounds.get(mask)
            if found is None:
                found = self._bounds[mask] = self._bound(mask, 0)
            return found
        found = self._bounds_taken.get(mask)
        if found is None:
            found = self._bounds_taken[mask] = self._bound(mask, 1)
        return found + self._taker_ranks[taker]

    def _bound(self, mask: int, taken: int) -> int:
        cards, points = self._tallies[0][mask] >> _CARDS, self._tallies[1][mask]
        cards += taken
        sets = (mask & self.base_mask).bit_count()
        big = cards // FIVE_CARDS
        points += sets + COLOUR_POINTS * big + _most_for_size(cards) + self._most_for_operations(mask, sets, big)
        return points * OTHER + cards if self._by == "points" else cards * OTHER + points

    def _most_for_operations(self, mask: int, sets: int, big: int) -> int:
        if self._scoring.rules == "guide":
            sets = 0 if self._scoring.fractions_in_play else min(sets, big)
        minus, times, divided, both = self._supplies[mask]
        supply = minus + times + divided + 2 * both
        four = min(sets, minus, times + both, divided + both, supply // 3)
        three = min(sets - four, (supply - 3 * four) // 2)
        return 10 * four + 5 * three


@cache
def _bonus(key: int, adds: bool, rules: str, fractions_in_play: bool) -> int:  # noqa: FBT001 - the key of a cache
    """Return the bonus of a set with the taking card in it or not, by its packed key."""
    cards = key >> _CARDS
    operations = (key >> _OPERATIONS & _OPERATION_BITS).bit_count() + adds
    bonus = size_points(cards) + operation_points(operations, cards, Scoring(rules, fractions_in_play, PrintedPoints({})))
    return bonus + COLOUR_POINTS if colour_item(key & _COLOURS, cards) else bonus


def _fewer(bases: list[Card | Build], wilds: list[Card], wanted: set[int]) -> tuple[list[Card | Build], list[Card]]:
    """Return at most `MOST_ITEMS`: half of them wild cards, number cards that match a taking card before others."""
    few_wilds = wilds[: max(MOST_ITEMS // 2, MOST_ITEMS - len(bases))]
    room = MOST_ITEMS - len(few_wilds)
    chosen = sorted(range(len(bases)), key=lambda place: (_value(bases[place]) not in wanted, place))[:room]
    return [bases[place] for place in sorted(chosen)], few_wilds


def _is_wild(item: Card | Build) -> bool:
    return isinstance(item, Card) and item.kind is not Kind.NUMBER


def _value(item: Card | Build) -> int:
    return int(item.value or 0)


def _most_for_size(cards: int) -> int:
    """Return the most that sets of five and six cards bring, made of this many cards."""
    return max(SIX_POINTS * sixes + FIVE_POINTS * ((cards - SIX_CARDS * sixes) // FIVE_CARDS) for sixes in range(cards // SIX_CARDS + 1))
