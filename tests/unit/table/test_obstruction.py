"""The shipped obstruction network finds hands on tables that its training never saw."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.table.obstruction import INPUT_HEIGHT, INPUT_WIDTH, MIN_HIDDEN, OUTPUT_SHAPE, ObstructionDetector
from workshop.hands.pools import Pools
from workshop.hands.scenes import draw_sample

TRAVEL = Path(__file__).parents[2] / "data" / "hands"


@cache
def network() -> ObstructionDetector:
    return ObstructionDetector.load()


@cache
def samples() -> NDArray[np.void]:
    rng, pools = np.random.default_rng(9), Pools(TRAVEL, held_out=True, lavish=0.2)
    return np.stack([draw_sample(rng, pools) for _ in range(24)])


def shares(*, known: bool) -> tuple[float, float]:
    """Share of the hands' cells that are found, and of the clear cells that are said to be hidden."""
    said = np.stack([network().cell_probabilities(s["now"], s["settled"] if known else None) for s in samples()]) > MIN_HIDDEN
    sure = samples()["unsure"] < 10
    return float(said[(samples()["hidden"] > 200) & sure].mean()), float(said[(samples()["hidden"] == 0) & sure].mean())


@pytest.mark.parametrize(("known", "found", "wrongly"), [(True, 0.85, 0.03), (False, 0.7, 0.03)])
def test_hands_are_found_and_most_of_what_is_clear_is_left(*, known: bool, found: float, wrongly: float) -> None:
    of_hands, of_clear = shares(known=known)
    assert of_hands > found
    assert of_clear < wrongly


@pytest.mark.parametrize("shape", [(720, 1280), (180, 320), (480, 640), (1280, 720)])
def test_pictures_of_any_size(shape: tuple[int, int]) -> None:
    picture = np.full((*shape, 3), 90, np.uint8)
    chance = network().cell_probabilities(picture)
    assert (chance.shape, chance.dtype) == (OUTPUT_SHAPE, np.dtype(np.float32))
    assert 0 <= chance.min() <= chance.max() <= 1
    over = network().probabilities(picture, settled=np.zeros((INPUT_HEIGHT, INPUT_WIDTH, 3), np.uint8))
    assert (over.shape, over.dtype) == (shape, np.dtype(np.float32))
