"""Opens SQLite files of the program: a transaction each, and what is deleted is overwritten."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from numero_cam.base.errors import StoreError
from numero_cam.base.files import user_folder
from numero_cam.base.private_files import make_private_file, make_private_folder, mend_database
from numero_cam.store.store_errors import later_version_message, unusable_message

CLASSES_VARIABLE = "NUMERO_CAM_CLASSES"
"""Environment variable with another file for the classes."""
LOCK_SECONDS = 10.0
"""Seconds to wait for another program that writes to the same file."""
APPLICATION_ID = 0x4E554D4F
"""Marks the file as this program's; SQLite keeps it in the file's head (`NUMO` in ASCII)."""
SCHEMA_VERSION = 1


def class_file_path() -> Path:
    """Return where the classes of this user are; the file need not be there."""
    given = os.environ.get(CLASSES_VARIABLE)
    return Path(given) if given else user_folder() / "classes.sqlite"


@contextmanager
def open_database(path: Path, tables: str = "") -> Iterator[sqlite3.Connection]:
    """Open a file; what is done with it is kept when the block ends well, else nothing of it.

    No other program writes meanwhile. The journal is SQLite's own, not a write-ahead log: that would keep old pages of removed pupils.

    Args:
        path: The file; it is made where it is not there.
        tables: SQL that makes the tables that are wanted, each ``IF NOT EXISTS``.

    Raises:
        StoreError: It cannot be opened or written, is no such file, or of a later version of this program.
    """
    try:
        make_private_folder(path.parent)
        make_private_file(path)
        connection = sqlite3.connect(path, timeout=LOCK_SECONDS, isolation_level=None)
        try:
            connection.execute("PRAGMA secure_delete = ON")
            connection.execute("PRAGMA foreign_keys = ON")
            with _transaction(connection):
                _check_owner(path, connection)
                mend_database(path)
                for statement in tables.split(";"):
                    if statement.strip():
                        connection.execute(statement)
                yield connection
        finally:
            connection.close()
    except (OSError, sqlite3.Error) as error:
        raise StoreError(unusable_message(path, error)) from error
    except UnicodeDecodeError as error:  # SQLite's own message quotes names of a damaged file
        message = f"{path}: is damaged: its tables have names that are no text"
        raise StoreError(message) from error


def vacuum(path: Path) -> None:
    """Write the file anew without the pages that are free, so that nothing of what was deleted stays in it.

    Raises:
        StoreError: It cannot be written.
    """
    try:
        connection = sqlite3.connect(path, timeout=LOCK_SECONDS, isolation_level=None)
        try:
            connection.execute("VACUUM")
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise StoreError(unusable_message(path, error)) from error


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _check_owner(path: Path, connection: sqlite3.Connection) -> None:
    """Mark a new file as ours; refuse one that is another program's, or of a later version."""
    (application,), (version,) = (connection.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version"))
    if application == 0 and version == 0:
        others = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        if not others:
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            return
    if application != APPLICATION_ID:
        message = f"{path}: is a file of another program; name another with --file, or in {CLASSES_VARIABLE}"
        raise StoreError(message)
    if version > SCHEMA_VERSION:
        raise StoreError(later_version_message(path, version, SCHEMA_VERSION))
