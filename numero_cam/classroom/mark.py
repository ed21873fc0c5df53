"""Reads photos of slips and typed answers into entries of the store, or into lines that say why they cannot be read."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.app.photo_files import NamedPhoto, Outcome, each_photo, photos_of
from numero_cam.base.bounded_reader import read_bytes
from numero_cam.base.errors import ClassError, NumeroCamError, PictureError
from numero_cam.base.images import Pixels, encode_picture
from numero_cam.base.outputs import unwritable_message, write_atomically
from numero_cam.base.private_files import make_private_folder
from numero_cam.base.records import Frame
from numero_cam.capture.files import Photo, read_photo
from numero_cam.capture.pdf_pages import pdf_pages
from numero_cam.catalogue import ngettext, tr
from numero_cam.classroom.mistakes import reason_no_take
from numero_cam.classroom.results import ClassTable, class_table
from numero_cam.classroom.slip_store import EntryState, SlipEntry, SlipStore, open_slip_store
from numero_cam.classroom.slips import (
    FORGOTTEN_PUPIL,
    NO_SINGLE_NUMBER,
    Printing,
    SlipMarks,
    SlipPuzzle,
    TypedMark,
    judge_marks,
    judge_typed,
    marks_of_circles,
    unique_valid_reading,
)
from numero_cam.classroom.spreadsheets import is_number, read_sheet
from numero_cam.games.numero.judge import TypedError
from numero_cam.marking import slip_layout
from numero_cam.marking.flatten import PIXELS_PER_MM, FlatSlip, flat_slips
from numero_cam.marking.read_marks import ReadMarks, read_marks
from numero_cam.marking.slip_layout import CircleUse, SlipForm, circles_of

#: Width and height of the stored picture of an open slip, pixels.
CROP_SIZE = (round(slip_layout.SLIP_WIDTH * 5), round(slip_layout.SLIP_HEIGHT * 5))
HEADING_BOTTOM = 17.5  #: Lower edge of the heading of a slip, which has the pupil's name; millimetres from the top of the slip.
MISTAKE_PROBABILITY = 0.99  #: Minimum probability of each mark of a slip that is accepted as no take.
NEAR_TAKE_PROBABILITY = 0.999  #: The same of a mark without which, or with which, the slip would be a take.
MAX_PDF_BYTES = 200_000_000  #: Maximum size of a scanner's PDF, in bytes.
PDF_ENDING = ".pdf"
FindPrinting = Callable[[int], Printing | None]  #: Returns the printing of a number; None where there is none.
CHANGED_SLIP = tr("the same slip is marked differently in another photo")


@dataclass(frozen=True)
class SlipInPhoto:
    """A slip that was read in a photo."""

    printing: int  #: Number of its printing, the slips printed together.
    entry: SlipEntry  #: The entry that it makes, not stored yet.
    flat: FlatSlip | None = None  #: Its straightened picture; None once the picture is not needed any more.


@dataclass(frozen=True)
class PhotoOfSlips:
    """The slips of a photo."""

    name: str  #: Name of the photo.
    slips: tuple[SlipInPhoto, ...]  #: The slips that were read.
    problems: tuple[str, ...]  #: Why other slips were not read, a line each.


@dataclass(frozen=True)
class Marked:
    """The outcome of a pile of photos."""

    photos: int  #: Number of photos.
    slips: int  #: Number of slips that were read in them.
    accepted: int  #: Number of these slips that nobody has to look at.
    problems: tuple[str, ...]  #: What could not be read, a line each.
    printings: tuple[int, ...]  #: Numbers of the printings of the slips, in ascending order.


@dataclass(frozen=True)
class MarkedClasses:
    """What ``mark`` returns."""

    photos: Marked  #: The outcome of the photos: how many slips, how many of them clear, and what could not be read.
    #: The results of each printing that was seen, with what was marked before: a row for each pupil, and the slips that a person has to
    #: look at.
    tables: tuple[ClassTable, ...]


@dataclass(frozen=True, slots=True)
class TakenRows:
    """The outcome of a file of answers."""

    count: int  #: Number of rows that were taken.
    problems: tuple[str, ...]  #: Why other rows were not, a line each.
    printings: tuple[int, ...]  #: Numbers of the printings that the taken rows are about, in ascending order.


class _UnreadableSlipError(Exception):
    """A slip cannot be read; the message is the reason, without the slip."""


def mark(photos: str | Path | Sequence[Photo], *, classes: str | Path | None = None, printing: int | None = None) -> MarkedClasses:
    """Mark photos of filled slips, as ``numero-cam mark`` does: what was read is stored, and the same photos twice change nothing.

    Args:
        photos: Photos of any kind that ``read_photo`` takes, an array as BGR; folders; and patterns such as ``"week12/*.jpg"``. A
            single text or path is one of them.
        classes: The file of the classes, which has the printings; None for that of this user.
        printing: The number of the printing of slips whose code strip cannot be read; None where it is not known.

    Raises:
        ClassError: Nothing was printed under this number.
        StoreError: The file of the classes cannot be used.
    """
    with open_slip_store(Path(classes) if classes else None) as store:
        if printing is not None and store.printing(printing) is None:
            raise ClassError(tr("printing {printing}: nothing was printed under this number on this computer", printing=printing))
        marked = mark_photos([photos] if isinstance(photos, str | Path) else photos, store, fallback_printing=printing)
        return MarkedClasses(marked, tuple(class_table(store, number) for number in marked.printings))


def mark_photos(
    photos: Sequence[Photo],
    store: SlipStore,
    *,
    fallback_printing: int | None = None,
    doubtful_folder: Path | None = None,
    on_photo_done: Callable[[], None] | None = None,
) -> Marked:
    """Read the slips of photos and store them.

    Args:
        photos: Photos of any kind, folders and patterns.
        store: Has the printings, and takes the entries.
        fallback_printing: The printing of slips whose code strip cannot be read; None where it is not known.
        doubtful_folder: Folder for pictures, without names, of slips that a person has to look at; None to write none.
        on_photo_done: Called after each photo.
    """
    count, slips, problems = 0, list[SlipInPhoto](), list[str]()
    for outcome in _read_photos(photos, store, fallback_printing):
        count += 1
        if outcome.found is None:
            problems.append(outcome.error)
        else:
            problems += outcome.found.problems
            if doubtful_folder is not None:
                _write_doubtful(doubtful_folder, outcome.found)
            slips += [replace(slip, flat=None) for slip in outcome.found.slips]  # a pile has too many pixels to hold
        if on_photo_done:
            on_photo_done()
    store_slips(store, slips)
    accepted = sum(slip.entry.state is EntryState.ACCEPTED for slip in slips)
    return Marked(count, len(slips), accepted, tuple(problems), tuple(sorted({slip.printing for slip in slips})))


def files_of_slips(names: Iterable[str]) -> tuple[NamedPhoto, ...]:
    """Return the photos and the PDFs of a scanner that somebody means, see ``photos_of``."""
    return photos_of(names, also=(PDF_ENDING,))


def _read_photos(photos: Sequence[Photo], store: SlipStore, fallback_printing: int | None) -> Iterator[Outcome[PhotoOfSlips]]:
    """Yield the slips of each photo, or why it cannot be read; several of a folder, a pattern or a PDF."""
    for n, photo in enumerate(photos, start=1):
        if isinstance(photo, str | os.PathLike):
            for file in files_of_slips([os.fspath(photo)]):
                if file.name.lower().endswith(PDF_ENDING) and not file.error:
                    yield from _read_pdf(Path(file.name), store, fallback_printing)
                else:
                    yield from each_photo([file], lambda name: read_slips(read_photo(name), store.printing, fallback_printing))
        else:
            yield from each_photo([NamedPhoto(tr("photo {number}", number=n))], partial(_read_loaded, photo, store, fallback_printing))


def _read_pdf(path: Path, store: SlipStore, fallback_printing: int | None) -> Iterator[Outcome[PhotoOfSlips]]:
    """Read the pages of a scanner's PDF, one after the other."""
    try:
        for frame in pdf_pages(read_bytes(path, MAX_PDF_BYTES, PictureError), str(path)):
            yield Outcome(frame.name, read_slips(frame, store.printing, fallback_printing))
    except PictureError as error:
        yield Outcome(str(path), None, str(error))


