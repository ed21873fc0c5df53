"""``score``: takes typed and in photos, the reader replaced by a stand-in."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from numero_cam.base.records import TableState
from numero_cam.games.numero.rules import PACK

Cli = Callable[..., Any]
Seen = Callable[[TableState], Any]
Make = Callable[..., TableState]
GUIDE = ("score", "--take", "11r 8o 3b 5r 11g x3 -4 /2", "--scoring", "guide")
KEYS = [
    *("take", "with", "cleared", "by", "scoring", "values", "fractions_in_play", "proven", "problems", "why", "milliseconds"),
    *("plays", "check_list", "not_judged", "notes"),
]


def test_json(cli: Cli) -> None:
    got = cli(*GUIDE, "--with", "11g", "--cleared", "--fractions-in-play", "no", "--json")
    assert (got.status, got.err) == (0, "")
    assert got.out.isascii()
    answer = json.loads(got.out)
    assert list(answer) == KEYS
    (play,) = answer["plays"]
    assert list(play) == ["kind", "with", "cards", "points", "clears", "groups", "breakdown", "say"]
    assert (play["with"], play["cards"], play["points"], play["clears"]) == ("11g", 8, 57, True)
    assert sum(line["points"] for line in answer["check_list"]) == 57
    assert answer["not_judged"] == []


def test_people_get_the_check_list(cli: Cli) -> None:
    out = cli(*GUIDE).out
    told = (
        "Taken with the 11 green: 2 sets, 8 cards, 42 points, and up to 15 more that could not be judged",
        "counted with the taking card",
        "not judged: 10 points",
        "say --cleared or --not-cleared",
        "by the guide scoring",
        "= 42",
        "[8b 4r]",
    )
    for words in told:
        assert words in out
    assert "\x1b" not in out


def test_what_is_not_known_is_null(cli: Cli) -> None:
    answer = json.loads(cli(*GUIDE, "--json").out)
    assert (answer["with"], answer["cleared"], answer["plays"][0]["clears"]) == (None, None, None)
    assert {item["item"]: item["points"] for item in answer["not_judged"]} == {"four_operations": 10, "clear": 5}
    assert {line["item"] for line in answer["check_list"] if line["points"] is None} == {"four_operations", "clear"}


@pytest.mark.parametrize(
    ("take", "why"),
    [
        ("7r 8b", "No valid take: no card of these takes all the others"),
        (" ".join(map(str, PACK[:30])), "Not arranged: 30 cards are too many to arrange"),
    ],
)
def test_no_valid_take_is_an_answer_in_one_line(cli: Cli, take: str, why: str) -> None:
    got = cli("score", "--take", take)
    assert (got.status, got.err) == (0, "")
    assert sum(why in line for line in got.out.splitlines()) == 1
    answer = json.loads(cli("score", "--take", take, "--json").out)
    assert answer["plays"] == []
    assert answer["why"].startswith(why.partition(": ")[2])


def test_without_negative_values_a_take_that_needs_one_is_none(cli: Cli) -> None:
    take = ("score", "--take", "1g 3r -4 N2", "--with", "1g")
    assert cli(*take).out.startswith("26 points")
    assert "no negative values on the way" in cli(*take, "--rule", "negative=no").out


def test_what_cannot_be_is_named_and_still_answered(cli: Cli) -> None:
    answer = json.loads(cli("score", "--take", "7b 7b", "--json").out)
    assert answer["problems"] == ["7b lies there twice; one pack has it once"]
    assert answer["plays"][0]["points"] == 3
    assert json.loads(cli("score", "--take", "7b 7b", "--rule", "packs=2", "--json").out)["problems"] == []


BAD_ARGUMENTS = [
    ((), "give one of: a photo, or --take"),
    (("a.jpg", "--take", "7r 7b"), "give one of"),
    (("--take", ""), "--take holds no card"),
    (("--take", "7r 30z"), '--take: card 2, "30z": not a card; accepted are'),
    (("--take", "[8b 4r"), "--take: card 1"),
    (("--take", "7r 7b", "--with", "8r"), "--with: 8r is not among the cards of the take"),
    (("--take", "7r x2 7b", "--with", "x2"), "--with: x2 is a wild card"),
    (("--take", "7r 7b", "--with", "seven"), "--with:"),
    (("--take", "7r 7b", "--correct", "1=8r"), "with a photo only"),
    (("--take", "7\x00r"), "--take: card 1"),
    (("--take", "7r 7b", "--annotate", "a.jpg"), "with a photo only"),
]


@pytest.mark.parametrize(("arguments", "why"), BAD_ARGUMENTS)
def test_bad_arguments_get_one_line_and_status_2(cli: Cli, arguments: tuple[str, ...], why: str) -> None:
    got = cli("score", *arguments)
    assert (got.status, got.out, got.err.count("\n")) == (2, "", 1)
    assert why in got.err


def test_a_photo_that_is_not_there(cli: Cli, seen: Seen, make_table: Make) -> None:
    seen(make_table())
    for arguments in (("no_such.jpg",), ("--take", "no_such.jpg")):
        got = cli("score", *arguments)
        assert (got.status, got.out, got.err.count("\n")) == (1, "", 1)
        assert "there is no such file" in got.err


@pytest.mark.parametrize("how", [(), ("--take",)])
def test_a_photo_of_a_take(cli: Cli, seen: Seen, make_table: Make, photo: Path, how: tuple[str, ...]) -> None:
    seen(make_table(("10r", "take"), ("10o", "take", 0.8), ("6b", "take"), ("4g", "take")))
    answer = json.loads(cli("score", *how, photo, "--with", "10o", "--not-cleared", "--json").out)
    assert answer["take"] == ["10r", "10o", "6b", "4g"]
    assert (answer["plays"][0]["points"], answer["complete"], answer["look_at"]) == (6, True, [2])
    assert {"decode", "solve", "total"} <= set(answer["milliseconds"])
    assert len(answer["cards"]) == 4
    people = cli("score", *how, photo)
    assert "Look at card 2 (take): it is read as 10o but only 80% sure" in people.out
    assert "Taken with the 10" in people.out
    got = cli("score", photo, "--with", "9r")
    assert (got.status, got.out, got.err.count("\n")) == (1, "", 1)


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([], "no card was found in this photo"),
        ([("7r", "centre"), ("7b", "hand")], "no take was found: it is a single row or fan, alone in the photo"),
        ([("7r", "take"), (None, "take")], "a card of the take is not known (number 2), mend it with --correct"),
    ],
)
def test_a_photo_without_a_whole_take(cli: Cli, seen: Seen, make_table: Make, photo: Path, rows: list[Any], why: str) -> None:
    seen(make_table(*rows))
    got = cli("score", photo, "--with", "7r")
    assert (got.status, got.err) == (0, "")
    assert got.out.lower().count(why) == 1
    answer = json.loads(cli("score", photo, "--json").out)
    assert (answer["plays"], answer["proven"], answer["problems"], answer["why"]) == ([], False, [why], why)


def test_a_corrected_card_completes_the_take(cli: Cli, seen: Seen, make_table: Make, photo: Path) -> None:
    seen(make_table(("7r", "take"), (None, "take")))
    for correction, points in (("2=7b", 3), ("2=7", 3)):
        answer = json.loads(cli("score", photo, "--correct", correction, "--json").out)
        assert (answer["complete"], answer["plays"][0]["points"]) == (True, points)


def test_the_time_limit_is_kept(cli: Cli) -> None:
    got = cli("score", "--take", "10r 10o 6b 4g", "--limit", 0)
    assert (got.status, "Not arranged: no arrangement was found before the time limit." in got.out) == (0, True)


def test_a_scored_photo_is_drawn(cli: Cli, seen: Seen, make_table: Make, photo: Path, tmp_path: Path) -> None:
    for rows in ([("7r", "take"), ("7b", "take")], [("7r", "take"), (None, "take")]):
        seen(make_table(*rows))
        out = tmp_path / "out.png"
        assert cli("score", photo, "--annotate", out).status == 0
        assert out.exists()
        out.unlink()


def test_the_points_in_one_sentence(cli: Cli) -> None:
    got = cli("score", "--take", "10r 10o 6b 4g", "--brief")
    assert got.out == "6 points: 4 cards in 2 sets, taken with the 10 orange: the 10, and 6 + 4 = 10.\n"
    assert cli("score", "--take", "10r 9o", "--brief").out.startswith("No valid take: ")
