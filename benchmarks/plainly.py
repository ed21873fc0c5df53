"""Counts that say how plain the project is: `python benchmarks/plainly.py` prints them and writes `results/plainly.json`.

To add a count, write a function without arguments that returns a whole number and add a `Count` to ``COUNTS``. A test holds every count
that has a limit.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from machine import about

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "benchmarks" / "results" / "plainly.json"
NOT_COUNTED = frozenset(["cli.md", "rules.md", "numo-rules.md", "demonstrations.md"])
"""Pages of `docs` that are not counted: the generated reference of the commands, the rulebooks, and the guide's demonstration games."""


def readme_characters() -> int:
    """Characters of README.md."""
    return len((ROOT / "README.md").read_text(encoding="utf-8"))


def counted_pages() -> Iterator[Path]:
    """The pages of `docs` that are counted, decisions included."""
    return (path for path in sorted((ROOT / "docs").rglob("*.md")) if path.name not in NOT_COUNTED)


def docs_words() -> int:
    """Words of the counted pages as `wc -w` counts them."""
    return sum(len(path.read_text(encoding="utf-8").split()) for path in counted_pages())


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
)


def main() -> None:
    """Print the counts and write the result."""
    rows = {count.name: {"value": count.value(), "limit": count.limit} for count in COUNTS}
    OUT.write_text(json.dumps({**about(), "counts": rows}, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
