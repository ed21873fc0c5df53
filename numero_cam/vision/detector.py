"""Detects cards: runs the detector network on a picture, and decodes scores and corners from its output.

The output has 20 channels for cells of 4 x 4 pixels: 0 = logit of a card's anchor, 1 = logit of a visible card (for training only),
2 = logit of the second of two corner orders, 3-10 and 11-18 = corner offsets in the first and in the second order, 19 = logit of an index.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.onnx import Network, sigmoid
from numero_cam.base.records import Detection
from numero_cam.vision.rectify import Picture, Pyramid

Array = NDArray[np.float32]

CHANNELS = 20  #: Number of channels of the network's output.
INDEX_CHANNEL = 19  #: Channel with the logits of the indices.
MAX_PEAKS = 200  #: Maximum number of peaks of each map; the highest are kept.
STRIDE = 4  #: Side of a cell, pixels of the network's input.
NEIGHBOUR_RADIUS = 2  #: Distance in cells up to which the cells around a peak may predict the same card.
#: Maximum mean corner distance, in card sides, of a neighbour's outline from the peak's to count as the same card.
MAX_NEIGHBOUR_ERROR = 0.2
#: Row and column offsets of the neighbours.
NEIGHBOURS = np.indices((2 * NEIGHBOUR_RADIUS + 1, 2 * NEIGHBOUR_RADIUS + 1)).reshape(2, -1) - NEIGHBOUR_RADIUS
OFFSET_UNIT = 32.0  #: Pixels of the network's input for a corner offset of 1.
ORDER_CENTRES = (0.0, np.pi / 4)  #: Mean direction of the first edge in each of the two corner orders, radians.


@dataclass(frozen=True)
class DecodedOutline:
    """A card decoded from the network's output, in pixels of the network's input."""

    corners: Array  #: ``(4, 2)`` float32, clockwise.
    score: float  #: 0..1.
    anchor: Array  #: ``(2,)`` float32, a pixel at which the card itself is visible.
    by_index: bool = False  #: Whether it was found by its index, and not by the card's anchor.


def cell_centres(rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Array:
    """Return the centres of cells, ``(N, 2)`` float32, pixels of the network's input."""
    return np.asarray(np.stack([columns, rows], axis=1) * STRIDE + (STRIDE - 1) / 2, np.float32)


