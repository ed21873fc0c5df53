"""Tables with packs held out by design, without Blender and without their fonts."""

import itertools
from functools import cache

import numpy as np
import pytest

from workshop.labels import PACK_LABELS
from workshop.render import packs, view
from workshop.render.records import Table
from workshop.unseen import HALVES, HELD, Half


@cache
def every() -> list[tuple[Half, int, list[Table]]]:
    return [(half, pack, packs.tables_of(half, pack)) for half in HALVES for pack in range(packs.PACKS[half])]


@pytest.mark.slow
def test_the_same_tables_each_time_and_other_ones_of_each_pack() -> None:
    assert every()[2][2] == packs.tables_of(*every()[2][:2])
    dealt = [[table.cards for table in tables] for _, _, tables in every()]
    assert all(one != other for one, other in itertools.combinations(dealt, 2))


@pytest.mark.slow
def test_a_table_has_each_card_once_in_the_picture_and_photos_in_rows_show_the_whole_pack_and_hide_nothing() -> None:
    for _, _, tables in every():
        rows = [table for table in tables if "-row-" in table.name]
        assert (len(rows), len(tables)) == (packs.ROWS, packs.ROWS + packs.TABLES)
        assert sorted(card.label for table in rows for card in table.cards) == sorted(PACK_LABELS)
        assert min(view.visible(table, number) for table in rows for number in range(len(table.cards))) > 0.95
        for table in tables:
            labels = [card.label for card in table.cards]
            assert len(set(labels)) == len(labels)
            assert set(labels) <= set(PACK_LABELS)
            for card in table.cards:
                quad = view.quad(table, card)
                assert (quad > 0).all(), (table.name, card.label)
                assert (quad < table.size).all(), (table.name, card.label)


def test_no_thing_lies_on_a_card() -> None:
    for _, _, tables in every():
        for table in tables:
            for thing in table.things:
                assert all(np.hypot(thing.x - card.x, thing.y - card.y) > packs.APART for card in table.cards), table.name


def test_packs_of_a_half_differ_in_palette_and_stock() -> None:
    for half in HALVES:
        held = HELD[half]
        numbers = [packs.STEP * pack for pack in range(packs.PACKS[half])]
        looks = [(number % len(held.palettes), number // len(held.palettes) % len(held.stocks)) for number in numbers]
        assert len(set(looks)) == len(looks)
        for of_looks, every in zip(zip(*looks, strict=True), (held.palettes, held.stocks), strict=True):
            assert len(set(of_looks)) == min(len(looks), len(every))
