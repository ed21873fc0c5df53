"""Documents are checked like code: the reference of the command line, the lines of the README, and the links."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.main import get_command

from numero_cam.cli import app, shell
from numero_cam.cli.options import COMMAND_PANELS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def names(group: typer.Typer) -> list[str]:
    return [command.name or command.callback.__name__ for command in group.registered_commands if command.callback]


GROUPS = [(group.name or "", group.typer_instance) for group in app.app.registered_groups]
COMMANDS: list[tuple[str, ...]] = [
    (),
    *((name,) for name in names(app.app)),
    *((group, *more) for group, inside in GROUPS if inside for more in ((), *((name,) for name in names(inside)))),
]
MOST_COMMANDS = 46  #: Who adds a command says so here, and asks whether another command could do it.
MOST_PARAMETERS = 284  #: Arguments and options of all commands together.
HEAD = "# Command line\n\nMade from the program's own help by `pytest tests/test_docs.py --update-golden`.\n"


def reference(capsys: pytest.CaptureFixture[str]) -> str:
    parts = [HEAD]
    for command in COMMANDS:
        assert shell.run([*command, "--help"]) == 0
        title = " ".join(("numero-cam", *command))
        parts.append(f"## {title}\n\n```text\n{capsys.readouterr().out.rstrip()}\n```\n")
    return "\n".join(parts)


def test_the_reference_is_the_help(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    path = ROOT / "docs" / "cli.md"
    text = reference(capsys)
    if request.config.getoption("--update-golden"):
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def commands_of(command: Any) -> Iterator[Any]:  # noqa: ANN401 - Typer's classes are private
    """Yield a command, or all commands of a group."""
    below = getattr(command, "commands", {})
    if not below:
        yield command
    for each in below.values():
        yield from commands_of(each)


def test_the_command_line_stays_small() -> None:
    commands = list(commands_of(get_command(app.app)))
    assert (len(commands), sum(len(command.params) for command in commands)) == (MOST_COMMANDS, MOST_PARAMETERS)


@pytest.mark.parametrize("group", [(), *((name,) for name, _ in GROUPS)], ids=lambda group: group[0] if group else "all")
def test_no_sentence_of_a_list_of_commands_is_cut(group: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert shell.run([*group, "--help"]) == 0
    told = capsys.readouterr().out
    assert "..." not in told.replace("COMMAND [ARGS]...", "")
    lists = [part for part in re.split(r"^(?=\S)", told, flags=re.MULTILINE) if re.match(rf"({'|'.join(COMMAND_PANELS)}):\n", part)]
    assert lists
    assert all(part.rstrip().endswith(".") for part in lists)
    assert "simulate" not in "".join(lists)


def one_liners() -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.startswith("python3 -m venv")]


def test_two_lines_do_everything() -> None:
    assert len(one_liners()) == 2


#: In place of a program of the environment: notes which part of the tests it is asked for, and ends as the file of that name says.
STAND_IN = """#!/bin/sh
case "$*" in *--ignore=*) part=long;; *tests/live*) part=live;; *tests/engines*) part=engines;; *benchmarks/hall.py*) part=hall;; esac
case "$*" in *--last-failed*) part="$part again";; esac
case "$part" in hall) ;; *) case "$*" in *"-m slow and not by_hand"*) ;; *) exit 99;; esac;; esac
echo "$part" >>calls
exit "$(cat "$part" 2>/dev/null || echo 0)"
"""


@pytest.mark.skipif(shutil.which("timeout") is None, reason="only where GNU's timeout is")
@pytest.mark.parametrize(
    ("ends", "parts"),
    [
        ({}, "engines hall live long"),
        ({"long": 1}, None),
        ({"live": 1}, "engines hall live live again long"),
        ({"live": 1, "live again": 1}, None),
        ({"engines": 1}, "engines engines again hall live long"),
        ({"engines": 1, "engines again": 1}, None),
        ({"engines": 124}, None),
        ({"hall": 1}, None),
    ],
)
def test_ci_runs_the_test_line_of_the_readme_then_all_slow_tests_and_a_simulated_hall(
    tmp_path: Path, ends: dict[str, int], parts: str | None
) -> None:
    """What fails in a browser is run once more; what was ended is not."""
    line = f"\n{one_liners()[1]}\n"
    _, after = (ROOT / ".ci" / "run").read_text(encoding="utf-8").split(line)
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    for name in ("pytest", "python"):
        (tmp_path / ".venv" / "bin" / name).write_text(STAND_IN, encoding="utf-8")
        (tmp_path / ".venv" / "bin" / name).chmod(0o755)
    for part, code in ends.items():
        (tmp_path / part).write_text(str(code), encoding="utf-8")
    ended = subprocess.run(["sh", "-c", f"set -eu\ntrue\n{after}"], cwd=tmp_path, capture_output=True, check=False)  # noqa: S607
    assert (ended.returncode == 0) is (parts is not None), ended
    if parts is not None:
        assert " ".join(sorted((tmp_path / "calls").read_text(encoding="utf-8").splitlines())) == parts
