"""Measures whether the light flickers, and takes it out: rows of the picture that become lighter and darker again, together or in bands.

Lamps flicker with the mains. A camera that opens row by row shows that as bands, another one as a picture that is lighter and darker.
"""

from collections import deque
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.catalogue import tr

WINDOW_SECONDS = 3.0  #: Seconds over which the light is measured.
MIN_PICTURES = 18  #: Minimum number of pictures in that time; fewer do not show how fast it changes.
SAMPLE_STEP = 4  #: Distance in small pixels between the rows, and between the columns, that are measured.
LEVEL_OFFSET = 6.0  #: Levels added before logarithms are taken, so that the noise of dark pixels does not dominate.
#: Strength of bands from which plays are told wrong, or lost, although they are taken out: root of the mean square of the natural
#: logarithm of a row's light beside that of the whole picture. ``benchmarks/flicker.py`` chooses it and the next one.
MIN_BAND_STRENGTH = 0.08
MIN_WHOLE_STRENGTH = 0.086  #: The same of the light of the whole picture.
MIN_CROSSINGS = 4  #: Minimum number of times that a row's light crosses its own mean: a lamp that is switched does so up to three times ...
MIN_CROSSINGS_A_SECOND = 2.0  #: ... and how often a second: an exposure that hunts is slower.
FLICKERS = tr(
    "the light flickers, so nothing is told; use daylight or another lamp, or set the camera to 50 Hz (60 Hz where the mains have 60 Hz)"
)
_LOGARITHMS = np.log(np.arange(256, dtype=np.float32) + np.float32(LEVEL_OFFSET))


class FlickerMeter:
    """Measures the light in the small pictures of a table, one after the other.

    A row's change of light is the median over its pixels, so hands and cards that cover less than half of a row do not count.
    """

    def __init__(self) -> None:
        self.flickers = True  #: Whether the light flickered in the last seconds, or may have: too few pictures were measured.
        self.swing = Swing()
        self._last: NDArray[np.float32] | None = None
        self._changes: deque[tuple[float, NDArray[np.float32]]] = deque()

    def update(self, small: NDArray[np.uint8], t: float) -> str:
        """Measure the next picture as ``measure`` does.

        Returns:
            ``FLICKERS`` where plays may be told wrong in this light, else empty.
        """
        whole, bands = self.measure(small, t)
        self.flickers = len(self._changes) < MIN_PICTURES or max(whole, bands) >= MIN_TAKEN_OUT
        return FLICKERS if bands >= MIN_BAND_STRENGTH or whole >= MIN_WHOLE_STRENGTH else ""

    def measure(self, small: NDArray[np.uint8], t: float) -> tuple[float, float]:
        """Measure the next picture, and return the strength of the flicker, as a whole and in bands: root mean square of the log light.

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
    """Return the strength of light that goes up and down, the root of its mean square; 0 where it goes just up or down.

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
    return float(np.sqrt(np.median(np.square(light).mean(axis=0))))


MIN_TAKEN_OUT = 0.004  #: Measure of bands, or of the whole picture, from which flicker is taken out; three times what steady light has.
GRID_COLUMNS = 32  #: Columns of the grid on which rows are compared with the table at rest.
GRID_ROWS = 60  #: Rows of the same grid.
MAX_WAVES = 12  #: Maximum number of bands from the upper edge to the lower one that are fitted.
CHANGED_WEIGHT = 0.02  #: Weight of a cell that showed something else in the picture before.
FIT_ROUNDS = 6  #: Rounds of the robust fit.
FIT_SCALE = 0.03  #: Scale of the residuals of cells that show the table at rest, natural logarithm of the ratio.
MIDDLE_LEVEL = 128.0  #: Level that changes as much in light that adds to levels as in light that multiplies them.
MAX_SHARE = 0.98  #: Largest share that adds, near 1: there the formulas end.
MIN_SWINGING_LEVEL = 1  #: Least level of a channel that a swing surely moves; black cannot become darker.
MAX_SWINGING_LEVEL = 249  #: Most level of the same; lighter ones may be overexposed, and cannot become lighter.
SWING_MEMORY = 0.98  #: Weight of what was learned of a ``Swing``, from picture to picture.
SWING_PRIOR = 0.01  #: Weight of what holds without pictures, that light multiplies: about that of one change by 1 %.
_MEAN_OF_CHANNELS = np.full((1, 3), 1 / 3, np.float32)  #: Matrix of ``cv2.transform``.


