"""Opens the source that a user names: a film, a folder of pictures, a camera, a stream or a recording."""

import atexit
import contextlib
import math
import re
import shlex
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base.errors import PictureError, SourceError, reason_of
from numero_cam.base.images import from_array
from numero_cam.base.picture_header import READABLE
from numero_cam.base.records import Frame
from numero_cam.base.rounds import Rounds
from numero_cam.capture.cameras import explain_missing_camera, opencv_backend, stable_name
from numero_cam.capture.files import read_photo
from numero_cam.capture.film_checks import is_interlaced, video_streams
from numero_cam.capture.recording import Recording, is_recording
from numero_cam.capture.source import FrameSource, TimedFrame, silence_decoders
from numero_cam.catalogue import tr

DEFAULT_FRAME_RATE = 15.0  #: Frames a second of a film that does not give its frame rate.
MIN_COMPLETE_SHARE = 0.98  #: A film that gives less than this share of its frames, and of its duration, was cut short.
MAX_FILM_PIXELS = 36_000_000  #: Maximum size of a film's pictures, in pixels: those of 8K. A decoder keeps up to 20 of them.
FILM_STEP_SECONDS = 20  #: Maximum time to open a film, or to read its next picture, in seconds; a crafted file keeps FFmpeg busy for hours.
MIN_FALL = 0.5  #: Seconds by which the time of a picture falls where the times of a film begin again; less is the order of its pictures.
FILM_KINDS = tr("MP4, MOV, AVI, MKV or WebM")


def _open_film(path: Path) -> cv2.VideoCapture:
    """Open a film by FFmpeg with a limit of time for each step; the answer may be closed."""
    milliseconds = 1000 * FILM_STEP_SECONDS
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, milliseconds, cv2.CAP_PROP_READ_TIMEOUT_MSEC, milliseconds]
    return cv2.VideoCapture(str(path), cv2.CAP_FFMPEG, limits)


