"""Databases of games that cannot be used: one clear line that says what to do, and what was kept is unharmed."""

import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from numero_cam.base.errors import StoreError
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.store import games
from numero_cam.store.games import GameStore
from numero_cam.store.sqlite_file import GAMES, open_database
from tests.games_file import set_pragma

DEAL = LogEntry("deal", "the deal")


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


def test_a_file_that_another_program_holds_is_said_to_be_locked(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", replace(GAMES, lock_seconds=0.1))
    game = kept(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other, opened(path) as store:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="database is locked; another program holds it: close it and try again"):
            store.append(game, [LogEntry("note", "now")], 1)
        assert len(store.lines(game)) == 1  # who only reads does not wait
        other.execute("COMMIT")
        assert store.append(game, [LogEntry("note", "now")], 1) == 2


def test_on_a_full_disk_all_lines_are_there_that_were_said_to_be_kept(tmp_path: Path) -> None:
    """On a real disk of 1 MB, where this test may make one; tests/unit/live/test_game_recorder.py goes on once there is room."""
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
                    revision = store.append(game, [LogEntry("note", "x" * 50_000)], revision)
            assert len(store.lines(game)) == revision > 1
        with opened(path) as store:
            assert len(store.lines(game)) == revision
    finally:
        subprocess.run(["/bin/umount", str(disk)], check=True)


def test_what_is_no_database_is_named_and_left_as_it_is(path: Path, tmp_path: Path) -> None:
    path.write_text("numero game 1\nplayers: Ann, Ben\n" * 50, encoding="utf-8")
    before = path.read_bytes()
    assert said(path) == (
        f"{path}: cannot be used: file is not a database; "
        "it is damaged or no file of this program: take a copy that you kept, or name another"
    )
    assert path.read_bytes() == before
    assert said(tmp_path / "missing" / "games.sqlite").endswith("is there such a folder, and may you write in it?")
    assert "unable to open database file" in said(tmp_path)


def test_a_file_of_which_pages_are_damaged_is_named(path: Path) -> None:
    with opened(path) as store:
        game = store.begin("{}", ("Ann", "Ben"))
        store.append(game, [LogEntry("note", "x" * 2000) for _ in range(50)])
    data = bytearray(path.read_bytes())
    data[4096 * 4 :] = b"\xa5" * (len(data) - 4096 * 4)
    path.write_bytes(data)
    assert said(path, lambda store: store.lines(game)).endswith("it is damaged: take a copy that you kept, or name another")


def test_a_file_of_classes_is_none_of_games(tmp_path: Path) -> None:
    classes = tmp_path / "classes.sqlite"
    with open_database(classes, "CREATE TABLE IF NOT EXISTS class (name TEXT)"):
        pass
    assert said(classes) == f"{classes}: is a file of another program; name another"


def test_a_file_of_a_later_version_is_named(path: Path) -> None:
    kept(path)
    with closing(sqlite3.connect(path)) as later:
        later.execute("UPDATE numero_cam_about SET version = ?", (GAMES.version + 1,))
        later.commit()
    assert said(path).endswith(f"was written by a later version of this program (its version 2, here {GAMES.version}); install that one")


def test_a_file_that_may_not_be_written_can_be_read(path: Path) -> None:
    game = kept(path)
    with opened(path) as store:
        set_pragma(store, "query_only = ON")
        with pytest.raises(StoreError, match="it may be read only"):
            store.append(game, [LogEntry("note", "x")])
        assert len(store.lines(game)) == 1


@pytest.mark.parametrize(
    "address",
    [
        "",
        "games.sqlite",
        "sqlite://",
        "sqlite:///",
        "sqlite:///:memory:",
        "mysql://ann:secret@host/games",
        "sqlite://games.sqlite",
        "sqlite:///games.sqlite?mode=ro",
        "sqlite:///file:games?uri=true",
        "sqlite://host/games.sqlite",
        "sqlite:///a\0b",
    ],
)
def test_an_address_of_no_file_is_refused_with_an_example(address: str) -> None:
    assert said(address) == "the address of a file has three slashes, then the file and no more, such as sqlite:///games.sqlite"


@pytest.mark.parametrize("address", ["postgresql://ann:secret@host/games", "postgres://host/games", "postgresql+pg8000://host/games"])
def test_games_that_were_kept_in_postgresql_are_copied(address: str) -> None:
    assert said(address) == (
        "games are kept in a file now: name none, or one such as sqlite:///games.sqlite; "
        "games that an earlier version kept in PostgreSQL are copied with: numero-cam game copy ADDRESS"
    )


def test_a_file_without_its_version_is_damaged(path: Path) -> None:
    kept(path)
    with closing(sqlite3.connect(path)) as other:
        other.execute("DELETE FROM numero_cam_about")
        other.commit()
    assert said(path) == f"{path}: is damaged; take a copy that you kept"


def test_what_is_broken_off_is_taken_back_and_holds_nobody_up(path: Path) -> None:
    game = kept(path)
    with opened(path) as store, opened(path) as other:
        with store.transaction("alone") as connection:  # as a block of which Ctrl-C took the end
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("DELETE FROM numero_cam_lines")
        assert other.append(game, [LogEntry("note", "one")], 1) == 2
        assert store.append(game, [LogEntry("note", "two")], 2) == 3


def test_what_was_deleted_is_nowhere_in_the_files(path: Path) -> None:
    with opened(path) as store:
        numbers = [store.begin(f'{{"note": "{name}"}}', (name, "Ben")) for name in ("Zacharias", "Ann")]
        for game, name in zip(numbers, ("Zacharias", "Ann"), strict=True):
            store.append(game, [LogEntry("deal", f"{name} sits here {n}" * 50) for n in range(20)])
        assert b"Zacharias" in b"".join(file.read_bytes() for file in path.parent.iterdir())
        assert store.delete(numbers[0])
        files = b"".join(file.read_bytes() for file in path.parent.iterdir())
        assert b"Zacharias" not in files
        assert b"Ann sits here 19" in files


def test_what_another_program_still_reads_is_said(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", replace(GAMES, lock_seconds=0.1))
    game = kept(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other, opened(path) as store:
        other.execute("BEGIN")
        other.execute("SELECT * FROM numero_cam_lines").fetchall()
        with pytest.raises(StoreError, match="it was removed; another program has the file open, and traces stay until it is closed"):
            store.delete(game)
        assert store.games() == ()
