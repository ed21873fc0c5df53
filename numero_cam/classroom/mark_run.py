"""A pile of photos marked: each looked at, what was read stored, and the table and the page of each week written."""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from numero_cam.app.photo_files import NamedPhoto, Outcome, each_photo, photos_of
from numero_cam.base.errors import ClassError, NumeroCamError
from numero_cam.base.images import encode_picture
from numero_cam.base.outputs import unwritable_message, write_atomically
from numero_cam.base.private_files import make_private_folder
from numero_cam.capture.files import Photo, read_photo
from numero_cam.classroom.classes import Result
from numero_cam.classroom.mark import (
    MISSING,
    OPEN,
    TAKE,
    WAITING,
    ClassTable,
    LookedAt,
    PupilRow,
    SeenSlip,
    class_table,
    keep,
    look_at,
    table_csv,
)
from numero_cam.classroom.slip_store import Entry, SlipStore, open_store
from numero_cam.classroom.slips import Printing
from numero_cam.marking import slip_layout
from numero_cam.marking.flatten import PIXELS_PER_MM
from numero_cam.marking.slip_layout import CircleUse, SlipCircle, circles_of
from numero_cam.text.mark_page import MarkPage, PageCircle, PageRow, PageSlip, mark_html
from numero_cam.text.words import count

_FEW = 3
"""Finders up to so many are named."""


@dataclass(frozen=True)
class Marked:
    """What came of a pile of photos.

    Attributes:
        photos: How many.
        slips: How many slips were read in them.
        accepted: How many of these were clear, and takes.
        problems: What could not be read, a line each.
        printings: Numbers of the printings that were seen.
    """

    photos: int
    slips: int
    accepted: int
    problems: tuple[str, ...]
    printings: tuple[int, ...]


@dataclass(frozen=True)
class MarkedClasses:
    """What ``mark`` returns.

    Attributes:
        photos: What came of the photos: how many slips, how many of them clear, and what could not be read.
        tables: The results of each printing that was seen, with what was marked before: a row for each pupil, and the slips that a person
            has to look at.
    """

    photos: Marked
    tables: tuple[ClassTable, ...]


@dataclass(frozen=True)
class Written:
    """The files of a week.

    Attributes:
        table: The results.
        page: For a browser.
        csv: For a spreadsheet.
    """

    table: ClassTable
    page: Path
    csv: Path


def mark(photos: str | Path | Sequence[Photo], *, classes: str | Path | None = None, printing: int | None = None) -> MarkedClasses:
    """Mark photos of filled slips, as ``numero-cam mark`` does: what was read is stored, and the same photos twice change nothing.

    Args:
        photos: Photos of any kind that ``read_photo`` takes, an array as BGR; folders; and patterns such as ``"week12/*.jpg"``. A
            single text or path is one of them.
        classes: The file of the classes that knows what was printed; None for that of this user.
        printing: The number of the printing of slips whose code strip cannot be read; None where nobody says it.

    Raises:
        ClassError: Nothing was printed under this number.
        StoreError: The file of the classes cannot be used.
    """
    with open_store(Path(classes) if classes else None) as store:
        if printing is not None and store.printing(printing) is None:
            message = f"printing {printing}: nothing was printed under this number on this computer"
            raise ClassError(message)
        marked = mark_photos([photos] if isinstance(photos, str | Path) else photos, store, given=printing)
        return MarkedClasses(marked, _results(store, marked.printings))


