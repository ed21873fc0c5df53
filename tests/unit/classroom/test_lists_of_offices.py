"""Lists of a class as offices write them: whatever parts their columns and however they are encoded, and what they change in a class."""

import random
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numero_cam.base.errors import ClassError
from numero_cam.classroom.class_lists import MAX_LIST_CHARACTERS, change_words, plan_line, plan_new, plan_update, text_of_list
from numero_cam.classroom.classes import Classroom, Pupil, class_csv, names_csv
from numero_cam.classroom.slip_store import open_classes
from numero_cam.text import spreadsheet

LEVEL = "silver:12"
#: Names that a list may hold: neither a number nor a level, with a comma at most as a surname has it.
NAMES = st.sampled_from(["Ann", "Jörg Müßig", "Zoë", "Noël Ó Briain", "Anne-Sophie von der Lühe", "Marama", "d'Arc Jeanne", "Šimon"])
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "windows-1252")


def names(text: str) -> list[str]:
    return [pupil.name for pupil in plan_new(text, LEVEL).pupils]


@given(st.lists(NAMES, min_size=1, max_size=30), st.sampled_from(ENCODINGS), st.sampled_from(["\n", "\r\n", "\r", "\n\n"]))
def test_names_are_read_from_a_file_in_any_encoding(listed: list[str], encoding: str, end: str) -> None:
    text = text_of_list(end.join(listed).encode(encoding), "5B.txt")
    assert names(text) == listed


@given(st.lists(NAMES, min_size=1, max_size=9, unique=True), st.sampled_from("\t;,"), st.permutations(("number", "name", "level", "of")))
def test_columns_may_stand_in_any_order_with_a_head_and_without(listed: list[str], sign: str, order: list[str]) -> None:
    rows = [{"number": str(2 * n), "name": name, "level": "gold:3", "of": "5B!"} for n, name in enumerate(listed, start=1)]
    expected = tuple(Pupil(int(row["number"]), row["name"], "gold:3") for row in rows)
    for head in ({"number": "Nr.", "name": "Name", "level": "Stufe", "of": "Klasse"}, {key: key.upper() for key in order}):
        lines = [sign.join(row[key] for key in order) for row in (head, *rows)]
        assert plan_new("\n".join(lines), LEVEL).pupils == expected
    without = [sign.join(row[key] for key in order if key != "of") for row in rows]
    assert plan_new("\n".join(without), LEVEL).pupils == expected


@pytest.mark.parametrize(
    "text",
    [
        "Müller, Anna\nvon der Lühe, Kai-Uwe",
        "1. Müller, Anna\n2. von der Lühe, Kai-Uwe",
        "1, Müller, Anna\n2, von der Lühe, Kai-Uwe",
        '"Müller, Anna";1\n"von der Lühe, Kai-Uwe";2',
        "Name\nMüller, Anna\nvon der Lühe, Kai-Uwe",
        'Nr.,Name\n1,"Müller, Anna"\n2,"von der Lühe, Kai-Uwe"',
        "Nachname;Vorname;Klasse\nMüller;Anna;5B\nvon der Lühe;Kai-Uwe;5B",
        "Vorname\tName\nAnna\tMüller\nKai-Uwe\tvon der Lühe",
        "sep=;\nlfd. Nr.;Familienname;Rufname\n1;Müller;Anna\n2;von der Lühe;Kai-Uwe",
        "\ufeff- Anna Müller\n\n  •  Kai-Uwe von der Lühe\u200b\n",
        "1) Anna Mu\u0308ller\n2) Kai-Uwe von der Lu\u0308he",
        "#\tPupil\n1.\tAnna Müller\n2.\tKai-Uwe von der Lühe",
    ],
)
def test_surname_numbering_bullets_and_heads(text: str) -> None:
    assert plan_new(text, LEVEL).pupils == (Pupil(1, "Anna Müller", LEVEL), Pupil(2, "Kai-Uwe von der Lühe", LEVEL))


