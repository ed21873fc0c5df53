"""Whether what is in view of a card tells which it is: of a sign without its number, or of half a fraction, nobody can say."""

from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.extract import rectify
from numero_cam.workshop.synth.design import Design
from numero_cam.workshop.synth.faces import draw_face

HEIGHT = 176
"""Two pixels a millimetre of a usual card."""
OTHER_INK = 48
"""Two prints differ where a channel differs by more, of 255."""
LEAST_PRINT = 0.0006
"""They can be told apart by so much of the card: three square millimetres, half an index's digit."""

SLIVER = 9
"""Print within half of so many pixels of a card that lies on it is a sliver of a sign, which tells nobody what it is."""

Picture = NDArray[np.uint8]


class Faces:
    """The faces of a pack, to be compared in small.

    Args:
        design: What the pack looks like.
        labels: All its cards.
    """

    def __init__(self, design: Design, labels: Sequence[str]) -> None:
        # Edges of glyphs are soft: a little blur keeps a shift by half a pixel from passing for other print.
        self._faces = {label: _rgb(draw_face(design, label, HEIGHT)) for label in labels}

    def tell(self, label: str, quad: NDArray[np.floating], above: list[NDArray[np.floating]]) -> bool:
        """Whether what is in view of a card differs from every other card of its pack.

        Args:
            label: Which card it is.
            quad: ``(4, 2)`` pixels, clockwise from its own top-left.
            above: Outlines of the cards that lie on it.
        """
        own = self._faces[label]
        height, width = own.shape[:2]
        free = cv2.dilate(rectify.hidden_mask(quad, above, width, height, 0.0), np.ones((SLIVER, SLIVER), np.uint8)) == 0
        return all(_differs(own, other, free) for name, other in self._faces.items() if name != label)


def with_told(faces: Faces, cards: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The cards of an answer, of each ``told``: whether what is in view of it tells which it is; True without a face.

    Args:
        faces: Of the pack.
        cards: ``label`` and ``quad`` of each, the lowest first.
    """
    quads = [np.array(card["quad"], np.float32) for card in cards]
    return [{**card, "told": card["label"] is None or faces.tell(card["label"], quads[i], quads[i + 1 :])} for i, card in enumerate(cards)]


def _rgb(face: Picture) -> NDArray[np.int16]:
    return np.asarray(cv2.GaussianBlur(face[..., :3], (3, 3), 0), np.int16)


def _differs(one: NDArray[np.int16], other: NDArray[np.int16], free: NDArray[np.bool_]) -> bool:
    off = (np.abs(one - other).max(axis=2) > OTHER_INK) & free
    return int(off.sum()) >= LEAST_PRINT * free.size
