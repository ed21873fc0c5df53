"""Mends the corners that the detector estimated, on the full-resolution picture; finds which way up each card lies and where it is seen."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.onnx import Network, sigmoid
from numero_cam.vision import rectify

Array = NDArray[np.float32]

AT_ONCE = 32
"""So many outlines are asked together where they are seen."""
FARTHEST = 1.0
"""No corner moves further than this share of the side."""
CORNERS, TURNS = slice(0, 8), slice(8, 12)
"""Where the network's answer tells the shifts of the corners and the logits of the turns; the rest are the parts seen."""


@dataclass(frozen=True)
class Outlined:
    """One card's outline and what the network saw of it.

    Attributes:
        quad: ``(4, 2)`` pixels of the picture, clockwise from the card's own top-left.
        points: ``(P, 2)`` float32, middles of the crop's parts in pixels of the picture.
        seen: ``(P,)`` float32 logits: this card is seen there, and no other that lies on it.
        at: ``(2,)`` float32, a pixel of the picture at which it is seen, by which it is meant.
    """

    quad: Array
    points: Array
    seen: Array
    at: Array


def quads_of(cards: list[Outlined]) -> NDArray[np.float64]:
    """Outlines of cards, ``(N, 4, 2)`` float64 pixels."""
    return np.array([card.quad for card in cards], np.float64).reshape(-1, 4, 2)


def _turns(quads: Array, logits: Array) -> list[int]:
    """Quarter turns of the first corners from the cards' own top-left.

    Args:
        quads: ``(N, 4, 2)``.
        logits: ``(N, 4)``.
    """
    best = logits.argmax(axis=1)
    chance = 1 / np.exp(logits - logits.max(axis=1, keepdims=True)).sum(axis=1)
    return [int(k) if sure else _as_upright(quad) for k, sure, quad in zip(best, chance >= 0.5, quads, strict=True)]


def _as_upright(quad: Array) -> int:
    """The quarter turns, where the network cannot say, with which the card is as upright as the outline allows."""
    lengths = geometry.edge_lengths(quad)
    portrait = (0, 2) if lengths[0] + lengths[2] < lengths[1] + lengths[3] else (1, 3)
    # Turned k corners back, the edge from the last corner to the first points up where the card is upright.
    return min(portrait, key=lambda k: float((np.roll(quad, k, axis=0)[0] - np.roll(quad, k, axis=0)[3])[1]))


def _parts(count: int) -> Array:
    """Middles of ``count`` parts of the crop, row by row, ``(count, 2)`` pixels of the crop."""
    each = round(count**0.5)
    middles = (np.arange(each) + 0.5) * rectify.OUTLINE_SIDE / each - 0.5
    return np.stack(np.meshgrid(middles, middles), axis=-1).reshape(-1, 2).astype(np.float32)


def _applied(quads: Array, at: Array, answers: Array) -> list[Outlined]:
    """Cards as the network's answers tell them, from their own top-left.

    Args:
        quads: ``(N, 4, 2)`` as they were looked at.
        at: ``(N, 2)``, where they are seen.
        answers: ``(N, 112)``, see ``workshop.nets.OutlineRefiner``.
    """
    inner = rectify.box(rectify.OUTLINE_SIDE, rectify.OUTLINE_SIDE, rectify.OUTLINE_MARGIN)
    shifts = np.clip(answers[:, CORNERS].reshape(-1, 4, 2), -FARTHEST, FARTHEST)
    back = np.nan_to_num(geometry.homographies(inner, quads))  # Three corners in a line tell none.
    mended = geometry.transform(back, inner + shifts * (inner[1, 0] - inner[0, 0])).astype(np.float32)
    mended = np.where(geometry.are_sane(mended)[:, None, None], mended, quads)
    seen = answers[:, TURNS.stop :]
    points = geometry.transform(back, _parts(seen.shape[1])).astype(np.float32)
    # The crop's first corner is `turn` quarter turns clockwise from the card's own top-left, so that one lies `turn` corners back.
    turned = np.take_along_axis(mended, geometry.STARTS[_turns(quads, answers[:, TURNS])][..., None], axis=1)
    return [Outlined(*each) for each in zip(turned, points, seen, at, strict=True)]


def seen_at(cards: list[Outlined], spots: NDArray[np.floating]) -> NDArray[np.float64]:
    """How surely cards are seen at given pixels, no other card lying on them there.

    Args:
        cards: ``N``, one or more.
        spots: ``(N, M, 2)`` pixels, or ``(1, M, 2)`` for all of them.

    Returns:
        ``(N, M)`` 0..1, as the part of the card's crop tells that is nearest to the pixel; 0 outside the crop.
    """
    every = np.broadcast_to(spots, (len(cards), *spots.shape[1:]))
    # Not all at once: a picture of very many outlines would take hundreds of megabytes.
    return np.concatenate([_seen_at(cards[k : k + AT_ONCE], every[k : k + AT_ONCE]) for k in range(0, len(cards), AT_ONCE)])


def _seen_at(cards: list[Outlined], spots: NDArray[np.floating]) -> NDArray[np.float64]:
    points, seen = np.stack([card.points for card in cards]).astype(np.float64), np.stack([card.seen for card in cards])
    off = (points**2).sum(axis=2)[:, None] - 2 * spots @ points.swapaxes(1, 2) + (spots**2).sum(axis=2)[..., None]
    nearest = off.argmin(axis=2)
    reach = ((points[:, 0] - points[:, -1]) ** 2).sum(axis=1) / points.shape[1]
    inside = np.take_along_axis(off, nearest[..., None], axis=2)[..., 0] <= reach[:, None]
    return np.asarray(inside * sigmoid(np.take_along_axis(seen, nearest, axis=1).astype(np.float64)))


def refine(network: Network, pyramid: rectify.Pyramid, quads: list[Array], at: list[Array], *, sized: bool = False) -> list[Outlined]:
    """Looks at outlines once, and mends them.

    Args:
        network: The loaded model ``outline``.
        pyramid: The picture.
        quads: Clockwise, any corner first.
        at: For each ``(2,)``, a pixel of the picture at which the card is seen.
        sized: They have the cards' size, as other cards tell it.

    Returns:
        The same cards, clockwise from each card's own top-left.
    """
    if not quads:
        return []
    looked_at, meant = (np.stack(each).astype(np.float32) for each in (quads, at))
    return _applied(looked_at, meant, network.run(rectify.outline_crops(pyramid, looked_at, meant, sized=sized)))
