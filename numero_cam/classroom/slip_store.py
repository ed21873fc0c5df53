"""Removes pupils and classes with everything that is remembered of them: results, ladder, slips, pictures."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from numero_cam.base.bounded_reader import MAX_WHOLE_NUMBER, parse_json
from numero_cam.base.errors import StoreError
from numero_cam.classroom.classes import TABLES, Classes
from numero_cam.classroom.slips import Printing
from numero_cam.store import class_file_path, open_database, vacuum

MOST_BODY = 10_000_000
"""Characters of a printing; one of 99 pupils, each with a puzzle of his own, has 60,000."""
SLIP_TABLES = """
CREATE TABLE IF NOT EXISTS slip_printing (
    id INTEGER PRIMARY KEY, number INTEGER NOT NULL UNIQUE, class TEXT NOT NULL, week TEXT NOT NULL, body TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS slip_entry (
    id INTEGER PRIMARY KEY, printing INTEGER NOT NULL, slip INTEGER NOT NULL, seen TEXT NOT NULL, shaded TEXT NOT NULL,
    doubtful TEXT NOT NULL, pupil INTEGER, marks TEXT NOT NULL, state TEXT NOT NULL, reason TEXT NOT NULL, crop BLOB,
    UNIQUE (printing, slip, seen)
);
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """What was read on a slip.

    Attributes:
        key: Number of the entry; 0 for one that is not stored yet.
        slip: Of the printing.
        seen: The marks as they were read, by which the same slip is known again; see ``SlipMarks``.
        shaded: Which circles were read as shaded, by their places in ``circles_of``.
        doubtful: Which were not clear.
        pupil: Whose it is; None where nobody knows.
        marks: The marks that count: as read, or as a person decided.
        state: ``accepted``, ``open``, ``decided`` or ``left out``.
        reason: Why it is open; kept when it is decided.
        crop: The slip as JPEG, only as long as it is open.
    """

    key: int
    slip: int
    seen: str
    shaded: tuple[int, ...]
    doubtful: tuple[int, ...]
    pupil: int | None
    marks: str
    state: str
    reason: str = ""
    crop: bytes | None = None

    @property
    def counts(self) -> bool:
        """Whether it is an answer of its pupil."""
        return self.state in ("accepted", "decided")


class SlipStore:
    """Printings and entries.

    Args:
        connection: To the file, in a transaction that ``open_store`` ends.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._file = connection

    def add_printing(self, printing: Printing) -> None:
        """Remember what was printed."""
        row = (printing.number, printing.class_name, printing.week, json.dumps(printing.to_dict(), ensure_ascii=False))
        self._file.execute("INSERT INTO slip_printing (number, class, week, body) VALUES (?, ?, ?, ?)", row)

    def printing(self, number: int) -> Printing | None:
        """The printing of a number; None where nothing is known of it."""
        row = self._file.execute("SELECT body FROM slip_printing WHERE number = ?", (min(number, MAX_WHOLE_NUMBER),)).fetchone()
        try:
            return Printing.from_dict(parse_json(row[0][:MOST_BODY], "the printing", ValueError)) if row else None
        except (KeyError, TypeError, ValueError) as error:
            message = f"the file of the classes is damaged: printing {number} cannot be read"
            raise StoreError(message) from error

    def printings(self, class_name: str) -> tuple[int, ...]:
        """Numbers of what was printed for a class, the latest last."""
        rows = self._file.execute("SELECT number FROM slip_printing WHERE class = ? COLLATE NOCASE ORDER BY id", (class_name,))
        return tuple(number for (number,) in rows)

    def entries(self, printing: int) -> tuple[Entry, ...]:
        """What was read of a printing, by its slips."""
        columns = "id, slip, seen, shaded, doubtful, pupil, marks, state, reason, crop"
        query = f"SELECT {columns} FROM slip_entry WHERE printing = ? ORDER BY slip, id"  # noqa: S608 - names of our own
        rows = self._file.execute(query, (printing,))
        return tuple(Entry(row[0], row[1], row[2], _numbers(row[3]), _numbers(row[4]), *row[5:]) for row in rows)

    def put(self, printing: int, entry: Entry) -> None:
        """Store an entry, or change the one of its key. What is not open any more loses its crop."""
        crop = entry.crop if entry.state == "open" else None
        texts = " ".join(map(str, entry.shaded)), " ".join(map(str, entry.doubtful))
        values = (*texts, entry.pupil, entry.marks, entry.state, entry.reason, crop)
        if entry.key:
            query = "UPDATE slip_entry SET shaded = ?, doubtful = ?, pupil = ?, marks = ?, state = ?, reason = ?, crop = ? WHERE id = ?"
            self._file.execute(query, (*values, entry.key))
        else:
            columns = "shaded, doubtful, pupil, marks, state, reason, crop, printing, slip, seen"
            query = f"INSERT INTO slip_entry ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - names of our own
            self._file.execute(query, (*values, printing, entry.slip, entry.seen))

    def forget(self, class_name: str, pupil: int | None = None) -> None:
        """Remove what was read of a pupil, and his name from what was printed; of all pupils, everything of the class."""
        numbers = self.printings(class_name)
        for number in numbers:
            printing = self.printing(number)
            if pupil is None or printing is None:
                self._file.execute("DELETE FROM slip_entry WHERE printing = ?", (number,))
                self._file.execute("DELETE FROM slip_printing WHERE number = ?", (number,))
            else:
                self._file.execute("DELETE FROM slip_entry WHERE printing = ? AND pupil = ?", (number, pupil))
                body = json.dumps(printing.without(pupil).to_dict(), ensure_ascii=False)
                self._file.execute("UPDATE slip_printing SET body = ? WHERE number = ?", (body, number))

    @property
    def classes(self) -> Classes:
        """The classes in the same file."""
        return Classes(self._file)

    def remove(self, key: int) -> None:
        """Forget an entry."""
        self._file.execute("DELETE FROM slip_entry WHERE id = ?", (key,))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split())


@contextmanager
def open_store(path: Path | None = None) -> Iterator[SlipStore]:
    """Open the file of the classes; what is done with it is kept when the block ends well, else nothing of it.

    Args:
        path: The file; by default that of this user. It is made where it is not there.

    Raises:
        StoreError: It cannot be opened or written, or is no such file.
    """
    with open_database(path or class_file_path(), f"{TABLES};{SLIP_TABLES}") as connection:
        yield SlipStore(connection)


def forget(name: str, number: int | None = None, path: Path | None = None) -> str:
    """Remove everything of a pupil, or of the whole class, so that nothing of it stays in the file; return the class's name.

    Raises:
        ClassError: There is no such class or pupil.
        StoreError: The file cannot be used.
    """
    place = path or class_file_path()
    with open_store(place) as store:
        called = store.classes.room(name).name
        store.forget(called, number)
        store.classes.forget(called, number)
    vacuum(place)
    return called
