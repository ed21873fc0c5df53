"""Classes with what they did: pupils, results of weeks and games, records and the ladder, in one file on this computer."""

import random
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from numero_cam.assistant.class_list import LONGEST_NAME, MOST_NUMBER, Pupil, read_class_list
from numero_cam.assistant.ladder import after_challenge
from numero_cam.base.bounded_reader import MOST_WHOLE, plain_text, whole_number
from numero_cam.base.errors import ClassError, StoreError
from numero_cam.games.numero.rules.choices import By
from numero_cam.store import class_place, open_database

LONGEST_CLASS = 40
LONGEST_WEEK = 40
MOST_COUNT = 10_000
"""Of cards or points in a result."""
TABLES = """
CREATE TABLE IF NOT EXISTS class (name TEXT PRIMARY KEY COLLATE NOCASE);
CREATE TABLE IF NOT EXISTS pupil (
    class TEXT NOT NULL COLLATE NOCASE REFERENCES class ON DELETE CASCADE, number INTEGER NOT NULL, name TEXT NOT NULL,
    level TEXT NOT NULL, rung INTEGER NOT NULL, PRIMARY KEY (class, number)
);
CREATE TABLE IF NOT EXISTS result (
    class TEXT NOT NULL COLLATE NOCASE, number INTEGER NOT NULL, week TEXT NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('take', 'game')),
    cards INTEGER, points INTEGER, best INTEGER, PRIMARY KEY (class, number, week, kind),
    FOREIGN KEY (class, number) REFERENCES pupil ON DELETE CASCADE
)
"""


@dataclass(frozen=True, slots=True)
class Result:
    """What a pupil reached in a week, or on another occasion.

    Attributes:
        number: Of the pupil.
        week: What the week or occasion is called.
        kind: ``take`` for a puzzle, ``game`` for a whole game.
        cards: Cards won; None where nobody counted them.
        points: Points; None where nobody counted them.
        best: Whether no take was better; None for a game, or where nobody knows.
    """

    number: int
    week: str
    kind: str
    cards: int | None = None
    points: int | None = None
    best: bool | None = None

    def count(self, by: By) -> int | None:
        """Its cards or points."""
        return self.cards if by == "cards" else self.points


@dataclass(frozen=True, slots=True)
class Classroom:
    """A class as it is remembered.

    Attributes:
        name: Of the class.
        pupils: By number.
        ladder: Numbers of the pupils, the highest place first.
        results: By week in the order in which the weeks came, then by number.
    """

    name: str
    pupils: tuple[Pupil, ...]
    ladder: tuple[int, ...]
    results: tuple[Result, ...]

    def pupil(self, number: int) -> Pupil:
        """Return a pupil.

        Raises:
            ClassError: There is none of this number.
        """
        for pupil in self.pupils:
            if pupil.number == number:
                return pupil
        message = f"class {self.name} has no pupil {number}; its numbers are {', '.join(str(each.number) for each in self.pupils)}"
        raise ClassError(message)

    @property
    def weeks(self) -> tuple[str, ...]:
        """What the weeks and occasions are called, the first one first."""
        return tuple(dict.fromkeys(result.week for result in self.results))

    def records(self, kind: str, by: By) -> tuple[Result, ...]:
        """Return the highest results of a kind; several where they are equal, none where nothing was counted."""
        counted = [result for result in self.results if result.kind == kind and result.count(by) is not None]
        highest = max((result.count(by) or 0 for result in counted), default=0)
        return tuple(result for result in counted if result.count(by) == highest)


def _pupil(number: object, name: object, level: object, rung: object) -> Pupil:
    """A row of the table, whose columns SQLite lets have any type.

    Raises:
        ValueError: One has another type.
    """
    whole_number(rung, -MOST_WHOLE, MOST_WHOLE)
    return Pupil(whole_number(number, 1, MOST_NUMBER), plain_text(name, LONGEST_NAME), plain_text(level, LONGEST_WEEK))


