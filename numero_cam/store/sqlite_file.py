"""Opens the SQLite files of the program: private, on disk when it is told, what is deleted overwritten, marked with kind and version."""

import os
import sqlite3
import stat
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from numero_cam.base.bounded_reader import short_repr
from numero_cam.base.errors import StoreError
from numero_cam.base.files import user_folder
from numero_cam.base.private_files import make_private_file, make_private_folder, restrict_database
from numero_cam.catalogue import tr
from numero_cam.store.store_errors import PRIMARY_CODE_MASK, check_version, named_errors

CLASSES_VARIABLE = "NUMERO_CAM_CLASSES"  #: Environment variable that names another file for the classes.
LOCK_RETRY_SECONDS = 0.01  #: Time between two tries to change the journal while another program holds the file, in seconds.
BEGIN_WRITE = "BEGIN IMMEDIATE"  #: Begins a transaction that writes. It locks at once: two that read first could not both go on.
#: Maximum time to read a file that somebody gave, or for one transaction that reads, in seconds. A crafted file can be read for ever.
READ_SECONDS = 20.0
PROGRESS_OPERATIONS = 20_000  #: Number of SQLite's operations between two looks at the clock; they take milliseconds.
#: Maximum size of a file that somebody gave, in bytes; a class of 99 pupils with the pictures of all slips of a week has 5,000,000.
MAX_GIVEN_BYTES = 100_000_000
MAX_GIVEN_ROWS = 200_000  #: Maximum number of rows of a table in such a file; 99 pupils have 8,000 results a year.
MAX_VALUE_BYTES = 20_000_000  #: Maximum size of a text or picture in such a file, in bytes.

Doing = Literal["read", "write", "alone"]  #: What a transaction does; with `alone` each statement is one.


@dataclass(frozen=True)
class FileKind:
    """What a file of the program holds."""

    application_id: int  #: SQLite application id, which marks the file as of this kind.
    version: int  #: Version of its tables.
    journal: Literal["DELETE", "WAL"]  #: `DELETE` keeps no old pages of what was removed; `WAL` lets others read while somebody writes.
    lock_seconds: float  #: Maximum wait for another program that writes to the same file, in seconds.
    foreign: Callable[[Path], str]  #: Returns the line for the user where a file is of another kind.


def _foreign_classes(path: Path) -> str:
    """Return the line for the user where the file of the classes is of another kind."""
    variable = CLASSES_VARIABLE
    return tr("{file}: is a file of another program; name another in {variable}", file=path, variable=variable)


def _foreign_games(path: Path) -> str:
    """Return the line for the user where the file of games or of a hall is of another kind."""
    return tr("{file}: is a file of another program; name another", file=path)


CLASSES = FileKind(0x4E554D4F, 3, "DELETE", 10.0, _foreign_classes)
GAMES = FileKind(0x4E554D47, 1, "WAL", 3.0, _foreign_games)
HALLS = FileKind(0x4E554D48, 1, "WAL", 3.0, _foreign_games)


def class_file_path() -> Path:
    """Return the path of the classes of this user; the file need not exist."""
    given = os.environ.get(CLASSES_VARIABLE)
    return Path(given) if given else user_folder() / "classes.sqlite"


