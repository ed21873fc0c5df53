"""Crops made anew by chance keep the form of what is printed."""

import numpy as np
import pytest
from numpy.typing import NDArray

from workshop import randomise

Picture = NDArray[np.uint8]


def numeral() -> Picture:
    """A dark red bar on a pale blue stock, ``(132, 96, 3)``."""
    out = np.full((132, 96, 3), (190, 200, 225), np.uint8)
    out[30:100, 40:56] = (130, 50, 50)
    return out


def edge(picture: Picture) -> float:
    """How much the middle of the bar differs from the stock beside it, in deviations of the whole picture."""
    bar, stock = picture[40:90, 44:52].reshape(-1, 3).mean(0), picture[40:90, 10:30].reshape(-1, 3).mean(0)
    return float(np.abs(bar - stock).max() / (picture.std() + 1))


@pytest.mark.parametrize("seed", range(12))
def test_the_same_chance_gives_the_same_crop_and_the_print_stays_visible(seed: int) -> None:
    crops = [randomise.randomised(np.random.default_rng(seed), numeral()) for _ in range(2)]
    assert crops[0][1] == crops[1][1]
    assert np.array_equal(crops[0][0], crops[1][0])
    assert crops[0][0].shape == (132, 96, 3)
    assert crops[0][0].dtype == np.uint8
    assert edge(crops[0][0]) > 0.8


def test_crops_differ_and_few_lose_their_colours() -> None:
    crops = [randomise.randomised(np.random.default_rng(seed), numeral()) for seed in range(300)]
    assert len({picture.tobytes() for picture, _ in crops}) > 120
    assert 0.05 < np.mean([not coloured for _, coloured in crops]) < 0.2


def test_a_convolution_makes_colours_anew_and_leaves_the_edges() -> None:
    pictures = [randomise.convolved(np.random.default_rng(seed), numeral()) for seed in range(40)]
    hues = {tuple(np.argsort(picture[60, 48].astype(int) - picture[60, 20].astype(int))) for picture in pictures}
    assert len(hues) > 3
    assert np.median([edge(picture) for picture in pictures]) > 1
    assert max(picture[40:90, 44:52].std(axis=(0, 1)).max() for picture in pictures) < 1  # no noise


@pytest.mark.parametrize("axis", [0, 1])
def test_a_bent_print_stays_near_its_place(axis: int) -> None:
    edges = []
    for seed in range(60):
        dark = randomise.warped(np.random.default_rng(seed), numeral())[..., 0] < 160
        edges.append(int(np.argmax(dark[:, 48] if axis == 0 else dark[65])) - (30 if axis == 0 else 40))
    assert np.std(edges) > 0.5
    assert np.abs(edges).max() <= 10


def test_light_and_dark_change_places_and_hues_stay() -> None:
    before = numeral().astype(int)
    after = randomise.inverted(numeral()).astype(int)
    assert after[60, 48].mean() > after[60, 20].mean()
    for channel in (0, 2):
        assert np.array_equal(after[..., channel] - after[..., 1], before[..., channel] - before[..., 1])
    assert np.abs(randomise.inverted(after.astype(np.uint8)).astype(int) - before).max() <= 1


def test_what_hides_a_card_moves_with_it() -> None:
    crop = np.dstack([numeral(), numeral()[..., 0]])
    moved = randomise.warped(np.random.default_rng(3), crop)
    assert np.array_equal(moved[..., 0], moved[..., 3])
    assert not np.array_equal(moved, crop)


def test_a_pattern_lies_over_the_print_and_leaves_it_darker_than_the_stock() -> None:
    for seed in range(20):
        picture = randomise.patterned(np.random.default_rng(seed), numeral())
        assert picture[:, 10:30].std(axis=(0, 1)).max() > 1
        assert picture[40:90, 44:52].mean() < picture[40:90, 10:30].mean()
