"""Trains and measures the network that sees hands and things over a table."""

from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import Dataset

from workshop.films import covered
from workshop.nets import Obstruction
from workshop.train import Plan, train

UNKNOWN = 0.3
"""Share of the samples whose table at rest is not known."""
SOFT = 0.5
"""Share of the samples whose table at rest is a little blurred, as what is remembered of it may be."""
SWAPPED = 0.15
"""Share of the samples whose colours change places."""
SURE = 0.5
"""Chance from which on a cell counts as hidden where the network is measured."""
MEASURED = 1000


class Covered(Dataset[tuple[Tensor, ...]]):
    """Samples of ``films.covered``, mirrored and lit anew.

    Args:
        path: The file.
        seed: Decides the samples.
        length: How many.
    """

    def __init__(self, path: Path, seed: int, length: int) -> None:
        self._stored = np.memmap(path, covered.STORED, mode="r")
        table = np.arange(len(self._stored)) // covered.PER_TABLE
        self._usable = np.flatnonzero(table % covered.HELD_OUT != 0)
        self._seed, self._length = seed, length

    def __len__(self) -> int:
        """How many samples there are."""
        return self._length

    def __getitem__(self, index: int) -> tuple[Tensor, Tensor]:
        """The pictures ``(6, 180, 320)`` uint8, and ``(2, 45, 80)`` uint8: hidden, unsure."""
        rng = np.random.default_rng([self._seed, index])
        sample = self._stored[self._usable[int(rng.integers(len(self._usable)))]]
        pictures, truth = _both(sample), np.stack([sample["hidden"], sample["unsure"]])
        if rng.random() < 0.5:
            pictures, truth = pictures[:, :, ::-1], truth[:, :, ::-1]
        if rng.random() < 0.5:
            pictures, truth = pictures[:, ::-1], truth[:, ::-1]
        if rng.random() < SWAPPED:
            order = rng.permutation(3)
            pictures = pictures[[*order, *(order + 3)]]
        tones = np.clip(np.arange(256) * np.exp(rng.normal(0, 0.08, (6, 1))), 0, 255).astype(np.uint8)
        out = np.stack([tone[picture] for tone, picture in zip(tones, pictures, strict=True)])
        if rng.random() < SOFT:
            out[3:] = np.stack([cv2.blur(channel, (3, 3)) for channel in out[3:]])
        if rng.random() < UNKNOWN:
            out[3:] = 0
        return torch.from_numpy(np.ascontiguousarray(out)), torch.from_numpy(np.ascontiguousarray(truth))


def _both(sample: NDArray[np.void]) -> NDArray[np.uint8]:
    return np.concatenate([sample["now"], sample["settled"]], axis=2).transpose(2, 0, 1)


def obstruction_loss(model: nn.Module, batch: tuple[Tensor, ...]) -> tuple[Tensor, dict[str, float]]:
    """Loss over ``(N, 6, 180, 320)`` uint8 and ``(N, 2, 45, 80)`` uint8."""
    pictures, truth = batch
    out = model(pictures.contiguous(memory_format=torch.channels_last).float() / 255)[:, 0]
    hidden, weight = truth[:, 0].float() / 255, 1 - truth[:, 1].float() / 255
    loss = functional.binary_cross_entropy_with_logits(out, hidden, weight=weight, reduction="sum") / weight.sum()
    return loss, {"loss": loss.detach()}


def train_obstruction(stored: Path, run_folder: Path, plan: Plan) -> Obstruction:
    """Trains on stored samples, or goes on training, and returns the network with averaged weights."""
    torch.manual_seed(plan.seed)
    model = Obstruction()
    train(model, lambda seed, count: Covered(stored, seed, count), obstruction_loss, plan, run_folder)
    return model


def measure(model: nn.Module, stored: Path) -> dict[str, float]:
    """Shares on tables, designs, hands and things that training never saw, with the table at rest known, and without.

    Returns:
        ``found``: hidden cells that are found. ``wrongly``: clear cells that are said to be hidden. ``_alone``: without the table at rest.
    """
    samples = covered.samples(stored, held_out=True)[:MEASURED]
    out: dict[str, float] = {}
    for name, known in (("", True), ("_alone", False)):
        found, hidden, wrong, clear = 0, 0, 0, 0
        for part in np.array_split(samples, max(1, len(samples) // 32)):
            pictures = np.stack([_both(s) for s in part])
            if not known:
                pictures[:, 3:] = 0
            with torch.no_grad():
                said = torch.sigmoid(model(torch.from_numpy(pictures).float() / 255))[:, 0].numpy() > SURE
            is_hidden = (part["hidden"] > 200) & (part["unsure"] < 10)
            is_clear = (part["hidden"] == 0) & (part["unsure"] < 10)
            found, hidden = found + int((said & is_hidden).sum()), hidden + int(is_hidden.sum())
            wrong, clear = wrong + int((said & is_clear).sum()), clear + int(is_clear.sum())
        out |= {f"found{name}": round(found / max(hidden, 1), 4), f"wrongly{name}": round(wrong / max(clear, 1), 5)}
    return out
