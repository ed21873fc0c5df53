"""Measures why a card cannot be read: blurred, glaring, too small, cut off or covered. Pure functions on arrays.

``benchmarks/flaws.py`` measures from which width, sharpness and lost share on reading suffers. A real camera's noise makes crops look
sharper, never less sharp.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.catalogue import tr

MIN_CARD_WIDTH = 30.0  #: Minimum width of a card whose face can be read, pixels of the picture (``benchmarks/flaws.py``).
#: Minimum sharpness of a card that is not blurred. Of cards 64 pixels wide that are blurred by 1.5 pixels half are below it. Motion blur in
#: one direction alone is not noticed (``benchmarks/flaws.py``).
MIN_SHARPNESS = 0.025
MAX_LOST_SHARE = 0.2  #: Maximum share of a readable card that glare whitens out, that other cards hide, or that lies outside the picture.
HIDDEN = 255  #: Value of a crop's mask where other cards hide the card.
BURNT_OUT = 254  #: Value of a crop's mask where a reflection burns the card out; to the networks it is the same.
WHITENED_LEVEL = 252  #: Brightness, 0..255, from which a pixel counts as whitened out.
#: Minimum difference of the 1st and 99th percentile of brightness, 0..255, of a photo that shows anything; noise reaches half.
MIN_CONTRAST = 24
#: Where the median brightness of a card, 0..255, is above this, its stock is bright, and bright pixels are no glare.
_BRIGHT_STOCK_LEVEL = 235


class Flaw(StrEnum):
    """A reason why a card is hard to read."""

    TOO_SMALL = "too small"
    CUT_OFF = "cut off"
    GLARE = "glare"
    SHARPNESS = "sharpness"
    COVERED = "covered"


@dataclass(frozen=True)
class Quality:
    """Measurements of one card's picture."""

    width: float  #: Its width, pixels of the picture.
    inside: float  #: 0..1, share of it that lies inside the picture.
    glare: float  #: 0..1, whitened share of its visible part.
    #: Variance of the Laplacian over variance of the brightness: 0 for an even surface, above 0.5 for print with hard edges.
    sharpness: float
    visible: float = 1.0  #: 0..1, share of it that no other card hides.
    burnt_out: float = 0.0  #: 0..1, share of its visible part that a reflection burns out, so that nothing is read there.

    def flaws(self) -> tuple[Flaw, ...]:
        """Return the flaws, the worst first. Blur is named only without other flaws: a bare part of a card looks blurred too."""
        has = {
            Flaw.TOO_SMALL: self.width < MIN_CARD_WIDTH,
            Flaw.CUT_OFF: 1 - self.inside > MAX_LOST_SHARE,
            Flaw.GLARE: self.glare > MAX_LOST_SHARE or self.burnt_out > 0,
            Flaw.COVERED: 1 - self.visible > MAX_LOST_SHARE,
        }
        found = tuple(flaw for flaw, is_so in has.items() if is_so)
        return found or (Flaw.SHARPNESS,) * (self.sharpness < MIN_SHARPNESS)

    def reason(self) -> str:
        """Return the worst flaw in words for the user; empty where there is none."""
        return next((_REASONS[flaw].format(card=self) for flaw in self.flaws()), "")


_REASONS = {
    Flaw.TOO_SMALL: tr("too small: {card.width:.0f} pixels wide; move the camera closer"),
    Flaw.CUT_OFF: tr("cut off: {card.inside:.0%} of it is in the picture; move it or the camera"),
    Flaw.GLARE: tr("glare: too bright there, {card.glare:.0%} of it is burnt out: turn it or the lamp"),
    Flaw.SHARPNESS: tr("sharpness: it is blurred; hold the camera still and wait for its focus"),
    Flaw.COVERED: tr("covered: other cards leave {card.visible:.0%} of it in view; lay its corner free"),
}


def measure(crop: NDArray[np.uint8], quad: NDArray[np.floating], size: tuple[int, int]) -> Quality:
    """Measure one card.

    Args:
        crop: ``(H, W, 3)`` uint8 RGB of the upright card, or ``(H, W, 4)`` with a mask in the last channel: ``HIDDEN``, ``BURNT_OUT``
            or 0 (as ``vision.rectify.face_crop`` gives it).
        quad: ``(4, 2)`` pixels, its corners in the picture, clockwise from its own top-left.
        size: Width and height of the picture, pixels.
    """
    width = float(geometry.edge_lengths(quad)[[0, 2]].mean())
    mask = crop[..., 3] if crop.shape[2] == 4 else np.zeros(crop.shape[:2], np.uint8)
    visible = mask != HIDDEN
    burnt_out = float((mask == BURNT_OUT).sum() / max(1, visible.sum()))
    seen = (mask == 0) & _in_picture(crop.shape[:2], quad, size)
    glare = burnt_out + (1 - burnt_out) * _glare(crop[..., :3], seen)
    return Quality(width, inside_share(quad, size), glare, _sharpness(crop[..., :3], seen), float(visible.mean()), burnt_out)


