"""Things that stand on a table or come over it and are no cards: mugs, phones, books, boxes, heads, paws, and shapes of any kind."""

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop.films.hands import Sprite
from workshop.synth import tables

Rng = np.random.Generator
Floats = NDArray[np.float32]

KINDS = ("mug", "phone", "book", "box", "head", "paw", "shape")
STANDING = ("mug", "phone", "book", "box")  #: Those that are put beside a game and stay there.


def _sprite(rng: Rng, colour: Floats, alpha: Floats, scale: float) -> Sprite:
    alpha = np.clip(alpha, 0, 1)
    pixels = np.dstack([np.clip(colour, 0, 255) * alpha[..., None], alpha * 255]).round().astype(np.uint8)
    shade = cv2.GaussianBlur((alpha * 255).astype(np.uint8), (0, 0), scale * float(rng.uniform(0.06, 0.25)))
    return Sprite(pixels, np.asarray(shade, np.uint8), np.array([alpha.shape[1] / 2, alpha.shape[0] / 2]), scale)


def _grid(wide: float, tall: float, scale: float) -> tuple[Floats, Floats]:
    """X and y in card widths, the middle in the origin."""
    h, w = int(tall * scale), int(wide * scale)
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    return (x - w / 2) / np.float32(scale), (y - h / 2) / np.float32(scale)


def _cloth(rng: Rng, shape: tuple[int, ...]) -> Floats:
    _, picture = tables.random_table(rng)
    side = int(rng.integers(60, 512))
    return np.asarray(cv2.resize(picture[:side, :side], (shape[1], shape[0])), np.float32)


def _mug(rng: Rng, scale: float) -> Sprite:
    r = rng.uniform(0.5, 0.9)
    x, y = _grid(2 * r + 1.6, 2 * r + 1.6, scale)
    d = np.hypot(x, y * rng.uniform(1.0, 1.25))
    alpha = np.clip((r - d) * scale, 0, 1)
    if rng.random() < 0.7:
        a = rng.uniform(0, 2 * np.pi)
        u, v = x * np.cos(a) + y * np.sin(a), -x * np.sin(a) + y * np.cos(a)
        handle = np.abs(np.hypot(u - r * 1.05, v * 1.3) - 0.28)
        alpha = np.maximum(alpha, np.clip((0.09 - handle) * scale, 0, 1))
    colour = np.broadcast_to(tables.colour(rng), (*x.shape, 3)) * (1 + 0.25 * (x / r))[..., None]
    inside = np.clip((r * 0.86 - d) * scale, 0, 1)[..., None]
    drink = tables.colour(rng) * rng.uniform(0.3, 1.0)
    colour = colour + (drink * (1 + 0.3 * np.clip(-x - y, -1, 1))[..., None] - colour) * inside
    return _sprite(rng, colour.astype(np.float32), alpha.astype(np.float32), scale)


def _slab(rng: Rng, scale: float, size: tuple[float, float], colour: Floats | None, radius: float) -> Sprite:
    x, y = _grid(size[0] + 0.1, size[1] + 0.1, scale)
    qx, qy = np.abs(x) - size[0] / 2 + radius, np.abs(y) - size[1] / 2 + radius
    d = np.hypot(np.maximum(qx, 0), np.maximum(qy, 0)) + np.minimum(np.maximum(qx, qy), 0) - radius
    alpha = np.clip(-d * scale, 0, 1)
    shown = _cloth(rng, x.shape) if colour is None else np.broadcast_to(colour, (*x.shape, 3)).astype(np.float32)
    rim = np.clip(1 + d / rng.uniform(0.05, 0.3), 0, 1)[..., None] * rng.uniform(-0.5, 0.4)
    ramp = 1 + 0.3 * rng.normal() * x / size[0] + 0.3 * rng.normal() * y / size[1]
    return _sprite(rng, np.asarray(shown * (1 + rim) * ramp[..., None], np.float32), alpha.astype(np.float32), scale)


def _phone(rng: Rng, scale: float) -> Sprite:
    dark = np.full(3, rng.uniform(8, 60), np.float32) if rng.random() < 0.8 else tables.colour(rng)
    return _slab(rng, scale, (rng.uniform(1.05, 1.25), rng.uniform(2.1, 2.6)), dark, rng.uniform(0.05, 0.2))


def _book(rng: Rng, scale: float) -> Sprite:
    return _slab(rng, scale, (rng.uniform(1.8, 4.5), rng.uniform(2, 5)), None, rng.uniform(0, 0.05))


def _box(rng: Rng, scale: float) -> Sprite:
    flat = tables.colour(rng) if rng.random() < 0.6 else None
    return _slab(rng, scale, (rng.uniform(0.6, 2.5), rng.uniform(0.6, 2.5)), flat, rng.uniform(0, 0.3))


