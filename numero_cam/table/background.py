"""The table without what moves: a background that follows the light, and which parts of a picture are still."""

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.float32]

ACROSS, DOWN = 40, 22
"""The light is compared in so many parts of the picture."""
UNLIT = 6.0
"""Levels that are added before ratios are taken: the darkest are the camera's noise."""
LEAST_CHANGE = 1.0
"""Light has changed if more than half of the parts differ by more levels than this. A hand covers fewer."""
ROUNDS, SPREAD = 6, 0.03
"""Turns of the robust fit, and by how much parts that follow the light may differ from it, as a logarithm."""
LEAST_FOLLOWING = 0.5
"""Share of the parts that must follow, else it was not the light alone."""
MOST_CHANGE = 8.0
"""No lamp makes a picture more times as bright, or as dark."""


def _terms() -> NDArray[np.float64]:
    """Constant, slopes and curves over the parts, ``(N, 6)``."""
    y, x = np.mgrid[-1 : 1 : DOWN * 1j, -1 : 1 : ACROSS * 1j]
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1).reshape(-1, 6)


TERMS = _terms()


def _parts(picture: Picture) -> NDArray[np.float64]:
    return np.asarray(cv2.resize(picture, (ACROSS, DOWN), interpolation=cv2.INTER_AREA), np.float64).reshape(-1, 3)


