"""Cards grouped into rows."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from numero_cam.table.layout import group_into_rows

CARD = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float32)


def at(x: float, y: float) -> NDArray[np.float32]:
    return np.asarray(CARD + np.array([x, y]), np.float32)


def turned(quad: NDArray[np.float32], degrees: float) -> NDArray[np.float32]:
    a = np.radians(degrees)
    return np.asarray(quad @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]), np.float32)


ROWS = [[at(0, 0), at(70, 4), at(140, -3)], [at(320, 2), at(390, 0)], [at(0, 110), at(72, 112), at(150, 108), at(215, 109)]]


@given(st.permutations(range(9)), st.floats(-40, 40))
def test_rows_and_gaps_part_melds_however_the_photo_is_turned(order: list[int], degrees: float) -> None:
    flat = [turned(quad, degrees) for row in ROWS for quad in row]
    found = group_into_rows([flat[k] for k in order])
    assert [[order[k] for k in row] for row in found] == [[0, 1, 2], [3, 4], [5, 6, 7, 8]]


def test_a_card_on_its_head_stays_in_its_row() -> None:
    assert group_into_rows([at(0, 0), np.roll(at(70, 0), 2, axis=0), at(140, 0)]) == [[0, 1, 2]]


def test_no_cards_no_rows() -> None:
    assert group_into_rows([]) == []


@pytest.mark.parametrize(("gap", "rows"), [(20, 1), (60, 2)])
def test_the_width_of_a_card_parts_rows(gap: int, rows: int) -> None:
    assert len(group_into_rows([at(0, 0), at(63 + gap, 0)])) == rows
