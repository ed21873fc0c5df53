"""Next week: who gets which level, shown before it is printed, by one rule for the advice and the move; the same week, the same bytes."""

import random
import re
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import date
from itertools import product
from pathlib import Path

import pytest

from numero_cam.base.errors import ClassError, StoreError
from numero_cam.classroom import desk as class_desk
from numero_cam.classroom.backup import back_up, restore
from numero_cam.classroom.classes import Pupil
from numero_cam.classroom.course import plan_week, write_class_weeks
from numero_cam.classroom.desk import Desk
from numero_cam.classroom.needs import class_needs
from numero_cam.classroom.page_answers import ClassAddress, ClassFile, ClassPage
from numero_cam.classroom.results import ClassTable, week_results
from numero_cam.classroom.school_year import NO_YEAR, SchoolYear, Term, typed_terms
from numero_cam.classroom.slip_store import SlipStore, open_slip_store
from numero_cam.classroom.slips import CHALLENGE_SEED, PrintedSlip, Printing
from numero_cam.classroom.week import WeekOptions, write_week
from numero_cam.games.numero.puzzles import CARD_SETS, LevelMove, moved_level
from tests.slip_piles import BEST, CHILD, MISTAKE, hand_in, puzzle

DATA = Path(__file__).parents[2] / "data"
PUPILS = (Pupil(3, "Ann", "silver:12"), Pupil(8, "Finn", "silver:39"), Pupil(17, "", "3"))
YEAR = SchoolYear((Term(date(2026, 11, 16), date(2026, 12, 11)), Term(date(2027, 1, 11), date(2027, 3, 26))))
FRIDAY = date(2026, 11, 27)
OPTIONS = WeekOptions("")
NAME, VALUE = re.compile(' name="([^"]*)"'), re.compile(' value="([^"]*)"')


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "classes.sqlite"
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(path))
    monkeypatch.setattr(class_desk, "today", lambda: FRIDAY)
    with open_slip_store() as store:
        store.classes.add("5B", PUPILS, random.Random(1))  # noqa: S311 - any order
        store.classes.put_year("5B", YEAR)
    return path


@pytest.fixture
def store(file: Path) -> Iterator[SlipStore]:
    with open_slip_store(file) as opened:
        yield opened


def levels(*names: str) -> dict[int, str]:
    return dict(zip((3, 8, 17), names, strict=True))


def planned(store: SlipStore, week: str) -> dict[int, str]:
    return {one.pupil.number: one.level for one in plan_week(store, store.classes.room("5B"), week)}


def of_class(store: SlipStore) -> dict[int, str]:
    return {pupil.number: pupil.level for pupil in store.classes.room("5B").pupils}


def print_by_hand(store: SlipStore, week: str, given: Sequence[str], answers: Sequence[str] = ("", "", ""), seed: str = "") -> None:
    """Store a week with these levels and answers, and the levels as those of the class."""
    pupils = [replace(pupil, level=level) for pupil, level in zip(PUPILS, given, strict=True)]
    puzzles = tuple(replace(puzzle(), level=level) for level in given)
    slips = tuple(PrintedSlip(place, (place,), pupil.number, pupil.name) for place, pupil in enumerate(pupils))
    number = 1 + sum(1 for _ in store.printings("5B"))
    given_in = {pupil.number: text for pupil, text in zip(pupils, answers, strict=True) if text}
    hand_in(store, Printing(number, "5B", week, puzzles, slips, seed), given_in)
    if not seed:
        store.classes.update("5B", pupils)


def test_a_move_leads_through_both_courses_and_the_card_sets_and_never_beyond() -> None:
    names = [f"{course}:{week}" for course, week in product(("silver", "gold"), range(1, 41))]
    for order in (names, list[str](CARD_SETS)):
        for place, name in enumerate(order):
            easier, again, on, harder = (order.index(moved_level(name, move)) for move in LevelMove)
            assert easier <= again == place <= on <= harder
            assert (easier == place) == (place == 0 or name == "gold:1")
            assert (harder == place) == (name == order[-1])
            assert (
                {order[easier].partition(":")[0], order[harder].partition(":")[0]} == {name.partition(":")[0]}
                or name == "silver:40"
                or order is not names
            )
    assert [moved_level(name, LevelMove.ON) for name in ("silver:12", "silver:40", "gold:40", "3")] == [
        "silver:13",
        "gold:1",
        "gold:40",
        "3",
    ]


