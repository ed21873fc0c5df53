"""The colour of what is printed on a card, measured against its own stock, so that the lamp matters little."""

import cv2
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
LEAST_PRINT = 0.005
"""A smaller share of a card than this is no numeral."""
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
    edge = INNER_EDGE if (crop[..., 3] == 0).mean() > 0.9 else EDGE
    dy, dx = round(height * edge), round(width * edge)
    inner = crop[dy : height - dy, dx : width - dx]
    seen = inner[..., 3] == 0
    if seen.sum() < LEAST_PIXELS:
        return None
    light = inner[..., :3].astype(np.float32) + _DARK
    brightness = light.sum(axis=2)
    stock = np.median(light[seen & (brightness >= np.median(brightness[seen]))], axis=0)
    absorbed = np.log(stock / light)
    strength = np.where(seen, absorbed.max(axis=2), 0)
    strength = np.where(_apart(strength > LEAST_ABSORBED), strength, 0)
    marked = strength >= max(float(np.quantile(strength[seen], 1 - MOST_PRINT)), LEAST_ABSORBED)
    if marked.sum() < 0.1 * MOST_PRINT * seen.sum():
        return None
    middle = np.median(absorbed[marked], axis=0)
    return np.asarray(middle / np.linalg.norm(middle), np.float32)


def _apart(marked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """What of the marked pixels hangs not together with the border, beyond which the table may lie; all of them where everything does."""
    count, parts = cv2.connectedComponents(marked.astype(np.uint8))
    outer = np.unique(np.concatenate([parts[0], parts[-1], parts[:, 0], parts[:, -1]]))
    kept = marked & ~np.isin(parts, outer)
    return kept if count > 1 and kept.sum() >= LEAST_PRINT * marked.size else marked
