"""The level of each pupil from week to week: one rule advises and moves, by the course of the year or by the answers."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from pathlib import Path

from numero_cam.base.errors import ClassError
from numero_cam.catalogue import tr
from numero_cam.classroom.classes import Classroom, Pupil
from numero_cam.classroom.results import AnswerState, PupilRow, class_tables
from numero_cam.classroom.school_year import DAYS, SchoolYear
from numero_cam.classroom.slip_store import SlipStore, open_slip_store
from numero_cam.classroom.slips import Printing
from numero_cam.classroom.week import PrintedWeek, SlipChoice, WeekOptions, made_week, week_name, write_printings
from numero_cam.games.numero.puzzles import LevelError, LevelMove, moved_level

ANSWERS_FOR_ADVICE = 3  #: Number of last answers at a level: all best, a harder one is advised; all or all but one wrong, an easier one.

#: The moves in words.
MOVE_WORDS = {
    LevelMove.EASIER: tr("easier"),
    LevelMove.AGAIN: tr("again"),
    LevelMove.ON: tr("next"),
    LevelMove.HARDER: tr("harder"),
}


class LevelsChangedError(ClassError):
    """Levels are no longer those that a page showed."""


@dataclass(frozen=True, slots=True)
class LevelAdvice:
    """A pupil who needs another level."""

    number: int  #: Number of the pupil.
    label: str  #: Number and name.
    level: str  #: Level at present.
    harder: bool  #: Whether a harder one is advised; False for an easier one.
    weeks: int  #: Number of the last ``ANSWERS_FOR_ADVICE`` answers that are the best (harder) or wrong (easier).

    @property
    def move(self) -> LevelMove:
        """The move to the advised level."""
        return LevelMove.HARDER if self.harder else LevelMove.EASIER

    @property
    def line(self) -> str:
        """The advice in one sentence. Right is a take or, where cards are asked for, a right choice."""
        if self.harder:
            template = tr("{pupil} found the best {weeks} times in a row at {level} and could try a harder level.")
        else:
            template = tr("{pupil} had more wrong than right in {weeks} of the last weeks at {level}; an easier level would help.")
        return template.format(pupil=self.label, weeks=self.weeks, level=self.level)


@dataclass(frozen=True, slots=True)
class PlannedLevel:
    """The level of a pupil in a week that has no slip for him yet."""

    pupil: Pupil  #: The pupil, with his level at present: that of his last slip, or the one that was typed since.
    move: LevelMove  #: The move to the level of the week; ``AGAIN`` where no slip has the present level yet.
    advice: LevelAdvice | None = None  #: What his answers advise; None for nothing.
    is_typed: bool = False  #: Whether no slip has the present level yet: the teacher typed it, and it is printed as it is.

    @property
    def level(self) -> str:
        """Level of the week."""
        return self.choices[self.move]

    @property
    def choices(self) -> Mapping[LevelMove, str]:
        """The level to which each move leads."""
        return {move: _moved(self.pupil.level, move) for move in LevelMove}


def _moved(level: str, move: LevelMove) -> str:
    """Return the level to which a move leads; the level itself where a damaged file holds one that there is not."""
    try:
        return moved_level(level, move)
    except LevelError:
        return level


def course_weeks(printings: Iterable[Printing], year: SchoolYear) -> tuple[Printing, ...]:
    """Return the printings of the weeks of the course, of each week the latest.

    Their order is that of their days where all are known, else the order in which the weeks were printed first.
    """
    weeks = tuple({printing.week: printing for printing in printings if printing.is_week}.values())
    mondays = year.mondays
    return tuple(sorted(weeks, key=lambda one: mondays[one.week])) if all(one.week in mondays for one in weeks) else weeks


@dataclass(frozen=True, slots=True)
class PupilWeek:
    """What came of a pupil's week: of several puzzles, what holds for most of them."""

    week: str  #: Name of the week.
    found_best: bool  #: Whether no answer is better than the pupil's.
    is_wrong: bool  #: Whether it is no take or, where cards are asked for, not right.

    @classmethod
    def of(cls, week: str, rows: Sequence[PupilRow]) -> "PupilWeek":
        """Return it from one or more answers that count."""
        best, wrong = sum(row.found_best for row in rows), sum(row.state is AnswerState.NO_TAKE for row in rows)
        return cls(week, 2 * best > len(rows), 2 * wrong > len(rows))


