"""The floor of readings: fitted where right ones less wrong ones are most, never under one half."""

import importlib

import pytest

floors, reading = importlib.import_module("floor"), importlib.import_module("reading")


@pytest.mark.parametrize(
    ("scenes", "floor"),
    [
        ([], 1.0),
        ([[]], 1.0),
        ([[(0.55, True), (0.9, True)]], 0.5),
        ([[(0.55, False), (0.9, True)]], 0.9),
        ([[(0.55, False), (0.7, True)], [(0.6, True), (0.9, True)]], 0.6),
        ([[(0.5, False), (0.5, True), (0.9, True)]], 0.5),
    ],
    ids=["no scene", "no reading", "all are right", "the unsure is wrong", "of two scenes", "as often wrong as right"],
)
def test_the_floor(scenes: list[list[tuple[float, bool]]], floor: float) -> None:
    assert floors.best_floor(scenes) == floor


def test_what_is_told_of_the_fit() -> None:
    got = floors.fitted([[(0.55, False), (0.9, True)]] * 5)
    assert (got["floor"], got["least"], got["most"], got["readings"], got["below_one_half"]) == (0.9, 0.9, 0.9, 10, 0)
    assert got["bands"] == [{"from": 0.55, "readings": 5, "right": 0.0}, {"from": 0.9, "readings": 5, "right": 1.0}]


@pytest.mark.parametrize(("truth", "read", "right"), [("7r", "7r", True), ("7r", "7", True), ("7r", "7b", False), (None, "7", False)])
def test_a_value_without_a_colour_is_right(truth: str | None, read: str, *, right: bool) -> None:
    assert floors.is_right(truth, read) is right


def test_guesses_that_are_printed_are_counted() -> None:
    cards = [{"card": "7r", "confidence": 0.4}, {"card": None, "confidence": 0.4}, {"card": "x3", "confidence": 0.5}]
    assert reading.printed_below_half([{"cards": cards}, {"cards": cards[1:]}]) == 1
