"""What comes back of the weeks of a class: strips, needs, the wall, challenges of pupils, backup and restore."""

import gettext
import random
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from numero_cam import catalogue
from numero_cam.base.errors import ClassError, StoreError
from numero_cam.classroom import occasions, strips
from numero_cam.classroom.backup import back_up, restore
from numero_cam.classroom.challenges import add_challenge, print_challenges, rank_challenges, remove_challenge, typed_position
from numero_cam.classroom.classes import Pupil, class_rows
from numero_cam.classroom.desk import Desk
from numero_cam.classroom.desk_pages import wall_page
from numero_cam.classroom.hints import hint_line
from numero_cam.classroom.needs import class_needs, write_needs
from numero_cam.classroom.page_answers import ClassPage
from numero_cam.classroom.results import class_table, result_row, week_table
from numero_cam.classroom.school_year import SchoolYear
from numero_cam.classroom.skills import Skill, needed_skills
from numero_cam.classroom.slip_store import SlipStore, open_slip_store
from numero_cam.classroom.slips import CHALLENGE_SEED, Printing
from numero_cam.classroom.strips import ladder_places, pupil_strips, write_strips
from numero_cam.classroom.toptake import PlayedRound, begin_round, put_teams, stored_round
from tests.pdf_pages import Document
from tests.slip_piles import BEST, CHILD, MISTAKE, hand_in, printing

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


def played(store: SlipStore) -> PlayedRound:
    found = stored_round(store, "5B")
    assert found is not None
    return found


def words_of(file: Path) -> str:
    """The words on all pages of a PDF."""
    told = Document(file.read_bytes())
    return "\n".join(word for place in range(len(told.pages)) for word, _, _ in told.draw(place, 20).words)


def test_a_strip_says_what_was_taken_what_was_possible_and_one_hint(store: SlipStore) -> None:
    hand_in(store, PRINTED, {3: BEST, 8: CHILD, 17: MISTAKE})
    ann, finn, marama = pupil_strips(week_table(store, "5B"))
    assert (ann.owner, ann.lines) == ("3 Ann", ("You took 7 cards.", "Nothing better was possible!"))
    assert finn.lines[:-1] == ("You took 3 cards.", "7 cards were possible.")
    assert finn.lines[-1] == "Hint: your 10 can take one more set; multiplying on the way helps."
    assert marama.lines[0].startswith("No take this time: set 1 (7 red, 2 blue) does not make 10")


