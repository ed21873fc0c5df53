"""What is asked for stands beside what was reached, and a folder that was not read is left out."""

import importlib

import pytest

asked = importlib.import_module("asked")
ALL = {"stratum": "all", "exact": 0.9, "value": 0.98, "whole": 0.5, "false": 0.1, "iou": 0.9, "zone": 1.0, "turn": 1.0, "stacks": None}


def test_nothing_read() -> None:
    assert asked.all_asked({}) == []
    assert asked.table([]).count("\n") == 1


def test_bounds_from_below_and_above() -> None:
    scores = {"strata": [ALL, {"stratum": "visible 0.95-1.00", "exact": 0.995}], "empty_photos": 0, "empty_photos_read": 0}
    rows = {(r["on"], r["measure"]): r for r in asked.all_asked({"rendered": scores})}
    assert rows["rendered", "read exactly, 95 % visible and more"]["met"] is True
    assert rows["rendered", "false readings a photo"]["met"] is False
    assert not any("stacks" in measure or "35-70" in measure for _, measure in rows)  # not measured


def test_photos_without_cards_are_added_up() -> None:
    folders = {"no_cards": {"empty_photos": 90, "empty_photos_read": 0}, "number_tiles": {"empty_photos": 11, "empty_photos_read": 1}}
    (row,) = asked.all_asked(folders)
    assert (row["on"], row["reached"], row["met"]) == ("101 photos without cards", 1, False)


@pytest.mark.parametrize(("reached", "met"), [(0.02, True), (0.021, False), (0.0, True)])
def test_court_cards(reached: float, met: bool) -> None:
    (row,) = asked.all_asked({"playing_cards": {"null_read_share": reached}})
    assert row["met"] is met
