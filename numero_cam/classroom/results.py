"""The results of a week: a row for each pupil, as a spreadsheet, as JSON, and as cells of a table for people."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter

from numero_cam.base.errors import ClassError
from numero_cam.catalogue import tr
from numero_cam.classroom.mistakes import mistake_of, no_take_words, reason_no_take
from numero_cam.classroom.occasions import shown_name
from numero_cam.classroom.slip_store import EntryState, SlipEntry, SlipStore
from numero_cam.classroom.slips import AnswerWorth, PrintedSlip, Printing, SlipAnswer, SlipPuzzle
from numero_cam.text import spreadsheet

CSV_COLUMNS = ("number", "name", "level", "state", "marks", "cards", "points", "best", "found_best", "why", "puzzle")


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
    """The result of a pupil at one puzzle."""

    number: int  #: Number of the pupil.
    name: str  #: Name of the pupil; may be empty.
    puzzle: SlipPuzzle  #: A puzzle on the pupil's slip.
    state: AnswerState  #: State of the answer.
    answer: SlipAnswer | None = None  #: The answer; None where none counts yet.
    worth: AnswerWorth | None = None  #: Worth of the answer; None where none counts yet.
    place: str = ""  #: Which puzzle it is, see ``Printing.place_words``: ``B2``; empty where the level has one only.

    @property
    def state_words(self) -> str:
        """The state in words; where the puzzle asks for cards, an answer is no take."""
        if self.state is AnswerState.NO_TAKE:
            return no_take_words(self.puzzle)
        return tr("right, but not all") if self.state is AnswerState.TAKE and not self.puzzle.kind.asks_for_take else self.state.words

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
    index: int = 0  #: Index of the puzzle in its printing.
    place: str = ""  #: Which puzzle of its level it is; empty where the level has one only.


@dataclass(frozen=True, slots=True)
class ClassTable:
    """The results of a printing, the slips of one week or challenge of a class."""

    printing: Printing  #: The printing that the results are of.
    #: A row for each puzzle of each pupil, by number of the pupil and place on the slip: (pupil, puzzle, answer) of the whole class.
    rows: tuple[PupilRow, ...]
    waiting: tuple[SlipEntry, ...]  #: Entries that a person has to look at.

    @property
    def answered(self) -> tuple[PupilRow, ...]:
        """The rows with an answer that counts."""
        return tuple(row for row in self.rows if row.worth is not None)

    @property
    def pupils(self) -> tuple[int, ...]:
        """Numbers of the pupils with a slip, in ascending order."""
        return tuple(dict.fromkeys(row.number for row in self.rows))

    @property
    def missing(self) -> tuple[int, ...]:
        """Numbers of the pupils of whom nothing came."""
        came = {row.number for row in self.rows if row.state is not AnswerState.MISSING}
        return tuple(number for number in self.pupils if number not in came)

    @property
    def handed_in(self) -> tuple[int, ...]:
        """Numbers of all other pupils, whether their answers count yet or wait."""
        return tuple(number for number in self.pupils if number not in self.missing)

    @property
    def done(self) -> tuple[int, ...]:
        """Numbers of the pupils who handed in and of whom no answer waits."""
        waiting = {row.number for row in self.rows if row.state is AnswerState.WAITING}
        return tuple(number for number in self.handed_in if number not in waiting)

    @property
    def takes(self) -> tuple[PupilRow, ...]:
        """The rows whose answer is a take."""
        return tuple(row for row in self.rows if row.state is AnswerState.TAKE)

    @property
    def best(self) -> tuple[PupilRow, ...]:
        """The rows whose answer no take beats."""
        return tuple(row for row in self.rows if row.found_best)

    @property
    def puzzle_finders(self) -> tuple[PuzzleFinders, ...]:
        """How many pupils solved each puzzle that a slip has, in the order of the printing."""
        used = [(index, self.printing.puzzles[index]) for index in self.printing.used_puzzles]
        rows = [(index, puzzle, [row for row in self.rows if row.puzzle is puzzle]) for index, puzzle in used]
        return tuple(
            PuzzleFinders(
                puzzle,
                len(own),
                sum(row.found_best for row in own),
                sum(row.worth is not None for row in own),
                sum(row.state is not AnswerState.MISSING for row in own),
                index,
                self.printing.place_words(index),
            )
            for index, puzzle, own in rows
        )


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A row of a table: number, name, level, state, cards, points, best, answer; ``kind`` is its style, see ``result_row``."""

    cells: tuple[str, ...]  #: Texts of the eight columns.
    kind: str = ""  #: Its style: `best`, `wait`, `none` or empty.


