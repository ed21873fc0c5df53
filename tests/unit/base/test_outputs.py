"""A file that is written comes whole or not at all."""

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from numero_cam.base.errors import DeckError, NumeroCamError
from numero_cam.base.outputs import write_atomically, write_new, write_private

OLD = b"what was there before"


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "kept.txt"
    path.write_bytes(OLD)
    return path


@pytest.mark.parametrize("data", [b"", b"new", b"\x00" * 1_000_000])
def test_a_file_is_replaced(kept: Path, data: bytes) -> None:
    write_atomically(kept, data)
    assert kept.read_bytes() == data
    assert list(kept.parent.iterdir()) == [kept]


def test_rights_and_links_stay(kept: Path) -> None:
    kept.chmod(0o600)
    link = kept.with_name("link.txt")
    link.symlink_to(kept)
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert kept.read_bytes() == b"new"
    assert kept.stat().st_mode & 0o777 == 0o600


def test_a_device_stays_a_device() -> None:
    write_atomically(Path(os.devnull), b"gone")
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize("name", ["kept.txt/a.txt", "a\0b", "x" * 300], ids=["no folder", "zero byte", "long name"])
@pytest.mark.parametrize("write", [write_atomically, write_new, write_private])
def test_what_cannot_be_written_is_one_line(kept: Path, name: str, write: Callable[..., object]) -> None:
    with pytest.raises(DeckError, match=r"cannot be written: [a-z ]+") as caught:
        write(kept.parent / name, b"new", DeckError)
    assert "\n" not in str(caught.value)
    assert list(kept.parent.iterdir()) == [kept]


def test_a_crash_while_writing_leaves_the_old_file(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", stopped)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(kept, b"new")
    assert kept.read_bytes() == OLD
    assert list(kept.parent.iterdir()) == [kept]


def test_of_many_that_make_a_file_at_once_one_does(tmp_path: Path) -> None:
    path = tmp_path / "new.txt"
    words = [f"{k}".encode() for k in range(32)]
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda word: write_new(path, word), words))
    assert made.count(True) == 1
    assert path.read_bytes() == words[made.index(True)]
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_that_cannot_be_written_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(NumeroCamError, match="cannot be written: no space left on device"):
        write_new(tmp_path / "new.txt", b"new")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="sizes of files can be limited on Unix only")
@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (["read", "PHOTO", "--annotate", "OUT"], "seen.png"),
        (["deck", "print", "other.pdf", "--answers", "OUT", "--cards", "7r 8b 9g 10o 11r 12b 13g 14o 15r x2 x3 x4"], "answers.txt"),
    ],
    ids=lambda value: " ".join(value[:2]) if isinstance(value, list) else "",
)
def test_a_full_disk_leaves_what_was_there(arguments: list[str], name: str, root: Path, tmp_path: Path) -> None:
    out = tmp_path / name
    out.write_bytes(OLD)
    words = {"PHOTO": str(root / "sample_images" / "01_kitchen_table.jpg"), "OUT": str(out)}
    code = (
        "import resource, sys; from numero_cam.cli.shell import run\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (40, 40)); sys.exit(run(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", code, *(words.get(word, word) for word in arguments)]
    got = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}, capture_output=True, text=True, check=False
    )
    assert got.returncode == 1, got.stderr
    assert got.stderr.count("\n") == 1
    assert "cannot be written" in got.stderr
    assert out.read_bytes() == OLD
    assert [path for path in tmp_path.iterdir() if path.suffix == ".part"] == []
