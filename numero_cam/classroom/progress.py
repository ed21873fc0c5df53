"""A pupil over the weeks: his answers, what they show by skill, and the next step that is offered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from numero_cam.catalogue import tr
from numero_cam.classroom.classes import Classroom, Pupil
from numero_cam.classroom.course import PlannedLevel, course_weeks
from numero_cam.classroom.results import ClassTable, PupilRow
from numero_cam.classroom.skills import Skill, SkillCount, skill_counts
from numero_cam.classroom.slip_store import SlipStore
from numero_cam.classroom.slips import Printing
from numero_cam.classroom.week_puzzles import kind_of_week
from numero_cam.games.numero.puzzles import LevelError, LevelMove, moved_level, parse_level
from numero_cam.games.numero.rules.choices import PuzzleKind

LEAST_ASKED = 2  #: Minimum number of answers to puzzles that need a skill before the skill is said to be missed.
WEEKS_AHEAD = 10  #: Maximum number of weeks of the course in which a week is looked for that asks for a missed skill.
#: Kinds of puzzles that ask for a skill by name; the other skills are asked in every week of a level that has their cards.
_KIND_OF_SKILL = {Skill.SEVERAL_SETS: PuzzleKind.TWO_SETS, Skill.FRACTION: PuzzleKind.FRACTION}


@dataclass(frozen=True, slots=True)
class NextStep:
    """The level of a pupil's next slip, and what is offered beside it."""

    level: str  #: Name of the level.
    words: str  #: Why it is this one, with the name: `silver:13, by the course`.
    offered: str = ""  #: Name of the level that his answers advise, or at which the skill that he misses most is asked; empty for none.
    reason: str = ""  #: Why this level is offered, in words.

    @property
    def line(self) -> str:
        """The step and the offer in one sentence, for teachers and parents."""
        if not self.offered:
            return self.words
        if self.offered == self.level:
            return tr("{step}; {reason}", step=self.words, reason=self.reason)
        return tr("{step}; offered: {level}, {reason}", step=self.words, level=self.offered, reason=self.reason)


_STEP_LINES: Mapping[LevelMove, str] = {
    LevelMove.EASIER: tr("{level}, which is easier"),
    LevelMove.AGAIN: tr("{level} once more"),
    LevelMove.ON: tr("{level}, by the course"),
    LevelMove.HARDER: tr("{level}, which is harder"),
}


@dataclass(frozen=True, slots=True)
class WeekAnswer:
    """An answer of a pupil that counts."""

    week: str  #: Name of its week.
    row: PupilRow  #: The answer, and what it is worth.

    @property
    def label(self) -> str:
        """The week and, where its slips have several puzzles or versions, which of them is answered: `12, B2`."""
        return f"{self.week}, {self.row.place}" if self.row.place else self.week


@dataclass(frozen=True, slots=True)
class PupilProgress:
    """A pupil over the weeks."""

    pupil: Pupil  #: The pupil, with his level at present: that of his latest slip whose week has begun, or the one that was typed since.
    answers: tuple[WeekAnswer, ...]  #: His answers that count, the earliest first.
    skills: tuple[SkillCount, ...]  #: What they show, by skill.
    next_step: NextStep  #: The level of his next slip, and what is offered.

    @property
    def best(self) -> int:
        """Number of his answers that no other beats."""
        return sum(answer.row.found_best for answer in self.answers)

    @property
    def summary(self) -> str:
        """How many answers were handed in, and how many are the best, in one sentence."""
        return tr("{best} of {answers} answers are the best that was possible", best=self.best, answers=len(self.answers))


def class_progress(
    store: SlipStore, room: Classroom, plan: Sequence[PlannedLevel], tables: Sequence[ClassTable], day: date
) -> tuple[PupilProgress, ...]:
    """Return each pupil of a class over the weeks of these tables on a day, in the order of `plan`, the levels of the next week."""
    weeks = course_weeks(store.printings_of(room.name), room.year)
    return tuple(_progress(planned, tables, _ahead(room, weeks, planned.pupil, day)) for planned in plan)


@dataclass(frozen=True, slots=True)
class _PrintedAhead:
    """The slips of a pupil where weeks that have not begun are printed already."""

    present: str  #: Level of the latest slip whose week has begun.
    week: str  #: Name of the first week that has not.
    level: str  #: Level of the slip of that week.


def _ahead(room: Classroom, weeks: Sequence[Printing], pupil: Pupil, day: date) -> _PrintedAhead | None:
    """Return the slips of a pupil on a day; None where none is of a week that has not begun, or another level was typed since."""
    slips = [(one.week, level) for one in weeks if (level := one.level_of(pupil.number)) is not None]
    starts = {one.name: one.monday for one in room.year.weeks}
    begun = [level for week, level in slips if starts.get(week, date.min) <= day]
    later = [slip for slip in slips if starts.get(slip[0], date.min) > day]
    if not begun or not later or slips[-1][1] != pupil.level:
        return None
    return _PrintedAhead(begun[-1], *min(later, key=lambda slip: starts[slip[0]]))


def _progress(planned: PlannedLevel, tables: Sequence[ClassTable], ahead: _PrintedAhead | None) -> PupilProgress:
    pupil = planned.pupil
    answers = tuple(WeekAnswer(table.printing.week, row) for table in tables for row in table.answered if row.number == pupil.number)
    skills = skill_counts(answer.row for answer in answers)
    if ahead is not None:
        step = NextStep(ahead.level, tr("{level}, printed for week {week}", level=ahead.level, week=ahead.week))
        return PupilProgress(replace(pupil, level=ahead.present), answers, skills, step)
    return PupilProgress(pupil, answers, skills, next_step(planned, skills))


def next_step(planned: PlannedLevel, skills: Sequence[SkillCount]) -> NextStep:
    """Return the next step of a pupil: the planned level of his next slip.

    Beside it is offered what his answers advise where they do not move the levels, or else the skill that he misses most.
    """
    try:
        parse_level(planned.pupil.level)
    except LevelError:  # a damaged file
        return NextStep(planned.pupil.level, planned.pupil.level)
    level, advice = planned.level, planned.advice
    words = (tr("{level}, as you chose") if planned.is_typed else _STEP_LINES[planned.move]).format(level=level)
    if planned.is_typed:
        return NextStep(level, words)
    if advice is not None:
        is_done = planned.move is advice.move
        reason = tr("which is harder") if advice.harder else tr("which is easier")
        return NextStep(level, words) if is_done else NextStep(level, words, planned.choices[advice.move], reason)
    missed = [one for one in skills if one.asked >= LEAST_ASKED and 2 * one.missed >= one.asked]
    if not missed:
        return NextStep(level, words)
    skill = max(missed, key=lambda one: one.missed / one.asked).skill
    return NextStep(level, words, _level_that_asks(level, skill), tr("to practise: {skill}", skill=skill.words))


def _level_that_asks(level: str, skill: Skill) -> str:
    """Return the first level of the course, from this one on, that asks for a skill; this one where every week does, or none near does."""
    wanted, asked = _KIND_OF_SKILL.get(skill), level
    for _ in range(WEEKS_AHEAD if wanted else 0):
        if kind_of_week(parse_level(asked)) is wanted:
            return asked
        asked = moved_level(asked, LevelMove.ON)
    return level
