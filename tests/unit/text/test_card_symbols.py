"""The cards that pages show: one symbol for each card of the game, and the forms of the colours as the printed deck has them."""

import re

import numpy as np
import pytest

from numero_cam.games.numero.engine.options import Options
from numero_cam.games.numero.rules import parse_card
from numero_cam.printing.deck_art import read_art
from numero_cam.printing.paper import Ring
from numero_cam.text.page_templates import page_html

SYMBOLS = page_html("cards.svg")
NAMES = set(re.findall(r'<symbol id="card-([^"]*)"', SYMBOLS))


def test_each_card_has_a_symbol() -> None:
    pack = {str(card) for card in Options().pack()} | {f"{value}{suit}" for value in range(1, 11) for suit in "shdc"}
    assert pack | {str(value) for value in range(1, 16)} | {"", "?"} <= NAMES
    assert all(parse_card(name) for name in NAMES - {"", "?", "plain", "plum"})


def test_a_symbol_shows_only_what_there_is() -> None:
    shown = set(re.findall(r'href="#([^"]+)"', SYMBOLS))
    assert shown <= set(re.findall(r' id="([^"]+)"', SYMBOLS))


def share_of_box(ring: Ring) -> float:
    """Return the share of its bounding box that a ring covers: 1 for a square, 0.79 for a circle, 0.75 for a hexagon, 0.5 for a diamond."""
    (x, y), (width, height) = ring.T, np.ptp(ring, axis=0)
    return float(abs(x @ np.roll(y, 1) - y @ np.roll(x, 1)) / 2 / (width * height))


def drawn_share(colour: str) -> float:
    """Return the same for the form of a colour on pages."""
    form = re.search(rf'id="form-{colour}".*?><(\w+)(.*?)/></symbol>', SYMBOLS)
    assert form is not None
    if form[1] != "path":
        return {"rect": 1.0, "circle": np.pi / 4}[form[1]]
    return share_of_box(np.array(re.findall(r"-?\d+", form[2]), np.float32).reshape(-1, 2))


def test_a_colour_has_the_form_of_the_printed_deck() -> None:
    art = read_art()
    printed = [share_of_box(art[f"7{colour}"].fills[1].rings[0]) for colour in "rbgo"]
    assert printed == pytest.approx([*map(drawn_share, "rbgo")], abs=0.05)  # corners are rounded, and its circle has corners
