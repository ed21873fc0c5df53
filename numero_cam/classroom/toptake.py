"""A Top Take: one puzzle for all, a clock, entries typed or on slips, and standings of pupils and of teams."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from numero_cam.app.answers import Question
from numero_cam.app.check import Checked, check_answer
from numero_cam.base.errors import ClassError
from numero_cam.classroom.classes import Classroom, Pupil
from numero_cam.classroom.mark_run import mark_photos, write_results
from numero_cam.classroom.slip_store import SlipStore, open_store
from numero_cam.classroom.slips import Printing
from numero_cam.classroom.spreadsheets import read_sheet
from numero_cam.classroom.week import Week, WeekAsked, write_week
from numero_cam.games.numero.judge import TypedError
from numero_cam.games.numero.rules import Position
from numero_cam.games.numero.rules.choices import By
from numero_cam.games.numero.solve import Play, Settings, solve
from numero_cam.text.advice import wrong_line
from numero_cam.text.plays import play_json, say_play

SECONDS = 180
"""Three minutes, as in the Top Take of school competitions."""
LONGEST_WHO = 60


class EntryError(ValueError):
    """An entry that cannot be taken; the message is one line."""


@dataclass(frozen=True, slots=True)
class Entered:
    """What somebody handed in, typed or on a slip.

    Attributes:
        text: The answer as it was written or marked.
        wrong: Why it is no take, in words; empty where it is one.
        cards: Of the take, the taking card among them; 0 without one.
        points: Of the take.
        best: Whether no take is better.
    """

    text: str
    wrong: str
    cards: int = 0
    points: int = 0
    best: bool = False

    @classmethod
    def typed(cls, checked: Checked) -> "Entered":
        """What a typed answer is worth."""
        if checked.verdict.wrong is not None:
            return cls(checked.text, wrong_line(checked.verdict.wrong))
        points = checked.verdict.scored.points if checked.verdict.scored else 0
        return cls(checked.text, "", checked.verdict.cards, points, checked.missing == 0)

    def count(self, by: By) -> int:
        """Its cards or points."""
        return self.cards if by == "cards" else self.points


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings.

    Attributes:
        place: From 1; those who are equal share the highest place of theirs. None without a take.
        who: A pupil or a team.
        count: Cards or points, 0 without a take.
        entry: What was handed in; None for a team made of its pupils.
    """

    place: int | None
    who: str
    count: int
    entry: Entered | None = None


@dataclass
class TopTake:
    """A round that is being played.

    Attributes:
        position: The puzzle.
        question: What counts, and what is allowed.
        teams: Which team each is in; empty where each plays alone, or each entry is a team's own.
        known: Full names by what may be written for them: `17` for `17 Ann`; empty where anybody may enter.
        entries: What each handed in last.
    """

    position: Position
    question: Question = field(default_factory=lambda: Question(Settings(by="cards")))
    teams: Mapping[str, str] = field(default_factory=dict)
    known: Mapping[str, str] = field(default_factory=dict)
    entries: dict[str, Entered] = field(default_factory=dict)

    @property
    def by(self) -> By:
        """What counts."""
        return self.question.settings.by

    def enter(self, who: str, text: str) -> tuple[str, Checked]:
        """Judge an entry; a later one of the same pupil or team takes the place of the former.

        Returns:
            Who it was, with his name where it is known, and what his answer is worth.

        Raises:
            EntryError: It is nobody's, or no arithmetic.
        """
        name = self._named(who)
        try:
            checked = check_answer(self.position, text, self.question)
        except TypedError as error:
            message = f"{name}: {text[:60]!r}: {error}"
            raise EntryError(message) from error
        self.entries[name] = Entered.typed(checked)
        return name, checked

    def standings(self) -> tuple[Standing, ...]:
        """Return who has most, the best first."""
        return _placed((who, entry.count(self.by), entry) for who, entry in self.entries.items())

    def team_standings(self) -> tuple[Standing, ...]:
        """Return the teams by what their pupils have together; nothing without teams."""
        sums = dict.fromkeys(self.teams.values(), 0)
        for who, entry in self.entries.items():
            if who in self.teams:
                sums[self.teams[who]] += entry.count(self.by)
        return _placed((team, total, None) for team, total in sums.items())

    def best(self) -> Play | None:
        """Return the best take, as far as it was found in the time that the question leaves."""
        return next(iter(solve(self.position, self.question.settings, top=1, limit_seconds=self.question.limit).plays), None)

    def _named(self, who: str) -> str:
        plain = " ".join(who.split())
        if not plain or len(plain) > LONGEST_WHO or not plain.isprintable():
            message = f'"{plain[:LONGEST_WHO]}" is nobody; write who it is, a colon and the answer: 17: (13 + 12) x 2/5'
            raise EntryError(message)
        if not self.known:
            return plain
        name = self.known.get(plain.casefold())
        if name is None:
            message = f'"{plain}" is nobody of these: {", ".join(dict.fromkeys(self.known.values()))}'
            raise EntryError(message)
        return name


def read_entries(path: Path) -> list[tuple[str, str, str]]:
    """Return the entries of a table: where each stands, who it is of, and the answer; empty answers are left out.

    Raises:
        ClassError: It cannot be read, or lacks a column.
    """
    rows = read_sheet(path, ("number", "answer"), "number,answer/17,(13 + 12) x 2/5")
    return [(f"{path}, line {line}", row["number"], row["answer"]) for line, row in rows if row["answer"]]


