"""A pupil over the weeks: his answers, what they show by skill, and the next step that is offered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from numero_cam.catalogue import tr
from numero_cam.classroom.classes import Classroom, Pupil
from numero_cam.classroom.course import LevelAdvice, last_levels
from numero_cam.classroom.results import ClassTable, PupilRow
from numero_cam.classroom.skills import Skill, SkillCount, skill_counts
from numero_cam.classroom.slip_store import SlipStore
from numero_cam.classroom.week_puzzles import kind_of_week
from numero_cam.games.numero.puzzles import LevelError, LevelMove, moved_level, parse_level
from numero_cam.games.numero.rules.choices import PuzzleKind

LEAST_ASKED = 2  #: Minimum number of answers to puzzles that need a skill before the skill is said to be missed.
WEEKS_AHEAD = 10  #: Maximum number of weeks of the course in which a week is looked for that asks for a missed skill.
#: Kinds of puzzles that ask for a skill by name; the other skills are asked in every week of a level that has their cards.
_KIND_OF_SKILL = {Skill.SEVERAL_SETS: PuzzleKind.TWO_SETS, Skill.FRACTION: PuzzleKind.FRACTION}


@dataclass(frozen=True, slots=True)
class NextStep:
    """The level that is offered to a pupil next."""

    level: str  #: Name of the level.
    move: LevelMove | None  #: The move that leads to it; None where the teacher typed it since the last slip.
    skill: Skill | None = None  #: The skill that he misses most, for which the level is offered; None for no skill.

    @property
    def line(self) -> str:
        """The step in one sentence, for teachers and parents."""
        if self.skill is not None:
            return tr("{level}, to practise: {skill}", level=self.level, skill=self.skill.words)
        return _STEP_LINES[self.move].format(level=self.level)


_STEP_LINES: Mapping[LevelMove | None, str] = {
    None: tr("{level}, as you chose"),
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

    pupil: Pupil  #: The pupil.
    answers: tuple[WeekAnswer, ...]  #: His answers that count, the earliest first.
    skills: tuple[SkillCount, ...]  #: What they show, by skill.
    next_step: NextStep  #: The level that is offered next.

    @property
    def best(self) -> int:
        """Number of his answers that no other beats."""
        return sum(answer.row.found_best for answer in self.answers)

    @property
    def summary(self) -> str:
        """How many answers were handed in, and how many are the best, in one sentence."""
        return tr("{best} of {answers} answers are the best that was possible", best=self.best, answers=len(self.answers))


def class_progress(
    store: SlipStore, room: Classroom, tables: Sequence[ClassTable], levels: Sequence[LevelAdvice]
) -> tuple[PupilProgress, ...]:
    """Return each pupil of a class over the weeks of these tables, by number; `levels` are the levels that answers advise."""
    advice, printed = {one.number: one for one in levels}, last_levels(store.printings_of(room.name))
    return tuple(_progress(pupil, tables, advice.get(pupil.number), printed.get(pupil.number)) for pupil in room.pupils)


def _progress(pupil: Pupil, tables: Sequence[ClassTable], advice: LevelAdvice | None, printed: str | None) -> PupilProgress:
    answers = tuple(WeekAnswer(table.printing.week, row) for table in tables for row in table.answered if row.number == pupil.number)
    skills = skill_counts(answer.row for answer in answers)
    return PupilProgress(pupil, answers, skills, next_step(pupil.level, printed, advice, skills))


def next_step(level: str, printed: str | None, advice: LevelAdvice | None, skills: Sequence[SkillCount]) -> NextStep:
    """Return the next step of a pupil at a level; `printed` is that of his last slip, None where he has none.

    A level that was typed since the last slip stands. Else his answers advise a harder or an easier one; else the skill that he misses most
    is practised; else he goes on by the course.
    """
    try:
        parse_level(level)
    except LevelError:  # a damaged file
        return NextStep(level, None)
    if level != printed:
        return NextStep(level, None)
    if advice is not None:
        return NextStep(moved_level(level, advice.move), advice.move)
    missed = [one for one in skills if one.asked >= LEAST_ASKED and 2 * one.missed >= one.asked]
    if not missed:
        return NextStep(moved_level(level, LevelMove.ON), LevelMove.ON)
    skill = max(missed, key=lambda one: one.missed / one.asked).skill
    return NextStep(_level_that_asks(level, skill), LevelMove.AGAIN, skill)


def _level_that_asks(level: str, skill: Skill) -> str:
    """Return the next level of the course that asks for a skill, the present one where every week does, or none that is near."""
    wanted, asked = _KIND_OF_SKILL.get(skill), level
    for _ in range(WEEKS_AHEAD if wanted else 0):
        asked = moved_level(asked, LevelMove.ON)
        if kind_of_week(parse_level(asked)) is wanted:
            return asked
    return level
