"""docs/rules.md, sections 10 and 11: points and solitaire. A test names its article."""

from typing import Any

import pytest

from numero_cam.games.numero.engine import Game, Options, Phase, Rule
from numero_cam.games.numero.rules import PrintedPoints
from tests.tables import broken, items, table, texts


def test_article_10_1_and_10_2_the_website_example_of_6_points() -> None:
    # 10 takes 10 and 6 + 4: two takes, four cards.
    game = table(["10b", "2r"], "10r 6r 4r 2b", by="points")
    game.take("10b", "10r; 6r + 4r")
    assert items(game) == {"takes": 2, "cards": 4}
    assert game.state.seats[0].score == 6


def test_article_10_1_each_set_is_a_take() -> None:
    game = table(["11g", "2r"], "11r 8o 3b 5r", by="points", scoring="guide")
    game.take("11g", "11r; 8o + 3b")
    assert items(game) == {"takes": 2}


def test_article_10_2_a_card_brings_nothing_by_the_guide() -> None:
    game = table(["10b", "2r"], "10r 6r 4r 2b", by="points", scoring="guide")
    game.take("10b", "10r; 6r + 4r")
    assert items(game) == {"takes": 2}


def test_article_10_3_printed_points() -> None:
    # The guide's build 15 / 5 + 7: "at least 12 bonus points".
    game = table(["10b", "2r"], "[15r /5 7r] 2b", by="points", scoring="guide")
    game.take("10b", "[15r /5 7r]")
    assert items(game) == {"takes": 1, "printed": 12}
    own = table(["15b", "2r"], "15r 2b", by="points", scoring="guide", printed=PrintedPoints({"15": 7}))
    own.take("15b", "15r")
    assert items(own) == {"takes": 1, "printed": 14}


@pytest.mark.parametrize(
    ("way", "taker", "item"), [("2r + 3b + 4g + 3g", "12o", {"five": 2}), ("2r + 3b + 4g + 3g + 2o", "14o", {"six": 5})]
)
def test_article_10_4_five_and_six_cards(way: str, taker: str, item: dict[str, int]) -> None:
    game = table([f"{taker} 1b", "2r"], "2r 3b 4g 3g 2o 10r", by="points", scoring="guide")
    game.take(taker, way)
    assert {key: points for key, points in items(game).items() if key in ("five", "six")} == item


def test_article_10_4_to_10_8_the_57_points_of_the_guide() -> None:
    game = table(["11g x3 -4 /2", "2r"], "11r 8o 3b 5r", by="points", scoring="guide", wilds=Options.level("3").wilds)
    game.take("11g", "11r; (8o + 3b + 5r x3 -4) /2")
    assert items(game) == {"takes": 2, "printed": 30, "six": 5, "four_operations": 10, "four_colours": 5, "clear": 5}
    assert game.state.seats[0].score == 57


def test_article_10_5_operations() -> None:
    taken = {}
    for level in ("3", "fractions"):
        for scoring in ("guide", "website"):
            game = table(["6o -4 x2", "2r"], "3r 2b 9g", by="points", scoring=scoring, wilds=Options.level(level).wilds)
            game.take("6o", "(3r + 2b) x2 -4")
            taken[level, scoring] = items(game).get("three_operations", 0)
    # By the guide not in a game with fraction cards, though none lies in this position.
    assert taken == {("3", "guide"): 5, ("3", "website"): 5, ("fractions", "guide"): 0, ("fractions", "website"): 5}


def test_article_10_6_colours() -> None:
    four = table(["10b", "2r"], "2r 3b 4g 1o 9r", by="points", scoring="guide")
    four.take("10b", "2r + 3b + 4g + 1o")
    assert items(four)["four_colours"] == 5
    one = table(["10b x2 -2", "2r"], "2b 4b 9r", by="points", scoring="guide")
    one.take("10b", "(2b + 4b) x2 -2")
    assert items(one)["one_colour"] == 5


def test_article_10_7_clearing_the_deck() -> None:
    game = table(["10b 1b", "2r 3r"], "[6r 4r]", by="points", scoring="guide")
    game.take("10b", "[6r 4r]")
    assert items(game) == {"takes": 1, "clear": 5}
    hidden = table(["4b -2", "2r"], "6r x2", by="points", scoring="guide")
    hidden.take("4b", "6r -2")
    assert "clear" not in items(hidden)


