"""Cards laid out in rows, and the answers that belong to them."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from numero_cam.app.deck_learn import align
from numero_cam.base.records import Corners
from numero_cam.table.layout import sort_into_lines


def card(x: float, y: float) -> Corners:
    return np.array([[x, y], [x + 60, y], [x + 60, y + 84], [x, y + 84]], np.float32)


def test_no_card_no_row() -> None:
    assert sort_into_lines([]) == []


@settings(deadline=None, max_examples=30)
@given(
    counts=st.lists(st.integers(1, 7), min_size=1, max_size=5),
    shifts=st.lists(st.floats(-12, 12), min_size=35, max_size=35),
    order=st.randoms(),
)
def test_rows_come_back_in_any_order(counts: list[int], shifts: list[float], order: object) -> None:
    places = [(k, j) for k, count in enumerate(counts) for j in range(count)]
    shuffled = list(places)
    order.shuffle(shuffled)  # type: ignore[attr-defined]
    quads = [card(80 * j, 100 * k + shifts[7 * k + j]) for k, j in shuffled]
    assert [[shuffled[i] for i in row] for row in sort_into_lines(quads)] == [
        [(k, j) for j in range(count)] for k, count in enumerate(counts)
    ]


@settings(deadline=None, max_examples=30)
@given(
    grid=st.sampled_from([(2, 13), (4, 8), (3, 10), (4, 13), (3, 5)]),
    turns=st.lists(st.floats(-5, 5), min_size=52, max_size=52),
    narrow=st.floats(0, 0.25),
    roll=st.sampled_from([0, 10, -15, 90, 180]),
)
def test_rows_of_turned_cards_seen_from_a_chair_do_not_mix(grid: tuple[int, int], turns: list[float], narrow: float, roll: int) -> None:
    rows, columns = grid
    quads = []
    for k in range(rows):
        for j in range(columns):
            own, middle = np.radians(turns[columns * k + j]), (80 * (j - (columns - 1) / 2), 110 * (k - (rows - 1) / 2))
            quad = (card(-30, -42) @ [[np.cos(own), np.sin(own)], [-np.sin(own), np.cos(own)]]) + middle
            quad = quad / (1 - narrow * quad[:, 1:] / (55 * rows) * 0.5)  # far rows are smaller, near ones larger
            a = np.radians(roll)
            quads.append((quad @ [[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]] + 1000).astype(np.float32))
    assert sort_into_lines(quads) == [[columns * k + j for j in range(columns)] for k in range(rows)]


@settings(deadline=None, max_examples=30)
@given(truth=st.lists(st.integers(0, 9), min_size=1, max_size=12), data=st.data())
def test_a_card_that_was_not_found_shifts_no_other(truth: list[int], data: st.DataObject) -> None:
    found = data.draw(st.lists(st.sampled_from(range(len(truth))), unique=True).map(sorted))
    costs = np.array([[0.01 if truth[i] == answer else 9.0 for answer in truth] for i in found]).reshape(len(found), len(truth))
    pairs = align(costs)
    assert set(pairs) == set(range(len(found)))
    assert all(truth[found[i]] == truth[j] for i, j in pairs.items())
    assert sorted(pairs.values()) == [pairs[i] for i in sorted(pairs)]


def test_a_card_that_none_wrote_down_is_nobodys() -> None:
    costs = np.array([[0.1, 9.0], [9.0, 9.0], [9.0, 0.1]])
    assert align(costs) == {0: 0, 2: 1} or align(costs)[0] == 0
