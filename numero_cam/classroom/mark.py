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
from numero_cam.classroom.mistakes import no_take_words, reason_no_take
from numero_cam.classroom.readings import ValidReading, has_sure_mark, is_sure_mistake, unique_valid_reading
from numero_cam.classroom.results import ClassTable, class_table
from numero_cam.classroom.slip_store import EntryState, SlipEntry, SlipStore, open_slip_store
from numero_cam.classroom.slips import FORGOTTEN_PUPIL, NO_SINGLE_NUMBER, Printing, TypedMark, judge_typed
from numero_cam.classroom.spreadsheets import is_number, read_sheet
from numero_cam.games.numero.judge import TypedError
from numero_cam.marking import slip_layout
from numero_cam.marking.flatten import PIXELS_PER_MM, FlatSlip, flat_slips
from numero_cam.marking.read_marks import ReadMarks, read_marks
from numero_cam.marking.slip_layout import LAYOUTS, CircleUse, SlipForm, circles_of

CROP_PIXELS_PER_MM = 5  #: Resolution of the stored picture of an open answer, in pixels a millimetre.
HEADING_BOTTOM = 17.5  #: Lower edge of the heading of a slip, which has the pupil's name; millimetres from the top of the slip.
MAX_PDF_BYTES = 200_000_000  #: Maximum size of a scanner's PDF, in bytes.
PDF_ENDING = ".pdf"
FindPrinting = Callable[[int], Printing | None]  #: Returns the printing of a number; None where there is none.
CHANGED_SLIP = tr("the same slip is marked differently in another photo")


@dataclass(frozen=True)
class SlipInPhoto:
    """A slip that was read in a photo."""

    printing: int  #: Number of its printing, the slips printed together.
    entries: tuple[SlipEntry, ...]  #: The entries that it makes, one of each puzzle, not stored yet.
    flat: FlatSlip | None = None  #: Its straightened picture; None once the picture is not needed any more.

    @property
    def is_clear(self) -> bool:
        """Whether nobody has to look at it."""
        return all(entry.state is EntryState.ACCEPTED for entry in self.entries)


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
    accepted = sum(slip.is_clear for slip in slips)
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
    """Return a slip with an entry of each puzzle, which is open where a person has to look at it, else accepted."""
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
    if slip.found.size != LAYOUTS[printing.layout].size:
        raise _UnreadableSlipError(tr("it is no slip of printing {number}: those have another size", number=number))
    forms = printing.forms_of(slip.found.slip)
    read = read_marks(slip, forms)
    marked = [form.at for form, marks in zip(forms, read, strict=True) if has_sure_mark(marks)]
    answers = [_read_answer(printing, slip.found.slip, form, marks, marked) for form, marks in zip(forms, read, strict=True)]
    pupil, unknown_owner = _owner(printing, slip.found.slip, answers[0])
    entries = tuple(
        SlipEntry(
            key=0,
            slip=slip.found.slip,
            reading=answer.found.marks,
            answer=replace(answer.found.marks, number=None),
            worth=answer.found.worth,
            shaded=tuple(sorted(answer.found.shaded)),
            doubtful=() if answer.is_clear else answer.read.doubtful,
            pupil=pupil,
            state=EntryState.OPEN if (why := [*reasons, *answer.reasons, *filter(None, [unknown_owner])]) else EntryState.ACCEPTED,
            reason="; ".join(why),
            crop=_crop(slip, answer.form),
            at=answer.form.at,
        )
        for answer in answers
    )
    return SlipInPhoto(number, entries, slip)


@dataclass(frozen=True)
class _ReadAnswer:
    """What was read at a puzzle of a slip."""

    form: SlipForm  #: The circles of the puzzle.
    read: ReadMarks  #: What is marked.
    found: ValidReading  #: What that says.
    reasons: tuple[str, ...]  #: Why a person has to look at it; empty where nobody has to.

    @property
    def is_clear(self) -> bool:
        """Whether every mark is clear, or the rules of the game settle it."""
        return self.found.is_clear and not self.read.unlikely


