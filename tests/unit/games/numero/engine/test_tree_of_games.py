"""Random games in the tree of games, beside the tuples of their operations."""

import random
from itertools import combinations

import pytest

from numero_cam.games.numero.engine import Game, Options, Phase
from numero_cam.games.numero.engine.operations import Discarded
from numero_cam.games.numero.players.tournament import one_game

BRANCHES = 12


def branched_games(seed: int) -> list[Game]:
    """Games that begin as one random game does, and go on with random discards; some of them are equal."""
    rng = random.Random(seed)  # noqa: S311 - drawn again by its seed
    whole = one_game(Options.level("3"), ("random", "random"), f"line {seed}")
    games = [whole, whole.replayed(len(whole.operations) // 2)]
    for _ in range(BRANCHES):
        game = Game(whole.options, whole.names)  # from its beginning on, as somebody else plays it
        for operation in whole.operations[: rng.randint(0, len(whole.operations) - 1)]:
            game.do(operation)
        for _ in range(rng.randint(0, 3)):
            can = [Discarded(game.state.player, (card,)) for card in game.state.seat.hand]
            can = [one for one in can if game.can(one)][:2]
            if game.state.phase is Phase.DRAW:
                game.draw()
            elif can:
                game.do(rng.choice(can))
        games.append(game)
    return games


def common_prefix(one: tuple[object, ...], other: tuple[object, ...]) -> int:
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


@pytest.mark.parametrize("seed", range(4))
def test_lines_of_random_games_agree_with_tuples_of_their_operations(seed: int) -> None:
    games = branched_games(seed)
    met = set()
    for one, other in combinations(games, 2):
        first, second = one.operations, other.operations
        assert (one.line is other.line) == (first == second) == (one == other)
        common = common_prefix(first, second)
        met.add(common)
        assert one.line.meet(other.line).operations == first[:common]
        assert one.line.begins_with(other.line) == (first[: len(second)] == second)
        assert one.line.after(common) == first[common:]
    assert len(met) > BRANCHES // 4
