"""The sources that a user can name: a film, a folder of pictures, a camera or a stream, a recording."""

import atexit
import contextlib
import math
import re
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from numero_cam.base.errors import PictureError, SourceError
from numero_cam.base.images import from_array
from numero_cam.base.picture_header import MAX_PIXELS, READABLE
from numero_cam.base.records import Frame
from numero_cam.capture.cameras import backend, lasting_name, why_not
from numero_cam.capture.files import read_photo
from numero_cam.capture.recording import Recording, is_recording
from numero_cam.capture.source import FrameSource, TimedFrame, silence_decoders

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
        timed = TimedFrame(Frame(self._name, from_array(np.asarray(pixels, np.uint8))), self._t, self._n)
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


ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})


class Folder:
    """Pictures of a table, one after the other.

    Args:
        path: The folder. Numbers in the names are sorted as numbers: 2.jpg comes before 10.jpg.
        step: Seconds from one picture to the next.

    Raises:
        SourceError: It cannot be looked into, or holds no picture.
    """

    def __init__(self, path: Path, *, step: float = 1.0) -> None:
        try:
            files = [file for file in path.iterdir() if file.suffix.lower() in ENDINGS and not file.name.startswith(".")]
        except OSError as error:
            message = f"{path}: cannot be looked into: {(error.strerror or str(error)).lower()}"
            raise SourceError(message) from error
        if not files:
            message = f"{path}: is a folder without pictures ({READABLE})"
            raise SourceError(message)
        self._files = sorted(files, key=_by_number)
        self._path, self._step = path, step
        self._n, self._read = 0, 0
        self.ended = ""
        self.notice = ""

    def newest(self, seconds: float = 1.0) -> TimedFrame | None:  # noqa: ARG002 - a file is never waited for
        """Return the next picture that can be read; one that cannot is told in `notice`."""
        self.notice = ""
        while not self.ended and self._n < len(self._files):
            n, self._n = self._n, self._n + 1
            try:
                frame = read_photo(self._files[n])
            except PictureError as error:
                self.notice = f"{error}; left out"
                continue
            self._read += 1
            return TimedFrame(frame, n * self._step, n, "photos")
        if not self._read:
            self.ended = self.ended or f"{self._path}: none of its pictures can be read; {self.notice}"
        self.ended = self.ended or "all pictures of the folder were looked at"
        return None

    def close(self) -> None:
        """Take no more pictures."""
        self.ended = self.ended or "closed"


def _by_number(file: Path) -> list[tuple[int, str]]:
    """A key by which 2.jpg comes before 10.jpg."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"([0-9]+)", file.name)]


SILENT = 2.0
"""Seconds without a picture after which it is said."""
BREAKS = 3
"""How often a device must break off within `BREAKS_OVER` seconds before that is told: once is a hiccup of the network."""
BREAKS_OVER = 30.0
"""Seconds over which it is counted how often a device broke off."""
MOST_BREAKS = 100
"""Breaks that are remembered; a device is opened at most once in `AGAIN` seconds."""
AGAIN = 1.0
"""Seconds between two tries to open a device that gives no pictures any more."""


class Device(Protocol):
    """What OpenCV offers of a camera or a stream."""

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """Whether it may give pictures."""
        ...

    def read(self) -> tuple[bool, Any]:
        """Whether a picture came, and the picture."""
        ...

    def release(self) -> None:
        """Let go of it."""
        ...


@dataclass(frozen=True)
class Words:
    """What is said of a device.

    Attributes:
        name: Of the frames, and in what is said: ``camera 0``.
        missing: Says why it cannot be opened at all, and what to do.
        silent: What to do where it gives no pictures any more.
        breaks: What to do where it breaks off again and again.
    """

    name: str
    missing: Callable[[], str]
    silent: str
    breaks: str = "unplug it and plug it in again"


class Live:
    """A camera or a stream.

    Args:
        open_device: Opens it; may take its time, or never come back. A ``SourceError`` of it is why it is no source at all.
        words: What is said of it.
        patience: Seconds in which the first picture must come.
        give_up: Seconds without a picture after which it is given up.

    Raises:
        SourceError: No picture came in time.
    """

    def __init__(self, open_device: Callable[[], Device], words: Words, *, patience: float, give_up: float) -> None:
        self._open, self._words, self._give_up = open_device, words, give_up
        self._start = self._last = time.monotonic()
        self._n = -1
        self._slot: TimedFrame | None = None
        self._broke: deque[float] = deque(maxlen=MOST_BREAKS)
        self._changed = threading.Condition()
        self._failed, self._closed, self._why, self._refused = False, False, "", ""
        self._thread = threading.Thread(target=self._work, name=words.name, daemon=True)  # daemon: a driver that hangs holds nobody up
        self._thread.start()
        atexit.register(self.close)  # a thread that is still at it when Python ends may take the whole process down
        self._await_first(patience)

    @property
    def ended(self) -> str:
        """Why there are no more pictures; empty while there may be more."""
        if not self._why and not self._closed and time.monotonic() - self._last > self._give_up:
            self._why = f"{self._words.name} gave no picture for {self._give_up:.0f} seconds"
            self.close()
        return self._why or ("closed" if self._closed else "")

    @property
    def notice(self) -> str:
        """That no pictures come just now, or only between breaks, and what to do; empty where they come."""
        now = time.monotonic()
        if self._closed:
            return ""
        if now - self._last > SILENT:
            return f"{self._words.name} gives no pictures; {self._words.silent}"
        breaks = sum(now - broke <= BREAKS_OVER for broke in tuple(self._broke))
        return f"{self._words.name} broke off {breaks} times in {BREAKS_OVER:.0f} seconds; {self._words.breaks}" if breaks >= BREAKS else ""

    def newest(self, seconds: float = 1.0) -> TimedFrame | None:
        """Return the newest picture that was not taken yet; None where none came in this time."""
        with self._changed:
            self._changed.wait_for(lambda: self._slot is not None or self._closed, timeout=seconds)
            timed, self._slot = self._slot, None
        return None if self._closed else timed

    def close(self) -> None:
        """Let go of the device; one whose driver hangs is left behind."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        atexit.unregister(self.close)
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=AGAIN)

    def _await_first(self, patience: float) -> None:
        with self._changed:
            came = self._changed.wait_for(lambda: self._slot is not None or self._failed, timeout=patience)
        if self._slot is None:
            self.close()
            if self._refused:
                raise SourceError(self._refused)
            why = "cannot be opened" if came else f"gave no picture in {patience:.0f} seconds"
            message = f"{self._words.name} {why}; {self._words.missing()}"
            raise SourceError(message)

    def _work(self) -> None:
        """Read the device, and open it anew where it gives nothing any more, until somebody closes it."""
        while not self._closed:
            opened = self._open_and_read()
            if self._n < 0 and not opened:  # one that opens may still be warming up
                with self._changed:
                    self._failed = True
                    self._changed.notify_all()
                return
            with self._changed:
                self._changed.wait_for(lambda: self._closed, timeout=AGAIN)

    def _open_and_read(self) -> bool:
        """Give all the pictures that come, and return whether the device could be opened."""
        opened = False
        with contextlib.suppress(cv2.error, PictureError):  # a driver that fails, or gives what is no picture: as if it gave nothing
            try:
                device = self._open()
            except SourceError as error:
                self._refused = str(error)
                return False
            try:
                opened = device.isOpened()
                while opened and not self._closed:
                    good, pixels = device.read()
                    if not good or pixels is None or not pixels.size:
                        self._broke.append(time.monotonic())
                        break
                    self._put(np.asarray(pixels, np.uint8))
            finally:
                device.release()
        return opened

    def _put(self, pixels: Any) -> None:  # noqa: ANN401 - as OpenCV gives it
        now = time.monotonic()
        frame = Frame(self._words.name, from_array(pixels))
        with self._changed:
            self._n += 1
            self._last = now
            self._slot = TimedFrame(frame, now - self._start, self._n, "camera")
            self._changed.notify_all()


