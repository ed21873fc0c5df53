"""Which cameras this computer has: asked in a process of its own, because a camera's driver may hang."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

MOST = 8
"""Numbers that are tried, from 0."""
SECONDS = 10.0
"""After this time no more cameras are waited for."""
WHY_SECONDS = 6.0
"""The same where a camera that was asked for did not answer."""
DEVICES = Path("/dev")
"""Where Linux lists its cameras."""


@dataclass(frozen=True)
class CameraFound:
    """A camera that gave a picture.

    Attributes:
        number: By which it is asked for, from 0.
        width: Of its picture, pixels.
        height: Of its picture, pixels.
    """

    number: int
    width: int
    height: int


@dataclass(frozen=True)
class CamerasFound:
    """The cameras that answered.

    Attributes:
        cameras: In the order of their numbers.
        late: Whether the time was over before all were asked.
    """

    cameras: tuple[CameraFound, ...]
    late: bool = False


def backend() -> int:
    """How this system's cameras are opened, as OpenCV numbers it; each way counts the cameras in its own order.

    The one that OpenCV takes first on Windows needs 12 seconds for some cameras.
    """
    import cv2  # noqa: PLC0415 - who only asks for the cameras does not load it

    return {"linux": cv2.CAP_V4L2, "darwin": cv2.CAP_AVFOUNDATION, "win32": cv2.CAP_DSHOW}.get(sys.platform, cv2.CAP_ANY)


def lasting_name(number: int) -> int | str:
    """A name by which the same camera is found again after it was unplugged, where the system has one; else its number.

    A camera that is plugged in again may get another number, and its number another camera. Linux keeps links by maker and serial number.
    """
    try:
        for link in sorted((DEVICES / "v4l" / "by-id").iterdir()):
            if link.resolve() == (DEVICES / f"video{number}").resolve():
                return str(link)
    except OSError:
        return number
    return number


def why_not(number: int) -> str:
    """Why a camera gives no picture, as far as this computer tells, and what to do; may take as long as `find_cameras`."""
    device = DEVICES / f"video{number}"
    if sys.platform == "linux" and device.exists():
        if not os.access(device, os.R_OK | os.W_OK):
            return f"you have no right to use {device}; on most systems the group video has"
        return "it is there; does another program use it? Close that, or unplug the camera and plug it in again"
    cameras = find_cameras(WHY_SECONDS).cameras
    if not cameras:
        return "no camera answers on this computer; is it plugged in, and is no other program using it?"
    return f"cameras that answer: {', '.join(f'{each.number} ({each.width} x {each.height})' for each in cameras)}"


def find_cameras(seconds: float = SECONDS) -> CamerasFound:
    """Asks every camera for one picture, which is thrown away.

    Args:
        seconds: How long to wait for all of them.
    """
    if sys.platform == "linux" and not any(DEVICES.glob("video*")):
        return CamerasFound(())
    command = [sys.executable, "-m", "numero_cam.capture.cameras"]
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)  # noqa: S603 - ourselves
    late = False
    try:
        out, _ = child.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        late = True
        child.kill()
        out, _ = child.communicate()
    return CamerasFound(tuple(CameraFound(**json.loads(line)) for line in out.decode().splitlines() if line.endswith("}")), late)


def _ask_all() -> None:
    """Writes a line of JSON for each camera that gives a picture, as soon as it does."""
    import cv2  # noqa: PLC0415 - in the process that may hang

    for number in range(MOST):
        device = cv2.VideoCapture(number, backend())
        try:
            good, picture = device.read() if device.isOpened() else (False, None)
        finally:
            device.release()
        if good and picture is not None:
            height, width = picture.shape[:2]
            sys.stdout.write(json.dumps({"number": number, "width": width, "height": height}) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    _ask_all()
