"""Lays sprites and cards on pictures: premultiplied colours and soft shadows, only where they are."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop.films.hands import Sprite
from workshop.synth.laying import shrunk

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]

MOST_BLUR = 41  #: Length in pixels of the longest streak of a thing that moves.


@dataclass(frozen=True)
class Patch:
    """A warped thing, ready to be laid: its place in the picture, premultiplied colours, 255 less alpha, and 255 less its shadow."""

    x: int
    y: int
    colour: Picture
    rest: Picture
    lit: Picture | None

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right, bottom in pixels."""
        return self.x, self.y, self.x + self.colour.shape[1], self.y + self.colour.shape[0]


def lay(picture: Picture, patch: Patch, area: tuple[int, int, int, int] | None = None) -> None:
    """Lay a patch on a picture ``(H, W, 3)`` uint8, in place; only within an area (left, top, right, bottom) if given."""
    x0, y0, x1, y1 = patch.box
    h, w = picture.shape[:2]
    a = area or (0, 0, w, h)
    left, top, right, bottom = max(x0, a[0], 0), max(y0, a[1], 0), min(x1, a[2], w), min(y1, a[3], h)
    if right <= left or bottom <= top:
        return
    part: NDArray[Any] = picture[top:bottom, left:right]
    rows, columns = slice(top - y0, bottom - y0), slice(left - x0, right - x0)
    if patch.lit is not None:
        part = cv2.multiply(part, patch.lit[rows, columns], scale=1 / 255)
    part = cv2.multiply(part, patch.rest[rows, columns], scale=1 / 255)
    picture[top:bottom, left:right] = cv2.add(part, patch.colour[rows, columns])


def cover(mask: Picture, patch: Patch, value: int = 255) -> None:
    """Enter in a mask ``(H, W)`` uint8 where a patch hides what lies below it: `value` for what it is."""
    h, w = mask.shape
    x0, y0, x1, y1 = patch.box
    left, top, right, bottom = max(x0, 0), max(y0, 0), min(x1, w), min(y1, h)
    if right > left and bottom > top:
        solid = patch.rest[top - y0 : bottom - y0, left - x0 : right - x0, 0] < 128
        mask[top:bottom, left:right][solid] = value


def _three(grey: NDArray[np.uint8]) -> Picture:
    return np.asarray(cv2.merge([grey, grey, grey]), np.uint8)


def _streak(pixels: Picture, along: Points) -> Picture:
    """Blur by motion: ``along`` ``(2,)`` pixels during the exposure."""
    far = float(np.hypot(*along))
    n = int(min(MOST_BLUR, far)) | 1
    if n < 3:
        return pixels
    kernel = np.zeros((n, n), np.float32)
    c, d = n / 2 - 0.5, along / far * n / 2
    cv2.line(kernel, (round(c - d[0]), round(c - d[1])), (round(c + d[0]), round(c + d[1])), 1.0, 1)
    return np.asarray(cv2.filter2D(pixels, -1, kernel / kernel.sum(), borderType=cv2.BORDER_CONSTANT), np.uint8)


def card_patch(texture: Picture, quad: Points, shadow: tuple[Points, float, float], along: Points | None = None) -> Patch:
    """A card in the picture: texture ``(h, w, 4)`` uint8 RGBA, quad ``(4, 2)`` pixels clockwise from its top-left.

    Its shadow is shifted by pixels ``(2,)``, soft by pixels, dark 0..1; ``along``: pixels ``(2,)`` it moves during the exposure.
    """
    shift, soft, dark = shadow
    pad = int(2.5 * soft + float(np.abs(shift).max())) + 2 + (0 if along is None else int(np.abs(along).max() / 2) + 1)
    x0, y0 = np.floor(quad.min(0)).astype(int) - pad
    x1, y1 = np.ceil(quad.max(0)).astype(int) + pad
    small = shrunk(texture, quad)
    alpha = small[..., 3:].astype(np.uint16)
    small = np.dstack([(small[..., :3] * alpha // 255).astype(np.uint8), small[..., 3]])
    h, w = small.shape[:2]
    source = np.array([[-0.5, -0.5], [w - 0.5, -0.5], [w - 0.5, h - 0.5], [-0.5, h - 0.5]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, (quad - [x0, y0]).astype(np.float32))
    pixels = np.asarray(cv2.warpPerspective(small, matrix, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR), np.uint8)
    if along is not None:
        pixels = _streak(pixels, along)
    move = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
    cast = cv2.warpAffine(pixels[..., 3], move, (pixels.shape[1], pixels.shape[0]))
    cast = cv2.GaussianBlur(cast, (0, 0), max(0.5, soft))
    lit = _three(np.asarray(255 - cast * np.float32(dark), np.uint8))
    return Patch(int(x0), int(y0), pixels[..., :3].copy(), _three(255 - pixels[..., 3]), lit)


def sprite_patch(
    sprite: Sprite, matrix: Points, size: tuple[int, int], shadow: tuple[Points, float], along: Points | None = None
) -> Patch | None:
    """A hand or thing in a picture of a width and height, None where it is outside; ``matrix`` ``(2, 3)`` leads from its pixels there.

    Its shadow is shifted by pixels ``(2,)`` and dark 0..1; ``along``: pixels ``(2,)`` it moves during the exposure.
    """
    shift, dark = shadow
    h, w = sprite.pixels.shape[:2]
    corners = np.array([[0, 0, 1], [w, 0, 1], [w, h, 1], [0, h, 1]]) @ matrix.T
    pad = np.abs(shift) + 1
    x0, y0 = np.maximum(np.floor(corners.min(0) - pad), 0).astype(int)
    x1, y1 = np.minimum(np.ceil(corners.max(0) + pad), size).astype(int)
    if x1 <= x0 or y1 <= y0:
        return None
    local = matrix.copy()
    local[:, 2] -= [x0, y0]
    area = (int(x1 - x0), int(y1 - y0))
    how = cv2.INTER_LINEAR
    pixels = np.asarray(cv2.warpAffine(sprite.pixels, local, area, flags=how), np.uint8)
    if along is not None:
        pixels = _streak(pixels, along)
    local[:, 2] += shift
    shade = cv2.warpAffine(sprite.shade, local, area, flags=how)
    lit = _three(np.asarray(255 - shade * np.float32(dark), np.uint8))
    return Patch(int(x0), int(y0), pixels[..., :3].copy(), _three(255 - pixels[..., 3]), lit)
