"""Contract, "What a take is": values, sets, takes."""

import pytest

from numero_cam.games.numero.rules import parse_position
from numero_cam.games.numero.rules.choices import Values
from numero_cam.games.numero.solve import Settings, solve


def cards_won(centre: str, hand: str, values: Values = "whole") -> int:
    plays = solve(parse_position(centre, hand), Settings(by="cards", values=values)).plays
    return plays[0].cards if plays else 0


def test_take_number_cards_are_only_added() -> None:
    assert cards_won("5r 3b", "8g") == 3
    assert cards_won("5r 3b", "2g") == 0
    assert cards_won("5r 3b", "15g") == 0


def test_take_needs_a_number_card_of_the_centre() -> None:
    assert cards_won("-2 x5", "10g 12b") == 0


def test_take_uses_wild_cards_of_centre_and_hand() -> None:
    assert cards_won("10r -3", "x2 14g") == 4


def test_take_number_cards_of_the_hand_join_no_set() -> None:
    assert cards_won("5r", "3b 8g") == 0


def test_take_several_sets_with_one_card() -> None:
    assert cards_won("10r 6b 4g", "10o") == 4
    assert cards_won("8r [5b 3g] 6b 2g", "8o") == 6  # a build's cards each


def test_take_uses_no_card_twice() -> None:
    assert cards_won("5r", "10g 5o") == 2


@pytest.mark.parametrize(
    ("centre", "hand", "whole", "any_value"),
    [
        ("7r", "/2 x4 14g", 4, 4),  # multiplied first, whole on the way
        ("7r 1b", "/2 x2 8g", 5, 5),
        ("3r 1b", "/2 2g", 4, 4),
        ("5r 7b", "/2 /3 2g", 5, 5),  # (5 + 7) ÷ 3 ÷ 2
        ("3r 5b", "1/2 /2 2g", 5, 5),
        ("9r", "/4 sqrt x2 3g", 3, 5),  # √(9/4) × 2 needs a fraction; √9 alone is whole
        ("1r 4b", "1/8 x2 2/3 2g", 5, 6),  # the paper's fifth puzzle
        ("2r", "-5 N2 9g", 4, 4),  # a negative value on the way
        ("3r", "-4 sqrt 1b", 0, 0),  # no even root of a negative value
        ("2r", "-5 -5 cbrt N2 4g", 6, 6),  # the cube root of -8 is -2
        ("2r 4b", "-2 sqrt 4g", 5, 5),  # the square root of 0 is 0
        ("7r", "sqrt 7g", 2, 2),  # no irrational value on the way
    ],
)
def test_take_values_on_the_way(centre: str, hand: str, whole: int, any_value: int) -> None:
    assert (cards_won(centre, hand), cards_won(centre, hand, "any")) == (whole, any_value)
