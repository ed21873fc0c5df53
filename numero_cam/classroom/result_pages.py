"""The results of a class as HTML: by skill for the class, and over the weeks for a pupil."""

from collections.abc import Mapping, Sequence
from datetime import date

from numero_cam.catalogue import tr
from numero_cam.classroom.classes import Classroom, Pupil, class_rows
from numero_cam.classroom.course import MOVE_WORDS
from numero_cam.classroom.hints import hint_line
from numero_cam.classroom.needs import ClassNeeds
from numero_cam.classroom.parent_sheets import reached_words, result_words
from numero_cam.classroom.progress import PupilProgress
from numero_cam.classroom.strips import record_lines
from numero_cam.games.numero.puzzles import LevelError, LevelMove, moved_level
from numero_cam.text.page_templates import page_html

STATIC = "/static/"
MOST_MISSED = 2  #: Maximum number of skills that are named beside a pupil of the table.


def table_page(
    room: Classroom, needs: ClassNeeds, day: date, problem: str, given: Mapping[str, str], *, absent: Sequence[Pupil] = ()
) -> str:
    """Return the results of a class by skill, its pupils in the order of names, and forms with what was typed before.

    `day` is today; `absent` are the pupils who were not in the list that was just taken.
    """
    head, rows = class_rows(room)
    progress = {str(one.pupil.number): one for one in needs.pupils}
    pupils = "\n".join("\t".join((str(pupil.number), pupil.name, pupil.level)) for pupil in room.pupils)
    return page_html(
        "classroom/templates/table.html",
        at=STATIC,
        room=room,
        head=head,
        rows=rows,
        by_name=[(progress[number], missed_words(progress[number])) for number, *_ in rows if number in progress],
        placed=[room.pupil(number).label for number in room.ladder],
        without_game=[pupil.label for pupil in room.pupils if pupil.number not in room.ladder],
        records=record_lines(room),
        needs=needs,
        pupils=pupils,
        week=room.year.week_on(day).name,
        problem=problem,
        given=given,
        absent=absent,
    )


def missed_words(progress: PupilProgress) -> str:
    """Return the skills that a pupil does without most often, with their counts; empty where there are none."""
    missed = sorted((one for one in progress.skills if one.missed), key=lambda one: -one.missed / one.asked)
    return ", ".join(
        tr("{skill} ({missed} of {asked})", skill=one.skill.words, missed=one.missed, asked=one.asked) for one in missed[:MOST_MISSED]
    )


def progress_page(needs: ClassNeeds, progress: PupilProgress) -> str:
    """Return a pupil over the weeks: what was asked, found and missed, the next step and the levels to choose from."""
    answers = [
        (answer.label, answer.row.puzzle.level, answer.row.puzzle.goal, result_words(answer), reached_words(answer), hint_line(answer.row))
        for answer in reversed(progress.answers)
    ]
    return page_html(
        "classroom/templates/progress.html",
        at=STATIC,
        name=needs.class_name,
        progress=progress,
        rows=[(cells, "best" if answer.row.found_best else "") for cells, answer in zip(answers, reversed(progress.answers), strict=True)],
        levels=_levels(progress),
    )


def _levels(progress: PupilProgress) -> list[tuple[str, str]]:
    """Return the levels to choose from, each with what it is: the next step, the offered one, then those to which moves lead."""
    step = progress.next_step
    try:
        around: dict[str, str] = {moved_level(progress.pupil.level, move): MOVE_WORDS[move] for move in LevelMove}
    except LevelError:  # a damaged file
        around = {}
    first = {step.level: around.pop(step.level, "")} | ({step.offered: step.reason} if step.offered else {})
    return [*first.items(), *((level, words) for level, words in around.items() if level not in first)]