@cache
def _row_waves() -> NDArray[np.float64]:
    """Return cosines over the rows of the grid, ``(GRID_ROWS, 2 * MAX_WAVES + 1)``: constant, half a wave, one wave ..."""
    at = (np.arange(GRID_ROWS) + 0.5) / GRID_ROWS
    return np.asarray(np.cos(np.pi * np.outer(at, np.arange(2 * MAX_WAVES + 1))))


class RowLight(NamedTuple):
    """The light of each row of a picture beside that of the table at rest, and the cells ``(GRID_ROWS, GRID_COLUMNS)`` that tell it."""

    strength: NDArray[np.float32]  #: ``(H,)`` float32: natural logarithm of the factor by which the middle level is lighter now.
    rows: NDArray[np.float64]  #: The same of the rows of the grid, ``(GRID_ROWS, 1)``.
    now: NDArray[np.float64]  #: Levels of the cells, means of the channels.
    colours: NDArray[np.float64]  #: ``(GRID_ROWS, GRID_COLUMNS, 3)`` RGB: by how much each channel is over that mean.
    levels: NDArray[np.float64]  #: The middle level as a multiple of the levels of the cells of the table at rest.
    #: Weights of the cells, 0 where they show something else than the table at rest, or levels that end at black or white.
    weights: NDArray[np.float64]


class Swing:
    """How levels follow a light that flickers, learned over the pictures: a property of the camera and the lamp.

    A swing of strength s changes the mean x of a pixel's channels by s * ((1 - share) * x + share * MIDDLE_LEVEL), and the difference d of
    a channel from it by s * colour * d. Light that multiplies levels has share 0 and colour 1. Tone curves and black levels add, and a
    camera that brightens luma alone leaves colours as they are.
    """

    def __init__(self) -> None:
        self.share = 0.0  #: The share that adds, 0 to ``MAX_SHARE``.
        self.colour = 1.0  #: How much of a swing differences between channels follow, 0 to 1.
        self._last: RowLight | None = None
        self._lessons = np.zeros((2, 2))  # of the share, of the colour: products and squares

    def learn(self, light: RowLight) -> None:
        """Learn from a picture and the one before. Steady light teaches nothing."""
        if self._last is not None:
            lessons = _share_lesson(self._last, light, self.share), _colour_lesson(self._last, light)
            self._lessons = SWING_MEMORY * self._lessons + lessons
        self._last = light
        (shares, share_squares), (colours, colour_squares) = self._lessons.tolist()
        self.share = min(max(0.0, shares / (share_squares + SWING_PRIOR)), MAX_SHARE)
        usual = 1 - self.share  # where light multiplies, and adds the rest to all channels alike
        self.colour = min(max(0.0, (colours + SWING_PRIOR * usual) / (colour_squares + SWING_PRIOR)), 1.0)


def _share_lesson(last: RowLight, light: RowLight, share: float) -> NDArray[np.float64]:
    """Return what two pictures teach of the share that adds: weighted sums of products and squares ``(2,)``, as of a regression.

    In a row that swings by s a cell changes by s * (1 - share + share * level): beside the row's mean, by share * s * (level - mean level).
    Changes from the table at rest would not do: its looks follow what is taken out, and confirm a wrong share.
    """
    levels, weights = light.levels, light.weights * last.weights
    changes = (light.now - last.now) * levels / MIDDLE_LEVEL
    total = weights.sum(axis=1, keepdims=True) + 1e-9
    change, level = ((weights * cells).sum(axis=1, keepdims=True) / total for cells in (changes, levels))
    swings = change / (1 - share + share * level) * (levels - level)
    return np.array([(weights * swings * (changes - change)).sum(), (weights * swings * swings).sum()])


def _colour_lesson(last: RowLight, light: RowLight) -> NDArray[np.float64]:
    """Return what two pictures teach of ``Swing.colour``, as of a regression: differences d of channels change by s * colour * d."""
    weights = (light.weights * last.weights)[:, :, None] / MIDDLE_LEVEL**2
    swings = (light.rows - last.rows)[:, :, None] * (light.colours + last.colours) / 2
    return np.array([(weights * swings * (light.colours - last.colours)).sum(), (weights * swings * swings).sum()])


