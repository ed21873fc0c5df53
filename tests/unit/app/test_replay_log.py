"""A game played again from its log: as this version keeps it, as earlier versions did, and as nobody should have written it."""

import random
import shutil
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from numero_cam.app.table_games import open_games, replay_log
from numero_cam.base.errors import GameError
from numero_cam.games.numero.engine.log_entry import LogEntry, read_entry
from numero_cam.games.numero.engine.operations import Built, Challenged, Discarded, Found, Move, Taken
from numero_cam.games.numero.rules import Card, parse_build
from numero_cam.games.numero.rules.calculation import parse_way
from numero_cam.live.game_messages import play_messages
from tests.kept_game import log_of, played
from tests.strategies import operations

OLD = Path(__file__).parents[2] / "data" / "from_0f041e2" / "games.sqlite"
GAME = played(4, level="all", packs=2)


def kept(log: Iterable[LogEntry]) -> list[LogEntry]:
    """A log, written and read."""
    return [read_entry(**entry.row) for entry in log]


def test_each_entry_tells_its_operation_and_the_game_after_it() -> None:
    again = replay_log(kept(log_of(GAME)))
    assert again is not None
    game, log = again
    assert game == GAME
    assert [entry.operation for entry in log] == list(GAME.operations[1:])
    assert [entry.line for entry in log] == [*GAME.line.back_to(1)][::-1]
    assert sum(entry.points for entry in log if entry.operation and entry.operation.player == 0) == GAME.state.seats[0].score


@pytest.mark.parametrize("seed", range(4))
def test_undone_done_again_and_changed_follow_from_the_log(seed: int) -> None:
    rng, log = random.Random(seed), log_of(GAME)  # noqa: S311 - a seeded game
    k = rng.randrange(2, len(log))
    undone = [replace(entry, kind="undo", by="person") for entry in log[: k - 1 : -1]]
    again = replay_log(kept([*log, *undone, *log[k:]]))
    once = replay_log(log)
    assert again is not None
    assert once is not None
    assert all(entry.line is before.line for entry, before in zip(again[1], once[1], strict=True))
    assert [entry.operation for entry in undone] == [entry.operation for entry in log[: k - 1 : -1]]


def test_a_game_of_an_earlier_version_is_told_with_its_alternatives(tmp_path: Path) -> None:
    with open_games(f"sqlite:///{shutil.copy(OLD, tmp_path)}") as store:
        kept_before = store.lines(1)
    again = replay_log(kept_before)
    assert again is not None
    game, log = again
    assert [entry.text for entry in log] == [entry.text for entry in kept_before if entry.kind == "operation"]
    assert all(entry.operation is not None and not entry.other_lines for entry in log)
    others = [play["others"] for play in play_messages(game, log)]
    assert others == [[], [], [["2 Eve: discard 6r", 0.0]], [], [], [], [], [["4 Eve: draw 12g", 0.208]]]
    assert replay_log(kept(log_of(game))) == replay_log(log_of(game))


def test_the_operation_counts_and_the_line_where_it_cannot_be_read() -> None:
    log = log_of(GAME)
    assert replay_log([replace(entry, text="nonsense") if entry.operation else entry for entry in log]) is not None
    assert replay_log([replace(entry, operation=None) for entry in log]) is not None
    with pytest.raises(GameError, match='line 7 of the kept game: "nonsense" says nothing'):
        replay_log([log[0], replace(log[1], text="nonsense", operation=None, n=7)])


@settings(deadline=None)
@given(st.integers(1, 30), operations, st.lists(st.tuples(operations, st.floats(0, 1)), max_size=3))
@example(1, Discarded(9, GAME.state.stock[:1]), [(Discarded(9, ()), 0.5)])
@example(1, Taken(3, Card.number(7), ()), [])
@example(1, Built(0, Card.number(7), parse_way("7r" + " N3" * 20 + " N2" * 20, packs=20)), [])
@example(2, Found(0, (), (), ()), [(Found(5, (), (), ()), 0.5)])
@example(2, Challenged(4, parse_build("[7r N3]")), [(Challenged(2, parse_build("[x2]")), 0.5)])
def test_an_operation_that_the_game_does_not_allow_gets_one_line(k: int, operation: Move, others: list[tuple[Move, float]]) -> None:
    log = log_of(GAME)
    wrong = [replace(entry, operation=operation) if number == k else entry for number, entry in enumerate(log)]
    doubted = [replace(entry, others=tuple(others)) if number == k else entry for number, entry in enumerate(log)]
    for tried in (wrong, doubted):
        told = story(tried)
        assert "\n" not in told
        assert tried is wrong or not told


def story(log: list[LogEntry]) -> str:
    """Why a log cannot be played again; empty where it can, and pages are told of it."""
    try:
        again = replay_log(kept(log))
    except GameError as error:
        return str(error)
    assert again is not None
    play_messages(*again)
    return ""
