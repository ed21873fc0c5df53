"""Tables for spreadsheets open right everywhere, and what the program writes it reads."""

import csv
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numero_cam.classroom.classes import read_class_list
from numero_cam.text.spreadsheet import TEXT_MARK, as_text, from_spreadsheet, table_csv

TAKEN_FOR_ANOTHER = (
    *("=1", "+1", "-1", "@a", "\t=1", " =1", "\r-4", "-4", "+ 3 for a bonus", '=HYPERLINK("x")', "＝1"),  # formulas
    *(
        "1/2",
        "3/4",
        "3 1/2",
        "1-2",
        "28.11.2026",
        "1.2",
        "2026-11",
        "1.5",
        "5 : 3",
        "12:30",
        "5 May",
        "5-mai",
        "Sept2",
        "3 p",
        "3a",
    ),  # dates
    *("007", "12345678901234567", "5E1", "1e-3", "50 %", "€5", "5 €", "1,234", "5,3"),  # other numbers
)
LEFT_AS_IT_IS = (
    "", "Ann", "12", "0", "7r", "x2", "/2", "N2", "sqrt", "7r 1/2", "3 7 12", "10b", "silver:12", "5B", "Mayer", "'t Hooft", "Zoë",
)  # fmt: skip


@pytest.mark.parametrize("text", LEFT_AS_IT_IS)
def test_what_a_spreadsheet_leaves_alone_is_left_alone(text: str) -> None:
    assert as_text(text) == text == from_spreadsheet(text)


@pytest.mark.parametrize("text", [" ".join(text.splitlines()) for text in TAKEN_FOR_ANOTHER])
def test_no_text_becomes_a_formula_a_date_or_another_number(text: str) -> None:
    assert as_text(text) == TEXT_MARK + text
    assert list(csv.reader(io.StringIO(table_csv(("a", "n"), [{"a": text, "n": -1}]).decode("utf-8-sig")))) == [
        ["a", "n"],
        ["'" + text, "-1"],
    ]


@given(st.text() | st.text(st.sampled_from("0123456789.,:/-=' e")) | st.sampled_from(TAKEN_FOR_ANOTHER).map(lambda text: f"''{text}"))
def test_what_was_marked_is_read_back(text: str) -> None:
    marked = as_text(text)
    assert from_spreadsheet(marked) == text
    assert marked in (text, TEXT_MARK + text)
    assert not marked.lstrip().startswith(("=", "+", "-", "@"))


@given(st.lists(st.sampled_from([*TAKEN_FOR_ANOTHER, *LEFT_AS_IT_IS, 'O\'Hara; Ann, "B"', "Ann\nBen\rCid"]), min_size=1, max_size=9))
def test_a_class_that_was_written_is_read_back(tmp_path_factory: pytest.TempPathFactory, names: list[str]) -> None:
    path = tmp_path_factory.mktemp("sheet") / "5B.csv"
    rows = [{"number": place, "name": name, "level": "silver:12"} for place, name in enumerate(names, start=1)]
    path.write_bytes(table_csv(("number", "name", "level"), rows))
    assert [pupil.name for pupil in read_class_list(path)] == [" ".join(name.split()) for name in names]


def test_a_name_that_cannot_be_written_is_spelled_out() -> None:
    assert table_csv(("image",), [{"image": "a\udcff.jpg"}]).decode("utf-8-sig") == "image\na\\udcff.jpg\n"


def test_where_decimals_have_a_comma_semicolons_part_the_columns(tmp_path: Path) -> None:
    """A German spreadsheet opens a table of commas as one column, and takes 0.5 for a date or a text."""
    write = "sys.stdout.buffer.write(table_csv(('a', 'b'), [{'a': 0.5, 'b': '1/2'}]))"
    code = f"import sys; from numero_cam.text.spreadsheet import table_csv; {write}"
    env = {**os.environ, "NUMERO_CAM_LANGUAGE": "de"}
    made = subprocess.run([sys.executable, "-c", code], env=env, cwd=tmp_path, capture_output=True, check=True).stdout
    assert made.decode("utf-8-sig") == "a;b\n0,5;'1/2\n"


def test_the_program_has_one_writer_of_tables() -> None:
    package = Path(__file__).parents[3] / "numero_cam"
    writers = [path for path in package.rglob("*.py") if re.search(r"\bcsv\.(Dict)?[wW]riter\(", path.read_text(encoding="utf-8"))]
    assert [path.name for path in writers] == ["spreadsheet.py"]
