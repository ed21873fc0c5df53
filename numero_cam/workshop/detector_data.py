"""Drawn scenes as the detector's training pictures: any scale and turn, then a crop, then light and noise."""

from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import Dataset

from numero_cam.detect.decode import STRIDE
from numero_cam.workshop import scenes
from numero_cam.workshop.targets import make_targets

CROP = 224
"""Side of a training picture, pixels."""
CARD_SIZES = (17.0, 120.0)
"""Square root of a card's area in training pictures, pixels, from the smallest that is asked for to the largest."""


def _matrix(rng: np.random.Generator, picture_size: tuple[int, int], quads: NDArray[np.float32]) -> NDArray[np.float64]:
    """``(2, 3)`` from the scene to a crop of it; cards of every size equally often on a logarithmic scale."""
    width, height = picture_size
    size = float(np.median([np.sqrt(abs(cv2.contourArea(q))) for q in quads])) if len(quads) else 100.0
    low, high = CARD_SIZES
    wanted = np.exp(rng.triangular(np.log(low), np.log(38), np.log(high)))
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
    shift = np.array([CROP / 2, CROP / 2]) - np.array([[c, -s], [s, c]]) @ middle
    return np.array([[c, -s, shift[0]], [s, c, shift[1]]])


def _light(rng: np.random.Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A little more of what a camera does, so that the same scene is never twice the same."""
    gains = rng.normal(1, 0.05, 3) * np.exp(rng.normal(0, 0.15))
    out = picture.astype(np.float32) * gains.astype(np.float32) + np.float32(rng.normal(0, 6))
    if rng.random() < 0.15:
        out += rng.integers(-128, 128, out.shape, dtype=np.int8) * np.float32(abs(rng.normal(0, 0.07)))
    if rng.random() < 0.2:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.3, 1.0))))
    return np.asarray(np.clip(out, 0, 255), np.uint8)


def training_picture(rng: np.random.Generator, path: Path) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """A crop ``(CROP, CROP, 3)`` uint8 RGB and its target map ``(24, CROP / 4, CROP / 4)``."""
    matrix = _matrix(rng, *scenes.load_answer(path))
    scale = float(np.hypot(matrix[0, 0], matrix[1, 0]))
    half = scale < 0.45
    sample = scenes.load(path, half=half)
    picture, m = sample.picture, matrix.copy()
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
    crop = np.asarray(cv2.warpAffine(picture, m, (CROP, CROP), flags=cv2.INTER_LINEAR, borderValue=fill), np.uint8)
    cells = CROP // STRIDE
    centres = np.stack(np.meshgrid(np.arange(cells), np.arange(cells)), axis=2).reshape(-1, 2) * STRIDE + (STRIDE - 1) / 2
    inverse = cv2.invertAffineTransform(matrix)
    source = (centres @ inverse[:, :2].T + inverse[:, 2]) / 2
    xy = np.floor(source + 0.5).astype(int)
    height, width = sample.ids.shape
    inside = (xy >= 0).all(1) & (xy[:, 0] < width) & (xy[:, 1] < height)
    owner = np.full(cells * cells, -1, np.int64)
    seen = sample.ids[xy[inside, 1], xy[inside, 0]].astype(np.int64)
    owner[inside] = np.where(seen == scenes.NO_CARD, -1, seen)
    quads = (sample.quads.reshape(-1, 2) @ matrix[:, :2].T + matrix[:, 2]).reshape(-1, 4, 2).astype(np.float32)
    return _light(rng, crop), make_targets(owner.reshape(cells, cells), quads)


class DetectorPictures(Dataset[tuple[Tensor, Tensor]]):
    """Endless pictures from a list of scenes; item ``i`` depends on ``(seed, i)`` alone."""

    def __init__(self, paths: list[Path], seed: int, length: int) -> None:
        self.paths, self.seed, self.length = paths, seed, length

    def __len__(self) -> int:
        """How many items."""
        return self.length

    def __getitem__(self, index: int) -> tuple[Tensor, Tensor]:
        """``(3, CROP, CROP)`` uint8 and ``(24, H, W)`` float32."""
        cv2.setNumThreads(1)
        rng = np.random.default_rng([self.seed, index])
        path = self.paths[int(rng.integers(len(self.paths)))]
        picture, target = training_picture(rng, path)
        return torch.from_numpy(np.ascontiguousarray(picture.transpose(2, 0, 1))), torch.from_numpy(target)
