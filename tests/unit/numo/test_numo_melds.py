"""Melds: the examples of the rules, and every hand against a brute-force twin."""

import random
import re
from collections.abc import Sequence
from itertools import combinations

import pytest

from numero_cam.numo.rules.cards import ALL_CARDS, LOWER_DECK, UPPER_DECK, NumoCard
from numero_cam.numo.rules.character_table import CharacterTable
from numero_cam.numo.rules.going_out import TurnSituation, WayToGoOut, find_way_to_go_out
from numero_cam.numo.rules.kinds import ALL_KINDS, KINDS, MeldRules, NumoKind, kinds_at, meld_problem
from numero_cam.numo.rules.melds import Meld, best_disjoint, extensions, melds_in, ordered_meld
from numero_cam.numo.rules.notation import parse_cards, parse_named

DECKS = {"lower": LOWER_DECK, "upper": UPPER_DECK, "both": ALL_CARDS}
RULES = MeldRules()
OTHERS = MeldRules(
    mixed_decks="no", season_dwellings="no", character_dwellings="yes", equal_parts="no", equal_numbers="yes", one_is_prime="yes",
    own_factor="yes", steps="one",
)  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "text", "reason"),
    [
        ("S", "1-dwarf-winter 13-troll-winter 17-goblin-winter", "four cards, and only four, not 3"),
        (
            "S",
            "1-dwarf-winter 13-troll-winter 17-goblin-winter 9-kraken-winter 3-mermaid-winter",
            "four cards, and only four, not 5",
        ),
        ("S", "1-dwarf-winter 13-troll-winter 17-goblin-winter 9-kraken-spring", "their seasons are"),
        ("C", "3-dwarf-winter 7-dwarf-spring", "three or four cards, not 2"),
        ("+", "3 4", "it needs three cards, not 2"),
        ("+", "3 4 8", r"3 \+ 4 = 7, not 8"),
        ("-", "7 4 2", "7 - 4 = 3, not 2"),
        ("X", "7 4 29", "4 × 7 = 28, not 29"),
        ("/", "29 4 7", "29 is not 7 × 4"),
        ("R", "6 8 11", "the steps are 2, 3"),
        ("P", "7 9 11", "9 is no prime number"),
        ("P", "1 7 11", "1 is no prime"),
        ("P", "7 7.2 11", "7 is there twice"),
        ("F", "2 5 24", "5 is no factor of 24"),
        ("F", "3 12 12", "does not count as a factor of itself"),
        ("F", "5 25", "three cards or more, not 2"),
        ("pair", "90-dragon-winter 96-dragons-lair-spring", "their seasons are"),
        ("pair", "3 4", "a pair is"),
    ],
)
def test_what_is_no_meld_is_said_with_its_reason(kind: str, text: str, reason: str) -> None:
    cards, table = parse_named(text, CharacterTable.default())
    assert re.search(reason, meld_problem(NumoKind(kind), cards, MeldRules(table)))


def test_a_meld_is_said_in_the_order_of_its_arithmetic() -> None:
    cards = parse_cards("3 7 4")
    assert str(ordered_meld(NumoKind.ADDITION, cards)) == "+ 3 4 7"
    assert str(ordered_meld(NumoKind.SUBTRACTION, cards)) == "- 7 4 3"
    assert str(ordered_meld(NumoKind.DIVISION, parse_cards("4 28 7"))) == "/ 28 7 4"


def brute_melds(hand: Sequence[NumoCard], rules: MeldRules) -> set[tuple[NumoKind, frozenset[NumoCard]]]:
    """All subsets of the hand, each asked of each kind."""
    return {
        (kind, frozenset(cards))
        for size in range(2, len(hand) + 1)
        for cards in combinations(hand, size)
        for kind in ALL_KINDS
        if KINDS[kind].least <= size <= KINDS[kind].most and not meld_problem(kind, cards, rules)
    }


def brute_best(melds: Sequence[Meld]) -> int:
    """The best sum of melds without a common card, over all choices."""
    sets = sorted({frozenset(meld.cards) for meld in melds}, key=sorted)

    def best(place: int, used: frozenset[NumoCard]) -> int:
        if place == len(sets):
            return 0
        found = best(place + 1, used)
        if not sets[place] & used:
            found = max(found, sum(card.number for card in sets[place]) + best(place + 1, used | sets[place]))
        return found

    return best(0, frozenset())


