"""Which colour a card has by its ink alone: a small regression beside the networks, which are too sure of palettes that they never saw."""

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from numero_cam.identify import hues
from numero_cam.workshop import crops
from numero_cam.workshop.card_data import Faces
from numero_cam.workshop.labels import COLOURS, FACES

SAMPLES, COVERED_SHARE = 14000, 0.4
PENALTY = 1e-4
"""Of the squared weights."""
TOLD = [COLOURS.index(colour) for colour in (*"rbgo", "")]
"""Colours that ink tells, and none of them."""


def _prints(stored: list[Path]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Features of the prints of numbers ``(N, F)``, and which of ``TOLD`` they have ``(N,)``."""
    data = Faces([crops.load(store) for store in stored], seed=9, length=SAMPLES, covered_share=COVERED_SHARE)
    features, colours = [], []
    for crop, target in (data[i] for i in range(SAMPLES)):
        if not FACES[int(target[0])].isdigit() or int(target[1]) not in TOLD:
            continue
        printed = hues.print_of(np.ascontiguousarray(crop.numpy().transpose(1, 2, 0)))
        if printed is not None:
            features.append(hues.features(printed))
            colours.append(TOLD.index(int(target[1])))
    return np.stack(features), np.array(colours)


def fit_inks(stored: list[Path]) -> list[list[float]]:
    """Weights ``(F, 5)`` of a multinomial logistic regression from ``hues.features`` to red, blue, green, orange and none of them.

    Args:
        stored: Crops of drawn cards, without their endings, all equally often; each colour counts as much as the others.
    """
    features, colours = _prints(stored)
    share = 1 / np.bincount(colours, minlength=len(TOLD))[colours]
    x, truth, each = torch.from_numpy(features), torch.from_numpy(colours), torch.from_numpy(share / share.sum())
    weights = torch.zeros(x.shape[1], len(TOLD), dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.LBFGS([weights], max_iter=300, line_search_fn="strong_wolfe")

    def closure() -> float:
        optimizer.zero_grad()
        loss = (functional.cross_entropy(x @ weights, truth, reduction="none") * each).sum() + PENALTY * (weights**2).sum()
        loss.backward()
        return float(loss.detach())

    optimizer.step(closure)
    return [[round(float(w), 3) for w in row] for row in weights.detach()]