def connect(path: Path, kind: FileKind) -> sqlite3.Connection:
    """Open a file; a new one is private. Its transactions are begun and ended by statements alone, and any thread may use it."""
    make_private_file(path)
    connection = sqlite3.connect(path, timeout=kind.lock_seconds, isolation_level=None, check_same_thread=False)
    try:
        if kind.journal == "WAL":
            _turn_to_wal(connection, kind.lock_seconds)
        for pragma in ("synchronous = FULL", "foreign_keys = ON", "secure_delete = ON", "trusted_schema = OFF"):
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
    """Return whether a file holds nothing and has no mark yet; refuse one of another kind or version, and make it private."""
    (application,), (version,) = (connection.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version"))
    new = application == version == 0 and not connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    if not new and application != kind.application_id:
        raise StoreError(kind.foreign(path))
    check_version(path, version, kind.version)
    _refuse_programs(connection, path)
    restrict_database(path)
    return new


def _refuse_programs(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a file that computes what is read from it: a view, a trigger, a virtual table or a generated column is a program."""
    for query in (
        "SELECT name FROM sqlite_master WHERE type NOT IN ('table', 'index') OR NOT rootpage",
        "SELECT it.name FROM sqlite_master AS it, pragma_table_xinfo(it.name) AS one WHERE it.type = 'table' AND one.hidden",
    ):
        if found := connection.execute(query).fetchone():
            raise StoreError(_not_ours(path, found[0]))


def _not_ours(path: Path, name: object) -> str:
    """Return the line for the user where a file holds a table or a program, ``name``, that this program never makes."""
    shown = short_repr(name)
    return tr(
        "{file}: holds {name}, which no file of this program does, so it is not read; take a copy that you kept", file=path, name=shown
    )


def limit_reading(connection: sqlite3.Connection, seconds: float | None) -> None:
    """Break off what is read from now on after some seconds; None for no limit."""
    end = time.monotonic() + (seconds or 0.0)
    connection.set_progress_handler(None if seconds is None else lambda: time.monotonic() > end, PROGRESS_OPERATIONS)


@contextmanager
def open_given_database(path: Path, tables: str) -> Iterator[sqlite3.Connection]:
    """Open a file of classes that somebody gave, to read it within `READ_SECONDS`; it is not changed, and no program in it is run.

    `tables` is SQL that makes its tables, each ``IF NOT EXISTS``; those that it lacks are empty.
    """
    with named_errors(path):
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):  # a pipe would be waited for, for ever
            raise StoreError(tr("{file}: is not a file; name the file", file=path))
        if status.st_size > MAX_GIVEN_BYTES:
            raise StoreError(tr("{file}: is larger than any such file ({most:,} bytes)", file=path, most=MAX_GIVEN_BYTES))
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)) as connection:
            limit_reading(connection, READ_SECONDS)
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute("BEGIN")
            (application,), (version,) = (connection.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version"))
            if application != CLASSES.application_id:
                raise StoreError(CLASSES.foreign(path))
            check_version(path, version, CLASSES.version)
            _check_tables(connection, path, tables)
            yield connection


def _check_tables(connection: sqlite3.Connection, path: Path, tables: str) -> None:
    """Refuse a file with tables that this program does not make, that are damaged or too long; tables that it lacks are temporary."""
    own = _schema(tables)
    held = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE type <> 'index' OR sql IS NOT NULL"))
    for name, sql in held.items():
        if _words(sql) != _words(own.get(name)):
            raise StoreError(_not_ours(path, name))
    (whole,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if whole != "ok":
        raise StoreError(tr("{file}: is damaged; take a copy that you kept", file=path))
    for name, sql in own.items():
        if name not in held:
            connection.execute(sql.replace("CREATE TABLE", "CREATE TEMP TABLE", 1))
        elif connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] > MAX_GIVEN_ROWS:  # noqa: S608 - a name of our own
            raise StoreError(tr("{file}: has more than {most:,} rows in {table}", file=path, most=MAX_GIVEN_ROWS, table=name))


def _schema(tables: str) -> dict[str, str]:
    """Return the statement that makes each table, by its name, as SQLite stores it; ``tables`` is SQL that makes them."""
    with closing(sqlite3.connect(":memory:")) as empty:
        empty.executescript(tables)
        return dict(empty.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))


def _words(sql: object) -> list[str] | None:
    """Return a statement without its blanks, for comparison; None for no statement."""
    return sql.split() if isinstance(sql, str) else None


def mark(connection: sqlite3.Connection, kind: FileKind) -> None:
    """Mark a new file, in the transaction that makes its tables."""
    connection.execute(f"PRAGMA application_id = {kind.application_id}")
    connection.execute(f"PRAGMA user_version = {kind.version}")


@contextmanager
def open_database(path: Path, tables: str = "") -> Iterator[sqlite3.Connection]:
    """Open a file of classes for one transaction: it is committed when the block ends well, else rolled back.

    A file that is not there is made, with `tables`, SQL whose statements say ``IF NOT EXISTS``. No other program writes meanwhile.
    """
    with named_errors(path):
        make_private_folder(path.parent)
        with closing(connect(path, CLASSES)) as connection, whole_transaction(connection):
            if is_new(connection, path, CLASSES) or connection.execute("PRAGMA user_version").fetchone() != (CLASSES.version,):
                mark(connection, CLASSES)
            for statement in filter(str.strip, tables.split(";")):
                connection.execute(statement)
            yield connection


def put_row(connection: sqlite3.Connection, table: str, row: Mapping[str, object], key: Collection[str]) -> None:
    """Insert a row, or change the other columns of the row that has the same key; the names are this program's own."""
    changed = ", ".join(f"{name} = excluded.{name}" for name in row if name not in key)
    insert = f"INSERT INTO {table} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})"  # noqa: S608
    connection.execute(f"{insert} ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changed}", tuple(row.values()))


def vacuum(path: Path) -> None:
    """Rewrite a file of classes without free pages, so that no deleted data stay in it."""
    with named_errors(path), closing(connect(path, CLASSES)) as connection:
        connection.execute("VACUUM")


@contextmanager
def whole_transaction(connection: sqlite3.Connection, *, writes: bool = True) -> Iterator[None]:
    """Run the block as one transaction: committed when it ends well, else rolled back."""
    connection.execute(BEGIN_WRITE if writes else "BEGIN")
    try:
        yield
    except BaseException:
        if connection.in_transaction:  # a full disk ends it by itself
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
