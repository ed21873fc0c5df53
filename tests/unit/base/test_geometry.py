"""Quads in pictures."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.base import geometry

CARD = np.array([[-31.5, -44], [31.5, -44], [31.5, 44], [-31.5, 44]])


def turned(degrees: float) -> NDArray[np.float64]:
    a = np.radians(degrees)
    return np.asarray(CARD @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]), np.float64)


@pytest.mark.parametrize(
    ("quad", "sane"),
    [
        (CARD, True),
        (CARD[::-1], False),  # the other way round
        (CARD * 0.01, False),  # tiny
        (np.full((4, 2), np.nan), False),
        (CARD[[0, 2, 1, 3]], False),  # crossed
        (np.array([[0, 0], [100, 0], [52, 60], [48, 60.0]]), False),  # a triangle, nearly
    ],
)
def test_a_quad_that_no_card_has_is_not_sane(quad: NDArray[np.float64], sane: bool) -> None:
    assert geometry.is_sane(quad) is sane


@pytest.mark.parametrize("seed", range(20))
def test_areas_are_those_of_opencv(seed: int) -> None:
    quad = np.random.default_rng(seed).uniform(0, 300, (4, 2)).astype(np.float32)
    signed = -cv2.contourArea(quad, oriented=True)
    assert abs(geometry.area(quad)) == pytest.approx(abs(signed), abs=0.05)
    assert geometry.areas(quad[None])[0] == pytest.approx(geometry.area(quad), abs=0.05)
    assert geometry.area(quad[::-1]) == pytest.approx(-geometry.area(quad), abs=0.05)


def test_starts_are_those_of_roll() -> None:
    quad = np.arange(8.0).reshape(4, 2)
    for k in range(4):
        assert (quad[geometry.STARTS[k]] == np.roll(quad, k, axis=0)).all()


def test_the_overlap_of_a_card_moved_by_half_is_a_third() -> None:
    assert geometry.iou(CARD, CARD) == pytest.approx(1.0)
    assert geometry.iou(CARD, CARD + np.array([31.5, 0])) == pytest.approx(1 / 3, abs=1e-5)
    assert geometry.iou(CARD, CARD + np.array([500, 0])) == 0.0


def test_contains_agrees_with_the_area() -> None:
    quad = turned(33)
    grid = np.stack(np.meshgrid(np.arange(-80.0, 80), np.arange(-80.0, 80)), axis=2).reshape(-1, 2)
    assert geometry.contains(quad, grid).sum() == pytest.approx(63 * 88, rel=0.01)


def test_a_homography_back_undoes_one_there() -> None:
    target = np.array([[10, 12], [110, 20], [95, 190], [5, 170.0]])
    there = geometry.homography(CARD, target)
    assert np.allclose(geometry.transform(there, CARD), target, atol=1e-3)
    assert np.allclose(geometry.transform(geometry.homography(target, CARD), target), CARD, atol=1e-3)


@pytest.mark.parametrize("seed", range(12))
def test_batched_functions_equal_single_ones(seed: int) -> None:
    rng = np.random.default_rng(seed)
    quads = CARD + rng.normal(0, 15, (12, 4, 2)) + rng.uniform(-60, 60, (12, 1, 2))
    box = np.array([[3, 5], [43, 5], [43, 61], [3, 61]], np.float64)
    sane = geometry.are_sane(quads)
    for quad, one, matrix in zip(quads, sane, geometry.homographies(box, quads), strict=True):
        if one:
            assert np.allclose(geometry.transform(matrix, box), quad, atol=1e-6)
            assert np.allclose(geometry.transform(geometry.homography(box, quad), box), quad, atol=1e-2)
    first, *others = quads[sane]
    alone = [geometry.iou(first, quad) for quad in others]
    for least in (0.05, 0.3, 0.6):
        assert geometry.alike(first[None], np.stack(others), least)[0].tolist() == [found >= least for found in alone]
    assert geometry.alike(first[None], np.zeros((0, 4, 2)), 0.1).shape == (1, 0)


def test_collinear_corners_are_not_sane_and_no_error() -> None:
    flat = np.array([[[0, 0], [10, 0], [20, 0], [0, 10]]], np.float64)
    assert not geometry.are_sane(flat).any()
    geometry.homographies(np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64), flat)


def test_infinite_corners_are_not_sane_and_no_error() -> None:
    for far in (np.inf, -np.inf, np.nan, 1e20):
        quad = CARD.astype(np.float32)
        quad[1, 0] = far
        assert not geometry.is_sane(quad)


def test_shared_areas_equal_pairwise_intersections() -> None:
    rng = np.random.default_rng(5)
    box = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    quads = np.array([box + rng.uniform(0, 70, 2) + rng.uniform(-3, 3, (4, 2)) for _ in range(12)], np.float32)
    alone = [[0.0 if i == j else geometry.intersection_area(a, b) for j, b in enumerate(quads)] for i, a in enumerate(quads)]
    assert geometry.shared_areas(quads) == pytest.approx(np.array(alone), abs=1e-3)
    assert 0 < np.count_nonzero(alone) < 12 * 11
    assert geometry.shared_areas(np.zeros((0, 4, 2))).shape == (0, 0)
