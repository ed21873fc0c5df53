"""Databases of games that cannot be used: one clear line that says what to do, and what was kept is unharmed."""

import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from numero_cam.base.errors import StoreError
from numero_cam.base.install_line import install_line
from numero_cam.store import games
from numero_cam.store import games as addresses
from numero_cam.store.games import GameStore
from numero_cam.store.lines import GameLine
from numero_cam.store.sqlite_file import GAMES, open_database
from tests.postgres import Postgres
from tests.watcher import left_behind, network_calls

DEAL = GameLine("deal", "the deal")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@contextmanager
def opened(path: Path | str) -> Iterator[GameStore]:
    store = GameStore.open(f"sqlite:///{path}" if isinstance(path, Path) else path)
    try:
        yield store
    finally:
        store.close()


@contextmanager
def opened_by(path: Path) -> Iterator[tuple[GameStore, sa.Engine]]:
    """A database with games, and what its store reads and writes it by."""
    engine = addresses.open_engine(addresses.parse_address(f"sqlite:///{path}"))
    store = GameStore(engine, str(path))
    try:
        yield store, engine
    finally:
        store.close()


def kept(path: Path | str) -> int:
    """A game of one line in a new database; its number."""
    with opened(path) as store:
        game = store.begin("{}", ("Ann", "Ben"))
        store.append(game, [DEAL])
    return game


def said(path: Path | str, does: Callable[[GameStore], object] = GameStore.games) -> str:
    with pytest.raises(StoreError) as error, opened(path) as store:
        does(store)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_a_locked_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "LOCK_SECONDS", 0.1)
    game = kept(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other, opened(path) as store:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="database is locked; another program holds it: close it and try again"):
            store.append(game, [GameLine("note", "now")], 1)
        assert len(store.lines(game)) == 1  # who only reads does not wait
        other.execute("COMMIT")
        assert store.append(game, [GameLine("note", "now")], 1) == 2


def test_a_full_disk(path: Path) -> None:
    """As SQLite says it where the file may not grow; what comes after there is room again is kept."""
    game = kept(path)
    with opened_by(path) as (store, engine):
        with engine.connect() as connection:
            connection.execute(sa.text("PRAGMA max_page_count = 1"))
        with pytest.raises(StoreError, match="full; nothing more can be written: make room on the disk; what was kept before is unharmed"):
            store.append(game, [GameLine("note", "x" * 100_000)], 1)
        assert len(store.lines(game)) == 1
        with engine.connect() as connection:
            connection.execute(sa.text("PRAGMA max_page_count = 100000"))
        assert store.append(game, [GameLine("note", "x" * 100_000)], 1) == 2


