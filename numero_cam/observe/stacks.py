"""Which cards lie on each other, and in which order."""

from collections.abc import Sequence

import numpy as np

from numero_cam.base import geometry
from numero_cam.base.records import CardReading, Corners

LEAST_OVERLAP = 0.25
"""Share of the smaller card that two cards of one stack have in common, however they lie; stacks that touch by chance share less."""
TIDY_OVERLAP = 0.16
"""Share that is enough where the cards lie as in a fan or a build: hardly turned, shifted along one side only."""
TIDY_TURN, TIDY_SIDE = 15.0, 0.2
"""Degrees, and shares of a card across the shift, up to which cards lie so."""


def find_stacks(readings: Sequence[CardReading]) -> list[list[int]]:
    """Groups cards into stacks.

    Args:
        readings: All cards of a picture.

    Returns:
        Lists of indices, each from bottom to top; a card lying alone is a list of one. In the order of their first cards.
    """
    parent = list(range(len(readings)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    boxes = geometry.bounding_boxes(np.stack([r.corners for r in readings])) if readings else np.zeros((0, 4), np.float32)
    for i, a in enumerate(readings):
        near = (boxes[i, :2] < boxes[:i, 2:]).all(axis=1) & (boxes[:i, :2] < boxes[i, 2:]).all(axis=1)
        for j in (int(k) for k in np.nonzero(near)[0]):
            if _on_each_other(a.corners, readings[j].corners):
                parent[root(i)] = root(j)
    groups: dict[int, list[int]] = {}
    for i in range(len(readings)):
        groups.setdefault(root(i), []).append(i)
    return [_bottom_to_top(readings, g) for g in groups.values()]


def _on_each_other(a: Corners, b: Corners) -> bool:
    """Whether two outlines are cards of one stack."""
    share = geometry.intersection_area(a, b) / max(min(geometry.area(a), geometry.area(b)), 1e-6)
    return share > LEAST_OVERLAP or (share > TIDY_OVERLAP and _tidy(a, b))


def _tidy(a: Corners, b: Corners) -> bool:
    """Whether a card lies straight beside or below the other; a card on its head counts as straight."""
    right = (a[1] + a[2] - a[0] - a[3]) / 2
    down = (a[2] + a[3] - a[0] - a[1]) / 2
    other = (b[2] + b[3] - b[0] - b[1]) / 2
    cosine = abs(float(down @ other)) / max(float(np.linalg.norm(down) * np.linalg.norm(other)), 1e-6)
    across, along = np.linalg.solve(np.column_stack([right, down]).astype(np.float64), (b.mean(axis=0) - a.mean(axis=0)).astype(np.float64))
    return bool(cosine > np.cos(np.radians(TIDY_TURN)) and min(abs(across), abs(along)) < TIDY_SIDE)


def _bottom_to_top(readings: Sequence[CardReading], group: list[int]) -> list[int]:
    """Orders one stack; where votes contradict each other, the card that lies on the fewest left is next."""
    left, out = list(group), []
    while left:
        below = {i: sum(j in readings[i].covers for j in left) for i in left}
        above = {i: sum(i in readings[j].covers for j in left) for i in left}
        following = min(left, key=lambda i: (below[i], -above[i], left.index(i)))
        out.append(following)
        left.remove(following)
    return out
