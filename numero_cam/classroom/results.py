"""The results of a week: a row for each pupil, as a page for a browser, as a spreadsheet, and with the class."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from numero_cam.base.errors import ClassError, NumeroCamError
from numero_cam.base.outputs import unwritable_message, write_atomically
from numero_cam.base.private_files import make_private_folder
from numero_cam.catalogue import tr
from numero_cam.classroom.classes import Result, ResultKind
from numero_cam.classroom.mistakes import mistake_of
from numero_cam.classroom.slip_store import EntryState, SlipEntry, SlipStore
from numero_cam.classroom.slips import AnswerWorth, Printing, SlipPuzzle, judge_answer, parse_answer_text
from numero_cam.marking import slip_layout
from numero_cam.marking.slip_layout import CircleUse, circles_of
from numero_cam.text import spreadsheet
from numero_cam.text.mark_page import MarkPage, PageCircle, PageRow, PageSlip, mark_html
from numero_cam.text.words import count, faces_in_words

CSV_COLUMNS = ("number", "name", "level", "state", "marks", "cards", "points", "best", "found_best", "why")
MAX_NAMED_FINDERS = 3  #: Maximum number of finders of a best take that the page names; of more it shows only the number.


class AnswerState(StrEnum):
    """The state of a pupil's answer; the values are written to the spreadsheet."""

    MISSING = "not handed in"
    WAITING = "to look at"
    NO_TAKE = "no take"
    TAKE = "take"

    @property
    def words(self) -> str:
        """What the page of results says."""
        match self:
            case AnswerState.MISSING:
                return tr("not handed in")
            case AnswerState.WAITING:
                return tr("to look at")
            case AnswerState.NO_TAKE:
                return tr("no take")
            case AnswerState.TAKE:
                return tr("take")


@dataclass(frozen=True, slots=True)
class PupilRow:
    """The result of a pupil."""

    number: int  #: Number of the pupil.
    name: str  #: Name of the pupil; may be empty.
    puzzle: SlipPuzzle  #: The puzzle on the pupil's slip.
    state: AnswerState  #: State of the answer.
    answer: str = ""  #: The answer as text; empty where none counts yet.
    worth: AnswerWorth | None = None  #: What the answer is worth; None where none counts yet.

    @property
    def found_best(self) -> bool:
        """Whether no take is better than the pupil's."""
        return self.worth is not None and self.worth.is_best(self.puzzle)

    @property
    def mistake(self) -> str:
        """What is wrong with the answer, without a full stop; empty where it is right, or none counts yet."""
        return mistake_of(self.puzzle, parse_answer_text(self.answer)) if self.worth is not None and self.worth.wrong else ""


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
    """The results of a week."""

    printing: Printing  #: What was printed.
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

    @property
    def finders(self) -> tuple[PuzzleFinders, ...]:
        """How many pupils solved each puzzle: the fewest finders first, puzzles without an answer last."""
        return tuple(sorted(self.puzzle_finders, key=lambda one: (one.answers == 0, one.finders)))


@dataclass(frozen=True)
class WeekFiles:
    """The files of a week."""

    results: ClassTable  #: Their content.
    page: Path  #: The page for a browser.
    csv: Path  #: The spreadsheet.


def week_results(printing: Printing, entries: Iterable[SlipEntry]) -> ClassTable:
    """Return the results of a printing from all its entries; of each pupil at most one entry counts."""
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
        puzzle = printing.puzzle_of(counted.slip)
        worth = judge_answer(puzzle, counted.answer)
        state = AnswerState.NO_TAKE if worth.wrong else AnswerState.TAKE
        rows.append(PupilRow(slip.pupil or 0, slip.name, puzzle, state, str(counted.answer), worth))
    return ClassTable(printing, tuple(rows), tuple(entry for entry in entries if entry.state is EntryState.OPEN))


def class_tables(store: SlipStore, class_name: str) -> tuple[ClassTable, ...]:
    """Return the results of every printing of a class in which something was handed in, the earliest first."""
    name = store.classes.room(class_name).name
    tables = (week_results(printing, store.entries(printing.number)) for printing in store.printings_of(name))
    return tuple(table for table in tables if table.waiting or table.answered)


def week_table(store: SlipStore, class_name: str, week: str | None = None) -> ClassTable:
    """Return the results of a week or challenge of this name, by default of the last week in which something was handed in."""
    tables = class_tables(store, class_name)
    alike = [table for table in tables if (not table.printing.is_challenge if week is None else table.printing.week == week)]
    if not alike:
        weeks = ", ".join(dict.fromkeys(table.printing.week for table in tables)) or tr("none")
        raise ClassError(tr("nothing was handed in; weeks of {name} with answers: {weeks}", name=class_name, weeks=weeks))
    return alike[-1]


def results_csv(results: ClassTable) -> bytes:
    """Return the results as a spreadsheet, a line for each pupil."""
    lines = []
    for row in results.rows:
        line: dict[str, object] = {"number": row.number, "name": row.name, "level": row.puzzle.level, "state": row.state.value}
        if row.worth is not None:
            line |= {"marks": row.answer, "cards": row.worth.cards, "points": row.worth.points, "why": row.mistake}
            line |= {"best": row.puzzle.best, "found_best": "yes" if row.found_best else "no"}
        lines.append(line)
    return spreadsheet.table_csv(CSV_COLUMNS, lines)


