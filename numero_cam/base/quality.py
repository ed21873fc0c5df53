"""Why a card cannot be read, measured on its crop: not sharp, glaring, too small, cut off, covered. Pure functions on arrays.

Width, sharpness and what may be lost are asked for as ``benchmarks/flaws.py`` finds that reading suffers, the rest as the tests' drawn
cards do. A real camera's noise makes crops look sharper, never less sharp.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry

LEAST_WIDTH = 30.0
"""Pixels across a card from which its face can be read."""
LEAST_SHARPNESS = 0.025
"""Half of the crops blurred by 1.5 pixels of a card 64 pixels wide are less sharp. Motion in one direction alone is not noticed."""
MOST_LOST = 0.2
"""Share of a card that light may have whitened out, other cards may hide, or may lie outside the picture."""
WHITENED = 252
"""Stored values from which nothing but light is seen."""
LEAST_CONTRAST = 24
"""Stored values between nearly the darkest and nearly the brightest place of a photo that shows anything; noise makes half of it."""
_STOCK = 235
"""White card stock is stored up to this; where most of a card is brighter, its stock is bright, and not glare."""


class Flaw(StrEnum):
    """What hampers reading a card."""

    TOO_SMALL = "too small"
    CUT_OFF = "cut off"
    GLARE = "glare"
    SHARPNESS = "sharpness"
    COVERED = "covered"


@dataclass(frozen=True)
class Quality:
    """What was measured of one card.

    Attributes:
        width: Pixels across it in the picture.
        inside: 0..1, share of it that lies in the picture.
        glare: 0..1, share of its visible part that is whitened out.
        sharpness: Variance of the Laplacian over that of the brightness: 0 for an even surface, above 0.5 for print
            with hard edges.
        seen: 0..1, share of it that other cards leave in view.
    """

    width: float
    inside: float
    glare: float
    sharpness: float
    seen: float = 1.0

    def flaws(self) -> tuple[Flaw, ...]:
        """What hampers reading, the worst first; called blurred only where nothing else is wrong: a bare part of a card looks so too."""
        hampered = {
            Flaw.TOO_SMALL: self.width < LEAST_WIDTH,
            Flaw.CUT_OFF: 1 - self.inside > MOST_LOST,
            Flaw.GLARE: self.glare > MOST_LOST,
            Flaw.COVERED: 1 - self.seen > MOST_LOST,
        }
        found = tuple(flaw for flaw, is_so in hampered.items() if is_so)
        return found or (Flaw.SHARPNESS,) * (self.sharpness < LEAST_SHARPNESS)

    def reason(self) -> str:
        """The worst flaw in words for the user; empty where there is none."""
        return next((f"{flaw}: {_REASONS[flaw].format(self)}" for flaw in self.flaws()), "")


_REASONS = {
    Flaw.TOO_SMALL: "{0.width:.0f} pixels wide; move the camera closer",
    Flaw.CUT_OFF: "{0.inside:.0%} of it is in the picture; move it or the camera",
    Flaw.GLARE: "{0.glare:.0%} of it is whitened out; turn it or the lamp",
    Flaw.SHARPNESS: "it is blurred; hold the camera still and wait for its focus",
    Flaw.COVERED: "other cards leave {0.seen:.0%} of it in view; lay its corner free",
}


def measure(crop: NDArray[np.uint8], quad: NDArray[np.floating], size: tuple[int, int]) -> Quality:
    """Measures one card.

    Args:
        crop: ``(H, W, 3)`` uint8 RGB of the upright card, or ``(H, W, 4)`` with 255 in the last channel where other cards hide it
            (as ``vision.rectify.face_crop`` gives it).
        quad: ``(4, 2)`` pixels, its corners in the picture, clockwise from its own top-left.
        size: Width and height of the picture, pixels.
    """
    width = float(geometry.edge_lengths(quad)[[0, 2]].mean())
    visible = crop[..., 3] == 0 if crop.shape[2] == 4 else np.ones(crop.shape[:2], bool)
    seen = visible & _in_picture(crop.shape[:2], quad, size)
    sharpness = _sharpness(crop[..., :3], seen)
    return Quality(width, inside_share(quad, size), _glare(crop[..., :3], seen), sharpness, float(visible.mean()))


def inside_share(quad: NDArray[np.floating], size: tuple[int, int]) -> float:
    """Share of a quad's area that lies in a picture of this width and height, 0..1."""
    frame = np.array([[0, 0], [size[0] - 1, 0], [size[0] - 1, size[1] - 1], [0, size[1] - 1]], np.float32)
    whole = abs(geometry.area(quad))
    return min(1.0, geometry.intersection_area(quad, frame) / whole) if whole > 0 else 0.0


