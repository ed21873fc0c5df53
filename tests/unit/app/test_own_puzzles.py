"""Puzzles from own games: each is a place where a better take lay, its answer is proven, and it tells nothing that was hidden."""

from datetime import date, timedelta
from functools import cache

import pytest

from numero_cam.app.own_puzzles import MOST_OF_GAME, day_text, own_puzzles, puzzle_of, tried
from numero_cam.base.errors import GameError
from numero_cam.games.numero.engine import Game, game_text
from numero_cam.games.numero.engine.notation import play_line
from numero_cam.games.numero.engine.operations import Move
from numero_cam.games.numero.players.analysis import GameAnalysis, analyse
from numero_cam.games.numero.players.play_worth import Deals
from numero_cam.games.numero.puzzles.day import DAYS, day_puzzle, day_seeds
from numero_cam.games.numero.rules.choices import By
from numero_cam.games.numero.solve import solve
from numero_cam.games.numero.solver_settings import settings_of
from tests.kept_game import played
from tests.needs import needs_kernel
from tests.seeds import few_of

pytestmark = needs_kernel
CARELESS = 1  #: Index of the player who plays anything.
STOP = 60  #: Number of operations of the games here.
FEW = Deals(16, 64)


@cache
def analysed(seed: int, by: By) -> tuple[Game, GameAnalysis]:
    game = played(seed, by, stop=STOP)
    *_, analysis = analyse(game, deals=FEW)
    return game, analysis


@pytest.mark.parametrize("by", ["points", "cards"])
@pytest.mark.parametrize("seed", few_of(12, quick=2))
def test_each_is_a_costly_play_whose_best_take_is_proven(seed: int, by: By) -> None:
    game, analysis = analysed(seed, by)
    found = own_puzzles(game, analysis, CARELESS)
    assert len(found) <= MOST_OF_GAME
    plays = {str(game.states[play.k].position): play for play in analysis.of(CARELESS)}
    losses = []
    for text in found:
        puzzle = puzzle_of(text)
        play = plays[str(puzzle.state.position)]
        losses.append(play.loss)
        assert play.played is not None
        assert puzzle.most > play.played.now  # something was left
        best = solve(puzzle.state.position, settings_of(game.options))
        assert best.proven
        assert (best.plays[0].points if by == "points" else best.plays[0].cards) == puzzle.most
        assert tried(puzzle, play_line(game.names, puzzle.state, puzzle.best)).missing == 0
        assert isinstance(play.played.operation, Move)
        if game.operations[play.k] == play.played.operation:  # else a card was laid first, and the puzzle begins before it
            made = tried(puzzle, play_line(game.names, puzzle.state, play.played.operation))
            assert made.missing == puzzle.most - made.gain > 0
    assert losses == sorted(losses, reverse=True)
    assert own_puzzles(game, analysis, CARELESS) == found


@pytest.mark.parametrize("seed", few_of(6, quick=1))
def test_what_was_hidden_is_not_told(seed: int) -> None:
    game, analysis = analysed(seed, "points")
    for text in own_puzzles(game, analysis, CARELESS):
        state = puzzle_of(text).state
        other = state.seats[1 - CARELESS]
        assert (other.hand, other.won) == ((), ())
        assert state.seats[CARELESS].unknown == 0


def test_there_are_some() -> None:
    assert any(own_puzzles(*analysed(seed, "points"), CARELESS) for seed in (0, 1))


def test_none_comes_of_an_analysis_that_is_not_final() -> None:
    game = played(0, stop=STOP)
    first = next(iter(analyse(game, deals=FEW)))
    assert own_puzzles(game, first, CARELESS) == []


@pytest.mark.parametrize("level", day_seeds())
def test_the_puzzle_of_a_day_is_solved_by_its_best_take(level: str) -> None:
    for day in (date(2026, 1, 1) + timedelta(days=n) for n in range(0, DAYS, 30)):
        of_day, puzzle = day_puzzle(day, level), puzzle_of(day_text(day, level, "Ann"))
        assert puzzle.state.position == of_day.position
        assert puzzle.most == of_day.play.cards
        assert puzzle.best.card in of_day.position.hand
        assert tried(puzzle, play_line(puzzle.game.names, puzzle.state, puzzle.best)).missing == 0


HEAD = "numero game 1\nplayers: Ann, Ben\nlevel: 3\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1"),
        ("chess", "line 1"),
        (HEAD + "seed: 1\n", "this is no puzzle"),
        (HEAD + "Ben: find 2g 14b; ? ? ?; ? ? ?\n", "this is no puzzle"),
        (HEAD + "Ben: find 2g 14b; ?; 5r\nBen: discard 5r\n", "this is no puzzle"),
        (HEAD + "Ben: find 2g 2g; ?; 5r\n", "not in the pack"),
    ],
)
def test_another_text_is_refused_in_a_line(text: str, told: str) -> None:
    with pytest.raises(GameError, match=told) as refused:
        puzzle_of(text)
    assert "\n" not in str(refused.value)


def test_a_puzzle_without_a_take_has_no_answer() -> None:
    puzzle = puzzle_of(HEAD + "Ben: find 14b; ?; 5r\n")
    with pytest.raises(GameError, match="no best take"):
        assert puzzle.most


@pytest.mark.parametrize("line", ["", "Ben: take 99", "Ann: discard 5r", "Ben: take 5r: 2g + 14b", "x" * 5000])
def test_a_try_that_cannot_be_made_is_refused_in_a_line_and_changes_nothing(line: str) -> None:
    puzzle = puzzle_of(HEAD + "Ben: find 2g 3b; ?; 5r\n")
    before = game_text(puzzle.game)
    with pytest.raises(GameError) as refused:
        tried(puzzle, line)
    assert "\n" not in str(refused.value)
    assert game_text(puzzle.game) == before
    assert tried(puzzle, "Ben: take 5r: 2g + 3b").missing == 0
