"""Measures whether the light flickers: rows of the picture that become lighter and darker again and again, together or in bands.

Lamps flicker with the mains. A camera that opens row by row shows that as bands, another one as a picture that is lighter and darker.
"""

from collections import deque
from functools import cache

import numpy as np
from numpy.typing import NDArray

from numero_cam.catalogue import tr

WINDOW_SECONDS = 3.0  #: Seconds over which the light is measured.
MIN_PICTURES = 18  #: Minimum number of pictures in that time; fewer do not show how fast it changes.
SAMPLE_STEP = 4  #: Distance in small pixels between the rows, and between the columns, that are measured.
LEVEL_OFFSET = 6.0  #: Levels added before logarithms are taken, so that the noise of dark pixels does not dominate.
#: Change of a row's light from one picture to the next, beside that of the whole picture, from which plays are told wrong: root of the mean
#: square of the natural logarithm of the ratio. ``benchmarks/flicker.py`` chooses it and the next one.
MIN_BAND_CHANGE = 0.032
#: The same of the light of the whole picture, from which plays are missed. The tracker takes that out, but not where pixels are too light.
MIN_WHOLE_CHANGE = 0.109
MIN_CROSSINGS = 4  #: Minimum number of times that a row's light crosses its own mean: a lamp that is switched does so up to three times ...
MIN_CROSSINGS_A_SECOND = 2.0  #: ... and how often a second: an exposure that hunts is slower.
FLICKERS = tr(
    "the light flickers, so nothing is told; use daylight or another lamp, or set the camera to 50 Hz (60 Hz where the mains have 60 Hz)"
)
SWINGS = tr(
    "the light flickers, so plays may be missed; use daylight or another lamp, or set the camera to 50 Hz (60 Hz for mains of 60 Hz)"
)
_LOGARITHMS = np.log(np.arange(256, dtype=np.float32) + np.float32(LEVEL_OFFSET))


class FlickerMeter:
    """Measures the light in the small pictures of a table, one after the other.

    A row's change of light is the median over its pixels, so hands and cards that cover less than half of a row do not count.
    """

    def __init__(self) -> None:
        self._last: NDArray[np.float32] | None = None
        self._changes: deque[tuple[float, NDArray[np.float32]]] = deque()

    def update(self, small: NDArray[np.uint8], t: float) -> str:
        """Measure the next picture as ``measure`` does.

        Returns:
            ``FLICKERS`` where what is seen in this light may be told wrong, ``SWINGS`` where it may be missed, else empty.
        """
        whole, bands = self.measure(small, t)
        return FLICKERS if bands >= MIN_BAND_CHANGE else SWINGS if whole >= MIN_WHOLE_CHANGE else ""

    def measure(self, small: NDArray[np.uint8], t: float) -> tuple[float, float]:
        """Measure the next picture, and return how much the light goes up and down from picture to picture: as a whole, and in bands.

        Args:
            small: ``(H, W, 3)`` uint8 RGB, always of one size.
            t: Its time, seconds.
        """
        levels = _LOGARITHMS[small[::SAMPLE_STEP, ::SAMPLE_STEP, 1]]  # green is most of the brightness
        if self._last is not None:
            self._changes.append((t, np.median(levels - self._last, axis=1).astype(np.float32)))
        self._last = levels
        while self._changes and t - self._changes[0][0] > WINDOW_SECONDS:
            self._changes.popleft()
        if len(self._changes) < MIN_PICTURES:
            return 0.0, 0.0
        rows = np.stack([change for _, change in self._changes])
        whole = np.median(rows, axis=1)[:, None]
        seconds = t - self._changes[0][0]
        return _swing(whole, seconds), _swing(rows @ _smooth_removed(rows.shape[1]), seconds)


@cache
def _smooth_removed(count: int) -> NDArray[np.float32]:
    """Return the matrix ``(count, count)`` that takes constant, slope and curve out of a row of numbers: lamps light a picture smoothly."""
    at = np.linspace(-1, 1, count)
    smooth, _ = np.linalg.qr(np.stack([np.ones(count), at, at * at], axis=1))
    return np.asarray(np.eye(count) - smooth @ smooth.T, np.float32)


def _swing(changes: NDArray[np.float32], seconds: float) -> float:
    """Return the root of the mean square of light that goes up and down; 0 where it goes just up or down.

    Args:
        changes: ``(pictures, places)``: change of each place from picture to picture, natural logarithm.
        seconds: Time from the first to the last.
    """
    light = np.cumsum(changes, axis=0)
    at = np.linspace(-1, 1, len(light), dtype=np.float32)[:, None]
    light -= light.mean(axis=0) + at * ((at * light).sum(axis=0) / (at * at).sum())  # a lamp that becomes dim is no flicker
    crossings = np.median(np.count_nonzero(np.diff(light > 0, axis=0), axis=0))
    if crossings < max(MIN_CROSSINGS, MIN_CROSSINGS_A_SECOND * seconds):
        return 0.0
    return float(np.sqrt(np.median(np.square(changes).mean(axis=0))))
