"""Refining, reading and selecting candidates, with the shipped models."""

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


def detections_at(quads: list[Quad], scores: list[float] | None = None) -> list[Detection]:
    rows = zip(quads, scores or [0.9] * len(quads), spots_of(quads), strict=True)
    return [Detection(quad, score, anchor) for quad, score, anchor in rows]


def read_at(scene: Scene, quads: list[Quad], scores: list[float] | None = None, *, plane: TablePlane | None = None) -> CandidateSet:
    refined = refine_detections(scene.context, detections_at(quads, scores), same_card=SAME_CARD, plane=plane)
    return read_candidates(scene.context, refined)


def labels(candidates: CandidateSet) -> list[str]:
    return [face.candidates[0][0] if face.candidates else "" for face in candidates.faces]


def candidates_of(scene: Scene, quads: dict[int, Quad]) -> CandidateSet:
    """The cards of the scene as they are candidates, some of them in other outlines."""
    faces = [replace(face, quad=quads.get(k, face.quad)) for k, face in enumerate(scene.faces)]
    return CandidateSet(tuple(CardCandidate(card, face, 0.9) for card, face in zip(scene.cards, faces, strict=True)), scene.plane)


def test_no_card(scene: Scene) -> None:
    candidates = read_at(scene, [])
    assert candidates == CandidateSet()
    assert (candidates.faces, candidates.above) == ([], [])
    assert snap_to_plane(candidates, SIZE) == CandidateSet()


def test_detected_cards_are_read_as_they_were_laid(scene: Scene) -> None:
    candidates = read_candidates(scene.context, refine_detections(scene.context, scene.found, same_card=SAME_CARD))
    for label, quad in zip(scene.labels, scene.quads, strict=True):
        best = max(candidates.candidates, key=lambda each: geometry.iou(each.face.quad, quad))
        assert geometry.iou(best.face.quad, quad) > 0.9
        assert best.face.candidates[0][0] == label
        assert best.fits_plane


@pytest.mark.parametrize("known", [False, True])
def test_true_outlines_give_labels_and_covers(scene: Scene, known: bool) -> None:
    scores = [0.5 + k / 100 for k in range(10)]
    candidates = read_at(scene, scene.quads, scores, plane=scene.plane if known else None)
    assert labels(candidates) == scene.labels
    assert [each.score for each in candidates.candidates] == scores
    assert [each.covers for each in candidates.candidates] == [frozenset(), *(frozenset({k}) for k in range(5)), *[frozenset()] * 4]
    assert [len(above) for above in candidates.above] == [1] * 5 + [0] * 5
    assert all(each.fits_plane for each in candidates.candidates)


def test_slightly_wrong_outlines_are_refined(scene: Scene) -> None:
    rng = np.random.default_rng(5)
    off = [(quad + rng.normal(0, 4, quad.shape)).astype(np.float32) for quad in scene.quads]
    before = [geometry.iou(one, quad) for one, quad in zip(off, scene.quads, strict=True)]
    candidates = read_at(scene, off)
    after = [geometry.iou(each.face.quad, quad) for each, quad in zip(candidates.candidates, scene.quads, strict=True)]
    assert min(after) > 0.9
    assert np.mean(after) > np.mean(before)


def test_the_better_of_two_outlines_of_one_card_is_kept(scene: Scene) -> None:
    candidates = read_at(scene, [*scene.quads[6:], scene.quads[7] + np.float32(3)], [0.9, 0.8, 0.7, 0.6, 0.3])
    assert labels(candidates) == scene.labels[6:]
    assert [each.score for each in candidates.candidates] == [0.9, 0.8, 0.7, 0.6]


def test_an_outline_around_two_cards_is_no_second_card(scene: Scene) -> None:
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
        candidates = CandidateSet(tuple(CardCandidate(*row) for row in zip(cards, faces, scores, strict=True)), scene.plane)
        likely = select_cards(candidates, least=0.5, same_card=SAME_CARD)
        assert [id(each.outline) for each in likely.candidates] == [id(cards[k]) for k in stays], "the likeliest card stays"


def test_rivals_are_appended_behind_the_better_outlines(scene: Scene) -> None:
    """An outline around two cards that overlap, surer than that of either, hides both where no judge chooses."""
    two = cv2.boxPoints(cv2.minAreaRect(np.concatenate(scene.quads[4:6]))).astype(np.float32)
    found = detections_at([*scene.quads[6:], two, *scene.quads[:6]], [0.9] * 5 + [0.5] * 6)
    alone = refine_detections(scene.context, found, same_card=SAME_CARD)
    every = refine_detections(scene.context, found, same_card=SAME_CARD, rivals=True)
    assert every.plane is not None
    assert [card.quad.tolist() for card in every.outlines[: len(alone.outlines)]] == [card.quad.tolist() for card in alone.outlines]
    assert len(every.outlines) == len(every.detections) > len(alone.outlines)
    for quad in scene.quads:
        assert max(geometry.iou(card.quad, quad) for card in every.outlines) > 0.9
    assert every.rival_count == len(every.outlines) - len(alone.outlines)
    hidden = [face.hidden for face in read_candidates(scene.context, every).faces]
    assert hidden[: len(alone.outlines)] == [face.hidden for face in read_candidates(scene.context, alone).faces], (
        "what is excluded hides nothing"
    )
    quads = np.array([card.quad for card in every.outlines])
    assert geometry.without_doubles(quads, SAME_CARD) == list(range(len(quads)))


