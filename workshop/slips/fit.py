"""Fits the reader of marks on drawn slips and writes ``numero_cam/marking/marks.json``: ``python -m workshop.slips.fit`` (an hour).

Of the world ``tuned`` only. Every fifth slip is left out: on these the probabilities are made to tell how often they are right.
"""

import argparse
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from numero_cam.base.outputs import write_atomically
from numero_cam.marking.flatten import flat_slips, outline_strengths, place_circles
from numero_cam.marking.read_marks import (
    CLEAR_PROBABILITY,
    DARKNESS_RANGE,
    FEATURE_NAMES,
    MARK_KINDS,
    MAX_DEVIATIONS,
    MIN_OUTLINE,
    MODEL_FILE,
    MODEL_VERSION,
    PATCH_CELLS,
    PRIOR_CIRCLES,
    CircleFeatures,
    circle_features,
)
from numero_cam.marking.slip_layout import CircleUse
from numero_cam.printing.deck_art import read_art
from workshop.learning import Average
from workshop.slips.sample import sample

PLANES = (16, 32, 48)  #: Outputs of the convolutions.
WIDTH = 48  #: Length of an embedding.
STEPS = 14_000  #: Steps of AdamW.
RATE = 3e-3  #: Highest learning rate.
DECAY = 5e-2  #: Weight decay.
BATCH = 8  #: Number of slips a step.
RISES = 100  #: Steps over which the rate rises.
DROPPED = 0.25  #: Dropout: share of the values before the logits that training leaves out.
LEFT_OUT = 5  #: Every so many slips one is not trained on.
FEWER = 0.5  #: Share of the slips of which only some circles are shown.
NOISE = 0.03  #: Maximum deviation of what is added to the darkness of cells.
FEATURE_NOISE = 0.05  #: Deviation of what is added to the features, in their deviations.
GAIN = 0.1  #: Deviation of the logarithm of the factor of a slip's darkness.
BLURRED = 0.3  #: Share of the steps whose pictures are blurred.


@dataclass(frozen=True)
class MeasuredSlip:
    """What is measured on a drawn slip."""

    features: CircleFeatures  #: ``(N, 16 + 576)`` float32, see ``circle_features``; without filled circles.
    kinds: NDArray[
        np.intp
    ]  #: ``(N,)``, index of the kind of each circle; -1 of one without shading whose outline is not seen: nothing tells it.


