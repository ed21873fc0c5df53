"""A game with players that is nobody's: a countdown in which each takes one to three away and scores what he took."""

from dataclasses import dataclass
from enum import Enum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numero_cam.games.shared.breaks import BrokenRuleError, require
from numero_cam.games.shared.game import LoggedGame, Tally
from numero_cam.games.shared.names import player_names


class Countdown(Enum):
    ONE_TO_THREE = "1.1"


@dataclass(frozen=True)
class State:
    left: int
    player: int


@dataclass(frozen=True)
class Entry:
    player: int
    points: int


def verify(state: State, taken: int) -> None:
    require(1 <= taken <= min(3, state.left), Countdown.ONE_TO_THREE, f"{taken} were taken")


def apply(state: State, taken: int) -> State:
    return State(state.left - taken, 1 - state.player)


def entries(before: State, taken: int, after: State) -> tuple[Entry, ...]:
    assert before.left - after.left == taken
    return (Entry(before.player, taken),) if taken > 1 else ()


def countdown(left: int = 30, names: tuple[str, ...] = ("Ann", "Ben")) -> LoggedGame[State, int, Entry]:
    return LoggedGame(names, State(left, 0), verify, apply, entries)


@given(st.lists(st.integers(1, 3), max_size=10))
def test_the_sheet_follows_from_the_log(taken: list[int]) -> None:
    game = countdown()
    for one in taken:
        assert game.can(one)
        game.do(one)
    assert [entry.points for entry in game.sheet()] == [one for one in taken if one > 1]
    tally = Tally(2)
    for entry in game.sheet():
        assert tally.add(entry) == tally.points[entry.player]
    assert tally.points == tuple(sum(one for one in taken[who::2] if one > 1) for who in range(2))
    while game.undo() is not None:
        pass
    assert game.sheet() == ()


@given(st.lists(st.integers(1, 3), max_size=9), st.integers(0, 10))  # ten threes would leave nothing for the play after them
def test_a_game_played_again_is_the_same_game_and_its_own(taken: list[int], count: int) -> None:
    game = countdown()
    for one in taken:
        game.do(one)
    assert game.replayed() == game == game.copy()
    assert game.replayed(count).operations == tuple(taken[:count])
    again = game.copy()
    again.do(1)
    assert again != game
    assert game.operations == tuple(taken)


def test_games_differ_by_players_and_by_their_beginning() -> None:
    assert countdown() != countdown(names=("Ann", "Eva"))
    assert countdown() != countdown(29)
    assert countdown().player == "Ann"


def test_a_game_begins_anywhere() -> None:
    game = countdown().begun_at(State(2, 1))
    assert (game.player, game.operations) == ("Ben", ())
    assert not game.can(3)
    with pytest.raises(BrokenRuleError, match="3 were taken"):
        game.verify(3)
    game.do(2)
    assert game.states == (State(2, 1), State(0, 0))


def test_names_are_as_many_as_players() -> None:
    assert player_names(2) == ("Player 1", "Player 2")
    assert player_names(2, ["Ann", "Ben"]) == ("Ann", "Ben")
    for names in (["Ann"], ["Ann", "Ann"], ["Ann", "1"]):
        with pytest.raises(ValueError, match=r"1 names are given for 2|two players are called|cannot be used"):
            player_names(2, names)