def test_a_typed_level_is_printed_as_it_is_and_then_the_course_goes_on(store: SlipStore) -> None:
    assert planned(store, "48") == levels("silver:12", "silver:39", "3")
    print_by_hand(store, "48", ("silver:12", "silver:39", "3"))
    assert planned(store, "48") == {}
    assert planned(store, "49") == levels("silver:13", "silver:40", "3")
    print_by_hand(store, "49", ("silver:13", "silver:40", "3"))
    assert planned(store, "50") == levels("silver:14", "gold:1", "3")
    store.classes.update("5B", [Pupil(3, "Ann", "gold:5"), Pupil(20, "Cy", "silver:1")])
    assert planned(store, "50") == levels("gold:5", "gold:1", "3") | {20: "silver:1"}
    assert planned(store, "49") == {20: "silver:1"}  # who came later


def test_rounds_and_challenges_are_no_weeks_of_the_course(store: SlipStore) -> None:
    print_by_hand(store, "48", ("silver:12", "silver:39", "3"))
    print_by_hand(store, "2026-11-27", ("gold:30",) * 3, seed="9f3b")
    print_by_hand(store, "Challenge 1", ("gold:30",) * 3, seed=CHALLENGE_SEED)
    assert planned(store, "49") == levels("silver:13", "silver:40", "3")


@pytest.mark.parametrize("by_results", [False, True])
def test_results_move_by_the_rule_of_the_advice_where_the_teacher_lets_them(store: SlipStore, *, by_results: bool) -> None:
    store.classes.put_year("5B", replace(YEAR, by_results=by_results))
    for week in range(3):
        print_by_hand(store, str(week), (f"silver:{12 + week}", f"silver:{30 + week}", "3"), (BEST, MISTAKE, CHILD))
        advised = {one.number: one.move for one in class_needs(store, "5B").levels}
        assert advised == ({} if week < 2 else {3: LevelMove.HARDER, 8: LevelMove.EASIER})
        plan = plan_week(store, store.classes.room("5B"), str(week + 1))
        assert {one.pupil.number: one.advice.move for one in plan if one.advice} == advised
        again = {8, 17} - set(advised)
        moved = {move: {one.pupil.number for one in plan if one.move is move} for move in LevelMove}
        assert moved[LevelMove.AGAIN] == (again if by_results else set())
        assert moved[LevelMove.HARDER] | moved[LevelMove.EASIER] == (set(advised) if by_results else set())
    expected = ("silver:16", "silver:29", "3") if by_results else ("silver:15", "silver:33", "3")
    assert planned(store, "3") == levels(*expected)


def test_the_same_answers_move_nobody_twice(store: SlipStore) -> None:
    store.classes.put_year("5B", replace(YEAR, by_results=True))
    for week in range(3):
        print_by_hand(store, str(week), (f"silver:{12 + week}", "silver:39", "3"), (BEST, CHILD, CHILD))
    print_by_hand(store, "3", ("silver:16", "silver:39", "3"))  # nobody hands in
    assert planned(store, "4")[3] == "silver:17"
    for week in range(4, 7):
        print_by_hand(store, str(week), (f"silver:{13 + week}", "silver:39", "3"), (BEST, CHILD, CHILD))
        assert (planned(store, str(week + 1))[3] == "silver:21") == (week == 6)  # three answers at the new level, not fewer


def test_a_week_without_an_answer_goes_on_by_the_course(store: SlipStore) -> None:
    store.classes.put_year("5B", replace(YEAR, by_results=True))
    print_by_hand(store, "48", ("silver:12", "silver:30", "3"), (CHILD, BEST, ""))
    assert planned(store, "49") == levels("silver:12", "silver:31", "3")
    print_by_hand(store, "49", ("silver:12", "silver:31", "3"))  # printed ahead
    assert planned(store, "50") == levels("silver:13", "silver:32", "3")  # one answer moves one week


