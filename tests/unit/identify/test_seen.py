"""Cards are read, and those that were missed are found and take their place among the others; the models are those that ship."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest

from numero_cam.base import geometry
from numero_cam.base.records import Indices, Votes
from numero_cam.identify.missed import MISSED, Missed, look_for_missed
from numero_cam.identify.outlines import Outlined, refine
from numero_cam.identify.plane import Plane, find_plane, quads_of, trust
from numero_cam.identify.seen import Seen, laid, planes_of, see
from tests.laid import SIZE, Quad, Scene, Told

if TYPE_CHECKING:
    from numero_cam.identify.faces import FaceReader

UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
PARTS = ((0.05, 0.6, 0.95, 0.97), (0.1, 0.1, 0.45, 0.9), (0.1, 0.65, 0.6, 0.95))
"""Left, top, right and bottom of parts of a card on which no face can be read, as shares of its width and height."""


def seen_of(
    scene: Scene, cards: Sequence[Outlined], *, plane: Plane | None = None, votes: Votes | None = None, scores: Sequence[float] = ()
) -> Seen:
    table = plane, votes or scene.votes
    found = list(cards), list(scores) or [0.9] * len(cards)
    return see(scene.eyes, table, found)


def no_votes(scene: Scene) -> Votes:
    return Votes(scene.votes.quads[:0], scene.votes.points[:0], scene.votes.area)


def left_of(scene: Scene, *withheld: int) -> list[Outlined]:
    return [scene.cards[i] for i in scene.without(*withheld)]


def labels(seen: Seen) -> list[str]:
    return [face.candidates[0][0] for face in seen.faces]


def part(quad: Quad, left: float, top: float, right: float, bottom: float) -> Quad:
    """A part of a card as an outline that stops at prints has it."""
    box = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    return geometry.transform(geometry.homography(UNIT, quad), box).astype(np.float32)


def test_no_card(scene: Scene) -> None:
    seen = seen_of(scene, [], votes=no_votes(scene))
    assert (seen.cards, seen.faces, seen.scores, seen.covers, seen.plane, seen.above) == ([], [], [], [], None, [])
    assert laid(seen, SIZE)[1] == []


def test_where_all_cards_were_found_they_stay_as_they_are(scene: Scene) -> None:
    scores = [0.5 + k / 100 for k in range(10)]
    seen = seen_of(scene, scene.cards, plane=scene.plane, scores=scores)
    assert labels(seen) == scene.labels
    assert (seen.cards, seen.scores, seen.plane) == (scene.cards, scores, scene.plane)
    assert seen.covers == [frozenset(), *(frozenset({k}) for k in range(5)), *[frozenset()] * 4]
    assert [len(above) for above in seen.above] == [1] * 5 + [0] * 5


def test_a_missed_card_joins_the_others(scene: Scene) -> None:
    seen = seen_of(scene, left_of(scene, 3), plane=scene.plane)
    assert labels(seen) == [*(scene.labels[i] for i in scene.without(3)), "9g"]
    assert seen.scores == [0.9] * 9 + [MISSED]
    assert (seen.covers[9], seen.covers[3]) == (frozenset({2}), frozenset({9}))
    assert {len(part) for part in (seen.cards, seen.faces, seen.scores, seen.covers)} == {10}


@pytest.mark.parametrize(("packs", "found"), [(1, []), (2, ["9g"])])
def test_a_second_pack_has_the_same_card_once_more(scene: Scene, packs: int, found: list[str]) -> None:
    laid = [("9g", (-120.0, 80.0, 0.0)), ("9g", (120.0, 80.0, 5.0)), ("x3", (-100.0, -60.0, 0.0)), ("1/2", (100.0, -60.0, -5.0))]
    equal = Scene.see(scene.models, laid)
    table, left = (equal.plane, equal.votes), (left_of(equal, 0), [0.9] * 3)
    seen = see(equal.eyes, table, left, packs=packs)
    assert labels(seen) == [*equal.labels[1:], *found]


def test_a_card_that_was_missed_takes_the_place_of_a_doubtful_one(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    quad = scene.quads[7].copy()
    quad[:2] += 0.62 * (quad[[3, 2]] - quad[:2])  # only the part below the numeral
    cards = [replace(card, quad=quad) if i == 7 else card for i, card in enumerate(scene.cards)]
    monkeypatch.setattr("numero_cam.identify.seen.doubtful", lambda _faces, _side: [])
    assert seen_of(scene, cards, plane=scene.plane, votes=no_votes(scene)).faces[7].certainty < 0.5
    seen = seen_of(scene, cards, plane=scene.plane, scores=[0.9] * 7 + [0.4] + [0.9] * 2)
    assert labels(seen) == [*(scene.labels[i] for i in scene.without(7)), "2g"]
    assert seen.scores == [0.9] * 9 + [MISSED]
    assert geometry.iou(seen.faces[9].quad, scene.quads[7]) > 0.9


def test_where_too_many_outlines_are_wrong_the_cards_that_read_surely_tell_the_table(scene: Scene) -> None:
    wrong = [replace(scene.cards[k], quad=part(scene.quads[k], *box)) for k in (6, 7, 8) for box in PARTS]
    cards = [*left_of(scene, *range(6)), *wrong]
    assert find_plane(quads_of(cards), trust(cards, SIZE)) is None
    seen = seen_of(scene, cards)
    assert seen.plane is not None
    assert set(scene.labels) <= set(labels(seen))
    assert laid(seen, SIZE)[1][:4] == [True] * 4


def test_one_card_tells_no_table_and_nothing_is_missed_there(scene: Scene) -> None:
    seen = seen_of(scene, scene.cards[6:7], votes=no_votes(scene))
    assert seen.plane is None
    assert labels(seen) == scene.labels[6:7]
    assert laid(seen, SIZE)[1] == [False]


def test_two_cards_that_read_surely_tell_the_table_and_what_was_missed_there(scene: Scene) -> None:
    seen = seen_of(scene, scene.cards[6:8])
    assert seen.plane is not None
    assert set(labels(seen)) > set(scene.labels[6:8])


def test_both_cards_are_found_that_were_outlined_as_one(scene: Scene) -> None:
    both = np.stack([scene.quads[4][0], scene.quads[5][1], scene.quads[5][2], scene.quads[4][3]])
    one = replace(refine(scene.eyes.outline, scene.pyramid, [both], looks=1)[0], quad=both)
    seen = seen_of(scene, [one], votes=no_votes(scene), scores=[0.4])
    assert set(scene.labels[4:6]) <= set(labels(seen))


def test_an_outline_of_another_size_does_not_fit(scene: Scene) -> None:
    quad = scene.faces[9].quad.copy()
    quad[2:] += 0.35 * (quad[[1, 0]] - quad[2:])
    faces = [replace(face, quad=quad) if i == 9 else face for i, face in enumerate(scene.faces)]
    seen = Seen(scene.cards, faces, [0.9] * 10, [frozenset()] * 10, scene.plane)
    assert laid(seen, SIZE)[1] == [True] * 9 + [False]


def test_the_outline_that_is_told_lies_between_what_was_seen_and_the_table(scene: Scene) -> None:
    off = scene.faces[9].quad + np.array([[3, 0], [0, 0], [0, 0], [0, 0]], np.float32)
    faces = [replace(face, quad=off) if i == 9 else face for i, face in enumerate(scene.faces)]
    told, fitting = laid(Seen(scene.cards, faces, [0.9] * 10, [frozenset()] * 10, scene.plane), SIZE)
    assert fitting[9]
    assert np.abs(told.faces[9].quad - scene.quads[9]).sum() < np.abs(off - scene.quads[9]).sum()


def test_a_card_is_read_again_when_one_is_found_that_lies_on_it(scene: Scene) -> None:
    seen = seen_of(scene, left_of(scene, 3), plane=scene.plane)
    assert labels(seen)[-1] == scene.labels[3]
    below = seen.faces[2]
    assert below.candidates[0][0] == scene.labels[2]
    assert below.hidden == pytest.approx(scene.faces[2].hidden, abs=0.05)
    assert scene.faces[2].hidden > 0.3


@pytest.mark.parametrize("gone", [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)])
def test_a_card_reads_once_it_is_known_what_lies_on_it(scene: Scene, gone: tuple[int, int]) -> None:
    seen = seen_of(scene, left_of(scene, *gone), plane=scene.plane)
    assert set(labels(seen)) == set(scene.labels)


def test_no_empty_place_is_looked_at_twice(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[list[Quad]] = []

    def noted(*arguments: Any, **more: Any) -> Missed:  # noqa: ANN401 - as they come
        found = look_for_missed(*arguments, **more)
        looks.append(found.tried[len(more["tried"]) :])
        return found

    monkeypatch.setattr("numero_cam.identify.seen.look_for_missed", noted)
    seen_of(scene, left_of(scene, 0, 1, 2), plane=scene.plane)
    assert len(looks) > 1
    assert looks[0]
    every = [quad for look in looks for quad in look]
    assert max(geometry.iou(a, b) for k, a in enumerate(every) for b in every[:k]) < geometry.SAME_OUTLINE


def seen_by(scene: Scene, reader: Told, cards: Sequence[Outlined], scores: Sequence[float], *, plane: Plane | None = None) -> Seen:
    """What is seen where the faces are told."""
    return see(replace(scene.eyes, reader=cast("FaceReader", reader)), (plane, no_votes(scene)), (list(cards), list(scores)))


def test_an_unread_outline_of_a_card_that_is_read_is_dropped_and_one_of_another_card_is_not(scene: Scene) -> None:
    ghost = replace(scene.cards[7], quad=scene.cards[7].quad + np.float32(8))
    unread = replace(scene.faces[7], candidates=(("8g", 0.2),), quad=ghost.quad)
    below = replace(scene.faces[1], candidates=(("8g", 0.2),))  # hardly read, and card 2 lies on it
    cards, faces = [scene.cards[2], ghost, scene.cards[1], scene.cards[7]], [scene.faces[2], unread, below, scene.faces[7]]
    left = seen_by(scene, Told(faces), cards, [0.9, 0.3, 0.9, 0.9])
    assert labels(left) == [scene.labels[2], "8g", scene.labels[7]]
    assert left.scores == [0.9, 0.9, 0.9]
    assert left.covers == [frozenset({1}), frozenset(), frozenset()]


@pytest.mark.parametrize(("label", "certainty", "left"), [("8g", 0.6, 1), ("3r", 0.6, 1), ("8g", 0.97, 1), ("3r", 0.97, 2)])
def test_two_outlines_in_one_place_are_two_cards_only_where_two_faces_read_surely(
    scene: Scene, label: str, certainty: float, left: int
) -> None:
    sure = replace(scene.faces[7], candidates=(("8g", 0.99),))
    other = replace(scene.cards[7], quad=scene.cards[7].quad + np.float32(8))
    face = replace(scene.faces[7], candidates=((label, certainty),), quad=other.quad)
    after = seen_by(scene, Told([face, sure]), [other, scene.cards[7]], [0.9, 0.5])
    assert len(after.cards) == left
    assert "8g" in labels(after)


def test_a_card_that_is_outlined_twice_does_not_hide_itself(scene: Scene) -> None:
    twice = replace(scene.cards[7], quad=scene.cards[7].quad + np.float32(8))
    seen = seen_of(scene, [scene.cards[7], twice], scores=[0.8, 0.5], votes=no_votes(scene))
    assert labels(seen) == [scene.labels[7]]


@pytest.mark.parametrize(
    ("shown", "hidden", "larger", "asked"),
    [(0.6, 0.0, 1.0, 0), (0.3, 0.2, 1.0, 0), (0.3, 0.8, 1.0, 1), (0.3, 0.0, 1.5, 1)],
    ids=["one card", "in view", "hardly in view", "of another size"],
)
def test_outlines_of_the_tables_size_hold_one_card(scene: Scene, shown: float, hidden: float, larger: float, asked: int) -> None:
    middle = scene.quads[7].mean(axis=0)
    quad = (middle + larger * (scene.quads[7] - middle)).astype(np.float32)
    face = replace(scene.faces[7], candidates=(("8g", shown),), unknown=0.1, hidden=hidden, quad=quad)
    reader = Told([face])
    seen_by(scene, reader, [replace(scene.cards[7], quad=quad)], [0.9], plane=scene.plane)
    assert (len(reader.asked) > 1) == asked


@pytest.mark.parametrize(("sure", "planes"), [(0.95, 2), (0.5, 0)])
def test_where_a_card_reads_surely_an_open_back_tells_its_plane_too(scene: Scene, sure: float, planes: int) -> None:
    indices = Indices(np.stack([scene.quads[k][0] for k in (6, 7)]), np.stack([scene.quads[k] for k in (6, 7)]))
    back = replace(scene.faces[7], candidates=(), unknown=0.9)
    read = replace(scene.faces[6], candidates=((scene.labels[6], sure),))
    seen = Seen([scene.cards[6], scene.cards[7]], [read, back], [0.9, 0.6], [frozenset()] * 2, None)
    assert len(planes_of(seen, replace(scene.votes, indices=indices))) == planes
    assert len(planes_of(replace(seen, scores=[0.9, 0.4]), replace(scene.votes, indices=indices))) == planes // 2
