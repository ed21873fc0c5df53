"""``read`` and ``solve`` with photos, their reader replaced by a stand-in."""

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from numero_cam.base.images import decode_picture
from numero_cam.base.records import TableState

Cli = Callable[..., Any]
Seen = Callable[[TableState], Any]
Make = Callable[..., TableState]


@pytest.fixture
def table(make_table: Make) -> TableState:
    """A build of 12 and a single card in the middle, two cards in the hand, one of them unknown, and an opposite hand."""
    return make_table(
        ("8b", "centre", 0.99, 0, 0), ("4r", "centre", 0.95, 0, 1), ("3g", "centre", 0.8, 1, 0),
        ("15o", "hand", 0.99, 2, 0), (None, "hand", 0.4, 3, 0), ("9r", "opposite", 0.5, 4, 0),
    )  # fmt: skip


def test_read_json(cli: Cli, seen: Seen, table: TableState, photo: Path) -> None:
    seen(table)
    got = cli("read", photo, "--json")
    assert (got.status, got.err) == (0, "")
    answer = json.loads(got.out)
    assert list(answer) == ["image", "width", "height", "cards", "problems", "milliseconds"]
    assert (answer["image"], answer["width"], answer["height"]) == (str(photo), 640, 480)
    assert answer["cards"][0] == {
        "n": 1, "card": "8b", "confidence": 0.99, "corners": [[60.0, 60.0], [140.0, 60.0], [140.0, 180.0], [60.0, 180.0]],
        "zone": "centre", "stack": 0, "order": 0, "alternatives": [["9r", 0.004]],
    }  # fmt: skip
    assert answer["cards"][4]["card"] is None
    assert answer["milliseconds"]["decode"] > 0


def test_read_for_people(cli: Cli, seen: Seen, table: TableState, photo: Path) -> None:
    seen(table)
    got = cli("read", photo)
    assert got.status == 0
    for words in (
        "6 cards in 640 x 480 pixels",
        "8 blue",
        "first card of",
        "second card of",
        "unknown",
        "not clear enough",
        "opposite hand",
    ):
        assert words in got.out


@pytest.mark.parametrize("command", ["read", "solve", "score"])
@pytest.mark.parametrize("how", [[], ["--brief"]])
def test_a_photo_of_nothing_is_told_once_with_what_to_do(
    cli: Cli, seen: Seen, make_table: Make, photo: Path, command: str, how: list[str]
) -> None:
    seen(replace(make_table(), problems=("the photo is almost black: switch on a lamp",)))
    got = cli(command, photo, *how)
    assert (got.status, got.err) == (0, "")  # the answer is that there is no card
    assert got.out.count("No card was found in this photo. The photo is almost black: switch on a lamp.") == 1
    assert (got.out.lower().count("no card"), got.out.count("lamp")) == (1, 1)


def test_options_reach_the_reader(cli: Cli, seen: Seen, table: TableState, photo: Path) -> None:
    reader = seen(table)
    cli("read", photo, "--rule", "packs=2", "--correct", "5=7 red", "--correct", "6=none", "--json")
    cli("solve", photo, "--seat", "left")
    assert reader.asked == [
        {"name": str(photo), "packs": 2, "corrections": {5: "7r", 6: None}, "seat": "near"},
        {"name": str(photo), "packs": 1, "corrections": {}, "seat": "left"},
    ]
    assert cli("solve", photo, "--seat", "above").status == 2


@pytest.mark.parametrize("gone", ["6=none", "6=", "6=None"])
def test_a_card_that_is_none_is_gone(cli: Cli, seen: Seen, table: TableState, photo: Path, gone: str) -> None:
    seen(table)
    answer = json.loads(cli("read", photo, "--correct", gone, "--json").out)
    assert [card["n"] for card in answer["cards"]] == [1, 2, 3, 4, 5]


def test_a_correction_of_a_card_that_is_not_there(cli: Cli, seen: Seen, table: TableState, photo: Path) -> None:
    seen(table)
    assert json.loads(cli("read", photo, "--correct", "99=7r", "--json").out)["error"].startswith("no card 99")
    got = cli("solve", photo, "--correct", "99=7r")
    assert (got.status, got.out, got.err.count("\n")) == (1, "", 1)


def test_solve_json(cli: Cli, seen: Seen, table: TableState, photo: Path) -> None:
    seen(table)
    got = cli("solve", photo, "--json")
    assert got.status == 0
    answer = json.loads(got.out)
    assert (answer["centre"], answer["hand"]) == (["[8b 4r]", "3g"], ["15o"])
    assert (answer["complete"], answer["look_at"]) == (False, [3, 5])
    assert answer["plays"][0]["cards"] == 4
    assert len(answer["cards"]) == 6
    assert {"decode", "solve", "total"} <= set(answer["milliseconds"])
    assert answer["milliseconds"]["total"] > answer["milliseconds"]["solve"]


