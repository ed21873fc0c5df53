"""Target maps of a batch are those of its crops one by one."""

import cv2
import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from workshop import crop_ring, detector_crops, detector_data, targets


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


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("quarters", range(4))
def test_a_batch_is_turned_as_its_crops_are(quarters: int, mirrored: bool) -> None:
    some = records(20)
    pictures = torch.from_numpy(some["picture"].transpose(0, 3, 1, 2).copy()).float()
    shape, owner = torch.from_numpy(some["shape"].copy()).float(), torch.from_numpy(some["owner"].copy()).long()
    turned, maps = crop_ring.turned_batch(pictures, shape, owner, torch.from_numpy(some["quads"].copy()), quarters, mirrored=mirrored)
    for k, record in enumerate(some):
        picture, wanted = detector_data.turned(record, quarters, mirrored=mirrored)
        assert np.array_equal(turned[k].numpy().transpose(1, 2, 0).astype(np.uint8), picture)
        assert np.abs(maps[k].numpy() - wanted).max() < 1e-4, [
            channel for channel in range(targets.CHANNELS) if np.abs(maps[k, channel].numpy() - wanted[channel]).max() >= 1e-4
        ]


def test_the_ring_gives_what_was_put_in_last() -> None:
    some = records(20)
    ring = crop_ring.CropRing(16, torch.device("cpu"))
    ring.put(some[:10])
    ring.put(some[10:])
    assert len(ring) == 16
    pictures, maps = ring.take(32)
    assert pictures.shape == (32, 3, detector_crops.CROP, detector_crops.CROP)
    assert maps.shape == (32, targets.CHANNELS, detector_crops.CELLS, detector_crops.CELLS)
    assert 0 <= float(pictures.min()) < float(pictures.max()) <= 255