def _hairy(rng: Rng, x: Floats, y: Floats, colour: NDArray[np.float64] | Floats) -> Floats:
    """Hair or fur: streaks that run outwards."""
    a, d = np.arctan2(y, x), np.hypot(x, y)
    streaks = cv2.resize(rng.normal(0, 1, (6, 220)).astype(np.float32), (512, 64), interpolation=cv2.INTER_CUBIC)
    u = ((a + np.pi) / (2 * np.pi) * 511).astype(np.float32)
    v = np.clip(d / (d.max() + 1e-6) * 63, 0, 63).astype(np.float32)
    tone = 1 + rng.uniform(0.1, 0.35) * cv2.remap(streaks, u, v, cv2.INTER_LINEAR)
    return np.asarray(colour * tone[..., None], np.float32)


def _head(rng: Rng, scale: float) -> Sprite:
    """A head from above with shoulders, as somebody leans over the table."""
    r = rng.uniform(1.2, 1.9)
    x, y = _grid(5.5, 5.5, scale)
    wobble = 1 + 0.05 * np.sin(5 * np.arctan2(y, x) + rng.uniform(0, 6))
    d = np.hypot(x, (y + 1) * rng.uniform(0.8, 1.0)) * wobble
    hair = np.array([(30, 24, 20), (70, 45, 28), (140, 96, 52), (200, 170, 110), (150, 148, 146), (226, 222, 216), (120, 50, 30)])
    colour = _hairy(rng, x, y + 1, hair[int(rng.integers(len(hair)))] * rng.uniform(0.8, 1.15))
    colour *= np.clip(1.15 - 0.5 * (d / r) ** 2, 0.3, 1.2)[..., None]
    alpha = np.clip((r - d) * scale, 0, 1)
    if rng.random() < 0.7:
        body = np.clip((1 - np.hypot(x / 2.6, (y - 1.2) / 1.3)) * scale, 0, 1)
        cloth = _cloth(rng, x.shape) * np.clip(0.7 + 0.4 * tables.clouds(rng, 3, 3, shape=x.shape), 0.3, 1.3)[..., None]
        colour = cloth + (colour - cloth) * alpha[..., None]
        alpha = np.maximum(alpha, body)
    return _sprite(rng, np.asarray(colour, np.float32), np.asarray(alpha, np.float32), scale)


def _paw(rng: Rng, scale: float) -> Sprite:
    """A cat's leg with its paw, which comes from one side."""
    x, y = _grid(3.0, 9.0, scale)
    half = 0.3 + 0.08 * np.clip(y + 4.5, 0, 6) / 3
    leg = np.where(y > -3.6, half - np.abs(x), -1.0)
    paw = 0.5 - np.hypot(x, (y + 3.7) * 0.85)
    toes = np.max([0.2 - np.hypot(x - t, y + 4.1 + 0.05 * abs(t)) for t in (-0.3, -0.1, 0.12, 0.32)], axis=0)
    d = np.max([leg, paw, toes], axis=0)
    fur = np.array([(40, 36, 34), (190, 120, 60), (230, 226, 220), (130, 120, 108), (90, 74, 60)])[int(rng.integers(5))]
    stripes = 1 + rng.uniform(0, 0.3) * np.sign(np.sin(y * rng.uniform(4, 9)))
    colour = _hairy(rng, x, y * 0.3, fur) * (stripes * np.clip(0.5 + d * 2, 0.4, 1.1))[..., None]
    ragged = d + 0.04 * tables.clouds(rng, 64, 2, shape=x.shape)
    return _sprite(rng, np.asarray(colour, np.float32), np.asarray(np.clip(ragged * scale, 0, 1), np.float32), scale)


def _shape(rng: Rng, scale: float) -> Sprite:
    """Anything: a soft outline of chance filled with any cloth, lit as if it were round."""
    size = rng.uniform(0.6, 3.0)
    x, y = _grid(2.6 * size, 2.6 * size, scale)
    a = np.arctan2(y, x)
    r = size * (0.8 + sum(rng.normal(0, 0.12) * np.sin(k * a + rng.uniform(0, 6.28)) for k in range(1, 6)))
    d = (r - np.hypot(x, y * rng.uniform(0.4, 1.0))).astype(np.float32)
    round_ = np.clip(0.45 + 0.6 * np.sqrt(np.clip(d / size, 0, 1)) + 0.2 * rng.normal() * x / size, 0.1, 1.4)
    colour = _cloth(rng, x.shape) if rng.random() < 0.7 else np.broadcast_to(tables.colour(rng), (*x.shape, 3))
    return _sprite(rng, np.asarray(colour * round_[..., None], np.float32), np.asarray(np.clip(d * scale, 0, 1), np.float32), scale)


def draw_thing(rng: Rng, kind: str, scale: float) -> Sprite:
    """Draw a thing of ``KINDS``; ``scale``: pixels for a card's width."""
    make = {"mug": _mug, "phone": _phone, "book": _book, "box": _box, "head": _head, "paw": _paw, "shape": _shape}
    return make[kind](rng, scale)
