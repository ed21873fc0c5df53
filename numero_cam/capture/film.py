"""A film as a source of frames: every picture, with the time that the film says."""

import math
from pathlib import Path

import cv2
import numpy as np

from numero_cam.base.errors import SourceError
from numero_cam.base.images import decoder_messages, from_opencv
from numero_cam.base.records import Frame
from numero_cam.capture.source import TimedFrame

USUAL_RATE = 15.0
"""Pictures a second of a film that does not say how many it has."""
SHORT = 0.98
"""A film that gives less than this share of the pictures that it promises was cut short."""


class Film:
    """A film in a file; no picture is left out.

    Args:
        path: The file, of any kind that OpenCV reads.

    Raises:
        SourceError: It is not there, or no film.
    """

    def __init__(self, path: Path) -> None:
        self._name = str(path)
        if not path.is_file():
            message = f"{path}: there is no such film"
            raise SourceError(message)
        with decoder_messages():
            self._film = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        if not self._film.isOpened():
            message = f"{path}: is no film that can be read; give one of the kind MP4, MOV, AVI, MKV or WebM, or a folder of pictures"
            raise SourceError(message)
        rate = self._film.get(cv2.CAP_PROP_FPS)
        self._rate = rate if math.isfinite(rate) and rate > 0 else USUAL_RATE
        self._promised = int(self._film.get(cv2.CAP_PROP_FRAME_COUNT))
        self._n, self._t = 0, 0.0
        self.ended = ""
        self.notice = ""

    def newest(self, seconds: float = 1.0) -> TimedFrame | None:  # noqa: ARG002 - a file is never waited for
        """Return the next picture."""
        if self.ended:
            return None
        with decoder_messages():
            good, pixels = self._film.read()
        if not good or pixels is None:
            self._end()
            return None
        stamp = self._film.get(cv2.CAP_PROP_POS_MSEC) / 1000
        # Some kinds of film have no stamps: then all pictures but the first say 0.
        t = stamp if self._n == 0 or stamp > 0 else self._n / self._rate
        self._t = max(self._t, t)
        timed = TimedFrame(Frame(self._name, from_opencv(np.asarray(pixels, np.uint8))), self._t, self._n)
        self._n += 1
        return timed

    def close(self) -> None:
        """Let go of the file."""
        self._film.release()
        self.ended = self.ended or "closed"

    def _end(self) -> None:
        if self._n == 0:
            self.ended = f"{self._name}: no picture of the film can be read"
        elif self._n < SHORT * self._promised:
            self.ended = f"{self._name}: the film is cut short or damaged: {self._n} of {self._promised} pictures could be read"
        else:
            self.ended = "the film is over"
