"""Classes in a file: pupils read from a list, their results, records and the ladder of challenges; as a table and as JSON."""

import json
import random
import sqlite3
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from enum import StrEnum
from pathlib import Path

from numero_cam.base.bounded_reader import MAX_WHOLE_NUMBER, parse_json, plain_text, whole_number
from numero_cam.base.errors import ClassError, StoreError
from numero_cam.catalogue import ngettext, or_list, tr
from numero_cam.classroom.occasions import shown_name
from numero_cam.classroom.school_year import NO_YEAR, SchoolYear, year_from_dict
from numero_cam.classroom.slips import MAX_PUPIL_NUMBER, MAX_RESULT, AnswerWorth, stored_text
from numero_cam.classroom.spreadsheets import read_sheet
from numero_cam.games.numero.puzzles import LevelError, parse_level
from numero_cam.games.numero.rules.choices import By
from numero_cam.marking.slip_layout import LAYOUTS
from numero_cam.store.sqlite_file import put_row
from numero_cam.text import spreadsheet

MAX_NAME_CHARACTERS = 200  #: Maximum length of the name of a pupil.
MAX_CLASS_CHARACTERS = 40  #: Maximum length of the name of a class.
MAX_WEEK_CHARACTERS = 40  #: Maximum length of the name of a week, and of a level in the file.
MAX_YEAR_CHARACTERS = 20_000  #: Maximum length of the JSON of a school year.
MAX_CHALLENGE_STEPS = 2  #: Maximum number of places that a challenged pupil stands above the challenger.
MAX_SHOWN_WEEKS = 8  #: Maximum number of weeks in a table, the latest; an export has all.
CSV_COLUMNS = ("number", "name", "level", "ladder", "week", "kind", "cards", "points", "best")  #: Of an exported class.
_DAY_CHARACTERS = len("2026-11-30")
CLASS_LIST_EXAMPLE = "number,name,level/17,Ann,silver:12"
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
);
CREATE TABLE IF NOT EXISTS ladder_game (
    id INTEGER PRIMARY KEY, class TEXT NOT NULL COLLATE NOCASE, challenger INTEGER NOT NULL, challenged INTEGER NOT NULL,
    won INTEGER NOT NULL, day TEXT NOT NULL,
    FOREIGN KEY (class, challenger) REFERENCES pupil ON DELETE CASCADE, FOREIGN KEY (class, challenged) REFERENCES pupil ON DELETE CASCADE
);
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
CREATE TABLE IF NOT EXISTS school_year (class TEXT PRIMARY KEY COLLATE NOCASE REFERENCES class ON DELETE CASCADE, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS top_take (class TEXT PRIMARY KEY COLLATE NOCASE REFERENCES class ON DELETE CASCADE, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS team (
    class TEXT NOT NULL COLLATE NOCASE, number INTEGER NOT NULL, team TEXT NOT NULL, PRIMARY KEY (class, number),
    FOREIGN KEY (class, number) REFERENCES pupil ON DELETE CASCADE
)
"""
#: Which rows of each of these tables are about one pupil, who is shown and forgotten by them; None for a table without such rows. Only a
#: printing names its pupils inside a row (``Printing.without``).
ROWS_OF_PUPIL = {
    "class": None,
    "school_year": None,
    "slip_printing": None,
    "slip_entry": "pupil = :number AND printing IN (SELECT number FROM slip_printing WHERE class = :name COLLATE NOCASE)",
    "result": "class = :name AND number = :number",
    "ladder_game": "class = :name AND :number IN (challenger, challenged)",
    "challenge": "class = :name AND author = :number",
    "top_take": None,  # answers of teams
    "team": "class = :name AND number = :number",
    "pupil": "class = :name AND number = :number",
}


@dataclass(frozen=True, slots=True)
class Pupil:
    """One pupil."""

    number: int  #: Number in the class, 1 to 99.
    name: str  #: Name; may be empty.
    level: str  #: Level of his puzzles, such as ``silver:12``.

    @property
    def label(self) -> str:
        """Number and name: `17 Ann`."""
        return f"{self.number} {self.name}".rstrip()


def read_class_list(path: Path) -> tuple[Pupil, ...]:
    """Return the pupils of a file in the order of their numbers.

    The first line names the columns ``number``, ``name`` and ``level``, in any order; the column of names may be missing. Commas,
    semicolons or tabs separate them. Other columns are ignored.

    Args:
        path: The file, in UTF-8, or in UTF-16 with a byte order mark.
    """
    pupils = pupils_of_rows(str(path), read_sheet(path, ("number", "level"), CLASS_LIST_EXAMPLE))
    if not pupils:
        example = CLASS_LIST_EXAMPLE.partition("/")[2]
        raise ClassError(tr("{file}: has no pupil; write a line for each below the first: {example}", file=path, example=example))
    return tuple(sorted(pupils, key=lambda pupil: pupil.number))


def pupils_of_rows(name: str, rows: Sequence[tuple[int, dict[str, str]]]) -> list[Pupil]:
    """Return the pupils of a table, called `name` in messages, by line number and cells of each row; see ``read_class_list``."""
    pupils: list[Pupil] = []
    lines: dict[int, int] = {}
    wrong: list[str] = []
    for line, row in rows:
        try:
            pupils.append(_pupil(row, lines))
            lines[pupils[-1].number] = line
        except ClassError as error:
            wrong.append(tr("line {line}: {error}", line=line, error=error))
    if wrong:
        first, more = f"{name}, {wrong[0]}", len(wrong) - 1
        raise ClassError(
            ngettext("{line} ({n} more line is wrong)", "{line} ({n} more lines are wrong)", more, line=first) if more else first
        )
    return pupils


def _pupil(row: dict[str, str], lines: dict[int, int]) -> Pupil:
    """Return the pupil of a row, checked; `lines` are the lines of the pupils before, by their numbers."""
    number, level = row["number"], row["level"]
    if not (number.isascii() and number.isdigit() and len(number) <= 3 and 1 <= int(number) <= MAX_PUPIL_NUMBER):
        raise ClassError(tr('"{number}" is no number of a pupil; numbers are 1 to {most}', number=number[:20], most=MAX_PUPIL_NUMBER))
    if int(number) in lines:
        raise ClassError(
            tr("pupil {number} is in line {line} already; give each a number of his own", number=int(number), line=lines[int(number)])
        )
    name = row.get("name", "")
    if len(name) > MAX_NAME_CHARACTERS:
        raise ClassError(
            tr(
                "the name of pupil {number} has {characters} characters; at most {most}, or leave it empty",
                number=int(number),
                characters=len(name),
                most=MAX_NAME_CHARACTERS,
            )
        )
    if not name.isprintable():
        raise ClassError(tr("the name of pupil {number} has signs that cannot be written", number=int(number)))
    if not level:
        raise ClassError(tr("pupil {number} has no level; write one such as silver:12", number=int(number)))
    try:
        return Pupil(int(number), name, parse_level(level).name)
    except LevelError as error:
        raise ClassError(str(error)) from error


def may_challenge(ladder: Sequence[int], number: int, pupils: Collection[int]) -> tuple[int, ...]:
    """Return the numbers of those whom a pupil may challenge, the nearest first.

    A pupil without a place begins at the foot: he challenges one of the lowest two, or another of `pupils` without a place.
    """
    place = ladder.index(number) if number in ladder else len(ladder)
    above = tuple(ladder[above] for above in range(place - 1, place - 1 - MAX_CHALLENGE_STEPS, -1) if above >= 0)
    return above if number in ladder else (*above, *sorted(one for one in pupils if one not in ladder and one != number))


def after_challenge(ladder: Sequence[int], challenger: int, challenged: int, pupils: Collection[int], *, won: bool) -> tuple[int, ...]:
    """Return the ladder after a game: the two change places if the challenger won; who had no place comes in at the foot.

    A ladder begins with its highest place; `pupils` are the numbers of the class.
    """
    for number in (challenger, challenged):
        if number not in pupils:
            raise ClassError(tr("pupil {number} is not on the ladder", number=number))
    allowed = may_challenge(ladder, challenger, pupils)
    if challenged not in allowed:
        who = tr("he may challenge {pupils}", pupils=or_list(allowed)) if allowed else tr("he is at the top and challenges nobody")
        raise ClassError(tr("pupil {pupil} may challenge only those one or two places above him: {who}", pupil=challenger, who=who))
    order = list(dict.fromkeys((*ladder, challenged, challenger)))
    if won:
        one, other = order.index(challenger), order.index(challenged)
        order[one], order[other] = order[other], order[one]
    return tuple(order)


class ResultKind(StrEnum):
    """The occasion of a result."""

    TAKE = "take"  #: A puzzle.
    GAME = "game"  #: A whole game.


@dataclass(frozen=True, slots=True)
class PupilResult:
    """The result of a pupil in a week, or on another occasion."""

    number: int  #: Number of the pupil.
    week: str  #: Name of the week or occasion.
    kind: ResultKind  #: Whether it is of a puzzle or of a whole game.
    cards: int | None = None  #: Number of cards won; None where it was not counted.
    points: int | None = None  #: Points; None where they were not counted.
    best: bool | None = None  #: Whether no take was better; None for a game, or where it is not known.

    @property
    def is_of_slip(self) -> bool:
        """Whether no count was typed, so that the result is that of the pupil's slip."""
        return self.cards is None and self.points is None

    def count(self, by: By) -> int | None:
        """Return the number of cards, or the points; None where it was not counted."""
        return self.cards if by == "cards" else self.points


@dataclass(frozen=True, slots=True)
class Classroom:
    """A class with all that is stored of it."""

    name: str  #: Name of the class.
    pupils: tuple[Pupil, ...]  #: The pupils, by number.
    ladder: tuple[int, ...]  #: Numbers of the pupils who played a game of the ladder, the highest place first.
    results: tuple[PupilResult, ...]  #: The results, by week in the order in which the weeks were entered, then by number.
    year: SchoolYear = NO_YEAR  #: Its terms, and what holds for all its weeks.
    takes: tuple[PupilResult, ...] = ()  #: The results of single puzzles; ``results`` has the sum of each week.

    def pupil(self, number: int) -> Pupil:
        """Return the pupil of a number; refuse a number that the class does not have."""
        for pupil in self.pupils:
            if pupil.number == number:
                return pupil
        numbers = ", ".join(str(pupil.number) for pupil in self.pupils)
        raise ClassError(
            tr("class {name} has no pupil {number}; its numbers are {numbers}", name=self.name, number=number, numbers=numbers)
        )

    @property
    def usual_level(self) -> str:
        """The level that most pupils have; the first one of the course in a class without pupils."""
        return next((level for level, _ in Counter(pupil.level for pupil in self.pupils).most_common(1)), "silver:1")

    @property
    def weeks(self) -> tuple[str, ...]:
        """Names of the weeks and occasions, the earliest first."""
        return tuple(dict.fromkeys(result.week for result in self.results))

    def records(self, kind: ResultKind, by: By) -> tuple[PupilResult, ...]:
        """Return the highest results of a kind: several where they are equal, none where nobody won anything."""
        results = self.takes if kind is ResultKind.TAKE else self.results
        counted = [result for result in results if result.kind is kind and result.count(by)]
        highest = max((result.count(by) or 0 for result in counted), default=0)
        return tuple(result for result in counted if result.count(by) == highest)


def _stored_pupil(number: object, name: object, level: object, rung: object) -> Pupil:
    """Return the pupil of a row, each value checked, since SQLite lets its columns have any type; `rung` is the place on the ladder."""
    whole_number(rung, -MAX_WHOLE_NUMBER, MAX_WHOLE_NUMBER)
    return Pupil(whole_number(number, 1, MAX_PUPIL_NUMBER), plain_text(name, MAX_NAME_CHARACTERS), plain_text(level, MAX_WEEK_CHARACTERS))


def stored_worth(marks: object) -> AnswerWorth | None:
    """Return the worth in the column ``marks`` of an entry; None where an earlier version wrote it, as text without a worth."""
    if not isinstance(marks, str) or not marks.startswith("{"):
        return None
    return AnswerWorth.from_dict(parse_json(marks, "answer", ValueError)["worth"])


def stored_place(seen: object) -> int:
    """Return which puzzle of its slip an entry answers, from 0, by its column ``seen``; earlier versions had one puzzle a slip."""
    if not isinstance(seen, str) or not seen.startswith("{"):
        return 0
    return whole_number(parse_json(seen, "answer", ValueError).get("at", 0), 0, MAX_RESULT)


def _sum_of(results: Sequence[PupilResult], *, is_whole: bool) -> PupilResult:
    """Return the result of a pupil's week from those of its puzzles; it is the best only where it `is_whole`, every puzzle answered."""
    if len(results) == 1 and is_whole:
        return results[0]
    cards, points = sum(one.cards or 0 for one in results), sum(one.points or 0 for one in results)
    return replace(results[0], cards=cards, points=points, best=is_whole and all(one.best for one in results))


def _stored_result(row: Sequence[object]) -> PupilResult:
    """Return the result of a row (number, week, kind, cards, points, best), each value checked."""
    number, week, kind, cards, points, best = row
    cards, points = (None if count is None else whole_number(count, -MAX_RESULT, MAX_RESULT) for count in (cards, points))
    is_best = None if best is None else bool(whole_number(best, 0, 1))
    kind = ResultKind(plain_text(kind, MAX_WEEK_CHARACTERS))
    # A week that an earlier version printed may have any name.
    return PupilResult(whole_number(number, 1, MAX_PUPIL_NUMBER), stored_text(week), kind, cards, points, is_best)


class Classes:
    """The classes in an open file."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._file = connection

    def names(self) -> tuple[str, ...]:
        """Return the names of the classes, in alphabetical order."""
        return tuple(str(name) for (name,) in self._file.execute("SELECT name FROM class ORDER BY name"))

    def has(self, name: str) -> bool:
        """Return whether there is a class of this name, in upper or lower case."""
        return self._file.execute("SELECT 1 FROM class WHERE name = ?", (name,)).fetchone() is not None

    def stored_name(self, name: str) -> str:
        """Return the name of a class in the stored upper and lower case; nothing else of the class is read."""
        row = self._file.execute("SELECT name FROM class WHERE name = ?", (name,)).fetchone()
        if row is None:
            known = self.names()
            shown = name[:MAX_CLASS_CHARACTERS]
            raise ClassError(
                tr('there is no class "{name}"; there are {classes}', name=shown, classes=", ".join(known))
                if known
                else tr('there is no class "{name}"; make it: numero-cam class new {name} FILE.csv', name=shown)
            )
        return str(row[0])

    def room(self, name: str) -> Classroom:
        """Return a class, by its name in upper or lower case, with all that is stored of it."""
        stored_name = self.stored_name(name)
        rows = self._file.execute("SELECT number, name, level, rung FROM pupil WHERE class = ? ORDER BY number", (name,)).fetchall()
        try:
            pupils = tuple(_stored_pupil(*each) for each in rows)
            played = self._played(name)
            ladder = tuple(number for number, *_ in sorted(rows, key=lambda one: one[3]) if number in played)
            results, takes = self._results(name, frozenset(pupil.number for pupil in pupils))
            return Classroom(plain_text(stored_name, MAX_CLASS_CHARACTERS), pupils, ladder, results, self._year(name), takes)
        except (ClassError, KeyError, TypeError, ValueError) as error:
            shown = name[:MAX_CLASS_CHARACTERS]
            raise StoreError(
                tr("the file of the classes is damaged: class {name} cannot be read ({error})", name=shown, error=error)
            ) from error

    def _played(self, name: str, before: date = date.max) -> frozenset[object]:
        """Return the numbers of those who played a game of the ladder before a day."""
        query = "SELECT challenger, challenged FROM ladder_game WHERE class = ? AND day < ?"
        return frozenset(number for game in self._file.execute(query, (name, before.isoformat())) for number in game)

    def _year(self, name: str) -> SchoolYear:
        row = self._file.execute("SELECT body FROM school_year WHERE class = ?", (name,)).fetchone()
        return year_from_dict(parse_json(plain_text(row[0], MAX_YEAR_CHARACTERS), "school year", ValueError)) if row else NO_YEAR

    def put_year(self, name: str, year: SchoolYear) -> None:
        """Store the school year of a class in place of the one before."""
        put_row(self._file, "school_year", {"class": self.stored_name(name), "body": json.dumps(year.to_dict())}, ("class",))

    def round_text(self, name: str) -> str | None:
        """Return the Top Take that a class plays as it is stored; None where it plays none."""
        row = self._file.execute("SELECT body FROM top_take WHERE class = ?", (name,)).fetchone()
        return row[0] if row else None

    def put_round_text(self, name: str, body: str) -> None:
        """Store the Top Take that a class plays in place of the one before."""
        put_row(self._file, "top_take", {"class": self.stored_name(name), "body": body}, ("class",))

    def remove_round(self, name: str) -> None:
        """Remove the Top Take that a class plays; its slips and results stay."""
        self._file.execute("DELETE FROM top_take WHERE class = ?", (name,))

    def teams(self, name: str) -> dict[int, str]:
        """Return the team of each pupil who is in one, by his number."""
        rows = self._file.execute("SELECT number, team FROM team WHERE class = ? ORDER BY number", (name,))
        try:
            return {whole_number(number, 1, MAX_PUPIL_NUMBER): plain_text(team, MAX_NAME_CHARACTERS) for number, team in rows}
        except (TypeError, ValueError) as error:
            raise StoreError(tr("the file of the classes is damaged: the teams of {name} cannot be read", name=name)) from error

    def put_teams(self, name: str, teams: Mapping[int, str]) -> None:
        """Store the teams of a class in place of those before."""
        self._file.execute("DELETE FROM team WHERE class = ?", (name,))
        rows = [(self.stored_name(name), number, team) for number, team in teams.items()]
        self._file.executemany("INSERT INTO team VALUES (?, ?, ?)", rows)

    def _results(self, name: str, pupils: Collection[int]) -> tuple[tuple[PupilResult, ...], tuple[PupilResult, ...]]:
        """Return the typed results and, where a pupil's week has none, that of his slip; by week, number of the pupil and kind.

        The second are those of single puzzles.
        """
        query = "SELECT number, week, kind, cards, points, best FROM result WHERE class = ? ORDER BY rowid"
        stored = [_stored_result(row) for row in self._file.execute(query, (name,))]
        weeks = dict.fromkeys(result.week for result in stored)
        found = {(result.week, result.number, result.kind): [result] for result in stored if not result.is_of_slip}
        partly = set[tuple[str, int, ResultKind]]()
        for (week, number), (worths, puzzles) in self._slip_worths(name).items():
            weeks.setdefault(week)
            key = week, number, ResultKind.TAKE
            if worths and number in pupils and key not in found:
                found[key] = [PupilResult(number, week, ResultKind.TAKE, worth.cards, worth.points, worth.is_best) for worth in worths]
                partly |= {key} if len(worths) < puzzles else set()
        places = {week: place for place, week in enumerate(weeks)}
        ordered = sorted(found, key=lambda key: (places[key[0]], *key[1:]))
        takes = tuple(one for key in ordered for one in found[key] if one.kind is ResultKind.TAKE)
        return tuple(_sum_of(found[key], is_whole=key not in partly) for key in ordered), takes

    def _slip_worths(self, name: str) -> dict[tuple[str, int], tuple[list[AnswerWorth], int]]:
        """Return by (week, number of the pupil) the worths on the counting slip, none where an answer waits, and how many puzzles it has.

        The last printing of a week counts in which the pupil handed in, and in it what a person decided last before what was accepted.
        """
        query = """SELECT week, pupil, printing, seen, state, marks FROM slip_printing JOIN slip_entry ON printing = number
            WHERE class = ? COLLATE NOCASE AND pupil IS NOT NULL AND state <> 'left out'
            ORDER BY slip_printing.id, state = 'decided', state = 'accepted',
                CASE state WHEN 'decided' THEN slip_entry.id ELSE -slip_entry.id END"""
        counting = dict[tuple[str, int], tuple[int, dict[int, tuple[str, object]]]]()
        for week, pupil, printing, seen, state, marks in self._file.execute(query, (name,)):
            key = stored_text(week), pupil
            if counting.get(key, (None,))[0] != printing:
                counting[key] = printing, {}
            counting[key][1][stored_place(seen)] = state, marks
        query = "SELECT number, iif(json_valid(body), json_extract(body, '$.layout'), 0) FROM slip_printing WHERE class = ? COLLATE NOCASE"
        layouts = dict(self._file.execute(query, (name,)))
        worths = dict[tuple[str, int], tuple[list[AnswerWorth], int]]()
        for key, (printing, answers) in counting.items():
            found = [None if state == "open" else stored_worth(marks) for _, (state, marks) in sorted(answers.items())]
            known = [] if None in found else [worth for worth in found if worth is not None]
            layout = LAYOUTS.get(layouts[printing])
            worths[key] = known, len(layout.places) if layout else 1
        return worths

    def typed_takes(self, name: str, week: str) -> tuple[PupilResult, ...]:
        """Return the results of a week that were typed."""
        query = "SELECT number, week, kind, cards, points, best FROM result WHERE class = ? AND week = ? AND kind = 'take'"
        return tuple(result for result in map(_stored_result, self._file.execute(query, (name, week))) if not result.is_of_slip)

    def leave_to_slip(self, name: str, number: int, week: str) -> None:
        """Clear a pupil's typed take of a week, so that the result is that of the slip until another is typed."""
        insert = "INSERT INTO result (class, number, week, kind) SELECT class, number, ?, 'take' FROM pupil WHERE class = ? AND number = ?"
        changed = "ON CONFLICT (class, number, week, kind) DO UPDATE SET cards = NULL, points = NULL, best = NULL"
        self._file.execute(f"{insert} {changed}", (week, name, number))

    def free_name(self, name: str) -> str:
        """Return the name of a new class with single spaces; refuse that of a class that is there."""
        plain = plain_name(name, "class", MAX_CLASS_CHARACTERS)
        if self.has(plain):
            raise ClassError(tr("there is a class {name} already; change it with --update, or take another name", name=plain))
        return plain

    def add(self, name: str, pupils: Sequence[Pupil], rng: random.Random) -> None:
        """Store a new class, with its ladder in random order."""
        plain = self.free_name(name)
        self._file.execute("INSERT INTO class VALUES (?)", (plain,))
        rungs = rng.sample(range(len(pupils)), len(pupils))
        for pupil, rung in zip(pupils, rungs, strict=True):
            self._add_pupil(plain, pupil, rung)

    def update(self, name: str, pupils: Sequence[Pupil]) -> tuple[Pupil, ...]:
        """Change names and levels to those of a list and add its new pupils at the foot of the ladder.

        Returns:
            The pupils of the class who are not in the list; they stay in the class.
        """
        room = self.room(name)
        known = {pupil.number for pupil in room.pupils}
        rungs = self._file.execute("SELECT rung FROM pupil WHERE class = ?", (name,))
        foot = 1 + max((rung for (rung,) in rungs), default=-1)
        for pupil in pupils:
            if pupil.number in known:
                row = (pupil.name, pupil.level, room.name, pupil.number)
                self._file.execute("UPDATE pupil SET name = ?, level = ? WHERE class = ? AND number = ?", row)
            else:
                self._add_pupil(room.name, pupil, foot)
                foot += 1
        listed = {pupil.number for pupil in pupils}
        return tuple(pupil for pupil in room.pupils if pupil.number not in listed)

    def put(self, name: str, results: Sequence[PupilResult]) -> None:
        """Store results; a result replaces the one of the same pupil, week and kind."""
        room = self.room(name)
        for result in results:
            room.pupil(result.number)
            if any(not 0 <= count <= MAX_RESULT for count in (result.cards, result.points) if count is not None):
                raise ClassError(tr("a result has 0 to {most} cards or points", most=MAX_RESULT))
            week = plain_name(result.week, "week", MAX_WEEK_CHARACTERS)
            put_row(self._file, "result", {"class": room.name, **asdict(result), "week": week}, ("class", "number", "week", "kind"))

    def challenge(self, name: str, challenger: int, challenged: int, *, won: bool, day: date | None = None) -> tuple[int, ...]:
        """Store a game of two pupils, by their numbers, on a day, None for today, and return the ladder after it."""
        room = self.room(name)
        ladder = after_challenge(room.ladder, challenger, challenged, [pupil.number for pupil in room.pupils], won=won)
        rows = [(rung, room.name, number) for rung, number in enumerate(ladder)]
        self._file.executemany("UPDATE pupil SET rung = ? WHERE class = ? AND number = ?", rows)
        played = (day or date.today()).isoformat()  # noqa: DTZ011 - the day where the teacher is
        query = "INSERT INTO ladder_game (class, challenger, challenged, won, day) VALUES (?, ?, ?, ?, ?)"
        self._file.execute(query, (room.name, challenger, challenged, won, played))
        return ladder

    def ladder_on(self, name: str, day: date) -> tuple[int, ...]:
        """Return the ladder as it was when a day began, by undoing the games since."""
        ladder = list(self.room(name).ladder)
        query = "SELECT challenger, challenged FROM ladder_game WHERE class = ? AND won AND day >= ? ORDER BY id DESC"
        for challenger, challenged in self._file.execute(query, (name, day.isoformat())):
            if challenger in ladder and challenged in ladder:
                one, other = ladder.index(challenger), ladder.index(challenged)
                ladder[one], ladder[other] = ladder[other], ladder[one]
        played = self._played(name, day)
        return tuple(number for number in ladder if number in played)

    def ladder_games(self, name: str) -> tuple[tuple[int, int, bool, str], ...]:
        """Return the games of the ladder, the earliest first: challenger, challenged, whether the challenger won, and the day."""
        query = "SELECT challenger, challenged, won, day FROM ladder_game WHERE class = ? ORDER BY id"
        return tuple(
            (one, other, bool(won), plain_text(day, _DAY_CHARACTERS)) for one, other, won, day in self._file.execute(query, (name,))
        )

    def rows_of_pupil(self, name: str, number: int) -> dict[str, tuple[tuple[str, ...], list[tuple[object, ...]]]]:
        """Return the names of the columns and the rows of each table that are about a pupil."""
        found = {}
        for table, where in ROWS_OF_PUPIL.items():
            if where is not None:
                cursor = self._file.execute(f"SELECT * FROM {table} WHERE {where}", {"name": name, "number": number})  # noqa: S608 - our own
                found[table] = tuple(column for column, *_ in cursor.description), cursor.fetchall()
        return found

    def remove(self, name: str, number: int | None = None) -> None:
        """Remove all rows about a pupil, or without a number the whole class but its printings and their entries."""
        if number is None:
            self._file.execute("DELETE FROM class WHERE name = ?", (self.stored_name(name),))
            return
        values = {"name": name, "number": number}
        removed = {
            table: self._file.execute(f"DELETE FROM {table} WHERE {where}", values).rowcount  # noqa: S608 - names of our own
            for table, where in ROWS_OF_PUPIL.items()
            if where is not None
        }
        if not removed["pupil"]:
            self.room(name).pupil(number)  # raises an error that names the numbers

    def _add_pupil(self, name: str, pupil: Pupil, rung: int) -> None:  # rung: the least is the top of the ladder
        self._file.execute("INSERT INTO pupil VALUES (?, ?, ?, ?, ?)", (name, pupil.number, pupil.name, pupil.level, rung))


def plain_name(text: str, what: str, longest: int) -> str:
    """Return a name with single spaces; `what` is ``class`` or ``week`` and chooses the message for one that is no name."""
    plain = " ".join(text.split())
    if not plain or len(plain) > longest or not plain.isprintable():
        shown = plain[:longest]
        raise ClassError(
            tr('"{name}" is no name of a class; write 1 to {longest} letters or digits', name=shown, longest=longest)
            if what == "class"
            else tr('"{name}" is no name of a week; write 1 to {longest} letters or digits', name=shown, longest=longest)
        )
    return plain


def class_rows(room: Classroom) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return the head and the rows of a table in the order of names: pupil, level and the cards won in each week.

    A star marks a result that is the best take of its puzzle.
    """
    weeks = room.weeks[-MAX_SHOWN_WEEKS:]
    reached: dict[tuple[int, str], list[PupilResult]] = {}
    for result in room.results:
        reached.setdefault((result.number, result.week), []).append(result)
    rows = []
    for pupil in sorted(room.pupils, key=_name_order):
        cells = (" ".join(_result_text(result) for result in reached.get((pupil.number, week), ())) for week in weeks)
        rows.append((str(pupil.number), pupil.name, pupil.level, *cells))
    return (tr("number"), tr("name"), tr("level"), *map(shown_name, weeks)), rows


def _name_order(pupil: Pupil) -> tuple[bool, str, int]:
    """Return the sort key of pupils: by name without accents, so that Älva is beside Alva; those without a name last."""
    return not pupil.name, name_letters(pupil.name), pupil.number


def name_letters(name: str) -> str:
    """Return a name in lower case without accents."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def class_csv(room: Classroom) -> bytes:
    """Return a class as a spreadsheet: a line for each result of each pupil, and one for a pupil without a result."""
    places = {number: place for place, number in enumerate(room.ladder, start=1)}
    lines: list[dict[str, object]] = []
    for pupil in room.pupils:
        about = {"number": pupil.number, "name": pupil.name, "level": pupil.level, "ladder": places.get(pupil.number, "")}
        own = [asdict(result) for result in room.results if result.number == pupil.number]
        for result in own or [{}]:
            known = {name: value for name, value in result.items() if value is not None}
            lines.append(about | known | ({"best": "yes" if result["best"] else "no"} if "best" in known else {}))
    return spreadsheet.table_csv(CSV_COLUMNS, lines)


def names_csv(pupils: Sequence[Pupil]) -> bytes:
    """Return the list of a class as a spreadsheet, as ``read_class_list`` reads it."""
    return spreadsheet.table_csv(("number", "name", "level"), [asdict(pupil) for pupil in pupils])


def _result_text(result: PupilResult) -> str:
    shown = f"{'' if result.cards is None else result.cards}{'*' if result.best else ''}"  # 8* is a best take of 8
    return tr("{result} game", result=shown) if result.kind is ResultKind.GAME else shown
