"""The table's background in small images: what changed, what moves, and which pixels are still, whatever the lighting does."""

import cv2
import numpy as np
from numpy.typing import NDArray

FloatImage = NDArray[np.float32]  #: ``(H, W, 3)`` float32 RGB, levels 0..255.
Mask = NDArray[np.uint8]  #: ``(H, W)`` uint8 of the small image, 0 or 1.

LIGHT_COLUMNS = 40  #: Columns of the grid on which lighting is compared.
LIGHT_ROWS = 22  #: Rows of the same grid.
LIGHT_OFFSET = 6.0  #: Levels added before ratios are taken, so that the noise of dark pixels does not dominate.
#: Median difference of the grid cells, levels, from which lighting has changed. A hand covers fewer than half of them.
MIN_LIGHT_CHANGE = 1.0
LIGHT_FIT_ROUNDS = 6  #: Rounds of the robust fit.
LIGHT_FIT_SCALE = 0.03  #: Scale of the residuals of cells that follow the lighting, natural logarithm of the ratio.
MIN_LIGHT_INLIERS = 0.5  #: Share of the cells that must follow the fit; otherwise more than the lighting changed.
MAX_LIGHT_RATIO = 8.0  #: Largest ratio of brightness, up or down, that counts as a change of lighting.


def _quadratic_terms() -> NDArray[np.float64]:
    """Return constant, linear and quadratic terms of each cell, ``(LIGHT_ROWS * LIGHT_COLUMNS, 6)``."""
    y, x = np.mgrid[-1 : 1 : LIGHT_ROWS * 1j, -1 : 1 : LIGHT_COLUMNS * 1j]
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1).reshape(-1, 6)


LIGHT_TERMS = _quadratic_terms()


def _light_cells(image: FloatImage) -> NDArray[np.float64]:
    """Return the mean colour of each cell, ``(LIGHT_ROWS * LIGHT_COLUMNS, 3)``."""
    return np.asarray(cv2.resize(image, (LIGHT_COLUMNS, LIGHT_ROWS), interpolation=cv2.INTER_AREA), np.float64).reshape(-1, 3)


