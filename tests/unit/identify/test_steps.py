"""Where the cards of a stack are looked for that the detector missed."""

import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.identify.outlines import Outlined
from numero_cam.identify.plane import Plane, find_plane
from numero_cam.identify.steps import places_in_stacks

Array = NDArray[np.float32]
CARDS = 5


def fan(seed: int) -> Array:
    """A fan of five cards at one step on a table seen aslant, and three cards beside it, ``(8, 4, 2)`` pixels."""
    rng = np.random.default_rng(seed)
    aspect = rng.uniform(1.3, 1.5)
    card = np.array([0, 1, 1 + 1j * aspect, 1j * aspect])
    turn, step = np.exp(1j * np.radians(rng.uniform(-8, 8))), rng.uniform(0.35, 0.8) + 1j * rng.normal(0, 0.05)
    start, along = 0j, np.exp(1j * rng.uniform(0, 2 * np.pi))
    laid = []
    for _ in range(CARDS):
        laid.append(start + along * card)
        start, along = start + step * along, along * turn
    laid += [complex(x, y) + np.exp(1j * rng.uniform(0, 6)) * card for x, y in ((-5, 1), (5, 3), (1, -5))]
    points = np.stack([np.array(laid).real, np.array(laid).imag], axis=-1)
    ground = np.array([[-8, -8], [8, -8], [8, 8], [-8, 8]], np.float64)
    matrix = geometry.homography(ground, np.array([[300, 150], [980, 150], [1250, 900], [30, 900]]) + rng.normal(0, 25, (4, 2)))
    return np.stack([geometry.transform(matrix, each) for each in points]).astype(np.float32)


def found(quads: Array) -> tuple[Plane, list[Outlined]]:
    plane = find_plane(quads.astype(np.float64), np.ones((len(quads), 4)))
    assert plane is not None
    nowhere = np.zeros((1, 2), np.float32)
    return plane, [Outlined(quad, nowhere, nowhere[:, 0]) for quad in quads]


@pytest.mark.parametrize("missed", range(CARDS))
@pytest.mark.parametrize("seed", range(5))
def test_a_missed_card_of_a_fan_lies_where_the_step_of_the_others_leads(seed: int, missed: int) -> None:
    true = fan(seed)
    left = [k for k in range(len(true)) if k != missed]
    plane, cards = found(true[left])
    covers = [frozenset({i - 1}) if 0 < k < CARDS and k - 1 == left[i - 1] else frozenset[int]() for i, k in enumerate(left)]
    if 0 < missed < CARDS - 1:  # Its neighbours lie on each other too.
        covers[missed] = frozenset({missed - 1})
    places = places_in_stacks(plane, cards, covers)
    assert max(geometry.iou(place, true[missed]) for place in places) > 0.93


def test_cards_that_lie_alone_lead_nowhere() -> None:
    plane, cards = found(fan(1)[CARDS - 1 :])
    assert places_in_stacks(plane, cards, [frozenset() for _ in cards]).shape == (0, 4, 2)
