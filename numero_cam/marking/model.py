"""How likely a circle is empty, shaded, or neither, by what was measured: a small network that the workshop fits on drawn slips.

``marks.json`` holds its numbers. It was fitted on drawn slips alone: no pupil's slip was there to be photographed (docs/model-card.md).
"""

import json
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from numero_cam.marking.measure import LOOK, NAMES, Measures

FILE = Path(__file__).with_name("marks.json")
VERSION = 2
KINDS = ("empty", "shaded", "neither")
"""What a circle may be: ``empty`` also rubbed out or with a stray line; ``neither`` is a cross or a tick, which a slip does not ask for."""
_CROSSES = 0.1
"""Crosses and ticks are believed to be so much rarer on pupils' slips, which say "shade", than on the drawn ones; nobody has counted."""
_EDGE = 6.0
"""Measures count up to so many of their usual spreads: beyond lies nothing that was learned."""

Layers = tuple[tuple[NDArray[np.float64], NDArray[np.float64]], ...]


def chances(measured: Measures) -> NDArray[np.float64]:
    """``(N, 3)`` float64: how likely each of ``KINDS`` is.

    Args:
        measured: ``(N, 16 + 64)``, see ``measure.measures``.
    """
    middle, spread, layers = _fitted()
    told = forward(np.clip((measured - middle) / spread, -_EDGE, _EDGE), layers) * (1, 1, _CROSSES)
    return np.asarray(told / told.sum(axis=1, keepdims=True))


def forward(inputs: NDArray[np.float64], layers: Layers) -> NDArray[np.float64]:
    """The network: layers with tanh between them, then shares that add up to 1."""
    for place, (weights, offsets) in enumerate(layers):
        inputs = inputs @ weights + offsets
        if place < len(layers) - 1:
            inputs = np.tanh(inputs)
    powers = np.exp(inputs - inputs.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


@cache
def _fitted() -> tuple[NDArray[np.float64], NDArray[np.float64], Layers]:
    data = json.loads(FILE.read_text(encoding="utf-8"))
    if (data["version"], tuple(data["measures"]), len(data["middle"])) != (VERSION, NAMES, len(NAMES) + LOOK**2):
        message = f"{FILE}: is of another version than this program; install numero-cam again"
        raise ValueError(message)
    layers = tuple((np.array(layer["weights"]), np.array(layer["offsets"])) for layer in data["layers"])
    return np.array(data["middle"]), np.array(data["spread"]), layers
