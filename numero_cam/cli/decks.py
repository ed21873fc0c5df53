"""``numero-cam deck list|show|use|remove``: the decks that are known."""

from pathlib import Path
from typing import TYPE_CHECKING

from numero_cam.assistant.decks import AUTO, BUILT_IN, NONE, USE, by_colour, find_deck, in_use, model_in_use, refuse_unknown
from numero_cam.base.errors import DeckError
from numero_cam.base.outputs import write_whole
from numero_cam.cli.options import BadArgumentsError

if TYPE_CHECKING:
    from numero_cam.decks.profile import Profile


def run_use(name: str) -> None:
    """Makes a deck the one by which photos are read.

    Raises:
        DeckError: It cannot be used.
        NumeroCamError: The choice cannot be written.
    """
    if name not in {AUTO, NONE}:
        find_deck(name)
    write_whole(_made_folder() / USE, f"{name}\n".encode())
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
    refuse_unknown(name)
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


def _count(profile: "Profile") -> str:
    return f"{len(profile.seen)} of {len(profile.faces)} faces seen, {len(profile.examples)} cards"


def _made_folder() -> Path:
    from numero_cam.decks.files import folder

    try:
        folder().mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DeckError(f"{folder()}: cannot be made: {(error.strerror or str(error)).lower()}") from error
    return folder()
