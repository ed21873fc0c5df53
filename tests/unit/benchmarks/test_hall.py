"""What the simulated hall calls a failure, and how much it breaks."""

from typing import Any

import pytest

pytest.importorskip("networkx", reason="the extra hall is not installed")

from benchmarks.hall import faults_of, not_as_asked

GOOD: dict[str, Any] = {
    "minutes": 60.0,
    "faults": {"table_kills": 0, "hall_kills": 0, "database_restarts": 0, "cut_seconds": 0.0},
    "lost": 0,
    "doubled": 0,
    "plays_measured": 9,
    "median_seconds": 0.2,
    "p99_seconds": 1.4,
    "memory_growth": 0.04,
}


def test_what_is_as_asked_is_no_failure() -> None:
    assert not_as_asked(GOOD) == []
    assert not_as_asked({**GOOD, "minutes": 1.5, "memory_growth": 0.2}) == []
    assert not_as_asked({**GOOD, "p99_seconds": 600.0, "faults": {**GOOD["faults"], "cut_seconds": 600.0}}) == []


@pytest.mark.parametrize(
    "wrong", [{"lost": 1}, {"doubled": 1}, {"plays_measured": 0}, {"median_seconds": 0.4}, {"p99_seconds": 1.6}, {"memory_growth": 0.06}]
)
def test_what_is_not_as_asked_is_one(wrong: dict[str, float]) -> None:
    assert len(not_as_asked({**GOOD, **wrong})) == 1


@pytest.mark.parametrize(("got_in", "refused", "wrong"), [(0, 0, 0), (1, 0, 1), (0, 2, 1)])
def test_an_attack_fails_where_a_code_was_guessed_or_others_were_refused(got_in: int, refused: int, wrong: int) -> None:
    assert len(not_as_asked({"guesses": 10_000, "guesses_that_got_in": got_in, "others_refused": refused})) == wrong


def test_an_hour_has_all_faults_that_are_asked() -> None:
    assert vars(faults_of(60, 720)) == {"table_kills": 30, "hall_kills": 10, "database_restarts": 5, "cut_seconds": 600.0}
    assert faults_of(10, 18).cut_seconds == 18
