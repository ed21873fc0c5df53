"""Colours left out of a written play."""

import pytest

from numero_cam.games.numero.engine import Game, game_text, parse_game
from numero_cam.games.numero.engine.notation import read_operation, with_colours
from tests.tables import table, texts

REAL = "numero game 1\nplayers: Anna, Ben\nlevel: 1\nby: cards\nhand Anna: {}\nhand Ben: {}\ncentre: {}\n"


def filled(game: Game, line: str) -> str:
    word, space, rest = line.partition(" ")
    return word + space + with_colours(game.state, word, rest)


@pytest.mark.parametrize(
    ("line", "full"),
    [
        ("take 13: 10 + 3", "take 13r: 10b + 3g"),
        ("take 13:10+3", "take 13r:10b+3g"),
        ("take 13: 10 + 3 = 13; 7 + 6=13", "take 13r: 10b + 3g = 13; 7 + 6=13"),
        ("take 13r: [8 5]; 10 + 3g", "take 13r: [8b 5r]; 10b + 3g"),
        ("take 13: [8 5]=13", "take 13r: [8b 5r]=13"),
        ("take 13: [8b 5r]; [9 9]", "take 13r: [8b 5r]; [9 9]"),
        ("take 6: 3 x2", "take 6g: 3g x2"),
        ("take 6: 3 ×2 −3 ÷3 *3 √3", "take 6g: 3g ×2 −3 ÷3 *3 √3"),
        ("take 1: 10 /2 -4", "take 1: 10b /2 -4"),
        ("take 6: 10 3/5", "take 6g: 10b 3/5"),
        ("build 3: 10 + 3 = 13", "build 3o: 10b + 3o = 13"),
        ("build 3: 3 + 3 + 7", "build 3o: 3o + 3g + 7"),
        ("lay 10 -2", "lay 10b -2"),
        ("discard 6", "discard 6g"),
        ("discard 6 6", "discard 6g 6r"),
        ("discard -2", "discard -2"),
        ("challenge [8 5]", "challenge [8b 5r]"),
        ("draw 9 4", "draw 9o 4"),
        ("pass", "pass"),
    ],
)
def test_colours_may_be_left_out(line: str, full: str) -> None:
    game = table(["13r 6g 6r 3o", "1r"], "10b 3g [8b 5r]", "9o 8o")
    assert filled(game, line) == full


def test_a_card_without_colour_is_meant_before_all_others() -> None:
    game = table(["13r 13", "1r"], "10b 10 [8b 5r] [8 5]")
    assert filled(game, "discard 13") == "discard 13"
    assert filled(game, "take 13r: 10; [8 5]") == "take 13r: 10; [8 5]"


def test_a_recorded_game_may_leave_colours_out() -> None:
    game = table(["13r 4g", "1r"], "10b 3g 8o", "9o")
    read_operation(game, "1 player 1: Take 13:  10 + 3 = 13")
    assert texts(game.state.seats[0].won) == "10b 3g 13r"


def test_article_4_5_a_challenged_build_without_colours_though_it_changed() -> None:
    game = table(["2r 9g", "1b 4b"], "11r", by="points", challenge_changed="yes")
    game.build("2r", "11r + 2r")
    game.build("1b", "[11r 2r] + 1b")
    assert filled(game, "challenge [11 2]") == "challenge [11r 2r]"


def test_a_real_table_without_any_colours_can_be_played() -> None:
    text = REAL.format("1 2 3 4 5", "1 2 3 4 5", "6 7") + "Anna: build 1: 6 + 1 = 7\nAnna: draw 7\nBen: discard 5\nBen: draw 15\n"
    game = parse_game(text.replace("build 1: 6 + 1 = 7", "discard 1"))
    assert game.state.problems() == ()
    assert len(game.state.stock) == 60 - 12 - 2
    assert texts(game.state.stock).split().count("7") == 2
    assert parse_game(game_text(game)) == game


def test_a_real_table_with_some_colours_has_the_right_stock() -> None:
    game = parse_game(REAL.format("1r 2r 3r 4r 5", "1b 2b 3b 4b 5b", "6r 7r") + "Anna: discard 5\nAnna: draw 15\n")
    assert len(game.state.stock) == 60 - 12 - 1
    assert game.state.problems() == ()
