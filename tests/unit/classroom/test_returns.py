"""What comes back of the weeks of a class: strips, needs, the wall, challenges of pupils, backup and restore."""

import random
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date
from itertools import combinations
from pathlib import Path

import pytest

from numero_cam.base.errors import ClassError, StoreError
from numero_cam.classroom.backup import back_up, restore
from numero_cam.classroom.challenges import add_challenge, print_challenges, rank_challenges, remove_challenge, typed_position
from numero_cam.classroom.classes import Pupil
from numero_cam.classroom.desk_pages import wall_page
from numero_cam.classroom.needs import StepKind, class_needs, needed_steps, write_needs
from numero_cam.classroom.results import week_table
from numero_cam.classroom.slip_store import EntryState, SlipEntry, SlipStore, open_slip_store, remove_for_good
from numero_cam.classroom.slips import CHALLENGE_SEED, Printing, TypedMark, judge_answer, parse_marks
from numero_cam.classroom.strips import hint_line, ladder_places, pupil_strips, write_strips
from tests.pdf_pages import Document
from tests.slip_piles import BEST, CHILD, MISTAKE, printing

PUPILS = (Pupil(3, "Ann", "silver:30"), Pupil(8, "Finn", "silver:30"), Pupil(17, "Mārama", "silver:30"))
PRINTED = printing(pupils={pupil.number: pupil.name for pupil in PUPILS})


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "classes.sqlite"
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(path))
    with open_slip_store() as store:
        store.classes.add("5B", PUPILS, random.Random(1))  # noqa: S311 - any order
    return path


@pytest.fixture
def store(file: Path) -> Iterator[SlipStore]:
    with open_slip_store(file) as opened:
        yield opened


def hand_in(store: SlipStore, printed: Printing, answers: dict[int, str]) -> None:
    """Answers of pupils as marks, or typed where they have no colon."""
    store.put_printing(printed)
    for slip in printed.slips:
        if slip.pupil in answers:
            text, puzzle = answers[slip.pupil], printed.puzzle_of(slip.slip)
            answer = parse_marks(text, puzzle) if ":" in text else TypedMark(text)
            store.put(
                printed.number,
                SlipEntry(0, slip.slip, answer, answer, judge_answer(puzzle, answer), (), (), slip.pupil, EntryState.ACCEPTED),
            )


def words_of(file: Path) -> str:
    """The words on all pages of a PDF."""
    told = Document(file.read_bytes())
    return "\n".join(word for place in range(len(told.pages)) for word, _, _ in told.draw(place, 20).words)


def test_a_strip_says_what_was_taken_what_was_possible_and_one_hint(store: SlipStore) -> None:
    hand_in(store, PRINTED, {3: BEST, 8: CHILD, 17: MISTAKE})
    ann, finn, marama = pupil_strips(week_table(store, "5B"))
    assert (ann.owner, ann.lines, ann.hint) == ("3 Ann", ("You took 7 cards.", "Nothing better was possible!"), "")
    assert finn.lines == ("You took 3 cards.", "7 cards were possible.")
    assert finn.hint == "Hint: a second set for the same card was there."
    assert marama.lines[0].startswith("No take this time: set 1 (7 red, 2 blue) does not make 10")


def test_a_hint_names_a_number_on_the_way_where_no_kind_of_step_lacks(store: SlipStore) -> None:
    hand_in(store, PRINTED, {3: "10o: 7r 3g | 8o 2b"})
    (row, *_) = week_table(store, "5B").rows
    assert "second set" not in hint_line(row)
    assert hint_line(row).startswith("Hint: ")


def test_needs_count_the_steps_that_are_lacking(store: SlipStore) -> None:
    assert needed_steps(PRINTED.puzzles[0]) == {StepKind.SECOND_SET, StepKind.MULTIPLICATION}
    hand_in(store, PRINTED, {3: BEST, 8: CHILD, 17: "7 + 3; 8 + 2"})
    needs = {need.kind: (need.asked, need.missed) for need in class_needs(store, "5B").steps}
    assert needs == {StepKind.SECOND_SET: (3, 1), StepKind.MULTIPLICATION: (3, 2)}
    (week,) = class_needs(store, "5B").weeks
    assert (week.week, week.pupils, week.answers, week.takes, week.best, week.waiting) == ("12", 3, 3, 3, 1, 0)


