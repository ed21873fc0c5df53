"""Lays the face of a card on a picture, or another flat thing, and its shadow."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


def shrunk(texture: Picture, quad: NDArray[np.floating]) -> Picture:
    """A texture little larger than it is seen in a quad ``(4, 2)`` of pixels, shrunk by area: a plain warp would alias."""
    tall = max(np.linalg.norm(quad[3] - quad[0]), np.linalg.norm(quad[2] - quad[1]))
    scale = float(min(1.0, 1.15 * tall / texture.shape[0]))
    if scale >= 1:
        return texture.copy()
    return np.asarray(cv2.resize(texture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def lay_on(picture: NDArray[np.float32], texture: Picture, quad: NDArray[np.floating]) -> tuple[slice, slice, NDArray[np.float32]] | None:
    """Lays a texture ``(h, w, 4)`` uint8 RGBA on a picture ``(H, W, 3)`` float32 RGB 0..255, which is changed.

    ``quad``: ``(4, 2)`` pixels, clockwise from the texture's top-left. Returns the touched rows and columns and the alpha there, 0..1, or
    None where the quad is outside.
    """
    height, width = picture.shape[:2]
    x0, y0 = np.floor(quad.min(0)).astype(int) - 1
    x1, y1 = np.ceil(quad.max(0)).astype(int) + 2
    x0, y0, x1, y1 = max(0, x0), max(0, y0), min(width, x1), min(height, y1)
    if x1 <= x0 or y1 <= y0:
        return None
    h, w = texture.shape[:2]
    source = np.array([[-0.5, -0.5], [w - 0.5, -0.5], [w - 0.5, h - 0.5], [-0.5, h - 0.5]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, (quad - [x0, y0]).astype(np.float32))
    size = (int(x1 - x0), int(y1 - y0))
    warped = cv2.warpPerspective(texture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT).astype(np.float32)
    alpha = warped[..., 3] / 255.0
    colour = warped[..., :3] / np.maximum(alpha, 1e-3)[..., None]  # The border was mixed with black.
    part = picture[y0:y1, x0:x1]
    part += (np.minimum(colour, 255) - part) * alpha[..., None]
    return slice(y0, y1), slice(x0, x1), alpha


@dataclass(frozen=True)
class Shadow:
    """What all cards of a picture drop beside them: shift and softness in pixels, darkness 0..1."""

    shift: NDArray[np.float64]
    soft: float
    dark: float


def drop_shadow(rng: np.random.Generator, picture: NDArray[np.float32], quad: NDArray[np.float64], shadow: Shadow) -> None:
    """Darkens the picture ``(H, W, 3)`` float32 beside what lies in a quad ``(4, 2)``."""
    height, width = picture.shape[:2]
    q = quad + shadow.shift
    pad = int(3 * shadow.soft) + 2
    x0, y0 = np.floor(q.min(0)).astype(int) - pad
    x1, y1 = np.ceil(q.max(0)).astype(int) + pad
    x0, y0, x1, y1 = max(0, x0), max(0, y0), min(width, x1), min(height, y1)
    if x1 <= x0 or y1 <= y0:
        return
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillConvexPoly(mask, np.round(q - [x0, y0]).astype(np.int32), 255, cv2.LINE_AA)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.6, shadow.soft)), np.uint8)
    picture[y0:y1, x0:x1] *= 1 - (shadow.dark / 255.0) * mask[..., None]
    if rng.random() < 0.3:  # The stock's own edge.
        edge = float(rng.uniform(90, 250))
        outline = np.round(quad + np.sign(shadow.shift)).astype(np.int32)
        cv2.polylines(picture, [outline], isClosed=True, color=(edge, edge, edge), thickness=1, lineType=cv2.LINE_AA)
