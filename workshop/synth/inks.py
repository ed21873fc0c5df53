"""Masks and how they are printed: text, outlines, shapes, and laying an ink through a mask.

A mask is ``(h, w)`` uint8, 255 = full ink; a canvas is ``(H, W, 3)`` uint8 RGB and is changed in place.
"""

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from workshop.synth import fonts

Mask = npt.NDArray[np.uint8]
Canvas = npt.NDArray[np.uint8]
Colour = tuple[int, int, int]

_SHIFT = 4
_SHAPES: dict[str, int] = {"triangle": 3, "diamond": 4, "pentagon": 5, "hexagon": 6, "octagon": 8}


def text(font: str, words: str, height: float, *, stroke: int = 0) -> Mask:
    """The ink box of one line, digits `height` pixels high, in a font of the catalogue, each line thicker by ``stroke`` pixels."""
    return _text(font, words, max(4, round(height / fonts.get(font).digit)), stroke)


@lru_cache(maxsize=2048)
def _text(font: str, words: str, size: int, stroke: int) -> Mask:
    face = fonts.truetype(font, size)
    left, top, right, bottom = (int(side) for side in face.getbbox(words, stroke_width=stroke))
    image = Image.new("L", (max(right - left, 1) + 2, max(bottom - top, 1) + 2))
    ImageDraw.Draw(image).text((1 - left, 1 - top), words, fill=255, font=face, stroke_width=stroke)
    return trim(np.asarray(image))


def trim(mask: Mask) -> Mask:
    """The mask cut to its ink; a mask without ink gives one empty pixel."""
    rows, columns = np.flatnonzero(mask.max(axis=1) > 24), np.flatnonzero(mask.max(axis=0) > 24)
    if not len(rows):
        return np.zeros((1, 1), np.uint8)
    return np.ascontiguousarray(mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


def across(*masks: Mask, gap: float, align: float = 0.5) -> Mask:
    """Masks side by side, `gap` pixels apart; `align` 0 = tops, 0.5 = middles, 1 = bottoms in one line."""
    step = round(gap)
    height = max(mask.shape[0] for mask in masks)
    out = np.zeros((height, max(1, sum(mask.shape[1] + step for mask in masks) - step)), np.uint8)
    x = 0
    for mask in masks:
        y = round((height - mask.shape[0]) * align)
        width = min(mask.shape[1], out.shape[1] - x)
        part = out[y : y + mask.shape[0], x : x + width]
        np.maximum(part, mask[:, :width], out=part)
        x = max(0, x + mask.shape[1] + step)
    return out


def down(*masks: Mask, gap: float) -> Mask:
    """Masks under each other, centred, `gap` pixels apart."""
    return np.ascontiguousarray(across(*(mask.T for mask in masks), gap=gap).T)


def scaled(mask: Mask, height: float, *, width: float = 1e9) -> Mask:
    """The mask made `height` pixels high, or less where it would become wider than `width`."""
    factor = min(height / mask.shape[0], width / mask.shape[1])
    size = max(1, round(mask.shape[1] * factor)), max(1, round(mask.shape[0] * factor))
    if size == (mask.shape[1], mask.shape[0]):
        return mask
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(mask, size, interpolation=way), np.uint8)


def stretched(mask: Mask, factor: float) -> Mask:
    """The mask made wider by `factor`."""
    size = max(1, round(mask.shape[1] * factor)), mask.shape[0]
    return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def slanted(mask: Mask, slope: float) -> Mask:
    """The mask sheared as italics are: its top moved right by `slope` times its height."""
    height, width = mask.shape
    shift = slope * height
    matrix = np.array([[1, -slope, max(shift, 0.0)], [0, 1, 0]], np.float32)
    return trim(np.asarray(cv2.warpAffine(mask, matrix, (int(width + abs(shift)) + 2, height)), np.uint8))