class MarkNet(nn.Module):
    """The network of ``read_marks.MarkNetwork``, with the same parts."""

    def __init__(self) -> None:
        super().__init__()
        self.convolutions = nn.ModuleList(nn.Conv2d(*sides, 3, 2, 1) for sides in zip((1, *PLANES), PLANES, strict=False))
        self.circle = nn.Linear(PLANES[-1] * (PATCH_CELLS // 8) ** 2 + len(FEATURE_NAMES), WIDTH)
        self.shaded, self.slip, self.kinds = nn.Linear(WIDTH, 1), nn.Linear(3 * WIDTH, WIDTH), nn.Linear(WIDTH, len(MARK_KINDS))
        self.drop = nn.Dropout(DROPPED)

    def forward(self, pictures: Tensor, features: Tensor, slips: Tensor) -> Tensor:
        """Logits ``(N, 3)``: ``(N, 1, 24, 24)``, ``(N, 16)`` in deviations, and ``(N,)`` int, of which slip a circle is, from 0."""
        for layer in self.convolutions:
            pictures = functional.relu(layer(pictures))
        embeddings = torch.tanh(self.circle(torch.cat([pictures.flatten(1), features], 1)))
        share, count = torch.sigmoid(self.shaded(embeddings)), int(slips.max()) + 1
        means = []
        for part in (share, 1 - share):
            total = torch.zeros(count, WIDTH).index_add(0, slips, part * embeddings)
            means.append((total / (torch.zeros(count, 1).index_add(0, slips, part) + PRIOR_CIRCLES))[slips])
        return self.kinds(self.drop(torch.tanh(self.slip(torch.cat([embeddings, *means], 1)))))


def measured(number: int, seed: int) -> MeasuredSlip | None:
    """Draw a slip and measure it; None where it is not found."""
    cv2.setNumThreads(1)
    photo = sample(np.random.default_rng([seed, number]), read_art(), "tuned")
    circles, (flat, _) = photo.slip.circles, flat_slips(photo.pixels)
    if len(flat) != 1:
        return None
    places = place_circles(flat[0], circles)
    features = circle_features(flat[0], circles, places)
    kinds = [1 if p in photo.marks.shaded else 2 if p in photo.marks.crossed else 0 for p in range(len(circles))]
    # An unseen outline says that a circle is torn off or covered, but not of a shaded one: shading hides the outline, too.
    unseen = outline_strengths(flat[0], circles, places) < MIN_OUTLINE
    kinds = [-1 if unseen[p] and kind != 1 else kind for p, kind in enumerate(kinds)]
    kept = np.array([circle.use is not CircleUse.INK for circle in circles])
    return MeasuredSlip(features[kept], np.array(kinds, np.intp)[kept])


def gather(count: int, seed: int, workers: int) -> list[MeasuredSlip]:
    """What is measured on ``count`` drawn slips."""
    with get_context("spawn").Pool(workers) as pool:
        found = pool.imap(partial(measured, seed=seed), range(count), chunksize=8)
        return [slip for slip in found if slip is not None]


def inputs_of(
    slips: Sequence[MeasuredSlip], middle: NDArray[np.float64], spread: NDArray[np.float64]
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Pictures, features and slips as ``MarkNet`` takes them, and the kinds."""
    rows = np.concatenate([slip.features for slip in slips])
    own = np.clip((rows[:, : len(FEATURE_NAMES)] - middle) / spread, -MAX_DEVIATIONS, MAX_DEVIATIONS)
    pictures = np.clip(rows[:, len(FEATURE_NAMES) :], *DARKNESS_RANGE).reshape(-1, 1, PATCH_CELLS, PATCH_CELLS)
    numbers = np.repeat(np.arange(len(slips)), [len(slip.kinds) for slip in slips])
    kinds = np.concatenate([slip.kinds for slip in slips])
    return torch.tensor(pictures), torch.tensor(own, dtype=torch.float32), torch.tensor(numbers), torch.tensor(kinds)


def varied(rng: np.random.Generator, pictures: Tensor, features: Tensor, slips: Tensor) -> tuple[Tensor, Tensor]:
    """Pictures and features as they might have been seen too."""
    pictures = pictures.flip([axis for axis in (2, 3) if rng.random() < 0.5])
    pictures = pictures.transpose(2, 3) if rng.random() < 0.5 else pictures
    if rng.random() < BLURRED:
        row = torch.tensor([0.25, 0.5, 0.25])
        pictures = functional.conv2d(functional.pad(pictures, (1, 1, 1, 1), mode="replicate"), (row[:, None] * row)[None, None])
    gain = torch.tensor(np.exp(rng.normal(0, GAIN, BATCH)), dtype=torch.float32)[slips]
    noise = torch.randn(pictures.shape) * float(rng.uniform(0, NOISE))
    return pictures * gain[:, None, None, None] + noise, features + FEATURE_NOISE * torch.randn(features.shape)


def fewer(rng: np.random.Generator, slip: MeasuredSlip) -> MeasuredSlip:
    """A slip with some of its circles, at least one."""
    if rng.random() >= FEWER:
        return slip
    kept = rng.random(len(slip.kinds)) < rng.uniform(0.3, 1)
    kept[rng.integers(len(kept))] = True
    return MeasuredSlip(slip.features[kept], slip.kinds[kept])


def fit(slips: Sequence[MeasuredSlip], middle: NDArray[np.float64], spread: NDArray[np.float64], seed: int, steps: int = STEPS) -> MarkNet:
    """A network with averaged weights."""
    torch.manual_seed(seed)
    rng, net = np.random.default_rng(seed), MarkNet()
    optimizer, average = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=DECAY), Average(net)
    for step in range(steps):
        for part in optimizer.param_groups:
            part["lr"] = RATE * min(1.0, (step + 1) / RISES) * 0.5 * (1 + math.cos(math.pi * step / steps)) + 1e-6
        some = [fewer(rng, slips[place]) for place in rng.choice(len(slips), BATCH, replace=False)]
        pictures, features, numbers, kinds = inputs_of(some, middle, spread)
        said = net(*varied(rng, pictures, features, numbers), numbers)
        loss = functional.cross_entropy(said, kinds, ignore_index=-1)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        average.update(net, step)
    net.load_state_dict(average.state)
    return net.eval()


def calibrate(net: MarkNet, logits: Tensor, kinds: Tensor) -> None:
    """Make the probabilities of a network as often right as they say, by the logits of slips that it was not fitted on."""
    factor = min(torch.linspace(0.4, 2.5, 85), key=lambda each: float(functional.cross_entropy(logits * each, kinds)))
    with torch.no_grad():
        net.kinds.weight.mul_(factor)
        net.kinds.bias.mul_(factor)


def model_text(net: MarkNet, middle: NDArray[np.float64], spread: NDArray[np.float64], about: dict[str, int]) -> str:
    """The text of ``MODEL_FILE``."""

    def numbers(layer: nn.Module) -> list[object]:
        return [part.detach().double().numpy().round(4).tolist() for part in (layer.weight, layer.bias)]

    layers = [[numbers(layer) for layer in part] for part in (net.convolutions, (net.circle, net.shaded, net.slip, net.kinds))]
    data = {"version": MODEL_VERSION, "features": FEATURE_NAMES, "cells": PATCH_CELLS, "kinds": MARK_KINDS, **about}
    data |= {"middle": middle.round(5).tolist(), "spread": spread.round(5).tolist(), "layers": layers}
    return json.dumps(data) + "\n"


def main() -> None:
    """Draws, fits, says how often the slips that were left out are read, writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slips", type=int, default=1800)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    slips = gather(given.slips, given.seed, given.workers)
    shown, apart = [s for n, s in enumerate(slips) if n % LEFT_OUT], slips[::LEFT_OUT]
    rows = np.concatenate([slip.features[:, : len(FEATURE_NAMES)] for slip in shown]).astype(np.float64)
    middle, spread = rows.mean(0), rows.std(0) + 1e-6
    net = fit(shown, middle, spread, given.seed)
    *inputs, kinds = inputs_of(apart, middle, spread)
    seen = kinds >= 0
    with torch.no_grad():
        calibrate(net, net(*inputs)[seen], kinds[seen])
        chances, kinds = net(*inputs)[seen].softmax(1), kinds[seen]
    wrong, clear = chances.argmax(1) != kinds, chances.max(1).values >= CLEAR_PROBABILITY
    print(f"{len(rows)} circles of {len(shown)} slips; of {len(kinds)} left out {int(wrong.sum())} wrong")  # noqa: T201
    print(f"clear {float(clear.float().mean()):.4f}, of these wrong {int((wrong & clear).sum())}")  # noqa: T201
    write_atomically(MODEL_FILE, model_text(net, middle, spread, {"slips": given.slips, "seed": given.seed}).encode())


if __name__ == "__main__":
    main()