def test_solve_says_which_card_to_look_at_and_how_to_mend_it(cli: Cli, seen: Seen, table: TableState, photo: Path) -> None:
    seen(table)
    got = cli("solve", photo)
    assert "Look at card 5 (hand): it is not known (not clear enough). Write what it is: --correct 5=..., or --correct 5=none" in got.out
    assert "Look at card 3 (middle): it is read as 3g but only 80% sure. Where it is another, write what it is: --correct 3=" in got.out
    assert "The answer holds for the known cards only." in got.out
    assert "Best take (most points): with the 15 orange" in got.out


def test_a_corrected_table_is_complete(cli: Cli, seen: Seen, table: TableState, photo: Path) -> None:
    seen(table)
    for correction, hand in (("5=x2", ["15o", "x2"]), ("5=none", ["15o"])):
        answer = json.loads(cli("solve", photo, "--correct", correction, "--correct", "3=3g", "--json").out)
        assert (answer["complete"], answer["look_at"], answer["hand"]) == (True, [], hand)


def test_a_build_with_an_unknown_card_is_left_out_whole(cli: Cli, seen: Seen, make_table: Make, photo: Path) -> None:
    seen(make_table(("8b", "centre", 0.99, 0, 0), (None, "centre", 0.2, 0, 1), ("7r", "centre", 0.99, 1, 0), ("7b", "hand")))
    answer = json.loads(cli("solve", photo, "--json").out)
    assert (answer["centre"], answer["complete"], answer["look_at"]) == (["7r"], False, [2])
    assert "Left out too, because a card of the same build is not known: card 1." in cli("solve", photo).out


@pytest.mark.parametrize(
    ("rows", "problems"),
    [
        ([], ["no card was found in this photo"]),
        ([("7r", "take"), ("8r", "take")], ["this looks like a take: numero-cam score "]),
        ([("7r", "centre")], ["no hand was found at the near side: say one of its cards, --correct 1=hand"]),
        ([("7r", "hand")], ["no card was found in the middle: say one of its cards"]),
        ([("7r", "hand"), ("7r", "centre")], ["7r lies there twice"]),
        ([("7r", "hand"), ("8r", "centre"), (None, None)], []),
    ],
)
def test_what_a_photo_lacks_is_named(cli: Cli, seen: Seen, make_table: Make, photo: Path, rows: list[Any], problems: list[str]) -> None:
    seen(make_table(*rows))
    got = cli("solve", photo, "--json")
    answer = json.loads(got.out)
    assert got.status == 0
    assert len(answer["problems"]) == len(problems)
    assert all(line.startswith(start) for line, start in zip(answer["problems"], problems, strict=True))
    people = cli("solve", photo)
    assert all(start.lower() in people.out.lower() for start in problems)


@pytest.mark.parametrize(("command", "ending"), [("read", ".jpg"), ("solve", ".png")])
def test_annotate_writes_a_picture(cli: Cli, seen: Seen, table: TableState, photo: Path, tmp_path: Path, command: str, ending: str) -> None:
    seen(table)
    out = tmp_path / f"out{ending}"
    assert cli(command, photo, "--annotate", out).status == 0
    assert decode_picture(out.read_bytes()).shape[1] > 4 * 64  # enlarged, and a panel beside it
    assert list(tmp_path.glob("*out*")) == [out]  # nothing for the time being is left


def test_annotate_never_overwrites_the_photo(cli: Cli, seen: Seen, table: TableState, photo: Path, tmp_path: Path) -> None:
    seen(table)
    before = photo.read_bytes()
    link = tmp_path / "link.jpg"
    link.hardlink_to(photo)
    for out in (photo, tmp_path / "." / photo.name, link):
        got = cli("solve", photo, "--annotate", out)
        assert (got.status, got.out) == (2, "")
        assert "is the photo itself" in got.err
    assert photo.read_bytes() == before