def open_camera(number: int) -> Live:
    """Open a camera of this computer.

    Args:
        number: From 0, as ``numero-cam doctor`` lists them.

    Raises:
        SourceError: There is none of this number, another program uses it, or it does not answer.
    """
    words = Words(f"camera {number}", lambda: why_not(number), "waiting for it: is it plugged in?")
    silence_decoders()
    name = lasting_name(number)
    return Live(lambda: _sized(cv2.VideoCapture(name, backend())), words, patience=20.0, give_up=600.0)


def open_stream(address: str) -> Live:
    """Open a stream of pictures, as the camera of a telephone gives it.

    Args:
        address: ``rtsp://...``, ``http://.../video``.

    Raises:
        SourceError: Nothing answers there, or what answers is no film.
    """
    silence_decoders()
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, 8000, cv2.CAP_PROP_READ_TIMEOUT_MSEC, 5000]
    words = Words(
        f"the stream {without_password(address)}",
        lambda: "is the address right, is the sending device on, and is it in the same network?",
        "waiting for it: is the sending device on?",
        "what it sends is damaged or cut short: restart the program that sends it, or choose MJPEG or RTSP there",
    )

    def open_device() -> cv2.VideoCapture:
        device = cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits)
        if device.get(cv2.CAP_PROP_FRAME_COUNT) > 0:
            device.release()
            message = f"{words.name} is a film, not a camera; download it, and give the file"
            raise SourceError(message)
        return device

    return Live(open_device, words, patience=12.0, give_up=60.0)


def without_password(address: str) -> str:
    """An address as it may be shown and kept: without a name and password before its ``@``, and without what follows ``?``."""
    return re.sub(r"\?.*$", "?...", re.sub(r"(?<=://)[^/?#]*@", "...@", address))


def _sized(device: cv2.VideoCapture) -> cv2.VideoCapture:
    """Ask for a picture in which cards can be read: many cameras begin with 640 x 480."""
    device.set(cv2.CAP_PROP_FRAME_WIDTH, 1280)
    device.set(cv2.CAP_PROP_FRAME_HEIGHT, 720)
    device.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return device


_KINDS = "the number of a camera, the address of a stream, a film or a folder"
_ADDRESS = re.compile(r"(rtsp|rtsps|rtmp|http|https|udp|tcp)://.+", re.IGNORECASE)


def open_source(what: str) -> FrameSource:
    """Open a source of frames.

    Args:
        what: The number of a camera (``0``), the address of a stream, or the name of a film, of a folder of pictures or of a recording.

    Raises:
        SourceError: It cannot be opened; one line that says what is wrong and what to do.
    """
    what = what.strip()
    if not what:
        message = f"no source of pictures was named; give {_KINDS}"
        raise SourceError(message)
    if re.fullmatch(r"[0-9]{1,3}", what) and not Path(what).exists():
        return open_camera(int(what))
    if _ADDRESS.fullmatch(what):
        return open_stream(what)
    path = Path(what)
    if _is_folder(path):
        return Recording(path) if is_recording(path) else Folder(path)
    if path.suffix.lower() in ENDINGS and path.is_file():
        message = f"{path}: is a photo, not a film; give a film, or a folder of photos taken one after the other"
        raise SourceError(message)
    return Film(path)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # as a name that is too long: `Film` says what is wrong
        return False
