"""README stays a page, and the documentation stays short: every count of benchmarks/plainly.py that has a limit keeps to it."""

import importlib

import pytest

plainly = importlib.import_module("plainly")
COUNTS = {str(count.name): count for count in plainly.COUNTS}


@pytest.mark.parametrize("name", [name for name, count in COUNTS.items() if count.limit is not None])
def test_a_count_keeps_to_its_limit(name: str) -> None:
    assert 0 < COUNTS[name].value() <= COUNTS[name].limit


def test_the_limits_of_readme_and_docs() -> None:
    assert (COUNTS["readme characters"].limit, COUNTS["docs words"].limit) == (5_500, 33_000)


def test_decisions_are_counted_and_the_rules_are_not() -> None:
    names = {path.name for path in plainly.counted_pages()}
    assert {"0001-rooms-and-dependencies.md", "model-card.md"} <= names
    assert not names & {"cli.md", "rules.md", "numo-rules.md", "demonstrations.md"}
