"""What training asks of the detector, decoded, gives the cards back."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.vision import detector
from tests.detector_targets import make_targets
from workshop import targets

SIDE = 320


def quad_at(x: float, y: float, degrees: float, width: float = 60.0) -> NDArray[np.float32]:
    a = np.radians(degrees)
    box = np.array([[-0.5, -0.7], [0.5, -0.7], [0.5, 0.7], [-0.5, 0.7]]) * width
    return np.asarray(box @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) + [x, y], np.float32)


def perfect_output(quads: list[NDArray[np.float32]]) -> NDArray[np.float32]:
    """The map of a network that learned all that ``make_targets`` asks; later quads lie over earlier ones."""
    picture = np.full((SIDE, SIDE), 255, np.uint8)
    for i, quad in enumerate(quads):
        cv2.fillConvexPoly(picture, np.round(quad).astype(np.int32), i)
    owner = picture[1::4, 1::4].astype(np.int64)
    owner[owner == 255] = -1
    shape = targets.shape_maps(owner, geometry.areas(np.stack(quads)).astype(np.float32))
    target = make_targets(shape, owner, np.stack(quads))
    out = np.zeros((detector.CHANNELS, *owner.shape), np.float32)
    out[0] = np.where(target[targets.HEAT] > 0.999, 5, 8 * target[targets.HEAT] - 8)
    out[1] = 10 * target[targets.SEEN] - 5
    out[2] = 10 * target[targets.ORDER] - 5
    out[3:19] = target[targets.OFFSETS : targets.OFFSETS + 16]
    out[detector.INDEX_CHANNEL] = 10 * target[targets.INDEX] - 5
    return out


def corner_distance(one: geometry.Array, other: geometry.Array) -> float:
    """Mean distance of corners in pixels, whichever of them comes first."""
    return min(float(np.linalg.norm(one - np.roll(other, k, axis=0), axis=1).mean()) for k in range(4))


@pytest.mark.parametrize("degrees", range(0, 360, 5))
def test_a_card_comes_back_at_every_turn(degrees: int) -> None:
    quad = quad_at(150, 160, degrees)
    found = detector.decode_outlines(perfect_output([quad]), least_score=0.3, same_card=0.8)
    assert len(found) == 1
    assert corner_distance(found[0].corners, quad) < 0.01


@pytest.mark.parametrize("degrees", [0, 20, 90, 137, 180, 265])
def test_every_card_of_a_build_comes_back_whole(degrees: int) -> None:
    a = np.radians(degrees)
    quads = [quad_at(120 - 26 * k * np.sin(a) + 30, 110 + 26 * k * np.cos(a) + 30, degrees) for k in range(3)]
    found = detector.decode_outlines(perfect_output(quads), least_score=0.3, same_card=0.8)
    assert sorted(int(np.argmin([corner_distance(f.corners, quad) for quad in quads])) for f in found) == [0, 1, 2]


@pytest.mark.parametrize("degrees", [0, 25, 90, 200, 311])
def test_a_card_without_an_anchor_is_found_by_its_index(degrees: int) -> None:
    below, above = quad_at(150, 150, degrees), quad_at(178, 160, degrees + 8)
    output = perfect_output([below, above])
    output[0] = -9.0
    found = detector.decode_outlines(output, least_score=0.5, same_card=0.8)
    assert all(outline.by_index for outline in found)
    for quad in (below, above):
        assert min(corner_distance(outline.corners, quad) for outline in found) < 0.5


def test_indices_of_detected_cards_add_no_cards() -> None:
    quads = [quad_at(100, 150, 10), quad_at(210, 160, 200)]
    found = detector.decode_outlines(perfect_output(quads), least_score=0.5, same_card=0.8)
    assert [outline.by_index for outline in found] == [False, False]


def test_nothing_is_found_in_nothing() -> None:
    output = np.full((detector.CHANNELS, 80, 80), -5, np.float32)
    assert detector.decode_outlines(output, least_score=0.3, same_card=0.8) == []


def test_doubles_are_dropped() -> None:
    output = perfect_output([quad_at(150, 160, 10)])
    peak = np.unravel_index(np.argmax(output[0]), output[0].shape)
    output[0, peak[0] - 3, peak[1] - 3] = 4.0
    assert len(detector.decode_outlines(output, least_score=0.3, same_card=0.8)) == 1
