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


class _Shape:
    """Middle, axes and turn of one card in the picture."""

    def __init__(self, quad: Array) -> None:
        self.middle = quad.mean(axis=0)
        self.up = (quad[0] + quad[1] - quad[2] - quad[3]) / 2
        self.right = (quad[1] + quad[2] - quad[0] - quad[3]) / 2
        self.height = float(np.linalg.norm(self.up))
        self.width = float(np.linalg.norm(self.right))
        self.turn = float(np.degrees(np.arctan2(self.up[0], -self.up[1])))
        """Degrees clockwise from upright."""


def _turned(a: float, b: float) -> float:
    return abs((a - b + 180) % 360 - 180)


def _neighbours(a: _Shape, b: _Shape, quad_a: Array, quad_b: Array) -> bool:
    """Whether two cards lie side by side in one row or fan."""
    if _turned(a.turn, b.turn) > TURN:
        return False
    up = a.up / max(a.height, 1e-6) + b.up / max(b.height, 1e-6)
    up = up / max(float(np.linalg.norm(up)), 1e-6)
    along = np.array([-up[1], up[0]])
    between = b.middle - a.middle
    width, height = (a.width + b.width) / 2, (a.height + b.height) / 2
    reach_a, reach_b = quad_a @ along, quad_b @ along
    gap = max(reach_a.min(), reach_b.min()) - min(reach_a.max(), reach_b.max())
    return bool(abs(between @ up) < SIDE_BY_SIDE * height and gap < GAP * width and abs(between @ along) > 0.12 * width)


def _rows(shapes: list[_Shape], quads: list[Array]) -> list[list[int]]:
    """Cards joined into rows by neighbourhood."""
    label = list(range(len(shapes)))
    for i in range(len(shapes)):
        for j in range(i):
            if label[i] != label[j] and _neighbours(shapes[i], shapes[j], quads[i], quads[j]):
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
    quads: list[Array] = [readings[i].corners for i in known]
    shapes = [_Shape(q) for q in quads]
    rows = _rows(shapes, quads)
    lowest = max(rows, key=lambda row: float(np.mean([shapes[k].middle[1] for k in row])))
    if len(lowest) == len(known):
        for k in lowest:
            zones[known[k]] = "take"
        return zones
    if _is_hand(lowest, shapes, upright=True):
        for k in lowest:
            zones[known[k]] = "hand"
    highest = min(rows, key=lambda row: float(np.mean([shapes[k].middle[1] for k in row])))
    if highest is not lowest and len(highest) > 1 and _is_hand(highest, shapes, upright=False):
        for k in highest:
            zones[known[k]] = "opposite"
    return zones


def _is_hand(row: list[int], shapes: list[_Shape], *, upright: bool) -> bool:
    """Whether most cards of a row face the player on their side."""
    wanted = 0.0 if upright else 180.0
    return sum(_turned(shapes[k].turn, wanted) < 60 for k in row) * 2 > len(row)
