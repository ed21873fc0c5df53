"""The file of the classes: whole transactions, and files that are not ours."""

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from numero_cam.base.errors import StoreError
from numero_cam.store.sqlite_file import class_file_path, limit_reading, open_database, open_given_database

TABLE = "CREATE TABLE IF NOT EXISTS word (text TEXT)"


def words(path: Path) -> list[str]:
    with open_database(path, TABLE) as file:
        return [text for (text,) in file.execute("SELECT text FROM word")]


def test_a_block_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with open_database(path, TABLE) as file:
        file.execute("INSERT INTO word VALUES ('kept')")
    with pytest.raises(StoreError), open_database(path, TABLE) as file:
        file.executemany("INSERT INTO word VALUES (?)", [("lost",), ("one", "too many")])
    assert words(path) == ["kept"]


def test_the_file_of_the_classes_is_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "here.sqlite"))
    assert class_file_path() == tmp_path / "here.sqlite"
    monkeypatch.delenv("NUMERO_CAM_CLASSES")
    assert class_file_path().name == "classes.sqlite"


def given(path: Path, sql: str) -> Path:
    """A file of the program that somebody changed."""
    words(path)
    with closing(sqlite3.connect(path)) as file:
        file.executescript(sql)
    return path


ENDLESS = "WITH RECURSIVE c(text) AS (SELECT 'a' UNION ALL SELECT text FROM c) SELECT text FROM c"


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        (f"DROP TABLE word; CREATE VIEW word AS {ENDLESS}", "holds 'word', which no file"),
        ("CREATE TRIGGER it AFTER INSERT ON word BEGIN DELETE FROM word; END", "holds 'it', which no file"),
        ("CREATE TABLE other (text)", "holds 'other', which no file"),
        ("CREATE INDEX it ON word (length(text))", "holds 'it', which no file"),
        ("DROP TABLE word; CREATE VIRTUAL TABLE word USING fts5(text)", "holds 'word"),
        ("ALTER TABLE word ADD COLUMN more AS (hex(zeroblob(1000000)))", "holds 'word', which no file"),
        ("DROP TABLE word; CREATE TABLE word (text TEXT CHECK (length(text) < 9))", "holds 'word', which no file"),
        ("DROP TABLE word; CREATE TABLE word (text BLOB)", "holds 'word', which no file"),
        ("DROP TABLE word; CREATE TABLE word (text VARCHAR)", "holds 'word', which no file"),
        ("INSERT INTO word VALUES (zeroblob(20000001))", "string or blob too big; it holds a text or picture"),
        (f"INSERT INTO word {ENDLESS} LIMIT 200001", "has more than 200,000 rows in word"),
        ("PRAGMA user_version = 9", "later version of this program"),
        ("PRAGMA application_id = 7", "file of another program"),
    ],
)
def test_a_given_file_holds_own_tables_of_bounded_size_and_stays_as_it_is(tmp_path: Path, sql: str, why: str) -> None:
    path = given(tmp_path / "a.sqlite", sql)
    before = path.read_bytes()
    with pytest.raises(StoreError, match=why) as caught, open_given_database(path, TABLE) as file:
        file.execute("SELECT text FROM word").fetchall()
    assert str(caught.value).startswith(f"{path}: ")
    assert path.read_bytes() == before


def test_a_given_file_may_lack_a_table_and_cannot_be_written(tmp_path: Path) -> None:
    path = given(tmp_path / "a.sqlite", "INSERT INTO word VALUES ('kept')")
    with open_given_database(path, f"{TABLE}; CREATE TABLE IF NOT EXISTS later (n)") as file:
        assert [file.execute(f"SELECT * FROM {name}").fetchall() for name in ("word", "later")] == [[("kept",)], []]  # noqa: S608
    with pytest.raises(StoreError, match="may be read only"), open_given_database(path, TABLE) as file:
        file.execute("DELETE FROM word")


@pytest.mark.skipif(sys.platform == "win32", reason="it has no pipes with a path")
def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path):
        with pytest.raises(StoreError, match="is not a file; name the file"), open_given_database(path, TABLE):
            pass


def test_pages_that_lead_in_a_circle_are_damage(tmp_path: Path) -> None:
    """An inner page may name one page many times: then few bytes hold rows for ever."""
    path = given(tmp_path / "a.sqlite", f"INSERT INTO word {ENDLESS} LIMIT 100000")
    data = bytearray(path.read_bytes())
    root = next(at for at in range(4096, len(data), 4096) if data[at] == 5)  # an inner page of a table
    cells = [int.from_bytes(data[root + 12 + 2 * n : root + 14 + 2 * n], "big") for n in range(2)]
    data[root + cells[1] : root + cells[1] + 4] = data[root + cells[0] : root + cells[0] + 4]
    path.write_bytes(data)
    with pytest.raises(StoreError, match="is damaged; take a copy"), open_given_database(path, TABLE):
        pass


def test_what_is_read_for_ever_is_broken_off(tmp_path: Path) -> None:
    def read() -> None:
        with open_database(tmp_path / "a.sqlite", TABLE) as file:
            limit_reading(file, 0.1)
            file.execute(f"SELECT count(*) FROM ({ENDLESS})")  # noqa: S608 - no file of ours

    with pytest.raises(StoreError, match="takes longer to read than any such file"):
        read()


def test_a_full_disk_is_said(tmp_path: Path) -> None:
    """SQLite ends the transaction by itself then; to roll back once more would be another error."""

    def write() -> None:
        with open_database(tmp_path / "a.sqlite", TABLE) as file:
            file.execute("PRAGMA max_page_count = 4")
            file.execute("INSERT INTO word VALUES (zeroblob(100000))")

    with pytest.raises(StoreError, match=r"full; nothing more can be written: make room"):
        write()
