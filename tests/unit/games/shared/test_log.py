"""The log of operations with a game of its own: a countdown from which one to three are taken away."""

from enum import Enum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numero_cam.games.shared.breaks import BrokenRuleError, require
from numero_cam.games.shared.game import Log


class Countdown(Enum):
    ONE_TO_THREE = "1.1"
    NOT_BELOW_NOTHING = "1.2"


def verify(left: int, taken: int) -> None:
    require(1 <= taken <= 3, Countdown.ONE_TO_THREE, f"{taken} were taken")
    require(taken <= left, Countdown.NOT_BELOW_NOTHING, f"{left} are left")


def countdown() -> Log[int, int]:
    return Log(21, verify, lambda left, taken: left - taken)


def test_a_broken_rule_changes_nothing_and_names_its_article() -> None:
    log = countdown()
    with pytest.raises(BrokenRuleError, match=r"^4 were taken \(article 1\.1, one to three\)$"):
        log.do(4)
    assert (log.states, log.operations) == ((21,), ())


@given(st.lists(st.integers(1, 3), max_size=7), st.integers(0, 9))
def test_what_is_undone_and_done_again_stands_as_before(taken: list[int], back: int) -> None:
    log = countdown()
    for one in taken:
        log.do(one)
    states, operations, copy = log.states, log.operations, log.copy()
    undone = [log.undo() for _ in range(back)]
    assert [one for one in undone if one is not None] == list(reversed(operations))[:back]
    assert log.states == states[: max(1, len(states) - back)]
    assert copy.states == states
    for one in operations[len(log.operations) :]:
        log.do(one)
    assert (log.states, log.operations) == (states, operations)
