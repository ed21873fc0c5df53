"""Things on and over a table that are no cards: hands, mugs, pencils, phones, paper, dice, books.

Each draws itself on the picture and returns the mask of what it hides. Pictures are ``(H, W, 3)`` uint8 RGB, changed in place.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop.synth import tables

Rng = np.random.Generator
Picture = NDArray[np.uint8]
Mask = NDArray[np.uint8]

SKIN = ((255, 224, 196), (241, 194, 160), (224, 172, 130), (198, 134, 96), (141, 85, 56), (92, 56, 38))


def _rgb(c: NDArray[np.float32]) -> tuple[float, float, float]:
    return float(c[0]), float(c[1]), float(c[2])


def _wide_blur(mask: Mask, sigma: float) -> Mask:
    """A Gaussian blur at a reduced size, because wide kernels are slow."""
    k = max(1, int(sigma / 2.5))
    small = cv2.resize(mask, (max(1, mask.shape[1] // k), max(1, mask.shape[0] // k)), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(cv2.GaussianBlur(small, (0, 0), sigma / k), mask.shape[::-1], interpolation=cv2.INTER_LINEAR), np.uint8)


def _shade(rng: Rng, picture: Picture, mask: Mask, base: NDArray[np.float32], rough: float = 0.15) -> None:
    """Fills a mask with a colour that has soft light and shade, and drops a soft shadow beside it."""
    x, y, w, h = cv2.boundingRect(mask)
    if w < 2 or h < 2:
        return
    pad = max(4, min(w, h) // 6)
    x0, y0, x1, y1 = max(0, x - pad), max(0, y - pad), min(picture.shape[1], x + w + pad), min(picture.shape[0], y + h + pad)
    part = picture[y0:y1, x0:x1].astype(np.float32)
    m = mask[y0:y1, x0:x1]
    drop = _wide_blur(np.roll(m, (int(rng.integers(-pad, pad)), int(rng.integers(-pad, pad))), (0, 1)), pad / 2)
    part *= 1 - (drop[..., None] / 255.0) * rng.uniform(0.1, 0.6)
    noise = tables.clouds(rng, 2, 3, shape=m.shape) * rough
    inner = _wide_blur(m, max(2.0, min(w, h) / 8))
    light = (1 + noise) * (0.55 + 0.5 * inner / 255.0)
    soft = np.asarray(cv2.GaussianBlur(m, (0, 0), 1.0), np.float64)[..., None] / 255.0
    part += (np.clip(base * light[..., None], 0, 255) - part) * soft
    picture[y0:y1, x0:x1] = np.clip(part, 0, 255)


def hand(rng: Rng, picture: Picture, size: float) -> Mask:
    """A hand and forearm that come in from an edge; ``size`` is a card's width in pixels."""
    h, w = picture.shape[:2]
    mask = np.zeros((h, w), np.uint8)
    edge = rng.uniform(0, 2 * np.pi)
    start = np.array([w / 2 + np.cos(edge) * w * 0.75, h / 2 + np.sin(edge) * h * 0.75])
    palm = np.array([w / 2, h / 2]) + rng.normal(0, 0.28, 2) * [w, h]
    thick = size * rng.uniform(0.8, 1.3)
    cv2.line(mask, tuple(start.astype(int)), tuple(palm.astype(int)), 255, max(2, int(thick * 0.85)), cv2.LINE_AA)
    axes = (int(thick * 0.75), int(thick * 0.62))
    cv2.ellipse(mask, tuple(palm.astype(int)), axes, float(np.degrees(edge)), 0, 360, 255, -1, cv2.LINE_AA)
    away = np.arctan2(palm[1] - start[1], palm[0] - start[0])
    for k in range(5):
        if rng.random() < 0.2:
            continue
        a = away + (k - 2) * rng.uniform(0.2, 0.36) + rng.normal(0, 0.06) + (0.6 if k == 4 else 0)
        p = palm + thick * 0.5 * np.array([np.cos(a), np.sin(a)])
        for _ in range(3):
            q = p + thick * rng.uniform(0.25, 0.5) * np.array([np.cos(a), np.sin(a)])
            cv2.line(mask, tuple(p.astype(int)), tuple(q.astype(int)), 255, max(2, int(thick * 0.27)), cv2.LINE_AA)
            p, a = q, a + rng.normal(0, 0.25)
    _shade(rng, picture, mask, np.array(SKIN[rng.integers(len(SKIN))], np.float32) * rng.uniform(0.8, 1.05))
    return mask


