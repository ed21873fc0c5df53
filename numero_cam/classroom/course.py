"""The level of each pupil from week to week: one rule advises and moves, by the course of the year or by the answers."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from numero_cam.catalogue import tr
from numero_cam.classroom.classes import Classroom, Pupil
from numero_cam.classroom.results import AnswerState, PupilRow, class_tables
from numero_cam.classroom.slip_store import SlipStore, open_slip_store
from numero_cam.classroom.slips import Printing
from numero_cam.classroom.week import PrintedWeek, SlipChoice, WeekOptions, made_week, week_name, write_printings
from numero_cam.games.numero.puzzles import LevelError, LevelMove, moved_level

ANSWERS_FOR_ADVICE = 3  #: Number of last answers at a level: all best, a harder one is advised; all or all but one no takes, an easier one.

#: The moves in words.
MOVE_WORDS = {
    LevelMove.EASIER: tr("easier"),
    LevelMove.AGAIN: tr("again"),
    LevelMove.ON: tr("next"),
    LevelMove.HARDER: tr("harder"),
}


@dataclass(frozen=True, slots=True)
class LevelAdvice:
    """A pupil who needs another level."""

    number: int  #: Number of the pupil.
    label: str  #: Number and name.
    level: str  #: Level at present.
    harder: bool  #: Whether a harder one is advised; False for an easier one.
    weeks: int  #: Number of the last ``ANSWERS_FOR_ADVICE`` answers that are best takes (harder) or no takes (easier).

    @property
    def move(self) -> LevelMove:
        """The move to the advised level."""
        return LevelMove.HARDER if self.harder else LevelMove.EASIER

    @property
    def line(self) -> str:
        """The advice in one sentence."""
        if self.harder:
            template = tr("{pupil} found the best {weeks} times in a row at {level} and could try a harder level.")
        else:
            template = tr("{pupil} had no take in {weeks} of the last weeks at {level}; an easier level would help.")
        return template.format(pupil=self.label, weeks=self.weeks, level=self.level)


@dataclass(frozen=True, slots=True)
class PlannedLevel:
    """The level of a pupil in a week that has no slip for him yet."""

    pupil: Pupil  #: The pupil, with his level at present: that of his last slip, or the one that was typed since.
    move: LevelMove  #: The move to the level of the week; ``AGAIN`` where no slip has the present level yet.
    advice: LevelAdvice | None  #: What his answers advise; None for nothing.

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


def course_weeks(printings: Iterable[Printing]) -> tuple[Printing, ...]:
    """Return the printings of the weeks of the course, of each week the latest, in the order in which the weeks were printed first."""
    return tuple({printing.week: printing for printing in printings if printing.is_week}.values())


def level_advice(store: SlipStore, room: Classroom) -> tuple[LevelAdvice, ...]:
    """Return who needs another level, by the last answers that count."""
    counted = _counted_answers(store, room)
    return tuple(advice for pupil in room.pupils if (advice := _advice(pupil, counted[pupil.number])) is not None)


@dataclass(frozen=True, slots=True)
class PupilWeek:
    """What came of a pupil's week: of several puzzles, what holds for most of them."""

    found_best: bool  #: Whether no take is better than the pupil's.
    no_take: bool  #: Whether the pupil had no take.

    @classmethod
    def of(cls, rows: Sequence[PupilRow]) -> "PupilWeek":
        """Return it from one or more answers that count."""
        best, without = sum(row.found_best for row in rows), sum(row.state is AnswerState.NO_TAKE for row in rows)
        return cls(2 * best > len(rows), 2 * without > len(rows))


def _counted_answers(store: SlipStore, room: Classroom) -> Mapping[int, Sequence[PupilWeek]]:
    """Return what came of each pupil's weeks, the earliest first, since his level was changed otherwise than from week to week."""
    weeks = course_weeks(store.printings_of(room.name))
    tables = [table for table in class_tables(store, room.name) if table.printing.is_week]
    by_pupil = [(table.printing.week, _rows_by_pupil(table.answered)) for table in tables]
    found = dict[int, Sequence[PupilWeek]]()
    for pupil in room.pupils:
        counted = _weeks_since_move([(one.week, _level_in(one, pupil.number)) for one in weeks], pupil.level)
        found[pupil.number] = [PupilWeek.of(rows[pupil.number]) for week, rows in by_pupil if week in counted and pupil.number in rows]
    return found