def _read_answer(printing: Printing, slip: int, form: SlipForm, read: ReadMarks, marked: Sequence[int]) -> _ReadAnswer:
    """Return what was read at a puzzle; the rules settle unclear circles where exactly one way to read them is a take.

    `marked` are the puzzles of the slip with a sure mark.
    """
    puzzle = printing.puzzle_of(slip, form.at)
    doubtful = () if read.unlikely else read.doubtful
    found = unique_valid_reading(puzzle, form, read.shaded, doubtful, read.undecided)
    reasons = [] if found.is_clear and not read.unlikely else _reading_doubts(read)
    if found.worth.wrong and not is_sure_mistake(puzzle, form, read, is_left_out=bool(set(marked) - {form.at})):
        why = reason_no_take(puzzle, found.marks, found.worth.wrong)
        reasons.append(tr("{no_take}: {reason}", no_take=no_take_words(puzzle), reason=why))
    return _ReadAnswer(form, read, found, tuple(reasons))


def _crop(slip: FlatSlip, form: SlipForm) -> bytes:
    """Return the part of a slip in which the circles of a puzzle lie, as JPEG."""
    left, top, width, height = form.shown
    x, y = round(left * PIXELS_PER_MM), round(top * PIXELS_PER_MM)
    part = slip.pixels[y : y + round(height * PIXELS_PER_MM), x : x + round(width * PIXELS_PER_MM)]
    size = round(width * CROP_PIXELS_PER_MM), round(height * CROP_PIXELS_PER_MM)
    return encode_picture(np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8), ".jpg")


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
    reasons += [tr("a part of it is torn off or covered")] if read.covered else []
    if read.doubtful:
        reasons.append(ngettext("one mark is not clear", "{n} marks are not clear", len(read.doubtful)))
    return reasons


def _owner(printing: Printing, slip: int, first: _ReadAnswer) -> tuple[int | None, str]:
    """Return the number of the pupil who owns a slip, or None and why the owner is not known; `first` is what its first puzzle says."""
    owner, number = printing.slips[slip].pupil, first.found.marks.number
    if owner == FORGOTTEN_PUPIL:
        return None, tr("its pupil was removed from the class")
    if owner is not None:
        return owner, ""
    digits = {index for index, circle in enumerate(circles_of(first.form)) if circle.use in (CircleUse.TENS, CircleUse.UNITS)}
    if number is None or number == NO_SINGLE_NUMBER or (not first.is_clear and digits & set(first.read.doubtful)):
        return None, tr("the number of the pupil is not shaded, or more than one is")
    if number not in printing.own_slips:
        return None, tr("no pupil of the class has the number {number}", number=number)
    return number, ""


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
        if slip.flat is None or slip.is_clear:
            continue
        try:
            make_private_folder(folder)
        except OSError as error:
            raise NumeroCamError(unwritable_message(folder, error)) from error
        name = f"{Path(photo.name).stem}-{number}"
        write_atomically(folder / f"{name}.jpg", encode_picture(_without_heading(slip.flat.pixels), ".jpg"))
        lines = (f"{entry.reading_text}\n{entry.reason}\n" for entry in slip.entries if entry.state is EntryState.OPEN)
        write_atomically(folder / f"{name}.txt", "".join(lines).encode())


def _without_heading(pixels: Pixels) -> Pixels:
    """Return a straightened slip with its heading, which has the pupil's name, painted white between the corner markers."""
    plain = pixels.copy()
    left = round((slip_layout.MARKER_EDGE + slip_layout.MARKER_SIDE + 1) * PIXELS_PER_MM)
    plain[: round(HEADING_BOTTOM * PIXELS_PER_MM), left:-left] = 255
    return plain


