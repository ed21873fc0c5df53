"""Nothing leaves the computer and nothing is left behind (docs/adr/0010-doors-and-limits.md), seen from outside the process."""

import sys
from pathlib import Path

import pytest

from tests.watcher import left_behind, network_calls, run_in

READ = "import sys; from numero_cam import Reader, read_photo; print(len(Reader.load().read(read_photo(sys.argv[1])).cards))"
#: Telemetry asks for its host some nine seconds after onnxruntime is loaded.
READ_FOR_LONG = (
    "import sys, time; from numero_cam import Reader, read_photo; until = time.monotonic() + 14; reader = Reader.load()\n"
    "for photo in sys.argv[1:]: print(len(reader.read(read_photo(photo)).cards))\n"
    "time.sleep(max(0, until - time.monotonic()))"
)
LOOK_UP = "import socket\ntry: socket.getaddrinfo('numero.invalid', 443)\nexcept OSError: pass"
PROGRAM = [sys.executable, "-m", "numero_cam"]
#: Several commands in one process.
SEVERAL = """
import sys
from numero_cam.cli import shell
for words in (["solve", "--centre", "7r 8b", "--hand", "15g", "--advise"], ["deck", "list"], ["deck", "print", sys.argv[1]]):
    assert shell.run(words) == 0
"""


def library(code: str, *arguments: Path) -> list[str | Path]:
    return [sys.executable, "-c", code, *arguments]


@pytest.fixture
def sample(root: Path) -> Path:
    return root / "sample_images" / "01_kitchen_table.jpg"


@pytest.mark.parametrize(
    "way",
    [
        pytest.param([*PROGRAM, "read"], id="command"),
        pytest.param(library(READ), id="library"),
        pytest.param(library("import numero_cam, onnxruntime, sys; assert sys.argv[1]"), id="onnxruntime after numero_cam"),
        pytest.param(library("import workshop, onnxruntime, sys; assert sys.argv[1]"), id="workshop"),
    ],
)
def test_a_read_leaves_no_file(way: list[str | Path], sample: Path, tmp_path: Path) -> None:
    done = run_in(tmp_path / "home", [*way, sample])
    assert (done.returncode, done.stderr) == (0, "")
    assert left_behind(tmp_path / "home") == []


def test_the_telemetry_of_onnxruntime_alone_would_be_found(tmp_path: Path) -> None:
    run_in(tmp_path / "home", library("import onnxruntime"))
    if not left_behind(tmp_path / "home"):
        pytest.skip("this build of onnxruntime has no telemetry")
    assert [name for name in left_behind(tmp_path / "home") if "onnxruntime" in name]


def test_who_loads_onnxruntime_first_is_warned(tmp_path: Path) -> None:
    done = run_in(tmp_path / "home", library("import onnxruntime, numero_cam, os; print(os.environ['ORT_DISABLE_TELEMETRY'])"))
    assert done.stdout == "1\n"
    assert "UserWarning: onnxruntime was loaded before numero_cam" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["read", "PHOTO", "--json"], ""),
        (["solve", "PHOTO", "--annotate", "OUT.jpg"], ""),
        (["play", "--solitaire", "--seed", "1"], "hint\nquit\n"),
        (["calibrate", "table", "PHOTO", "--out", "OUT.toml"], ""),
        (["doctor"], ""),
    ],
    ids=lambda value: " ".join(value[:2]) if isinstance(value, list) else "",
)
def test_no_command_looks_up_a_name_or_opens_a_connection(arguments: list[str], said: str, sample: Path, tmp_path: Path) -> None:
    wanted = {name: tmp_path / name for name in arguments if name.startswith("OUT.")}
    given: list[str | Path] = [sample if word == "PHOTO" else wanted.get(word, word) for word in arguments]
    assert network_calls(tmp_path / "home", [*PROGRAM, *given], said) == []
    assert left_behind(tmp_path / "home") == []
    assert {path.name for path in tmp_path.iterdir() if path.suffix != ".strace"} == {"home", *wanted}


@pytest.mark.slow
def test_commands_that_see_no_photo_look_up_nothing_either(tmp_path: Path) -> None:
    assert network_calls(tmp_path / "home", library(SEVERAL, tmp_path / "deck.pdf")) == []
    assert left_behind(tmp_path / "home") == []


@pytest.mark.slow
def test_kept_games_are_one_file_and_no_connection(tmp_path: Path) -> None:
    assert network_calls(tmp_path / "home", [*PROGRAM, "game", "list"]) == []
    assert left_behind(tmp_path / "home") == ["numero-cam/games.sqlite"]


def test_the_watcher_sees_a_look_up_in_c(tmp_path: Path) -> None:
    assert network_calls(tmp_path / "home", library(LOOK_UP))


@pytest.mark.slow
def test_many_photos_read_for_long_look_up_nothing(root: Path, tmp_path: Path) -> None:
    photos = sorted((root / "sample_images").glob("*.jpg"))
    assert network_calls(tmp_path / "home", library(READ_FOR_LONG, *photos)) == []
    assert left_behind(tmp_path / "home") == []


@pytest.mark.slow
def test_the_telemetry_of_onnxruntime_would_be_seen_to_look_up_its_host(tmp_path: Path) -> None:
    calls = network_calls(tmp_path / "home", library("import onnxruntime, time; time.sleep(14)"))
    if not left_behind(tmp_path / "home"):
        pytest.skip("this build of onnxruntime has no telemetry")
    assert calls


def test_children_of_the_program_inherit_the_switch(tmp_path: Path) -> None:
    code = "import numero_cam, subprocess, sys; subprocess.run([sys.executable, '-c', 'import onnxruntime'], check=True)"
    assert run_in(tmp_path / "home", library(code)).returncode == 0
    assert left_behind(tmp_path / "home") == []