def turned(mask: Mask, degrees: float) -> Mask:
    """The mask turned counter-clockwise, its box grown to hold it."""
    if degrees % 180 == 0:
        return np.ascontiguousarray(mask[::-1, ::-1]) if degrees % 360 else mask
    height, width = mask.shape
    side = int(np.hypot(height, width)) + 2
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    matrix[:, 2] += (side - width) / 2, (side - height) / 2
    return trim(np.asarray(cv2.warpAffine(mask, matrix, (side, side)), np.uint8))


def padded(mask: Mask, pixels: int) -> Mask:
    """The mask with an empty rim."""
    return np.pad(mask, pixels)


def thickened(mask: Mask, pixels: float) -> Mask:
    """The mask grown by `pixels` on every side, its box too."""
    rim = max(1, round(pixels))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * rim + 1, 2 * rim + 1))
    return np.asarray(cv2.dilate(np.pad(mask, rim), kernel), np.uint8)


def outline(mask: Mask, pixels: float) -> Mask:
    """A line of `pixels` along the inner edge of the ink."""
    rim = max(1, round(pixels))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * rim + 1, 2 * rim + 1))
    wide = np.pad(mask, 1)
    return np.asarray(cv2.subtract(wide, cv2.erode(wide, kernel)), np.uint8)


def polygon(points: npt.ArrayLike, size: tuple[int, int]) -> Mask:
    """A filled polygon, its points ``(N, 2)`` in pixels of a mask of `size` (height, width), with soft edges."""
    mask = np.zeros(size, np.uint8)
    corners = np.round((np.asarray(points, np.float64) - 0.5) * (1 << _SHIFT)).astype(np.int32)
    cv2.fillPoly(mask, [corners.reshape(-1, 1, 2)], (255,), cv2.LINE_AA, _SHIFT)
    return mask


def line(points: npt.ArrayLike, size: tuple[int, int], width: float) -> Mask:
    """A bent line through points ``(N, 2)``, `width` pixels wide."""
    mask = np.zeros(size, np.uint8)
    corners = np.round(np.asarray(points, np.float64) * (1 << _SHIFT)).astype(np.int32)
    cv2.polylines(mask, [corners.reshape(-1, 1, 2)], False, (255,), max(1, round(width)), cv2.LINE_AA, _SHIFT)  # noqa: FBT003 - cv2
    return mask