def test_a_week_that_is_printed_after_a_later_one_lies_between_its_neighbours(store: SlipStore) -> None:
    print_by_hand(store, "48", ("silver:12", "silver:30", "3"))
    print_by_hand(store, "50", ("silver:14", "silver:32", "3"))
    assert planned(store, "49") == levels("silver:13", "silver:31", "3")
    assert planned(store, "47") == levels("silver:12", "silver:30", "3")
    assert planned(store, "1") == levels("silver:15", "silver:33", "3")
    print_by_hand(store, "49", ("silver:13", "silver:31", "3"))
    store.classes.update("5B", [replace(pupil, level=level) for pupil, level in zip(PUPILS, ("silver:14", "silver:32", "3"), strict=True)])
    assert planned(store, "1") == levels("silver:15", "silver:33", "3")


@pytest.mark.slow
def test_without_terms_a_week_that_is_printed_after_a_later_one_lies_between_its_neighbours(file: Path, tmp_path: Path) -> None:
    with open_slip_store(file) as store:
        store.classes.put_year("5B", NO_YEAR)
    given = dict[str, dict[int, str]]()
    for week in ("48", "50", "49", "47", "51"):
        printing = write_class_weeks(tmp_path / f"{week}.pdf", "5B", [week], OPTIONS, day=FRIDAY).printing
        given[week] = {number: printing.level_of(number) or "" for number in (3, 8, 17)}
    order = [given[week] for week in ("47", "48", "50", "51")]
    assert order == [levels("silver:12", "silver:39", "3")] * 2 + [
        levels("silver:13", "silver:40", "3"),
        levels("silver:14", "gold:1", "3"),
    ]
    assert given["49"] == given["50"]  # between the two, one step after the earlier one


@pytest.mark.slow
def test_a_level_that_is_typed_after_printing_gets_a_slip_of_its_own(file: Path) -> None:
    desk = Desk()
    desk.change("print", {"class": "5B", "week": "48", "term": "1"})
    desk.change("level", {"class": "5B", "number": "3", "level": "silver:3"})
    with open_slip_store(file) as store:
        store.classes.update("5B", [Pupil(20, "Cy", "silver:1")])
    before = desk.change("print", {"class": "5B", "week": "49"})
    assert isinstance(before, ClassFile)
    html = page_of(desk, week="49")
    assert "3 Ann: you chose silver:3 after the slip was printed." in html
    assert "1 has no slip of this week." not in html  # printed again, the week has one for Cy
    assert "you chose" not in page_of(desk, week="1")  # not printed yet
    own = desk.change("print", {"class": "5B", "week": "49", "pupil": "3", "anew": "3"})
    assert isinstance(own, ClassFile)
    with open_slip_store(file) as store:
        printing = next(one for one in store.printings_of("5B") if one.week == "49")
    assert [printing.level_of(number) for number in (3, 8, 17, 20)] == ["silver:3", "silver:40", "3", "silver:1"]
    assert sum(slip.pupil == 3 for slip in printing.slips) == 2
    assert len(class_table_of(file, "49").rows) == 4
    assert "you chose" not in page_of(desk, week="49")
    assert desk.change("print", {"class": "5B", "week": "49", "pupil": "3", "anew": "3"}) == own
    assert desk.change("print", {"class": "5B", "week": "49", "pupil": "3"}) == own


