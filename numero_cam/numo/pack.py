"""A pack of NUMO: the program's own cards printed, and a user's pack learned from photos."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from numero_cam.app.deck_learn import PackKind
from numero_cam.app.decks import NUMO
from numero_cam.app.prints import PrintedDeck, write_pages
from numero_cam.base.errors import DeckError, PositionError
from numero_cam.catalogue import tr
from numero_cam.numo.art import numo_back, numo_card
from numero_cam.numo.questions import load_table
from numero_cam.numo.rules.cards import ALL_CARDS, CardError
from numero_cam.numo.rules.character_table import CharacterTable
from numero_cam.numo.rules.face_labels import label_from_text, pack_labels
from numero_cam.numo.rules.notation import parse_named
from numero_cam.printing.deck_art import BACK
from numero_cam.printing.deck_sheets import deck_pages
from numero_cam.table.photo_reader import NUMO_MODELS, Reader


def numo_pack(table: Path | None = None) -> PackKind:
    """Return the kind of pack that holds cards of NUMO.

    Args:
        table: A file of the characters and seasons on the numbers; None for that of the program, which is assumed.

    Raises:
        ConfigError: The file cannot be used.
    """
    known = load_table(table)
    named = partial(_of_numo, table=known)
    return PackKind(
        NUMO,
        lambda: Reader.load(models=NUMO_MODELS),
        named,
        lambda seen: pack_labels(seen, known),
        tr("7, or 7-troll-winter"),
    )


def _of_numo(text: str, beside: Sequence[str | None], table: CharacterTable) -> str:
    try:
        return label_from_text(text, table, [label for label in beside if label is not None])
    except CardError as error:
        raise DeckError(str(error)) from error


def write_numo_deck(
    out: Path, cards: str | None, *, table: Path | None, paper: str, backs: bool, flip: str, answers_out: Path | None
) -> PrintedDeck:
    """Write an own deck of NUMO: number, season and character of each card as the table of characters says.

    Args:
        out: The PDF.
        cards: These cards only, as ``numo.rules.notation`` reads them; None for all 80.
        table: A file of characters; None for that of the program, which is assumed.
        paper: As for ``write_deck``.
        backs: As for ``write_deck``.
        flip: As for ``write_deck``.
        answers_out: As for ``write_deck``.

    Raises:
        PositionError: Cards that NUMO does not have.
        ConfigError: The table cannot be used.
        NumeroCamError: A file cannot be written.
    """
    try:
        wanted, known = (ALL_CARDS, load_table(table)) if cards is None else parse_named(cards, load_table(table))
    except CardError as error:
        raise PositionError(str(error)) from error
    art = {str(card): numo_card(card.number, known.face(card), known.season(card).text) for card in wanted}
    shown = [str(card) for card in wanted]
    pages = deck_pages(shown, {**art, BACK: numo_back()}, paper=paper, backs=backs, flip=flip)
    return write_pages(out, shown, pages, answers_out)
