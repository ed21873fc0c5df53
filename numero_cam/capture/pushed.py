"""Pictures that somebody else takes and hands in, as a page does: one waits, and a newer one replaces it."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from numero_cam.base.errors import PictureError, PictureTooLargeError
from numero_cam.base.images import Pixels, decode_picture
from numero_cam.base.picture_header import read_header
from numero_cam.base.records import Frame
from numero_cam.capture.source import TimedFrame

SILENT = 3.0
"""Seconds without a picture after which that is told."""
STILL_LOOKS, STILL_STEP = 8, 0.25
"""A photo of a settled table counts as so many pictures, so many seconds apart: whoever follows a table waits until it lies still."""
MAX_SIDE = 2048
"""Maximum width and height of a picture, in pixels. Its own header counts, not what the sender says of it."""
LONGEST_GAP = 5.0
"""Seconds between two pictures of a clock that may jump: more than these are not believed."""


@dataclass(frozen=True)
class PushedPicture:
    """A picture as a page handed it in.

    Attributes:
        number: By which whoever handed it in knows it.
        picture: The bytes of a JPEG or PNG, or pixels that were decoded already.
        camera: Of which camera; another number is another camera, or the same one opened anew.
        seconds: When it was taken, by the clock of whoever took it.
        looks: For how many pictures it counts.
        taken: How many pictures its camera had given with this one; 0 where nobody counted.
    """

    number: int
    picture: bytes | Pixels
    camera: int
    seconds: float
    looks: int = 1
    taken: int = 0


class PushedSource:
    """A source of pictures that a page hands in. One thread puts them in and takes them out; the source never waits.

    Args:
        done: Is told the number of each picture that is done with: looked at, replaced by a newer one, or no picture at all.
    """

    def __init__(self, done: Callable[[int], None]) -> None:
        self._done = done
        self._waiting: PushedPicture | None = None
        self._closed = False
        self._n = -1
        self._t = 0.0
        self._camera: tuple[int, float, int] | None = None
        self._came: float | None = None
        self._again: tuple[Frame, int] | None = None
        self._damaged = ""
        self.looking_at: int | None = None

    @property
    def ended(self) -> str:
        """Why there are no more pictures; empty while there may be more."""
        return "closed" if self._closed else ""

    @property
    def notice(self) -> str:
        """That no pictures come just now; empty where they do."""
        if self._came is None:
            return "no camera is in use yet; open one on a page, or give a photo"
        silent = time.monotonic() - self._came > SILENT and self._again is None
        return "no pictures come from the camera; is its page open and in front?" if silent else self._damaged

    @property
    def begun(self) -> bool:
        """Whether a picture was ever handed in."""
        return self._came is not None

    @property
    def camera(self) -> int | None:
        """Of which camera the last picture was; None before the first."""
        return None if self._camera is None else self._camera[0]

    @property
    def repeats(self) -> bool:
        """Whether the last picture counts for more pictures, which `newest` gives."""
        return self._again is not None

    def put(self, handed: PushedPicture) -> None:
        """Hand in a picture; one that still waits is dropped for it."""
        dropped, self._waiting = self._waiting, handed
        self._came = time.monotonic()
        if dropped is not None:
            self._done(dropped.number)

    def newest(self, seconds: float = 0.0) -> TimedFrame | None:  # noqa: ARG002 - whoever puts pictures in waits for them
        """Return the picture that was handed in last; None where none was since the last call."""
        if self._again is not None and self._waiting is None:
            return self._repeat(*self._again)
        handed, self._waiting = self._waiting, None
        if handed is None or self._closed:
            return None
        self._again = None
        try:
            frame = Frame("the camera of the page", _pixels(handed.picture))
        except PictureError as error:
            self._damaged = str(error)
            self._done(handed.number)
            return None
        self._damaged, self.looking_at = "", handed.number
        self._tick(handed)
        if handed.looks > 1:
            self._again = frame, handed.looks - 1
        return TimedFrame(frame, self._t, self._n, "camera")

    def looked(self) -> None:
        """The picture that was taken last is done with."""
        number, self.looking_at = self.looking_at, None
        if number is not None:
            self._done(number)

    def close(self) -> None:
        """Take no more pictures."""
        self._closed = True

    def _tick(self, handed: PushedPicture) -> None:
        """Go on by what the camera's clock says; another camera has another clock."""
        same = self._camera is not None and self._camera[0] == handed.camera
        passed = handed.seconds - self._camera[1] if same and self._camera is not None else STILL_STEP
        self._t += min(max(passed, 0.001), LONGEST_GAP)
        self._n += max(1, handed.taken - self._camera[2]) if same and self._camera is not None else 1
        self._camera = handed.camera, handed.seconds, handed.taken

    def _repeat(self, frame: Frame, left: int) -> TimedFrame:
        self._t += STILL_STEP
        self._n += 1
        self._again = (frame, left - 1) if left > 1 else None
        return TimedFrame(frame, self._t, self._n, "camera")


def _pixels(picture: bytes | Pixels) -> Pixels:
    """The pixels of a picture; one that is too large is refused before it is decoded."""
    if not isinstance(picture, bytes):
        return picture
    header = read_header(picture)
    if max(header.width, header.height) > MAX_SIDE:
        message = f"the picture of the camera has {header.width} x {header.height} pixels; at most {MAX_SIDE} a side are taken"
        raise PictureTooLargeError(message)
    return decode_picture(picture)