def test_a_challenge_takes_the_place_of_no_week_but_is_there_by_its_name(store: SlipStore) -> None:
    hand_in(store, PRINTED, {3: BEST})
    hand_in(store, replace(printing(4711), week="Challenge 1", seed=CHALLENGE_SEED), {3: CHILD})
    assert week_table(store, "5B").printing.week == "12"
    assert week_table(store, "5B", "Challenge 1").printing.number == 4711
    assert [one.week for one in class_needs(store, "5B").weeks] == ["12"]


def test_a_pupil_who_always_finds_the_best_could_try_a_harder_level_and_one_who_never_takes_an_easier_one(store: SlipStore) -> None:
    for number in (1, 2, 3):
        hand_in(store, printing(number, {3: "Ann", 8: "Finn", 17: "Mārama"}), {3: BEST, 8: CHILD, 17: MISTAKE})
    assert [(one.number, one.harder) for one in class_needs(store, "5B").levels] == [(3, True), (17, False)]


def test_who_had_no_take_in_the_latest_week_is_named(file: Path, tmp_path: Path) -> None:
    with open_slip_store(file) as store:
        hand_in(store, printing(1), {3: MISTAKE})
        hand_in(store, printing(2), {3: CHILD, 8: MISTAKE, 17: MISTAKE})
    needs = write_needs(tmp_path / "needs.pdf", "5B")
    assert needs.without_take_line == "No take in week 12: 8 Finn, 17 Mārama"
    assert [pupil.number for pupil in needs.without_take] == [8, 17]
    assert "Pupils without a take in the latest week" in words_of(tmp_path / "needs.pdf")


def test_where_everybody_had_a_take_nobody_is_named(store: SlipStore) -> None:
    assert class_needs(store, "5B").without_take_line == ""
    hand_in(store, PRINTED, {3: CHILD})
    assert class_needs(store, "5B").without_take_line == ""


def test_the_wall_has_no_name_and_no_answer(store: SlipStore) -> None:
    hand_in(store, PRINTED, {3: BEST, 17: MISTAKE})
    table = week_table(store, "5B")
    page = wall_page(table).partition("<body>")[2]
    assert re.findall("<dd>(.*?)</dd><dt>(.*?)</dt>", page) == [
        ("2 / 3", "handed in"),
        ("1", "found the best"),
        ("7", "cards taken together"),
    ]
    assert not any(text in page for text in ("Ann", "Mārama", "10o", "7r"))


def test_the_ladder_has_its_changes_since_a_day(store: SlipStore) -> None:
    top, middle, foot = store.classes.room("5B").ladder
    store.classes.challenge("5B", middle, top, won=True, day=date(2026, 11, 2))
    store.classes.challenge("5B", foot, top, won=True, day=date(2026, 11, 20))
    assert store.classes.room("5B").ladder == (middle, foot, top)
    assert [one.change_text for one in ladder_places(store, "5B", date(2026, 11, 10))] == ["", "+1", "−1"]
    assert [one.change_text for one in ladder_places(store, "5B", date(2026, 11, 1))] == ["+1", "+1", "−2"]


def test_prints_are_written_and_hold_what_they_should(file: Path, tmp_path: Path) -> None:
    with open_slip_store(file) as store:
        hand_in(store, PRINTED, {3: BEST, 8: CHILD})
    write_strips(tmp_path / "strips.pdf", "5B")
    document = Document((tmp_path / "strips.pdf").read_bytes())
    words = [text for page in range(2) for text, *_ in document.draw(page, 20).words]
    assert {"3 Ann", "You took 3 cards.", "Class table", "Class records"} <= set(words)
    write_needs(tmp_path / "needs.csv", "5B")
    assert "5B,step,two sets,2,1" in (tmp_path / "needs.csv").read_text(encoding="utf-8-sig")
    write_needs(tmp_path / "needs.pdf", "5B")
    assert "What the class misses" in [text for text, *_ in Document((tmp_path / "needs.pdf").read_bytes()).draw(0, 20).words]
    with pytest.raises(ClassError, match="nothing was handed in; weeks of 5B with answers: 12"):
        write_strips(tmp_path / "none.pdf", "5B", "13")


