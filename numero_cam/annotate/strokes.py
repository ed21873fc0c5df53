"""Lines, boxes and badges in pictures, with smooth edges. Places are in pixels of the picture, colours RGB."""

from collections.abc import Sequence
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

Colour = tuple[int, int, int]
Pixels = NDArray[np.uint8]
Points = NDArray[np.float64]
"""``(N, 2)`` float64 pixels, x and y."""

_SHIFT = 4
_ROUND = 6
"""Corners of a quarter circle."""


class Shape(Enum):
    """Form of a badge."""

    CIRCLE = "circle"
    SQUARE = "square"
    DIAMOND = "diamond"
    HEXAGON = "hexagon"
    STAR = "star"


def line(picture: Pixels, ends: tuple[Points, Points], colour: Colour, width: float, dashes: Sequence[float] = ()) -> None:
    """Draws a straight line.

    Args:
        picture: ``(height, width, 3)`` uint8 RGB, changed.
        ends: Where it begins and ends, each ``(2,)``.
        colour: RGB.
        width: Pixels, 1 at least.
        dashes: Lengths of dash and gap by turns, in widths; none for a solid line.
    """
    start, end = ends
    length = float(np.linalg.norm(end - start))
    for first, last in _dashed(length, width, dashes):
        dash = [start + (end - start) * share / max(length, 1e-9) for share in (first, last)]
        one, other = (tuple(np.round(p * (1 << _SHIFT)).astype(int).tolist()) for p in dash)
        cv2.line(picture, one, other, colour, max(1, round(width)), cv2.LINE_AA, _SHIFT)


def _dashed(length: float, width: float, dashes: Sequence[float]) -> list[tuple[float, float]]:
    """Where the dashes of a line begin and end; their round ends reach half a width farther."""
    if not dashes:
        return [(0.0, length)]
    parts, at, k = [], 0.0, 0
    while at < length:
        step = dashes[k % len(dashes)] * width
        if k % 2 == 0:
            parts.append((at, min(at + step, length)))
        at, k = at + step, k + 1
    return parts


def fill(picture: Pixels, points: Points, colour: Colour) -> None:
    """Fills an outline ``(N, 2)``."""
    cv2.fillPoly(picture, [np.round(points * (1 << _SHIFT)).astype(np.int32)], colour, cv2.LINE_AA, _SHIFT)


def outline(picture: Pixels, points: Points, colour: Colour, width: float) -> None:
    """Draws a closed outline ``(N, 2)``."""
    at = [np.round(points * (1 << _SHIFT)).astype(np.int32)]
    cv2.polylines(picture, at, isClosed=True, color=colour, thickness=max(1, round(width)), lineType=cv2.LINE_AA, shift=_SHIFT)


def box(left: float, top: float, right: float, bottom: float, radius: float = 0.0) -> Points:
    """The outline ``(N, 2)`` of a box with round corners."""
    radius = min(radius, (right - left) / 2, (bottom - top) / 2)
    quarter = np.linspace(0, np.pi / 2, _ROUND) if radius > 0 else np.zeros(1)
    middles = (
        (right - radius, top + radius),
        (right - radius, bottom - radius),
        (left + radius, bottom - radius),
        (left + radius, top + radius),
    )
    turns = (np.stack([np.sin(quarter + k * np.pi / 2), -np.cos(quarter + k * np.pi / 2)], axis=1) for k in range(4))
    return np.concatenate([np.array(middle) + radius * turn for middle, turn in zip(middles, turns, strict=True)])


def badge(shape: Shape, middle: tuple[float, float], radius: float) -> Points:
    """The outline ``(N, 2)`` of a badge that about fills a circle of this radius."""
    match shape:
        case Shape.CIRCLE:
            return _spokes(middle, [radius] * 32)
        case Shape.SQUARE:
            return _spokes(middle, [radius * 1.2] * 4, turn=np.pi / 4)
        case Shape.DIAMOND:
            return _spokes(middle, [radius * 1.3] * 4)
        case Shape.HEXAGON:
            return _spokes(middle, [radius * 1.12] * 6)
        case Shape.STAR:
            return _spokes(middle, [radius * 1.15, radius * 0.55] * 5)


def _spokes(middle: tuple[float, float], lengths: Sequence[float], turn: float = 0.0) -> Points:
    """Corners at even angles about a middle, from the top."""
    angles = turn + np.arange(len(lengths)) * 2 * np.pi / len(lengths)
    return np.asarray(np.array(middle) + np.array(lengths)[:, None] * np.stack([np.sin(angles), -np.cos(angles)], axis=1), np.float64)