def _read_loaded(photo: Photo, store: SlipStore, fallback_printing: int | None, name: str) -> PhotoOfSlips:
    return read_slips(read_photo(photo, name=name), store.printing, fallback_printing)


def read_slips(frame: Frame, printing_of: FindPrinting, fallback_printing: int | None = None) -> PhotoOfSlips:
    """Return the slips of a photo as entries that are not stored yet, and lines on those that cannot be read."""
    flat, lost = flat_slips(frame.pixels)
    photo = frame.name
    problems = [
        tr(
            "{photo}: {slip}: only one of its corners is seen; photograph it whole",
            photo=photo,
            slip=_slip_words(frame, one.slip, one.middle),
        )
        for one in lost
    ]
    if not flat and not lost:
        problems.append(
            tr("{photo}: no slip is seen in it; lay slips flat, their corner squares free, and take the photo sharp", photo=photo)
        )
    slips, unreadable = [], dict[str, list[str]]()
    for slip in flat:
        try:
            slips.append(_read_slip(slip, printing_of, fallback_printing))
        except _UnreadableSlipError as error:
            unreadable.setdefault(str(error), []).append(_slip_words(frame, slip.found.slip, slip.found.middle))
    for why, (first, *others) in unreadable.items():
        number = len(others) + 1
        who = ngettext("{n} slip: {slip}", "{n} slips, the first of them {slip}", number, slip=first) if others else first
        problems.append(f"{photo}: {who}: {why}")
    return PhotoOfSlips(frame.name, tuple(slips), tuple(problems))