def change_of_light(before: Picture, now: Picture) -> Picture | None:
    """By how much the light changed, if it did: a smooth factor for each place and colour, which hands and cards hardly touch.

    Args:
        before: ``(H, W, 3)`` float32 levels.
        now: The same.

    Returns:
        ``(H, W, 3)`` float32, by which ``before`` is to be multiplied to be compared with ``now``; None where the light is the same, or
        where more changed than the light.
    """
    old, new = _parts(before), _parts(now)
    if np.median(np.abs(new - old)) < LEAST_CHANGE:
        return None
    ratios = np.log((new + UNLIT) / (old + UNLIT))
    fitted = np.repeat(np.median(ratios, axis=0)[None], len(ratios), axis=0)
    weights = np.ones(len(ratios))
    for k in range(ROUNDS):
        off = np.abs(ratios - fitted).max(axis=1)
        spread = max(SPREAD, float(np.median(off)) if k < ROUNDS // 2 else SPREAD)
        weights = np.square(np.maximum(0, 1 - np.square(off / (4 * spread))))
        if weights.sum() < TERMS.shape[1]:
            return None
        root = np.sqrt(weights)[:, None]
        fitted = TERMS @ np.linalg.lstsq(TERMS * root, ratios * root, rcond=None)[0]
    if (np.abs(ratios - fitted).max(axis=1) < 3 * SPREAD).mean() < LEAST_FOLLOWING or np.abs(fitted).max() > np.log(MOST_CHANGE):
        return None
    field = np.exp(fitted).reshape(DOWN, ACROSS, 3).astype(np.float32)
    return np.asarray(cv2.resize(field, (before.shape[1], before.shape[0]), interpolation=cv2.INTER_LINEAR), np.float32)


Mask = NDArray[np.uint8]
"""``(H, W)`` uint8 of the small picture: 1 where something holds, else 0."""

SIDE = 320
"""Longer side of the small picture, pixels."""
LEAST_CHANGED, LEAST_MOVED = 13.0, 8.0
"""A place has changed, or moves, if a colour differs by at least this many levels."""
TIMES_NOISE = 5.0
"""The same in multiples of the picture's noise, where that is more."""
NOISE_SHARE = 0.05
"""Weight of each picture in what is known of the noise, and in how the still table looks."""
EDGE, EDGE_SHARE = 4.0, 0.5
"""An edge came or went if the slope of the brightness differs by more than the first, levels a place, and that share of the steeper one."""
ABOUT_EDGE = 3
"""What lies within so many places of such an edge may be a thing; farther off it is the same table in another light."""
AT_REST, LEAST_PICTURES = 0.2, 3
"""A place is still when nothing moved there for so many seconds and pictures."""
THREE = np.ones((3, 3), np.uint8)


def small_of(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A picture ``(H, W, 3)`` shrunk to a longer side of ``SIDE``."""
    share = min(1.0, SIDE / max(pixels.shape[:2]))
    size = max(1, round(pixels.shape[1] * share)), max(1, round(pixels.shape[0] * share))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)


def _apart(one: Picture, other: Picture) -> Picture:
    """By how much two pictures differ at each place, in the colour that differs most."""
    red, green, blue = cv2.split(cv2.absdiff(one, other))
    return np.asarray(cv2.max(cv2.max(red, green), blue), np.float32)


def _slopes(picture: Picture) -> tuple[Picture, Picture]:
    """How steeply the brightness rises to the right and downwards, levels a place."""
    grey = cv2.transform(picture, np.full((1, 3), 1 / 3, np.float32))
    x, y = (cv2.Sobel(grey, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))
    return np.asarray(x, np.float32), np.asarray(y, np.float32)


class Ground:
    """The small pictures of a table, and since when each place is still.

    Args:
        small: ``(H, W, 3)`` uint8, the table at the start.
        t: Its second.
    """

    def __init__(self, small: NDArray[np.uint8], t: float) -> None:
        self.now = self._prepared(small)
        self.settled = self.now.copy()
        self.empty = self.now.copy()
        shape = small.shape[:2]
        self.empty_known = np.zeros(shape, np.uint8)
        self.changed = np.zeros(shape, np.uint8)
        self.moving = np.zeros(shape, np.uint8)
        self.moved_at = np.full(shape, t, np.float32)
        self.moved_n = np.zeros(shape, np.int32)
        self.n = 0
        self._noise = 1.0

    @staticmethod
    def _prepared(small: NDArray[np.uint8]) -> Picture:
        return cv2.blur(small, (3, 3)).astype(np.float32)

    def take(self, small: NDArray[np.uint8], t: float) -> None:
        """Looks at the next picture: what differs from the last one, and from the table as it is known, the light apart.

        Args:
            small: ``(H, W, 3)`` uint8.
            t: Its second.
        """
        last, self.now, self.n = self.now, self._prepared(small), self.n + 1
        light = change_of_light(self.settled, self.now)
        if light is not None:
            self.settled *= light
            self.empty *= light
        # The last picture was taken in the last one's light, which may be about to change or in the middle of it.
        step = change_of_light(last, self.now) if light is not None else None
        differs = _apart(self.now, last if step is None else last * step)
        self._noise += NOISE_SHARE * (1.5 * float(np.median(differs[::4, ::4])) - self._noise)
        self.moving = self._beyond(differs, LEAST_MOVED)
        near = np.asarray(cv2.dilate(self.moving, THREE), np.uint8)
        moved = near > 0
        self.moved_at[moved], self.moved_n[moved] = t, self.n
        self.compare()
        self._follow_light(np.asarray(cv2.max(near, cv2.dilate(self.changed, THREE)), np.uint8))

    def _beyond(self, differs: Picture, least: float) -> Mask:
        mask = (differs > max(least, TIMES_NOISE * self._noise)).astype(np.uint8)
        # Single places are noise and the edges of things that lie where they lay.
        return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.uint8)

    def compare(self) -> None:
        """Finds anew what differs from the table as it is known."""
        self.changed = self._beyond(_apart(self.now, self.settled), LEAST_CHANGED)

    def _follow_light(self, apart: Mask) -> None:
        """Lets the known table follow slow changes where nothing else happens."""
        quiet = 1 - apart
        cv2.accumulateWeighted(self.now, self.settled, NOISE_SHARE, quiet)
        cv2.accumulateWeighted(self.now, self.empty, NOISE_SHARE, quiet & self.empty_known & self._as_empty())

    def _as_empty(self) -> Mask:
        return np.asarray(1 - self._beyond(_apart(self.now, self.empty), LEAST_CHANGED), np.uint8)

    def shows_empty(self) -> Mask:
        """Where the table without cards is known and seen now."""
        return np.asarray(self.empty_known & self._as_empty(), np.uint8)

    def still(self, t: float) -> Mask:
        """Where nothing moved for a while."""
        rested = (self.moved_at <= t - AT_REST + 1e-6) & (self.moved_n <= self.n - LEAST_PICTURES)
        return np.asarray(rested, np.uint8)

    def other_edges(self) -> Mask:
        """About where edges came or went: a hand or a card has some, light and soft shadows have none."""
        (x, y), (old_x, old_y) = _slopes(self.now), _slopes(self.settled)
        steeper = cv2.max(cv2.magnitude(x, y), cv2.magnitude(old_x, old_y))
        differs = cv2.magnitude(x - old_x, y - old_y) > EDGE + EDGE_SHARE * steeper
        single = cv2.morphologyEx(differs.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
        return np.asarray(cv2.dilate(single, THREE, iterations=ABOUT_EDGE), np.uint8)

    def settle(self, where: Mask) -> None:
        """Takes what is seen there now for the known table."""
        self.settled[where > 0] = self.now[where > 0]
        self.compare()

    def learn_empty(self, where: Mask) -> None:
        """Takes what is seen there now for the table without cards."""
        self.empty[where > 0] = self.now[where > 0]
        self.empty_known |= where

    def shift(self, matrix: NDArray[np.float64]) -> None:
        """Moves what is known of the table as the camera was moved.

        Args:
            matrix: ``(3, 3)``, from the small picture before to the one now.
        """
        size = self.now.shape[1], self.now.shape[0]
        inside = cv2.warpPerspective(np.ones(size[::-1], np.uint8), matrix, size, flags=cv2.INTER_NEAREST)
        settled = cv2.warpPerspective(self.settled, matrix, size, borderMode=cv2.BORDER_REPLICATE)
        self.settled = np.where(inside[..., None] > 0, settled, self.now).astype(np.float32)
        self.empty = np.asarray(cv2.warpPerspective(self.empty, matrix, size), np.float32)
        known = cv2.warpPerspective(self.empty_known, matrix, size, flags=cv2.INTER_NEAREST)
        self.empty_known = np.asarray(cv2.erode(known, THREE), np.uint8)
        self.compare()