@pytest.mark.slow
@pytest.mark.parametrize("is_printed", [False, True])
def test_a_page_prints_the_levels_that_it_showed_or_shows_them_anew(file: Path, *, is_printed: bool) -> None:
    first, second = Desk(), Desk()
    if is_printed:
        first.change("print", {"class": "5B", "week": "48"})
        first.change("level", {"class": "5B", "number": "3", "level": "gold:5"})
    old = form_of(page_of(first, week="48")) | {"paper": "letter"} | ({} if is_printed else {"move-3": "harder", "move-8": "easier"})
    second.change("level", {"class": "5B", "number": "3", "level": "silver:3"})
    with open_slip_store(file) as store:
        before = [one.to_dict() for one in store.printings_of("5B")]
    answer = first.change("print", old)
    assert isinstance(answer, ClassPage)
    assert answer.status == 400
    with open_slip_store(file) as store:
        assert [one.to_dict() for one in store.printings_of("5B")] == before
        assert of_class(store) == levels("silver:3", "silver:39", "3")
    assert "Nothing was printed: the level of 3 Ann was changed after this page was shown" in answer.html
    assert 'id="pupil" name="pupil" inputmode="numeric" maxlength="200" value=""' in answer.html
    anew = form_of(answer.html)
    assert anew.get("paper") == (None if is_printed else "letter")
    printed = first.change("print", anew)
    assert isinstance(printed, ClassFile)
    with open_slip_store(file) as store:
        assert of_class(store) == levels("silver:3", "silver:39" if is_printed else "silver:36", "3")
        assert [store.printings_of("5B")[-1].level_of(number) for number in (3, 8, 17)] == [*of_class(store).values()]
    assert first.change("print", anew) == printed  # pressed twice


@pytest.mark.slow
def test_a_page_of_levels_that_another_one_chose_otherwise_prints_nothing(file: Path) -> None:
    desk = Desk()
    shown = form_of(page_of(desk, week="48"))
    other = desk.change("print", shown | {"move-3": "harder"})
    refused = desk.change("print", shown)
    assert isinstance(refused, ClassPage)
    assert "Nothing was printed: the level of 3 Ann was changed" in refused.html  # though the week is printed, and has no plan any more
    assert "Who gets which level" not in refused.html
    assert desk.change("print", shown | {"move-3": "harder"}) == desk.change("print", {"class": "5B", "week": "48"}) == other
    with open_slip_store(file) as store:
        assert of_class(store)[3] == "silver:14"


@pytest.mark.slow
def test_who_comes_later_is_shown_with_a_level_and_gets_a_slip(file: Path) -> None:
    desk = Desk()
    desk.change("print", {"class": "5B", "week": "48"})
    with open_slip_store(file) as store:
        store.classes.update("5B", [Pupil(20, "Cy", "silver:1")])
    html = page_of(desk, week="48")
    assert "1 has no slip of this week." in html
    assert 'form="print-new" name="move-20" value="again" checked' in html
    desk.change("print", {"class": "5B", "week": "48", "pupil": "20", "move-20": "harder"})
    with open_slip_store(file) as store:
        assert of_class(store)[20] == "silver:3"
    assert "has no slip" not in page_of(desk, week="48")


@pytest.mark.slow
def test_who_comes_while_weeks_are_printed_ahead_moves_from_slip_to_slip(file: Path) -> None:
    desk = Desk()
    desk.change("print", {"class": "5B", "week": "48", "term": "1"})
    with open_slip_store(file) as store:
        store.classes.update("5B", [Pupil(20, "Cy", "silver:10")])
    for week, move in (("48", "harder"), ("49", ""), ("50", "")):
        desk.change("print", {"class": "5B", "week": week, "pupil": "20", **({"move-20": move} if move else {})})
    with open_slip_store(file) as store:
        assert [printing.level_of(20) for printing in store.printings_of("5B")] == ["silver:12", "silver:13", "silver:14"]
        assert of_class(store) == levels("silver:14", "gold:1", "3") | {20: "silver:14"}
    assert "you chose" not in page_of(desk, week="50")


