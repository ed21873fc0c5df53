"""Whose a file is: marks in its head, versions, and the safety of each connection."""

import sqlite3
import sys
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
import sqlalchemy as sa

from numero_cam.base.errors import StaleError, StoreError
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.engine.operations import Passed
from numero_cam.hall.engine import display_address, parse_address
from numero_cam.hall.postgres import driver_arguments
from numero_cam.store.games import GameStore
from numero_cam.store.lines import KeptGame, timestamp_now
from numero_cam.store.sqlite_file import GAMES as GAMES_KIND
from numero_cam.store.sqlite_file import connect, open_database, vacuum

CLASSES, GAMES = int.from_bytes(b"NUMO"), int.from_bytes(b"NUMG")
TABLE = "CREATE TABLE IF NOT EXISTS word (text TEXT)"
WRITES = "INSERT INTO word VALUES ('lost')"


def pragma(path: Path, name: str, value: int | None = None) -> int:
    """A number in the head of a file of SQLite; sets it first where one is given."""
    with closing(sqlite3.connect(path)) as file:
        if value is not None:
            file.execute(f"PRAGMA {name} = {value}")
        return int(file.execute(f"PRAGMA {name}").fetchone()[0])


def use(path: Path) -> None:
    with open_database(path, TABLE):
        pass


def test_a_new_file_is_marked_as_ours(tmp_path: Path) -> None:
    classes, games = tmp_path / "classes.sqlite", tmp_path / "games.sqlite"
    use(classes)
    GameStore.open(f"sqlite:///{games}").close()
    assert (pragma(classes, "application_id"), pragma(classes, "user_version")) == (CLASSES, 3)
    assert pragma(games, "application_id") == GAMES


@pytest.mark.parametrize(
    ("application", "version", "why"),
    [
        (0, 0, ""),  # a new file
        (CLASSES, 1, ""),
        (CLASSES, 0, ""),
        (CLASSES, 2, ""),
        (CLASSES, 3, ""),
        (CLASSES, 4, "later version of this program (its version 4, here 3)"),
        (0, 1, "is a file of another program"),
        (1, 0, "is a file of another program"),
        (-1, 1, "is a file of another program"),
        (CLASSES + 1, 1, "is a file of another program"),
        (GAMES, 1, "is a file of another program"),
    ],
)
def test_files_of_others_and_of_later_versions_are_left_alone(tmp_path: Path, application: int, version: int, why: str) -> None:
    path = tmp_path / "a.sqlite"
    pragma(path, "application_id", application)
    pragma(path, "user_version", version)
    before = path.read_bytes()
    if not why:
        use(path)
        assert pragma(path, "application_id") == CLASSES
        return
    with pytest.raises(StoreError) as caught:
        use(path)
    assert why in str(caught.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE VIEW theirs AS SELECT 1",
        "CREATE TABLE theirs (n)",
        "CREATE VIRTUAL TABLE theirs USING fts5(n)",
        "CREATE TABLE theirs (n, m AS (n + 1))",
    ],
)
def test_a_file_of_others_is_left_alone_and_one_of_ours_that_computes_is_not_read(tmp_path: Path, sql: str) -> None:
    path = tmp_path / "a.sqlite"
    with closing(sqlite3.connect(path)) as other:
        other.execute(sql)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="file of another program"):
        use(path)
    assert path.read_bytes() == before
    pragma(path, "application_id", CLASSES)
    if "TABLE theirs (n)" in sql:
        use(path)
        return
    with pytest.raises(StoreError, match="holds 'theirs', which no file of this program does"):
        use(path)


def test_each_connection_writes_through_and_overwrites_what_is_deleted(tmp_path: Path) -> None:
    with open_database(tmp_path / "classes.sqlite", TABLE) as file:
        found = {name: file.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "foreign_keys", "secure_delete")}
    assert found == {"synchronous": 2, "foreign_keys": 1, "secure_delete": 1}
    names = ("journal_mode", "synchronous", "foreign_keys", "secure_delete")
    with closing(connect(tmp_path / "games.sqlite", GAMES_KIND)) as file:
        assert [file.execute(f"PRAGMA {name}").fetchone()[0] for name in names] == ["wal", 2, 1, 1]


