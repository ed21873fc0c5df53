"""The file of the classes: whole transactions, and files that are not ours."""

import sqlite3
from pathlib import Path

import pytest

from numero_cam.base.errors import StoreError
from numero_cam.store.sqlite_file import CLASSES, class_file_path, open_database

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


def test_a_file_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE theirs (n)")
    other.commit()
    other.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="is a file of another program"):
        words(path)
    assert path.read_bytes() == before


def test_what_is_no_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    path.write_text("number,name,level\n" * 100, encoding="utf-8")
    with pytest.raises(StoreError, match="not a database; it is damaged or no file of this program"):
        words(path)
    with pytest.raises(StoreError, match="cannot be used"):
        words(tmp_path)
    with pytest.raises(StoreError, match="cannot be used"):
        words(path / "below.sqlite")


def test_a_file_of_a_later_version_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    words(path)
    file = sqlite3.connect(path)
    file.execute(f"PRAGMA user_version = {CLASSES.version + 1}")
    file.close()
    with pytest.raises(StoreError, match="later version of this program"):
        words(path)


def test_the_place_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "here.sqlite"))
    assert class_file_path() == tmp_path / "here.sqlite"
    monkeypatch.delenv("NUMERO_CAM_CLASSES")
    assert class_file_path().name == "classes.sqlite"
