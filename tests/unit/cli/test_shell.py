"""The edges of the command line: no arguments, numbers that are none, streams that take nothing, completion."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from numero_cam.base.install_line import package_line
from numero_cam.calibrate.camera import MIN_VIEWS
from numero_cam.cli import app
from numero_cam.cli.options import PANELS
from numero_cam.cli.shell import run
from numero_cam.printing.charuco_sheet import board_page
from numero_cam.printing.paper import TextLine

Cli = Callable[..., Any]
FULL = Path("/dev/full")
ROOT = Path(__file__).parents[3]
TYPED = "solve --centre '7r 8b' --hand 15g"
PROGRAM = f"{sys.executable} -m numero_cam"


def in_shell(line: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sh", "-c", line], input=given, capture_output=True, text=True, check=False)  # noqa: S607


@pytest.mark.parametrize("group", [(), ("deck",), ("calibrate",), ("game",)])
def test_a_name_without_a_command_shows_the_help(cli: Cli, group: tuple[str, ...]) -> None:
    assert cli(*group) == cli(*group, "--help")
    assert cli(*group).status == 0


def floats() -> Iterator[tuple[tuple[str, ...], str]]:
    """All options of all commands that are numbers with a point."""
    root = typer.main.get_command(app.app)

    def inside(command: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
        for name, child in getattr(command, "commands", {}).items():
            yield from inside(child, (*path, name))
        for option in getattr(command, "params", []):
            if option.type.name.startswith("float"):
                yield path, option.opts[0]

    yield from inside(root, ())


def test_the_options_that_are_numbers_are_found() -> None:
    assert {option for _, option in floats()} >= {"--limit", "--think", "--ruler"}


@pytest.mark.parametrize("value", ["nan", "-inf"])
@pytest.mark.parametrize(("command", "option"), list(floats()))
@pytest.mark.slow
def test_a_number_that_is_none_is_a_bad_argument(cli: Cli, command: tuple[str, ...], option: str, value: str) -> None:
    got = cli(*command, option, value)
    assert (got.status, got.out) == (2, "")
    assert got.err.count("\n") == 1
    assert option in got.err
    assert got.err.endswith(f"(see numero-cam {' '.join(command)} --help)\n")


def test_help_sheet_and_check_ask_for_the_same_number_of_photos(cli: Cli) -> None:
    wanted = f"{MIN_VIEWS} photos and more"
    assert wanted in cli("calibrate", "camera", "--help").out
    assert [item for item in board_page("a4").items if isinstance(item, TextLine) and wanted in item.text]


@pytest.mark.slow
@pytest.mark.skipif(not FULL.exists(), reason="no device here is always full")
@pytest.mark.parametrize("arguments", [TYPED, f"{TYPED} --json", "--version", "--help"])
def test_a_full_standard_output_is_one_line(arguments: str) -> None:
    got = in_shell(f"{PROGRAM} {arguments} >{FULL}")
    assert got.stderr == "numero-cam: the answer cannot be written to standard output: no space left on device\n"
    assert got.returncode == 1


@pytest.mark.skipif(sys.platform == "win32", reason="no such shell there")
def test_a_closed_standard_output_is_one_line() -> None:
    got = in_shell(f"{PROGRAM} {TYPED} >&-")
    assert (got.returncode, got.stderr) == (1, "numero-cam: standard output is closed: there is nowhere to answer\n")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no such shell there")
def test_a_closed_standard_error_and_input_are_no_fault() -> None:
    assert in_shell(f"{PROGRAM} solve --centre 7r 2>&-").returncode == 2
    assert "15" in in_shell(f"{PROGRAM} {TYPED} 2>&-").stdout
    got = in_shell(f"{PROGRAM} solve --positions - <&-")
    assert (got.returncode, got.stdout, got.stderr) == (0, "", "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "offered"),
    [("numero-cam deck ", ["learn", "list", "print", "remove", "show", "use"]), ("numero-cam solve --by ", ["cards", "points"])],
)
def test_a_shell_completes_commands_options_and_choices(typed: str, offered: list[str]) -> None:
    words = {"COMP_WORDS": typed, "COMP_CWORD": str(len(typed.split(" ")) - 1), "_NUMERO_CAM_COMPLETE": "complete_bash"}
    code = "import sys; from numero_cam.cli import main; sys.argv = ['numero-cam']; main()"
    got = subprocess.run([sys.executable, "-c", code], env={**os.environ, **words}, capture_output=True, text=True, check=False)
    assert sorted(got.stdout.split()) == offered
    assert got.stderr == ""


def test_ctrl_c_while_the_program_loads_is_one_line() -> None:
    code = (
        "import importlib.abc, sys\n"
        "class Pressed(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'typer': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Pressed())\n"
        "from numero_cam.cli import main; main()"
    )
    got = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (got.returncode, got.stderr) == (130, "numero-cam: stopped\n")


def test_ctrl_c_that_python_drops_while_the_program_loads_ends_it() -> None:
    code = (
        "import os, signal, sys, time, weakref\n"
        "from numero_cam.cli import main\n"
        "class Slow:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'typer':\n"
        "            thing = Slow()\n"
        "            dropped = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGINT))\n"
        "            del thing\n"
        "            time.sleep(20)\n"
        "            os._exit(7)\n"
        "sys.meta_path.insert(0, Slow())\n"
        "main()\n"
    )
    got = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (got.returncode, got.stderr) == (130, "numero-cam: stopped\n")


@pytest.mark.parametrize(("options", "shown"), [([], False), (["-W", "default"], True)])
def test_libraries_do_not_warn_in_the_window(options: list[str], shown: bool) -> None:
    code = "import warnings; from numero_cam.cli import shell; shell.run = lambda _: warnings.warn('Corrupt EXIF data'); shell.main()"
    got = subprocess.run([sys.executable, *options, "-c", code], capture_output=True, text=True, check=False)
    assert (got.returncode, "Corrupt EXIF data" in got.stderr) == (0, shown)


def test_the_script_of_the_completion_is_shown(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")  # Whatever shell runs the tests.
    got = cli("--show-completion", "bash")
    assert got.status == 0
    assert re.search(r"_NUMERO_CAM_COMPLETE=complete_\w+", got.out)


def test_completion_loads_no_eyes() -> None:
    code = (
        "import os, sys; os.environ.update(COMP_WORDS='numero-cam so', COMP_CWORD='1', _NUMERO_CAM_COMPLETE='complete_bash')\n"
        "from numero_cam.cli.shell import run\n"
        "run([])\n"
        "sys.exit(', '.join(sorted({'cv2', 'numpy', 'onnxruntime', 'PIL', 'rich.console'} & set(sys.modules))) or 0)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


def test_a_wrong_argument_of_the_program_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--nonsense"]) == 2
    assert capsys.readouterr().err.endswith("(see numero-cam --help)\n")


def test_the_help_of_solve_is_short_has_groups_and_every_option(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    told = cli("solve", "--help").out
    assert told.count("\n") <= 80
    assert [line.removesuffix(":") for line in told.splitlines() if line.endswith(":") and not line.startswith(" ")] == [
        "Arguments",
        *PANELS,
    ]
    command = typer.main.get_command(app.app)
    assert isinstance(command, typer.core.TyperGroup)
    names = [name for param in command.commands["solve"].params for name in param.opts if name.startswith("--")]
    assert len(names) == 26
    assert all(f" {name} " in told for name in names)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "package", "command"),
    [
        ("cv2", "opencv-python", "read photo.jpg"),
        ("jinja2", "jinja2", "class page --no-browser --port 0"),
        ("typer", "typer", "--help"),
    ],
)
def test_a_package_that_is_missing_is_named_in_one_line(module: str, package: str, command: str) -> None:
    start = f"import sys; sys.modules[{module!r}] = None; from numero_cam.cli import main; main()"
    got = subprocess.run([sys.executable, "-c", start, *command.split()], capture_output=True, text=True, check=False, cwd=ROOT)
    assert (got.returncode, got.stdout) == (1, "")
    assert got.stderr.startswith(f"numero-cam: the package {package} is missing or does not load (")
    assert got.stderr.endswith(f"; install it with: {package_line(package)}\n")
    assert got.stderr.count("\n") == 1
