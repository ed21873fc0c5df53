"""The reasons of losses are true: what each tells is worked out again by the tests' own rules, in each language."""

import json
import os
import re
import subprocess
import sys
from typing import Any

import pytest

from numero_cam.games.numero.rules import parse_card
from numero_cam.games.numero.solve.kernel import kernel_available
from tests.oracle import take_points

pytestmark = pytest.mark.skipif(not kernel_available(), reason="the kernel was not built")
PART = {"others": 0, "next": 1, "later": 2}  #: By kind: the place of its part.


def told(language: str, *seeds: int) -> list[dict[str, Any]]:
    command = [sys.executable, "-m", "tests.told_reasons", *map(str, seeds)]
    done = subprocess.run(command, env={**os.environ, "NUMERO_CAM_LANGUAGE": language}, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def check(one: dict[str, Any]) -> None:
    """Work a reason out again."""
    said, kind = str(one["said"]), str(one["kind"])
    numbers = [int(number) for number in re.findall(r"\d+", said)]
    if kind in PART or kind == "end":
        played, best = one["parts"]
        cost = one["loss"] if kind == "end" else best[PART[kind]] - played[PART[kind]]
        assert cost > 0, one
        assert numbers == ([round(cost)] if round(cost) else []), one
        return
    taker = parse_card(str(one["taker"]))
    sets = [[parse_card(card) for card in cards] for cards in one["sets"]]
    lying, centre = [*one["lying"]], [*one["centre"]]
    for card in lying:
        centre.remove(card)  # each lay there, once
    if one["by"] == "points":
        gain = take_points(sets, taker, clears=not centre, guide=False, fractions_in_play=True)
    else:
        gain = 1 + sum(map(len, sets))
    assert numbers[-1] == gain, one
    assert str(taker.value) in said
    if kind in ("left", "threat") and not one["wilds"]:
        assert sorted(str(card) for cards in sets for card in cards) == sorted(map(str, one["lying"]))
    if kind == "left":
        assert str(one["names"][one["player"]]) in said
        assert one["real"] == one["take"]
    if kind == "missed" and one["now"]:
        assert numbers[0] == one["now"]
        assert gain > one["now"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_reasons_are_true(language: str) -> None:
    found = told(language, 0, 1)
    assert len({str(one["kind"]) for one in found}) >= 4
    for one in found:
        check(one)


@pytest.mark.slow
def test_two_hundred_reasons_are_true_in_both_languages() -> None:
    seeds = range(2, 18)
    english, german = told("en", *seeds), told("de", *seeds)
    assert len(english) == len(german) >= 200
    for one, other in zip(english, german, strict=True):
        check(one)
        check(other)
        assert one["kind"] == other["kind"]
        assert one["said"] != other["said"]
