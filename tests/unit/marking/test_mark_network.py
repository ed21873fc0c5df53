"""The network of marks compares a circle with those of its slip."""

import math
from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest

from numero_cam.marking.read_marks import (
    DARKNESS_RANGE,
    FEATURE_NAMES,
    MAX_DEVIATIONS,
    MODEL_FILE,
    PATCH_CELLS,
    PRIOR_CIRCLES,
    CircleFeatures,
    Layer,
    MarkNetwork,
    parse_network,
)


def features(seed: int, count: int) -> CircleFeatures:
    """Features of circles by chance."""
    return np.random.default_rng(seed).normal(0.3, 0.5, (count, len(FEATURE_NAMES) + PATCH_CELLS**2)).astype(np.float32)


def dense(inputs: Sequence[float], layer: Layer) -> list[float]:
    weights, offsets = layer
    return [
        float(offset) + sum(float(w) * x for w, x in zip(row, inputs, strict=True)) for row, offset in zip(weights, offsets, strict=True)
    ]


def embedding_of(network: MarkNetwork, row: Sequence[float]) -> list[float]:
    """The embedding of a circle, cell by cell."""
    low, high = DARKNESS_RANGE
    cells = [min(max(x, low), high) for x in row[len(FEATURE_NAMES) :]]
    planes = [[cells[y * PATCH_CELLS : (y + 1) * PATCH_CELLS] for y in range(PATCH_CELLS)]]
    for weights, offsets in network.convolutions:
        side = len(planes[0])
        planes = [
            [[max(0.0, float(offset) + sum(
                float(kernel[plane, i, j]) * planes[plane][2 * y + i - 1][2 * x + j - 1]
                for plane, i, j in product(range(len(planes)), range(3), range(3))
                if 0 <= 2 * y + i - 1 < side and 0 <= 2 * x + j - 1 < side
            )) for x in range(side // 2)] for y in range(side // 2)]
            for kernel, offset in zip(weights, offsets, strict=True)
        ]  # fmt: skip
    own = [(x - m) / s for x, m, s in zip(row[: len(FEATURE_NAMES)], network.middle, network.spread, strict=True)]
    seen = [cell for plane in planes for line in plane for cell in line]
    return [math.tanh(x) for x in dense([*seen, *(min(max(x, -MAX_DEVIATIONS), MAX_DEVIATIONS) for x in own)], network.circle)]


def test_the_network_says_what_its_sums_say_one_by_one() -> None:
    network, circles = parse_network(MODEL_FILE.read_text(encoding="utf-8")), features(4, 3) * 3
    embeddings = [embedding_of(network, row.tolist()) for row in circles]
    shares = [1 / (1 + math.exp(-dense(each, network.shaded)[0])) for each in embeddings]
    means = []
    for part in (shares, [1 - share for share in shares]):
        sums = [sum(w * each[k] for w, each in zip(part, embeddings, strict=True)) for k in range(len(embeddings[0]))]
        means += [x / (sum(part) + PRIOR_CIRCLES) for x in sums]
    slow = [dense([math.tanh(x) for x in dense([*each, *means], network.slip)], network.kinds) for each in embeddings]
    assert np.abs(network.logits(circles) - slow).max() < 1e-6


def test_the_order_of_circles_says_nothing_and_their_slip_does() -> None:
    network, circles = parse_network(MODEL_FILE.read_text(encoding="utf-8")), features(1, 30)
    order = np.random.default_rng(2).permutation(30)
    assert np.abs(network.logits(circles[order]) - network.logits(circles)[order]).max() < 1e-9
    assert np.abs(network.logits(circles[:5]) - network.logits(circles)[:5]).max() > 0.01


def test_a_network_of_another_version_is_refused_with_what_to_do() -> None:
    text = MODEL_FILE.read_text(encoding="utf-8")
    for other in (text.replace('"version": 3', '"version": 2'), '{"version": 2, "measures": [], "layers": []}'):
        with pytest.raises(ValueError, match="install numero-cam again"):
            parse_network(other)
