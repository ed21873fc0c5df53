"""Measures the colour of a card's print against its white stock, so that the colours of the cards on a table can be compared.

What one pack calls blue another calls green, and lamps tint both; but cards of one colour on one table look alike under the same light.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

EDGE_SHARE = 0.08  #: Share of each side that is left out, because the table shows there where an outline is a little off.
PRINT_SHARE = 0.1  #: Share of the pixels that is taken for print, and for the brightest stock.
MIN_PIXELS = 10  #: Minimum number of pixels of either; the median of fewer is noise.
#: Logarithm of each stored value plus 4; the offset damps the noise of the darkest values.
LOG_VALUES = np.log(np.arange(256, dtype=np.float32) + 4.0)
PIXEL_STEP = 2  #: Every second row and column is measured.


@dataclass(frozen=True)
class PrintColour:
    """Colour of a card's print, or of its coloured ground."""

    absorbed: NDArray[np.float32]  #: ``(3,)`` float32 RGB, log brightness of the stock minus that of the print; a lamp's tint cancels out.
    stock: NDArray[np.float32]  #: ``(3,)`` float32 RGB, log brightness of the card's brightest parts, which shows the lamp.

    @property
    def ink(self) -> NDArray[np.float32]:
        """``absorbed`` scaled to length 1: blur, thin strokes and dim light change its length but not its direction.

        About (0.6, 0.6, 0.6) for black, (0.1, 0.8, 0.6) for red, (0.8, 0.3, 0.6) for green.
        """
        return np.asarray(self.absorbed / np.linalg.norm(self.absorbed), np.float32)


def measure_print(crop: NDArray[np.uint8]) -> PrintColour | None:
    """Measure the colour of a card's print, or of its coloured ground.

    Args:
        crop: ``(H, W, 4)`` uint8 from ``rectify.face_crop``.

    Returns:
        None where too little of the card is visible, or its print absorbs no light.
    """
    height, width = crop.shape[:2]
    dy, dx = round(height * EDGE_SHARE), round(width * EDGE_SHARE)
    inner = crop[dy : height - dy : PIXEL_STEP, dx : width - dx : PIXEL_STEP]
    pixels = inner[..., :3][inner[..., 3] == 0]
    if len(pixels) < 2 * MIN_PIXELS:
        return None
    colour = LOG_VALUES[pixels]
    means = colour.mean(axis=1)
    colour -= means[:, None]
    count = max(MIN_PIXELS, int(PRINT_SHARE * len(means)))
    brightest = np.argpartition(means, -count)[-count:]
    stock = np.median(colour[brightest], axis=0)
    # Under a warm lamp the stock itself is the most colourful part, so print is what differs from the stock.
    difference = colour - stock
    strength = np.einsum("ij,ij->i", difference, difference)
    printed = np.argpartition(strength, -count)[-count:]
    hue = np.median(colour[printed], axis=0)
    absorbed = stock - hue + np.median(means[brightest]) - np.median(means[printed])
    if not absorbed.any():
        return None
    return PrintColour(np.asarray(absorbed, np.float32), np.asarray(stock + np.median(means[brightest]), np.float32))
