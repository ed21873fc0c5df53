"""A Top Take: one puzzle for all, entries that are typed or read from slips, and standings of pupils and of teams."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from numero_cam.app.answers import Question
from numero_cam.app.check import Checked, check_answer
from numero_cam.base.errors import ClassError
from numero_cam.catalogue import tr
from numero_cam.classroom.classes import Pupil
from numero_cam.classroom.mark import mark_photos
from numero_cam.classroom.results import class_table
from numero_cam.classroom.slip_store import SlipStore, open_slip_store
from numero_cam.classroom.slips import Printing
from numero_cam.classroom.spreadsheets import read_sheet
from numero_cam.games.numero.judge import TypedError
from numero_cam.games.numero.rules import Build, Card, Position
from numero_cam.games.numero.rules.choices import By, PuzzleKind
from numero_cam.games.numero.solve import Play, Settings, solve
from numero_cam.text.advice import wrong_line
from numero_cam.text.page_templates import page_html
from numero_cam.text.plays import play_json, say_play
from numero_cam.text.puzzles import goal_line, task_line
from numero_cam.text.words import count, item_words

MAX_ENTRANT_CHARACTERS = 60  #: Maximum length of the name of a pupil or a team that is typed before an answer.


class EntryError(ValueError):
    """An entry that cannot be taken; the message is one line."""


@dataclass(frozen=True, slots=True)
class TopTakeEntry:
    """An answer that was handed in, typed or on a slip."""

    text: str  #: The answer as it was written or marked.
    wrong: str  #: Why it is no take, in words; empty where it is one.
    cards: int = 0  #: Number of cards of the take, including the taking card; 0 without a take.
    points: int = 0  #: Points of the take; 0 without one.
    best: bool = False  #: Whether no take is better.

    def count(self, by: By) -> int:
        """Return the number of cards, or the points."""
        return self.cards if by == "cards" else self.points


@dataclass(frozen=True, slots=True)
class TopTakeStanding:
    """A line of the standings."""

    place: int | None  #: Place, from 1; None without a take. Equal entrants share the best of their places.
    entrant: str  #: Name of the pupil or the team.
    count: int  #: Number of cards, or points, by what the round counts; 0 without a take.
    entry: TopTakeEntry | None = None  #: The entry; None for a team whose pupils' entries are added up.


@dataclass
class TopTake:
    """A round that is played."""

    position: Position  #: The puzzle.
    #: The settings by which answers are judged, and the time limit for the best take.
    question: Question = field(default_factory=lambda: Question(Settings(by="cards")))
    #: Team of each entrant; empty where nobody is in a team, or teams enter themselves.
    teams: Mapping[str, str] = field(default_factory=dict)
    #: Label of an entrant by each text that may be written for him, in lower case: `17` and `ann` for `17 Ann`; empty where anybody may
    #: enter.
    labels: Mapping[str, str] = field(default_factory=dict)
    entries: dict[str, TopTakeEntry] = field(default_factory=dict)  #: The last entry of each entrant.

    @property
    def by(self) -> By:
        """What the best take has most of."""
        return self.question.settings.by

    def enter(self, entrant: str, text: str) -> tuple[str, Checked]:
        """Judge the answer `text` and make it the entry of its entrant, in place of an earlier one.

        Returns:
            The label of the entrant, and what his answer is worth.
        """
        label = self._label(entrant)
        try:
            checked = check_answer(self.position, text, self.question)
        except TypedError as error:
            raise EntryError(f"{label}: {text[:60]!r}: {error}") from error
        verdict = checked.verdict
        if verdict.wrong is not None:
            self.entries[label] = TopTakeEntry(checked.text, wrong_line(verdict.wrong, checked.text))
        else:
            points = verdict.scored.points if verdict.scored else 0
            self.entries[label] = TopTakeEntry(checked.text, "", verdict.cards, points, checked.missing == 0)
        return label, checked

    def standings(self) -> tuple[TopTakeStanding, ...]:
        """Return the entrants, the best first."""
        return _ranked((label, entry.count(self.by), entry) for label, entry in self.entries.items())

    def team_standings(self) -> tuple[TopTakeStanding, ...]:
        """Return the teams by the sum of their pupils' entries, the best first; nothing where nobody is in a team."""
        sums = dict.fromkeys(self.teams.values(), 0)
        for label, entry in self.entries.items():
            if label in self.teams:
                sums[self.teams[label]] += entry.count(self.by)
        return _ranked((team, total, None) for team, total in sums.items())

    def best(self) -> Play | None:
        """Return the best take that is found within the question's limit of time; None where there is no take."""
        return next(iter(solve(self.position, self.question.settings, top=1, limit_seconds=self.question.limit).plays), None)

    def _label(self, entrant: str) -> str:
        """Return the label of an entrant as it was typed, checked."""
        plain = " ".join(entrant.split())
        if not plain or len(plain) > MAX_ENTRANT_CHARACTERS or not plain.isprintable():
            shown = plain[:MAX_ENTRANT_CHARACTERS]
            raise EntryError(tr('"{name}" is nobody; write who it is, a colon and the answer: 17: (13 + 12) x 2/5', name=shown))
        label = self.labels.get(plain.casefold()) if self.labels else plain
        if label is None:
            names = ", ".join(dict.fromkeys(self.labels.values()))
            raise EntryError(tr('"{name}" is nobody of these: {names}', name=plain, names=names))
        return label


