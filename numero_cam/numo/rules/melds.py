"""Melds: checking one, finding all in a hand, extending one, and the best disjoint melds of a hand."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, product

from numero_cam.catalogue import tr
from numero_cam.numo.rules.cards import DWELLINGS, Card
from numero_cam.numo.rules.kinds import ALL_KINDS, KINDS, Kind, MeldRules, meld_problem
from numero_cam.numo.rules.notation import card_list

GROWING = (Kind.CHARACTER, Kind.RUN, Kind.PRIMES, Kind.FACTORS)
"""Kinds of meld that cards can be laid on; all others are complete."""


class MeldError(ValueError):
    """Cards that are not a meld; the message gives the reason."""


@dataclass(frozen=True, slots=True)
class Meld:
    """Cards melded as one kind. Made by `meld_of`, which checks them.

    Attributes:
        kind: What they are melded as.
        cards: In the order in which they are said.
    """

    kind: Kind
    cards: tuple[Card, ...]

    @property
    def value(self) -> int:
        """Points of the meld: the sum of its numbers."""
        return sum(card.number for card in self.cards)

    def __str__(self) -> str:
        """Return `F 2 3 4 6 24`."""
        return f"{self.kind.value} {card_list(self.cards)}"


def ordered_meld(kind: Kind, cards: Iterable[Card]) -> Meld:
    """Return an unchecked meld with its cards in the usual order: `7 4 3` for a subtraction, else ascending."""
    order = sorted(cards, reverse=kind in (Kind.SUBTRACTION, Kind.DIVISION))
    return Meld(kind, tuple(order))


def meld_of(kind: Kind, cards: Collection[Card], rules: MeldRules) -> Meld:
    """Return the meld of a kind that these cards are, in any order.

    Raises:
        MeldError: If they are none; the message says why.
    """
    if reason := meld_problem(kind, tuple(cards), rules):
        message = tr(
            "{cards} is no meld of {kind.value} ({name}): {reason}",
            cards=card_list(sorted(cards)),
            kind=kind,
            name=KINDS[kind].name,
            reason=reason,
        )
        raise MeldError(message)
    return ordered_meld(kind, cards)


def kinds_of(cards: Collection[Card], rules: MeldRules, kinds: Iterable[Kind] = ALL_KINDS) -> tuple[Kind, ...]:
    """Return all kinds of meld that these cards are; empty where they are not a meld."""
    return tuple(kind for kind in kinds if not meld_problem(kind, tuple(cards), rules))


def melds_in(hand: Collection[Card], rules: MeldRules, kinds: Collection[Kind] = ALL_KINDS) -> tuple[Meld, ...]:
    """Return every meld that can be made of a hand, each set of cards once for each kind.

    Args:
        hand: Cards, each once.
        rules: The open rules.
        kinds: Which kinds are wanted.
    """
    cards = tuple(sorted(hand))
    found = [ordered_meld(kind, meld) for kind in ALL_KINDS if kind in kinds for meld in _of_kind(kind, cards, rules)]
    if rules.mixed_decks == "no":
        found = [meld for meld in found if len({card.is_lower for card in meld.cards}) == 1]
    return tuple(found)


def _of_kind(kind: Kind, cards: Sequence[Card], rules: MeldRules) -> Iterator[tuple[Card, ...]]:
    finder = _FINDERS.get(kind)
    return finder(cards, rules) if finder else _threes(kind, cards, rules)


def _checked(kind: Kind, sets: Iterable[tuple[Card, ...]], rules: MeldRules) -> Iterator[tuple[Card, ...]]:
    check = KINDS[kind].check
    return (cards for cards in sets if not check(cards, rules))


def _threes(kind: Kind, cards: Sequence[Card], rules: MeldRules) -> Iterator[tuple[Card, ...]]:
    """Yield the threes whose two smaller numbers make the largest."""
    by_number = _by_number(cards)
    adds = kind in (Kind.ADDITION, Kind.SUBTRACTION)
    for one, two in combinations(cards, 2):
        made = one.number + two.number if adds else one.number * two.number
        for third in by_number.get(made, ()):
            if third > two:
                yield from _checked(kind, [(one, two, third)], rules)


def _pairs(cards: Sequence[Card], rules: MeldRules) -> Iterator[tuple[Card, ...]]:
    few = [card for card in cards if rules.table.face(card) in (*DWELLINGS, *DWELLINGS.values())]
    return _checked(Kind.PAIR, combinations(few, 2), rules)


def _by_number(cards: Iterable[Card]) -> dict[int, list[Card]]:
    found: dict[int, list[Card]] = defaultdict(list)
    for card in cards:
        found[card.number].append(card)
    return dict(found)


def _seasons(cards: Sequence[Card], rules: MeldRules) -> Iterator[tuple[Card, ...]]:
    for season in dict.fromkeys(rules.table.season(card) for card in cards):  # in the order of the cards: of a set it differs by process
        yield from _checked(Kind.SEASON, combinations([card for card in cards if rules.table.season(card) is season], 4), rules)


def _characters(cards: Sequence[Card], rules: MeldRules) -> Iterator[tuple[Card, ...]]:
    for face in dict.fromkeys(rules.table.face(card) for card in cards):
        same = [card for card in cards if rules.table.face(card) == face]
        for size in (3, 4):
            yield from _checked(Kind.CHARACTER, combinations(same, size), rules)


def _runs(cards: Sequence[Card], rules: MeldRules) -> Iterator[tuple[Card, ...]]:
    by_number = _by_number(cards)
    numbers = sorted(by_number)
    for first, second in combinations(numbers, 2):
        step = second - first
        if rules.steps == "one" and step != 1:
            continue
        run, follows = [first, second], second + step
        while follows in by_number:
            run.append(follows)
            yield from product(*(by_number[number] for number in run))
            follows += step


def _primes(cards: Sequence[Card], rules: MeldRules) -> Iterator[tuple[Card, ...]]:
    primes = [card for card in cards if rules.is_prime(card.number)]
    for size in (3, 4):
        yield from _checked(Kind.PRIMES, combinations(primes, size), rules)


def _factor_sets(cards: Sequence[Card], rules: MeldRules) -> Iterator[tuple[Card, ...]]:
    for place, number in enumerate(cards):
        factors = [card for card in cards[:place] if number.number % card.number == 0]
        if rules.own_factor == "no":
            factors = [card for card in factors if card.number < number.number]
        for chosen in _choices(factors, rules):
            if len(chosen) >= KINDS[Kind.FACTORS].least - 1:
                yield (*chosen, number)


_FINDERS = {
    Kind.SEASON: _seasons,
    Kind.CHARACTER: _characters,
    Kind.RUN: _runs,
    Kind.PRIMES: _primes,
    Kind.FACTORS: _factor_sets,
    Kind.PAIR: _pairs,
}


def _choices(cards: Sequence[Card], rules: MeldRules) -> list[tuple[Card, ...]]:
    """Return all subsets of cards, without two of a number where that is not allowed."""
    chosen: list[tuple[Card, ...]] = [()]
    for card in cards:
        lone = rules.equal_numbers == "no"
        chosen += [(*some, card) for some in chosen if not (lone and some and some[-1].number == card.number)]
    return chosen


def extensions(meld: Meld, hand: Collection[Card], rules: MeldRules) -> tuple[tuple[Card, ...], ...]:
    """Return every choice of cards of a hand that may be laid on a meld at once, the smallest first.

    The meld stays of its kind. Several cards may fit together of which one alone does not: 6 and 10 on the run 4 8 12.
    """
    if meld.kind not in GROWING:
        return ()
    free = KINDS[meld.kind].most - len(meld.cards)
    fits = [card for card in sorted(hand) if _may_belong(card, meld, hand, rules)]
    if meld.kind is Kind.RUN:
        found = _run_extensions(meld, fits, rules)
    elif meld.kind is Kind.FACTORS:
        found = [some for some in _choices(fits, rules) if some and not meld_problem(meld.kind, (*meld.cards, *some), rules)]
    else:
        sizes = range(1, min(free, len(fits)) + 1)
        choices = (some for size in sizes for some in combinations(fits, size))
        found = [some for some in choices if not meld_problem(meld.kind, (*meld.cards, *some), rules)]
    if rules.mixed_decks == "no":
        found = [some for some in found if len({card.is_lower for card in (*meld.cards, *some)}) == 1]
    return tuple(sorted(found, key=lambda some: (len(some), some)))


def _may_belong(card: Card, meld: Meld, hand: Collection[Card], rules: MeldRules) -> bool:
    """Return whether a card can be laid on a meld, alone or with others of the hand."""
    numbers = [one.number for one in meld.cards]
    match meld.kind:
        case Kind.CHARACTER:
            return rules.table.face(card) == rules.table.face(meld.cards[0])
        case Kind.PRIMES:
            return rules.is_prime(card.number)
        case Kind.RUN:
            return card.number not in numbers
        case _:
            tops = [max(numbers), *(one.number for one in hand if all(one.number % number == 0 for number in numbers))]
            return any(top % card.number == 0 for top in tops)


def _run_extensions(meld: Meld, fits: Sequence[Card], rules: MeldRules) -> list[tuple[Card, ...]]:
    numbers = sorted(card.number for card in meld.cards)
    steps = [step for step in range(1, numbers[1] - numbers[0] + 1) if (numbers[1] - numbers[0]) % step == 0]
    by_number = _by_number(fits)
    found = []
    for step in [1] if rules.steps == "one" else steps:
        between = [number for one, two in pairwise(numbers) for number in range(one + step, two, step)]
        if any(number not in by_number for number in between):
            continue
        below, above = _reach(numbers[0], -step, by_number), _reach(numbers[-1], step, by_number)
        for low, high in product(range(len(below) + 1), range(len(above) + 1)):
            added = sorted([*between, *below[:low], *above[:high]])
            if added:
                found += list(product(*(by_number[number] for number in added)))
    return found


def _reach(number: int, step: int, by_number: dict[int, list[Card]]) -> list[int]:
    found = []
    while (number := number + step) in by_number:
        found.append(number)
    return found


def best_disjoint(melds: Sequence[Meld]) -> tuple[Meld, ...]:
    """Return the melds that share no card and have the highest sum together; of equal sums those of fewer melds."""
    cards = sorted({card for meld in melds for card in meld.cards})
    bit = {card: 1 << place for place, card in enumerate(cards)}
    by_lowest: dict[int, list[tuple[int, Meld]]] = defaultdict(list)
    for mask, meld in {sum(bit[card] for card in meld.cards): meld for meld in reversed(melds)}.items():
        by_lowest[mask & -mask].append((mask, meld))
    known: dict[int, tuple[int, int, tuple[Meld, ...]]] = {0: (0, 0, ())}

    def best(left: int) -> tuple[int, int, tuple[Meld, ...]]:
        if left not in known:
            lowest = left & -left
            found = best(left ^ lowest)
            for mask, meld in by_lowest[lowest]:
                if mask & left == mask:
                    value, fewer, chosen = best(left ^ mask)
                    found = max(found, (value + meld.value, fewer - 1, (meld, *chosen)), key=lambda one: one[:2])
            known[left] = found
        return known[left]

    return best(sum(bit.values()))[2]
