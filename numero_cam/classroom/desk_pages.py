"""The teacher's pages as HTML: the classes, a week, its marking, a slip that waits, the class's table."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from numero_cam.catalogue import ngettext, tr
from numero_cam.classroom.challenges import RankedChallenge
from numero_cam.classroom.class_lists import ListPlan, change_words, plan_line
from numero_cam.classroom.classes import Classroom
from numero_cam.classroom.course import MOVE_WORDS, PlannedLevel
from numero_cam.classroom.occasions import shown_name
from numero_cam.classroom.photo_answers import MarkingProgress, answer_label
from numero_cam.classroom.pupil_data import PupilData, removed_line
from numero_cam.classroom.queue import likely_answers, offered_answer, pupil_of
from numero_cam.classroom.results import ClassTable, result_row
from numero_cam.classroom.school_year import DAYS, MAX_TERMS, SchoolWeek, SchoolYear
from numero_cam.classroom.sheets import planned_sheets, printed_sheets, sheet_choices, sheet_words, slip_sheets
from numero_cam.classroom.slip_store import SlipEntry
from numero_cam.classroom.slips import Printing
from numero_cam.games.numero.puzzles import LevelMove
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.rules.choices import PuzzleKind
from numero_cam.marking.slip_layout import CircleUse, circles_of
from numero_cam.text.page_templates import page_html
from numero_cam.text.words import card_words, tied_places

STATIC = "/static/"
DAYS_SHOWN = 330  #: Number of days for which the page of the school year shows a term that is over.


@dataclass(frozen=True, slots=True)
class WeekPlace:
    """A week among the weeks of a class."""

    name: str  #: Name of the week.
    week: SchoolWeek | None  #: The week of school; None where it is none.
    following: SchoolWeek | None  #: The week of school after it; None for none.
    beside: tuple[str, ...]  #: Names of the weeks of its term; where no terms are known, of this week and the printed ones.
    rest: int  #: Number of weeks from it to the end of its term; 0 where no terms are known.
    is_over: bool  #: Whether the school year is over.

    @classmethod
    def of(cls, year: SchoolYear, name: str, printed: Sequence[str], day: date) -> "WeekPlace":
        """Return the place of the week of a name; `printed` are the names of printed weeks, `day` is today."""
        week = year.week_named(name, day)
        of_term = [one.name for one in year.weeks if week and one.term == week.term]
        beside = dict.fromkeys([*(of_term or printed), *([] if of_term else [year.week_on(day).name]), name])
        return cls(name, week, year.week_after(name, day), tuple(beside), len(year.rest_of_term(name, day)), year.is_over(day))

    @property
    def since(self) -> str:
        """Its first day in words; empty where it is no week of school."""
        return tr("from {day}", day=day_words(self.week.monday)) if self.week else ""


def classes_page(rooms: Sequence[Classroom], day: date, problem: str, given: Mapping[str, str]) -> str:
    """Return the first page: the classes with this week and the next, and a form for a new one with what was typed before."""
    places = [(room, WeekPlace.of(room.year, room.year.week_on(day).name, (), day)) for room in rooms]
    return page_html("classroom/templates/list.html", at=STATIC, rooms=places, problem=problem, given=given)


def week_page(
    room: Classroom,
    place: WeekPlace,
    table: ClassTable | None,
    plan: Sequence[PlannedLevel],
    retyped: Mapping[int, str],
    *,
    given: Mapping[str, str] | None = None,
    problem: str = "",
) -> str:
    """Return a week of a class with its buttons: its results so far, None if it is not printed yet, and the levels of those without a slip.

    `retyped` are the levels, by number of the pupil, that were typed after his slip was printed, `given` the options that were chosen,
    `problem` why nothing was printed.
    """
    progress = MarkingProgress.of(table) if table else None
    waiting = [(entry, answer_label(table.printing, entry)) for entry in table.waiting] if table else []
    levels = map(table.printing.level_of, table.printing.own_slips) if table else (one.level for one in plan)
    pupils = [*Counter(levels).values()]
    return page_html(
        "classroom/templates/week.html",
        at=STATIC,
        room=room,
        week=place.name,
        place=place,
        plan=[{"planned": one, "choices": _level_choices(one), "why": _advice_words(one)} for one in plan],
        plan_words=plan_words(plan),
        retyped=[(pupil, retyped[pupil.number]) for pupil in room.pupils if pupil.number in retyped],
        move_words=MOVE_WORDS,
        table=table,
        given=given or {},
        problem=problem,
        removed=removed_line(table.printing) if table else "",
        standing=progress,
        paper_needed=_sheets_of_week(room, table, pupils, place.rest),
        slip_choices=sheet_choices(pupils, room.year.versions),
        versions=list(enumerate((tr("one"), tr("two: A, B"), tr("three: A, B, C")), start=1)),
        kinds=[(kind.value, words) for kind, words in kind_words().items()],
        finders=table.puzzle_finders if table else (),
        waiting=[{"key": entry.key, "label": label, "reason": entry.reason} for entry, label in waiting],
        shown_name=shown_name,
        card_name=card_name,
    )


def _sheets_of_week(room: Classroom, table: ClassTable | None, pupils: Sequence[int], weeks: int) -> str:
    """Return how many sheets a printed week needs or, for a plan with so many `pupils` at each level, about how many."""
    if table:
        now, printing = printed_sheets(table.printing), table.printing
        large = replace(now, slips=slip_sheets(len(printing.printed_slips), printing.layout, is_large=True))
        return sheet_words(now, large, is_about=False)
    now, large = (planned_sheets(pupils, room.year.puzzles, room.year.versions, is_large=is_large) for is_large in (False, True))
    return sheet_words(now, large, is_about=True, weeks=weeks)


def _level_choices(planned: PlannedLevel) -> list[tuple[LevelMove, str]]:
    """Return the moves to choose from with their levels, each level once; the planned move is among them."""
    moves = sorted(planned.choices, key=lambda move: move is not planned.move)
    first = {planned.choices[move]: move for move in reversed(moves)}
    return [(move, level) for move, level in planned.choices.items() if first[level] is move]


def _advice_words(planned: PlannedLevel) -> str:
    """Return why another level is advised, in words; empty where none is."""
    if planned.advice is None:
        return ""
    best, wrong = tr("found the best {n} times in a row"), tr("more wrong than right in {n} of the last weeks")
    return (best if planned.advice.harder else wrong).format(n=planned.advice.weeks)


def plan_words(plan: Sequence[PlannedLevel]) -> str:
    """Return in words how many pupils make each move of a plan; empty for nobody."""
    made = Counter(one.move for one in plan)
    lines = {
        LevelMove.ON: ngettext("{n} goes on by the course", "{n} go on by the course", made[LevelMove.ON]),
        LevelMove.HARDER: ngettext("{n} to a harder level", "{n} to a harder level", made[LevelMove.HARDER]),
        LevelMove.EASIER: ngettext("{n} to an easier level", "{n} to an easier level", made[LevelMove.EASIER]),
        LevelMove.AGAIN: ngettext("{n} as it is", "{n} as they are", made[LevelMove.AGAIN]),
    }
    return ", ".join(line for move, line in lines.items() if made[move])


def year_page(room: Classroom, printed: Collection[str], day: date, problem: str, given: Mapping[str, str] | None) -> str:
    """Return the school year of a class: its weeks by term, and a form for its terms with what was typed before, None for what is stored.

    `printed` are the names of printed weeks, `day` is today.
    """
    year = room.year
    shown = [number for number, term in enumerate(year.terms, start=1) if (day - term.last).days < DAYS_SHOWN]
    coming = [term for term in year.terms if term.last >= day]
    stored = {f"first-{n}": term.first.isoformat() for n, term in enumerate(coming)}
    stored |= {f"last-{n}": term.last.isoformat() for n, term in enumerate(coming)}
    stored |= {"answer-day": str(year.answer_day or "")} | ({"by-results": "on"} if year.by_results else {})
    weeks = [(one, one.name in printed, day_words(one.monday)) for one in year.weeks]
    return page_html(
        "classroom/templates/year.html",
        at=STATIC,
        room=room,
        terms=[[one for one in weeks if one[0].term == number] for number in shown],
        rows=range(MAX_TERMS),
        over=max(len(shown) - len(coming), 0),
        days=list(zip(range(1, DAYS + 1), _DAYS, strict=True)),
        this_week=year.week_on(day).name,
        problem=problem,
        given=stored if given is None else given,
    )


_DAYS = (tr("Monday"), tr("Tuesday"), tr("Wednesday"), tr("Thursday"), tr("Friday"), tr("Saturday"), tr("Sunday"))
_MONTHS = (
    tr("January"),
    tr("February"),
    tr("March"),
    tr("April"),
    tr("May"),
    tr("June"),
    tr("July"),
    tr("August"),
    tr("September"),
    tr("October"),
    tr("November"),
    tr("December"),
)


def day_words(day: date) -> str:
    """Return a day and its month in words: `30 November`."""
    return tr("{day} {month}", day=day.day, month=_MONTHS[day.month - 1])


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
        owner=answer_label(printing, entry),
        pupil=pupil,
        pupils=_owner_choices(table, pupil),
        answers=answers,
        circles=() if entry.is_typed else _circles(printing, entry, entry.shaded),
        card_name=card_name,
        shown=printing.form_of(entry.slip, entry.at).shown,
    )


def together_page(table: ClassTable, entries: Sequence[SlipEntry], *, can_undo: bool, problem: str) -> str:
    """Return the page of slips that are decided together, each beside its likely answers; see `queue_page` for `can_undo` and `problem`."""
    printing, slips = table.printing, []
    for entry in entries:
        answers = likely_answers(printing, entry)
        offered = offered_answer(answers)
        circles = _circles(printing, entry, offered.shaded if offered else entry.shaded)
        shown, owner = printing.form_of(entry.slip, entry.at).shown, answer_label(printing, entry)
        slips.append({"entry": entry, "owner": owner, "answers": answers, "offered": offered, "circles": circles, "shown": shown})
    return page_html(
        "classroom/templates/together.html",
        at=STATIC,
        printing=printing,
        slips=slips,
        waiting=len(table.waiting),
        can_undo=can_undo,
        problem=problem,
        card_name=card_name,
    )


def _owner_choices(table: ClassTable, pupil: int | None) -> list[tuple[int, str, bool]]:
    """Return (number, label, whether it is `pupil`) of each pupil, those without a counting answer first."""
    rows = sorted({row.number: row for row in table.rows}.values(), key=lambda row: (row.worth is not None, row.number))
    return [(row.number, f"{row.number} {row.name}".rstrip(), row.number == pupil) for row in rows]


def _circles(printing: Printing, entry: SlipEntry, shaded: Collection[int]) -> list[Mapping[str, object]]:
    """Return the circles that can be shaded, for the template; x, y and r in millimetres from the slip's top-left corner."""
    puzzle, form = printing.puzzle_of(entry.slip, entry.at), printing.form_of(entry.slip, entry.at)
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


