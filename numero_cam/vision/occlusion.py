"""Which card lies on which: where two outlines overlap, the card that is seen there lies on top."""

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.onnx import sigmoid
from numero_cam.vision.outlines import Outlined, quads_of

HIDDEN = 0.25
"""A card is hidden where two overlap if less of it than this share is seen there. Most of what the outline of two cards, or a second
outline of a card, has in common with it is seen: neither hides anything."""


def _shown(cards: list[Outlined], of: NDArray[np.intp], beside: NDArray[np.intp]) -> NDArray[np.float64]:
    """Of what outlines have in common with others, the share that shows their own card, ``(P,)``; 1 where no part of it is known."""
    quads, points = np.stack([card.quad for card in cards]), np.stack([card.points for card in cards])
    seen = sigmoid(np.stack([card.seen for card in cards]).astype(np.float64))
    common = geometry.contains(quads[np.stack([of, beside], axis=1)], points[of, None]).all(axis=1)
    parts = common.sum(axis=1)
    return np.where(parts > 0, (seen[of] * common).sum(axis=1) / np.maximum(parts, 1), 1.0)


def find_covers(cards: list[Outlined]) -> list[frozenset[int]]:
    """For each card, the indices of those that it lies on.

    Args:
        cards: All cards of a picture with what the outline network saw of them.
    """
    covers: list[set[int]] = [set() for _ in cards]
    one, other = np.nonzero(np.tril(geometry.shared_areas(quads_of(cards))))
    if len(one):
        for i, j, mine, its in zip(one, other, _shown(cards, one, other), _shown(cards, other, one), strict=True):
            if min(mine, its) < HIDDEN and mine != its:
                covers[i if mine > its else j].add(int(j if mine > its else i))
    return [frozenset(c) for c in covers]


def above(covers: list[frozenset[int]], quads: list[NDArray[np.float32]]) -> list[list[NDArray[np.float32]]]:
    """For each card the outlines that lie on it."""
    return [[quads[j] for j, lower in enumerate(covers) if i in lower] for i in range(len(covers))]
