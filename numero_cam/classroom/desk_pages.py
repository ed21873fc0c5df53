"""The teacher's pages as HTML: the classes, a week, its marking, a slip that waits, the class's table."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from numero_cam.catalogue import ngettext, tr
from numero_cam.classroom.challenges import RankedChallenge
from numero_cam.classroom.classes import Classroom, Pupil, class_rows
from numero_cam.classroom.needs import ClassNeeds
from numero_cam.classroom.photo_answers import MarkingProgress, owner_label
from numero_cam.classroom.queue import likely_answers, offered_answer, pupil_of
from numero_cam.classroom.results import ClassTable, result_row
from numero_cam.classroom.slip_store import SlipEntry
from numero_cam.classroom.slips import Printing
from numero_cam.classroom.strips import record_lines
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.rules.choices import PuzzleKind
from numero_cam.marking import slip_layout
from numero_cam.marking.slip_layout import CircleUse, circles_of
from numero_cam.text.page_templates import page_html
from numero_cam.text.words import card_words

STATIC = "/static/"


def classes_page(rooms: Sequence[Classroom], week: str, problem: str, given: Mapping[str, str]) -> str:
    """Return the first page: the classes, and a form for a new one with what was typed before."""
    return page_html("classroom/templates/list.html", at=STATIC, rooms=rooms, week=week, problem=problem, given=given)


def week_page(room: Classroom, week: str, weeks: Sequence[str], table: ClassTable | None) -> str:
    """Return a week of a class: its results so far, None if not printed yet, its buttons, and the names of all weeks that can be opened."""
    progress = MarkingProgress.of(table) if table else None
    waiting = [(entry, owner_label(table.printing, entry)) for entry in table.waiting] if table else []
    return page_html(
        "classroom/templates/week.html",
        at=STATIC,
        room=room,
        week=week,
        weeks=weeks,
        table=table,
        standing=progress,
        kinds=[(kind.value, words) for kind, words in kind_words().items()],
        finders=table.puzzle_finders if table else (),
        waiting=[{"key": entry.key, "label": label, "reason": entry.reason} for entry, label in waiting],
        card_name=card_name,
    )


def marking_page(table: ClassTable, *, can_undo: bool) -> str:
    """Return the page on which photos are dropped and results come in; `can_undo` is whether a decision can be taken back."""
    # The last cell is what is wrong with an answer, in place of the answer in notation.
    rows = [replace(shown, cells=(*shown.cells[:-1], row.mistake)) for row in table.rows for shown in (result_row(row),)]
    return page_html(
        "classroom/templates/mark.html", at=STATIC, table=table, standing=MarkingProgress.of(table), rows=rows, can_undo=can_undo
    )


def photo_page(table: ClassTable | None, *, is_telephone: bool, expected: str = "") -> str:
    """Return the page that takes photos, for the week whose marking is open, if any; a telephone's page has no link to any other.

    `expected` is the number and name of the pupil whose laid-out cards the next photo is to show; empty where slips are photographed.
    """
    progress = MarkingProgress.of(table) if table else None
    return page_html("classroom/templates/photo.html", at=STATIC, standing=progress, is_telephone=is_telephone, expected=expected)


def queue_page(table: ClassTable, entry: SlipEntry, place: int, *, can_undo: bool, problem: str) -> str:
    """Return the page of a slip that waits, at `place`, from 0, among those of the week.

    `can_undo` is whether a decision can be taken back, `problem` why the last one was refused; empty where it was not.
    """
    printing = table.printing
    answers = likely_answers(printing, entry)
    pupil = pupil_of(answers[0], entry)
    return page_html(
        "classroom/templates/queue.html",
        at=STATIC,
        printing=printing,
        entry=entry,
        place=place,
        waiting=len(table.waiting),
        can_undo=can_undo,
        problem=problem,
        owner=owner_label(printing, entry),
        pupil=pupil,
        pupils=_owner_choices(table, pupil),
        answers=answers,
        circles=() if entry.is_typed else _circles(printing, entry, entry.shaded),
        card_name=card_name,
        size=(slip_layout.SLIP_WIDTH, slip_layout.SLIP_HEIGHT),
    )


def together_page(table: ClassTable, entries: Sequence[SlipEntry], *, can_undo: bool, problem: str) -> str:
    """Return the page of slips that are decided together, each beside its likely answers; see `queue_page` for `can_undo` and `problem`."""
    printing, slips = table.printing, []
    for entry in entries:
        answers = likely_answers(printing, entry)
        offered = offered_answer(answers)
        circles = _circles(printing, entry, offered.shaded if offered else entry.shaded)
        slips.append({"entry": entry, "owner": owner_label(printing, entry), "answers": answers, "offered": offered, "circles": circles})
    return page_html(
        "classroom/templates/together.html",
        at=STATIC,
        printing=printing,
        slips=slips,
        waiting=len(table.waiting),
        can_undo=can_undo,
        problem=problem,
        card_name=card_name,
        size=(slip_layout.SLIP_WIDTH, slip_layout.SLIP_HEIGHT),
    )


def _owner_choices(table: ClassTable, pupil: int | None) -> list[tuple[int, str, bool]]:
    """Return (number, label, whether it is `pupil`) of each pupil, those without a counting answer first."""
    rows = sorted(table.rows, key=lambda row: (row.worth is not None, row.number))
    return [(row.number, f"{row.number} {row.name}".rstrip(), row.number == pupil) for row in rows]


def _circles(printing: Printing, entry: SlipEntry, shaded: Collection[int]) -> list[Mapping[str, object]]:
    """Return the circles that can be shaded, for the template; x, y and r in millimetres from the slip's top-left corner."""
    puzzle, form = printing.puzzle_of(entry.slip), printing.form_of(entry.slip)
    cards = {CircleUse.CENTRE: puzzle.centre, CircleUse.TAKER: puzzle.takers, CircleUse.WILD: puzzle.wilds}
    rows = {CircleUse.TAKER: tr("taken with"), CircleUse.TENS: tr("tens"), CircleUse.UNITS: tr("units")}
    return [
        {
            "index": index,
            "card": cards[circle.use][circle.column] if circle.use in cards else None,
            "digit": "" if circle.use in cards else str(circle.column),
            "row": rows.get(circle.use) or tr("set {number}", number=circle.row + 1),
            "x": circle.x,
            "y": circle.y,
            "r": circle.radius + 0.4,
            "on": index in shaded,
            "doubt": index in entry.doubtful,
        }
        for index, circle in enumerate(circles_of(form))
        if circle.use is not CircleUse.INK
    ]


