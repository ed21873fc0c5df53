"""Cameras and streams: the stream is a real server of JPEG pictures, the cameras that hang and are unplugged are stand-ins."""

import contextlib
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.base.errors import SourceError
from numero_cam.capture import cameras, sources
from numero_cam.capture.sources import DeviceMessages, LiveSource, open_source
from tests.http_server import running

MESSAGES = DeviceMessages("camera 7", lambda: "is it plugged in?", "waiting for it")


def picture(shade: int) -> NDArray[np.uint8]:
    return np.full((48, 64, 3), shade, np.uint8)


@dataclass
class Camera:
    """Gives so many pictures, then none; or hangs when it is opened, or read."""

    pictures: int = 10**6
    hang: threading.Event | None = None
    pause: float = 0.001
    shade: int = 0
    released: list[bool] = field(default_factory=list)

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self.pictures > 0

    def read(self) -> tuple[bool, Any]:
        if self.hang is not None:
            self.hang.wait(30)
        time.sleep(self.pause)
        self.pictures -= 1
        self.shade = (self.shade + 1) % 250
        return self.pictures >= 0, picture(self.shade)

    def release(self) -> None:
        self.released.append(True)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "REOPEN_DELAY", 0.05)
    monkeypatch.setattr(sources, "SILENCE_SECONDS", 0.1)


def until(condition: Callable[[], bool], seconds: float = 10.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.01)
    return False


def test_only_the_newest_picture_is_given_and_time_never_falls() -> None:
    source = LiveSource(Camera, MESSAGES, first_timeout=5, silence_timeout=60)
    first = source.newest()
    time.sleep(0.1)
    second = source.newest()
    assert first is not None
    assert second is not None
    assert second.n > first.n + 1  # what came between was dropped
    assert second.t > first.t
    source.close()
    assert source.newest(0.1) is None
    assert source.ended == "closed"


@pytest.mark.slow
def test_a_camera_that_hangs_is_given_up_in_time_and_lets_go() -> None:
    hang = threading.Event()
    start = time.monotonic()
    with pytest.raises(SourceError, match="camera 7 gave no picture in 0 seconds; is it plugged in"):
        LiveSource(lambda: Camera(hang=hang), MESSAGES, first_timeout=0.2, silence_timeout=60)
    assert time.monotonic() - start < 5
    hang.set()


def test_a_camera_that_cannot_be_opened_is_one_line() -> None:
    with pytest.raises(SourceError, match="camera 7 cannot be opened; is it plugged in"):
        LiveSource(lambda: Camera(pictures=0), MESSAGES, first_timeout=5, silence_timeout=60)


@pytest.mark.usefixtures("quick")
def test_a_camera_that_is_unplugged_is_waited_for_and_goes_on() -> None:
    cameras = [Camera(pictures=5), Camera(pictures=0), Camera(pictures=0), Camera()]
    gone = threading.Event()

    def plug() -> Camera:
        if len(cameras) == 1:
            gone.wait(10)
        return cameras.pop(0)

    source = LiveSource(plug, MESSAGES, first_timeout=5, silence_timeout=60)
    assert until(lambda: source.notice == "camera 7 gives no pictures; waiting for it")
    assert source.ended == ""
    gone.set()
    source.newest(0)
    assert source.newest(5) is not None
    assert until(lambda: source.notice == "")
    source.close()


@pytest.mark.usefixtures("quick")
def test_a_camera_that_never_comes_back_ends_with_its_reason() -> None:
    cameras = [Camera(pictures=3)]
    source = LiveSource(lambda: cameras.pop(0) if cameras else Camera(pictures=0), MESSAGES, first_timeout=5, silence_timeout=0.3)
    assert until(lambda: source.ended != "")
    assert source.ended == "camera 7 gave no picture for 0 seconds"
    assert source.newest(0.1) is None


@pytest.mark.usefixtures("quick")
def test_a_camera_that_warms_up_and_a_driver_that_fails_are_tried_again() -> None:
    def fail() -> Camera:
        raise cv2.error

    def strange() -> Camera:
        camera = Camera()
        camera.read = lambda: (True, np.zeros((8, 8, 2), np.uint8))  # type: ignore[method-assign]
        return camera

    def cold() -> Camera:
        camera = Camera()
        camera.read = lambda: (False, None)  # type: ignore[method-assign]
        return camera

    tries = [cold, strange, lambda: Camera(pictures=5), fail, strange, Camera]

    def next_try() -> Camera:
        return tries.pop(0)()

    source = LiveSource(next_try, MESSAGES, first_timeout=10, silence_timeout=60)
    assert until(lambda: not tries and source.newest(0.1) is not None)
    source.close()


def test_python_ends_while_a_stream_still_gives_pictures(phone: str) -> None:
    program = f"from numero_cam.capture.sources import open_source; assert open_source({phone!r}).newest(10)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_a_stream_that_was_cut_comes_back(phone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "SILENCE_SECONDS", 0.2)
    monkeypatch.setattr(sources, "REOPEN_DELAY", 0.5)
    source = open_source(phone)
    Phone.cut.set()
    assert until(lambda: source.notice != "")
    source.newest(0)
    Phone.cut.clear()
    assert source.newest(20) is not None
    assert source.notice == ""
    source.close()


