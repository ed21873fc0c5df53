"""What the detector shall answer for a picture: the training side of ``detect.decode``."""

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.detect.decode import OFFSET_UNIT, ORDER_CENTRES, STRIDE

Array = NDArray[np.float32]

LEAST_VISIBLE = 0.10
"""Cards seen less than this are neither asked for nor punished."""
ORDER_REACH = np.radians(36)
"""How far from its centre an order of corners is trained; beyond 22.5 degrees the other one answers."""

# Channels of the target map, (CHANNELS, H, W) float32.
HEAT, HEAT_WEIGHT, SEEN, ORDER, WEIGHT, FIRST_WEIGHT, SECOND_WEIGHT = range(7)
OFFSETS = 7  # 16 channels follow, then the scale of the card.
SCALE = 23
CHANNELS = 24


def _anchor(mask: NDArray[np.uint8]) -> tuple[int, int]:
    """Row and column of the cell deep inside the visible part, near its middle."""
    depth = cv2.distanceTransform(cv2.copyMakeBorder(mask, 1, 1, 1, 1, cv2.BORDER_CONSTANT), cv2.DIST_L2, 3)[1:-1, 1:-1]
    rows, columns = np.nonzero(mask)
    off = np.hypot(rows - rows.mean(), columns - columns.mean())
    k = int(np.argmax(depth[rows, columns] - 0.12 * off))
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
    grid = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=2) * float(STRIDE) + (STRIDE - 1) / 2
    for i, quad in enumerate(quads):
        mask = (owner == i).astype(np.uint8)
        cells = int(mask.sum())
        if not cells:
            continue
        own = mask > 0
        size = np.sqrt(max(geometry.area(quad), 1.0))
        if cells < 3 or cells * STRIDE**2 < LEAST_VISIBLE * size**2:  # noqa: PLR2004
            out[HEAT_WEIGHT][own] = 0.0
            continue
        r, c = _anchor(mask)
        sigma = np.clip(0.2 * np.sqrt(cells), 0.7, 3.5)
        spread = np.exp(-((grid[..., 0] / STRIDE - c - 0.375) ** 2 + (grid[..., 1] / STRIDE - r - 0.375) ** 2) / (2 * sigma**2))
        out[HEAT][own] = np.maximum(out[HEAT][own], spread[own])
        out[HEAT, r, c] = 1.0
        _fill_card(out, own, quad, grid, size, spread)
    return out


def _fill_card(out: Array, own: NDArray[np.bool_], quad: Array, grid: NDArray[np.float64], size: float, spread: NDArray[np.float64]) -> None:
    """Offsets and weights in the cells of one card; each card weighs 1 in all."""
    first = start_angles(quad)
    weight = 0.5 / own.sum() + 0.5 * spread / max(float(spread[own].sum()), 1e-6)
    out[WEIGHT][own] = weight[own]
    out[ORDER][own] = float(abs(first) > np.pi / 8)
    out[SCALE][own] = size / OFFSET_UNIT
    for k, centre in enumerate(ORDER_CENTRES):
        ordered = geometry.start_near_angle(quad, centre)
        off = abs(geometry.edge_angle(ordered) - centre)
        if off < ORDER_REACH:
            out[FIRST_WEIGHT + k][own] = 1.0
        offsets = (ordered[None, None] - grid[:, :, None, :]) / OFFSET_UNIT
        channels = OFFSETS + 8 * k
        out[channels : channels + 8, own] = offsets[own].reshape(-1, 8).T


def start_angles(quad: Array) -> float:
    """Direction of the first edge in the first order of corners, -pi/4..pi/4."""
    return geometry.edge_angle(geometry.start_near_angle(quad, ORDER_CENTRES[0]))