@pytest.mark.parametrize(
    ("text", "pupils"),
    [
        ("1\n2\n", (Pupil(1, "", LEVEL), Pupil(2, "", LEVEL))),
        ("17\tAnn\tgold:3\n3\tMārama Nguyễn\n", (Pupil(3, "Mārama Nguyễn", LEVEL), Pupil(17, "Ann", "gold:3"))),
        ("Ann;17;silver:2\r\n\r\nBen;4;\r\n", (Pupil(4, "Ben", LEVEL), Pupil(17, "Ann", "silver:2"))),
        ("Ann\nBen\n", (Pupil(1, "Ann", LEVEL), Pupil(2, "Ben", LEVEL))),
        ("Level,Name,Number\ngold:1,Ann,7\n,Ben,8\n", (Pupil(7, "Ann", "gold:1"), Pupil(8, "Ben", LEVEL))),
        ("5 Ann\n8. Bo\n9) Mārama Nguyễn\n", (Pupil(5, "Ann", LEVEL), Pupil(8, "Bo", LEVEL), Pupil(9, "Mārama Nguyễn", LEVEL))),
        ("8 Bo\tgold:3\n5\n", (Pupil(5, "", LEVEL), Pupil(8, "Bo", "gold:3"))),
        ("17\t2 Bo\n", (Pupil(17, "2 Bo", LEVEL),)),
        ("number\n5\n", (Pupil(5, "", LEVEL),)),
    ],
)
def test_numbers_are_enough_and_the_rest_is_filled_in(text: str, pupils: tuple[Pupil, ...]) -> None:
    assert plan_new(text, LEVEL).pupils == pupils


@pytest.mark.parametrize(
    ("text", "level", "why"),
    [
        ("", LEVEL, "the list is empty"),
        ("number,name\n", LEVEL, "the list is empty"),
        ("1 \n2\n1\n", LEVEL, "the list, line 3: pupil 1 is in line 1 already"),
        ("3\n100\n", LEVEL, 'the list, line 2: "100" is no number of a pupil'),
        ("Name;Nr.\nAnna;x", LEVEL, 'the list, line 2: "x" is no number of a pupil'),
        ("3\n-4\n", LEVEL, 'the list, line 2: "-4" is no number of a pupil'),
        ("5 Ann\nBo\n", LEVEL, 'the list, line 2: "" is no number of a pupil'),
        ('3\n4\t"Ann\n5\tBo\n', LEVEL, "the list, line 2: quotation marks stand around a whole cell or not at all"),
        ('3\n4\t"Ann" Lee\n5\n', LEVEL, "the list, line 2: quotation marks"),
        ("3\n", "silver", "the list, line 1: "),
        ("3\n", "", "the list, line 1: pupil 3 has no level"),
        ("\n".join("A" * 100), LEVEL, "the list has 100 lines; a class has at most 99 pupils"),
    ],
)
def test_a_list_that_is_wrong_is_refused_with_its_line(text: str, level: str, why: str) -> None:
    with pytest.raises(ClassError, match=why):
        plan_new(text, level)


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_programs_own_lists_come_back_as_they_are(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreadsheet, "language", lambda: language)
    pupils = (Pupil(3, "Jörg; der 2.", "silver:12"), Pupil(8, "=1+1", "gold:30"), Pupil(17, "", "all"), Pupil(21, "5E1", "3"))
    data, results = names_csv(pupils), class_csv(Classroom("5B", pupils, (3, 8, 17, 21), ()))
    assert data.startswith(b"\xef\xbb\xbfnumber")
    assert data.splitlines()[1].count(b";" if language == "de" else b",") >= 2
    for listed in (data, results):
        assert plan_new(text_of_list(listed, "5B.csv"), "gold:1").pupils == pupils


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "is empty; write a line for each pupil"),
        (b" \r\n\t\n", "is empty"),
        (b"PK\x03\x04 of a spreadsheet", 'is no text; open it and save it as "CSV UTF-8" or as text, then give that file'),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "is no text"),
        (b"%PDF-1.7", "is no text"),
        (b"\xff\xd8\xff\xe0", "is no text"),
        (bytes(range(256)), "is no text"),
        (b"Ann\x00", "is no text"),
        (b"Ann\x07", "is no text"),
        ("Ann".encode("utf-32"), "is no text"),
        (b"J\x81rg", "is no text"),
        (b"Ann\n" * MAX_LIST_CHARACTERS, "is longer than the list of a class"),
    ],
)
def test_what_is_no_list_is_one_line_with_the_file(data: bytes, why: str) -> None:
    with pytest.raises(ClassError) as refused:
        text_of_list(data, "5B.xlsx")
    assert str(refused.value).startswith(f"5B.xlsx: {why}")
    assert "\n" not in str(refused.value)