def test_the_best_take_is_told_from_the_day_that_the_teacher_sets(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_slip_store(file) as store:
        hand_in(store, PRINTED, {3: BEST, 8: CHILD, 17: MISTAKE})
    for day, answer_day, told in ((20, None, 0), (20, 5, 2), (19, 5, 0), (23, 5, 2), (16, 1, 2), (15, 1, 0)):
        monkeypatch.setattr(strips, "date", FixedDay(2026, 3, day))
        with open_slip_store(file) as store:
            store.classes.put_year("5B", SchoolYear(answer_day=answer_day))
        write_strips(tmp_path / "strips.pdf", "5B")
        assert words_of(tmp_path / "strips.pdf").count("The best take, with the 10: ") == told


class FixedDay(date):
    """A calendar on which today is this day."""

    def today(self) -> "FixedDay":  # type: ignore[override]
        return self


def test_a_hint_tells_what_the_next_set_takes_where_the_answer_has_it_not(store: SlipStore) -> None:
    hand_in(store, PRINTED, {3: "10o: 7r 3g | 8o 2b"})
    (row, *_) = week_table(store, "5B").rows
    assert hint_line(row) == "Hint: your 10 can take one more set; multiplying on the way helps."


def test_each_skill_is_counted_as_asked_found_and_missed(store: SlipStore) -> None:
    multiplied = {Skill.MULTIPLICATION, Skill.WILD_CARD}
    assert needed_skills(PRINTED.puzzles[0]) == {Skill.ADDITION, Skill.SEVERAL_SETS, *multiplied}
    hand_in(store, PRINTED, {3: BEST, 8: CHILD, 17: "7 + 3; 8 + 2"})
    skills = class_needs(store, "5B").skills
    assert {one.skill: (one.asked, one.found, one.missed) for one in skills} == {
        Skill.ADDITION: (3, 1, 0),
        Skill.SEVERAL_SETS: (3, 1, 1),
        **dict.fromkeys(multiplied, (3, 1, 2)),
    }
    assert skills[0].line == "Adding: 1 of 3 found the best"
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


def test_who_had_nothing_right_in_the_latest_week_is_named(file: Path, tmp_path: Path) -> None:
    with open_slip_store(file) as store:
        assert class_needs(store, "5B").nothing_right_line == ""
        hand_in(store, printing(3), {3: CHILD})
        assert class_needs(store, "5B").nothing_right_line == ""
        hand_in(store, printing(1), {3: MISTAKE})
        hand_in(store, printing(2), {3: CHILD, 8: MISTAKE, 17: MISTAKE})
    needs = write_needs(tmp_path / "needs.pdf", "5B")
    assert needs.nothing_right_line == "Nothing right in week 12: 8 Finn, 17 Mārama"
    assert [pupil.number for pupil in needs.nothing_right] == [8, 17]
    assert "Nothing right in the latest week" in words_of(tmp_path / "needs.pdf")


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
    assert store.classes.room("5B").ladder == ()  # nobody stands anywhere before a game
    store.classes.challenge("5B", 8, 3, won=False, day=date(2026, 11, 2))
    assert store.classes.room("5B").ladder == (3, 8)
    store.classes.challenge("5B", 17, 8, won=True, day=date(2026, 11, 20))
    assert store.classes.room("5B").ladder == (3, 17, 8)
    store.classes.challenge("5B", 8, 3, won=True, day=date(2026, 11, 21))
    assert store.classes.room("5B").ladder == (8, 17, 3)
    assert [one.change_text for one in ladder_places(store, "5B", date(2026, 11, 10))] == ["+1", "", "−2"]
    assert [one.change_text for one in ladder_places(store, "5B", date(2026, 11, 21))] == ["+2", "", "−2"]
    assert [one.change_text for one in ladder_places(store, "5B", date(2026, 11, 1))] == ["", "", ""]


def test_prints_are_written_and_hold_what_they_should(file: Path, tmp_path: Path) -> None:
    with open_slip_store(file) as store:
        hand_in(store, PRINTED, {3: BEST, 8: CHILD})
    write_strips(tmp_path / "strips.pdf", "5B")
    assert "Class table" not in words_of(tmp_path / "strips.pdf")  # it sets the children beside each other
    with open_slip_store(file) as store:
        store.classes.put_year("5B", SchoolYear(contests=True))
    write_strips(tmp_path / "strips.pdf", "5B")
    document = Document((tmp_path / "strips.pdf").read_bytes())
    words = [text for page in range(2) for text, *_ in document.draw(page, 20).words]
    assert {"3 Ann", "You took 3 cards.", "Class table", "Class records"} <= set(words)
    write_needs(tmp_path / "needs.csv", "5B")
    assert "5B,step,two sets,2,1,1" in (tmp_path / "needs.csv").read_text(encoding="utf-8-sig")
    write_needs(tmp_path / "needs.pdf", "5B")
    assert "What the class can do" in [text for text, *_ in Document((tmp_path / "needs.pdf").read_bytes()).draw(0, 20).words]
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
            assert challenge.author not in printed.own_slips
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
        store.classes.challenge("5B", 8, 3, won=True)
        begin_round(store, store.classes.room("5B"), PRINTED, 90)
        put_teams(store, store.classes.room("5B"), played(store), (("Red", "Blue"), {3: "Red"}))
        before = store.classes.room("5B"), store.entries(PRINTED.number), store.printing(PRINTED.number), store.challenges("5B")
        round_before = played(store)
    held = back_up("5b", tmp_path / "5B.backup")
    assert (held.class_name, held.pupils, held.weeks, held.answers) == ("5B", 3, 1, 2)
    with pytest.raises(ClassError, match="is there already"):
        back_up("5B", tmp_path / "5B.backup")
    with pytest.raises(ClassError, match="there is no folder"):
        back_up("5B", tmp_path / "stick" / "5B.backup")
    assert not (tmp_path / "stick").exists()
    with pytest.raises(ClassError, match="there is a class 5B already"):
        restore(tmp_path / "5B.backup")
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "other.sqlite"))
    for again in (False, True):
        assert restore(tmp_path / "5B.backup", replace=again) == held
        with open_slip_store() as store:
            found = store.classes.room("5B"), store.entries(PRINTED.number), store.printing(PRINTED.number), store.challenges("5B")
            assert played(store).stored == round_before.stored
            assert played(store).team_of == {3: "Red"}
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
        store.remove_printings("5B")
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


@pytest.mark.parametrize(("language", "shown"), [("en", "Challenge 1"), ("de", "Aufgabe 1")])
def test_a_challenge_is_stored_under_one_name_and_shown_in_each_language(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, shown: str
) -> None:
    with open_slip_store(file) as store:
        add_challenge(store, "5B", 3, typed_position("7 3", "10"))
    spoken = gettext.translation(catalogue.DOMAIN, catalogue.FOLDER, [language], fallback=True)
    monkeypatch.setattr(occasions, "tr", lambda message, **values: spoken.gettext(message).format(**values))
    print_challenges(tmp_path / "c.pdf", "5B")
    assert f"5B, {shown}" in words_of(tmp_path / "c.pdf")
    with open_slip_store(file) as store:
        (challenge,) = store.challenges("5B")
        told = store.printing(challenge.printing or 0)
        assert told is not None
        assert (told.week, challenge.puzzle.level) == ("Challenge 1", "Challenge 1")
        taker, cards = challenge.puzzle.takers[0], " ".join(map(str, challenge.puzzle.centre))
        hand_in(store, told, {8: f"{taker}: {cards}"})
        assert shown in class_rows(store.classes.room("5B"))[0]
        assert result_row(class_table(store, told.number).rows[0]).cells[2] == shown
    week = Desk(file).show("week", {"class": "5B", "week": told.week})
    assert isinstance(week, ClassPage)
    assert f"{shown}</h1>" in week.html
    assert f'name="week" value="{told.week}"' in week.html


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
