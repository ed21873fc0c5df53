"""Fits the reader of marks on drawn slips and writes ``numero_cam/marking/marks.json``: ``python -m workshop.slips.fit``.

Of the world ``tuned`` only. Every fifth slip is left out: on these the chances are made to tell how often they are right.
"""

import argparse
import json
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from numero_cam.base.outputs import write_atomically
from numero_cam.marking.flatten import flat_slips, place_circles
from numero_cam.marking.read_marks import (
    CLEAR_PROBABILITY,
    FEATURE_NAMES,
    MARK_KINDS,
    MODEL_FILE,
    MODEL_VERSION,
    PATCH_CELLS,
    MlpLayers,
    circle_features,
    mlp_forward,
)
from numero_cam.marking.slip_layout import CircleUse
from numero_cam.printing.deck_art import read_art
from workshop.slips.sample import Drawn, samples

HIDDEN = 30
STEPS, RATE, BATCH = 5000, 0.003, 512
WEIGHT = 1e-4  #: By which large numbers of the network are held down.

Floats = NDArray[np.float64]


def measured(photo: Drawn) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    """What is measured on a drawn photo, and the kinds of its circles; nothing where the slip is not found."""
    circles = photo.slip.circles
    flat, _ = flat_slips(photo.pixels)
    if len(flat) != 1:
        return np.zeros((0, len(FEATURE_NAMES) + PATCH_CELLS**2), np.float32), np.zeros(0, np.intp)
    found = circle_features(flat[0], circles, place_circles(flat[0], circles))
    kinds = [1 if p in photo.marks.shaded else 2 if p in photo.marks.crossed else 0 for p in range(len(circles))]
    kept = np.array([circle.use is not CircleUse.INK for circle in circles])
    return found[kept], np.array(kinds, np.intp)[kept]


def gather(count: int, seed: int) -> tuple[Floats, NDArray[np.intp], NDArray[np.intp]]:
    """Measures, kinds, and the slip of each circle, of ``count`` drawn slips."""
    rows, kinds, slips = [], [], []
    for number, photo in enumerate(samples(np.random.default_rng(seed), read_art(), count, "tuned")):
        found, kind = measured(photo)
        rows.append(found)
        kinds.append(kind)
        slips.append(np.full(len(kind), number))
    return np.concatenate(rows).astype(np.float64), np.concatenate(kinds), np.concatenate(slips)


def fit(inputs: Floats, kinds: NDArray[np.intp], seed: int) -> MlpLayers:
    """A network with one hidden layer, by Adam."""
    rng = np.random.default_rng(seed)
    sizes = (inputs.shape[1], HIDDEN, len(MARK_KINDS))
    flat = [rng.normal(0, 1 / np.sqrt(a), (a, b)) for a, b in pairwise(sizes)]
    parts = [part for weights in flat for part in (weights, np.zeros(weights.shape[1]))]
    first, second = [np.zeros_like(p) for p in parts], [np.zeros_like(p) for p in parts]
    truth = np.eye(len(MARK_KINDS))[kinds]
    for step in range(1, STEPS + 1):
        rows = rng.integers(len(inputs), size=BATCH)
        slopes = _slopes(inputs[rows], truth[rows], parts)
        for place, slope in enumerate(slopes):
            held = slope + WEIGHT * parts[place]
            first[place] = 0.9 * first[place] + 0.1 * held
            second[place] = 0.999 * second[place] + 0.001 * held**2
            rate = RATE * min(1.0, 4 * (1 - step / (STEPS + 1)))
            parts[place] -= rate * first[place] / (1 - 0.9**step) / (np.sqrt(second[place] / (1 - 0.999**step)) + 1e-8)
    return (parts[0], parts[1]), (parts[2], parts[3])


def _slopes(inputs: Floats, truth: Floats, parts: list[Floats]) -> list[Floats]:
    hidden = np.tanh(inputs @ parts[0] + parts[1])
    wrong = (mlp_forward(inputs, ((parts[0], parts[1]), (parts[2], parts[3]))) - truth) / len(inputs)
    back = wrong @ parts[2].T * (1 - hidden**2)
    return [inputs.T @ back, back.sum(0), hidden.T @ wrong, wrong.sum(0)]


def calibrated(layers: MlpLayers, inputs: Floats, kinds: NDArray[np.intp]) -> MlpLayers:
    """The network with chances that are as often right as they say, on slips that it was not fitted on."""

    def loss(factor: float) -> float:
        chances = mlp_forward(inputs, (layers[0], (layers[1][0] * factor, layers[1][1] * factor)))
        return float(-np.log(chances[np.arange(len(kinds)), kinds] + 1e-12).mean())

    factor = float(min(np.linspace(0.4, 2.5, 85), key=loss))
    return layers[0], (layers[1][0] * factor, layers[1][1] * factor)


def main() -> None:
    """Draws, fits, writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slips", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    write_fitted(*gather(given.slips, given.seed), given.slips, given.seed)


def write_fitted(rows: Floats, kinds: NDArray[np.intp], slips: NDArray[np.intp], count: int, seed: int) -> None:
    """Fits on four of five slips, makes the chances true on the others, says how often these are read, and writes the file."""
    apart = slips % 5 == 4
    middle, spread = rows[~apart].mean(0), rows[~apart].std(0) + 1e-6
    inputs = np.clip((rows - middle) / spread, -6, 6)
    layers = calibrated(fit(inputs[~apart], kinds[~apart], seed), inputs[apart], kinds[apart])
    told = mlp_forward(inputs[apart], layers)
    wrong = told.argmax(1) != kinds[apart]
    clear = told.max(1) >= CLEAR_PROBABILITY
    print(f"{len(rows)} circles of {count} slips; of {int(apart.sum())} left out {int(wrong.sum())} wrong")  # noqa: T201
    print(f"clear {clear.mean():.4f}, of these wrong {int((wrong & clear).sum())}")  # noqa: T201
    data = {
        "version": MODEL_VERSION,
        "measures": FEATURE_NAMES,
        "kinds": MARK_KINDS,
        "slips": count,
        "seed": seed,
        "middle": middle.round(5).tolist(),
        "spread": spread.round(5).tolist(),
        "layers": [{"weights": w.round(4).tolist(), "offsets": b.round(4).tolist()} for w, b in layers],
    }
    write_atomically(MODEL_FILE, (json.dumps(data) + "\n").encode())


if __name__ == "__main__":
    main()