def pencil(rng: Rng, picture: Picture, size: float) -> Mask:
    """A pencil or pen."""
    h, w = picture.shape[:2]
    mask = np.zeros((h, w), np.uint8)
    p = rng.uniform(0, 1, 2) * [w, h]
    a = rng.uniform(0, 2 * np.pi)
    q = p + size * rng.uniform(1.5, 3.2) * np.array([np.cos(a), np.sin(a)])
    cv2.line(mask, tuple(p.astype(int)), tuple(q.astype(int)), 255, max(2, int(size * rng.uniform(0.08, 0.16))), cv2.LINE_AA)
    _shade(rng, picture, mask, tables.colour(rng))
    return mask


def mug(rng: Rng, picture: Picture, size: float) -> Mask:
    """A mug, glass, bowl or plate from above or aslant."""
    h, w = picture.shape[:2]
    mask = np.zeros((h, w), np.uint8)
    c = (rng.uniform(0, 1, 2) * [w, h]).astype(int)
    r = int(size * rng.uniform(0.4, 1.6))
    flat = rng.uniform(0.5, 1)
    up = int(r * rng.uniform(0, 1.6))
    cv2.ellipse(mask, tuple(c), (r, max(1, int(r * flat))), 0, 0, 360, 255, -1, cv2.LINE_AA)
    cv2.ellipse(mask, (int(c[0]), int(c[1] - up)), (r, max(1, int(r * flat))), 0, 0, 360, 255, -1, cv2.LINE_AA)
    cv2.rectangle(mask, (int(c[0] - r), int(c[1] - up)), (int(c[0] + r), int(c[1])), 255, -1)
    base = tables.colour(rng)
    _shade(rng, picture, mask, base)
    inner = _rgb(tables.colour(rng) if rng.random() < 0.5 else base * 0.8)
    cv2.ellipse(picture, (int(c[0]), int(c[1] - up)), (int(r * 0.88), max(1, int(r * flat * 0.88))), 0, 0, 360, inner, -1, cv2.LINE_AA)
    return mask


def sheet(rng: Rng, picture: Picture, size: float) -> Mask:
    """Paper with writing, a book, a phone, a box: rectangles that are no cards."""
    h, w = picture.shape[:2]
    mask = np.zeros((h, w), np.uint8)
    long, short = size * rng.uniform(1.2, 6), size * rng.uniform(0.4, 4)
    box = cv2.boxPoints(((float(rng.uniform(0, w)), float(rng.uniform(0, h))), (float(long), float(short)), float(rng.uniform(0, 90))))
    cv2.fillConvexPoly(mask, box.astype(np.int32), 255, cv2.LINE_AA)
    base = np.array([1, 1, 1], np.float32) * rng.uniform(190, 255) if rng.random() < 0.5 else tables.colour(rng)
    _shade(rng, picture, mask, base, 0.05)
    ink = _rgb(tables.colour(rng) * 0.6)
    across, down = box[1] - box[0], box[3] - box[0]
    for k in range(int(rng.integers(0, 9))):  # Lines of writing.
        p = box[0] + down * (0.1 + 0.1 * k) + across * 0.08
        q = p + across * rng.uniform(0.2, 0.8)
        cv2.line(picture, tuple(p.astype(int)), tuple(q.astype(int)), ink, max(1, int(size * rng.uniform(0.01, 0.06))), cv2.LINE_AA)
    return mask


def die(rng: Rng, picture: Picture, size: float) -> Mask:
    """Dice, counters, coins."""
    h, w = picture.shape[:2]
    mask = np.zeros((h, w), np.uint8)
    c = rng.uniform(0, 1, 2) * [w, h]
    r = max(3.0, size * rng.uniform(0.1, 0.35))
    if rng.random() < 0.5:
        box = cv2.boxPoints(((float(c[0]), float(c[1])), (2 * r, 2 * r), float(rng.uniform(0, 90))))
        cv2.fillConvexPoly(mask, box.astype(np.int32), 255, cv2.LINE_AA)
    else:
        cv2.circle(mask, tuple(c.astype(int)), int(r), 255, -1, cv2.LINE_AA)
    _shade(rng, picture, mask, tables.colour(rng), 0.05)
    ink = _rgb(tables.colour(rng))
    for _ in range(int(rng.integers(0, 7))):
        p = c + rng.uniform(-0.55, 0.55, 2) * r
        cv2.circle(picture, tuple(p.astype(int)), max(1, int(r * 0.16)), ink, -1, cv2.LINE_AA)
    return mask


def scatter(rng: Rng, picture: Picture, size: float, *, over: bool) -> Mask:
    """Some things by chance; those ``over`` cards are hands, pencils and few. Returns the mask ``(H, W)`` uint8 of all that they hide."""
    hidden = np.zeros(picture.shape[:2], np.uint8)
    makers = (hand, pencil, die) if over else (pencil, mug, mug, sheet, sheet, die, hand)
    for _ in range(int(rng.integers(1, 3 if over else 5))):
        np.maximum(hidden, makers[int(rng.integers(len(makers)))](rng, picture, size), out=hidden)
    return hidden