def _rows_by_pupil(rows: Iterable[PupilRow]) -> Mapping[int, Sequence[PupilRow]]:
    found = dict[int, list[PupilRow]]()
    for row in rows:
        found.setdefault(row.number, []).append(row)
    return found


def _level_in(printing: Printing, number: int) -> str | None:
    """Return the level of a pupil's slip; None where he has none."""
    return next((printing.puzzles[slip.puzzles[0]].level for slip in printing.slips if slip.pupil == number), None)


def last_levels(printings: Iterable[Printing]) -> Mapping[int, str]:
    """Return the level of the last slip of each pupil in the course, by his number."""
    weeks = course_weeks(printings)
    return {number: level for week in weeks for number in week.pupils if (level := _level_in(week, number)) is not None}


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
    without = sum(row.no_take for row in last)
    return LevelAdvice(pupil.number, pupil.label, pupil.level, harder=False, weeks=without) if without >= ANSWERS_FOR_ADVICE - 1 else None


def plan_week(store: SlipStore, room: Classroom, week: str) -> tuple[PlannedLevel, ...]:
    """Return the levels of a week, those of the pupils who have no slip of it yet.

    Each goes on by the course or, where the school year lets results count, by his answers. A level that was typed since his last slip
    stays. A challenge and a Top Take are no weeks, so that nobody moves.
    """
    printings = store.printings_of(room.name)
    if any(one.week == week and not one.is_week for one in printings):
        return ()
    weeks, counted = course_weeks(printings), _counted_answers(store, room)
    plan = list[PlannedLevel]()
    for pupil in room.pupils:
        levels = {one.week: level for one in weeks if (level := _level_in(one, pupil.number))}
        if week in levels:
            continue
        rows = counted[pupil.number]
        advice = _advice(pupil, rows)
        move = LevelMove.ON
        if pupil.level != next(reversed(levels.values()), None):
            move = LevelMove.AGAIN
        elif room.year.by_results and rows:
            move = advice.move if advice else LevelMove.ON if rows[-1].found_best else LevelMove.AGAIN
        plan.append(PlannedLevel(pupil, move, advice))
    return tuple(plan)


def write_class_weeks(
    out: Path | None,
    class_name: str,
    weeks: Sequence[str],
    options: WeekOptions,
    *,
    moves: Mapping[int, LevelMove] | None = None,
    only: SlipChoice | None = None,
    file: Path | None = None,
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
    """
    chosen = moves or {}
    with open_slip_store(file) as store:
        made = list[tuple[Printing, bool]]()
        for week in weeks:
            named = replace(options, week=week_name(store.printings_of(class_name), week))
            made.append(_made_class_week(store, store.classes.room(class_name), named, chosen))
            chosen = {}
        return write_printings(out, [printing for printing, _ in made], options, only=only, is_new=made[-1][1])


def _made_class_week(store: SlipStore, room: Classroom, options: WeekOptions, moves: Mapping[int, LevelMove]) -> tuple[Printing, bool]:
    """Return the stored printing of a week, and whether its puzzles were made now; the pupils without a slip of it move to its level."""
    plan = () if options.printing else plan_week(store, room, options.week)  # a printing that is named has its levels
    plan = tuple(replace(one, move=moves.get(one.pupil.number, one.move)) for one in plan)
    moved = {one.pupil.number: replace(one.pupil, level=one.level) for one in plan}
    printed = {one.week: one for one in course_weeks(store.printings_of(room.name))}.get(options.week)
    pupils = [
        moved.get(pupil.number) or replace(pupil, level=(printed and _level_in(printed, pupil.number)) or pupil.level)
        for pupil in room.pupils
    ]
    made = made_week(store, room.name, pupils, options)
    store.classes.update(room.name, tuple(moved.values()))
    return made