def estimate_light_ratio(before: FloatImage, now: FloatImage) -> FloatImage | None:
    """Estimate by what smooth factor the lighting changed. Hands and cards are outliers of the fit.

    Args:
        before: ``(H, W, 3)`` float32 RGB, levels 0..255.
        now: The same view later.

    Returns:
        ``(H, W, 3)`` float32: multiply ``before`` by it to compare it with ``now``. None where the lighting is the same, or where more
        than the lighting changed.
    """
    old, new = _light_cells(before), _light_cells(now)
    if np.median(np.abs(new - old)) < MIN_LIGHT_CHANGE:
        return None
    ratios = np.log((new + LIGHT_OFFSET) / (old + LIGHT_OFFSET))
    fitted = np.repeat(np.median(ratios, axis=0)[None], len(ratios), axis=0)
    weights = np.ones(len(ratios))
    for k in range(LIGHT_FIT_ROUNDS):
        residuals = np.abs(ratios - fitted).max(axis=1)
        scale = max(LIGHT_FIT_SCALE, float(np.median(residuals)) if k < LIGHT_FIT_ROUNDS // 2 else LIGHT_FIT_SCALE)
        weights = np.square(np.maximum(0, 1 - np.square(residuals / (4 * scale))))
        if weights.sum() < LIGHT_TERMS.shape[1]:
            return None
        root = np.sqrt(weights)[:, None]
        fitted = LIGHT_TERMS @ np.linalg.lstsq(LIGHT_TERMS * root, ratios * root, rcond=None)[0]
    inliers = np.abs(ratios - fitted).max(axis=1) < 3 * LIGHT_FIT_SCALE
    if inliers.mean() < MIN_LIGHT_INLIERS or np.abs(fitted).max() > np.log(MAX_LIGHT_RATIO):
        return None
    cells = np.exp(fitted).reshape(LIGHT_ROWS, LIGHT_COLUMNS, 3).astype(np.float32)
    return np.asarray(cv2.resize(cells, (before.shape[1], before.shape[0]), interpolation=cv2.INTER_LINEAR), np.float32)


SMALL_SIDE = 320  #: Longer side of the small image, pixels.
MIN_CHANGE = 13.0  #: Difference from the settled table, levels of one colour, from which a pixel has changed.
MIN_MOTION = 8.0  #: Difference from the frame before, levels of one colour, from which a pixel moves.
#: Percentile of the differences between two frames, over the pixels that show the settled table, that is the noise. It is no mean, because
#: a stream of few bits sends most blocks rarely: there most differences are 0, and a few are large.
NOISE_PERCENTILE = 99.5
NOISE_FACTOR = 2.5  #: Both thresholds are at least this multiple of the noise.
NOISE_STEP = 4  #: Distance in small pixels between the rows, and between the columns, in which the noise is measured.
QUIET_MARGIN = 4  #: Small pixels around what changed that say nothing about the noise: shadows and blurred edges.
LEARNING_RATE = 0.05  #: Weight of each new frame in the noise estimate and in the images of the still table.
MIN_EDGE_CHANGE = 4.0  #: Change of the brightness gradient, levels per small pixel, from which an edge appeared or vanished.
MIN_EDGE_CHANGE_SHARE = 0.5  #: The same as a share of the steeper gradient, added to ``MIN_EDGE_CHANGE``.
EDGE_MARGIN = 3  #: Small pixels around a changed edge that may show an object; beyond it the table is only lit otherwise.
STILL_SECONDS = 0.2  #: A pixel is still when nothing has moved there for this many seconds ...
STILL_FRAMES = 3  #: ... and for this many frames.
STILL_PERCENTILE = 95  #: Percentile of the changed pixels that must be still: the rest may be noise.
KERNEL_3X3 = np.ones((3, 3), np.uint8)


def to_small_image(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a picture ``(H, W, 3)`` uint8 RGB shrunk to a longer side of at most ``SMALL_SIDE``."""
    scale = min(1.0, SMALL_SIDE / max(pixels.shape[:2]))
    size = max(1, round(pixels.shape[1] * scale)), max(1, round(pixels.shape[0] * scale))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)


def _difference(one: FloatImage, other: FloatImage) -> FloatImage:
    """Return the largest difference over the three colours for each pixel, ``(H, W)`` levels."""
    red, green, blue = cv2.split(cv2.absdiff(one, other))
    return np.asarray(cv2.max(cv2.max(red, green), blue), np.float32)


def _gradients(image: FloatImage) -> tuple[FloatImage, FloatImage]:
    """Return the horizontal and vertical gradients of the brightness, ``(H, W)`` levels per pixel each."""
    grey = cv2.transform(image, np.full((1, 3), 1 / 3, np.float32))
    x, y = (cv2.Sobel(grey, cv2.CV_32F, *order, scale=1 / 8) for order in ((1, 0), (0, 1)))
    return np.asarray(x, np.float32), np.asarray(y, np.float32)


class Background:
    """The small images of a table, and since when each pixel is still.

    Args:
        small: ``(H, W, 3)`` uint8 RGB, the table at the start.
        t: Its time, seconds.
    """

    def __init__(self, small: NDArray[np.uint8], t: float) -> None:
        self.current = self._smoothed(small)  #: The newest frame, smoothed; ``(H, W, 3)`` float32 as the next two.
        self.settled = self.current.copy()  #: The table with its cards, as it is known.
        self.empty = self.current.copy()  #: The table without cards, where ``empty_known`` is 1.
        self.below = self.current.copy()  #: The settled table as it was before things were put down, where ``below_known`` is 1.
        shape = small.shape[:2]
        self.below_known = np.zeros(shape, np.uint8)  #: Mask of the pixels at which a thing that was put down is part of ``settled``.
        self.empty_known = np.zeros(shape, np.uint8)  #: Mask of the pixels at which the bare table was seen.
        self.changed = np.zeros(shape, np.uint8)  #: Mask of the pixels that differ from ``settled``.
        self.moving = np.zeros(shape, np.uint8)  #: Mask of the pixels that differ from the frame before.
        self.moved_at = np.full(shape, t, np.float32)  #: ``(H, W)`` float32, seconds: when each pixel last moved.
        self.moved_frame = np.zeros(shape, np.int32)  #: ``(H, W)`` int32: the number of that frame.
        self.frame_number = 0  #: Number of the newest frame, from 0.
        self._noise = 1.0

    @staticmethod
    def _smoothed(small: NDArray[np.uint8]) -> FloatImage:
        return cv2.blur(small, (3, 3)).astype(np.float32)

    def update(self, small: NDArray[np.uint8], t: float) -> None:
        """Take the next frame: update what moves and what changed, with changes of lighting removed.

        Args:
            small: ``(H, W, 3)`` uint8 RGB.
            t: Its time, seconds.
        """
        last, self.current, self.frame_number = self.current, self._smoothed(small), self.frame_number + 1
        light = estimate_light_ratio(self.settled, self.current)
        if light is not None:
            self.settled *= light
            self.empty *= light
        # The frame before has its own lighting: the change may begin with this frame, or be under way.
        step = estimate_light_ratio(last, self.current) if light is not None else None
        difference = _difference(self.current, last if step is None else last * step)
        changed_before = self.changed
        self._update_changed()
        self._learn_noise(difference, self.changed | changed_before)
        self.moving = self._above_noise(difference, MIN_MOTION)
        near_motion = np.asarray(cv2.dilate(self.moving, KERNEL_3X3), np.uint8)
        moved = near_motion > 0
        self.moved_at[moved], self.moved_frame[moved] = t, self.frame_number
        self._adapt(np.asarray(1 - cv2.max(near_motion, cv2.dilate(self.changed, KERNEL_3X3)), np.uint8))

    def _learn_noise(self, difference: FloatImage, changed: Mask) -> None:
        """Learn the noise from the pixels that show the settled table in this frame and in the one before: nothing moves there."""
        quiet = cv2.dilate(changed, KERNEL_3X3, iterations=QUIET_MARGIN)[::NOISE_STEP, ::NOISE_STEP] == 0
        if quiet.any():
            noise = float(np.percentile(difference[::NOISE_STEP, ::NOISE_STEP][quiet], NOISE_PERCENTILE))
            self._noise += LEARNING_RATE * (noise - self._noise)

    def _above_noise(self, difference: FloatImage, threshold: float) -> Mask:
        mask = (difference > max(threshold, NOISE_FACTOR * self._noise)).astype(np.uint8)
        # Single pixels are noise, or edges of cards that did not move.
        return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.uint8)

    def _update_changed(self) -> None:
        self.changed = self._above_noise(_difference(self.current, self.settled), MIN_CHANGE)
        if (self.changed & self.below_known).any():
            self._uncover()

    def _uncover(self) -> None:
        """Take back what was known below a thing, where it is seen again: the thing was lifted, and its place is free at once."""
        light = estimate_light_ratio(self.below, self.current)
        below = self.below if light is None else self.below * light
        uncovered = self.changed & self.below_known & (1 - self._above_noise(_difference(self.current, below), MIN_CHANGE))
        seen = uncovered > 0
        self.settled[seen] = below[seen]
        self.below_known &= 1 - uncovered
        self.changed &= 1 - uncovered

    def _adapt(self, quiet: Mask) -> None:
        """Let the known images follow slow changes where nothing else happens."""
        for known, where in ((self.settled, quiet), (self.empty, quiet & self.shows_empty())):
            cv2.copyTo(cv2.addWeighted(self.current, LEARNING_RATE, known, 1 - LEARNING_RATE, 0), where, known)

    def shows_empty(self) -> Mask:
        """Return the mask of the pixels that show the bare table now."""
        differs = self._above_noise(_difference(self.current, self.empty), MIN_CHANGE)
        return np.asarray(self.empty_known & (1 - differs), np.uint8)

    def still_mask(self, t: float) -> Mask:
        """Return the mask of the pixels at which nothing has moved for ``STILL_SECONDS`` and ``STILL_FRAMES``.

        Args:
            t: The present time, seconds.
        """
        still = (self.moved_at <= t - STILL_SECONDS + 1e-6) & (self.moved_frame <= self.frame_number - STILL_FRAMES)
        return np.asarray(still, np.uint8)

    def still_since(self) -> float:
        """Return the time since which nothing that changed has moved, seconds; minus infinity where nothing changed."""
        changed = self.changed > 0
        return float(np.percentile(self.moved_at[changed], STILL_PERCENTILE)) if changed.any() else -np.inf

    def changed_edges(self) -> Mask:
        """Return the mask of the pixels near edges that appeared or vanished: hands and cards have edges, soft shadows have none."""
        (x, y), (old_x, old_y) = _gradients(self.current), _gradients(self.settled)
        steeper = cv2.max(cv2.magnitude(x, y), cv2.magnitude(old_x, old_y))
        differs = cv2.magnitude(x - old_x, y - old_y) > MIN_EDGE_CHANGE + MIN_EDGE_CHANGE_SHARE * steeper
        without_noise = cv2.morphologyEx(differs.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
        return np.asarray(cv2.dilate(without_noise, KERNEL_3X3, iterations=EDGE_MARGIN), np.uint8)

    def settle(self, where: Mask) -> None:
        """Take the current frame for the known table where the mask is 1."""
        self.settled[where > 0] = self.current[where > 0]
        self._update_changed()

    def settle_object(self, where: Mask) -> None:
        """Take the current frame for the known table where a thing was put down, and remember what was known below it.

        Args:
            where: Mask of the thing.
        """
        light = estimate_light_ratio(self.below, self.settled)
        if light is not None:
            self.below *= light
        new = self.below_known == 0
        self.below[new] = self.settled[new]
        self.below_known |= where
        self.settle(where)

    def learn_empty(self, where: Mask) -> None:
        """Take the current frame for the bare table where the mask is 1."""
        self.empty[where > 0] = self.current[where > 0]
        self.empty_known |= where

    def warp(self, matrix: NDArray[np.float64]) -> None:
        """Move the known images as the camera moved.

        Args:
            matrix: ``(3, 3)`` homography, small pixels before to small pixels now.
        """
        size = self.current.shape[1], self.current.shape[0]
        inside = cv2.warpPerspective(np.ones(size[::-1], np.uint8), matrix, size, flags=cv2.INTER_NEAREST)
        settled = cv2.warpPerspective(self.settled, matrix, size, borderMode=cv2.BORDER_REPLICATE)
        self.settled = np.where(inside[..., None] > 0, settled, self.current).astype(np.float32)
        self.empty = np.asarray(cv2.warpPerspective(self.empty, matrix, size), np.float32)
        known = cv2.warpPerspective(self.empty_known, matrix, size, flags=cv2.INTER_NEAREST)
        self.empty_known = np.asarray(cv2.erode(known, KERNEL_3X3), np.uint8)
        self.below = np.asarray(cv2.warpPerspective(self.below, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.float32)
        self.below_known = np.asarray(cv2.warpPerspective(self.below_known, matrix, size, flags=cv2.INTER_NEAREST), np.uint8)
        self._update_changed()
