"""All candidates of a table are judged together: with the judge that ships, on evidence as the networks give it."""

from dataclasses import replace
from typing import Any, cast

import cv2
import numpy as np
import pytest

from numero_cam.base.onnx import Network
from numero_cam.vision.candidate_features import MAX_CANDIDATES, CandidateFeatures, judge_input, restrict_input
from numero_cam.vision.candidates import CandidateSet, CardCandidate
from numero_cam.vision.faces import Face, FaceReader, UnaryScores
from numero_cam.vision.ink import measure_print
from numero_cam.vision.judge import Judge
from numero_cam.vision.outlines import CardOutline
from tests.looks import face_of as any_face

FACES, COLOURS = 45, 9
SIZE = (1280, 960)
#: Inks of one pack, so dark that each alone may be black.
DARK = {"r": (96, 12, 20), "b": (14, 24, 92), "g": (10, 62, 34), "o": (190, 96, 8)}


@pytest.fixture(scope="module")
def judge(reader: FaceReader) -> Judge:
    """The judge that ships."""
    return Judge(Network.load("judge", threads=1), reader)


def face_of(
    reader: FaceReader, label: str, k: int, *, sure: float = 0.95, ink: tuple[int, int, int] | None = None, plain: float = 0.0
) -> Face:
    """A card in the k-th place as the networks tell it alone: a face, and a number's colour, or that it may be none."""
    value, colour = (label[:-1], label[-1]) if label[-1] in "rbgo" else (label, "")
    faces = np.full(len(reader.labels.faces), (1 - sure) / (len(reader.labels.faces) - 1), np.float32)
    faces[reader.labels.faces.index(value)] = sure
    colours = np.full(len(reader.labels.colours), 0.004, np.float32)
    colours[reader.labels.colours.index(colour)] = 1 - plain
    colours[reader.labels.colours.index("")] += plain
    crop = np.full((132, 96, 4), 235, np.uint8)
    crop[..., 3] = 0
    numeral = np.ascontiguousarray(crop[..., :3])
    cv2.putText(numeral, value, (10, 100), cv2.FONT_HERSHEY_SIMPLEX, 2.5, ink or (20, 20, 22), 12)
    crop[..., :3] = numeral
    x, y = 140 + 150 * (k % 7), 200 + 220 * (k // 7)
    quad = np.array([[x, y], [x + 90, y], [x + 90, y + 126], [x, y + 126]], np.float32)
    chances = faces, colours / colours.sum()
    return reader.with_probabilities(any_face(quad=quad, chances=chances, printed=measure_print(crop)), chances)


def table_of(faces: list[Face], scores: list[float] | None = None, *, fits: tuple[bool, ...] = ()) -> CandidateSet:
    """Cards that lie side by side."""
    rows = zip(faces, scores or [0.9] * len(faces), fits or [True] * len(faces), strict=True)
    parts = np.zeros((100, 2), np.float32), np.zeros(100, np.float32)
    return CandidateSet(
        tuple(CardCandidate(CardOutline(f.quad, *parts, f.quad.mean(axis=0)), f, score, fits_plane=fit) for f, score, fit in rows)
    )


def scores_of(seen: CandidateSet) -> list[float]:
    """Return the score of each candidate."""
    return [each.score for each in seen.candidates]


def labels_of(judge: Judge, seen: CandidateSet) -> list[str]:
    """Return the judged label of each card."""
    return [face.candidates[0][0] for face in judge.judge(seen, SIZE).faces]


LABELS = ["3r", "7r", "5b", "9b", "2g", "11g", "4o", "8o", "x2", "-3"]


def dark_table(reader: FaceReader) -> list[Face]:
    """Every number looks black rather than coloured when it is seen alone."""
    return [face_of(reader, label, k, ink=DARK.get(label[-1]), plain=0.55 if label[-1] in DARK else 0.0) for k, label in enumerate(LABELS)]


def test_four_dark_inks_of_one_pack_are_told_apart_beside_each_other(reader: FaceReader, judge: Judge) -> None:
    faces = dark_table(reader)
    assert {face.candidates[0][0] for face in faces[:6]} == {"3", "7", "5", "9", "2", "11"}, "alone they have no colour"
    assert labels_of(judge, table_of(faces)) == LABELS


def test_black_print_stays_without_a_colour_beside_coloured_print(reader: FaceReader, judge: Judge) -> None:
    inks = {"r": (200, 30, 40), "b": (30, 70, 200), "o": (235, 130, 20)}
    labels = ["3r", "7r", "5b", "9b", "4o", "8o"]
    coloured = [face_of(reader, label, k, ink=inks[label[-1]]) for k, label in enumerate(labels)]
    black = [face_of(reader, value, 6 + k, plain=0.5) for k, value in enumerate(("2", "11", "13"))]
    assert labels_of(judge, table_of([*coloured, *black])) == [*labels, "2", "11", "13"]


def test_the_order_of_the_candidates_tells_nothing(reader: FaceReader, judge: Judge) -> None:
    faces = dark_table(reader)
    order = np.random.default_rng(3).permutation(len(faces)).tolist()
    first, other = judge.judge(table_of(faces), SIZE), judge.judge(table_of([faces[k] for k in order]), SIZE)
    for place, k in enumerate(order):
        assert other.faces[place].confidence == pytest.approx(first.faces[k].confidence, abs=1e-3)
        assert scores_of(other)[place] == pytest.approx(scores_of(first)[k], abs=1e-3)


def chance_of_a_card(reader: FaceReader, judge: Judge, *, sure: float, score: float, fits: bool = True) -> float:
    """How likely the judge takes one more outline on a dark table for a card, by the chance of its face, its score and its size."""
    faces = dark_table(reader)
    its = face_of(reader, "3r", 12, sure=sure, ink=DARK["r"])
    seen = table_of([*faces, its], [*[0.95] * len(faces), score], fits=(*[True] * len(faces), fits))
    return scores_of(judge.judge(seen, SIZE))[-1]


def test_a_doubtful_outline_with_a_doubtful_face_is_less_of_a_card(reader: FaceReader, judge: Judge) -> None:
    doubtful, sure_face, both = (chance_of_a_card(reader, judge, sure=p, score=q) for p, q in ((0.6, 0.3), (0.9, 0.3), (0.9, 0.6)))
    assert doubtful < sure_face < both
    assert both > 0.9


def test_a_doubtful_outline_of_another_size_is_less_of_a_card(reader: FaceReader, judge: Judge) -> None:
    fits, other = (chance_of_a_card(reader, judge, sure=0.6, score=0.3, fits=fits) for fits in (True, False))
    assert other < fits - 0.1


def test_a_doubtful_outline_of_another_size_with_a_doubtful_face_is_rather_no_card(reader: FaceReader, judge: Judge) -> None:
    """Of such outlines without a rival in the judge's tables 0 of 15 are cards."""
    assert chance_of_a_card(reader, judge, sure=0.6, score=0.3, fits=False) < 0.5


def test_more_candidates_than_are_judged_together(reader: FaceReader, judge: Judge) -> None:
    faces = [face_of(reader, "7r", k, ink=DARK["r"]) for k in range(MAX_CANDIDATES + 3)]
    other = face_of(reader, "5b", 0).unary.combined
    faces[-1] = replace(faces[-1], unary=UnaryScores(faces[-1].unary.combined, other, other))
    judged = judge.judge(table_of(faces), SIZE)
    assert judged.faces[-1].candidates[0][0] == "7r", "by all that is seen of it"
    assert len(judged.candidates) == MAX_CANDIDATES + 3
    assert scores_of(judged)[-1] == 0.9


def test_a_named_deck_restricts_faces_and_colours(reader: FaceReader) -> None:
    named = Judge(Network.load("judge", threads=1), reader, ["3r", "7r", "5b", "x2"])
    faces = [face_of(reader, label, k, sure=0.6, plain=0.9) for k, label in enumerate(("3r", "7r", "5b", "x2", "9g"))]
    for face in named.judge(table_of(faces), SIZE).faces:
        assert face.probabilities is not None
        assert reader.labels.colours[int(face.probabilities[1].argmax())] in {"r", "b"}
        assert [k for k, p in enumerate(face.probabilities[1]) if p > 1e-6] == [reader.labels.colours.index(colour) for colour in "rb"]
        assert {label for label, p in face.candidates if p > 0.01} <= {"3", "7", "5", "3r", "7r", "5r", "3b", "7b", "5b", "x2"}


class Undecided:
    """A judge's network that gives outlines the chances of being a card that it is told, and leaves all else as it is."""

    def __init__(self, *chances: float) -> None:
        self._chances = np.array(chances)

    def run_all(self, told: dict[str, np.ndarray[Any, Any]]) -> list[np.ndarray[Any, Any]]:
        return [told["faces"][:, :, 0], told["colours"][:, :, 0], np.log(self._chances / (1 - self._chances))[None]]


@pytest.mark.parametrize(
    ("chances", "joined"), [((0.4, 0.35, 0.3), (0.75, 0.35, 0.3)), ((0.2, 0.3, 0.9), (0.2, 0.5, 0.9)), ((0.9, 0.6, 0.2), (1.0, 0.6, 0.2))]
)
def test_the_best_of_rivals_gets_their_summed_probability(
    reader: FaceReader, chances: tuple[float, ...], joined: tuple[float, ...]
) -> None:
    """Two outlines overlap by more than a half; the third card lies elsewhere."""
    first, other = face_of(reader, "7r", 0), face_of(reader, "7r", 3)
    beside = replace(first, quad=first.quad + np.array([20, 0], np.float32))
    undecided = Judge(cast("Network", Undecided(*chances)), reader)
    assert scores_of(undecided.judge(table_of([first, beside, other]), SIZE)) == pytest.approx(joined, abs=1e-6)


def test_the_rival_that_is_read_more_surely_leads(reader: FaceReader) -> None:
    """The wrong outline seems a card a little more; the right one alone shows a clear face."""
    wrong, right = face_of(reader, "7r", 0, sure=0.5), face_of(reader, "7r", 0, sure=0.97)
    right = replace(right, quad=wrong.quad + np.array([20, 0], np.float32))
    undecided = Judge(cast("Network", Undecided(0.45, 0.4)), reader)
    assert scores_of(undecided.judge(table_of([wrong, right]), SIZE)) == pytest.approx((0.45, 0.85), abs=1e-6)


def test_no_candidate(judge: Judge) -> None:
    assert judge.judge(CandidateSet(), SIZE) == CandidateSet()
    assert judge.judge_colours(CandidateSet(), SIZE, []) == CandidateSet()


def test_judging_a_part_changes_only_the_colours(reader: FaceReader, judge: Judge) -> None:
    faces = dark_table(reader)
    first = replace(faces[0], unary=UnaryScores(*(face.unary.combined for face in faces[:3])))
    part = judge.judge_colours(table_of([first]), SIZE, faces[1:]).faces
    assert part[0].candidates[0][0] == "3r"
    assert np.array_equal(part[0].probabilities[0], first.unary.combined[0])


def test_without_a_judge_candidates_stay_as_they_are(reader: FaceReader) -> None:
    alone = table_of(dark_table(reader)[:2], [0.3, 0.3], fits=(True, False))
    assert Judge(None, reader).judge(alone, SIZE) is alone


def apart(reader: FaceReader, combined: str, whole: str, index: str, k: int, looks: list[float]) -> CandidateFeatures:
    """A card of which three different things are told."""
    alone = UnaryScores(*(face_of(reader, label, k).unary.combined for label in (combined, whole, index)))
    return CandidateFeatures(
        replace(face_of(reader, combined, k), unary=alone, features=np.array(looks, np.float32)), 1.0, 0.9, fits_plane=True
    )


def test_inputs_hold_combined_whole_and_index_predictions(reader: FaceReader) -> None:
    some = [apart(reader, "7r", "1r", "9r", 0, [1, 0]), apart(reader, "5b", "1r", "9b", 1, [0.6, 0.8])]
    evidence = judge_input(some, reader.labels, plane=True)
    assert evidence.faces.shape == (2, 3, FACES)
    told = [[reader.labels.faces[k] for k in row] for row in evidence.faces.argmax(axis=2).tolist()]
    assert told == [["7", "1", "9"], ["5", "1", "9"]], "together, as a whole, by its index"
    colours = [[reader.labels.colours[k] for k in row] for row in evidence.colours.argmax(axis=2).tolist()]
    assert colours == [["r", "r", "r"], ["b", "r", "b"]]
    same_face, same_index, alike = evidence.pairs[0, 1, 4:7].tolist()
    assert same_face < 0.01, "a 7 and a 5"
    assert same_index == pytest.approx(0.95**2, abs=0.01), "both indices say 9"
    assert alike == pytest.approx(0.6), "the cosine of their features"


def test_a_deck_restricts_all_three_predictions(reader: FaceReader) -> None:
    some = [apart(reader, "7r", "1r", "9r", 0, [1, 0]), apart(reader, "5b", "1r", "9b", 1, [0.6, 0.8])]
    whole = judge_input(some, reader.labels, plane=True)
    own = np.array([face in {"7", "5", "1"} for face in reader.labels.faces]), np.array([c in {"r", "b"} for c in reader.labels.colours])
    named = restrict_input(whole, *own, reader.labels)
    kept = own[0] | (np.arange(FACES) == reader.labels.unknown_index)
    assert (named.faces[..., ~kept] < -9).all(), "no look has a face that the deck lacks"
    assert np.exp(named.faces[..., kept]).sum(axis=-1) == pytest.approx(1, abs=1e-3)
    assert np.exp(named.colours[..., own[1]]).sum(axis=-1) == pytest.approx(1, abs=1e-3)
    assert named.pairs[0, 1, 5] == pytest.approx(1 / 4, abs=0.01), "without 9 each index may be any of four"
    assert np.array_equal(named.pairs[..., 6:], whole.pairs[..., 6:])


def test_pair_features_hold_which_card_lies_on_which(reader: FaceReader) -> None:
    quad = np.array([[0, 0], [60, 0], [60, 90], [0, 90]], np.float32)
    chances = np.full(FACES, 1 / FACES, np.float32), np.full(COLOURS, 1 / COLOURS, np.float32)
    first = CandidateFeatures(any_face(quad=quad, chances=chances), inside=1.0, score=0.9, fits_plane=True)
    some = [replace(first, face=replace(first.face, quad=quad + np.float32(30 * k)), covers=frozenset({k - 1} - {-1})) for k in range(3)]
    evidence = judge_input(some, reader.labels, plane=True)
    assert evidence.each.shape == (3, 44)
    assert evidence.pairs.shape == (3, 3, 15)
    assert evidence.pairs[1, 0, 10] == evidence.pairs[0, 1, 11] == 1, "the second lies on the first"
    assert evidence.pairs[0, 1, 10] == 0
    assert evidence.pairs[0, 1, 8] == pytest.approx(1 / 3, abs=0.01), "a third of the first lies in the second"
    assert np.isfinite(evidence.each).all()


def test_pair_features_hold_the_visibility_at_the_other_anchor(reader: FaceReader) -> None:
    quad = np.array([[0, 0], [60, 0], [60, 90], [0, 90]], np.float32)
    chances = np.full(FACES, 1 / FACES, np.float32), np.full(COLOURS, 1 / COLOURS, np.float32)
    first = CandidateFeatures(any_face(quad=quad, chances=chances), inside=1.0, score=0.9, fits_plane=True)
    seen = np.array([[0.9, 0.8, 0.1], [0.3, 0.7, 0.2], [0.0, 0.6, 0.5]])
    some = [replace(first, visibility=np.append(row, np.ones(40))) for row in seen]  # More candidates were looked at than are judged.
    earlier = replace(first, face=replace(first.face, quad=quad + np.float32(200)))
    evidence = judge_input([*some, earlier], reader.labels, plane=True)
    own, where = evidence.each[:, 37], evidence.pairs[..., 13]
    assert own == pytest.approx([0.9, 0.7, 0.5, 1.0])
    assert where[:3, :3] == pytest.approx(seen * (1 - np.eye(3)))
    assert where[3] == pytest.approx(0)
    assert np.array_equal(evidence.pairs[..., 14], where.T)
