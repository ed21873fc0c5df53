"""White balance: how much each colour must be raised so that something neutral becomes neutral.

Gains are of light, not of stored values: they are used after the curve of sRGB is undone.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.errors import CalibrationError
from numero_cam.base.records import Frame

Array = NDArray[np.float64]
Gains = tuple[float, float, float]
"""Of red, green and blue; green is 1."""

MOST_GAIN = 3.0
"""A light that needs more has lost a colour: no gain brings it back."""
CLIPPED = 250
"""Stored values from which light was cut off."""
_STOCK = 70
"""Percentile of brightness from which a pixel of a card is its stock."""
_LEAST_STOCK = 0.6
"""A card whose stock is darker than this share of the brightest card's is printed all over."""
_CROP = (40, 56)


def gains_of_patch(frame: Frame, corners: NDArray[np.floating]) -> Gains:
    """Gains from a patch that is neutral grey.

    Args:
        frame: The picture.
        corners: ``(4, 2)`` pixels of the patch, clockwise.

    Raises:
        CalibrationError: The patch is too bright or too dark, or the light has too little of a colour.
    """
    light = _light(_crop(frame, corners, 0.2))
    if not len(light):
        message = f"{frame.name}: the grey patch is too bright or too dark; change the exposure or the light"
        raise CalibrationError(message)
    return _gains(np.median(light, axis=0), frame.name)


def gains_of_stock(frame: Frame, quads: Sequence[NDArray[np.floating]]) -> Gains:
    """Gains from the stock of open cards, taken as white: the brightest part of each, cards printed all over left out.

    Args:
        frame: The picture.
        quads: Outlines of cards, each ``(4, 2)`` pixels.

    Raises:
        CalibrationError: No card that is well lit, or the light has too little of a colour.
    """
    stocks = []
    for quad in quads:
        light = _light(_crop(frame, quad, 0.04))
        brightness = light.sum(axis=1)
        if len(light):
            stocks.append(np.median(light[brightness >= np.percentile(brightness, _STOCK)], axis=0))
    if not stocks:
        message = f"{frame.name}: no card whose stock is well lit; light the table evenly"
        raise CalibrationError(message)
    whole = np.stack(stocks)
    bright = whole.sum(axis=1)
    return _gains(np.median(whole[bright >= _LEAST_STOCK * bright.max()], axis=0), frame.name)


def balance(frame: Frame, gains: Gains) -> Frame:
    """The picture under white light."""
    light = _to_light(np.arange(256))[:, None] * np.array(gains)
    # Divided by the largest gain nothing is cut off that was not before; a little of it is given up for brightness.
    table = _to_stored(np.clip(light / max(gains) ** 0.5, 0, 1))
    return replace(frame, pixels=np.asarray(cv2.LUT(frame.pixels, np.round(table * 255).astype(np.uint8)[None]), np.uint8))


def _crop(frame: Frame, corners: NDArray[np.floating], inset: float) -> NDArray[np.uint8]:
    """``(N, 3)`` pixels inside a quad, its rim left out."""
    width, height = _CROP
    x, y = inset * width, inset * height
    box = np.array([[-x, -y], [width + x, -y], [width + x, height + y], [-x, height + y]], np.float32)
    matrix = geometry.homography(corners, box)
    crop = cv2.warpPerspective(frame.pixels, matrix, _CROP, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT, borderValue=(0, 0, 0))
    return np.asarray(crop, np.uint8).reshape(-1, 3)


def _light(pixels: NDArray[np.uint8]) -> Array:
    """``(N, 3)`` light 0..1 of the pixels that are neither cut off nor black; none where there are too few."""
    fair = (pixels.max(axis=1) < CLIPPED) & (pixels.max(axis=1) > 20)
    return _to_light(pixels[fair]) if fair.sum() * 5 >= len(pixels) else np.zeros((0, 3))


def _gains(light: Array, name: str) -> Gains:
    red, green, blue = (float(light[1] / max(part, 1e-6)) for part in light)
    if max(red, blue, 1 / red, 1 / blue) > MOST_GAIN:
        message = f"{name}: the light lacks a colour (gains {red:.2f} and {blue:.2f}, at most {MOST_GAIN:.0f}); use whiter light"
        raise CalibrationError(message)
    return red, green, blue


def _to_light(stored: NDArray[np.integer]) -> Array:
    """The curve of sRGB (IEC 61966-2-1) undone: 0..255 to 0..1."""
    v = stored / 255
    return np.asarray(np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4))


def _to_stored(light: Array) -> Array:
    return np.asarray(np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055))
