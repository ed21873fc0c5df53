"""Mends the corners that the detector estimated, on the full-resolution picture; finds which way up each card lies and where it is seen."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.onnx import Network
from numero_cam.extract import rectify

Array = NDArray[np.float32]
Quad = Array

LOOKS = 2
"""How often an outline is looked at: the second look sees the card where the first has put it."""
SETTLED = 0.02
"""An outline whose corners moved less than this share of its side is not looked at again."""
FARTHEST = 1.0
"""No corner moves further than this share of the side."""
SURE_TURN = 0.5
"""A turn less likely than this is not believed."""
CORNERS, TURNS = slice(0, 8), slice(8, 12)
"""Where the network's answer tells the shifts of the corners and the logits of the turns; the rest are the parts seen."""


@dataclass(frozen=True)
class Outlined:
    """One card's outline and what the network saw of it.

    Attributes:
        quad: ``(4, 2)`` pixels of the picture, clockwise from the card's own top-left.
        points: ``(P, 2)`` float32, middles of the crop's parts in pixels of the picture.
        seen: ``(P,)`` float32 logits: this card is seen there, and no other that lies on it.
    """

    quad: Quad
    points: Array
    seen: Array


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


@lru_cache(maxsize=4)
def _parts(count: int) -> Array:
    """Middles of ``count`` parts of the crop, row by row, ``(count, 2)`` pixels of the crop."""
    each = round(count**0.5)
    middles = (np.arange(each) + 0.5) * rectify.OUTLINE_SIDE / each - 0.5
    return np.stack(np.meshgrid(middles, middles), axis=-1).reshape(-1, 2).astype(np.float32)


def _apply(quad: Quad, out: Array) -> tuple[Outlined, float]:
    """A card as the network's answer tells it, from its own top-left, and how far its corners moved at most, in shares of the side."""
    inner = rectify.box(rectify.OUTLINE_SIDE, rectify.OUTLINE_SIDE, rectify.OUTLINE_MARGIN)
    shift = np.clip(out[CORNERS].reshape(4, 2), -FARTHEST, FARTHEST)
    back = geometry.homography(inner, quad)
    mended = geometry.transform(back, inner + shift * (inner[1, 0] - inner[0, 0])).astype(np.float32)
    seen = out[TURNS.stop :]
    points = geometry.transform(back, _parts(len(seen))).astype(np.float32)
    # The crop's first corner is `turn` quarter turns clockwise from the card's own top-left, so that one lies `turn` corners back.
    upright = np.roll(mended if geometry.is_sane(mended) else quad, _turn(quad, out[TURNS]), axis=0)
    return Outlined(upright, points, seen), float(np.abs(shift).max())


def refine(network: Network, pyramid: rectify.Pyramid, quads: list[Quad], *, looks: int = LOOKS) -> list[Outlined]:
    """Mends outlines.

    Args:
        network: The loaded model ``outline``.
        pyramid: The picture.
        quads: Clockwise, any corner first.
        looks: How often at most each is looked at.

    Returns:
        The same cards, clockwise from each card's own top-left.
    """
    todo = dict(enumerate(quads))
    done: dict[int, Outlined] = {}
    for _ in range(looks):
        if not todo:
            break
        answers = network.run(np.stack([rectify.outline_crop(pyramid, q) for q in todo.values()]))
        looked = {i: _apply(q, answer) for (i, q), answer in zip(todo.items(), answers, strict=True)}
        done |= {i: card for i, (card, _) in looked.items()}
        todo = {i: card.quad for i, (card, moved) in looked.items() if moved >= SETTLED}
    return [done[i] for i in range(len(quads))]
