"""The school year of a class: its terms, the school weeks in them and their names, and what holds for all its weeks."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import chain, pairwise

from numero_cam.base.bounded_reader import list_of, plain_text, whole_number
from numero_cam.base.errors import ClassError
from numero_cam.catalogue import or_list, tr
from numero_cam.games.numero.puzzles.levels import WEEKS
from numero_cam.marking.slip_layout import LAYOUT_OF_PUZZLES, MAX_VERSIONS

MAX_TERMS = 8  #: Maximum number of terms of a school year: the parts between its holidays.
HOLIDAY_WEEKS = 2  #: Number of weeks before the next term in which a term without a typed last day has no school.
MAX_TERM_WEEKS = 53  #: Maximum number of weeks of a term.
DAYS = 7  #: Number of days of a week; its days are counted from 1, Monday.
MAX_PRINTED_WEEKS = 400  #: Maximum number of printed weeks whose days are known: of the latest.
YEARS = range(2000, 2200)  #: Years in which a term may begin and a printed week has a known day.
BACK = timedelta(weeks=20)  #: How long before the week that was printed next a week of an unknown year is looked for first.
_WEEK = timedelta(days=DAYS)
_DATE_CHARACTERS = len("2026-11-30")
_SHOWN_CHARACTERS = 20  #: Maximum number of characters of what was typed that a message shows.


@dataclass(frozen=True, slots=True)
class Term:
    """A part of the school year between holidays; it begins and ends in a week of its own."""

    first: date  #: Its first day.
    last: date  #: Its last day.


@dataclass(frozen=True, slots=True)
class SchoolWeek:
    """A week of school."""

    #: Its name: its number in the calendar, with the year where an earlier school week, or one that was printed, has the same number.
    name: str
    monday: date  #: Its Monday.
    term: int = 0  #: Number of its term, from 1; 0 where no terms are known.


@dataclass(frozen=True, slots=True)
class SchoolYear:
    """What a teacher says once for all weeks of a class."""

    terms: tuple[Term, ...] = ()  #: The terms, those of earlier years included; empty where none are known, so that every week counts.
    by_results: bool = False  #: Whether results move the levels; False where all go on by the course.
    answer_day: int | None = None  #: Day of the week, 1 to ``DAYS``, from which strips tell the best take; None for never.
    puzzles: int = 1  #: Number of puzzles on each slip of a new week.
    versions: int = 1  #: Number of versions of the slips of each level of a new week.
    contests: bool = False  #: Whether the ladder, the records and the Top Challenge are shown.
    printed: tuple[SchoolWeek, ...] = ()  #: The printed weeks; each keeps its name.

    @property
    def weeks(self) -> tuple[SchoolWeek, ...]:
        """The school weeks, the earliest first; none where no terms are known."""
        weeks, known = list[SchoolWeek](), self._known_names
        names = set(known.values())
        for number, term in enumerate(self.terms, start=1):
            monday = _monday(term.first)
            while monday <= term.last:
                weeks.append(SchoolWeek(_name(monday, known, names), monday, number))
                names.add(weeks[-1].name)
                monday += _WEEK
        return tuple(weeks)

    @property
    def _known_names(self) -> Mapping[date, str]:
        return {week.monday: week.name for week in self.printed}

    def week_on(self, day: date) -> SchoolWeek:
        """Return the school week of a day: in the holidays the next one, after the last one that one; without terms, any is one."""
        if not self.terms:
            known = self._known_names
            return SchoolWeek(_name(_monday(day), known, {*known.values()}), _monday(day))
        weeks = self.weeks
        return next((week for week in weeks if week.monday + _WEEK > day), weeks[-1])

    def is_holiday(self, day: date) -> bool:
        """Return whether there is no school in the week of a day."""
        return bool(self.terms) and self.week_on(day).monday != _monday(day)

    def is_over(self, day: date) -> bool:
        """Return whether a day lies after the last school week."""
        return bool(self.terms) and day >= self.weeks[-1].monday + _WEEK

    def week_to_print(self, day: date) -> str:
        """Return the name of the school week of a day; where there is none raise a ``ClassError`` that says what to do."""
        if self.is_over(day):
            raise ClassError(tr("the school year is over; type the first days of the next one on the page of the class, under School year"))
        if self.is_holiday(day):
            raise ClassError(
                tr("in the holidays nothing is printed; for another week of school say so: --week {week}", week=self.week_on(day).name)
            )
        return self.week_on(day).name

    def week_named(self, name: str, today: date) -> SchoolWeek | None:
        """Return the school week of a name, or the printed one.

        Without terms it is else the one nearest to `today`; None where it is no week of the calendar.
        """
        near = (_monday(today) + _WEEK * distance for weeks in range(MAX_TERM_WEEKS) for distance in (weeks, -weeks))
        known = chain(self.weeks, self.printed, () if self.terms else map(self.week_on, near))
        return next((week for week in known if week.name == name), None)

    @property
    def mondays(self) -> Mapping[str, date]:
        """The Mondays of the school weeks and of the printed ones, by their names."""
        return {week.name: week.monday for week in (*self.weeks, *self.printed)}

    def with_printed(self, names: Iterable[str], today: date) -> "SchoolYear":
        """Return it with the days of weeks that were printed, by their names, the first that was printed first.

        Of an unknown one the last is that nearest to `today`; each other lies nearest to ``BACK`` before the one that was printed next.
        """
        known, near = {week.name: week for week in self.printed}, today
        for name in reversed(dict.fromkeys(names)):
            week = known.get(name) or replace(self, printed=tuple(known.values())).week_named(name, near)
            if week is not None and week.monday.year in YEARS:
                known[name], near = replace(week, term=0), week.monday - BACK
        return replace(self, printed=tuple(sorted(known.values(), key=lambda week: week.monday))[-MAX_PRINTED_WEEKS:])

    def week_after(self, name: str, today: date) -> SchoolWeek | None:
        """Return the school week after the one of a name; None after the last one, and where the name is none of the calendar."""
        week = self.week_named(name, today)
        if week is None or not self.terms:
            return week and self.week_on(week.monday + _WEEK)
        return next((later for later in self.weeks if later.monday > week.monday), None)

    def rest_of_term(self, name: str, today: date) -> tuple[SchoolWeek, ...]:
        """Return the school weeks from the one of a name to the end of its term; none where terms or name are unknown."""
        week = self.week_named(name, today) if self.terms else None
        return tuple(one for one in self.weeks if week and one.term == week.term and one.monday >= week.monday)

    def tells_answers(self, name: str, today: date) -> bool:
        """Return whether the strips of a week may tell its best takes on a day."""
        week = self.week_named(name, today)
        return week is not None and self.answer_day is not None and today >= week.monday + timedelta(days=self.answer_day - 1)

    def with_terms(self, typed: Sequence[Term], day: date) -> tuple[Term, ...]:
        """Return the terms after some were typed on a day: these, and the earlier ones.

        Earlier are those that are over, and those that have begun where the typed ones begin later. They end before the first typed one.
        """
        if not typed:
            return ()
        begins = _monday(typed[0].first)
        earlier = (term for term in self.terms if term.last < begins or term.first <= day < begins)
        return (*(replace(term, last=min(term.last, begins - timedelta(days=1))) for term in earlier), *typed)

    def with_slips(self, puzzles: int, versions: int) -> "SchoolYear":
        """Return it with slips of so many puzzles, and so many versions of them; refuse what no slip has."""
        if puzzles not in LAYOUT_OF_PUZZLES or not 1 <= versions <= MAX_VERSIONS:
            known = or_list(LAYOUT_OF_PUZZLES)
            raise ClassError(tr("a slip has {puzzles} puzzles, in 1 to {most} versions", puzzles=known, most=MAX_VERSIONS))
        return replace(self, puzzles=puzzles, versions=versions)

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON values; ``year_from_dict`` reads them."""
        terms = [[term.first.isoformat(), term.last.isoformat()] for term in self.terms]
        slips = {"puzzles": self.puzzles, "versions": self.versions, "contests": self.contests}
        printed = [[week.name, week.monday.isoformat()] for week in self.printed]
        return {"terms": terms, "by_results": self.by_results, "answer_day": self.answer_day, **slips, "printed": printed}


