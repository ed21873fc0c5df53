"""Crops and their target maps stay true however they are turned and mirrored."""

import cv2
import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from numero_cam.base import geometry
from numero_cam.vision import rectify
from numero_cam.vision.detector import OFFSET_UNIT, STRIDE
from tests.detector_targets import make_targets
from workshop import crop_batch, detector_crops, target_maps, targets
from workshop.stream import SampleRing


def records(count: int) -> np.ndarray:
    """Crops with up to nine cards of all sizes over each other."""
    rng = np.random.default_rng(3)
    out = np.zeros(count, detector_crops.STORED)
    for k in range(count):
        quads, owner = [], np.full((detector_crops.CELLS, detector_crops.CELLS), -1, np.int64)
        for i in range(k % 10):
            side = float(rng.uniform(16, 110))
            quad = cv2.boxPoints((tuple(rng.uniform(0, 224, 2)), (side, 1.4 * side), float(rng.uniform(0, 360)))).astype(np.float32)
            cells = np.zeros(owner.shape, np.uint8)
            cv2.fillConvexPoly(cells, np.round(quad / 4).astype(np.int32), 1)
            owner[cells > 0] = i
            quads.append(np.roll(quad, rng.integers(4), axis=0))
        picture = rng.integers(0, 256, (224, 224, 3), np.uint8)
        out[k] = detector_crops.stored_crop(picture, owner, np.array(quads, np.float32).reshape(-1, 4, 2))
    return out


def test_the_maps_of_a_batch_are_those_of_its_crops_one_by_one() -> None:
    some = records(20)
    shape, owner = torch.from_numpy(some["shape"].copy()).float(), torch.from_numpy(some["owner"].copy()).long()
    maps = target_maps.target_maps(shape, owner, torch.from_numpy(some["quads"].copy()), mirrored=False)
    for k, one in enumerate(some):
        wanted = make_targets(one["shape"].astype(np.float32), one["owner"].astype(np.int64), one["quads"][: int(one["cards"])])
        assert np.abs(maps[k].numpy() - wanted).max() < 1e-4


def test_a_batch_is_of_crops_that_were_put_in_last() -> None:
    ring = SampleRing(detector_crops.STORED, 16, torch.device("cpu"))
    some = records(20)
    some["picture"][:4] = 0  # these four make room
    ring.put(some[:10])
    ring.put(some[10:])
    assert len(ring) == 16
    taken = ring.take(32)
    assert int(taken["picture"].amax((1, 2, 3)).min()) > 0
    pictures, maps = crop_batch.detector_batch(taken)
    assert pictures.shape == (32, 3, detector_crops.CROP, detector_crops.CROP)
    assert maps.shape == (32, targets.CHANNELS, detector_crops.CELLS, detector_crops.CELLS)
    assert 0 <= float(pictures.min()) < float(pictures.max()) <= 255


def record() -> np.ndarray:
    """One card of 60 x 84 pixels, brighter at its own upper left."""
    quad = np.array([[60, 50], [120, 60], [106, 143], [46, 133]], np.float32)
    picture = np.zeros((detector_crops.CROP, detector_crops.CROP, 3), np.uint8)
    cv2.fillConvexPoly(picture, np.round(quad).astype(np.int32), (200, 200, 200))
    owner = np.where(picture[1::4, 1::4, 0] > 0, 0, -1).astype(np.int64)
    return detector_crops.stored_crop(picture, owner, quad[None])


def turned(stored: np.ndarray, quarters: int, *, mirrored: bool) -> tuple[np.ndarray, np.ndarray]:
    """A crop turned by quarters and mirrored: picture ``(CROP, CROP, 3)`` and target map ``(26, CELLS, CELLS)``."""
    picture = torch.from_numpy(stored["picture"].transpose(2, 0, 1).copy())[None].float()
    shape, owner = torch.from_numpy(stored["shape"].astype(np.float32))[None], torch.from_numpy(stored["owner"].astype(np.int64))[None]
    pictures, maps = crop_batch.turned_batch(picture, shape, owner, torch.from_numpy(stored["quads"])[None], quarters, mirrored=mirrored)
    return pictures[0].numpy().transpose(1, 2, 0).astype(np.uint8), maps[0].numpy()


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("quarters", range(4))
def test_every_cell_of_a_turned_crop_points_at_the_corners(quarters: int, mirrored: bool) -> None:
    picture, target = turned(record(), quarters, mirrored=mirrored)
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
    picture, target = turned(stored, quarters, mirrored=mirrored)
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
