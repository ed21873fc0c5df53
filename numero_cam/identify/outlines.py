"""Mends the corners that the detector estimated, on the full-resolution picture, and finds which way up each card lies."""

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.onnx import Network
from numero_cam.extract import rectify

Quad = NDArray[np.float32]

LOOKS = 2
"""How often each outline is looked at: the second look sees the card where the first has put it."""
SURE_TURN = 0.5
"""A turn less likely than this is not believed."""


def _turn(quad: Quad, logits: NDArray[np.float32]) -> int:
    """Quarter turns of the first corner from the card's own top-left; where the network cannot say, as upright as the outline allows."""
    chance = np.exp(logits - logits.max())
    chance /= chance.sum()
    if chance.max() >= SURE_TURN:
        return int(np.argmax(chance))
    lengths = geometry.edge_lengths(quad)
    portrait = (0, 2) if lengths[0] + lengths[2] < lengths[1] + lengths[3] else (1, 3)
    # Turned k corners back, the edge from the last corner to the first points up where the card is upright.
    return min(portrait, key=lambda k: float((np.roll(quad, k, axis=0)[0] - np.roll(quad, k, axis=0)[3])[1]))


def _apply(quad: Quad, out: NDArray[np.float32]) -> Quad:
    """A quad mended by the network's answer, from the card's own top-left."""
    side = rectify.OUTLINE_SIDE
    inner = rectify.box(side, side, rectify.OUTLINE_MARGIN)
    shift = np.clip(out[:8].reshape(4, 2), -0.35, 0.35)
    back = geometry.homography(inner, quad)
    mended = geometry.transform(back, inner + shift * (inner[1, 0] - inner[0, 0])).astype(np.float32)
    # The crop's first corner is `turn` quarter turns clockwise from the card's own top-left, so that one lies `turn` corners back.
    return np.roll(mended if geometry.is_sane(mended) else quad, _turn(quad, out[8:12]), axis=0)


def refine(network: Network, pyramid: rectify.Pyramid, quads: list[Quad]) -> list[Quad]:
    """Mends outlines.

    Args:
        network: The loaded model ``outline``.
        pyramid: The picture.
        quads: Clockwise, any corner first.

    Returns:
        The same cards, clockwise from each card's own top-left.
    """
    for _ in range(LOOKS if quads else 0):
        crops = np.stack([rectify.outline_crop(pyramid, q) for q in quads])
        quads = [_apply(q, out) for q, out in zip(quads, network.run(crops), strict=True)]
    return list(quads)
