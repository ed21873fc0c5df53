"""A class with its weeks, marks, records and challenges in one file, to keep elsewhere or to take to another computer."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from numero_cam.base.errors import ClassError
from numero_cam.catalogue import tr
from numero_cam.classroom.classes import TABLES
from numero_cam.classroom.slip_store import SlipStore
from numero_cam.classroom.toptake import stored_round
from numero_cam.store.sqlite_file import class_file_path, open_database, open_given_database, vacuum

REPLACE_BY_COMMAND = tr("say --replace")
#: Which rows of each table belong to a class, in the order in which they are written.
_WHERE = {
    "class": "name = ?",
    **dict.fromkeys(("school_year", "top_take", "pupil", "team", "result"), "class = ? COLLATE NOCASE"),
    **dict.fromkeys(("ladder_game", "challenge", "slip_printing"), "class = ? COLLATE NOCASE"),
    "slip_entry": "printing IN (SELECT number FROM slip_printing WHERE class = ? COLLATE NOCASE)",
}

_Rows = dict[str, list[Sequence[object]]]  #: Rows of a class by the table's name; each has the values of ``_columns`` in their order.


@dataclass(frozen=True, slots=True)
class BackedUp:
    """The counts of what a backup holds."""

    class_name: str  #: Name of the class.
    pupils: int  #: Number of its pupils.
    weeks: int  #: Number of its printings: slips printed together, for a week or a challenge.
    answers: int  #: Number of answers and slips to look at.


def back_up(class_name: str, out: Path, *, file: Path | None = None) -> BackedUp:
    """Write a class with all that is stored of it into a file that is not there yet, and return the counts of what was written."""
    if out.exists():
        raise ClassError(tr("{file} is there already; name another file, or move that one away", file=out))
    if not out.parent.is_dir():
        raise ClassError(tr("{file}: there is no folder {folder}; make it, or name another file", file=out, folder=out.parent))
    with open_database(file or class_file_path(), TABLES) as connection:
        held = _checked(connection, class_name)
        rows = _rows_of(connection, held.class_name)
    try:
        with open_database(out, TABLES) as connection:
            _write(connection, rows)
    except BaseException:
        out.unlink(missing_ok=True)
        raise
    return held


def restore(backup: Path, *, replace: bool = False, how_to_replace: str = REPLACE_BY_COMMAND, file: Path | None = None) -> BackedUp:
    """Store the class of a backup with all its rows, and return the counts of what it holds.

    Args:
        backup: A file that ``back_up`` wrote; it stays as it is.
        replace: Whether a class of this name is replaced with all that is stored of it.
        how_to_replace: Words for the action that replaces a class, for the message.
        file: The file of the classes; None for that of this user.
    """
    held, rows = _read(backup)
    with open_database(file or class_file_path(), TABLES) as connection:
        store = SlipStore(connection)
        exists = store.classes.has(held.class_name)
        if exists and not replace:
            raise ClassError(
                tr("there is a class {name} already; to replace it with the backup, {how}", name=held.class_name, how=how_to_replace)
            )
        if exists:
            store.remove_printings(held.class_name)
            store.classes.remove(held.class_name)
        _refuse_foreign_printings(store, rows)
        _write(connection, rows)
        SlipStore(connection).renew()  # answers that other rules judged are judged anew
    if exists:
        vacuum(file or class_file_path())  # no byte of the replaced class stays
    return held


def _read(backup: Path) -> tuple[BackedUp, _Rows]:
    """Return the counts of what a backup holds and its rows, after all of it was read once without an error."""
    if not backup.is_file():
        raise ClassError(tr("{file}: there is no such file", file=backup))
    with open_given_database(backup, TABLES) as connection:
        names = SlipStore(connection).classes.names()
        if len(names) != 1:
            raise ClassError(tr("{file}: is no backup of a class; numero-cam class backup writes one", file=backup))
        return _checked(connection, names[0]), _rows_of(connection, names[0])


def _checked(connection: sqlite3.Connection, class_name: str) -> BackedUp:
    """Return the counts of what is stored of a class; all of it is read once, so that damaged rows raise an error here."""
    store = SlipStore(connection)
    room = store.classes.room(class_name)
    store.challenges(room.name)
    store.classes.teams(room.name)
    stored_round(store, room.name)
    numbers = store.printings(room.name)
    answers = 0
    for number in numbers:  # one at a time: a crafted file has 60 MB of them
        store.printing(number)
        answers += len(store.entries(number))
    return BackedUp(room.name, len(room.pupils), len(numbers), answers)


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    """Return the names of the columns of a table without ``id``, which another file counts anew."""
    return [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})") if name != "id"]


def _rows_of(connection: sqlite3.Connection, class_name: str) -> _Rows:
    """Return the rows of a class by table, each with the values of ``_columns`` in their order."""
    rows: _Rows = {}
    for table, where in _WHERE.items():
        query = f"SELECT {', '.join(_columns(connection, table))} FROM {table} WHERE {where} ORDER BY rowid"  # noqa: S608 - names of our own
        with closing(connection.execute(query, (class_name,))) as found:
            rows[table] = found.fetchall()
    return rows


def _write(connection: sqlite3.Connection, rows: _Rows) -> None:
    """Insert the rows of a class into the tables of an open file of classes."""
    for table, of_class in rows.items():
        columns = _columns(connection, table)
        query = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"  # noqa: S608 - names of our own
        connection.executemany(query, of_class)


def _refuse_foreign_printings(store: SlipStore, rows: _Rows) -> None:
    """Refuse rows whose printings have numbers that another class uses here."""
    for number, *_ in rows["slip_printing"]:
        other = store.printing(int(str(number)))
        if other is not None:
            raise ClassError(
                tr(
                    "printing {number} belongs to {class_name} here; restore on another computer",
                    number=number,
                    class_name=other.class_name,
                )
            )
