"""Labels of a photo as cards: which of two cards a season means."""

import pytest

from numero_cam.numo.rules.cards import ALL_CARDS, Card, CardError
from numero_cam.numo.rules.character_table import CharacterTable
from numero_cam.numo.rules.notation import parse_named
from numero_cam.numo.rules.photo import SEASON_LETTERS, label_of, labels_of_pack, written_cards

TABLE = CharacterTable.default()
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
    real = CharacterTable(TABLE.looks, assumed=False)
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


@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_a_named_card_is_its_label_and_that_label_is_the_card(card: Card) -> None:
    label = label_of(str(card), TABLE, ["1p"] if card == Card(2) else [])
    assert written_cards([label], TABLE) == (str(card),)
    assert label_of(label, TABLE) == label
    assert label_of(f"{card.number}-{TABLE.face(card).replace(' ', '-')}-{TABLE.season(card).text}", TABLE) == label


def test_a_number_beside_its_first_card_is_its_second() -> None:
    first = label_of("7", TABLE)
    assert written_cards([first, label_of("7", TABLE, [first])], TABLE) == ("7", "7.2")


@pytest.mark.parametrize("text", ["", "34", "7 8", "7x", "34w", "7-troll", "7.3", "none"])
def test_what_names_no_card_is_refused(text: str) -> None:
    with pytest.raises(CardError):
        label_of(text, TABLE)


def test_the_pack_is_the_deck_that_was_seen() -> None:
    whole = labels_of_pack([label_of("7", TABLE), label_of("144", TABLE)], TABLE)
    assert len(whole) == len(set(whole)) == 80
    assert {int(label[:-1]) for label in labels_of_pack(["7w"], TABLE)} == {card.number for card in ALL_CARDS if card.is_lower}
    assert labels_of_pack(["7w"], TABLE)[-1] == "7w", "what was seen is part of it"
    assert len(labels_of_pack(["144p"], TABLE)) in {40, 41}
