"""The layers of a table in small images: how each looks, which pixel shows which, what moves and is still, whatever the lighting does."""

from collections.abc import Sequence
from typing import NamedTuple

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
CARD_MARGIN = 2  #: Small pixels around a card that belong to it: its edge and its shadow.


def dilate(mask: Mask, margin: int = CARD_MARGIN) -> Mask:
    """Return a mask that is larger by the margin on each side, pixels."""
    return np.asarray(cv2.dilate(mask, KERNEL_3X3, iterations=margin), np.uint8)


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


class Layer:
    """The table, a card, or all things, with its look; a part that was in view keeps its look while something covers it.

    Args:
        mask: Where it lies.
    """

    def __init__(self, mask: Mask) -> None:
        rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
        top, bottom, left, right = (int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1) if rows.size else (0, 0, 0, 0)
        self.box = np.s_[top:bottom, left:right]  #: The part of the small image that it lies in, as the next three.
        self.mask: Mask = mask[self.box].copy()  #: Where it lies.
        self.seen: Mask = np.zeros_like(self.mask)  #: Where its look is known.
        self.look: FloatImage = np.zeros((*self.mask.shape, 3), np.float32)  #: Its look, smoothed.

    def warped(self, mask: Mask, matrix: NDArray[np.float64]) -> "Layer":
        """Return the layer as a camera that moved sees it: it lies at ``mask``; ``matrix`` is the homography ``(3, 3)``, small pixels."""
        out = Layer(mask)
        if self.mask.size and out.mask.size:
            (rows, columns), (new_rows, new_columns) = self.box, out.box
            before, after = np.eye(3), np.eye(3)
            before[:2, 2], after[:2, 2] = (columns.start, rows.start), (-new_columns.start, -new_rows.start)
            size, own = out.mask.shape[::-1], after @ matrix @ before
            out.look = np.asarray(cv2.warpPerspective(self.look, own, size, borderMode=cv2.BORDER_REPLICATE), np.float32)
            out.seen = np.asarray(cv2.warpPerspective(self.seen, own, size, flags=cv2.INTER_NEAREST), np.uint8)
        return out


class Explained(NamedTuple):
    """Where the picture shows a layer: three masks of the size of its box."""

    kept: Mask  #: Looks as the layer does, and as no layer below it.
    bared: Mask  #: Looks as a layer below it, and not as the layer does.
    other: Mask  #: Looks neither as the layer nor as one below it.


