"""``numero-cam check`` from the outside: what it prints for right and wrong answers, typed and in a photo."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from numero_cam.cli import shell

Cli = Callable[..., Any]
PUZZLE = ("--centre", "11r 8o 3b 5r", "--hand", "11g x3 -4 /2")
SAMPLE = str(Path(__file__).resolve().parents[3] / "sample_images" / "01_kitchen_table.jpg")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = shell.run(["check", *arguments])
    shown = capsys.readouterr()
    return status, shown.out, shown.err


def test_a_right_answer_is_told_what_it_brings_and_how_far_the_best_is_but_not_the_best(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "8 + 3", *PUZZLE)
    assert (status, out.split("\n")[:2]) == (0, ["Right: with the 11 green, 3 cards, 4 points.", "A better take is there: 61 points more."])
    assert "Best take" not in out
    assert "Best take: Take 8 cards for 65 points" in run(capsys, "8 + 3", *PUZZLE, "--show-best")[1]
    assert "No take is better." in run(capsys, "11; (8 + 3 + 5x3 - 4) / 2", *PUZZLE)[1]


def test_by_cards_the_distance_is_in_cards(capsys: pytest.CaptureFixture[str]) -> None:
    assert "5 cards more" in run(capsys, "8 + 3", *PUZZLE, "--by", "cards")[1]


def test_a_wrong_answer_is_told_its_first_wrong_step(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "8 - 3 = 5", *PUZZLE)
    assert (status, out.split("\n")[0]) == (0, "Not a take: 8 − 3: number cards are only added; taking away needs a wild card.")


def test_missing_brackets_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "13 + 12 x 2/5", "--centre", "13r 12b", "--hand", "10g 2/5")[1]
    assert "brackets are missing" in out
    assert "brackets are missing" not in run(capsys, "13 + 12", "--centre", "13r 12b", "--hand", "10g 2/5")[1]


@pytest.mark.slow
def test_a_chain_of_equals_signs_is_accepted_and_named(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "13 + 12 = 25 x 2/5 = 10", "--centre", "13r 12b", "--hand", "10g 2/5")[1]
    assert out.startswith("Right")
    assert "equals signs" in out


def test_a_puzzle_laid_out_in_a_photo(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "5 + 12/4*3 + (9+6)/3 - 4", "--photo", SAMPLE, "--json")
    found = json.loads(out)
    assert (status, found["valid"], found["with"], found["points"], found["missing"]) == (0, True, "15o", 77, 0)
    assert "best" not in found


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("8 + 3",), "--centre is missing"),
        (("8 + ", *PUZZLE), "a number is missing at the end"),
        (("8 + 3", *PUZZLE, "--photo", SAMPLE), "give either --photo"),
        (("8 + 3", *PUZZLE, "--all"), "the hand holds wild cards only"),
        (("8 + 3", "--centre", "11q", "--hand", "5r"), "did you mean"),
    ],
)
def test_what_cannot_be_used_is_one_line(arguments: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


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


@pytest.mark.parametrize(("arguments", "why"), [(("--hand", "? ?"), "there are several ?"), (("--hand", "?", "--all"), "leave the ? out")])
def test_more_than_one_card_of_choice_is_refused(cli: Cli, arguments: tuple[str, ...], why: str) -> None:
    done = cli("check", "9", "--centre", "9 3", *arguments)
    assert done.status == 2
    assert why in done.err
