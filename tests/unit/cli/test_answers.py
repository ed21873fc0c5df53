"""``solve --top all``, ``--child`` and ``--target``."""

import json
from collections.abc import Callable
from typing import Any

import pytest

Cli = Callable[..., Any]
GUIDE = ("solve", "--centre", "11r 8o 3b 5r", "--hand", "11g x3 -4 /2")
PUZZLE = ("solve", "--centre", "4 5 7", "--hand", "/4 N2")  # puzzle 3 of the paper


def test_all_best_plays_with_their_count_and_the_childs_play(cli: Cli) -> None:
    got = cli(*GUIDE, "--top", "all", "--child", "1", "--json")
    answer = json.loads(got.out)
    assert (got.status, answer["count"], len(answer["plays"])) == (0, 1, 1)
    assert [group["text"] for group in answer["child"]["groups"]] == ["11", "8 + 3"]
    said = cli(*GUIDE, "--top", "all", "--child", "1").out
    assert "There is one best take" in said
    assert "A child of level 1 finds: With 11g: 11; 8 + 3" in said
    assert json.loads(cli("solve", "--centre", "3r", "--hand", "4b", "--child", "1", "--json").out)["child"] is None


def test_a_puzzle_is_answered_with_every_number_and_its_way(cli: Cli) -> None:
    answer = json.loads(cli(*PUZZLE, "--target", "all", "--json").out)
    assert [take["number"] for take in answer["numbers"]] == [7, 9, 12, 13]
    assert answer["proven"]
    assert answer["numbers"][0]["steps"][-1].endswith("= 7")
    assert "12" in cli(*PUZZLE, "--target", "12").out
    assert cli(*PUZZLE, "--target", "all", "--limit", "0").out.strip().startswith("Not finished: the time limit stopped")
    assert cli(*PUZZLE, "--target", "1").out.strip() == "The 1 does not take all of these cards as one set."


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((*PUZZLE, "--target", "16"), "from 1 to 15, or all"),
        (("solve", "--centre", "4", "--hand", "5 x2", "--target", "all"), "the hand holds wild cards only"),
        ((*PUZZLE, "--target", "all", "--top", "all"), "--target answers one question"),
        ((*GUIDE, "--top", "none"), "give a number from 1, or all"),
        ((*GUIDE, "--top", "0"), "give a number from 1, or all"),
        (("solve", "--positions", "-", "--target", "all"), "--target goes with --centre and --hand"),
        (("solve", "--centre", "4 " * 17, "--hand", "", "--target", "all"), "17 cards are too many"),
        ((*GUIDE, "--child", "9"), "9"),
    ],
)
def test_bad_arguments_are_one_line(cli: Cli, arguments: tuple[str, ...], said: str) -> None:
    got = cli(*arguments)
    assert got.status == 2
    assert said in got.err


@pytest.mark.parametrize(
    ("centre", "hand"), [("x2 -3", "7r"), ("", ""), ("7r 8b", ""), ("[x2 -3] 7r", "7b"), ("[15r 5b]", "5r"), ("7r 7b 7g 7o " * 7, "7r 14b")]
)
def test_odd_positions_are_answered_at_once(cli: Cli, centre: str, hand: str) -> None:
    got = cli("solve", "--centre", centre, "--hand", hand, "--limit", "0", "--json")
    assert got.status == 0
    assert isinstance(json.loads(got.out)["plays"], list)
