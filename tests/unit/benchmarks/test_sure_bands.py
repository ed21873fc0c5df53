"""Bands of confidence count every reading; the groups are drawn in small and read by the real networks."""

import importlib
import sys
from pathlib import Path

import pytest

sure_bands = importlib.import_module("sure_bands")


def test_each_reading_is_in_one_band_and_those_below_in_none() -> None:
    bands = sure_bands.bands_of([(0.5, True), (0.9, True), (0.9, False), (0.95, True), (0.99, True), (1.0, True)])
    assert [(band["from"], band["readings"], band["right"]) for band in bands] == [(0.9, 2, 0.5), (0.95, 1, 1.0), (0.99, 2, 1.0)]
    assert all(band["right_least"] < band["right"] <= band["right_most"] for band in bands)


@pytest.mark.slow
def test_groups_are_measured_one_by_one_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = importlib.import_module("machine")
    monkeypatch.setattr(machine, "RESULTS", tmp_path / "results")
    monkeypatch.setattr(sure_bands, "ROOT", tmp_path)
    for group in sure_bands.GROUPS:
        monkeypatch.setattr(sys, "argv", ["sure_bands.py", str(tmp_path), "--groups", group, "--decks", "1", "--tables", "2"])
        try:
            sure_bands.main()
        except SystemExit as error:
            pytest.skip(str(error))
    found = machine.known_result("sure_bands")["groups"]
    assert {name: one["scenes"] for name, one in found.items()} == {"own": 2, "strangers": 5, "learned": 5}
    assert found["learned"]["all"]["cards"] == found["strangers"]["all"]["cards"] > 20
    assert all(one["models"] == machine.model_versions() for one in found.values())
    assert len(list((tmp_path / "rows").glob("*.jpg"))) == 5
