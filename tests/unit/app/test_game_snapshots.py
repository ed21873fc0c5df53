"""What is told of kept games from snapshots is what their lines make, played one by one."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numero_cam.app import table_games as game_snapshots
from numero_cam.app.analysis_text import sources_version
from numero_cam.app.table_games import (
    UNCOUNTED,
    GameSnapshot,
    listed_games,
    open_games,
    remove,
    replay_log,
    rules_version,
    snapshot_of,
    table_game,
    table_games,
)
from numero_cam.base.errors import GameError, StoreError
from numero_cam.games.numero.engine import Game, game_text, parse_game
from numero_cam.games.numero.engine.log_entry import EntryKind, LogEntry
from numero_cam.games.numero.engine.notation import operation_lines, read_operation
from numero_cam.store.games import GameStore
from tests.games_file import set_pragma
from tests.kept_game import keep, played

HIDDEN = """numero game 1
players: Ann, Ben
level: 1
hand Ann: ? ? ? ? ?
hand Ben: ? ? ? ? ?
centre: 6b 4g

1 Ann: take 10b: 6b + 4g
1 Ann: draw ?
2 Ben: discard 9g
2 Ben: draw ?
"""


@pytest.fixture(scope="module")
def shared_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameStore]:
    with open_games(f"sqlite:///{tmp_path_factory.mktemp('store') / 'games.sqlite'}") as opened:
        yield opened


def one_by_one(lines: Sequence[LogEntry]) -> Game | None:
    """The game that lines make, each play played and taken back as it was kept."""
    game: Game | None = None
    for line in lines:
        if line.kind == "deal":
            game = parse_game(line.text)
        elif line.kind == "operation" and game is not None:
            read_operation(game, line.text)
        elif line.kind == "undo" and game is not None and len(game.operations) > 1:
            game.undo()
    return game


@cache
def base(number: int) -> Game:
    """Games of several kinds."""
    kinds = (("points", "3", ("Ann", "Ben")), ("cards", "2", ("Ann", "Cleo", "Ben")), ("points", "2", ("Zoë", "李")))
    return parse_game(HIDDEN) if number == len(kinds) else played(number, *kinds[number])


OTHERS: tuple[EntryKind, ...] = ("note", "problem", "end")


@st.composite
def kept_lines(draw: st.DrawFn) -> list[LogEntry]:
    """Lines as tables write them, in which plays are taken back and said again; the deal may be told anew."""
    game = base(draw(st.integers(0, 3)))
    texts = [operation_lines(game, state, operation)[0] for state, operation in zip(game.states, game.operations, strict=False)]
    lines: list[LogEntry] = []
    stands = 0
    for what in draw(st.lists(st.sampled_from(["deal", "undo", "undo", "other", *["play"] * 6]), max_size=60)):
        if what == "deal":
            stands = draw(st.integers(1, min(5, len(texts))))
            lines.append(LogEntry("deal", game_text(game.replayed(stands))))
        elif what == "play" and 0 < stands < len(texts):
            lines.append(LogEntry("operation", texts[stands]))
            stands += 1
        elif what == "undo":
            lines.append(LogEntry("undo", "what was no play"))
            stands = max(stands - 1, min(stands, 1))
        elif what == "other":
            lines.append(LogEntry(draw(st.sampled_from(OTHERS)), "said"))
    return [*lines, LogEntry("note", "the last")]


@pytest.mark.slow
@settings(deadline=None, max_examples=25)
@given(parts=st.lists(kept_lines(), min_size=1, max_size=3))
def test_a_snapshot_says_what_the_lines_make(shared_store: GameStore, parts: list[list[LogEntry]]) -> None:
    number, lines = shared_store.begin("{}", ("Ann", "Ben")), list[LogEntry]()
    for part in parts:
        shared_store.append(number, part)
        lines += part
        game = one_by_one(lines)
        for _ in range(2):  # worked out, then from its snapshot
            found = table_game(shared_store, number)
            assert found.snapshot == snapshot_of(game)
            assert found.game == game
            assert next(each for each in table_games(shared_store, 1) if each.kept.game == number) == found
        again = replay_log(lines)
        assert (None if again is None else again[0]) == game
        if again is not None:
            assert len(again[1]) == len(again[0].operations) - 1


def worked_out(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The games whose lines are read from now on."""
    seen: list[int] = []
    real = GameStore.lines

    def lines(store: GameStore, game: int) -> tuple[LogEntry, ...]:
        seen.append(game)
        return real(store, game)

    monkeypatch.setattr(GameStore, "lines", lines)
    return seen


