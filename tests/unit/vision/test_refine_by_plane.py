"""Outlines that are mended by the table's size, with the network that ships."""

import warnings
from dataclasses import replace

import numpy as np

from numero_cam.base import geometry
from numero_cam.vision.plane import find_plane, refine_by_plane, weighted_corners
from tests.laid import Scene


def test_a_card_at_the_horizon_of_the_plane_stays_as_it_is(scene: Scene) -> None:
    quads, weights = weighted_corners(scene.cards, scene.pyramid.size)
    plane = find_plane(quads, weights)
    assert plane is not None
    middle = quads[0].mean(axis=0)
    # A table whose horizon goes through the first card.
    askew = geometry.inverse(np.array([[1, 0, 0], [0, 1, 0], [0, -1 / middle[1], 1]]))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mended, known = refine_by_plane(
            scene.models.outline, scene.pyramid, scene.cards, [1.0] * len(scene.cards), replace(plane, table_to_picture=askew / askew[2, 2])
        )
    assert known is not None
    assert not geometry.are_sane(known.quads)[0]
    assert np.array_equal(mended[0].quad, scene.cards[0].quad)
