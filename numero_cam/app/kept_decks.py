"""The decks that are kept: listed, put to use, removed. A list of names needs no arrays, so what does is imported late."""

from dataclasses import dataclass

from numero_cam.app.decks import AUTO, BUILT_IN, NONE, NUMERO_GAME, USE, deck_of_any_game, find_deck, in_use, refuse_unknown
from numero_cam.base.errors import DeckError
from numero_cam.base.outputs import write_private


@dataclass(frozen=True)
class KeptDeck:
    """A deck in a list.

    Attributes:
        name: Of the deck.
        learned: The day it was learned, ``2026-11-23``; empty where it is built in or its file cannot be used.
        seen: How many of its faces were seen when it was learned.
        faces: How many faces it has.
        examples: From how many cards it was learned.
        error: Why its file cannot be used, a line; empty where it can.
        game: Whose cards it holds.
    """

    name: str
    learned: str = ""
    seen: int = 0
    faces: int = 0
    examples: int = 0
    error: str = ""
    game: str = NUMERO_GAME


def kept_decks() -> list[KeptDeck]:
    """The decks that were learned, in alphabetical order."""
    from numero_cam.vision.decks.files import learned_deck_names

    decks = []
    for name in learned_deck_names():
        try:
            profile = deck_of_any_game(name)
        except DeckError as error:
            decks.append(KeptDeck(name, error=str(error)))
        else:
            decks.append(KeptDeck(name, profile.date, len(profile.seen), len(profile.faces), len(profile.examples), game=profile.game))
    return decks


def use_deck(name: str) -> None:
    """Makes a deck the one by which photos are read.

    Raises:
        DeckError: It cannot be used.
        NumeroCamError: The choice cannot be written.
    """
    if name not in {AUTO, NONE}:
        find_deck(name)
    from numero_cam.vision.decks.files import decks_folder

    write_private(decks_folder() / USE, f"{name}\n".encode())


def remove_deck(name: str) -> bool:
    """Forgets a learned deck.

    Returns:
        Whether it was in use; from now on the deck is found out from photo to photo.

    Raises:
        DeckError: It is built in, there is none, or it cannot be removed.
    """
    from numero_cam.vision.decks.files import deck_path

    if name in BUILT_IN:
        message = f"deck {name!r} is built in and stays"
        raise DeckError(message)
    refuse_unknown(name)
    path, was_used = deck_path(name), name == in_use()
    if was_used:
        use_deck(AUTO)
    try:
        path.unlink()
    except OSError as error:
        message = f"{path}: cannot be removed: {(error.strerror or str(error)).lower()}"
        raise DeckError(message) from error
    return was_used
