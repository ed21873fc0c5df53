"""What light and camera do to a picture: lamps, shadows, glare, white balance, exposure, blur, noise, JPEG."""

import cv2
import numpy as np
from numpy.typing import NDArray

Rng = np.random.Generator
Picture = NDArray[np.uint8]
SPECKLED = 0.05  #: Share of the pictures with black and white pixels strewn over them, as bad webcams and old films have.
CALM = 0.5  #: Share of the pictures in the light of a room, as a phone's own exposure and white balance leave them.


def _blob(rng: Rng, shape: tuple[int, int], low: float, high: float) -> NDArray[np.float32]:
    """A soft ellipse ``shape`` float32 0..1, drawn at a quarter of the size."""
    h, w = shape[0] // 4 + 1, shape[1] // 4 + 1
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    cx, cy = rng.uniform(-0.1, 1.1) * w, rng.uniform(-0.1, 1.1) * h
    a = rng.uniform(0, np.pi)
    u, v = (x - cx) * np.cos(a) + (y - cy) * np.sin(a), -(x - cx) * np.sin(a) + (y - cy) * np.cos(a)
    r = rng.uniform(low, high) * max(w, h)
    d = (u / r) ** 2 + (v / (r * rng.uniform(0.15, 1))) ** 2
    return cv2.resize(np.exp(-d), (shape[1], shape[0]))


def _shadow(rng: Rng, shape: tuple[int, int]) -> NDArray[np.float32]:
    """A cast shadow's mask ``shape`` float32 0..1: a person's, a window bar's, a hand's."""
    h, w = shape[0] // 4 + 1, shape[1] // 4 + 1
    mask = np.zeros((h, w), np.float32)
    for _ in range(int(rng.integers(1, 3))):
        if rng.random() < 0.4:
            p, q = rng.uniform(-0.2, 1.2, (2, 2)) * [w, h]
            cv2.line(mask, tuple(p.astype(int)), tuple(q.astype(int)), 1.0, max(1, int(rng.uniform(0.03, 0.4) * w)))
        else:
            points = (rng.uniform(-0.3, 1.3, (int(rng.integers(3, 6)), 2)) * [w, h]).astype(np.int32)
            cv2.fillConvexPoly(mask, cv2.convexHull(points), 1.0)
    soft = cv2.GaussianBlur(mask, (0, 0), float(np.exp(rng.uniform(np.log(0.5), np.log(25)))))
    return np.asarray(cv2.resize(soft, (shape[1], shape[0])), np.float32)


def light(rng: Rng, picture: Picture) -> NDArray[np.float32]:
    """Lights the table: ``(H, W, 3)`` uint8 to float32 of the same scale, not clipped."""
    h, w = picture.shape[:2]
    out = picture.astype(np.float32)
    field = np.ones((h, w), np.float32)
    if rng.random() < 0.6:
        a = rng.uniform(0, 2 * np.pi)
        y, x = np.mgrid[0:h, 0:w].astype(np.float32)
        field *= 1 + np.float32(rng.uniform(0, 0.5)) * ((x / w - 0.5) * np.float32(np.cos(a)) + (y / h - 0.5) * np.float32(np.sin(a)))
    if rng.random() < 0.35:
        field *= rng.uniform(0.4, 0.9) + rng.uniform(0.2, 0.8) * _blob(rng, (h, w), 0.2, 0.9)
    if rng.random() < 0.45:
        field *= 1 - rng.uniform(0.15, 0.65) * _shadow(rng, (h, w))
    out *= field[..., None]
    for _ in range(int(rng.choice([0, 1, 2], p=[0.6, 0.3, 0.1]))):  # Glare of lamps and windows.
        out += (np.float32(rng.uniform(20, 180)) * _blob(rng, (h, w), 0.02, 0.2))[..., None]
    return out


def expose(rng: Rng, picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """White balance, exposure, gamma, haze; float32 0..255, clipped."""
    if rng.random() < CALM:
        warmth, tint = rng.normal(0, 0.05), rng.normal(0, 0.02)
        gains = np.array([1 + warmth, 1 + tint, 1 - warmth], np.float32) * np.float32(np.exp(rng.normal(0, 0.12)))
        return np.clip(picture * gains, 0, 255)
    warmth = rng.normal(0, 0.1) if rng.random() < 0.85 else rng.normal(0, 0.22)
    tint = rng.normal(0, 0.05)
    gains = np.array([1 + warmth, 1 + tint, 1 - warmth], np.float32)
    gain = float(np.exp(rng.normal(0, 0.18)))
    u = rng.random()
    if u < 0.08:
        gain *= rng.uniform(0.25, 0.6)
    elif u < 0.14:
        gain *= rng.uniform(1.15, 1.5)
    out = np.clip(picture * (gains * np.float32(gain)), 0, 255)
    if rng.random() < 0.5:
        curve = (255 * (np.arange(256) / 255) ** float(np.exp(rng.normal(0, 0.2)))).astype(np.float32)
        out = curve[out.astype(np.uint8)]
    if rng.random() < 0.25:  # Haze, or flat light.
        out = out * np.float32(rng.uniform(0.5, 1)) + np.float32(rng.uniform(0, 60))
    if rng.random() < 0.3:
        grey = out.mean(2, keepdims=True)
        out = grey + (out - grey) * np.float32(rng.uniform(0.5, 1.4))
    return np.asarray(out, np.float32)


def _blur(rng: Rng, picture: Picture) -> Picture:
    u = rng.random()
    if u < 0.45:
        return picture
    if u < 0.85:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.3, 1.6))), np.uint8)
    n = int(rng.integers(3, 9))
    kernel = np.zeros((n, n), np.float32)
    a = rng.uniform(0, np.pi)
    p = np.array([np.cos(a), np.sin(a)]) * n / 2
    middle = np.array([n / 2, n / 2])
    cv2.line(kernel, tuple((middle - p).astype(int)), tuple((middle + p).astype(int)), 1.0, 1)
    return np.asarray(cv2.filter2D(picture, -1, kernel / max(kernel.sum(), 1)), np.uint8)


def photograph(rng: Rng, picture: NDArray[np.float32]) -> Picture:
    """Blur, noise, sharpening and compression of a camera; float32 0..255 to uint8."""
    out = _blur(rng, np.clip(picture, 0, 255).astype(np.uint8))
    if rng.random() < 0.6:
        sigma = rng.uniform(1, 8) if rng.random() < 0.85 else rng.uniform(8, 18)
        h, w = out.shape[:2]
        grain = rng.integers(-128, 128, (h, w, 1 if rng.random() < 0.5 else 3), dtype=np.int8).astype(np.float32) * (sigma / 74)
        if rng.random() < 0.4:
            grain = cv2.blur(grain, (2, 2)).reshape(h, w, -1) * 1.6
        out = np.clip(out + grain, 0, 255).astype(np.uint8)
    if rng.random() < 0.2:
        soft = cv2.GaussianBlur(out, (0, 0), 1.5)
        out = np.asarray(cv2.addWeighted(out, 1 + float(rng.uniform(0.3, 1.2)), soft, -float(rng.uniform(0.3, 0.5)), 0), np.uint8)
    if rng.random() < SPECKLED:
        dead = rng.random(out.shape[:2]) < rng.uniform(0.001, 0.02)
        out = np.where(dead[..., None], rng.choice(np.array([0, 255], np.uint8), out.shape[:2])[..., None], out)
    quality = int(rng.integers(35, 96))
    _, data = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])  # Channel order does not matter to a round trip.
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