def labels_of(pupils: Sequence[Pupil]) -> dict[str, str]:
    """Return the labels of pupils by what may be written for them: their numbers, and names that only one of them has."""
    names = Counter(pupil.name.casefold() for pupil in pupils)
    unique = {pupil.name.casefold(): pupil.label for pupil in pupils if pupil.name and names[pupil.name.casefold()] == 1}
    return {**unique, **{str(pupil.number): pupil.label for pupil in pupils}}


def read_entries(path: Path) -> list[tuple[str, str, str]]:
    """Return the entries of a table: the words for the place in the file, the entrant, the answer; empty answers are left out."""
    rows = read_sheet(path, ("number", "answer"), "number,answer/17,(13 + 12) x 2/5")
    return [(tr("{file}, line {line}", file=path, line=line), row["number"], row["answer"]) for line, row in rows if row["answer"]]


def read_teams(path: Path, labels: Mapping[str, str]) -> dict[str, str]:
    """Return the team of each pupil by his label, of a table with the columns ``number`` and ``team``; see ``TopTake`` for `labels`."""
    teams: dict[str, str] = {}
    for line, row in read_sheet(path, ("number", "team"), "number,team/17,Red"):
        entrant, team = row["number"], row["team"]
        label = labels.get(entrant.casefold(), "") if labels else entrant
        shown, problem = entrant[:MAX_ENTRANT_CHARACTERS], ""
        if not label:
            problem = tr('"{name}" is nobody of the class', name=shown)
        elif not team:
            problem = tr('"{name}" has no team', name=shown)
        elif label in teams:
            problem = tr('"{name}" is in two teams', name=shown)
        if problem:
            raise ClassError(tr("{file}, line {line}: {error}", file=path, line=line, error=problem))
        teams[label] = team
    return teams


def split_entry(line: str) -> tuple[str, str]:
    """Return the entrant and the answer of a line: `17: (13 + 12) x 2/5`."""
    entrant, colon, text = line.partition(":")
    if not colon or not text.strip():
        raise EntryError(tr('"{line}": write who it is, a colon and the answer: 17: (13 + 12) x 2/5', line=line.strip()[:60]))
    return entrant.strip(), text.strip()


