"""The model card says what was measured: its tables are those of the committed results and models."""

import importlib
import re
from pathlib import Path

import pytest

model_card = importlib.import_module("model_card")


def test_the_tables_are_those_of_the_results(root: Path) -> None:
    text = (root / "docs" / "model-card.md").read_text(encoding="utf-8")
    assert text == model_card.filled(text), "run: python benchmarks/model_card.py"


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
