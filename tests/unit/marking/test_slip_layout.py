"""Everything on a slip has room, and a strip that was damaged is never another slip."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numero_cam.marking import slip_layout
from numero_cam.marking.slip_layout import (
    MAX_CENTRE_CARDS,
    MAX_HAND_CARDS,
    MAX_PRINTING,
    MAX_SLIPS,
    CircleUse,
    SlipCode,
    SlipForm,
    circles_of,
    marker_corners,
    parse_strip,
    strip_bits,
    strip_cells,
)

FORMS = [
    SlipForm(centre, takers, hand - takers, spare)
    for centre in range(1, MAX_CENTRE_CARDS + 1)
    for hand in range(1, MAX_HAND_CARDS + 1)
    for takers in range(1, hand + 1)
    for spare in (False, True)
]


@pytest.mark.slow
def test_circles_keep_apart_from_each_other_from_markers_and_from_the_strip() -> None:
    markers = marker_corners()
    for form in FORMS:
        circles = circles_of(form)
        for one, other in itertools.combinations(circles, 2):
            assert np.hypot(one.x - other.x, one.y - other.y) > one.radius + other.radius + 0.7
        for one in circles:
            gap = np.maximum(np.maximum(markers[:, 0] - (one.x, one.y), (one.x, one.y) - markers[:, 2]), 0)
            assert (np.linalg.norm(gap, axis=1) > one.radius + slip_layout.MARKER_SIDE / 7).all()  # the white rim that a marker needs
            assert one.y + one.radius < slip_layout.STRIP_TOP - 1


def test_slips_that_were_printed_are_read_where_they_were_printed() -> None:
    """Paper does not change: who moves a part of a slip adds a version."""
    printed = {
        1: slip_layout.SlipLayout(40.4, 83.9, 44.5, 88.0, (113.6, 119.2), None),
        2: slip_layout.SlipLayout(47.1, 88.1, 51.2, 92.2, (115.9, 121.5), 17.4),
    }
    assert printed == slip_layout.LAYOUTS
    assert (slip_layout.LAYOUT_VERSION, slip_layout.CIRCLE_RADIUS, slip_layout.DIGIT_RADIUS) == (2, 3.0, 2.4)
    assert (slip_layout.SLIP_WIDTH, slip_layout.SLIP_HEIGHT) == (105.0, 139.0)


def test_a_form_has_the_circles_that_the_issue_asks_for() -> None:
    used = [circle.use for circle in circles_of(SlipForm(5, 2, 3, spare=True))]
    assert {use: used.count(use) for use in CircleUse} == {
        CircleUse.CENTRE: 15, CircleUse.TAKER: 2, CircleUse.WILD: 9, CircleUse.TENS: 10, CircleUse.UNITS: 10, CircleUse.INK: 6,
    }  # fmt: skip


def test_strip_and_markers_lie_apart_and_within_what_printers_reach() -> None:
    markers, cells = marker_corners().reshape(-1, 2), strip_cells()
    for points, half in ((markers, 0.0), (cells, slip_layout.STRIP_CELL / 2)):
        assert points.min() - half >= 5
        assert (points + half <= (slip_layout.SLIP_WIDTH - 5, slip_layout.SLIP_HEIGHT - 5)).all()
    assert (
        cells[:, 0].min() - slip_layout.STRIP_CELL / 2 - (slip_layout.MARKER_EDGE + slip_layout.MARKER_SIDE) > slip_layout.MARKER_SIDE / 7
    )


@pytest.mark.parametrize("takers", range(8))
@pytest.mark.parametrize("wilds", range(-1, 8))
@pytest.mark.parametrize("centre", [0, 1, 8, 9])
def test_a_slip_has_room_for_8_cards_of_the_middle_and_6_of_the_hand_and_says_so(centre: int, takers: int, wilds: int) -> None:
    if centre in (1, 8) and takers and wilds >= 0 and takers + wilds <= 6:
        uses = [circle.use for circle in circles_of(SlipForm(centre, takers, wilds))]
        assert [uses.count(use) for use in (CircleUse.TAKER, CircleUse.CENTRE)] == [takers, 3 * centre]
        return
    with pytest.raises(ValueError, match="room for 1 to 8 cards of the middle and 6 of the hand") as refused:
        SlipForm(centre, takers, wilds)
    assert "\n" not in str(refused.value)


codes = st.builds(SlipCode, st.integers(1, MAX_PRINTING), st.integers(0, MAX_SLIPS - 1))


@given(codes)
def test_a_strip_says_what_was_written(code: SlipCode) -> None:
    assert parse_strip(strip_bits(code)) == code


@given(codes, st.sets(st.integers(0, 47), min_size=1, max_size=3))
def test_up_to_three_wrong_squares_are_noticed(code: SlipCode, wrong: set[int]) -> None:
    bits = strip_bits(code)
    bits[list(wrong)] ^= True
    assert parse_strip(bits) is None


@pytest.mark.parametrize("code", [SlipCode(0, 1), SlipCode(MAX_PRINTING + 1, 1), SlipCode(1, MAX_SLIPS), SlipCode(1, -1)])
def test_what_the_strip_has_no_room_for_is_refused(code: SlipCode) -> None:
    with pytest.raises(ValueError, match="no such slip"):
        strip_bits(code)
