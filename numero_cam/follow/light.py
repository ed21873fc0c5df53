"""What light does to a picture of a table: lamps, clouds and the camera's own exposure change it smoothly, and nothing has happened."""

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
