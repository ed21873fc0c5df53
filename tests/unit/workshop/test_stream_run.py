"""The learning rate follows the clock, and a detector is measured as the program would use it."""

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from workshop.learning import LEAST_RATE, rate_at
from workshop.measure_detector import measure
from workshop.nets import Detector
from workshop.scenes import Sample


def test_the_rate_rises_then_falls() -> None:
    rates = [rate_at(share) for share in np.linspace(0, 1, 101)]
    assert rates.index(max(rates)) == 3
    assert max(rates) == pytest.approx(1)
    assert rates[3:] == sorted(rates[3:], reverse=True)
    assert rates[-1] == rate_at(1.2) == pytest.approx(LEAST_RATE)


def test_a_new_detector_proposes_nothing() -> None:
    torch.manual_seed(1)
    network = Detector()
    quads = np.array([[[40, 40], [100, 40], [100, 120], [40, 120]]], np.float32)
    picture = np.full((160, 200, 3), 90, np.uint8)
    sample = Sample(picture, np.zeros((80, 100), np.uint8), quads, ["7r"], np.ones(1, np.float32))
    assert measure(network, [sample]) == {"found": 0, "half": 0, "iou": 0, "proposed": 0, "false": 0}
    assert network(torch.zeros(1, 3, 64, 96)).shape == (1, 20, 16, 24)
