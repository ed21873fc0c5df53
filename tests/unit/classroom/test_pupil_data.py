"""Everything about a child: shown whole, and forgotten whole, whatever tables the file of the classes has."""

import json
import random
import re
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from numero_cam.base.errors import ClassError
from numero_cam.classroom.backup import back_up, restore
from numero_cam.classroom.challenges import add_challenge, typed_position
from numero_cam.classroom.classes import ROWS_OF_PUPIL, TABLES, Pupil, PupilResult, ResultKind
from numero_cam.classroom.desk import Desk
from numero_cam.classroom.page_answers import ClassFile, ClassPage
from numero_cam.classroom.pupil_data import pupil_data, pupil_file, remove_for_good, removed_line
from numero_cam.classroom.school_year import SchoolYear
from numero_cam.classroom.slip_store import EntryState, SlipEntry, open_slip_store
from numero_cam.classroom.toptake import RoundClock, TopTakeRound
from numero_cam.classroom.week import SlipChoice, WeekOptions, write_week
from numero_cam.cli import shell
from tests.slip_piles import BEST, MISTAKE, entry_of, printing

MARK = "Zwirbelkind"  #: Stands in whatever text of the child a table can hold.
CHILD, OTHER = Pupil(17, f"{MARK} Größe", "silver:30"), Pupil(8, "Finn", "silver:30")
PUPILS = (Pupil(3, "Ann", "silver:30"), OTHER, CHILD)
PRINTED = printing(pupils={pupil.number: pupil.name for pupil in PUPILS})
PICTURE = b"\xff\xd8" + MARK.encode()


