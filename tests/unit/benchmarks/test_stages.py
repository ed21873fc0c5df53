"""Medians and tails of times, and what a bad call is told."""

import importlib

import pytest

stages = importlib.import_module("stages")


@pytest.mark.parametrize(
    ("times", "share", "expected"), [([3.0], 0.95, 3.0), ([1.0, 2.0], 0.5, 2.0), (list(range(1, 101)), 0.95, 96), (list(range(20)), 0.0, 0)]
)
def test_percentile(times: list[float], share: float, expected: float) -> None:
    assert stages.percentile(times, share) == expected


def test_summary_and_its_table() -> None:
    runs = [({"decode": 1.0 + k, "total": 10.0 + k}, ["7r", None]) for k in range(5)]
    one = stages.summary(runs)
    assert (one["cards"], one["read"], one["runs"]) == (2, 1, 5)
    assert one["median_ms"] == {"decode": 3.0, "total": 12.0}
    assert one["p95_ms"] == {"decode": 5.0, "total": 14.0}
    assert stages.table({"1280x960": one}).splitlines() == [
        "| stage | 1280x960 median | p95 |",
        "|---|---|---|",
        "| decode | 3.0 | 5.0 |",
        "| total | 12.0 | 14.0 |",
    ]