@pytest.mark.parametrize(
    ("centre", "hand", "why"),
    [
        ("7r 3g", "2b", "no card of this hand can take anything"),
        ("7r 7r", "14b", "7r lies there twice"),
        ("10h 2", "12", "slips cannot show this: 10 of hearts"),
        ("1 2 3 4 5 6 7 8 9", "15", "has no room on a slip"),
        ("[8b 4r]", "12g", "slips cannot show"),
        ("7r hello", "7b", "not a card"),
    ],
)
@pytest.mark.slow
def test_a_challenge_that_cannot_be_set_is_refused(store: SlipStore, centre: str, hand: str, why: str) -> None:
    with pytest.raises(ClassError, match=why.replace("(", r"\(")):
        add_challenge(store, "5B", 3, typed_position(centre, hand))
    assert store.challenges("5B") == ()


@pytest.mark.slow
def test_challenges_are_printed_for_the_others_and_ranked_by_how_few_solved_them(file: Path, tmp_path: Path) -> None:
    with open_slip_store(file) as store:
        for author, centre, hand in ((3, "7 3", "10"), (8, "4 5", "9"), (17, "2 3", "5")):
            add_challenge(store, "5B", author, typed_position(centre, hand))
        with pytest.raises(ClassError, match="challenge 1 has the same cards"):
            add_challenge(store, "5B", 8, store.challenges("5B")[0].puzzle.position)
    print_challenges(tmp_path / "c.pdf", "5B")
    with open_slip_store(file) as store:
        for challenge, solvers in zip(store.challenges("5B"), ((8, 17), (3,), ()), strict=True):
            printed, puzzle = store.printing(challenge.printing or 0), challenge.puzzle
            assert printed is not None
            assert challenge.author not in printed.pupils
            hand_in(store, printed, dict.fromkeys(solvers, f"{puzzle.takers[0]}: {' '.join(map(str, puzzle.centre))}"))
        ranked = rank_challenges(store, "5B")
    assert [(one.place, one.challenge.number, one.solved) for one in ranked] == [(1, 2, 1), (2, 1, 2), (None, 3, 0)]
    assert ranked[0].author == "8 Finn"
    print_challenges(tmp_path / "again.pdf", "5B", [2])
    assert words_of(tmp_path / "again.pdf").count("taken with") == 2  # a slip of each pupil but the author


def test_a_backup_brings_a_class_back_as_it_was(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_slip_store(file) as store:
        hand_in(store, PRINTED, {3: BEST, 8: CHILD})
        add_challenge(store, "5B", 3, typed_position("7 3", "10"))
        store.classes.challenge("5B", *reversed(store.classes.room("5B").ladder[:2]), won=True)
        before = store.classes.room("5B"), store.entries(PRINTED.number), store.printing(PRINTED.number), store.challenges("5B")
    held = back_up("5b", tmp_path / "5B.backup")
    assert (held.class_name, held.pupils, held.weeks, held.answers) == ("5B", 3, 1, 2)
    with pytest.raises(ClassError, match="is there already"):
        back_up("5B", tmp_path / "5B.backup")
    with pytest.raises(ClassError, match="there is a class 5B already"):
        restore(tmp_path / "5B.backup")
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "other.sqlite"))
    for again in (False, True):
        assert restore(tmp_path / "5B.backup", replace=again) == held
        with open_slip_store() as store:
            found = store.classes.room("5B"), store.entries(PRINTED.number), store.printing(PRINTED.number), store.challenges("5B")
        assert found[0] == before[0]
        assert [(one.slip, one.answer) for one in found[1]] == [(one.slip, one.answer) for one in before[1]]
        assert found[2:] == before[2:]


def test_a_restore_that_fails_loses_nothing(file: Path, tmp_path: Path) -> None:
    back_up("5B", tmp_path / "5B.backup")
    with open_slip_store(file) as store:
        store.put_printing(PRINTED)
    back_up("5B", tmp_path / "later.backup")
    with open_slip_store(file) as store:
        store.classes.add("6A", PUPILS, random.Random(1))  # noqa: S311 - any order
        store.remove_answers("5B")
        hand_in(store, printing(4711), {3: BEST})
        before = store.classes.room("5B"), store.printings_of("5B"), store.entries(4711)
        store.put_printing(Printing(PRINTED.number, "6A", "1", PRINTED.puzzles, PRINTED.slips))
    (tmp_path / "junk").write_bytes(b"x" * 5000)
    with pytest.raises(StoreError, match="damaged or no file"):
        restore(tmp_path / "junk")
    with pytest.raises(ClassError, match="there is no such file"):
        restore(tmp_path / "none")
    with pytest.raises(ClassError, match="belongs to"):
        restore(tmp_path / "later.backup", replace=True)
    with open_slip_store(file) as store:
        assert store.classes.names() == ("5B", "6A")
        assert (store.classes.room("5B"), store.printings_of("5B"), store.entries(4711)) == before


