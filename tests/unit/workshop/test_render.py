"""The tables of the sample pictures, without Blender: cards, camera, answers."""

import numpy as np
import pytest

from numero_cam.games.numero.rules.cards import PACK
from workshop.render import arrange, view
from workshop.render.answers import answer
from workshop.render.records import CARD, Eye, Lamp, Place, Table
from workshop.render.tables import all_tables

LABELS = {str(card) for card in PACK}
DOWN = Eye((0.0, 0.0), 0.5, 0.0, 0.0, 0.0, 60.0)


def _of(*cards: Place, eye: Eye = DOWN) -> Table:
    return Table("t", "table", "oak", (800, 600), cards, (), (Lamp("sun", (0, 0, 1), 1, 1),), (1, (1, 1, 1)), eye)


def test_tables_are_the_same_again_and_each_fits_one_pack() -> None:
    tables = all_tables(1)
    assert tables == all_tables(1)
    assert tables != all_tables(2)
    assert len(tables) >= 12
    for table in tables:
        labels = [card.label for card in table.cards]
        assert set(labels) <= LABELS, table.name
        assert len(set(labels)) == len(labels), table.name


def test_all_cards_are_in_the_picture() -> None:
    for table in all_tables(1):
        for card in table.cards:
            quad = view.quad(table, card)
            assert (quad > 0).all(), (table.name, card.label)
            assert (quad < table.size).all(), (table.name, card.label)


def test_seen_from_above_a_card_is_upright_and_of_its_size() -> None:
    quad = view.quad(_of(Place("7r", 0.0, 0.0, 0.0, "hand", 0)), Place("7r", 0.0, 0.0, 0.0, "hand", 0))
    assert quad[0, 0] < quad[1, 0]
    assert quad[0, 1] < quad[3, 1]
    width, height = quad[1, 0] - quad[0, 0], quad[3, 1] - quad[0, 1]
    assert height / width == pytest.approx(CARD[1] / CARD[0], rel=1e-6)
    focal = 400 / np.tan(np.deg2rad(30))
    assert width == pytest.approx(CARD[0] * focal / 0.4996, rel=1e-6)


def test_a_turn_goes_against_the_clock() -> None:
    quad = view.quad(_of(), Place("7r", 0.0, 0.0, 90.0, "hand", 0))
    assert quad[0, 0] < 400, "its own top-left lies at the lower left"
    assert quad[0, 1] > 300


def test_corners_go_clockwise_in_the_picture() -> None:
    for table in all_tables(3):
        for card in table.cards:
            x, y = view.quad(table, card).T
            assert np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)) > 0, (table.name, card.label)


@pytest.mark.parametrize(("shift", "share"), [(0.0, 0.0), (CARD[0] / 2, 0.5), (CARD[0] * 1.01, 1.0)])
def test_what_lies_above_hides(shift: float, share: float) -> None:
    table = _of(Place("7r", 0.0, 0.0, 0.0, "hand", 0), Place("8r", shift, 0.0, 0.0, "hand", 0, 1, 1))
    assert view.visible(table, 0) == pytest.approx(share, abs=0.02)
    assert view.visible(table, 1) == 1.0


def test_the_edge_of_the_picture_hides() -> None:
    table = _of(Place("7r", 0.5 * np.tan(np.deg2rad(30)), 0.0, 0.0, "hand", 0))
    assert view.visible(table, 0) == pytest.approx(0.5, abs=0.03)


def test_layers_count_what_lies_below() -> None:
    rng = np.random.default_rng(1)
    laid = arrange.layered([*arrange.build(rng, "4r 8b 2g", x=0, y=0, stack=0), arrange.one("9o", 0.3, 0, 0, 1)])
    assert [card.layer for card in laid] == [0, 1, 2, 0]
    assert [card.order for card in laid] == [0, 1, 2, 0]


def test_cards_of_different_stacks_do_not_overlap() -> None:
    for table in all_tables(1):
        hidden = [number for number in range(len(table.cards)) if view.visible(table, number) < 1]
        for number in hidden:
            stack = table.cards[number].stack
            assert sum(card.stack == stack for card in table.cards) > 1, (table.name, table.cards[number].label)


def test_an_answer_has_what_the_score_needs() -> None:
    found = answer(all_tables(1)[0])
    assert found["image"] == "01_kitchen_table.jpg"
    assert {"label", "zone", "stack", "order", "quad", "visible"} == set(found["cards"][0])
    assert len(found["pile"]) == 4
    assert found["made_from"]["eye"]["tilt"] == found["tilt_degrees"]
