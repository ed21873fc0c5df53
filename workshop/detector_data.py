"""The detector's training pictures: stored crops, mirrored, turned and lit anew."""

from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import Dataset

from workshop import tones
from workshop.detector_crops import CROP, STORED
from workshop.targets import make_targets


def turned(record: NDArray[np.void], quarters: int, *, mirrored: bool) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """A stored crop turned by quarters and mirrored: picture ``(CROP, CROP, 3)`` and target map ``(26, CELLS, CELLS)``."""
    count = int(record["cards"])
    picture, owner, shape = record["picture"], record["owner"], record["shape"]
    quads = record["quads"][:count].copy()
    if mirrored:
        picture, owner, shape = picture[:, ::-1], owner[:, ::-1], shape[:, :, ::-1]
        quads[..., 0] = CROP - 1 - quads[..., 0]
        quads = quads[:, ::-1]  # clockwise again
    for _ in range(quarters):  # counter-clockwise, as ``np.rot90``
        quads = np.stack([quads[..., 1], CROP - 1 - quads[..., 0]], axis=-1)
    owner = np.ascontiguousarray(np.rot90(owner, quarters)).astype(np.int64)
    shape = np.rot90(shape, quarters, axes=(1, 2)).astype(np.float32)
    return np.ascontiguousarray(np.rot90(picture, quarters)), make_targets(shape, owner, quads, mirrored=mirrored)


def _light(rng: np.random.Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A little more of what a camera does."""
    out = tones.relight(rng, picture)
    if rng.random() < 0.2:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.3, 1.0))), np.uint8)
    if rng.random() < 0.15:
        out = tones.grain(rng, out, 14)
    return out


class DetectorPictures(Dataset[tuple[Tensor, Tensor]]):
    """Endless pictures from files of stored crops, from each equally often; item ``i`` depends on ``(seed, i)`` alone."""

    def __init__(self, stored: list[Path], seed: int, length: int) -> None:
        self.stored, self.seed, self.length = stored, seed, length

    def __len__(self) -> int:
        """How many items."""
        return self.length

    def __getitem__(self, index: int) -> tuple[Tensor, Tensor]:
        """``(3, CROP, CROP)`` uint8 and ``(26, H, W)`` float32."""
        cv2.setNumThreads(1)
        rng = np.random.default_rng([self.seed, index])
        records = np.memmap(self.stored[int(rng.integers(len(self.stored)))], STORED, "r")
        record = records[int(rng.integers(len(records)))]
        picture, target = turned(record, int(rng.integers(4)), mirrored=bool(rng.random() < 0.5))
        picture = _light(rng, picture)
        return torch.from_numpy(np.ascontiguousarray(picture.transpose(2, 0, 1))), torch.from_numpy(target)
