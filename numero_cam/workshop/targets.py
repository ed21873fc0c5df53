"""What the detector shall answer for a picture: the training side of ``detect.decode``."""

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.detect.decode import OFFSET_UNIT, ORDER_CENTRES, STRIDE

Array = NDArray[np.float32]
Cells = NDArray[np.intp]

LEAST_VISIBLE = 0.10
"""Cards seen less than this are neither asked for nor punished."""
ORDER_REACH = np.radians(36)
"""How far from its centre an order of corners is trained; beyond 22.5 degrees the other one answers."""

# Channels of the target map, (CHANNELS, H, W) float32.
HEAT, HEAT_WEIGHT, SEEN, ORDER, WEIGHT, FIRST_WEIGHT, SECOND_WEIGHT = range(7)
OFFSETS = 7  # 16 channels follow, then the scale of the card.
SCALE = 23
CHANNELS = 24


def _anchor(rows: Cells, columns: Cells) -> tuple[int, int]:
    """Row and column of the cell deep inside the visible part, near its middle."""
    top, left = rows.min(), columns.min()
    mask = np.zeros((rows.max() - top + 3, columns.max() - left + 3), np.uint8)
    mask[rows - top + 1, columns - left + 1] = 1
    depth = cv2.distanceTransform(mask, cv2.DIST_L2, 3)[rows - top + 1, columns - left + 1]
    off = np.hypot(rows - rows.mean(), columns - columns.mean())
    k = int(np.argmax(depth - 0.12 * off))
    return int(rows[k]), int(columns[k])


def make_targets(owner: NDArray[np.int64], quads: Array) -> Array:
    """The target map for one picture.

    Args:
        owner: ``(H, W)`` int64, for each cell the index of the card seen there, -1 for none.
        quads: ``(N, 4, 2)`` float32, pixels of the network's input.

    Returns:
        ``(24, H, W)`` float32, see the channel names.
    """
    height, width = owner.shape
    out = np.zeros((CHANNELS, height, width), np.float32)
    out[HEAT_WEIGHT] = 1.0
    out[SEEN] = owner >= 0
    for i, quad in enumerate(quads):
        rows, columns = np.nonzero(owner == i)
        size = float(np.sqrt(max(geometry.area(quad), 1.0)))
        if not len(rows):
            continue
        if len(rows) < 3 or len(rows) * STRIDE**2 < LEAST_VISIBLE * size**2:
            out[HEAT_WEIGHT, rows, columns] = 0.0
            continue
        _fill_card(out, rows, columns, quad, size)
    return out


def _fill_card(out: Array, rows: Cells, columns: Cells, quad: Array, size: float) -> None:
    """Heat, offsets and weights in the cells of one card; each card weighs 1 in all."""
    r, c = _anchor(rows, columns)
    sigma = np.clip(0.2 * np.sqrt(len(rows)), 0.7, 3.5)
    spread = np.exp(-((columns - c) ** 2 + (rows - r) ** 2) / (2 * sigma**2))
    out[HEAT, rows, columns] = spread
    out[WEIGHT, rows, columns] = 0.5 / len(rows) + 0.5 * spread / spread.sum()
    out[ORDER, rows, columns] = float(abs(start_angle(quad)) > np.pi / 8)
    out[SCALE, rows, columns] = size / OFFSET_UNIT
    centres = np.stack([columns, rows], axis=1) * float(STRIDE) + (STRIDE - 1) / 2
    for k, centre in enumerate(ORDER_CENTRES):
        ordered = geometry.start_near_angle(quad, centre)
        if abs(geometry.edge_angle(ordered) - centre) < ORDER_REACH:
            out[FIRST_WEIGHT + k, rows, columns] = 1.0
        offsets = (ordered[None] - centres[:, None, :]) / OFFSET_UNIT
        out[OFFSETS + 8 * k : OFFSETS + 8 * k + 8, rows, columns] = offsets.reshape(-1, 8).T


def start_angle(quad: Array) -> float:
    """Direction of the first edge in the first order of corners, -pi/4..pi/4."""
    return geometry.edge_angle(geometry.start_near_angle(quad, ORDER_CENTRES[0]))
