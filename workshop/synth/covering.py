"""A book, a box, a sheet or a cloth that lies over a part of a card."""

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop.synth import fonts, inks, tables
from workshop.synth.laying import Shadow, drop_shadow, lay_on

Rng = np.random.Generator
Picture = NDArray[np.uint8]

HIDDEN = (0.1, 0.65)  #: How much of the card is hidden, as a share of its extent across the edge of what hides it.
TITLED = 0.4  #: Share of these things on which words stand.
LETTERS = list("ABCDEFGHIKLMNOPRSTUVWabcdeghiklmnoprstu0123456789")


def _printed(rng: Rng, size: tuple[int, int]) -> Picture:
    """What the thing looks like, ``(H, W, 4)`` uint8 RGBA: a pattern, often with words."""
    _, pattern = tables.random_table(rng)
    height, width = size
    side = min(pattern.shape[:2])
    share = min(1.0, height / width), min(1.0, width / height)
    part = pattern[: max(8, int(side * share[0])), : max(8, int(side * share[1]))]
    canvas = np.asarray(cv2.resize(part, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)
    if rng.random() < TITLED:
        font = fonts.pick(rng)
        for _ in range(int(rng.integers(1, 7))):
            word = "".join(rng.choice(LETTERS, int(rng.integers(1, 9))))
            mask = inks.scaled(inks.text(font, word, 64), float(rng.uniform(0.04, 0.25)) * height, width=0.95 * width)
            ink = tuple(int(v) for v in tables.colour(rng))
            inks.stamp(canvas, mask, (float(rng.uniform(0, width)), float(rng.uniform(0, height))), (ink[0], ink[1], ink[2]))
    return np.dstack([canvas, np.full((height, width), 255, np.uint8)])


def _box(rng: Rng, quad: NDArray[np.float64]) -> NDArray[np.float64]:
    """Four corners of a rectangle that hides a part of a quad ``(4, 2)``, from any side."""
    angle = rng.uniform(0, 2 * np.pi)
    inward, along = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    reach = quad @ inward
    edge = reach.min() + rng.uniform(*HIDDEN) * np.ptp(reach)
    size = float(np.sqrt(abs(cv2.contourArea(quad.astype(np.float32)))))
    middle = (quad @ along).mean() + rng.normal(0, 0.4) * size
    half, deep = size * rng.uniform(0.4, 3), size * rng.uniform(0.3, 5)
    ends = ((edge - deep, middle - half), (edge, middle - half), (edge, middle + half), (edge - deep, middle + half))
    return np.array([a * inward + b * along for a, b in ends])


def hide_part(rng: Rng, picture: NDArray[np.float32], quad: NDArray[np.float64], texture: Picture | None = None) -> NDArray[np.bool_]:
    """Lays a flat thing over a part of a card ``(4, 2)`` pixels, on ``(H, W, 3)`` float32 RGB 0..255, which is changed.

    The thing looks as ``texture``, ``(H, W, 4)`` uint8 RGBA, or by chance. Returns what it hides, ``(H, W)`` bool.
    """
    box = _box(rng, quad)
    sides = float(np.linalg.norm(box[1] - box[0])), float(np.linalg.norm(box[3] - box[0]))
    scale = 400 / max(*sides, 1.0)
    if texture is None:
        texture = _printed(rng, (max(16, round(sides[1] * scale)), max(16, round(sides[0] * scale))))
    size = float(np.linalg.norm(quad[1] - quad[0]))
    shift = rng.normal(0, 0.04, 2) * size
    drop_shadow(rng, picture, box, Shadow(shift, soft=size * rng.uniform(0.01, 0.08), dark=float(rng.uniform(0.1, 0.6))))
    hidden = np.zeros(picture.shape[:2], np.bool_)
    done = lay_on(picture, texture, box)
    if done is not None:
        rows, columns, alpha = done
        hidden[rows, columns] = alpha > 0.5
    return hidden
