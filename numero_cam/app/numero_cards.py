"""The cards of Numero as the program sees, learns and prints them. Loads nothing: what a function needs is imported in it."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from numero_cam.app.game_spec import BuiltInDeck, CardSpec, CardsTextError, PackKind
from numero_cam.base.errors import DeckError
from numero_cam.catalogue import tr
from numero_cam.config import STANDARD_MODELS

if TYPE_CHECKING:
    from numero_cam.app.prints import DeckPrint, PrintedDeck
    from numero_cam.vision.decks.profile import DeckProfile

_BLACK = re.compile(r"([0-9]+)k")
"""A black number in a file of answers; it has none of the four colours."""


def pack_faces() -> tuple[str, ...]:
    """Return the faces of the game's own pack."""
    from numero_cam.games.numero.rules.cards import PACK

    return tuple(str(card) for card in PACK)


def expected(seen: Sequence[str], *, pack: Sequence[str], playing: Sequence[str]) -> tuple[str, ...]:
    """Return the faces of the whole pack of which some were seen.

    A wild card tells a whole pack of number cards, a suit the playing cards of the suits seen; else it has each number up to the highest
    in each colour. What else was seen is part of it too.

    Args:
        seen: Faces in canonical notation.
        pack: The faces of the game's own pack.
        playing: The playing cards that are number cards.
    """
    from numero_cam.vision.decks.profile import split_label

    parts = [split_label(face) for face in seen]
    colours = list(dict.fromkeys(colour for _, colour in parts if colour is not None))
    if any(colour is None for _, colour in parts):
        whole = list(pack)
    elif any(split_label(face)[1] in colours for face in playing):
        whole = [face for face in playing if split_label(face)[1] in colours]
    else:
        whole = [f"{value}{colour}" for colour in colours for value in range(1, max(int(v) for v, _ in parts) + 1)]
    return tuple(dict.fromkeys([*whole, *seen]))


def _own_deck() -> "DeckProfile":
    from numero_cam.vision.decks.profile import OWN_DECK, DeckProfile

    return DeckProfile(OWN_DECK, pack_faces())


def _playing_cards() -> "DeckProfile":
    from numero_cam.vision.decks.profile import playing_deck

    return playing_deck()


def _named(text: str, beside: Sequence[str | None]) -> str:
    del beside  # A card of Numero is named by itself.
    from numero_cam.games.numero.rules import NotationError, parse_card

    try:
        return str(parse_card(_BLACK.sub(r"\1", text)))
    except NotationError as error:
        raise DeckError(str(error)) from error


def _whole(seen: Sequence[str]) -> tuple[str, ...]:
    return expected(seen, pack=pack_faces(), playing=_playing_cards().faces)


def _pack(_characters: Path | None) -> PackKind:
    return PackKind(_named, _whole, "7r")


def _unread(labels: Mapping[str, Sequence[str]]) -> str:
    from numero_cam.games.numero.rules.cards import PACK

    known = [card for card in PACK if card.face in labels["faces"] and (card.colour is None or card.colour.value in labels["colours"])]
    lost = [str(card) for card in PACK if card not in known]
    return tr("cannot read {n} cards of the pack: {list}; train it with them", n=len(lost), list=" ".join(lost)) if lost else ""


def _print_deck(wanted: "DeckPrint") -> "PrintedDeck":
    from numero_cam.app.prints import write_cards
    from numero_cam.games.numero.rules import NotationError, parse_cards
    from numero_cam.printing.deck_art import read_art

    try:
        shown = pack_faces() if wanted.cards is None else tuple(str(card) for card in parse_cards(wanted.cards))
    except NotationError as error:
        raise CardsTextError(str(error)) from error
    return write_cards(wanted, shown, read_art())


NUMERO_CARDS = CardSpec(
    game="numero",
    title="NUMERO",
    models=STANDARD_MODELS,
    pack=_pack,
    print_deck=_print_deck,
    built_in={
        "numero": BuiltInDeck(tr("number cards of any make, with the 89 faces of the game"), _own_deck),
        "playing": BuiltInDeck(
            tr("playing cards: 1-10 in four suits; court cards, jokers and backs are seen and not read"), _playing_cards
        ),
    },
    max_copies=20,
    unread=_unread,
)
