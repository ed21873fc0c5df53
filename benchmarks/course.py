"""Forty weeks of thirty children, whose levels move by results: ``python benchmarks/course.py`` (minutes).

The model, which is invented (no child was measured): a child finds the best take of a level's puzzle with the probability
``p = g + (1 - g) / (1 + exp(d - a))``, and a take at all with ``1 / (1 + exp(d - a - TAKE))``, where `a` is what the child can do
and `d` the difficulty of the level: ``CARDS`` for each card set of the course before it, and ``HARDNESS`` times the middle of the
week's range of hardness. The teacher placed the class well: `a` is 1 above the first level (the best take in 73 %), give or take
``PLACED``. Each week `a` grows by ``4 r p (1 - p)``, most where the child finds half of the best takes, and shrinks by `f`; over the
holidays after ten weeks by `f` for each of ``HOLIDAY`` weeks. The four kinds of children differ in `r`, `f` and `g`. How far the
moves of ``levels.py`` lead was chosen with this model.

Everything else is the program: weeks are planned, made, stored and answered in a file of classes. Only the puzzle of a level is made
once, since the model looks at no card. Counted are weeks that the program refused, and the share of children and weeks in which the
best take is found with 50 to 85 %, in ``CLASSES`` classes of each kind; beside it the same where all go on by the course, in one class.
"""

import json
import math
import random
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from statistics import fmean

from machine import about

from numero_cam.base.errors import NumeroCamError
from numero_cam.base.outputs import write_atomically
from numero_cam.classroom import course, week
from numero_cam.classroom.classes import Pupil
from numero_cam.classroom.school_year import SchoolYear, typed_terms
from numero_cam.classroom.slip_store import EntryState, SlipEntry, SlipStore, open_slip_store
from numero_cam.classroom.slips import AnswerWorth, NoTake, SlipAnswer, SlipMarks, SlipPuzzle, TypedMark, judge_answer
from numero_cam.classroom.week_puzzles import week_puzzle
from numero_cam.games.numero.puzzles import parse_level
from numero_cam.games.numero.puzzles.levels import WEEKS

RESULT = Path(__file__).parent / "results" / "course.json"
CHILDREN = 30
CLASSES = 5  #: Number of classes of a kind: from one class of thirty to the next the share differs by about 4 of 100.
SEEDS = range(101, 101 + CLASSES)  #: Not those with which the moves were chosen.
CARDS, HARDNESS, TAKE, PLACED, HOLIDAY = 1.0, 2.0, 2.0, 0.5, 4  #: In logits, and weeks; see above.
CARD_SETS = ("1-10", "1", "2", "x2", "x", "3", "unit-fractions", "proper-fractions")  #: Of the course, in its order.
FIT = (0.5, 0.85)
FIRST_DAYS = ("2026-09-07", "2026-11-30", "2027-02-22", "2027-05-17")  #: Of four terms of ten weeks.


@dataclass(frozen=True)
class Kind:
    """A kind of children."""

    learns: float  #: `r`: growth a week at the best fitting level, in logits.
    forgets: float = 0.0  #: `f`: loss a week, in logits.
    guesses: float = 0.0  #: `g`: probability of finding the best take without knowing how.


KINDS = {"fast": Kind(0.22), "slow": Kind(0.06), "forgetful": Kind(0.16, forgets=0.06), "guessing": Kind(0.12, guesses=0.2)}


@cache
def difficulty(name: str) -> float:
    """The difficulty of a level, in logits."""
    level = parse_level(name)
    return CARDS * CARD_SETS.index(level.set_name) + HARDNESS * (level.band.least + level.band.most) / 200


@cache
def puzzle_of(name: str) -> SlipPuzzle:
    """The one puzzle of a level."""
    return week_puzzle(name, "simulated", "cards")


def answer_of(puzzle: SlipPuzzle, *, best: bool, take: bool) -> tuple[SlipAnswer, AnswerWorth]:
    """An answer that is the best one, another take, or none."""
    if not puzzle.kind.asks_for_take:
        wrong = tuple(card for card in puzzle.takers if card not in puzzle.answers)[:1]
        chosen = puzzle.answers if best else puzzle.answers[:1] if take and len(puzzle.answers) > 1 else wrong
        marks = SlipMarks(chosen, ((), (), ()))
        return marks, judge_answer(puzzle, marks)
    if best or take:
        return TypedMark("1"), AnswerWorth(puzzle.cards if best else 2, puzzle.points if best else 2, best)
    return TypedMark("1"), AnswerWorth(wrong=NoTake.ARITHMETIC)


