"""Finds the cameras of this computer, in a process of its own, because a driver may hang."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from numero_cam.catalogue import tr

MAX_CAMERAS = 8  #: Number of camera numbers that are tried, from 0.
SEARCH_SECONDS = 10.0  #: Maximum time to wait for all cameras.
EXPLAIN_SECONDS = 6.0  #: The same where a camera that the user named gave no picture.
DEVICES = Path("/dev")  #: Where Linux lists its cameras.


@dataclass(frozen=True)
class CameraFound:
    """A camera that gave a picture."""

    number: int  #: Its number, from 0.
    width: int  #: Width of its picture, pixels.
    height: int  #: Height of its picture, pixels.


@dataclass(frozen=True)
class CamerasFound:
    """The cameras that gave a picture."""

    cameras: tuple[CameraFound, ...]  #: By number.
    timed_out: bool = False  #: Whether the time was over before all were tried.


def opencv_backend() -> int:
    """Return OpenCV's number of the backend for this system's cameras; each backend numbers the cameras in its own order.

    OpenCV's own choice on Windows needs 12 seconds to open some cameras.
    """
    import cv2  # noqa: PLC0415 - only a process that opens cameras loads it

    return {"linux": cv2.CAP_V4L2, "darwin": cv2.CAP_AVFOUNDATION, "win32": cv2.CAP_DSHOW}.get(sys.platform, cv2.CAP_ANY)


def stable_name(number: int) -> int | str:
    """Return a name that the camera keeps when it is unplugged and plugged in again, where the system has one; otherwise its number.

    The number may change then, and may belong to another camera. Linux keeps links by maker and serial number.
    """
    try:
        for link in sorted((DEVICES / "v4l" / "by-id").iterdir()):
            if link.resolve() == (DEVICES / f"video{number}").resolve():
                return str(link)
    except OSError:
        return number
    return number


def explain_missing_camera(number: int) -> str:
    """Return why a camera gives no picture, and what to do, a line for the user; may take ``EXPLAIN_SECONDS``."""
    device = DEVICES / f"video{number}"
    if sys.platform == "linux" and device.exists():
        if not os.access(device, os.R_OK | os.W_OK):
            return tr("you have no right to use {device}; on most systems the group video has", device=device)
        return tr("it is there; does another program use it? Close that, or unplug the camera and plug it in again")
    cameras = find_cameras(EXPLAIN_SECONDS).cameras
    if not cameras:
        return tr("no camera answers on this computer; is it plugged in, and is no other program using it?")
    answering = ", ".join(f"{each.number} ({each.width} x {each.height})" for each in cameras)
    return tr("cameras that answer: {cameras}", cameras=answering)


def find_cameras(seconds: float = SEARCH_SECONDS) -> CamerasFound:
    """Find the cameras that give a picture within a time for all of them together."""
    if sys.platform == "linux" and not any(DEVICES.glob("video*")):
        return CamerasFound(())
    command = [sys.executable, "-m", "numero_cam.capture.cameras"]
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)  # noqa: S603 - ourselves
    timed_out = False
    try:
        out, _ = child.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        timed_out = True
        child.kill()
        out, _ = child.communicate()
    return CamerasFound(tuple(CameraFound(**json.loads(line)) for line in out.decode().splitlines() if line.endswith("}")), timed_out)


def _probe_cameras() -> None:
    """Write a line of JSON to standard output for each camera that gives a picture, as soon as it does."""
    import cv2  # noqa: PLC0415 - in the process that may hang

    for number in range(MAX_CAMERAS):
        device = cv2.VideoCapture(number, opencv_backend())
        try:
            good, picture = device.read() if device.isOpened() else (False, None)
        finally:
            device.release()
        if good and picture is not None:
            height, width = picture.shape[:2]
            sys.stdout.write(json.dumps({"number": number, "width": width, "height": height}) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    _probe_cameras()
