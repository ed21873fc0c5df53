"""Photos of filled slips to what is marked on them: clear takes are accepted, all else waits for a person. Nothing is mended silently."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.assistant.slip_marks import SlipMarks, judge_marks, marks_of, only_take
from numero_cam.assistant.slip_records import NOBODY, Printing
from numero_cam.assistant.slip_store import Entry, SlipStore
from numero_cam.base.images import Pixels, encode_picture
from numero_cam.base.records import Frame
from numero_cam.marking import layout
from numero_cam.marking.flatten import FlatSlip, flat_slips
from numero_cam.marking.read import ReadMarks, read_marks

ACCEPTED, OPEN, DECIDED, LEFT_OUT = "accepted", "open", "decided", "left out"
_CROP = (layout.WIDTH * 5, layout.HEIGHT * 5)
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
    if code is not None and code.version != layout.VERSION:
        message = f"printed by another version of the program (slip {code.version}, this one reads {layout.VERSION}); print it anew"
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