def fit_row_light(settled: NDArray[np.float32], changed: NDArray[np.uint8], small: NDArray[np.uint8], share: float = 0.0) -> RowLight:
    """Fit the light of each row of a picture beside that of the table at rest.

    Cells of a grid are compared; those that show a hand, or a card that went, are outliers of the fit.

    Args:
        settled: ``(H, W, 3)`` float32 RGB, levels 0..255.
        changed: ``(H, W)`` uint8, 1 where the picture before did not show the table at rest.
        small: ``(H, W, 3)`` uint8 RGB, the same view now.
        share: ``Swing.share``.
    """
    size = GRID_COLUMNS, GRID_ROWS
    channels = cv2.resize(small, size, interpolation=cv2.INTER_AREA).astype(np.float64)
    before = cv2.resize(settled, size, interpolation=cv2.INTER_AREA).mean(axis=2, dtype=np.float64)
    now = channels.mean(axis=2)
    levels = MIDDLE_LEVEL / (before + LEVEL_OFFSET)
    ratios = np.log1p((1 - share) * (now - before) / (before + LEVEL_OFFSET) / (1 - share + share * levels)) / (1 - share)
    waves = _row_waves()
    weights = prior = np.where(cv2.resize(changed * np.float32(1), size, interpolation=cv2.INTER_AREA) > 0, CHANGED_WEIGHT, 1.0)
    for k in range(FIT_ROUNDS):
        # Weighted least squares of all cells: (A'WA + I) x = A'Wr. I bridges rows that show nothing of the table at rest.
        normal = (waves.T * weights.sum(axis=1)) @ waves + np.eye(waves.shape[1])
        fitted = waves @ np.linalg.solve(normal, waves.T @ (weights * ratios).sum(axis=1))
        residuals = np.abs(ratios - fitted[:, None])
        scale = max(FIT_SCALE, float(np.median(residuals))) if k < FIT_ROUNDS // 2 else FIT_SCALE
        weights = prior * np.square(np.maximum(0, 1 - np.square(residuals / (4 * scale))))  # Tukey's biweight
    rows = cv2.resize(fitted.astype(np.float32)[:, None], (1, len(small)), interpolation=cv2.INTER_CUBIC)
    # Less than the least level wraps to 255, so one comparison finds both ends.
    ends = (small - np.uint8(MIN_SWINGING_LEVEL) > MAX_SWINGING_LEVEL - MIN_SWINGING_LEVEL) * np.uint8(255)
    whole = (cv2.resize(ends, size, interpolation=cv2.INTER_AREA) == 0).all(axis=2)
    return RowLight(np.asarray(rows[:, 0], np.float32), fitted[:, None], now, channels - now[:, :, None], levels, weights * whole)


def without_flicker(
    settled: NDArray[np.float32], changed: NDArray[np.uint8], small: NDArray[np.uint8], swing: Swing | None = None
) -> NDArray[np.uint8]:
    """Return a small image ``(H, W, 3)`` uint8 RGB in the light of the table at rest.

    Args:
        settled: As ``fit_row_light``'s, as the next two.
        changed: As ``fit_row_light``'s.
        small: As ``fit_row_light``'s.
        swing: What is known of the light; it learns from this picture. None: it multiplies levels.
    """
    swing = swing or Swing()
    multiplied = 1 - swing.share
    light = fit_row_light(settled, changed, small, swing.share)
    strength = light.strength[:, None]
    # Such a swing multiplies the distance of a level, of a hand too, from a level below black that stays as it is.
    fixed = np.float32(-swing.share / multiplied * MIDDLE_LEVEL)
    means, colours = np.exp(np.float32(-multiplied) * strength), np.exp(np.float32(-swing.colour) * strength)
    # A channel becomes (mean - fixed) * means + fixed + (channel - mean) * colours.
    steady = small.astype(np.float32)
    beside = cv2.transform(steady, _MEAN_OF_CHANNELS) * (means - colours) + fixed * (1 - means)
    steady *= colours[:, :, None]
    steady += beside[:, :, None]
    swing.learn(light)
    np.clip(np.rint(steady, out=steady), 0, 255, out=steady)
    return steady.astype(np.uint8)
