"""The school year: every week of its terms has one name, holidays have none, and what is typed wrongly is one sentence."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numero_cam.base.errors import ClassError
from numero_cam.classroom.school_year import DAYS, NO_YEAR, YEARS, SchoolWeek, SchoolYear, Term, typed_terms, year_from_dict
from numero_cam.games.numero.puzzles.levels import WEEKS

FIRST_DAYS = ("2026-02-02", "2026-04-20", "2026-07-20", "2026-10-12")  #: Of the terms of West Australia.
YEAR = SchoolYear(typed_terms([(day, "") for day in FIRST_DAYS]))
FRIDAY = date(2026, 11, 27)
WEEK = timedelta(days=DAYS)


@st.composite
def years(draw: st.DrawFn) -> SchoolYear:
    """One to three school years of terms between holidays."""
    day, terms = date(2026, 1, 1) + timedelta(days=draw(st.integers(0, 400))), list[Term]()
    for _ in range(draw(st.integers(1, 8))):
        last = day + timedelta(days=draw(st.integers(0, 90)))
        terms.append(Term(day, last))
        day = last + timedelta(days=draw(st.integers(DAYS, 60)))
    year = SchoolYear(tuple(terms), draw(st.booleans()), draw(st.none() | st.integers(1, DAYS)))
    before = NO_YEAR  # what was printed before the terms were typed
    for distance in draw(st.lists(st.integers(-900, 900), max_size=5)):
        today = terms[0].first + timedelta(days=distance)
        before = before.with_printed([before.week_on(today).name], today)
    return replace(year, printed=before.printed)


@given(years(), st.integers(-100, 900))
def test_each_week_has_a_name_of_its_own_and_each_day_a_week(year: SchoolYear, distance: int) -> None:
    weeks, day = year.weeks, year.terms[0].first + timedelta(days=distance)
    assert len({week.name for week in weeks}) == len(weeks) == len({week.monday for week in weeks})
    assert [week.monday for week in weeks] == sorted(week.monday for week in weeks)
    assert all(week.name.partition("/")[0] == str(week.monday.isocalendar().week) and not week.monday.weekday() for week in weeks)
    now = year.week_on(day)
    in_term = any(term.first - timedelta(days=term.first.weekday()) <= day <= term.last for term in year.terms)
    assert not (in_term and year.is_holiday(day))
    assert year.is_holiday(day) != (now.monday <= day < now.monday + WEEK)
    if year.is_holiday(day):
        assert all(not week.monday <= day < week.monday + WEEK for week in weeks)
        why = "the school year is over" if day > year.terms[-1].last else f"in the holidays nothing is printed; .*--week {now.name}$"
        with pytest.raises(ClassError, match=why):
            year.week_to_print(day)
    for week, later in zip(weeks, [*weeks[1:], None], strict=True):
        assert year.week_named(week.name, day) == week
        assert year.week_after(week.name, day) == later
        rest = year.rest_of_term(week.name, day)
        assert rest[0] == week
        assert {one.term for one in rest} == {week.term}
    assert year_from_dict(year.to_dict()) == year


@given(st.lists(st.integers(0, 3000), min_size=1))
def test_without_terms_each_printed_week_has_a_name_of_its_own_on_every_day(distances: list[int]) -> None:
    year, names = NO_YEAR, dict[date, str]()
    for distance in distances:
        day = date(2026, 1, 1) + timedelta(days=distance)
        week = year.week_on(day)
        assert names.setdefault(week.monday, week.name) == week.name
        year = year_from_dict(year.with_printed([week.name], day).to_dict())
        assert all(year.week_named(name, day) == SchoolWeek(name, monday) for monday, name in names.items())
    assert len({*names.values()}) == len(names)


@given(st.dates(date(1990, 1, 1), date(2210, 1, 1)), st.booleans())
def test_a_week_on_any_day_can_be_printed_and_the_class_is_read_again(day: date, has_terms: bool) -> None:
    year = SchoolYear(typed_terms([("2000-01-01", "")])) if has_terms else NO_YEAR
    week = year.week_on(day)
    printed = year.with_printed([week.name], day)
    assert year_from_dict(printed.to_dict()) == printed
    assert bool(printed.printed) == (week.monday.year in YEARS)


@pytest.mark.parametrize("row", [["49", "1969-12-29"], ["49", "soon"], ["49"], ["far too long", "2026-11-30"], [7, 7], "49"])
def test_a_row_that_is_no_printed_week_is_left_out_and_the_others_are_read(row: object) -> None:
    stored = NO_YEAR.with_printed(["48"], FRIDAY)
    data = stored.to_dict()
    assert isinstance(data["printed"], list)
    assert year_from_dict({**data, "printed": [row, *data["printed"]]}) == stored


@given(st.lists(st.integers(1, 40), max_size=25), st.integers(0, 60))
def test_weeks_of_an_earlier_version_get_the_days_on_which_they_were_printed(apart: list[int], ahead: int) -> None:
    """Before names had years, a week of each number was printed once; between two printings lay at most 40 weeks."""
    newest = date(2026, 11, 23) + ahead * WEEK
    days = {str(newest.isocalendar().week): newest}
    for weeks in apart:
        monday = min(days.values()) - weeks * WEEK
        if days.setdefault(str(monday.isocalendar().week), monday) != monday:
            break
    assert NO_YEAR.with_printed(["final", *reversed(days)], newest).mondays == days


def test_a_week_that_was_printed_after_a_later_one_lies_in_the_same_year() -> None:
    printed = NO_YEAR.with_printed(["47", "50", "48", "49"], FRIDAY).mondays
    assert list(printed) == ["47", "48", "49", "50"]
    assert printed["50"] - printed["47"] == 3 * WEEK


def test_the_first_days_are_enough_and_the_terms_share_the_course() -> None:
    weeks = [sum(week.term == number for week in YEAR.weeks) for number in (1, 2, 3, 4)]
    assert weeks == [9, 10, 10, 11]  # after nine weeks of the first term the holidays of two weeks begin; the last one has what is left
    assert YEAR.week_on(FRIDAY).name == "48"
    assert YEAR.week_after("48", FRIDAY) == YEAR.week_on(date(2026, 11, 30))
    assert YEAR.is_holiday(date(2026, 4, 10))
    assert YEAR.week_on(date(2026, 4, 10)).name == "17"


@given(st.lists(st.integers(3, 16), min_size=1, max_size=8))
def test_however_the_holidays_lie_the_terms_have_the_weeks_of_the_course(apart: list[int]) -> None:
    days = [date(2026, 9, 1)]
    for weeks in apart[1:]:
        days.append(days[-1] + weeks * WEEK)
    terms = typed_terms([(day.isoformat(), "") for day in days])
    assert [term.first for term in terms] == days
    assert len(SchoolYear(terms).weeks) >= WEEKS


def test_a_week_of_a_later_year_is_none_of_an_earlier_one() -> None:
    later = SchoolYear(YEAR.with_terms(typed_terms([("2027-02-01", "2027-04-09")]), FRIDAY))
    assert later.weeks[: len(YEAR.weeks)] == YEAR.weeks
    assert [week.name for week in later.weeks[len(YEAR.weeks) :]][:3] == ["5", "6/2027", "7/2027"]
    assert SchoolYear(later.with_terms(later.terms[-1:], FRIDAY)) == later  # typed again, nothing changes


def test_a_new_year_ends_the_last_one_and_a_correction_takes_its_place() -> None:
    year = SchoolYear(typed_terms([("2026-11-30", "")]))  # forty weeks, into the next year
    new = typed_terms([("2027-08-30", "")])
    begun = SchoolYear(year.with_terms(new, date(2027, 8, 20)))
    assert [week.name for week in begun.weeks if week.term == 2][:15] == [*map(str, range(35, 48)), "48", "49/2027"]
    assert begun.terms[0].last < new[0].first
    assert year.with_terms(new, date(2026, 11, 1)) == new  # it has not begun
    assert year.with_terms(typed_terms([("2026-12-07", "")]), date(2027, 8, 20)) == typed_terms([("2026-12-07", "")])
    assert year.with_terms((), FRIDAY) == ()


def test_after_the_last_week_the_year_is_over() -> None:
    assert [YEAR.is_over(day) for day in (YEAR.terms[-1].last, YEAR.terms[-1].last + WEEK)] == [False, True]
    assert not NO_YEAR.is_over(FRIDAY)


def test_without_terms_every_week_of_the_calendar_is_one() -> None:
    assert NO_YEAR.week_on(FRIDAY).name == NO_YEAR.week_to_print(FRIDAY) == "48"
    after = NO_YEAR.week_after("53", FRIDAY)
    assert after is not None
    assert (after.name, after.monday) == ("1", date(2027, 1, 4))
    assert NO_YEAR.week_named("final", FRIDAY) is NO_YEAR.week_after("final", FRIDAY) is None
    assert NO_YEAR.rest_of_term("48", FRIDAY) == ()


@pytest.mark.parametrize(("day", "tells"), [(None, ()), (1, ("48", "47")), (5, ("48", "47")), (6, ("47",))])
def test_the_answer_is_told_from_the_day_that_the_teacher_sets(day: int | None, tells: tuple[str, ...]) -> None:
    for year in (SchoolYear(YEAR.terms, answer_day=day), SchoolYear(answer_day=day)):
        assert [name for name in ("49", "48", "47", "final") if year.tells_answers(name, FRIDAY)] == list(tells)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ([("soon", "")], '"soon" is no day of school; write year, month and day as in 2026-11-30'),
        ([("0001-01-01", "")], "is no day of school"),
        ([("9999-12-31", "")], "is no day of school"),
        ([("2026-02-02", "2026-02-01")], "the term that begins on 2026-02-02 cannot end on 2026-02-01"),
        ([("2026-02-02", "2029-02-01")], "cannot end on 2029"),
        ([("2026-04-20", "2026-07-03"), ("2026-02-02", "2026-04-02")], "are not one after the other"),
        ([("2026-02-02", "2026-04-20"), ("2026-04-22", "")], "are not one after the other"),
        ([("2026-02-02", ""), ("2026-02-03", "")], "terms of 2026-02-02 and 2026-02-03 are not one after the other"),
        ([("2026-04-20", ""), ("2026-02-02", "")], "terms of 2026-04-20 and 2026-02-02 are not one after the other"),
        ([("", "2026-04-02"), ("2026-04-20", "")], "the term that ends on 2026-04-02 has no first day"),
    ],
)
def test_what_is_typed_wrongly_is_one_sentence(typed: list[tuple[str, str]], why: str) -> None:
    with pytest.raises(ClassError, match=why) as error:
        typed_terms(typed)
    assert "\n" not in str(error.value)
