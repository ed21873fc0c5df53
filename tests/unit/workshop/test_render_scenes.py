"""Path-traced scenes to train on, without Blender: tables by chance and their answers."""

from dataclasses import replace

import numpy as np

from workshop.labels import PACK_LABELS
from workshop.render import scenes, view
from workshop.render.records import Place
from workshop.scenes import NO_CARD

TABLES = [scenes.table_of(np.random.default_rng(seed), "t") for seed in range(12)]


def test_the_same_table_of_the_same_chance_and_never_none() -> None:
    assert scenes.table_of(np.random.default_rng(3), "t") == TABLES[3]
    assert len({table.cards for table in TABLES}) == len(TABLES)
    assert all(table.cards for table in TABLES)


def test_cards_are_of_the_pack_or_named_as_none() -> None:
    for table in TABLES:
        assert {card.label for card in table.cards} <= {*PACK_LABELS, scenes.BACK, scenes.FOREIGN}


def test_layers_rise_where_cards_lie_on_each_other() -> None:
    for table in TABLES:
        for i, card in enumerate(table.cards):
            below = [other.layer for other in table.cards[:i] if abs(other.x - card.x) + abs(other.y - card.y) < 0.02]
            assert all(layer < card.layer for layer in below)


def test_the_answer_says_what_is_seen_and_names_no_back() -> None:
    for table in TABLES:
        ids, cards = scenes.answer_of(table)
        assert ids.shape == (-(-table.size[1] // 2), -(-table.size[0] // 2))
        assert set(np.unique(ids)) <= {*range(len(cards)), NO_CARD}
        for i, (card, place) in enumerate(zip(cards, table.cards, strict=True)):
            assert card.label == (None if place.label in {scenes.BACK, scenes.FOREIGN} else place.label)
            assert abs(card.visible - view.visible(table, i)) < 0.08, "as the sample pictures' answers say it"


def test_of_two_cards_in_one_place_the_upper_one_is_seen() -> None:
    cards = (Place("7r", 0.0, 0.0, 0.0, "centre", 0), Place("x2", 0.0, 0.0, 0.0, "centre", 0, layer=1))
    table = TABLES[0]
    _, told = scenes.answer_of(replace(table, cards=cards))
    assert told[0].visible < 0.1
