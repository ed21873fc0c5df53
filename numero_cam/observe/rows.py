"""Cards that lie in rows: which lie beside each other, as melds do on a table."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from numero_cam.base.records import Corners

BESIDE, LEVEL = 1.6, 0.5
"""Cards are of one row where their middles are less than so many widths apart, and less than so many heights up or down."""


def rows_of(quads: Sequence[Corners]) -> list[list[int]]:
    """Groups cards into rows.

    Args:
        quads: ``(4, 2)`` pixels each, clockwise from the card's own top-left.

    Returns:
        Indices of the cards of each row, from left to right as the cards are read; rows from top to bottom, then from left to right.
    """
    if not quads:
        return []
    corners = np.stack(quads).astype(np.float64)
    middles, widths, heights = _upright(corners)
    groups: list[list[int]] = []
    for i in np.argsort(middles[:, 0]).tolist():
        beside = [group for group in groups if any(_in_row(middles, widths, heights, i, j) for j in group)]
        joined = [*(k for group in beside for k in group), i]
        groups = [group for group in groups if group not in beside] + [joined]
    rows = [sorted(group, key=lambda k: middles[k, 0]) for group in groups]
    high = float(np.median(heights))
    return sorted(rows, key=lambda row: (round(float(middles[row, 1].mean()) / high), float(middles[row, 0].min())))


def _upright(corners: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Middles in a picture turned so that the cards stand upright, their widths and heights."""
    top = corners[:, 1] - corners[:, 0]
    lengths = np.linalg.norm(top, axis=1)
    # A card on its head lies in its row too, so the doubled angle is averaged.
    angles = 2 * np.arctan2(top[:, 1], top[:, 0])
    turn = np.arctan2(np.sin(angles).mean(), np.cos(angles).mean()) / 2
    along = np.array([np.cos(turn), np.sin(turn)])
    if (top @ along).sum() < 0:
        along = -along
    middles = corners.mean(axis=1) @ np.column_stack([along, [-along[1], along[0]]])
    return middles, lengths, np.linalg.norm(corners[:, 3] - corners[:, 0], axis=1)


def _in_row(middles: NDArray[np.float64], widths: NDArray[np.float64], heights: NDArray[np.float64], i: int, j: int) -> bool:
    across, down = np.abs(middles[i] - middles[j])
    return bool(across < BESIDE * (widths[i] + widths[j]) / 2 and down < LEVEL * (heights[i] + heights[j]) / 2)
