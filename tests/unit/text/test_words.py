from fractions import Fraction

import pytest

from numero_cam.games.numero.rules import WILD_CARDS, parse_card
from numero_cam.games.numero.rules.cards import WILD_FRACTIONS
from numero_cam.text.words import action_words, card_words, decimal, nth, percent, say_number


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


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("7r", "7 red"),
        ("7", "7 of unknown colour"),
        ("10h", "10 of hearts"),
        ("1s", "ace of spades"),
        ("1r", "1 red"),
        ("-4", "take away 4"),
        ("x3", "multiply by 3"),
        ("/3", "divide by 3"),
        ("1/2", "half of"),
        ("1/3", "a third of"),
        ("3/4", "three quarters of"),
        ("5/2", "2 and a half times"),
        ("N2", "square"),
        ("N3", "cube"),
        ("sqrt", "square root"),
        ("cbrt", "cube root"),
    ],
)
def test_cards_in_words(card: str, words: str) -> None:
    assert card_words(parse_card(card)) == words


def test_every_wild_card_has_words_of_its_own() -> None:
    for words in (card_words, action_words):
        assert len({words(card) for card in WILD_CARDS}) == len(WILD_CARDS)


def test_percent_and_decimal_are_exact_or_say_that_they_are_not() -> None:
    for value in WILD_FRACTIONS:
        if "…" not in decimal(value):
            assert Fraction(decimal(value)) == value
        else:
            assert value.denominator == 3
    assert [percent(Fraction(text)) for text in ("1/2", "1/3", "2/3", "1/8", "5/2", "1/10")] == [
        "50 %", "33⅓ %", "66⅔ %", "12½ %", "250 %", "10 %",
    ]  # fmt: skip
    assert [decimal(Fraction(text)) for text in ("7", "-1/2", "2/3", "-7/12")] == ["7", "−0.5", "0.666…", "−0.583…"]


def test_places() -> None:
    assert [nth(place) for place in (0, 1, 9, 10)] == ["first", "second", "tenth", "number 11"]