def test_a_film_on_a_server_is_no_camera(tmp_path: Path, films: str) -> None:
    writer = cv2.VideoWriter(str(tmp_path / "game.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for n in range(9):
        writer.write(picture(n))
    writer.release()
    with pytest.raises(SourceError, match="is a film, not a camera; download it"):
        open_source(f"{films}game.avi")


@pytest.fixture
def films(tmp_path: Path) -> Iterator[str]:
    class Files(SimpleHTTPRequestHandler):
        def __init__(self, *args: Any) -> None:  # noqa: ANN401 - as the server gives them
            super().__init__(*args, directory=str(tmp_path))

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with served(Files) as address:
        yield address


def test_a_password_in_an_address_is_not_shown() -> None:
    with pytest.raises(SourceError) as caught:
        open_source("http://bob:secret@127.0.0.1:9/video?token=hidden")
    assert "http://...@127.0.0.1:9/video?..." in str(caught.value)
    assert sources.without_password("rtsp://192.168.0.7:554/a@b") == "rtsp://192.168.0.7:554/a@b"


@pytest.fixture
def devices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in place of /dev: there is no camera where tests run."""
    monkeypatch.setattr(cameras, "DEVICES", tmp_path)
    monkeypatch.setattr(sys, "platform", "linux")
    return tmp_path


def test_a_camera_is_found_again_by_its_maker_and_serial_number(devices: Path) -> None:
    assert cameras.stable_name(2) == 2
    (devices / "v4l" / "by-id").mkdir(parents=True)
    for number, name in ((0, "usb-Other_Cam-video-index0"), (2, "usb-Table_Cam_4711-video-index0")):
        (devices / f"video{number}").touch()
        (devices / "v4l" / "by-id" / name).symlink_to(f"../../video{number}")
    assert cameras.stable_name(2) == str(devices / "v4l" / "by-id" / "usb-Table_Cam_4711-video-index0")
    assert cameras.stable_name(1) == 1


def test_what_is_said_of_a_camera_that_gives_no_picture_fits_its_cause(devices: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "no camera answers on this computer" in cameras.explain_missing_camera(0)
    (devices / "video0").touch()
    assert "does another program use it" in cameras.explain_missing_camera(0)
    monkeypatch.setattr(cameras, "find_cameras", lambda _: cameras.CamerasFound((cameras.CameraFound(0, 640, 480),)))
    assert cameras.explain_missing_camera(3) == "cameras that answer: 0 (640 x 480)"
    monkeypatch.setattr("os.access", lambda *_: False)
    assert "you have no right to use" in cameras.explain_missing_camera(0)


class Stream(BaseHTTPRequestHandler):
    """Sends JPEG pictures one after the other, as the camera of a telephone does."""

    jpeg = cv2.imencode(".jpg", picture(120))[1].tobytes()

    def pictures(self) -> Iterator[bytes]:
        raise NotImplementedError

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
        self.end_headers()
        with contextlib.suppress(OSError):
            for data in self.pictures():
                self.wfile.write(b"--next\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(data) + data + b"\r\n")
                time.sleep(0.02)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class Phone(Stream):
    """Sends pictures until it stalls or is cut."""

    stall, cut = threading.Event(), threading.Event()

    def pictures(self) -> Iterator[bytes]:
        while not self.stall.is_set() and not self.cut.is_set():
            yield self.jpeg


class Damaged(Stream):
    """Sends a few good pictures at each connection, and then what is none."""

    def pictures(self) -> Iterator[bytes]:
        yield from [self.jpeg] * 10
        yield from [np.random.default_rng(1).bytes(len(self.jpeg))] * 190


def served(handler: type[BaseHTTPRequestHandler]) -> contextlib.AbstractContextManager[str]:
    return running(ThreadingHTTPServer(("127.0.0.1", 0), handler))


@pytest.fixture
def phone() -> Iterator[str]:
    Phone.stall.clear()
    Phone.cut.clear()
    with served(Phone) as address:
        yield f"{address}video"
        Phone.stall.set()


def test_a_stream_gives_pictures_until_it_stops(phone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "SILENCE_SECONDS", 0.3)
    source = open_source(phone)
    shown = source.newest(10)
    assert shown is not None
    assert abs(int(shown.frame.pixels.mean()) - 120) < 12
    Phone.stall.set()
    assert until(lambda: "gives no pictures; waiting for it" in source.notice)
    source.close()


@pytest.mark.slow
def test_garbage_after_good_pictures_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "REOPEN_DELAY", 0.05)
    with served(Damaged) as address:
        source = open_source(f"{address}video")
        assert source.newest(10) is not None
        assert until(lambda: "broke off" in source.notice, 60)
        assert "times in 30 seconds; what it sends is damaged or cut short: restart the program that sends it" in source.notice
        assert source.newest(10) is not None  # what comes between is given all the same
        source.close()
        assert source.notice == ""


@pytest.mark.usefixtures("quick")
def test_a_camera_that_breaks_off_once_is_not_told_of() -> None:
    cameras = [Camera(pictures=5) for _ in range(sources.MIN_REPORTED_BREAKS - 1)]
    source = LiveSource(lambda: cameras.pop(0) if cameras else Camera(), MESSAGES, first_timeout=5, silence_timeout=60)
    assert until(lambda: not cameras)
    source.newest(0)
    assert source.newest(5) is not None
    assert until(lambda: source.notice == "")
    source.close()


def test_an_address_at_which_nothing_answers_is_asked_for() -> None:
    with pytest.raises(SourceError, match="is the address right"):
        open_source("http://127.0.0.1:9/video")


def test_a_number_without_a_camera_is_named() -> None:
    with pytest.raises(SourceError, match="camera 63 cannot be opened"):
        open_source("63")
