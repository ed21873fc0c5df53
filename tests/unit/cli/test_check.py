"""``numero-cam check`` from the outside: what it prints for right and wrong answers, typed and in a photo."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]
PUZZLE = ("--centre", "11r 8o 3b 5r", "--hand", "11g x3 -4 /2")
SAMPLE = str(Path(__file__).resolve().parents[3] / "sample_images" / "01_kitchen_table.jpg")


def test_a_right_answer_is_told_what_it_brings_and_how_far_the_best_is_but_not_the_best(cli: Cli) -> None:
    got = cli("check", "8 + 3", *PUZZLE)
    assert got.status == 0
    assert got.out.split("\n")[:2] == ["Right: with the 11 green, 3 cards, 4 points.", "A better take is there: 61 points more."]
    assert "Best take" not in got.out
    assert "Best take: Take 8 cards for 65 points" in cli("check", "8 + 3", *PUZZLE, "--show-best").out
    assert "No take is better." in cli("check", "11; (8 + 3 + 5x3 - 4) / 2", *PUZZLE).out
    assert "5 cards more" in cli("check", "8 + 3", *PUZZLE, "--by", "cards").out


def test_a_wrong_answer_is_told_its_first_wrong_step(cli: Cli) -> None:
    got = cli("check", "8 - 3 = 5", *PUZZLE)
    assert got.status == 0
    assert got.out.startswith("Not a take: 8 − 3: number cards are only added; taking away needs a wild card.\n")


@pytest.mark.parametrize(
    ("answer", "brackets", "equals"), [("13 + 12 x 2/5", True, False), ("13 + 12", False, False), ("13 + 12 = 25 x 2/5 = 10", False, True)]
)
def test_missing_brackets_and_chains_of_equals_signs_are_named(cli: Cli, answer: str, *, brackets: bool, equals: bool) -> None:
    out = cli("check", answer, "--centre", "13r 12b", "--hand", "10g 2/5").out
    assert ("brackets are missing" in out, "equals signs" in out) == (brackets, equals)
    assert out.startswith("Right") == equals


def test_a_puzzle_laid_out_in_a_photo(cli: Cli) -> None:
    got = cli("check", "5 + 12/4*3 + (9+6)/3 - 4", "--photo", SAMPLE, "--json")
    found = json.loads(got.out)
    assert (got.status, found["valid"], found["with"], found["points"], found["missing"]) == (0, True, "15o", 77, 0)
    assert "best" not in found


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("8 + 3",), "--centre is missing"),
        (("8 + ", *PUZZLE), "a number is missing at the end"),
        (("8 + 3", *PUZZLE, "--photo", SAMPLE), "give either --photo"),
        (("8 + 3", *PUZZLE, "--all"), "the hand holds wild cards only"),
        (("8 + 3", "--centre", "11q", "--hand", "5r"), "did you mean"),
        (("9", "--centre", "9 3", "--hand", "? ?"), "there are several ?"),
        (("9", "--centre", "9 3", "--hand", "?", "--all"), "leave the ? out"),
    ],
)
def test_what_cannot_be_used_is_one_line(cli: Cli, arguments: tuple[str, ...], says: str) -> None:
    got = cli("check", *arguments)
    assert (got.status, got.out, got.err.count("\n")) == (2, "", 1)
    assert says in got.err


@pytest.mark.parametrize(
    ("answer", "centre", "hand", "words"),
    [
        ("(9 + 3) x 1/3", "9 3", "? 1/3", "Right: with the 4"),
        ("9 x 1/3; 3", "9 3", "? 1/3", "No take is better"),
        ("8 + 4", "8b 4r", "12o ?", "Right: with the 12 orange"),
        ("9 + 3 + 7", "9 3 7", "?", "no 19 is in the hand"),
        # The paper's eleventh puzzle of takes, by a 1 without a fraction on the way.
        ("(sqrt((13+12)*2/5/10)*4 + 3/3)/5", "13 12 3 /3 x4", "? 1/5 sqrt 1/10 2/5", "10 cards"),
    ],
)
def test_a_card_of_ones_choice(cli: Cli, answer: str, centre: str, hand: str, words: str) -> None:
    assert words in cli("check", answer, "--centre", centre, "--hand", hand).out


def test_a_card_of_ones_choice_in_json(cli: Cli) -> None:
    found = json.loads(cli("check", "(9 + 3) x 1/3", "--centre", "9 3", "--hand", "1/3 ?", "--json", "--show-best").out)
    assert found["hand"] == ["1/3", "?"]
    assert found["with"] == "4"
    assert found["best"]["with"] == "3"
    assert found["missing"] == 1
