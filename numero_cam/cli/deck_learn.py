"""``numero-cam deck learn``: what it prints, and what it asks about cards that are not read surely."""

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import typer

from numero_cam.assistant.deck_learn import Look, Named, PhotoLearned, learn_deck
from numero_cam.assistant.decks import AUTO, BUILT_IN, NONE, NUMERO_GAME, NUMO, faces_in_words
from numero_cam.assistant.learn_answers import SKIP
from numero_cam.assistant.pack_kinds import PackKind, numero_pack, numo_pack
from numero_cam.base.errors import DeckError
from numero_cam.base.records import TableCard
from numero_cam.cli.options import BadArgumentsError


def run_learn(
    name: str,
    photos: Sequence[str],
    *,
    answers: Path | None,
    copies: int,
    replace: bool,
    ask: bool,
    game: str = NUMERO_GAME,
    table: Path | None = None,
) -> None:
    """Learns a deck and keeps it.

    Raises:
        BadArgumentsError: The name means something else, or the options do not go together.
        NumeroCamError: A photo or the answers cannot be used, or make no deck; nothing is kept then, and what was kept stays.
    """
    if name in {AUTO, NONE, *BUILT_IN}:
        raise BadArgumentsError(f"--name {name}: has a meaning of its own; give another, such as mine")
    if len(set(photos)) < len(photos):
        raise BadArgumentsError("a photo is given twice")
    if table and game != NUMO:
        raise BadArgumentsError("--characters is the table of NUMO's characters; it goes with --game numo")
    if game == NUMO and copies > 1:
        raise BadArgumentsError("--copies goes with NUMERO_GAME's cards: a pack of NUMO has each card once")
    kind = numo_pack(table) if game == NUMO else numero_pack()

    def asked(look: Look, doubtful: Sequence[TableCard], found: Named) -> Named:
        return _asked(look, kind, doubtful, found, copies)

    kept = learn_deck(name, photos, kind=kind, answers=answers, copies=copies, replace=replace, ask=asked if ask else None, tell=_tell)
    if kept.name != name:
        print(f"another deck {name!r} was learned meanwhile and stays as it is; this one is kept as {kept.name}")
    print(f"{kept.name}: learned {len(kept.seen)} faces from {len(kept.examples)} cards")
    if kept.missing:
        print(f"Not seen, read less surely: {faces_in_words(kept.missing)}")


def _tell(photo: PhotoLearned) -> None:
    if photo.lost:
        print(f"{photo.photo}: not found, or not open: {' '.join(photo.lost)}")
    print(f"{photo.photo}: {photo.learned} cards learned, {photo.seen} seen", flush=True)


def _asked(look: Look, kind: PackKind, doubtful: Sequence[TableCard], found: Named, copies: int) -> Named:
    """What the user says of the cards that are not read surely."""
    how_many = "1 card is" if len(doubtful) == 1 else f"{len(doubtful)} cards are"
    print(f"{look.state.name}: {how_many} not sure; their numbers stand in {look.numbered()}")
    print(f"Write the card, such as {kind.example}; none for what is not to be read, as a back; {SKIP} to leave it out.")
    answered: Named = {}
    for card in doubtful:
        beside = [*found.values(), *answered.values()]
        said = _ask(card, look.state.name, partial(kind.face, beside=beside), partial(_is_free, beside=beside, copies=copies))
        if said != SKIP:
            answered[card.n] = said
    return answered


def _is_free(label: str | None, *, beside: Sequence[str | None], copies: int) -> bool:
    return beside.count(label) < copies


def _ask(card: TableCard, photo: str, face: Callable[[str], str | None], free: Callable[[str | None], bool]) -> str | None:
    """What the user says that a card is: asked until it is a card that may lie there."""
    guesses = [card.reading.label, *(label for label, _ in card.reading.alternatives)]
    guess = next((label for label in guesses if label and free(label)), SKIP)
    while True:
        try:
            text = str(typer.prompt(f"Card {card.n}", default=guess))
        except typer.Abort:
            if sys.stdin.isatty():
                raise
            message = f"{photo}: card {card.n} is not sure and nobody answers; give --answers FILE, or --no-ask to learn the sure ones"
            raise DeckError(message) from None
        if text.strip().lower() == SKIP:
            return SKIP
        try:
            said = face(text)
        except DeckError as error:
            print(error)
            continue
        if said is None or free(said):
            return said
        print(f"{said} is in this photo already; if a pack holds more of each, give --copies")
