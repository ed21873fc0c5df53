"""Checks a meld, finds all melds of a hand, finds cards to lay on a meld, and chooses the best disjoint melds."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, product

from numero_cam.numo.rules.cards import DWELLINGS, NumoCard
from numero_cam.numo.rules.kinds import ALL_KINDS, KINDS, MeldRules, NumoKind, meld_problem
from numero_cam.numo.rules.notation import card_list

#: Kinds of meld that cards can be laid on; all others are complete.
EXTENSIBLE_KINDS = (NumoKind.CHARACTER, NumoKind.RUN, NumoKind.PRIMES, NumoKind.FACTORS)


@dataclass(frozen=True, slots=True)
class Meld:
    """Cards melded as one kind; `kinds.meld_problem` checks them."""

    kind: NumoKind  #: The kind.
    cards: tuple[NumoCard, ...]  #: The cards in the usual order: descending for a subtraction or division, else ascending.

    @property
    def value(self) -> int:
        """Points of the meld: the sum of its numbers."""
        return sum(card.number for card in self.cards)

    def __str__(self) -> str:
        """Return `F 2 3 4 6 24`."""
        return f"{self.kind.value} {card_list(self.cards)}"


def ordered_meld(kind: NumoKind, cards: Iterable[NumoCard]) -> Meld:
    """Return an unchecked meld with its cards in the usual order: `7 4 3` for a subtraction, else ascending."""
    order = sorted(cards, reverse=kind in (NumoKind.SUBTRACTION, NumoKind.DIVISION))
    return Meld(kind, tuple(order))


def kinds_of(cards: Collection[NumoCard], rules: MeldRules, kinds: Iterable[NumoKind] = ALL_KINDS) -> tuple[NumoKind, ...]:
    """Return the kinds of which these cards are a meld; empty where they are no meld."""
    return tuple(kind for kind in kinds if not meld_problem(kind, tuple(cards), rules))


def melds_in(hand: Collection[NumoCard], rules: MeldRules, kinds: Collection[NumoKind] = ALL_KINDS) -> tuple[Meld, ...]:
    """Return every meld that can be made of a hand, each set of cards once for each kind."""
    cards = tuple(sorted(hand))
    found = [ordered_meld(kind, meld) for kind in ALL_KINDS if kind in kinds for meld in _sets_of_kind(kind, cards, rules)]
    if rules.mixed_decks == "no":
        found = [meld for meld in found if len({card.is_lower for card in meld.cards}) == 1]
    return tuple(found)


def _sets_of_kind(kind: NumoKind, cards: Sequence[NumoCard], rules: MeldRules) -> Iterator[tuple[NumoCard, ...]]:
    """Yield every set of these cards, which are in ascending order, that is a meld of a kind."""
    finder = _SET_FINDERS.get(kind)
    return finder(cards, rules) if finder else _arithmetic_threes(kind, cards, rules)


def _valid_sets(kind: NumoKind, sets: Iterable[tuple[NumoCard, ...]], rules: MeldRules) -> Iterator[tuple[NumoCard, ...]]:
    """Yield those of some sets, in ascending order, that are a meld of a kind."""
    check = KINDS[kind].check
    return (cards for cards in sets if not check(cards, rules))


def _arithmetic_threes(kind: NumoKind, cards: Sequence[NumoCard], rules: MeldRules) -> Iterator[tuple[NumoCard, ...]]:
    """Yield the sets of three cards whose largest number is the sum or product of the others."""
    by_number = _by_number(cards)
    adds = kind in (NumoKind.ADDITION, NumoKind.SUBTRACTION)
    for one, two in combinations(cards, 2):
        made = one.number + two.number if adds else one.number * two.number
        for third in by_number.get(made, ()):
            if third > two:
                yield from _valid_sets(kind, [(one, two, third)], rules)


def _pair_sets(cards: Sequence[NumoCard], rules: MeldRules) -> Iterator[tuple[NumoCard, ...]]:
    """Return the special pairs of a character and its dwelling."""
    few = [card for card in cards if rules.table.face(card) in (*DWELLINGS, *DWELLINGS.values())]
    return _valid_sets(NumoKind.PAIR, combinations(few, 2), rules)


def _by_number(cards: Iterable[NumoCard]) -> dict[int, list[NumoCard]]:
    """Return the cards of each number."""
    found: dict[int, list[NumoCard]] = defaultdict(list)
    for card in cards:
        found[card.number].append(card)
    return dict(found)


def _season_sets(cards: Sequence[NumoCard], rules: MeldRules) -> Iterator[tuple[NumoCard, ...]]:
    """Yield the sets of four cards of one season."""
    for season in dict.fromkeys(rules.table.season(card) for card in cards):  # not a set, whose order differs between processes
        yield from _valid_sets(NumoKind.SEASON, combinations([card for card in cards if rules.table.season(card) is season], 4), rules)


def _character_sets(cards: Sequence[NumoCard], rules: MeldRules) -> Iterator[tuple[NumoCard, ...]]:
    """Yield the sets of three or four cards of one character."""
    for face in dict.fromkeys(rules.table.face(card) for card in cards):
        same = [card for card in cards if rules.table.face(card) == face]
        for size in (3, 4):
            yield from _valid_sets(NumoKind.CHARACTER, combinations(same, size), rules)


def _run_sets(cards: Sequence[NumoCard], rules: MeldRules) -> Iterator[tuple[NumoCard, ...]]:
    """Yield the runs of three or more numbers with equal steps."""
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


def _prime_sets(cards: Sequence[NumoCard], rules: MeldRules) -> Iterator[tuple[NumoCard, ...]]:
    """Yield the sets of three or four prime numbers."""
    primes = [card for card in cards if rules.is_prime(card.number)]
    for size in (3, 4):
        yield from _valid_sets(NumoKind.PRIMES, combinations(primes, size), rules)


def _factor_sets(cards: Sequence[NumoCard], rules: MeldRules) -> Iterator[tuple[NumoCard, ...]]:
    """Yield each number with two or more of its factors."""
    for place, number in enumerate(cards):
        factors = [card for card in cards[:place] if number.number % card.number == 0]
        if rules.own_factor == "no":
            factors = [card for card in factors if card.number < number.number]
        for chosen in _subsets(factors, rules):
            if len(chosen) >= KINDS[NumoKind.FACTORS].least - 1:
                yield (*chosen, number)


_SET_FINDERS = {
    NumoKind.SEASON: _season_sets,
    NumoKind.CHARACTER: _character_sets,
    NumoKind.RUN: _run_sets,
    NumoKind.PRIMES: _prime_sets,
    NumoKind.FACTORS: _factor_sets,
    NumoKind.PAIR: _pair_sets,
}


def _subsets(cards: Sequence[NumoCard], rules: MeldRules) -> list[tuple[NumoCard, ...]]:
    """Return all subsets of these cards, which are in ascending order; without equal numbers if the rules forbid them."""
    chosen: list[tuple[NumoCard, ...]] = [()]
    for card in cards:
        lone = rules.equal_numbers == "no"
        chosen += [(*some, card) for some in chosen if not (lone and some and some[-1].number == card.number)]
    return chosen


def extensions(meld: Meld, hand: Collection[NumoCard], rules: MeldRules) -> tuple[tuple[NumoCard, ...], ...]:
    """Return every set of cards of a hand that can be laid on a meld at once, the smallest first.

    Cards may fit together of which none fits alone: 6 and 10 on the run 4 8 12.
    """
    if meld.kind not in EXTENSIBLE_KINDS:
        return ()
    free = KINDS[meld.kind].most - len(meld.cards)
    fits = [card for card in sorted(hand) if _may_belong(card, meld, hand, rules)]
    if meld.kind is NumoKind.RUN:
        found = _run_extensions(meld, fits, rules)
    elif meld.kind is NumoKind.FACTORS:
        found = [some for some in _subsets(fits, rules) if some and not meld_problem(meld.kind, (*meld.cards, *some), rules)]
    else:
        sizes = range(1, min(free, len(fits)) + 1)
        choices = (some for size in sizes for some in combinations(fits, size))
        found = [some for some in choices if not meld_problem(meld.kind, (*meld.cards, *some), rules)]
    if rules.mixed_decks == "no":
        found = [some for some in found if len({card.is_lower for card in (*meld.cards, *some)}) == 1]
    return tuple(sorted(found, key=lambda some: (len(some), some)))


def _may_belong(card: NumoCard, meld: Meld, hand: Collection[NumoCard], rules: MeldRules) -> bool:
    """Return False if a card cannot be laid on a meld, alone or with others of the hand; True if it perhaps can."""
    numbers = [one.number for one in meld.cards]
    match meld.kind:
        case NumoKind.CHARACTER:
            return rules.table.face(card) == rules.table.face(meld.cards[0])
        case NumoKind.PRIMES:
            return rules.is_prime(card.number)
        case NumoKind.RUN:
            return card.number not in numbers
        case _:
            tops = [max(numbers), *(one.number for one in hand if all(one.number % number == 0 for number in numbers))]
            return any(top % card.number == 0 for top in tops)


def _run_extensions(meld: Meld, fits: Sequence[NumoCard], rules: MeldRules) -> list[tuple[NumoCard, ...]]:
    """Return every set of these cards that can be laid on a run, also with smaller steps."""
    numbers = sorted(card.number for card in meld.cards)
    steps = [step for step in range(1, numbers[1] - numbers[0] + 1) if (numbers[1] - numbers[0]) % step == 0]
    by_number = _by_number(fits)
    found = []
    for step in [1] if rules.steps == "one" else steps:
        between = [number for one, two in pairwise(numbers) for number in range(one + step, two, step)]
        if any(number not in by_number for number in between):
            continue
        below, above = _numbers_in_steps(numbers[0], -step, by_number), _numbers_in_steps(numbers[-1], step, by_number)
        for low, high in product(range(len(below) + 1), range(len(above) + 1)):
            added = sorted([*between, *below[:low], *above[:high]])
            if added:
                found += list(product(*(by_number[number] for number in added)))
    return found


def _numbers_in_steps(number: int, step: int, by_number: dict[int, list[NumoCard]]) -> list[int]:
    """Return the numbers that follow a number in equal steps without a gap and of which there are cards."""
    found = []
    while (number := number + step) in by_number:
        found.append(number)
    return found


def best_disjoint(melds: Sequence[Meld]) -> tuple[Meld, ...]:
    """Return the melds without common cards that have the most points together; of equally good choices one with the fewest melds."""
    cards = sorted({card for meld in melds for card in meld.cards})
    bit = {card: 1 << place for place, card in enumerate(cards)}
    by_lowest: dict[int, list[tuple[int, Meld]]] = defaultdict(list)
    for mask, meld in {sum(bit[card] for card in meld.cards): meld for meld in reversed(melds)}.items():
        by_lowest[mask & -mask].append((mask, meld))
    known: dict[int, tuple[int, int, tuple[Meld, ...]]] = {0: (0, 0, ())}

    def best(left: int) -> tuple[int, int, tuple[Meld, ...]]:
        """Return points, negative number and melds of the best choice from the cards of a mask."""
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