class FilmSource:
    """Gives every frame of a film, rotated as its file says."""

    def __init__(self, path: Path) -> None:
        self._name = str(path)
        head = _first_bytes(path)
        silence_decoders()
        # The absolute path: in a relative one FFmpeg takes what is before a colon for a protocol.
        self._capture = cv2.VideoCapture() if _is_text(head) else _open_film(path.absolute())
        if not self._capture.isOpened():
            raise SourceError(f"{path}: {_film_error(head)}")
        width, height = (int(self._capture.get(side)) for side in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
        if width * height > MAX_FILM_PIXELS:
            self._capture.release()
            large = tr("{file}: its pictures have {width} x {height} pixels", file=path, width=width, height=height)
            raise SourceError(tr("{large}; at most {most} megapixels are read", large=large, most=MAX_FILM_PIXELS // 1_000_000))
        rate = self._capture.get(cv2.CAP_PROP_FPS)
        self._rate = rate if math.isfinite(rate) and rate > 0 else DEFAULT_FRAME_RATE
        self._frame_count = int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))
        self._n, self._t = 0, 0.0  # number of the next picture; time of the last one, seconds
        self._file_time, self._time_offset = 0.0, 0.0  # time of the last picture by the file; what is added to such times
        self._last_gap = 1 / self._rate  # seconds between the last two pictures
        self._ahead = [self._decode(), self._decode()]  # pictures that were decoded for the checks
        try:
            self._check_streams(path)
        except SourceError:
            self._capture.release()
            raise
        self.ended = ""  #: Why no more frames will come, a line for the user; empty while there may be more.
        self.notice = ""  #: What is wrong just now: always empty.

    def newest(self, seconds: float = 1.0) -> TimedFrame | None:  # noqa: ARG002 - a file is never waited for
        """Return the next frame; None after the last."""
        if self.ended:
            return None
        pixels, timestamp = self._ahead.pop(0) if self._ahead else self._decode()
        if pixels is None:
            self._end()
            return None
        t = self._film_time(timestamp)
        if self._n:
            self._last_gap = max(t - self._t, 1 / self._rate)
        self._t = max(self._t, t)
        timed = TimedFrame(Frame(self._name, from_array(pixels)), self._t, self._n)
        self._n += 1
        return timed

    def _decode(self) -> tuple[NDArray[np.uint8] | None, float]:
        """Return the next picture, ``(H, W, 3)`` BGR, None where there is none, and its time by the file, seconds."""
        good, pixels = self._capture.read()
        timestamp = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        return (np.asarray(pixels, np.uint8) if good and pixels is not None else None), timestamp

    def _film_time(self, timestamp: float) -> float:
        """Return the time of a picture since the film began, seconds; it goes on where the times of the file begin again."""
        if self._n and timestamp <= 0 >= self._file_time:  # some kinds of film have no times: then all pictures say 0
            return self._n / self._rate
        if timestamp < self._file_time - MIN_FALL:
            self._time_offset = self._t + 1 / self._rate - timestamp
        self._file_time = timestamp
        return self._time_offset + timestamp

    def _check_streams(self, path: Path) -> None:
        """Refuse a film that OpenCV reads wrongly.

        That is an interlaced one, one whose first video stream is smaller than another, or one of several streams of which one has no
        known size (0).
        """
        first, second = (pixels for pixels, _ in self._ahead)
        if first is not None and second is not None and np.array_equal(first, second) and is_interlaced(path):
            raise SourceError(
                tr(
                    "{file}: is an interlaced film (AVCHD, 1080i, DV), which cannot be read; convert it: {command}",
                    file=path,
                    command=f"ffmpeg -i {shlex.quote(str(path))} -vf yadif film.mp4",
                )
            )
        streams = video_streams(path)
        sizes = [stream.width * stream.height for stream in streams]
        if len(sizes) > 1 and 0 in sizes:
            raise SourceError(
                tr(
                    "{file}: has {streams} video streams, and only the first can be read; take out the one that shows the table, "
                    "the first with 0:v:0, the second with 0:v:1: {command}",
                    file=path,
                    streams=len(streams),
                    command=f"ffmpeg -i {shlex.quote(str(path))} -map 0:v:1 -c copy film.mp4",
                )
            )
        if sizes and max(sizes) > sizes[0]:
            place = sizes.index(max(sizes))
            raise SourceError(
                tr(
                    "{file}: has {streams} video streams, and only the first, of {small.width} x {small.height} pixels, can be read; "
                    "take the one of {large.width} x {large.height} out: {command}",
                    file=path,
                    streams=len(streams),
                    small=streams[0],
                    large=streams[place],
                    command=f"ffmpeg -i {shlex.quote(str(path))} -map 0:v:{place} -c copy film.mp4",
                )
            )

    def close(self) -> None:
        """Close the file."""
        self._capture.release()
        self.ended = self.ended or tr("closed")

    def _end(self) -> None:
        """Set ``ended`` after the last picture: the film is over, or cut short."""
        # Where the frame rate varies, some kinds of film only guess the number of their frames, but their duration is right.
        is_complete = self._t + self._last_gap >= MIN_COMPLETE_SHARE * self._frame_count / self._rate
        if self._n == 0:
            self.ended = tr("{file}: no picture of the film can be read", file=self._name)
        elif self._n < MIN_COMPLETE_SHARE * self._frame_count and not is_complete:
            self.ended = tr(
                "{file}: the film is cut short or damaged: {read:.1f} of {length:.1f} seconds could be read",
                file=self._name,
                read=self._t + self._last_gap,
                length=self._frame_count / self._rate,
            )
        else:
            self.ended = tr("the film is over")


#: Begins a film without compression. Other texts that FFmpeg takes for films are lists of files and addresses: it would open them.
_RAW_FILM = b"YUV4MPEG2 "

_SPACES = str.maketrans("\t\r\n", "   ")


def _is_text(head: bytes) -> bool:
    """Return whether a file that begins with these bytes is a text that FFmpeg may take for a list of films."""
    return bool(head) and not head.startswith(_RAW_FILM) and head.isascii() and head.decode().translate(_SPACES).isprintable()


def _first_bytes(path: Path) -> bytes:
    """Return the first 64 bytes of a film; raise a ``SourceError`` where it cannot be read."""
    try:
        if not path.is_file():
            raise SourceError(tr("{file}: there is no such film", file=path))
        with path.open("rb") as file:
            return file.read(64)
    except (OSError, ValueError) as error:
        raise SourceError(tr("{file}: cannot be read: {reason}", file=path, reason=reason_of(error))) from error


def _film_error(head: bytes) -> str:
    """Return why a file that begins with these bytes is no film, and what to do."""
    if not head:
        return tr("is empty")
    if head[4:8] == b"ftyp":  # MP4 and MOV, whose index of frames is often at the end
        return tr("is a film that is cut short or damaged: the part that says where its pictures are is missing; copy or record it again")
    return tr("is no film that can be read; give one of the kind {kinds}, or a folder of pictures", kinds=FILM_KINDS)


PHOTO_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})


