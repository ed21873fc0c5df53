"""Takes single wrong pixels out of a picture: a webcam's hot pixels, or the salt and pepper of bad transmission."""

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

FAR = 25
"""A pixel that differs by more levels than this from all eight about it, in some colour, is a speck: edges and print go on."""
LEAST_SHARE = 5e-4
"""A picture with a smaller share of specks is left as it is. Photos of drawn tables have up to 1e-4, sharp real ones 2e-3."""
TILE, TILES = 112, 3
"""Number of sample tiles across and down, and their side in pixels. Specks are counted there before the whole picture is looked at."""
_ABOUT = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], np.uint8)


def _specks(picture: Picture) -> NDArray[np.uint8]:
    """Where specks are, ``(H, W)`` uint8: 255 there, else 0."""
    above = cv2.subtract(picture, cv2.dilate(picture, _ABOUT))
    below = cv2.subtract(cv2.erode(picture, _ABOUT), picture)
    red, green, blue = cv2.split(cv2.max(above, below))
    _, specks = cv2.threshold(cv2.max(cv2.max(red, green), blue), FAR, 255, cv2.THRESH_BINARY)
    return np.asarray(specks, np.uint8)


def _share(picture: Picture) -> float:
    """Share of specks in some tiles of a picture."""
    height, width = picture.shape[:2]
    tops = np.linspace(0, max(0, height - TILE), TILES).astype(int)
    lefts = np.linspace(0, max(0, width - TILE), TILES).astype(int)
    specks = [_specks(picture[y : y + TILE, x : x + TILE]) for y in tops for x in lefts]
    return sum(cv2.countNonZero(tile) for tile in specks) / sum(tile.size for tile in specks)


def without_specks(picture: Picture) -> Picture:
    """A picture in which specks have the median of the pixels about them; the picture itself where it hardly has any.

    Args:
        picture: ``(H, W, 3)`` uint8 RGB.
    """
    if _share(picture) < LEAST_SHARE:
        return picture
    return np.asarray(cv2.copyTo(cv2.medianBlur(picture, 3), _specks(picture), picture.copy()), np.uint8)