def test_only_what_changed_is_worked_out_again(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = [keep(store, played(seed)) for seed in (1, 2, 3)]
    seen = worked_out(monkeypatch)
    before = table_games(store)
    assert sorted(seen) == numbers
    assert table_games(store) == before
    assert table_game(store, numbers[0]) == before[-1]
    assert sorted(seen) == numbers
    store.append(numbers[1], [LogEntry("undo", "what was no play")])
    assert [each.snapshot for each in table_games(store)] != [each.snapshot for each in before]
    assert seen[3:] == [numbers[1]]


def test_other_rules_do_not_use_what_these_made(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    number = keep(store, played(1))
    table_games(store)
    seen = worked_out(monkeypatch)
    monkeypatch.setattr(game_snapshots, "rules_version", lambda: "other rules")
    table_games(store)
    table_games(store)
    assert seen == [number]


def test_a_list_plays_no_long_game_and_says_what_counts_it(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    short, long = keep(store, played(1, stop=20)), keep(store, played(2))
    store.append(long, [LogEntry("note", "said")] * 20_000)
    seen = worked_out(monkeypatch)
    told = listed_games(store)
    assert [(each.kept.game, each.snapshot is UNCOUNTED) for each in told] == [(long, True), (short, False)]
    assert (told[0].status, told[0].scores) == ("not counted yet", {})
    assert seen == [short]
    counted = table_games(store)
    assert listed_games(store) == counted
    assert sorted(seen) == [short, long]


def test_a_list_counts_short_games_once_whatever_the_rules_were_then(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = [keep(store, played(seed, stop=20)) for seed in (1, 2)]
    seen = worked_out(monkeypatch)
    told = listed_games(store)
    assert [each.snapshot for each in told] == [snapshot_of(played(seed, stop=20)) for seed in (2, 1)]
    assert sorted(seen) == numbers
    monkeypatch.setattr(game_snapshots, "rules_version", lambda: "other rules")
    assert listed_games(store) == told
    assert sorted(seen) == numbers


def test_the_version_of_the_rules_is_that_of_their_text(monkeypatch: pytest.MonkeyPatch) -> None:
    before, read = rules_version(), Path.read_bytes
    assert len(before) == 64
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + (b" " if path.name == "points.py" else b""))
    sources_version.cache_clear()
    assert rules_version() != before
    sources_version.cache_clear()


CRAFTED = '{"text": 5, "by": "points", "turn": 1, "over": false, "scores": 5, "winners": [], "error": ""}'


def test_a_snapshot_that_cannot_be_read_is_made_anew(store: GameStore) -> None:
    number = keep(store, played(1, stop=10))
    before = table_game(store, number)
    for body in ("", "[]", "{}", '{"winners": 3}', '{"winners": [], "colour": 1}', "[" * 100_000, CRAFTED):
        store.keep_snapshots({before.kept: body}, rules_version())
        assert table_game(store, number) == before


def test_a_database_of_an_earlier_version_is_used_and_gets_its_snapshots(
    store: GameStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = keep(store, played(1))
    before = table_game(store, number)
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as earlier:
        earlier.execute("DROP TABLE numero_cam_snapshots")
    assert store.snapshots([before.kept], rules_version()) == {}
    assert table_game(store, number) == before
    seen = worked_out(monkeypatch)
    assert table_game(store, number) == before
    assert seen == []


def test_where_no_snapshot_can_be_kept_the_answer_is_the_same(store: GameStore, tmp_path: Path) -> None:
    number = keep(store, played(1))
    with closing(GameStore(tmp_path / "games.sqlite")) as read_only:
        set_pragma(read_only, "query_only = ON")
        found = table_game(read_only, number)
        assert found.game == played(1)
        assert read_only.snapshots([found.kept], rules_version()) == {}


def test_nothing_of_a_deleted_game_stays_in_snapshots(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with open_games(f"sqlite:///{path}") as store:
        number, other = keep(store, played(1, names=("Zacharias", "Ben"))), keep(store, played(2))
        kept = [each.kept for each in table_games(store)]
        assert set(store.snapshots(kept, rules_version())) == {number, other}
        remove(store, number)
        assert set(store.snapshots(kept, rules_version())) == {other}
        with pytest.raises(StoreError):
            store.keep_snapshots({kept[-1]: "{}"}, rules_version())  # it was read before it was deleted
        assert b"Zacharias" not in b"".join(file.read_bytes() for file in tmp_path.iterdir())


def test_a_game_that_cannot_be_read_says_so(store: GameStore) -> None:
    found = table_game(store, keep(store, played(1)))
    broken = type(found)(found.kept, GameSnapshot(text="numero game 1\nplayers: Ann\n1 Ann: take 99r"))
    with pytest.raises(GameError, match=f"game {found.kept.game}: "):
        broken.require_game()