class SimulatedClass:
    """A class of children of one kind."""

    def __init__(self, kind: Kind, store: SlipStore, seed: int, *, by_results: bool) -> None:
        self._kind, self._store, self._rng = kind, store, random.Random(seed)  # noqa: S311 - a simulation
        pupils = [Pupil(number, "", "silver:1") for number in range(1, CHILDREN + 1)]
        store.classes.add("5B", pupils, self._rng)
        store.classes.put_year("5B", SchoolYear(typed_terms([(day, "") for day in FIRST_DAYS]), by_results))
        self._ability = {one.number: difficulty("silver:1") + 1 + self._rng.gauss(0, PLACED) for one in pupils}
        self.refused, self.chances = 0, list[float]()

    def run(self) -> None:
        """Print, answer and learn through the year."""
        for place, one in enumerate(self._store.classes.room("5B").year.weeks[:WEEKS]):
            plan = course.plan_week(self._store, self._store.classes.room("5B"), one.name)
            pupils = [replace(each.pupil, level=each.level) for each in plan]
            try:
                printing, _ = week.made_week(self._store, "5B", pupils, week.WeekOptions(one.name))
            except NumeroCamError:
                self.refused += 1
                continue
            self._store.classes.update("5B", pupils)
            for slip in printing.slips[:CHILDREN]:
                puzzle = printing.puzzles[slip.puzzles[0]]
                answer, worth = self._answered(slip.pupil or 0, puzzle)
                entry = SlipEntry(0, slip.slip, answer, answer, worth, (), (), slip.pupil, EntryState.ACCEPTED)
                self._store.put(printing.number, entry)
            if place % 10 == 9:
                self._ability = {number: a - HOLIDAY * self._kind.forgets for number, a in self._ability.items()}

    def _answered(self, number: int, puzzle: SlipPuzzle) -> tuple[SlipAnswer, AnswerWorth]:
        """The answer of a child, who has learned from it."""
        a, d, drawn = self._ability[number], difficulty(puzzle.level), self._rng.random()
        p = self._kind.guesses + (1 - self._kind.guesses) / (1 + math.exp(d - a))
        self.chances.append(p)
        self._ability[number] = a + 4 * self._kind.learns * p * (1 - p) - self._kind.forgets
        return answer_of(puzzle, best=drawn < p, take=drawn < max(p, 1 / (1 + math.exp(d - a - TAKE))))


def year_of(kind: Kind, seed: int, *, by_results: bool) -> SimulatedClass:
    """A class after its year."""
    with tempfile.TemporaryDirectory() as folder, open_slip_store(Path(folder) / "classes.sqlite") as store:
        room = SimulatedClass(kind, store, seed, by_results=by_results)
        room.run()
    return room


def _share(chances: Sequence[float], least: float, most: float) -> float:
    return sum(least <= one <= most for one in chances) / len(chances)


def main() -> None:
    """Run the classes, print the shares and write them."""
    week.week_puzzles = lambda name, *_, **__: (puzzle_of(name),)  # type: ignore[attr-defined]
    rows: dict[str, dict[str, object]] = {}
    for name, kind in KINDS.items():
        classes, by_course = [year_of(kind, seed, by_results=True) for seed in SEEDS], year_of(kind, SEEDS[0], by_results=False)
        fits = [_share(one.chances, *FIT) for one in classes]
        rows[name] = {
            "fits": round(fmean(fits), 2),
            "fits in each class": [round(one, 2) for one in fits],
            "too hard": round(fmean(_share(one.chances, 0, FIT[0]) for one in classes), 2),
            "fits by the course": round(_share(by_course.chances, *FIT), 2),
            "refused": sum(one.refused for one in (*classes, by_course)),
        }
        print(name, rows[name], flush=True)
    result = {**about(), "children": CHILDREN, "classes": CLASSES, "weeks": WEEKS, "kinds": rows}
    write_atomically(RESULT, (json.dumps(result, indent=1) + "\n").encode())


if __name__ == "__main__":
    main()
