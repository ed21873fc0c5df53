"""``numero-cam numo melds`` and ``numo check``."""

import json
from pathlib import Path

import pytest

from numero_cam.cli import shell


def test_melds_of_a_hand(capsys: pytest.CaptureFixture[str]) -> None:
    assert shell.run(["numo", "melds", "--hand", "6 18 3 4 7 30", "--table", "R 9 12 15", "--level", "2"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("The best meld: 3 + 4 = 7 (14 points).")
    assert "On run: 9 12 15 you can lay 6 18." in out
    assert "You can go out: meld 3 + 4 = 7, lay 6 18 on run: 9 12 15, discard 30." in out


def test_melds_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert shell.run(["numo", "melds", "--hand", "3 4 7 28", "--level", "4", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["best"] == [{"kind": "X", "name": "multiplication", "cards": ["4", "7", "28"], "value": 39}]
    assert found["way_out"]["discard"] == "3"


def test_a_meld_is_named_and_what_is_none_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert shell.run(["numo", "check", "7 4 28", "--level", "4"]) == 0
    assert capsys.readouterr().out.startswith("7 4 28 is a meld: multiplication (X).")
    assert shell.run(["numo", "check", "7 4 27", "--level", "4"]) == 1
    assert "4 × 7 = 28, not 27" in capsys.readouterr().out


def test_an_owners_table_is_believed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "ours.toml"
    text = (Path(__file__).parents[3] / "numero_cam" / "numo" / "rules" / "characters.toml").read_text(encoding="utf-8")
    text = text.replace("assumed = true", "assumed = false")
    own.write_text(
        text.replace('winter = "16"', 'winter = "20"').replace('winter = "20" }\n"sea', 'winter = "16" }\n"sea'), encoding="utf-8"
    )
    assert shell.run(["numo", "check", "13 14 20", "--level", "1", "--rule", f"cards={own}", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["assumed"] is False
    own.write_text("assumed = true", encoding="utf-8")
    assert shell.run(["numo", "check", "13 14 15", "--rule", f"cards={own}"]) == 1
    assert "version is None" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["check", "26 3 4"], 1, "no card of NUMO has the number 26; the nearest are 25 and 27"),
        (["check", ""], 1, "no cards were given"),
        (["check", "nothing.jpg"], 1, "nothing.jpg"),
        (["check", "3 4 7", "--level", "9"], 2, "there is no level 9"),
        (["check", "3 4 7", "--rule", "equal-parts=maybe"], 2, "equal-parts is 'maybe'; choose from yes, no"),
        (["check", "3 4 7", "--rule", "cards=nowhere.toml"], 1, "nowhere.toml: cannot be read"),
        (["check", "3 4 7", "--correct", "1=7"], 2, "--correct goes with a photo only"),
        (["check", "3 4 7", "--annotate", "out.jpg"], 2, "--annotate goes with a photo only"),
        (["check", "3 4 7", "--deck", "mine"], 2, "--deck goes with a photo only"),
        (["melds", "--hand", "3 4 7", "--hint", "5"], 2, "5"),
        (["melds", "--hand", ""], 1, "the hand has 0 cards"),
        (["melds", "--hand", "3 4", "--table", "7 11"], 1, '"7 11" on the table is no meld'),
        (["melds", "--hand", "3 4 7", "--table", "4 7 11"], 1, "more than one kind of meld"),
        (["melds", "--hand", "3 13", "--table", "P 7 11 13"], 1, "13 is there too often"),
        (["simulate", "--players", "greedy,greedy,greedy,greedy"], 2, "4 players with the deck lower: 10 cards each leave no stock"),
        (["simulate", "--players", "greedy,expert"], 2, 'there is no player "expert"'),
        (["simulate", "--rule", "lay-before=perhaps"], 2, "lay-before is 'perhaps'; choose from yes, no"),
        (["simulate", "--rule", "jump=yes"], 2, "there is no such rule"),
        (["replay", "nowhere.txt"], 1, "nowhere.txt: cannot be read"),
        (["score"], 2, "(--melds), or the cards"),
        (["score", "nothing.jpg"], 1, "nothing.jpg"),
        (["score", "nothing.jpg", "--left", "7"], 2, "give a photo or cards"),
        (["score", "nothing.jpg", "--level", "9"], 2, "there is no level 9"),
        (["score", "--melds", "3 4 8"], 1, "on the table is no meld"),
        (["play", "--against", "expert"], 2, 'there is no player "expert"'),
        (["play", "--players", "9"], 2, "NUMO is for 2 to 6"),
        (["play", "--name", "1st"], 2, 'the name "1st" cannot be used'),
        (["play", "nowhere.txt"], 1, "nowhere.txt: cannot be read"),
    ],
)
def test_what_is_wrong_is_one_line(arguments: list[str], status: int, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert shell.run(["numo", *arguments]) == status
    err = capsys.readouterr().err
    assert says in err
    assert err.count("\n") == 1


GAME = Path(__file__).parents[2] / "golden" / "numo" / "runs.txt"


def test_a_game_is_told_with_its_sheet(capsys: pytest.CaptureFixture[str]) -> None:
    assert shell.run(["numo", "replay", str(GAME)]) == 0
    out = capsys.readouterr().out
    assert "greedy melds run: 18 23 28." in out
    assert "greedy goes out. Points: greedy 590, random 201. The game is won by greedy." in out
    assert out.splitlines()[-2].split() == ["sum", "590", "201"]


def test_a_game_that_goes_wrong_is_told_up_to_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.txt"
    path.write_text("numo game 1\nplayers: Anna, Ben\ndeal Ben: seed 7\nAnna: discard 3\n", encoding="utf-8")
    assert shell.run(["numo", "replay", str(path)]) == 1
    told = capsys.readouterr()
    assert "Ben deals hand 1." in told.out
    assert "line 4: a turn begins with drawing a card (article 4.3, draw)" in told.err


def test_points_of_melds_and_of_leftovers(capsys: pytest.CaptureFixture[str]) -> None:
    assert shell.run(["numo", "score", "--melds", "+ 3 4 7; R 9 12 15 18"]) == 0
    assert capsys.readouterr().out.startswith("68 points.")
    assert shell.run(["numo", "score", "--left", "7 12 30 144", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["points"] == -193


def test_games_among_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert shell.run(["numo", "simulate", "--games", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["players"][0]["name"] == "greedy"
    assert sum(one["wins"] + one["shared"] for one in found["players"]) + found["unended"] == 2


@pytest.mark.parametrize(
    ("strength", "says", "hides"),
    [
        (1, "There is a meld in this hand.", "multiplication"),
        (2, "multiplication (X)", "4"),
        (3, "One of its cards is 4.", "28"),
        (4, "It is 4 × 7 = 28.", "of the kind"),
    ],
)
def test_a_hint_says_so_much_and_no_more(strength: int, says: str, hides: str, capsys: pytest.CaptureFixture[str]) -> None:
    hand = ["numo", "melds", "--hand", "6 18 3 4 7 28", "--level", "4", "--hint", str(strength)]
    assert shell.run(hand) == 0
    out = capsys.readouterr().out
    assert says in out
    assert hides not in out
    assert shell.run([*hand, "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)) == {"hint", "strength"}


@pytest.mark.parametrize(
    ("hand", "table", "says"),
    [("1 13", "", "There is no meld in this hand.\n"), ("1 18", "R 9 12 15", "a card of it fits a meld on the table")],
)
def test_a_hint_where_there_is_no_meld(hand: str, table: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert shell.run(["numo", "melds", "--hand", hand, "--table", table, "--level", "6", "--hint", "4"]) == 0
    assert says in capsys.readouterr().out
