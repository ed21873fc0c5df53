from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numero_cam.annotate.drawing import Points, bottom_first, quads_above, sample_segments, visible_segments
from numero_cam.annotate.overlay import CELLS_PER_LABEL, LabelRequest, OwnerGrid, choose_label_places, label_candidates, make_owner_grid
from numero_cam.base.records import CardReading, TableCard, TableState

SIZE = (1400, 1050)
HEIGHT, WIDTH = 30.0, 90.0


def turned(x: float, y: float, angle: float, wide: float = 120, high: float = 170) -> Points:
    """A card about a middle."""
    box = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2
    cosine, sine = np.cos(angle), np.sin(angle)
    return np.asarray(box @ np.array([[cosine, sine], [-sine, cosine]]) + (x, y), np.float64)


def _cross(a: Points, b: Points) -> np.ndarray:
    return np.asarray(a[0] * b[:, 1] - a[1] * b[:, 0])


def table(quads: list[Points], covers: dict[int, set[int]]) -> TableState:
    cards = [
        TableCard(k + 1, CardReading(quad.astype(np.float32), "7r", 0.99, covers=frozenset(covers.get(k, ()))), "centre", k, 0)
        for k, quad in enumerate(quads)
    ]
    return TableState("x", *SIZE, tuple(cards))


def placed(state: TableState) -> tuple[OwnerGrid, list[LabelRequest], list[np.ndarray]]:
    quads = [card.reading.corners.astype(np.float64) for card in state.cards]
    above = quads_above(state)
    ground = make_owner_grid(quads, bottom_first(state), SIZE, HEIGHT / CELLS_PER_LABEL)
    wanted = [LabelRequest(WIDTH, HEIGHT, frozenset([k]), tuple(visible_segments(quad, above[k], SIZE))) for k, quad in enumerate(quads)]
    return ground, wanted, [place.box for place in choose_label_places(label_candidates(ground, wanted), gap=HEIGHT / CELLS_PER_LABEL)]


def overlap(a: np.ndarray, b: np.ndarray) -> bool:
    return bool((np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2]) > 0).all())


def on_index(ground: OwnerGrid, box: np.ndarray) -> int:
    left, top, right, bottom = np.round(box / ground.cell).astype(int)
    return int(ground.index[top:bottom, left:right].sum())


def assert_readable(state: TableState) -> None:
    ground, _, boxes = placed(state)
    assert not any(overlap(a, b) for a, b in combinations(boxes, 2))
    assert [on_index(ground, box) for box in boxes] == [0] * len(boxes)
    assert all(box[0] >= 0 and box[1] >= 0 and box[2] <= SIZE[0] + CELLS_PER_LABEL and box[3] <= SIZE[1] + CELLS_PER_LABEL for box in boxes)


@pytest.mark.parametrize("count", [0, 40])
@pytest.mark.slow
def test_no_label_lies_on_a_corner_number_or_on_another_label(count: int) -> None:
    columns = 8
    quads = [turned(100 + 170 * (k % columns), 110 + 200 * (k // columns), 0.1 * (k % 3 - 1)) for k in range(count)]
    assert_readable(table(quads, {}))


def test_in_fans_too() -> None:
    quads = [turned(200 + 36 * k + 500 * fan, 700 + 4 * k * k, 0.09 * (k - 4)) for fan in range(2) for k in range(9)]
    covers = {9 * fan + k: {9 * fan + j for j in range(k)} for fan in range(2) for k in range(9)}
    assert_readable(table(quads, covers))


@pytest.mark.slow
@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.integers(80, 1320), st.integers(100, 950), st.floats(0, 6.28)), max_size=40))
def test_wherever_cards_lie(at: list[tuple[int, int, float]]) -> None:
    quads = [turned(*place) for place in at]
    ground, wanted, boxes = placed(table(quads, {k: set(range(k)) for k in range(len(quads))}))
    assert len(boxes) == len(wanted)
    free = [k for k, label in enumerate(wanted) if label.parts]
    assert not any(overlap(boxes[a], boxes[b]) for a, b in combinations(free, 2))
    assert sum(on_index(ground, boxes[k]) for k in free) == 0


def test_a_label_lies_at_its_own_card() -> None:
    quads = [turned(200 + 300 * k, 500, 0) for k in range(4)]
    _, wanted, boxes = placed(table(quads, {}))
    for k, box in enumerate(boxes):
        away = [
            np.linalg.norm(np.clip(sample_segments(label.parts, 5), box[:2], box[2:]) - sample_segments(label.parts, 5), axis=1).min()
            for label in wanted
        ]
        assert int(np.argmin(away)) == k
        assert away[k] < HEIGHT


def test_a_label_of_a_covered_card_has_a_leader_to_what_is_in_view_of_it() -> None:
    quads = [turned(700, 500, 0), turned(715, 530, 0)]
    state = table(quads, {1: {0}})
    above = quads_above(state)
    assert [len(list(upper)) for upper in above] == [1, 0]
    seen = sample_segments(visible_segments(quads[0], above[0], SIZE), 5)
    ground, wanted, _ = placed(state)
    for place in choose_label_places(label_candidates(ground, wanted)[:1], gap=5):
        assert np.linalg.norm(seen - place.leader[1], axis=1).min() < 1e-6


@given(st.floats(-300, 300), st.floats(-300, 300), st.floats(0, 6.28))
def test_edges_in_view_and_hidden_ones_make_the_whole(x: float, y: float, angle: float) -> None:
    lower, upper = turned(700, 500, 0.3), turned(700 + x, 500 + y, angle)
    parts = visible_segments(lower, [upper], SIZE)
    points = sample_segments(parts, 3) if parts else np.zeros((0, 2))
    edges = [np.array([upper[k], upper[(k + 1) % 4]]) for k in range(4)]
    depth = [_cross(b - a, points - a) / np.linalg.norm(b - a) for a, b in edges]
    assert (np.min(depth, axis=0) < 1e-6).all() if len(points) else True  # none lies inside the upper card
    whole = sum(np.linalg.norm(b - a) for a, b in visible_segments(lower, [], SIZE))
    shown = sum(np.linalg.norm(b - a) for a, b in parts)
    along = sample_segments(visible_segments(lower, [], SIZE), 0.5)
    inside = np.min([_cross(b - a, along - a) for a, b in edges], axis=0) > 0
    assert shown / whole == pytest.approx(1 - inside.mean(), abs=0.02)
