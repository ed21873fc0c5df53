"""Answers of the program are as they were recorded: a part of them in each run, all of them by hand."""

import importlib
from itertools import islice
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="the extra live is not installed")

guard = importlib.import_module("guard")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in guard.FOLDERS:
        monkeypatch.setenv(name, str(tmp_path))
    for name, value in guard.SETTINGS.items():
        monkeypatch.setenv(name, value)
    for name in (guard.CLASSES, "DATABASE_URL"):  # which the guard sets
        monkeypatch.setenv(name, "")


@pytest.mark.parametrize(("kind", "items"), [("kept", 5), ("pages", 8), pytest.param("slips", 9, marks=pytest.mark.slow)])
def test_the_first_answers_are_as_recorded(kind: str, items: int) -> None:
    recorded = (guard.ANSWERS / f"{kind}.txt").read_text(encoding="utf-8").splitlines()[:items]
    assert list(islice(guard.answers(kind, None), items)) == recorded


@pytest.mark.by_hand
@pytest.mark.parametrize("kind", guard.KINDS)
def test_all_answers_are_as_recorded(kind: str) -> None:
    assert guard.differences(kind) == []


@pytest.mark.parametrize("kind", sorted(file.stem for file in guard.ANSWERS.glob("*.txt")))
def test_each_item_has_a_name_of_its_own(kind: str) -> None:
    names = [line.split("  ", 1)[1] for line in (guard.ANSWERS / f"{kind}.txt").read_text(encoding="utf-8").splitlines()]
    assert names
    assert len(names) == len(set(names))


def test_what_changed_came_or_went_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = {"same": "1", "changed": "2", "gone": "3"}
    monkeypatch.setitem(guard.KINDS, "some", lambda _: iter(told.items()))
    monkeypatch.setattr(guard, "ANSWERS", tmp_path)
    (tmp_path / "some.txt").write_text("\n".join(guard.answers("some", None)), encoding="utf-8")
    assert guard.differences("some") == []
    told = {"same": "1", "changed": "5", "new": "4"}
    assert guard.differences("some", tmp_path / "texts") == ["changed", "gone", "new"]
    assert (tmp_path / "texts" / "some" / "changed.txt").read_text(encoding="utf-8") == "5"


def test_sets_times_and_folders_do_not_make_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    assert guard.lines([{"b": {3, 1, 2}, "a": (None, 0.5)}]) == '{"a": [null, 0.5], "b": [1, 2, 3]}\n'
    assert (
        guard.without_times('{"began": "2026-01-02T03:04:05+00:00", "milliseconds": {"total": 3.5}}')
        == '{"began": "TIME", "milliseconds": 0}'
    )
    monkeypatch.setitem(guard.KINDS, "some", lambda folder: iter([("where", f"{folder} {guard.ROOT}")]))
    assert list(guard.answers("some", None)) == list(guard.answers("some", None))
