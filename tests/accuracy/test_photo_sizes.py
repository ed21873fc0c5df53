"""The same photo with bars around it, or at another size, reads the same cards at the same places."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.bars import MAX_BAR_LEVEL
from numero_cam.base.records import Frame, TableState
from numero_cam.capture.files import read_photo
from numero_cam.table.photo_reader import Reader

SAMPLES = Path(__file__).resolve().parents[2] / "sample_images"
BLACK, CREAM, BLUE = (0, 0, 0), (230, 225, 210), (30, 60, 110)
GREY = (MAX_BAR_LEVEL,) * 3  #: As light as a bar may be.
#: Largest number of cards that a photo among much larger bars may lose: its scale is another there, and one of its cards, the 3g,
#: is at the edge of being read, on some processors.
MAY_LOSE = 1
MOSTLY_VISIBLE = 0.5  #: Share of a card in view from which it must be read.


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.load()


@pytest.fixture(scope="module")
def photo() -> NDArray[np.uint8]:
    return read_photo(SAMPLES / "02_two_builds.jpg").pixels


@pytest.fixture(scope="module")
def plain(reader: Reader, photo: NDArray[np.uint8]) -> TableState:
    return reader.read(Frame("photo", photo))


def assert_same(state: TableState, plain: TableState, origin: tuple[int, int] = (0, 0), scale: float = 1.0, may_lose: int = 0) -> None:
    """Compare the cards with those of the plain photo, whose first pixel lies at ``origin``."""
    place = {card.card: card.reading.corners for card in state.cards if card.card}
    expected = {card.card: card.reading.corners for card in plain.cards if card.card}
    assert len(expected.keys() - place.keys()) <= may_lose
    assert place.keys() <= expected.keys()
    for label, quad in place.items():
        assert geometry.iou(quad, (expected[label] + 0.5) * scale - 0.5 + np.array(origin, np.float32)) > geometry.SAME_OUTLINE


def framed(photo: NDArray[np.uint8], sides: tuple[int, int, int, int], colour: tuple[int, int, int]) -> Frame:
    left, top, right, bottom = sides
    height, width = photo.shape[:2]
    whole = np.full((top + height + bottom, left + width + right, 3), colour, np.uint8)
    whole[top : top + height, left : left + width] = photo
    return Frame("photo", whole)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sides", "colour"), [((700, 0, 700, 0), BLACK), ((0, 600, 0, 0), GREY), ((1300, 900, 40, 1400), GREY), ((3, 0, 0, 2), BLACK)]
)
def test_black_bars_of_any_width_change_nothing(
    reader: Reader, photo: NDArray[np.uint8], plain: TableState, sides: tuple[int, int, int, int], colour: tuple[int, int, int]
) -> None:
    whole = framed(photo, sides, colour)
    state = reader.read(whole)
    assert (state.width, state.height) == (whole.width, whole.height)
    assert_same(state, plain, sides[:2])


@pytest.mark.slow
@pytest.mark.parametrize(("sides", "colour"), [((2000, 1500, 2000, 1500), CREAM), ((2000, 0, 0, 0), BLUE), ((0, 0, 1500, 1500), CREAM)])
def test_bars_of_any_colour_that_leave_the_photo_half_as_large_or_less_change_no_reading_and_lose_one_card_at_most(
    reader: Reader, photo: NDArray[np.uint8], plain: TableState, sides: tuple[int, int, int, int], colour: tuple[int, int, int]
) -> None:
    assert_same(reader.read(framed(photo, sides, colour)), plain, sides[:2], may_lose=MAY_LOSE)


@pytest.mark.slow
@pytest.mark.parametrize("scale", [0.8, 3.125])
def test_a_photo_of_any_size_reads_the_same_cards(reader: Reader, photo: NDArray[np.uint8], plain: TableState, scale: float) -> None:
    larger = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    assert_same(reader.read(Frame("photo", np.asarray(larger, np.uint8))), plain, scale=scale)


@pytest.mark.slow
@pytest.mark.parametrize(("sample", "side"), [("03_fan_in_hand", 4000), ("03_fan_in_hand", 700), ("13_on_the_carpet", 4000)])
def test_a_fan_from_near_by_is_read_at_any_size(reader: Reader, sample: str, side: int) -> None:
    cards = json.loads((SAMPLES / f"{sample}.json").read_text(encoding="utf-8"))["cards"]
    fan = [card for card in cards if card["zone"] == cards[0]["zone"]]
    corners = np.concatenate([card["quad"] for card in fan])
    left, top = np.maximum(corners.min(axis=0) - 20, 0).astype(int)
    right, bottom = (corners.max(axis=0) + 20).astype(int)
    near = read_photo(SAMPLES / f"{sample}.jpg").pixels[top:bottom, left:right]
    scale = side / max(near.shape[:2])
    larger = cv2.resize(near, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    read = {card.card for card in reader.read(Frame("photo", np.asarray(larger, np.uint8))).cards} - {None}
    assert read >= {card["label"] for card in fan if card["visible"] >= MOSTLY_VISIBLE}
    assert read <= {card["label"] for card in cards}


@pytest.mark.slow
@pytest.mark.parametrize(("height", "width", "colour"), [(1, 1, BLACK), (1, 4000, CREAM), (3000, 1, BLACK), (600, 800, CREAM)])
def test_what_is_all_bars_shows_no_card(reader: Reader, height: int, width: int, colour: tuple[int, int, int]) -> None:
    state = reader.read(Frame("photo", np.full((height, width, 3), colour, np.uint8)))
    assert (state.width, state.height, state.cards) == (width, height, ())


@pytest.mark.slow
def test_bars_much_thicker_than_the_photo_leave_it(reader: Reader, photo: NDArray[np.uint8]) -> None:
    one = photo[400:401, 400:401]
    state = reader.read(framed(np.asarray(np.maximum(one, MAX_BAR_LEVEL + 1), np.uint8), (900, 900, 900, 900), BLACK))
    assert (state.width, state.height, state.cards) == (1801, 1801, ())
