"""Outlines mended by the network that ships: the card that is meant, and only that one."""

import itertools

import numpy as np
import pytest

from numero_cam.base import geometry
from numero_cam.extract import rectify
from numero_cam.identify import outlines
from numero_cam.identify.outlines import Outlined
from tests.laid import Scene, spots_of

FAN = slice(0, 6)


def test_in_a_fan_the_card_is_found_that_is_meant(scene: Scene) -> None:
    quads = scene.quads[FAN]
    spots = spots_of(quads)
    between = [(one + other) / 2 for one, other in itertools.pairwise(quads)]
    for first in (0, 1):  # From one outline between two cards, each of them by its own mark.
        mended = outlines.refine(scene.models.outline, scene.pyramid, between, spots[first : first + len(between)])
        for k, card in enumerate(mended):
            own, other = (geometry.iou(card.quad, quads[k + i]) for i in (first, 1 - first))
            assert own > other, (first, k)


def test_a_card_is_seen_where_it_is_meant_and_not_where_another_one_lies_on_it(scene: Scene) -> None:
    spots = np.stack(spots_of(scene.quads))
    seen = outlines.seen_at(scene.cards, spots[None]) > 0.5
    assert np.array_equal(seen, np.eye(len(scene.quads), dtype=bool))


def test_where_nothing_is_proposed_nothing_is_looked_at(scene: Scene) -> None:
    assert outlines.refine(scene.models.outline, scene.pyramid, [], []) == []


@pytest.mark.parametrize("at", [(-50.0, 20.0), (30.0, 500.0), (np.nan, 3.0)])
def test_a_mark_outside_the_crop_lies_on_its_edge(at: tuple[float, float]) -> None:
    crop = rectify.marked(np.zeros((1, 80, 80, 3), np.uint8), np.array([at]), sized=False)[0]
    row, column = np.unravel_index(crop[..., 3].argmax(), (80, 80))
    assert crop.shape == (80, 80, 4)
    assert crop[..., 3].max() == 255
    assert row in {0, 3, 20, 79}
    assert column in {0, 30}


def test_the_mark_is_half_as_bright_where_the_size_is_known() -> None:
    crops = np.zeros((2, 80, 80, 3), np.uint8)
    at = np.array([[40.0, 12.0], [7.0, 70.0]])
    for sized, peak in ((False, 255), (True, 128)):
        marks = rectify.marked(crops, at, sized=sized)[..., 3]
        assert [mark[int(y), int(x)] for mark, (x, y) in zip(marks, at, strict=True)] == [peak, peak]


def test_seen_at_asks_the_nearest_part() -> None:
    points = np.array([[0, 0], [10, 0], [0, 10], [10, 10]], np.float32)
    quad = np.array([[0, 0], [10, 0], [10, 10], [0, 10]], np.float32)
    card = Outlined(quad, points, np.array([9, -9, 9, -9], np.float32), quad.mean(axis=0))
    assert (outlines.seen_at([card], np.array([[[1, 1], [8, 4], [-90, 90], [90, 90]]])) > 0.5).tolist() == [[True, False, True, False]]
