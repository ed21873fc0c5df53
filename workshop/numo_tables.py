"""Table tops on which NUMO's reader was never trained: for measuring. ``synth.tables.random_table`` has none of their designs."""

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop.synth.tables import SIDE, clouds, colour

Rng = np.random.Generator
Picture = NDArray[np.uint8]


def parquet(rng: Rng) -> NDArray[np.float32]:
    """Squares of parallel staves, the next square across."""
    square = SIDE // int(rng.choice([4, 8, 16]))
    staves = int(rng.integers(3, 6))
    y, x = np.mgrid[0:SIDE, 0:SIDE]
    across = (x // square + y // square) % 2 == 0
    stave = np.where(across, y, x) % square * staves // square
    tone = rng.uniform(0.75, 1.15, (64, 64))[(y // square + 17 * stave) % 64, (x // square + 5 * stave) % 64]
    seam = (np.where(across, y, x) % square * staves % square) < staves
    grey = tone * (1 + 0.08 * clouds(rng, 8, 5)) * np.where(seam, 0.6, 1.0)
    return np.asarray(colour(rng) * grey[..., None], np.float32)


def terrazzo(rng: Rng) -> NDArray[np.float32]:
    """Chips of stone, with corners, in a ground of another colour."""
    picture = np.full((SIDE, SIDE, 3), colour(rng), np.float32).clip(0, 255).astype(np.uint8)
    chips = [colour(rng) for _ in range(4)]
    for _ in range(int(rng.integers(150, 600))):
        middle, size = rng.uniform(0, SIDE, 2), rng.uniform(3, 20)
        turns = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(4, 7))))
        points = middle + size * rng.uniform(0.5, 1, (len(turns), 1)) * np.stack([np.cos(turns), np.sin(turns)], 1)
        chip = tuple(float(v) for v in chips[int(rng.integers(len(chips)))])
        cv2.fillPoly(picture, [points.astype(np.int32)], chip, cv2.LINE_AA)
    return picture.astype(np.float32)


def hexagons(rng: Rng) -> NDArray[np.float32]:
    """Six-sided tiles of three tones, with joints."""
    across = float(rng.uniform(24, 110))
    rows, columns = int(SIDE / (across * 0.866)) + 2, int(SIDE / across) + 2
    middles = np.array([((c + 0.5 * (r % 2)) * across, r * across * 0.866) for r in range(rows) for c in range(columns)])
    y, x = np.mgrid[0:SIDE:2, 0:SIDE:2]
    far = np.hypot(x.ravel()[:, None] - middles[:, 0], y.ravel()[:, None] - middles[:, 1])
    near = np.partition(far, 1, axis=1)
    tones = np.stack([colour(rng) for _ in range(3)])[rng.integers(3, size=len(middles))]
    joint = near[:, 1] - near[:, 0] < across * 0.06
    flat = np.where(joint[:, None], colour(rng), tones[far.argmin(axis=1)])
    return cv2.resize(flat.reshape(*x.shape, 3).astype(np.float32), (SIDE, SIDE)).astype(np.float32)


KEPT_BACK_TABLES = (parquet, terrazzo, hexagons)


def kept_back_table(rng: Rng) -> tuple[str, Picture]:
    """A table top of a design that training never saw: its kind and its picture ``(512, 512, 3)`` uint8 RGB."""
    make = KEPT_BACK_TABLES[int(rng.integers(len(KEPT_BACK_TABLES)))]
    return make.__name__, np.clip(make(rng), 0, 255).astype(np.uint8)
