from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from numero_cam.base.records import CardReading, TableCard, TableState
from numero_cam.tell import overlay

Make = Callable[..., TableState]


def blank(width: int = 640, height: int = 480, value: int = 128) -> overlay.Pixels:
    return np.full((height, width, 3), value, np.uint8)


def has(picture: overlay.Pixels, colour: overlay.Colour) -> int:
    return int((picture == colour).all(axis=2).sum())


def test_nothing_read_and_nothing_to_say_leaves_the_photo(make_table: Make) -> None:
    photo = blank()
    assert (overlay.draw_overlay(photo, make_table(), {}, []) == photo).all()


def test_the_photo_itself_is_not_changed(make_table: Make) -> None:
    photo = blank()
    picture = overlay.draw_overlay(photo, make_table(("7r", "centre")), {1: "take"}, ["With 7b: 7"])
    assert (photo == 128).all()
    assert picture.shape[1] == 640
    assert picture.shape[0] > 480


def test_sure_doubtful_and_unknown_are_told_apart(make_table: Make) -> None:
    for row, colour in (
        (("7r", "centre", 0.99), overlay.SURE),
        (("7r", "centre", 0.5), overlay.DOUBTFUL),
        ((None, "centre", 0.5), overlay.UNKNOWN),
    ):
        picture = overlay.draw_overlay(blank(), make_table(row), {}, [])
        others = {overlay.SURE, overlay.DOUBTFUL, overlay.UNKNOWN, overlay.PLAYED} - {colour}
        assert has(picture, colour) > 100
        assert not any(has(picture, other) for other in others)


@pytest.mark.parametrize(
    ("row", "role", "label"),
    [
        (("7r", "hand"), None, "1: 7r"),
        (("7r", "hand", 0.5), "with", "1: 7r? with"),
        ((None, "hand"), None, "1: ?"),
        (("3/4", "hand"), "take", "1: 3/4 take"),
    ],
)
def test_the_label_says_it_without_colours_too(make_table: Make, row: tuple[object, ...], role: str | None, label: str) -> None:
    assert overlay._label(make_table(row).cards[0], role) == label


def test_cards_of_the_play_stand_out(make_table: Make) -> None:
    table = make_table(("7r", "centre"), ("7b", "hand"))
    plain = overlay.draw_overlay(blank(), table, {}, [])
    played = overlay.draw_overlay(blank(), table, {1: "take"}, [])
    assert has(played, overlay.PLAYED) > has(plain, overlay.SURE) // 2
    assert has(played, overlay.SURE) > 0  # the other card is not played


def test_the_mark_is_at_the_top_of_the_card_whichever_way_it_lies(make_table: Make) -> None:
    card = make_table(("7r", "centre")).cards[0]
    for turn in range(4):
        corners = np.roll(card.reading.corners, turn, axis=0)
        mark = overlay._top_mark(corners).mean(axis=0)
        nearest = min(range(4), key=lambda edge: float(np.linalg.norm((corners[edge] + corners[(edge + 1) % 4]) / 2 - mark)))
        assert nearest == 0


def test_labels_do_not_hide_each_other(make_table: Make) -> None:
    table = make_table(*[("10r", "centre")] * 10)
    placed: list[overlay._Plate] = []
    for card in table.cards:
        placed.append(overlay._free_plate("10: 10r take", card.reading.corners, placed, 0.6, (480, 640, 3)))
    assert all(one.overlap(other) == 0 for place, one in enumerate(placed) for other in placed[:place])


@pytest.mark.parametrize("far", [-5000, 0, 5000])
def test_cards_outside_the_picture_are_drawn_as_far_as_they_can(make_table: Make, far: int) -> None:
    table = make_table(("7r", "centre"))
    reading = replace(table.cards[0].reading, corners=table.cards[0].reading.corners + np.float32(far))
    picture = overlay.draw_overlay(blank(), replace(table, cards=(replace(table.cards[0], reading=reading),)), {}, ["7"])
    assert picture.dtype == np.uint8


@pytest.mark.parametrize("corners", [np.zeros((4, 2)), np.full((4, 2), 40.0), np.array([[0, 0], [9, 0], [18, 0], [27, 0]])])
def test_a_card_without_area_is_no_fault(corners: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> None:
    card = TableCard(1, CardReading(corners.astype(np.float32), "7r", 1.0), "centre", 0, 0)
    overlay.draw_overlay(blank(), TableState("x", 640, 480, (card,)), {1: "take"}, [])


@pytest.mark.parametrize("size", [(64, 48), (640, 480), (4000, 3000)])
def test_text_grows_with_the_picture_and_wraps(make_table: Make, size: tuple[int, int]) -> None:
    table = replace(make_table(), width=size[0], height=size[1])
    line = "(8 + 3 + 5 × 3 − 4) ÷ 2 = 11 " * 3
    picture = overlay.draw_overlay(blank(*size), table, {}, [line])
    strip = picture[size[1] :]
    assert (strip > 200).any()
    assert len(strip) >= size[1] // 60
    assert all(ord(sign) < 128 for sign in line.translate(overlay._ASCII))
