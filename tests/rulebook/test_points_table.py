"""Contract, table of points: each item by both scorings."""

import pytest

from numero_cam.games.numero.rules import parse_position
from numero_cam.games.numero.solve import Play, Settings, solve
from numero_cam.text.words import formula


def best(centre: str, hand: str, **settings: str) -> Play:
    (play,) = solve(parse_position(centre, hand), Settings(**settings)).plays  # type: ignore[arg-type]
    return play


def items(play: Play) -> dict[str, int]:
    return {item.item: item.points for item in play.breakdown}


def test_points_guide_example_57_and_65_by_the_website() -> None:
    assert best("11r 8o 3b 5r", "11g x3 -4 /2", scoring="guide").points == 57
    assert best("11r 8o 3b 5r", "11g x3 -4 /2", scoring="website").points == 65


def test_points_lesser_plays_of_the_guide() -> None:
    plays = solve(parse_position("11r 8o 3b 5r", "11g x3 -4 /2"), Settings(scoring="guide"), top=400).plays
    by_texts = {tuple(sorted(formula(group.way) for group in play.sets)): play.points for play in plays}
    assert by_texts["11",] == 1
    assert by_texts["11", "8 + 3"] == 2
    assert by_texts["11", "5 × 3 − 4", "8 + 3"] == 28


def test_points_operations() -> None:
    # + − ×: four cards and the taking card.
    assert items(best("3r 2b 9o 9g", "-4 x2 6o"))["three_operations"] == 5
    # A fraction card whose numerator is 1 is ÷ only.
    assert "three_operations" not in items(best("3r 1b 9g", "1/2 2o"))
    # Any other fraction card is × too: three operations with one wild card, by the website at any number of cards.
    assert items(best("5r 1b 14g", "2/3 4o"))["three_operations"] == 5


def test_points_operations_of_the_guide_need_five_cards() -> None:
    assert "three_operations" not in items(best("5r 1b 14g", "2/3 4o", scoring="guide", fractions_in_play="no"))
    five = items(best("3r 2b 9o 9g", "-4 x2 6o", scoring="guide"))
    assert five["three_operations"] == 5


@pytest.mark.parametrize(("in_play", "scored"), [("yes", False), ("no", True), ("auto", True)])
def test_points_operations_of_the_guide_with_fractions_in_play(in_play: str, scored: bool) -> None:
    found = items(best("3r 2b 9o 9g", "-4 x2 6o", scoring="guide", fractions_in_play=in_play))
    assert ("three_operations" in found) is scored


def test_points_auto_looks_for_a_fraction_card_anywhere() -> None:
    centre, hand = "3r 2b 9o 9g [8r 1/8]", "-4 x2 6o"
    assert not [item for item in items(best(centre, hand, scoring="guide")) if "operations" in item]
    assert items(best(centre, hand, scoring="guide", fractions_in_play="no"))["four_operations"] == 10


def test_points_powers_and_roots_are_operations() -> None:
    assert items(best("3r 7b 14g", "N2 sqrt 4o", values="any"))["three_operations"] == 5


def test_points_numbers_inside_a_build_are_an_addition() -> None:
    assert items(best("[3r 2b] 9g", "-4 x2 6o")).get("three_operations") == 5


def test_points_unknown_colour_gets_no_bonus_and_the_answer_says_so() -> None:
    play = best("11 8o 3b 5r", "11g x3 -4 /2", scoring="guide")
    assert play.points == 57  # the unknown 11 lies in the small set
    play = best("1r 2r 3 4r", "10r", scoring="guide")
    assert items(play) == {"takes": 1, "printed": 1, "five": 2, "four_colours": 0, "clear": 5}
    reasons = [item.reason for item in play.breakdown if item.points == 0]
    assert reasons == ["no colour bonus: the colour of 3 is not known"]


def test_points_taking_card_counts_where_it_spoils_no_colour() -> None:
    # The larger set shows orange alone: the green taking card there would cost it that bonus.
    play = best("-2 13o 3o -4 x5", "/2 7g 13g 3g -3")
    assert play.points == 80
    assert [(formula(group.way), group.taker) for group in play.sets] == [("3", True), ("((13 − 3) ÷ 2 − 4) × 5 − 2", False)]
