"""What the detector proposes is mended and read once, and laid on the table that it tells; the models are those that ship."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from numero_cam.base import geometry
from numero_cam.base.records import Detection
from numero_cam.vision.candidate_features import MAX_CANDIDATES
from numero_cam.vision.candidates import (
    CandidateSet,
    CardCandidate,
    drop_repeated_faces,
    one_per_card,
    read_candidates,
    refine_detections,
    select_cards,
    snap_to_plane,
)
from numero_cam.vision.plane import TablePlane
from tests.laid import SIZE, Quad, Scene, spots_of

SAME_CARD = geometry.SAME_OUTLINE


def proposed(quads: list[Quad], scores: list[float] | None = None) -> list[Detection]:
    told = zip(quads, scores or [0.9] * len(quads), spots_of(quads), strict=True)
    return [Detection(quad, score, at) for quad, score, at in told]


def seen_at(scene: Scene, quads: list[Quad], scores: list[float] | None = None, *, plane: TablePlane | None = None) -> CandidateSet:
    mended = refine_detections(scene.eyes, proposed(quads, scores), same_card=SAME_CARD, plane=plane)
    return read_candidates(scene.eyes, mended)


def labels(seen: CandidateSet) -> list[str]:
    return [face.candidates[0][0] if face.candidates else "" for face in seen.faces]


def candidates_of(scene: Scene, quads: dict[int, Quad]) -> CandidateSet:
    """The cards of the scene as they are seen, some of them in other outlines."""
    faces = [replace(face, quad=quads.get(k, face.quad)) for k, face in enumerate(scene.faces)]
    return CandidateSet(tuple(CardCandidate(card, face, 0.9) for card, face in zip(scene.cards, faces, strict=True)), scene.plane)


def test_no_card(scene: Scene) -> None:
    seen = seen_at(scene, [])
    assert seen == CandidateSet()
    assert (seen.faces, seen.above) == ([], [])
    assert snap_to_plane(seen, SIZE) == CandidateSet()


def test_what_the_detector_finds_is_read_as_it_was_laid(scene: Scene) -> None:
    seen = read_candidates(scene.eyes, refine_detections(scene.eyes, scene.found, same_card=SAME_CARD))
    for label, quad in zip(scene.labels, scene.quads, strict=True):
        best = max(seen.candidates, key=lambda each: geometry.iou(each.face.quad, quad))
        assert geometry.iou(best.face.quad, quad) > 0.9
        assert best.face.candidates[0][0] == label
        assert best.fits_plane


@pytest.mark.parametrize("known", [False, True])
def test_true_outlines_are_read_and_it_is_told_which_card_lies_on_which(scene: Scene, known: bool) -> None:
    scores = [0.5 + k / 100 for k in range(10)]
    seen = seen_at(scene, scene.quads, scores, plane=scene.plane if known else None)
    assert labels(seen) == scene.labels
    assert [each.score for each in seen.candidates] == scores
    assert [each.covers for each in seen.candidates] == [frozenset(), *(frozenset({k}) for k in range(5)), *[frozenset()] * 4]
    assert [len(above) for above in seen.above] == [1] * 5 + [0] * 5
    assert all(each.fits_plane for each in seen.candidates)


def test_outlines_a_little_off_are_mended(scene: Scene) -> None:
    rng = np.random.default_rng(5)
    off = [(quad + rng.normal(0, 4, quad.shape)).astype(np.float32) for quad in scene.quads]
    before = [geometry.iou(one, quad) for one, quad in zip(off, scene.quads, strict=True)]
    seen = seen_at(scene, off)
    after = [geometry.iou(each.face.quad, quad) for each, quad in zip(seen.candidates, scene.quads, strict=True)]
    assert min(after) > 0.9
    assert np.mean(after) > np.mean(before)


def test_of_two_outlines_of_one_card_the_surer_is_left(scene: Scene) -> None:
    seen = seen_at(scene, [*scene.quads[6:], scene.quads[7] + np.float32(3)], [0.9, 0.8, 0.7, 0.6, 0.3])
    assert labels(seen) == scene.labels[6:]
    assert [each.score for each in seen.candidates] == [0.9, 0.8, 0.7, 0.6]


def test_an_outline_of_two_cards_that_means_one_of_them_is_no_second_card(scene: Scene) -> None:
    """It overlaps the card's own by less than what makes two outlines alike; the other card, far from both, stays."""
    card = scene.cards[7]
    longer = card.quad.copy()
    longer[2:] += 0.3 * (longer[[2, 3]] - longer[[1, 0]])
    assert geometry.iou(card.quad, longer) < SAME_CARD
    spots = spots_of(scene.quads)
    cards = [card, replace(card, quad=longer, anchor=spots[7] + np.float32(2)), scene.cards[8]]
    assert one_per_card(cards, SAME_CARD) == [0, 2]
    faces = [scene.faces[7], replace(scene.faces[7], quad=longer), scene.faces[8]]
    for scores, stays in (((0.9, 0.8, 0.6), [0, 2]), ((0.8, 0.9, 0.6), [1, 2]), ((0.8, 0.9, 0.4), [1]), ((0.4, 0.4, 0.4), [])):
        seen = CandidateSet(tuple(CardCandidate(*told) for told in zip(cards, faces, scores, strict=True)), scene.plane)
        likely = select_cards(seen, least=0.5, same_card=SAME_CARD)
        assert [id(each.outline) for each in likely.candidates] == [id(cards[k]) for k in stays], "the likeliest card stays"