def _read_slip(slip: FlatSlip, printing_of: FindPrinting, fallback_printing: int | None) -> SlipInPhoto:
    """Return a slip with its entry, which is open where a person has to look at it, else accepted."""
    number, reasons = _printing_number(slip, fallback_printing)
    printing = printing_of(number)
    if printing is None:
        raise _UnreadableSlipError(tr("printing {number} was not printed on this computer", number=number))
    if slip.found.slip >= len(printing.slips):
        raise _UnreadableSlipError(tr("printing {number} has no slip of this number", number=number))
    if slip.code is not None and slip.code.version != printing.layout:
        raise _UnreadableSlipError(
            tr("printed by another version of the program (slip {version}); print it anew", version=slip.code.version)
        )
    form, puzzle = printing.form_of(slip.found.slip), printing.puzzle_of(slip.found.slip)
    read = read_marks(slip, form)
    # The rules settle unclear circles: where exactly one way to read them is a take, that is the reading.
    doubtful = () if read.unlikely else read.doubtful
    found = unique_valid_reading(puzzle, form, read.shaded, doubtful, read.undecided)
    is_clear, marks, wrong = found.is_clear and not read.unlikely, found.marks, found.worth.wrong
    reasons += [] if is_clear else _reading_doubts(read)
    if wrong and not is_sure_mistake(puzzle, form, read):
        reasons.append(tr("no take: {reason}", reason=reason_no_take(puzzle, marks, wrong)))
    pupil, unknown_owner = _owner(printing, slip.found.slip, marks)
    reasons += [unknown_owner] if unknown_owner else []
    entry = SlipEntry(
        key=0,
        slip=slip.found.slip,
        reading=marks,
        answer=replace(marks, number=None),
        worth=found.worth,
        shaded=tuple(sorted(found.shaded)),
        doubtful=() if is_clear else read.doubtful,
        pupil=pupil,
        state=EntryState.OPEN if reasons else EntryState.ACCEPTED,
        reason="; ".join(reasons),
        crop=encode_picture(np.asarray(cv2.resize(slip.pixels, CROP_SIZE, interpolation=cv2.INTER_AREA), np.uint8), ".jpg"),
    )
    return SlipInPhoto(number, entry, slip)


