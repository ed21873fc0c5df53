"""Prints for the children after a week was marked: a strip for each pupil, the class's table, the ladder and the records."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path
from typing import get_args

from numero_cam.app.choices import Paper
from numero_cam.base.outputs import write_atomically
from numero_cam.catalogue import tr
from numero_cam.classroom.classes import Classroom, Pupil, ResultKind, class_rows
from numero_cam.classroom.needs import StepKind, best_takes, needed_steps, steps_in_answer
from numero_cam.classroom.report_prints import Strip, TableSection, strip_pages, table_pages
from numero_cam.classroom.results import ClassTable, PupilRow, week_table
from numero_cam.classroom.slip_store import SlipStore, open_slip_store
from numero_cam.games.numero.rules.cards import HIGHEST_NUMBER
from numero_cam.games.numero.rules.choices import By
from numero_cam.games.numero.solve import Play
from numero_cam.printing.paper import PaperPage
from numero_cam.printing.pdf import pdf_bytes
from numero_cam.text.words import count

LADDER_DAYS = 7  #: Number of days before today from which the changes of the ladder are counted.


def write_strips(out: Path, class_name: str, week: str | None = None, *, paper: Paper = "a4", file: Path | None = None) -> None:
    """Write the strips of a week, the class's table, the ladder with its changes and the records as one PDF.

    Args:
        out: The PDF to write.
        class_name: Name of the class.
        week: Name of the week; None for the last one in which something was handed in.
        paper: Size of the paper.
        file: The file of the classes; None for that of this user.
    """
    with open_slip_store(file) as store:
        table = week_table(store, class_name, week)
        pages = (*strip_pages(pupil_strips(table), paper=paper), *_class_pages(store, table.printing.class_name, paper))
    write_atomically(out, pdf_bytes(pages, f"numero-cam {table.printing.heading}"))


def pupil_strips(table: ClassTable) -> tuple[Strip, ...]:
    """Return a strip for each pupil who handed in an answer that counts."""
    rows = [(Pupil(row.number, row.name, row.puzzle.level).label, row) for row in table.rows if row.worth is not None]
    return tuple(Strip(label, table.printing.heading, (_taken_line(row), _possible_line(row)), hint_line(row)) for label, row in rows)


def _taken_line(row: PupilRow) -> str:  # what the pupil took
    if row.worth is None or row.worth.wrong:
        return tr("No take this time: {reason}.", reason=row.reason.rstrip("."))
    if not row.puzzle.kind.asks_for_take:
        return tr("You found {answers}.", answers=count(row.worth.cards, "answer"))
    return tr("You took {amount}.", amount=count(row.worth.cards if row.puzzle.by == "cards" else row.worth.points, row.puzzle.by))


def _possible_line(row: PupilRow) -> str:  # how much the best take has
    if row.found_best:
        return tr("Nothing better was possible!")
    if not row.puzzle.kind.asks_for_take:
        return tr("There were {answers}.", answers=count(row.puzzle.best, "answer"))
    return tr("{amount} were possible.", amount=count(row.puzzle.best, row.puzzle.by))


def hint_line(row: PupilRow) -> str:
    """Return one hint: the pupil's own mistake or, where the take is right, what he missed; empty where nothing was missed."""
    if row.found_best or row.worth is None:
        return ""
    if row.mistake:
        return tr("Hint: {mistake}.", mistake=row.mistake)
    plays = best_takes(row.puzzle)
    if not plays:
        return tr("Hint: use the same cards in another order.")
    lacking = needed_steps(row.puzzle) - steps_in_answer(row)
    return next((line for kind, line in _STEP_HINTS.items() if kind in lacking), None) or _build_hint(plays[0])


#: The hint for the first of these kinds of steps that an answer lacks.
_STEP_HINTS = {
    StepKind.SECOND_SET: tr("Hint: a second set for the same card was there."),
    StepKind.FRACTION: tr("Hint: a fraction card helps."),
    StepKind.SUBTRACTION: tr("Hint: taking away on the way helps."),
}


def _build_hint(play: Play) -> str:
    """Return a hint from a best take: its first intermediate result that is a build's number, else that its taker can take more."""
    results = [step.result for one in play.sets for step in one.calculations[:-1]]
    number = next((result for result in results if isinstance(result, Fraction) and result in _BUILD_NUMBERS), None)
    if number is not None:
        return tr("Hint: a build of {number} was there.", number=number)
    return tr("Hint: the {number} can take more.", number=play.taker.value)


_BUILD_NUMBERS = range(1, HIGHEST_NUMBER + 1)  #: Numbers that a build may have.


@dataclass(frozen=True, slots=True)
class LadderPlace:
    """A place of the ladder."""

    place: int  #: Place, from 1.
    label: str  #: Number and name of the pupil.
    change: int  #: Number of places that the pupil rose since a day; below 0 for a fall.

    @property
    def change_text(self) -> str:
        """The change with its sign: `+2`, `−1`, and nothing where the place is the same."""
        return f"{self.change:+d}".replace("-", "−") if self.change else ""


def ladder_places(store: SlipStore, class_name: str, since: date) -> tuple[LadderPlace, ...]:
    """Return the ladder with its changes since a day."""
    room = store.classes.room(class_name)
    before = store.classes.ladder_on(class_name, since)
    return tuple(LadderPlace(place + 1, room.pupil(number).label, before.index(number) - place) for place, number in enumerate(room.ladder))


def record_lines(room: Classroom) -> tuple[str, ...]:
    """Return the records of a class, a line for each kind and count."""
    lines = []
    for kind in ResultKind:
        for by in get_args(By):
            if records := room.records(kind, by):
                holders = [(room.pupil(record.number).label, record.week) for record in records]
                lines.append(record_line(kind, records[0].count(by) or 0, by, holders))
    return tuple(lines)


def _class_pages(store: SlipStore, class_name: str, paper: Paper) -> tuple[PaperPage, ...]:
    """Return the pages to hang up: the class's table, its ladder with the changes, and its records."""
    room, since = store.classes.room(class_name), date.today() - timedelta(days=LADDER_DAYS)  # noqa: DTZ011 - the day where the teacher is
    head, rows = class_rows(room)
    ladder = [(str(one.place), one.change_text, one.label) for one in ladder_places(store, room.name, since)]
    sections: list[TableSection] = [
        TableSection(tr("Class table"), head, tuple(rows)),
        TableSection(tr("Ladder, changes since {day}", day=since.isoformat()), (tr("place"), tr("change"), tr("pupil")), tuple(ladder)),
    ]
    if records := record_lines(room):
        sections.append(TableSection(tr("Class records"), (), tuple((line,) for line in records)))
    return table_pages(tr("Class {name}", name=room.name), sections, paper=paper)


_RECORDS = {"take": tr("Best take: {highest}, {names}"), "game": tr("Highest score: {highest}, {names}")}


def record_line(kind: str, highest: int, by: str, who: Sequence[tuple[str, str]]) -> str:
    """Return the line of a record: `Best take: 8 cards, 17 Ann (week 12)`; `kind` is `take` or `game`, `by` the unit, `who` pupil, week."""
    names = "; ".join(f"{name} ({week})" for name, week in who)
    return _RECORDS[kind].format(highest=count(highest, by), names=names)