def quads_at(output: Array, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Array:
    """Return the quads that cells predict, ``(N, 4, 2)`` float32, pixels of the network's input."""
    cells = output[:, rows, columns].T
    offsets = np.where(cells[:, 2:3] > 0, cells[:, 11:19], cells[:, 3:11]).reshape(-1, 4, 2) * OFFSET_UNIT
    return np.asarray(offsets + cell_centres(rows, columns)[:, None, :], np.float32)


def _median_quads(output: Array, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Array:
    """Return for each peak the median quad of the neighbours that predict the same card, ``(N, 4, 2)``; it is less noisy than its own."""
    own = quads_at(output, rows, columns)
    near_rows, near_columns = rows[:, None] + NEIGHBOURS[0], columns[:, None] + NEIGHBOURS[1]
    inside = (near_rows >= 0) & (near_columns >= 0) & (near_rows < output.shape[1]) & (near_columns < output.shape[2])
    near_rows, near_columns = np.clip(near_rows, 0, output.shape[1] - 1), np.clip(near_columns, 0, output.shape[2] - 1)
    quads = quads_at(output, near_rows.ravel(), near_columns.ravel()).reshape(*inside.shape, 4, 2)
    rolled = quads[:, :, geometry.STARTS]  # all four choices of the first corner
    errors = np.abs(rolled - own[:, None, None]).mean(axis=(3, 4))
    nearest = np.take_along_axis(rolled, errors.argmin(axis=2)[:, :, None, None, None], axis=2)[:, :, 0]
    sides = np.sqrt(np.maximum(geometry.areas(own), 1.0))
    same = inside & (errors.min(axis=2) < MAX_NEIGHBOUR_ERROR * sides[:, None])
    # Infinite values sort behind those of the same card, so the median lies among the first `count`.
    count = same.sum(axis=1)[:, None, None, None]
    ordered = np.sort(np.where(same[:, :, None, None], nearest, np.inf), axis=1)
    middle = [np.take_along_axis(ordered, k, axis=1)[:, 0] for k in ((count - 1) // 2, count // 2)]
    return np.asarray((middle[0] + middle[1]) / 2, np.float32)


def _peaks(score: Array, least: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return rows and columns of the local maxima of ``(H, W)`` with a score of ``least`` or more, the highest first."""
    rows, columns = np.nonzero((score >= cv2.dilate(score, np.ones((3, 3), np.uint8))) & (score >= least))
    best = np.argsort(-score[rows, columns], kind="stable")
    return rows[best], columns[best]


def decode_outlines(output: Array, *, least_score: float, same_card: float) -> list[DecodedOutline]:
    """Decode the network's output to outlines, and suppress doubles.

    Args:
        output: ``(20, H, W)`` float32, see the module.
        least_score: 0..1, peaks with a lower score are dropped.
        same_card: 0..1, from this IoU the later of two outlines is dropped.

    Returns:
        Outlines of the anchor map, highest score first, and after them those found by an index only.
    """
    out: list[DecodedOutline] = []
    for channel in (0, INDEX_CHANNEL):
        score = sigmoid(output[channel])
        rows, columns = (each[:MAX_PEAKS] for each in _peaks(score, least_score))
        quads = _median_quads(output, rows, columns)
        peaks = zip(quads, score[rows, columns].tolist(), cell_centres(rows, columns), geometry.are_sane(quads), strict=True)
        out += [DecodedOutline(quad, value, anchor, by_index=channel == INDEX_CHANNEL) for quad, value, anchor, sane in peaks if sane]
    quads = np.array([outline.corners for outline in out], np.float32).reshape(-1, 4, 2)
    return [out[k] for k in geometry.without_doubles(quads, same_card)]


SIDE_MULTIPLE = 32  #: The sides of the network's input are multiples of this, pixels.
#: Divisors of the picture's size in the passes that find large cards. A closer look at small ones is worth it from the first one on.
COARSER_SCALES = (2, 4)
MIN_COARSE_SIDE = 32  #: Minimum side of a card in such a pass, pixels of the network's input.
#: Up to this factor a picture is shrunk by bilinear interpolation, beyond it by area averages, which take four times as long.
MAX_LINEAR_SHRINK = 1.5


def _moved(cards: Sequence[Detection], left: int, top: int) -> list[Detection]:
    """Return the cards of a part of a picture, which begins at `left`, `top`, in pixels of the whole."""
    origin = np.array([left, top], np.float32)
    return [replace(card, corners=card.corners + origin, anchor=card.anchor + origin) for card in cards]


def _to_picture(points: NDArray[np.float32], scale: NDArray[np.float64]) -> NDArray[np.float32]:
    """Convert pixels of the network's input ``(..., 2)`` to those of the picture; ``scale`` ``(2,)`` is input over picture in x and y."""
    return np.asarray((points + 0.5) / scale - 0.5, np.float32)


def _shrunk(pyramid: Pyramid, long_side: int) -> Picture:
    """Return the picture at most ``long_side`` pixels long, ``(H, W, 3)`` uint8 RGB."""
    width, height = pyramid.size
    share = min(1.0, long_side / max(height, width))
    w, h = max(1, round(width * share)), max(1, round(height * share))
    level = pyramid.level(int(max(0, np.floor(np.log2(1 / share)))))
    if level.shape[1] >= MAX_LINEAR_SHRINK * w:
        # Averages of areas by way of twice the size: as smooth as in one step, and in half the time.
        twice = cv2.resize(level, (2 * w, 2 * h), interpolation=cv2.INTER_LINEAR)
        return np.asarray(cv2.resize(twice, (w, h), interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.resize(level, (w, h), interpolation=cv2.INTER_LINEAR), np.uint8)


def merge_detections(parts: Sequence[Sequence[Detection]], same_card: float) -> list[Detection]:
    """Merge the detections of several parts or scales of a picture, and suppress doubles.

    Args:
        parts: The detections of each part or scale.
        same_card: 0..1, minimum IoU of two outlines of one card.

    Returns:
        Highest score first; those found by an index only come last.
    """
    cards = sorted((card for part in parts for card in part), key=lambda card: (card.by_index, -card.score))
    quads = np.array([card.corners for card in cards], np.float32).reshape(-1, 4, 2)
    return [cards[k] for k in geometry.without_doubles(quads, same_card)]


class Detector:
    """Detects cards with the detector network.

    Args:
        network: The loaded model ``detector``.
        long_side: The picture is shrunk to this many pixels on its longer side, and never enlarged.
        least_score: 0..1, detections with a lower score are dropped.
        same_card: 0..1, minimum IoU of two outlines of one card.
    """

    def __init__(
        self, network: Network, *, long_side: int = 704, least_score: float = 0.15, same_card: float = geometry.SAME_OUTLINE
    ) -> None:
        self._network = network
        self._long_side = long_side
        self._least_score = least_score
        self._same_card = same_card

    def find(self, pyramid: Pyramid) -> list[Detection]:
        """Detect all cards of a picture, highest score first; those found by an index only come last.

        Cards that fill little of the picture are looked at again, larger. Cards that fill much of it are found in passes at half and at a
        quarter of the size: they are then as large as most cards of the training scenes. A card may be found at several scales; where
        the outlines differ, all are returned.
        """
        shrunk = _shrunk(pyramid, self._long_side)
        cards = self._detect(shrunk, pyramid.size)
        box = self._box_of_small(cards, pyramid.size)
        if box:
            left, top, right, bottom = box
            closer = _moved(self.find(Pyramid(pyramid.pixels[top:bottom, left:right])), left, top)
            outside = [card for card in cards if not (left <= card.anchor[0] < right and top <= card.anchor[1] < bottom)]
            return merge_detections([closer, outside], self._same_card)
        for divisor in COARSER_SCALES:
            size = max(1, shrunk.shape[1] // divisor), max(1, shrunk.shape[0] // divisor)
            side = MIN_COARSE_SIDE / max(size) * max(pyramid.size)
            coarser = np.asarray(cv2.resize(shrunk, size, interpolation=cv2.INTER_AREA), np.uint8)
            large = [card for card in self._detect(coarser, pyramid.size) if geometry.area(card.corners) >= side**2]
            cards = merge_detections([cards, large], self._same_card)
        return cards

    def find_in(self, pyramid: Pyramid, box: tuple[int, int, int, int]) -> list[Detection]:
        """Detect the cards of a part of a picture in one pass, at the scale of the whole picture.

        Args:
            pyramid: The whole picture.
            box: Left, top, right and bottom of the part, pixels.

        Returns:
            Detections in pixels of the whole picture.
        """
        left, top, right, bottom = box
        part = Pyramid(pyramid.pixels[top:bottom, left:right])
        share = min(1.0, self._long_side / max(pyramid.size))
        return _moved(self._detect(_shrunk(part, max(1, round(share * max(part.size)))), part.size), left, top)

    def _box_of_small(self, cards: Sequence[Detection], size: tuple[int, int]) -> tuple[int, int, int, int] | None:
        """Return left, top, right and bottom of the cards where a look at that part alone shows them much larger; None where not."""
        sure = [card.corners for card in cards if card.score >= 0.5]
        if not sure:
            return None
        quads = np.stack(sure)
        margin = np.sqrt(geometry.areas(quads).max()) / 2
        low = np.floor(np.maximum(quads.min(axis=(0, 1)) - margin, 0)).astype(int).tolist()
        high = np.ceil(np.minimum(quads.max(axis=(0, 1)) + margin + 1, size)).astype(int).tolist()
        side = max(high[0] - low[0], high[1] - low[1], self._long_side)
        return (*low, *high) if COARSER_SCALES[0] * side <= max(size) else None

    def _detect(self, shrunk: Picture, size: tuple[int, int]) -> list[Detection]:
        """Detect the cards of a picture of ``size`` that was shrunk; the network sees it padded with black at the right and bottom."""
        h, w = shrunk.shape[:2]
        padded = np.zeros((-(-h // SIDE_MULTIPLE) * SIDE_MULTIPLE, -(-w // SIDE_MULTIPLE) * SIDE_MULTIPLE, 3), np.uint8)
        padded[:h, :w] = shrunk
        scale = np.array([w / size[0], h / size[1]])
        outlines = decode_outlines(self._network.run(padded[None])[0], least_score=self._least_score, same_card=self._same_card)
        return [Detection(_to_picture(o.corners, scale), o.score, _to_picture(o.anchor, scale), o.by_index) for o in outlines]
