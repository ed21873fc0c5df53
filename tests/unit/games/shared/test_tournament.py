"""Tournaments of a game that is nobody's: each seat scores what the deal gives it."""

import random
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numero_cam.games.shared.tournament import GameResult, Seating, play_all, standings


def play(table: Seating, players: int) -> GameResult:
    """Play a game in which the seats score by chance, by the deal alone."""
    chance = random.Random(table.deal)  # noqa: S311 - no secret
    scores = [chance.randint(0, 2) for _ in range(players)]
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    return GameResult(table.by_player(scores), table.players(best), table.deal)


@pytest.mark.parametrize("all_seats", [False, True])
@pytest.mark.parametrize("players", [1, 2, 3, 6])
def test_everybody_sits_in_every_seat_equally_often(players: int, *, all_seats: bool) -> None:
    tables = [Seating.of(number, players, all_seats=all_seats) for number in range(2 * players)]
    for seat in range(players):
        assert sorted(table.order[seat] for table in tables) == sorted([*range(players)] * 2)
    assert len({table.deal for table in tables}) == (2 if all_seats else 2 * players)


@given(st.integers(0, 40), st.integers(1, 6))
def test_what_goes_by_player_comes_back_from_the_seats(number: int, players: int) -> None:
    table = Seating.of(number, players)
    names = [f"player {who}" for who in range(players)]
    assert table.by_player(table.seated(names)) == tuple(names)
    for seat, who in enumerate(table.order):
        assert table.players([seat]) == (who,)
        assert table.seated(names)[seat] == names[who]


def test_one_deal_from_every_seat_gives_each_player_the_same() -> None:
    results = list(play_all(partial(play, players=3), 3, 30, all_seats=True))
    for start in range(0, 30, 3):
        games = results[start : start + 3]
        assert len({tuple(sorted(game.scores[who] for game in games)) for who in range(3)}) == 1


def test_several_processes_play_the_same_games() -> None:
    assert list(play_all(partial(play, players=2), 2, 40, jobs=2)) == list(play_all(partial(play, players=2), 2, 40))


def test_wins_alone_together_and_games_without_an_end() -> None:
    ends = [GameResult((place, 0), winners, 1) for place, winners in enumerate([(0,), (0, 1), (), (1,), (0,)])]
    found = standings(("greedy", "greedy"), ends)
    assert [(one.name, one.player, one.wins, one.shared) for one in found] == [("greedy", 0, 2, 1), ("greedy 2", 1, 1, 1)]
    assert found[0].scores == (0, 1, 2, 3, 4)
    won = sum(one.wins for one in found)
    assert won + 1 + 1 == len(ends)
