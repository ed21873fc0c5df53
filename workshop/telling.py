"""Whether what is in view of a card tells which it is: of a sign without its number, or of half a fraction, nobody can say."""

from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import product
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.vision import rectify
from workshop.synth.design import Design
from workshop.synth.faces import draw_face

HEIGHT = 176  #: Two pixels a millimetre of a usual card.
OTHER_INK = 48  #: Two prints differ where a channel differs by more, of 255.
LEAST_PRINT = 0.0006  #: They can be told apart by so much of the card: three square millimetres, half an index's digit.
PATCH = 15  #: Side of a patch in pixels: an index, or a part of a larger sign.
#: A sign that only stands up to so many pixels elsewhere is the same sign: of "-4" and "-5" the "-" alone tells nobody which it is.
SHIFT = 4
SLIVER = 9  #: Print within half of so many pixels of a card that lies on it is a sliver of a sign, which tells nobody what it is.

#: Pixels down and to the right, the shortest first.
SHIFTS = sorted(product(range(-SHIFT, SHIFT + 1), repeat=2), key=lambda step: abs(step[0]) + abs(step[1]))

Picture = NDArray[np.uint8]


class Faces:
    """The faces of a pack, to be compared in small."""

    def __init__(self, design: Design, labels: Sequence[str]) -> None:
        # Edges of glyphs are soft: a little blur keeps a shift by half a pixel from passing for other print.
        self._faces = {label: _channels(draw_face(design, label, HEIGHT)) for label in labels}

    def tell(self, label: str, quad: NDArray[np.floating], above: list[NDArray[np.floating]]) -> bool:
        """Whether what is in view of a card differs from every other card of its pack.

        Args:
            label: Which card it is.
            quad: ``(4, 2)`` pixels, clockwise from its own top-left.
            above: Outlines of the cards that lie on it.
        """
        if not above:
            return True
        own = self._faces[label]
        height, width = own.shape[1:]
        hidden = cv2.dilate(rectify.hidden_mask(quad, above, width, height, 0.0), np.ones((SLIVER, SLIVER), np.uint8))
        free = (hidden == 0).astype(np.uint8)
        return all(_differs(own, other, free) for name, other in self._faces.items() if name != label)


def with_told(faces: Faces, cards: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The cards of an answer, lowest first, of each ``told``: whether what is in view of it tells which it is; True without a face."""
    quads = [np.array(card["quad"], np.float32) for card in cards]
    return [{**card, "told": card["label"] is None or faces.tell(card["label"], quads[i], quads[i + 1 :])} for i, card in enumerate(cards)]


def _channels(face: Picture) -> Picture:
    return np.ascontiguousarray(np.moveaxis(cv2.GaussianBlur(face[..., :3], (3, 3), 0), -1, 0))


def _off(one: Picture, other: Picture, free: Picture) -> Picture:
    """Where two prints differ: 1 or 0."""
    most = reduce(cv2.max, map(cv2.absdiff, one, other))
    return np.asarray(cv2.bitwise_and(cv2.threshold(most, OTHER_INK, 1, cv2.THRESH_BINARY)[1], free))


def _differs(one: Picture, other: Picture, free: Picture) -> bool:
    """Whether patches of what is free (1) of one card are nowhere near there on the other (``(3, H, W)`` each)."""
    height, width = free.shape
    least = LEAST_PRINT * free.size
    here = _off(one, other, free)
    if here.sum() < least:
        return False
    if np.mean(cv2.boxFilter(here, cv2.CV_32F, (PATCH, PATCH)) >= 1) > LEAST_PRINT:
        return True  # a field of another colour: no need to look for the same sign beside it
    around = np.pad(other, ((0, 0), (SHIFT, SHIFT), (SHIFT, SHIFT)), mode="edge")
    left = np.full(free.shape, np.inf, np.float32)
    for down, right in SHIFTS:
        moved = around[:, SHIFT + down : SHIFT + down + height, SHIFT + right : SHIFT + right + width]
        off = _off(one, np.ascontiguousarray(moved), free)
        np.minimum(left, cv2.boxFilter(off, cv2.CV_32F, (PATCH, PATCH)), out=left)
        if left.sum() < least:  # every pixel that differs has its share in each patch around it
            return False
    return True
