"""Crops drawn without a scene are as a scene's would be: the card in its place, what hides it in the fourth channel."""

import numpy as np
import pytest

from numero_cam.workshop import crops, drawn, tones

TEXTURE = np.dstack([np.full((120, 86, 3), 250, np.uint8), np.full((120, 86), 255, np.uint8)])
INSIDE = np.s_[46:106, 30:82]


@pytest.mark.parametrize("seed", range(20))
def test_a_card_alone_fills_its_place_and_nothing_hides_it(seed: int) -> None:
    crop = drawn._crop(np.random.default_rng(seed), TEXTURE, None)
    assert crop.shape == (crops.HEIGHT, crops.WIDTH, 4)
    assert crop[INSIDE][..., :3].min() > 240
    assert not crop[..., 3].any()


@pytest.mark.parametrize("seed", range(20))
def test_what_covers_a_card_is_marked(seed: int) -> None:
    dark = TEXTURE.copy()
    dark[..., :3] = 10
    crop = drawn._crop(np.random.default_rng(seed), TEXTURE, dark)
    covered, card = crop[INSIDE][..., 3] > 0, crop[INSIDE][..., 0]
    if covered.any():
        assert np.median(card[covered]) < 60
    if (~covered).any():
        assert np.median(card[~covered]) > 150


def test_one_seed_gives_one_light() -> None:
    picture = np.random.default_rng(1).integers(0, 256, (40, 30, 3), dtype=np.uint8)
    for change in (tones.relight, tones.glare, tones.compress):
        first, second = (change(np.random.default_rng(5), picture) for _ in range(2))
        assert first.dtype == np.uint8
        assert np.array_equal(first, second)
    assert tones.grain(np.random.default_rng(5), picture, 10).shape == picture.shape
    assert tones.coarsen(np.random.default_rng(5), picture, 0.3).shape == picture.shape
