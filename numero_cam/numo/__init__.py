"""The cards of NUMO as one record. Its functions import what they need when they run."""

from pathlib import Path
from typing import TYPE_CHECKING

from numero_cam.app.card_spec import CardSpec, PackKind
from numero_cam.base.files import GameModels

if TYPE_CHECKING:
    from numero_cam.app.prints import DeckPrint, PrintedDeck


def _pack(characters: Path | None) -> PackKind:
    from numero_cam.numo.pack import numo_pack

    return numo_pack(characters)


def _print_deck(wanted: "DeckPrint") -> "PrintedDeck":
    from numero_cam.numo.pack import print_numo_deck

    return print_numo_deck(wanted)


# Its cards lie open in melds, so that it needs no index model, and one card says nothing about another.
NUMO_CARDS = CardSpec("numo", "NUMO", GameModels("numo-face"), _pack, _print_deck, {}, has_characters=True)
