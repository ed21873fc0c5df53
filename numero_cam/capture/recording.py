"""A recording as a source of frames: the same pictures at the same times."""

import json
import math
from collections.abc import Mapping
from pathlib import Path

from numero_cam.base.errors import PictureError, SourceError
from numero_cam.base.images import Pixels, decode_picture
from numero_cam.base.picture_header import MAX_PIXELS
from numero_cam.base.records import Frame
from numero_cam.capture.record import ABOUT, PARTS, PICTURES, VERSION, pasted
from numero_cam.capture.source import TimedFrame


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
        try:
            self._lines = (folder / PICTURES).read_text(encoding="utf-8").splitlines()
        except (OSError, ValueError) as error:
            message = f"{folder}: the recording is damaged: {PICTURES} cannot be read"
            raise SourceError(message) from error
        self._next = 0
        self._t = 0.0
        self._shown: Pixels | None = None
        self.ended = ""
        self.notice = ""

    def newest(self, seconds: float = 1.0) -> TimedFrame | None:  # noqa: ARG002 - a file is never waited for
        """Return the next picture."""
        if not self.ended and self._next == len(self._lines):
            self.ended = "the recording is over"
        if self.ended:
            return None
        try:
            timed = self._read(self._lines[self._next])
        except (OSError, PictureError, ValueError, KeyError, IndexError, TypeError, AttributeError):
            place = f"picture {self._next + 1} of {len(self._lines)}"
            self.ended = f"{self._folder}: the recording is cut short or damaged at {place}"
            return None
        self._next += 1
        self._t = timed.t
        return timed

    def _read(self, text: str) -> TimedFrame:
        """The picture of a line. A recording may come from anybody: whatever does not fit raises one of the errors of `newest`."""
        line = json.loads(text)
        if "parts" in line:
            width, height = (int(side) for side in line["size"])
            if not 0 < width * height <= MAX_PIXELS:
                raise ValueError(text)
            for x, y, begin, length in line["parts"]:
                self._paste(x, y, (height, width), self._piece(begin, length))
        t = float(line["t"])
        if self._shown is None or not self._t <= t < math.inf:
            raise ValueError(text)
        return TimedFrame(Frame(str(self._folder), self._shown), t, int(line["n"]))

    def _piece(self, begin: int, length: int) -> Pixels:
        with (self._folder / PARTS).open("rb") as file:
            file.seek(begin)
            return decode_picture(file.read(length))

    def _paste(self, x: int, y: int, size: tuple[int, int], part: Pixels) -> None:
        height, width = size
        inside = 0 <= x <= width - part.shape[1] and 0 <= y <= height - part.shape[0]
        begun = part.shape[:2] == size or (self._shown is not None and self._shown.shape[:2] == size)
        if not inside or not begun:
            message = "a part that fits nowhere"
            raise ValueError(message)
        self._shown = pasted(self._shown, size, part, (x, y))

    def close(self) -> None:
        """Take no more pictures."""
        self.ended = self.ended or "closed"


def _about(folder: Path) -> Mapping[str, object]:
    try:
        about = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
        version = about["recording"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        message = f"{folder / ABOUT}: is damaged; it tells what the recording is"
        raise SourceError(message) from error
    if version != VERSION:
        message = f"{folder}: is a recording of version {version}; this program plays version {VERSION}"
        raise SourceError(message)
    known: Mapping[str, object] = about
    return known
