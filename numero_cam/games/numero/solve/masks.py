"""A position laid out for search: cards as bits, and what each set of them scores."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from typing import TypeGuard

from numero_cam.games.numero.rules import Build, Card, Kind, Position, Scoring, cards_of
from numero_cam.games.numero.rules.scoring import UNKNOWN_COLOUR, colour_bit, operation_bits

#: A rank is score * OTHER_COUNT_RANGE + the other count (cards or points), so that one comparison decides by both.
OTHER_COUNT_RANGE = 1 << 20
MAX_ITEMS = 16  #: Maximum number of cards and builds that Python searches; each further one doubles time and memory.

# `Layout` packs what decides a bonus into one integer: colours from bit 0, operations, number of number cards, number of cards.
_COLOUR_MASK = 2 * UNKNOWN_COLOUR - 1  #: Mask of the colours.
_OPERATION_SHIFT = _COLOUR_MASK.bit_length()  #: Lowest bit of the operations.
_OPERATION_MASK = 7  #: Mask of the operations, after the shift.
_NUMBER_SHIFT = _OPERATION_SHIFT + 3  #: Lowest bit of the number of number cards.
_NUMBER_MASK = (1 << 8) - 1  #: Mask of the number of number cards, after the shift.
_CARD_SHIFT = _OPERATION_SHIFT + 11  #: Lowest bit of the number of cards.


class Layout:
    """The cards that can be in sets, as bits, and the rank of each set.

    Bits are given by the cards' values, not by where they lie, so that the answer does not depend on their order.

    Args:
        position: The position; impossible builds stay out.
        scoring: The rules that count for the rank.
        by: `points` or `cards`; the other one decides between equals.
        most: Maximum number of cards and builds; of more, some are left out.
    """

    def __init__(self, position: Position, scoring: Scoring, by: str, most: int = MAX_ITEMS) -> None:
        centre = [item for item in position.centre if isinstance(item, Card) or _is_possible(item)]
        bases = sorted((item for item in centre if not _is_wild(item)), key=_base_order)
        own = [item for item in centre if _is_wild(item)]
        wilds = sorted([*own, *(card for card in position.hand if card.is_wild)], key=_card_order)
        #: The different number cards of the hand.
        self.takers = tuple(sorted({card for card in position.hand if card.is_number}, key=_card_order))
        self.complete = len(bases) + len(wilds) <= most  #: Whether no card that can be in a set was left out.
        if not self.complete:
            bases, wilds = _chosen_items(bases, wilds, {int(card.value) for card in self.takers}, most)
        self.bases = tuple(bases)  #: The number cards and builds of the centre, which have the lowest bits.
        self.wilds = tuple(wilds)  #: The wild cards of centre and hand, whose bits follow.
        self.items: tuple[Card | Build, ...] = (*bases, *wilds)  #: Bases and wild cards, in the order of their bits.
        self.faces = [_face(item) for item in self.items]  #: Text of each item without its colour.
        self.values = tuple(_value(item) for item in bases)  #: Value of each base.
        self.base_mask = (1 << len(bases)) - 1  #: Mask of the bases.
        self.full = (1 << len(self.items)) - 1  #: Mask of all items.
        self.scoring = scoring
        self.by = by
        #: Mask of the centre's items if the centre can be cleared, else 0.
        self.centre = self._bits_of(own) if self.complete and len(centre) == len(position.centre) else 0
        self.weights = (OTHER_COUNT_RANGE, 1) if by == "points" else (1, OTHER_COUNT_RANGE)  #: What a point and a card add to a rank.

    def _bits_of(self, wilds: Sequence[Card]) -> int:
        """Return the mask of the centre, which holds these wild cards; of equal cards the lower bits count as the centre's."""
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
        """Return whether taking the cards of this mask leaves the centre empty."""
        return bool(self.centre) and mask & self.centre == self.centre

    @property
    def clear_rank(self) -> int:
        """What clearing the centre adds to a rank."""
        return self.scoring.clear_points * self.weights[0]

    @cached_property
    def facts(self) -> list[tuple[int, int, int, int, int]]:
        """For each item: bits of its colours, bits of its operations, number of number cards, number of cards, and points of its cards."""
        own = self.scoring.card_points
        return [(*_item_facts(item), own(item) if isinstance(item, Card) else sum(map(own, item.cards))) for item in self.items]

    @cached_property
    def _bonus_keys_and_points(self) -> tuple[list[int], list[int]]:
        """For each mask, the packed key that decides its bonus, and the points of its cards."""
        keys, points = [0], [0]
        for colours, operations, numbers, cards, own in self.facts:
            bits = colours | operations << _OPERATION_SHIFT
            count = (numbers << _NUMBER_SHIFT) + (cards << _CARD_SHIFT)
            keys += [(key | bits) + count for key in keys]
            points += [value + own for value in points]
        return keys, points

    def ranks(self, taker: Card | None) -> list[int]:
        """Return for each mask what it adds to the rank of a take as a set; with the taking card as part of the set, if one is given.

        A mask without a number card or build is no set; its entry has no meaning.
        """
        keys, plain = self._bonus_keys_and_points[0], self._ranks_without_bonus
        bonus = _bonuses(self.scoring.without_print, self.weights[0])
        own = self.weights[0]
        if taker is None:
            return [value + bonus[key] + own for value, key in zip(plain, keys, strict=True)]
        own += self.scoring.card_points(taker) * self.weights[0] + self.weights[1]
        more, colour = 1 << _CARD_SHIFT, colour_bit(taker)
        return [value + bonus[(key | colour) + more] + own for value, key in zip(plain, keys, strict=True)]

    @cached_property
    def _ranks_without_bonus(self) -> list[int]:
        """For each mask, the rank of its cards without any bonus."""
        point, card = self.weights
        return [points * point + (key >> _CARD_SHIFT) * card for key, points in zip(*self._bonus_keys_and_points, strict=True)]

    def rank(self, mask: int, taker: Card | None) -> int:
        """Return one entry of `ranks(taker)`, for layouts too large for a table of all masks."""
        items = [facts for bit, facts in enumerate(self.facts) if mask >> bit & 1]
        if taker is not None:
            items.append((colour_bit(taker), 0, 0, 1, self.scoring.card_points(taker)))
        key = points = 0
        for colours, operations, numbers, cards, own in items:
            key = (key | colours | operations << _OPERATION_SHIFT) + (numbers << _NUMBER_SHIFT) + (cards << _CARD_SHIFT)
            points += own
        bonus = _bonuses(self.scoring.without_print, self.weights[0])[key]
        return (points + 1) * self.weights[0] + (key >> _CARD_SHIFT) * self.weights[1] + bonus


