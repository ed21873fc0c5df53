"""Finds which card lies on which: where two outlines overlap, the card that is visible there lies on top."""

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.onnx import sigmoid
from numero_cam.vision.outlines import CardOutline, quads_of

MAX_VISIBLE_SHARE = 0.25
"""0..1, maximum visible share of an overlap for the lower card. Two outlines of one card both show most of it: neither hides the other."""


def _visible_shares(cards: list[CardOutline], indices: NDArray[np.intp], others: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return for each pair how much of the overlap shows the first card.

    Args:
        cards: The outlines.
        indices: ``(P,)``, the first card of each pair.
        others: ``(P,)``, the second.

    Returns:
        ``(P,)`` 0..1; 1 where no cell of the first card's crop lies in the overlap.
    """
    quads, points = np.stack([card.quad for card in cards]), np.stack([card.points for card in cards])
    visible = sigmoid(np.stack([card.visible_logits for card in cards]).astype(np.float64))
    common = geometry.contains(quads[np.stack([indices, others], axis=1)], points[indices, None]).all(axis=1)
    cells = common.sum(axis=1)
    return np.where(cells > 0, (visible[indices] * common).sum(axis=1) / np.maximum(cells, 1), 1.0)


def find_covers(cards: list[CardOutline]) -> list[frozenset[int]]:
    """Return for each card the indices of the cards that it lies on.

    Args:
        cards: All outlines of a picture.
    """
    covers: list[set[int]] = [set() for _ in cards]
    first, second = np.nonzero(np.tril(geometry.shared_areas(quads_of(cards))))
    if len(first):
        shares = _visible_shares(cards, first, second), _visible_shares(cards, second, first)
        for i, j, share_i, share_j in zip(first, second, *shares, strict=True):
            if min(share_i, share_j) < MAX_VISIBLE_SHARE and share_i != share_j:
                covers[i if share_i > share_j else j].add(int(j if share_i > share_j else i))
    return [frozenset(c) for c in covers]


def quads_above(covers: list[frozenset[int]], quads: list[NDArray[np.float32]]) -> list[list[NDArray[np.float32]]]:
    """Return for each card the quads that lie on it.

    Args:
        covers: From ``find_covers``.
        quads: ``(4, 2)`` pixels of each card.
    """
    return [[quads[j] for j, lower in enumerate(covers) if i in lower] for i in range(len(covers))]