class FolderSource:
    """Gives every picture in a folder, one a second; numbers in the names are sorted as numbers: 2.jpg comes before 10.jpg."""

    def __init__(self, path: Path) -> None:
        try:
            files = [file for file in path.iterdir() if file.suffix.lower() in PHOTO_SUFFIXES and not file.name.startswith(".")]
        except OSError as error:
            raise SourceError(tr("{folder}: cannot be looked into: {reason}", folder=path, reason=reason_of(error))) from error
        if not files:
            raise SourceError(tr("{folder}: is a folder without pictures ({kinds})", folder=path, kinds=READABLE))
        self._files = sorted(files, key=_by_number)
        self._path = path
        self._n, self._read = 0, 0  # number of the next file; of pictures that could be read
        self.ended = ""  #: Why no more frames will come, a line for the user; empty while there may be more.
        self.notice = ""  #: Which pictures could not be read before the last one, a line for the user; empty for none.

    def newest(self, seconds: float = 1.0) -> TimedFrame | None:  # noqa: ARG002 - a file is never waited for
        """Return the next picture that can be read; None after the last."""
        self.notice = ""
        while not self.ended and self._n < len(self._files):
            n, self._n = self._n, self._n + 1
            try:
                frame = read_photo(self._files[n])
            except PictureError as error:
                self.notice = tr("{error}; left out", error=error)
                continue
            self._read += 1
            return TimedFrame(frame, float(n), n, "photos")
        if not self._read:
            self.ended = self.ended or tr("{folder}: none of its pictures can be read; {notice}", folder=self._path, notice=self.notice)
        self.ended = self.ended or tr("all pictures of the folder were looked at")
        return None

    def close(self) -> None:
        """End the source; no more frames come."""
        self.ended = self.ended or tr("closed")