def table_page(room: Classroom, needs: ClassNeeds, week: str, problem: str, given: Mapping[str, str]) -> str:
    """Return the class's table in the order of names, ladder, needs and records, and forms with what was typed before."""
    head, rows = class_rows(room)
    pupils = "\n".join("\t".join((str(pupil.number), pupil.name, pupil.level)) for pupil in room.pupils)
    return page_html(
        "classroom/templates/table.html",
        at=STATIC,
        room=room,
        head=head,
        rows=rows,
        ladder=[room.pupil(number).label for number in room.ladder],
        records=record_lines(room),
        needs=needs,
        pupils=pupils,
        week=week,
        problem=problem,
        given=given,
    )


def challenges_page(room: Classroom, ranked: Sequence[RankedChallenge], given: Mapping[str, str], expected: str = "") -> str:
    """Return the challenges that pupils set, the Top Challenge first, and a form for another with what was typed before, `given`.

    `expected` is the number and name of the pupil whose cards the telephone photographs next; empty where it is nobody's.
    """
    return page_html(
        "classroom/templates/challenges.html", at=STATIC, room=room, ranked=ranked, given=given, expected=expected, card_name=card_name
    )


def wall_page(table: ClassTable) -> str:
    """Return the wall of a week, a page to project while slips come in: numbers only, no name and no answer."""
    cards = sum(row.worth.cards for row in table.takes if row.worth and row.puzzle.kind.asks_for_take)
    numbers = [(f"{len(table.handed_in)} / {len(table.rows)}", tr("handed in")), (str(len(table.best)), tr("found the best"))]
    numbers += [(str(cards), tr("cards taken together"))] if cards else []
    levels = [(one.puzzle.level, one.pupils, one.handed_in, one.finders) for one in table.puzzle_finders if one.pupils]
    return page_html("classroom/templates/wall.html", at=STATIC, heading=table.printing.heading, numbers=numbers, levels=levels)


def forget_page(room: Classroom, pupil: Pupil | None) -> str:
    """Return the question whether a pupil, or the whole class, is to be forgotten."""
    if pupil is None:
        question = tr("Remove class {name}?", name=room.name)
        why = ngettext(
            "It has {n} pupil. All weeks, slips and results go with it, and cannot be brought back.",
            "It has {n} pupils. All weeks, slips and results go with it, and cannot be brought back.",
            len(room.pupils),
        )
    else:
        question = tr("Remove {pupil} of class {name}?", pupil=pupil.label, name=room.name)
        why = tr("All results and slips go with the pupil, and cannot be brought back.")
    fields = {"class": room.name, **({} if pupil is None else {"number": str(pupil.number)})}
    return page_html("classroom/templates/forget.html", at=STATIC, room=room, question=question, why=why, fields=fields)


def large_page(printing: Printing, place: int) -> str:
    """Return the puzzle with the index `place` in large cards, to be projected."""
    return page_html(
        "classroom/templates/large.html", at=STATIC, printing=printing, puzzle=printing.puzzles[place], place=place, card_name=card_name
    )


def kind_words() -> Mapping[PuzzleKind, str]:
    """Return what each kind of puzzle asks for, in words, for a list to choose from."""
    return {
        PuzzleKind.BEST: tr("the best take"),
        PuzzleKind.TWO_SETS: tr("the best take, of two sets and more"),
        PuzzleKind.FRACTION: tr("the best take, which needs a fraction"),
        PuzzleKind.TAKES_ALL: tr("all numbers that take everything"),
        PuzzleKind.MISSING: tr("the covered card"),
    }


def card_name(card: Card | None) -> str:
    """Return a card in words, to be read aloud; None is a card that is to be found."""
    return tr("a covered card") if card is None else card_words(card)