@pytest.mark.slow
def test_slips_that_were_replaced_are_not_counted_as_paper(file: Path) -> None:
    desk = Desk()
    desk.change("print", {"class": "5B", "week": "48"})
    before = page_of(desk, week="48")
    with open_slip_store(file) as store:
        slips = len(store.printings_of("5B")[-1].slips)
        store.classes.update("5B", [replace(pupil, level="3") for pupil in PUPILS])
    desk.change("print", {"class": "5B", "week": "48", "pupil": "3 8", "anew": "3 8"})
    with open_slip_store(file) as store:
        printing = store.printings_of("5B")[-1]
    assert len(printing.slips) == slips + 2
    assert len(printing.printed_slips) == slips
    assert f"{slips} slips, " in before
    assert f"{slips} slips, " in page_of(desk, week="48")


@pytest.mark.slow
def test_while_weeks_are_printed_ahead_the_present_level_is_that_of_the_week(file: Path) -> None:
    Desk().change("print", {"class": "5B", "week": "48", "term": "1"})
    with open_slip_store(file) as store:
        (ann, *_), (later, *_) = (class_needs(store, "5B", day).pupils for day in (FRIDAY, date(2026, 12, 11)))
    assert (ann.pupil.level, ann.next_step.line) == ("silver:12", "silver:13, printed for week 49")
    assert (later.pupil.level, later.next_step.line) == ("silver:14", "silver:15, by the course")
    with open_slip_store(file) as store:  # with a week outside the calendar, weeks are in the order of their printing
        print_by_hand(store, "final", ("silver:14", "gold:1", "3"))
        ann, *_ = class_needs(store, "5B", FRIDAY).pupils
    assert (ann.pupil.level, ann.next_step.line) == ("silver:14", "silver:13, printed for week 49")


@pytest.mark.usefixtures("file")
def test_in_the_holidays_nothing_is_printed_and_a_year_that_is_over_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk()
    html = page_of(desk, week="53")
    assert "This is no week of the school year, so nothing is printed." in html
    assert 'id="print"' not in html
    with pytest.raises(ClassError, match="week 53 is no week of the school year, so nothing is printed"):
        desk.change("print", {"class": "5B", "week": "53"})
    assert "The school year is over." not in html + page_of(desk, "")
    monkeypatch.setattr(class_desk, "today", lambda: date(2027, 8, 2))
    assert all("The school year is over." in page for page in (page_of(desk), page_of(desk, "")))


def page_of(desk: Desk, view: str = "week", **asked: str) -> str:
    page = desk.show(view, {"class": "5B", **asked})
    assert isinstance(page, ClassPage)
    return page.html


def form_of(html: str) -> dict[str, str]:
    """What the form of a week's levels sends, as a browser does: of choices the checked ones."""
    form = "print-new" if 'id="print-new"' in html else "print-week"
    inside = html.partition(f'id="{form}">')[2].partition("</form>")[0]
    tags = re.findall("<input[^>]*>", inside) + re.findall(f'<input[^>]*form="{form}"[^>]*>', html)
    sent = [tag for tag in tags if "checked" in tag or 'type="hidden"' in tag]
    fields = {name[1]: value[1] for tag in sent if (name := NAME.search(tag)) and (value := VALUE.search(tag))}
    return fields | ({"paper": "letter"} if form == "print-week" and '"letter" selected' in html else {})


def class_table_of(file: Path, week: str) -> ClassTable:
    with open_slip_store(file) as store:
        return week_results(next(one for one in store.printings_of("5B") if one.week == week), ())


def test_answers_of_weeks_that_were_printed_at_once_count(store: SlipStore) -> None:
    answers = [(BEST, CHILD, CHILD)] * 3 + [("", "", "")] * 4
    for week, given in enumerate(answers):
        print_by_hand(store, str(week), (f"silver:{12 + week}", "silver:39", "3"), given)
    assert [one.number for one in class_needs(store, "5B").levels] == [3]


