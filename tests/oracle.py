"""A slow twin of the solver: plain subset search over sets of fractions, written from the contract alone."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from numero_cam.games.numero.rules import Build, Card, Kind, Position
from numero_cam.games.numero.rules.cards import NUMERO_COLOURS, SUITS

Item = Card | Build
Way = tuple[bool, bool, Fraction]
Ways = dict[Fraction, set[Way]]


def number_of(item: Item) -> Fraction | None:
    """Value of a card or build that can stand at the start of a value, None for a wild card or impossible build."""
    if isinstance(item, Build):
        return item.value if item.is_possible else None
    return item.value if item.is_number else None


def root(value: Fraction, degree: int) -> Fraction | None:
    """Rational root by trial of whole numbers, which is slow and plain."""
    sign = -1 if value < 0 else 1
    if sign < 0 and degree % 2 == 0:
        return None
    parts = []
    for part in (abs(value.numerator), value.denominator):
        guess = round(part ** (1 / degree)) if part < 10**12 else int(_floor_root(part, degree))
        near = [number for number in range(max(0, guess - 2), guess + 3) if number**degree == part]
        if not near:
            return None
        parts.append(near[0])
    return Fraction(sign * parts[0], parts[1])


def _floor_root(number: int, degree: int) -> int:
    low, high = 0, 1 << (number.bit_length() // degree + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**degree <= number else (low, middle - 1)
    return low


def applied(wild: Card, value: Fraction) -> Fraction | None:
    amount = wild.value
    if wild.kind is Kind.SUBTRACT:
        return value - amount
    if wild.kind in (Kind.MULTIPLY, Kind.FRACTION):
        return value * amount
    if wild.kind is Kind.DIVIDE:
        return value / amount
    if wild.kind is Kind.POWER:
        return value ** int(amount)
    return root(value, int(amount))


class Twin:
    """All values of all subsets of some cards.

    With `keys=True` each value comes with its best way: (a fraction on the way, a negative on the way, largest value).
    """

    def __init__(self, items: Sequence[Item], values: str, *, negative: bool = True) -> None:
        self.items = tuple(items)
        self.negative = negative
        self.whole = values == "whole"
        self.values = cache(self._values)
        self.ways = cache(self._ways)

    def _fits(self, value: Fraction | None) -> bool:
        return value is not None and (not self.whole or value.denominator == 1) and (self.negative or value >= 0)

    def _values(self, subset: frozenset[int]) -> frozenset[Fraction]:
        """Every value that uses all the cards of the subset (indices)."""
        found: set[Fraction] = set()
        if len(subset) == 1:
            (only,) = subset
            number = number_of(self.items[only])
            return frozenset() if number is None else frozenset({number})
        for index in subset:
            item = self.items[index]
            if isinstance(item, Card) and item.is_wild:
                results = (applied(item, value) for value in self.values(subset - {index}))
                found.update(value for value in results if value is not None and self._fits(value))
        first = min(subset)
        others = sorted(subset - {first})
        for size in range(len(others)):
            for chosen in combinations(others, size):
                left = frozenset({first, *chosen})
                right = subset - left
                found.update(a + b for a in self.values(left) for b in self.values(right))
        return frozenset(found)

    def _ways(self, subset: frozenset[int]) -> Ways:
        """Every value with the ways no other way of it beats in all three respects."""
        found: Ways = {}
        if len(subset) == 1:
            (only,) = subset
            number = number_of(self.items[only])
            if number is not None:
                keep(found, number)
            return found
        for index in subset:
            item = self.items[index]
            if isinstance(item, Card) and item.is_wild:
                self._keep_acted(found, item, subset - {index})
        first = min(subset)
        others = sorted(subset - {first})
        for size in range(len(others)):
            for chosen in combinations(others, size):
                self._keep_sums(found, frozenset({first, *chosen}), subset - {first, *chosen})
        return found

    def _keep_acted(self, found: Ways, wild: Card, rest: frozenset[int]) -> None:
        for value, ways in self.ways(rest).items():
            result = applied(wild, value)
            if result is not None and self._fits(result):
                for way in ways:
                    keep(found, result, way)

    def _keep_sums(self, found: Ways, left: frozenset[int], right: frozenset[int]) -> None:
        for (a, a_ways), (b, b_ways) in product(self.ways(left).items(), self.ways(right).items()):
            for a_way, b_way in product(a_ways, b_ways):
                keep(found, a + b, a_way, b_way)


def keep(found: Ways, value: Fraction, *before: Way) -> None:
    """Add the way to a value that has these ways before it, unless another way is as good in every respect."""
    fraction = value.denominator != 1 or any(way[0] for way in before)
    negative = value < 0 or any(way[1] for way in before)
    way = (fraction, negative, max([value, *(way[2] for way in before)]))
    ways = found.setdefault(value, set())
    if not any(no_worse(other, way) for other in ways):
        ways -= {other for other in ways if no_worse(way, other)}
        ways.add(way)


def no_worse(one: Way, other: Way) -> bool:
    """Whether one way is as good as the other in every respect."""
    return one[0] <= other[0] and one[1] <= other[1] and one[2] <= other[2]


def usable(position: Position) -> list[Item]:
    """Cards that can be in a set: the centre but impossible builds, and the wild cards of the hand."""
    centre = [item for item in position.centre if isinstance(item, Card) or item.is_possible]
    return [*centre, *(card for card in position.hand if card.is_wild)]


def subsets(indices: Iterable[int]) -> Iterable[frozenset[int]]:
    pool = sorted(indices)
    for size in range(1, len(pool) + 1):
        for chosen in combinations(pool, size):
            yield frozenset(chosen)


def set_points(cards: Sequence[Card], taker: Card | None, *, guide: bool, fractions_in_play: bool) -> int:
    """Points of one set, spelled out from the table with the default printed points."""
    full = [*cards, taker] if taker else list(cards)
    points = 1 + (0 if guide else len(full))
    for card in full:
        if card.is_wild:
            points += 10
        elif not card.is_playing:
            points += {1: 1, 15: 2}.get(int(card.value), 0)
    points += 5 if len(full) >= 6 else 2 if len(full) == 5 else 0
    signs = {"+"} if sum(card.is_number for card in cards) > 1 else set()
    for card in cards:
        if card.kind is Kind.SUBTRACT:
            signs.add("-")
        if card.kind in (Kind.MULTIPLY, Kind.POWER) or (card.kind is Kind.FRACTION and card.value.numerator != 1):
            signs.add("x")
        if card.kind in (Kind.DIVIDE, Kind.ROOT, Kind.FRACTION):
            signs.add("/")
    if not guide or (len(full) >= 5 and not fractions_in_play):
        points += {3: 5, 4: 10}.get(len(signs), 0)
    colours = {card.colour for card in full if card.is_number}
    if len(full) >= 5 and None not in colours and (len(colours) == 1 or colours in (set(NUMERO_COLOURS), set(SUITS))):
        points += 5
    return points


def take_points(sets: Sequence[Sequence[Card]], taker: Card, *, clears: bool, guide: bool, fractions_in_play: bool) -> int:
    """Points of a take, the taking card in the set where it brings most."""
    best = 0
    for place in range(len(sets)):
        total = 5 if clears else 0
        for index, cards in enumerate(sets):
            total += set_points(cards, taker if index == place else None, guide=guide, fractions_in_play=fractions_in_play)
        best = max(best, total)
    return best


def _flat(items: Sequence[Item], group: frozenset[int]) -> list[Card]:
    cards: list[Card] = []
    for index in group:
        item = items[index]
        cards.extend(item.cards if isinstance(item, Build) else [item])
    return cards


def partitions(left: frozenset[int], good: Sequence[frozenset[int]]) -> Iterable[tuple[frozenset[int], ...]]:
    """Every choice of disjoint sets among the good ones, the empty choice too."""
    yield ()
    for place, group in enumerate(good):
        if group <= left:
            for more in partitions(left - group, good[place + 1 :]):
                yield (group, *more)


def best_key(position: Position, *, by: str, guide: bool, values: str, keys: bool, negative: bool = True) -> tuple[object, ...] | None:
    """The order of the best take: score, other count and, with `keys`, fraction, negative, steps, largest value."""
    items = usable(position)
    twin = Twin(items, values, negative=negative)
    everything = frozenset(range(len(items)))
    all_usable = len(items) == len(position.centre) + sum(card.is_wild for card in position.hand)
    centre = frozenset(range(len(position.centre))) if all_usable else None
    in_play = any(card.kind is Kind.FRACTION for card in position.cards())
    best: tuple[object, ...] | None = None
    for taker in {card for card in position.hand if card.is_number}:
        good = [subset for subset in subsets(everything) if taker.value in twin.values(subset)]
        for sets in partitions(everything, good):
            if not sets:
                continue
            flat = [_flat(items, group) for group in sets]
            clears = centre is not None and centre <= frozenset().union(*sets)
            cards = sum(map(len, flat)) + 1
            points = take_points(flat, taker, clears=clears, guide=guide and by == "points", fractions_in_play=in_play)
            key: tuple[object, ...] = (-points, -cards) if by == "points" else (-cards, -points)
            if best is not None and key > best[:2]:
                continue
            if keys:
                key += simplest(twin, sets, taker.value)
            if best is None or key < best:
                best = key
    return best


def simplest(twin: Twin, sets: Sequence[frozenset[int]], target: Fraction) -> tuple[bool, bool, int, Fraction]:
    """Fraction, negative, steps and largest value of the simplest way to make all sets."""
    steps = sum(len(group) - 1 for group in sets)
    combined = {(False, False, Fraction(0))}
    for group in sets:
        ways = twin.ways(group)[target]
        combined = {(a or d, b or e, max(c, f)) for a, b, c in combined for d, e, f in ways}
    return min((fraction, negative, steps, largest) for fraction, negative, largest in combined)
