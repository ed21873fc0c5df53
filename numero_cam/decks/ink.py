"""The colour of what is printed on a card, measured against its own stock, so that the lamp matters little."""

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.identify.hues import EVERY, LOGARITHMS

EDGE, INNER_EDGE = 0.05, 0.14
"""Share of each side that is left out, since the table shows there if the outline is a little off. The smaller one is for covered cards,
which show little more than an index."""
LEAST_PIXELS = 150
"""A card with fewer visible pixels tells no colour."""
LEVELS = (0.6, 0.3, 0.2)
"""Print takes so much of the light (as a logarithm) that it stands apart from the border; what takes less than the last may be a shadow.

The shade of a hollow or of an embossed name is weaker than print. At a low level it may join a numeral with the border, so the high ones
are tried first.
"""
MOST_PRINT = 0.04
"""The strongest pixels, this share of all, are print."""
LEAST_PRINT = 0.005
"""A smaller share of a card than this is no numeral."""
ALIKE = 0.3
"""Ink farther than this from every colour of the deck is none of them. Colours of one pack are at least 0.4 apart."""
UNTINTED = 1.0
"""The tint is averaged with this many imaginary cards without a tint, since a few cards tell little."""
ROUNDS = 4
"""How often tint and colours are estimated in turn, each from the other."""


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
    planes = np.ascontiguousarray(crop[dy : height - dy : EVERY, dx : width - dx : EVERY].transpose(2, 0, 1))
    seen = planes[3] == 0
    if seen.sum() * EVERY**2 < LEAST_PIXELS:
        return None
    light = LOGARITHMS[planes[:3]]
    brightness = planes[:3].sum(axis=0, dtype=np.uint16)
    stock = np.median(light[:, seen & (brightness >= np.median(brightness[seen]))], axis=1)
    absorbed = stock[:, None, None] - light
    strength = np.where(seen, absorbed.max(axis=0), 0)
    strength = np.where(_apart(strength), strength, 0)
    marked = strength >= max(float(np.quantile(strength[seen], 1 - MOST_PRINT)), LEVELS[-1])
    if marked.sum() < 0.1 * MOST_PRINT * seen.sum():
        return None
    middle = np.median(absorbed[:, marked], axis=1)
    length = float(np.linalg.norm(middle))
    # Print of several inks side by side may take no light in the median.
    return np.asarray(middle / length, np.float32) if length > LEVELS[-1] / 2 else None


def tint(inks: NDArray[np.floating], usual: NDArray[np.floating]) -> NDArray[np.float64]:
    """The shift that all inks of a table share against the usual ones: no camera is quite like another.

    Args:
        inks: ``(N, 3)`` of ``ink``.
        usual: ``(C, 3)``, the usual ink of each colour.

    Returns:
        ``(3,)``, to be taken from ``inks``; zeros where there is nothing to compare.
    """
    common = np.zeros(3)
    if not len(inks) or not len(usual):
        return common
    for _ in range(ROUNDS):
        off = inks[:, None] - usual[None]
        nearest = np.linalg.norm(off - common, axis=2).argmin(axis=1)
        off = off[np.arange(len(inks)), nearest]
        # Tukey's weights: other games' cards and colours that were not learned tell nothing.
        weights = np.maximum(0.0, 1 - (np.linalg.norm(off - common, axis=1) / ALIKE) ** 2) ** 2
        common = (weights[:, None] * off).sum(axis=0) / (weights.sum() + UNTINTED)
    return np.asarray(common, np.float64)


def _apart(strength: NDArray[np.float32]) -> NDArray[np.bool_]:
    """The marked pixels that are not joined to the border, as the table may begin there. If all are joined to it, all marked pixels."""
    for level in LEVELS:
        count, parts = cv2.connectedComponents((strength > level).astype(np.uint8))
        outer = np.unique(np.concatenate([parts[0], parts[-1], parts[:, 0], parts[:, -1]]))
        inside = np.ones(count, bool)
        inside[[0, *outer]] = False
        kept = inside[parts]
        if kept.sum() >= LEAST_PRINT * kept.size:
            return np.asarray(kept)
    return np.asarray(strength > LEVELS[-1])