def _by_number(file: Path) -> list[tuple[int, str]]:
    """Return a sort key by which 2.jpg comes before 10.jpg."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"([0-9]+)", file.name)]


SILENCE_SECONDS = 2.0  #: Time without a picture after which the notice says so.
MIN_REPORTED_BREAKS = 3  #: Number of interruptions within ``BREAK_WINDOW`` from which the notice says so: one is a hiccup of the network.
BREAK_WINDOW = 30.0  #: Seconds over which interruptions are counted.
MAX_STORED_BREAKS = 100  #: Maximum number of interruptions that are remembered.
REOPEN_DELAY = 1.0  #: Seconds between two tries to open a device that gives no more pictures.


class CaptureDevice(Protocol):
    """The methods of ``cv2.VideoCapture`` that are used."""

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """Return whether the device is open."""

    def read(self) -> tuple[bool, Any]:
        """Return whether a picture came, and the picture, BGR."""

    def release(self) -> None:
        """Release the device."""


@dataclass(frozen=True)
class DeviceMessages:
    """The parts of messages for the user about a device."""

    name: str  #: Name of the device and of its frames: ``camera 0``.
    missing: Callable[[], str]  #: Returns why it cannot be opened, and what to do.
    silent: str  #: What to do where it gives no more pictures.
    breaks: str = tr("unplug it and plug it in again")  #: What to do where it is interrupted again and again.


class LiveSource:
    """Gives the newest frame of a camera or a stream, which a thread of its own reads.

    Args:
        open_device: Opens the device; it may take long, or never return. Its ``SourceError`` says why this is no source at all.
        messages: The parts of messages about it.
        first_timeout: Maximum time until the first picture, seconds.
        silence_timeout: Time without a picture after which the source ends, seconds.
    """

    def __init__(
        self, open_device: Callable[[], CaptureDevice], messages: DeviceMessages, *, first_timeout: float, silence_timeout: float
    ) -> None:
        self._open, self._messages, self._silence_timeout = open_device, messages, silence_timeout
        self._start = self._last = time.monotonic()
        self._n = -1
        self._newest: TimedFrame | None = None
        self._breaks: deque[float] = deque(maxlen=MAX_STORED_BREAKS)
        self._condition = threading.Condition()
        self._failed, self._closed, self._end_reason, self._open_error = False, False, "", ""
        self._rounds = Rounds(messages.name, lambda _: self._breaks.append(time.monotonic()))
        # A daemon: a driver that hangs must not keep the program running.
        self._thread = threading.Thread(target=self._run, name=messages.name, daemon=True)
        self._thread.start()
        atexit.register(self.close)  # a thread that still reads when Python ends may crash the process
        self._await_first(first_timeout)

    @property
    def ended(self) -> str:
        """Why no more frames will come; empty while there may be more."""
        if not self._end_reason and not self._closed and time.monotonic() - self._last > self._silence_timeout:
            self._end_reason = tr(
                "{source} gave no picture for {seconds:.0f} seconds", source=self._messages.name, seconds=self._silence_timeout
            )
            self.close()
        return self._end_reason or (tr("closed") if self._closed else "")

    @property
    def notice(self) -> str:
        """A line that says that no pictures come or that they are interrupted, and what to do; empty where all is well."""
        now = time.monotonic()
        if self._closed:
            return ""
        if now - self._last > SILENCE_SECONDS:
            return self._rounds.trouble or tr(
                "{source} gives no pictures; {advice}", source=self._messages.name, advice=self._messages.silent
            )
        breaks = sum(now - at <= BREAK_WINDOW for at in tuple(self._breaks))
        if breaks < MIN_REPORTED_BREAKS:
            return ""
        often = tr(
            "{source} broke off {times} times in {seconds:.0f} seconds", source=self._messages.name, times=breaks, seconds=BREAK_WINDOW
        )
        return f"{often}; {self._messages.breaks}"

    def newest(self, seconds: float = 1.0) -> TimedFrame | None:
        """Return the newest frame that was not returned yet; None where none came in this time."""
        with self._condition:
            self._condition.wait_for(lambda: self._newest is not None or self._closed, timeout=seconds)
            timed, self._newest = self._newest, None
        return None if self._closed else timed

    def close(self) -> None:
        """Stop the thread and release the device; a thread whose driver hangs is left behind."""
        with self._condition:
            self._closed = True
            self._condition.notify_all()
        atexit.unregister(self.close)
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=REOPEN_DELAY)

    def _await_first(self, timeout: float) -> None:
        """Wait for the first picture; raise a ``SourceError`` where none comes."""
        with self._condition:
            in_time = self._condition.wait_for(lambda: self._newest is not None or self._failed, timeout=timeout)
        if self._newest is None:
            self.close()
            if why := self._open_error or self._rounds.trouble:
                raise SourceError(why)
            source = self._messages.name
            silent = tr("{source} gave no picture in {seconds:.0f} seconds", source=source, seconds=timeout)
            failed = tr("{source} cannot be opened", source=source) if in_time else silent
            raise SourceError(f"{failed}; {self._messages.missing()}")

    def _run(self) -> None:
        """Read the device, and open it again where it gives nothing more, until the source is closed."""
        while not self._closed:
            opened = False
            with self._rounds.round():  # a driver may raise anything
                opened = self._read_device()
            if self._n < 0 and not opened:  # one that opens may still be warming up
                with self._condition:
                    self._failed = True
                    self._condition.notify_all()
                return
            with self._condition:
                self._condition.wait_for(lambda: self._closed, timeout=REOPEN_DELAY)

    def _read_device(self) -> bool:
        """Open the device, store the pictures that come, and return whether it could be opened."""
        opened = False
        # A driver that fails, or gives no valid picture, counts as one that gives nothing.
        with contextlib.suppress(cv2.error, PictureError):
            try:
                device = self._open()
            except SourceError as error:
                self._open_error = str(error)
                return False
            try:
                opened = device.isOpened()
                while opened and not self._closed:
                    good, pixels = device.read()
                    if not good or pixels is None or not pixels.size:
                        self._breaks.append(time.monotonic())
                        break
                    self._put(np.asarray(pixels, np.uint8))
            finally:
                device.release()
        return opened

    def _put(self, pixels: Any) -> None:  # noqa: ANN401 - as OpenCV gives it
        """Make a picture, ``(H, W, 3)`` BGR, the newest frame."""
        now = time.monotonic()
        frame = Frame(self._messages.name, from_array(pixels))
        with self._condition:
            self._n += 1
            self._last = now
            self._newest = TimedFrame(frame, now - self._start, self._n, "camera")
            self._condition.notify_all()


def open_camera(number: int) -> LiveSource:
    """Open a camera of this computer by its number from 0, as ``numero-cam doctor`` lists them."""
    messages = DeviceMessages(
        tr("camera {number}", number=number), lambda: explain_missing_camera(number), tr("waiting for it: is it plugged in?")
    )
    silence_decoders()
    name = stable_name(number)
    return LiveSource(lambda: _with_size(cv2.VideoCapture(name, opencv_backend())), messages, first_timeout=20.0, silence_timeout=600.0)


def open_stream(address: str) -> LiveSource:
    """Open a video stream by its address, for example of a telephone; wait up to 12 seconds for its first picture."""
    silence_decoders()
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, 8000, cv2.CAP_PROP_READ_TIMEOUT_MSEC, 5000]
    messages = DeviceMessages(
        tr("the stream {address}", address=without_password(address)),
        lambda: tr("is the address right, is the sending device on, and is it in the same network?"),
        tr("waiting for it: is the sending device on?"),
        tr("what it sends is damaged or cut short: restart the program that sends it, or choose MJPEG or RTSP there"),
    )

    def open_device() -> cv2.VideoCapture:
        """Open the stream; refuse a film, whose number of frames is known."""
        device = cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits)
        if device.get(cv2.CAP_PROP_FRAME_COUNT) > 0:
            device.release()
            raise SourceError(tr("{source} is a film, not a camera; download it, and give the file", source=messages.name))
        return device

    return LiveSource(open_device, messages, first_timeout=12.0, silence_timeout=60.0)


def without_password(address: str) -> str:
    """Return an address without user name, password and query, as it may be shown and stored."""
    return re.sub(r"\?.*$", "?...", re.sub(r"(?<=://)[^/?#]*@", "...@", address))


def _with_size(device: cv2.VideoCapture) -> cv2.VideoCapture:
    """Set a picture size in which cards can be read, and return the device: many cameras begin with 640 x 480."""
    device.set(cv2.CAP_PROP_FRAME_WIDTH, 1280)
    device.set(cv2.CAP_PROP_FRAME_HEIGHT, 720)
    device.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return device


_SOURCE_KINDS = tr("the number of a camera, the address of a stream, a film or a folder")
_ADDRESS = re.compile(r"(rtsp|rtsps|rtmp|http|https|udp|tcp)://.+", re.IGNORECASE)


def open_source(name: str) -> FrameSource:
    """Open a source of frames.

    Args:
        name: The number of a camera (``0``), the address of a stream, or the name of a film, of a folder of pictures or of a recording.
    """
    name = name.strip()
    if not name:
        raise SourceError(tr("no source of pictures was named; give {kinds}", kinds=_SOURCE_KINDS))
    if re.fullmatch(r"[0-9]{1,3}", name) and not Path(name).exists():
        return open_camera(int(name))
    if _ADDRESS.fullmatch(name):
        return open_stream(name)
    path = Path(name)
    if _is_folder(path):
        return Recording(path) if is_recording(path) else FolderSource(path)
    if path.suffix.lower() in PHOTO_SUFFIXES and path.is_file():
        raise SourceError(tr("{file}: is a photo, not a film; give a film, or a folder of photos taken one after the other", file=path))
    return FilmSource(path)


def _is_folder(path: Path) -> bool:
    """Return whether there is a folder of this name."""
    try:
        return path.is_dir()
    except OSError:  # as a name that is too long: ``FilmSource`` says what is wrong
        return False
