"""The box of what is learned: missed sooner, solved later, and a clock that was set back loses nothing."""

from datetime import date, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from numero_cam.games.shared.leitner import MISSED, WAITS, Slot, answered

days = st.dates(date(2000, 1, 1), date(2100, 1, 1))
slots = st.builds(Slot, st.integers(0, len(WAITS) - 1), days)
LONGEST = timedelta(days=WAITS[-1])


def first_day(slot: Slot) -> date:
    """The day from which on a card is asked."""
    return next(day for wait in range(LONGEST.days + 1) if slot.is_due(day := slot.since + timedelta(days=wait)))


def test_new_is_asked_at_once_and_each_box_waits_longer() -> None:
    assert Slot(0, date(2026, 11, 29)).is_due(date(2026, 11, 29))
    assert all(one < other for one, other in pairwise(WAITS))


@given(slots, days)
def test_what_is_missed_comes_back_sooner_than_what_is_solved(slot: Slot, today: date) -> None:
    missed, solved = (answered(slot, today, solved=solved) for solved in (False, True))
    assert missed is not None
    assert first_day(missed) == today + timedelta(days=1)
    assert solved is None or first_day(solved) > first_day(missed)
    assert solved is None or first_day(solved) - today > first_day(slot) - slot.since


@given(slots)
def test_solved_each_time_it_is_learned_after_a_few_times_and_never_without(slot: Slot) -> None:
    now: Slot | None = slot
    for _ in range(max(slot.box, MISSED), len(WAITS)):
        assert now is not None
        now = answered(now, first_day(now), solved=True)
    assert now is None


@given(slots, st.integers(0, 1000))
def test_once_due_it_stays_due(slot: Slot, later: int) -> None:
    assert slot.is_due(first_day(slot) + timedelta(days=later))
    assert first_day(slot) == slot.since + timedelta(days=WAITS[slot.box])


@given(slots, st.integers(1, 10_000))
def test_a_clock_that_was_set_back_hides_nothing(slot: Slot, back: int) -> None:
    before = slot.since - timedelta(days=back)
    assert slot.is_due(before)
    again = answered(slot, before, solved=False)
    assert again is not None
    assert first_day(again) == before + timedelta(days=1)
