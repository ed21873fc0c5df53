"""The tree of games: equal games are one object, and questions about two games agree with tuples of their operations."""

import copy
import gc
import pickle
import weakref
from threading import Barrier, Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numero_cam.games.shared.breaks import BrokenRuleError
from numero_cam.games.shared.line import Line
from tests.unit.games.shared.test_log import verify

Taken = tuple[int, ...]
takings = st.lists(st.integers(1, 3), max_size=7).map(tuple)


def take(left: int, taken: int) -> int:
    return left - taken


def line_of(taken: Taken) -> Line[int, int]:
    line = Line[int, int].begin(21, verify, take)
    for one in taken:
        line = line.play(one)
    return line


@given(takings, takings)
def test_lines_are_one_object_where_their_operations_are_equal(one: Taken, other: Taken) -> None:
    first, second = line_of(one), line_of(other)
    assert (first is second) == (one == other)
    assert (first.operations, first.depth, first.state) == (one, len(one), 21 - sum(one))


@given(takings, takings)
def test_two_lines_meet_where_their_longest_common_prefix_ends(one: Taken, other: Taken) -> None:
    common = 0
    while common < min(len(one), len(other)) and one[common] == other[common]:
        common += 1
    first, second = line_of(one), line_of(other)
    assert first.meet(second) is second.meet(first) is line_of(one[:common])
    assert first.begins_with(second) == (one[: len(other)] == other)


@given(takings, st.integers(0, 9))
def test_a_line_is_cut_like_the_tuple_of_its_operations(taken: Taken, depth: int) -> None:
    line = line_of(taken)
    assert line.up(depth) is line_of(taken[:depth])
    assert line.after(depth) == taken[depth:]
    assert [one.operations for one in line.back_to(depth)] == [taken[:count] for count in range(len(taken), depth, -1)]


@given(takings)
def test_a_line_comes_back_from_a_pickle_and_a_copy(taken: Taken) -> None:
    line = line_of(taken)
    assert pickle.loads(pickle.dumps(line)) is line  # noqa: S301 - made a line ago
    assert copy.deepcopy([line])[0] is copy.copy(line) is line


def test_a_broken_rule_makes_no_line() -> None:
    line = line_of((3,))
    for _ in range(2):
        with pytest.raises(BrokenRuleError, match="4 were taken"):
            line.play(4)
    assert line.play(3).operations == (3, 3)


def test_other_rules_and_other_states_are_other_games() -> None:
    begun = line_of(())
    assert begun.begun_at(21) is begun
    assert begun.begun_at(20) is not begun
    assert Line[int, int].begin(21, verify, lambda left, taken: left - 2 * taken).play(1).state == 19


def test_a_line_that_nobody_holds_is_forgotten_and_its_end_holds_it_all() -> None:
    begun = line_of((1,))
    ends = [begun.play(one).play(another) for one in (1, 2, 3) for another in (1, 2, 3)]
    seen = [weakref.ref(one) for end in ends for one in end.back_to(1)]
    gc.disable()  # no circle keeps a line alive until somebody looks for circles
    try:
        del ends[1:]
        assert {one.operations for one in (look() for look in seen) if one is not None} == {(1, 1), (1, 1, 1)}
        del ends[:]
        assert not any(one() for one in seen)
    finally:
        gc.enable()


def test_a_game_of_very_many_operations_is_forgotten_without_a_crash() -> None:
    line = Line[int, int].begin(0, lambda _state, _operation: None, lambda left, taken: left + taken)
    for one in range(100_000):
        line = line.play(one)
    assert line.up(1).operations == (0,)


def test_threads_that_play_the_same_come_to_the_same_line() -> None:
    begun = Line[int, int].begin(0, lambda _state, _operation: None, lambda left, taken: left + taken)
    start, found = Barrier(4), [list[Line[int, int]]() for _ in range(4)]

    def play(lines: list[Line[int, int]]) -> None:
        start.wait()
        line = begun
        for one in range(2000):
            line = line.play(one)
            lines.append(line)

    threads = [Thread(target=play, args=(lines,)) for lines in found]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(len(set(map(id, same))) == 1 for same in zip(*found, strict=True))
