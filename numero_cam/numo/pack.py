"""A pack of NUMO: the program's own cards printed, and a user's pack learned from photos."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from numero_cam.app.game_spec import PackKind
from numero_cam.app.prints import DeckPrint, PrintedDeck, write_cards
from numero_cam.base.errors import DeckError, PositionError
from numero_cam.catalogue import tr
from numero_cam.numo.art import numo_back, numo_card
from numero_cam.numo.questions import load_table
from numero_cam.numo.rules.cards import ALL_CARDS, CardError
from numero_cam.numo.rules.character_table import CharacterTable
from numero_cam.numo.rules.face_labels import label_from_text, pack_labels
from numero_cam.numo.rules.notation import parse_named
from numero_cam.printing.deck_art import BACK


def numo_pack(characters: Path | None = None) -> PackKind:
    """Return how cards of NUMO are named.

    Args:
        characters: File of the characters and seasons on the numbers; None for that of the program, which is assumed.

    Raises:
        ConfigError: The file cannot be used.
    """
    known = load_table(characters)
    return PackKind(partial(_of_numo, table=known), lambda seen: pack_labels(seen, known), tr("7, or 7-troll-winter"))


def _of_numo(text: str, beside: Sequence[str | None], table: CharacterTable) -> str:
    try:
        return label_from_text(text, table, [label for label in beside if label is not None])
    except CardError as error:
        raise DeckError(str(error)) from error


def print_numo_deck(wanted: DeckPrint) -> PrintedDeck:
    """Write an own deck of NUMO: number, season and character of each card as the table of characters says.

    Args:
        wanted: How it is printed; its cards as ``numo.rules.notation`` reads them.

    Raises:
        PositionError: Cards that NUMO does not have.
        ConfigError: The table cannot be used.
        NumeroCamError: A file cannot be written.
    """
    known = load_table(wanted.characters)
    try:
        cards, known = (ALL_CARDS, known) if wanted.cards is None else parse_named(wanted.cards, known)
    except CardError as error:
        raise PositionError(str(error)) from error
    art = {str(card): numo_card(card.number, known.face(card), known.season(card).text) for card in cards}
    return write_cards(wanted, [str(card) for card in cards], {**art, BACK: numo_back()})
