"""The table of a class for a week: who handed in what, who found the best take, and the challenge that fewest found."""

from dataclasses import dataclass

from numero_cam.assistant.mark import DECIDED, OPEN
from numero_cam.assistant.mark_typed import judge_stored
from numero_cam.assistant.slip_marks import Judged
from numero_cam.assistant.slip_records import Printing, SlipPuzzle
from numero_cam.assistant.slip_store import Entry
from numero_cam.tell import spreadsheet

COLUMNS = ("number", "name", "level", "state", "marks", "cards", "points", "best", "found_best", "why")
MISSING, WAITING, NO_TAKE, TAKE = "not handed in", "to look at", "no take", "take"


@dataclass(frozen=True, slots=True)
class PupilRow:
    """A pupil's line.

    Attributes:
        number: Of the pupil.
        name: May be empty.
        puzzle: What he was asked.
        state: ``MISSING``, ``WAITING``, ``NO_TAKE`` or ``TAKE``.
        marks: What he marked or typed.
        judged: What it is worth; None where nothing counts yet.
    """

    number: int
    name: str
    puzzle: SlipPuzzle
    state: str
    marks: str = ""
    judged: Judged | None = None

    @property
    def found_best(self) -> bool:
        """Whether no take is better than his."""
        return self.judged is not None and self.judged.is_best(self.puzzle)


@dataclass(frozen=True, slots=True)
class ClassTable:
    """A week's results.

    Attributes:
        printing: What was asked.
        rows: A line for each pupil, by number.
        waiting: Readings that a person has to look at.
    """

    printing: Printing
    rows: tuple[PupilRow, ...]
    waiting: tuple[Entry, ...]

    @property
    def finders(self) -> tuple[tuple[SlipPuzzle, int, int], ...]:
        """Each puzzle, how many found its best take, and how many handed in an answer; the fewest finders first."""
        counts = []
        for puzzle in self.printing.puzzles:
            rows = [row for row in self.rows if row.puzzle is puzzle and row.state in (TAKE, NO_TAKE)]
            counts.append((puzzle, sum(row.found_best for row in rows), len(rows)))
        return tuple(sorted(counts, key=lambda count: (count[2] == 0, count[1])))


def class_table(printing: Printing, entries: tuple[Entry, ...]) -> ClassTable:
    """The results of what was read so far."""
    rows = []
    for slip in sorted((slip for slip in printing.slips if slip.pupil), key=lambda slip: slip.pupil or 0):
        own = [entry for entry in entries if entry.pupil == slip.pupil]
        # What a person decided stands before what was accepted by itself.
        counted = sorted((entry for entry in own if entry.counts), key=lambda entry: (entry.state != DECIDED, entry.key))
        puzzle = printing.puzzles[slip.puzzle]
        number = slip.pupil or 0
        if counted:
            asked = printing.puzzle_of(counted[0].slip)
            judged = judge_stored(asked, counted[0])
            rows.append(PupilRow(number, slip.name, asked, NO_TAKE if judged.wrong else TAKE, counted[0].marks, judged))
        else:
            rows.append(PupilRow(number, slip.name, puzzle, WAITING if any(entry.state == OPEN for entry in own) else MISSING))
    return ClassTable(printing, tuple(rows), tuple(entry for entry in entries if entry.state == OPEN))


def table_csv(table: ClassTable) -> str:
    """The table for a spreadsheet, a pupil a line."""
    rows = []
    for row in table.rows:
        judged = row.judged or Judged("")
        told: dict[str, object] = {"number": row.number, "name": row.name, "level": row.puzzle.level, "state": row.state}
        if row.judged:
            told |= {"marks": row.marks, "cards": judged.cards, "points": judged.points, "why": judged.wrong}
            told |= {"best": row.puzzle.best, "found_best": "yes" if row.found_best else "no"}
        rows.append(told)
    return spreadsheet.table_csv(COLUMNS, rows)
