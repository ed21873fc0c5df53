"""What following calls in place of functions that OpenCV has for Python and not for JavaScript gives the very same numbers."""

import cv2
import numpy as np
import pytest

from numero_cam.table.background import LEARNING_RATE, Background
from numero_cam.table.camera_motion import MAX_POINTS, MIN_POINT_DISTANCE, MIN_POINT_QUALITY, find_points


@pytest.mark.parametrize("grain", [1, 3, 9])
def test_corners_are_those_of_good_features_to_track(grain: int) -> None:
    chance = np.random.default_rng(grain)
    grey = cv2.resize(chance.integers(0, 256, (270 // grain, 480 // grain), np.uint8), (480, 270), interpolation=cv2.INTER_LINEAR)
    expected = cv2.goodFeaturesToTrack(np.asarray(grey, np.uint8), MAX_POINTS, MIN_POINT_QUALITY, MIN_POINT_DISTANCE).reshape(-1, 2)
    found = find_points(np.asarray(grey, np.uint8))
    assert len(found) > MAX_POINTS // 2
    assert np.array_equal(found, expected)


def test_a_bare_picture_has_no_corners() -> None:
    assert find_points(np.full((270, 480), 90, np.uint8)).shape == (0, 2)


def test_the_known_table_follows_slow_changes_as_accumulate_weighted_does() -> None:
    chance = np.random.default_rng(5)
    first = chance.integers(60, 200, (90, 160, 3), np.uint8)
    background = Background(first, 0.0)
    before, expected = background.settled.copy(), background.settled.copy()
    for n in range(1, 30):  # too little to be a motion or a change, so all of it is quiet
        background.update((first + chance.integers(0, 3, first.shape, np.uint8)).astype(np.uint8), n / 10)
        cv2.accumulateWeighted(background.current, expected, LEARNING_RATE)
    assert np.abs(background.settled - before).mean() > 0.1
    assert np.abs(background.settled - expected).max() < 0.5  # light is evened out as well