@given(st.binary(max_size=200))
def test_any_file_is_a_text_or_one_line(data: bytes) -> None:
    said = "why"
    try:
        plan_new(text_of_list(data, "x"), LEVEL)
    except ClassError as error:
        said = str(error)
    assert said
    assert "\n" not in said


ROOM = Classroom("5B", (Pupil(1, "Anna", "gold:7"), Pupil(2, "Ben", "silver:2"), Pupil(3, "Dora", "silver:3")), (3, 1, 2), ())


def told(text: str, **more: set[int]) -> list[tuple[int, str, str, str]]:
    plan = plan_update(ROOM, text, LEVEL, **more)
    return [(one.pupil.number, one.pupil.name, one.pupil.level, change_words(one)) for one in plan.changes]


SAME = [(1, "Anna", "gold:7", ""), (2, "Ben", "silver:2", ""), (3, "Dora", "silver:3", "")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dora\nAnna\nBen", SAME),
        ("1\n2\n3", SAME),
        ("1 Dora\n2 Anna\n3 Ben", SAME),  # the office numbers anew
        ("1 anna\n2\tBEN\n3 Dora", [(1, "anna", "gold:7", "was called Anna"), (2, "BEN", "silver:2", "was called Ben"), SAME[2]]),
        ("1 Anna\n2 Ben\n3 Cem\n4 Dora", [*SAME, (5, "Cem", LEVEL, "new")]),  # another child comes in between
        ("Anna\nBen\nDorah\t3", [*SAME[:2], (3, "Dorah", "silver:3", "was called Dora")]),
        ("Anna\nBen\nCem\t3", [*SAME[:2], (4, "Cem", LEVEL, "new; 3 is the number of Dora")]),
        ("3 Dora Lee\nAnna", [SAME[0], (3, "Dora Lee", "silver:3", "was called Dora")]),
        ("Anna\nBen\n9 Emil\n", [*SAME[:2], (9, "Emil", LEVEL, "new")]),
        ("Anna\t1\tgold:8\nBen\nDora", [(1, "Anna", "gold:8", "had level gold:7"), *SAME[1:]]),
        ("Anna\nBen\t\n3\t", [*SAME[:2], (3, "", "silver:3", "was called Dora")]),
        ("Anna\nAnna\n", [(1, "Anna", "gold:7", ""), (4, "Anna", LEVEL, "new")]),
    ],
)
def test_children_keep_their_numbers_and_levels_whatever_the_list_says(text: str, expected: list[tuple[int, str, str, str]]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize("number", ["100", "0100", "20260017", "9" * 5000])
@pytest.mark.parametrize("text", ["Anna;7;silver:3\nBen;{}", "Name;Nr.;level\nAnna;7;silver:3\nBen;{};"])
def test_numbers_that_no_pupil_has_are_left_out_with_all_others_and_said(text: str, number: str) -> None:
    listed = text.format(number)
    made, changed = plan_new(listed, LEVEL), plan_update(ROOM, listed, LEVEL)
    assert made.pupils == (Pupil(1, "Anna", "silver:3"), Pupil(2, "Ben", LEVEL))
    assert changed.pupils == (Pupil(1, "Anna", "silver:3"), ROOM.pupils[1])
    assert made.notes == changed.notes == ("The numbers of the list are left out: numbers of pupils are 1 to 99.",)
    assert plan_new(listed.replace(number, "99"), LEVEL).notes == ()


def test_a_person_says_whether_a_line_is_another_child() -> None:
    assert told("3 Dorah", other_children={1}) == [(4, "Dorah", LEVEL, "new; 3 is the number of Dora")]
    assert told("3 Cem", other_children=set()) == [(3, "Cem", "silver:3", "was called Dora")]


@given(st.permutations(("Anna", "Ben", "Dora", "Cem")), st.lists(st.integers(1, 9), min_size=4, max_size=4, unique=True), st.booleans())
def test_no_child_gets_the_results_of_another_and_none_is_lost(order: list[str], numbers: list[int], numbered: bool) -> None:
    text = "\n".join(f"{number} {name}" if numbered else name for number, name in zip(numbers, order, strict=True))
    plan = plan_update(ROOM, text, LEVEL)
    after = {pupil.number: pupil.name for pupil in (*plan.pupils, *plan.absent)}
    assert {number: after[number] for number in (1, 2, 3)} == {pupil.number: pupil.name for pupil in ROOM.pupils}
    assert sorted(after.values()) == ["Anna", "Ben", "Cem", "Dora"]
    assert plan_line(plan) == "1 new, 3 as they are"


@pytest.mark.parametrize(
    ("stored", "listed", "is_one"),
    [
        ("Anna Müller", "Hannah Möller", False),
        ("Ben Müller", "Mia Müller", False),
        ("Jonas Weber", "Jonas Wagner", False),
        ("Marama Nguyen", "Mārama Nguyễn", True),
        ("Sophie Meier", "Sofie Meier", True),
        ("Kai", "Kai-Uwe Lühe", False),
        ("Kai Lühe", "Lühe", True),
    ],
)
def test_a_corrected_name_is_told_from_another_child(stored: str, listed: str, *, is_one: bool) -> None:
    room = Classroom("5B", (Pupil(3, stored, "silver:3"),), (3,), ())
    (change,) = plan_update(room, f"3 {listed}", LEVEL).changes
    assert (change.before is not None) == is_one


def test_a_name_with_two_commas_stays_as_it_is() -> None:
    assert names("1\tLee, Ann, jr.") == ["Lee, Ann, jr."]


def test_of_equal_names_the_number_tells() -> None:
    room = Classroom("5B", (Pupil(1, "Anna", "silver:1"), Pupil(4, "Anna", "silver:4")), (1, 4), ())
    assert plan_update(room, "4 Anna\n1 Anna\tgold:9", LEVEL).pupils == (Pupil(1, "Anna", "gold:9"), Pupil(4, "Anna", "silver:4"))


def test_who_is_missing_is_listed_and_equal_names_are_said() -> None:
    plan = plan_update(ROOM, "Anna\nMüller, Ben\nBen Müller", LEVEL)
    assert plan.absent == (ROOM.pupils[1], ROOM.pupils[2])
    assert plan.notes == ("Ben Müller is there more than once, with the numbers 4, 5. A letter more tells them apart.",)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("3 Ann\n3 Ben", "the list, line 2: pupil 3 is in line 1 already"),
        ("\n".join(f"New {n}x" for n in range(97)), "the class would have more than 99 pupils"),
    ],
)
def test_a_list_for_a_class_is_refused_in_one_line(text: str, why: str) -> None:
    with pytest.raises(ClassError, match=why):
        plan_update(ROOM, text, LEVEL)


def test_free_numbers_are_those_that_nobody_had_as_long_as_there_are_some(tmp_path: Path) -> None:
    pupils = [Pupil(number, f"P{number}", LEVEL) for number in (2, 98)]
    with open_classes(tmp_path / "classes.sqlite") as classes:
        classes.add("5B", pupils, random.Random(1))  # noqa: S311 - any order
        room = classes.room("5B")
    assert [one.pupil.number for one in plan_update(room, "Ann\nBen\nCem", LEVEL).changes] == [1, 3, 99]
    assert {plan_new("\n".join(order), LEVEL).digest for order in permutations(("Ann", "Ben"))} != {""}
