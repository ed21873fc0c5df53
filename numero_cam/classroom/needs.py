"""The needs of a class: kinds of steps that it misses, pupils who need another level, and counts of each week."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from numero_cam.app.choices import Paper
from numero_cam.base.outputs import write_atomically
from numero_cam.catalogue import tr
from numero_cam.classroom.classes import Pupil
from numero_cam.classroom.report_prints import TableSection, table_pages
from numero_cam.classroom.results import AnswerState, ClassTable, PupilRow, class_tables
from numero_cam.classroom.slip_store import SlipStore, open_slip_store
from numero_cam.classroom.slips import SlipPuzzle, sets_of_answer
from numero_cam.games.numero.rules import Kind
from numero_cam.games.numero.solve import Play, best_plays
from numero_cam.printing.paper import PaperPage
from numero_cam.printing.pdf import pdf_bytes
from numero_cam.text import spreadsheet

ANSWERS_FOR_ADVICE = 3  #: Number of last answers at a level: all best, a harder one is advised; all or all but one no takes, an easier one.
NEEDS_COLUMNS = ("class", "what", "name", "asked", "missed")


class StepKind(StrEnum):
    """A kind of step of a take; the values are written to the spreadsheet."""

    SUBTRACTION = "subtraction"
    MULTIPLICATION = "multiplication"
    DIVISION = "division"
    FRACTION = "fraction of a number"
    POWER = "power or root"
    SECOND_SET = "two sets"

    @property
    def words(self) -> str:
        """The kind in words, for the teacher."""
        return _STEP_WORDS[self]


_STEP_WORDS = {
    StepKind.SUBTRACTION: tr("Taking away on the way"),
    StepKind.MULTIPLICATION: tr("Multiplying"),
    StepKind.DIVISION: tr("Dividing"),
    StepKind.FRACTION: tr("A fraction of a number"),
    StepKind.POWER: tr("A power or a root"),
    StepKind.SECOND_SET: tr("A second set with the same card"),
}
_STEP_OF_CARD = {
    Kind.SUBTRACT: StepKind.SUBTRACTION,
    Kind.MULTIPLY: StepKind.MULTIPLICATION,
    Kind.DIVIDE: StepKind.DIVISION,
    Kind.FRACTION: StepKind.FRACTION,
    Kind.POWER: StepKind.POWER,
    Kind.ROOT: StepKind.POWER,
}


@dataclass(frozen=True, slots=True)
class StepNeed:
    """How often a class missed a kind of step."""

    kind: StepKind  #: Kind of step.
    asked: int  #: Number of answers to puzzles where every best take has such a step.
    missed: int  #: Number of these answers that are no best take and have no such step.


@dataclass(frozen=True, slots=True)
class LevelAdvice:
    """A pupil who needs another level."""

    number: int  #: Number of the pupil.
    label: str  #: Number and name.
    level: str  #: Level at present.
    harder: bool  #: Whether a harder one is advised; False for an easier one.
    weeks: int  #: Number of the last ``ANSWERS_FOR_ADVICE`` answers that are best takes (harder) or no takes (easier).

    @property
    def line(self) -> str:
        """The advice in one sentence."""
        if self.harder:
            template = tr("{pupil} found the best {weeks} times in a row at {level} and could try a harder level.")
        else:
            template = tr("{pupil} had no take in {weeks} of the last weeks at {level}; an easier level would help.")
        return template.format(pupil=self.label, weeks=self.weeks, level=self.level)


@dataclass(frozen=True, slots=True)
class WeekSummary:
    """The counts of a week."""

    week: str  #: Name of the week.
    printing: int  #: Number of the printing, the slips printed together.
    pupils: int  #: Number of pupils who got a slip.
    answers: int  #: Number of answers that count.
    takes: int  #: Number of these that are takes.
    best: int  #: Number of these that no take beats.
    waiting: int  #: Number of slips that a person has to look at.
    handed_in: int  #: Number of pupils who handed in, those whose slip waits included.


@dataclass(frozen=True, slots=True)
class ClassNeeds:
    """The needs of a class."""

    class_name: str  #: Name of the class.
    steps: tuple[StepNeed, ...]  #: Kinds of steps that were asked, the most missed first.
    levels: tuple[LevelAdvice, ...]  #: Pupils who need another level, by number.
    weeks: tuple[WeekSummary, ...]  #: The weeks, the earliest first.
    without_take: tuple[Pupil, ...] = ()  #: Pupils whose answer of the latest week is no take, by number.

    @property
    def without_take_line(self) -> str:
        """Who had no take in the latest week, in one sentence; empty where everybody had one."""
        if not self.without_take:
            return ""
        return tr("No take in week {week}: {pupils}", week=self.weeks[-1].week, pupils=", ".join(one.label for one in self.without_take))


def class_needs(store: SlipStore, class_name: str) -> ClassNeeds:
    """Return the needs of a class, from the answers to its weekly puzzles that count; challenges are left out."""
    room = store.classes.room(class_name)
    tables = [table for table in class_tables(store, class_name) if not table.printing.is_challenge]
    rows = [row for table in tables for row in table.answered]
    advice = (_level_advice(pupil.label, pupil.level, [row for row in rows if row.number == pupil.number]) for pupil in room.pupils)
    weeks = tuple(map(week_summary, tables))
    without = {row.number for row in tables[-1].answered if row.state is AnswerState.NO_TAKE} if tables else set()
    struggling = tuple(sorted((pupil for pupil in room.pupils if pupil.number in without), key=lambda pupil: pupil.number))
    return ClassNeeds(room.name, _step_needs(rows), tuple(one for one in advice if one is not None), weeks, struggling)


def week_summary(table: ClassTable) -> WeekSummary:
    """Return the counts of a week."""
    parts = table.rows, table.answered, table.takes, table.best, table.waiting, table.handed_in
    return WeekSummary(table.printing.week, table.printing.number, *map(len, parts))


def needed_steps(puzzle: SlipPuzzle) -> frozenset[StepKind]:
    """Return the kinds of steps that every best take of a puzzle has; none where the puzzle asks for no take."""
    plays = best_takes(puzzle)
    return frozenset.intersection(*map(_steps_of, plays)) if plays else frozenset()


@cache
def best_takes(puzzle: SlipPuzzle) -> tuple[Play, ...]:
    """Return the best takes of a puzzle, the simplest first; none where it asks for no take."""
    return best_plays(puzzle.position, puzzle.settings).plays if puzzle.kind.asks_for_take else ()


def steps_in_answer(row: PupilRow) -> frozenset[StepKind]:
    """Return the kinds of steps of the wild cards that a pupil used, and whether there are two sets.

    Typed arithmetic that is no take has none.
    """
    sets = sets_of_answer(row.puzzle, row.answer) if row.answer else ()
    found = {_STEP_OF_CARD[card.kind] for cards in sets for card in cards if card.kind in _STEP_OF_CARD}
    return frozenset(found | ({StepKind.SECOND_SET} if len(sets) > 1 else set()))


def _steps_of(play: Play) -> frozenset[StepKind]:
    """Return the kinds of steps of a take."""
    cards = [step.card for one in play.sets for step in one.calculations if step.card is not None]
    return frozenset({_STEP_OF_CARD[card.kind] for card in cards} | ({StepKind.SECOND_SET} if len(play.sets) > 1 else set()))


def _step_needs(rows: Sequence[PupilRow]) -> tuple[StepNeed, ...]:
    """Return how often each kind of step was asked and missed, the most missed first."""
    asked, missed = dict.fromkeys(StepKind, 0), dict.fromkeys(StepKind, 0)
    for row in rows:
        needed = needed_steps(row.puzzle)
        lacking = frozenset() if row.found_best else needed - steps_in_answer(row)
        for kind in needed:
            asked[kind] += 1
            missed[kind] += kind in lacking
    needs = (StepNeed(kind, asked[kind], missed[kind]) for kind in StepKind if asked[kind])
    return tuple(sorted(needs, key=lambda need: -need.missed / need.asked))


def _level_advice(label: str, level: str, rows: Sequence[PupilRow]) -> LevelAdvice | None:
    """Return the advice for a pupil from his rows, the earliest first, of which those at the present level count; None for none."""
    # `silver:12` is level silver, week 12; all weeks of one level count.
    last = [row for row in rows if row.puzzle.level.partition(":")[0] == level.partition(":")[0]][-ANSWERS_FOR_ADVICE:]
    if len(last) < ANSWERS_FOR_ADVICE:
        return None
    if all(row.found_best for row in last):
        return LevelAdvice(last[0].number, label, level, harder=True, weeks=len(last))
    without = sum(row.state is AnswerState.NO_TAKE for row in last)
    return LevelAdvice(last[0].number, label, level, harder=False, weeks=without) if without >= ANSWERS_FOR_ADVICE - 1 else None


def needs_csv(needs: ClassNeeds) -> bytes:
    """Return the needs of a class as CSV: a line for each kind of step, each pupil who needs another level, and each week."""
    lines = [("step", need.kind.value, need.asked, need.missed) for need in needs.steps]
    lines += [("harder level" if one.harder else "easier level", one.label, one.weeks, 0) for one in needs.levels]
    lines += [("week", one.week, one.answers, one.answers - one.best) for one in needs.weeks]
    return spreadsheet.table_csv(NEEDS_COLUMNS, [dict(zip(NEEDS_COLUMNS, (needs.class_name, *line), strict=True)) for line in lines])


def write_needs(out: Path, class_name: str, *, paper: Paper = "a4", file: Path | None = None) -> ClassNeeds:
    """Write the needs of a class, as a spreadsheet (``.csv``) or as a PDF to print, and return them.

    `file` is the file of the classes; None for that of this user.
    """
    with open_slip_store(file) as store:
        needs = class_needs(store, class_name)
    is_csv = out.suffix.lower() == ".csv"
    data = needs_csv(needs) if is_csv else pdf_bytes(needs_pages(needs, paper=paper), f"numero-cam {needs.class_name}")
    write_atomically(out, data)
    return needs


def needs_pages(needs: ClassNeeds, *, paper: Paper) -> tuple[PaperPage, ...]:
    """Return the pages with the needs of a class."""
    head, rows = step_rows(needs)
    weeks_head, weeks = week_rows(needs)
    sections = [TableSection(tr("What the class misses"), head, tuple(rows)), TableSection(tr("Week by week"), weeks_head, tuple(weeks))]
    if needs.without_take:
        sections.insert(
            1, TableSection(tr("Pupils without a take in the latest week"), (), tuple((one.label,) for one in needs.without_take))
        )
    if needs.levels:
        sections.insert(1, TableSection(tr("Pupils who need another level"), (), tuple((one.line,) for one in needs.levels)))
    return table_pages(tr("Class {name}", name=needs.class_name), sections, paper=paper)


def step_rows(needs: ClassNeeds) -> tuple[tuple[str, ...], Sequence[tuple[str, ...]]]:
    """Return the head and the rows of the table of steps, the most missed first."""
    rows = [(one.kind.words, tr("{missed} of {asked}", missed=one.missed, asked=one.asked)) for one in needs.steps]
    return (tr("step"), tr("missed")), rows


def week_rows(needs: ClassNeeds) -> tuple[tuple[str, ...], Sequence[tuple[str, ...]]]:
    """Return the head and the rows of the table of weeks."""
    rows = [
        (one.week, tr("{answers} of {pupils}", answers=one.handed_in, pupils=one.pupils), str(one.takes), str(one.best), str(one.waiting))
        for one in needs.weeks
    ]
    return (tr("week"), tr("handed in"), tr("takes"), tr("best takes"), tr("to look at")), rows