def _result(row: Sequence[object]) -> Result:
    """A row of the table; see ``_pupil``."""
    number, week, kind, cards, points, best = row
    counted = tuple(None if count is None else whole_number(count, -MOST_COUNT, MOST_COUNT) for count in (cards, points))
    told = None if best is None else bool(whole_number(best, 0, 1))
    week, kind = plain_text(week, LONGEST_WEEK), plain_text(kind, LONGEST_WEEK)
    return Result(whole_number(number, 1, MOST_NUMBER), week, kind, counted[0], counted[1], told)


class Classes:
    """The classes in an open file.

    Args:
        connection: To the file, in a transaction that ``open_classes`` ends.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._file = connection

    def names(self) -> tuple[str, ...]:
        """Return what the classes are called, in the order of the alphabet."""
        return tuple(str(name) for (name,) in self._file.execute("SELECT name FROM class ORDER BY name"))

    def has(self, name: str) -> bool:
        """Return whether there is such a class, in upper or lower case."""
        return self._file.execute("SELECT 1 FROM class WHERE name = ?", (name,)).fetchone() is not None

    def room(self, name: str) -> Classroom:
        """Return a class with all that is remembered of it.

        Raises:
            ClassError: There is no such class.
            StoreError: The file is damaged.
        """
        row = self._file.execute("SELECT name FROM class WHERE name = ?", (name,)).fetchone()
        if row is None:
            known = self.names()
            there = f"there are {', '.join(known)}" if known else f"make it: numero-cam class new {name[:LONGEST_CLASS]} FILE.csv"
            message = f'there is no class "{name[:LONGEST_CLASS]}"; {there}'
            raise ClassError(message)
        rows = self._file.execute("SELECT number, name, level, rung FROM pupil WHERE class = ? ORDER BY number", (name,)).fetchall()
        query = """SELECT number, week, kind, cards, points, best FROM result AS one WHERE class = ?
            ORDER BY (SELECT min(rowid) FROM result WHERE class = one.class AND week = one.week), number, kind"""
        try:
            pupils = tuple(_pupil(*each) for each in rows)
            ladder = tuple(number for number, *_ in sorted(rows, key=lambda one: one[3]))
            return Classroom(plain_text(row[0], LONGEST_CLASS), pupils, ladder, tuple(map(_result, self._file.execute(query, (name,)))))
        except ValueError as error:
            message = f"the file of the classes is damaged: class {name[:LONGEST_CLASS]} cannot be read ({error})"
            raise StoreError(message) from error

    def new(self, name: str, pupils: Sequence[Pupil], chance: random.Random) -> None:
        """Remember a new class; the ladder begins in an order that is drawn.

        Raises:
            ClassError: There is one of this name already, or it is no name.
        """
        plain = _name(name, "class", LONGEST_CLASS)
        if self.has(plain):
            message = f"there is a class {plain} already; change it with --update, or take another name"
            raise ClassError(message)
        self._file.execute("INSERT INTO class VALUES (?)", (plain,))
        rungs = chance.sample(range(len(pupils)), len(pupils))
        for pupil, rung in zip(pupils, rungs, strict=True):
            self._add(plain, pupil, rung)

    def update(self, name: str, pupils: Sequence[Pupil]) -> tuple[Pupil, ...]:
        """Take names and levels from a list, new pupils to the foot of the ladder; return those who are not in it, and who stay.

        Raises:
            ClassError: There is no such class.
        """
        room = self.room(name)
        known = {pupil.number for pupil in room.pupils}
        foot = 1 + max(self._rungs(name), default=-1)
        for pupil in pupils:
            if pupil.number in known:
                row = (pupil.name, pupil.level, room.name, pupil.number)
                self._file.execute("UPDATE pupil SET name = ?, level = ? WHERE class = ? AND number = ?", row)
            else:
                self._add(room.name, pupil, foot)
                foot += 1
        listed = {pupil.number for pupil in pupils}
        return tuple(pupil for pupil in room.pupils if pupil.number not in listed)

    def put(self, name: str, results: Sequence[Result]) -> None:
        """Remember results; one of the same pupil, week and kind takes the place of the former.

        Raises:
            ClassError: There is no such class or pupil, or a result that cannot be.
        """
        room = self.room(name)
        for result in results:
            room.pupil(result.number)
            if any(not 0 <= count <= MOST_COUNT for count in (result.cards, result.points) if count is not None):
                message = f"a result has 0 to {MOST_COUNT} cards or points"
                raise ClassError(message)
            week = _name(result.week, "week", LONGEST_WEEK)
            row = (room.name, result.number, week, result.kind, result.cards, result.points, result.best)
            columns = "class, number, week, kind, cards, points, best"
            query = f"""INSERT INTO result ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (class, number, week, kind)
                DO UPDATE SET cards = excluded.cards, points = excluded.points, best = excluded.best"""  # noqa: S608 - names of our own
            self._file.execute(query, row)

    def drop(self, name: str, number: int, week: str, kind: str) -> None:
        """Take a result back; where there is none, nothing changes."""
        self._file.execute("DELETE FROM result WHERE class = ? AND number = ? AND week = ? AND kind = ?", (name, number, week, kind))

    def challenge(self, name: str, challenger: int, challenged: int, *, won: bool) -> tuple[int, ...]:
        """Remember a game of the ladder, and return the ladder after it.

        Raises:
            ClassError: There is no such class, or this challenge is not allowed.
        """
        room = self.room(name)
        ladder = after_challenge(room.ladder, challenger, challenged, won=won)
        rows = [(rung, room.name, number) for rung, number in enumerate(ladder)]
        self._file.executemany("UPDATE pupil SET rung = ? WHERE class = ? AND number = ?", rows)
        return ladder

    def forget(self, name: str, number: int | None = None) -> None:
        """Remove everything of a pupil, or of the whole class.

        Raises:
            ClassError: There is no such class or pupil.
        """
        room = self.room(name)
        if number is None:
            self._file.execute("DELETE FROM class WHERE name = ?", (room.name,))
        else:
            room.pupil(number)
            self._file.execute("DELETE FROM pupil WHERE class = ? AND number = ?", (room.name, number))

    def _rungs(self, name: str) -> list[int]:
        return [rung for (rung,) in self._file.execute("SELECT rung FROM pupil WHERE class = ?", (name,))]

    def _add(self, name: str, pupil: Pupil, rung: int) -> None:
        self._file.execute("INSERT INTO pupil VALUES (?, ?, ?, ?, ?)", (name, pupil.number, pupil.name, pupil.level, rung))


@contextmanager
def open_classes(path: Path | None = None) -> Iterator[Classes]:
    """Open the file of the classes; what is done with it is kept when the block ends well, else nothing of it.

    Args:
        path: The file; by default that of this user. It is made where it is not there.

    Raises:
        StoreError: It cannot be used.
    """
    with open_database(path or class_place(), TABLES) as connection:
        yield Classes(connection)


def pupils_of(asked: str, path: Path | None = None) -> tuple[str, tuple[Pupil, ...]]:
    """Return the name and the pupils of a class: a remembered one, or that of a list, which is called like its file.

    Args:
        asked: The name of a class, or a file as ``read_class_list`` takes it.
        path: The file of the classes.

    Raises:
        ClassError: There is neither such a class nor such a file, or the list is wrong.
        StoreError: The file of the classes cannot be used.
    """
    with open_classes(path) as classes:
        if classes.has(asked):
            room = classes.room(asked)
            return room.name, room.pupils
        if not Path(asked).exists() and not Path(asked).suffix:
            classes.room(asked)  # says which classes there are
    return _name(Path(asked).stem, "class", LONGEST_CLASS), read_class_list(Path(asked))


def _name(text: str, what: str, longest: int) -> str:
    plain = " ".join(text.split())
    if not plain or len(plain) > longest or not plain.isprintable():
        message = f'"{plain[:longest]}" is no name of a {what}; write 1 to {longest} letters or digits'
        raise ClassError(message)
    return plain
