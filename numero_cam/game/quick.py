"""What sets of cards make, reckoned so quickly that a player of a program can ask hundreds of times a move.

Values on the way are whole, not negative and at most `MOST_VALUE`, so a set of values is the bits of one number, and
the sums of two sets are a few shifts. What a multiset of faces makes is remembered, whatever position it comes from.
All that is found here is possible; now and then something is missed that `numero_cam.solve` finds and proves.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from numero_cam.game.options import Options
from numero_cam.game.ways import Acted, Lone, Total, Way
from numero_cam.rules import WILD_CARDS, Build, Card, Kind, act, cards_of
from numero_cam.rules.cards import MOST_NUMBER
from numero_cam.rules.scoring import colour_bit, operation_bits

MOST_VALUE = 160
MOST_REMEMBERED = 300_000
"""Multisets of faces; beyond them all is forgotten, so that memory stays bounded."""
_WITHIN = (1 << (MOST_VALUE + 1)) - 1
_BITS_OF_FACE = 5

Item = Card | Build
Values = tuple[int, int]
"""What a multiset of faces makes, as bits: the values that no addition ends on, and all values."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A card or build made ready for reckoning.

    Attributes:
        item: The card or build.
        key: Its face as a number; the sum of keys tells a multiset of faces.
        value: Of a number card or build; -1 for a wild card.
        action: What a wild card makes of a set of values; `None` for others.
        points: What its cards bring wherever they lie; where cards are played for, their count.
        cards: How many cards.
        numbers: How many number cards.
        operations: Bits of what its wild cards stand for.
        colours: Bits of the colours of its number cards.
    """

    item: Item
    key: int
    value: int
    action: Callable[[int], int] | None
    points: int
    cards: int
    numbers: int
    operations: int
    colours: int


@dataclass(frozen=True, slots=True)
class Subsets:
    """What every subset of some pieces makes.

    Attributes:
        pieces: The pieces, in the order of their bits.
        bases: Bits of number cards and builds.
        keys: Faces of each subset, by its mask.
        values: What each subset makes, by its mask.
    """

    pieces: tuple[Piece, ...]
    bases: int
    keys: list[int]
    values: list[Values]

    def makes(self, mask: int) -> int:
        """Return the values that a subset makes, as bits."""
        return self.values[mask][1]

    def items(self, mask: int) -> tuple[Item, ...]:
        """Return the cards and builds of a subset."""
        return tuple(piece.item for bit, piece in enumerate(self.pieces) if mask >> bit & 1)

    def way(self, mask: int, value: int) -> Way:
        """Return how a subset makes a value, which it must."""
        if mask & (mask - 1) == 0:
            return Lone(self.pieces[mask.bit_length() - 1].item)
        if self.values[mask][0] >> value & 1:
            return self._acted(mask, value)
        for term, rest in splits(mask, self.bases):
            for part in bits(self.values[term][0]):
                if part <= value and self.makes(rest) >> (value - part) & 1:
                    first = self._acted(term, part) if term & (term - 1) else self.way(term, part)
                    more = self.way(rest, value - part)
                    return Total((first, *(more.terms if isinstance(more, Total) else (more,))))
        message = f"{self.items(mask)} do not make {value}"
        raise ValueError(message)

    def _acted(self, mask: int, value: int) -> Way:
        """Return a way on which a wild card acts last."""
        for bit, piece in enumerate(self.pieces):
            if piece.action is not None and mask >> bit & 1 and isinstance(piece.item, Card):
                inner = mask ^ (1 << bit)
                for before in bits(self.makes(inner)):
                    if piece.action(1 << before) >> value & 1:
                        return Acted(self.way(inner, before), piece.item)
        message = f"no wild card of {self.items(mask)} acts last to make {value}"
        raise ValueError(message)


class Reckoner:
    """Reckons for one game; it remembers from move to move.

    Args:
        options: What is played.
    """

    def __init__(self, options: Options) -> None:
        self.options = options
        self.scoring = options.scoring_rules
        self._pieces: dict[Item, Piece] = {}
        self._known: dict[int, Values] = {}

    def subsets(self, items: Sequence[Item]) -> Subsets:
        """Return what the subsets of cards and possible builds make."""
        return self.extended(Subsets((), 0, [0], [(0, 0)]), items)

    def extended(self, before: Subsets, items: Sequence[Item]) -> Subsets:
        """Return the subsets of more items; those of before keep their masks."""
        pieces = (*before.pieces, *map(self.piece, items))
        bases = sum(1 << bit for bit, piece in enumerate(pieces) if piece.action is None)
        keys, values, known = before.keys[:], before.values[:], self._known
        if len(known) > MOST_REMEMBERED:
            known.clear()
        for piece in pieces[len(before.pieces) :]:
            own, start = piece.key, len(keys)
            for mask in range(start, 2 * start):
                key = keys[mask - start] + own
                found = known.get(key)
                if found is None:
                    found = known[key] = _reckoned(mask, pieces, bases, values)
                keys.append(key)
                values.append(found)
        return Subsets(pieces, bases, keys, values)

    def piece(self, item: Item) -> Piece:
        """Return a card or possible build ready for reckoning."""
        found = self._pieces.get(item)
        if found is None:
            found = self._pieces[item] = self._piece(item)
        return found

    def _piece(self, item: Item) -> Piece:
        cards = cards_of(item)
        colours = operations = 0
        for card in cards:
            colours |= colour_bit(card)
            operations |= operation_bits(card)
        wild = isinstance(item, Card) and item.is_wild
        value = -1 if wild else int(item.value or 0)
        return Piece(
            item,
            _wild_key(item) if isinstance(item, Card) and wild else 1 << _BITS_OF_FACE * (value - 1),
            value,
            _action(item) if isinstance(item, Card) and wild else None,
            len(cards) if self.options.by == "cards" else sum(map(self.scoring.card_points, cards)),
            len(cards),
            sum(card.is_number for card in cards),
            operations,
            colours,
        )


def bits(values: int) -> Iterator[int]:
    """Give the places of the bits, the lowest first."""
    while values:
        low = values & -values
        yield low.bit_length() - 1
        values ^= low


def splits(mask: int, bases: int) -> Iterator[tuple[int, int]]:
    """Give every way to part a mask into a term with its lowest base and a rest with another base."""
    base = mask & bases
    base &= -base
    others = mask ^ base
    chosen = others
    while others & bases and chosen:
        chosen = (chosen - 1) & others
        if (others ^ chosen) & bases:
            yield base | chosen, others ^ chosen


def _reckoned(mask: int, pieces: Sequence[Piece], bases: int, values: Sequence[Values]) -> Values:
    """Return what a mask makes, from what its parts make."""
    if not mask & bases:
        return 0, 0
    if mask & (mask - 1) == 0:
        own = 1 << pieces[mask.bit_length() - 1].value
        return own, own
    if not mask & ~bases:
        return 0, 1 << sum(pieces[bit].value for bit in bits(mask)) & _WITHIN
    terms = 0
    for bit in bits(mask & ~bases):
        before, action = values[mask ^ (1 << bit)][1], pieces[bit].action
        if before and action is not None:
            terms |= action(before)
    return terms, terms | _sums(mask, bases, values)


def _sums(mask: int, bases: int, values: Sequence[Values]) -> int:
    """Return the sums of a term and a rest; `splits` written out, for most of the time goes here."""
    base = mask & bases
    base &= -base
    others = mask ^ base
    found = 0
    chosen = others if others & bases else 0
    while chosen:
        chosen = (chosen - 1) & others
        one = values[base | chosen][0]
        if one:
            other = values[others ^ chosen][1]
            if one.bit_count() > other.bit_count():
                one, other = other, one
            while one:
                low = one & -one
                found |= other * low
                one ^= low
    return found & _WITHIN


def _result(card: Card, value: int) -> int:
    """Return what a wild card makes of one value, as a bit; 0 where that is nothing that is reckoned with."""
    result = act(card, Fraction(value))
    if result is None or result.denominator != 1 or not 0 <= result <= MOST_VALUE:
        return 0
    return 1 << int(result)


@cache
def _action(card: Card) -> Callable[[int], int]:
    """Return what a wild card makes of a set of values."""
    if card.kind is Kind.SUBTRACT:
        amount = int(card.value)
        return lambda values: values >> amount
    results = [_result(card, value) for value in range(MOST_VALUE + 1)]

    def acted(values: int) -> int:
        found = 0
        while values:
            low = values & -values
            found |= results[low.bit_length() - 1]
            values ^= low
        return found

    return acted


@cache
def _wild_key(card: Card) -> int:
    return 1 << _BITS_OF_FACE * (MOST_NUMBER + WILD_CARDS.index(card))
