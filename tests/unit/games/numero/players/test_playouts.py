"""Playouts: the kernel plays as the engine does, turn by turn, in every game that it knows."""

from collections.abc import Iterator

import pytest

from numero_cam.games.numero.engine import Game, Options, Phase
from numero_cam.games.numero.players.player import play_game
from numero_cam.games.numero.players.playouts import MOST_PLAYOUT_ITEMS, Board, Playouts, board_of, game_for_kernel, played_in_python
from numero_cam.games.numero.players.tournament import player_of
from numero_cam.games.numero.rules import parse_cards, parse_items
from numero_cam.games.numero.solve import kernel as kernel_module
from numero_cam.games.numero.solve.hands import best_takes
from numero_cam.games.numero.solver_settings import settings_of
from tests.needs import needs_kernel

GAMES = {
    "all": Options.level("all"),
    "cards": Options.level("all", by="cards"),
    "guide-3": Options.level("all", players=3, scoring="guide"),
    "level-3-4": Options.level("3", players=4, last_chances="next", centre_points="yes", most_cards="won"),
    "no-negative": Options.level("all", negative="no", few_wilds="one", most_cards_tie="each"),
    "playing": Options.level("1-10", playing=True),
    "two packs": Options.level("3", packs=2),
    "five packs": Options(numbers=5, wilds=parse_cards("x2 -2 1/2"), packs=5),
}


def boards(options: Options, seed: int, every: int) -> Iterator[Board]:
    """Positions of a game of greedy and random players, every so many operations."""
    game = Game(options, [f"player {place}" for place in range(options.players)])
    game.deal(seed=seed)
    found: list[Board] = []

    def watch(game: Game) -> None:
        state = game.state
        if state.phase in (Phase.PLAY, Phase.LAST) and not state.layings and not state.began:
            found.append(board_of(state))

    play_game(game, [player_of(("greedy", "random")[place % 2], seed) for place in range(options.players)], watch)
    yield from found[::every]


@needs_kernel
@pytest.mark.parametrize("name", GAMES)
def test_the_kernel_plays_as_the_engine_does(name: str) -> None:
    options = GAMES[name]
    playouts = Playouts(options)
    for board in boards(options, 1, 9):
        for turns in (0, 5, 512):
            assert playouts.play(board, turns) == played_in_python(options, board, turns)


@needs_kernel
def test_a_take_of_the_kernel_brings_as_much_as_the_solver_says() -> None:
    options = Options.level("all")
    playouts, compared = Playouts(options), 0
    for seed in range(6):
        for board in boards(options, seed, 3):
            hand = board.hands[board.player]
            (best,) = best_takes(board.centre, [hand], settings_of(options))
            if len(board.centre) + sum(card.is_wild for card in hand) <= MOST_PLAYOUT_ITEMS:
                compared += 1
                assert playouts.play(board, 1).turns[0].gain == (0 if best is None else best.gain)
    assert compared > 100


@needs_kernel
def test_values_beyond_64_bits_are_played_all_the_same() -> None:
    options = Options.level("all")
    hands = (parse_cards("x5 x4 N3 N2 1r"), parse_cards("2g 3g 4g 5g 6g"))
    board = Board(parse_items("15r 15b 14r 14b 13r"), hands, (), 0, (0, 0), (0, 0))
    assert Playouts(options).play(board, 2) == played_in_python(options, board, 2)


def test_without_the_kernel_and_with_fractions_on_the_way_python_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    for options in (Options.level("1-10"), Options.level("3", values="any")):
        board = next(boards(options, 2, 1))
        expected = played_in_python(options, board, 3)
        assert Playouts(options).play(board, 3) == expected
        monkeypatch.setenv(kernel_module.SWITCH, "off")
        assert Playouts(options).play(board, 3) == expected
        monkeypatch.delenv(kernel_module.SWITCH)


@needs_kernel
def test_what_is_no_game_is_refused() -> None:
    (table,) = [kernel(*game_for_kernel(Options.level("all"))) for kernel in kernel_module.tables()[:1]]
    fine = (b"", (b"\0", b"\1"), b"", 0, -1, -1, (0, 0), (0, 0))
    assert table.play(*fine, 0)[0] == (0, 0)
    for wrong in ((b"\1", *fine[1:], 0), (b"\1\xff\xfe", *fine[1:], 0), (*fine[:3], 2, *fine[4:], 0), (*fine, 100_000), fine[:5]):
        with pytest.raises((ValueError, TypeError)):
            table.play(*wrong)