@pytest.mark.slow
def test_what_is_shown_is_printed_and_the_same_week_is_the_same_bytes(file: Path, tmp_path: Path) -> None:
    rng, made = random.Random(4), dict[str, bytes]()  # noqa: S311 - choices of a test
    for week in ("47", "48", "49"):
        chosen = {number: rng.choice(list(LevelMove)) for number in rng.sample([3, 8, 17], 1)}
        with open_slip_store(file) as store:
            plan = plan_week(store, store.classes.room("5B"), week)
        expected = {one.pupil.number: one.choices[chosen.get(one.pupil.number, one.move)] for one in plan}
        written = write_class_weeks(tmp_path / f"{week}.pdf", "5b", [week], OPTIONS, moves=chosen)
        made[week] = (tmp_path / f"{week}.pdf").read_bytes()
        assert {slip.pupil: written.printing.puzzles[slip.puzzles[0]].level for slip in written.printing.slips if slip.pupil} == expected
        with open_slip_store(file) as store:
            assert of_class(store) == expected
    back_up("5B", tmp_path / "5B.backup")
    restore(tmp_path / "5B.backup", replace=True)
    for week, data in made.items():
        again = write_class_weeks(tmp_path / "again.pdf", "5B", [week], OPTIONS, moves={3: LevelMove.HARDER})
        assert (again.is_new, again.file.read_bytes()) == (False, data)
        again.file.unlink()
    with open_slip_store(file) as store:
        assert of_class(store) == expected
        assert replace(store.classes.room("5B").year, printed=()) == YEAR


@pytest.mark.slow
def test_new_puzzles_and_a_round_move_nobody(file: Path, tmp_path: Path) -> None:
    write_class_weeks(tmp_path / "a.pdf", "5B", ["47", "48"], OPTIONS)
    with open_slip_store(file) as store:
        before, next_week = of_class(store), planned(store, "49")
    new = write_class_weeks(tmp_path / "b.pdf", "5B", ["47"], replace(OPTIONS, new_puzzles=True)).printing
    assert {puzzle.level for puzzle in new.puzzles} == {pupil.level for pupil in PUPILS}
    write_class_weeks(tmp_path / "c.pdf", "5B", ["49"], replace(OPTIONS, printing=new.number))
    write_week(tmp_path / "d.pdf", "5B", PUPILS, WeekOptions("final", seed="12"))
    with open_slip_store(file) as store:
        assert (of_class(store), planned(store, "49")) == (before, next_week)


@pytest.mark.slow
def test_two_clicks_lead_from_this_week_to_the_print_of_the_next(file: Path, tmp_path: Path) -> None:
    desk = Desk()
    write_class_weeks(tmp_path / "48.pdf", "5B", ["48"], OPTIONS)
    this_week = desk.show("week", {"class": "5B"})
    assert isinstance(this_week, ClassPage)
    assert 'id="next-week" href="/class/week?class=5B&amp;week=49"' in this_week.html
    shown = desk.show("week", {"class": "5B", "week": "49"})
    assert isinstance(shown, ClassPage)
    assert shown.html.count("checked>") == len(PUPILS)
    assert "To the end of the term: 2 weeks" in shown.html
    printed = desk.change("print", {"class": "5B", "week": "49", "move-3": "easier", "move-8": "sideways", "move-99": "harder"})
    assert isinstance(printed, ClassFile)
    assert desk.change("print", {"class": "5B", "week": "49", "move-3": "harder"}) == printed
    with open_slip_store(file) as store:
        assert of_class(store) == levels("silver:9", "silver:40", "3")


