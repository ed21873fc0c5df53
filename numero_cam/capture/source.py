"""Where frames come from: a camera, a film, a folder of pictures, a stream, a recording. All are asked in the same way."""

import os
from dataclasses import dataclass
from typing import Literal, Protocol

import cv2

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
