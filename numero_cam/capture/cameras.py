"""Which cameras this computer has: asked in a process of its own, because a camera's driver may hang."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

MOST = 8
"""Numbers that are tried, from 0."""
SECONDS = 10.0
"""After this time no more cameras are waited for."""
_DEVICES = Path("/dev")


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


def find_cameras(seconds: float = SECONDS) -> CamerasFound:
    """Asks every camera for one picture, which is thrown away.

    Args:
        seconds: How long to wait for all of them.
    """
    if sys.platform == "linux" and not any(_DEVICES.glob("video*")):
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
        device = cv2.VideoCapture(number)
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
