"""Keeps what was printed and what was read of slips, in the file of the classes; answers become text here and nowhere else."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from numero_cam.base.bounded_reader import MAX_WHOLE_NUMBER, parse_json
from numero_cam.base.errors import StoreError
from numero_cam.catalogue import tr
from numero_cam.classroom.classes import TABLES, Classes
from numero_cam.classroom.slips import Printing, SlipAnswer, SlipMarks, SlipPuzzle, TypedAnswer, parse_answer_text
from numero_cam.store.sqlite_file import class_file_path, open_database, vacuum

#: Maximum length of the JSON of a printing; one of 99 pupils, each with a puzzle of his own, has 60,000 characters.
MAX_PRINTING_CHARACTERS = 10_000_000
SLIP_TABLES = """
CREATE TABLE IF NOT EXISTS slip_printing (
    id INTEGER PRIMARY KEY, number INTEGER NOT NULL UNIQUE, class TEXT NOT NULL, week TEXT NOT NULL, body TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS slip_entry (
    id INTEGER PRIMARY KEY, printing INTEGER NOT NULL, slip INTEGER NOT NULL, seen TEXT NOT NULL, shaded TEXT NOT NULL,
    doubtful TEXT NOT NULL, pupil INTEGER, marks TEXT NOT NULL, state TEXT NOT NULL, reason TEXT NOT NULL, crop BLOB,
    UNIQUE (printing, slip, seen)
);
CREATE TABLE IF NOT EXISTS challenge (
    id INTEGER PRIMARY KEY, class TEXT NOT NULL COLLATE NOCASE, number INTEGER NOT NULL, author INTEGER NOT NULL, body TEXT NOT NULL,
    printing INTEGER, UNIQUE (class, number), FOREIGN KEY (class, author) REFERENCES pupil (class, number) ON DELETE CASCADE
);
"""


class EntryState(StrEnum):
    """What is decided about a slip entry."""

    ACCEPTED = "accepted"  #: Its marks are clear and a take; nobody had to look at it.
    OPEN = "open"  #: A person has to look at it.
    DECIDED = "decided"  #: A person decided what it says.
    LEFT_OUT = "left out"  #: A person decided that it does not count.


@dataclass(frozen=True, slots=True)
class SlipEntry:
    """An answer that was handed in: a slip in a photo, or a typed answer."""

    key: int  #: Number of the entry in the file; 0 for an entry that is not stored yet.
    slip: int  #: Number of the slip in its printing.
    reading: SlipAnswer  #: The answer as it was read; a slip whose reading is stored already is not stored again.
    answer: SlipAnswer  #: The answer that counts: as read, or as a person decided; marks are without a pupil's number.
    shaded: tuple[int, ...]  #: Circles that were read as shaded, as indexes into ``circles_of`` of the slip's form.
    doubtful: tuple[int, ...]  #: Circles that were not clear, the same way.
    pupil: int | None  #: Number of the pupil who gave the answer; None where nobody knows.
    state: EntryState  #: What is decided about it.
    reason: str = ""  #: Why a person has to look at it; kept when he has decided.
    crop: bytes | None = None  #: The slip as JPEG, only while the entry is open.

    @property
    def counts(self) -> bool:
        """Whether it is an answer of its pupil."""
        return self.state in (EntryState.ACCEPTED, EntryState.DECIDED)

    @property
    def reading_text(self) -> str:
        """The reading as text, which identifies it among the readings of the same slip."""
        return self.reading.text_with_number if isinstance(self.reading, SlipMarks) else str(self.reading)

    @property
    def is_typed(self) -> bool:
        """Whether the answer was typed instead of shaded."""
        return isinstance(self.reading, TypedAnswer)

    def reopened(self, reason: str) -> "SlipEntry":
        """Return the entry as one that a person has to look at, with one more reason."""
        reasons = [one for one in (self.reason, reason) if one]
        return replace(self, state=EntryState.OPEN, reason="; ".join(dict.fromkeys(reasons)))


@dataclass(frozen=True, slots=True)
class Challenge:
    """A puzzle that a pupil set for the class."""

    number: int  #: Its number in the class, from 1.
    author: int  #: Number of the pupil who set it.
    puzzle: SlipPuzzle  #: The puzzle with its proven best take.
    printing: int | None = None  #: Number of the printing of its slips; None where it was not printed.


class SlipStore:
    """The printings and entries in an open file of the classes.

    Args:
        connection: Connection to the file, in a transaction that ``open_slip_store`` ends.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._file = connection

    def put_printing(self, printing: Printing) -> None:
        """Store a printing; one of the same number is replaced."""
        row = (printing.number, printing.class_name, printing.week, json.dumps(printing.to_dict(), ensure_ascii=False))
        insert = "INSERT INTO slip_printing (number, class, week, body) VALUES (?, ?, ?, ?)"
        self._file.execute(f"{insert} ON CONFLICT (number) DO UPDATE SET body = excluded.body", row)

    def printing(self, number: int) -> Printing | None:
        """Return the printing of a number; None where there is none."""
        row = self._file.execute("SELECT body FROM slip_printing WHERE number = ?", (min(number, MAX_WHOLE_NUMBER),)).fetchone()
        return _printing(number, row[0]) if row else None

    def printings_of(self, class_name: str) -> tuple[Printing, ...]:
        """Return the printings of a class, the latest last."""
        query = "SELECT number, body FROM slip_printing WHERE class = ? COLLATE NOCASE ORDER BY id"
        return tuple(_printing(number, body) for number, body in self._file.execute(query, (class_name,)))

    def printings(self, class_name: str) -> tuple[int, ...]:
        """Return the numbers of the printings of a class, the latest last."""
        rows = self._file.execute("SELECT number FROM slip_printing WHERE class = ? COLLATE NOCASE ORDER BY id", (class_name,))
        return tuple(number for (number,) in rows)

    def entries(self, printing: int) -> tuple[SlipEntry, ...]:
        """Return the entries of a printing, in the order of its slips."""
        columns = "id, slip, seen, marks, shaded, doubtful, pupil, state, reason, crop"
        query = f"SELECT {columns} FROM slip_entry WHERE printing = ? ORDER BY slip, id"  # noqa: S608 - names of our own
        try:
            return tuple(_entry(row) for row in self._file.execute(query, (printing,)))
        except (AttributeError, TypeError, ValueError) as error:  # SQLite lets columns have any type
            entry = tr("an entry of printing {printing} cannot be read ({error})", printing=printing, error=error)
            raise StoreError(tr("the file of the classes is damaged: {entry}", entry=entry)) from error

    def put(self, printing: int, entry: SlipEntry) -> bool:
        """Store a new entry, or change the entry that has its key; the crop is stored only while the entry is open.

        Returns:
            False where the slip has no entry of this key any more, and nothing was stored.
        """
        crop = entry.crop if entry.state is EntryState.OPEN else None
        circles = " ".join(map(str, entry.shaded)), " ".join(map(str, entry.doubtful))
        values = (*circles, entry.pupil, str(entry.answer), entry.state, entry.reason, crop)
        if entry.key:
            query = "UPDATE slip_entry SET shaded = ?, doubtful = ?, pupil = ?, marks = ?, state = ?, reason = ?, crop = ?"
            where = "WHERE id = ? AND printing = ? AND slip = ?"
            return self._file.execute(f"{query} {where}", (*values, entry.key, printing, entry.slip)).rowcount > 0
        columns = "shaded, doubtful, pupil, marks, state, reason, crop, printing, slip, seen"
        query = f"INSERT INTO slip_entry ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - names of our own
        self._file.execute(query, (*values, printing, entry.slip, entry.reading_text))
        return True

    def remove_entry(self, key: int) -> None:
        """Remove an entry."""
        self._file.execute("DELETE FROM slip_entry WHERE id = ?", (key,))

    def remove_answers(self, class_name: str, pupil: int | None = None) -> None:
        """Remove the entries of a pupil and his name from the printings; without a pupil, all printings and entries of the class."""
        for number in self.printings(class_name):
            printing = self.printing(number)
            if pupil is None or printing is None:
                self._file.execute("DELETE FROM slip_entry WHERE printing = ?", (number,))
                self._file.execute("DELETE FROM slip_printing WHERE number = ?", (number,))
            else:
                self._file.execute("DELETE FROM slip_entry WHERE printing = ? AND pupil = ?", (number, pupil))
                body = json.dumps(printing.without(pupil).to_dict(), ensure_ascii=False)
                self._file.execute("UPDATE slip_printing SET body = ? WHERE number = ?", (body, number))

    def challenges(self, class_name: str) -> tuple[Challenge, ...]:
        """Return the challenges of a class, by number."""
        query = "SELECT number, author, body, printing FROM challenge WHERE class = ? ORDER BY number"
        try:
            return tuple(map(_challenge, self._file.execute(query, (class_name,))))
        except (KeyError, TypeError, ValueError) as error:
            raise StoreError(tr("the file of the classes is damaged: a challenge of {name} cannot be read", name=class_name)) from error

    def put_challenge(self, class_name: str, challenge: Challenge) -> None:
        """Store a challenge; one of the same number is replaced."""
        row = (class_name, challenge.number, challenge.author, json.dumps(challenge.puzzle.to_dict()), challenge.printing)
        insert = "INSERT INTO challenge (class, number, author, body, printing) VALUES (?, ?, ?, ?, ?)"
        changed = "author = excluded.author, body = excluded.body, printing = excluded.printing"
        self._file.execute(f"{insert} ON CONFLICT (class, number) DO UPDATE SET {changed}", row)

    def remove_challenge(self, class_name: str, number: int) -> None:
        """Remove a challenge; nothing happens where there is none of this number."""
        self._file.execute("DELETE FROM challenge WHERE class = ? AND number = ?", (class_name, number))

    @property
    def classes(self) -> Classes:
        """The classes in the same file."""
        return Classes(self._file)


def _printing(number: int, body: str) -> Printing:
    """Return the printing of a row."""
    try:
        return Printing.from_dict(parse_json(body[:MAX_PRINTING_CHARACTERS], "printing", ValueError))
    except (KeyError, TypeError, ValueError) as error:
        raise StoreError(tr("the file of the classes is damaged: printing {number} cannot be read", number=number)) from error


def _entry(row: Sequence[Any]) -> SlipEntry:
    """Return the entry of a row."""
    key, slip, seen, marks, shaded, doubtful, pupil, state, reason, crop = row
    shaded, doubtful = (tuple(map(int, text.split())) for text in (shaded, doubtful))
    return SlipEntry(key, slip, parse_answer_text(seen), parse_answer_text(marks), shaded, doubtful, pupil, EntryState(state), reason, crop)


def _challenge(row: Sequence[Any]) -> Challenge:
    """Return the challenge of a row."""
    number, author, body, printing = row
    return Challenge(number, author, SlipPuzzle.from_dict(parse_json(body[:MAX_PRINTING_CHARACTERS], "challenge", ValueError)), printing)


@contextmanager
def open_slip_store(path: Path | None = None) -> Iterator[SlipStore]:
    """Open the file of the classes; changes are kept if the block ends without an exception, else none of them.

    Args:
        path: The file; by default the file of this user. It is created where it does not exist.
    """
    with open_database(path or class_file_path(), f"{TABLES};{SLIP_TABLES}") as connection:
        yield SlipStore(connection)


def remove_for_good(class_name: str, pupil: int | None = None, path: Path | None = None) -> str:
    """Remove everything of a pupil, or of a whole class, so that no byte of it stays in the file; return the name of the class."""
    place = path or class_file_path()
    with open_slip_store(place) as store:
        stored_name = store.classes.room(class_name).name
        store.remove_answers(stored_name, pupil)
        store.classes.remove(stored_name, pupil)
    vacuum(place)
    return stored_name
