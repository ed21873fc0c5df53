"""Readings of drawn scenes meet their cards and are counted by how much of these is seen; answers and readings are made up."""

import importlib
from typing import Any

import numpy as np
import pytest

held_out = importlib.import_module("held_out")
CARD = np.array([[0, 0], [50, 0], [50, 70], [0, 70]], np.float32)


def at(x: float, y: float = 0.0) -> Any:  # noqa: ANN401 - corners
    return CARD + np.array([x, y], np.float32)


def card(label: str | None, x: float, visible: float = 1.0, size: float = 1.0) -> dict[str, Any]:
    return {"label": label, "quad": (size * CARD + np.array([x, 0])).tolist(), "visible": visible}


def test_no_card_and_no_reading() -> None:
    assert held_out.met([], []) == ([], 0)
    nothing = held_out.counted([], 0, 0)
    assert nothing["all"] == {"cards": 0, "found": None, "exact": None, "wrong": None, "iou": None}
    assert (nothing["cards_without_a_face"], nothing["false_readings"]) == (0, 0)


def test_each_outline_is_one_cards_and_the_best_overlap_goes_first() -> None:
    true, read = [at(0), at(20)], [at(18), at(300)]
    matched = held_out.pairs(true, read)
    assert list(matched) == [1]
    assert matched[1] == (0, pytest.approx(48 / 52))
    assert {i: j for i, (j, _) in held_out.pairs(true, [at(18), at(10)]).items()} == {0: 1, 1: 0}


def test_a_label_where_no_card_lies_is_false_and_an_unknown_one_is_not() -> None:
    rows, false = held_out.met([card("7r", 0)], [("7r", at(0)), ("7r", at(2)), ("8b", at(400)), (None, at(600))])
    assert [(row.read, row.iou) for row in rows] == [("7r", pytest.approx(1.0))]
    assert false == 2


def test_cards_are_counted_by_what_is_seen_of_them() -> None:
    true = [
        card("7r", 0), card("8b", 100, 0.95), card("x2", 200, 0.949), card("9o", 300, 0.7), card("1g", 400, 0.69), card("2g", 500, 0.35),
        card("3g", 600, 0.34), card("4g", 700, size=0.7), card(None, 800), card(None, 900), card("5g", 1000),
    ]  # fmt: skip
    readings = [
        ("7r", at(0)), ("8o", at(100)), ("x2", at(212)), (None, at(300)), ("1g", at(400)), ("3g", at(600)), ("4g", at(700)),
        ("1s", at(800)),
    ]  # fmt: skip
    told = held_out.counted(*held_out.met(true, readings), 1)
    assert told["seen"]["open"] == {"cards": 3, "found": 0.667, "exact": 0.333, "wrong": 0.333, "iou": 1.0}
    assert told["seen"]["partly covered"] == {"cards": 2, "found": 0.5, "exact": 0.5, "wrong": 0.0, "iou": 0.806}
    assert told["seen"]["covered"] == {"cards": 2, "found": 0.5, "exact": 0.5, "wrong": 0.0, "iou": 1.0}
    assert told["all"]["cards"] == 7
    assert (told["scenes"], told["cards_without_a_face"], told["of_these_read"], told["false_readings"]) == (1, 2, 1, 0)


def test_a_row_for_each_visible_share() -> None:
    lines = held_out.table({"drawn": held_out.counted(*held_out.met([card("7r", 0)], [("7r", at(0))]), 1)}).splitlines()
    assert lines[2:] == [
        "| drawn (1) | open | 1 | 1 | 1 | 0 | 1 |", "| drawn (1) | partly covered | 0 | - | - | - | - |",
        "| drawn (1) | covered | 0 | - | - | - | - |", "| drawn (1) | all | 1 | 1 | 1 | 0 | 1 |",
    ]  # fmt: skip
