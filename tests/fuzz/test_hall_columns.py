"""Each column of a hall's database is damaged in turn: what can be read is read, and the rest ends in one line."""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

pytest.importorskip("networkx", reason="the extra hall is not installed")

from numero_cam.hall.schema import META
from tests.fuzz.child import is_own
from tests.fuzz.loaders import hall_file, load_hall

pytestmark = pytest.mark.slow
ODD = ("'x'", "x'ff00'", "-1", "1.5", "9223372036854775807", "''", "char(10)", "'[]'", "'null'")


@pytest.mark.parametrize("table", META.sorted_tables, ids=str)
def test_a_damaged_column_costs_no_more_than_its_rows(tmp_path: Path, table: object) -> None:
    whole = hall_file(tmp_path)["hall.sqlite"]
    tried = 0
    for column in META.tables[str(table)].columns:
        for value in ODD:
            (tmp_path / "hall.sqlite").write_bytes(whole)
            with closing(sqlite3.connect(tmp_path / "hall.sqlite")) as file, suppress(sqlite3.IntegrityError):
                file.execute("PRAGMA foreign_keys = OFF")
                file.execute(f'UPDATE {table} SET "{column.name}" = {value}')  # noqa: S608 - of this table
                file.commit()
                tried += 1
            try:
                load_hall(tmp_path)
            except Exception as error:  # noqa: BLE001 - whatever comes out is judged
                assert is_own(error), f"{column.name} = {value}: {type(error).__name__}: {error}"  # noqa: PT017
    assert tried
