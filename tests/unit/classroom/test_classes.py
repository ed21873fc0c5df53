"""Classes in their file: pupils, results, records, the ladder, and what is left after somebody was forgotten."""

import contextlib
import random
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numero_cam.base.errors import ClassError, StoreError
from numero_cam.classroom.classes import Classes, Pupil, PupilResult, ResultKind, after_challenge, may_challenge
from numero_cam.classroom.slip_store import open_classes, open_slip_store
from numero_cam.classroom.strips import record_lines
from numero_cam.classroom.week import week_name
from tests.slip_piles import CHILD, hand_in, printing

PUPILS = (Pupil(3, "Ann", "silver:12"), Pupil(8, "Ben", "silver:12"), Pupil(9, "", "gold:30"), Pupil(17, "Marama", "gold:30"))
CHANCE = random.Random(1)  # noqa: S311 - a test


@pytest.fixture
def place(tmp_path: Path) -> Path:
    with open_classes(tmp_path / "deep" / "classes.sqlite") as classes:
        classes.add("5B", PUPILS, CHANCE)
    return tmp_path / "deep" / "classes.sqlite"


def reached(classes: Classes, number: int, week: str, cards: int) -> None:
    classes.put("5B", [PupilResult(number, week, ResultKind.TAKE, cards)])


def test_a_class_is_as_it_was_listed(place: Path) -> None:
    with open_classes(place) as classes:
        room = classes.room("5b")
        assert (room.name, room.pupils, room.results, room.weeks) == ("5B", PUPILS, (), ())
        assert room.ladder == ()  # a place comes from a game
        with pytest.raises(ClassError, match="there is a class 5b already"):
            classes.add("5b", PUPILS, CHANCE)
        with pytest.raises(ClassError, match='there is no class "6A"; there are 5B'):
            classes.room("6A")


def test_records_are_the_highest_of_their_kind_and_shared_where_equal(place: Path) -> None:
    with open_classes(place) as classes:
        reached(classes, 3, "12", 7)
        reached(classes, 8, "11", 8)
        reached(classes, 9, "12", 8)
        classes.put("5B", [PupilResult(17, "12", ResultKind.GAME, 40, 200), PupilResult(3, "12", ResultKind.GAME, None, 210)])
        room = classes.room("5B")
    assert [(r.number, r.week) for r in room.records(ResultKind.TAKE, "cards")] == [(9, "12"), (8, "11")]
    assert [r.number for r in room.records(ResultKind.GAME, "cards")] == [17]
    assert [r.number for r in room.records(ResultKind.GAME, "points")] == [3]
    assert room.records(ResultKind.TAKE, "points") == ()
    assert room.weeks == ("12", "11")  # as they came


def test_a_result_entered_again_takes_the_place_of_the_former(place: Path) -> None:
    for _ in range(2):
        with open_classes(place) as classes:
            reached(classes, 3, "12", 9)
            reached(classes, 3, "12", 5)
            assert [r.cards for r in classes.room("5B").results] == [5]


def test_what_goes_wrong_half_way_leaves_nothing(place: Path) -> None:
    with pytest.raises(ClassError, match="has no pupil 4"), open_classes(place) as classes:
        classes.put("5B", [PupilResult(3, "12", ResultKind.TAKE, 5), PupilResult(4, "12", ResultKind.TAKE, 5)])
    with open_classes(place) as classes:
        assert classes.room("5B").results == ()


def test_a_list_that_changed_changes_names_and_levels_and_loses_nobody(place: Path) -> None:
    with open_classes(place) as classes:
        reached(classes, 8, "12", 6)
        classes.challenge("5B", 8, 3, won=True)
        left = classes.update("5B", [Pupil(3, "Anna", "gold:1"), Pupil(21, "Zoë", "silver:1")])
        room = classes.room("5B")
    assert [pupil.number for pupil in left] == [8, 9, 17]
    assert room.pupil(3) == Pupil(3, "Anna", "gold:1")
    assert room.ladder == (8, 3)
    assert [r.number for r in room.results] == [8]