@pytest.mark.slow
def test_without_terms_a_week_of_the_next_year_is_another_week(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk()
    with open_slip_store(file) as store:
        store.classes.put_year("5B", NO_YEAR)
    monkeypatch.setattr(class_desk, "today", lambda: date(2026, 11, 30))
    first = desk.change("print", {"class": "5B"})
    assert 'aria-current="page">49</a>' in page_of(desk)
    monkeypatch.setattr(class_desk, "today", lambda: date(2027, 12, 8))
    html = page_of(desk)
    assert 'aria-current="page">49/2027</a>' in html
    assert "Printed before" not in html
    assert "Week 49/2027" in page_of(desk, "")
    second = desk.change("print", {"class": "5B"})
    assert isinstance(second, ClassFile)
    assert second.name == "5B-49-2027.pdf"
    assert (desk.change("print", {"class": "5B", "week": "49"}), desk.change("print", {"class": "5B"})) == (first, second)
    assert '<span class="tag">from 30 November</span>' in page_of(desk, week="49")
    assert '<span class="tag">from 6 December</span>' in page_of(desk)
    with open_slip_store(file) as store:
        assert [one.week for one in store.printings_of("5B")] == ["49", "49/2027"]
    desk.change("year", {"class": "5B", "first-0": "2028-08-28"})
    with open_slip_store(file) as store:
        assert [week.name for week in store.classes.room("5B").year.weeks][13:16] == ["48", "49/2028", "50"]


@pytest.mark.slow
def test_a_term_is_printed_at_once_and_each_week_of_it_alone_and_a_chosen_move_is_of_its_first(file: Path) -> None:
    desk = Desk()
    term = desk.change("print", form_of(page_of(desk, week="48")) | {"term": "1", "move-3": "easier"})
    assert isinstance(term, ClassFile)
    assert term.name == "5B-48-50.pdf"
    with open_slip_store(file) as store:
        assert [printing.week for printing in store.printings_of("5B")] == ["48", "49", "50"]
        assert of_class(store) == levels("silver:11", "gold:1", "3")
        assert planned(store, "2") == levels("silver:12", "gold:2", "3")
    assert desk.change("print", {"class": "5B", "week": "48", "term": "1"}) == term
    alone = desk.change("print", {"class": "5B", "week": "49"})
    assert isinstance(alone, ClassFile)
    assert alone.name == "5B-49.pdf"
    assert desk.show("week", {"class": "5B", "week": "50"}) == desk.show("week", {"class": "5B", "week": "50"})


def test_the_page_takes_the_terms_and_keeps_what_was_typed_wrongly(file: Path) -> None:
    desk = Desk()
    wrong = desk.change("year", {"class": "5B", "first-0": "2026-09-07", "first-1": "yesterday"})
    assert isinstance(wrong, ClassPage)
    assert wrong.status == 400
    assert all(text in wrong.html for text in ("yesterday", "2026-09-07", "is no day of school"))
    with open_slip_store(file) as store:
        assert store.classes.room("5B").year == YEAR
    typed = {"class": "5B", "first-0": "2026-09-07", "last-0": "2026-10-09", "first-2": "2026-11-02", "by-results": "on", "answer-day": "5"}
    assert desk.change("year", typed) == ClassAddress("/class/year?class=5B")
    with open_slip_store(file) as store:
        year = store.classes.room("5B").year
    assert year == SchoolYear(typed_terms([("2026-09-07", "2026-10-09"), ("2026-11-02", "")]), by_results=True, answer_day=5)
    shown = desk.show("year", {"class": "5B"})
    assert isinstance(shown, ClassPage)
    assert shown.html.count("<h2>Term ") == 2
    assert 'value="2026-11-02"' in shown.html
    assert 'value="2026-09-07"' not in shown.html  # a term that is over cannot be changed


@pytest.mark.parametrize(
    "body", ["", "[]", "{}", '{"terms": [["2026-11-30", "2026-11-01"]], "by_results": false, "answer_day": null}', "7"]
)
def test_a_damaged_year_is_one_sentence(file: Path, body: str) -> None:
    with closing(sqlite3.connect(file)) as damaged, damaged:
        damaged.execute("UPDATE school_year SET body = ?", (body,))
    with open_slip_store(file) as store, pytest.raises(StoreError, match="the file of the classes is damaged: class 5B") as error:
        store.classes.room("5B")
    assert "\n" not in str(error.value)


def test_a_class_of_an_earlier_version_goes_on_where_it_is(tmp_path: Path) -> None:
    file = Path(shutil.copy(DATA / "from_0f041e2" / "classes.sqlite", tmp_path))
    with open_slip_store(file) as store:
        room = store.classes.room("5B")
        assert room.year.terms == ()
        assert {one.move for one in plan_week(store, room, "13")} == {LevelMove.ON}
    with pytest.raises(ClassError, match="there is no class"):
        write_class_weeks(tmp_path / "a.pdf", "6A", ["48"], OPTIONS, file=file)