def test_what_excludes_another_outline_is_left_to_a_judge_behind_the_surer_ones(scene: Scene) -> None:
    """An outline around two cards that overlap, surer than that of either, hides both where no judge chooses."""
    two = cv2.boxPoints(cv2.minAreaRect(np.concatenate(scene.quads[4:6]))).astype(np.float32)
    found = proposed([*scene.quads[6:], two, *scene.quads[:6]], [0.9] * 5 + [0.5] * 6)
    alone = refine_detections(scene.eyes, found, same_card=SAME_CARD)
    every = refine_detections(scene.eyes, found, same_card=SAME_CARD, rivals=True)
    assert every.plane is not None
    assert [card.quad.tolist() for card in every.outlines[: len(alone.outlines)]] == [card.quad.tolist() for card in alone.outlines]
    assert len(every.outlines) == len(every.detections) > len(alone.outlines)
    for quad in scene.quads:
        assert max(geometry.iou(card.quad, quad) for card in every.outlines) > 0.9
    assert every.rival_count == len(every.outlines) - len(alone.outlines)
    hidden = [face.hidden for face in read_candidates(scene.eyes, every).faces]
    assert hidden[: len(alone.outlines)] == [face.hidden for face in read_candidates(scene.eyes, alone).faces], (
        "what is excluded hides nothing"
    )
    quads = np.array([card.quad for card in every.outlines])
    assert geometry.without_doubles(quads, SAME_CARD) == list(range(len(quads)))


def test_no_more_outlines_are_left_to_a_judge_than_it_sees_at_once(scene: Scene) -> None:
    rng = np.random.default_rng(4)
    off = [(quad + rng.normal(0, 0.4 * geometry.area(quad) ** 0.5, 2)).astype(np.float32) for quad in scene.quads for _ in range(20)]
    mended = refine_detections(scene.eyes, proposed([*scene.quads, *off]), same_card=SAME_CARD, rivals=True)
    assert len(mended.outlines) == MAX_CANDIDATES


def test_of_two_outlines_in_one_place_that_read_the_same_the_surer_stays(scene: Scene) -> None:
    card = scene.faces[7].quad
    beside = card + 0.25 * (card[1] - card[0])  # Its IoU with the card is 0.6.
    again = replace(candidates_of(scene, {}).candidates[7], face=replace(scene.faces[7], quad=beside), score=0.3)
    every = candidates_of(scene, {}).candidates
    seen = drop_repeated_faces(CandidateSet((again, *every), scene.plane))
    assert [id(each.face) for each in seen.candidates] == [id(each.face) for each in every]
    other = replace(again, face=replace(again.face, candidates=scene.faces[8].candidates))
    unread = replace(again, face=replace(again.face, candidates=()))
    assert len(drop_repeated_faces(CandidateSet((other, unread, unread, *every), scene.plane)).candidates) == len(every) + 3


def test_what_only_an_index_told_is_remembered(scene: Scene) -> None:
    found = [replace(each, by_index=k == 2) for k, each in enumerate(proposed(scene.quads[6:]))]
    seen = read_candidates(scene.eyes, refine_detections(scene.eyes, found, same_card=SAME_CARD))
    assert [each.by_index for each in seen.candidates] == [False, False, True, False]


def test_one_card_tells_no_table(scene: Scene) -> None:
    seen = seen_at(scene, scene.quads[6:7])
    assert seen.plane is None
    assert labels(seen) == scene.labels[6:7]
    assert not seen.candidates[0].fits_plane


def test_an_outline_of_another_size_does_not_fit_and_stays_as_it_is(scene: Scene) -> None:
    quad = scene.faces[9].quad.copy()
    quad[2:] += 0.35 * (quad[[1, 0]] - quad[2:])
    seen = snap_to_plane(candidates_of(scene, {9: quad}), SIZE)
    assert [each.fits_plane for each in seen.candidates] == [True] * 9 + [False]
    assert seen.faces[9].quad.tolist() == quad.tolist()


def test_the_outline_that_is_told_lies_between_what_was_seen_and_the_table(scene: Scene) -> None:
    off = scene.faces[9].quad + np.array([[3, 0], [0, 0], [0, 0], [0, 0]], np.float32)
    seen = snap_to_plane(candidates_of(scene, {9: off}), SIZE)
    assert seen.candidates[9].fits_plane
    assert np.abs(seen.faces[9].quad - scene.quads[9]).sum() < np.abs(off - scene.quads[9]).sum()


def test_where_no_table_is_known_outlines_stay_as_they_are(scene: Scene) -> None:
    seen = replace(candidates_of(scene, {}), plane=None)
    assert snap_to_plane(seen, SIZE) is seen


def test_a_table_that_is_known_is_not_changed_by_few_cards(scene: Scene) -> None:
    seen = seen_at(scene, scene.quads[6:8], plane=scene.plane)
    assert seen.plane is not None
    assert np.array_equal(seen.plane.table_to_picture, scene.plane.table_to_picture)
    assert labels(seen) == scene.labels[6:8]
    assert all(each.fits_plane for each in seen.candidates)


def test_of_some_candidates_what_they_cover_is_told_by_their_new_places(scene: Scene) -> None:
    seen = seen_at(scene, scene.quads)
    some = seen.where(lambda each: each.face.candidates[0][0] != scene.labels[2])
    assert labels(some) == [label for k, label in enumerate(scene.labels) if k != 2]
    assert [each.covers for each in some.candidates[:5]] == [frozenset(), frozenset({0}), frozenset(), frozenset({2}), frozenset({3})]
    assert [len(above) for above in some.above] == [1, 0, 1, 1, 0, 0, 0, 0, 0]
    assert some.plane is seen.plane


def test_other_faces_leave_the_rest_as_it_is(scene: Scene) -> None:
    seen = seen_at(scene, scene.quads[6:])
    other = seen.with_faces(seen.faces[::-1])
    assert labels(other) == labels(seen)[::-1]
    assert [(each.score, each.outline) for each in other.candidates] == [(each.score, each.outline) for each in seen.candidates]
