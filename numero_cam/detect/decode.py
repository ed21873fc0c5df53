"""The detector's output map to outlines, and which card lies on which. Pure functions on arrays.

The map is ``(19, H, W)`` float32, a cell for each 4 x 4 pixels of the network's input: 0 logit of an anchor (one for each card, on
its visible part), 1 logit of a card being seen, 2 logit of the second corner order, 3..10 and 11..18 corner offsets (x, y of four
corners clockwise) in the first order, whose first edge points right (within 45 degrees), and in the second, whose first edge points
right and down. Two orders, because offsets in a single one would jump where a card turns past 45 degrees.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry

Array = NDArray[np.float32]

CHANNELS = 19
STRIDE = 4
ABOUT_PEAK, AGREE = 2, 0.2
"""Cells about a peak, and how far their outlines may be from its own, in shares of its size, to be counted as the same card's."""
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
        anchor: ``(2,)`` float32, the same pixels.
    """

    corners: Array
    score: float
    anchor: Array


def _sigmoid(x: Array) -> Array:
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(x, -30, 30))), np.float32)


def quads_at(output: Array, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Array:
    """What the given cells say of their card's outline, ``(N, 4, 2)`` float32, pixels of the network's input."""
    cells = output[:, rows, columns].T
    offsets = np.where(cells[:, 2:3] > 0, cells[:, 11:19], cells[:, 3:11]).reshape(-1, 4, 2) * OFFSET_UNIT
    centres = np.stack([columns, rows], axis=1) * STRIDE + (STRIDE - 1) / 2
    return np.asarray(offsets + centres[:, None, :], np.float32)


def _steadied(output: Array, row: int, column: int, quad: Array) -> Array:
    """The median outline of the cells about a peak that mean the same card: less noise than the peak's alone."""
    rows, columns = (v.ravel() for v in np.mgrid[row - ABOUT_PEAK : row + ABOUT_PEAK + 1, column - ABOUT_PEAK : column + ABOUT_PEAK + 1])
    inside = (rows >= 0) & (columns >= 0) & (rows < output.shape[1]) & (columns < output.shape[2])
    quads = quads_at(output, rows[inside], columns[inside])
    rolled = np.stack([np.roll(quads, k, axis=1) for k in range(4)])
    off = np.abs(rolled - quad).mean(axis=(2, 3))
    nearest = rolled[off.argmin(axis=0), np.arange(len(quads))]
    same = off.min(axis=0) < AGREE * np.sqrt(max(geometry.area(quad), 1.0))
    return np.asarray(np.median(nearest[same], axis=0), np.float32)


def find_outlines(output: Array, *, least_score: float, same_card: float, most: int = 200) -> list[Outline]:
    """Peaks of the anchor map, best first, without doubles.

    Args:
        output: ``(19, H, W)`` float32, see the module.
        least_score: 0..1, peaks below are dropped.
        same_card: IoU above which the less sure of two outlines is a double.
        most: No more peaks than this are looked at.
    """
    score = _sigmoid(output[0])
    peak = score >= cv2.dilate(score, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero(peak & (score >= least_score))
    best = np.argsort(-score[rows, columns], kind="stable")[:most]
    rows, columns = rows[best], columns[best]
    quads = quads_at(output, rows, columns)
    kept: list[Outline] = []
    for own, r, c in zip(quads, rows, columns, strict=True):
        quad = _steadied(output, int(r), int(c), own)
        if not geometry.is_sane(quad) or any(geometry.iou(quad, k.corners) > same_card for k in kept):
            continue
        anchor = np.array([c, r], np.float32) * STRIDE + (STRIDE - 1) / 2
        kept.append(Outline(quad, float(score[r, c]), anchor))
    return kept


def _votes(output: Array, a: Array, b: Array) -> float:
    """How many cells that both outlines cover belong to ``a``, less those that belong to ``b``."""
    height, width = output.shape[1:]
    low = np.maximum(a.min(0), b.min(0)) / STRIDE - 1
    high = np.minimum(a.max(0), b.max(0)) / STRIDE + 1
    x0, y0 = (int(max(0, v)) for v in low)
    x1, y1 = int(min(width, np.ceil(high[0]))), int(min(height, np.ceil(high[1])))
    if x1 <= x0 or y1 <= y0:
        return 0.0
    rows, columns = (v.ravel() for v in np.mgrid[y0:y1, x0:x1])
    points = np.stack([columns, rows], axis=1).astype(np.float32) * STRIDE + (STRIDE - 1) / 2
    shared = geometry.contains(a, points) & geometry.contains(b, points) & (output[1, rows, columns] > 0)
    if not shared.any():
        return 0.0
    quads = quads_at(output, rows[shared], columns[shared])
    to_a, to_b = _distances(quads, a), _distances(quads, b)
    return float(np.tanh((to_b - to_a) / 4.0).sum())


def _distances(quads: Array, target: Array) -> Array:
    """``(N,)`` mean corner distance of quads to a target, each in its best cyclic order."""
    each = [np.linalg.norm(quads - np.roll(target, k, axis=0), axis=2).mean(axis=1) for k in range(4)]
    return np.asarray(np.min(each, axis=0), np.float32)


def find_covers(output: Array, outlines: list[Outline]) -> list[frozenset[int]]:
    """For each outline, the indices of those that it lies on: every seen cell of their common part votes for the card it belongs to."""
    covers: list[set[int]] = [set() for _ in outlines]
    boxes = geometry.bounding_boxes(np.stack([o.corners for o in outlines])) if outlines else np.zeros((0, 4), np.float32)
    for i, a in enumerate(outlines):
        for j in range(i):
            if (boxes[i, :2] >= boxes[j, 2:]).any() or (boxes[j, :2] >= boxes[i, 2:]).any():
                continue
            b = outlines[j]
            if geometry.intersection_area(a.corners, b.corners) < STRIDE * STRIDE:
                continue
            votes = _votes(output, a.corners, b.corners)
            if votes:
                upper, lower = (i, j) if votes > 0 else (j, i)
                covers[upper].add(lower)
    return [frozenset(c) for c in covers]
