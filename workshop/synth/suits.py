"""The four suit signs, each pack's in shapes of its own: packs differ in leaves, stalks and how well they are printed.

With three drawings of each sign the networks took two thirds of the spades of one real pack for clubs.
"""

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from workshop.synth import inks
from workshop.synth.inks import Mask

Rng = np.random.Generator
Points = npt.NDArray[np.float64]
CURVE_POINTS = 24  #: Points of a Bezier curve.


@lru_cache(maxsize=1024)
def sign(suit: str, side: int, seed: int = 0) -> Mask:
    """The sign of a suit s, h, d or c, about ``side`` pixels wide and high, in the shape that the seed decides."""
    rng = np.random.default_rng([seed, "shdc".index(suit)])
    big = max(2 * side, 48)
    mask = {"h": _heart, "d": _diamond, "s": _spade, "c": _club}[suit](rng, big)
    # All signs of a pack come from one press.
    mask = _printed(np.random.default_rng([seed, 4]), mask)
    return inks.scaled(inks.trim(mask), side * (1.12 if suit in "ds" else 1.0))


def _curve(*controls: tuple[float, float]) -> Points:
    """The cubic Bezier curve of four control points, ``(CURVE_POINTS, 2)``."""
    t = np.linspace(0, 1, CURVE_POINTS)[:, None]
    a, b, c, d = (np.array(point, np.float64) for point in controls)
    return np.asarray((1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t**2 * (1 - t) * c + t**3 * d)


def _leaf(rng: Rng) -> Points:
    """The outline of a leaf, its tip above at the origin, its lobes down to about 1 and to a half width of 0.4 to 0.54."""
    wide, widest, notch = rng.uniform(0.4, 0.54), rng.uniform(0.52, 0.76), rng.uniform(0.62, 0.86)
    tip, above, below = (rng.uniform(0.0, 0.35) * wide, rng.uniform(0.1, 0.38)), rng.uniform(0.12, 0.32), rng.uniform(0.16, 0.32)
    shoulder = _curve((0, 0), tip, (wide, widest - above), (wide, widest))
    lobe = _curve((wide, widest), (wide, widest + below), (rng.uniform(0.25, 0.6) * wide, 1.2), (0, notch))
    right = np.concatenate([shoulder, lobe[1:]])
    return np.concatenate([right, (right * (-1, 1))[::-1]])


def _stalk(rng: Rng, top: float, lowest: float) -> Points:
    """The stalk of spades and clubs from ``top`` to below ``lowest``: flared or straight, wide or a hairline, long or hardly there."""
    foot, neck = rng.choice([rng.uniform(0.03, 0.12), rng.uniform(0.12, 0.3)]), rng.uniform(0.012, 0.06)
    share = np.linspace(0, 1, CURVE_POINTS)
    reach = neck + max(0.0, foot - neck) * share ** rng.uniform(0.9, 4.0)
    bottom = lowest + (rng.uniform(0.0, 0.08) if rng.random() < 0.3 else rng.uniform(0.05, 0.28))
    right = np.stack([reach, top + (bottom - top) * share], axis=1)
    return np.concatenate([right, (right * (-1, 1))[::-1]])


def _filled(side: int, *parts: Points) -> Mask:
    """Polygons about the middle line x = 0 and 0 to 1.4 high, filled, in a mask of ``side`` pixels for 1.4."""
    masks = [inks.polygon((part / 1.4 + (0.5, 0.02)) * side, (side, side)) for part in parts]
    return np.asarray(np.maximum.reduce(masks), np.uint8)


def _heart(rng: Rng, side: int) -> Mask:
    return np.ascontiguousarray(_filled(side, _leaf(rng))[::-1])


def _spade(rng: Rng, side: int) -> Mask:
    leaf = _leaf(rng)
    return _filled(side, leaf, _stalk(rng, 0.6, float(leaf[:, 1].max())))


def _club(rng: Rng, side: int) -> Mask:
    across, high, low = rng.uniform(0.26, 0.34), rng.uniform(0.24, 0.3), rng.uniform(0.62, 0.74)
    radii = rng.uniform(0.2, 0.29) * np.array([rng.uniform(0.92, 1.08), 1.0])
    turn = np.linspace(0, 2 * np.pi, 4 * CURVE_POINTS)
    ring = np.stack([np.sin(turn), np.cos(turn) * rng.uniform(0.9, 1.1)], axis=1)
    places = ((0.0, high, radii[0]), (-across, low, radii[1]), (across, low, radii[1]))
    lobes = [ring * radius + (x, y) for x, y, radius in places]
    core = ring * rng.uniform(0.07, 0.2) + (0, (high + 2 * low) / 3)
    return _filled(side, *lobes, core, _stalk(rng, (high + low) / 2, low + float(radii[1])))


def _diamond(rng: Rng, side: int) -> Mask:
    bend, wide = rng.uniform(0.0, 0.18), rng.uniform(0.3, 0.5)
    corners = np.array([(0, 0), (wide, 0.5), (0, 1), (-wide, 0.5)])
    share = np.linspace(0, 1, CURVE_POINTS)[:-1, None]
    lines = [a + share * (b - a) for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    bent = [(line - (0, 0.5)) * (1 - bend * np.sin(np.pi * share)) + (0, 0.5) for line in lines]
    return _filled(side, np.concatenate(bent))


def _printed(rng: Rng, mask: Mask) -> Mask:
    """The mask as presses print it: fat or thin, and corners rounded off."""
    side = mask.shape[0]
    spread, level = rng.uniform(0.0, 0.035) * side * rng.random(), rng.uniform(0.35, 0.65)
    if spread < 1:
        return mask
    soft = cv2.GaussianBlur(mask, (0, 0), float(spread)).astype(np.float32) / 255
    return np.asarray(np.clip((soft - level) * spread * 2 + 0.5, 0, 1) * 255, np.uint8)