def test_a_backup_that_is_a_program_is_not_read(file: Path, tmp_path: Path) -> None:
    """A view in place of a table would be read for ever."""
    back_up("5B", tmp_path / "5B.backup")
    with closing(sqlite3.connect(tmp_path / "5B.backup")) as crafted:
        crafted.executescript(
            "DROP TABLE ladder_game; CREATE VIEW ladder_game AS WITH RECURSIVE c(class, challenger, challenged, won, day) AS"
            " (SELECT '5B', 1, 2, 1, '' UNION ALL SELECT * FROM c) SELECT *, 0 AS rowid FROM c"
        )
    with pytest.raises(StoreError, match="holds 'ladder_game', which no file of this program does"):
        restore(tmp_path / "5B.backup", replace=True)
    with open_slip_store(file) as store:
        assert store.classes.names() == ("5B",)


def test_a_backup_goes_into_a_folder_that_is_there(file: Path, tmp_path: Path) -> None:
    with pytest.raises(ClassError, match="there is no folder"):
        back_up("5B", tmp_path / "stick" / "5B.backup", file=file)
    assert not (tmp_path / "stick").exists()


def test_a_challenge_is_removed_until_it_is_printed(file: Path, tmp_path: Path) -> None:
    with open_slip_store(file) as store:
        add_challenge(store, "5B", 3, typed_position("7 3", "10"))
        add_challenge(store, "5B", 3, typed_position("7 2", "9"))
        remove_challenge(store, "5B", 1)
        assert [one.number for one in store.challenges("5B")] == [2]
        with pytest.raises(ClassError, match="no challenge 1; there are 2"):
            remove_challenge(store, "5B", 1)
    print_challenges(tmp_path / "c.pdf", "5B")
    with open_slip_store(file) as store, pytest.raises(ClassError, match="challenge 2 was printed, and stays"):
        remove_challenge(store, "5B", 2)


def test_a_printed_challenge_is_headed_by_its_name_and_its_cards_are_in_words(file: Path, tmp_path: Path) -> None:
    with open_slip_store(file) as store:
        add_challenge(store, "5B", 3, typed_position("7r 3g", "10b x2"))
    print_challenges(tmp_path / "c.pdf", "5B")
    text = words_of(tmp_path / "c.pdf")
    assert "5B, Challenge 1" in text
    assert "Middle: 7 red, 3 green. Hand: 10 blue, × 2." in text
    assert "week Challenge" not in text


def test_a_challenge_that_is_replaced_has_its_new_author(store: SlipStore) -> None:
    challenge = add_challenge(store, "5B", 3, typed_position("7 3", "10"))
    store.put_challenge("5B", replace(challenge, author=8))
    assert [one.author for one in store.challenges("5B")] == [8]


@pytest.mark.slow
def test_everything_of_a_removed_pupil_is_gone(file: Path) -> None:
    with open_slip_store(file) as store:
        add_challenge(store, "5B", 17, typed_position("7 3", "10"))
        for above, below in combinations(store.classes.room("5B").ladder, 2):
            store.classes.challenge("5B", below, above, won=False)
        hand_in(store, PRINTED, {3: BEST, 17: CHILD})
    assert rows_of(file, 17, "Mārama") >= {"pupil", "result", "ladder_game", "challenge", "slip_entry", "slip_printing"}
    remove_for_good("5B", 17, file)
    assert rows_of(file, 17, "Mārama") == set()
    assert rows_of(file, 3, "Ann") >= {"pupil", "result", "ladder_game", "slip_entry", "slip_printing"}


def rows_of(file: Path, pupil: int, name: str) -> set[str]:
    """The tables of a file with a row that has the number or the name of a pupil."""
    found = set()
    with closing(sqlite3.connect(file)) as connection:
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            asked = connection.execute(f"SELECT * FROM {table}")  # noqa: S608 - names of our own
            columns = [column for column, *_ in asked.description]
            numbers = {"pupil", "author", "challenger", "challenged"} | ({"number"} if table in {"pupil", "result"} else set())
            for row in asked:
                named = dict(zip(columns, row, strict=True))
                if any(named.get(column) == pupil for column in numbers) or any(name in str(cell) for cell in row):
                    found.add(table)
    return found
