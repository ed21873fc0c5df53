"""The end of a game of two: equal to trying every line of play, and what the engine says of the line that is found."""

import random
from dataclasses import replace

import pytest

from numero_cam.games.numero.engine import Options
from numero_cam.games.numero.engine.apply import apply
from numero_cam.games.numero.engine.operations import Built
from numero_cam.games.numero.engine.state import Phase
from numero_cam.games.numero.engine.verify import verify
from numero_cam.games.numero.players.endgame import EndPlay, end_operation, solved_end
from numero_cam.games.numero.players.playouts import Board, Playouts, board_of, state_of
from numero_cam.games.numero.rules import parse_cards
from numero_cam.games.numero.rules.calculation import items_of
from tests.end_brute_force import best_scores, best_value, small_end, small_end_of_many
from tests.needs import needs_kernel

PACKS = {
    "1-10": Options.level("1-10"),
    "3": Options.level("3"),
    "all": Options.level("all"),
    "three small packs": Options(numbers=5, wilds=parse_cards("x2 -2"), packs=3),
}


def margin_of_line(options: Options, board: Board, playouts: Playouts) -> int:
    """What the player whose turn it is gains on the other in the engine's game, if both make the plays that are found."""
    state = state_of(options, board)
    while state.phase is not Phase.OVER:
        answer = solved_end(playouts, board_of(state), win_bonus=0)
        assert answer is not None
        operation = end_operation(options, state.player, answer.play)
        verify(state, operation)
        state = apply(state, operation)
    ahead = state.seats[board.player].score - state.seats[1 - board.player].score
    return ahead - (board.scores[board.player] - board.scores[1 - board.player])


@needs_kernel
@pytest.mark.parametrize("pack", PACKS)
def test_the_end_is_worth_what_trying_every_line_says(pack: str) -> None:
    options, rng = PACKS[pack], random.Random(pack)  # noqa: S311 - a test
    playouts = Playouts(options)
    for _ in range(25):
        board = small_end(rng, options)
        answer = solved_end(playouts, board, win_bonus=0)
        assert answer is not None
        assert answer.value == best_value(board), board


@needs_kernel
@pytest.mark.parametrize("options", [*PACKS.values(), Options.level("all", by="cards"), Options.level("all", scoring="guide")])
def test_the_engine_counts_the_line_as_the_search_does(options: Options) -> None:
    rng, playouts = random.Random(7), Playouts(options)  # noqa: S311 - a test
    for _ in range(12):
        board = small_end(rng, options)
        answer = solved_end(playouts, board, win_bonus=0)
        assert answer is not None
        assert margin_of_line(options, board, playouts) == answer.value, board


@needs_kernel
def test_to_win_comes_before_points() -> None:
    options = Options.level("1-10")
    hands = (parse_cards("2r"), parse_cards("9b"))
    board = Board(parse_cards("2b"), hands, (), 0, (0, 0), (0, 0), None)
    for behind, won in ((0, True), (50, False)):
        answer = solved_end(Playouts(options), replace(board, scores=(0, behind)))
        assert answer is not None
        assert (answer.value > 500) is won
        assert (answer.value < -500) is not won


@needs_kernel
def test_without_time_there_is_no_answer() -> None:
    options = Options.level("all")
    cards = options.shuffled("end")
    board = Board(cards[10:13], (cards[:5], cards[5:10]), (), 0, (0, 0), (0, 0))
    assert solved_end(Playouts(options), board, nodes=3) is None


def test_a_build_of_many_cards_is_an_operation() -> None:
    lying, own = parse_cards("3o 8o 13g"), parse_cards("3/4 -2 2/5 11g")
    operation = end_operation(Options.level("all"), 0, EndPlay("build", own[-1], 12, lying, own, ()))
    assert isinstance(operation, Built)
    assert sorted(map(str, items_of(operation.way))) == sorted(map(str, lying + own))


@needs_kernel
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("pack", PACKS)
def test_the_end_of_more_is_what_trying_every_line_says(pack: str, players: int) -> None:
    options, rng = replace(PACKS[pack], players=players), random.Random(f"{pack} {players}")  # noqa: S311 - a test
    playouts = Playouts(options)
    for _ in range(8):
        board = small_end_of_many(rng, options)
        assert playouts.end_of_many(board, 1 << 20) == best_scores(board), board


@needs_kernel
def test_an_end_of_more_that_is_too_large_or_has_a_stock_has_no_answer() -> None:
    options = Options.level("all", players=3)
    cards = options.pack()[:18]
    board = Board(cards[15:], (cards[:5], cards[5:10], cards[10:15]), (), 0, (0, 0, 0), (0, 0, 0))
    assert Playouts(options).end_of_many(board, 50) is None
    assert Playouts(options).end_of_many(replace(board, hands=(cards[:1],) * 3, stock=cards[16:]), 50) is None


@needs_kernel
def test_how_much_is_searched_does_not_depend_on_what_was_searched_before() -> None:
    options = Options.level("3", players=3)
    cards = options.pack()[::4]
    board = Board(cards[6:9], (cards[:2], cards[2:4], cards[4:6]), (), 0, (0, 0, 0), (0, 0, 0))
    playouts = Playouts(options)
    assert playouts.end_of_many(board, 1 << 20) is not None
    enough = next(count for count in range(1, 1 << 20) if Playouts(options).end_of_many(board, 1 << count) is not None)
    assert playouts.end_of_many(board, 1 << enough - 1) is None
