"""A slip as if it lay flat and straight before the eye, and where its circles really are on paper that is not flat."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.images import Pixels
from numero_cam.marking import layout
from numero_cam.marking.code import SlipCode, code_of
from numero_cam.marking.find import FoundSlip, find_slips
from numero_cam.marking.layout import Circle, Use

DOTS = 8
"""Pixels a millimetre of a flattened slip: about what nine slips have in a photo of 12 megapixels."""
_SEARCH = 2.0
"""How far a circle may lie from its place, millimetres."""
_NEAR = 10.0
"""How far neighbours tell where a circle is: paper bends little within it, millimetres."""
_PAPER = 6.0
"""Side of the square in which some paper is to be seen beside squares of the strip, millimetres."""

Tones = NDArray[np.float32]


@dataclass(frozen=True)
class FlatSlip:
    """A slip of a photo, flattened.

    Attributes:
        found: Where it lies in the photo.
        pixels: ``(1112, 840, 3)`` uint8 RGB.
        tones: ``(1112, 840)`` float32 0..255: dark wherever any ink is.
        seen: ``(1112, 840)`` bool: what of it is in the photo.
        code: What its strip says; None where that cannot be read.
    """

    found: FoundSlip
    pixels: Pixels
    tones: Tones
    seen: NDArray[np.bool_]
    code: SlipCode | None


def flat_slips(pixels: Pixels) -> tuple[tuple[FlatSlip, ...], tuple[FoundSlip, ...]]:
    """Finds the slips of a photo and flattens them.

    Args:
        pixels: ``(height, width, 3)`` uint8 RGB.

    Returns:
        The slips from top to bottom, and those of which only one marker is seen.
    """
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), np.uint8)
    found = find_slips(grey)
    smaller: dict[int, Pixels] = {1: pixels}
    flat = tuple(_flat(slip, smaller) for slip in found if slip.to_photo is not None)
    return flat, tuple(slip for slip in found if slip.to_photo is None)


def place_circles(slip: FlatSlip, circles: tuple[Circle, ...]) -> NDArray[np.float64]:
    """Where the circles of a slip are, by their printed outlines.

    Each circle is looked for near its place; its neighbours' outlines help, because paper bends little from one to the next.

    Returns:
        ``(N, 2)`` float64 pixels of the flattened slip.
    """
    reach = round(_SEARCH * DOTS)
    places = np.array([[c.x, c.y] for c in circles])
    maps = np.stack([_likeness(slip.tones, circle, reach) for circle in circles])
    apart = np.linalg.norm(places[:, None] - places[None], axis=2)
    weights = np.exp(-((apart / _NEAR) ** 2))
    summed = np.einsum("ij,jyx->iyx", weights, maps)
    best = summed.reshape(len(circles), -1).argmax(axis=1)
    y, x = np.divmod(best, summed.shape[2])
    return np.asarray(places * DOTS - 0.5 + np.column_stack([x, y]) - reach, np.float64)


def _flat(found: FoundSlip, smaller: dict[int, Pixels]) -> FlatSlip:
    if found.to_photo is None:
        message = "a slip that is not placed cannot be flattened"
        raise ValueError(message)
    size = round(layout.WIDTH * DOTS), round(layout.HEIGHT * DOTS)
    corners = geometry.transform(found.to_photo, np.array([[0, 0], [layout.WIDTH, 0], [layout.WIDTH, layout.HEIGHT], [0, layout.HEIGHT]]))
    finer = np.sqrt(abs(geometry.area(corners)) / (layout.WIDTH * layout.HEIGHT)) / DOTS
    part = 2 ** max(
        0, int(np.log2(max(finer, 1.0)) + 0.3)
    )  # a photo from near is made smaller first, or its grain would be taken for marks
    if part not in smaller:
        smaller[part] = np.asarray(cv2.resize(smaller[1], None, fx=1 / part, fy=1 / part, interpolation=cv2.INTER_AREA), np.uint8)
    to_millimetres = np.array([[1 / DOTS, 0, 0.5 / DOTS], [0, 1 / DOTS, 0.5 / DOTS], [0, 0, 1]])
    to_part = np.array([[1 / part, 0, 0.5 / part - 0.5], [0, 1 / part, 0.5 / part - 0.5], [0, 0, 1]])
    matrix = to_part @ found.to_photo @ to_millimetres
    photo = smaller[part]
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    pixels = np.asarray(cv2.warpPerspective(photo, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)
    whole = np.full(photo.shape[:2], 255, np.uint8)
    seen = cv2.warpPerspective(whole, matrix, size, flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP) > 0
    # Pens are red, blue or black, pencils grey: each is dark in red or in green.
    tones = pixels[..., :2].min(axis=2).astype(np.float32)
    return FlatSlip(found, pixels, tones, np.asarray(seen), _code(tones))


def _code(tones: Tones) -> SlipCode | None:
    """What the strip says, wherever it lies near its place."""
    top, side = round((layout.STRIP_TOP - 5) * DOTS), round(_PAPER * DOTS) | 1
    band = cv2.blur(tones[top:], (round(1.2 * DOTS), round(1.2 * DOTS)))
    paper = cv2.dilate(band, np.ones((side, side), np.uint8))
    ink = cv2.erode(band, np.ones((side, 4 * side), np.uint8))
    black = band < (paper + cv2.blur(ink, (side, side))) / 2
    cells = layout.strip_cells() * DOTS - (0, top)
    steps = sorted(((x, y) for x in range(-10, 11, 2) for y in range(-10, 11, 2)), key=lambda step: step[0] ** 2 + step[1] ** 2)
    for step in steps:
        x, y = np.round(cells + step).astype(int).T
        code = code_of(black[y.clip(0, len(band) - 1), x])
        if code is not None and code.printing:
            return code
    return None


def _likeness(tones: Tones, circle: Circle, reach: int) -> Tones:
    """How like its printed form a circle looks when it is moved, ``(2 reach + 1, 2 reach + 1)``."""
    form = _form(circle.use is Use.INK, circle.radius)
    half = form.shape[0] // 2
    x, y = round(circle.x * DOTS - 0.5), round(circle.y * DOTS - 0.5)
    around = half + reach
    there = tones[max(0, y - around) : y + around + 1, max(0, x - around) : x + around + 1]
    if there.shape != (2 * around + 1, 2 * around + 1):
        return np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    found = cv2.matchTemplate(np.ascontiguousarray(there), form, cv2.TM_CCOEFF_NORMED)
    return np.asarray(np.nan_to_num(np.maximum(found, 0)) ** 2, np.float32)


def _form(full: bool, radius: float) -> Tones:  # noqa: FBT001 - which of two
    """A printed circle with paper around it."""
    half = round((radius + 0.7) * DOTS)
    y, x = np.mgrid[-half : half + 1, -half : half + 1]
    away = np.hypot(x, y)
    into = radius * DOTS - away + 0.5 if full else layout.LINE * DOTS / 2 - np.abs(away - radius * DOTS) + 0.8
    return np.asarray(-np.clip(into, 0, 1), np.float32)
