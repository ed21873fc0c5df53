"""Which card lies on which: where two outlines overlap, the card that is seen there lies on top."""

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.identify.outlines import Outlined

HIDDEN = 0.25
"""A card is hidden where two overlap if less of it than this share is seen there. Most of what the outline of two cards, or a second
outline of a card, has in common with it is seen: neither hides anything."""

Pair = tuple[Outlined, Outlined]


def _seen_within(pairs: list[Pair]) -> NDArray[np.float64]:
    """Of what the first outline of each pair has in common with the other, the share that shows its card; 1 where no part is known."""
    points = np.stack([card.points for card, _ in pairs])
    both = np.stack([[card.quad, other.quad] for card, other in pairs])
    common = geometry.contains(both, points[:, None]).all(axis=1)
    sure = 1 / (1 + np.exp(-np.stack([card.seen for card, _ in pairs]).astype(np.float64)))
    parts = common.sum(axis=1)
    return np.where(parts > 0, (sure * common).sum(axis=1) / np.maximum(parts, 1), 1.0)


def _lie_on(pairs: list[Pair]) -> list[bool | None]:
    """Whether the first card of each overlapping pair lies on the second; None where neither does, or it is not known."""
    if not pairs:
        return []
    first, second = np.split(_seen_within([*pairs, *((other, card) for card, other in pairs)]), 2)
    return [bool(mine > its) if min(mine, its) < HIDDEN and mine != its else None for mine, its in zip(first, second, strict=True)]


def _near(box: NDArray[np.float32], boxes: NDArray[np.float32]) -> list[int]:
    """Indices of the boxes that a box overlaps."""
    return [int(k) for k in np.nonzero((box[:2] < boxes[:, 2:]).all(axis=1) & (boxes[:, :2] < box[2:]).all(axis=1))[0]]


def find_covers(cards: list[Outlined]) -> list[frozenset[int]]:
    """For each card, the indices of those that it lies on.

    Args:
        cards: All cards of a picture with what the outline network saw of them.
    """
    covers: list[set[int]] = [set() for _ in cards]
    boxes = geometry.bounding_boxes(np.stack([c.quad for c in cards])) if cards else np.zeros((0, 4), np.float32)
    meeting = [
        (i, j)
        for i, card in enumerate(cards)
        for j in _near(boxes[i], boxes[:i])
        if geometry.intersection_area(card.quad, cards[j].quad) > 0
    ]
    for (i, j), on in zip(meeting, _lie_on([(cards[i], cards[j]) for i, j in meeting]), strict=True):
        if on is not None:
            covers[i if on else j].add(j if on else i)
    return [frozenset(c) for c in covers]


def renumbered(covers: frozenset[int], kept: list[int]) -> frozenset[int]:
    """The covered cards by their places among those that are kept."""
    return frozenset(kept.index(j) for j in covers if j in kept)


def above(covers: list[frozenset[int]], quads: list[NDArray[np.float32]]) -> list[list[NDArray[np.float32]]]:
    """For each card the outlines that lie on it."""
    return [[quads[j] for j, lower in enumerate(covers) if i in lower] for i in range(len(covers))]