def test_annotate_into_a_folder_or_a_full_disk(
    cli: Cli, seen: Seen, table: TableState, photo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen(table)
    (tmp_path / "folder.jpg").mkdir()
    assert cli("read", photo, "--annotate", tmp_path / "folder.jpg").status == 0
    assert [path.suffix for path in (tmp_path / "folder.jpg").iterdir()] == [photo.suffix]

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    for command in ("read", "solve"):
        got = cli(command, photo, "--json", "--annotate", tmp_path / "out.jpg")
        assert got.status == 1
        assert got.err.count("\n") == 1
        assert "the annotated photo was not written" in got.err
        assert len(json.loads(got.out.splitlines()[0])["cards"]) == 6  # the answer is given all the same


def test_a_photo_with_a_name_in_any_alphabet(cli: Cli, seen: Seen, table: TableState, photo: Path, tmp_path: Path) -> None:
    seen(table)
    path = tmp_path / "стол [8b].jpg"
    shutil.copy(photo, path)
    assert json.loads(cli("read", path, "--json").out)["image"] == str(path)
    assert str(path) in cli("read", path).out


def test_words_for_a_place_join_faces(cli: Cli, seen: Seen, make_table: Make, photo: Path) -> None:
    seen(make_table(("8b", "centre", 0.99, 0, 0), ("4r", "centre", 0.99, 0, 1), ("3g", None), ("15o", "centre"), (None, "centre")))
    said = ("--correct", "4=hand", "--correct", "3=3b,centre", "--correct", "5=x2,hand", "--correct", "1=?")
    answer = json.loads(cli("solve", photo, *said, "--json").out)
    assert (answer["centre"], answer["hand"]) == (["[8b 4r]", "3b"], ["15o", "x2"])
    moved = json.loads(cli("solve", photo, "--correct", "1=hand", "--json").out)
    assert moved["hand"] == ["8b", "4r"]  # a stack is never parted
    aside = json.loads(cli("solve", photo, "--correct", "1=aside", "--json").out)
    assert aside["centre"] == ["15o"]
    parted = cli("solve", photo, "--correct", "1=hand", "--correct", "2=centre")
    assert (parted.status, parted.out, parted.err.count("\n")) == (1, "", 1)
    assert "cards 1 and 2 lie on each other" in parted.err


@pytest.mark.parametrize("said", ["1=7r,8r", "1=hand,centre", "1=none,hand", "1=hand,none", "1=7r,hand,x2", "1=table", "1=7r,none", "hand"])
def test_what_is_no_correction_is_one_line(cli: Cli, seen: Seen, table: TableState, photo: Path, said: str) -> None:
    seen(table)
    got = cli("solve", photo, "--correct", said)
    assert (got.status, got.out, got.err.count("\n")) == (2, "", 1)
    assert "--correct" in got.err


def test_typed_cards_replace_what_was_read(cli: Cli, seen: Seen, table: TableState, photo: Path) -> None:
    seen(table)
    answer = json.loads(cli("solve", photo, "--hand", "12r x2", "--json").out)
    assert (answer["centre"], answer["hand"], answer["complete"]) == (["[8b 4r]", "3g"], ["12r", "x2"], True)
    answer = json.loads(cli("solve", photo, "--centre", "[8b 4r] 3r", "--json").out)
    assert (answer["centre"], answer["hand"], answer["complete"]) == (["[8b 4r]", "3r"], ["15o"], False)
    assert "Not used, because their place was typed: cards 4, 5." in cli("solve", photo, "--hand", "12r").out
    for both in (("--hand", "7r", "--centre", "7b"), ("--hand", "[7r 1b]"), ("--centre", "30z")):
        got = cli("solve", photo, *both)
        assert (got.status, got.err.count("\n")) == (2, 1)


def test_a_row_alone_is_what_was_not_typed(cli: Cli, seen: Seen, make_table: Make, photo: Path, tmp_path: Path) -> None:
    seen(make_table(("7r", "take"), ("8r", "take")))
    answer = json.loads(cli("solve", photo, "--hand", "15g", "--json").out)
    assert (answer["centre"], answer["hand"], answer["problems"]) == (["7r", "8r"], ["15g"], [])
    out = tmp_path / "out.png"
    answer = json.loads(cli("solve", photo, "--centre", "7b", "--json", "--annotate", out).out)
    assert (answer["centre"], answer["hand"], answer["plays"][0]["with"]) == (["7b"], ["7r", "8r"], "7r")
    assert out.exists()


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([("7r", "centre"), ("8r", "centre")], "Whether a take is possible is not known: I cannot tell which cards are your hand."),
        ([("7r", "hand")], "Whether a take is possible is not known: I cannot tell which cards are the middle."),
        ([("7r", "hand"), (None, "hand"), ("8r", "centre")], "No take is possible with the known cards."),
        ([("7r", "hand"), ("8r", "centre")], "No take is possible."),
    ],
)
def test_that_no_take_is_possible_is_said_only_where_it_is_true(
    cli: Cli, seen: Seen, make_table: Make, photo: Path, rows: list[Any], said: str
) -> None:
    seen(make_table(*rows))
    assert said in cli("solve", photo).out.splitlines()


def test_many_doubts_are_one_line_that_can_be_copied(cli: Cli, seen: Seen, make_table: Make, photo: Path) -> None:
    seen(make_table(*[(None, "hand")] * 3, ("3g", "centre", 0.8), ("7r", "centre")))
    lines = [line for line in cli("solve", photo).out.splitlines() if line.startswith("Look at")]
    assert len(lines) == 1
    assert lines[0].endswith("--correct 1=? --correct 2=? --correct 3=? --correct 4=3g")
    copied = lines[0][lines[0].index("--correct") :].split()
    assert json.loads(cli("solve", photo, *copied, "--json").out)["look_at"] == [1, 2, 3]
