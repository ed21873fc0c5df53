"""Cards that are withheld from the list of those found are found in their places by the shipped models, and nothing else is."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from numero_cam.base import geometry
from numero_cam.base.records import Votes
from numero_cam.extract.rectify import Pyramid
from numero_cam.identify.faces import Face
from numero_cam.identify.missed import Eyes, is_legible, look_for_missed
from numero_cam.identify.outlines import Outlined, refine
from numero_cam.identify.votes import LaidVotes
from tests.laid import TABLE, Quad, Scene

PAPER = (210, 208, 202)
Missed = tuple[list[Outlined], list[Face], list[int]]


def look(
    scene: Scene,
    cards: Sequence[Outlined],
    faces: Sequence[Face],
    *,
    packs: int = 1,
    votes: Votes | None = None,
    photo: Pyramid | None = None,
    eyes: Eyes | None = None,
) -> Missed:
    """What is found beside these cards."""
    found = look_for_missed(
        replace(eyes or scene.eyes, pyramid=photo or scene.pyramid), LaidVotes.of(scene.plane, votes or scene.votes),
        cards=list(cards), faces=list(faces), packs=packs, tried=[],
    )  # fmt: skip
    return found.cards, found.faces, found.replaced


def withheld(scene: Scene, *gone: int, packs: int = 1, votes: Votes | None = None, photo: Pyramid | None = None) -> Missed:
    """What is found where these cards are not among those found."""
    left = scene.without(*gone)
    return look(scene, [scene.cards[i] for i in left], [scene.faces[i] for i in left], packs=packs, votes=votes, photo=photo)


def reading(face: Face, label: str, certainty: float, quad: Quad | None = None) -> Face:
    """The same card, read otherwise, and with another outline if one is given."""
    return replace(face, candidates=((label, certainty),), quad=face.quad if quad is None else quad)


def without_votes(scene: Scene) -> Votes:
    return Votes(scene.votes.quads[:0], scene.votes.points[:0], scene.votes.area)


def test_the_table_is_read_as_it_was_laid(scene: Scene) -> None:
    assert [face.candidates[0][0] for face in scene.faces] == scene.labels
    assert min(face.certainty for face in scene.faces) > 0.8
    assert min(geometry.iou(face.quad, quad) for face, quad in zip(scene.faces, scene.quads, strict=True)) > 0.9


@pytest.mark.parametrize("gone", range(10))
def test_a_card_that_was_missed_is_found_in_its_place(scene: Scene, gone: int) -> None:
    cards, faces, replaced = withheld(scene, gone)
    assert [face.candidates[0][0] for face in faces] == [scene.labels[gone]]
    assert geometry.iou(faces[0].quad, scene.quads[gone]) > 0.9
    assert faces[0].hidden == pytest.approx(scene.faces[gone].hidden, abs=0.05)  # by the card that lies on it
    assert np.array_equal(cards[0].quad, faces[0].quad)
    assert replaced == []


@pytest.mark.parametrize("gone", [(1, 3), (3, 4), (0, 5), (2, 7)])
def test_two_cards_that_were_missed_are_both_found(scene: Scene, gone: tuple[int, int]) -> None:
    _, faces, replaced = withheld(scene, *gone)
    assert {face.candidates[0][0] for face in faces} == {scene.labels[k] for k in gone}
    assert (len(faces), replaced) == (2, [])


def test_where_no_card_was_missed_none_is_found(scene: Scene) -> None:
    assert withheld(scene) == ([], [], [])


def test_a_card_in_a_stack_is_not_made_up_where_the_detector_saw_none(scene: Scene) -> None:
    assert withheld(scene, 3, votes=without_votes(scene)) == ([], [], [])


@pytest.mark.parametrize("colour", [PAPER, TABLE])
def test_a_place_without_a_face_is_no_card(scene: Scene, colour: tuple[int, int, int]) -> None:
    pixels = scene.pyramid.pixels.copy()
    inner = scene.quads[7].mean(axis=0) + (1.05 if colour == TABLE else 0.92) * (scene.quads[7] - scene.quads[7].mean(axis=0))
    cv2.fillConvexPoly(pixels, np.round(inner).astype(np.int32), colour)
    assert withheld(scene, 7, photo=Pyramid(pixels)) == ([], [], [])


def test_a_card_of_another_size_is_none_of_the_table(scene: Scene) -> None:
    pixels, quad = scene.pyramid.pixels.copy(), scene.quads[7]
    low, high = np.floor(quad.min(axis=0)).astype(int) - 4, np.ceil(quad.max(axis=0)).astype(int) + 4
    part = pixels[low[1] : high[1], low[0] : high[0]]
    small = cv2.resize(part, None, fx=0.7, fy=0.7, interpolation=cv2.INTER_AREA)
    part[:] = TABLE
    part[20 : 20 + small.shape[0], 20 : 20 + small.shape[1]] = small
    assert withheld(scene, 7, photo=Pyramid(pixels)) == ([], [], [])


@pytest.mark.parametrize(("certainty", "packs", "found"), [(0.95, 1, []), (0.95, 2, ["9g"]), (0.7, 1, ["9g"])])
def test_one_pack_has_each_card_once(scene: Scene, certainty: float, packs: int, found: list[str]) -> None:
    left = scene.without(3)
    faces = [reading(scene.faces[i], "9g", certainty) if i == 6 else scene.faces[i] for i in left]
    _, more, _ = look(scene, [scene.cards[i] for i in left], faces, packs=packs)
    assert [face.candidates[0][0] for face in more] == found


@pytest.mark.parametrize("gone", [0, 1, 2, 3, 4, 5, 7])
def test_a_doubtful_card_makes_way_for_the_one_in_its_place(scene: Scene, gone: int) -> None:
    stopped = scene.quads[gone].copy()
    stopped[2:] += 0.2 * (stopped[[1, 0]] - stopped[2:])  # the outline ends at a print
    doubtful = replace(refine(scene.eyes.outline, scene.pyramid, [stopped], looks=1)[0], quad=stopped)
    cards = [doubtful if i == gone else card for i, card in enumerate(scene.cards)]
    faces = [reading(face, "8g", 0.4, stopped) if i == gone else face for i, face in enumerate(scene.faces)]
    _, more, replaced = look(scene, cards, faces)
    assert [face.candidates[0][0] for face in more] == [scene.labels[gone]]
    assert geometry.iou(more[0].quad, scene.quads[gone]) > 0.9
    assert replaced == [gone]


def test_a_doubtful_card_elsewhere_stays(scene: Scene) -> None:
    nowhere = scene.quads[7] + np.array([160, 0], np.float32)  # plain table
    cards = [replace(card, quad=nowhere) if i == 7 else card for i, card in enumerate(scene.cards)]
    faces = [reading(face, "8g", 0.4, nowhere) if i == 7 else face for i, face in enumerate(scene.faces)]
    _, more, replaced = look(scene, cards, faces)
    assert [face.candidates[0][0] for face in more] == ["2g"]
    assert replaced == []


def test_a_card_that_is_read_surely_keeps_its_place(scene: Scene) -> None:
    faces = [reading(face, "8g", 0.95) if i == 7 else face for i, face in enumerate(scene.faces)]
    assert look(scene, scene.cards, faces) == ([], [], [])


@pytest.mark.parametrize(("left", "top", "legible"), [(0.0, 0.0, False), (0.3, 0.0, True), (0.0, 0.6, True), (0.0, 0.3, True)])
def test_a_card_of_which_an_index_is_in_view_or_not_much_hidden_may_be_read(scene: Scene, left: float, top: float, legible: bool) -> None:
    a, b, _, d = scene.quads[7]
    corner = a + left * (b - a) + top * (d - a)
    above = np.array([corner, corner + (b - a), corner + (b - a) + (d - a), corner + (d - a)], np.float32)
    assert is_legible(scene.cards[7], [above]) is legible
    assert is_legible(scene.cards[7], [])
