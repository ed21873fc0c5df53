"""A film as a source of frames: every picture, with the time that the film says."""

import math
from pathlib import Path

import cv2
import numpy as np

from numero_cam.base.errors import SourceError
from numero_cam.base.images import from_opencv
from numero_cam.base.picture_header import MAX_PIXELS
from numero_cam.base.records import Frame
from numero_cam.capture.source import TimedFrame, silence_decoders

USUAL_RATE = 15.0
"""Pictures a second of a film that does not say how many it has."""
SHORT = 0.98
"""A film that gives less than this share of the pictures, and of the time, that it promises was cut short."""
KINDS = "MP4, MOV, AVI, MKV or WebM"


class Film:
    """A film in a file; no picture is left out.

    Films of telephones are turned as they are shown.

    Args:
        path: The file, of any kind that OpenCV reads.

    Raises:
        SourceError: It is not there, or no film.
    """

    def __init__(self, path: Path) -> None:
        self._name = str(path)
        head = _head(path)
        silence_decoders()
        # The whole path: in the name alone FFmpeg takes what stands before a colon for the kind of an address.
        self._film = cv2.VideoCapture(str(path.absolute()), cv2.CAP_FFMPEG)
        if not self._film.isOpened():
            message = f"{path}: {_why_no_film(head)}"
            raise SourceError(message)
        width, height = (int(self._film.get(side)) for side in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
        if width * height > MAX_PIXELS:
            self._film.release()
            message = f"{path}: its pictures have {width} x {height} pixels; at most {MAX_PIXELS // 1_000_000} megapixels are read"
            raise SourceError(message)
        rate = self._film.get(cv2.CAP_PROP_FPS)
        self._rate = rate if math.isfinite(rate) and rate > 0 else USUAL_RATE
        self._promised = int(self._film.get(cv2.CAP_PROP_FRAME_COUNT))
        self._n, self._t = 0, 0.0
        self._last_gap = 1 / self._rate
        self.ended = ""
        self.notice = ""

    def newest(self, seconds: float = 1.0) -> TimedFrame | None:  # noqa: ARG002 - a file is never waited for
        """Return the next picture."""
        if self.ended:
            return None
        good, pixels = self._film.read()
        if not good or pixels is None:
            self._end()
            return None
        stamp = self._film.get(cv2.CAP_PROP_POS_MSEC) / 1000
        # Some kinds of film have no stamps: then all pictures but the first say 0.
        t = stamp if self._n == 0 or stamp > 0 else self._n / self._rate
        if self._n:
            self._last_gap = max(t - self._t, 1 / self._rate)
        self._t = max(self._t, t)
        timed = TimedFrame(Frame(self._name, from_opencv(np.asarray(pixels, np.uint8))), self._t, self._n)
        self._n += 1
        return timed

    def close(self) -> None:
        """Let go of the file."""
        self._film.release()
        self.ended = self.ended or "closed"

    def _end(self) -> None:
        # Where pictures do not come at an even rate, some kinds of film promise a number that is a guess, but keep their time.
        time_is_whole = self._t + self._last_gap >= SHORT * self._promised / self._rate
        if self._n == 0:
            self.ended = f"{self._name}: no picture of the film can be read"
        elif self._n < SHORT * self._promised and not time_is_whole:
            self.ended = (
                f"{self._name}: the film is cut short or damaged: {self._t + self._last_gap:.1f} "
                f"of {self._promised / self._rate:.1f} seconds could be read"
            )
        else:
            self.ended = "the film is over"


def _head(path: Path) -> bytes:
    """The first bytes of the file.

    Raises:
        SourceError: There is none, or it cannot be read.
    """
    try:
        if not path.is_file():
            message = f"{path}: there is no such film"
            raise SourceError(message)
        with path.open("rb") as file:
            return file.read(64)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else None
        message = f"{path}: cannot be read: {(why or str(error)).lower()}"
        raise SourceError(message) from error


def _why_no_film(head: bytes) -> str:
    if not head:
        return "is empty"
    if head[4:8] == b"ftyp":  # MP4 and MOV, whose table of pictures often stands at the end
        return "is a film that is cut short or damaged: the part that says where its pictures are is missing; copy or record it again"
    return f"is no film that can be read; give one of the kind {KINDS}, or a folder of pictures"
