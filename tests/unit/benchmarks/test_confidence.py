"""The measures of calibration against cases worked out by hand and slow twins."""

import importlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

confidence = importlib.import_module("confidence")
PAIRS = st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=40)


def test_nothing_guessed() -> None:
    assert confidence.reliability([]) == []
    assert confidence.calibration_error([]) is None
    assert confidence.error_by_chance([]) is None
    assert confidence.brier([]) is None
    assert confidence.area_under_roc([], [0.5]) is None
    assert confidence.coverage_at([], 0, 0.99) is None
    assert confidence.coverage([], 0)[0] == {"least_confidence": 0.0, "read": None, "right": None}


@pytest.mark.parametrize(
    ("pairs", "error"),
    [
        ([(1.0, True)] * 3, 0.0),  # sure and right
        ([(1.0, False)] * 3, 1.0),  # sure and wrong
        ([(0.75, True)] * 3 + [(0.75, False)], 0.0),  # right as often as it says
        ([(0.55, True), (0.85, False)], (0.45 + 0.85) / 2),  # two bins do not make up for each other
        ([(0.71, True), (0.79, False)], 0.25),  # one bin does: 0.5 right, 0.75 said
    ],
)
def test_calibration_error(pairs: list[tuple[float, bool]], error: float) -> None:
    assert confidence.calibration_error(pairs) == pytest.approx(error)


@given(PAIRS)
def test_bins_hold_every_guess_once(pairs: list[tuple[float, bool]]) -> None:
    rows = confidence.reliability(pairs)
    assert sum(row["guesses"] for row in rows) == len(pairs)
    assert all(row["from"] - 5e-4 <= row["confidence"] <= row["to"] + 5e-4 for row in rows)
    assert all(row["right_least"] - 1e-3 <= row["right"] <= row["right_most"] + 1e-3 for row in rows)


@given(PAIRS)
def test_calibration_error_is_that_of_the_bins(pairs: list[tuple[float, bool]]) -> None:
    rows = confidence.reliability(pairs)
    slow = sum(row["guesses"] * abs(row["right"] - row["confidence"]) for row in rows) / len(pairs) if pairs else 0.0
    assert (confidence.calibration_error(pairs) or 0.0) == pytest.approx(slow, abs=1.1e-3)


def test_chance_alone_shows_less_error_with_more_guesses() -> None:
    errors = [confidence.error_by_chance([(0.8, True)] * count) for count in (5, 50, 500)]
    assert errors[0] > errors[1] > errors[2] > 0


@given(
    st.lists(st.sampled_from([0.1, 0.5, 0.9]), min_size=1, max_size=8), st.lists(st.sampled_from([0.1, 0.5, 0.9]), min_size=1, max_size=8)
)
def test_area_under_roc_counts_pairs(right: list[float], wrong: list[float]) -> None:
    slow = sum((r > w) + (r == w) / 2 for r in right for w in wrong) / (len(right) * len(wrong))
    assert confidence.area_under_roc(right, wrong) == pytest.approx(slow)


def test_coverage_counts_cards_that_were_not_found() -> None:
    rows = {row["least_confidence"]: row for row in confidence.coverage([(0.97, True), (0.4, False)], 4)}
    assert (rows[0.3]["read"], rows[0.3]["right"]) == (0.5, 0.5)
    assert (rows[0.95]["read"], rows[0.95]["right"]) == (0.25, 1.0)
    assert (rows[0.99]["read"], rows[0.99]["right"]) == (0.0, None)


def test_coverage_at_an_accuracy() -> None:
    pairs = [(0.99, True), (0.9, True), (0.8, False), (0.7, True), (0.7, True)]
    assert confidence.coverage_at(pairs, 5, 1.0) == 0.4
    assert confidence.coverage_at(pairs, 5, 0.8) == 1.0
    assert confidence.coverage_at([(0.9, True), (0.9, False)], 2, 1.0) == 0.0  # equally sure: both are read or neither


@pytest.mark.parametrize(("right", "count"), [(0, 0), (0, 10), (10, 10), (5, 10), (499, 500)])
def test_the_interval_holds_the_share(right: int, count: int) -> None:
    least, most = confidence.wilson(right, count)
    assert 0 <= least <= (right / count if count else 0.5) <= most <= 1
    assert most - least > 0
