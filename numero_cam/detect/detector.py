"""Finds the cards of a picture."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.onnx import Network
from numero_cam.base.records import Detection
from numero_cam.detect import decode
from numero_cam.extract.rectify import Pyramid

MULTIPLE = 32
"""Sides of the network's input are multiples of this."""
COARSER = (2, 4)
"""By how much the picture is shrunk for the coarser looks."""
LARGE = 32
"""A coarser look finds only cards with a side of at least this many pixels in the shrunk picture."""
MOST_LINEAR = 1.5
"""A picture is shrunk by interpolation up to this factor, by the mean of an area beyond it."""


def _enlarged(points: NDArray[np.float32], scale: NDArray[np.float64]) -> NDArray[np.float32]:
    """Pixels of the network's input as pixels of the picture."""
    return np.asarray((points + 0.5) / scale - 0.5, np.float32)


def _shrunk(pyramid: Pyramid, long_side: int) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """The network's input, padded with black at right and bottom, and its scale in x and y."""
    width, height = pyramid.size
    share = min(1.0, long_side / max(height, width))
    w, h = max(1, round(width * share)), max(1, round(height * share))
    level = pyramid.level(int(max(0, np.floor(np.log2(1 / share)))))
    # The mean over an area is right for large steps only and five times as slow.
    how = cv2.INTER_LINEAR if level.shape[1] < MOST_LINEAR * w else cv2.INTER_AREA
    small = cv2.resize(level, (w, h), interpolation=how)
    padded = np.zeros((-(-h // MULTIPLE) * MULTIPLE, -(-w // MULTIPLE) * MULTIPLE, 3), np.uint8)
    padded[:h, :w] = small
    return padded, np.array([w / width, h / height])


def _quads(cards: list[Detection]) -> NDArray[np.float32]:
    return np.array([card.corners for card in cards], np.float32).reshape(-1, 4, 2)


def joined(found: Sequence[Sequence[Detection]], same_card: float) -> list[Detection]:
    """What was found in several parts or sizes of a picture, the surest first, without what was found twice.

    Args:
        found: Of each part or size.
        same_card: IoU from which two outlines are of one card.
    """
    cards = sorted((card for each in found for card in each), key=lambda card: (card.by_index, -card.score))
    return [cards[k] for k in geometry.without_doubles(_quads(cards), same_card)]


class Detector:
    """The detector network with its scale.

    Args:
        network: The loaded model ``detector``.
        long_side: The picture is shrunk so that its longer side has this many pixels, never enlarged.
        least_score: 0..1, what is less sure is not told.
        same_card: IoU from which two outlines are one card.
    """

    def __init__(
        self, network: Network, *, long_side: int = 704, least_score: float = 0.15, same_card: float = geometry.SAME_OUTLINE
    ) -> None:
        self._network = network
        self._long_side = long_side
        self._least_score = least_score
        self._same_card = same_card

    def find(self, pyramid: Pyramid) -> list[Detection]:
        """All cards of a picture, the surest first; last those that only their indices tell.

        The picture is looked at again at half and at a quarter of the size: cards that fill much of it are as large there as most cards
        are in training. Outlines that differ stay, of a card found at several sizes too: one of them is chosen later.
        """
        cards = self._look(pyramid, self._long_side)
        for shrink in COARSER:
            size = max(1, min(self._long_side, max(pyramid.size)) // shrink)
            side = LARGE / size * max(pyramid.size)
            large = [card for card in self._look(pyramid, size) if geometry.area(card.corners) >= side**2]
            cards = joined([cards, large], self._same_card)
        return cards

    def find_in(self, pyramid: Pyramid, box: tuple[int, int, int, int]) -> list[Detection]:
        """The cards of a part of a picture, looked at once and as large as in a look at the whole picture.

        Args:
            pyramid: The whole picture.
            box: Left, top, right and bottom of the part, pixels.

        Returns:
            In pixels of the whole picture.
        """
        left, top, right, bottom = box
        part = Pyramid(pyramid.pixels[top:bottom, left:right])
        share = min(1.0, self._long_side / max(pyramid.size))
        at = np.array([left, top], np.float32)
        found = self._look(part, max(1, round(share * max(part.size))))
        return [replace(card, corners=card.corners + at, at=card.at + at) for card in found]

    def _look(self, pyramid: Pyramid, long_side: int) -> list[Detection]:
        picture, scale = _shrunk(pyramid, long_side)
        output = self._network.run(picture[None])[0]
        outlines = decode.find_outlines(output, least_score=self._least_score, same_card=self._same_card)
        return [Detection(_enlarged(o.corners, scale), o.score, _enlarged(o.at, scale), o.by_index) for o in outlines]
