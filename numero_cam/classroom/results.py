"""The results of a week: a row for each pupil, as a spreadsheet, as JSON, and as cells of a table for people."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from numero_cam.base.errors import ClassError
from numero_cam.catalogue import tr
from numero_cam.classroom.mistakes import mistake_of, reason_no_take
from numero_cam.classroom.slip_store import EntryState, SlipEntry, SlipStore
from numero_cam.classroom.slips import AnswerWorth, Printing, SlipAnswer, SlipPuzzle
from numero_cam.text import spreadsheet

CSV_COLUMNS = ("number", "name", "level", "state", "marks", "cards", "points", "best", "found_best", "why")


class AnswerState(StrEnum):
    """The state of a pupil's answer; the values are written to the spreadsheet."""

    MISSING = "not handed in"
    WAITING = "to look at"
    NO_TAKE = "no take"
    TAKE = "take"

    @property
    def words(self) -> str:
        """The state in words."""
        return _STATE_WORDS[self]


_STATE_WORDS = {
    AnswerState.MISSING: tr("not handed in"),
    AnswerState.WAITING: tr("to look at"),
    AnswerState.NO_TAKE: tr("no take"),
    AnswerState.TAKE: tr("take"),
}


@dataclass(frozen=True, slots=True)
class PupilRow:
    """The result of a pupil."""

    number: int  #: Number of the pupil.
    name: str  #: Name of the pupil; may be empty.
    puzzle: SlipPuzzle  #: The puzzle on the pupil's slip.
    state: AnswerState  #: State of the answer.
    answer: SlipAnswer | None = None  #: The answer; None where none counts yet.
    worth: AnswerWorth | None = None  #: Worth of the answer; None where none counts yet.

    @property
    def found_best(self) -> bool:
        """Whether no take is better than the pupil's."""
        return self.worth is not None and self.worth.is_best

    @property
    def mistake(self) -> str:
        """What is wrong with the answer, for the pupil, without a full stop; empty where it is right, or none counts yet."""
        return mistake_of(self.puzzle, self.answer, self.worth.wrong) if self.answer and self.worth and self.worth.wrong else ""

    @property
    def reason(self) -> str:
        """Why the answer is no take, for the teacher; empty where it is one, or none counts yet."""
        return reason_no_take(self.puzzle, self.answer, self.worth.wrong) if self.answer and self.worth and self.worth.wrong else ""


@dataclass(frozen=True, slots=True)
class PuzzleFinders:
    """How many pupils solved a puzzle."""

    puzzle: SlipPuzzle  #: The puzzle.
    pupils: int  #: Number of pupils with a slip of it.
    finders: int  #: Number of pupils who found its best take.
    answers: int  #: Number of pupils who handed in an answer that counts.
    handed_in: int  #: Number of pupils who handed in, those whose slip waits included.


