"""Noise that no eye sees, and the spread of the scores under it."""

import importlib

import numpy as np

from numero_cam.base.records import Frame

steadiness = importlib.import_module("steadiness")


def test_noise_is_one_level_at_most_and_the_same_for_one_seed() -> None:
    frame = Frame("photo", np.random.default_rng(1).integers(0, 256, (40, 50, 3), dtype=np.uint8))
    noisy = steadiness.with_noise(frame, 3).pixels
    assert noisy.dtype == np.uint8
    assert set(np.unique(noisy.astype(int) - frame.pixels)) == {-1, 0, 1}
    assert (noisy == steadiness.with_noise(frame, 3).pixels).all()
    assert (noisy != steadiness.with_noise(frame, 4).pixels).any()


def test_the_spread_has_mean_least_and_most_of_each_score() -> None:
    runs = [{"open": 1.0, "whole": 0.5}, {"open": 0.9, "whole": 0.7}]
    assert steadiness.spread(runs) == {"open": {"mean": 0.95, "least": 0.9, "most": 1.0}, "whole": {"mean": 0.6, "least": 0.5, "most": 0.7}}
