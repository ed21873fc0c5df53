"""A source gives frames with their time; and what a camera's user is told when no usable frames come."""

import os
from collections import deque
from dataclasses import dataclass
from typing import Literal, Protocol

import cv2

from numero_cam.base.quality import MIN_CARD_WIDTH, emptiness
from numero_cam.base.records import Frame


def silence_decoders() -> None:
    """Lets OpenCV and FFmpeg write nothing to standard error: what is wrong is told in a line of ours. To be called before a source opens.

    FFmpeg reads its setting once, when the first source of the process is opened.
    """
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)


Pace = Literal["camera", "film", "photos"]
"""What tells when a picture was taken: a camera that gives it now, a film or a recording; nobody knows it of photos in a folder."""


@dataclass(frozen=True)
class TimedFrame:
    """A picture and when it was taken.

    Attributes:
        frame: The picture.
        t: Seconds of the film, or since the source was opened; never falls.
        n: Number of the picture, from 0; gaps are pictures that were dropped because a newer one had come.
        pace: What its time comes from.
    """

    frame: Frame
    t: float
    n: int
    pace: Pace = "film"


class FrameSource(Protocol):
    """Pictures in the order they were taken.

    From files no picture is left out. Of cameras and streams only the newest is given, older ones are dropped.
    """

    @property
    def ended(self) -> str:
        """Why there are no more pictures, a line for the user; empty while there may be more."""
        ...

    @property
    def notice(self) -> str:
        """What is wrong just now, a line for the user, as "the camera gives no pictures; waiting for it"; empty where all is well."""
        ...

    def newest(self, seconds: float = 1.0) -> TimedFrame | None:
        """The next picture of a file, or the newest of a camera; waits for it no longer than this.

        Returns:
            None where none came in this time, or none will come any more (see `ended`).
        """
        ...

    def close(self) -> None:
        """Lets go of the camera, the file or the connection; may be called again."""
        ...


STANDS, OVER = 1.0, 4.0
"""Seconds for which something must be wrong before it is told, and right before it is held to be over: what comes and goes is told once."""
EACH = 0.5
"""Seconds between two pictures that are looked at."""
ACROSS = 15
"""Cards that lie side by side across a picture of a whole table."""
FEW = 8.0
"""Pictures a second below which a play that is made and taken up quickly may show in none of them."""
RATE_OVER = 5.0
"""Seconds over which they are counted."""


class Steady:
    """A line that may change with every picture, as it is told."""

    def __init__(self) -> None:
        self.told = ""
        self._seen = ""
        self._since = self._last_wrong = 0.0

    def hear(self, line: str, t: float) -> str:
        """Hear what is wrong at a second, and return what is told; empty for nothing."""
        if line != self._seen:
            self._seen, self._since = line, t
        if line:
            self._last_wrong = t
            if t - self._since >= STANDS:
                self.told = line
        elif t - self._last_wrong >= OVER:
            self.told = ""
        return self.told


class PictureTrouble:
    """Looks at the pictures of a source.

    Attributes:
        notice: What is wrong with them, and what to do, a line for the user; empty where all is well.
    """

    def __init__(self) -> None:
        self.notice = ""
        self._steady = Steady()
        self._looked = float("-inf")
        self._wrong = ""
        self._came: deque[tuple[float, int]] = deque()

    def look(self, timed: TimedFrame, other: str = "") -> None:
        """Look at the next picture.

        Args:
            timed: The picture; its second is not before that of the last one.
            other: What somebody else found wrong with it, as that it is blurred; what is found here goes before.
        """
        self._came.append((timed.t, timed.n))
        while timed.t - self._came[0][0] > RATE_OVER:
            self._came.popleft()
        if timed.t - self._looked >= EACH:
            self._looked = timed.t
            self._wrong = emptiness(timed.frame.pixels).replace("the photo", "the picture") or _too_small(timed)
        self.notice = self._steady.hear(self._wrong or other or self._too_few(timed.pace), timed.t)

    def _too_few(self, pace: Pace) -> str:
        """That too few pictures come or were filmed, or that too few of those that come are looked at."""
        (first, n), (last, m) = self._came[0], self._came[-1]
        if last - first < RATE_OVER / 2 or pace == "photos":
            return ""
        came, seen = (m - n) / (last - first), (len(self._came) - 1) / (last - first)
        if pace == "film":
            few = (
                f"the film has only {seen:.0f} pictures a second, so quick plays may be missed; set the camera to 15 or more when you film"
            )
            return few if seen < FEW else ""
        if came < FEW:
            return f"only {came:.0f} pictures a second come, so quick plays may be missed; cameras give more where there is more light"
        if seen < FEW:
            return "this computer is too slow for the pictures that come, so quick plays may be missed; close other programs"
        return ""


def _too_small(timed: TimedFrame) -> str:
    longer = max(timed.frame.width, timed.frame.height)
    if longer >= MIN_CARD_WIDTH * ACROSS:
        return ""
    size = f"{timed.frame.width} x {timed.frame.height} pixels"
    return f"the pictures have only {size}, so cards may be too small to be read; set the camera to a larger picture, as 1280 x 720"
