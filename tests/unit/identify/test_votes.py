"""Places that the detector's cells mean and no card that was found explains."""

import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.records import Votes
from numero_cam.identify.plane import Plane, find_plane
from numero_cam.identify.votes import MOST_PLACES, LaidVotes, places_without_table

Array = NDArray[np.float32]


def table(seed: int) -> Array:
    """Eight cards lying apart on a table seen aslant, ``(8, 4, 2)`` pixels."""
    rng = np.random.default_rng(seed)
    card = np.array([0, 1, 1 + 1.4j, 1.4j]) - (0.5 + 0.7j)
    places = [complex(x, y) for y in (-2.2, 2.2) for x in (-6, -2, 2, 6)]
    laid = np.array([place + np.exp(1j * rng.uniform(0, 6)) * card for place in places])
    ground = np.array([[-8, -5], [8, -5], [8, 5], [-8, 5]], np.float64)
    matrix = geometry.homography(ground, np.array([[300, 150], [980, 150], [1250, 900], [30, 900]]) + rng.normal(0, 25, (4, 2)))
    return np.stack([geometry.transform(matrix, np.stack([z.real, z.imag], axis=-1)) for z in laid]).astype(np.float32)


def plane_of(quads: Array) -> Plane:
    plane = find_plane(quads.astype(np.float64), np.ones((len(quads), 4)))
    assert plane is not None
    return plane


def votes_for(quads: Array, rng: np.random.Generator, *, noise: float) -> Votes:
    """What cells 7 pixels apart say of the cards on which they lie, each from a corner of its own choice."""
    y, x = np.mgrid[3:960:7, 3:1280:7]
    points = np.stack([x.ravel(), y.ravel()], axis=-1).astype(np.float32)
    told, where = [], []
    for quad in quads:
        within = points[geometry.contains(quad, points)]
        side = np.sqrt(geometry.area(quad))
        told += [np.roll(quad, rng.integers(4), axis=0) + rng.normal(0, noise * side, (4, 2)) for _ in within]
        where.append(within)
    return Votes(np.array(told, np.float32), np.concatenate(where), 49.0)


@pytest.mark.parametrize("seed", range(6))
def test_a_card_that_was_not_found_lies_where_its_cells_agree(seed: int) -> None:
    true = table(seed)
    missed = seed % len(true)
    found = [quad for i, quad in enumerate(true) if i != missed]
    votes = LaidVotes.of(plane_of(np.stack(found)), votes_for(true, np.random.default_rng(seed), noise=0.03))
    places = votes.unexplained(found).places()
    assert geometry.iou(places[0].astype(np.float32), true[missed]) > 0.9


def test_cards_that_were_found_explain_their_cells() -> None:
    true = table(1)
    votes = votes_for(true, np.random.default_rng(1), noise=0.03)
    assert LaidVotes.of(plane_of(true), votes).unexplained(list(true)).places().shape == (0, 4, 2)


def test_cells_that_agree_on_nothing_tell_no_place() -> None:
    true = table(2)
    rng = np.random.default_rng(2)
    votes = votes_for(true, rng, noise=0.03)
    scattered = votes.quads + rng.uniform(-400, 400, (len(votes.quads), 1, 2)).astype(np.float32)
    places = LaidVotes.of(plane_of(true), Votes(scattered, votes.points, votes.area)).unexplained([]).places()
    assert all(max(geometry.iou(place.astype(np.float32), quad) for quad in true) < 0.9 for place in places)
    assert len(places) <= 2


def test_a_picture_without_cells_that_see_cards_tells_no_place() -> None:
    nothing = Votes(np.zeros((0, 4, 2), np.float32), np.zeros((0, 2), np.float32), 49.0)
    assert LaidVotes.of(plane_of(table(3)), nothing).unexplained([]).places().shape == (0, 4, 2)


def test_a_place_where_no_cell_is_left_has_no_support() -> None:
    true = table(4)
    found = list(true[1:])
    left = LaidVotes.of(plane_of(true), votes_for(true, np.random.default_rng(4), noise=0.03)).unexplained(found)
    assert left.supported(true.astype(np.float64)).tolist() == [True] + [False] * len(found)
    assert left.supported(np.zeros((0, 4, 2))).shape == (0,)


def test_votes_on_the_horizon_of_the_table_mean_nothing() -> None:
    quads = table(0)
    plane = Plane(np.array([[64, 0, 0], [0, 64, 0], [0, 0.125, 1]]), 1.4, quads.astype(np.float64), np.zeros(len(quads)))
    horizon = np.array([[[0, 0], [64, 0], [64, 512], [0, 512]]] * 40, np.float32)
    known = [plane.seen(plane.lay(np.array([[[0, 0], [40, 0], [40, 56], [0, 56]]], np.float64)))[0].astype(np.float32)]
    assert len(LaidVotes.of(plane, Votes(horizon, horizon.mean(axis=1), 16.0)).unexplained(known).places()) == 0
    same = np.concatenate([horizon, np.repeat(known[0][None], 40, axis=0)])
    assert len(LaidVotes.of(plane, Votes(same, same.mean(axis=1), 16.0)).unexplained(known).places()) == 0


@pytest.mark.parametrize("seed", range(6))
def test_without_a_table_cards_lie_where_votes_of_one_size_agree(seed: int) -> None:
    true = table(seed)
    votes = votes_for(true, np.random.default_rng(seed), noise=0.03)
    places = places_without_table(votes, list(true[:5]), 20.0)
    assert len(places) == 3
    for quad in true[5:]:
        assert max(geometry.iou(place, quad) for place in places) > 0.9


def test_without_a_table_small_places_and_those_of_few_votes_are_none() -> None:
    true = table(2)
    rng = np.random.default_rng(2)
    votes = votes_for(true, rng, noise=0.03)
    assert places_without_table(votes, [], 1.0 + max(geometry.area(quad) ** 0.5 for quad in true) * 1.2) == []
    assert len(places_without_table(votes, [], 20.0)) == min(len(true), MOST_PLACES)
    few = Votes(votes.quads[::9], votes.points[::9], votes.area)
    assert places_without_table(few, [], 20.0) == []
    none = Votes(votes.quads[:0], votes.points[:0], votes.area)
    assert places_without_table(none, list(true), 20.0) == []


def test_many_votes_that_are_too_few_for_their_size_hide_no_smaller_card() -> None:
    card = np.array([[100, 100], [200, 100], [200, 240], [100, 240]], np.float32)
    cloth = np.array([[300, 100], [700, 100], [700, 660], [300, 660]], np.float32)
    quads = np.concatenate([np.repeat(cloth[None], 90, axis=0), np.repeat(card[None], 80, axis=0)])
    votes = Votes(quads, quads.mean(axis=1), 64.0)
    places = places_without_table(votes, [], 20.0)
    assert [geometry.iou(place, card) > 0.99 for place in places] == [True]