def entry(slip: int, text: str, pupil: int, state: EntryState, crop: bytes | None = None) -> SlipEntry:
    return entry_of(PRINTED, slip, text, state, pupil=pupil, reason=MARK if pupil == CHILD.number else "", crop=crop)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A class in which every table that can be about a pupil has a row about the child, and one about another."""
    place = tmp_path / "home" / "classes.sqlite"
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(place))
    with open_slip_store(place) as store:
        store.classes.add("5B", PUPILS, random.Random(1))  # noqa: S311 - any order
        store.classes.put_year("5B", SchoolYear(answer_day=5))
        store.classes.put("5B", [PupilResult(pupil.number, f"feast of {MARK}", ResultKind.GAME, 41, 212) for pupil in (CHILD,)])
        store.classes.put("5B", [PupilResult(OTHER.number, "final", ResultKind.GAME, 40, 200)])
        for challenger, challenged in ((CHILD.number, OTHER.number), (3, OTHER.number)):
            store.classes.challenge("5B", challenger, challenged, won=False)
        store.classes.put_teams("5B", {CHILD.number: f"{MARK}s", OTHER.number: "Red"})
        store.classes.put_round_text("5B", TopTakeRound(PRINTED.number, RoundClock(60, 60_000)).to_json())
        store.put_printing(PRINTED)
        store.put(PRINTED.number, entry(0, BEST, 3, EntryState.ACCEPTED))
        store.put(PRINTED.number, entry(1, MISTAKE, OTHER.number, EntryState.DECIDED))
        store.put(PRINTED.number, entry(2, "(7 + 3)", CHILD.number, EntryState.OPEN, PICTURE))
        for author, centre in ((CHILD.number, "7 3 8"), (OTHER.number, "7 3 8 2")):
            made = add_challenge(store, "5B", author, typed_position(centre, "10 x2"))
            if author == CHILD.number:
                store.put_challenge("5B", replace(made, puzzle=replace(made.puzzle, solution_text=MARK)))
    return place


def rows(file: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(file)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {table: connection.execute(f"SELECT * FROM {table} ORDER BY rowid").fetchall() for table in tables}  # noqa: S608 - our own


def is_marked(row: tuple[object, ...]) -> bool:
    return any(MARK.encode() in (value if isinstance(value, bytes) else str(value).encode()) for value in row)


def test_every_table_is_declared_and_planted_with_the_child(file: Path) -> None:
    """A new table fails here until it says which of its rows are about a pupil, and this file plants one."""
    found = rows(file)
    assert set(found) == set(ROWS_OF_PUPIL)
    assert all(found.values())
    with open_slip_store(file) as store:
        held = store.classes.rows_of_pupil("5b", CHILD.number)
    assert {table for table, where in ROWS_OF_PUPIL.items() if where} == set(held)
    for table, (columns, own) in held.items():
        assert own, table
        assert len(own) < len(found[table]) or table == "ladder_game"
        assert columns
    with closing(sqlite3.connect(":memory:")) as empty:
        empty.executescript(TABLES)
        keyed = {table for table in found if any(to == "pupil" for _, _, to, *_ in empty.execute(f"PRAGMA foreign_key_list({table})"))}
    assert keyed <= set(held)


def test_what_is_saved_holds_every_row_of_the_child_and_nothing_of_the_others(file: Path) -> None:
    with open_slip_store(file) as store:
        data = pupil_data(store, "5B", CHILD.number)
        own = store.classes.rows_of_pupil("5B", CHILD.number)
    text = pupil_file(data).decode()
    stored = {table.title: table.rows for table in data.stored}
    for table, (columns, found) in own.items():
        assert len(stored[table]) == len(found)
        for shown, row in zip(stored[table], found, strict=True):
            assert len(shown) == len(columns)
            assert all(isinstance(value, bytes) or shown[at] == ("" if value is None else str(value)) for at, value in enumerate(row))
    assert stored["slip_printing"] == ((str(PRINTED.number), "12", "2", "silver:30", CHILD.name),)
    assert "data:image/jpeg;base64,/9had2lyYmVsa2luZA==" in text
    (policy,) = re.findall(r'Content-Security-Policy" content="(.*?)"', text)
    assert policy.startswith("default-src 'none';")
    assert policy.endswith("; img-src data:")  # else the browser shows no picture
    assert "Finn" not in text.replace("8 Finn", "")  # who played on the ladder against the child
    assert [table.title for table in data.read] == ["Who it is", "Results", "Slips", "Games of the ladder", "Puzzles set for the class"]
    assert "src=" not in text.replace('src="data:', "")
    assert 'href="' not in text


def test_after_the_removal_no_byte_stays_and_the_others_have_all(file: Path) -> None:
    before = rows(file)
    assert remove_for_good("5b", CHILD.number) == "5B"
    after = rows(file)
    assert [path.name for path in file.parent.iterdir()] == [file.name]
    assert MARK.encode() not in file.read_bytes()
    assert not any(is_marked(row) for found in after.values() for row in found)
    for table, found in before.items():
        if table == "slip_printing":
            continue
        of_child = {"slip_entry": 6, "result": 1, "pupil": 1, "challenge": 3, "team": 1}.get(table)
        kept = [row for row in found if of_child is None or row[of_child] != CHILD.number]
        if table == "ladder_game":
            kept = [row for row in found if CHILD.number not in row[2:4]]
        assert after[table] == kept, table
    (was,), (now,) = before["slip_printing"], after["slip_printing"]
    assert now[:-1] == was[:-1]
    expected = json.loads(str(was[-1]))
    expected["slips"][2][2:] = [0, ""]
    assert json.loads(str(now[-1])) == expected
    with pytest.raises(ClassError, match="class 5B has no pupil 17; its numbers are 3, 8"):
        remove_for_good("5B", CHILD.number)


def test_of_a_class_that_is_removed_nothing_stays(file: Path) -> None:
    assert remove_for_good("5b", None, file) == "5B"
    assert not [table for table, found in rows(file).items() if found]
    assert not [name for name in (MARK, *(pupil.name for pupil in PUPILS)) if name.encode() in file.read_bytes()]


def test_a_class_whose_last_child_left_has_its_pages(file: Path) -> None:
    desk = Desk(file)
    for pupil in PUPILS:
        desk.change("forget", {"class": "5B", "number": str(pupil.number)})
    for view in ("table", "round-desk", "week", "year", "challenges", "needs.pdf", "class.csv"):
        shown = desk.show(view, {"class": "5B"})
        assert isinstance(shown, ClassPage | ClassFile)
        assert view not in ("table", "round-desk") or (isinstance(shown, ClassPage) and 'value="silver:1"' in shown.html)


def test_the_command_the_page_and_the_function_remove_the_same(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copies = [file.with_name(f"{name}.sqlite") for name in ("by-page", "by-command")]
    for copy in copies:
        shutil.copy(file, copy)
    Desk(copies[0]).change("forget", {"class": "5B", "number": "17"})
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(copies[1]))
    assert shell.run(["class", "forget", "5B", "17", "--yes"]) == 0
    remove_for_good("5B", 17, file)
    assert rows(copies[0]) == rows(copies[1]) == rows(file)


@pytest.mark.slow
def test_a_printed_week_prints_the_same_bytes_for_the_others_and_says_who_is_gone(tmp_path: Path, file: Path) -> None:
    def printed(number: int) -> bytes:
        with open_slip_store(file) as store:
            pupils = store.classes.room("5B").pupils
        out = tmp_path / "one.pdf"
        out.unlink(missing_ok=True)
        write_week(out, "5B", pupils, WeekOptions("13"), only=SlipChoice((number,)))
        return out.read_bytes()

    before = [printed(number) for number in (3, 8)]
    with open_slip_store(file) as store:
        assert [removed_line(one) for one in store.printings_of("5B")] == ["", ""]
    remove_for_good("5B", CHILD.number)
    assert [printed(number) for number in (3, 8)] == before
    with open_slip_store(file) as store:
        gone = [removed_line(one) for one in store.printings_of("5B")]
    assert gone == ["1 slip is printed no more: its pupil was removed from the class."] * 2
    shown = Desk(file).show("week", {"class": "5B", "week": "13"})
    assert isinstance(shown, ClassPage)
    assert gone[0] in shown.html


def test_the_question_says_what_goes_and_the_page_counts_slips_of_nobody(file: Path) -> None:
    with open_slip_store(file) as store:
        store.put(PRINTED.number, replace(entry(3, "10o: 7r 3g", OTHER.number, EntryState.OPEN), pupil=None))
    desk = Desk(file)
    asked = desk.show("forget", {"class": "5B", "number": "17"})
    assert isinstance(asked, ClassPage)
    games = len(rows(file)["ladder_game"])
    assert "number and name, 1 result, 1 answer on slips" in asked.html
    assert f"{games} games of the ladder" in asked.html or "1 game of the ladder" in asked.html
    assert "The slip is printed no more with: 5B, week 12." in asked.html
    shown = desk.show("pupil", {"class": "5B", "number": "17"})
    assert isinstance(shown, ClassPage)
    assert "1 slip waits of which nobody knows yet whose it is." in shown.html


def test_a_backup_has_every_table(file: Path, tmp_path: Path) -> None:
    """A new table fails here until a backup has its rows."""
    back_up("5B", tmp_path / "5B.backup", file=file)
    restore(tmp_path / "5B.backup", file=tmp_path / "other.sqlite")
    there, here = rows(tmp_path / "other.sqlite"), rows(file)
    assert {table: len(found) for table, found in there.items()} == {table: len(found) for table, found in here.items()}
