"""Stored crops stay true however they are turned and mirrored."""

import cv2
import numpy as np
import pytest

pytest.importorskip("torch")

from numero_cam.base import geometry
from numero_cam.vision import rectify
from numero_cam.vision.detector import OFFSET_UNIT, STRIDE
from workshop import detector_crops, detector_data, targets


def record() -> np.ndarray:
    """One card of 60 x 84 pixels, brighter at its own upper left."""
    quad = np.array([[60, 50], [120, 60], [106, 143], [46, 133]], np.float32)
    picture = np.zeros((detector_crops.CROP, detector_crops.CROP, 3), np.uint8)
    cv2.fillConvexPoly(picture, np.round(quad).astype(np.int32), (200, 200, 200))
    owner = np.where(picture[1::4, 1::4, 0] > 0, 0, -1).astype(np.int64)
    return detector_crops.stored_crop(picture, owner, quad[None])


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("quarters", range(4))
def test_every_cell_of_a_turned_crop_points_at_the_corners(quarters: int, mirrored: bool) -> None:
    picture, target = detector_data.turned(record(), quarters, mirrored=mirrored)
    seen = target[targets.SEEN] > 0
    assert (seen == (picture[1::4, 1::4, 0] > 0)).mean() > 0.99
    rows, columns = np.nonzero(target[targets.WEIGHT])
    offsets = target[targets.OFFSETS : targets.OFFSETS + 8, rows, columns].T.reshape(-1, 4, 2) * OFFSET_UNIT
    corners = offsets + (np.stack([columns, rows], axis=1) * STRIDE + (STRIDE - 1) / 2)[:, None]
    assert np.ptp(corners, axis=0).max() < 1e-2
    found = corners[0].astype(np.float32)
    assert geometry.area(found) > 0
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(found).astype(np.int32), 1)
    assert ((mask > 0) == (picture[..., 0] > 0)).mean() > 0.995


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("quarters", range(4))
def test_indices_turn_with_the_crop(quarters: int, mirrored: bool) -> None:
    """A mark printed where the card has its index lies under the peak, however the crop is turned."""
    stored = record()
    for x, y in rectify.index_centres(stored["quads"][:1])[0]:
        cv2.circle(stored["picture"], (round(x), round(y)), 2, (255, 0, 0), -1)
    picture, target = detector_data.turned(stored, quarters, mirrored=mirrored)
    rows, columns = np.nonzero(target[targets.INDEX] > 0.999)
    assert len(rows) == 2
    marks = np.stack(np.nonzero((picture[..., 0] == 255) & (picture[..., 1] == 0)), axis=1)
    for row, column in zip(rows, columns, strict=True):
        assert np.linalg.norm(marks - (np.array([row, column]) * STRIDE + 1.5), axis=1).min() < STRIDE


def test_cards_that_are_not_seen_are_not_kept() -> None:
    quads = np.array([[[60, 50], [120, 50], [120, 130], [60, 130]]] * 3, np.float32)
    owner = np.full((detector_crops.CELLS, detector_crops.CELLS), -1, np.int64)
    owner[15:25, 18:28] = 2
    kept = detector_crops.stored_crop(np.zeros((detector_crops.CROP, detector_crops.CROP, 3), np.uint8), owner, quads)
    assert kept["cards"] == 1
    assert set(np.unique(kept["owner"])) == {-1, 0}
