"""Refines the corners of detections in crops at full resolution; also finds which way up each card lies and where it is visible."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.onnx import Network, sigmoid
from numero_cam.vision import rectify

Array = NDArray[np.float32]

#: Number of outlines whose visibility is looked up together; it bounds the memory for pictures with very many outlines.
VISIBILITY_BATCH = 32
MAX_SHIFT_SHARE = 1.0  #: Maximum shift of a corner, as a share of the crop's inner side.
#: Columns of the network's output with the shifts of the corners; after the turns follow the visibility logits of the crop's cells.
CORNER_OUTPUTS = slice(0, 8)
TURN_OUTPUTS = slice(8, 12)  #: Columns of the network's output with the logits of the four quarter turns.


@dataclass(frozen=True)
class CardOutline:
    """A refined outline of one card."""

    quad: Array  #: ``(4, 2)`` float32 pixels of the picture, clockwise from the card's own top-left.
    points: Array  #: ``(P, 2)`` float32 pixels of the picture, centres of the crop's cells.
    visible_logits: Array  #: ``(P,)`` float32 logits that this card, and no card on top of it, is visible in each cell.
    anchor: Array  #: ``(2,)`` float32, a pixel of the picture at which the card is visible; it says which of several cards is meant.


def quads_of(cards: list[CardOutline]) -> NDArray[np.float64]:
    """Return the quads of outlines, ``(N, 4, 2)`` float64 pixels."""
    return np.array([card.quad for card in cards], np.float64).reshape(-1, 4, 2)


def _turns(quads: Array, logits: Array) -> list[int]:
    """Return for each quad ``(N, 4, 2)`` the quarter turns of its first corner from the card's own top-left, by logits ``(N, 4)``."""
    best = logits.argmax(axis=1)
    probability = 1 / np.exp(logits - logits.max(axis=1, keepdims=True)).sum(axis=1)
    return [int(k) if sure else _most_upright_turn(quad) for k, sure, quad in zip(best, probability >= 0.5, quads, strict=True)]


def _most_upright_turn(quad: Array) -> int:
    """Return the quarter turns, 0 to 3, that make the card as upright as its outline ``(4, 2)`` allows; for a network that is unsure."""
    lengths = geometry.edge_lengths(quad)
    portrait = (0, 2) if lengths[0] + lengths[2] < lengths[1] + lengths[3] else (1, 3)
    # Turned k corners back, the edge from the last corner to the first points up where the card is upright.
    return min(portrait, key=lambda k: float((np.roll(quad, k, axis=0)[0] - np.roll(quad, k, axis=0)[3])[1]))


def _cell_centres(count: int) -> Array:
    """Return the centres of the crop's ``count`` cells row by row, ``(count, 2)`` pixels of the crop."""
    side = round(count**0.5)
    middles = (np.arange(side) + 0.5) * rectify.OUTLINE_SIDE / side - 0.5
    return np.stack(np.meshgrid(middles, middles), axis=-1).reshape(-1, 2).astype(np.float32)


def _decode(quads: Array, anchors: Array, outputs: Array) -> list[CardOutline]:
    """Decode the network's outputs to outlines, each from the card's own top-left.

    Args:
        quads: ``(N, 4, 2)`` pixels of the picture, the quads of the crops.
        anchors: ``(N, 2)`` pixels of the picture.
        outputs: ``(N, 112)``: 8 shifts in inner sides of the crop, logits of 4 turns, visibility logits of 10 x 10 cells row by row.
    """
    inner = rectify.crop_corners(rectify.OUTLINE_SIDE, rectify.OUTLINE_SIDE, rectify.OUTLINE_MARGIN)
    shifts = np.clip(outputs[:, CORNER_OUTPUTS].reshape(-1, 4, 2), -MAX_SHIFT_SHARE, MAX_SHIFT_SHARE)
    to_picture = np.nan_to_num(geometry.homographies(inner, quads))  # Quads with three collinear corners have no homography.
    refined = geometry.transform(to_picture, inner + shifts * (inner[1, 0] - inner[0, 0])).astype(np.float32)
    refined = np.where(geometry.are_sane(refined)[:, None, None], refined, quads)
    visible = outputs[:, TURN_OUTPUTS.stop :]
    points = geometry.transform(to_picture, _cell_centres(visible.shape[1])).astype(np.float32)
    # The crop's first corner is `turn` quarter turns clockwise from the card's own top-left, so that one lies `turn` corners back.
    starts = geometry.STARTS[_turns(quads, outputs[:, TURN_OUTPUTS])]
    turned = np.take_along_axis(refined, starts[..., None], axis=1)
    return [CardOutline(*each) for each in zip(turned, points, visible, anchors, strict=True)]


def visibility_at(cards: list[CardOutline], pixels: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return the probability that each card is visible at given pixels, with no other card on top of it.

    Args:
        cards: ``N`` outlines, one or more.
        pixels: ``(N, M, 2)`` pixels of the picture, or ``(1, M, 2)`` for all cards.

    Returns:
        ``(N, M)`` 0..1, the probability of the crop's nearest cell; 0 outside the crop.
    """
    every = np.broadcast_to(pixels, (len(cards), *pixels.shape[1:]))
    starts = range(0, len(cards), VISIBILITY_BATCH)
    return np.concatenate([_visibility_at(cards[k : k + VISIBILITY_BATCH], every[k : k + VISIBILITY_BATCH]) for k in starts])


def _visibility_at(cards: list[CardOutline], pixels: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return ``visibility_at``, ``(N, M)``, of at most ``VISIBILITY_BATCH`` outlines at pixels ``(N, M, 2)``."""
    points = np.stack([card.points for card in cards]).astype(np.float64)
    logits = np.stack([card.visible_logits for card in cards])
    squared = (points**2).sum(axis=2)[:, None] - 2 * pixels @ points.swapaxes(1, 2) + (pixels**2).sum(axis=2)[..., None]
    nearest = squared.argmin(axis=2)
    squared_reach = ((points[:, 0] - points[:, -1]) ** 2).sum(axis=1) / points.shape[1]
    inside = np.take_along_axis(squared, nearest[..., None], axis=2)[..., 0] <= squared_reach[:, None]
    return np.asarray(inside * sigmoid(np.take_along_axis(logits, nearest, axis=1).astype(np.float64)))


def refine(
    network: Network, pyramid: rectify.Pyramid, quads: list[Array], anchors: list[Array], *, sized: bool = False
) -> list[CardOutline]:
    """Run the outline network once on each quad.

    Args:
        network: The loaded model ``outline``.
        pyramid: The picture.
        quads: ``(4, 2)`` pixels each, clockwise, any corner first.
        anchors: For each quad ``(2,)``, a pixel of the picture at which the card is visible.
        sized: Whether the quads have the cards' true size, as the table plane predicts it.

    Returns:
        The refined outlines in the same order, each clockwise from the card's own top-left.
    """
    if not quads:
        return []
    every, every_anchor = (np.stack(each).astype(np.float32) for each in (quads, anchors))
    return _decode(every, every_anchor, network.run(rectify.outline_crops(pyramid, every, every_anchor, sized=sized)))
