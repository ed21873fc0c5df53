"""Light and camera once more on a picture that is drawn already, cheaply, so that no sample is ever twice the same."""

import cv2
import numpy as np
from numpy.typing import NDArray

Rng = np.random.Generator
Picture = NDArray[np.uint8]

LEVELS = np.arange(256, dtype=np.float32)


def relight(rng: Rng, picture: Picture, *, spread: float = 1.0) -> Picture:
    """Exposure, white balance, contrast and black level of ``(H, W, 3)`` uint8 RGB by a table of 256 levels for each channel.

    ``spread``: 1 = as much as one table's photos differ.
    """
    gains = rng.normal(1, 0.04 * spread, 3) * np.exp(rng.normal(0, 0.12 * spread))
    curve = 255 * (LEVELS / 255) ** np.exp(rng.normal(0, 0.12 * spread))
    table = curve[:, None] * gains[None] + rng.normal(0, 7 * spread)
    return np.asarray(cv2.LUT(picture, np.clip(table, 0, 255).astype(np.uint8)[None]), np.uint8)


def grain(rng: Rng, picture: Picture, most: float) -> Picture:
    """Noise of a deviation up to about ``most`` levels, ``(H, W, 3)`` uint8."""
    strength = abs(float(rng.normal(0, most / 2)))
    noise = rng.integers(-128, 128, picture.shape, dtype=np.int8).astype(np.float32) * np.float32(strength / 74)
    return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)


def compress(rng: Rng, picture: Picture) -> Picture:
    """A round trip through JPEG of a quality from 30 to 95."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 96))])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def coarsen(rng: Rng, picture: Picture, least: float) -> Picture:
    """The picture as if seen from further away: shrunk to a share from ``least`` to 1 and enlarged again."""
    height, width = picture.shape[:2]
    share = float(rng.uniform(least, 1))
    small = cv2.resize(picture, (max(6, round(width * share)), max(6, round(height * share))), interpolation=cv2.INTER_AREA)
    how = cv2.INTER_LINEAR if rng.random() < 0.7 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(small, (width, height), interpolation=how), np.uint8)


def glare(rng: Rng, picture: Picture) -> Picture:
    """A lamp's reflection."""
    height, width = picture.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    far = ((x - rng.uniform(0, width)) ** 2 + (y - rng.uniform(0, height)) ** 2) / (2 * (rng.uniform(0.08, 0.35) * width) ** 2)
    return np.asarray(np.clip(picture + (np.float32(rng.uniform(30, 200)) * np.exp(-far))[..., None], 0, 255), np.uint8)