def read_teams(path: Path, known: Mapping[str, str]) -> dict[str, str]:
    """Return which team each pupil is in.

    Args:
        path: A table with the columns ``number`` and ``team``.
        known: See ``TopTake``.

    Raises:
        ClassError: It cannot be read, lacks a column, or names somebody who is not there, or twice.
    """
    teams: dict[str, str] = {}
    for line, row in read_sheet(path, ("number", "team"), "number,team/17,Red"):
        who, team = row["number"], row["team"]
        name = known.get(who.casefold(), "") if known else who
        why = "" if name and team else "has no team" if name else "is nobody of the class"
        why = why or ("is in two teams" if name in teams else "")
        if why:
            message = f'{path}, line {line}: "{who[:LONGEST_WHO]}" {why}'
            raise ClassError(message)
        teams[name] = team
    return teams


def parted(line: str) -> tuple[str, str]:
    """Return who a line is of, and his answer: `17: (13 + 12) x 2/5`.

    Raises:
        EntryError: There is no colon, or nothing behind it.
    """
    who, colon, text = line.partition(":")
    if not colon or not text.strip():
        message = f'"{line.strip()[:60]}": write who it is, a colon and the answer: 17: (13 + 12) x 2/5'
        raise EntryError(message)
    return who.strip(), text.strip()


def _placed(rows: Iterable[tuple[str, int, Entered | None]]) -> tuple[Standing, ...]:
    ordered: Sequence[tuple[str, int, Entered | None]] = sorted(rows, key=lambda row: (-row[1], row[0]))
    counts = [count for _, count, _ in ordered]
    return tuple(Standing(1 + counts.index(count) if count else None, who, count, entry) for who, count, entry in ordered)


def standings_json(game: TopTake) -> dict[str, object]:
    """Return the object that ``numero-cam toptake --json`` prints."""
    best = game.best() if game.entries else None
    return {
        "centre": [str(item) for item in game.position.centre],
        "hand": [str(card) for card in game.position.hand],
        "by": game.by,
        "standings": [
            {
                "place": one.place,
                "who": one.who,
                game.by: one.count,
                "answer": one.entry.text if one.entry else "",
                "wrong": (one.entry.wrong or None) if one.entry else None,
            }
            for one in game.standings()
        ],
        "teams": [{"place": one.place, "team": one.who, game.by: one.count} for one in game.team_standings()],
        "best": play_json(best, say_play(best)) if best else None,
    }


def write_slips(out: Path, room: Classroom, level: str, asked: WeekAsked, file: Path | None = None) -> Week:
    """Write a slip of the same puzzle for each pupil of a class, and remember what is on them.

    Raises:
        ClassError: A level that there is not, or too many slips.
        NumeroCamError: A file cannot be written.
    """
    return write_week(out, room.name, [replace(pupil, level=level) for pupil in room.pupils], asked, file=file)


def printed_round(number: int, file: Path | None = None) -> Printing:
    """Return a printing that a Top Take can be played with.

    Raises:
        ClassError: Nothing was printed under this number, or puzzles of several levels were.
    """
    with open_store(file) as store:
        printing = store.printing(number)
    if printing is None:
        message = f"nothing was printed under the number {number} on this computer; it stands below the strip of each slip"
        raise ClassError(message)
    if len(printing.puzzles) != 1:
        message = f"printing {number} has {len(printing.puzzles)} puzzles; a Top Take has one for all: print it with --slips"
        raise ClassError(message)
    return printing


def pupils_of_round(printing: Printing) -> tuple[Pupil, ...]:
    """Return whose slips were printed, those that were forgotten left out."""
    level = printing.puzzles[0].level
    return tuple(Pupil(slip.pupil, slip.name, level) for slip in printing.slips if slip.pupil)


@dataclass(frozen=True)
class Photographed:
    """What came of photos of slips.

    Attributes:
        entered: Of how many pupils an entry stands now.
        waiting: Slips that somebody has to look at: whose, and why.
        problems: What could not be read, a line each.
        page: Where the slips that wait are shown.
    """

    entered: int
    waiting: tuple[str, ...]
    problems: tuple[str, ...]
    page: Path


def enter_photos(
    game: TopTake, printing: Printing, store: SlipStore, names: Sequence[str], folder: Path, *, done: Callable[[], None] | None = None
) -> Photographed:
    """Take slips of photos as entries; a slip that is not clear, or no take, waits and is no entry.

    Args:
        game: The round.
        printing: Its slips.
        store: Knows the printing, and takes what is read.
        names: Photos, folders and patterns.
        folder: Where the page with the slips that wait is written.
        done: Called after each photo.

    Raises:
        NumeroCamError: The store or a file cannot be used.
    """
    marked = mark_photos(names, store, given=printing.number, done=done)
    (written,) = write_results(store, [printing.number], folder)
    rows = [row for row in written.table.rows if row.judged is not None]
    for row in rows:
        if row.judged is not None:
            worth = row.judged
            who = Pupil(row.number, row.name, row.puzzle.level).called
            game.entries[who] = Entered(row.marks, worth.wrong, worth.cards, worth.points, row.found_best)
    waiting = tuple(f"slip {one.slip}{f' of pupil {one.pupil}' if one.pupil else ''}: {one.reason}" for one in written.table.waiting)
    return Photographed(len(rows), waiting, marked.problems, written.page)
