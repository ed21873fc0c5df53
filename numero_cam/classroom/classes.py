"""A class as a table and as JSON."""

import random
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from numero_cam.base.bounded_reader import MAX_WHOLE_NUMBER, plain_text, whole_number
from numero_cam.base.errors import ClassError, StoreError
from numero_cam.classroom.spreadsheets import read_sheet
from numero_cam.games.numero.puzzles import LevelError, parse_level
from numero_cam.games.numero.rules.choices import By
from numero_cam.store import class_file_path, open_database

MOST_NUMBER = 99
"""A number has two digits, because spare slips have circles for tens and units."""
MOST_PUPILS = MOST_NUMBER
LONGEST_NAME = 200
EXAMPLE = "number,name,level/17,Ann,silver:12"


@dataclass(frozen=True, slots=True)
class Pupil:
    """One pupil.

    Attributes:
        number: 1 to 99.
        name: May be empty.
        level: Of the puzzles, such as ``silver:12``.
    """

    number: int
    name: str
    level: str

    @property
    def called(self) -> str:
        """Number and name: `17 Ann`."""
        return f"{self.number} {self.name}".rstrip()


def read_class_list(path: Path) -> tuple[Pupil, ...]:
    """Return the pupils of a file in the order of their numbers.

    The first line names the columns ``number``, ``name`` and ``level``, in any order; names may be empty or left out. Commas, semicolons
    and tabs part them, as spreadsheets write them; other columns are not looked at.

    Args:
        path: The file, in UTF-8 or, with its mark, UTF-16.

    Raises:
        ClassError: It cannot be read, has no pupil, or a line of it is wrong; the line is named.
    """
    pupils = _pupils(path, read_sheet(path, ("number", "level"), EXAMPLE))
    if not pupils:
        message = f"{path}: has no pupil; write a line for each below the first: {EXAMPLE.partition('/')[2]}"
        raise ClassError(message)
    return tuple(sorted(pupils, key=lambda pupil: pupil.number))


def _pupils(path: Path, rows: Sequence[tuple[int, dict[str, str]]]) -> list[Pupil]:
    pupils: list[Pupil] = []
    lines: dict[int, int] = {}
    wrong: list[str] = []
    for line, row in rows:
        try:
            pupils.append(_pupil(row, lines))
            lines[pupils[-1].number] = line
        except ClassError as error:
            wrong.append(f"line {line}: {error}")
    if wrong:
        others = f" ({len(wrong) - 1} more {'line is' if len(wrong) == 2 else 'lines are'} wrong)" if len(wrong) > 1 else ""
        message = f"{path}, {wrong[0]}{others}"
        raise ClassError(message)
    return pupils


def _pupil(row: dict[str, str], lines: dict[int, int]) -> Pupil:
    number, level = row["number"], row["level"]
    if not (number.isascii() and number.isdigit() and len(number) <= 3 and 1 <= int(number) <= MOST_NUMBER):
        message = f'"{number[:20]}" is no number of a pupil; numbers are 1 to {MOST_NUMBER}'
        raise ClassError(message)
    if int(number) in lines:
        message = f"pupil {int(number)} is in line {lines[int(number)]} already; give each a number of his own"
        raise ClassError(message)
    name = row.get("name", "")
    if len(name) > LONGEST_NAME:
        message = f"the name of pupil {int(number)} has {len(name)} characters; at most {LONGEST_NAME}, or leave it empty"
        raise ClassError(message)
    if not name.isprintable():
        message = f"the name of pupil {int(number)} has signs that cannot be written"
        raise ClassError(message)
    if not level:
        message = f"pupil {int(number)} has no level; write one such as silver:12"
        raise ClassError(message)
    try:
        return Pupil(int(number), name, parse_level(level).name)
    except LevelError as error:
        raise ClassError(str(error)) from error


HIGHEST = 2
"""So many places above may be challenged."""


