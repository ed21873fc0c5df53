"""Which card lies on which: where two outlines overlap, the card that is seen there lies on top."""

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.records import Detection
from numero_cam.identify.outlines import Outlined

AS_MUCH = 0.4
"""How surely a card is seen where two overlap is -1 to 1; two outlines of one card are seen there by less than this differently."""

Pair = tuple[Outlined, Outlined]


def _seen_within(pairs: list[Pair]) -> NDArray[np.float64]:
    """How surely the first card of each pair is seen where the other's outline overlaps its own, ``(N,)``.

    -1: it is hidden there; 1: it is seen; 0: nothing is known.
    """
    points = np.stack([card.points for card, _ in pairs])
    both = np.stack([[card.quad, other.quad] for card, other in pairs])
    common = geometry.contains(both, points[:, None]).all(axis=1)
    sure = np.tanh(np.stack([card.seen for card, _ in pairs]).astype(np.float64) / 2)
    return np.asarray((sure * common).sum(axis=1) / np.maximum(common.sum(axis=1), 1))


def _lie_on(pairs: list[Pair]) -> list[bool | None]:
    """Whether the first card of each overlapping pair lies on the second; None where both are seen as much, as where no part is known."""
    if not pairs:
        return []
    first, second = np.split(_seen_within([*pairs, *((other, card) for card, other in pairs)]), 2)
    return [None if mine == its else bool(mine > its) for mine, its in zip(first, second, strict=True)]


def _of_one_card(a: Outlined, b: Outlined) -> bool:
    """Whether two outlines in one place are of one card: where they overlap each is seen as much, so neither lies on the other."""
    if geometry.iou(a.quad, b.quad) <= geometry.SAME_PLACE:
        return False
    mine, its = _seen_within([(a, b), (b, a)]).tolist()
    return bool(abs(mine - its) < AS_MUCH)


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


def hiding(cards: list[Outlined], covers: list[frozenset[int]], found: list[Detection]) -> list[frozenset[int]]:
    """For each card those that it hides parts of: none where only an index told of it, and not what may be the same card, outlined twice.

    Args:
        cards: Outlines.
        covers: For each the indices of those that it lies on.
        found: Of each what the detector told.
    """
    told = zip(cards, covers, found, strict=True)
    return [frozenset(j for j in lower if not (of.by_index or _of_one_card(card, cards[j]))) for card, lower, of in told]


def renumbered(covers: frozenset[int], kept: list[int]) -> frozenset[int]:
    """The covered cards by their places among those that are kept."""
    return frozenset(kept.index(j) for j in covers if j in kept)


def above(covers: list[frozenset[int]], quads: list[NDArray[np.float32]]) -> list[list[NDArray[np.float32]]]:
    """For each card the outlines that lie on it."""
    return [[quads[j] for j, lower in enumerate(covers) if i in lower] for i in range(len(covers))]
