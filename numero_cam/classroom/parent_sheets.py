"""Sheets for parents: a page for each pupil with what he practised and the next step, without any other pupil and without a rank."""

from pathlib import Path

from numero_cam.app.choices import Paper
from numero_cam.base.errors import ClassError
from numero_cam.base.outputs import write_atomically
from numero_cam.catalogue import tr
from numero_cam.classroom.hints import hint_line
from numero_cam.classroom.needs import ClassNeeds, class_needs, skill_rows
from numero_cam.classroom.progress import PupilProgress, WeekAnswer
from numero_cam.classroom.report_prints import TableSection, table_pages
from numero_cam.classroom.results import AnswerState
from numero_cam.classroom.slip_store import open_slip_store
from numero_cam.printing.lettering import can_be_printed
from numero_cam.printing.paper import PaperPage
from numero_cam.printing.pdf import pdf_bytes

SHEET_WEEKS = 8  #: Maximum number of weeks on a sheet, the latest; with one puzzle each they are one page.


def write_parent_sheets(out: Path, class_name: str, pupil: int | None = None, *, paper: Paper = "a4", file: Path | None = None) -> None:
    """Write the sheet of a pupil, or of each pupil with an answer, as one PDF."""
    with open_slip_store(file) as store:
        if pupil is not None:
            store.classes.room(class_name).pupil(pupil)
        needs = class_needs(store, class_name)
    shown = [one for one in needs.pupils if one.answers and pupil in (None, one.pupil.number)]
    if not shown:
        raise ClassError(tr("nothing was handed in yet, so a sheet for parents has nothing to say"))
    pages = [page for one in shown for page in parent_sheet(needs, one, paper=paper)]
    write_atomically(out, pdf_bytes(pages, f"numero-cam {needs.class_name}"))


def parent_sheet(needs: ClassNeeds, progress: PupilProgress, *, paper: Paper) -> tuple[PaperPage, ...]:
    """Return the sheet of a pupil."""
    name = progress.pupil.label if can_be_printed(progress.pupil.name) else str(progress.pupil.number)
    weeks = [*dict.fromkeys(answer.week for answer in progress.answers)][-SHEET_WEEKS:]
    latest = [answer for answer in progress.answers if answer.week in weeks]
    head, skills = skill_rows(progress.skills)
    hints = tuple((answer.label, hint) for answer in latest if (hint := hint_line(answer.row)))
    sections = [
        TableSection(tr("Number puzzles, class {name}", name=needs.class_name), (), ((progress.summary,),)),
        TableSection(tr("What was practised"), head, skills),
        TableSection(tr("Week by week"), (tr("week"), tr("task"), tr("result"), tr("reached")), tuple(map(_week_row, latest))),
        TableSection(tr("What to think about"), (), hints),
        TableSection(tr("Next step"), (), ((progress.next_step.line,),)),
    ]
    return table_pages(name, [section for section in sections if section.rows], paper=paper)


def _week_row(answer: WeekAnswer) -> tuple[str, str, str, str]:
    return answer.label, answer.row.puzzle.goal, result_words(answer), reached_words(answer)


def result_words(answer: WeekAnswer) -> str:
    """Return what an answer is, in words: the best, a take, none."""
    return tr("found the best") if answer.row.found_best else answer.row.state_words


def reached_words(answer: WeekAnswer) -> str:
    """Return how much of what was possible was reached: `3 of 7`; empty where the answer is no take."""
    row = answer.row
    if row.worth is None or row.state is not AnswerState.TAKE:
        return ""
    return tr(
        "{reached} of {possible}", reached=row.worth.cards if row.puzzle.by == "cards" else row.worth.points, possible=row.puzzle.best
    )
