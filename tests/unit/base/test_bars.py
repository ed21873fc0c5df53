"""Black bars around a photo are cut before it is read; what was read has the coordinates of the whole."""

import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.base.bars import MAX_BAR_LEVEL, MIN_BAR_SHARE, with_bars, without_bars
from numero_cam.base.records import CardReading, Frame, TableCard, TableState


def photo(height: int = 90, width: int = 120) -> NDArray[np.uint8]:
    return np.random.default_rng(1).integers(30, 220, (height, width, 3)).astype(np.uint8)


def framed(top: int, left: int, bottom: int, right: int) -> Frame:
    return Frame("a.jpg", np.pad(photo(), ((top, bottom), (left, right), (0, 0)), constant_values=MAX_BAR_LEVEL))


@pytest.mark.parametrize(
    "sides", [(40, 0, 0, 0), (0, 40, 0, 0), (0, 0, 40, 0), (0, 0, 0, 40), (60, 0, 60, 0), (0, 70, 0, 70), (50, 60, 70, 80)]
)
def test_bars_are_cut_and_a_little_of_them_stays(sides: tuple[int, int, int, int]) -> None:
    top, left, *_ = sides
    whole = framed(*sides)
    inner, (x, y) = without_bars(whole)
    assert 0 <= left - x <= 0.02 * whole.width + 1
    assert 0 <= top - y <= 0.02 * whole.height + 1
    assert np.array_equal(inner.pixels[top - y : top - y + 90, left - x : left - x + 120], photo())
    down, across = round(MIN_BAR_SHARE * whole.height), round(MIN_BAR_SHARE * whole.width)
    assert inner.height == 90 + sum(min(side, down) for side in sides[::2])
    assert inner.width == 120 + sum(min(side, across) for side in sides[1::2])


@pytest.mark.parametrize("channel", range(3))
def test_bars_of_a_dark_colour_are_no_bars(channel: int) -> None:
    whole = framed(40, 50, 0, 0)
    whole.pixels[40:, :50, channel] = MAX_BAR_LEVEL + 1
    inner, (x, y) = without_bars(whole)
    assert (x, inner.width) == (0, whole.width)
    assert y > 0


@pytest.mark.parametrize("pixels", [photo(), np.pad(photo(), ((1, 1), (1, 1), (0, 0))), np.zeros((40, 40, 3), np.uint8)])
def test_photos_without_bars_stay_as_they_are(pixels: NDArray[np.uint8]) -> None:
    frame = Frame("a.jpg", pixels)
    inner, origin = without_bars(frame)
    assert inner is frame
    assert origin == (0, 0)


def test_cards_are_told_where_they_lie_in_the_whole() -> None:
    whole = framed(50, 60, 0, 0)
    corners = np.array([[0, 0], [10, 0], [10, 20], [0, 20]], np.float32)
    state = TableState("a.jpg", 10, 10, (TableCard(1, CardReading(corners, "7r", 0.9), "centre", 0, 0),))
    moved = with_bars(state, whole, (60, 50))
    assert (moved.width, moved.height) == (whole.width, whole.height)
    assert np.array_equal(moved.cards[0].corners, corners + np.array([60, 50]))
