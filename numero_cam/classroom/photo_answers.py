"""Marks one file of slips and returns the outcome of each slip, how far the week is, and what could not be read."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from numero_cam.base.errors import PictureError
from numero_cam.base.images import MAX_PHOTO_PIXELS, decode_within
from numero_cam.base.picture_header import PicturePart, SeveralPicturesError
from numero_cam.base.records import Frame
from numero_cam.capture.files import page_name
from numero_cam.capture.pdf_pages import is_pdf, pdf_pages
from numero_cam.catalogue import ngettext, tr
from numero_cam.classroom.mark import PhotoOfSlips, SlipInPhoto, read_slips, store_slips
from numero_cam.classroom.mistakes import no_take_words
from numero_cam.classroom.results import ClassTable, class_table
from numero_cam.classroom.slip_store import EntryState, SlipEntry, SlipStore, open_slip_store
from numero_cam.classroom.slips import FORGOTTEN_PUPIL, Printing
from numero_cam.text.words import count


@dataclass(frozen=True, slots=True)
class FoundSlip:
    """A slip that was found in a photo."""

    label: str  #: Number and name of its pupil, or the number of the slip.
    state: str  #: ``take``, ``no take``, ``waits`` or ``again``.
    said: str  #: The label and the state as a line for people.


@dataclass(frozen=True, slots=True)
class MarkingProgress:
    """How far the marking of a printing is, the slips printed together."""

    heading: str  #: Class and week.
    answered: int  #: Number of pupils of whom nothing waits.
    pupils: int  #: Number of pupils with a slip.
    waiting: int  #: Number of answers that a person has to look at.
    missing: tuple[int, ...]  #: Numbers of the pupils of whom no slip came.

    @property
    def handed_in(self) -> int:
        """Number of pupils of whom a slip came, whether their answer counts or waits."""
        return self.pupils - len(self.missing)

    @classmethod
    def of(cls, table: ClassTable) -> "MarkingProgress":
        """Return how far the marking of a week is."""
        return cls(table.printing.heading, len(table.done), len(table.pupils), len(table.waiting), table.missing)


@dataclass(slots=True)
class FileAnswer:
    """The outcome of marking a file."""

    slips: list[FoundSlip] = field(default_factory=list)  #: The slips that were found, in the order in which they lie.
    problems: list[str] = field(default_factory=list)  #: Sentences on what could not be read, and on slips of another week.
    standing: MarkingProgress | None = None  #: How far the marking of the week is; None where no slip was found and no week is open.
    challenge: str = ""  #: The challenge for which the photo was taken, for people; empty where it was taken for none.


class Marker:
    """Marks files. Several threads may call it: one picture is marked at a time, while pages of other PDFs are drawn."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._one_at_a_time = threading.Lock()

    def _printing(self, number: int) -> Printing | None:
        """Return a printing; None where there is none. The file is open for this moment only, so that others write while slips are read."""
        with open_slip_store(self._file) as store:
            return store.printing(number)

    def mark(self, name: str, data: bytes, wanted: int | None) -> FileAnswer:
        """Read the slips of a photo or PDF and store them; the same file twice changes nothing.

        `wanted` is the printing whose marking is open, for the progress and remarks in the answer; None where none is.
        """
        answer = FileAnswer()
        try:
            for frame in self._frames(name, data):
                if isinstance(frame, PictureError):
                    answer.problems.append(str(frame))
                    continue
                with self._one_at_a_time:
                    photo = read_slips(frame, self._printing)
                    answer.problems += photo.problems
                    self._store(photo, answer, wanted)
        except PictureError as error:
            answer.problems.append(str(error))
        answer.standing = answer.standing or self._progress(wanted)
        return answer

    def _frames(self, name: str, data: bytes) -> Iterator[Frame | PictureError]:
        """Yield the pictures of a file in order; in place of one of several that cannot be read, its error."""
        if is_pdf(data):
            yield from pdf_pages(data, name)
            return
        try:
            yield self._frame(name, data)
        except SeveralPicturesError as several:
            for page, part in enumerate(several.parts, start=1):
                try:
                    yield self._frame(page_name(name, page), part)
                except PictureError as error:
                    yield error

    def _frame(self, name: str, data: bytes | PicturePart) -> Frame:
        """Decode a picture, one at a time; the message of an error begins with its name."""
        try:
            with self._one_at_a_time:
                return Frame(name, decode_within(data, MAX_PHOTO_PIXELS))
        except SeveralPicturesError:
            raise
        except PictureError as error:
            raise PictureError(f"{name}: {error}") from error

    def _store(self, photo: PhotoOfSlips, answer: FileAnswer, wanted: int | None) -> None:
        """Store the slips of a photo and add their outcomes to `answer`; without a wanted printing, also the progress of the first."""
        with open_slip_store(self._file) as store:
            before = {number: store.entries(number) for number in {slip.printing for slip in photo.slips}}
            store_slips(store, photo.slips)
            tables = {number: class_table(store, number) for number in before}
            for slip in photo.slips:
                known = all(any(map(entry.is_same_reading, before[slip.printing])) for entry in slip.entries)
                answer.slips.append(_found(store, tables[slip.printing].printing, slip, known=known))
            for number, table in tables.items():
                answer.problems += _of_another_week(store, table.printing, wanted, sum(slip.printing == number for slip in photo.slips))
            if wanted is None and tables:
                answer.standing = MarkingProgress.of(next(iter(tables.values())))

    def _progress(self, wanted: int | None) -> MarkingProgress | None:
        """Return how far the marking of the printing `wanted` is; None where there is no such printing."""
        if wanted is None:
            return None
        with open_slip_store(self._file) as store:
            return MarkingProgress.of(class_table(store, wanted)) if store.printing(wanted) else None