NO_YEAR = SchoolYear()  #: That of a class whose teacher has typed nothing.


def year_from_dict(data: dict[str, object]) -> SchoolYear:
    """Return the school year of JSON values; raise an error where they are none."""
    rows = [list_of(row, 2) for row in list_of(data["terms"], 20 * MAX_TERMS)]
    terms = tuple(Term(*map(_stored_day, row)) for row in rows)
    _check(terms)
    day = data["answer_day"]
    puzzles, versions = data.get("puzzles", 1), data.get("versions", 1)  # earlier versions had one of each
    if puzzles not in LAYOUT_OF_PUZZLES:
        raise ValueError("no slip has so many puzzles")
    slips = whole_number(puzzles, 1, max(LAYOUT_OF_PUZZLES)), whole_number(versions, 1, MAX_VERSIONS)
    answer_day = None if day is None else whole_number(day, 1, DAYS)
    printed = _stored_weeks(data.get("printed", []))
    return SchoolYear(terms, data["by_results"] is True, answer_day, *slips, data.get("contests") is True, printed)


def _stored_weeks(rows: object) -> tuple[SchoolWeek, ...]:
    """Return the printed weeks of JSON values; a row that is none is left out, since its name alone prints the same slips."""
    weeks = list[SchoolWeek]()
    for row in list_of(rows, MAX_PRINTED_WEEKS):
        with suppress(ValueError):
            name, day = list_of(row, 2)
            weeks.append(SchoolWeek(plain_text(name, _DATE_CHARACTERS), _monday(_stored_day(day))))
    return tuple(week for week in weeks if week.monday.year in YEARS)


