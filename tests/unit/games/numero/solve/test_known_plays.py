"""Published and rebuilt positions with their re-checked best plays, and the twelve puzzles of the paper."""

import json
from pathlib import Path
from typing import Any

import pytest

from numero_cam.games.numero.rules import Position, parse_card, parse_position
from numero_cam.games.numero.solve import Settings, solve, takers_of_all

KNOWN: list[dict[str, Any]] = json.loads((Path(__file__).parents[4] / "data" / "known_plays.json").read_text(encoding="utf-8"))
PLAYS = [entry for entry in KNOWN if "takers" in entry]
SCORED = [entry for entry in KNOWN if "website_points" in entry]
PUZZLES = [entry for entry in KNOWN if "all_whole" in entry]


def position_of(entry: dict[str, Any]) -> Position:
    return parse_position(entry["centre"], entry["hand"])


def test_nothing_is_left_out() -> None:
    assert len(KNOWN) == 34
    assert {*map(id, PLAYS), *map(id, SCORED), *map(id, PUZZLES)} == set(map(id, KNOWN))
    assert len(PUZZLES) == 13  # twelve, and the fifth as it is printed and as it is solved


@pytest.mark.parametrize("entry", PLAYS, ids=lambda entry: " ".join(entry["centre"]))
def test_most_cards(entry: dict[str, Any]) -> None:
    position = position_of(entry)
    for values in ("any", "whole"):
        (play,) = solve(position, Settings(by="cards", values=values)).plays
        assert play.cards == entry[f"cards_{values}"]


@pytest.mark.parametrize("entry", PLAYS, ids=lambda entry: " ".join(entry["centre"]))
def test_the_cards_that_take_most(entry: dict[str, Any]) -> None:
    position = position_of(entry)
    wilds = tuple(card for card in position.hand if card.is_wild)
    takers = []
    for card in sorted({card for card in position.hand if card.is_number}, key=lambda card: card.value):
        plays = solve(Position(position.centre, (*wilds, card)), Settings(by="cards", values="any")).plays
        if plays and plays[0].cards == entry["cards_any"]:
            takers.append(int(card.value))
    assert takers == entry["takers"]


@pytest.mark.parametrize("entry", SCORED, ids=lambda entry: " ".join(entry["centre"]))
def test_points(entry: dict[str, Any]) -> None:
    for scoring in ("website", "guide"):
        if f"{scoring}_points" in entry:
            (play,) = solve(position_of(entry), Settings(scoring=scoring)).plays
            assert play.points == entry[f"{scoring}_points"]
            assert play.cards == entry.get("cards", play.cards)


@pytest.mark.parametrize("entry", PUZZLES, ids=lambda entry: entry["from"])
def test_puzzles_of_the_paper(entry: dict[str, Any]) -> None:
    cards = [parse_card(token) for token in (*entry["centre"], *entry["hand"])]
    assert list(takers_of_all(cards, values="whole")) == entry["all_whole"]
    if "all_any" in entry:
        assert list(takers_of_all(cards, values="any")) == entry["all_any"]


def test_takers_of_all_needs_every_card() -> None:
    assert takers_of_all([]) == ()
    assert takers_of_all([parse_card("x2")]) == ()
    assert takers_of_all([parse_card("7r")]) == (7,)
    (impossible,) = parse_position("[15r 5b]", "").centre
    assert takers_of_all([parse_card("7r"), impossible]) == ()
