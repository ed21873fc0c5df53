from collections.abc import Callable

import pytest
from rich.table import Table

from numero_cam.base.records import TableState
from numero_cam.observe.decode import table_position
from numero_cam.rules import parse_item, parse_position
from numero_cam.solve import Settings, Solution, solve
from numero_cam.tell import console
from numero_cam.tell.card_text import cards_text, count
from numero_cam.tell.readings_json import error_json, readings_json
from numero_cam.tell.readings_table import readings_table
from numero_cam.tell.readings_words import look_lines
from numero_cam.tell.roles import play_roles

Make = Callable[..., TableState]


@pytest.mark.parametrize(
    ("items", "words"),
    [
        ([], "no card"),
        (["7r", "x3"], "7 red, multiply by 3"),
        (["[8b 4r]"], "build of 8 blue and 4 red = 12"),
        (["[sqrt N2]"], "build of square root and square"),
    ],
)
def test_lists_in_words(items: list[str], words: str) -> None:
    assert cards_text([parse_item(item) for item in items]).plain == words


def test_counts() -> None:
    assert (count(0, "card"), count(1, "card"), count(2, "card")) == ("0 cards", "1 card", "2 cards")


def test_builds_are_not_taken_for_styles(capsys: pytest.CaptureFixture[str]) -> None:
    console.print_lines(["[8b 4r] [red] :smile:"])
    assert capsys.readouterr().out == "[8b 4r] [red] :smile:\n\n"


def test_long_lines_are_not_cut_in_a_pipe(capsys: pytest.CaptureFixture[str], make_table: Make) -> None:
    console.print_lines(["word " * 200])
    console.print_readings(make_table(name="x" * 500))
    first, _, second, *_ = capsys.readouterr().out.splitlines()
    assert len(first) > 900
    assert len(second) > 500


def test_what_is_not_proven_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    position = parse_position("7r 8b", "15r")
    solution = solve(position, Settings(), top=1)
    unproven = type(solution)(solution.plays, proven=False)
    console.print_solution(position, unproven, Settings(), ["words"] * len(solution.plays))
    assert "Not proven" in capsys.readouterr().out


def test_no_take_is_only_said_where_it_is_proven(capsys: pytest.CaptureFixture[str]) -> None:
    position = parse_position("7r", "8r")
    for proven, words in ((True, "No take is possible."), (False, "one may exist")):
        console.print_solution(position, Solution((), proven=proven), Settings(), [])
        assert words in capsys.readouterr().out


def test_a_row_for_each_card(make_table: Make) -> None:
    assert readings_table(make_table()).row_count == 0
    table = readings_table(make_table(("7r", "centre"), (None, "hand"), ("x3", None)))
    assert isinstance(table, Table)
    assert table.row_count == 3
    assert [str(cell) for cell in table.columns[2].cells] == ["7 red", "unknown", "wild card"]
    assert [str(cell) for cell in table.columns[5].cells] == ["99.0%", "-", "99.0%"]


def test_nothing_to_look_at(make_table: Make) -> None:
    for table in (make_table(), make_table(("7r", "centre"), ("8r", "hand"))):
        assert look_lines(table, table_position(table)) == []


def test_roles_of_the_cards_of_a_play(make_table: Make) -> None:
    rows = [
        ("8b", "centre", 0.99, 0, 0),
        ("4r", "centre", 0.99, 0, 1),
        ("12r", "centre"),
        ("3g", "centre"),
        ("12r", "hand"),
        ("x2", "hand"),
    ]
    table = table_position(make_table(*rows))
    play = solve(table.position, Settings(by="cards"), top=1).plays[0]
    assert str(play.taker) == "12r"
    roles = play_roles(table, play)
    assert roles.taker == 5
    assert {n for cards in roles.sets for n in cards} == {1, 2, 3}
    assert roles.set_of(5) is None
    assert roles.set_of(3) != roles.set_of(1) == roles.set_of(2)


def test_readings_are_rounded_for_json(make_table: Make) -> None:
    answer = readings_json(make_table(("7r", "centre", 0.98765)))
    assert answer["image"] == "table.jpg"
    assert isinstance(answer["cards"], list)
    assert answer["cards"][0]["confidence"] == 0.988
    assert answer["milliseconds"] == {"decode": 1.0, "detect": 2.0, "total": 3.0}


def test_json_says_why_a_face_is_not_known(make_table: Make) -> None:
    answer = readings_json(make_table((None, "centre"), ("7r", "centre")))
    assert isinstance(answer["cards"], list)
    assert [card.get("reason") for card in answer["cards"]] == ["not clear enough", None]


def test_an_error_in_json_names_the_photo_once() -> None:
    assert error_json("a.jpg", "a.jpg: is empty") == {"image": "a.jpg", "error": "is empty"}
