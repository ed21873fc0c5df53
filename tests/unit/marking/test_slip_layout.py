"""Everything on a slip has room, and a strip that was damaged is never another slip."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numero_cam.marking import slip_layout
from numero_cam.marking.slip_code import MOST_PRINTING, MOST_SLIPS, SlipCode, code_of, strip_bits
from numero_cam.marking.slip_layout import MOST_CENTRE, MOST_HAND, Form, Use, circles_of, marker_corners, strip_cells

FORMS = [
    Form(centre, takers, hand - takers, spare)
    for centre in range(1, MOST_CENTRE + 1)
    for hand in range(1, MOST_HAND + 1)
    for takers in range(1, hand + 1)
    for spare in (False, True)
]


def test_circles_keep_apart_from_each_other_from_markers_and_from_the_strip() -> None:
    markers = marker_corners()
    for form in FORMS:
        circles = circles_of(form)
        for one, other in itertools.combinations(circles, 2):
            assert np.hypot(one.x - other.x, one.y - other.y) > one.radius + other.radius + 0.7
        for one in circles:
            gap = np.maximum(np.maximum(markers[:, 0] - (one.x, one.y), (one.x, one.y) - markers[:, 2]), 0)
            assert (np.linalg.norm(gap, axis=1) > one.radius + slip_layout.MARKER / 7).all()  # the white rim that a marker needs
            assert one.y + one.radius < slip_layout.STRIP_TOP - 1


def test_a_form_has_the_circles_that_the_issue_asks_for() -> None:
    used = [circle.use for circle in circles_of(Form(5, 2, 3, spare=True))]
    assert {use: used.count(use) for use in Use} == {
        Use.CENTRE: 15, Use.TAKER: 2, Use.WILD: 9, Use.TENS: 10, Use.UNITS: 10, Use.INK: 6,
    }  # fmt: skip


@pytest.mark.parametrize("form", [(0, 1, 0), (9, 1, 0), (5, 0, 2), (5, 4, 3), (5, 2, -1)])
def test_a_puzzle_that_has_no_room_is_refused(form: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="a slip has room for"):
        Form(*form)


def test_strip_and_markers_lie_apart_and_within_what_printers_reach() -> None:
    markers, cells = marker_corners().reshape(-1, 2), strip_cells()
    for points, half in ((markers, 0.0), (cells, slip_layout.STRIP_CELL / 2)):
        assert points.min() - half >= 5
        assert (points + half <= (slip_layout.WIDTH - 5, slip_layout.HEIGHT - 5)).all()
    assert cells[:, 0].min() - slip_layout.STRIP_CELL / 2 - (slip_layout.EDGE + slip_layout.MARKER) > slip_layout.MARKER / 7


codes = st.builds(SlipCode, st.integers(1, MOST_PRINTING), st.integers(0, MOST_SLIPS - 1))


@given(codes)
def test_a_strip_says_what_was_written(code: SlipCode) -> None:
    assert code_of(strip_bits(code)) == code


@given(codes, st.sets(st.integers(0, 47), min_size=1, max_size=3))
def test_up_to_three_wrong_squares_are_noticed(code: SlipCode, wrong: set[int]) -> None:
    bits = strip_bits(code)
    bits[list(wrong)] ^= True
    assert code_of(bits) is None


@pytest.mark.parametrize("code", [SlipCode(0, 1), SlipCode(MOST_PRINTING + 1, 1), SlipCode(1, MOST_SLIPS), SlipCode(1, -1)])
def test_what_the_strip_has_no_room_for_is_refused(code: SlipCode) -> None:
    with pytest.raises(ValueError, match="no such slip"):
        strip_bits(code)
