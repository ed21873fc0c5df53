"""Everything on a slip has room, and a strip that was damaged is never another slip."""

import hashlib
import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numero_cam.marking import slip_layout
from numero_cam.marking.slip_layout import (
    LAYOUTS,
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


def forms(layout: int) -> list[SlipForm]:
    """All forms of a layout's first puzzle."""
    place = LAYOUTS[layout].places[0]
    return [
        SlipForm(centre, takers, hand - takers, spare, layout)
        for centre in range(1, place.centre + 1)
        for hand in range(1, place.hand + 1)
        for takers in range(1, hand + 1)
        for spare in (False, True)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS)
def test_circles_keep_apart_from_each_other_from_markers_and_from_the_strip(layout: int) -> None:
    size = LAYOUTS[layout].size
    markers, cells = marker_corners(size), strip_cells(size)
    strip_left, strip_top = cells.min(0) - slip_layout.STRIP_CELL / 2
    strip_right, _ = cells.max(0) + slip_layout.STRIP_CELL / 2
    for form in forms(layout):
        others = [replace(form, spare=False, at=at) for at in range(1, len(LAYOUTS[layout].places))]
        circles = [circle for one in (form, *others) for circle in circles_of(one)]
        at, radius = np.array([(one.x, one.y) for one in circles]), np.array([one.radius for one in circles])
        apart = np.linalg.norm(at[:, None] - at, axis=2) - radius[:, None] - radius
        assert apart[~np.eye(len(circles), dtype=bool)].min() > 0.7
        for one in circles:
            gap = np.maximum(np.maximum(markers[:, 0] - (one.x, one.y), (one.x, one.y) - markers[:, 2]), 0)
            assert (np.linalg.norm(gap, axis=1) > one.radius + slip_layout.MARKER_SIDE / 7).all()  # the white rim that a marker needs
            assert one.y + one.radius < strip_top - 1 or one.x - one.radius > strip_right + 5 or one.x + one.radius < strip_left


@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_is_shown_of_a_puzzle_has_its_circles_and_lies_apart_from_the_others(layout: int) -> None:
    boxes = [place.box for place in LAYOUTS[layout].places]
    for at, (left, top, width, height) in enumerate(boxes):
        form = SlipForm(LAYOUTS[layout].places[at].centre, 2, 3, layout=layout, at=at)
        marks = [one for one in circles_of(form) if one.use is not CircleUse.INK]
        assert all(left < one.x - one.radius and one.x + one.radius < left + width for one in marks)
        assert all(top < one.y - one.radius and one.y + one.radius < top + height for one in marks)
    assert all(one[1] + one[3] <= other[1] for one, other in itertools.pairwise(boxes))
    spare = SlipForm(4, 2, 0, spare=True, layout=layout)
    assert spare.shown == (0, 0, *LAYOUTS[layout].size)


#: Of each layout, what ``circles_hash`` gives.
PRINTED = {1: "efa39447b7ef2342", 2: "c5c1f622f50ee4f9", 3: "6dd184cc9a2edbf6", 4: "c3fdead6e6f64e98"}


def circles_hash(layout: int) -> str:
    """A number of the size and of all circles of all forms of a layout."""
    text, places = f"{LAYOUTS[layout].size}", range(len(LAYOUTS[layout].places))
    for form in (replace(one, sets=sets, at=at) for one in forms(layout) for sets in (0, 3) for at in places):
        text += "".join(f"{one.use} {one.row} {one.column} {one.x:.3f} {one.y:.3f} {one.radius}\n" for one in circles_of(form))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_slips_that_were_printed_are_read_where_they_were_printed(layout: int) -> None:
    """Paper does not change: who moves a part of a slip adds a version."""
    assert circles_hash(layout) == PRINTED[layout]


def test_a_form_has_the_circles_that_the_issue_asks_for() -> None:
    used = [circle.use for circle in circles_of(SlipForm(5, 2, 3, spare=True))]
    assert {use: used.count(use) for use in CircleUse} == {
        CircleUse.CENTRE: 15, CircleUse.TAKER: 2, CircleUse.WILD: 9, CircleUse.TENS: 10, CircleUse.UNITS: 10, CircleUse.INK: 6,
    }  # fmt: skip


def test_strip_and_markers_lie_apart_and_within_what_printers_reach() -> None:
    for size in slip_layout.SIZES:
        markers, cells = marker_corners(size).reshape(-1, 2), strip_cells(size)
        for points, half in ((markers, 0.0), (cells, slip_layout.STRIP_CELL / 2)):
            assert points.min() - half >= 5
            assert (points + half <= (size[0] - 5, size[1] - 5)).all()
        edge = cells[:, 0].min() - slip_layout.STRIP_CELL / 2
        assert edge - (slip_layout.MARKER_EDGE + slip_layout.MARKER_SIDE) > slip_layout.MARKER_SIDE / 7


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
