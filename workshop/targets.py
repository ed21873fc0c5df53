"""What the detector shall answer for a picture: the training side of ``vision.detector``."""

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.vision.detector import STRIDE

Array = NDArray[np.float32]
Cells = NDArray[np.intp]

LEAST_VISIBLE = 0.10  #: Cards seen less than this are neither asked for nor punished.
ORDER_REACH = np.radians(36)  #: How far from its centre an order of corners is trained; beyond 22.5 degrees the other one answers.

# Channels of the target map, (CHANNELS, H, W) float32.
HEAT, HEAT_WEIGHT, SEEN, ORDER, WEIGHT, FIRST_WEIGHT, SECOND_WEIGHT = range(7)
OFFSETS = 7  # 16 channels follow, then the scale of the card.
SCALE, INDEX, INDEX_WEIGHT = 23, 24, 25
CHANNELS = 26

#: Square root of the area, in pixels, of the smallest cards whose indices are asked for; those of smaller ones are not punished.
LEAST_INDEXED = 28.0
#: Cells about an index that its peak covers at most, and what these count in the card's offsets, beside 1 of all its cells.
REACH, INDEX_SHARE = 6, 0.3


def _anchor(rows: Cells, columns: Cells) -> tuple[int, int]:
    """Row and column of the cell deep inside the visible part, near its middle."""
    top, left = rows.min(), columns.min()
    mask = np.zeros((rows.max() - top + 3, columns.max() - left + 3), np.uint8)
    mask[rows - top + 1, columns - left + 1] = 1
    depth = cv2.distanceTransform(mask, cv2.DIST_L2, 3)[rows - top + 1, columns - left + 1]
    off = np.hypot(rows - rows.mean(), columns - columns.mean())
    k = int(np.argmax(depth - 0.12 * off))
    return int(rows[k]), int(columns[k])


def shape_maps(owner: NDArray[np.int64], areas: Array) -> Array:
    """What the visible parts of the cards decide: the same however the picture is turned or mirrored.

    ``owner``: ``(H, W)`` int64, the card seen in each cell, -1 for none; ``areas``: ``(N,)`` float32, square pixels of the whole cards.
    Returns ``(3, H, W)`` float32: heat, weight of the heat, weight of the cell in its card's offsets (0 where the card does not count).
    """
    out = np.zeros((3, *owner.shape), np.float32)
    out[1] = 1.0
    for i, area in enumerate(areas):
        rows, columns = np.nonzero(owner == i)
        if not len(rows):
            continue
        if len(rows) < 3 or len(rows) * STRIDE**2 < LEAST_VISIBLE * area:
            out[1, rows, columns] = 0.0
            continue
        r, c = _anchor(rows, columns)
        sigma = np.clip(0.2 * np.sqrt(len(rows)), 0.7, 3.5)
        spread = np.exp(-((columns - c) ** 2 + (rows - r) ** 2) / (2 * sigma**2))
        out[0, rows, columns] = spread
        out[2, rows, columns] = 0.5 / len(rows) + 0.5 * spread / spread.sum()
    return out
