"""``puzzle make`` from the command line."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

Cli = Callable[..., Any]


def test_puzzles_are_printed_without_their_answers(cli: Cli) -> None:
    done = cli("puzzle", "make", "--level", "silver:20", "--count", "2")
    assert done.status == 0
    assert done.out.count("Middle") == done.out.count("Hardness") == 2
    assert done.out.count("Take the most cards. Every card is used once.") == done.out.count("Take") == 2
    assert not re.search(r"Hardness \d+ of 100[^.]", done.out)  # the reasons would give half of the answer away
    answered = cli("puzzle", "make", "--level", "silver:20", "--count", "2", "--answers").out
    assert answered.startswith(done.out)
    assert re.search(r"Answer 2: .* Hardness \d+ of 100: ", answered)
    assert "Take the most points." in cli("puzzle", "make", "--level", "silver:20", "--by", "points").out


def test_puzzles_in_json_are_one_a_line(cli: Cli) -> None:
    done = cli("puzzle", "make", "--wilds", "-2 x2 1/2", "--hardness", "40-60", "--count", "3", "--json")
    puzzles = [json.loads(line) for line in done.out.splitlines()]
    assert [puzzle["number"] for puzzle in puzzles] == [1, 2, 3]
    assert all(40 <= puzzle["hardness"] <= 60 for puzzle in puzzles)
    assert {card for puzzle in puzzles for card in puzzle["hand"] if not card[0].isdigit()} <= {"-2", "x2"}


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ((), "give one of --level"),
        (("--level", "3", "--wilds", "x2"), "give one of --level"),
        (("--level", "bronze:3"), 'there is no level "bronze:3"; write silver:1 to silver:40'),
        (("--level", "3", "--hardness", "60-40"), "the smaller first, such as 40-60"),
        (("--level", "3", "--hardness", "hard"), 'hardness "hard": give two numbers'),
        (("--level", "3", "--count", "0"), "count is 0; give a number from 1 to 2000"),
        (("--level", "3", "--centre", "9"), "centre is 9; give a number from 3 to 8"),
        (("--wilds", "7r"), "7r is a number card"),
        (("--wilds", "x2 x2"), "x2 is there twice"),
        (("--wilds", "none", "--numbers", "99"), "give a number from 5 to 15"),
        (("--level", "3", "--numbers", "9"), "--numbers goes with --wilds"),
    ],
)
def test_what_is_refused_is_one_line(cli: Cli, arguments: tuple[str, ...], why: str) -> None:
    done = cli("puzzle", "make", *arguments)
    assert done.status == 2
    assert why in done.err
    assert done.err.count("\n") == 1