def _ranked(rows: Iterable[tuple[str, int, TopTakeEntry | None]]) -> tuple[TopTakeStanding, ...]:
    """Return standings of rows of entrant, count and entry; the most first, equal counts share a place."""
    ordered = sorted(rows, key=lambda row: (-row[1], row[0]))
    counts = [count for _, count, _ in ordered]
    return tuple(TopTakeStanding(1 + counts.index(count) if count else None, entrant, count, entry) for entrant, count, entry in ordered)


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
                "who": one.entrant,
                game.by: one.count,
                "answer": one.entry.text if one.entry else "",
                "wrong": (one.entry.wrong or None) if one.entry else None,
            }
            for one in game.standings()
        ],
        "teams": [{"place": one.place, "team": one.entrant, game.by: one.count} for one in game.team_standings()],
        "best": play_json(best, say_play(best)) if best else None,
    }


def round_printing(number: int, file: Path | None = None) -> Printing:
    """Return the slips printed under a number, if a Top Take can be played with them; `file` has the classes, None for this user's."""
    with open_slip_store(file) as store:
        printing = store.printing(number)
    if printing is None:
        raise ClassError(
            tr("nothing was printed under the number {number} on this computer; it stands below the strip of each slip", number=number)
        )
    if len(printing.puzzles) != 1:
        puzzles = count(len(printing.puzzles), "puzzle")
        raise ClassError(
            tr("printing {number} has {puzzles}; a Top Take has one for all: print it with --slips", number=number, puzzles=puzzles)
        )
    if not printing.puzzles[0].kind.asks_for_take:
        raise ClassError(
            tr("printing {number} asks for cards of the hand; a Top Take asks for a take: print it with --slips", number=number)
        )
    return printing


def pupils_of_round(printing: Printing) -> tuple[Pupil, ...]:
    """Return the pupils who own a slip of a printing, without those who were removed from the class."""
    level = printing.puzzles[0].level
    return tuple(Pupil(slip.pupil, slip.name, level) for slip in printing.slips if slip.pupil)


@dataclass(frozen=True)
class PhotoEntries:
    """The outcome of photos of slips."""

    entered: int  #: Number of pupils who have an entry now.
    waiting: tuple[str, ...]  #: A line for each slip that a person has to look at: whose it is, and why.
    problems: tuple[str, ...]  #: What could not be read, a line each.


def enter_photos(
    game: TopTake,
    printing: Printing,
    store: SlipStore,
    names: Sequence[str],
    *,
    on_photo_done: Callable[[], None] | None = None,
) -> PhotoEntries:
    """Read photos, folders and patterns of slips of a printing, and make every answer that counts an entry of the round.

    A slip that is not clear, or no take, waits in the store until a person decides about it. `on_photo_done` is called after each photo.
    """
    marked = mark_photos(names, store, fallback_printing=printing.number, on_photo_done=on_photo_done)
    results = class_table(store, printing.number)
    entered = 0
    for row in results.rows:
        if row.worth is not None:
            label = Pupil(row.number, row.name, row.puzzle.level).label
            game.entries[label] = TopTakeEntry(str(row.answer), row.reason, row.worth.cards, row.worth.points, row.found_best)
            entered += 1
    waiting = tuple(
        tr("slip {entry.slip} of pupil {entry.pupil}: {entry.reason}", entry=one)
        if one.pupil
        else tr("slip {entry.slip}: {entry.reason}", entry=one)
        for one in results.waiting
    )
    return PhotoEntries(entered, waiting, marked.problems)


def toptake_html(title: str, position: Position, seconds: int, by: By = "cards") -> str:
    """Return a page that shows the puzzle and counts `seconds` down, as an HTML file that loads nothing and has no answer in it."""
    centre, hand = map(_item_values, position.centre), map(_item_values, position.hand)
    task = task_line(goal_line(PuzzleKind.BEST, by))
    return page_html("classroom/templates/toptake.html", heading=title, task=task, seconds=seconds, centre=list(centre), hand=list(hand))


def _item_values(item: Card | Build) -> dict[str, object]:
    """Return a card or a build for the template: the words read aloud, the faces, and the number of a build (else empty)."""
    if isinstance(item, Build):
        return {"said": item_words(item), "faces": list(map(str, item)), "worth": "" if item.value is None else str(item.value)}
    return {"said": item_words(item), "faces": [str(item)], "worth": ""}
