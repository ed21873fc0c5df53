"""The reasons of losses and of hints are true: what each tells is worked out again by the tests' own rules, in each language."""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from numero_cam.games.numero.rules import Card, Position, cards_of, parse_card, parse_items
from tests.needs import needs_kernel
from tests.oracle import Twin, best_key, subsets, take_points

pytestmark = needs_kernel
PART = {"others": 0, "next": 1, "later": 2}  #: By kind: the place of its part.
MOST_SEARCHED = 6  #: Maximum number of cards and builds of a centre in which the slow twin searches takes.


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
        assert Counter(one["items"]) - Counter(map(str, parse_items(one["best_lies"]))), one  # after the best play not all of it lies there
    if kind == "threat" and len(parse_items(one["lies"])) <= MOST_SEARCHED:
        check_threat(one, taker, gain)
    if kind == "missed" and one["now"]:
        assert numbers[0] == one["now"]
        assert gain > one["now"]


def check_threat(one: dict[str, Any], taker: Card, gain: int) -> None:
    """Any unseen card of this number takes as much from what was left, any of another no more, and after the best play each takes less."""
    left, after_best = most_of_each(one, one["lies"]), most_of_each(one, one["best_lies"])
    least = {number: min(most for card, most in left.items() if card.value == number) for number in {card.value for card in left}}
    assert gain == least[taker.value] == max(least.values()) > max(after_best.values()), one


def most_of_each(one: dict[str, Any], centre: str) -> dict[Card, int]:
    """The most that each unseen number card takes by itself from a centre, worked out by the tests' own rules; 0 for nothing."""
    found = {}
    for card in map(parse_card, one["unseen"]):
        position = Position(tuple(parse_items(centre)), (card,))
        best = best_key(position, by=one["by"], guide=False, values=one["values"], keys=False, negative=one["negative"])
        found[card] = 0 if best is None else -int(str(best[0]))
    return found


def makes(one: dict[str, Any], centre: str) -> set[Fraction]:
    """All that some cards and builds of a centre make, worked out by the tests' own rules."""
    items = [item for item in parse_items(centre) if isinstance(item, Card) or item.is_possible]
    twin = Twin(items, one["values"], negative=one["negative"])
    return {value for subset in subsets(range(len(items))) for value in twin.values(subset)}


def check_hint(one: dict[str, Any]) -> str:
    """Work the reason of a hint out again; which one it is."""
    said, sets = str(one["said"]), [[parse_card(card) for card in cards] for cards in one["sets"]]
    numbers = [int(number) for number in re.findall(r"\d+", said)]
    if not sets:
        return check_lone_hint(one, said, numbers)
    taker, won = parse_card(one["taker"]), Counter(card for cards in sets for card in cards)
    clears = not Counter(card for item in parse_items(one["lies"]) for card in cards_of(item)) - won
    gain = take_points(sets, taker, clears=clears, guide=False, fractions_in_play=True) if one["by"] == "points" else 1 + won.total()
    if one["play"] == "Built":
        assert sorted(numbers) == sorted([int(taker.value), 1 + won.total(), gain]), one
        return "built"
    if one["play"] == "Discarded":
        assert numbers[-1] == gain, one
        assert {parse_card(one["other"]).value, taker.value} <= set(numbers)
        return "spared"
    assert numbers[0] == gain
    left = makes(one, one["after"])
    if len(numbers) > 1:
        assert one["next"] in said
        assert numbers[1] in numbers_unseen(one)
        assert numbers[1] in makes(one, one["lies"]) - left, one
        return "denied"
    assert one["next"] not in said or not left & numbers_unseen(one), one
    return "empties" if one["next"] in said else "gain"


def numbers_unseen(one: dict[str, Any]) -> set[int]:
    return {int(parse_card(card).value) for card in one["unseen"]}


def check_lone_hint(one: dict[str, Any], said: str, numbers: list[int]) -> str:
    """The same of one that tells no take."""
    if one["reason"]:
        if round(one["reason"][0]["loss"]):
            assert numbers[0] == round(one["reason"][0]["loss"])
        check({**one["reason"][0], "said": said.split(". ", 1)[1]})
        return "next best"
    if one["next"] in said:
        assert not makes(one, one["after"]) & numbers_unseen(one), one
        return "empties"
    if not numbers:
        return "as good or on" if said else ""
    if len(parse_items(one["after"])) <= MOST_SEARCHED:  # what it leaves for the card that takes most
        most = most_of_each(one, one["after"])
        assert min(gain for card, gain in most.items() if card.value == numbers[-2]) == numbers[-1], one
        assert all(gain <= numbers[-1] for card, gain in most.items() if card.value != numbers[-2]), one
    return "left"


def check_all(found: list[dict[str, Any]]) -> Counter[str]:
    """Work all reasons out again; how many there are of each kind, and of hints."""
    hints = [one for one in found if one["kind"] == "hint"]
    for one in found:
        if one not in hints:
            check(one)
    return Counter([*(one["kind"] for one in found if one not in hints), *map(check_hint, hints)])


@pytest.mark.parametrize("language", ["en", "de"])
def test_reasons_are_true(language: str) -> None:
    assert len(check_all(told(language, 0, 3, 8))) >= 9  # of two players, with a hidden hand, and of four


@pytest.mark.slow
def test_hundreds_of_reasons_are_true_in_both_languages() -> None:
    seeds = [*range(1, 8), *range(9, 24)]
    english, german = told("en", *seeds), told("de", *seeds)
    kinds = check_all(english)
    assert kinds == check_all(german)
    assert not kinds[""]
    assert len(english) >= 600
    assert {"threat", "left"} <= kinds.keys()
    for one, other in zip(english, german, strict=True):
        assert one["kind"] == other["kind"]
        assert one["said"] != other["said"]
