"""Counts that say how plain the project is: `python benchmarks/plainly.py` prints them and writes `results/plainly.json`.

To add a count, write a function without arguments that returns a whole number and add a `Count` to ``COUNTS``. A test holds every count
that has a limit.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import grimp
from machine import about

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "benchmarks" / "results" / "plainly.json"
PACKAGE = ROOT / "numero_cam"
#: Rooms of the commands and of what the program does; in 0f041e2 they were `cli` and `assistant`.
DOING = ("cli", "app", "classroom", "numo")
#: Pages of `docs` that are not counted: the generated reference of the commands, the rulebooks, and the guide's demonstration games.
NOT_COUNTED = frozenset(["cli.md", "rules.md", "numo-rules.md", "demonstrations.md"])


def readme_characters() -> int:
    """Characters of README.md."""
    return len((ROOT / "README.md").read_text(encoding="utf-8"))


def counted_pages() -> Iterator[Path]:
    """The pages of `docs` that are counted, decisions included."""
    return (path for path in sorted((ROOT / "docs").rglob("*.md")) if path.name not in NOT_COUNTED)


def docs_words() -> int:
    """Words of the counted pages as `wc -w` counts them."""
    return sum(len(path.read_text(encoding="utf-8").split()) for path in counted_pages())


def program_files(*rooms: str) -> list[Path]:
    """The Python files of the program, or of some of its rooms; rules of games are not counted with the room of a game."""
    return [path for room in rooms for path in sorted((PACKAGE / room).rglob("*.py")) if "rules" not in path.parts]


def lines_of(paths: list[Path]) -> int:
    """Lines of some files."""
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)


def single_importers() -> int:
    """Modules whose only importer is in the same folder."""
    graph = grimp.build_graph(PACKAGE.name, exclude_type_checking_imports=True)
    importers = {module: graph.find_modules_that_directly_import(module) for module in graph.modules}
    return sum(
        len(others) == 1 and next(iter(others)).rpartition(".")[0] == module.rpartition(".")[0] for module, others in importers.items()
    )


@dataclass(frozen=True)
class Count:
    """Something that is counted.

    Args:
        name: What is counted, with its unit; the key in the result file.
        value: Counts it in this checkout.
        limit: The largest value that the tests accept; None if there is no limit.
    """

    name: str
    value: Callable[[], int]
    limit: int | None = None


COUNTS = (
    Count("readme characters", readme_characters, limit=5_500),
    Count("docs words", docs_words, limit=33_000),
    Count("files of cli, app, classroom and numo", lambda: len(program_files(*DOING))),
    Count("lines of cli, app, classroom and numo", lambda: lines_of(program_files(*DOING))),
    Count("lines of the program", lambda: lines_of(sorted(PACKAGE.rglob("*.py")))),
    Count("modules whose only importer is in the same folder", single_importers),
)


def main() -> None:
    """Print the counts and write the result."""
    rows = {count.name: {"value": count.value(), "limit": count.limit} for count in COUNTS}
    OUT.write_text(json.dumps({**about(), "counts": rows}, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
