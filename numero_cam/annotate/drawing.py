"""Draws lines, polygons and text into pictures, and finds the visible parts of outlines of cards."""

from collections.abc import Sequence
from enum import Enum
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from numero_cam.base import geometry
from numero_cam.base.records import TableState

Colour = tuple[int, int, int]  #: Red, green and blue, 0..255.
Pixels = NDArray[np.uint8]  #: ``(height, width, 3)`` uint8 RGB.
Points = NDArray[np.float64]  #: ``(N, 2)`` float64 pixels, x and y.

_SUBPIXEL_BITS = 4  #: Number of fractional bits of coordinates given to OpenCV.
_CORNER_POINTS = 6  #: Number of points that make a rounded corner.


class BadgeShape(Enum):
    """Shape of a badge."""

    CIRCLE = "circle"
    SQUARE = "square"
    DIAMOND = "diamond"
    HEXAGON = "hexagon"
    STAR = "star"


def draw_line(picture: Pixels, ends: tuple[Points, Points], colour: Colour, width: float, dashes: Sequence[float] = ()) -> None:
    """Draw a straight line.

    Args:
        picture: ``(height, width, 3)`` uint8 RGB, which is changed.
        ends: The two ends, each ``(2,)`` pixels.
        colour: RGB.
        width: Width in pixels, at least 1.
        dashes: Lengths of dash and gap in turn, in widths of the line; empty for a solid line.
    """
    start, end = ends
    length = float(np.linalg.norm(end - start))
    for first, last in _dashed(length, width, dashes):
        dash = [start + (end - start) * share / max(length, 1e-9) for share in (first, last)]
        begin, stop = (tuple(np.round(p * (1 << _SUBPIXEL_BITS)).astype(int).tolist()) for p in dash)
        cv2.line(picture, begin, stop, colour, max(1, round(width)), cv2.LINE_AA, _SUBPIXEL_BITS)


def _dashed(length: float, width: float, dashes: Sequence[float]) -> list[tuple[float, float]]:
    """Return begin and end of each dash along a line, in pixels; round ends extend half a width farther."""
    if not dashes:
        return [(0.0, length)]
    parts, at, k = [], 0.0, 0
    while at < length:
        step = dashes[k % len(dashes)] * width
        if k % 2 == 0:
            parts.append((at, min(at + step, length)))
        at, k = at + step, k + 1
    return parts


def fill_polygon(picture: Pixels, points: Points, colour: Colour) -> None:
    """Fill a polygon with the corners ``(N, 2)``, pixels, in a picture, which is changed."""
    cv2.fillPoly(picture, [np.round(points * (1 << _SUBPIXEL_BITS)).astype(np.int32)], colour, cv2.LINE_AA, _SUBPIXEL_BITS)


def draw_polygon(picture: Pixels, points: Points, colour: Colour, width: float) -> None:
    """Draw the outline of a polygon with the corners ``(N, 2)``, ``width`` pixels wide, into a picture, which is changed."""
    at = [np.round(points * (1 << _SUBPIXEL_BITS)).astype(np.int32)]
    cv2.polylines(picture, at, isClosed=True, color=colour, thickness=max(1, round(width)), lineType=cv2.LINE_AA, shift=_SUBPIXEL_BITS)


def box_polygon(left: float, top: float, right: float, bottom: float, radius: float = 0.0) -> Points:
    """Return the polygon ``(N, 2)`` of a box with rounded corners; all in pixels."""
    radius = min(radius, (right - left) / 2, (bottom - top) / 2)
    quarter = np.linspace(0, np.pi / 2, _CORNER_POINTS) if radius > 0 else np.zeros(1)
    middles = (
        (right - radius, top + radius),
        (right - radius, bottom - radius),
        (left + radius, bottom - radius),
        (left + radius, top + radius),
    )
    turns = (np.stack([np.sin(quarter + k * np.pi / 2), -np.cos(quarter + k * np.pi / 2)], axis=1) for k in range(4))
    return np.concatenate([np.array(middle) + radius * turn for middle, turn in zip(middles, turns, strict=True)])


def badge_polygon(shape: BadgeShape, middle: tuple[float, float], radius: float) -> Points:
    """Return the polygon ``(N, 2)`` of a badge that is about as large as a circle of this radius; all in pixels."""
    match shape:
        case BadgeShape.CIRCLE:
            return _spokes(middle, [radius] * 32)
        case BadgeShape.SQUARE:
            return _spokes(middle, [radius * 1.2] * 4, turn=np.pi / 4)
        case BadgeShape.DIAMOND:
            return _spokes(middle, [radius * 1.3] * 4)
        case BadgeShape.HEXAGON:
            return _spokes(middle, [radius * 1.12] * 6)
        case BadgeShape.STAR:
            return _spokes(middle, [radius * 1.15, radius * 0.55] * 5)


def _spokes(middle: tuple[float, float], lengths: Sequence[float], turn: float = 0.0) -> Points:
    """Return corners ``(N, 2)`` at equal angles around a middle, clockwise from the top, at these distances from it."""
    angles = turn + np.arange(len(lengths)) * 2 * np.pi / len(lengths)
    return np.asarray(np.array(middle) + np.array(lengths)[:, None] * np.stack([np.sin(angles), -np.cos(angles)], axis=1), np.float64)


EdgeSegment = tuple[Points, Points]  #: The two ends, each ``(2,)`` pixels, of a segment of an outline.