def _counted_answers(store: SlipStore, room: Classroom) -> Mapping[int, Sequence[PupilWeek]]:
    """Return what came of each pupil's weeks, the earliest first, since his level was changed otherwise than from week to week."""
    weeks = course_weeks(store.printings_of(room.name), room.year)
    order = [one.week for one in weeks]
    tables = [table for table in class_tables(store, room.name) if table.printing.is_week]
    tables.sort(key=lambda table: order.index(table.printing.week))
    by_pupil = [(table.printing.week, _rows_by_pupil(table.answered)) for table in tables]
    found = dict[int, Sequence[PupilWeek]]()
    for pupil in room.pupils:
        number = pupil.number
        counted = _weeks_since_move([(one.week, one.level_of(number)) for one in weeks], pupil.level)
        found[number] = [PupilWeek.of(week, rows[number]) for week, rows in by_pupil if week in counted and number in rows]
    return found


def _rows_by_pupil(rows: Iterable[PupilRow]) -> Mapping[int, Sequence[PupilRow]]:
    found = dict[int, list[PupilRow]]()
    for row in rows:
        found.setdefault(row.number, []).append(row)
    return found


def _weeks_since_move(levels: Iterable[tuple[str, str | None]], present: str) -> frozenset[str]:
    """Return the weeks, of (week, level), after which the course alone led to the present level."""
    printed = [(week, level) for week, level in levels if level is not None]
    weeks = list[str]()
    for (week, level), (_, later) in pairwise([*printed, ("", present)]):
        weeks = [*weeks, week] if later in (level, _moved(level, LevelMove.ON)) else []
    return frozenset(weeks)


def _advice(pupil: Pupil, rows: Sequence[PupilWeek]) -> LevelAdvice | None:
    """Return the advice for a pupil from his answers that count; None for none."""
    last = rows[-ANSWERS_FOR_ADVICE:]
    if len(last) < ANSWERS_FOR_ADVICE:
        return None
    if all(row.found_best for row in last):
        return LevelAdvice(pupil.number, pupil.label, pupil.level, harder=True, weeks=len(last))
    wrong = sum(row.is_wrong for row in last)
    return LevelAdvice(pupil.number, pupil.label, pupil.level, harder=False, weeks=wrong) if wrong >= ANSWERS_FOR_ADVICE - 1 else None


def plan_week(store: SlipStore, room: Classroom, week: str | None, day: date | None = None) -> tuple[PlannedLevel, ...]:
    """Return the levels of a week, those of the pupils who have no slip of it yet; None for the week after all that are printed.

    `day` is today, unless another is given.

    Each goes on by the course or, where the school year lets results count and his last slip was answered, by his answers. A level that
    was typed since his last slip stays. Where a later week is printed already, the level follows that of the week before. A challenge and
    a Top Take are no weeks, so that nobody moves.
    """
    printings = store.printings_of(room.name)
    if any(one.week == week and not one.is_week for one in printings):
        return ()
    weeks = course_weeks(printings, room.year)
    levels = {
        pupil.number: {one.week: level for one in weeks if (level := one.level_of(pupil.number)) is not None} for pupil in room.pupils
    }
    coming = [pupil for pupil in room.pupils if week not in levels[pupil.number]]
    if not coming:
        return ()
    counted, later = _counted_answers(store, room), _later_weeks(room.year, week, day or date.today())  # noqa: DTZ011 - where the teacher is
    return tuple(_planned(pupil, levels[pupil.number], counted[pupil.number], later, by_results=room.year.by_results) for pupil in coming)


def typed_since(room: Classroom, printings: Iterable[Printing], week: str, day: date) -> Mapping[int, str]:
    """Return the typed levels that differ from the slips of a printed week, by number of the pupil; none for a week that is over."""
    weeks, named = course_weeks(printings, room.year), room.year.week_named(week, day)
    if named is not None and (day - named.monday).days >= DAYS:
        return {}
    printed = next((one for one in weeks if one.week == week), None)
    last = {number: one.level_of(number) for one in weeks for number in one.own_slips}
    found = {pupil.number: pupil.level for pupil in room.pupils if pupil.level != last.get(pupil.number, pupil.level)}
    return {number: level for number, level in found.items() if printed and printed.level_of(number) not in (None, level)}


