"""Labels of a photo as cards: which of two cards a season means."""

import pytest

from numero_cam.games.numo.cards import ALL_CARDS, Card, CardError
from numero_cam.games.numo.notation import parse_named
from numero_cam.games.numo.photo import SEASON_LETTERS, written_cards
from numero_cam.games.numo.table import Table

TABLE = Table.default()
LETTERS = {season: letter for letter, season in SEASON_LETTERS.items()}


def test_all_eighty_cards_come_back_in_any_order() -> None:
    for cards in (ALL_CARDS, ALL_CARDS[::-1]):
        labels = [f"{card.number}{LETTERS[TABLE.season(card)]}" for card in cards]
        found, table = parse_named(" ".join(written_cards(labels, TABLE)), TABLE)
        assert found == cards
        assert table == TABLE


def test_another_season_than_the_assumed_one_is_said_in_full() -> None:
    assert written_cards(["7w"], TABLE) == ("7-goblin-winter",)
    assert written_cards(["7", "7s"], TABLE) == ("7", "7.2")


def test_a_table_of_real_cards_is_believed_more_than_the_eyes() -> None:
    real = Table(TABLE.looks, assumed=False)
    assert written_cards(["13w"], real) == ("13",)


def test_three_cards_of_a_number_are_one_too_many() -> None:
    with pytest.raises(CardError, match=r"7 is there too often: the pack has two cards 7"):
        written_cards(["7p", "7w", "7a"], TABLE)
    with pytest.raises(CardError, match="the pack has one card 144"):
        written_cards(["144w", "144p"], TABLE)


@pytest.mark.parametrize("label", ["unknown", "7ww", "26p", "7x"])
def test_what_is_no_label_is_refused(label: str) -> None:
    with pytest.raises(CardError):
        written_cards([label], TABLE)


def test_a_card_has_one_text() -> None:
    assert written_cards(["7p", "7s"], TABLE) == (str(Card(7)), str(Card(7, 2)))