def _stored_day(day: object) -> date:
    return date.fromisoformat(plain_text(day, _DATE_CHARACTERS))


def typed_terms(typed: Sequence[tuple[str, str]]) -> tuple[Term, ...]:
    """Return the terms of typed first and last days, as ``2026-11-30``; empty rows are left out.

    The course has 40 weeks. A term without a last day has its share of them, and leaves ``HOLIDAY_WEEKS`` before the next one; the last
    one has all that are left.
    """
    days = [(_first_day(first, last), _typed_day(last) if last.strip() else None) for first, last in typed if (first + last).strip()]
    for (first, _), (following, _) in pairwise(days):
        _check_order(first, following)
    share, left = -(-WEEKS // max(len(days), 1)), WEEKS
    terms = list[Term]()
    for place, (first, last) in enumerate(days):
        monday, is_last = _monday(first), place + 1 == len(days)
        end = monday + (max(share, left) if is_last else share) * _WEEK
        if not is_last:
            end = max(min(end, _monday(days[place + 1][0]) - HOLIDAY_WEEKS * _WEEK), monday + _WEEK)
        terms.append(Term(first, last or end - timedelta(days=1)))
        left -= (_monday(terms[-1].last) - monday) // _WEEK + 1
    _check(terms)
    return tuple(terms)


def _first_day(text: str, last: str) -> date:
    if not text.strip():
        raise ClassError(
            tr("the term that ends on {last} has no first day; type it, or leave its last day out", last=last.strip()[:_SHOWN_CHARACTERS])
        )
    return _typed_day(text)


def _typed_day(text: str) -> date:
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        day = date.min
    if day.year not in YEARS:
        raise ClassError(tr('"{given}" is no day of school; write year, month and day as in 2026-11-30', given=text[:_SHOWN_CHARACTERS]))
    return day


def _check(terms: Sequence[Term]) -> None:
    """Refuse terms that are not in their order, share a week, or have no week or too many."""
    for term in terms:
        if term.first.year not in YEARS or not timedelta(0) <= term.last - term.first < MAX_TERM_WEEKS * _WEEK:
            raise ClassError(
                tr("the term that begins on {first} cannot end on {last}; look at both days", first=term.first, last=term.last)
            )
    for term, later in pairwise(terms):
        if _monday(later.first) <= term.last:
            raise _not_in_order(term.first, later.first)


def _check_order(first: date, following: date) -> None:
    if _monday(following) <= first:
        raise _not_in_order(first, following)


def _not_in_order(first: date, later: date) -> ClassError:
    return ClassError(tr("the terms of {first} and {later} are not one after the other; look at their days", first=first, later=later))


def _name(monday: date, known: Mapping[date, str], taken: Collection[str]) -> str:
    """Return the name of a week: the known one of its Monday, or its number in the calendar, with the year where that is taken."""
    year, week, _ = monday.isocalendar()
    return known.get(monday) or (f"{week}/{year}" if str(week) in taken else str(week))


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())
