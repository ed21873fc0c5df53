"""A source of frames that a web page sends: at most one picture waits, and a newer one replaces it."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from numero_cam.base.errors import PictureError, PictureTooLargeError
from numero_cam.base.images import Pixels, decode_picture
from numero_cam.base.picture_header import read_header
from numero_cam.base.records import Frame
from numero_cam.capture.source import TimedFrame
from numero_cam.catalogue import tr

SILENCE_SECONDS = 3.0  #: Time without a picture after which the notice says so.
PHOTO_REPEATS = 8  #: Number of frames that one photo counts as: the tracker waits until the table is at rest.
PHOTO_STEP = 0.25  #: Seconds between these frames.
MAX_PICTURE_SIDE = 2048  #: Maximum width and height of a picture, pixels, by its own header rather than by what the sender says.
MAX_CLOCK_STEP = 5.0  #: Maximum time between two frames, seconds; the clock of a page may jump, and more is not believed.


@dataclass(frozen=True)
class PushedPicture:
    """A picture that a page sent."""

    number: int  #: The sender's number of it.
    picture: bytes | Pixels  #: The bytes of a JPEG or PNG, or pixels that were decoded already.
    camera: int  #: Number of its camera; a camera that is opened again has another number.
    seconds: float  #: When it was taken, by the sender's clock.
    looks: int = 1  #: Number of frames that it counts as.
    taken: int = 0  #: Number of pictures that the camera has given, this one included; 0 where nobody counted.
    of_film: bool = False  #: Whether it is one of a film, which waits until each of its pictures was looked at.


class PushedSource:
    """A source of pictures that a page sends. One thread puts them in and takes them out; the source never waits.

    Args:
        done: Called with the number of each picture that was processed, replaced by a newer one, or could not be decoded.
    """

    def __init__(self, done: Callable[[int], None]) -> None:
        self._done = done
        self._waiting: PushedPicture | None = None
        self._closed = False
        self._n = -1
        self._t = 0.0
        self._camera: tuple[int, float, int] | None = None  # `camera`, `seconds` and `taken` of the last picture
        self._arrived_at: float | None = None  # when the last picture was put in, by `time.monotonic`
        self._again: tuple[Frame, int] | None = None  # the last photo, and as how many frames it still counts
        self._damaged = ""  # why the last picture could not be decoded
        self._photo: PushedPicture | None = None
        self._of_film = False
        self.looking_at: int | None = None  #: Number of the picture that is being processed; None where none is.

    @property
    def ended(self) -> str:
        """Why no more frames will come; empty while there may be more."""
        return tr("closed") if self._closed else ""

    @property
    def notice(self) -> str:
        """A line that says that no pictures come, or that the last one is damaged; empty where all is well."""
        if self._arrived_at is None:
            return tr("no camera is in use yet; open one on a page, or give a photo")
        waits = self._photo is not None or self._of_film
        silent = time.monotonic() - self._arrived_at > SILENCE_SECONDS and not waits
        return tr("no pictures come from the camera; is its page open and in front?") if silent else self._damaged

    @property
    def begun(self) -> bool:
        """Whether a picture was ever put in."""
        return self._arrived_at is not None

    @property
    def camera(self) -> int | None:
        """Number of the camera of the last picture; None before the first."""
        return None if self._camera is None else self._camera[0]

    @property
    def repeats(self) -> bool:
        """Whether ``newest`` gives a frame at once: the last picture counts as more of them, or is given again."""
        return self._again is not None or (self._waiting is not None and self._waiting is not self._photo)

    def put(self, pushed: PushedPicture) -> None:
        """Put in a picture; one that still waits is dropped, and its number is given to ``done``."""
        dropped, self._waiting = self._waiting, pushed
        self._photo = pushed if pushed.looks > 1 else None
        self._of_film = pushed.of_film
        self._arrived_at = time.monotonic()
        if dropped is not None:
            self._done(dropped.number)

    def show_again(self) -> None:
        """Give the last picture once more if it was a photo: whoever looks now has not seen it."""
        if self._photo is not None and self._waiting is None:
            self._waiting = replace(self._photo, number=-1)

    def newest(self, seconds: float = 0.0) -> TimedFrame | None:  # noqa: ARG002 - whoever puts pictures in waits for them
        """Return the newest picture; None where none was put in since the last call."""
        if self._again is not None and self._waiting is None:
            return self._repeat(*self._again)
        pushed, self._waiting = self._waiting, None
        if pushed is None or self._closed:
            return None
        self._again = None
        try:
            frame = Frame(tr("the camera of the page"), _pixels(pushed.picture))
        except PictureError as error:
            self._damaged = str(error)
            self._done(pushed.number)
            return None
        self._damaged, self.looking_at = "", pushed.number
        self._advance(pushed)
        if pushed.looks > 1:
            self._again = frame, pushed.looks - 1
        return TimedFrame(frame, self._t, self._n, "film" if pushed.of_film else "camera")

    def report_processed(self) -> None:
        """Report the picture that ``newest`` gave last as processed."""
        number, self.looking_at = self.looking_at, None
        if number is not None:
            self._done(number)

    def close(self) -> None:
        """Take no more pictures."""
        self._closed = True

    def _advance(self, pushed: PushedPicture) -> None:
        """Advance time and frame number by the camera's clock; another camera has another clock."""
        same = self._camera is not None and self._camera[0] == pushed.camera
        passed = pushed.seconds - self._camera[1] if same and self._camera is not None else PHOTO_STEP
        self._t += min(max(passed, 0.001), MAX_CLOCK_STEP)
        self._n += max(1, pushed.taken - self._camera[2]) if same and self._camera is not None else 1
        self._camera = pushed.camera, pushed.seconds, pushed.taken

    def _repeat(self, frame: Frame, left: int) -> TimedFrame:
        """Return a photo as the next frame; it counts as ``left`` more, this one included."""
        self._t += PHOTO_STEP
        self._n += 1
        self._again = (frame, left - 1) if left > 1 else None
        return TimedFrame(frame, self._t, self._n, "camera")


def _pixels(picture: bytes | Pixels) -> Pixels:
    """Return the pixels of a picture, decoded if they are not yet; raise an error for one of more than ``MAX_PICTURE_SIDE``."""
    if not isinstance(picture, bytes):
        return picture
    header = read_header(picture)
    if max(header.width, header.height) > MAX_PICTURE_SIDE:
        raise PictureTooLargeError(
            tr(
                "the picture of the camera has {picture.width} x {picture.height} pixels; at most {most} a side are taken",
                picture=header,
                most=MAX_PICTURE_SIDE,
            )
        )
    return decode_picture(picture)
