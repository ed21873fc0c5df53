"""A position laid out for search: cards as bits, and what each set of them scores."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from typing import TypeGuard

from numero_cam.games.numero.rules import Build, Card, Kind, Position, Scoring, cards_of
from numero_cam.games.numero.rules.scoring import UNKNOWN_COLOUR, colour_bit, operation_bits

OTHER_COUNT_RANGE = 1 << 20
"""A rank is score * OTHER_COUNT_RANGE + the other count (cards or points), so that one comparison decides by both."""
MAX_ITEMS = 16
"""Maximum number of cards and builds that Python searches; each further one doubles time and memory."""

# `Layout` packs what decides a bonus into one integer: colours from bit 0, operations, number of number cards, number of cards.
_COLOUR_MASK = 2 * UNKNOWN_COLOUR - 1
"""Mask of the colours."""
_OPERATION_SHIFT = _COLOUR_MASK.bit_length()
"""Lowest bit of the operations."""
_OPERATION_MASK = 7
"""Mask of the operations, after the shift."""
_NUMBER_SHIFT = _OPERATION_SHIFT + 3
"""Lowest bit of the number of number cards."""
_NUMBER_MASK = (1 << 8) - 1
"""Mask of the number of number cards, after the shift."""
_CARD_SHIFT = _OPERATION_SHIFT + 11
"""Lowest bit of the number of cards."""


class Layout:
    """The cards that can be in sets, as bits, and the rank of each set.

    Bits are given by the cards' values, not by where they lie, so that the answer does not depend on their order.

    Args:
        position: The position; impossible builds stay out.
        scoring: The rules that count for the rank.
        by: `points` or `cards`; the other one decides between equals.
        most: How many cards and builds are laid out at most.

    Attributes:
        centre: Bits of the centre where it can be cleared, else 0.
        by: `points` or `cards`.
        complete: Whether all cards that can be in sets were laid out; false beyond `most`.
    """

    def __init__(self, position: Position, scoring: Scoring, by: str, most: int = MAX_ITEMS) -> None:
        centre = [item for item in position.centre if isinstance(item, Card) or _is_possible(item)]
        bases = sorted((item for item in centre if not _is_wild(item)), key=_base_order)
        own = [item for item in centre if _is_wild(item)]
        wilds = sorted([*own, *(card for card in position.hand if card.is_wild)], key=_card_order)
        self.takers = tuple(sorted({card for card in position.hand if card.is_number}, key=_card_order))
        self.complete = len(bases) + len(wilds) <= most
        if not self.complete:
            bases, wilds = _fewer(bases, wilds, {int(card.value) for card in self.takers}, most)
        self.bases = tuple(bases)
        self.wilds = tuple(wilds)
        self.items: tuple[Card | Build, ...] = (*bases, *wilds)
        self.faces = [_face(item) for item in self.items]
        self.values = tuple(_value(item) for item in bases)
        self.base_mask = (1 << len(bases)) - 1
        self.full = (1 << len(self.items)) - 1
        self.scoring = scoring
        self.by = by
        self.centre = self._bits_of(own) if self.complete and len(centre) == len(position.centre) else 0
        self.worth = (OTHER_COUNT_RANGE, 1) if by == "points" else (1, OTHER_COUNT_RANGE)

    def _bits_of(self, wilds: Sequence[Card]) -> int:
        """Return the bits of the centre's cards, of which these are wild cards; of equal cards the lower bits count as the centre's."""
        left = list(wilds)
        bits = self.base_mask
        for place, card in enumerate(self.wilds, start=len(self.bases)):
            if not left:
                break
            if card in left:
                left.remove(card)
                bits |= 1 << place
        return bits

    def clears(self, mask: int) -> bool:
        """Return whether taking these cards leaves the centre empty."""
        return bool(self.centre) and mask & self.centre == self.centre

    @property
    def clear_rank(self) -> int:
        """What clearing the centre adds to a rank."""
        return self.scoring.clear_points * self.worth[0]

    @cached_property
    def facts(self) -> list[tuple[int, int, int, int, int]]:
        """Of each item: bits of its colours and operations, how many number cards and cards it is, and its cards' own points."""
        own = self.scoring.card_points
        return [(*_plain_facts(item), own(item) if isinstance(item, Card) else sum(map(own, item.cards))) for item in self.items]

    @cached_property
    def _tallies(self) -> tuple[list[int], list[int]]:
        """By mask: what decides the bonus, packed into one whole number, and the cards' own points.

        The lowest bits are colours and operations; number cards and all cards are counted above them.
        """
        keys, points = [0], [0]
        for colours, operations, numbers, cards, own in self.facts:
            bits = colours | operations << _OPERATION_SHIFT
            count = (numbers << _NUMBER_SHIFT) + (cards << _CARD_SHIFT)
            keys += [(key | bits) + count for key in keys]
            points += [value + own for value in points]
        return keys, points

    def ranks(self, taker: Card | None) -> list[int]:
        """Return by mask what a set adds to the rank of a take, with the taking card in it or not.

        The masks without a number card or build, which are no sets, have ranks without meaning.
        """
        keys, plain = self._tallies[0], self._plain
        bonus = _bonuses(self.scoring.without_print, self.worth[0])
        own = self.worth[0]
        if taker is None:
            return [value + bonus[key] + own for value, key in zip(plain, keys, strict=True)]
        own += self.scoring.card_points(taker) * self.worth[0] + self.worth[1]
        more, colour = 1 << _CARD_SHIFT, colour_bit(taker)
        return [value + bonus[(key | colour) + more] + own for value, key in zip(plain, keys, strict=True)]

    @cached_property
    def _plain(self) -> list[int]:
        """By mask: rank of the cards alone, without any bonus."""
        worth, one = self.worth
        return [points * worth + (key >> _CARD_SHIFT) * one for key, points in zip(*self._tallies, strict=True)]

    def rank(self, mask: int, taker: Card | None) -> int:
        """Return the rank of a single set, as `ranks` does, on a layout too large for a table of all."""
        items = [facts for bit, facts in enumerate(self.facts) if mask >> bit & 1]
        if taker is not None:
            items.append((colour_bit(taker), 0, 0, 1, self.scoring.card_points(taker)))
        key = points = 0
        for colours, operations, numbers, cards, own in items:
            key = (key | colours | operations << _OPERATION_SHIFT) + (numbers << _NUMBER_SHIFT) + (cards << _CARD_SHIFT)
            points += own
        bonus = _bonuses(self.scoring.without_print, self.worth[0])[key]
        return (points + 1) * self.worth[0] + (key >> _CARD_SHIFT) * self.worth[1] + bonus


