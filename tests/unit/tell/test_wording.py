from fractions import Fraction

import pytest

from numero_cam.rules import parse_card, parse_position
from numero_cam.solve import Settings, Step, solve
from numero_cam.tell.wording import say_number, say_play, say_step


def said(centre: str, hand: str, **settings: str) -> str:
    (play,) = solve(parse_position(centre, hand), Settings(**settings)).plays  # type: ignore[arg-type]
    return say_play(play)


def test_the_second_example_of_the_guide() -> None:
    assert said("13r 15b 11g", "-5 1/4 3/4 2o 3o", by="cards") == (
        "15 plus 13 is 28. Three quarters of 28 is 21. 11 plus 21 is 32. A quarter of 32 is 8. 8 minus 5 is 3. "
        "Take them with the 3: 7 cards, 65 points. That clears the centre."
    )


def test_several_sets() -> None:
    assert said("10r 6b 4g 9b", "10o") == "A 10 lies there. 6 plus 4 is 10. Take both sets with the 10: 4 cards, 6 points."


def test_a_build_is_named() -> None:
    assert said("[8b 4r] 3g", "12o") == "The build 8b 4r is 12. Take it with the 12: 3 cards, 4 points."


def test_an_unknown_colour_is_named() -> None:
    assert "No colour bonus: the colour of 8 is not known." in said("1r 2b 8 4g 9g", "15o")


@pytest.mark.parametrize(
    ("left", "card", "result", "words"),
    [
        ("28", "3/4", "21", "Three quarters of 28 is 21."),
        ("6", "1/2", "3", "Half of 6 is 3."),
        ("16", "1/8", "2", "An eighth of 16 is 2."),
        ("20", "1/10", "2", "A tenth of 20 is 2."),
        ("4", "5/2", "10", "2 and a half times 4 is 10."),
        ("4", "-5", "-1", "4 minus 5 is minus 1."),
        ("-1", "x5", "-5", "Minus 1 times 5 is minus 5."),
        ("7", "/2", "7/2", "7 divided by 2 is 3 and a half."),
        ("3", "N2", "9", "3 squared is 9."),
        ("2", "N3", "8", "2 cubed is 8."),
        ("9/4", "sqrt", "3/2", "The square root of 2 and a quarter is 1 and a half."),
        ("27", "cbrt", "3", "The cube root of 27 is 3."),
    ],
)
def test_steps_in_words(left: str, card: str, result: str, words: str) -> None:
    assert say_step(Step(Fraction(left), parse_card(card), None, Fraction(result))) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("0", "0"),
        ("7", "7"),
        ("-3", "minus 3"),
        ("2/3", "two thirds"),
        ("11/4", "2 and three quarters"),
        ("7/12", "7 over 12"),
        ("-1/2", "minus a half"),
    ],
)
def test_numbers_in_words(value: str, words: str) -> None:
    assert say_number(Fraction(value)) == words
