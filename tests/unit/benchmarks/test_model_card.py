"""The model card says what was measured: its tables are those of the committed results and models."""

import importlib
import re
from pathlib import Path

import pytest

model_card = importlib.import_module("model_card")
machine = importlib.import_module("machine")


def test_the_tables_are_those_of_the_results(root: Path) -> None:
    text = (root / "docs" / "model-card.md").read_text(encoding="utf-8")
    assert text == model_card.filled(text), "run: python benchmarks/model_card.py"


@pytest.mark.parametrize("name", sorted({name for names in model_card.SHOWN.values() for name in names}))
def test_what_is_shown_was_measured_with_the_models_that_ship(name: str) -> None:
    measured = list(model_card.measurements(machine.known_result(name)))
    assert measured, "says neither commit nor models"
    others = [model_card.others(models) for _, models in measured if model_card.others(models)]
    assert not others, "run python benchmarks/model_card.py --measure"


def test_a_table_says_which_models_that_do_not_ship_it_was_measured_with(monkeypatch: pytest.MonkeyPatch) -> None:
    now = machine.model_versions()
    then = {"commit": "abc", "models": {**now, "judge": 3}}
    found = {"one": {"commit": "def", "models": now}, "other": {"parts": {"a": then, "b": {**then, "models": now}, "c": then}}}
    monkeypatch.setattr(model_card, "known_result", lambda name: found[name])
    assert model_card.origin(["one"]) == "\n\nMeasured: `one` at def."
    assert model_card.origin(["other"]) == "\n\nMeasured: `other` at abc **with judge 3**; `other` at abc."
    assert not model_card.origin([])


def test_only_what_other_models_or_other_code_read_is_measured_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    now = machine.model_versions()
    here = {"commit": "HEAD", "models": now}
    found = {"groups": {"own": here, "old": {**here, "models": {**now, "judge": 3}}, "lost": {**here, "commit": "no-such-commit"}}}
    monkeypatch.setattr(model_card, "known_result", lambda _: found)
    monkeypatch.setattr(model_card, "EYES", ("no_such_folder",))
    assert [model_card.is_current("sure_bands", ("groups", name)) for name in ("own", "old", "lost", "none")] == [True, False, False, False]


def test_one_command_measures_every_result_that_is_shown(tmp_path: Path) -> None:
    (tmp_path / "traced").mkdir()
    measured = {name for name, _, _ in model_card.steps(tmp_path, tmp_path)}
    assert measured == {name for names in model_card.SHOWN.values() for name in names}


def test_every_table_has_its_mark_once(root: Path) -> None:
    marks = re.findall(r"<!-- ([a-z-]+) -->", (root / "docs" / "model-card.md").read_text(encoding="utf-8"))
    assert sorted(mark for mark in marks if mark != "end") == sorted(model_card.PARTS)
    assert marks.count("end") == len(model_card.PARTS)


def test_text_outside_of_the_marks_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(model_card.PARTS, "models", lambda: "| new |")
    assert model_card.filled("a\n<!-- models -->\n| old |\n<!-- end -->\nb") == "a\n<!-- models -->\n| new |\n<!-- end -->\nb"
    with pytest.raises(KeyError):
        model_card.filled("<!-- nonsense -->\n<!-- end -->")


@pytest.mark.parametrize(("cell", "shown"), [(None, "-"), (0.9, "0.9"), (0.12345, "0.123"), (0.0, "0"), (12, "12"), ("text", "text")])
def test_cells(cell: object, shown: str) -> None:
    assert model_card.rows_of(["a", "b"], [[cell, 1]]).splitlines() == ["| a | b |", "|---|---|", f"| {shown} | 1 |"]
