"""Prints for the children after a week was marked: a strip for each pupil, the class's table, the ladder and the records."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import get_args

from numero_cam.app.choices import Paper
from numero_cam.base.outputs import write_atomically
from numero_cam.catalogue import and_list, tr
from numero_cam.classroom.classes import Classroom, Pupil, ResultKind, class_rows
from numero_cam.classroom.hints import hint_line
from numero_cam.classroom.occasions import shown_name
from numero_cam.classroom.report_prints import Strip, TableSection, strip_pages, table_pages
from numero_cam.classroom.results import ClassTable, PupilRow, week_table
from numero_cam.classroom.skills import best_takes
from numero_cam.classroom.slip_store import SlipStore, open_slip_store
from numero_cam.games.numero.rules.choices import By
from numero_cam.printing.paper import PaperPage
from numero_cam.printing.pdf import pdf_bytes
from numero_cam.text.plays import set_text
from numero_cam.text.words import count

LADDER_DAYS = 7  #: Number of days before today from which the changes of the ladder are counted.


def write_strips(out: Path, class_name: str, week: str | None = None, *, paper: Paper = "a4", file: Path | None = None) -> None:
    """Write the strips of a week as one PDF; where contests are shown, also the class's table, the ladder with its changes and the records.

    Without a week it is the last one in which something was handed in.
    """
    with open_slip_store(file) as store:
        table = week_table(store, class_name, week)
        year, today = store.classes.room(class_name).year, date.today()  # noqa: DTZ011 - the day where the teacher is
        strips = pupil_strips(table, tell_answers=year.tells_answers(table.printing.week, today))
        hung_up = _class_pages(store, table.printing.class_name, paper) if year.contests else ()
        pages = (*strip_pages(strips, paper=paper), *hung_up)
    write_atomically(out, pdf_bytes(pages, f"numero-cam {table.printing.heading}"))


def pupil_strips(table: ClassTable, *, tell_answers: bool = False) -> tuple[Strip, ...]:
    """Return a strip for each pupil who handed in an answer that counts; `tell_answers` adds the best takes that he did not find."""
    is_one = table.printing.puzzles_per_slip == 1
    own = [(number, [row for row in table.answered if row.number == number]) for number in table.pupils]
    return tuple(
        Strip(
            Pupil(number, rows[0].name, rows[0].puzzle.level).label,
            table.printing.heading,
            _strip_lines(rows, tell_answers=tell_answers, is_one=is_one),
        )
        for number, rows in own
        if rows
    )


def _strip_lines(rows: Sequence[PupilRow], *, tell_answers: bool, is_one: bool) -> tuple[str, ...]:
    """Return the sentences on a pupil's answers: a line for each where `is_one`, a slip has one puzzle, else a line for each puzzle."""
    lines = list[str]()
    for row in rows:
        best = "" if row.found_best else _possible_line(row)
        said = [_taken_line(row), best or tr("Nothing better was possible!"), hint_line(row)]
        answer = [_answer_line(row)] if tell_answers and not row.found_best else []
        lines += [*said, *answer] if is_one else [f"{row.place}: {' '.join(filter(None, said))}", *answer]
    return tuple(filter(None, lines))


def _taken_line(row: PupilRow) -> str:  # what the pupil took
    if row.worth is None or row.worth.wrong:
        template = tr("No take this time: {reason}.") if row.puzzle.kind.asks_for_take else tr("Not right this time: {reason}.")
        return template.format(reason=row.reason.rstrip("."))
    if not row.puzzle.kind.asks_for_take:
        return tr("You found {answers}.", answers=count(row.worth.cards, "answer"))
    return tr("You took {amount}.", amount=count(row.worth.cards if row.puzzle.by == "cards" else row.worth.points, row.puzzle.by))


def _possible_line(row: PupilRow) -> str:  # how much the best take has
    if not row.puzzle.kind.asks_for_take:
        return tr("There were {answers}.", answers=count(row.puzzle.best, "answer"))
    return tr("{amount} were possible.", amount=count(row.puzzle.best, row.puzzle.by))


def _answer_line(row: PupilRow) -> str:  # the best take with its arithmetic, or the right cards
    plays = best_takes(row.puzzle)
    if not plays:
        return tr("The answer: {cards}.", cards=and_list(str(card.value) for card in row.puzzle.answers))
    sets = (set_text(one) if one.calculations else str(plays[0].taker.value) for one in plays[0].sets)
    return tr("The best take, with the {number}: {sets}.", number=plays[0].taker.value, sets="; ".join(sets))


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
    return tuple(
        LadderPlace(place + 1, room.pupil(number).label, before.index(number) - place if number in before else 0)
        for place, number in enumerate(room.ladder)
    )


def record_lines(room: Classroom) -> tuple[str, ...]:
    """Return the records of a class, a line for each kind and count."""
    lines = []
    for kind in ResultKind:
        for by in get_args(By):
            if records := room.records(kind, by):
                holders = [*dict.fromkeys((room.pupil(record.number).label, shown_name(record.week)) for record in records)]
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