def write_results(store: SlipStore, printings: Iterable[int], folder: Path) -> tuple[WeekFiles, ...]:
    """Write the page and the spreadsheet of each printing, and store the results with its class.

    Args:
        store: Store with the printings and their entries.
        printings: Numbers of the printings; those that are not stored are skipped.
        folder: Folder for the files; it is created, for its owner alone, where it does not exist.
    """
    try:
        make_private_folder(folder)
    except OSError as error:
        raise NumeroCamError(unwritable_message(folder, error)) from error
    written = []
    for results in store_results(store, printings):
        printing = results.printing
        stem = re.sub(r"[^\w.-]+", "-", f"{printing.class_name}-{printing.week}")[:60].strip("-.") or "class"
        page, csv = folder / f"{stem}-{printing.number}.html", folder / f"{stem}-{printing.number}.csv"
        write_atomically(page, mark_html(_mark_page(results, f"decisions-{stem}-{printing.number}.csv")).encode())
        write_atomically(csv, results_csv(results))
        written.append(WeekFiles(results, page, csv))
    return tuple(written)


def store_results(store: SlipStore, printings: Iterable[int]) -> tuple[ClassTable, ...]:
    """Return the results of each printing that is stored, and store them with its class."""
    stored = (printing for number in printings if (printing := store.printing(number)) is not None)
    tables = tuple(week_results(printing, store.entries(printing.number)) for printing in stored)
    for table in tables:
        _store_with_class(store, table)
    return tables


def store_week_results(store: SlipStore, printing: int) -> tuple[ClassTable, ...]:
    """Return the results of all printings of a week and store them with the class; where two have one pupil, the later counts."""
    own = store.printing(printing)
    return store_results(store, [each.number for each in store.printings_of(own.class_name) if each.week == own.week] if own else ())


def _store_with_class(store: SlipStore, results: ClassTable) -> None:
    """Store the results with the class, if it is stored, and remove results that became open again."""
    printing, classes = results.printing, store.classes
    if not classes.has(printing.class_name):
        return
    pupils = {pupil.number for pupil in classes.room(printing.class_name).pupils}
    for row in (row for row in results.rows if row.number in pupils):
        if row.worth is not None:
            result = Result(row.number, printing.week, ResultKind.TAKE, row.worth.cards, row.worth.points, row.found_best)
            classes.put(printing.class_name, [result])
        elif row.state is AnswerState.WAITING:
            classes.remove_result(printing.class_name, row.number, printing.week, ResultKind.TAKE)


def _mark_page(results: ClassTable, decisions_file: str) -> MarkPage:
    """Return the content of the page of a week; `decisions_file` is the name of the file in which the page stores decisions."""
    printing = results.printing
    return MarkPage(
        printing.number,
        printing.heading,
        decisions_file,
        (slip_layout.SLIP_WIDTH, slip_layout.SLIP_HEIGHT),
        {slip.pupil: slip.name for slip in printing.slips if slip.pupil},
        [_page_slip(printing, entry) for entry in sorted(results.waiting, key=lambda one: (-len(one.doubtful), one.slip, one.key))],
        [result_row(row) for row in results.rows],
        finder_rows(results),
    )


def _page_slip(printing: Printing, entry: SlipEntry) -> PageSlip:
    """Return an entry that a person has to look at, as the page shows it: its circles, its reading and its crop."""
    puzzle, form = printing.puzzle_of(entry.slip), printing.form_of(entry.slip)
    faces = {CircleUse.CENTRE: puzzle.centre, CircleUse.TAKER: puzzle.takers, CircleUse.WILD: puzzle.wilds}
    digits = tuple(map(str, range(10)))
    circles = tuple(
        PageCircle(str(circle.use), circle.row, faces.get(circle.use, digits)[circle.column], circle.x, circle.y, circle.radius)
        for circle in circles_of(form)
        if circle.use is not CircleUse.INK
    )
    reading = (str(entry.answer), circles, entry.shaded, entry.doubtful, entry.crop)
    return PageSlip(entry.key, entry.slip, entry.pupil, entry.reason, *reading, typed=entry.is_typed)


def result_row(row: PupilRow) -> PageRow:
    """Return the row of a pupil on the page."""
    if row.worth is None:
        kind = "wait" if row.state is AnswerState.WAITING else "none"
        return PageRow((str(row.number), row.name, row.puzzle.level, row.state.words, "", "", "", ""), kind)
    amounts = (str(row.worth.cards), str(row.worth.points)) if row.state is AnswerState.TAKE else ("", "")
    state = tr("found the best") if row.found_best else row.state.words
    answer = f"{row.answer}: {row.mistake}" if row.worth.wrong else row.answer
    cells = (str(row.number), row.name, row.puzzle.level, state, *amounts, str(row.puzzle.best), answer)
    return PageRow(cells, "best" if row.found_best else "")


def finder_rows(results: ClassTable) -> list[PageRow]:
    """Return a row for each puzzle; the Top Challenge is the one whose best take was found by fewest, but by somebody."""
    fewest = min((one.finders for one in results.finders if one.finders), default=None)
    rows = []
    for one in results.finders:
        puzzle = one.puzzle
        names = [row.name or str(row.number) for row in results.rows if row.found_best and row.puzzle is puzzle]
        top = one.finders == fewest
        words = tr("{finders} of {answers}", finders=one.finders, answers=count(one.answers, "answer"))
        words = f"{words}: {', '.join(names)}" if 0 < one.finders <= MAX_NAMED_FINDERS else words
        words = tr("Top Challenge: {finders}", finders=words) if top else words
        cards = faces_in_words(puzzle.centre), faces_in_words((*puzzle.takers, *puzzle.wilds))
        cells = (puzzle.level, *cards, puzzle.solution_text, words)
        rows.append(PageRow(cells, "best" if top else ""))
    return rows
