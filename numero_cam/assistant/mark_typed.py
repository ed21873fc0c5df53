"""Answers that are typed: of classes without a printer, and what a person decided about slips that were not clear."""

from dataclasses import dataclass, replace
from pathlib import Path

from numero_cam.assistant.mark import ACCEPTED, DECIDED, LEFT_OUT, check_doubles
from numero_cam.assistant.sheets import read_sheet
from numero_cam.assistant.slip_marks import TYPED, Judged, judge_marks, parse_marks
from numero_cam.assistant.slip_records import Printing, SlipPuzzle
from numero_cam.assistant.slip_store import Entry, SlipStore
from numero_cam.games.numero.judge import TypedError, judge, parse_answer
from numero_cam.tell.judged import wrong_line

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
