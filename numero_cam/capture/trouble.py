"""What is wrong with the pictures of a camera: told in one line, once it stood for a while, and not with every picture."""

from collections import deque

from numero_cam.base.quality import LEAST_WIDTH, emptiness
from numero_cam.capture.source import Pace, TimedFrame

STANDS, OVER = 1.0, 4.0
"""Seconds for which something must be wrong before it is told, and right before it is held to be over: what comes and goes is told once."""
EACH = 0.5
"""Seconds between two pictures that are looked at."""
ACROSS = 15
"""Cards that lie side by side across a picture of a whole table."""
FEW = 8.0
"""Pictures a second below which a play that is made and taken up quickly may show in none of them."""
RATE_OVER = 5.0
"""Seconds over which they are counted."""


class Steady:
    """A line that may change with every picture, as it is told."""

    def __init__(self) -> None:
        self.told = ""
        self._seen = ""
        self._since = self._last_wrong = 0.0

    def hear(self, line: str, t: float) -> str:
        """Hear what is wrong at a second, and return what is told; empty for nothing."""
        if line != self._seen:
            self._seen, self._since = line, t
        if line:
            self._last_wrong = t
            if t - self._since >= STANDS:
                self.told = line
        elif t - self._last_wrong >= OVER:
            self.told = ""
        return self.told


class PictureTrouble:
    """Looks at the pictures of a source.

    Attributes:
        notice: What is wrong with them, and what to do, a line for the user; empty where all is well.
    """

    def __init__(self) -> None:
        self.notice = ""
        self._steady = Steady()
        self._looked = float("-inf")
        self._wrong = ""
        self._came: deque[tuple[float, int]] = deque()

    def look(self, timed: TimedFrame, other: str = "") -> None:
        """Look at the next picture.

        Args:
            timed: The picture; its second is not before that of the last one.
            other: What somebody else found wrong with it, as that it is blurred; what is found here goes before.
        """
        self._came.append((timed.t, timed.n))
        while timed.t - self._came[0][0] > RATE_OVER:
            self._came.popleft()
        if timed.t - self._looked >= EACH:
            self._looked = timed.t
            self._wrong = emptiness(timed.frame.pixels).replace("the photo", "the picture") or _too_small(timed)
        self.notice = self._steady.hear(self._wrong or other or self._too_few(timed.pace), timed.t)

    def _too_few(self, pace: Pace) -> str:
        """That too few pictures come or were filmed, or that too few of those that come are looked at."""
        (first, n), (last, m) = self._came[0], self._came[-1]
        if last - first < RATE_OVER / 2 or pace == "photos":
            return ""
        came, seen = (m - n) / (last - first), (len(self._came) - 1) / (last - first)
        if pace == "film":
            few = (
                f"the film has only {seen:.0f} pictures a second, so quick plays may be missed; set the camera to 15 or more when you film"
            )
            return few if seen < FEW else ""
        if came < FEW:
            return f"only {came:.0f} pictures a second come, so quick plays may be missed; cameras give more where there is more light"
        if seen < FEW:
            return "this computer is too slow for the pictures that come, so quick plays may be missed; close other programs"
        return ""


def _too_small(timed: TimedFrame) -> str:
    longer = max(timed.frame.width, timed.frame.height)
    if longer >= LEAST_WIDTH * ACROSS:
        return ""
    size = f"{timed.frame.width} x {timed.frame.height} pixels"
    return f"the pictures have only {size}, so cards may be too small to be read; set the camera to a larger picture, as 1280 x 720"
