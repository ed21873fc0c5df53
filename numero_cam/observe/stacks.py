"""Which cards lie on each other, and in which order."""

from collections.abc import Sequence

from numero_cam.base import geometry
from numero_cam.base.records import CardReading

LEAST_OVERLAP = 0.07
"""Share of the smaller card that must be common to two cards of one stack; neighbours in a row touch by less."""


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

    for i, a in enumerate(readings):
        for j in range(i):
            b = readings[j]
            shared = geometry.intersection_area(a.corners, b.corners)
            if shared > LEAST_OVERLAP * min(geometry.area(a.corners), geometry.area(b.corners)):
                parent[root(i)] = root(j)
    groups: dict[int, list[int]] = {}
    for i in range(len(readings)):
        groups.setdefault(root(i), []).append(i)
    return [_bottom_to_top(readings, g) for g in groups.values()]


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