def test_a_full_small_disk(tmp_path: Path) -> None:
    """The same on a real disk of 1 MB, where this test may make one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    made = subprocess.run(["/bin/mount", "-t", "tmpfs", "-o", "size=1m", "none", str(disk)], capture_output=True, check=False)
    if made.returncode:
        pytest.skip("a small disk can only be made by root")
    try:
        path = disk / "games.sqlite"
        game, revision = kept(path), 1
        with opened(path) as store:
            words = r"nothing more can be written: make room on the disk|the disk gives an error"
            with pytest.raises(StoreError, match=words):  # noqa: PT012 - how many it holds is not known
                while revision < 100:
                    revision = store.append(game, [GameLine("note", "x" * 50_000)], revision)
            assert len(store.lines(game)) == revision > 1
        with opened(path) as store:
            assert len(store.lines(game)) == revision
    finally:
        subprocess.run(["/bin/umount", str(disk)], check=True)


def test_what_is_no_database(path: Path, tmp_path: Path) -> None:
    path.write_text("numero game 1\nplayers: Ann, Ben\n" * 50, encoding="utf-8")
    before = path.read_bytes()
    assert said(path) == (
        f"{path}: cannot be used: file is not a database; "
        "it is damaged or no file of this program: take a copy that you kept, or name another"
    )
    assert path.read_bytes() == before
    assert said(tmp_path / "missing" / "games.sqlite").endswith("is there such a folder, and may you write in it?")
    assert "unable to open database file" in said(tmp_path)


def test_a_damaged_file(path: Path) -> None:
    with opened(path) as store:
        game = store.begin("{}", ("Ann", "Ben"))
        store.append(game, [GameLine("note", "x" * 2000) for _ in range(50)])
    data = bytearray(path.read_bytes())
    data[4096 * 4 :] = b"\xa5" * (len(data) - 4096 * 4)
    path.write_bytes(data)
    assert said(path, lambda store: store.lines(game)).endswith("it is damaged: take a copy that you kept, or name another")


def test_a_file_of_another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE theirs (n)")
        other.commit()
    assert said(path) == f"{path}: is a file of another program; name another"
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("theirs",)]


def test_classes_and_games_do_not_share_a_file(tmp_path: Path) -> None:
    classes, played = tmp_path / "classes.sqlite", tmp_path / "games.sqlite"
    with open_database(classes, "CREATE TABLE IF NOT EXISTS class (name TEXT)"):
        pass
    assert said(classes) == f"{classes}: is a file of another program; name another"
    kept(played)
    with pytest.raises(StoreError, match="is a file of another program"), open_database(played):
        pass


def test_a_later_version(address: str) -> None:
    kept(address)
    later = sa.create_engine(addresses.parse_address(address))
    with later.begin() as connection:
        connection.execute(sa.text("UPDATE numero_cam_about SET version = :version"), {"version": GAMES.version + 1})
    later.dispose()
    assert said(address).endswith(f"was written by a later version of this program (its version 2, here {GAMES.version}); install that one")


def test_a_file_that_may_not_be_written(path: Path) -> None:
    game = kept(path)
    with opened_by(path) as (store, engine):
        with engine.connect() as connection:
            connection.execute(sa.text("PRAGMA query_only = ON"))
        with pytest.raises(StoreError, match="it may be read only"):
            store.append(game, [GameLine("note", "x")])
        assert len(store.lines(game)) == 1


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("", "the address of the kept games cannot be read; write one such as sqlite:///games.sqlite or postgresql://"),
        ("games.sqlite", "the address of the kept games cannot be read"),
        ("sqlite://", "the address names no file: all would be lost at the end"),
        ("sqlite:///:memory:", "the address names no file"),
        ("mysql://ann:secret@host/games", "games cannot be kept in mysql; write an address such as"),
        ("postgresql+psycopg2://ann:secret@host/games", r"games cannot be kept in postgresql\+psycopg2"),
        ("postgresql://ann:secret@127.0.0.1:1/games", "127.0.0.1:1/games: cannot be used: .*; is the database running, and is the address"),
        ("sqlite://:memory:", "the address of the kept games cannot be read"),
        ("sqlite://games.sqlite", "the address names no file"),
        ("sqlite:///games.sqlite?mode=ro", "the address of a file has three slashes, then the file and no more"),
        ("sqlite:///file:games?uri=true", "the address of a file has three slashes"),
        ("sqlite://host/games.sqlite", "the address of a file has three slashes"),
        ("sqlite:///a\0b", "the address of a file has three slashes"),
        ("postgresql://ann:secret@[::1", "the address of the kept games cannot be read"),
        ("postgresql://ann:secret@host:port/games", "the address of the kept games cannot be read"),
        ("postgresql://ann:p@secret@host/games", "the address of the kept games has two @; write that of the password as %40"),
        (
            "postgresql://ann:secret@host/games?sslmod=require",
            'has the option "sslmod", which is not known; there are sslmode, sslrootcert',
        ),
        ("postgresql://ann:secret@host/games?sslmode=on", "sslmode of the kept games' address is none of disable, allow, prefer, require"),
        ("postgresql://ann:secret@host/games?sslmode=verify-ca", "sslmode=verify-ca needs the certificate of your own authority"),
        ("postgresql://ann:secret@127.0.0.1:99999/games", "cannot be used"),
    ],
)
def test_addresses_that_cannot_be_used(address: str, words: str) -> None:
    with pytest.raises(StoreError, match=words) as error:
        GameStore.open(address)
    assert "secret" not in str(error.value)


def test_a_missing_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "pg8000"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pg8000", None)
    with pytest.raises(StoreError, match=re.escape(f"PostgreSQL needs pg8000; install it with: {install_line('postgres')}")):
        GameStore.open("postgresql://ann@127.0.0.1/games")


@pytest.mark.slow
def test_postgresql_that_refuses(server: Postgres) -> None:
    # The driver may notice that the server hung up before it reads why.
    refused = (
        'database "nowhere" does not exist; make the database first: createdb',
        "network error; is the database running, and is the address right?",
    )
    assert said(server.address("nowhere")).endswith(refused)
    server.run("CREATE ROLE guest LOGIN")
    guest = server.new().replace("//numero@", "//guest@")
    assert "this user must be allowed to make and use tables there" in said(guest)


@pytest.mark.slow
def test_a_line_that_another_program_holds_in_postgresql(server: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "LOCK_SECONDS", 1)
    address = server.new()
    game = kept(address)
    other = sa.create_engine(addresses.parse_address(address))
    with opened(address) as store:
        with other.begin() as connection:
            connection.execute(sa.text("LOCK TABLE numero_cam_games"))
            with pytest.raises(StoreError, match="another program holds it: close it and try again"):
                store.append(game, [GameLine("note", "x")], 1)
        assert store.append(game, [GameLine("note", "x")], 1) == 2
    other.dispose()


@pytest.mark.slow
def test_tables_of_postgresql_are_made_by_one_program_at_a_time(server: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "LOCK_SECONDS", 1)
    address = server.new()
    other = sa.create_engine(address.replace("postgresql:", "postgresql+pg8000:"))
    with other.begin() as connection:
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(games.ADVISORY_LOCK)))
        assert said(address).endswith("another program holds it: close it and try again")
    other.dispose()
    assert kept(address) == 1


@pytest.mark.slow
def test_a_server_that_ends_a_connection_is_asked_again(server: Postgres, capfd: pytest.CaptureFixture[str]) -> None:
    address, end = server.new(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'games%'"
    game = kept(address)
    engine, ended = addresses.open_engine(addresses.parse_address(address)), list[str]()
    store = GameStore(engine, address)
    assert len(store.lines(game)) == 1
    server.run(end)
    assert store.append(game, [GameLine("note", "before")], 1) == 2

    @sa.event.listens_for(engine, "before_cursor_execute")
    def end_in_mid_transaction(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        if statement.startswith("INSERT INTO numero_cam_lines") and not ended:
            ended.append(statement)
            server.run(end)

    with pytest.raises(StoreError, match="cannot be used"):
        store.append(game, [GameLine("note", "lost")], 2)
    assert ended
    assert store.append(game, [GameLine("note", "after")], 2) == 3
    assert [line.text for line in store.lines(game)] == [DEAL.text, "before", "after"]
    store.close()
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_postgresql_on_this_machine_needs_no_network(server: Postgres, tmp_path: Path) -> None:
    code = "import sys; from numero_cam.store.games import GameStore; GameStore.open(sys.argv[1]).begin('{}', ('Ann', 'Ben'))"
    assert network_calls(tmp_path / "home", [sys.executable, "-c", code, server.new()]) == []
    assert left_behind(tmp_path / "home") == []


def test_what_was_deleted_is_nowhere_in_the_files(path: Path) -> None:
    with opened(path) as store:
        numbers = [store.begin(f'{{"note": "{name}"}}', (name, "Ben")) for name in ("Zacharias", "Ann")]
        for game, name in zip(numbers, ("Zacharias", "Ann"), strict=True):
            store.append(game, [GameLine("deal", f"{name} sits here {n}" * 50) for n in range(20)])
        assert b"Zacharias" in b"".join(file.read_bytes() for file in path.parent.iterdir())
        assert store.delete(numbers[0])
        files = b"".join(file.read_bytes() for file in path.parent.iterdir())
        assert b"Zacharias" not in files
        assert b"Ann sits here 19" in files


def test_what_another_program_still_reads_is_said(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "LOCK_SECONDS", 0.1)
    game = kept(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other, opened(path) as store:
        other.execute("BEGIN")
        other.execute("SELECT * FROM numero_cam_lines").fetchall()
        with pytest.raises(
            StoreError, match=f"game {game} was removed; another program has the file open, and traces stay until it is closed"
        ):
            store.delete(game)
        assert store.games() == ()
