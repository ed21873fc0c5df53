"""The 80 cards of NUMO, their table and their text."""

import random
from importlib import resources

import pytest

from numero_cam.numo.rules.cards import ALL_CARDS, LOWER_DECK, PRIMES, UPPER_DECK, NumoCard, NumoCardError
from numero_cam.numo.rules.character_table import CharacterTable, TableError
from numero_cam.numo.rules.notation import card_list, parse_cards, parse_named

TEXT = resources.files("numero_cam.numo.rules").joinpath("characters.toml").read_text(encoding="utf-8")


def test_two_decks_of_forty_with_all_products_and_the_primes_to_43() -> None:
    assert (len(LOWER_DECK), len(UPPER_DECK), len(set(ALL_CARDS))) == (40, 40, 80)
    assert (sum(card.number for card in LOWER_DECK), sum(card.number for card in UPPER_DECK)) == (487, 2726)
    products = {a * b for a in range(1, 13) for b in range(1, 13)}
    primes = {number for number in range(2, 44) if all(number % small for small in range(2, number))}
    assert primes == PRIMES
    assert {card.number for card in ALL_CARDS} == products | primes


def test_the_text_of_cards_round_trips() -> None:
    chance = random.Random(1)  # noqa: S311 - cards that come again
    for _ in range(300):
        cards = tuple(chance.sample(ALL_CARDS, chance.randrange(12)))
        assert parse_cards(card_list(cards)) == cards
    assert parse_cards("7 7.1") == (NumoCard(7, 2), NumoCard(7))


def test_a_card_named_in_full_is_found_by_its_look_or_overrules_an_assumed_one() -> None:
    table = CharacterTable.default()
    card = NumoCard(7, 2)
    cards, same = parse_named(f"7-{str(table.looks[card]).replace(' ', '-')}", table)
    assert cards == (card,)
    assert same is table
    cards, changed = parse_named("20-Sea-Serpent's-Cave-winter", table)
    assert changed.face(cards[0]) == "sea serpents cave"
    with pytest.raises(NumoCardError, match="the table of characters says kraken winter"):
        parse_named("20-troll-winter", CharacterTable(table.looks, assumed=False))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("26", "no card of NUMO has the number 26; the nearest are 25 and 27"),
        ("3 145", "the nearest are 132 and 144"),
        ("0", "has the number 0"),
        ("7 7 7", "7 is there too often: the pack has two cards 7"),
        ("13 13", "the pack has one card 13"),
        ("13.2", "there is no card 13.2"),
        ("7.2 7.2", "card 7.2 is there twice"),
        ("7 x", 'card 2, "x": not a card'),
        ("-4", "not a card"),
        ("7-wizard-winter", "characters are male elvin"),
        ("7-troll-monsoon", "in full a card is"),
    ],
)
def test_what_is_no_list_of_cards_is_said_in_one_line(text: str, says: str) -> None:
    with pytest.raises(NumoCardError, match=says) as caught:
        parse_cards(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("version = 1", "version = 2", "version is 2"),
        ("assumed = true", "", "assumed is missing"),
        ("[upper]", "[uper]", '"uper" is unknown'),
        ('"goblin"', '"gobblin"', '"gobblin"; there are'),
        ('spring = "3"', 'spring = "5"', "card 5 is there twice"),
        ('spring = "3"', 'spring = "30"', "card 30 is not of the lower deck"),
        ('spring = "3"', 'spring = "26"', '"fairie queen" spring: no card of NUMO'),
        ('spring = "3"', 'spring = "3.5"', "no card"),
        ('spring = "3", ', "", "needs one card for each of spring"),
    ],
)
def test_a_table_that_is_wrong_is_refused(old: str, new: str, says: str) -> None:
    assert old in TEXT
    with pytest.raises(TableError, match=says):
        CharacterTable.parse(TEXT.replace(old, new, 1))
