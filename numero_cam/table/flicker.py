"""Measures whether the light flickers: rows of the picture that become lighter and darker again and again, together or in bands.

Lamps flicker with the mains. A camera that opens row by row shows that as bands, another one as a picture that is lighter and darker.
"""

from collections import deque

import numpy as np
from numpy.typing import NDArray

from numero_cam.catalogue import tr

WINDOW_SECONDS = 3.0
"""Seconds over which the light is measured."""
MIN_PICTURES = 18
"""Minimum number of pictures in that time; fewer do not show how fast it changes."""
SAMPLE_STEP = 4
"""Distance in small pixels between the rows, and between the columns, that are measured."""
LEVEL_OFFSET = 6.0
"""Levels added before logarithms are taken, so that the noise of dark pixels does not dominate."""
MIN_CHANGE = 0.028
"""Change of a row's light from one picture to the next, root of the mean square of the natural logarithm of the ratio, from which plays are
told wrong (``benchmarks/flicker.py``)."""
MIN_CROSSINGS = 4
"""Minimum number of times that a row's light crosses its own mean: a lamp that is switched does so up to three times ..."""
MIN_CROSSINGS_A_SECOND = 2.0
"""... and how often a second: an exposure that hunts is slower."""
FLICKERS = tr(
    "the light flickers, so nothing is told; use daylight or another lamp, or set the camera to 50 Hz (60 Hz where the mains have 60 Hz)"
)
_LOGARITHMS = np.log(np.arange(256, dtype=np.float32) + np.float32(LEVEL_OFFSET))


class FlickerMeter:
    """Measures the light in the small pictures of a table, one after the other.

    A row's change of light is the median over its pixels, so hands and cards that cover less than half of a row do not count.

    Attributes:
        flickers: Whether the light flickers.
    """

    def __init__(self) -> None:
        self.flickers = False
        self._last: NDArray[np.float32] | None = None
        self._rows: deque[tuple[float, NDArray[np.float32]]] = deque()

    def update(self, small: NDArray[np.uint8], t: float) -> bool:
        """Measure the next picture, and return whether the light flickers.

        Args:
            small: ``(H, W, 3)`` uint8 RGB, always of one size.
            t: Its time, seconds.
        """
        levels = _LOGARITHMS[small[::SAMPLE_STEP, ::SAMPLE_STEP, 1]]  # green is most of the brightness
        if self._last is not None:
            light = self._rows[-1][1] if self._rows else np.zeros(len(levels), np.float32)
            self._rows.append((t, light + np.median(levels - self._last, axis=1).astype(np.float32)))
        self._last = levels
        while self._rows and t - self._rows[0][0] > WINDOW_SECONDS:
            self._rows.popleft()
        self.flickers = self._is_flicker()
        return self.flickers

    def _is_flicker(self) -> bool:
        if len(self._rows) < MIN_PICTURES:
            return False
        light = np.stack([rows for _, rows in self._rows])
        if np.median(np.square(np.diff(light, axis=0)).mean(axis=0)) < MIN_CHANGE**2:
            return False
        at = np.linspace(-1, 1, len(light), dtype=np.float32)[:, None]
        light -= light.mean(axis=0) + at * ((at * light).sum(axis=0) / (at * at).sum())  # a lamp that becomes dim is no flicker
        crossings = np.median(np.count_nonzero(np.diff(light > 0, axis=0), axis=0))
        seconds = self._rows[-1][0] - self._rows[0][0]
        return bool(crossings >= max(MIN_CROSSINGS, MIN_CROSSINGS_A_SECOND * seconds))
