"""The colour of what is printed on a card, measured against its own stock, so that the lamp matters little."""

import numpy as np
from numpy.typing import NDArray

EDGE, INNER_EDGE = 0.05, 0.14
"""Share of each side that is left out: where the outline is a little off, the table shows. Of covered cards little but an index shows."""
LEAST_PIXELS = 150
"""A card of which less is seen tells no colour."""
LEAST_ABSORBED = 0.2
"""Print that takes less of the light than this (as a logarithm) may be a shadow."""
MOST_PRINT = 0.04
"""The strongest pixels, this share of all, are print."""
_DARK = 4.0
"""Added to all values: the darkest are the camera's noise."""


def ink(crop: NDArray[np.uint8]) -> NDArray[np.float32] | None:
    """What share of the light a card's print takes away, as a direction.

    The logarithm of stock over print is the ink's absorption times its thickness; blur and the brightness of the light change its length
    and leave its direction. It is about (1, 1, 1) for black, (0, 1, 1) for red, (1, 0, 0) for blue-green.

    Args:
        crop: ``(H, W, 4)`` uint8 from ``rectify.face_crop``.

    Returns:
        ``(3,)`` float32 of length 1, in the order red, green, blue; None where the print is too faint or hardly seen.
    """
    height, width = crop.shape[:2]
    seen = crop[..., 3] == 0
    edge = INNER_EDGE if seen.mean() > 0.9 else EDGE
    dy, dx = round(height * edge), round(width * edge)
    pixels = crop[dy : height - dy, dx : width - dx, :3][seen[dy : height - dy, dx : width - dx]].astype(np.float32) + _DARK
    if len(pixels) < LEAST_PIXELS:
        return None
    brightness = pixels.sum(axis=1)
    stock = np.median(pixels[brightness >= np.median(brightness)], axis=0)
    absorbed = np.log(stock / pixels)
    strength = absorbed.max(axis=1)
    print_ = strength >= max(float(np.quantile(strength, 1 - MOST_PRINT)), LEAST_ABSORBED)
    if print_.sum() < 0.1 * MOST_PRINT * len(pixels):
        return None
    middle = np.median(absorbed[print_], axis=0)
    return np.asarray(middle / np.linalg.norm(middle), np.float32)
