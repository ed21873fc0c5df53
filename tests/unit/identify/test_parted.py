"""Outlines that hold two cards, or a part of one."""

from dataclasses import replace

import numpy as np
import pytest

from numero_cam.base import geometry
from numero_cam.identify.faces import Quad
from numero_cam.identify.missed import SURE, Missed
from numero_cam.identify.outlines import Outlined, refine
from numero_cam.identify.parted import MOST, OF_UNKNOWN_ORIGIN, doubtful, forms, look_for_parts
from tests.laid import Scene

CARD = np.array([[0, 0], [100, 0], [100, 140], [0, 140]], np.float32)


def stretched(quad: Quad, right: float, down: float) -> Quad:
    """A card's outline with its right and its lower side so many widths and heights from where its left and upper ones are."""
    a, b, _, d = quad
    return np.array([a, a + right * (b - a), a + right * (b - a) + down * (d - a), a + down * (d - a)], np.float32)


@pytest.mark.parametrize(
    ("right", "down"),
    [(1.3, 1.0), (1.0, 1.35), (2.0, 1.0), (0.5, 1.0), (1.0, 0.5), (0.6, 1.0)],
    ids=["beside another", "below another", "a card beside it", "left half", "upper half", "a strip"],
)
@pytest.mark.parametrize("turn", range(4))
def test_one_of_the_forms_is_the_card_that_an_outline_holds(right: float, down: float, turn: int) -> None:
    outline = np.roll(stretched(CARD, right, down), turn, axis=0)
    assert max(geometry.iou(form, CARD) for form in forms(outline)) > 0.95


def test_a_point_has_no_forms() -> None:
    assert forms(np.zeros((4, 2), np.float32)) == []


def parts(scene: Scene, outline: Quad, gone: list[int], score: float = 0.4) -> Missed:
    """What is found where one outline takes the place of some cards."""
    left = scene.without(*gone)
    card = replace(refine(scene.eyes.outline, scene.pyramid, [outline], looks=1)[0], quad=outline)
    face = replace(scene.faces[gone[0]], quad=outline, candidates=(("8g", 0.3),))
    cards, faces = [*(scene.cards[i] for i in left), card], [*(scene.faces[i] for i in left), face]
    which = doubtful(faces, 20.0)
    assert which == [len(left)]
    scores = [0.9] * len(left) + [score]
    return look_for_parts(scene.eyes, cards=cards, faces=faces, scores=scores, which=which, further=[], once=False)


@pytest.mark.parametrize(("right", "down"), [(1.0, 0.55), (0.65, 1.0), (1.35, 1.0)], ids=["upper half", "left part", "and table beside it"])
def test_the_card_of_which_an_outline_holds_a_part_is_found(scene: Scene, right: float, down: float) -> None:
    found = parts(scene, stretched(scene.quads[6], right, down), [6])
    assert [face.candidates[0][0] for face in found.faces] == [scene.labels[6]]
    assert geometry.iou(found.faces[0].quad, scene.quads[6]) > 0.8


def test_the_upper_of_two_cards_that_are_outlined_as_one_is_found_first(scene: Scene) -> None:
    both = np.stack([scene.quads[4][0], scene.quads[5][1], scene.quads[5][2], scene.quads[4][3]])
    found = parts(scene, both, [4, 5])
    assert [face.candidates[0][0] for face in found.faces] == [scene.labels[5]]
    assert found.replaced == [8]
    assert found.scores == [0.4]


@pytest.mark.parametrize(("once", "found"), [(True, []), (False, ["8g"])])
def test_without_a_table_another_outline_of_a_read_card_is_no_second_card(scene: Scene, once: bool, found: list[str]) -> None:
    short = stretched(scene.quads[6], 1.0, 0.6)
    doubtful_card = replace(refine(scene.eyes.outline, scene.pyramid, [short], looks=1)[0], quad=short)
    wrong = stretched(scene.quads[6], 1.0, 0.7)  # read surely, but its outline is not that of the card
    cards = [replace(scene.cards[6], quad=wrong), doubtful_card]
    label = scene.labels[6]
    faces = [
        replace(scene.faces[6], quad=wrong, candidates=((label, 0.95),)),
        replace(scene.faces[6], quad=short, candidates=(("8g", 0.3),)),
    ]
    told = look_for_parts(scene.eyes, cards=cards, faces=faces, scores=[0.9, 0.4], which=[1], further=[], once=once)
    assert [face.candidates[0][0] for face in told.faces] == [label if each == "8g" else each for each in found]


def test_a_place_of_votes_is_no_surer_than_they_are(scene: Scene) -> None:
    left = scene.without(7)
    cards, faces = [scene.cards[i] for i in left], [scene.faces[i] for i in left]
    found = look_for_parts(scene.eyes, cards=cards, faces=faces, scores=[0.9] * 9, which=[], further=[scene.quads[7]], once=False)
    assert [face.candidates[0][0] for face in found.faces] == [scene.labels[7]]
    assert (found.scores, found.replaced) == ([OF_UNKNOWN_ORIGIN], [])


def test_sure_faces_and_small_outlines_are_not_doubtful(scene: Scene) -> None:
    faces = [replace(scene.faces[6], candidates=(("8g", sure),)) for sure in (SURE - 0.01, SURE)]
    side = geometry.area(faces[0].quad) ** 0.5
    assert doubtful(faces, side - 1) == [0]
    assert doubtful(faces, side + 1) == []
    assert doubtful([], 1.0) == []


def test_where_nothing_is_doubtful_nothing_is_found(scene: Scene) -> None:
    found = look_for_parts(scene.eyes, cards=scene.cards, faces=scene.faces, scores=[0.9] * 10, which=[], further=[], once=False)
    assert (found.cards, found.faces, found.scores, found.replaced) == ([], [], [], [])


def test_no_more_than_the_first_outlines_are_looked_at_again(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []

    def counted(_network: object, _pyramid: object, quads: list[Quad]) -> list[Outlined]:
        looked.append(len(quads))
        return []

    monkeypatch.setattr("numero_cam.identify.parted.outlines.refine", counted)
    keys = [stretched(CARD, 1.3, 1.0) + np.float32(200 * k) for k in range(40)]
    faces = [replace(scene.faces[6], quad=key, candidates=()) for key in keys]
    look_for_parts(scene.eyes, cards=[scene.cards[6]] * 40, faces=faces, scores=[0.5] * 40, which=list(range(40)), further=[], once=False)
    assert looked == [MOST * len(forms(keys[0]))]
