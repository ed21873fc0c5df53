"""What was kept is on the disk when that is said, and what was deleted is overwritten: seen from outside."""

import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from numero_cam.base.errors import StoreError
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.store import games
from numero_cam.store.games import GameStore
from numero_cam.store.sqlite_file import connect, open_database
from tests.watcher import why_not

GAMES = """
import os, sys
from numero_cam.store.games import GameStore
from numero_cam.games.numero.engine.log_entry import LogEntry
store = GameStore.open("sqlite:///" + sys.argv[1])
game = store.begin("{}", ("Ann", "Ben"))
for n in range(5):
    os.stat(f"/before/{n}")
    store.append(game, [LogEntry("note", "line " + str(n))])
    os.stat(f"/after/{n}")
"""
CLASSES = """
import os, sys
from pathlib import Path
from numero_cam.store.sqlite_file import open_database
for n in range(5):
    os.stat(f"/before/{n}") if n else None
    with open_database(Path(sys.argv[1]), "CREATE TABLE IF NOT EXISTS word (text TEXT)") as file:
        file.execute("INSERT INTO word VALUES ('one')")
    os.stat(f"/after/{n}")
"""


@pytest.mark.parametrize("code", [GAMES, CLASSES], ids=["games", "classes"])
def test_each_transaction_is_on_the_disk_before_it_is_told(code: str, tmp_path: Path) -> None:
    """Between two marks lies one transaction: its last write is followed by a call that waits for the disk."""
    if (why := why_not()) is not None:
        pytest.skip(why)
    log = tmp_path / "log"
    quiet = code.replace("os.stat(", "os.path.exists(")
    watch = ["strace", "-f", "-qq", "-y", "-e", "trace=/stat,pwrite64,write,fsync,fdatasync", "-o", str(log)]
    subprocess.run([*watch, sys.executable, "-c", quiet, str(tmp_path / "a.sqlite")], check=True, capture_output=True)
    told, marks = log.read_text(encoding="utf-8", errors="replace").splitlines(), list[list[str]]()
    for line in told:
        if "/before/" in line:
            marks.append([])
        elif "/after/" in line and marks:
            marks[-1].append("end")
        elif marks and marks[-1][-1:] != ["end"] and "a.sqlite" in line and "-shm" not in line:
            marks[-1].append("waits" if re.search(r"\b(fsync|fdatasync)\(", line) else "writes")
    assert len(marks) >= 4
    for calls in marks:
        assert "writes" in calls
        assert "waits" in calls[calls.index("writes") :], calls


def in_files(folder: Path, word: bytes) -> bool:
    return any(word in file.read_bytes() for file in folder.iterdir())


def test_what_is_deleted_from_classes_is_overwritten(tmp_path: Path) -> None:
    """Without the file being written anew."""
    path, table = tmp_path / "a.sqlite", "CREATE TABLE IF NOT EXISTS word (text TEXT)"
    with open_database(path, table) as file:
        file.executemany(
            "INSERT INTO word VALUES (?)", [(f"{name} sits here {n}" * 9,) for n in range(40) for name in ("Zacharias", "Ann")]
        )
    assert in_files(tmp_path, b"Zacharias")
    with open_database(path, table) as file:
        file.execute("DELETE FROM word WHERE text LIKE 'Zacharias%'")
    assert not in_files(tmp_path, b"Zacharias")
    assert in_files(tmp_path, b"Ann sits here 39")


class WithoutRoom:
    """A connection to a file that cannot be written anew: there is no room for a second one on the disk."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __getattr__(self, name: str) -> object:
        return getattr(self._connection, name)

    def execute(self, statement: str, *values: tuple[object, ...]) -> sqlite3.Cursor:
        if statement == "VACUUM":
            full = sqlite3.OperationalError("database or disk is full")
            full.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise full
        return self._connection.execute(statement, *values)


def test_a_game_deleted_on_a_full_disk_is_overwritten_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "connect", lambda *of: WithoutRoom(connect(*of)))
    with closing(GameStore(tmp_path / "games.sqlite")) as store:
        numbers = [store.begin("{}", (name, "Ben")) for name in ("Zacharias", "Ann")]
        for game, name in zip(numbers, ("Zacharias", "Ann"), strict=True):
            store.append(game, [LogEntry("note", f"{name} sits here {n}" * 9) for n in range(40)])
        with pytest.raises(StoreError, match="disk is full"):
            store.delete(numbers[0])
        assert store.game(numbers[0]) is None
    assert not in_files(tmp_path, b"Zacharias")  # the log is gone with the last connection
    assert in_files(tmp_path, b"Ann sits here 39")
