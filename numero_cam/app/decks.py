"""Decks: built in and learned, the one in use, which come into question for a photo; listed, put to use, removed.

Names need no arrays: what loads them is imported inside functions.
"""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from numero_cam.app.card_spec import BuiltInDeck, CardSpec, CardsTextError, PackKind
from numero_cam.base.bounded_reader import read_text
from numero_cam.base.errors import DeckError, reason_of
from numero_cam.base.files import STANDARD_MODELS
from numero_cam.catalogue import tr

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from numero_cam.app.prints import DeckPrint, PrintedDeck
    from numero_cam.vision.decks.choose import DeckOptions
    from numero_cam.vision.decks.profile import DeckProfile

AUTO = "auto"  #: Stands for the deck that fits a photo best.
NONE = "none"  #: Stands for reading cards without a deck.
IN_USE_FILE = "in_use"  #: The file that names the deck in use, in the folder of learned decks.
MAX_NAME_BYTES = 1000  #: Maximum size of that file.

_BLACK = re.compile(r"([0-9]+)k")  #: A black number in a file of answers; it has none of the four colours.


def pack_faces() -> tuple[str, ...]:
    """Return the canonical texts of the game's own cards."""
    from numero_cam.games.numero.rules.cards import PACK

    return tuple(str(card) for card in PACK)


def whole_pack(seen: "Sequence[str]", *, pack: "Sequence[str]", playing: "Sequence[str]") -> tuple[str, ...]:
    """Return the faces of the whole pack of which some were seen; faces seen beside those of a known pack are part of it too.

    With a wild card it is `pack`, the faces of the game; with a suit, those of `playing`, the playing cards, of the suits seen; else each
    number up to the highest in each colour seen.
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


def _canonical_text(text: str, _beside: "Sequence[str | None]") -> str:
    """Return the canonical notation of a card; what lies beside it does not matter in Numero. Raises a `DeckError`."""
    from numero_cam.games.numero.rules import NotationError, parse_card

    try:
        return str(parse_card(_BLACK.sub(r"\1", text)))
    except NotationError as error:
        raise DeckError(str(error)) from error


def _pack_kind(_characters: "Path | None") -> PackKind:
    """Return how Numero's cards are named; no file of characters says anything of them."""
    return PackKind(_canonical_text, lambda seen: whole_pack(seen, pack=pack_faces(), playing=_playing_cards().faces), "7r")


def _unread(labels: "Mapping[str, Sequence[str]]") -> str:
    """Return a line with the cards of the pack that a face model with these "faces" and "colours" cannot read; empty for none."""
    from numero_cam.games.numero.rules.cards import PACK

    known = [card for card in PACK if card.face in labels["faces"] and (card.colour is None or card.colour.value in labels["colours"])]
    lost = [str(card) for card in PACK if card not in known]
    return tr("cannot read {number} cards of the pack: {cards}; train it with them", number=len(lost), cards=" ".join(lost)) if lost else ""


def _print_deck(wanted: "DeckPrint") -> "PrintedDeck":
    """Write the wanted cards, or the whole pack, as a PDF."""
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
    pack_kind=_pack_kind,
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


@dataclass(frozen=True)
class KnownDecks:
    """The decks that come into question for a photo."""

    decks: "DeckOptions | None"  #: The decks to choose from; None where cards are to be read without a deck.
    left_out: tuple[str, ...] = ()  #: One line for each learned deck that cannot be used.


def model_in_use(cards: CardSpec = NUMERO_CARDS) -> str:
    """Return the SHA-256 of the face model for a game's cards."""
    from numero_cam.base.files import model_entry

    return model_entry(cards.models.face).sha256


def find_deck(name: str, cards: CardSpec = NUMERO_CARDS) -> "DeckProfile":
    """Return the deck of a name, built in or learned. Raises a `DeckError` where there is none or it cannot be used."""
    from numero_cam.vision.decks.files import load_deck

    if name in cards.built_in:
        return cards.built_in[name].profile()
    refuse_unknown(name, cards)
    return load_deck(name, model=model_in_use(cards), game=cards.game)


def deck_of_any_game(name: str, games: "Iterable[CardSpec]") -> "DeckProfile":
    """Return the deck of a name, of Numero or of one of these games. Raises a `DeckError` where there is none or it cannot be used."""
    from numero_cam.vision.decks.files import OtherGameError

    try:
        return find_deck(name)
    except OtherGameError as other:
        cards = next((each for each in games if each.game == other.game), None)
        if cards is None:
            raise
        return find_deck(name, cards)


def known_decks(asked: str | None, cards: CardSpec = NUMERO_CARDS) -> KnownDecks:
    """Return the decks that come into question for a photo.

    A learned deck that cannot be used is left out where it is only one of those that come into question.

    Args:
        asked: Name of a deck, ``auto`` or ``none``; None for the one in use, or ``auto`` for a game without built-in decks.
        cards: The cards that are read; decks of other games do not come into question.
    """
    from numero_cam.vision.decks.choose import DeckOptions
    from numero_cam.vision.decks.files import OtherGameError, learned_deck_names, load_deck

    has_built_in = bool(cards.built_in)
    name = asked or (deck_in_use() if has_built_in else AUTO)
    if name == NONE:
        return KnownDecks(None)
    if name != AUTO:
        return KnownDecks(DeckOptions((find_deck(name, cards),), forced=True, built_in=has_built_in))
    found, left_out = [], []
    for each in learned_deck_names():
        try:
            found.append(load_deck(each, model=model_in_use(cards), game=cards.game))
        except OtherGameError:
            continue
        except DeckError as error:
            left_out.append(str(error))
    return KnownDecks(DeckOptions(tuple(found), built_in=has_built_in), tuple(left_out))


