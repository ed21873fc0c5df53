"""The shipped obstruction network sees hands and things on a table that its training never saw."""

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.table.obstruction import INPUT_HEIGHT, INPUT_WIDTH, OUTPUT_SHAPE, ObstructionDetector
from workshop.films.covered import STORED, samples_of_table

UNSEEN = (20_001, 0)
"""Seed and number of a table beside those of training."""


@cache
def network() -> ObstructionDetector:
    return ObstructionDetector.load()


@cache
def samples() -> NDArray[np.void]:
    return np.frombuffer(samples_of_table(UNSEEN), STORED)


def shares(*, known: bool) -> tuple[float, float]:
    """Share of the hidden cells that are found, and of the clear cells that are said to be hidden."""
    said = np.stack([network().cell_probabilities(s["now"], s["settled"] if known else None) for s in samples()]) > 0.5
    sure = samples()["unsure"] < 10
    return float(said[(samples()["hidden"] > 200) & sure].mean()), float(said[(samples()["hidden"] == 0) & sure].mean())


def test_hands_are_found_and_most_of_what_is_clear_is_left() -> None:
    found, wrongly = shares(known=True)
    assert found > 0.7
    assert wrongly < 0.03


def test_the_table_at_rest_helps() -> None:
    assert shares(known=True)[0] > shares(known=False)[0]


@pytest.mark.parametrize("shape", [(720, 1280), (180, 320), (480, 640), (1280, 720)])
def test_pictures_of_any_size(shape: tuple[int, int]) -> None:
    picture = np.full((*shape, 3), 90, np.uint8)
    chance = network().cell_probabilities(picture)
    assert (chance.shape, chance.dtype) == (OUTPUT_SHAPE, np.dtype(np.float32))
    assert 0 <= chance.min() <= chance.max() <= 1
    over = network().probabilities(picture, settled=np.zeros((INPUT_HEIGHT, INPUT_WIDTH, 3), np.uint8))
    assert (over.shape, over.dtype) == (shape, np.dtype(np.float32))
