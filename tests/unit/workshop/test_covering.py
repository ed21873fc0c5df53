"""Things that lie over a part of a card, and cards that lean on each other."""

import itertools

import cv2
import numpy as np
import pytest

from numero_cam.base import geometry
from workshop.synth import layout
from workshop.synth.covering import HIDDEN, hide_part

QUAD = np.array([[200, 150], [300, 160], [290, 300], [190, 290]], np.float64)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.slow
def test_a_part_of_the_card_is_hidden_and_only_what_is_told_is_changed_much(seed: int) -> None:
    rng = np.random.default_rng(seed)
    before = np.full((480, 640, 3), 200, np.float32)
    picture = before.copy()
    hidden = hide_part(rng, picture, QUAD)
    card = cv2.fillConvexPoly(np.zeros((480, 640), np.uint8), QUAD.astype(np.int32), 1) > 0
    share = float(hidden[card].mean())
    assert 0 < share < HIDDEN[1] + 0.35  # The share is of the extent, not of the area.
    near = cv2.dilate(hidden.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0  # Its own edge may be pale.
    assert (picture[~near] <= before[~near]).all()  # Beside it lies a shadow at most.


@pytest.mark.parametrize("seed", range(8))
def test_each_leaning_card_lies_partly_on_the_one_before(seed: int) -> None:
    rng = np.random.default_rng(seed)
    places = layout.leaning(rng, 1.4)
    quads = [layout.corners_of(place, 1.4).astype(np.float32) for place in places]
    assert 2 <= len(places) <= 4
    for lower, upper in itertools.pairwise(quads):
        assert geometry.intersection_area(lower, upper) > 0


@pytest.mark.parametrize("layouts", [layout.LAYOUTS, layout.OF_PLAYING_CARDS])
def test_some_pictures_show_no_card(layouts: layout.Layouts) -> None:
    assert 0.02 <= 1 - sum(share for _, share in layouts) <= 0.1