def _later_weeks(year: SchoolYear, week: str | None, day: date) -> frozenset[str]:
    """Return the names of the school weeks and the printed ones after one; none where it is no week of the calendar. `day` is today."""
    own = year.week_named(week, day) if week else None
    return frozenset(name for name, monday in year.mondays.items() if own and monday > own.monday)


def _planned(
    pupil: Pupil, levels: Mapping[str, str], rows: Sequence[PupilWeek], later: Collection[str], *, by_results: bool
) -> PlannedLevel:
    """Return the level of a pupil in a week; `levels` are those of his slips by week, `later` the weeks after it."""
    if pupil.level != [None, *levels.values()][-1]:
        return PlannedLevel(pupil, LevelMove.AGAIN, _advice(pupil, rows), is_typed=True)
    before = [level for name, level in levels.items() if name not in later]
    if not before:
        return PlannedLevel(replace(pupil, level=next(iter(levels.values()))), LevelMove.AGAIN)
    if len(before) < len(levels):
        return PlannedLevel(replace(pupil, level=before[-1]), LevelMove.ON)
    advice = _advice(pupil, rows)
    move = LevelMove.ON
    if by_results and rows and rows[-1].week == [*levels][-1]:
        move = advice.move if advice else LevelMove.ON if rows[-1].found_best else LevelMove.AGAIN
    return PlannedLevel(pupil, move, advice)


def write_class_weeks(
    out: Path | None,
    class_name: str,
    weeks: Sequence[str],
    options: WeekOptions,
    *,
    moves: Mapping[int, LevelMove] | None = None,
    only: SlipChoice | None = None,
    file: Path | None = None,
    day: date | None = None,
) -> PrintedWeek:
    """Write the PDF of weeks of a stored class, whose levels move from week to week, and store their printings and the new levels.

    Args:
        out: The PDF to write; None for one named after class and week in the current folder. A file that holds anything else stays.
        class_name: Name of the class.
        weeks: Names of one or more weeks, the earliest first.
        options: Options of their prints.
        moves: By number of the pupil, the moves to the first of the weeks that the teacher chose in place of the planned ones.
        only: The slips that are printed, without the pages to project and the answers; None for everything.
        file: The file of the classes; None for that of this user.
        day: Today, unless another is given; the weeks are remembered with their days.
    """
    chosen, day = moves or {}, day or date.today()  # noqa: DTZ011 - the day where the teacher is
    with open_slip_store(file) as store:
        made = list[tuple[Printing, bool]]()
        for week in weeks:
            named = replace(options, week=week_name(store.printings_of(class_name), week))
            made.append(_made_class_week(store, store.classes.room(class_name), named, chosen, day))
            chosen, options = {}, replace(options, shown={})
        year, printed = store.classes.room(class_name).year, (one.week for one in store.printings_of(class_name) if one.is_week)
        store.classes.put_year(class_name, year.with_printed(printed, day))
        return write_printings(out, [printing for printing, _ in made], options, only=only, is_new=made[-1][1])


def _made_class_week(
    store: SlipStore, room: Classroom, options: WeekOptions, moves: Mapping[int, LevelMove], day: date
) -> tuple[Printing, bool]:
    """Return the stored printing of a week, and whether its puzzles were made now; the pupils without a slip of it move to its level."""
    plan = () if options.printing else plan_week(store, room, options.week, day)  # a printing that is named has its levels
    plan = tuple(replace(one, move=moves.get(one.pupil.number, one.move)) for one in plan)
    moved = {one.pupil.number: replace(one.pupil, level=one.level) for one in plan}
    weeks = course_weeks(store.printings_of(room.name), room.year)
    printed = next((one for one in weeks if one.week == options.week), None)
    pupils = [
        moved.get(pupil.number)
        or (pupil if pupil.number in options.anew else replace(pupil, level=(printed and printed.level_of(pupil.number)) or pupil.level))
        for pupil in room.pupils
    ]
    if changed := [pupil.label for pupil in pupils if options.shown.get(pupil.number, pupil.level) != pupil.level]:
        why = tr("Nothing was printed: the level of {pupils} was changed after this page was shown; look at it, then print.")
        raise LevelsChangedError(why.format(pupils=", ".join(changed)))
    made = made_week(store, room.name, pupils, options)
    later = _later_weeks(room.year, options.week, day)
    ahead = {number for one in weeks if one.week in later for number in one.own_slips}  # their level is that of their last slip
    store.classes.update(room.name, [pupil for number, pupil in moved.items() if number not in ahead])
    return made