def test_a_block_has_its_tables_and_nothing_empty_is_run(tmp_path: Path) -> None:
    with open_database(tmp_path / "a.sqlite", f"{TABLE};\n ; CREATE TABLE IF NOT EXISTS other (n);") as file:
        assert {name for (name,) in file.execute("SELECT name FROM sqlite_master")} == {"word", "other"}
    with open_database(tmp_path / "a.sqlite") as file:
        assert file.execute("SELECT count(*) FROM other").fetchone() == (0,)


def test_who_reads_meanwhile_waits_and_sees_all_or_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with open_database(path, TABLE) as file:
        assert file.in_transaction
        with closing(sqlite3.connect(path, timeout=0)) as other, pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")


def test_a_file_is_written_anew_without_free_pages(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with open_database(path, TABLE) as file:
        file.executemany("INSERT INTO word VALUES (?)", [("x" * 1000,)] * 100)
    with open_database(path) as file:
        file.execute("DELETE FROM word")
    assert pragma(path, "freelist_count") > 0
    vacuum(path)
    assert pragma(path, "freelist_count") == 0
    path.write_bytes(b"no database" * 100)
    with pytest.raises(StoreError, match="it is damaged or no file of this program"):
        vacuum(path)


def test_what_is_raised_inside_a_block_comes_out_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    for error in (KeyError("own"), KeyboardInterrupt()):
        with pytest.raises(type(error)), open_database(path, f"{TABLE};{WRITES}"):
            raise error
    with open_database(path, TABLE) as file:
        assert file.execute("SELECT count(*) FROM word").fetchone() == (0,)


def test_times_are_kept_in_utc_to_the_millisecond(tmp_path: Path) -> None:
    assert datetime.fromisoformat(timestamp_now()).utcoffset() == timedelta(0)
    assert len(timestamp_now()) == len("2026-01-01T00:00:00.000+00:00") == 29
    with closing(GameStore.open(f"sqlite:///{tmp_path / 'games.sqlite'}")) as store:
        began = datetime(2026, 1, 1, 14, 30, 0, 123_987, timezone(timedelta(hours=2)))
        first = store.begin("{}", ("Ann", "Ben"), began)
        second = store.begin("{}", ("Ann", "Ben"))
        for game in (first, second):
            store.append(game, [LogEntry("note", "x")])
        assert store.games()[1].began == "2026-01-01T12:30:00.123+00:00"
        later = datetime.fromisoformat(store.games()[0].began)
        assert abs(later - datetime.now(UTC)) < timedelta(hours=1)
        assert abs(datetime.fromisoformat(store.lines(first)[0].at) - datetime.now(UTC)) < timedelta(hours=1)


def test_numbers_of_games_begin_at_1_and_others_are_no_games(tmp_path: Path) -> None:
    with closing(GameStore.open(f"sqlite:///{tmp_path / 'games.sqlite'}")) as store:
        game = store.begin("{}", ("Ann", "Ben"))
        assert game == 1
        assert store.append(game, [LogEntry("deal", "d")], 0) == 1
        found = store.game(1)
        assert found is not None
        assert found == KeptGame(1, found.began, ("Ann", "Ben"), "{}", 1, ended=False)
        for number in (0, -1, 2, 2**31 - 1, 2**31, 2**63):
            assert store.game(number) is None
            assert not store.delete(number)
            assert store.lines(min(number, 2**62)) == ()
        assert store.games(0) == ()
        assert store.games(1) == store.games(2) == store.games() == (found,)


def test_lines_given_again_are_there_once_and_told_from_those_of_others_by_every_part(tmp_path: Path) -> None:
    with closing(GameStore.open(f"sqlite:///{tmp_path / 'games.sqlite'}")) as store:
        game, at = store.begin("{}", ("Ann", "Ben")), timestamp_now()
        line = LogEntry("operation", "words", "eyes", Passed(1), at=at)
        assert store.append(game, [line], 0) == 1
        assert store.append(game, [line], 0) == 1
        for other in (
            replace(line, kind="undo"),
            replace(line, text="other"),
            replace(line, by="person"),
            replace(line, operation=Passed(0)),
            replace(line, sure=0.5),
            replace(line, others=((Passed(0), 0.1),)),
            replace(line, at="2026-01-01T00:00:00.000+00:00"),
        ):
            with pytest.raises(StaleError, match=f"another program wrote to game {game} meanwhile"):
                store.append(game, [other], 0)
        with pytest.raises(StaleError):
            store.append(game, [], 0)  # one line more is there than is known
        with pytest.raises(StaleError):
            store.append(game, [line], 2)
        assert store.append(game, [line], 1) == 2
        assert store.append(game, [line, line, LogEntry("note", "new", at=at)], 0) == 3
        assert store.append(game, [], 3) == 3
        assert [kept.n for kept in store.lines(game)] == [1, 2, 3]


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("sqlite:////folder/games.sqlite", "/folder/games.sqlite"),
        ("postgresql://ann:secret@host/games", "postgresql://ann:***@host/games"),
        ("postgresql://ann@host:5433/games", "postgresql://ann@host:5433/games"),
    ],
)
def test_an_address_is_shown_without_its_password(url: str, shown: str) -> None:
    assert display_address(parse_address(url)) == shown


