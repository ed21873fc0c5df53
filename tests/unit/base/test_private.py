"""What no other account may read: from the first byte, and mended where it is older."""

import os
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from numero_cam.base.files import user_folder
from numero_cam.base.outputs import GrowingFile, write_atomically, write_new, write_private
from numero_cam.base.private_files import RestrictedPaths, make_private_folder, restrict, restrict_database, restrict_folder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="on Windows a user's folder is the user's own")


@pytest.fixture(autouse=True)
def all_may_do_all() -> Iterator[None]:
    """No rights are taken away by the habits of whoever runs the tests."""
    before = os.umask(0)
    yield
    os.umask(before)


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize(
    "write", [lambda path: write_private(path, b"x"), lambda path: write_new(path, b"x", private=True)], ids=["write_private", "write_new"]
)
def test_files_and_missing_folders_are_private(tmp_path: Path, write: Callable[[Path], object]) -> None:
    path = tmp_path / "share" / "numero-cam" / "a.txt"
    write(path)
    assert rights(path) == 0o600
    assert [rights(folder) for folder in (path.parent, path.parent.parent)] == [0o700, 0o700]


def test_files_that_grow_are_private(tmp_path: Path) -> None:
    GrowingFile(tmp_path / "a").close()
    assert rights(tmp_path / "a") == 0o600


def test_a_folder_that_is_there_keeps_its_rights(tmp_path: Path) -> None:
    folder = tmp_path / "school"
    folder.mkdir(0o755)
    make_private_folder(folder)
    write_private(folder / "a.txt", b"x")
    assert (rights(folder), rights(folder / "a.txt")) == (0o755, 0o600)


def test_an_older_file_is_replaced_by_a_private_one(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old", encoding="utf-8")
    assert rights(path) == 0o666
    write_private(path, b"new")
    assert (rights(path), path.read_bytes()) == (0o600, b"new")


@pytest.mark.parametrize(("before", "meanwhile", "after"), [(None, 0o666, 0o666), (0o600, 0o600, 0o600), (0o644, 0o600, 0o644)])
def test_nobody_reads_the_new_text_meanwhile_who_may_not_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: int | None, meanwhile: int, after: int
) -> None:
    path, seen = tmp_path / "a.txt", list[int]()
    if before is not None:
        path.touch(before)
        path.chmod(before)
    monkeypatch.setattr(os, "fsync", lambda file: seen.append(stat.S_IMODE(os.fstat(file).st_mode)))
    write_atomically(path, b"new")
    assert (seen, rights(path)) == ([meanwhile], after)


def test_what_is_older_is_mended_and_named(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "numero-cam", tmp_path / "elsewhere"
    (folder / "recordings").mkdir(parents=True)
    (folder / "recordings" / "said.jsonl").touch(0o644)
    (folder / "mine").touch(0o600)
    (folder / "mine").chmod(0o600)
    elsewhere.touch(0o644)
    elsewhere.chmod(0o644)
    (folder / "link").symlink_to(elsewhere)
    (folder / "broken").symlink_to(tmp_path / "nowhere")
    found = restrict_folder(folder)
    assert set(found.mended) == {folder, folder / "recordings", folder / "recordings" / "said.jsonl"}
    assert found.mended[0] == folder  # first of all, so that nobody can put a link in it meanwhile
    assert found.left == ()
    assert {path.name for path in folder.rglob("*") if not path.is_symlink() and rights(path) & 0o077} == set()
    assert rights(elsewhere) == 0o644
    assert restrict_folder(folder) is found  # looked at once in a process
    assert restrict([folder, folder / "mine", tmp_path / "nowhere"]) == RestrictedPaths()


def test_what_cannot_be_mended_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").touch()

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "chmod", refuse)
    assert restrict([tmp_path / "a"]) == RestrictedPaths(left=(tmp_path / "a",))


def test_the_files_beside_a_database_are_mended(tmp_path: Path) -> None:
    names = ("a.sqlite", "a.sqlite-wal", "a.sqlite-shm", "a.sqlite-journal")
    for name in names[:3]:
        (tmp_path / name).touch()
    assert restrict_database(tmp_path / "a.sqlite").mended == tuple(tmp_path / name for name in names[:3])


def test_whoever_asks_for_the_folder_has_it_mended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    if user_folder().parent != tmp_path:
        pytest.skip("this system has another place for what users keep")
    restrict_folder.cache_clear()
    (tmp_path / "numero-cam").mkdir()
    (tmp_path / "numero-cam" / "games.sqlite").touch()
    assert rights(user_folder()) == 0o700
    assert rights(user_folder() / "games.sqlite") == 0o600
