"""``numero-cam deck list|show|use|remove``: the decks that are known."""

from numero_cam.assistant.decks import AUTO, BUILT_IN, NONE, NUMERO_GAME, deck_of_any_game, faces_in_words, in_use


def run_use(name: str) -> None:
    """Makes a deck the one by which photos are read.

    Raises:
        DeckError: It cannot be used.
        NumeroCamError: The choice cannot be written.
    """
    from numero_cam.assistant.kept_decks import use_deck

    use_deck(name)
    _tell_use(name)


def run_list() -> None:
    """Prints every deck with what there is to say of it in a line."""
    from numero_cam.assistant.kept_decks import kept_decks
    from numero_cam.tell.console import print_lines, print_table

    rows = [[name, "built in", words] for name, words in BUILT_IN.items()]
    for deck in kept_decks():
        counts = _counts(deck.seen, deck.faces, deck.examples)
        rows.append(
            [deck.name, "cannot be used", deck.error]
            if deck.error
            else [deck.name, f"learned {deck.learned}", counts + _of_game(deck.game)]
        )
    print_table(["deck", "", ""], rows)
    print_lines([f"In use: {in_use()}"])


def run_show(name: str) -> None:
    """Prints the faces of a deck.

    Raises:
        DeckError: There is no such deck, or its file cannot be used.
    """
    from numero_cam.tell.console import print_lines

    profile = deck_of_any_game(name)
    if not profile.learned:
        print_lines([f"{name}: built in, {BUILT_IN[name]}", f"Faces: {faces_in_words(profile.faces)}"])
        return
    aside = sum(e.label is None for e in profile.examples)
    lines = [
        f"{name}: learned {profile.date}, {_counts(len(profile.seen), len(profile.faces), len(profile.examples))}{_of_game(profile.game)}",
        f"Seen: {faces_in_words(profile.seen)}",
        f"Not seen: {faces_in_words(profile.missing) or 'none'}",
        f"Backs and others that are not read: {aside}",
        f"One pack holds each: {profile.copies} x",
    ]
    print_lines(lines)


def run_remove(name: str) -> None:
    """Forgets a learned deck.

    Raises:
        DeckError: It is built in, there is none, or it cannot be removed.
    """
    from numero_cam.assistant.kept_decks import remove_deck

    if remove_deck(name):
        _tell_use(AUTO)
    print(f"{name}: removed")


def _tell_use(name: str) -> None:
    words = {AUTO: "found out from photo to photo, among the learned ones", NONE: "not asked for: cards are read as they stand"}
    print(f"deck: {words.get(name, name)}")


def _of_game(game: str) -> str:
    return "" if game == NUMERO_GAME else f", of {game.upper()}"


def _counts(seen: int, faces: int, examples: int) -> str:
    return f"{seen} of {faces} faces seen, {examples} cards"