def advice(unread: Sequence[Quality], every: Sequence[Quality] = ()) -> tuple[str, ...]:
    """What to do about a whole photo, one line for each flaw that a third of its cards or more have; builds and fans cover cards rightly.

    Args:
        unread: Of the cards that could not be read.
        every: Of all cards. Where so many of these are small or blurred, what was read may be wrong too.
    """
    lines = []
    for flaw, words in _ADVICE.items():
        distrusted = _frequent(flaw, every) if flaw in _DISTRUST else []
        if having := distrusted or _frequent(flaw, unread):
            line = words.format(width=float(np.median([quality.width for quality in having])), count=len(having))
            lines.append(f"{_DISTRUST[flaw]}: what was read, and the answer, are not to be trusted; {line}" if distrusted else line)
    return tuple(lines)


def emptiness(pixels: NDArray[np.uint8]) -> str:
    """Why a whole photo shows nothing at all, or nothing: a lens that is covered, a camera that is off, or far too much light.

    Args:
        pixels: ``(height, width, 3)`` uint8 RGB.
    """
    dark, bright = np.percentile(pixels[::4, ::4], (1, 99))
    if bright - dark > LEAST_CONTRAST:
        return ""
    if bright < LEAST_CONTRAST:
        return "the photo is almost black: switch on a lamp, or take the cover off the lens"
    if dark > WHITENED - LEAST_CONTRAST:
        return "the photo is almost white: there is far too much light; turn the camera or the lamp aside"
    return "the photo shows one even colour: is something in front of the camera?"


def _frequent(flaw: Flaw, qualities: Sequence[Quality]) -> list[Quality]:
    """Those that have a flaw, if they are a third of all or more."""
    having = [quality for quality in qualities if flaw in quality.flaws()]
    return having if len(having) * 3 >= len(qualities) else []


_DISTRUST = {Flaw.TOO_SMALL: "the cards are too small", Flaw.SHARPNESS: "the photo is blurred"}
_ADVICE = {
    Flaw.TOO_SMALL: "move the camera closer: cards are {width:.0f} pixels wide",
    Flaw.CUT_OFF: "move the camera back or aside: cards cut off by the picture's edge: {count}",
    Flaw.GLARE: "turn the lamp or the camera aside: cards that glare: {count}",
    Flaw.SHARPNESS: "hold the camera still and wait for its focus: blurred cards: {count}",
}


def _in_picture(shape: tuple[int, ...], quad: NDArray[np.floating], size: tuple[int, int]) -> NDArray[np.bool_]:
    """Which pixels of a crop come from the picture; the rest was filled up."""
    height, width = shape[:2]
    if ((quad >= 0) & (quad < size)).all():
        return np.ones((height, width), np.bool_)
    box = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], np.float32)
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    places = geometry.transform(geometry.homography(box, quad), np.column_stack([x.ravel(), y.ravel()]))
    return np.asarray(((places >= 0) & (places < size)).all(axis=1).reshape(height, width))


def _glare(rgb: NDArray[np.uint8], seen: NDArray[np.bool_]) -> float:
    """Share of whitened pixels, unless the whole stock is that bright: then print is still dark on it, and nothing is lost."""
    if not seen.any():
        return 0.0
    brightness = np.minimum(np.minimum(rgb[..., 0], rgb[..., 1]), rgb[..., 2])[seen]
    share = np.bincount(brightness, minlength=256).cumsum() / len(brightness)  # Much faster than percentiles of the pixels.
    dark, middle = np.searchsorted(share, (0.01, 0.5))
    if middle > _STOCK and dark < 0.5 * WHITENED:
        return 0.0
    return float(1 - share[WHITENED - 1])


def _sharpness(rgb: NDArray[np.uint8], seen: NDArray[np.bool_]) -> float:
    """Variance of the Laplacian over that of the brightness; 0 where nothing is printed.

    Normalised so, it does not change with the light: both grow with the square of the contrast.
    """
    inner = cv2.erode(seen.astype(np.uint8), np.ones((5, 5), np.uint8))
    if cv2.countNonZero(inner) < 50:
        return 0.0
    grey = cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY)
    contrast, edges = (float(cv2.meanStdDev(each, mask=inner)[1][0, 0]) ** 2 for each in (grey, cv2.Laplacian(grey, cv2.CV_32F)))
    return edges / contrast if contrast > 4 else 0.0