def challenges_page(room: Classroom, ranked: Sequence[RankedChallenge], given: Mapping[str, str], expected: str = "") -> str:
    """Return the challenges that pupils set, the Top Challenge first, and a form for another with what was typed before, `given`.

    `expected` is the number and name of the pupil whose cards the telephone photographs next; empty where it is nobody's.
    """
    return page_html(
        "classroom/templates/challenges.html",
        at=STATIC,
        room=room,
        ranked=list(zip(ranked, tied_places([one.place for one in ranked]), strict=True)),
        given=given,
        expected=expected,
        card_name=card_name,
    )


def wall_page(table: ClassTable) -> str:
    """Return the wall of a week, a page to project while slips come in: numbers only, no name and no answer."""
    cards = sum(row.worth.cards for row in table.takes if row.worth and row.puzzle.kind.asks_for_take)
    numbers = [(f"{len(table.handed_in)} / {len(table.pupils)}", tr("handed in")), (str(len(table.best)), tr("found the best"))]
    numbers += [(str(cards), tr("cards taken together"))] if cards else []
    levels = [
        (f"{one.puzzle.level_words} {one.place}".rstrip(), one.pupils, one.handed_in, one.finders)
        for one in table.puzzle_finders
        if one.pupils
    ]
    return page_html("classroom/templates/wall.html", at=STATIC, heading=table.printing.heading, numbers=numbers, levels=levels)


