"""Which card lies on which: where two outlines overlap, the card that is seen there lies on top."""

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.identify.outlines import Outlined

MOSTLY = 0.5
"""IoU above which two outlines may be of one card."""
HARDLY, AS_MUCH = -0.8, 0.4
"""Of what is seen where they overlap, -1 to 1: nearly nothing, which tells nothing; and a difference that is none."""
LEAST_COMMON = 0.01
"""Share of the smaller card that two outlines have in common at least; less tells nothing."""


def _seen_within(card: Outlined, other: Outlined) -> float:
    """How surely the card is seen where the other's outline overlaps its own: -1 it is hidden there, 1 it is seen, 0 nothing is known."""
    common = geometry.contains(card.quad, card.points) & geometry.contains(other.quad, card.points)
    return float(np.tanh(card.seen[common] / 2).mean()) if common.any() else 0.0


def lies_on(a: Outlined, b: Outlined) -> bool | None:
    """Whether the first card lies on the second; None where they hardly overlap."""
    least = LEAST_COMMON * min(geometry.area(a.quad), geometry.area(b.quad))
    if geometry.intersection_area(a.quad, b.quad) < least:
        return None
    return _seen_within(a, b) > _seen_within(b, a)


def of_one_card(a: Outlined, b: Outlined) -> bool:
    """Whether two outlines that overlap mostly are of one card: where they overlap each is seen as much, so neither lies on the other."""
    if geometry.iou(a.quad, b.quad) < MOSTLY:
        return False
    seen = _seen_within(a, b), _seen_within(b, a)
    return max(seen) > HARDLY and max(seen) - min(seen) < AS_MUCH


def _near(box: NDArray[np.float32], boxes: NDArray[np.float32]) -> list[int]:
    """Indices of the boxes that a box overlaps."""
    return [int(k) for k in np.nonzero((box[:2] < boxes[:, 2:]).all(axis=1) & (boxes[:, :2] < box[2:]).all(axis=1))[0]]


def near(a: Outlined, b: Outlined) -> bool:
    """Whether the boxes about two outlines overlap."""
    boxes = geometry.bounding_boxes(np.stack([a.quad, b.quad]))
    return bool(_near(boxes[0], boxes[1:]))


def find_covers(cards: list[Outlined]) -> list[frozenset[int]]:
    """For each card, the indices of those that it lies on.

    Args:
        cards: All cards of a picture with what the outline network saw of them.
    """
    covers: list[set[int]] = [set() for _ in cards]
    boxes = geometry.bounding_boxes(np.stack([c.quad for c in cards])) if cards else np.zeros((0, 4), np.float32)
    for i, card in enumerate(cards):
        for j in _near(boxes[i], boxes[:i]):
            on = lies_on(card, cards[j])
            if on is not None:
                covers[i if on else j].add(j if on else i)
    return [frozenset(c) for c in covers]


def above(covers: list[frozenset[int]], quads: list[NDArray[np.float32]]) -> list[list[NDArray[np.float32]]]:
    """For each card the outlines that lie on it."""
    return [[quads[j] for j, lower in enumerate(covers) if i in lower] for i in range(len(covers))]


def above_each(cards: list[Outlined], others: list[Outlined]) -> list[list[NDArray[np.float32]]]:
    """For each card the outlines of those others that lie on it; the cards themselves are not compared."""
    if not cards or not others:
        return [[] for _ in cards]
    boxes = geometry.bounding_boxes(np.stack([c.quad for c in others]))
    near = [_near(geometry.bounding_boxes(card.quad[None])[0], boxes) for card in cards]
    return [[others[j].quad for j in some if lies_on(others[j], card)] for card, some in zip(cards, near, strict=True)]
