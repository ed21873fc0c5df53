"""Readings meet the true cards as the scoring tool matches them; a small twin of that tool stands in for it."""

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

answers = importlib.import_module("answers")
SQUARE = [[0, 0], [10, 0], [10, 14], [0, 14]]


def moved(by: float) -> list[list[float]]:
    return [[x + by, y] for x, y in SQUARE]


def same_place(truth: list[dict[str, Any]], read: list[dict[str, Any]]) -> dict[int, tuple[int, float]]:
    return {i: (j, 1.0) for i, x in enumerate(truth) for j, y in enumerate(read) if sorted(x["quad"]) == sorted(y["corners"])}


TOOL = {
    "match": same_place,
    "agrees": lambda truth, card: truth == card,
    "inside": lambda point, quad: quad[0][0] <= point[0] <= quad[2][0],
    "polygon_iou": lambda one, other: float(sorted(one) == sorted(other)),
}


def rows_of(folder: Path, answer: dict[str, Any], cards: list[dict[str, Any]]) -> list[Any]:
    (folder / "a.json").write_text(json.dumps(answer))
    return list(answers.answered(TOOL, folder / "a.jpg", {"cards": cards}))


def card(label: str | None, by: float, **more: object) -> dict[str, Any]:
    return {"card": label, "confidence": 0.9, "corners": moved(by), "alternatives": [], **more}


def test_an_empty_table(tmp_path: Path) -> None:
    assert rows_of(tmp_path, {"cards": []}, []) == []


def test_each_kind_of_row(tmp_path: Path) -> None:
    truth = [
        {"label": "7r", "quad": moved(0), "zone": "hand"},
        {"label": "6b", "quad": moved(20), "zone": "hand", "visible": 0.5},
        {"label": "x2", "quad": moved(40), "zone": "hand"},
        {"label": None, "quad": moved(60)},
        {"label": "1r", "quad": moved(80), "visible": 0.2},
    ]
    turned_over = moved(0)[2:] + moved(0)[:2]
    cards = [
        card("7r", 0, corners=turned_over),
        card(None, 20, confidence=0.4, alternatives=[["9b", 0.4], ["6b", 0.3]]),
        card("8g", 60),
        card("3o", 100),
        card("4o", 200),
    ]
    rows = rows_of(tmp_path, {"cards": truth, "pile": [[[195, 0], [220, 0], [220, 14], [195, 14]]]}, cards)
    got = [(r.truth, r.guess, r.known, r.found, r.right, r.turned, r.visible) for r in rows]
    assert got == [
        ("7r", "7r", True, True, True, False, 1),
        ("6b", "9b", False, True, False, True, 0.5),
        ("x2", None, False, False, False, None, 1),
        (None, "8g", True, True, False, None, 1),  # a court card, given a face
        (None, "3o", True, True, False, None, None),  # where no card lies
    ]  # 1r is too much covered, 4o lies in the pile


@pytest.mark.parametrize(("label", "value"), [(None, None), ("", ""), ("7r", "7"), ("10h", "10"), ("7", "7"), ("x3", "x3"), ("1/2", "1/2")])
def test_value(label: str | None, value: str | None) -> None:
    assert answers.value_of(label) == value


def test_a_folder_without_the_tool_or_photos_is_named(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"score_reading\.py"):
        answers.scoring_tool(tmp_path)
    with pytest.raises(SystemExit, match="holds no photos"):
        answers.photos_of(tmp_path, "rendered")