class _Bonuses(dict[int, int]):
    """By packed key: the bonus of a set as a part of its rank; a key counts the taking card where it lies in the set."""

    def __init__(self, scoring: Scoring, worth: int) -> None:
        super().__init__()
        self._scoring = scoring
        self._worth = worth

    def __missing__(self, key: int) -> int:
        cards = key >> _CARD_SHIFT
        operations = (key >> _OPERATION_SHIFT & _OPERATION_MASK).bit_count() + (key >> _NUMBER_SHIFT & _NUMBER_MASK > 1)
        scoring = self._scoring
        bonus = scoring.size_points(cards) + scoring.operation_points(operations, cards) + scoring.colour_points(key & _COLOUR_MASK, cards)
        found = self[key] = bonus * self._worth
        return found


@cache
def _bonuses(scoring: Scoring, worth: int) -> _Bonuses:
    return _Bonuses(scoring, worth)


def _fewer(bases: list[Card | Build], wilds: list[Card], wanted: set[int], most: int) -> tuple[list[Card | Build], list[Card]]:
    """Return at most this many: half of them wild cards, number cards that match a taking card before others."""
    few_wilds = wilds[: max(most // 2, most - len(bases))]
    room = most - len(few_wilds)
    chosen = sorted(range(len(bases)), key=lambda place: (_value(bases[place]) not in wanted, place))[:room]
    return [bases[place] for place in sorted(chosen)], few_wilds


def bits_of(mask: int) -> list[int]:
    """Return the bits of a mask, the lowest first."""
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def _is_wild(item: Card | Build) -> TypeGuard[Card]:
    return isinstance(item, Card) and item.kind is not Kind.NUMBER


# A player of a program lays out thousands of small layouts a second: what is the same for a card each time is worked out once.


@lru_cache(maxsize=4096)
def _is_possible(build: Build) -> bool:
    return build.is_possible


@lru_cache(maxsize=4096)
def _value(item: Card | Build) -> int:
    return int(item.value or Fraction())


@lru_cache(maxsize=4096)
def _face(item: Card | Build) -> str:
    return item.face if isinstance(item, Card) else str(item)


@lru_cache(maxsize=4096)
def _base_order(item: Card | Build) -> tuple[int, str]:
    return _value(item), str(item)


@cache
def _card_order(card: Card) -> tuple[int, float, int]:
    """Return the place in the order of the pack, in numbers that are compared sooner than fractions; cards lie far enough apart."""
    kind, value, colour = card.sort_key
    return kind, float(value), colour


@lru_cache(maxsize=4096)
def _plain_facts(item: Card | Build) -> tuple[int, int, int, int]:
    """Return the bits of its colours and operations, how many number cards and how many cards it is."""
    cards = cards_of(item)
    colours = operations = 0
    for card in cards:
        colours |= colour_bit(card)
        operations |= operation_bits(card)
    return colours, operations, sum(card.is_number for card in cards), len(cards)