def inside_share(quad: NDArray[np.floating], size: tuple[int, int]) -> float:
    """Return the share of a quad's area, 0..1, that lies inside a picture of this width and height in pixels."""
    frame = np.array([[0, 0], [size[0] - 1, 0], [size[0] - 1, size[1] - 1], [0, size[1] - 1]], np.float32)
    whole = abs(geometry.area(quad))
    return min(1.0, geometry.intersection_area(quad, frame) / whole) if whole > 0 else 0.0


def photo_advice(unread: Sequence[Quality], every: Sequence[Quality] = ()) -> tuple[str, ...]:
    """Return what to do about a photo, one line for each flaw that at least a third of its cards have.

    Covered cards are no flaw of a photo, because builds and fans cover cards by intention.

    Args:
        unread: Qualities of the cards that could not be read.
        every: Qualities of all cards. Where a third of these is small or blurred, a line says that the readings may be wrong too.
    """
    lines = []
    for flaw, words in _ADVICE.items():
        distrusted = _frequent(flaw, every) if flaw in _DISTRUST else []
        if having := distrusted or _frequent(flaw, unread):
            line = words.format(width=float(np.median([quality.width for quality in having])), count=len(having))
            lines.append(
                tr("{flaw}: what was read, and the answer, are not to be trusted; {advice}", flaw=_DISTRUST[flaw], advice=line)
                if distrusted
                else line
            )
    return tuple(lines)


def emptiness(pixels: NDArray[np.uint8], *, of_film: bool = False) -> str:
    """Return why a photo shows nothing (a covered lens, a camera that is off, far too much light); empty where it shows something.

    Args:
        pixels: ``(height, width, 3)`` uint8 RGB.
        of_film: Whether it is called a picture, not a photo.
    """
    photo = tr("the picture") if of_film else tr("the photo")
    dark, bright = np.percentile(pixels[::4, ::4], (1, 99))
    if bright - dark > MIN_CONTRAST:
        return ""
    if bright < MIN_CONTRAST:
        return tr("{photo} is almost black: switch on a lamp, or take the cover off the lens", photo=photo)
    if dark > WHITENED_LEVEL - MIN_CONTRAST:
        return tr("{photo} is almost white: there is far too much light; turn the camera or the lamp aside", photo=photo)
    return tr("{photo} shows one even colour: is something in front of the camera?", photo=photo)


def _frequent(flaw: Flaw, qualities: Sequence[Quality]) -> list[Quality]:
    """Return the qualities with this flaw if they are at least a third of all, else an empty list."""
    having = [quality for quality in qualities if flaw in quality.flaws()]
    return having if len(having) * 3 >= len(qualities) else []


_DISTRUST = {Flaw.TOO_SMALL: tr("the cards are too small"), Flaw.SHARPNESS: tr("the photo is blurred")}
_ADVICE = {
    Flaw.TOO_SMALL: tr("move the camera closer: cards are {width:.0f} pixels wide"),
    Flaw.CUT_OFF: tr("move the camera back or aside: cards cut off by the picture's edge: {count}"),
    Flaw.GLARE: tr("turn the lamp or the camera aside: cards that glare: {count}"),
    Flaw.SHARPNESS: tr("hold the camera still and wait for its focus: blurred cards: {count}"),
}


def _in_picture(shape: tuple[int, ...], quad: NDArray[np.floating], size: tuple[int, int]) -> NDArray[np.bool_]:
    """Return which pixels of a crop lie inside the picture, ``(H, W)`` bool; the others are padding."""
    height, width = shape[:2]
    if ((quad >= 0) & (quad < size)).all():
        return np.ones((height, width), np.bool_)
    box = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], np.float32)
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    places = geometry.transform(geometry.homography(box, quad), np.column_stack([x.ravel(), y.ravel()]))
    return np.asarray(((places >= 0) & (places < size)).all(axis=1).reshape(height, width))


def _glare(rgb: NDArray[np.uint8], visible_inside: NDArray[np.bool_]) -> float:
    """Return the share of whitened pixels of those in view, ``(H, W)`` bool; 0 where the card is that white but has dark print on it."""
    if not visible_inside.any():
        return 0.0
    brightness = np.minimum(np.minimum(rgb[..., 0], rgb[..., 1]), rgb[..., 2])[visible_inside]
    share = np.bincount(brightness, minlength=256).cumsum() / len(brightness)  # Much faster than percentiles of the pixels.
    dark, middle = np.searchsorted(share, (0.01, 0.5))
    if middle > _BRIGHT_STOCK_LEVEL and dark < 0.5 * WHITENED_LEVEL:
        return 0.0
    return float(1 - share[WHITENED_LEVEL - 1])


def _sharpness(rgb: NDArray[np.uint8], visible_inside: NDArray[np.bool_]) -> float:
    """Return the variance of the Laplacian over that of the brightness; 0 where nothing is printed or fewer than 50 pixels are in view.

    The quotient does not depend on the light, because both variances grow with the square of the contrast.
    """
    inner = cv2.erode(visible_inside.astype(np.uint8), np.ones((5, 5), np.uint8))
    if cv2.countNonZero(inner) < 50:
        return 0.0
    grey = cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY)
    contrast, edges = (float(cv2.meanStdDev(each, mask=inner)[1][0, 0]) ** 2 for each in (grey, cv2.Laplacian(grey, cv2.CV_32F)))
    return edges / contrast if contrast > 4 else 0.0
