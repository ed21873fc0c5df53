"""The detector's looks at pictures of every size. The network is a stand-in."""

from typing import TYPE_CHECKING, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.base.records import Detection
from numero_cam.vision import detector
from numero_cam.vision.detector import COARSER_SCALES, SIDE_MULTIPLE, Detector, merge_detections
from numero_cam.vision.rectify import Pyramid

if TYPE_CHECKING:
    from numero_cam.base.onnx import Network


class Nothing:
    """A network that sees no card, and notes the sizes of its pictures."""

    def __init__(self) -> None:
        self.sizes: list[tuple[int, ...]] = []

    def run(self, batch: NDArray[np.uint8]) -> NDArray[np.float32]:
        self.sizes.append(batch.shape[1:3])
        height, width = (side // detector.STRIDE for side in batch.shape[1:3])
        return np.full((1, detector.CHANNELS, height, width), -9.0, np.float32)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 1), (1, 3000), (5000, 2), (33, 7), (640, 480)])
def test_a_picture_of_any_size_is_searched_at_three_scales(width: int, height: int) -> None:
    network = Nothing()
    found = Detector(cast("Network", network)).find(Pyramid(np.zeros((height, width, 3), np.uint8)))
    assert found == []
    assert len(network.sizes) == 1 + len(COARSER_SCALES)
    assert all(side % SIDE_MULTIPLE == 0 for size in network.sizes for side in size)


class Telling:
    """A network that tells these cards of a picture of `SIDE` pixels, a list for each look; each at a cell of its own."""

    def __init__(self, *looks: list[Detection]) -> None:
        self._looks = looks
        self.looks = 0

    def run(self, batch: NDArray[np.uint8]) -> NDArray[np.float32]:
        out = np.full((1, detector.CHANNELS, *(side // detector.STRIDE for side in batch.shape[1:3])), -9.0, np.float32)
        scale = batch.shape[1] / SIDE
        for place, one in enumerate(self._looks[self.looks] if self.looks < len(self._looks) else []):
            row, column = 4 * place, 0
            middle = detector.cell_centres(np.array([row]), np.array([column]))
            out[0, detector.INDEX_CHANNEL if one.by_index else 0, row, column] = np.log(one.score / (1 - one.score))
            out[0, 3:11, row, column] = (((one.corners + 0.5) * scale - 0.5 - middle) / detector.OFFSET_UNIT).ravel()
        self.looks += 1
        return out


SIDE = 576  #: Of the picture and of the network's input: the first look sees the picture as it is.


def find(network: Telling) -> list[Detection]:
    return Detector(cast("Network", network), long_side=SIDE).find(Pyramid(np.zeros((SIDE, SIDE, 3), np.uint8)))


def scores(*looks: list[Detection]) -> list[float]:
    return [round(one.score, 3) for one in find(Telling(*looks))]


def card(x: float, score: float, *, by_index: bool = False) -> Detection:
    at = np.array([x + 30, 42], np.float32)
    return Detection(np.array([[x, 0], [x + 60, 0], [x + 60, 84], [x, 84]], np.float32), score, at, by_index)


def test_the_better_outline_of_two_scales_is_kept() -> None:
    assert scores([card(0, 0.6)], [card(4, 0.8)]) == [0.8]
    assert scores([card(0, 0.9)], [card(4, 0.8)]) == [0.9]


def test_different_outlines_stay_with_the_highest_score_first() -> None:
    near = [card(0, 0.5), card(12, 0.7)]
    assert scores(near[:1], near[1:]) == scores(near[1:], near[:1]) == [0.7, 0.5]
    assert scores(near, []) == [0.7, 0.5]
    assert scores([], near) == [0.7, 0.5]
    assert scores([card(200, 0.6)], near) == [0.7, 0.6, 0.5]


@pytest.mark.parametrize("divisor", [2, 4])
def test_cards_that_fill_little_of_a_picture_are_looked_at_again(divisor: int) -> None:
    """The cards lie at the top left of a picture of so many times the input's side; the second look sees the part that holds them."""
    side = divisor * SIDE
    sizes: list[tuple[int, ...]] = []

    class Closer(Telling):
        def run(self, batch: NDArray[np.uint8]) -> NDArray[np.float32]:
            sizes.append(batch.shape[1:3])
            return super().run(batch)

    network = Closer([card(0, 0.6)], [card(0, 0.9)])
    found = Detector(cast("Network", network), long_side=SIDE).find(Pyramid(np.zeros((side, side, 3), np.uint8)))
    assert [round(one.score, 3) for one in found] == [0.9]
    assert found[0].corners.max() < 90 * divisor, "in pixels of the whole picture"
    assert network.looks > 2
    assert max(sizes[1]) < max(sizes[0])


def test_cards_found_by_an_index_come_last_and_are_marked() -> None:
    found = find(Telling([card(0, 0.3), card(200, 0.9, by_index=True), card(400, 0.5)]))
    assert [(round(one.score, 3), one.by_index) for one in found] == [(0.5, False), (0.3, False), (0.9, True)]


def test_detections_below_the_minimum_score_are_dropped() -> None:
    network = Telling([card(0, 0.14), card(200, 0.16), card(400, 0.14, by_index=True)])
    assert [round(one.score, 3) for one in find(network)] == [0.16]


def test_detections_in_a_part_are_in_pixels_of_the_whole_picture() -> None:
    whole = Pyramid(np.zeros((SIDE, SIDE, 3), np.uint8))
    network = cast("Network", Telling([card(0, 0.9)]))
    (found,) = Detector(network, long_side=SIDE).find_in(whole, (100, 0, SIDE, SIDE))
    assert np.allclose(found.corners, card(100, 0.9).corners, atol=0.5)
    assert found.anchor.tolist() == [101.5, 1.5], "the middle of the part's first cell"


def test_merged_detections_have_no_doubles_and_the_highest_score_first() -> None:
    parts = [card(0, 0.5), card(200, 0.7)], [card(3, 0.6), card(400, 0.9, by_index=True)]
    told = merge_detections([list(part) for part in parts], 0.8)
    assert [one.score for one in told] == [0.7, 0.6, 0.9]
