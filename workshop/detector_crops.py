"""Crops of scenes at any scale and turn, with what the detector shall answer: made once, by processes that need no PyTorch."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.vision.detector import STRIDE
from workshop import scenes
from workshop.targets import shape_maps

CROP = 224  #: Side of a training picture, pixels.
CELLS = CROP // STRIDE
TURNS = 8  #: Ways to turn a crop by quarters and to mirror it.
MOST_CARDS = 48  #: More cards are not kept of a crop; the last ones lie on top, so the first are dropped.
#: A stored crop: RGB, the card seen in each cell (-1 none), ``targets.shape_maps``, and the outlines of its cards.
STORED = np.dtype([
    ("picture", "u1", (CROP, CROP, 3)), ("owner", "i1", (CELLS, CELLS)), ("shape", "f2", (3, CELLS, CELLS)),
    ("quads", "f4", (MOST_CARDS, 4, 2)), ("cards", "u1"),
])  # fmt: skip
#: Square root of a card's area in training pictures, pixels: the smallest that is asked for, the one drawn most, the largest. Photos of a
#: dozen cards show them at 70 to 120 where the longer side of the picture is 704.
CARD_SIZES = (17.0, 85.0, 210.0)

HALF_BELOW = 0.45  #: From this scale down a stored picture is read at half its size.
BENT, SQUEEZE = 0.35, 0.5  #: Share of the pictures that are squeezed along some direction, and by how much at most, on a logarithmic scale.


def _matrix(rng: np.random.Generator, picture_size: tuple[int, int], quads: NDArray[np.float32]) -> NDArray[np.float64]:
    """``(2, 3)`` from the scene to a crop of it; cards of every size equally often on a logarithmic scale."""
    width, height = picture_size
    size = float(np.median([np.sqrt(abs(cv2.contourArea(q))) for q in quads])) if len(quads) else 100.0
    wanted = np.exp(rng.triangular(*np.log(CARD_SIZES)))
    scale = float(np.clip(wanted / size, 0.12, 1.5))
    angle = np.radians(rng.normal(0, 4)) if rng.random() < 0.35 else rng.uniform(0, 2 * np.pi)
    if len(quads) and rng.random() < 0.85:
        middle = quads[rng.integers(len(quads))].mean(0) + rng.normal(0, 0.3, 2) * CROP / scale
    else:
        middle = rng.uniform(0, 1, 2) * [width, height]
    half = CROP / scale / 2
    for k, full in enumerate((width, height)):
        middle[k] = np.clip(middle[k], min(half, full / 2), max(full - half, full / 2))
    c, s = scale * np.cos(angle), scale * np.sin(angle)
    turn = np.array([[c, -s], [s, c]])
    if rng.random() < BENT:
        # Along any direction: seen from the side, sheared or squeezed a card is a parallelogram at least.
        squeeze, along = rng.uniform(-SQUEEZE, SQUEEZE), rng.uniform(0, np.pi)
        axes = np.array([[np.cos(along), -np.sin(along)], [np.sin(along), np.cos(along)]])
        turn = turn @ axes @ np.diag(np.exp([squeeze / 2, -squeeze / 2])) @ axes.T
    return np.column_stack([turn, np.array([CROP / 2, CROP / 2]) - turn @ middle])


def crops_of_scene(rng: np.random.Generator, sample: scenes.Sample, count: int) -> NDArray[np.void]:
    """Crops of a scene that is in memory at its full size: so many records of ``STORED``."""
    height, width = sample.picture.shape[:2]
    size = max(1, width // 2), max(1, height // 2)
    smaller = replace(sample, picture=np.asarray(cv2.resize(sample.picture, size, interpolation=cv2.INTER_AREA), np.uint8))
    out = []
    for _ in range(count):
        matrix = _matrix(rng, (width, height), sample.quads)
        half = float(np.hypot(matrix[0, 0], matrix[1, 0])) < HALF_BELOW
        out.append(_cut(rng, smaller if half else sample, matrix, half=half))
    return np.array(out, STORED)


def _cut(rng: np.random.Generator, sample: scenes.Sample, matrix: NDArray[np.float64], *, half: bool) -> NDArray[np.void]:
    picture, m, scale = sample.picture, matrix.copy(), float(np.hypot(matrix[0, 0], matrix[1, 0]))
    if half:
        m[:, :2] *= 2
        scale *= 2
    if scale < 0.8:  # Shrunk by area first: a warp alone would alias.
        small = 1.2 * scale
        size = (max(1, round(picture.shape[1] * small)), max(1, round(picture.shape[0] * small)))
        ratio = np.array([size[0] / picture.shape[1], size[1] / picture.shape[0]])
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
        m[:, :2] /= ratio
    fill = tuple(int(v) for v in rng.integers(0, 256, 3)) if rng.random() < 0.5 else (0, 0, 0)
    crop = cv2.warpAffine(picture, m, (CROP, CROP), flags=cv2.INTER_LINEAR, borderValue=fill)
    quads = (sample.quads.reshape(-1, 2) @ matrix[:, :2].T + matrix[:, 2]).reshape(-1, 4, 2).astype(np.float32)
    return stored_crop(np.asarray(crop, np.uint8), _owners(sample.ids, matrix), quads)


def _owners(ids: NDArray[np.uint8], matrix: NDArray[np.float64]) -> NDArray[np.int64]:
    """The card seen at the middle of each cell of a crop, ``(CELLS, CELLS)``, -1 for none."""
    centres = np.stack(np.meshgrid(np.arange(CELLS), np.arange(CELLS)), axis=2).reshape(-1, 2) * STRIDE + (STRIDE - 1) / 2
    inverse = cv2.invertAffineTransform(matrix)
    source = (centres @ inverse[:, :2].T + inverse[:, 2]) / 2
    xy = np.floor(source + 0.5).astype(int)
    height, width = ids.shape
    inside = (xy >= 0).all(1) & (xy[:, 0] < width) & (xy[:, 1] < height)
    owner = np.full(CELLS * CELLS, -1, np.int64)
    seen = ids[xy[inside, 1], xy[inside, 0]].astype(np.int64)
    owner[inside] = np.where(seen == scenes.NO_CARD, -1, seen)
    return owner.reshape(CELLS, CELLS)


def stored_crop(picture: NDArray[np.uint8], owner: NDArray[np.int64], quads: NDArray[np.float32]) -> NDArray[np.void]:
    """A record of ``STORED`` with the cards that are seen in a crop ``(CROP, CROP, 3)`` RGB, numbered anew.

    ``owner``: ``(CELLS, CELLS)``, the card seen in each cell, -1 for none; ``quads``: all cards ``(N, 4, 2)``, pixels of the crop, the
    topmost last.
    """
    seen = np.unique(owner[owner >= 0])[-MOST_CARDS:]
    renumbered = np.full(max(len(quads), 1) + 1, -1, np.int64)
    renumbered[seen] = np.arange(len(seen))
    owner = np.where(owner >= 0, renumbered[owner], -1)
    out = np.zeros((), STORED)
    out["picture"], out["owner"], out["cards"] = picture, owner, len(seen)
    out["quads"][: len(seen)] = quads[seen]
    out["shape"] = shape_maps(owner, geometry.areas(quads[seen]).astype(np.float32))
    return out
