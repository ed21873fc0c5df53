"""Opens the SQLite file of the classes: one transaction for each opening, and deleted data are overwritten."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from numero_cam.base.errors import StoreError
from numero_cam.base.files import user_folder
from numero_cam.base.private_files import make_private_file, make_private_folder, restrict_database
from numero_cam.catalogue import tr
from numero_cam.store.store_errors import later_version_message, unusable_message

CLASSES_VARIABLE = "NUMERO_CAM_CLASSES"
"""Environment variable that names another file for the classes."""
LOCK_SECONDS = 10.0
"""Maximum wait for another program that writes to the same file, in seconds."""
APPLICATION_ID = 0x4E554D4F
"""SQLite application id of the file: four ASCII letters."""
SCHEMA_VERSION = 1


def class_file_path() -> Path:
    """Return the path of the classes of this user; the file need not exist."""
    given = os.environ.get(CLASSES_VARIABLE)
    return Path(given) if given else user_folder() / "classes.sqlite"


@contextmanager
def open_database(path: Path, tables: str = "") -> Iterator[sqlite3.Connection]:
    """Open a file for one transaction: it is committed when the block ends well, else rolled back.

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
                restrict_database(path)
                for statement in tables.split(";"):
                    if statement.strip():
                        connection.execute(statement)
                yield connection
        finally:
            connection.close()
    except (OSError, sqlite3.Error) as error:
        raise StoreError(unusable_message(path, error)) from error
    except UnicodeDecodeError as error:  # SQLite's own message quotes names of a damaged file
        message = tr("{path}: is damaged: its tables have names that are no text", path=path)
        raise StoreError(message) from error


def vacuum(path: Path) -> None:
    """Rewrite the file without free pages, so that no deleted data stay in it.

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
    """Mark a new file as this program's; refuse a file of another program or of a later version."""
    (application,), (version,) = (connection.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version"))
    if application == 0 and version == 0:
        others = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        if not others:
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            return
    if application != APPLICATION_ID:
        message = tr(
            "{path}: is a file of another program; name another with --file, or in {classes_variable}",
            path=path,
            classes_variable=CLASSES_VARIABLE,
        )
        raise StoreError(message)
    if version > SCHEMA_VERSION:
        raise StoreError(later_version_message(path, version, SCHEMA_VERSION))