def is_sure_mistake(puzzle: SlipPuzzle, form: SlipForm, read: ReadMarks) -> bool:
    """Return whether marks that are no take are the pupil's own mistake, so that nobody has to look at them.

    A mark that was read wrongly turns a take into no take. So every circle has a probability of at least ``MISTAKE_PROBABILITY``, and of
    ``NEAR_TAKE_PROBABILITY`` where the slip would be a take with this circle read otherwise. False where none or all are shaded.
    """
    marks = [place for place, circle in enumerate(circles_of(form)) if circle.use is not CircleUse.INK]
    clear = read.mark_probabilities[:, :2].max(axis=1)  # max(P(empty), P(shaded)) of each circle
    if read.doubtful or not 0 < len(read.shaded) < len(marks) or min(clear[marks]) < MISTAKE_PROBABILITY:
        return False
    near = (place for place in marks if clear[place] < NEAR_TAKE_PROBABILITY)
    return all(judge_marks(puzzle, marks_of_circles(puzzle, form, read.shaded ^ {place})).wrong for place in near)


def _printing_number(slip: FlatSlip, fallback_printing: int | None) -> tuple[int, list[str]]:
    """Return the number of a slip's printing, and the reasons why a person has to look at the slip."""
    code = slip.code
    if code is not None and code.slip == slip.found.slip:
        return code.printing, []
    if fallback_printing is None:
        raise _UnreadableSlipError(
            tr("the code strip cannot be read, it is torn or covered; say the printing, the number below the strip: --printing N")
        )
    return fallback_printing, [tr("its code strip cannot be read")]


def _reading_doubts(read: ReadMarks) -> list[str]:
    """Return why the marks of a slip are not clear, for the person who looks at it."""
    reasons = [tr("a part of it lies outside of the photo")] if read.outside else []
    if read.doubtful:
        reasons.append(ngettext("one mark is not clear", "{n} marks are not clear", len(read.doubtful)))
    return reasons


def _owner(printing: Printing, slip: int, marks: SlipMarks) -> tuple[int | None, str]:
    """Return the number of the pupil who owns a slip, or None and why the owner is not known."""
    owner = printing.slips[slip].pupil
    if owner == FORGOTTEN_PUPIL:
        return None, tr("its pupil was removed from the class")
    if owner is not None:
        return owner, ""
    if marks.number is None or marks.number == NO_SINGLE_NUMBER:
        return None, tr("the number of the pupil is not shaded, or more than one is")
    if marks.number not in printing.pupils:
        return None, tr("no pupil of the class has the number {number}", number=marks.number)
    return marks.number, ""


def _slip_words(frame: Frame, slip: int, middle: NDArray[np.float64]) -> str:
    """Return a slip by its number, and where its middle lies in the photo: ``slip 3 at the top left``."""
    places = (
        (tr("slip {slip} at the top left"), tr("slip {slip} at the top"), tr("slip {slip} at the top right")),
        (tr("slip {slip} in the middle left"), tr("slip {slip} in the middle"), tr("slip {slip} in the middle right")),
        (tr("slip {slip} at the bottom left"), tr("slip {slip} at the bottom"), tr("slip {slip} at the bottom right")),
    )
    row, column = (min(2, max(0, int(3 * at / size))) for at, size in ((middle[1], frame.height), (middle[0], frame.width)))
    return places[row][column].format(slip=slip)


def _write_doubtful(folder: Path, photo: PhotoOfSlips) -> None:
    """Write the slips that a person has to look at: a picture without the heading, and a file with the reading and the reason."""
    for number, slip in enumerate(photo.slips, start=1):
        if slip.flat is None or slip.entry.state is not EntryState.OPEN:
            continue
        try:
            make_private_folder(folder)
        except OSError as error:
            raise NumeroCamError(unwritable_message(folder, error)) from error
        name = f"{Path(photo.name).stem}-{number}"
        write_atomically(folder / f"{name}.jpg", encode_picture(_without_heading(slip.flat.pixels), ".jpg"))
        write_atomically(folder / f"{name}.txt", f"{slip.entry.reading_text}\n{slip.entry.reason}\n".encode())


def _without_heading(pixels: Pixels) -> Pixels:
    """Return a straightened slip with its heading, which has the pupil's name, painted white between the corner markers."""
    plain = pixels.copy()
    left, right = (
        round((slip_layout.MARKER_EDGE + slip_layout.MARKER_SIDE + 1) * PIXELS_PER_MM),
        round((slip_layout.SLIP_WIDTH - slip_layout.MARKER_EDGE - slip_layout.MARKER_SIDE - 1) * PIXELS_PER_MM),
    )
    plain[: round(HEADING_BOTTOM * PIXELS_PER_MM), left:right] = 255
    return plain