def pupil_page(data: PupilData) -> str:
    """Return all that is stored of a pupil, with buttons to save and to remove it."""
    return page_html("classroom/templates/pupil.html", at=STATIC, data=data)


def forget_page(room: Classroom, data: PupilData | None) -> str:
    """Return the question whether a pupil, of whom all is given that is stored, or without it the whole class, is to be forgotten."""
    if data is None:
        question = tr("Remove class {name}?", name=room.name)
        why = [
            ngettext(
                "It has {n} pupil. All weeks, slips and results go with it, and cannot be brought back.",
                "It has {n} pupils. All weeks, slips and results go with it, and cannot be brought back.",
                len(room.pupils),
            )
        ]
    else:
        question = tr("Remove {pupil} of class {name}?", pupil=data.pupil.label, name=room.name)
        why = [
            tr("What goes and cannot be brought back: {what}.", what=data.removed_words),
            *(
                [tr("The slip is printed no more with: {printings}. All other slips print as before.", printings="; ".join(data.printed))]
                if data.printed
                else []
            ),
            tr("Backups, files that you saved and printed pages are yours to remove."),
        ]
    fields = {"class": room.name, **({} if data is None else {"number": str(data.pupil.number)})}
    return page_html("classroom/templates/forget.html", at=STATIC, room=room, question=question, why=why, fields=fields)


def listed_page(plan: ListPlan, action: str, name: str, given: Mapping[str, str]) -> str:
    """Return what a list would store, before the form of the `action` `new` or `update` stores it, with the list to change it."""
    return page_html(
        "classroom/templates/listed.html",
        at=STATIC,
        plan=plan,
        rows=[(change, change_words(change)) for change in plan.changes],
        line=plan_line(plan),
        is_new=action == "new",
        name=name,
        given=given,
        has_changed="seen" in given and "look" not in given,
    )


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
