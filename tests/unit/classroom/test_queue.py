"""What a slip that waits may mean: the likeliest answer first."""

from itertools import combinations

import pytest

from numero_cam.classroom.queue import likely_answers, offered_answer
from numero_cam.classroom.slip_store import EntryState, SlipEntry
from numero_cam.classroom.slips import judge_marks, parse_marks
from tests.slip_piles import BEST, CHILD, MISTAKE, circles_of_marks, printing

PRINTED = printing()
PUZZLE, FORM = PRINTED.puzzles[0], PRINTED.form_of(0)


def circles(marks: str) -> frozenset[int]:
    return circles_of_marks(PUZZLE, FORM, parse_marks(marks, PUZZLE))


def waits(shaded: frozenset[int], *doubtful: int) -> SlipEntry:
    reading = parse_marks(CHILD, PUZZLE)
    return SlipEntry(0, 0, reading, reading, judge_marks(PUZZLE, reading), tuple(sorted(shaded)), doubtful, 3, EntryState.OPEN)


@pytest.mark.parametrize("marks", [BEST, CHILD])
def test_a_take_with_one_unclear_mark_read_otherwise_is_likelier_than_no_take(marks: str) -> None:
    """Whichever mark it is without which the answer is none; of two marks the take is as far as no take, and a person says which."""
    whole, taken = circles(marks), 0
    for size in (1, 2):
        for unclear in combinations(sorted(whole), size):
            answers = likely_answers(PRINTED, waits(whole - set(unclear), *unclear))
            if any(one.is_take and not (set(one.shaded) & set(unclear)) for one in answers):
                continue  # what is left is a take, too
            taken += 1
            costs = {one.shaded: one.cost for one in answers}
            assert costs[tuple(sorted(whole))] == size
            assert answers[0].is_take or size == 2
            assert [one.cost for one in answers] == sorted(costs.values())
    assert taken > 2


def test_an_answer_is_offered_where_no_other_is_nearly_as_likely() -> None:
    alone = likely_answers(PRINTED, waits(circles(MISTAKE)))
    assert len(alone) == 1
    assert offered_answer(alone) == alone[0]
    lone = min(circles(CHILD))
    near = likely_answers(PRINTED, waits(circles(CHILD) - {lone}, lone))
    assert near[1].cost - near[0].cost < 1
    assert offered_answer(near) is None
