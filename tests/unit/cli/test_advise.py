"""``solve --advise``, and the expert in ``game simulate``."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]
POSITION = ("solve", "--centre", "9r", "--hand", "7b 4g x2 15o 1/3", "--advise", "--think", "0.05")


def test_the_advice_of_the_contract(cli: Cli) -> None:
    got = cli(*POSITION, "--json")
    assert (got.status, got.err) == (0, "")
    answer = json.loads(got.out)
    assert list(answer)[-2:] == ["plays", "advice"]
    assert answer["plays"] == []
    advice = answer["advice"]
    assert list(advice[0]) == ["kind", "play", "value", "bluff", "reason"]
    build = next(one for one in advice if one["kind"] == "build" and not one["bluff"])
    assert build["play"] == "build 4g: 9r 1/3 + 4g = 7"
    assert build["reason"].startswith("For your 7 to take; the other player takes in ")
    assert [one["value"] for one in advice] == sorted((one["value"] for one in advice), reverse=True)
    assert {one["kind"] for one in advice} == {"build", "discard"}
    assert all(one["reason"].endswith(".") for one in advice)


def test_without_the_option_there_is_no_advice(cli: Cli) -> None:
    assert "advice" not in json.loads(cli(*POSITION[:5], "--json").out)


def test_people_get_a_table(cli: Cli) -> None:
    out = cli(*POSITION).out
    assert "build 4g: 9r 1/3 + 4g = 7" in out
    assert "your next turn brings" in out


def test_a_take_says_what_it_brings(cli: Cli) -> None:
    answer = json.loads(cli("solve", "--centre", "7r", "--hand", "7b", "--advise", "--json", "--by", "cards").out)
    assert answer["advice"][0]["play"] == "take 7b: 7r"
    assert answer["advice"][0]["reason"].startswith("2 cards now, which clears the middle; ")


def test_many_positions_get_advice_each(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "positions.jsonl"
    path.write_text('{"centre": ["7r"], "hand": ["7b"]}\n{"centre": [], "hand": []}\n', encoding="utf-8")
    answers = [json.loads(line) for line in cli("solve", "--positions", path, "--advise", "--json").out.splitlines()]
    assert [[one["kind"] for one in answer["advice"]] for answer in answers] == [["take", "discard", "build"], []]


def test_an_empty_hand_is_said(cli: Cli) -> None:
    got = cli("solve", "--centre", "7r", "--hand", "", "--advise")
    assert got.status == 0
    assert "nothing to play" in got.out


@pytest.mark.parametrize("think", ["0.04", "61"])
def test_no_time_to_think_is_refused(cli: Cli, think: str) -> None:
    for command in (POSITION[:-1], ("game", "simulate", "--players", "expert,random", "--think"), ("play", "--think")):
        got = cli(*command, think)
        assert (got.status, got.out) == (2, "")
        assert "--think" in got.err
        assert got.err.count("\n") == 1


def test_both_seats_with_interval_and_margin(cli: Cli) -> None:
    command = ("game", "simulate", "--players", "book,greedy", "--games", 4, "--level", "1", "--both-seats", "--json")
    answer = json.loads(cli(*command).out)
    low, high = answer["players"][0]["wins_95"]
    assert low <= answer["players"][0]["wins"] / 4 <= high
    assert answer["margin_95"][0] <= answer["margin"] <= answer["margin_95"][1]


def test_both_seats_need_whole_deals(cli: Cli) -> None:
    got = cli("game", "simulate", "--games", 3, "--both-seats")
    assert (got.status, got.out) == (2, "")
    assert "--both-seats: 3 games are no whole number of deals" in got.err


def test_the_advice_can_be_told_what_is_played(cli: Cli) -> None:
    seven = ("solve", "--centre", "7s 8h", "--hand", "10d 5c 1h", "--advise", "--json")
    assert cli(*seven).status == 0
    told = cli("solve", "--centre", "9r", "--hand", "7b 4g", "--advise", "--rule", "level=1", "--rule=players=3", "--stock=0", "--json")
    assert (told.status, told.err) == (0, "")
    assert json.loads(told.out)["advice"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--rule", "level=1"), "--rule level does not count here; rules that do: by, scoring, values"),
        (("--stock", "3"), "give --advise with it"),
        (("--advise", "--rule", "level=4", "--by", "cards"), "level 3 played for points"),
        (("--advise", "--rule", "wilds=7r"), "--wilds: 7r is a number card"),
    ],
)
def test_what_cannot_be_told(cli: Cli, arguments: tuple[str, ...], why: str) -> None:
    got = cli("solve", "--centre", "9r", "--hand", "7b 4g", *arguments)
    assert (got.status, got.out) == (2, "")
    assert why in got.err


def test_negative_values_can_be_left_out(cli: Cli) -> None:
    position = ("solve", "--centre", "2r -5 N2 sqrt", "--hand", "3g", "--json")
    assert json.loads(cli(*position).out)["plays"]
    assert not json.loads(cli(*position, "--rule", "negative=no").out)["plays"]
