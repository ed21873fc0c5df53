"""Cards are found by the indices in their corners, by the shipped models."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from numero_cam.base import geometry
from numero_cam.base.records import Indices, Votes, value_of
from numero_cam.extract import rectify
from numero_cam.identify import corners
from numero_cam.identify.missed import Missed, look_at_indices
from numero_cam.identify.plane import Plane
from tests.laid import Quad, Scene


def told(scene: Scene, points: np.ndarray, quads: Sequence[Quad]) -> Votes:
    """The detector's votes with these indices."""
    return replace(scene.votes, indices=Indices(points.astype(np.float32), np.stack(quads).astype(np.float32)))


def index_of(scene: Scene, i: int) -> Votes:
    """The top-left index of a card, its outline told roughly: turned by 6 degrees, from another corner."""
    quad, a = scene.quads[i], np.radians(6)
    rough = (quad - quad[0]) @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) + quad[0]
    return told(scene, rectify.index_spots(quad[None])[0, :1] + 1.0, [np.roll(rough, 2, axis=0)])


def look(scene: Scene, votes: Votes, *gone: int, plane: Plane | None = None, packs: int = 1) -> Missed:
    """What is found by indices where these cards are not among those found."""
    left = scene.without(*gone)
    return look_at_indices(
        scene.eyes, plane or scene.plane, votes, cards=[scene.cards[i] for i in left], faces=[scene.faces[i] for i in left], packs=packs
    )


@pytest.mark.parametrize("gone", range(10))
def test_a_card_that_was_missed_is_found_by_its_index(scene: Scene, gone: int) -> None:
    missed = look(scene, index_of(scene, gone), gone)
    assert [value_of(face.candidates[0][0]) for face in missed.faces] == [value_of(scene.labels[gone])]
    assert geometry.iou(missed.faces[0].quad, scene.quads[gone]) > 0.85
    assert missed.faces[0].indexed
    assert missed.replaced == []


@pytest.mark.parametrize("gone", [0, 7])
def test_a_card_is_found_in_the_plane_of_another_where_no_table_is_known(scene: Scene, gone: int) -> None:
    missed = look(scene, index_of(scene, gone), gone, plane=Plane.of_card(scene.quads[6]))
    assert [value_of(face.candidates[0][0]) for face in missed.faces] == [value_of(scene.labels[gone])]
    assert geometry.iou(missed.faces[0].quad, scene.quads[gone]) > 0.8


@pytest.mark.parametrize("of", [1, 7])
def test_an_index_of_a_card_that_was_found_is_no_other_card(scene: Scene, of: int) -> None:
    assert look(scene, index_of(scene, of)).cards == []


def test_a_place_shows_a_card_where_it_is_seen_and_not_where_another_lies_on_it(scene: Scene) -> None:
    """Prints on a card that was found are no indices of others; what lies on it may have one."""
    open_card, covered = scene.cards[7], scene.cards[0]
    assert corners.shown_by(open_card.quad.mean(axis=0)[None], [open_card]).all()
    left, right = (covered.quad[[a, b]].mean(axis=0) for a, b in ((0, 3), (1, 2)))
    seen, hidden = left + 0.2 * (right - left), left + 0.8 * (right - left)
    assert corners.shown_by(np.stack([seen, hidden, open_card.quad.mean(axis=0)]), [covered]).tolist() == [True, False, False]


def test_a_card_does_not_lie_where_no_card_is_seen(scene: Scene) -> None:
    votes = index_of(scene, 7)
    away = ~geometry.contains(scene.quads[7].astype(np.float64), votes.points)
    assert look(scene, replace(votes, quads=votes.quads[away], points=votes.points[away]), 7).cards == []


def test_where_no_indices_were_looked_for_none_are_found(scene: Scene) -> None:
    assert look(scene, replace(scene.votes, indices=None), 7).cards == []
    assert look(scene, told(scene, np.zeros((0, 2)), [scene.quads[0]]), 7).cards == []


def test_one_pack_has_each_card_once(scene: Scene) -> None:
    faces = [replace(face, candidates=(("2g", 0.95),)) if i == 6 else face for i, face in enumerate(scene.faces)]
    double = replace(scene, faces=faces)
    assert look(double, index_of(scene, 7), 7).cards == []
    assert len(look(double, index_of(scene, 7), 7, packs=2).cards) == 1


@pytest.mark.parametrize("degrees", [0, 30, 100, 190, 300])
def test_indices_are_told_by_their_places_whichever_way_the_card_lies(degrees: float) -> None:
    a = np.radians(degrees)
    quad = (np.array([[0, 0], [50, 0], [50, 70], [0, 70]]) @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) + 200).astype("f4")
    spots = rectify.index_spots(quad[None])[0].astype(np.float32)
    assert not corners.of_no_card(spots, [quad]).any()
    assert not corners.of_no_card(spots, [np.roll(quad, 2, axis=0)]).any()
    assert corners.of_no_card(quad[[1, 3]], [quad]).all()
    assert corners.is_index_of(quad, np.roll(quad, 2, axis=0))
    assert not corners.is_index_of(quad, quad + np.float32(8))
