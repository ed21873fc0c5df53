"""Every way that the paper prints: it makes its number and uses exactly its cards, but for the misprints named here."""

import json
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from numero_cam.games.numero.rules import Card, parse_card, parse_cards
from tests.strategies import evaluate

PAPER: list[dict[str, Any]] = json.loads((Path(__file__).parents[4] / "data" / "paper_ways.json").read_text(encoding="utf-8"))
WAYS = [(entry, number, text) for entry in PAPER for number, text in entry["ways"].items()]

#: What is printed wrong, by place and number: the value it has, the cards it uses too many, and the cards it leaves out.
MISPRINTS: dict[tuple[str, str], tuple[str | None, str, str]] = {
    ("2.2, table", "11"): ("10", "", ""),
    ("3.1", "14"): (None, "", ""),  # 1/3 stands under the root: 3/4 has no rational root
    ("puzzle 5", "2"): ("2", "2/3", "2/5"),
    ("puzzle 8", "2"): ("2", "", "x5"),
    ("puzzle 8", "4"): ("3", "", ""),  # the line for 3 once more
    ("puzzle 8", "11"): ("13", "", ""),
    ("puzzle 9", "1"): ("26", "", "5"),
    ("puzzle 11", "1"): ("1", "1/3", "/3"),
}

#: What was meant, where that is plain.
MEANT = {
    ("3.1", "14"): "7 × 3/2 + √((3 + 6) × 1/4) × 1/3 - 4 + 7",
    ("puzzle 9", "1"): "((9 ÷ 3 - 5) × 5/2 + 5)^2 + 1",
    ("puzzle 11", "1"): "(√((13 + 12) × 2/5 × 1/10) × 4 + 3 ÷ 3) × 1/5",
}


_CARD = re.compile(r"([-×÷^]?) ?(\d+(?:/\d+)?)|([√∛])")
_WILD_SIGNS = {"-": "-", "×": "x", "÷": "/", "^": "N"}


def cards_of_text(text: str) -> list[Card]:
    """The cards of a printed way in their order; what follows -, ×, ÷ and ^ is one wild card."""
    found = []
    for sign, number, root in _CARD.findall(text):
        wild = "sqrt" if root == "√" else "cbrt"
        found.append(wild if root else number if "/" in number else _WILD_SIGNS.get(sign, "") + number)
    return list(map(parse_card, found))


def value_of_text(text: str) -> Fraction | None:
    """The value of a printed way; `None` where a root is irrational."""
    try:
        return evaluate(text.replace("-", "−").replace("^2", "²").replace("^3", "³"))
    except ValueError:
        return None


def name_of(way: tuple[dict[str, Any], str, str]) -> str:
    return f"{way[0]['from']} = {way[1]}"


def faults(entry: dict[str, Any], text: str) -> tuple[Fraction | None, str, str]:
    """The value of a printed way, the cards it uses too many and those it leaves out."""
    have, uses = Counter(parse_cards(entry["cards"])), Counter(cards_of_text(text))
    out: Counter[Card] = Counter() if entry.get("part") else have - uses
    return value_of_text(text), _texts(uses - have), _texts(out)


def _texts(cards: Counter[Card]) -> str:
    return " ".join(map(str, cards.elements()))


def test_nothing_is_left_out() -> None:
    assert len(WAYS) == 79
    assert set(MISPRINTS) <= {(entry["from"], number) for entry, number, _ in WAYS}


@pytest.mark.parametrize("way", WAYS, ids=name_of)
def test_a_printed_way_makes_its_number_of_its_cards(way: tuple[dict[str, Any], str, str]) -> None:
    entry, number, text = way
    value, more, less = faults(entry, text)
    misprint = MISPRINTS.get((entry["from"], number))
    if misprint is None:
        assert (value, more, less) == (Fraction(number), "", "")
        return
    assert misprint != (number, "", "")
    assert (None if value is None else str(value), more, less) == misprint


@pytest.mark.parametrize(("place", "text"), MEANT.items(), ids=str)
def test_what_was_meant_is_right(place: tuple[str, str], text: str) -> None:
    (entry,) = [entry for entry in PAPER if entry["from"] == place[0]]
    assert faults(entry, text) == (Fraction(place[1]), "", "")
