"""A recording as a source of frames: the same pictures at the same times."""

import json
from collections.abc import Mapping
from pathlib import Path

from numero_cam.base.errors import PictureError, SourceError
from numero_cam.base.images import Pixels, decode_picture
from numero_cam.base.records import Frame
from numero_cam.capture.record import ABOUT, PICTURES, VERSION, pasted
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
            line = json.loads(self._lines[self._next])
            if "file" in line:
                part = decode_picture((self._folder / line["file"]).read_bytes())
                self._shown = pasted(self._shown, (int(line["size"][1]), int(line["size"][0])), part, (line["at"][0], line["at"][1]))
            timed = TimedFrame(Frame(str(self._folder), self._shown), float(line["t"]), int(line["n"]))  # type: ignore[arg-type]
        except (OSError, PictureError, ValueError, KeyError, IndexError, TypeError, AttributeError):
            place = f"picture {self._next + 1} of {len(self._lines)}"
            self.ended = f"{self._folder}: the recording is cut short or damaged at {place}"
            return None
        self._next += 1
        return timed

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
