"""What is reckoned quickly is possible, and it is nearly what the solver proves."""

import random

import pytest

from numero_cam.game import Options
from numero_cam.game import quick as quick_module
from numero_cam.game.boards import Board
from numero_cam.game.greedy import settings_of
from numero_cam.game.quick import Reckoner, bits
from numero_cam.game.ways import flat_cards, value_of
from numero_cam.rules import PACK, Position, cards_of, parse_cards, parse_items
from numero_cam.solve import solve

ALL = Options.level("all")


def deals(count: int, centre: int) -> list[Position]:
    rng = random.Random(17)  # noqa: S311 - a test
    found = [rng.sample(PACK, centre + 5) for _ in range(count)]
    return [Position(tuple(cards[:centre]), tuple(cards[centre:])) for cards in found]


def test_every_way_makes_its_value_with_its_cards() -> None:
    reckoner = Reckoner(ALL)
    checked = 0
    for position in deals(12, 5):
        subsets = reckoner.subsets(position.centre)
        for mask in range(1, len(subsets.values)):
            for value in bits(subsets.makes(mask)):
                way = subsets.way(mask, value)
                assert value_of(way, whole=True) == value
                assert sorted(map(str, flat_cards(way))) == sorted(str(card) for item in subsets.items(mask) for card in cards_of(item))
                checked += 1
    assert checked > 300


@pytest.mark.parametrize("by", ["points", "cards"])
def test_quick_takes_are_never_far_from_the_proven_best(by: str) -> None:
    options = Options.level("all", by=by)
    reckoner = Reckoner(options)
    quick, best = 0, 0
    for position in deals(60, 4):
        found = Board(position.centre, reckoner).best(position.hand)
        (*_, play) = (None, *solve(position, settings_of(options)).plays)
        if play is not None:
            best += play.points if by == "points" else play.cards
        if found is not None:
            assert play is not None
            quick += found[0].points
    assert 0.93 * best <= quick <= 1.02 * best


def test_a_take_leaves_the_rest() -> None:
    board = Board(parse_items("10r [3b 4b] 2g x5"), Reckoner(ALL))
    hand = parse_cards("9g 7r -3")
    take, subsets = board.takes(hand)[0][0], board.takes(hand)[1]
    centre, kept = board.left(take, subsets, hand)
    used = [str(item) for way in board.taken(0, take, subsets).ways for item in flat_cards(way)]
    everything = [*used, str(take.card), *(str(card) for item in centre for card in cards_of(item)), *map(str, kept)]
    assert sorted(everything) == sorted(["10r", "3b", "4b", "2g", "x5", "9g", "7r", "-3"])


def test_nothing_is_taken_from_an_empty_centre_or_with_wild_cards_only() -> None:
    reckoner = Reckoner(ALL)
    assert Board((), reckoner).best(parse_cards("7r 8b")) is None
    assert Board(parse_items("7r"), reckoner).best(parse_cards("x2 -3")) is None
    assert Board(parse_items("x2 x3"), reckoner).best(parse_cards("6r")) is None


def test_an_impossible_build_stays_out_and_keeps_the_centre_from_being_cleared() -> None:
    reckoner = Reckoner(ALL)
    hand = parse_cards("7r")
    found = Board(parse_items("7g [9r 9b]"), reckoner).best(hand)
    alone = Board(parse_items("7g"), reckoner).best(hand)
    assert found is not None
    assert alone is not None
    assert alone[0].points - found[0].points == 5
    assert (alone[0].clears, found[0].clears) == (True, False)


def test_a_crowded_centre_stays_affordable() -> None:
    found = Board(PACK[:40], Reckoner(ALL)).best(parse_cards("7r 8b x2 x3 -2"))
    assert found is not None


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick_module, "MOST_REMEMBERED", 50)
    reckoner = Reckoner(ALL)
    for position in deals(8, 5):
        fresh = Board(position.centre, Reckoner(ALL)).best(position.hand)
        again = Board(position.centre, reckoner).best(position.hand)
        assert (fresh and fresh[0]) == (again and again[0])