def mark_photos(
    photos: Sequence[Photo],
    store: SlipStore,
    *,
    given: int | None = None,
    doubtful: Path | None = None,
    done: Callable[[], None] | None = None,
) -> Marked:
    """Read the slips of photos, and store what was read.

    Args:
        photos: Photos of any kind, folders and patterns.
        store: Knows what was printed, and takes what is read.
        given: The printing of slips whose strip cannot be read.
        doubtful: Folder for pictures of slips that were not clear; None for nowhere.
        done: Called after each photo.

    Raises:
        NumeroCamError: The store or a picture cannot be written.
    """
    looked, seen, problems = 0, list[SeenSlip](), list[str]()
    for outcome in _looked_at(photos, store, given):
        looked += 1
        if outcome.found is None:
            problems.append(outcome.error)
        else:
            problems += outcome.found.problems
            seen += _kept(outcome.found, doubtful)
        if done:
            done()
    keep(store, seen)
    accepted = sum(slip.entry.state != OPEN for slip in seen)
    return Marked(looked, len(seen), accepted, tuple(problems), tuple(sorted({slip.printing for slip in seen})))


def _looked_at(photos: Sequence[Photo], store: SlipStore, given: int | None) -> Iterator[Outcome[LookedAt]]:
    for n, photo in enumerate(photos, 1):
        if isinstance(photo, str | os.PathLike):
            yield from each_photo(photos_of([os.fspath(photo)]), lambda name: look_at(read_photo(name), store, given))
        else:
            yield from each_photo([NamedPhoto(f"photo {n}")], partial(_look, photo, store, given))


def _look(photo: Photo, store: SlipStore, given: int | None, name: str) -> LookedAt:
    return look_at(read_photo(photo, name=name), store, given)


def _kept(found: LookedAt, doubtful: Path | None) -> list[SeenSlip]:
    """The slips of a photo without the pixels that are not needed any more; the unclear ones are kept for who asked for them."""
    for place, slip in enumerate(found.slips):
        if doubtful is not None and slip.flat is not None and slip.entry.state == OPEN:
            _write_doubtful(doubtful, f"{Path(found.name).stem}-{place + 1}", slip)
    return [SeenSlip(slip.printing, slip.entry) for slip in found.slips]


def _write_doubtful(folder: Path, name: str, slip: SeenSlip) -> None:
    """A picture of a slip without its heading, which has the pupil's name, and a line about what was read."""
    if slip.flat is None:
        return
    try:
        make_private_folder(folder)
    except OSError as error:
        raise NumeroCamError(unwritable_message(folder, error)) from error
    pixels = slip.flat.pixels.copy()
    left, right = (
        round((slip_layout.MARKER_EDGE + slip_layout.MARKER_SIDE + 1) * PIXELS_PER_MM),
        round((slip_layout.SLIP_WIDTH - slip_layout.MARKER_EDGE - slip_layout.MARKER_SIDE - 1) * PIXELS_PER_MM),
    )
    pixels[: round(17.5 * PIXELS_PER_MM), left:right] = 255
    write_atomically(folder / f"{name}.jpg", encode_picture(pixels, ".jpg"))
    write_atomically(folder / f"{name}.txt", f"{slip.entry.seen}\n{slip.entry.reason}\n".encode())


def write_results(store: SlipStore, numbers: Iterable[int], folder: Path) -> tuple[Written, ...]:
    """Write the page and the table of each printing.

    Args:
        store: What was read.
        numbers: The printings.
        folder: Where to; where it is not there it is made, for its owner alone.

    Raises:
        NumeroCamError: A file cannot be written.
    """
    try:
        make_private_folder(folder)
    except OSError as error:
        raise NumeroCamError(unwritable_message(folder, error)) from error
    written = []
    for table in _results(store, numbers):
        printing = table.printing
        stem = re.sub(r"[^\w.-]+", "-", f"{printing.class_name}-{printing.week}")[:60].strip("-.") or "class"
        page, rows = folder / f"{stem}-{printing.number}.html", folder / f"{stem}-{printing.number}.csv"
        write_atomically(page, mark_html(_page(table, f"decisions-{stem}-{printing.number}.csv")).encode())
        write_atomically(rows, table_csv(table).encode("utf-8-sig"))  # with the mark by which spreadsheets know UTF-8
        written.append(Written(table, page, rows))
    return tuple(written)


