"""Which decks are known: built in, learned, and the one in use; ``deck list|show|use|remove``."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from numero_cam.base.errors import DeckError
from numero_cam.cli.options import BadArgumentsError
from numero_cam.cli.outputs import write_out
from numero_cam.decks.names import NUMERO, PLAYING

if TYPE_CHECKING:
    from numero_cam.decks.choose import Decks
    from numero_cam.decks.profile import Profile

AUTO, NONE = "auto", "none"
BUILT_IN = {
    NUMERO: "number cards of any make, with the 89 faces of the game",
    PLAYING: "playing cards: 1-10 in four suits; court cards, jokers and backs are seen and not read",
}
_USE = "in_use"


def pack_faces() -> tuple[str, ...]:
    """The faces of the game's own pack."""
    from numero_cam.rules.cards import PACK

    return tuple(str(card) for card in PACK)


def playing_faces() -> tuple[str, ...]:
    """The playing cards that are number cards."""
    return tuple(f"{value}{suit}" for suit in "shdc" for value in range(1, 11))


def built_in(name: str) -> "Profile":
    """A deck that comes with the program."""
    from numero_cam.decks.profile import Profile

    if name == PLAYING:
        return Profile(name, playing_faces())
    # A number in none of the four colours is read too.
    return Profile(name, (*pack_faces(), *(str(value) for value in range(1, 16))))


def model_in_use() -> str:
    """SHA-256 of the face model.

    Raises:
        ModelError: The list of models cannot be read.
    """
    from numero_cam.base.files import model_entry

    return model_entry("face").sha256


def find_deck(name: str) -> "Profile":
    """A deck by its name.

    Raises:
        DeckError: There is none of this name, or its file cannot be used.
    """
    from numero_cam.decks.files import load

    if name in BUILT_IN:
        return built_in(name)
    _refuse_unknown(name)
    return load(name, model=model_in_use())


def known_decks(asked: str | None) -> "Decks | None":
    """The decks by which photos are read.

    A learned deck that cannot be used is named on standard error where it is only one of those that come into question.

    Args:
        asked: Name of a deck, ``auto`` or ``none``; None for the one in use.

    Returns:
        None where no deck is asked for; none of the learned ones where there are none.

    Raises:
        DeckError: The deck cannot be used.
    """
    from numero_cam.decks.choose import Decks
    from numero_cam.decks.files import learned, load

    name = asked or in_use()
    if name == NONE:
        return None
    if name != AUTO:
        return Decks((find_deck(name),), forced=True)
    found = []
    for each in learned():
        try:
            found.append(load(each, model=model_in_use()))
        except DeckError as error:
            sys.stderr.write(f"numero-cam: left out: {error}\n")
    return Decks(tuple(found))


def in_use() -> str:
    """Name of the deck that ``deck use`` chose; ``auto`` where there is none."""
    from numero_cam.decks.files import folder

    try:
        return (folder() / _USE).read_text(encoding="utf-8").strip() or AUTO
    except (OSError, ValueError):
        return AUTO


def run_use(name: str) -> None:
    """Makes a deck the one by which photos are read.

    Raises:
        DeckError: It cannot be used.
        NumeroCamError: The choice cannot be written.
    """
    if name not in {AUTO, NONE}:
        find_deck(name)
    write_out(_made_folder() / _USE, f"{name}\n".encode())
    words = {AUTO: "found out from photo to photo, among the learned ones", NONE: "not asked for: cards are read as they stand"}
    print(f"deck: {words.get(name, name)}")


def run_list() -> None:
    """Prints every deck with what there is to say of it in a line."""
    from numero_cam.decks.files import learned, load
    from numero_cam.tell.console import print_lines, print_table

    rows = [[name, "built in", words] for name, words in BUILT_IN.items()]
    for name in learned():
        try:
            profile = load(name, model=model_in_use())
        except DeckError as error:
            rows.append([name, "cannot be used", str(error)])
        else:
            rows.append([name, f"learned {profile.date}", _count(profile)])
    print_table(["deck", "", ""], rows)
    print_lines([f"In use: {in_use()}"])


def run_show(name: str) -> None:
    """Prints the faces of a deck.

    Raises:
        DeckError: There is no such deck, or its file cannot be used.
    """
    from numero_cam.decks.learn import in_words
    from numero_cam.tell.console import print_lines

    profile = find_deck(name)
    if not profile.learned:
        print_lines([f"{name}: built in, {BUILT_IN[name]}", f"Faces: {in_words(by_colour(profile.faces))}"])
        return
    aside = sum(e.label is None for e in profile.examples)
    lines = [
        f"{name}: learned {profile.date}, {_count(profile)}",
        f"Seen: {in_words(by_colour(profile.seen))}",
        f"Not seen: {in_words(by_colour(profile.missing)) or 'none'}",
        f"Backs and others that are not read: {aside}",
        f"One pack holds each: {profile.copies} x",
    ]
    print_lines(lines)


def run_remove(name: str) -> None:
    """Forgets a learned deck.

    Raises:
        DeckError: It is built in, there is none, or it cannot be removed.
    """
    from numero_cam.decks.files import path_of

    if name in BUILT_IN:
        raise DeckError(f"deck {name!r} is built in and stays")
    _refuse_unknown(name)
    path = path_of(name)
    if name == in_use():
        run_use(AUTO)
    try:
        path.unlink()
    except OSError as error:
        raise DeckError(f"{path}: cannot be removed: {(error.strerror or str(error)).lower()}") from error
    print(f"{name}: removed")


def check_new(name: str, *, replace: bool) -> Path:
    """Where a new deck will be kept; refused before any work.

    Raises:
        BadArgumentsError: The name means something else.
        DeckError: The name cannot be used or is taken.
    """
    from numero_cam.decks.files import path_of

    if name in {AUTO, NONE, *BUILT_IN}:
        raise BadArgumentsError(f"--name {name}: has a meaning of its own; give another, such as mine")
    path = path_of(name)
    if path.exists() and not replace:
        raise DeckError(f"a deck {name!r} is there already and stays as it is; --replace learns it anew")
    return path


def save(path: Path, profile: "Profile") -> None:
    """Keeps a learned deck.

    Raises:
        NumeroCamError: It cannot be written; one that was there stays.
    """
    from numero_cam.decks.files import deck_toml

    _made_folder()
    write_out(path, deck_toml(profile).encode())


def by_colour(faces: tuple[str, ...]) -> tuple[str, ...]:
    """Faces colour by colour, the numbers of each in order, wild cards as they come."""
    from numero_cam.decks.profile import split

    parts = [split(face) for face in faces]
    colours = list(dict.fromkeys(colour for _, colour in parts if colour is not None))
    numbers = sorted((colours.index(colour), int(value), value + colour) for value, colour in parts if colour is not None)
    return (*(face for _, _, face in numbers), *(value for value, colour in parts if colour is None))


def _count(profile: "Profile") -> str:
    return f"{len(profile.seen)} of {len(profile.faces)} faces seen, {len(profile.examples)} cards"


def _refuse_unknown(name: str) -> None:
    from numero_cam.decks.files import learned, path_of

    path_of(name)
    if name not in learned():
        have = ", ".join([*BUILT_IN, *learned()])
        raise DeckError(f"there is no deck {name!r}; there are {have}")


def _made_folder() -> Path:
    from numero_cam.decks.files import folder

    try:
        folder().mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DeckError(f"{folder()}: cannot be made: {(error.strerror or str(error)).lower()}") from error
    return folder()