def may_challenge(ladder: Sequence[int], number: int) -> tuple[int, ...]:
    """Return whom a pupil may challenge, the nearest first.

    Args:
        ladder: Numbers of pupils, the highest place first.
        number: The challenger.
    """
    at = ladder.index(number)
    return tuple(ladder[place] for place in range(at - 1, at - 1 - HIGHEST, -1) if place >= 0)


def after_challenge(ladder: Sequence[int], challenger: int, challenged: int, *, won: bool) -> tuple[int, ...]:
    """Return the ladder after a game: both change places where the challenger won.

    Raises:
        ClassError: One of them is not on the ladder, or the challenged one is not one or two places above.
    """
    for number in (challenger, challenged):
        if number not in ladder:
            message = f"pupil {number} is not on the ladder"
            raise ClassError(message)
    if challenged not in may_challenge(ladder, challenger):
        allowed = " or ".join(map(str, may_challenge(ladder, challenger)))
        who = f"he may challenge {allowed}" if allowed else "he is at the top and challenges nobody"
        message = f"pupil {challenger} may challenge only those one or two places above him: {who}"
        raise ClassError(message)
    order = list(ladder)
    if won:
        one, other = order.index(challenger), order.index(challenged)
        order[one], order[other] = order[other], order[one]
    return tuple(order)


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


def _stored_pupil(number: object, name: object, level: object, rung: object) -> Pupil:
    """A row of the table, whose columns SQLite lets have any type.

    Raises:
        ValueError: One has another type.
    """
    whole_number(rung, -MAX_WHOLE_NUMBER, MAX_WHOLE_NUMBER)
    return Pupil(whole_number(number, 1, MOST_NUMBER), plain_text(name, LONGEST_NAME), plain_text(level, LONGEST_WEEK))


def _stored_result(row: Sequence[object]) -> Result:
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
            pupils = tuple(_stored_pupil(*each) for each in rows)
            ladder = tuple(number for number, *_ in sorted(rows, key=lambda one: one[3]))
            return Classroom(
                plain_text(row[0], LONGEST_CLASS), pupils, ladder, tuple(map(_stored_result, self._file.execute(query, (name,))))
            )
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
    with open_database(path or class_file_path(), TABLES) as connection:
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


SHOWN_WEEKS = 8
"""A table has the latest weeks; JSON has all."""


def class_rows(room: Classroom, by: By) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return the head and the rows of a table, by the places of the ladder: pupil, level and what he reached in each week.

    A result with a star is the best take of its puzzle.
    """
    weeks = room.weeks[-SHOWN_WEEKS:]
    reached: dict[tuple[int, str], list[Result]] = {}
    for result in room.results:
        reached.setdefault((result.number, result.week), []).append(result)
    rows = []
    for place, number in enumerate(room.ladder, start=1):
        pupil = room.pupil(number)
        told = (" ".join(_told(result, by) for result in reached.get((number, week), ())) for week in weeks)
        rows.append((str(place), str(number), pupil.name, pupil.level, *told))
    return ("place", "number", "name", "level", *weeks), rows


def class_json(room: Classroom) -> dict[str, object]:
    """Return the object that ``numero-cam class show --json`` prints."""
    return {
        "class": room.name,
        "pupils": [{"number": pupil.number, "name": pupil.name, "level": pupil.level} for pupil in room.pupils],
        "ladder": list(room.ladder),
        "weeks": list(room.weeks),
        "results": [_result(result) for result in room.results],
        "records": {
            kind: {by: [_result(result) for result in room.records(kind, by)] for by in ("cards", "points")} for kind in ("take", "game")
        },
    }


def _told(result: Result, by: By) -> str:
    count = result.count(by)
    return f"{'' if count is None else count}{'*' if result.best else ''}{' game' if result.kind == 'game' else ''}"


def _result(result: Result) -> dict[str, object]:
    return {
        "number": result.number,
        "week": result.week,
        "kind": result.kind,
        "cards": result.cards,
        "points": result.points,
        "best": result.best,
    }