def test_article_10_8_the_taking_card_counts_where_it_brings_most() -> None:
    game = table(["10b", "2r"], "10r 2r 3b 4g 1o 9r", by="points", scoring="guide")
    game.take("10b", "10r; 2r + 3b + 4g + 1o")
    assert items(game)["five"] == 2


@pytest.mark.parametrize(
    ("steps", "counted"),
    [
        ("A", ["takes", "printed"]),
        ("AB", ["takes", "printed", "six"]),
        ("ABC", ["takes", "printed", "six", "four_colours"]),
        ("ABCD", ["takes", "printed", "six", "four_operations", "four_colours"]),
        ("ABCDE", ["takes", "printed", "six", "four_operations", "four_colours", "clear"]),
    ],
)
def test_article_10_9_scoring_in_steps(steps: str, counted: list[str]) -> None:
    game = table(["11g x3 -4 /2", "2r"], "11r 8o 3b 5r", by="points", scoring="guide", scoring_steps=steps, wilds=Options.level("3").wilds)
    game.take("11g", "11r; (8o + 3b + 5r x3 -4) /2")
    assert list(items(game)) == counted


def test_article_10_9_most_cards_is_the_last_step() -> None:
    for steps, bonus in (("ABCDE", {}), ("all", {"most_cards": 10})):
        game = table(["7g", "9r"], "7r", by="points", scoring="guide", scoring_steps=steps)
        game.take("7g", "7r")
        game.pass_turn()
        assert {key: points for key, points in items(game).items() if key == "most_cards"} == bonus


def solitaire(hand: str, centre: str, stock: str = "", **options: Any) -> Game:  # noqa: ANN401 - any field
    return table([hand], centre, stock, **{"by": "points", "scoring": "guide", **options})


def test_article_11_1_five_and_five_and_both_restored() -> None:
    game = Game(Options(players=1))
    game.deal("1r 2r 3r 4r 5r 1b 2b 3b 4b 5b 9r 9b 9g 9o 8r")
    assert texts(game.state.centre) == "1r 2r 3r 4r 5r"
    assert texts(game.state.seat.hand) == "1b 2b 3b 4b 5b"
    game.take("5b", "1r + 4r; 5r; 2r + 3r")
    assert game.state.phase is Phase.DRAW
    game.draw()
    assert texts(game.state.centre) == "9r 9b 9g 9o 8r"
    assert texts(game.state.seat.hand) == "1b 2b 3b 4b"
    assert game.state.turn == 2


def test_article_11_2_takes_only() -> None:
    game = solitaire("1b 2b 3b", "1r 9r")
    assert broken(game.discard, "3b") is Rule.SOLITAIRE
    assert broken(game.build, "2b", "1r + 2b") is Rule.SOLITAIRE
    game.take("1b", "1r")


def test_article_11_3_the_end() -> None:
    game = solitaire("1b 2b 3b", "9r 8r")
    game.pass_turn()
    assert game.state.phase is Phase.OVER
    for hand, centre in (("x2 x3 x4 x5 -2", "1r 2r 3r 4r 5r"), ("1r 2r 3r 4r 5r", "x2 x3 x4 x5 -2")):
        wild = Game(Options(players=1))
        wild.deal(f"{centre} {hand} 6r")
        assert wild.state.phase is Phase.OVER


@pytest.mark.parametrize("scoring", ["guide", "website"])
def test_article_11_4_what_is_printed_on_the_hand_is_subtracted(scoring: str) -> None:
    game = solitaire("1b 15b x2 3b", "9r 8r", "7r", scoring=scoring)
    game.pass_turn()
    assert items(game) == {"hand_printed": -13}


def test_article_11_5_the_whole_pack_and_every_card() -> None:
    left = solitaire("1b 3b", "9r 8r")
    left.pass_turn()
    assert items(left) == {"hand_printed": -1, "whole_pack": 10}
    assert texts(left.state.centre) == "9r 8r"
    won = solitaire("9b", "9r")
    won.take("9b", "9r")
    assert won.state.phase is Phase.OVER
    assert items(won) == {"takes": 1, "clear": 5, "whole_pack": 10, "all_won": 25}
    cards = solitaire("9b", "9r", by="cards")
    cards.take("9b", "9r")
    assert items(cards) == {"cards": 2, "whole_pack": 10, "all_won": 25}
    points = solitaire("9b", "9r", by="cards", solitaire_bonus="points")
    points.take("9b", "9r")
    assert items(points) == {"cards": 2}
