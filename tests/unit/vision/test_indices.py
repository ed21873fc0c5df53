"""Which corners are read for a card's index, and how they join what the whole card tells. The network is a stand-in."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.vision import rectify
from numero_cam.vision.faces import IndexReader

if TYPE_CHECKING:
    from numero_cam.base.onnx import Network

FACES = 3


class Brightness:
    """Says of a corner how red it is, as the logit of the first face; the colours stay equal."""

    about: ClassVar[Mapping[str, Any]] = {"calibration": {"face_shares": [1.0, 2.0], "colour_shares": [0.5, 1.0]}}

    def run(self, batch: NDArray[np.uint8]) -> NDArray[np.float32]:
        out = np.zeros((len(batch), FACES + 2), np.float32)
        out[:, 0] = batch[..., 0].mean(axis=(1, 2))
        return out


def card(top: int, bottom: int) -> NDArray[np.uint8]:
    """A crop whose top left and bottom right corners have a brightness."""
    crop = np.zeros((rectify.FACE_HEIGHT, rectify.FACE_WIDTH, 4), np.uint8)
    crop[: rectify.INDEX_HEIGHT, : rectify.INDEX_WIDTH, :3] = top
    crop[-rectify.INDEX_HEIGHT :, -rectify.INDEX_WIDTH :, :3] = bottom
    return crop


def covered(crop: NDArray[np.uint8], *, top: bool, share: float) -> NDArray[np.uint8]:
    rows = round(rectify.INDEX_HEIGHT * share)
    crop[:rows, :, 3] = 255 * top
    crop[crop.shape[0] - rows :, :, 3] = 255 * (not top)
    return crop


@pytest.fixture
def reader() -> IndexReader:
    return IndexReader(cast("Network", Brightness()))


def test_the_second_corner_is_read_upright() -> None:
    crop = np.random.default_rng(1).integers(0, 256, (rectify.FACE_HEIGHT, rectify.FACE_WIDTH, 4), dtype=np.uint8)
    first, second = rectify.index_crops(crop)
    assert (first == crop[: rectify.INDEX_HEIGHT, : rectify.INDEX_WIDTH]).all()
    assert (rectify.index_crops(crop[::-1, ::-1])[0] == second).all()


def test_both_corners_in_view_are_read(reader: IndexReader) -> None:
    (index,) = reader.read([card(10, 30)])
    assert index is not None
    assert index[0] == 20


def test_a_hidden_corner_is_not_read(reader: IndexReader) -> None:
    lower, upper = reader.read([covered(card(10, 30), top=top, share=0.6) for top in (True, False)])
    assert lower is not None
    assert upper is not None
    assert (lower[0], upper[0]) == (30, 10)


def test_a_card_without_visible_corners_has_no_index_logits(reader: IndexReader) -> None:
    crop = card(10, 30)
    crop[..., 3] = 255
    assert reader.read([crop, card(1, 1)])[0] is None
    assert reader.read([]) == []


def test_card_and_index_logits_are_combined_by_their_weights(reader: IndexReader) -> None:
    faces, colours = reader.combined(np.arange(6, dtype=np.float32), np.ones(5, np.float32), FACES)
    assert faces.tolist() == [2, 3, 4]
    assert colours.tolist() == [2.5, 3]
