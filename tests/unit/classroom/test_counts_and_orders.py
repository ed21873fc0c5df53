"""One count for one thing on every page of a class, and a class table in the order of names."""

import random
import re
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numero_cam.classroom.classes import Classroom, Pupil, class_rows
from numero_cam.classroom.desk import Desk
from numero_cam.classroom.desk_pages import WeekPlace, marking_page, photo_page, wall_page, week_page
from numero_cam.classroom.needs import ClassNeeds, week_rows, week_summary
from numero_cam.classroom.page_answers import ClassPage
from numero_cam.classroom.photo_answers import MarkingProgress
from numero_cam.classroom.results import ClassTable, week_results
from numero_cam.classroom.school_year import NO_YEAR
from numero_cam.classroom.slip_store import EntryState
from tests.slip_piles import BEST, CHILD, MISTAKE, entry_of, printing

PUPILS = {3: "Ann", 8: "Finn", 17: "Mārama", 20: "Bo", 21: "", 22: "Cy"}
PRINTED = printing(pupils=PUPILS)
WEEK = WeekPlace.of(NO_YEAR, "12", ["12"], date(2026, 3, 20))
ROOM = Classroom("5B", tuple(Pupil(number, name, "silver:30") for number, name in PUPILS.items()), tuple(PUPILS), ())


ENTRIES = st.lists(
    st.tuples(
        st.integers(0, len(PRINTED.slips) - 1),
        st.sampled_from([BEST, CHILD, MISTAKE, "none:"]),
        st.sampled_from(list(EntryState)),
        st.sampled_from([*PUPILS, None]),
    ),
    max_size=12,
)


def table_of(drawn: list[tuple[int, str, EntryState, int | None]]) -> ClassTable:
    found = []
    for key, (slip, marks, state, pupil) in enumerate(drawn, start=1):
        doubtful = (0,) if state is EntryState.OPEN else ()
        owner = PRINTED.slips[slip].pupil or pupil
        found.append(entry_of(PRINTED, slip, marks, state, key=key, doubtful=doubtful, pupil=owner, reason="why"))
    return week_results(PRINTED, found)


def text_of(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", page))


@given(ENTRIES)
def test_every_pupil_is_counted_once_and_every_page_says_the_same(drawn: list[tuple[int, str, EntryState, int | None]]) -> None:
    table = table_of(drawn)
    standing = MarkingProgress.of(table)
    pupils = len(PUPILS)
    assert standing.answered <= standing.handed_in == pupils - len(standing.missing)
    told = f"{standing.handed_in} of {pupils}"
    pages = marking_page(table, can_undo=False), week_page(ROOM, WEEK, table, (), {}), photo_page(table, is_telephone=True)
    for page in pages[:2]:
        assert f"{told} are in" in text_of(page)
        assert ("Every slip is in." in page) == (standing.handed_in == pupils)
    assert told in text_of(pages[2])
    assert f"{standing.handed_in} / {pupils}" in text_of(wall_page(table))
    _, ((_, handed_in, *_),) = week_rows(ClassNeeds("5B", (), (), (week_summary(table),)))
    assert handed_in == told
    waits = standing.handed_in - standing.answered
    for page in pages[:2]:
        assert f"{standing.answered} marked, {waits} wait, {len(standing.missing)} missing" in page


@given(st.permutations(["Zoë", "Ärne", "ada", "Bo", "bo", "Çem", "", "Arno", "Øle", "李明", ""]))
def test_the_class_table_is_in_the_order_of_names(names: list[str]) -> None:
    pupils = tuple(Pupil(number, name, "silver:1") for number, name in enumerate(names, start=1))
    ladder = list(range(1, len(pupils) + 1))
    random.Random(len(names[0])).shuffle(ladder)  # noqa: S311 - any order
    head, rows = class_rows(Classroom("5B", pupils, tuple(ladder), ()))
    assert head[:2] == ("number", "name")
    shown = [name for _, name, *_ in rows]
    assert [name.casefold() for name in shown if name.isascii() and name] == ["ada", "arno", "bo", "bo"]
    assert shown.index("Ärne") < shown.index("Arno") < shown.index("Çem") < shown.index("Zoë")
    assert shown[-2:] == ["", ""]
    assert int(rows[-2][0]) < int(rows[-1][0])


def test_the_page_of_the_class_says_its_order_and_has_the_ladder_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "classes.sqlite"))
    desk = Desk()
    desk.change("new", {"name": "5B", "list": "3\tZoe\n8\tAnn\n17\tMārama", "level": "silver:30"})
    shown = desk.show("table", {"class": "5B"})
    assert isinstance(shown, ClassPage)
    table, _, rest = shown.html.partition("</table>")
    assert table.index("Ann") < table.index("Mārama") < table.index("Zoe")
    assert "In the order of names." in rest
    desk.change("contests", {"class": "5B", "on": "1"})
    desk.change("ladder", {"class": "5B", "challenger": "17", "challenged": "3", "won": "yes"})
    shown = desk.show("table", {"class": "5B"})
    assert isinstance(shown, ClassPage)
    assert re.findall(r"<li>(\d+) \w+</li>", shown.html) == ["17", "3"]
    assert "Without a game yet: 8 Ann" in shown.html
