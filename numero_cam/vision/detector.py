"""Finds cards in a picture: the detector network, and boxes and corners decoded from its output."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.onnx import Network, sigmoid
from numero_cam.base.records import Detection
from numero_cam.vision.rectify import Pyramid

Array = NDArray[np.float32]

CHANNELS = 20
INDEX = 19
"""The channel of the indices."""
STRIDE = 4
ABOUT_PEAK, AGREE = 2, 0.2
"""Cells this near to a peak belong to its card if their outlines differ from the peak's by less than the second, a share of its size."""
ABOUT = np.indices((2 * ABOUT_PEAK + 1, 2 * ABOUT_PEAK + 1)).reshape(2, -1) - ABOUT_PEAK
"""Rows and columns of these cells from the peak."""
OFFSET_UNIT = 32.0
"""Pixels of the network's input for an offset of 1."""
ORDER_CENTRES = (0.0, np.pi / 4)
"""Mean direction of the first edge in each of the two corner orders, radians."""


@dataclass(frozen=True)
class Outline:
    """A card found in the map.

    Attributes:
        corners: ``(4, 2)`` float32, pixels of the network's input, clockwise.
        score: 0..1.
        at: ``(2,)`` float32, a pixel of the network's input at which the card itself is seen.
        by_index: An index tells it, not the anchor of the card.
    """

    corners: Array
    score: float
    at: Array
    by_index: bool = False


def centres(rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Array:
    """Middles of cells, ``(N, 2)`` float32, pixels of the network's input."""
    return np.asarray(np.stack([columns, rows], axis=1) * STRIDE + (STRIDE - 1) / 2, np.float32)


def quads_at(output: Array, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Array:
    """What the given cells say of their card's outline, ``(N, 4, 2)`` float32, pixels of the network's input."""
    cells = output[:, rows, columns].T
    offsets = np.where(cells[:, 2:3] > 0, cells[:, 11:19], cells[:, 3:11]).reshape(-1, 4, 2) * OFFSET_UNIT
    return np.asarray(offsets + centres(rows, columns)[:, None, :], np.float32)


def _steadied(output: Array, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Array:
    """Of each peak the median outline of the cells about it that mean the same card, ``(N, 4, 2)``: less noise than the peak's alone."""
    own = quads_at(output, rows, columns)
    near_rows, near_columns = rows[:, None] + ABOUT[0], columns[:, None] + ABOUT[1]
    inside = (near_rows >= 0) & (near_columns >= 0) & (near_rows < output.shape[1]) & (near_columns < output.shape[2])
    near_rows, near_columns = np.clip(near_rows, 0, output.shape[1] - 1), np.clip(near_columns, 0, output.shape[2] - 1)
    rolled = quads_at(output, near_rows.ravel(), near_columns.ravel()).reshape(*inside.shape, 4, 2)[:, :, geometry.STARTS]
    off = np.abs(rolled - own[:, None, None]).mean(axis=(3, 4))
    nearest = np.take_along_axis(rolled, off.argmin(axis=2)[:, :, None, None, None], axis=2)[:, :, 0]
    sides = np.sqrt(np.maximum(geometry.areas(own), 1.0))
    same = inside & (off.min(axis=2) < AGREE * sides[:, None])
    # The median of those that are the same: sorted to the front, the others stand behind them.
    count = same.sum(axis=1)[:, None, None, None]
    ordered = np.sort(np.where(same[:, :, None, None], nearest, np.inf), axis=1)
    middle = [np.take_along_axis(ordered, k, axis=1)[:, 0] for k in ((count - 1) // 2, count // 2)]
    return np.asarray((middle[0] + middle[1]) / 2, np.float32)


def _peaks(score: Array, least: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the cells ``(H, W)`` that are as high as all about them, the highest first."""
    rows, columns = np.nonzero((score >= cv2.dilate(score, np.ones((3, 3), np.uint8))) & (score >= least))
    best = np.argsort(-score[rows, columns], kind="stable")
    return rows[best], columns[best]


def find_outlines(output: Array, *, least_score: float, same_card: float, most: int = 200) -> list[Outline]:
    """Outlines of cards without doubles: those of the peaks of the anchor map, best first, and after them those that indices tell.

    Args:
        output: ``(20, H, W)`` float32, see the module.
        least_score: 0..1, peaks below are dropped.
        same_card: IoU above which the later of two outlines is a double.
        most: No more peaks of each map than this are looked at.
    """
    out: list[Outline] = []
    for channel in (0, INDEX):
        score = sigmoid(output[channel])
        rows, columns = (each[:most] for each in _peaks(score, least_score))
        quads = _steadied(output, rows, columns)
        told = zip(quads, score[rows, columns].tolist(), centres(rows, columns), geometry.are_sane(quads), strict=True)
        out += [Outline(quad, its, at, by_index=channel == INDEX) for quad, its, at, sane in told if sane]
    quads = np.array([outline.corners for outline in out], np.float32).reshape(-1, 4, 2)
    return [out[k] for k in geometry.without_doubles(quads, same_card)]


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
        outlines = find_outlines(output, least_score=self._least_score, same_card=self._same_card)
        return [Detection(_enlarged(o.corners, scale), o.score, _enlarged(o.at, scale), o.by_index) for o in outlines]
