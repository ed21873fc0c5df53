"""A recording as a source of frames: the same pictures at the same times."""

import contextlib
from collections.abc import Mapping
from pathlib import Path

from numero_cam.base.bounded_reader import (
    MOST_WHOLE,
    decode_text,
    finite_number,
    list_of,
    parse_json,
    read_lines,
    read_text,
    shown,
    whole_number,
)
from numero_cam.base.errors import PictureError, SourceError
from numero_cam.base.images import Pixels, decode_picture
from numero_cam.base.picture_header import MAX_PIXELS
from numero_cam.base.records import Frame
from numero_cam.capture.record import ABOUT, PARTS, PICTURES, VERSION, begun
from numero_cam.capture.source import TimedFrame

MOST_ABOUT_BYTES = 4_000_000
"""Bytes of the file that tells what the recording is; the game that it began with, of at most 1,000,000, stands in it."""
MOST_LINE_BYTES = 1_000_000
"""Bytes of the line of a picture; one of 4K in which everything changes apart has 200,000."""
MOST_PART_BYTES = 100_000_000
"""Bytes of a part of a picture, as JPEG."""
MOST_TIMES_PAINTED = 16
"""How often each pixel of a picture is replaced on average by the parts of one line; boxes of what changed overlap a little."""
MOST_PICTURES = 1_000_000_000
MOST_SECONDS = 1e9


def is_recording(folder: Path) -> bool:
    """Return whether a folder holds a recording; else it is one of pictures."""
    return (folder / ABOUT).is_file()


class Recording:
    """A recording, played again.

    Args:
        folder: Of the recording.

    Raises:
        SourceError: It is damaged, or of another version.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.about = _about(folder)
        if not (folder / PICTURES).is_file():
            message = f"{folder}: the recording is damaged: {PICTURES} cannot be read"
            raise SourceError(message)
        self._lines = read_lines(folder / PICTURES, MOST_LINE_BYTES, SourceError)
        self._next = 0
        self._t = 0.0
        self._shown: Pixels | None = None
        self.ended = ""
        self.notice = ""

    def newest(self, seconds: float = 1.0) -> TimedFrame | None:  # noqa: ARG002 - a file is never waited for
        """Return the next picture."""
        if self.ended:
            return None
        try:
            line = next(self._lines, None)
            if line is None:
                self.ended = "the recording is over"
                return None
            timed = self._read(decode_text(line, PICTURES, ValueError))
        except (OSError, PictureError, SourceError, ValueError, KeyError, TypeError):
            place = f"picture {self._next + 1} of {self._promised()}"
            self.ended = f"{self._folder}: the recording is cut short or damaged at {place}"
            return None
        self._next += 1
        self._t = timed.t
        return timed

    def _read(self, text: str) -> TimedFrame:
        """The picture of a line. A recording may come from anybody: whatever does not fit raises one of the errors of `newest`."""
        line = parse_json(text, PICTURES, ValueError)
        if "parts" in line:
            width, height = (whole_number(side, 1, MAX_PIXELS) for side in list_of(line["size"], 2))
            whole_number(width * height, 1, MAX_PIXELS)
            self._shown = self._painted((height, width), list_of(line["parts"], MOST_LINE_BYTES))
        t = finite_number(line["t"], self._t, MOST_SECONDS)
        if self._shown is None:
            message = "the first picture is not whole"
            raise ValueError(message)
        return TimedFrame(Frame(str(self._folder), self._shown), t, whole_number(line["n"], 0, MOST_PICTURES))

    def _painted(self, size: tuple[int, int], parts: list[object]) -> Pixels:
        """The picture in which the parts of a line were replaced, if each lies inside, and a picture of another size begins whole."""
        shown, painted = begun(self._shown, size), 0
        for place, part in enumerate(parts):
            x, y, first, length = (whole_number(number, 0, MOST_WHOLE) for number in list_of(part, 4))
            piece = self._piece(first, length)
            height, width = piece.shape[:2]
            whole = (height, width) == size
            painted += height * width
            fits = x + width <= size[1] and y + height <= size[0] and painted <= MOST_TIMES_PAINTED * size[0] * size[1]
            if not fits or not (place or whole or (self._shown is not None and self._shown.shape[:2] == size)):
                message = "a part that fits nowhere"
                raise ValueError(message)
            shown[y : y + height, x : x + width] = piece
        return shown

    def _promised(self) -> int:
        """How many pictures the recording should have."""
        with contextlib.suppress(SourceError):
            return sum(1 for _ in read_lines(self._folder / PICTURES, MOST_LINE_BYTES, SourceError))
        return self._next + 1

    def _piece(self, first: int, length: int) -> Pixels:
        with (self._folder / PARTS).open("rb") as file:
            file.seek(first)
            data = file.read(min(length, MOST_PART_BYTES))
        if len(data) < length:
            message = "a part beyond the end of the file"
            raise ValueError(message)
        return decode_picture(data)

    def close(self) -> None:
        """Take no more pictures."""
        self.ended = self.ended or "closed"
        self._lines.close()


def _about(folder: Path) -> Mapping[str, object]:
    try:
        about = parse_json(read_text(folder / ABOUT, MOST_ABOUT_BYTES, ValueError), ABOUT, ValueError)
        version = about["recording"]
    except (ValueError, KeyError, TypeError) as error:
        message = f"{folder / ABOUT}: is damaged; it tells what the recording is"
        raise SourceError(message) from error
    if type(version) is not int or version != VERSION:
        message = f"{folder}: is a recording of version {shown(version)}; this program plays version {VERSION}"
        raise SourceError(message)
    known: Mapping[str, object] = about
    return known