@pytest.mark.slow
def test_rivals_stop_at_the_maximum_number_of_candidates(scene: Scene) -> None:
    rng = np.random.default_rng(4)
    off = [(quad + rng.normal(0, 0.4 * geometry.area(quad) ** 0.5, 2)).astype(np.float32) for quad in scene.quads for _ in range(20)]
    refined = refine_detections(scene.context, detections_at([*scene.quads, *off]), same_card=SAME_CARD, rivals=True)
    assert len(refined.outlines) == MAX_CANDIDATES


def test_a_repeated_face_in_one_place_is_dropped(scene: Scene) -> None:
    card = scene.faces[7].quad
    beside = card + 0.25 * (card[1] - card[0])  # Its IoU with the card is 0.6.
    again = replace(candidates_of(scene, {}).candidates[7], face=replace(scene.faces[7], quad=beside), score=0.3)
    every = candidates_of(scene, {}).candidates
    candidates = drop_repeated_faces(CandidateSet((again, *every), scene.plane))
    assert [id(each.face) for each in candidates.candidates] == [id(each.face) for each in every]
    other = replace(again, face=replace(again.face, candidates=scene.faces[8].candidates))
    unread = replace(again, face=replace(again.face, candidates=()))
    assert len(drop_repeated_faces(CandidateSet((other, unread, unread, *every), scene.plane)).candidates) == len(every) + 3


def test_candidates_remember_that_an_index_found_them(scene: Scene) -> None:
    found = [replace(each, by_index=k == 2) for k, each in enumerate(detections_at(scene.quads[6:]))]
    candidates = read_candidates(scene.context, refine_detections(scene.context, found, same_card=SAME_CARD))
    assert [each.by_index for each in candidates.candidates] == [False, False, True, False]


def test_one_card_defines_no_plane(scene: Scene) -> None:
    candidates = read_at(scene, scene.quads[6:7])
    assert candidates.plane is None
    assert labels(candidates) == scene.labels[6:7]
    assert not candidates.candidates[0].fits_plane


def test_an_outline_of_another_size_does_not_fit_and_stays_as_it_is(scene: Scene) -> None:
    quad = scene.faces[9].quad.copy()
    quad[2:] += 0.35 * (quad[[1, 0]] - quad[2:])
    candidates = snap_to_plane(candidates_of(scene, {9: quad}), SIZE)
    assert [each.fits_plane for each in candidates.candidates] == [True] * 9 + [False]
    assert candidates.faces[9].quad.tolist() == quad.tolist()


def test_the_final_outline_lies_between_the_seen_and_the_predicted_one(scene: Scene) -> None:
    off = scene.faces[9].quad + np.array([[3, 0], [0, 0], [0, 0], [0, 0]], np.float32)
    candidates = snap_to_plane(candidates_of(scene, {9: off}), SIZE)
    assert candidates.candidates[9].fits_plane
    assert np.abs(candidates.faces[9].quad - scene.quads[9]).sum() < np.abs(off - scene.quads[9]).sum()


def test_without_a_plane_outlines_stay_as_they_are(scene: Scene) -> None:
    candidates = replace(candidates_of(scene, {}), plane=None)
    assert snap_to_plane(candidates, SIZE) is candidates


def test_a_known_plane_is_not_changed_by_few_cards(scene: Scene) -> None:
    candidates = read_at(scene, scene.quads[6:8], plane=scene.plane)
    assert candidates.plane is not None
    assert np.array_equal(candidates.plane.table_to_picture, scene.plane.table_to_picture)
    assert labels(candidates) == scene.labels[6:8]
    assert all(each.fits_plane for each in candidates.candidates)


def test_covers_are_reindexed_when_candidates_are_dropped(scene: Scene) -> None:
    candidates = read_at(scene, scene.quads)
    some = candidates.where(lambda each: each.face.candidates[0][0] != scene.labels[2])
    assert labels(some) == [label for k, label in enumerate(scene.labels) if k != 2]
    assert [each.covers for each in some.candidates[:5]] == [frozenset(), frozenset({0}), frozenset(), frozenset({2}), frozenset({3})]
    assert [len(above) for above in some.above] == [1, 0, 1, 1, 0, 0, 0, 0, 0]
    assert some.plane is candidates.plane


def test_other_faces_leave_the_rest_as_it_is(scene: Scene) -> None:
    candidates = read_at(scene, scene.quads[6:])
    other = candidates.with_faces(candidates.faces[::-1])
    assert labels(other) == labels(candidates)[::-1]
    assert [(each.score, each.outline) for each in other.candidates] == [(each.score, each.outline) for each in candidates.candidates]
