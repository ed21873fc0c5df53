"""The detector's looks at pictures of every size. The network is a stand-in."""

from typing import TYPE_CHECKING, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.base.records import Detection
from numero_cam.detect import decode
from numero_cam.detect.detector import COARSER, MULTIPLE, Detector
from numero_cam.extract.rectify import Pyramid

if TYPE_CHECKING:
    from numero_cam.base.onnx import Network


class Nothing:
    """A network that sees no card, and notes the sizes of its pictures."""

    def __init__(self) -> None:
        self.sizes: list[tuple[int, ...]] = []

    def run(self, batch: NDArray[np.uint8]) -> NDArray[np.float32]:
        self.sizes.append(batch.shape[1:3])
        height, width = (side // decode.STRIDE for side in batch.shape[1:3])
        return np.full((1, decode.CHANNELS, height, width), -9.0, np.float32)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 1), (1, 3000), (5000, 2), (33, 7), (640, 480)])
def test_a_picture_of_any_size_is_looked_at_at_three_sizes(width: int, height: int) -> None:
    network = Nothing()
    found = Detector(cast("Network", network)).find(Pyramid(np.zeros((height, width, 3), np.uint8)))
    assert found.cards == []
    assert found.votes.quads.shape == (0, 4, 2)
    assert len(network.sizes) == 1 + len(COARSER)
    assert all(side % MULTIPLE == 0 for size in network.sizes for side in size)


class Telling:
    """A network that tells these cards of a picture of `SIDE` pixels, a list for each look; each at a cell of its own."""

    def __init__(self, *looks: list[Detection]) -> None:
        self._looks = looks
        self.looks = 0

    def run(self, batch: NDArray[np.uint8]) -> NDArray[np.float32]:
        out = np.full((1, decode.CHANNELS, *(side // decode.STRIDE for side in batch.shape[1:3])), -9.0, np.float32)
        scale = batch.shape[1] / SIDE
        for place, one in enumerate(self._looks[self.looks] if self.looks < len(self._looks) else []):
            row, column = 4 * place, 0
            middle = decode.centres(np.array([row]), np.array([column]))
            out[0, 0, row, column] = np.log(one.score / (1 - one.score))
            out[0, 3:11, row, column] = (((one.corners + 0.5) * scale - 0.5 - middle) / decode.OFFSET_UNIT).ravel()
        self.looks += 1
        return out


SIDE = 576
"""Of the picture and of the network's input: the first look sees the picture as it is."""
UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


def find(network: Telling) -> list[Detection]:
    return Detector(cast("Network", network), long_side=SIDE).find(Pyramid(np.zeros((SIDE, SIDE, 3), np.uint8))).cards


def scores(*looks: list[Detection]) -> list[float]:
    return [round(one.score, 3) for one in find(Telling(*looks))]


def card(x: float, score: float) -> Detection:
    return Detection(np.array([[x, 0], [x + 60, 0], [x + 60, 84], [x, 84]], np.float32), score)


def test_of_a_card_that_both_looks_tell_the_surer_outline_is_kept() -> None:
    assert scores([card(0, 0.6)], [card(4, 0.8)]) == [0.8]
    assert scores([card(0, 0.9)], [card(4, 0.8)]) == [0.9]


def test_outlines_of_one_look_stay_and_come_the_surest_first() -> None:
    near = [card(0, 0.5), card(12, 0.7)]
    assert scores(near, []) == [0.7, 0.5]
    assert scores([], near) == [0.7, 0.5]
    assert scores([card(200, 0.6)], near) == [0.7, 0.6, 0.5]
