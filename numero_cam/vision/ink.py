"""Measures the colour of a card's print against its stock, the unprinted card, so that colours of the cards on a table can be compared.

What one pack calls blue another calls green, and lamps tint both; but cards of one colour on one table look alike under the same light.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

EDGE_SHARE = 0.08  #: Share of each side that is left out, because the table shows there where an outline is a little off.
PRINT_SHARE = 0.1  #: Share of the pixels that is taken for print, and for the brightest stock.
MIN_PIXELS = 10  #: Minimum number of pixels of either; the median of fewer is noise.
#: Logarithm of each stored value plus 4; the offset damps the noise of the darkest values.
LOG_VALUES = np.log(np.arange(256, dtype=np.float32) + 4.0)
PIXEL_STEP = 2  #: Every second row and column is measured; for the hue the mean of so many.
STORED_STEP = 1 / 255  #: Least step of a stored value; smaller shares of light are noise.
_STORED = np.arange(256, dtype=np.float32) / 255
#: Light of each stored value, 0..1 (sRGB, IEC 61966-2-1).
LINEAR_VALUES = np.where(_STORED <= 0.04045, _STORED / 12.92, ((_STORED + 0.055) / 1.055) ** 2.4).astype(np.float32)


@dataclass(frozen=True)
class PrintColour:
    """Colour of a card's print; where a coloured card has white print, of the card."""

    absorbed: NDArray[np.float32]  #: ``(3,)`` float32 RGB, log brightness of the stock minus that of the print; a lamp's tint cancels out.
    stock: NDArray[np.float32]  #: ``(3,)`` float32 RGB, log brightness of the card's brightest parts, which shows the lamp.
    hue: NDArray[np.float32] | None = None  #: See ``measure_hue``; None where it was not measured.

    @property
    def ink(self) -> NDArray[np.float32]:
        """``(3,)`` float32 RGB, ``absorbed`` scaled to length 1: blur, thin strokes and dim light change its length but not its direction.

        About (0.6, 0.6, 0.6) for black, (0.1, 0.8, 0.6) for red, (0.8, 0.3, 0.6) for green.
        """
        return np.asarray(self.absorbed / np.linalg.norm(self.absorbed), np.float32)


def measure_print(crop: NDArray[np.uint8]) -> PrintColour | None:
    """Measure the colour of a card's print; where a coloured card has white print, of the card.

    Args:
        crop: ``(H, W, 4)`` uint8 from ``rectify.face_crop``: RGB, and a mask that is 0 where the card is visible.

    Returns:
        None where too little of the card is visible, or its print absorbs no light.
    """
    height, width = crop.shape[:2]
    dy, dx = round(height * EDGE_SHARE), round(width * EDGE_SHARE)
    inner = crop[dy : height - dy : PIXEL_STEP, dx : width - dx : PIXEL_STEP]
    pixels = inner[..., :3][inner[..., 3] == 0]
    if len(pixels) < 2 * MIN_PIXELS:
        return None
    chroma = LOG_VALUES[pixels]
    brightness = chroma.mean(axis=1)
    chroma -= brightness[:, None]
    count = max(MIN_PIXELS, int(PRINT_SHARE * len(brightness)))
    brightest = np.argpartition(brightness, -count)[-count:]
    stock_chroma = np.median(chroma[brightest], axis=0)
    # Under a warm lamp the stock itself is the most colourful part, so print is what differs from the stock.
    difference = chroma - stock_chroma
    strength = np.einsum("ij,ij->i", difference, difference)
    printed = np.argpartition(strength, -count)[-count:]
    print_chroma = np.median(chroma[printed], axis=0)
    # Log RGB is chroma plus brightness: of the stock minus that of the print.
    absorbed = stock_chroma - print_chroma + np.median(brightness[brightest]) - np.median(brightness[printed])
    if not absorbed.any():
        return None
    stock = np.asarray(stock_chroma + np.median(brightness[brightest]), np.float32)
    return PrintColour(np.asarray(absorbed, np.float32), stock, measure_hue(crop))


def measure_hue(crop: NDArray[np.uint8]) -> NDArray[np.float32] | None:
    """Measure the hue of a card's print over its own stock, in linear light: so neither the lamp nor a tinted stock is part of it.

    The stock is the median of the card without its border, the print the median of the pixels that differ most from it. Where these are
    brighter, the print is white and the ground coloured: then the ground is measured over the print.

    Args:
        crop: See ``measure_print``.

    Returns:
        ``(2,)`` float32, a point of the plane of hues: its angle is the hue, red at 0 and green at 120 degrees, and its length at most
        about 1, which falls to 0 for black and grey. None where too little of the card is visible.
    """
    height, width = crop.shape[:2]
    dy, dx = round(height * EDGE_SHARE), round(width * EDGE_SHARE)
    inner = crop[dy : height - dy, dx : width - dx]
    size = max(1, inner.shape[1] // PIXEL_STEP), max(1, inner.shape[0] // PIXEL_STEP)
    hidden = cv2.resize(inner[..., 3], size, interpolation=cv2.INTER_AREA)
    pixels = cv2.resize(LINEAR_VALUES[inner[..., :3]], size, interpolation=cv2.INTER_AREA)[hidden == 0]
    if len(pixels) < 2 * MIN_PIXELS:
        return None
    stock = np.median(pixels, axis=0)
    # Differences are compared as they are stored: in linear light the noise of the brightest parts would count most.
    difference = np.sqrt(pixels) - np.sqrt(stock)
    printed = np.argpartition(np.einsum("ij,ij->i", difference, difference), -2 * MIN_PIXELS)[-2 * MIN_PIXELS :]
    density = np.log((stock + STORED_STEP) / (np.median(pixels[printed], axis=0) + STORED_STEP))
    if density.mean() < 0:
        density = -density
    red, green, blue = density / max(float(np.abs(density).max()), STORED_STEP)
    return np.array([(green + blue) / 2 - red, (blue - green) * np.sqrt(3) / 2], np.float32)
