"""The results of a class by skill, the next step of each pupil, and counts of each week; as a page to print and a spreadsheet."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from numero_cam.app.choices import Paper
from numero_cam.base.outputs import write_atomically
from numero_cam.catalogue import tr
from numero_cam.classroom.classes import Pupil
from numero_cam.classroom.course import LevelAdvice, plan_week
from numero_cam.classroom.progress import PupilProgress, class_progress
from numero_cam.classroom.report_prints import TableSection, table_pages
from numero_cam.classroom.results import AnswerState, ClassTable, class_tables
from numero_cam.classroom.skills import SkillCount, skill_counts
from numero_cam.classroom.slip_store import SlipStore, open_slip_store
from numero_cam.printing.paper import PaperPage
from numero_cam.printing.pdf import pdf_bytes
from numero_cam.text import spreadsheet

NEEDS_COLUMNS = ("class", "what", "name", "asked", "missed", "found")


@dataclass(frozen=True, slots=True)
class WeekSummary:
    """The counts of a week."""

    week: str  #: Name of the week.
    printing: int  #: Number of the printing, the slips printed together.
    pupils: int  #: Number of pupils who got a slip.
    answers: int  #: Number of answers that count.
    takes: int  #: Number of these that are takes or, where cards are asked for, right choices.
    best: int  #: Number of these that no answer beats.
    waiting: int  #: Number of slips that a person has to look at.
    handed_in: int  #: Number of pupils who handed in, those whose slip waits included.


@dataclass(frozen=True, slots=True)
class ClassNeeds:
    """What a class can do, and what it needs."""

    class_name: str  #: Name of the class.
    skills: tuple[SkillCount, ...]  #: Skills that were asked, in their order.
    levels: tuple[LevelAdvice, ...]  #: Pupils who need another level, by number.
    weeks: tuple[WeekSummary, ...]  #: The weeks, the earliest first.
    nothing_right: tuple[Pupil, ...] = ()  #: Pupils none of whose answers of the latest week is right, by number.
    pupils: tuple[PupilProgress, ...] = ()  #: Each pupil over the weeks, by number.

    @property
    def nothing_right_line(self) -> str:
        """Who had nothing right in the latest week, in one sentence; empty for nobody."""
        labels = ", ".join(one.label for one in self.nothing_right)
        return tr("Nothing right in week {week}: {pupils}", week=self.weeks[-1].week, pupils=labels) if labels else ""


def class_needs(store: SlipStore, class_name: str, day: date | None = None) -> ClassNeeds:
    """Return the needs of a class from the answers to its weekly puzzles that count; challenges and Top Takes are left out.

    `day` is today, unless another is given.
    """
    room = store.classes.room(class_name)
    tables = [table for table in class_tables(store, class_name) if not table.printing.is_occasion]
    rows = [row for table in tables for row in table.answered]
    weeks = tuple(map(week_summary, tables))
    latest = tables[-1].answered if tables else ()
    wrong = {row.number for row in latest} - {row.number for row in latest if row.state is not AnswerState.NO_TAKE}
    struggling = tuple(sorted((pupil for pupil in room.pupils if pupil.number in wrong), key=lambda pupil: pupil.number))
    plan = plan_week(store, room, None)
    levels = tuple(one.advice for one in plan if one.advice is not None)
    progress = class_progress(store, room, plan, tables, day or date.today())  # noqa: DTZ011 - the day where the teacher is
    return ClassNeeds(room.name, skill_counts(rows), levels, weeks, struggling, progress)


def week_summary(table: ClassTable) -> WeekSummary:
    """Return the counts of a week."""
    parts = table.pupils, table.answered, table.takes, table.best, table.waiting, table.handed_in
    return WeekSummary(table.printing.week, table.printing.number, *map(len, parts))


def needs_csv(needs: ClassNeeds) -> bytes:
    """Return the needs of a class as CSV: a line for each skill, each pupil who needs another level, and each week."""
    lines = [("step", one.skill.value, one.asked, one.missed, one.found) for one in needs.skills]
    lines += [("harder level" if one.harder else "easier level", one.label, one.weeks, 0, 0) for one in needs.levels]
    lines += [("week", one.week, one.answers, one.answers - one.best, one.best) for one in needs.weeks]
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
    head, rows = skill_rows(needs.skills)
    weeks_head, weeks = week_rows(needs)
    steps = tuple((one.pupil.label, one.next_step.line) for one in needs.pupils if one.answers)
    sections = [TableSection(tr("What the class can do"), head, rows), TableSection(tr("Next steps"), (), steps)]
    sections += [TableSection(tr("Pupils who need another level"), (), tuple((one.line,) for one in needs.levels))]
    sections += [TableSection(tr("Nothing right in the latest week"), (), tuple((one.label,) for one in needs.nothing_right))]
    shown = [section for section in sections if section.rows]
    return table_pages(
        tr("Class {name}", name=needs.class_name), [*shown, TableSection(tr("Week by week"), weeks_head, tuple(weeks))], paper=paper
    )


def skill_rows(skills: Sequence[SkillCount]) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Return the head and the rows of a table of skills."""
    rows = tuple((one.skill.words, str(one.asked), str(one.found), str(one.missed)) for one in skills)
    return (tr("skill"), tr("asked"), tr("found the best"), tr("done without")), rows


def week_rows(needs: ClassNeeds) -> tuple[tuple[str, ...], Sequence[tuple[str, ...]]]:
    """Return the head and the rows of the table of weeks."""
    rows = [
        (one.week, tr("{answers} of {pupils}", answers=one.handed_in, pupils=one.pupils), str(one.takes), str(one.best), str(one.waiting))
        for one in needs.weeks
    ]
    return (tr("week"), tr("handed in"), tr("right answers"), tr("best answers"), tr("to look at")), rows
