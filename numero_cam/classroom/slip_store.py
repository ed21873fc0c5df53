"""The store of printings, slip entries and challenges in the file of the classes; JSON is written and read here and nowhere else."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from numero_cam.base.bounded_reader import MAX_WHOLE_NUMBER, parse_json, whole_number
from numero_cam.base.errors import StoreError
from numero_cam.catalogue import tr
from numero_cam.classroom.classes import MAX_CLASS_CHARACTERS, TABLES, Classes, Classroom, plain_name, read_class_list, stored_place
from numero_cam.classroom.slips import (
    FORGOTTEN_PUPIL,
    JUDGE_VERSION,
    MAX_PUPIL_NUMBER,
    AnswerWorth,
    Printing,
    SlipAnswer,
    SlipMarks,
    SlipPuzzle,
    TypedMark,
    answer_from_dict,
    answer_to_dict,
    judge_answer,
    parse_marks,
)
from numero_cam.store.sqlite_file import class_file_path, open_database, put_row

#: Maximum length of the JSON of a printing; one of 99 pupils, each with a puzzle of his own, has 60,000 characters.
MAX_PRINTING_CHARACTERS = 10_000_000


class EntryState(StrEnum):
    """Whether a slip entry counts, and by whose decision."""

    ACCEPTED = "accepted"  #: Its marks are clear and a take; nobody had to look at it.
    OPEN = "open"  #: A person has to look at it.
    DECIDED = "decided"  #: A person decided what it says.
    LEFT_OUT = "left out"  #: A person decided that it does not count.


@dataclass(frozen=True, slots=True)
class SlipEntry:
    """An answer to one puzzle that was handed in: on a slip in a photo, or typed. A slip with several puzzles makes an entry of each."""

    key: int  #: Number of the entry in the file; 0 for an entry that is not stored yet.
    slip: int  #: Number of the slip in its printing.
    reading: SlipAnswer  #: The answer as it was read; a slip whose reading is stored already is not stored again.
    answer: SlipAnswer  #: The answer that counts: as read, or as a person decided; marks are without a pupil's number.
    worth: AnswerWorth  #: Worth of the answer that counts.
    shaded: tuple[int, ...]  #: Circles that were read as shaded, as indexes into ``circles_of`` of the slip's form.
    doubtful: tuple[int, ...]  #: Circles that were not clear, as such indexes.
    pupil: int | None  #: Number of the pupil who gave the answer; None where nobody knows.
    state: EntryState  #: Whether it counts.
    reason: str = ""  #: Why a person has to look at it; kept when he has decided.
    crop: bytes | None = None  #: The part of the slip that ``SlipForm.shown`` says, as JPEG, only while the entry is open.
    at: int = 0  #: Which puzzle of the slip it answers, from 0.

    @property
    def counts(self) -> bool:
        """Whether it counts as an answer of its pupil: it was accepted, or a person decided what it says."""
        return self.state in (EntryState.ACCEPTED, EntryState.DECIDED)

    @property
    def reading_text(self) -> str:
        """The reading for people, with the pupil's number of a spare slip: ``10o: 7r 3g #17``."""
        number = self.reading.number if isinstance(self.reading, SlipMarks) else None
        return f"{self.reading}" if number is None else f"{self.reading} #{number}"

    @property
    def is_typed(self) -> bool:
        """Whether the answer was typed instead of shaded."""
        return isinstance(self.reading, TypedMark)

    def is_same_reading(self, other: "SlipEntry") -> bool:
        """Return whether another entry reads the same puzzle of the same slip in the same way."""
        return (self.slip, self.at, self.reading) == (other.slip, other.at, other.reading)

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
    """The printings and entries in an open file of the classes."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._file = connection
        self._printings: dict[int, Printing | None] = {}  #: The printings that were read in this transaction, by number; None for none.

    def put_printing(self, printing: Printing) -> None:
        """Store a printing; one of the same number is replaced."""
        body = json.dumps(printing.to_dict(), ensure_ascii=False)
        row = {"number": printing.number, "class": printing.class_name, "week": printing.week, "body": body}
        put_row(self._file, "slip_printing", row, ("number",))
        self._printings.pop(printing.number, None)

    def printing(self, number: int) -> Printing | None:
        """Return the printing of a number; None where there is none."""
        if number not in self._printings:
            row = self._file.execute("SELECT body FROM slip_printing WHERE number = ?", (min(number, MAX_WHOLE_NUMBER),)).fetchone()
            self._printings[number] = _printing(number, row[0]) if row else None
        return self._printings[number]

    def printings_of(self, class_name: str) -> tuple[Printing, ...]:
        """Return the printings of a class, the latest last."""
        return tuple(printing for number in self.printings(class_name) if (printing := self.printing(number)) is not None)

    def printings(self, class_name: str) -> tuple[int, ...]:
        """Return the numbers of the printings of a class, the latest last."""
        rows = self._file.execute("SELECT number FROM slip_printing WHERE class = ? COLLATE NOCASE ORDER BY id", (class_name,))
        return tuple(number for (number,) in rows)

    def entries(self, printing: int) -> tuple[SlipEntry, ...]:
        """Return the entries of a printing, in the order of its slips."""
        printed = self.printing(printing)
        if printed is None:
            return ()
        columns = "id, slip, seen, marks, shaded, doubtful, pupil, state, reason, crop"
        query = f"SELECT {columns} FROM slip_entry WHERE printing = ? ORDER BY slip, id"  # noqa: S608 - names of our own
        try:
            found = [_entry(printed, row) for row in self._file.execute(query, (printing,))]
            return tuple(sorted(found, key=lambda entry: (entry.slip, entry.at)))
        except (AttributeError, KeyError, TypeError, ValueError) as error:  # SQLite lets columns have any type
            entry = tr("an entry of printing {printing} cannot be read ({error})", printing=printing, error=error)
            raise StoreError(tr("the file of the classes is damaged: {entry}", entry=entry)) from error

    def put(self, printing: int, entry: SlipEntry) -> bool:
        """Store a new entry, or change the entry that has its key; the crop is stored only while the entry is open.

        A result of its pupil that was typed for this week before is cleared: from now on it is that of the slip.

        Returns:
            False where the slip has no entry of this key any more, and nothing was stored.
        """
        printed = self.printing(printing)
        if printed is not None and entry.pupil and entry.state is not EntryState.LEFT_OUT:
            self.classes.leave_to_slip(printed.class_name, entry.pupil, printed.week)
        return self._write(printing, entry)

    def _write(self, printing: int, entry: SlipEntry) -> bool:
        """Insert an entry, or update the one with its key; return what `put` returns."""
        crop = entry.crop if entry.state is EntryState.OPEN else None
        circles = " ".join(map(str, entry.shaded)), " ".join(map(str, entry.doubtful))
        judged = {"rules": JUDGE_VERSION, "worth": entry.worth.to_dict(), "answer": answer_to_dict(entry.answer)}
        # The reading names the puzzle, since readings of one slip are unique in the file.
        answers = json.dumps({**answer_to_dict(entry.reading), "at": entry.at}), json.dumps(judged)
        values = (*answers, *circles, entry.pupil, entry.state, entry.reason, crop)
        columns = ("seen", "marks", "shaded", "doubtful", "pupil", "state", "reason", "crop", "printing", "slip")
        if entry.key:
            query = f"UPDATE slip_entry SET {', '.join(f'{name} = ?' for name in columns[:-2])} WHERE printing = ? AND slip = ? AND id = ?"  # noqa: S608
            return self._file.execute(query, (*values, printing, entry.slip, entry.key)).rowcount > 0
        query = f"INSERT INTO slip_entry ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"  # noqa: S608 - names of our own
        self._file.execute(query, (*values, printing, entry.slip))
        return True

    def renew(self) -> None:
        """Judge the entries anew that were stored by another ``JUDGE_VERSION``, or without a worth; damaged ones stay as they are."""
        other = self._file.execute(
            "SELECT DISTINCT printing FROM slip_entry WHERE marks NOT LIKE ?", (f'{{"rules": {JUDGE_VERSION}, %',)
        ).fetchall()
        for (number,) in other:
            with suppress(StoreError):
                for entry in self.entries(number):
                    self._write(number, entry)

    def remove_entry(self, key: int) -> None:
        """Remove an entry."""
        self._file.execute("DELETE FROM slip_entry WHERE id = ?", (key,))

    def remove_printings(self, class_name: str) -> None:
        """Remove all printings of a class and what was handed in of them."""
        for number in self.printings(class_name):
            self._printings.pop(number, None)
            self._file.execute("DELETE FROM slip_entry WHERE printing = ?", (number,))
            self._file.execute("DELETE FROM slip_printing WHERE number = ?", (number,))

    def challenges(self, class_name: str) -> tuple[Challenge, ...]:
        """Return the challenges of a class, by number."""
        query = "SELECT number, author, body, printing FROM challenge WHERE class = ? ORDER BY number"
        try:
            return tuple(map(_challenge, self._file.execute(query, (class_name,))))
        except (KeyError, TypeError, ValueError) as error:
            raise StoreError(tr("the file of the classes is damaged: a challenge of {name} cannot be read", name=class_name)) from error

    def put_challenge(self, class_name: str, challenge: Challenge) -> None:
        """Store a challenge; one of the same number is replaced."""
        row = {"class": class_name, "number": challenge.number, "author": challenge.author, "printing": challenge.printing}
        put_row(self._file, "challenge", {**row, "body": json.dumps(challenge.puzzle.to_dict())}, ("class", "number"))

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


def _entry(printing: Printing, row: Sequence[Any]) -> SlipEntry:
    """Return the entry of a row; its worth is judged anew where another ``JUDGE_VERSION`` stored it, or none was stored."""
    key, slip, seen, marks, shaded, doubtful, pupil, state, reason, crop = row
    at = whole_number(stored_place(seen), 0, printing.puzzles_per_slip - 1)
    puzzle = printing.puzzle_of(whole_number(slip, 0, len(printing.slips) - 1), at)
    if marks.startswith("{"):
        reading, judged = (parse_json(text, "answer", ValueError) for text in (seen, marks))
        reading, answer = (answer_from_dict(each, puzzle) for each in (reading, judged["answer"]))
        worth = AnswerWorth.from_dict(judged["worth"]) if judged["rules"] == JUDGE_VERSION else judge_answer(puzzle, answer)
        worth.check_fits(puzzle, answer)
    else:
        reading, answer = (_earlier_answer(text, puzzle) for text in (seen, marks))
        worth = judge_answer(puzzle, answer)
    shaded, doubtful = (tuple(map(int, text.split())) for text in (shaded, doubtful))
    pupil = None if pupil is None else whole_number(pupil, FORGOTTEN_PUPIL, MAX_PUPIL_NUMBER)
    if not isinstance(reason, str) or not isinstance(crop, bytes | None):
        raise TypeError(tr("its reason is no text, or its picture no picture"))
    return SlipEntry(key, slip, reading, answer, worth, shaded, doubtful, pupil, EntryState(state), reason, crop, at)


def _earlier_answer(text: str, puzzle: SlipPuzzle) -> SlipAnswer:
    """Return the answer that an earlier version stored as text."""
    typed = text.removeprefix("typed: ")
    return parse_marks(text, puzzle) if typed == text else TypedMark(typed)


def _challenge(row: Sequence[Any]) -> Challenge:  # number, author, body, printing
    number, author, body, printing = row
    return Challenge(number, author, SlipPuzzle.from_dict(parse_json(body[:MAX_PRINTING_CHARACTERS], "challenge", ValueError)), printing)


@contextmanager
def open_slip_store(path: Path | None = None) -> Iterator[SlipStore]:
    """Open the file of the classes, by default that of this user; it is made where it does not exist.

    Changes are kept if the block ends without an exception, else none of them.
    """
    with open_database(path or class_file_path(), TABLES) as connection:
        store = SlipStore(connection)
        store.renew()
        yield store


@contextmanager
def open_classes(path: Path | None = None) -> Iterator[Classes]:
    """Open the classes of a file like `open_slip_store`."""
    with open_slip_store(path) as store:
        yield store.classes


def room_of(name_or_list: str) -> tuple[Classroom, bool]:
    """Return a class and whether it is stored; else it is that of the path of a list for ``read_class_list``, named after its file."""
    with open_classes() as classes:
        if classes.has(name_or_list):
            return classes.room(name_or_list), True
        if not Path(name_or_list).exists() and not Path(name_or_list).suffix:
            classes.room(name_or_list)  # raises an error that names the classes
    name = plain_name(Path(name_or_list).stem, "class", MAX_CLASS_CHARACTERS)
    return Classroom(name, read_class_list(Path(name_or_list)), (), ()), False