def test_postgres_is_another_name_of_postgresql() -> None:
    assert parse_address("postgres://ann@host/games") == parse_address("postgresql://ann@host/games")
    assert isinstance(parse_address("sqlite:///a.sqlite"), sa.URL)


def test_older_files_that_others_could_read_are_mended_when_they_are_opened(tmp_path: Path) -> None:
    classes, games = tmp_path / "classes.sqlite", tmp_path / "games.sqlite"
    use(classes)
    GameStore.open(f"sqlite:///{games}").close()
    for path in (classes, games):
        path.chmod(0o644)
    use(classes)
    GameStore.open(f"sqlite:///{games}").close()
    if sys.platform != "win32":
        assert [path.stat().st_mode & 0o777 for path in (classes, games)] == [0o600, 0o600]


def test_what_was_worked_out_counts_for_exactly_the_lines_of_which_it_was(tmp_path: Path) -> None:
    with closing(GameStore.open(f"sqlite:///{tmp_path / 'games.sqlite'}")) as store:
        assert store.snapshots([], "1") == {}
        first, second = (store.begin("{}", ("Ann", "Ben")) for _ in range(2))
        for game in (first, second):
            store.append(game, [LogEntry("deal", "d"), LogEntry("note", "n")])
        newest, oldest = store.games()
        assert store.snapshots([newest, oldest], "1") == {}
        store.keep_snapshots({oldest: "one", newest: "two"}, "1")
        assert store.snapshots([newest, oldest], "1") == {first: "one", second: "two"}
        assert store.snapshots([oldest], "1") == {first: "one"}
        for lines in (1, 3):
            assert store.snapshots([replace(oldest, lines=lines), newest], "1") == {second: "two"}
        for version in ("0", "2", ""):
            assert store.snapshots([newest, oldest], version) == {}
        store.keep_snapshots({oldest: "anew"}, "2")
        assert (store.snapshots([newest, oldest], "1"), store.snapshots([newest, oldest], "2")) == ({second: "two"}, {first: "anew"})
        assert store.delete(first)
        assert store.snapshots([newest, oldest], "2") == {}


def test_of_an_option_that_is_given_twice_the_last_counts() -> None:
    address = parse_address("postgresql://ann:secret@localhost/games?application_name=one&application_name=two")
    assert driver_arguments(address)["application_name"] == "two"