def store_slips(store: SlipStore, slips: Sequence[SlipInPhoto]) -> None:
    """Store the entries of slips; a reading that is stored already changes nothing.

    A clear entry replaces unclear ones of the same puzzle of a slip. Two clear ones that differ both become open.
    """
    for slip in slips:
        for entry in slip.entries:
            _store_entry(store, slip.printing, entry)
    printings = sorted({slip.printing for slip in slips})
    crops = {(slip.printing, entry.slip, entry.at, entry.reading): entry.crop for slip in slips for entry in slip.entries}
    for number in printings:
        reopen_shared_pupils(store, number)
        for entry in store.entries(number):
            crop = crops.get((number, entry.slip, entry.at, entry.reading))
            if entry.state is EntryState.OPEN and entry.crop is None and crop is not None:
                store.put(number, replace(entry, crop=crop))


def _store_entry(store: SlipStore, printing: int, new: SlipEntry) -> None:
    """Store an entry by the rules that `store_slips` describes."""
    stored = [entry for entry in store.entries(printing) if (entry.slip, entry.at) == (new.slip, new.at)]
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
            store.put(printing, entry.reopened(shared_reason(entry.pupil)))


def shared_reason(pupil: int | None) -> str:
    """Return why a slip waits whose pupil has another slip of the printing."""
    return tr("two slips have the number {pupil}: keep one, or give the other its own number", pupil=pupil)


def take_answers(path: Path, store: SlipStore, printing: Printing) -> TakenRows:
    """Store typed answers of a printing, from a file with the columns ``number`` (the pupil's) and ``answer``.

    Where a slip has several puzzles, the column ``puzzle`` says which one is answered, counted from 1.
    """
    own_slips = {slip.pupil: slip for slip in printing.slips if slip.pupil}
    columns, example = ["number", "answer"], "number,answer/17,(13 + 12) x 2"
    if printing.puzzles_per_slip > 1:
        columns, example = ["number", "puzzle", "answer"], "number,puzzle,answer/17,2,(13 + 12) x 2"
    count, problems = 0, []
    for line, row in read_sheet(path, columns, example):
        number, text, where = row["number"], row["answer"], tr("{file}, line {line}", file=path, line=line)
        slip = own_slips.get(int(number)) if is_number(number) else None
        if slip is None:
            unknown = tr('no pupil of {class_name} has the number "{number}"', class_name=printing.class_name, number=number[:20])
            problems.append(f"{where}: {unknown}")
            continue
        if not text:
            continue
        puzzle = row["puzzle"] if printing.puzzles_per_slip > 1 else "1"
        if not is_number(puzzle) or not 1 <= int(puzzle) <= printing.puzzles_per_slip:
            wrong = tr('"{puzzle}" is no puzzle of the slip; write 1 to {most}', puzzle=puzzle[:20], most=printing.puzzles_per_slip)
            problems.append(f"{where}: {wrong}")
            continue
        at = int(puzzle) - 1
        try:
            worth = judge_typed(printing.puzzle_of(slip.slip, at), text)
        except TypedError as error:
            problems.append(tr("{where}: the answer {answer!r}: {error}", where=where, answer=text[:60], error=error))
            continue
        answer = TypedMark(text)
        entry = SlipEntry(0, slip.slip, answer, answer, worth, (), (), slip.pupil, EntryState.ACCEPTED, at=at)
        store_typed(store, printing.number, entry)
        count += 1
    reopen_shared_pupils(store, printing.number)
    return TakenRows(count, tuple(problems), (printing.number,))


def store_typed(store: SlipStore, printing: int, new: SlipEntry) -> None:
    """Store a typed answer in place of an earlier one to the same puzzle; one that a person just decided comes after all before."""
    for entry in store.entries(printing):
        if (entry.slip, entry.at) == (new.slip, new.at) and entry.is_typed:
            if entry.reading == new.reading and entry.counts and new.state is not EntryState.DECIDED:
                return
            store.remove_entry(entry.key)
    store.put(printing, new)
