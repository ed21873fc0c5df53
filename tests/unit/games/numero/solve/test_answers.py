"""All answers: every best take, every number that takes all, and the take that a child finds."""

import random

import pytest

from numero_cam.games.numero.rules import Kind, Position, parse_card, parse_position
from numero_cam.games.numero.rules.choices import ChildLevel, Values
from numero_cam.games.numero.solve import ChildPlay, Settings, SettingsError, best_plays, child_play, solve, takers_of_all, takes_of_all
from numero_cam.text.words import formula
from tests.strategies import deal, evaluate, rational


def test_the_best_plays_are_those_of_solve_and_no_more() -> None:
    rng = random.Random(41)  # noqa: S311 - a seeded deal, no secret
    for _ in range(12):
        position = deal(rng, 4, 5)
        best = best_plays(position)
        assert best.proven
        assert len(best.plays) == best.count
        ranked = solve(position, top=best.count + 1).plays
        assert best.plays == ranked[: best.count]
        assert {(play.points, play.cards) for play in ranked[: best.count]} <= {(play.points, play.cards) for play in ranked[:1]}
        assert all((play.points, play.cards) < (ranked[0].points, ranked[0].cards) for play in ranked[best.count :])


def test_equal_takes_are_counted_once_for_each_choice_of_faces() -> None:
    best = best_plays(parse_position("3r 4b 3g 4o", "7r"))
    assert best.count == 1  # both pairs of 3 + 4 at once, whatever their colours
    best = best_plays(parse_position("3r 5b", "3g 5o"), Settings(by="cards"))
    assert [formula(play.sets[0].way) for play in best.plays] == ["3", "5"]  # either takes one card; small numbers stand first


def test_nothing_to_take() -> None:
    assert best_plays(parse_position("", "7r")).count == 0
    assert child_play(parse_position("x2", "7r")) == ChildPlay(None, proven=True)
    assert takes_of_all([]).takes == ()
    assert takes_of_all([parse_card("x2")]).takes == ()
    with pytest.raises(SettingsError):
        best_plays(parse_position("7r", "7b"), limit_seconds=-1)


def test_the_time_limit_stops_the_search_for_all_cards() -> None:
    cards = [parse_card(token) for token in ["13", "11", "9", "7", "5", "3", "2", "8", "14", "6", "12", "x3", "/4", "2/3", "sqrt", "N2"]]
    found = takes_of_all(cards, values="any", numbers=[7], limit_seconds=0)
    assert (found.takes, found.proven) == ((), False)
    assert takes_of_all(cards[:3], limit_seconds=60) == takes_of_all(cards[:3])


@pytest.mark.parametrize("values", ["whole", "any"])
def test_every_number_comes_with_a_way_that_uses_all_cards(values: Values) -> None:
    cards = [parse_card(token) for token in ("2", "4", "9", "/3", "1/2", "x5", "-5")]  # puzzle 8 of the paper
    takes = takes_of_all(cards, values=values).takes
    assert tuple(take.number for take in takes) == takers_of_all(cards, values=values) == tuple(range(1, 16))
    for take in takes:
        assert evaluate(formula(take.group.way)) == take.number
        assert sorted(map(str, take.group.cards)) == sorted(map(str, cards))
        assert values == "any" or all(rational(step.result).denominator == 1 for step in take.group.calculations)
    assert [take.number for take in takes_of_all(cards, numbers=[3, 7]).takes] == [3, 7]


def test_a_child_goes_through_small_whole_numbers_with_the_cards_of_its_level() -> None:
    rng = random.Random(43)  # noqa: S311 - a seeded deal, no secret
    known: dict[ChildLevel, set[Kind]] = {"1": set(), "2": {Kind.SUBTRACT}, "3": {Kind.SUBTRACT, Kind.MULTIPLY, Kind.DIVIDE}}
    for _ in range(15):
        position = deal(rng, 5, 5)
        for level, kinds in known.items():
            play = child_play(position, level=level).play
            best = solve(position).plays
            if play is None:
                continue
            assert (play.points, play.cards) <= (best[0].points, best[0].cards)
            for group in play.sets:
                assert len(group.cards) <= 4
                assert {step.card.kind for step in group.calculations if step.card} <= kinds
                assert all(rational(step.result) in range(61) for step in group.calculations)


def test_a_child_leaves_what_it_does_not_know() -> None:
    position: Position = parse_position("11r 8o 3b 5r", "11g x3 -4 /2")
    adds = child_play(position, level="1").play
    assert adds is not None
    assert [formula(group.way) for group in adds.sets] == ["11", "8 + 3"]
    with pytest.raises(SettingsError, match="choose from 1, 2"):
        child_play(position, level="9")  # type: ignore[arg-type]


def test_a_child_minds_the_time_limit_and_still_finds_single_cards() -> None:
    found = child_play(parse_position("11r 8o 3b 5r", "11g x3 -4 /2"), level="2", limit_seconds=0)
    assert not found.proven
    assert found.play is not None
    assert [formula(group.way) for group in found.play.sets] == ["11"]
