"""Indices are read on covered cards and on cards whose face is unsure; the networks are stand-ins."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.vision.faces import JITTER_SHARE, SURE_PROBABILITY, FaceReader, IndexReader, Quad, jittered_quads
from numero_cam.vision.rectify import Pyramid
from tests.looks import face_of

if TYPE_CHECKING:
    from numero_cam.base.onnx import Network

CARD = np.array([[20, 20], [83, 20], [83, 108], [20, 108]], np.float32)
ABOVE = CARD + np.array([40, 0], np.float32)


@dataclass
class Says:
    """A face network that is as sure of a 5 as it is told, else a 3, and never sees one upside down."""

    sure: float
    red: float = 5.0
    about: dict[str, Any] = field(
        default_factory=lambda: {
            "labels": {"faces": ["3", "5", "unknown"], "colours": ["r", "b"], "unknown": "unknown"},
            "calibration": {"face_temperature": 1.0, "colour_temperature": 1.0},
        }
    )

    def run_with_features(self, batch: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        row = [*np.log([1 - self.sure, self.sure, 1e-9]), self.red, 0.0, -9.0]
        return np.array([row] * len(batch), np.float32), np.ones((len(batch), 4), np.float32)


@dataclass
class Index:
    """An index network that surely sees a 3, and notes how many corners it was shown."""

    shown: int = 0
    about: dict[str, Any] = field(default_factory=lambda: {"calibration": {"face_shares": [1.0, 1.0], "colour_shares": [1.0, 1.0]}})

    def run(self, batch: NDArray[np.uint8]) -> NDArray[np.float32]:
        self.shown += len(batch)
        return np.array([[20.0, 0, 0, 0, 0]] * len(batch), np.float32)


@pytest.mark.parametrize(
    ("sure", "above", "label", "corners"),
    [((1 + SURE_PROBABILITY) / 2, [], "5r", 0), (SURE_PROBABILITY - 0.05, [], "3r", 2), ((1 + SURE_PROBABILITY) / 2, [ABOVE], "3r", 1)],
    ids=["sure and open", "unsure", "covered"],
)
def test_indices_are_read_where_the_face_is_not_sure(sure: float, above: list[Quad], label: str, corners: int) -> None:
    index = Index()
    reader = FaceReader(cast("Network", Says(sure)), IndexReader(cast("Network", index)))
    (face,) = reader.read(Pyramid(np.full((160, 160, 3), 200, np.uint8)), [CARD], [above])
    assert (face.candidates[0][0], index.shown) == (label, corners)
    combined, whole, index_only = (p[0] for p in face.unary)
    assert whole == pytest.approx([1 - sure, sure, 0], abs=1e-3), "the card as a whole, whatever its index says"
    assert index_only == pytest.approx([1, 0, 0] if corners else [1 / 3] * 3, abs=1e-3), "uniform where no index was read"
    assert np.array_equal(combined, face.probabilities[0])
    assert (combined[0] > 0.5) == bool(corners)


@dataclass
class NoFace(Says):
    """A face network that sees no face of the game for the most part."""

    def run_with_features(self, batch: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        row = [*np.log([0.1, 0.3, 0.6]), 5.0, 0.0, -9.0]
        return np.array([row] * len(batch), np.float32), np.ones((len(batch), 4), np.float32)


@pytest.mark.parametrize(("above", "label"), [([], ""), ([ABOVE], "3r")], ids=["open", "covered"])
def test_a_sign_in_the_corner_of_an_open_card_without_a_face_makes_none(above: list[Quad], label: str) -> None:
    reader = FaceReader(cast("Network", NoFace(0.0)), IndexReader(cast("Network", Index())))
    (face,) = reader.read(Pyramid(np.zeros((128, 128, 3), np.uint8)), [CARD], [above])
    assert (face.best if face.unknown < 0.5 else "") == label


def test_jittered_outlines_lie_around_the_card() -> None:
    around = np.stack(jittered_quads(CARD))
    sides = np.array([63, 88])
    assert np.abs(around - CARD).max() <= 1.5 * JITTER_SHARE * sides.max()
    assert all(np.abs(quad - CARD).max() > JITTER_SHARE * sides.min() for quad in around)
    assert np.abs((around[0] - CARD).mean(axis=0) + (around[1] - CARD).mean(axis=0)).max() < 1e-3, "to opposite sides"


@pytest.mark.parametrize(("red", "labels"), [(5.0, ["5r"]), (0.0, ["5", "5b", "5r"])], ids=["red", "red or blue"])
def test_a_number_of_unsure_colour_is_named_without_colour_first(red: float, labels: list[str]) -> None:
    reader = FaceReader(cast("Network", Says(0.99, red)), IndexReader(cast("Network", Index())))
    (face,) = reader.read(Pyramid(np.full((160, 160, 3), 200, np.uint8)), [CARD], [[]])
    assert sorted(label for label, chance in face.candidates if chance > 0.1) == sorted(labels)
    assert face.candidates[0][0] == labels[0]
    assert face.confidence == pytest.approx(0.985, abs=0.01)


@pytest.mark.parametrize(
    ("candidates", "shown"),
    [
        ([], 0.0),
        ([("x3", 0.6), ("x2", 0.3)], 0.6),
        ([("10c", 0.51), ("10s", 0.48), ("9c", 0.01)], 0.99),
        ([("10", 0.9), ("10c", 0.4), ("10s", 0.4)], 0.9),
        ([("10s", 0.51), ("10c", 0.2), ("10", 0.1)], 0.81),
        ([("5r", 0.5), ("-5", 0.3), ("15r", 0.1)], 0.5),
        ([("1", 0.5), ("1/10", 0.3)], 0.5),
    ],
    ids=["none", "a wild card", "a number in two suits", "a number without a colour", "further colours", "other numbers", "a fraction"],
)
def test_value_confidence_sums_all_colours(candidates: list[tuple[str, float]], shown: float) -> None:
    assert face_of(tuple(candidates)).value_confidence == pytest.approx(shown)


def test_without_cards_the_network_does_not_run() -> None:
    reader = FaceReader(cast("Network", Says(0.5)), IndexReader(cast("Network", Index())))
    assert reader.read(Pyramid(np.zeros((8, 8, 3), np.uint8)), [], []) == []


@dataclass
class Turns:
    """A face network that reads a crop dark above as told first, any other as told second: chance of a 6 (else 9), logit of a turn."""

    above: tuple[float, float]
    below: tuple[float, float]
    about: dict[str, Any] = field(
        default_factory=lambda: {
            "labels": {"faces": ["6", "9", "unknown"], "colours": ["r", "b"], "unknown": "unknown"},
            "calibration": {"face_temperature": 1.0, "colour_temperature": 1.0},
        }
    )

    def run_with_features(self, batch: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        told = [self.above if crop[:66, :, :3].mean() < crop[66:, :, :3].mean() else self.below for crop in batch]
        rows = [[*np.log([six, 1 - six, 1e-9]), 5.0, 0.0, turned] for six, turned in told]
        return np.array(rows, np.float32), np.ones((len(batch), 4), np.float32)


@pytest.mark.parametrize(
    ("above", "below", "turned"),
    [
        ((0.999, -5.0), (0.01, 4.0), False),
        ((0.01, 4.0), (0.999, -5.0), True),
        ((0.999, -2.0), (0.5, -2.5), False),
        ((0.5, -2.5), (0.999, -2.0), True),
    ],
    ids=["upright", "on its head", "the turn is doubtful, the face is not", "the same, on its head"],
)
def test_which_way_up_a_six_lies(above: tuple[float, float], below: tuple[float, float], turned: bool) -> None:
    picture = np.full((160, 160, 3), 200, np.uint8)
    picture[:64] = 60
    reader = FaceReader(cast("Network", Turns(above, below)), IndexReader(cast("Network", Index())))
    (face,) = reader.read(Pyramid(picture), [CARD], [[]])
    assert face.quad.tolist() == (np.roll(CARD, -2, axis=0) if turned else CARD).tolist()
