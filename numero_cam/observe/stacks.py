"""Which cards lie on each other, and in which order."""

from collections.abc import Sequence

import numpy as np

from numero_cam.base import geometry
from numero_cam.base.records import CardReading
from numero_cam.observe.rows import joined

LEAST_OVERLAP = 0.16
"""Share of the smaller card that two cards of one stack have in common; cards that touch by chance share less."""


def find_stacks(readings: Sequence[CardReading]) -> list[list[int]]:
    """Groups cards into stacks.

    The cards of a stack lie on each other alike: what two have in common is at least half of what either shares with any card. So fans
    that touch stay apart.

    Args:
        readings: All cards of a picture.

    Returns:
        Lists of indices, each from bottom to top; a card lying alone is a list of one. In the order of their first cards.
    """
    quads = np.array([reading.corners for reading in readings]).reshape(-1, 4, 2)
    areas = np.maximum(geometry.areas(quads), 1e-6)
    shares = geometry.shared_areas(quads) / np.minimum(areas[:, None], areas)
    most = shares.max(axis=1, initial=0.0)
    links = (shares > LEAST_OVERLAP) & (shares >= 0.5 * np.maximum(most[:, None], most))
    return [_bottom_to_top(readings, group) for group in joined(links)]


def _bottom_to_top(readings: Sequence[CardReading], group: Sequence[int]) -> list[int]:
    """Orders one stack; where what covers what contradicts itself, the card that lies on the fewest left is next."""
    left, out = list(group), []
    while left:
        above = [sum(i in readings[j].covers for j in left) for i in left]
        below = [len(readings[i].covers & set(left)) for i in left]
        out.append(left.pop(min(range(len(left)), key=lambda k: (below[k], -above[k]))))
    return out
