"""README stays a page, and the documentation stays short: every count of benchmarks/plainly.py that has a limit keeps to it."""

import importlib
from typing import Any

import pytest

plainly = importlib.import_module("plainly")
LIMITED = [count for count in plainly.COUNTS if count.limit is not None]


@pytest.mark.parametrize("count", LIMITED, ids=lambda count: str(count.name))
def test_a_count_keeps_to_its_limit(count: Any) -> None:
    assert 0 < count.value() <= count.limit


def test_the_limits_of_readme_and_docs() -> None:
    limits = {count.name: count.limit for count in plainly.COUNTS}
    assert (limits["readme characters"], limits["docs words"]) == (5_500, 33_000)


def test_decisions_are_counted_and_the_rules_are_not() -> None:
    names = {path.name for path in plainly.counted_pages()}
    assert {"0001-layout-and-dependencies.md", "model-card.md"} <= names
    assert not names & {"cli.md", "rules.md", "numo-rules.md", "demonstrations.md"}
