"""The detector's output map to outlines. Pure functions on arrays.

The map is ``(20, H, W)`` float32, a cell for each 4 x 4 pixels of the network's input: 0 logit of an anchor (one for each card, on
its visible part), 1 logit of a card being seen, 2 logit of the second corner order, 3..10 and 11..18
corner offsets (x, y of four corners clockwise) in the first order, whose first edge points right (within 45 degrees), and in the
second, whose first edge points right and down, 19 logit of a card's index being seen. Two orders, because offsets in a single one would
jump where a card turns past 45 degrees.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.onnx import sigmoid

Array = NDArray[np.float32]

CHANNELS = 20
INDEX = 19
"""The channel of the indices."""
STRIDE = 4
ABOUT_PEAK, AGREE = 2, 0.2
"""Cells this near to a peak belong to its card if their outlines differ from the peak's by less than the second, a share of its size."""
ABOUT = np.indices((2 * ABOUT_PEAK + 1, 2 * ABOUT_PEAK + 1)).reshape(2, -1) - ABOUT_PEAK
"""Rows and columns of these cells from the peak."""
OFFSET_UNIT = 32.0
"""Pixels of the network's input for an offset of 1."""
ORDER_CENTRES = (0.0, np.pi / 4)
"""Mean direction of the first edge in each of the two corner orders, radians."""


@dataclass(frozen=True)
class Outline:
    """A card found in the map.

    Attributes:
        corners: ``(4, 2)`` float32, pixels of the network's input, clockwise.
        score: 0..1.
        at: ``(2,)`` float32, a pixel of the network's input at which the card itself is seen.
        by_index: An index tells it, not the anchor of the card.
    """

    corners: Array
    score: float
    at: Array
    by_index: bool = False


def centres(rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Array:
    """Middles of cells, ``(N, 2)`` float32, pixels of the network's input."""
    return np.asarray(np.stack([columns, rows], axis=1) * STRIDE + (STRIDE - 1) / 2, np.float32)


def quads_at(output: Array, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Array:
    """What the given cells say of their card's outline, ``(N, 4, 2)`` float32, pixels of the network's input."""
    cells = output[:, rows, columns].T
    offsets = np.where(cells[:, 2:3] > 0, cells[:, 11:19], cells[:, 3:11]).reshape(-1, 4, 2) * OFFSET_UNIT
    return np.asarray(offsets + centres(rows, columns)[:, None, :], np.float32)


def _steadied(output: Array, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Array:
    """Of each peak the median outline of the cells about it that mean the same card, ``(N, 4, 2)``: less noise than the peak's alone."""
    own = quads_at(output, rows, columns)
    near_rows, near_columns = rows[:, None] + ABOUT[0], columns[:, None] + ABOUT[1]
    inside = (near_rows >= 0) & (near_columns >= 0) & (near_rows < output.shape[1]) & (near_columns < output.shape[2])
    near_rows, near_columns = np.clip(near_rows, 0, output.shape[1] - 1), np.clip(near_columns, 0, output.shape[2] - 1)
    rolled = quads_at(output, near_rows.ravel(), near_columns.ravel()).reshape(*inside.shape, 4, 2)[:, :, geometry.STARTS]
    off = np.abs(rolled - own[:, None, None]).mean(axis=(3, 4))
    nearest = np.take_along_axis(rolled, off.argmin(axis=2)[:, :, None, None, None], axis=2)[:, :, 0]
    sides = np.sqrt(np.maximum(geometry.areas(own), 1.0))
    same = inside & (off.min(axis=2) < AGREE * sides[:, None])
    # The median of those that are the same: sorted to the front, the others stand behind them.
    count = same.sum(axis=1)[:, None, None, None]
    ordered = np.sort(np.where(same[:, :, None, None], nearest, np.inf), axis=1)
    middle = [np.take_along_axis(ordered, k, axis=1)[:, 0] for k in ((count - 1) // 2, count // 2)]
    return np.asarray((middle[0] + middle[1]) / 2, np.float32)


def _peaks(score: Array, least: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the cells ``(H, W)`` that are as high as all about them, the highest first."""
    rows, columns = np.nonzero((score >= cv2.dilate(score, np.ones((3, 3), np.uint8))) & (score >= least))
    best = np.argsort(-score[rows, columns], kind="stable")
    return rows[best], columns[best]


def find_outlines(output: Array, *, least_score: float, same_card: float, most: int = 200) -> list[Outline]:
    """Outlines of cards without doubles: those of the peaks of the anchor map, best first, and after them those that indices tell.

    Args:
        output: ``(20, H, W)`` float32, see the module.
        least_score: 0..1, peaks below are dropped.
        same_card: IoU above which the later of two outlines is a double.
        most: No more peaks of each map than this are looked at.
    """
    out: list[Outline] = []
    for channel in (0, INDEX):
        score = sigmoid(output[channel])
        rows, columns = (each[:most] for each in _peaks(score, least_score))
        quads = _steadied(output, rows, columns)
        told = zip(quads, score[rows, columns].tolist(), centres(rows, columns), geometry.are_sane(quads), strict=True)
        out += [Outline(quad, its, at, by_index=channel == INDEX) for quad, its, at, sane in told if sane]
    quads = np.array([outline.corners for outline in out], np.float32).reshape(-1, 4, 2)
    return [out[k] for k in geometry.without_doubles(quads, same_card)]
