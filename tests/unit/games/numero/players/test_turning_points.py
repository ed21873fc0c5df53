"""Turning points of a game: a present to the other is found, and nothing that was not known counts."""

import pytest

from numero_cam.games.numero.engine import Game, Options
from numero_cam.games.numero.players.turning_points import turning_points
from numero_cam.games.numero.solve.kernel import SWITCH, kernel_available

pytestmark = pytest.mark.skipif(not kernel_available(), reason="the kernel was not built")


def with_a_present() -> Game:
    """The first player leaves a take of four cards and discards instead; then both discard."""
    game = Game(Options.level("1"))
    game.deal("15r 12b 9r 6b 2r 3b 8r 11b 1g 14b 7r 8b 1o 2o 3o 4o 5o 6o")
    for card in ("2r", "12b"):
        game.discard(card)
        game.draw()
    return game


def test_a_take_that_was_not_made_is_a_turning_point() -> None:
    first, second = turning_points(with_a_present())
    assert len(first) == 1
    assert first[0].cost > 5
    assert first[0].best.candidate.kind == "take"
    assert str(first[0].played.candidate.operation) != str(first[0].best.candidate.operation)
    assert len(second) <= 1


def test_nothing_is_told_of_solitaire_and_without_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = Game(Options.level("1", players=1))
    alone.deal(seed=1)
    assert turning_points(alone) == [[]]
    monkeypatch.setenv(SWITCH, "off")
    assert turning_points(with_a_present()) == [[], []]
