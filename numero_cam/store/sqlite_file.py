"""Opens the SQLite files of the program: private, on disk when it is told, what is deleted overwritten, marked with kind and version."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from numero_cam.base.errors import StoreError
from numero_cam.base.files import user_folder
from numero_cam.base.private_files import make_private_file, make_private_folder, restrict_database
from numero_cam.catalogue import tr
from numero_cam.store.store_errors import PRIMARY_CODE_MASK, check_version, named_errors

CLASSES_VARIABLE = "NUMERO_CAM_CLASSES"
"""Environment variable that names another file for the classes."""
LOCK_RETRY_SECONDS = 0.01
"""Time between two tries to change the journal while another program holds the file, in seconds."""
BEGIN_WRITE = "BEGIN IMMEDIATE"
"""Begins a transaction that writes. It locks at once: two that read first could not both go on."""


@dataclass(frozen=True)
class FileKind:
    """What a file of the program holds.

    Attributes:
        application_id: SQLite application id, which marks the file as of this kind.
        version: Version of its tables.
        journal: `DELETE` keeps no old pages of what was removed; `WAL` lets others read while somebody writes.
        lock_seconds: Maximum wait for another program that writes to the same file, in seconds.
        foreign: Returns what is said of a file of another kind.
    """

    application_id: int
    version: int
    journal: Literal["DELETE", "WAL"]
    lock_seconds: float
    foreign: Callable[[Path], str]


def _foreign_classes(path: Path) -> str:
    variable = CLASSES_VARIABLE
    return tr("{file}: is a file of another program; name another with --file, or in {variable}", file=path, variable=variable)


def _foreign_games(path: Path) -> str:
    return tr("{file}: is a file of another program; name another", file=path)


CLASSES = FileKind(0x4E554D4F, 1, "DELETE", 10.0, _foreign_classes)
GAMES = FileKind(0x4E554D47, 1, "WAL", 3.0, _foreign_games)
HALLS = FileKind(0x4E554D48, 1, "WAL", 3.0, _foreign_games)


def class_file_path() -> Path:
    """Return the path of the classes of this user; the file need not exist."""
    given = os.environ.get(CLASSES_VARIABLE)
    return Path(given) if given else user_folder() / "classes.sqlite"


def connect(path: Path, kind: FileKind) -> sqlite3.Connection:
    """Open a file; a new one is private. Its transactions are begun and ended by statements alone, and any thread may use it.

    Raises:
        sqlite3.Error: It cannot be opened.
    """
    make_private_file(path)
    connection = sqlite3.connect(path, timeout=kind.lock_seconds, isolation_level=None, check_same_thread=False)
    try:
        if kind.journal == "WAL":
            _turn_to_wal(connection, kind.lock_seconds)
        for pragma in ("synchronous = FULL", "foreign_keys = ON", "secure_delete = ON"):
            connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    return connection


def _turn_to_wal(connection: sqlite3.Connection, lock_seconds: float) -> None:
    """Turn to WAL. SQLite does not wait for the lock that this takes on a new file, so it is asked again."""
    end = time.monotonic() + lock_seconds
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & PRIMARY_CODE_MASK != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(LOCK_RETRY_SECONDS)
        else:
            return


def is_new(connection: sqlite3.Connection, path: Path, kind: FileKind) -> bool:
    """Return whether a file has no tables and no mark yet; other accounts can no longer read it.

    Raises:
        StoreError: It is a file of another program or of another kind, or of a later version.
    """
    (application,), (version,) = (connection.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version"))
    new = application == version == 0 and not connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'table'").fetchone()
    if not new and application != kind.application_id:
        raise StoreError(kind.foreign(path))
    check_version(path, version, kind.version)
    restrict_database(path)
    return new


def mark(connection: sqlite3.Connection, kind: FileKind) -> None:
    """Mark a new file, in the transaction that makes its tables."""
    connection.execute(f"PRAGMA application_id = {kind.application_id}")
    connection.execute(f"PRAGMA user_version = {kind.version}")


@contextmanager
def open_database(path: Path, tables: str = "", kind: FileKind = CLASSES) -> Iterator[sqlite3.Connection]:
    """Open a file for one transaction: it is committed when the block ends well, else rolled back. No other program writes meanwhile.

    Args:
        path: The file; it is made where it is not there.
        tables: SQL that makes the tables that are wanted, each ``IF NOT EXISTS``.
        kind: What it holds.

    Raises:
        StoreError: It cannot be opened or written, is no such file, or of a later version of this program.
    """
    with named_errors(path):
        make_private_folder(path.parent)
        with closing(connect(path, kind)) as connection, _transaction(connection):
            if is_new(connection, path, kind):
                mark(connection, kind)
            for statement in filter(str.strip, tables.split(";")):
                connection.execute(statement)
            yield connection


def vacuum(path: Path, kind: FileKind = CLASSES) -> None:
    """Rewrite the file without free pages, so that no deleted data stay in it.

    Raises:
        StoreError: It cannot be written.
    """
    with named_errors(path), closing(connect(path, kind)) as connection:
        connection.execute("VACUUM")


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute(BEGIN_WRITE)
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
