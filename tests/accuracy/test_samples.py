"""The sample photos through the real models must be read no worse than the committed baseline says, and it must be that of these models."""

import importlib
import tomllib
from pathlib import Path

import pytest

from numero_cam.table.photo_reader import Reader

baseline = importlib.import_module("baseline")
KNOWN = tomllib.loads(baseline.BASELINE.read_text(encoding="utf-8"))
LEEWAY = 1  #: Cards by which another processor may come to another count: features differ in their last digit.


@pytest.fixture(scope="module")
def counts() -> dict[str, int]:
    found: dict[str, int] = baseline.counted(Reader.load())
    return found


def test_the_baseline_is_that_of_the_models_that_ship() -> None:
    assert KNOWN["models"] == baseline.shipped(), "a model changed: run python benchmarks/baseline.py"


def test_the_same_cards_are_asked_for(counts: dict[str, int]) -> None:
    assert counts["asked"] == KNOWN["asked"], "the sample photos changed: run python benchmarks/baseline.py"


@pytest.mark.parametrize("what", ["found", "right"])
def test_no_fewer_cards_than_the_baseline(counts: dict[str, int], what: str) -> None:
    assert counts[what] >= KNOWN[what] - LEEWAY, counts


def test_no_more_wrong_readings_than_the_baseline(counts: dict[str, int]) -> None:
    assert counts["wrong"] <= KNOWN["wrong"] + LEEWAY, counts


def test_a_model_that_changed_is_seen(tmp_path: Path) -> None:
    manifest = baseline.MANIFEST.read_text(encoding="utf-8")
    for name, entry in baseline.shipped().items():
        head, mark, rest = manifest.partition(f"[models.{name}]")
        for old, new in ((entry["sha256"], "0" * 64), (f"version = {entry['version']}\n", "version = 99\n")):
            assert old in rest
            (tmp_path / "manifest.toml").write_text(head + mark + rest.replace(old, new, 1), encoding="utf-8")
            assert baseline.shipped(tmp_path / "manifest.toml") != KNOWN["models"]


def test_what_is_written_is_what_is_read_and_never_worse_unnoticed() -> None:
    numbers = {name: KNOWN[name] for name in baseline.COUNTS}
    assert tomllib.loads(baseline.baseline_toml(numbers, baseline.shipped())) == {**numbers, "models": baseline.shipped()}
    assert baseline.worse(numbers, KNOWN) == []
    assert baseline.worse({**numbers, "right": numbers["right"] - 1, "wrong": numbers["wrong"] + 1}, KNOWN) == [
        f"right: {numbers['right'] - 1}, was {numbers['right']}",
        f"wrong: {numbers['wrong'] + 1}, was {numbers['wrong']}",
    ]
    assert baseline.worse({**numbers, "asked": 1, "right": 0}, KNOWN) == []
