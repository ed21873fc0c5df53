"""The text reader's words are turned into numbers in its favour."""

import importlib

import pytest

text_reader = importlib.import_module("text_reader")


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("", set()),
        ("7", {"7"}),
        ("10)", {"10"}),
        ("I0", {"10"}),  # letters that look like digits
        ("-5", {"5"}),
        ("9_", {"9"}),
        ("3 3", {"3"}),
        ("12 13", {"12", "13"}),
        ("0", set()),
        ("16", set()),
        ("1515", set()),
        ("WILD", set()),
        ("X4", set()),
    ],
)
def test_numbers(text: str, numbers: set[str]) -> None:
    assert text_reader.numbers_in(text) == numbers


@pytest.mark.parametrize(("read", "verdict"), [(set(), "none"), ({"7"}, "right"), ({"8"}, "wrong"), ({"7", "8"}, "right")])
def test_verdicts(read: set[str], verdict: str) -> None:
    assert text_reader.verdict(read, "7") == verdict


def test_shares() -> None:
    assert text_reader.shares([]) == {}
    rows = [{"photos": "right", "photos_ours": "right"}, {"photos": "none", "photos_ours": "wrong"}]
    assert text_reader.shares(rows) == {
        "photos": {"numbers": 2, "right": 0.5, "wrong": 0.0},
        "photos_ours": {"numbers": 2, "right": 0.5, "wrong": 0.5},
    }
