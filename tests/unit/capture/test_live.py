"""Cameras and streams: the stream is a real server of JPEG pictures, the cameras that hang and are unplugged are stand-ins."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.base.errors import SourceError
from numero_cam.capture import live
from numero_cam.capture.live import Live, Words
from numero_cam.capture.open_source import open_source

WORDS = Words("camera 7", "is it plugged in?", "waiting for it")


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
    monkeypatch.setattr(live, "AGAIN", 0.05)
    monkeypatch.setattr(live, "SILENT", 0.1)


def until(condition: Callable[[], bool], seconds: float = 10.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.01)
    return False


def test_only_the_newest_picture_is_given_and_time_never_falls() -> None:
    source = Live(Camera, WORDS, patience=5, give_up=60)
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


def test_a_camera_that_hangs_is_given_up_in_time_and_lets_go() -> None:
    hang = threading.Event()
    start = time.monotonic()
    with pytest.raises(SourceError, match="camera 7 gave no picture in 0 seconds; is it plugged in"):
        Live(lambda: Camera(hang=hang), WORDS, patience=0.2, give_up=60)
    assert time.monotonic() - start < 5
    hang.set()


def test_no_such_camera_is_one_line() -> None:
    with pytest.raises(SourceError, match="camera 7 cannot be opened; is it plugged in"):
        Live(lambda: Camera(pictures=0), WORDS, patience=5, give_up=60)


@pytest.mark.usefixtures("quick")
def test_unplugged_and_plugged_in_again() -> None:
    cameras = [Camera(pictures=5), Camera(pictures=0), Camera(pictures=0), Camera()]
    gone = threading.Event()

    def plug() -> Camera:
        if len(cameras) == 1:
            gone.wait(10)
        return cameras.pop(0)

    source = Live(plug, WORDS, patience=5, give_up=60)
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
    source = Live(lambda: cameras.pop(0) if cameras else Camera(pictures=0), WORDS, patience=5, give_up=0.3)
    assert until(lambda: source.ended != "")
    assert source.ended == "camera 7 gave no picture for 0 seconds"
    assert source.newest(0.1) is None


class Phone(BaseHTTPRequestHandler):
    """Sends JPEG pictures one after the other, as the camera of a telephone does."""

    stall = threading.Event()

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
        self.end_headers()
        data = cv2.imencode(".jpg", picture(120))[1].tobytes()
        try:
            while not self.stall.is_set():
                self.wfile.write(b"--next\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(data) + data + b"\r\n")
                time.sleep(0.02)
        except OSError:
            return

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def phone() -> Iterator[str]:
    Phone.stall.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Phone)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/video"
    Phone.stall.set()
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_stream_gives_pictures_until_it_stops(phone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "SILENT", 0.3)
    source = open_source(phone)
    shown = source.newest(10)
    assert shown is not None
    assert abs(int(shown.frame.pixels.mean()) - 120) < 12
    Phone.stall.set()
    assert until(lambda: "gives no pictures; waiting for it" in source.notice)
    source.close()


def test_nothing_answers_at_an_address() -> None:
    with pytest.raises(SourceError, match="is the address right"):
        open_source("http://127.0.0.1:9/video")


def test_a_camera_that_is_not_there() -> None:
    with pytest.raises(SourceError, match="camera 63 cannot be opened"):
        open_source("63")
