"""Labels of a photo as cards: which of two cards a season means."""

import pytest

from numero_cam.numo.rules.cards import ALL_CARDS, NumoCard, NumoCardError
from numero_cam.numo.rules.character_table import CharacterTable
from numero_cam.numo.rules.face_labels import SEASON_LETTERS, card_texts, label_from_text, pack_labels
from numero_cam.numo.rules.notation import parse_named

TABLE = CharacterTable.default()
LETTERS = {season: letter for letter, season in SEASON_LETTERS.items()}


def test_all_eighty_cards_come_back_in_any_order() -> None:
    for cards in (ALL_CARDS, ALL_CARDS[::-1]):
        labels = [f"{card.number}{LETTERS[TABLE.season(card)]}" for card in cards]
        found, table = parse_named(" ".join(card_texts(labels, TABLE)), TABLE)
        assert found == cards
        assert table == TABLE


def test_another_season_than_the_assumed_one_is_said_in_full() -> None:
    assert card_texts(["7w"], TABLE) == ("7-goblin-winter",)
    assert card_texts(["7", "7s"], TABLE) == ("7", "7.2")


def test_a_table_of_real_cards_is_believed_more_than_the_eyes() -> None:
    real = CharacterTable(TABLE.looks, assumed=False)
    assert card_texts(["13w"], real) == ("13",)


def test_three_cards_of_a_number_are_one_too_many() -> None:
    with pytest.raises(NumoCardError, match=r"7 is there too often: the pack has two cards 7"):
        card_texts(["7p", "7w", "7a"], TABLE)
    with pytest.raises(NumoCardError, match="the pack has one card 144"):
        card_texts(["144w", "144p"], TABLE)


@pytest.mark.parametrize("label", ["unknown", "7ww", "26p", "7x"])
def test_what_is_no_label_is_refused(label: str) -> None:
    with pytest.raises(NumoCardError):
        card_texts([label], TABLE)


@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_a_named_card_is_its_label_and_that_label_is_the_card(card: NumoCard) -> None:
    label = label_from_text(str(card), TABLE, ["1p"] if card == NumoCard(2) else [])
    assert card_texts([label], TABLE) == (str(card),)
    assert label_from_text(label, TABLE) == label
    assert label_from_text(f"{card.number}-{TABLE.face(card).replace(' ', '-')}-{TABLE.season(card).text}", TABLE) == label


def test_a_number_beside_its_first_card_is_its_second() -> None:
    first = label_from_text("7", TABLE)
    assert card_texts([first, label_from_text("7", TABLE, [first])], TABLE) == ("7", "7.2")


@pytest.mark.parametrize("text", ["", "34", "7 8", "7x", "34w", "7-troll", "7.3", "none"])
def test_what_names_no_card_is_refused(text: str) -> None:
    with pytest.raises(NumoCardError):
        label_from_text(text, TABLE)


def test_the_pack_is_the_deck_that_was_seen() -> None:
    whole = pack_labels([label_from_text("7", TABLE), label_from_text("144", TABLE)], TABLE)
    assert len(whole) == len(set(whole)) == 80
    assert {int(label[:-1]) for label in pack_labels(["7w"], TABLE)} == {card.number for card in ALL_CARDS if card.is_lower}
    assert pack_labels(["7w"], TABLE)[-1] == "7w", "what was seen is part of it"
    assert len(pack_labels(["144p"], TABLE)) in {40, 41}