class _Bonuses(dict[int, int]):
    """The bonus of a set as part of its rank, by the packed key of the set; each entry is computed on first use."""

    def __init__(self, scoring: Scoring, point_weight: int) -> None:
        super().__init__()
        self._scoring = scoring
        self._point_weight = point_weight

    def __missing__(self, key: int) -> int:
        cards = key >> _CARD_SHIFT
        operations = (key >> _OPERATION_SHIFT & _OPERATION_MASK).bit_count() + (key >> _NUMBER_SHIFT & _NUMBER_MASK > 1)
        scoring = self._scoring
        bonus = scoring.size_points(cards) + scoring.operation_points(operations, cards) + scoring.colour_points(key & _COLOUR_MASK, cards)
        found = self[key] = bonus * self._point_weight
        return found


@cache
def _bonuses(scoring: Scoring, point_weight: int) -> _Bonuses:
    """Return the table of bonuses that all layouts with this scoring share."""
    return _Bonuses(scoring, point_weight)


def _chosen_items(bases: list[Card | Build], wilds: list[Card], wanted: set[int], most: int) -> tuple[list[Card | Build], list[Card]]:
    """Return the bases and wild cards of a layout that holds `most` of them: wild cards fill half, bases of wanted values come first."""
    few_wilds = wilds[: max(most // 2, most - len(bases))]
    room = most - len(few_wilds)
    chosen = sorted(range(len(bases)), key=lambda place: (_value(bases[place]) not in wanted, place))[:room]
    return [bases[place] for place in sorted(chosen)], few_wilds


def bits_of(mask: int) -> list[int]:
    """Return the numbers of the bits that are set in a mask, the lowest first."""
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def _is_wild(item: Card | Build) -> TypeGuard[Card]:
    """Return whether an item is a wild card."""
    return isinstance(item, Card) and item.kind is not Kind.NUMBER


# A computer player makes thousands of small layouts a second, so what depends on one card alone is cached.


@lru_cache(maxsize=4096)
def _is_possible(build: Build) -> bool:
    """Return whether a build can be in a real game, cached."""
    return build.is_possible


@lru_cache(maxsize=4096)
def _value(item: Card | Build) -> int:
    """Return the value of a number card or a possible build, cached."""
    return int(item.value or Fraction())


@lru_cache(maxsize=4096)
def _face(item: Card | Build) -> str:
    """Return the text of an item without its colour, cached; of a build its whole text."""
    return item.face if isinstance(item, Card) else str(item)


@lru_cache(maxsize=4096)
def _base_order(item: Card | Build) -> tuple[int, str]:
    """Return the sort key of a base: its value, then its text."""
    return _value(item), str(item)


@cache
def _card_order(card: Card) -> tuple[int, float, int]:
    """Return the sort key of a card with its value as a float, which compares faster than a fraction and keeps the order."""
    kind, value, colour = card.sort_key
    return kind, float(value), colour


@lru_cache(maxsize=4096)
def _item_facts(item: Card | Build) -> tuple[int, int, int, int]:
    """Return an item's colour bits, operation bits, number of number cards and number of cards."""
    cards = cards_of(item)
    colours = operations = 0
    for card in cards:
        colours |= colour_bit(card)
        operations |= operation_bits(card)
    return colours, operations, sum(card.is_number for card in cards), len(cards)
