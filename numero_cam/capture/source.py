"""The interface of all sources of frames, and a monitor that says in one line what is wrong with their pictures."""

import os
from collections import deque
from dataclasses import dataclass, replace
from typing import Literal, Protocol

import cv2

from numero_cam.base.quality import MIN_CARD_WIDTH, emptiness
from numero_cam.base.records import Frame
from numero_cam.catalogue import tr


def silence_decoders() -> None:
    """Stop OpenCV and FFmpeg from writing to standard error. Call it before a source is opened.

    FFmpeg reads its setting once, when the first source of the process is opened.
    """
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)


#: Where the time of a picture comes from: the clock (camera), the file (film or recording), or nowhere (photos in a folder).
Pace = Literal["camera", "film", "photos"]


@dataclass(frozen=True)
class TimedFrame:
    """A frame and its time."""

    frame: Frame  #: The picture.
    t: float  #: Seconds since the film began or the source was opened; never falls.
    n: int  #: Number of the frame, from 0; frames that were dropped for a newer one are counted too.
    pace: Pace = "film"  #: Where its time comes from.


class FrameSource(Protocol):
    """Gives frames in the order of their time.

    Files give every frame. Cameras and streams give the newest one; older ones are dropped.
    """

    @property
    def ended(self) -> str:
        """Why no more frames will come, a line for the user; empty while there may be more."""

    @property
    def notice(self) -> str:
        """What is wrong just now, a line for the user, as "the camera gives no pictures; waiting for it"; empty where all is well."""

    def newest(self, seconds: float = 1.0) -> TimedFrame | None:
        """Return the next frame of a file, or the newest of a camera.

        Args:
            seconds: Maximum time to wait for it.

        Returns:
            None where none came in this time, or none will come any more; see ``ended``.
        """

    def close(self) -> None:
        """Release the camera, the file or the connection; may be called again."""


class PassingSource:
    """Passes on the frames of another source."""

    def __init__(self, source: FrameSource) -> None:
        self._source = source

    @property
    def ended(self) -> str:
        """See ``FrameSource``."""
        return self._source.ended

    @property
    def notice(self) -> str:
        """See ``FrameSource``."""
        return self._source.notice

    def newest(self, seconds: float = 1.0) -> TimedFrame | None:
        """See ``FrameSource``."""
        return self._source.newest(seconds)

    def close(self) -> None:
        """See ``FrameSource``."""
        self._source.close()


class MirroredSource(PassingSource):
    """Passes on the frames as a mirror shows them."""

    def newest(self, seconds: float = 1.0) -> TimedFrame | None:
        """See ``FrameSource``."""
        timed = super().newest(seconds)
        return None if timed is None else replace(timed, frame=timed.frame.mirrored())


NOTICE_DELAY = 1.0  #: Time for which the same thing must be wrong before it is shown, seconds.
NOTICE_HOLD = 4.0  #: Time for which all must be well before the notice goes away, seconds.
CHECK_INTERVAL = 0.5  #: Seconds between two frames whose pixels are checked.
CARDS_ACROSS = 15  #: Number of cards side by side across a picture of a whole table.
MIN_FRAME_RATE = 8.0  #: Frames a second below which a quick play may show in none of them.
FRAME_RATE_WINDOW = 5.0  #: Seconds over which the frame rate is measured.


class NoticeDebouncer:
    """Turns a line that may change with every frame into a steady one: what comes and goes is shown once."""

    def __init__(self) -> None:
        self._shown = ""
        self._newest = ""
        self._since = self._last_wrong = 0.0

    def update(self, line: str, t: float) -> str:
        """Return the line to show at time ``t``, seconds, where ``line`` says what is wrong then; empty where all is well."""
        if line != self._newest:
            self._newest, self._since = line, t
        if line:
            self._last_wrong = t
            if t - self._since >= NOTICE_DELAY:
                self._shown = line
        elif t - self._last_wrong >= NOTICE_HOLD:
            self._shown = ""
        return self._shown


class PictureMonitor:
    """Watches the frames of a source for black, too small and too few pictures."""

    def __init__(self) -> None:
        self.notice = ""  #: What is wrong with them, and what to do, a line for the user; empty where all is well.
        self._debouncer = NoticeDebouncer()
        self._checked_at = float("-inf")
        self._flaw = ""
        self._recent: deque[tuple[float, int]] = deque()

    def check(self, timed: TimedFrame, other: str = "") -> None:
        """Check the next frame, and update ``notice``.

        Args:
            timed: The frame; its time is not before that of the last one.
            other: What somebody else found wrong with it, for example that it is blurred; flaws of the pixels come first.
        """
        self._recent.append((timed.t, timed.n))
        while timed.t - self._recent[0][0] > FRAME_RATE_WINDOW:
            self._recent.popleft()
        if timed.t - self._checked_at >= CHECK_INTERVAL:
            self._checked_at = timed.t
            self._flaw = emptiness(timed.frame.pixels, of_film=True) or _too_small(timed)
        self.notice = self._debouncer.update(self._flaw or other or self._low_frame_rate(timed.pace), timed.t)

    def _low_frame_rate(self, pace: Pace) -> str:
        """Return a line where too few frames are filmed, come, or can be used; otherwise nothing."""
        (first, first_n), (last, last_n) = self._recent[0], self._recent[-1]
        if last - first < FRAME_RATE_WINDOW / 2 or pace == "photos":
            return ""
        given, used = (last_n - first_n) / (last - first), (len(self._recent) - 1) / (last - first)
        if pace == "film":
            few = tr(
                "the film has only {rate:.0f} pictures a second, so quick plays may be missed; set the camera to 15 or more when you film",
                rate=used,
            )
            return few if used < MIN_FRAME_RATE else ""
        if given < MIN_FRAME_RATE:
            return tr(
                "only {rate:.0f} pictures a second come, so quick plays may be missed; cameras give more where there is more light",
                rate=given,
            )
        if used < MIN_FRAME_RATE:
            return tr("this computer is too slow for the pictures that come, so quick plays may be missed; close other programs")
        return ""


def _too_small(timed: TimedFrame) -> str:
    """Return a line for the user where a picture is too small for the cards of a whole table; else an empty text."""
    longer = max(timed.frame.width, timed.frame.height)
    if longer >= MIN_CARD_WIDTH * CARDS_ACROSS:
        return ""
    few = tr("the pictures have only {picture.width} x {picture.height} pixels", picture=timed.frame)
    return tr("{few}, so cards may be too small to be read; set the camera to a larger picture, as 1280 x 720", few=few)