@lru_cache(maxsize=512)
def shape(name: str, height: int, width: int) -> Mask:
    """A filled shape that fills its box.

    An ellipse, rectangle, rounded, pill, star, burst, shield, ticket, drop, cross or one of the regular polygons.
    """
    if name in {"rounded", "pill", "rectangle"}:
        share = {"rounded": 0.22, "pill": 0.5, "rectangle": 0.0}[name]
        return rounded(height, width, share * min(height, width))
    finer = 4 if max(height, width) < 60 else 1  # the soft edges of fillPoly are too coarse for small discs
    mask = polygon(_outline(name) * [width * finer, height * finer], (height * finer, width * finer))
    return mask if finer == 1 else np.asarray(cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _outline(name: str) -> npt.NDArray[np.float64]:
    """Points of a shape in the unit square."""
    if name == "ellipse":
        return _ring(120, lambda _: 0.5)
    if name in _SHAPES:
        points = _ring(_SHAPES[name], lambda _: 0.5)
    elif name == "star":
        points = _ring(10, lambda step: 0.5 if step % 2 == 0 else 0.23)
    elif name == "burst":
        points = _ring(28, lambda step: 0.5 if step % 2 == 0 else 0.43)
    elif name == "flower":
        points = _ring(72, lambda step: 0.43 + 0.07 * np.cos(step * np.pi * 2 / 9))
    elif name == "drop":
        points = _ring(60, lambda step: 0.5 - 0.16 * abs(np.sin(step * np.pi / 60)) ** 0.6)
    elif name == "cross":
        points = np.array([(1, 0), (2, 0), (2, 1), (3, 1), (3, 2), (2, 2), (2, 3), (1, 3), (1, 2), (0, 2), (0, 1), (1, 1)], np.float64)
    elif name == "shield":
        points = np.array([(0, 0), (1, 0), (1, 0.55), (0.9, 0.78), (0.72, 0.92), (0.5, 1), (0.28, 0.92), (0.1, 0.78), (0, 0.55)])
    else:
        raise ValueError(f"no shape is called {name}")
    low, high = points.min(axis=0), points.max(axis=0)
    return np.asarray((points - low) / (high - low), np.float64)


def _ring(count: int, radius: Callable[[int], float]) -> npt.NDArray[np.float64]:
    steps = range(count)
    turns = [2 * np.pi * step / count - np.pi / 2 for step in steps]
    return np.array(
        [(0.5 + radius(step) * np.cos(turn), 0.5 + radius(step) * np.sin(turn)) for step, turn in zip(steps, turns, strict=True)]
    )


@lru_cache(maxsize=256)
def rounded(height: int, width: int, radius: float) -> Mask:
    """A rectangle that fills its box, with round corners of `radius` pixels and soft edges."""
    y = np.abs(np.arange(height) + 0.5 - height / 2)[:, None] - (height / 2 - radius)
    x = np.abs(np.arange(width) + 0.5 - width / 2)[None] - (width / 2 - radius)
    gone = np.hypot(np.maximum(y, 0), np.maximum(x, 0)) + np.minimum(np.maximum(y, x), 0) - radius
    return np.asarray(np.clip(0.5 - gone, 0, 1) * 255, np.uint8)


def luminance(colour: Colour) -> float:
    """Relative luminance, 0 (black) to 1 (white)."""
    red, green, blue = ((channel / 255) ** 2.2 for channel in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """Contrast ratio of two colours, 1 (none) to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """`one` with `share` of `other`."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def stamp(canvas: Canvas, mask: Mask, centre: tuple[float, float], colour: Colour, *, strength: float = 1.0) -> None:
    """Prints `colour` through the mask, its middle at `centre` (x, y); what falls off the canvas is cut."""
    top, left = round(centre[1] - mask.shape[0] / 2), round(centre[0] - mask.shape[1] / 2)
    y0, x0 = max(0, top), max(0, left)
    y1, x1 = min(canvas.shape[0], top + mask.shape[0]), min(canvas.shape[1], left + mask.shape[1])
    if y1 <= y0 or x1 <= x0:
        return
    part = canvas[y0:y1, x0:x1]
    share = mask[y0 - top : y1 - top, x0 - left : x1 - left]
    if strength < 1:
        share = np.asarray(cv2.convertScaleAbs(share, alpha=strength), np.uint8)
    table = np.round(np.arange(256)[:, None] * np.array(colour) / 255).astype(np.uint8)[None]
    three = cv2.merge([share, share, share])
    cv2.multiply(part, cv2.bitwise_not(three), dst=part, scale=1 / 255)
    cv2.add(part, cv2.LUT(three, table), dst=part)


def sheet(height: int, width: int, colour: Colour) -> Canvas:
    """A canvas of one colour."""
    return np.asarray(cv2.merge([np.full((height, width), channel, np.uint8) for channel in colour]), np.uint8)


def beneath(canvas: Canvas, mask: Mask, centre: tuple[float, float]) -> tuple[Colour, Colour]:
    """The darkest and the lightest colour that matters (10th and 90th percentile) around where the mask would be printed."""
    top, left = max(0, round(centre[1] - mask.shape[0] / 2)), max(0, round(centre[0] - mask.shape[1] / 2))
    part = canvas[top : top + mask.shape[0] : 3, left : left + mask.shape[1] : 3].reshape(-1, 3)
    if not len(part):
        return (0, 0, 0), (255, 255, 255)
    order = np.argsort(part @ np.array([54, 183, 19]))
    dark, light = part[order[len(order) // 10]], part[order[len(order) * 9 // 10]]
    return (int(dark[0]), int(dark[1]), int(dark[2])), (int(light[0]), int(light[1]), int(light[2]))