def quads_above(state: TableState) -> list[list[Points]]:
    """Return for each card of the table the outlines ``(4, 2)`` of the cards that lie on it."""
    quads = [card.reading.corners.astype(np.float64) for card in state.cards]
    return [[quads[j] for j, upper in enumerate(state.cards) if i in upper.reading.covers] for i in range(len(quads))]


def visible_segments(quad: Points, above: Sequence[Points], size: tuple[int, int]) -> list[EdgeSegment]:
    """Return the visible segments of an outline, in the order of its edges.

    Args:
        quad: The outline, ``(4, 2)`` pixels, clockwise.
        above: Outlines of the cards that lie on it, each ``(4, 2)``, clockwise and convex.
        size: Width and height of the picture, pixels.
    """
    width, height = size
    frame = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], np.float64)
    parts: list[EdgeSegment] = []
    for k in range(4):
        start, end = quad[k], quad[(k + 1) % 4]
        seen = _part_inside(start, end, frame)
        visible = [seen] if seen else []
        for upper in above:
            hidden = _part_inside(start, end, upper)
            if hidden:
                visible = [rest for part in visible for rest in _without_part(part, hidden)]
        parts += [(start + (end - start) * a, start + (end - start) * b) for a, b in visible]
    return parts


def sample_segments(parts: Sequence[EdgeSegment], step: float) -> Points:
    """Return points ``(N, 2)`` on segments of an outline, at most ``step`` pixels apart."""
    points = [start + (end - start) * np.linspace(0, 1, 2 + int(np.linalg.norm(end - start) // step))[:, None] for start, end in parts]
    return np.concatenate(points) if points else np.zeros((0, 2))


def bottom_first(state: TableState) -> list[int]:
    """Return the indices of the cards in ``state.cards`` from the bottom to the top: no card comes after one that lies on it."""
    left, order = list(range(len(state.cards))), []
    while left:
        # If a wrong reading has two cards on each other, the one that covers fewer cards comes first.
        following = min(left, key=lambda i: (sum(j in state.cards[i].reading.covers for j in left), i))
        order.append(following)
        left.remove(following)
    return order


def _part_inside(start: Points, end: Points, quad: NDArray[np.float64]) -> tuple[float, float] | None:
    """Return the part of a line inside a convex clockwise quad ``(4, 2)``, in shares of its length; None for none (Cyrus and Beck 1978)."""
    enter, leave = 0.0, 1.0
    for k in range(4):
        edge = quad[geometry.NEXT[k]] - quad[k]
        inward = np.array([-edge[1], edge[0]])
        along, at = float(inward @ (end - start)), float(inward @ (start - quad[k]))
        if along == 0:
            if at < 0:
                return None
        elif along > 0:
            enter = max(enter, -at / along)
        else:
            leave = min(leave, -at / along)
    return (enter, leave) if enter < leave else None


def _without_part(piece: tuple[float, float], hidden: tuple[float, float]) -> list[tuple[float, float]]:
    """Return what is left of a part of a line without a hidden part."""
    parts = [(piece[0], min(piece[1], hidden[0])), (max(piece[0], hidden[1]), piece[1])]
    return [part for part in parts if part[1] - part[0] > 1e-6]


CAPITAL_HEIGHT = 0.73  #: Height of a capital letter or a digit, as a share of the font size.
_FONTS = Path(__file__).parents[1] / "base" / "fonts"


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a line of text in a font of ``size`` pixels, in pixels."""
    return float(_font(round(size), bold).getlength(text))


def draw_text(picture: Pixels, text: str, place: tuple[float, float], size: float, colour: Colour, *, bold: bool = False) -> None:
    """Draw a line of text into a picture; what does not fit into the picture is cut off.

    Args:
        picture: ``(height, width, 3)`` uint8 RGB, which is changed.
        text: One line.
        place: Left end and baseline in pixels.
        size: Size of the font in pixels; the height of a capital letter is ``CAPITAL_HEIGHT`` times this.
        colour: RGB.
        bold: Whether the font is bold.
    """
    font = _font(round(size), bold)
    left, top, right, bottom = (round(edge) for edge in font.getbbox(text, anchor="ls"))
    if right <= left or bottom <= top:
        return
    sheet = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(sheet).text((-left, -top), text, fill=255, font=font, anchor="ls")
    x, y = round(place[0]) + left, round(place[1]) + top
    height, width = picture.shape[:2]
    ink = np.asarray(sheet)[max(0, -y) : max(0, height - y), max(0, -x) : max(0, width - x)]
    under = picture[max(0, y) : max(0, y) + ink.shape[0], max(0, x) : max(0, x) + ink.shape[1]]
    share = ink[..., None].astype(np.float32) / 255
    under[:] = np.round(under * (1 - share) + np.array(colour, np.float32) * share).astype(np.uint8)


def wrap_text(text: str, size: float, width: float, *, bold: bool = False) -> list[str]:
    """Return a text in lines no wider than ``width`` pixels, in a font of ``size``, split at spaces; a longer word has its own line."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size, bold=bold) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


@cache
def _font(size: int, bold: bool) -> ImageFont.FreeTypeFont:  # noqa: FBT001 - a key of the cache
    """Return the font of ``size`` pixels, with the basic layout that every installation of Pillow has."""
    name = "DejaVuSansCondensed-Bold.ttf" if bold else "DejaVuSansCondensed.ttf"
    return ImageFont.truetype(str(_FONTS / name), max(1, size), layout_engine=ImageFont.Layout.BASIC)
