"""Which card lies on which: where two outlines overlap, the card that is seen there lies on top."""

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.identify.outlines import Outlined

LEAST_COMMON = 0.01
"""Share of the smaller card that two outlines have in common at least; less tells nothing."""


def _seen_within(card: Outlined, other: Outlined) -> float:
    """How surely the card is seen where the other's outline overlaps its own: -1 it is hidden there, 1 it is seen, 0 nothing is known."""
    common = geometry.contains(card.quad, card.points) & geometry.contains(other.quad, card.points)
    return float(np.tanh(card.seen[common] / 2).mean()) if common.any() else 0.0


def find_covers(cards: list[Outlined]) -> list[frozenset[int]]:
    """For each card, the indices of those that it lies on.

    Args:
        cards: All cards of a picture with what the outline network saw of them.
    """
    covers: list[set[int]] = [set() for _ in cards]
    boxes = geometry.bounding_boxes(np.stack([c.quad for c in cards])) if cards else np.zeros((0, 4), np.float32)
    for i, a in enumerate(cards):
        near = (boxes[i, :2] < boxes[:i, 2:]).all(axis=1) & (boxes[:i, :2] < boxes[i, 2:]).all(axis=1)
        for j in (int(k) for k in np.nonzero(near)[0]):
            b = cards[j]
            least = LEAST_COMMON * min(geometry.area(a.quad), geometry.area(b.quad))
            if geometry.intersection_area(a.quad, b.quad) < least:
                continue
            upper, lower = (i, j) if _seen_within(a, b) > _seen_within(b, a) else (j, i)
            covers[upper].add(lower)
    return [frozenset(c) for c in covers]


def above(covers: list[frozenset[int]], quads: list[NDArray[np.float32]]) -> list[list[NDArray[np.float32]]]:
    """For each card the outlines that lie on it."""
    return [[quads[j] for j, lower in enumerate(covers) if i in lower] for i in range(len(covers))]