def _results(store: SlipStore, numbers: Iterable[int]) -> tuple[ClassTable, ...]:
    """Return the results of each printing that is known, and store them with its class."""
    printings = (printing for number in numbers if (printing := store.printing(number)) is not None)
    tables = tuple(class_table(printing, store.entries(printing.number)) for printing in printings)
    for table in tables:
        _remember(store, table)
    return tables


def _remember(store: SlipStore, table: ClassTable) -> None:
    """The results of the week stand with the class, where it is one that is remembered; what does not count any more is taken back."""
    printing, classes = table.printing, store.classes
    if not classes.has(printing.class_name):
        return
    known = {pupil.number for pupil in classes.room(printing.class_name).pupils}
    for row in (row for row in table.rows if row.number in known):
        if row.judged is not None:
            result = Result(row.number, printing.week, "take", row.judged.cards, row.judged.points, row.found_best)
            classes.put(printing.class_name, [result])
        elif row.state == WAITING:
            classes.drop(printing.class_name, row.number, printing.week, "take")


def _page(table: ClassTable, file: str) -> MarkPage:
    printing = table.printing
    return MarkPage(
        printing.number,
        printing.heading,
        file,
        (slip_layout.SLIP_WIDTH, slip_layout.SLIP_HEIGHT),
        {slip.pupil: slip.name for slip in printing.slips if slip.pupil},
        [_slip(printing, entry) for entry in sorted(table.waiting, key=lambda one: (-len(one.doubtful), one.slip, one.key))],
        [_row(row) for row in table.rows],
        [PageRow(cells, "best" if top else "") for cells, top in _finders(table)],
    )


def _slip(printing: Printing, entry: Entry) -> PageSlip:
    puzzle, form = printing.puzzle_of(entry.slip), printing.form_of(entry.slip)
    faces = {CircleUse.CENTRE: puzzle.centre, CircleUse.TAKER: puzzle.takers, CircleUse.WILD: puzzle.wilds}
    digits = tuple(map(str, range(10)))

    def circle(one: SlipCircle) -> PageCircle:
        return PageCircle(str(one.use), one.row, faces.get(one.use, digits)[one.column], one.x, one.y, one.radius)

    circles = tuple(circle(one) for one in circles_of(form) if one.use is not CircleUse.INK)
    shown = (entry.marks, circles, entry.shaded, entry.doubtful, entry.crop)
    return PageSlip(entry.key, entry.slip, entry.pupil, entry.reason, *shown, typed=not entry.shaded and entry.crop is None)


def _row(row: PupilRow) -> PageRow:
    kind = {MISSING: "none", WAITING: "wait"}.get(row.state, "best" if row.found_best else "")
    best = "" if row.judged is None else str(row.puzzle.best)
    if row.judged is None:
        return PageRow((str(row.number), row.name, row.puzzle.level, row.state, "", "", "", ""), kind)
    told = row.marks if not row.judged.wrong else f"{row.marks}: {row.judged.wrong}"
    amounts = (str(row.judged.cards), str(row.judged.points)) if row.state == TAKE else ("", "")
    found = "found the best" if row.found_best else row.state
    return PageRow((str(row.number), row.name, row.puzzle.level, found, *amounts, best, told), kind)


def _finders(table: ClassTable) -> list[tuple[tuple[str, ...], bool]]:
    """A line for each puzzle; the Top Challenge is the one whose best take was found by fewest, but by somebody."""
    found = [number for _, number, _ in table.finders if number]
    lines: list[tuple[tuple[str, ...], bool]] = []
    for puzzle, number, answers in table.finders:
        names = [row.name or str(row.number) for row in table.rows if row.found_best and row.puzzle is puzzle]
        who = f": {', '.join(names)}" if 0 < number <= _FEW else ""
        top = bool(found) and number == min(found) and answers > 0
        told = f"{'Top Challenge: ' if top else ''}{number} of {count(answers, 'answer')}{who}"
        lines.append(((puzzle.level, " ".join(puzzle.centre), " ".join((*puzzle.takers, *puzzle.wilds)), puzzle.told, told), top))
    return lines
