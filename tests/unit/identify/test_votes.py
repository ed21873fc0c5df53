"""Places that the detector's cells mean and no card that was found explains."""

import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.records import Votes
from numero_cam.identify.plane import Plane, find_plane
from numero_cam.identify.votes import LaidVotes

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


def test_votes_on_the_horizon_of_the_table_mean_nothing() -> None:
    quads = table(0)
    plane = Plane(np.array([[64, 0, 0], [0, 64, 0], [0, 0.125, 1]]), 1.4, quads.astype(np.float64), np.zeros(len(quads)))
    horizon = np.array([[[0, 0], [64, 0], [64, 512], [0, 512]]] * 40, np.float32)
    known = [plane.seen(plane.lay(np.array([[[0, 0], [40, 0], [40, 56], [0, 56]]], np.float64)))[0].astype(np.float32)]
    assert len(LaidVotes.of(plane, Votes(horizon, horizon.mean(axis=1), 16.0)).unexplained(known).places()) == 0
    same = np.concatenate([horizon, np.repeat(known[0][None], 40, axis=0)])
    assert len(LaidVotes.of(plane, Votes(same, same.mean(axis=1), 16.0)).unexplained(known).places()) == 0
