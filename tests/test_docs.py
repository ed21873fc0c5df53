"""Documents are checked like code: the reference of the command line, the lines of the README, and the links."""

import re
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


def test_ci_runs_exactly_the_test_line_of_the_readme_then_the_slow_tests_and_a_simulated_hall() -> None:
    lines = [line for line in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    slow, ends = '-m "slow and not by_hand"', "timeout -s INT -k 30 1800"
    again = f"  .venv/bin/pytest {slow} --last-failed --last-failed-no-failures none"
    slow_ones = [
        f".venv/bin/pytest -n auto --dist worksteal {slow} --ignore=tests/live --ignore=tests/engines",
        f".venv/bin/pytest -n 2 --dist loadfile {slow} tests/live ||",
        f"{again} tests/live",
        f"{ends} .venv/bin/pytest {slow} --durations=0 tests/engines || {{",
        "  [ $? -eq 1 ]  # else they were ended, and some were not tried",
        f"  {ends}{again.removeprefix(' ')} tests/engines",
        "}",
    ]
    hall = ".venv/bin/python benchmarks/hall.py --minutes 1.5 --faults-of 10 --tables 12 --watchers 40 --per-process 2 --seconds 2 --check"
    assert lines[-10:] == [one_liners()[1], "[ $? -eq 0 ] || exit 1", *slow_ones, hall]


def test_the_first_line_solves_the_first_sample_photo() -> None:
    photos = sorted(path.name for path in (ROOT / "sample_images").glob("*.jpg"))
    named = re.findall(r"sample_images/(\S+)", one_liners()[0])
    assert named == photos[:1]


@pytest.mark.parametrize(
    "path", [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))], ids=lambda path: path.name
)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", path.read_text(encoding="utf-8")):
        assert target.startswith("http") or (path.parent / target).exists(), target


def test_the_changes_fit_on_a_page() -> None:
    assert len((ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split()) <= 1_000


def test_decisions_are_numbered() -> None:
    names = [path.name for path in sorted((ROOT / "docs" / "adr").glob("*.md"))]
    assert [int(name[:4]) for name in names] == list(range(1, len(names) + 1))


def test_references_to_decisions_lead_to_a_page_and_its_section() -> None:
    pages = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "adr").glob("*.md")}
    places = [ROOT / "pyproject.toml", ROOT / "hatch_build.py", ROOT / "README.md", ROOT / "SECURITY.md"]
    for room in ("numero_cam", "workshop", "benchmarks", "tests", "docs"):
        places += [path for path in (ROOT / room).rglob("*") if path.suffix in {".py", ".md"}]
    found = 0
    for place in places:
        text = place.read_text(encoding="utf-8")
        references = re.findall(r"(?:adr/|\]\()(\d{4}[-a-z0-9]*(?:\.md)?)(?:#([-a-z0-9]+))?", text)
        for name, anchor in references:
            headings = re.findall(r"^#+ (.+)$", pages[name], re.MULTILINE)
            slugs = {re.sub(r"[^-\w]", "", heading.lower().replace(" ", "-")) for heading in headings}
            assert not anchor or anchor in slugs, f"{place}: {name}#{anchor}"
        found += len(references)
        for number in re.findall(r"\b[Dd]ecision (\d+)\b", text):
            assert int(number) <= len(pages), f"{place}: decision {number}"
    assert found >= len(pages)


def test_the_page_for_programmers_is_one_page() -> None:
    assert len((ROOT / "docs" / "python.md").read_text(encoding="utf-8").split()) <= 900