def deck_in_use() -> str:
    """Return the name of the deck that ``deck use`` chose; ``auto`` where there is none."""
    from numero_cam.vision.decks.files import decks_folder

    try:
        return read_text(decks_folder() / IN_USE_FILE, MAX_NAME_BYTES, DeckError).strip() or AUTO
    except DeckError:
        return AUTO


def by_colour(faces: tuple[str, ...]) -> tuple[str, ...]:
    """Return faces colour by colour, the numbers of each in order, wild cards as they come."""
    from numero_cam.vision.decks.profile import split_label

    parts = [split_label(face) for face in faces]
    colours = list(dict.fromkeys(colour for _, colour in parts if colour is not None))
    numbers = sorted((colours.index(colour), int(value), value + colour) for value, colour in parts if colour is not None)
    return (*(face for _, _, face in numbers), *(value for value, colour in parts if colour is None))


def refuse_unknown(name: str, cards: CardSpec = NUMERO_CARDS) -> None:
    """Raise a `DeckError` for a name that no learned deck has."""
    from numero_cam.vision.decks.files import deck_path, learned_deck_names

    deck_path(name)
    if name not in learned_deck_names():
        have = ", ".join([*cards.built_in, *learned_deck_names()])
        raise DeckError(
            tr("there is no deck {name!r}; there are {decks}", name=name, decks=have)
            if have
            else tr("there is no deck {name!r}; none was learned", name=name)
        )


def refuse_kept_name(name: str, *, replace: bool) -> None:
    """Raise a `DeckError` for a name that a learned deck has, unless it is to be replaced, and for one that no deck may have."""
    from numero_cam.vision.decks.files import deck_path

    if deck_path(name).exists() and not replace:
        raise DeckError(tr("a deck {name!r} is there already and stays as it is; --replace learns it anew", name=name))


def faces_in_words(faces: tuple[str, ...]) -> str:
    """Return faces colour by colour as text; three or more numbers of a colour in a row are shortened, ``1r-5r 7r x3``; empty for none."""
    from numero_cam.vision.decks.profile import split_label

    runs: list[list[str]] = []
    for face in by_colour(faces):
        value, colour = split_label(face)
        before = f"{int(value) - 1}{colour}" if colour is not None else None
        if runs and runs[-1][-1] == before:
            runs[-1].append(face)
        else:
            runs.append([face])
    return " ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else " ".join(run) for run in runs)


@dataclass(frozen=True)
class KeptDeck:
    """A deck in a list."""

    name: str  #: Name of the deck.
    learned: str = ""  #: The day it was learned, ``2026-11-23``; empty where it is built in or its file cannot be used.
    seen: int = 0  #: How many of its faces were seen when it was learned.
    faces: int = 0  #: How many faces it has.
    examples: int = 0  #: From how many cards it was learned.
    error: str = ""  #: Why its file cannot be used, a line; empty where it can.
    game: str = ""  #: Title of the game whose cards it holds; empty for the standard game, and where its file cannot be used.


def other_game(profile: "DeckProfile") -> str:
    """Return the title of a deck's game; empty for Numero, whose decks alone can be in use."""
    return "" if profile.game == NUMERO_CARDS.game else profile.game.upper()


def kept_decks(games: "Iterable[CardSpec]") -> list[KeptDeck]:
    """Return all learned decks, in alphabetical order; one of a game that is not among these has an error."""
    from numero_cam.vision.decks.files import learned_deck_names

    decks = []
    for name in learned_deck_names():
        try:
            profile = deck_of_any_game(name, games)
        except DeckError as error:
            decks.append(KeptDeck(name, error=str(error)))
        else:
            decks.append(
                KeptDeck(name, profile.date, len(profile.seen), len(profile.faces), len(profile.examples), game=other_game(profile))
            )
    return decks


def use_deck(name: str) -> None:
    """Make a deck the one by which photos are read."""
    if name not in {AUTO, NONE}:
        find_deck(name)
    from numero_cam.base.outputs import write_private
    from numero_cam.vision.decks.files import decks_folder

    write_private(decks_folder() / IN_USE_FILE, f"{name}\n".encode())


def remove_deck(name: str) -> bool:
    """Remove a learned deck.

    Returns:
        Whether it was in use; from now on the deck is found out from photo to photo.
    """
    from numero_cam.vision.decks.files import deck_path

    if name in NUMERO_CARDS.built_in:
        raise DeckError(tr("deck {name!r} is built in and stays", name=name))
    refuse_unknown(name)
    path, was_used = deck_path(name), name == deck_in_use()
    if was_used:
        use_deck(AUTO)
    try:
        path.unlink()
    except OSError as error:
        raise DeckError(tr("{file}: cannot be removed: {reason}", file=path, reason=reason_of(error))) from error
    return was_used