@given(st.permutations(range(1, 7)), st.integers(0, 6), st.data())
def test_the_ladder_changes_only_where_one_or_two_places_above_were_beaten(pupils: list[int], placed: int, data: st.DataObject) -> None:
    ladder = pupils[:placed]
    challenger, challenged = data.draw(st.sampled_from(pupils)), data.draw(st.sampled_from(pupils))
    whole = [*ladder, *(number for number in (challenged, challenger) if number not in ladder)]  # who comes in begins at the foot
    is_new = challenger not in ladder and challenged not in ladder
    if challenger == challenged or not (is_new or whole.index(challenger) - whole.index(challenged) in (1, 2)):
        with pytest.raises(ClassError, match="one or two places above"):
            after_challenge(ladder, challenger, challenged, pupils, won=True)
        return
    assert challenged in may_challenge(ladder, challenger, pupils)
    assert after_challenge(ladder, challenger, challenged, pupils, won=False) == tuple(whole)
    after = after_challenge(ladder, challenger, challenged, pupils, won=True)
    assert after.index(challenger) == whole.index(challenged)
    assert after.index(challenged) == whole.index(challenger)
    assert [n for n in after if n not in (challenger, challenged)] == [n for n in whole if n not in (challenger, challenged)]


def test_nobody_holds_a_record_of_nothing(place: Path) -> None:
    with open_classes(place) as classes:
        reached(classes, 3, "12", 0)
        assert classes.room("5B").records(ResultKind.TAKE, "cards") == ()
        assert record_lines(classes.room("5B")) == ()


def test_the_order_that_was_drawn_gives_no_place_and_games_of_earlier_versions_keep_theirs(place: Path) -> None:
    with contextlib.closing(sqlite3.connect(place)) as file:
        file.executemany("UPDATE pupil SET rung = ? WHERE number = ?", [(0, 9), (1, 17), (2, 3), (3, 8)])
        game = "INSERT INTO ladder_game (class, challenger, challenged, won, day) VALUES ('5B', 8, 17, 0, '2026-11-02')"
        file.execute(game)
        file.commit()
    with open_classes(place) as classes:
        assert classes.room("5B").ladder == (17, 8)
        with pytest.raises(ClassError, match="he may challenge 8, 17 or 9"):
            classes.challenge("5B", 3, 3, won=True)
        classes.challenge("5B", 3, 17, won=True)
        assert classes.room("5B").ladder == (3, 8, 17)


def test_nobody_above_the_top() -> None:
    with pytest.raises(ClassError, match="he is at the top"):
        after_challenge([1, 2], 1, 2, [1, 2], won=True)
    with pytest.raises(ClassError, match="pupil 5 is not on the ladder"):
        after_challenge([1, 2], 5, 2, [1, 2], won=True)


@pytest.mark.parametrize("number", [0, -1, 1, 99, 100, b"3", None])
def test_a_file_in_which_a_pupil_has_no_number_of_a_pupil_is_refused(place: Path, number: object) -> None:
    with contextlib.closing(sqlite3.connect(place)) as file:
        file.execute("CREATE TABLE any_pupil AS SELECT * FROM pupil")  # its columns have any type, as those of a stranger's file
        file.execute("DROP TABLE pupil")
        file.execute("ALTER TABLE any_pupil RENAME TO pupil")
        file.execute("UPDATE pupil SET number = ? WHERE number = 3", (number,))
        file.commit()
    if number in (1, 99):
        with open_classes(place) as classes:
            assert number in [pupil.number for pupil in classes.room("5B").pupils]
        return
    with pytest.raises((ClassError, StoreError), match="whole number") as refused, open_classes(place) as classes:
        classes.room("5B")
    assert "\n" not in str(refused.value)


def test_a_week_that_was_printed_under_a_longer_name_is_read(place: Path) -> None:
    told = replace(printing(), week="Week of the autumn festival\u00a0and the sports day 2026")
    with open_slip_store(place) as store:
        hand_in(store, told, {3: CHILD})
        assert store.classes.room("5B").weeks == (told.week,)
        assert [result.cards for result in store.classes.room("5B").results] == [3]
        assert week_name([told], told.week) == told.week  # it is printed again under its name
        assert week_name([told], "autumn\u00a0 festival") == "autumn festival"
        with pytest.raises(ClassError, match="is no name of a week"):
            week_name([told], told.week.replace("\u00a0", " "))


def test_a_week_has_a_name_of_up_to_40_letters(place: Path) -> None:
    with open_classes(place) as classes:
        reached(classes, 3, "w" * 40, 7)
        assert classes.room("5B").weeks == ("w" * 40,)
        with pytest.raises(ClassError, match="40"):
            reached(classes, 3, "w" * 41, 7)
