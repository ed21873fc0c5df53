"""Which cards are a hand, the opposite hand, the centre, or a take spread out; by where and how the cards lie in the picture."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from numero_cam.base.records import CardReading

Array = NDArray[np.floating]

SIDE_BY_SIDE = 0.6
"""Cards of a row differ in height by less than this share of a card's height."""
GAP = 1.1
"""Cards of a row are less than this many card widths apart, edge to edge."""
TURN = 40.0
"""Degrees by which neighbours of a row may be turned against each other."""


class _Shapes:
    """Middles, axes and turns of cards in the picture.

    Args:
        quads: ``(N, 4, 2)`` pixels.
    """

    def __init__(self, quads: Array) -> None:
        self.quads = quads
        self.middles = quads.mean(axis=1)
        self.ups = (quads[:, 0] + quads[:, 1] - quads[:, 2] - quads[:, 3]) / 2
        self.heights = np.linalg.norm(self.ups, axis=1)
        self.widths = np.linalg.norm((quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 2, axis=1)
        self.turns = np.degrees(np.arctan2(self.ups[:, 0], -self.ups[:, 1]))
        """Degrees clockwise from upright."""


def _turned(a: Array, b: Array | float) -> Array:
    return np.asarray(np.abs((a - b + 180) % 360 - 180))


def _neighbours(shapes: _Shapes) -> NDArray[np.bool_]:
    """Which cards lie side by side in one row or fan, ``(N, N)`` bool."""
    ups = shapes.ups / np.maximum(shapes.heights, 1e-6)[:, None]
    up = ups[:, None] + ups[None]
    up = up / np.maximum(np.linalg.norm(up, axis=2, keepdims=True), 1e-6)
    along = np.stack([-up[..., 1], up[..., 0]], axis=-1)
    between = shapes.middles[None] - shapes.middles[:, None]
    reach = np.einsum("ikc,ijc->ijk", shapes.quads, along), np.einsum("jkc,ijc->ijk", shapes.quads, along)
    gap = np.maximum(reach[0].min(axis=2), reach[1].min(axis=2)) - np.minimum(reach[0].max(axis=2), reach[1].max(axis=2))
    width, height = ((v[:, None] + v[None]) / 2 for v in (shapes.widths, shapes.heights))
    level = np.abs((between * up).sum(axis=2)) < SIDE_BY_SIDE * height
    beside = (gap < GAP * width) & (np.abs((between * along).sum(axis=2)) > 0.12 * width)
    return np.asarray(level & beside & (_turned(shapes.turns[:, None], shapes.turns[None]) <= TURN))


def _rows(shapes: _Shapes) -> list[list[int]]:
    """Cards joined into rows by neighbourhood."""
    neighbours = _neighbours(shapes)
    label = list(range(len(neighbours)))
    for i, j in np.argwhere(np.tril(neighbours, -1)).tolist():
        if label[i] != label[j]:
            old, new = label[i], label[j]
            label = [new if x == old else x for x in label]
    return [[i for i, x in enumerate(label) if x == k] for k in dict.fromkeys(label)]


def find_zones(readings: Sequence[CardReading]) -> list[str | None]:
    """The zone of every card.

    Args:
        readings: All cards of a picture.

    Returns:
        ``hand``, ``opposite``, ``centre``, ``take`` or None for each reading; None for cards face down.
    """
    zones: list[str | None] = ["centre"] * len(readings)
    for i, r in enumerate(readings):
        if r.label is None and not r.alternatives:
            zones[i] = None
    known = [i for i, z in enumerate(zones) if z is not None]
    if len(known) < 2:
        return zones
    shapes = _Shapes(np.stack([readings[i].corners for i in known]).astype(np.float64))
    rows = _rows(shapes)
    lowest = max(rows, key=lambda row: float(shapes.middles[row, 1].mean()))
    if len(lowest) == len(known):
        for k in lowest:
            zones[known[k]] = "take"
        return zones
    if _is_hand(lowest, shapes, upright=True):
        for k in lowest:
            zones[known[k]] = "hand"
    highest = min(rows, key=lambda row: float(shapes.middles[row, 1].mean()))
    if highest is not lowest and len(highest) > 1 and _is_hand(highest, shapes, upright=False):
        for k in highest:
            zones[known[k]] = "opposite"
    return zones


def _is_hand(row: list[int], shapes: _Shapes, *, upright: bool) -> bool:
    """Whether most cards of a row face the player on their side."""
    return int((_turned(shapes.turns[row], 0.0 if upright else 180.0) < 60).sum()) * 2 > len(row)