def agree(seed: int, size: int) -> int:
    """Compare a hand with its twins, and return how many melds it has."""
    chance = random.Random(seed)  # noqa: S311 - hands that come again
    rules = OTHERS if seed % 3 == 0 else RULES
    hand = chance.sample(DECKS[("lower", "upper", "both")[seed % 3]] if seed % 2 else ALL_CARDS, size)
    found = melds_in(hand, rules)
    as_sets = [(meld.kind, frozenset(meld.cards)) for meld in found]
    assert len(as_sets) == len(set(as_sets))
    assert set(as_sets) == brute_melds(hand, rules)
    level = [meld for meld in found if meld.kind in kinds_at(1 + seed % 8)]
    for melds in (level, list(found)[:14]):
        best = best_disjoint(melds)
        assert sum(len(meld.cards) for meld in best) == len({card for meld in best for card in meld.cards})
        if len({frozenset(meld.cards) for meld in melds}) <= 16:
            assert sum(meld.value for meld in best) == brute_best(melds)
    return len(found)


@pytest.mark.parametrize("start", range(0, 60, 20))
@pytest.mark.slow
def test_melds_of_a_hand_are_those_of_brute_force(start: int) -> None:
    for seed in range(start, start + 20):
        agree(seed, 7 + seed % 4)


def brute_extensions(meld: Meld, hand: Sequence[NumoCard], rules: MeldRules) -> set[frozenset[NumoCard]]:
    return {
        frozenset(some)
        for size in range(1, len(hand) + 1)
        for some in combinations(hand, size)
        if not meld_problem(meld.kind, (*meld.cards, *some), rules)
    }


@pytest.mark.parametrize("rules", [RULES, OTHERS], ids=["usual", "others"])
def test_what_may_be_laid_on_a_meld_is_that_of_brute_force(rules: MeldRules) -> None:
    chance, seen = random.Random(3), set()  # noqa: S311 - the same
    for _ in range(60):
        deck = chance.sample(LOWER_DECK, 18)
        melds = melds_in(deck[:11], rules)
        for meld in chance.sample(melds, min(6, len(melds))):
            found = extensions(meld, deck[11:], rules)
            assert len(found) == len(set(found))
            assert {frozenset(some) for some in found} == brute_extensions(meld, deck[11:], rules)
            seen |= {meld.kind} if found else set()
    assert {NumoKind.RUN, NumoKind.PRIMES, NumoKind.FACTORS} <= seen or rules is OTHERS


def brute_way_out(turn: TurnSituation, rules: MeldRules) -> bool:  # noqa: C901 - a twin in one piece
    """Try every meld, then every order of laying off, one choice after the other."""

    def empties(hand: frozenset[NumoCard], table: tuple[Meld, ...], *, lay: bool) -> bool:
        if not hand or (len(hand) == 1 and turn.kept not in hand):
            return True
        if not lay:
            return False
        for place, meld in enumerate(table):
            for size in range(1, len(hand) + 1):
                for some in combinations(sorted(hand), size):
                    if not meld_problem(meld.kind, (*meld.cards, *some), rules):
                        grown = Meld(meld.kind, (*meld.cards, *some))
                        if empties(hand - set(some), (*table[:place], grown, *table[place + 1 :]), lay=lay):
                            return True
        return False

    if not turn.needed and empties(frozenset(turn.hand), turn.table, lay=turn.may_lay):
        return True
    for kind, cards in brute_melds(turn.hand, rules) if turn.may_meld else ():
        if kind in turn.kinds and (not turn.needed or kind in turn.needed):
            table = (*turn.table, Meld(kind, tuple(cards)))
            if empties(frozenset(turn.hand) - cards, table, lay=turn.may_lay_after):
                return True
    return False


def test_going_out_is_that_of_brute_force() -> None:
    chance, ways = random.Random(5), []  # noqa: S311 - the same
    for number in range(150):
        deck = chance.sample(LOWER_DECK, 18)
        level = 6 + number % 3
        kinds = kinds_at(level)
        lying = melds_in(deck[:12], RULES, kinds)
        table = tuple(chance.sample(lying, min(2, len(lying))))
        if len(table) == 2 and set(table[0].cards) & set(table[1].cards):
            table = table[:1]
        hand = tuple(deck[12 : 12 + 2 + number % 5])
        needed = () if number % 2 else (kinds[2],)
        turn = TurnSituation(hand, table, kinds, needed, kept=hand[0] if number % 4 < 2 else None, may_lay_after=number % 5 > 0)
        way = find_way_to_go_out(turn, RULES)
        assert (way is not None) == brute_way_out(turn, RULES), turn
        if way is not None:
            check_way(turn, way)
            ways.append(way)
    assert 8 < len(ways) < 135


def check_way(turn: TurnSituation, way: WayToGoOut) -> None:
    gone = [*(way.meld.cards if way.meld else ()), *(card for _, cards in way.lays for card in cards)]
    gone += [way.discard] if way.discard else []
    assert sorted(gone) == sorted(turn.hand)
    assert way.discard is None or way.discard != turn.kept
    grown = {place: turn.table[place].cards for place, _ in way.lays}
    for place, cards in way.lays:
        grown[place] = (*grown[place], *cards)
    for place, cards in grown.items():
        assert not meld_problem(turn.table[place].kind, cards, RULES)
