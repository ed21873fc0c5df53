"""Photos of slips and typed answers to a table of the class: what was marked, what it is worth, what a person must look at."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base.images import Pixels, encode_picture
from numero_cam.base.records import Frame
from numero_cam.classroom.slip_store import Entry, SlipStore
from numero_cam.classroom.slips import NOBODY, TYPED, Judged, Printing, SlipMarks, SlipPuzzle, judge_marks, marks_of, only_take, parse_marks
from numero_cam.classroom.spreadsheets import read_sheet
from numero_cam.games.numero.judge import TypedError, judge, parse_answer
from numero_cam.marking import slip_layout
from numero_cam.marking.flatten import FlatSlip, flat_slips
from numero_cam.marking.read_marks import ReadMarks, read_marks
from numero_cam.text import spreadsheet
from numero_cam.text.advice import wrong_line

ACCEPTED, OPEN, DECIDED, LEFT_OUT = "accepted", "open", "decided", "left out"
_CROP = (slip_layout.SLIP_WIDTH * 5, slip_layout.SLIP_HEIGHT * 5)
"""Width and height of the crops that are kept, pixels."""
TWICE = "two slips have the number {}: keep one, or give the other its own number"
CHANGED = "the same slip is marked differently in another photo"


@dataclass(frozen=True)
class SeenSlip:
    """A slip of a photo.

    Attributes:
        printing: Of which printing.
        entry: What was read, not yet stored.
        flat: How it looks; None for an answer that was typed.
    """

    printing: int
    entry: Entry
    flat: FlatSlip | None = None


@dataclass(frozen=True)
class LookedAt:
    """A photo that was looked at.

    Attributes:
        name: Of the photo.
        slips: The slips that were read.
        problems: Why others were not, a line each.
    """

    name: str
    slips: tuple[SeenSlip, ...]
    problems: tuple[str, ...]


def look_at(frame: Frame, store: SlipStore, given: int | None = None) -> LookedAt:
    """Reads the slips of a photo.

    Args:
        frame: The photo.
        store: Knows what was printed.
        given: The printing of slips whose code strip cannot be read; None where nobody says it.
    """
    flat, lost = flat_slips(frame.pixels)
    problems = [
        f"{frame.name}: slip {one.slip}{_where(frame, one.middle)}: only one of its corners is seen; photograph it whole" for one in lost
    ]
    if not flat and not lost:
        problems.append(f"{frame.name}: no slip is seen in it; lay slips flat, their corner squares free, and take the photo sharp")
    seen, unknown = [], dict[str, list[str]]()
    for slip in flat:
        try:
            seen.append(_read(slip, store, given))
        except _UnknownSlipError as error:
            unknown.setdefault(str(error), []).append(f"{slip.found.slip}{_where(frame, slip.found.middle)}")
    problems += [f"{frame.name}: {_several(which)}: {why}" for why, which in unknown.items()]
    return LookedAt(frame.name, tuple(seen), tuple(problems))


def _several(slips: list[str]) -> str:
    """Which slips, in words; of many the first."""
    if len(slips) == 1:
        return f"slip {slips[0]}"
    return f"{len(slips)} slips, the first of them slip {slips[0]}"


class _UnknownSlipError(Exception):
    """A slip that cannot be marked, and why."""


def _read(slip: FlatSlip, store: SlipStore, given: int | None) -> SeenSlip:
    number, reasons = _printing_of(slip, given)
    printing = store.printing(number)
    if printing is None:
        message = f"printing {number} was not printed on this computer"
        raise _UnknownSlipError(message)
    if slip.found.slip >= len(printing.slips):
        message = f"printing {number} has no slip of this number"
        raise _UnknownSlipError(message)
    form, puzzle = printing.form_of(slip.found.slip), printing.puzzle_of(slip.found.slip)
    read = read_marks(slip, form)
    marks = marks_of(puzzle, form, read.shaded)
    # The game is the second witness: marks that are likely, and that otherwise would be no take, are as clear as need be.
    witnessed = not read.unlikely and only_take(puzzle, form, read.shaded, read.doubtful)
    doubtful = () if witnessed else read.doubtful
    reasons += [] if witnessed else _doubts(read)
    if wrong := judge_marks(puzzle, marks).wrong:
        reasons.append(f"no take: {wrong}")
    pupil, unknown = _owner(printing, slip.found.slip, marks)
    reasons += [unknown] if unknown else []
    seen = str(marks) + (f" #{marks.number}" if marks.number is not None else "")
    state = OPEN if reasons else ACCEPTED
    crop = encode_picture(_small(slip.pixels), ".jpg")
    shaded = tuple(sorted(read.shaded))
    entry = Entry(0, slip.found.slip, seen, shaded, doubtful, pupil, str(marks), state, "; ".join(reasons), crop)
    return SeenSlip(number, entry, slip)


def _printing_of(slip: FlatSlip, given: int | None) -> tuple[int, list[str]]:
    """The number of its printing, and why it has to be looked at."""
    code = slip.code
    if code is not None and code.version != slip_layout.LAYOUT_VERSION:
        message = (
            f"printed by another version of the program (slip {code.version}, this one reads {slip_layout.LAYOUT_VERSION}); print it anew"
        )
        raise _UnknownSlipError(message)
    if code is not None and code.slip == slip.found.slip:
        return code.printing, []
    if given is None:
        message = "the code strip cannot be read, it is torn or covered; say the printing, the number below the strip: --printing N"
        raise _UnknownSlipError(message)
    return given, ["its code strip cannot be read"]


def _doubts(read: ReadMarks) -> list[str]:
    reasons = ["a part of it lies outside of the photo"] if read.outside else []
    if read.doubtful:
        reasons.append("one mark is not clear" if len(read.doubtful) == 1 else f"{len(read.doubtful)} marks are not clear")
    return reasons


def _owner(printing: Printing, slip: int, marks: SlipMarks) -> tuple[int | None, str]:
    """Whose slip it is, or why that is not known."""
    owner = printing.slips[slip].pupil
    if owner == NOBODY:
        return None, "its pupil was removed from the class"
    if owner is not None:
        return owner, ""
    if marks.number is None or marks.number < 0:
        return None, "the number of the pupil is not shaded, or more than one is"
    if marks.number not in printing.pupils:
        return None, f"no pupil of the class has the number {marks.number}"
    return marks.number, ""


def _small(pixels: Pixels) -> Pixels:
    size = round(_CROP[0]), round(_CROP[1])
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)


def _where(frame: Frame, middle: NDArray[np.float64]) -> str:
    """Where in the photo, in words."""
    down = ("at the top", "in the middle", "at the bottom")[min(2, max(0, int(3 * middle[1] / frame.height)))]
    across = (" left", "", " right")[min(2, max(0, int(3 * middle[0] / frame.width)))]
    return f" {down}{across}"


def keep(store: SlipStore, slips: Sequence[SeenSlip]) -> None:
    """Store what was read; what was read before changes nothing.

    A clear entry takes the place of an unclear one of the same slip. Two clear ones that differ both wait for a person.
    """
    for slip in slips:
        _keep_one(store, slip.printing, slip.entry)
    for number in sorted({slip.printing for slip in slips}):
        check_doubles(store, number)
    crops = {(slip.printing, slip.entry.seen, slip.entry.slip): slip.entry.crop for slip in slips}
    for number in sorted({slip.printing for slip in slips}):
        for entry in store.entries(number):
            crop = crops.get((number, entry.seen, entry.slip))
            if entry.state == OPEN and entry.crop is None and crop is not None:
                store.put(number, replace(entry, crop=crop))


def _keep_one(store: SlipStore, printing: int, new: Entry) -> None:
    there = [entry for entry in store.entries(printing) if entry.slip == new.slip]
    same = next((entry for entry in there if entry.seen == new.seen), None)
    if same is not None:
        if same.state == OPEN and len(new.doubtful) < len(same.doubtful):
            store.put(printing, replace(new, key=same.key))
        return
    if not there:
        store.put(printing, new)
    elif not new.doubtful and all(entry.doubtful for entry in there if entry.state in (OPEN, ACCEPTED)):
        for entry in there:
            if entry.state == OPEN:
                store.remove(entry.key)
        store.put(printing, new if all(entry.state == OPEN for entry in there) else _waiting(new, CHANGED))
    elif not new.doubtful:
        for entry in there:
            if entry.state == ACCEPTED:
                store.put(printing, _waiting(entry, CHANGED))
        store.put(printing, _waiting(new, CHANGED))


def _waiting(entry: Entry, reason: str) -> Entry:
    reasons = [one for one in (entry.reason, reason) if one]
    return replace(entry, state=OPEN, reason="; ".join(dict.fromkeys(reasons)))


def check_doubles(store: SlipStore, printing: int) -> None:
    """Let slips that have the same pupil wait for a person, those that a person decided left aside."""
    entries = [entry for entry in store.entries(printing) if entry.state != LEFT_OUT and entry.pupil is not None]
    for entry in entries:
        others = [other for other in entries if other.pupil == entry.pupil and other.slip != entry.slip]
        if others and entry.state == ACCEPTED:
            store.put(printing, _waiting(entry, TWICE.format(entry.pupil)))


MOST_DIGITS = 9
"""Digits of a number of a printing, an entry or a pupil."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of a file.

    Attributes:
        lines: How many lines were taken.
        problems: Why others were not, a line each.
    """

    lines: int
    problems: tuple[str, ...]


def judge_stored(puzzle: SlipPuzzle, entry: Entry) -> Judged:
    """What a stored answer is worth, shaded or typed."""
    if not entry.marks.startswith(TYPED):
        return judge_marks(puzzle, parse_marks(entry.marks, puzzle))
    return judge_typed(puzzle, entry.marks.removeprefix(TYPED))


def judge_typed(puzzle: SlipPuzzle, text: str) -> Judged:
    """What a typed answer is worth.

    Raises:
        TypedError: It is no arithmetic.
    """
    position = puzzle.position
    typed = parse_answer(text, frozenset(card.value for card in position.hand if card.is_number))
    verdict = judge(typed, position, puzzle.settings)
    if verdict.wrong is not None:
        return Judged(wrong_line(verdict.wrong))
    return Judged("", verdict.cards, verdict.scored.points if verdict.scored else 0)


def take_answers(path: Path, store: SlipStore, printing: Printing) -> Taken:
    """Take typed answers: a file with the columns ``number`` and ``answer``.

    Raises:
        ClassError: The file cannot be read or has no such columns.
    """
    own = {slip.pupil: slip for slip in printing.slips if slip.pupil}
    taken, problems = 0, []
    for where, row in _rows(path, ("number", "answer"), "17,(13 + 12) x 2"):
        number, text = row["number"], row["answer"]
        slip = own.get(int(number)) if _is_number(number) else None
        if slip is None:
            problems.append(f'{where}: no pupil of {printing.class_name} has the number "{number[:20]}"')
            continue
        if not text:
            continue
        try:
            judge_typed(printing.puzzle_of(slip.slip), text)
        except TypedError as error:
            problems.append(f"{where}: the answer {text[:60]!r}: {error}")
            continue
        _put_typed(store, printing.number, Entry(0, slip.slip, TYPED + text, (), (), slip.pupil, TYPED + text, ACCEPTED))
        taken += 1
    check_doubles(store, printing.number)
    return Taken(taken, tuple(problems))


def _put_typed(store: SlipStore, printing: int, new: Entry) -> None:
    """What is typed again takes the place of what was typed before."""
    for entry in store.entries(printing):
        if entry.slip == new.slip and entry.seen.startswith(TYPED):
            if entry.seen == new.seen:
                return
            store.remove(entry.key)
    store.put(printing, new)


def take_decisions(path: Path, store: SlipStore) -> tuple[Taken, tuple[int, ...]]:
    """Take what a person decided on the page: a file with the columns ``printing``, ``entry``, ``pupil``, ``marks``, ``decision``.

    Returns:
        What came of it, and the printings that it is about.

    Raises:
        ClassError: The file cannot be read or has no such columns.
    """
    taken, problems, about = 0, [], set()
    for where, row in _rows(path, ("printing", "entry", "pupil", "marks", "decision"), "4711,3,17,,left out"):
        try:
            number = _whole(row["printing"], "printing")
            _decide(store, number, row)
        except ValueError as error:
            problems.append(f"{where}: {error}")
        else:
            taken += 1
            about.add(number)
    for number in sorted(about):
        check_doubles(store, number)
    return Taken(taken, tuple(problems)), tuple(sorted(about))


def _decide(store: SlipStore, number: int, row: dict[str, str]) -> None:
    """Store a decision.

    Raises:
        ValueError: It is about nothing that is known, or says what cannot be.
    """
    printing, key = store.printing(number), _whole(row["entry"], "entry")
    entry = next((one for one in store.entries(number) if one.key == key), None)
    if printing is None or entry is None:
        message = f"entry {key} of printing {number} is not known here; decide on the page that mark wrote last"
        raise ValueError(message)
    decision = row["decision"].lower()
    if decision == LEFT_OUT:
        store.put(number, replace(entry, state=LEFT_OUT))
        return
    if decision != "accept":
        message = f'the decision is "{decision[:20]}"; write accept or {LEFT_OUT}'
        raise ValueError(message)
    pupil = _whole(row["pupil"], "pupil")
    if pupil not in printing.pupils:
        message = f"no pupil of {printing.class_name} has the number {pupil}"
        raise ValueError(message)
    marks = row["marks"]
    if not entry.seen.startswith(TYPED):
        marks = str(parse_marks(marks, printing.puzzle_of(entry.slip)))
    store.put(number, replace(entry, pupil=pupil, marks=marks, state=DECIDED))


def _whole(text: str, name: str) -> int:
    if not _is_number(text):
        message = f'the {name} is "{text[:20]}"; it is a number'
        raise ValueError(message)
    return int(text)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS


def _rows(path: Path, needed: tuple[str, ...], example: str) -> list[tuple[str, dict[str, str]]]:
    """The lines of a table with their names."""
    return [(f"{path}, line {number}", row) for number, row in read_sheet(path, needed, f"{','.join(needed)}/{example}")]


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