def store_slips(store: SlipStore, slips: Sequence[SlipInPhoto]) -> None:
    """Store the entries of slips; a reading that is stored already changes nothing.

    A clear entry replaces unclear ones of the same slip. Two clear ones that differ both become open.
    """
    for slip in slips:
        _store_slip(store, slip.printing, slip.entry)
    printings = sorted({slip.printing for slip in slips})
    crops = {(slip.printing, slip.entry.slip, slip.entry.reading): slip.entry.crop for slip in slips}
    for number in printings:
        reopen_shared_pupils(store, number)
        for entry in store.entries(number):
            crop = crops.get((number, entry.slip, entry.reading))
            if entry.state is EntryState.OPEN and entry.crop is None and crop is not None:
                store.put(number, replace(entry, crop=crop))


def _store_slip(store: SlipStore, printing: int, new: SlipEntry) -> None:
    """Store an entry by the rules that `store_slips` describes."""
    stored = [entry for entry in store.entries(printing) if entry.slip == new.slip]
    same = next((entry for entry in stored if entry.reading == new.reading), None)
    if same is not None:
        if same.state is EntryState.OPEN and len(new.doubtful) < len(same.doubtful):
            store.put(printing, replace(new, key=same.key))
    elif not stored:
        store.put(printing, new)
    elif new.doubtful:
        return
    elif all(entry.doubtful for entry in stored if entry.state in (EntryState.OPEN, EntryState.ACCEPTED)):
        for entry in stored:
            if entry.state is EntryState.OPEN:
                store.remove_entry(entry.key)
        store.put(printing, new if all(entry.state is EntryState.OPEN for entry in stored) else new.reopened(CHANGED_SLIP))
    else:
        for entry in stored:
            if entry.state is EntryState.ACCEPTED:
                store.put(printing, entry.reopened(CHANGED_SLIP))
        store.put(printing, new.reopened(CHANGED_SLIP))


def reopen_shared_pupils(store: SlipStore, printing: int) -> None:
    """Make accepted entries open where another slip that counts or waits has the same pupil."""
    entries = [entry for entry in store.entries(printing) if entry.state is not EntryState.LEFT_OUT and entry.pupil is not None]
    for entry in entries:
        shared = any(other.pupil == entry.pupil and other.slip != entry.slip for other in entries)
        if shared and entry.state is EntryState.ACCEPTED:
            reason = tr("two slips have the number {pupil}: keep one, or give the other its own number", pupil=entry.pupil)
            store.put(printing, entry.reopened(reason))


def take_answers(path: Path, store: SlipStore, printing: Printing) -> TakenRows:
    """Store typed answers of a printing, from a file with the columns ``number`` (the pupil's) and ``answer``."""
    own_slips = {slip.pupil: slip for slip in printing.slips if slip.pupil}
    count, problems = 0, []
    for line, row in read_sheet(path, ("number", "answer"), "number,answer/17,(13 + 12) x 2"):
        number, text, where = row["number"], row["answer"], tr("{file}, line {line}", file=path, line=line)
        slip = own_slips.get(int(number)) if is_number(number) else None
        if slip is None:
            unknown = tr('no pupil of {class_name} has the number "{number}"', class_name=printing.class_name, number=number[:20])
            problems.append(f"{where}: {unknown}")
            continue
        if not text:
            continue
        try:
            worth = judge_typed(printing.puzzle_of(slip.slip), text)
        except TypedError as error:
            problems.append(tr("{where}: the answer {answer!r}: {error}", where=where, answer=text[:60], error=error))
            continue
        answer = TypedMark(text)
        _store_typed(store, printing.number, SlipEntry(0, slip.slip, answer, answer, worth, (), (), slip.pupil, EntryState.ACCEPTED))
        count += 1
    reopen_shared_pupils(store, printing.number)
    return TakenRows(count, tuple(problems), (printing.number,))


def _store_typed(store: SlipStore, printing: int, new: SlipEntry) -> None:
    """Store a typed answer in place of an earlier one of the same slip."""
    for entry in store.entries(printing):
        if entry.slip == new.slip and entry.is_typed:
            if entry.reading == new.reading:
                return
            store.remove_entry(entry.key)
    store.put(printing, new)
