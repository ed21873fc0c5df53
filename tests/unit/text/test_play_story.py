"""Plays as pages tell them: a sentence without notation, and cards that are those of the play."""

import re

import pytest

from numero_cam.games.numero.engine.operations import Built, Dealt, Taken
from numero_cam.games.numero.engine.points import entries
from numero_cam.games.numero.rules.calculation import flat_cards, parse_way
from numero_cam.text.play_story import bonus_words, card_row, play_story
from tests.kept_game import played

NOTATION = re.compile(r"\d[rbgo]\b|\bx\d|(?<!\d)/\d|\bN\d|sqrt|cbrt|\[|centre")


@pytest.mark.parametrize("level", ["1", "3", "all"])
def test_no_play_of_a_game_is_told_in_notation(level: str) -> None:
    game = played(level, level=level)
    for before, operation, after in game.steps():
        told = [play_story(game.names, before, operation)["said"], *(bonus_words(one.scored) for one in entries(before, operation, after))]
        assert not [text for text in told if NOTATION.search(text)]


def test_the_cards_are_those_of_the_play() -> None:
    game = played(7, level="all")
    takes = 0
    for before, operation, _ in game.steps():
        if isinstance(operation, Dealt) or not isinstance(operation, Taken | Built):
            continue
        ways = operation.ways if isinstance(operation, Taken) else (operation.way,)
        story = play_story(game.names, before, operation)
        parts = [[part for part in row if part not in ("+", "(", ")")] for row in story["sets"]]
        shown = [[face for part in row for face in ([part] if isinstance(part, str) else part)] for row in parts]
        assert [sorted(row) for row in shown] == [sorted(map(str, flat_cards(way))) for way in ways]
        assert story["card"] == str(operation.card)
        takes += isinstance(operation, Taken)
    assert takes > 0


@pytest.mark.parametrize(
    ("way", "row"),
    [
        ("9o -2", ("9o", "-2")),
        ("(12g + 3b x2) /2", ("(", "12g", "+", "3b", "x2", ")", "/2")),
        ("[8b 4r] + 3g", (("8b", "4r"), "+", "3g")),
        ("(9o -2) x3", ("(", "9o", "-2", ")", "x3")),
        ("(9o + 7b) sqrt", ("sqrt", "(", "9o", "+", "7b", ")")),
        ("3o + 9o -2", ("3o", "+", "9o", "-2")),
    ],
)
def test_a_calculation_stands_in_a_row(way: str, row: tuple[object, ...]) -> None:
    assert card_row(parse_way(way)) == row