def _found(store: SlipStore, printing: Printing, slip: SlipInPhoto, *, known: bool) -> FoundSlip:
    """Return the outcome of a slip after it was stored; `known` is whether the same readings were stored before."""
    stored = store.entries(printing.number)
    entries = [next((one for one in stored if one.is_same_reading(entry)), entry) for entry in slip.entries]
    label = owner_label(printing, entries[0])
    if known:
        return FoundSlip(label, "again", tr("{pupil} was in before; nothing changed", pupil=label))
    waiting = [printing.place_words(printing.slips[one.slip].puzzles[one.at]) for one in entries if one.state is EntryState.OPEN]
    if waiting and len(waiting) < len(entries):
        said = ngettext("{pupil}: {puzzles} waits", "{pupil}: {puzzles} wait", len(waiting), pupil=label, puzzles=", ".join(waiting))
        return FoundSlip(label, "waits", said)
    if waiting:
        return FoundSlip(label, "waits", tr("{pupil} waits", pupil=label))
    takes = sum(not one.worth.wrong for one in entries)
    if len(entries) > 1:
        said = tr("{pupil}: {takes} of {puzzles} are right", pupil=label, takes=takes, puzzles=len(entries))
        return FoundSlip(label, "take" if takes else "no take", said)
    if not takes:
        puzzle = printing.puzzle_of(entries[0].slip)
        return FoundSlip(label, "no take", tr("{pupil}: {no_take}", pupil=label, no_take=no_take_words(puzzle)))
    return FoundSlip(label, "take", label)


def owner_label(printing: Printing, entry: SlipEntry) -> str:
    """Return the name or, without one, the number of the pupil who handed a slip in; the slip's number, from 1, where unknown."""
    if entry.pupil is None or entry.pupil == FORGOTTEN_PUPIL:
        return tr("slip {number}", number=entry.slip + 1)
    name = next((slip.name for slip in printing.slips if slip.pupil == entry.pupil), "")
    return name or tr("No. {number}", number=entry.pupil)


def answer_label(printing: Printing, entry: SlipEntry) -> str:
    """Return whose answer an entry is, and to which puzzle where a slip has several: ``Ann, B2``."""
    place = printing.place_words(printing.slips[entry.slip].puzzles[entry.at])
    return tr("{pupil}, {puzzle}", pupil=owner_label(printing, entry), puzzle=place) if place else owner_label(printing, entry)


def _of_another_week(store: SlipStore, printing: Printing, wanted: int | None, slips: int) -> list[str]:
    """Return a remark in a list if these slips belong to another printing than the wanted one, else an empty list."""
    if wanted is None or printing.number == wanted:
        return []
    open_week = store.printing(wanted)
    if open_week is not None and (open_week.class_name, open_week.week) == (printing.class_name, printing.week):
        remark = tr("{slips} with puzzles of this week that were replaced: kept, but not counted here", slips=count(slips, "slip"))
    else:
        remark = tr("{heading}: {slips}, counted there, not here", slips=count(slips, "slip"), heading=printing.heading)
    return [remark]