def week_results(printing: Printing, entries: Iterable[SlipEntry]) -> ClassTable:
    """Return the results of a printing, of a week or a challenge, from all its entries; of each puzzle of a pupil at most one counts."""
    entries = tuple(entries)
    by_pupil = dict[tuple[int | None, int], list[SlipEntry]]()
    for entry in entries:
        by_pupil.setdefault((entry.pupil, entry.at), []).append(entry)
    rows = []
    for _, slip in sorted(printing.own_slips.items()):
        own = [by_pupil.get((slip.pupil, at), []) for at in range(printing.puzzles_per_slip)]
        rows += [_row(printing, slip, at, given) for at, given in enumerate(own)]
    return ClassTable(printing, tuple(rows), tuple(entry for entry in entries if entry.state is EntryState.OPEN))


def _row(printing: Printing, slip: PrintedSlip, at: int, given: Sequence[SlipEntry]) -> PupilRow:
    """Return the row of a puzzle of a pupil's slip, from the entries of both."""
    # What a person decided comes before what was accepted automatically; of the former the last counts, of the latter the first.
    accepted, decided = ([entry for entry in given if entry.state is state] for state in (EntryState.ACCEPTED, EntryState.DECIDED))
    key = attrgetter("key")
    counted = max(decided, key=key) if decided else min(accepted, key=key, default=None)
    index = printing.slips[counted.slip if counted else slip.slip].puzzles[at]
    about = slip.pupil or 0, slip.name, printing.puzzles[index]
    if counted is None:
        state = AnswerState.WAITING if any(entry.state is EntryState.OPEN for entry in given) else AnswerState.MISSING
        return PupilRow(*about, state, place=printing.place_words(index))
    state = AnswerState.NO_TAKE if counted.worth.wrong else AnswerState.TAKE
    return PupilRow(*about, state, counted.answer, counted.worth, printing.place_words(index))


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
    alike = [table for table in tables if (not table.printing.is_occasion if week is None else table.printing.week == week)]
    if not alike:
        weeks = ", ".join(dict.fromkeys(shown_name(table.printing.week) for table in tables)) or tr("none")
        raise ClassError(tr("nothing was handed in; weeks of {name} with answers: {weeks}", name=class_name, weeks=weeks))
    return alike[-1]


def result_lines(results: ClassTable) -> list[dict[str, object]]:
    """Return a line for each puzzle of each pupil by the names in ``CSV_COLUMNS``; those of an answer are missing where none counts."""
    lines = []
    for row in results.rows:
        line: dict[str, object] = {"number": row.number, "name": row.name, "level": row.puzzle.level, "state": row.state.value}
        line |= {"puzzle": row.place} if row.place else {}
        if row.worth is not None:
            line |= {"marks": str(row.answer), "cards": row.worth.cards, "points": row.worth.points, "why": row.mistake}
            line |= {"best": row.puzzle.best, "found_best": "yes" if row.found_best else "no"}
        lines.append(line)
    return lines


def results_csv(results: ClassTable) -> bytes:
    """Return the results as a spreadsheet, a line for each puzzle of each pupil."""
    return spreadsheet.table_csv(CSV_COLUMNS, result_lines(results))


def results_json(results: ClassTable) -> dict[str, object]:
    """Return the object that ``numero-cam mark --json`` prints of a printing."""
    printing = results.printing
    pupils = [{**line, **({"found_best": line["found_best"] == "yes"} if "found_best" in line else {})} for line in result_lines(results)]
    several = printing.puzzles_per_slip > 1
    waiting = [
        {"slip": entry.slip, "pupil": entry.pupil, "reason": entry.reason, **({"puzzle": entry.at + 1} if several else {})}
        for entry in results.waiting
    ]
    return {"printing": printing.number, "class": printing.class_name, "week": printing.week, "pupils": pupils, "waiting": waiting}


def result_row(row: PupilRow) -> ResultRow:
    """Return the cells of an answer and their style: ``best``, ``wait`` to look at, ``none`` not handed in, empty for other answers."""
    level = f"{row.puzzle.level_words} {row.place}".rstrip()
    if row.worth is None:
        kind = "wait" if row.state is AnswerState.WAITING else "none"
        return ResultRow((str(row.number), row.name, level, row.state_words, "", "", "", ""), kind)
    amounts = (str(row.worth.cards), str(row.worth.points)) if row.state is AnswerState.TAKE else ("", "")
    state = tr("found the best") if row.found_best else row.state_words
    answer = f"{row.answer}: {row.mistake}" if row.worth.wrong else str(row.answer)
    cells = (str(row.number), row.name, level, state, *amounts, str(row.puzzle.best), answer)
    return ResultRow(cells, "best" if row.found_best else "")
