"""Outlines mended by the network that ships: the card that is meant, and only that one."""

import numpy as np
import pytest

from numero_cam.vision import outlines, rectify
from numero_cam.vision.outlines import CardOutline
from tests.laid import Scene, spots_of


def test_a_card_is_visible_at_its_anchor_and_not_under_another_card(scene: Scene) -> None:
    spots = np.stack(spots_of(scene.quads))
    seen = outlines.visibility_at(scene.cards, spots[None]) > 0.5
    assert np.array_equal(seen, np.eye(len(scene.quads), dtype=bool))


def test_without_quads_the_network_does_not_run(scene: Scene) -> None:
    assert outlines.refine(scene.models.outline, scene.pyramid, [], []) == []


@pytest.mark.parametrize(("at", "pixel"), [((-50.0, 20.0), (20, 0)), ((30.0, 500.0), (79, 30)), ((np.nan, 3.0), (3, 0))])
def test_an_anchor_outside_the_crop_is_moved_to_its_edge(at: tuple[float, float], pixel: tuple[int, int]) -> None:
    crop = rectify.with_anchor_spot(np.zeros((1, 80, 80, 3), np.uint8), np.array([at]), sized=False)[0]
    assert crop.shape == (80, 80, 4)
    assert crop[..., 3].max() == 255
    assert np.unravel_index(crop[..., 3].argmax(), (80, 80)) == pixel


LINES = [
    [[0, 0], [5, 0], [10, 0], [0, 10]],
    [[0, 0], [10, 0], [10, 10], [0, 0]],
    [[0, 5], [0, 0], [10, 10], [0, 10]],
    [[0, 0], [10, 0], [5, 0], [2, 0]],
]


@pytest.mark.parametrize("quad", LINES)
def test_collinear_corners_raise_no_error(quad: list[list[float]]) -> None:
    picture = rectify.Pyramid(np.zeros((60, 60, 3), np.uint8))
    assert rectify.outline_crops(picture, np.array([quad], np.float32), np.array([[3.0, 3.0]])).shape == (1, 80, 80, 4)


def test_the_anchor_spot_lies_where_the_crop_shows_the_pixel() -> None:
    picture = np.zeros((200, 200, 3), np.uint8)
    picture[119:122, 59:62] = 255
    quad = np.array([[40, 50], [120, 60], [110, 160], [30, 150]], np.float32)
    for turn in range(4):
        (crop,) = rectify.outline_crops(rectify.Pyramid(picture), np.roll(quad, turn, axis=0)[None], np.array([[60.0, 120.0]]))
        shown = np.argwhere(crop[..., 0] > 100).mean(axis=0)
        assert shown == pytest.approx(np.argwhere(crop[..., 3] > 250).mean(axis=0), abs=1.0)


def test_the_anchor_spot_is_half_as_bright_where_the_size_is_known() -> None:
    crops = np.zeros((2, 80, 80, 3), np.uint8)
    at = np.array([[40.0, 12.0], [7.0, 70.0]])
    for sized, peak in ((False, 255), (True, 128)):
        marks = rectify.with_anchor_spot(crops, at, sized=sized)[..., 3]
        assert [mark[int(y), int(x)] for mark, (x, y) in zip(marks, at, strict=True)] == [peak, peak]


def test_visibility_is_that_of_the_nearest_cell_and_zero_outside_the_crop() -> None:
    points = np.array([[0, 0], [10, 0], [0, 10], [10, 10]], np.float32)
    quad = np.array([[0, 0], [10, 0], [10, 10], [0, 10]], np.float32)
    card = CardOutline(quad, points, np.array([9, -9, 9, -9], np.float32), quad.mean(axis=0))
    assert (outlines.visibility_at([card], np.array([[[1, 1], [8, 4], [-90, 90], [9, 13]]])) > 0.5).tolist() == [
        [True, False, False, False]
    ]
