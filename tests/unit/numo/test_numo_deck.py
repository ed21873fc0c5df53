"""The own NUMO deck: every card differs from every other, and from itself on its head."""

import numpy as np
import pytest

from numero_cam.numo.pack import FIGURES, SEASONS, TURNABLE, numo_back, numo_card, printed_name
from numero_cam.numo.rules.cards import ALL_CARDS, Season
from numero_cam.numo.rules.character_table import CharacterTable
from numero_cam.printing.deck_art import CARD_HEIGHT, CARD_WIDTH
from numero_cam.printing.paper import Drawing, PaperPage, PlacedDrawing
from numero_cam.printing.raster import page_pixels

TABLE = CharacterTable.default()
DRAWN = {card: numo_card(card.number, TABLE.face(card), TABLE.season(card).text) for card in ALL_CARDS}


def shape(drawing: Drawing) -> bytes:
    return b"".join(ring.tobytes() for fill in drawing.fills for ring in fill.rings)


def test_there_is_a_drawing_of_every_face_and_season() -> None:
    assert set(FIGURES) == {TABLE.face(card) for card in ALL_CARDS}
    assert set(SEASONS) == {season.text for season in Season}


@pytest.mark.parametrize("drawing", [*DRAWN.values(), numo_back()])
def test_each_drawing_fills_its_card_and_no_more(drawing: Drawing) -> None:
    points = np.concatenate([ring for fill in drawing.fills for ring in fill.rings])
    assert points.min(axis=0).tolist() == [0, 0]
    assert points.max(axis=0).tolist() == [CARD_WIDTH, CARD_HEIGHT]


def test_no_two_cards_are_drawn_alike_even_without_colours() -> None:
    assert len({shape(drawing) for drawing in DRAWN.values()}) == len(ALL_CARDS)


@pytest.mark.parametrize("number", [6, 9, 18, 66, 81, 99, 88, 96, 1, 11])
def test_a_number_that_is_one_on_its_head_has_a_bar_under_it(number: int) -> None:
    assert set(str(number)) <= TURNABLE
    plain = len(numo_card(7, "goblin", "spring").fills)
    assert len(numo_card(number, "goblin", "spring").fills) == plain + 3  # in both corners and in the middle


@pytest.mark.parametrize("card", ALL_CARDS)
def test_a_card_on_its_head_is_another_picture_than_any_upright_one(card: object) -> None:
    picture = page_pixels(PaperPage(CARD_WIDTH, CARD_HEIGHT, (PlacedDrawing(DRAWN[card], 0, 0),)), 25.4).astype(int)  # type: ignore[index]
    corner = np.s_[4:16, 47:58]  # the form of the season stands in the upright card's top right corner alone
    dark = (picture[corner] < 220).any(axis=2).mean()
    on_head = (picture[::-1, ::-1][corner] < 220).any(axis=2).mean()
    assert dark > 0.2
    assert on_head < dark / 2  # there an upright card has the end of its word at most


def test_names_are_written_as_people_write_them() -> None:
    assert printed_name("sea serpents cave") == "Sea Serpent's Cave"
    assert printed_name("dragons lair") == "Dragon's Lair"
    assert printed_name("male elvin") == "Male Elvin"