class Background:
    """The layers of a table in the small image, and since when each pixel is still.

    From below they are the table, the cards, and the things: whatever lies there and is no card, such as a hand at rest.

    Args:
        small: ``(H, W, 3)`` uint8 RGB, the table at the start.
        t: Its time, seconds.
    """

    def __init__(self, small: NDArray[np.uint8], t: float) -> None:
        self.current = self._smoothed(small)  #: The newest frame, smoothed; ``(H, W, 3)`` float32 as the next two.
        self.settled = self.current.copy()  #: The looks of the uppermost layers; what they looked like before where they are unknown.
        self._lit = self.settled.copy()  # the settled table in the light of the layers' looks
        shape = small.shape[:2]
        self._table, self._things, self._cards = Layer(np.ones(shape, np.uint8)), Layer(np.ones(shape, np.uint8)), list[Layer]()
        self._things.mask[:] = 0
        self._table.seen[:] = 1
        self._top = np.zeros(shape, np.int16)  # the index in `_layers` of the uppermost layer at each pixel
        self.known = np.ones(shape, np.uint8)  #: Mask of the pixels at which the look of the uppermost layer is known.
        self.changed = np.zeros(shape, np.uint8)  #: Mask of the pixels that differ from the uppermost layer, or are not known.
        self.moving = np.zeros(shape, np.uint8)  #: Mask of the pixels that differ from the frame before.
        self.moved_at = np.full(shape, t, np.float32)  #: ``(H, W)`` float32, seconds: when each pixel last moved.
        self.moved_frame = np.zeros(shape, np.int32)  #: ``(H, W)`` int32: the number of that frame.
        self.frame_number = 0  #: Number of the newest frame, from 0.
        self._noise = 1.0  # levels, see `NOISE_PERCENTILE`

    @staticmethod
    def _smoothed(small: NDArray[np.uint8]) -> FloatImage:
        """Return a small image ``(H, W, 3)`` with the mean of each 3 x 3 pixels."""
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
        self._light_looks()
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
        quiet = np.asarray(1 - cv2.max(near_motion, cv2.dilate(self.changed, KERNEL_3X3)), np.uint8)
        cv2.copyTo(cv2.addWeighted(self.current, LEARNING_RATE, self.settled, 1 - LEARNING_RATE, 0), quiet, self.settled)

    def _light_looks(self) -> None:
        """Let the looks of all layers, hidden ones too, follow the light of the settled table, however slowly it changes."""
        light = estimate_light_ratio(self._lit, self.settled)
        if light is not None:
            for layer in self._layers:
                layer.look *= light[layer.box]
            self._lit = self.settled.copy()

    def _learn_noise(self, difference: FloatImage, changed: Mask) -> None:
        """Learn the noise from the pixels that show the settled table in this frame and in the one before: nothing moves there."""
        quiet = cv2.dilate(changed, KERNEL_3X3, iterations=QUIET_MARGIN)[::NOISE_STEP, ::NOISE_STEP] == 0
        if quiet.any():
            noise = float(np.percentile(difference[::NOISE_STEP, ::NOISE_STEP][quiet], NOISE_PERCENTILE))
            self._noise += LEARNING_RATE * (noise - self._noise)

    def _above_noise(self, difference: FloatImage, threshold: float) -> Mask:
        """Return the mask of the pixels with a difference above both the threshold and the noise, levels."""
        mask = (difference > max(threshold, NOISE_FACTOR * self._noise)).astype(np.uint8)
        # Single pixels are noise, or edges of cards that did not move.
        return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.uint8)

    def _differs(self, one: FloatImage, other: FloatImage) -> Mask:
        """Return the mask of the pixels at which two images differ by more than noise."""
        return self._above_noise(_difference(one, other), MIN_CHANGE)

    def _update_changed(self) -> None:
        """Compare the current frame with the settled table, and lift things where the layer below them is seen again."""
        self.changed = self._differs(self.current, self.settled) | (1 - self.known)
        lying = self.changed & self._things.mask
        if lying.any():
            lifted = lying & self.explain([layer for layer in self._layers[:-1] if lying[layer.box].any()])[1]
            if lifted.any():
                self.lift(np.asarray(lifted, np.uint8))

    @property
    def _layers(self) -> list[Layer]:
        """All layers, the lowest first."""
        return [self._table, *self._cards, self._things]

    def compose(self, cards: Sequence[Layer], looked_at: Mask | None = None) -> None:
        """Lay these cards on the table: ``settled`` and ``known`` become those of the uppermost layer at each pixel.

        Args:
            cards: Layers of the cards that lie on the table now, the lowest first.
            looked_at: Mask of the pixels at which no thing lies on them; None where nothing is known about that.
        """
        self._store()
        if looked_at is not None:
            self._things.mask &= 1 - looked_at
        self._cards = list(cards)
        for k, layer in enumerate(self._layers):
            self._top[layer.box][layer.mask > 0] = k
            if layer.mask.size:
                cv2.copyTo(layer.seen, layer.mask, self.known[layer.box])
                cv2.copyTo(layer.look, layer.mask & layer.seen, self.settled[layer.box])

    def _store(self) -> None:
        """Keep the looks of the uppermost layers, which follow slow changes in ``settled``."""
        for k, layer in enumerate(self._layers):
            if layer.mask.size:
                cv2.copyTo(self.settled[layer.box], (self._top[layer.box] == k) & self.known[layer.box], layer.look)

    def shown(self, layer: Layer | None = None) -> Mask:
        """Return the mask of the pixels at which a layer is uppermost; the table without an argument."""
        return np.asarray(self._top == self._layers.index(layer or self._table), np.uint8)

    def learn(self, where: Mask) -> None:
        """Take the current frame for the looks of the uppermost layers where the mask is 1."""
        cv2.copyTo(self.current, where, self.settled)
        self._know(where)

    def _know(self, where: Mask) -> None:
        """Mark the looks of the uppermost layers as known where the mask is 1."""
        self.known |= where
        for k, layer in enumerate(self._layers):
            layer.seen |= where[layer.box] & (self._top[layer.box] == k)
        self._update_changed()

    def learn_all(self, cards: Sequence[Layer], hidden: Mask) -> None:
        """Take the current frame for the looks of these cards, the lowest first, and of the table beside them; forget what is hidden.

        Args:
            cards: Their layers.
            hidden: Mask of the pixels that show a hand: it is a thing, and the table below it was not seen.
        """
        self._things.mask[:] = self._table.seen[:] = 0
        self.compose(cards)
        self.learn(np.asarray(1 - hidden, np.uint8))
        self._store()
        self.put_down(hidden)
        # What the table looks like below the cards is guessed: only where a card looks otherwise does it show that it still lies there.
        pixels = np.clip(self._table.look, 0, 255).astype(np.uint8)
        self._table.look[:] = cv2.inpaint(pixels, 1 - self._table.seen, 3, cv2.INPAINT_TELEA)

    def put_down(self, where: Mask) -> None:
        """Take what the current frame shows where the mask is 1 for a thing that lies on all else."""
        self._things.mask |= where
        self.compose(self._cards)
        self.learn(where)

    def lift(self, where: Mask) -> None:
        """Take things away where the mask is 1."""
        self._things.mask &= 1 - where
        self.compose(self._cards)
        self._update_changed()

    def changed_things(self) -> Mask:
        """Return the mask of the pixels beside cards at which a thing changed, and the look of the table below it is not known.

        No layer explains there whether the thing was lifted.
        """
        out = self.changed & self._things.mask & (1 - self._table.seen)
        for layer in self._cards:
            out[layer.box] &= 1 - layer.mask
        return np.asarray(out, np.uint8)

    def explain(self, layers: Sequence[Layer] | None = None) -> tuple[dict[Layer, Explained], Mask]:
        """Find where the current frame looks as which layer does.

        Args:
            layers: Those that are compared, the lowest first; None for all.

        Returns:
            For each layer where the frame shows it, and the mask of the pixels at which the frame looks as any of them.
        """
        if layers is None:
            self._store()
        explained, guessed = np.zeros_like(self.known), np.zeros_like(self.known)
        out = {}
        for layer in self._layers if layers is None else layers:
            alike = 1 - self._differs(self.current[layer.box], layer.look) if layer.mask.size else layer.mask
            own, below = alike & layer.seen & layer.mask, explained[layer.box].copy()
            out[layer] = Explained(own & (1 - (below | guessed[layer.box])), below & (1 - own), layer.seen & (1 - (own | below)))
            if layer is self._table:
                guessed = alike & (1 - layer.seen)
            explained[layer.box] |= own
        return out, explained

    def things_explain(self) -> Mask:
        """Return the mask of the pixels that show things, soft shadows too, which hide what is below."""
        return self._things.mask & (1 - self.changed)

    def shows_table(self) -> Mask:
        """Return the mask of the pixels that show the bare table now."""
        return self._table.seen & (1 - self._differs(self.current, self._table.look))

    def still_mask(self, t: float) -> Mask:
        """Return the mask of the pixels at which nothing has moved for ``STILL_SECONDS`` and ``STILL_FRAMES`` at time ``t``, seconds."""
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

    def warp(self, matrix: NDArray[np.float64], masks: Sequence[Mask]) -> list[Layer]:
        """Move all layers as the camera moved.

        Args:
            matrix: ``(3, 3)`` homography, small pixels before to small pixels now.
            masks: Where the cards lie now, the lowest first.

        Returns:
            The layers of the cards.
        """
        self._store()
        size, whole = self.known.shape[::-1], np.ones_like(self.known)
        inside = cv2.warpPerspective(whole, matrix, size, flags=cv2.INTER_NEAREST) > 0
        settled = cv2.warpPerspective(self.settled, matrix, size, borderMode=cv2.BORDER_REPLICATE)
        known = cv2.warpPerspective(self.known, matrix, size, flags=cv2.INTER_NEAREST)
        lying = np.asarray(cv2.warpPerspective(self._things.mask, matrix, size, flags=cv2.INTER_NEAREST), np.uint8)
        self._table, self._things = (layer.warped(whole, matrix) for layer in (self._table, self._things))
        self._things.mask &= lying
        self._cards, self._top[:] = [layer.warped(mask, matrix) for layer, mask in zip(self._cards, masks, strict=True)], -1
        self.compose(self._cards)
        self.settled = np.where(inside[..., None], settled, self.current).astype(np.float32)
        self._lit = self.settled.copy()
        self._know(np.asarray((known > 0) | ~inside, np.uint8))
        return self._cards