@dataclass(frozen=True, slots=True)
class ClassTable:
    """The results of a printing, the slips of one week or challenge of a class."""

    printing: Printing  #: The printing that the results are of.
    rows: tuple[PupilRow, ...]  #: A row for each pupil, by number.
    waiting: tuple[SlipEntry, ...]  #: Entries that a person has to look at.

    @property
    def answered(self) -> tuple[PupilRow, ...]:
        """The rows of pupils with an answer that counts."""
        return tuple(row for row in self.rows if row.worth is not None)

    @property
    def missing(self) -> tuple[PupilRow, ...]:
        """The rows of pupils of whom no slip came."""
        return tuple(row for row in self.rows if row.state is AnswerState.MISSING)

    @property
    def handed_in(self) -> tuple[PupilRow, ...]:
        """The rows of all others, whether their answer counts yet or waits."""
        return tuple(row for row in self.rows if row.state is not AnswerState.MISSING)

    @property
    def takes(self) -> tuple[PupilRow, ...]:
        """The rows of pupils whose answer is a take."""
        return tuple(row for row in self.rows if row.state is AnswerState.TAKE)

    @property
    def best(self) -> tuple[PupilRow, ...]:
        """The rows of pupils whose answer no take beats."""
        return tuple(row for row in self.rows if row.found_best)

    @property
    def puzzle_finders(self) -> tuple[PuzzleFinders, ...]:
        """How many pupils solved each puzzle, in the order of the printing."""
        rows = [(puzzle, [row for row in self.rows if row.puzzle is puzzle]) for puzzle in self.printing.puzzles]
        return tuple(
            PuzzleFinders(
                puzzle,
                len(own),
                sum(row.found_best for row in own),
                sum(row.worth is not None for row in own),
                sum(row.state is not AnswerState.MISSING for row in own),
            )
            for puzzle, own in rows
        )


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A row of a table: number, name, level, state, cards, points, best, answer; ``kind`` is its style, see ``result_row``."""

    cells: tuple[str, ...]  #: Texts of the eight columns.
    kind: str = ""  #: Its style: `best`, `wait`, `none` or empty.


def week_results(printing: Printing, entries: Iterable[SlipEntry]) -> ClassTable:
    """Return the results of a printing, of a week or a challenge, from all its entries; of each pupil at most one entry counts."""
    entries = tuple(entries)
    rows = []
    for slip in sorted((slip for slip in printing.slips if slip.pupil), key=lambda slip: slip.pupil or 0):
        own = [entry for entry in entries if entry.pupil == slip.pupil]
        # What a person decided comes before what was accepted automatically.
        counted = min(
            (entry for entry in own if entry.counts), key=lambda entry: (entry.state is not EntryState.DECIDED, entry.key), default=None
        )
        if counted is None:
            state = AnswerState.WAITING if any(entry.state is EntryState.OPEN for entry in own) else AnswerState.MISSING
            rows.append(PupilRow(slip.pupil or 0, slip.name, printing.puzzles[slip.puzzle], state))
            continue
        state = AnswerState.NO_TAKE if counted.worth.wrong else AnswerState.TAKE
        rows.append(PupilRow(slip.pupil or 0, slip.name, printing.puzzle_of(counted.slip), state, counted.answer, counted.worth))
    return ClassTable(printing, tuple(rows), tuple(entry for entry in entries if entry.state is EntryState.OPEN))


def class_table(store: SlipStore, printing: int) -> ClassTable:
    """Return the results of a stored printing by its number."""
    found = store.printing(printing)
    if found is None:
        raise ClassError(tr("nothing was printed under this number on this computer"))
    return week_results(found, store.entries(printing))


def class_tables(store: SlipStore, class_name: str) -> tuple[ClassTable, ...]:
    """Return the results of every printing of a class in which something was handed in, the earliest first."""
    name = store.classes.room(class_name).name
    tables = (class_table(store, number) for number in store.printings(name))
    return tuple(table for table in tables if table.waiting or table.answered)


def week_table(store: SlipStore, class_name: str, week: str | None = None) -> ClassTable:
    """Return the results of a week or challenge of this name, by default of the last week in which something was handed in."""
    tables = class_tables(store, class_name)
    alike = [table for table in tables if (not table.printing.is_challenge if week is None else table.printing.week == week)]
    if not alike:
        weeks = ", ".join(dict.fromkeys(table.printing.week for table in tables)) or tr("none")
        raise ClassError(tr("nothing was handed in; weeks of {name} with answers: {weeks}", name=class_name, weeks=weeks))
    return alike[-1]


def result_lines(results: ClassTable) -> list[dict[str, object]]:
    """Return a line for each pupil by the names in ``CSV_COLUMNS``; without an answer that counts, the later ones are missing."""
    lines = []
    for row in results.rows:
        line: dict[str, object] = {"number": row.number, "name": row.name, "level": row.puzzle.level, "state": row.state.value}
        if row.worth is not None:
            line |= {"marks": str(row.answer), "cards": row.worth.cards, "points": row.worth.points, "why": row.mistake}
            line |= {"best": row.puzzle.best, "found_best": "yes" if row.found_best else "no"}
        lines.append(line)
    return lines


def results_csv(results: ClassTable) -> bytes:
    """Return the results as a spreadsheet, a line for each pupil."""
    return spreadsheet.table_csv(CSV_COLUMNS, result_lines(results))


def results_json(results: ClassTable) -> dict[str, object]:
    """Return the object that ``numero-cam mark --json`` prints of a printing."""
    printing = results.printing
    pupils = [{**line, **({"found_best": line["found_best"] == "yes"} if "found_best" in line else {})} for line in result_lines(results)]
    waiting = [{"slip": entry.slip, "pupil": entry.pupil, "reason": entry.reason} for entry in results.waiting]
    return {"printing": printing.number, "class": printing.class_name, "week": printing.week, "pupils": pupils, "waiting": waiting}


def result_row(row: PupilRow) -> ResultRow:
    """Return the cells of a pupil and their style: ``best``, ``wait`` to look at, ``none`` not handed in, empty for other answers."""
    if row.worth is None:
        kind = "wait" if row.state is AnswerState.WAITING else "none"
        return ResultRow((str(row.number), row.name, row.puzzle.level, row.state.words, "", "", "", ""), kind)
    amounts = (str(row.worth.cards), str(row.worth.points)) if row.state is AnswerState.TAKE else ("", "")
    state = tr("found the best") if row.found_best else row.state.words
    answer = f"{row.answer}: {row.mistake}" if row.worth.wrong else str(row.answer)
    cells = (str(row.number), row.name, row.puzzle.level, state, *amounts, str(row.puzzle.best), answer)
    return ResultRow(cells, "best" if row.found_best else "")
