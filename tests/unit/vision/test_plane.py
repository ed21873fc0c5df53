"""Cards of one size in one plane: what is hidden of one follows from the others."""

import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.vision.plane import MAX_CORNER_ERROR, find_plane

Array = NDArray[np.float64]


def table(seed: int, count: int = 9) -> Array:
    """Cards laid by chance on a table seen aslant, ``(N, 4, 2)`` pixels."""
    rng = np.random.default_rng(seed)
    aspect = rng.uniform(1.3, 1.55)
    card = np.array([[-0.5, -aspect / 2], [0.5, -aspect / 2], [0.5, aspect / 2], [-0.5, aspect / 2]])
    ground = np.array([[-4, -4], [4, -4], [4, 4], [-4, 4]], np.float64)
    seen = np.array([[300, 150], [980, 150], [1250, 900], [30, 900]]) + rng.normal(0, 25, (4, 2))
    matrix = geometry.homography(ground, seen)
    out = []
    for _ in range(count):
        a = rng.uniform(0, 2 * np.pi)
        turned = card @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
        out.append(geometry.transform(matrix, turned + rng.uniform(-3.2, 3.2, 2)))
    return np.stack(out)


@pytest.mark.parametrize("seed", range(25))
def test_hidden_corners_follow_from_the_other_cards(seed: int) -> None:
    true = table(seed)
    rng = np.random.default_rng(seed + 100)
    quads, weights = true + rng.normal(0, 0.4, true.shape), np.ones((len(true), 4))
    quads[:2, 2:] += rng.normal(0, 20, (2, 2, 2))  # two cards of which only one edge is seen
    weights[:2, 2:] = 0.03
    plane = find_plane(quads, weights)
    assert plane is not None
    assert (plane.corner_errors < MAX_CORNER_ERROR).all()
    for k in range(len(true)):
        assert geometry.iou(plane.quads[k].astype(np.float32), true[k].astype(np.float32)) > 0.93


@pytest.mark.parametrize("seed", range(25))
def test_an_outline_that_stops_at_a_print_does_not_fit(seed: int) -> None:
    true = table(seed)
    quads = true.copy()
    quads[0, 2:] += 0.35 * (quads[0, [1, 0]] - quads[0, 2:])
    plane = find_plane(quads, np.ones((len(true), 4)))
    assert plane is not None
    assert plane.corner_errors[0] > MAX_CORNER_ERROR > plane.corner_errors[1:].max()


def test_one_card_or_cards_of_all_sizes_define_no_plane() -> None:
    assert find_plane(table(1)[:1], np.ones((1, 4))) is None
    rng = np.random.default_rng(5)
    odd = np.stack([quad.mean(axis=0) + (quad - quad.mean(axis=0)) * rng.uniform(0.5, 2, 2) for quad in table(2)])
    assert find_plane(odd, np.ones((len(odd), 4))) is None


@pytest.mark.parametrize(
    ("hidden", "enough"),
    [((0, 0), True), ((0, 1), False), ((0, 1, 1), True), ((0, 2, 2, 2, 2), True), ((2, 2, 2, 2, 2), False)],
    ids=["two open ones", "one of them covered", "two covered a little", "four half covered", "none with a third corner"],
)
@pytest.mark.parametrize("seed", range(8))
def test_covered_cards_define_a_plane_by_their_visible_corners(seed: int, hidden: tuple[int, ...], *, enough: bool) -> None:
    true = table(seed, len(hidden))
    quads, weights = true.copy(), np.ones((len(hidden), 4))
    for k, count in enumerate(hidden):
        weights[k, 4 - count :] = 0.03
        quads[k, 4 - count :] += 30.0
    plane = find_plane(quads, weights)
    assert plane is not None
    sides = np.sqrt(geometry.areas(true))[:, None]
    off = np.linalg.norm(plane.quads - true, axis=2) / sides
    assert np.median(off[weights == 1]) < MAX_CORNER_ERROR
    if enough:
        assert off.mean() < MAX_CORNER_ERROR


@pytest.mark.parametrize("seed", range(10))
def test_patterns_beside_the_cards_do_not_hide_the_table(seed: int) -> None:
    true = table(seed, 4)
    rng = np.random.default_rng(seed + 50)
    squares = [rng.uniform(100, 800, 2) + rng.uniform(0.5, 2) * np.array([[0, 0], [50, 0], [50, 50], [0, 50]]) for _ in range(4)]
    doubt = np.vstack([np.ones((4, 4)), np.full((4, 4), 0.5)])
    plane = find_plane(np.concatenate([true, np.stack(squares)]), doubt)
    assert plane is not None
    assert plane.corner_errors[:4].max() < MAX_CORNER_ERROR
