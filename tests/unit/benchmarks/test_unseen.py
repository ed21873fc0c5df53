"""Cards that are not read are counted by their cause; scenes are made up."""

import importlib
from typing import Any

import pytest

unseen = importlib.import_module("unseen")
constants = importlib.import_module("constants")


def row(label: str | None, read: str | None, iou: float = 0.9, side: float = 60.0) -> Any:  # noqa: ANN401 - of a module that is no package
    return unseen.Met(label, 1.0, side, read, iou)


@pytest.mark.parametrize(
    ("label", "read", "iou", "why"),
    [
        ("7r", "7r", 0.9, None),
        (None, None, 0.9, None),
        ("7r", None, 0.0, "not found"),
        ("7r", None, 0.4, "found, unknown"),
        ("7r", "8r", 0.9, "wrong value"),
        ("x2", "7r", 0.9, "wrong value"),
        ("7r", "7", 0.9, "read in no colour"),
        ("7", "7r", 0.9, "printed in no colour, read in one"),
        ("7r", "7o", 0.9, "wrong colour"),
        (None, "7o", 0.9, "a card without a face is read"),
    ],
)
def test_each_card_that_is_not_read_has_one_cause(label: str | None, read: str | None, iou: float, why: str | None) -> None:
    assert unseen.cause(row(label, read, iou)) == why


def test_a_scene_is_whole_only_without_false_readings_and_small_cards_do_not_count() -> None:
    fine = [row("7r", "7r"), row("8b", None, side=10.0)]
    assert unseen.Scene(fine, 0, [], []).is_whole
    assert not unseen.Scene(fine, 1, [], []).is_whole
    assert not unseen.Scene([*fine, row("8b", "8")], 0, [], []).is_whole


def test_only_readings_in_the_band_are_compared_with_what_they_say() -> None:
    sure = [(0.9, False), (0.95, True), (0.97, False), (0.99, False)]
    told = unseen.counted([unseen.Scene([row("7r", "7r")], 0, sure, ["not found"])])
    assert told["nearly_sure"] == {"readings": 2, "said": 0.96, "right": 0.5}
    assert (told["whole"], told["causes"]) == (1.0, {"not found": 1})
    assert "| 0.96 | 0.5 | 2 |" in unseen.table({"made up": told})


def test_tuned_numbers_are_counted_in_constants_and_in_functions() -> None:
    tree = constants.ast.parse("A, B = 0.4, 3\nVERSION = 4\nlower = 5\ndef f(x):\n    return 0.8 * x + 0.5 + 2.0 + 1e-9 + True\n")
    assert list(constants.named(tree)) == [("A, B", 2)]
    assert constants.unnamed(tree) == [0.8]
