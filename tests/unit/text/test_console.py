import re
from collections.abc import Callable

import pytest
from rich.table import Table

from numero_cam.annotate.card_roles import play_roles
from numero_cam.app.photos import table_position
from numero_cam.base.records import TableState
from numero_cam.games.numero.rules import parse_card, parse_item, parse_position
from numero_cam.games.numero.solve import Settings, Solution, solve
from numero_cam.text import console
from numero_cam.text.console import cards_text
from numero_cam.text.plays import face_words, reason_words
from numero_cam.text.readings import error_json, look_lines, readings_json
from numero_cam.text.words import count

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
    console.print_solution(position, unproven, Settings())
    assert "Not proven" in capsys.readouterr().out


def test_no_take_is_only_said_where_it_is_proven() -> None:
    for proven, words in ((True, "No take is possible."), (False, "one may exist")):
        assert words in console.solution_sentence(Solution((), proven=proven))


def test_a_row_for_each_card(make_table: Make) -> None:
    assert console.readings_table(make_table()).row_count == 0
    table = console.readings_table(make_table(("7r", "centre"), (None, "hand"), ("x3", None)))
    assert isinstance(table, Table)
    assert table.row_count == 3
    assert [str(cell) for cell in table.columns[2].cells] == ["7 red", "unknown", "multiply by 3"]
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


def narrow(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    """A terminal of this width instead of a pipe."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)


HEADS = {"n", "card", "in", "words", "where", "lies", "sure", "note", "play", "worth", "(points)", "reason", "-"}


@pytest.mark.parametrize("columns", [24, 30, 42, 59, 60, 80, 100])
def test_no_word_is_broken_and_nothing_cut_off(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, make_table: Make
) -> None:
    position = parse_position("13r 15b 11g [8b 4r]", "-5 1/4 3/4 2o 3o")
    solution = solve(position)
    state = make_table(("7r", "centre", 0.99, 0, 0), ("x3", "centre", 0.99, 0, 1), (None, None), ("1s", "hand"), ("sqrt", "opposite"))
    rows = [("discard 15o", "3.1", "The other player can take.")]
    shown: tuple[Callable[[], None], ...] = (
        lambda: console.print_readings(state),
        lambda: console.print_solution(position, solution, Settings()),
        lambda: console.print_table(("play", "worth (points)", "reason"), rows),
    )
    for show in shown:
        show()
        words = capsys.readouterr().out.split()
        with monkeypatch.context() as patch:
            narrow(patch, columns)
            show()
        out = re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out)
        assert "…" not in out
        assert all(len(line.rstrip()) <= columns for line in out.splitlines())
        assert set(words) - HEADS <= set(out.split())


def test_how_cards_lie_is_said_without_numbers_of_stacks(make_table: Make) -> None:
    rows = [
        ("8b", "centre", 0.99, 0, 0),
        ("4r", "centre", 0.99, 0, 1),
        ("7r", "hand", 0.99, 1, 0),
        (None, "hand", 0.99, 1, 1),
        ("1s", None),
    ]
    columns = console.readings_table(make_table(*rows)).columns
    build, fan = "card of the build 12", "card of a fan"
    assert list(columns[4].cells) == [f"first {build}", f"second {build}", f"first {fan}", f"second {fan}", ""]
    assert list(columns[3].cells)[-1] == "not in hand or middle"


def test_points_are_said_with_sets_and_signs() -> None:
    (play,) = solve(parse_position("11r 8o 3b 5r", "11g x3 -4 /2")).plays
    assert [reason_words(item) for item in play.breakdown][:4] == [
        "2 sets",
        "8 cards",
        "printed points: 10 on × 3, 10 on − 4, 10 on ÷ 2",
        "7 cards in one set",
    ]
    assert [face_words(parse_card(label)) for label in ("15o", "N2", "sqrt", "3/4")] == ["15 orange", "N²", "√", "× 3/4"]
