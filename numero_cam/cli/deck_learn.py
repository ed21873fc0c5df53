"""``numero-cam deck learn``: what it prints, and what it asks about cards that are not read surely."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import typer

from numero_cam.assistant.deck_learn import Look, Named, PhotoLearned, learn_deck
from numero_cam.assistant.decks import AUTO, BUILT_IN, NONE, faces_in_words
from numero_cam.assistant.learn_answers import SKIP, face
from numero_cam.base.errors import DeckError
from numero_cam.base.records import TableCard
from numero_cam.cli.options import BadArgumentsError
from numero_cam.games.numero.rules import NotationError


def run_learn(name: str, photos: Sequence[str], *, answers: Path | None, copies: int, replace: bool, ask: bool) -> None:
    """Learns a deck and keeps it.

    Raises:
        BadArgumentsError: The name means something else, or the options do not go together.
        NumeroCamError: A photo or the answers cannot be used, or make no deck; nothing is kept then, and what was kept stays.
    """
    if name in {AUTO, NONE, *BUILT_IN}:
        raise BadArgumentsError(f"--name {name}: has a meaning of its own; give another, such as mine")
    if len(set(photos)) < len(photos):
        raise BadArgumentsError("a photo is given twice")

    def asked(look: Look, doubtful: Sequence[TableCard], found: Named) -> Named:
        return _asked(look, doubtful, found, copies)

    kept = learn_deck(name, photos, answers=answers, copies=copies, replace=replace, ask=asked if ask else None, tell=_tell)
    if kept.name != name:
        print(f"another deck {name!r} was learned meanwhile and stays as it is; this one is kept as {kept.name}")
    print(f"{kept.name}: learned {len(kept.seen)} faces from {len(kept.examples)} cards")
    if kept.missing:
        print(f"Not seen, read less surely: {faces_in_words(kept.missing)}")


def _tell(photo: PhotoLearned) -> None:
    if photo.lost:
        print(f"{photo.photo}: not found, or not open: {' '.join(photo.lost)}")
    print(f"{photo.photo}: {photo.learned} cards learned, {photo.seen} seen", flush=True)


def _asked(look: Look, doubtful: Sequence[TableCard], found: Named, copies: int) -> Named:
    """What the user says of the cards that are not read surely."""
    how_many = "1 card is" if len(doubtful) == 1 else f"{len(doubtful)} cards are"
    print(f"{look.state.name}: {how_many} not sure; their numbers stand in {look.numbered()}")
    print(f"Write the card, such as 7r; none for what is not to be read, as a back; {SKIP} to leave it out.")
    answered: Named = {}
    for card in doubtful:
        said = _ask(card, look.state.name, lambda label: [*found.values(), *answered.values()].count(label) < copies)
        if said != SKIP:
            answered[card.n] = said
    return answered


def _ask(card: TableCard, photo: str, free: Callable[[str | None], bool]) -> str | None:
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
        except NotationError as error:
            print(error)
            continue
        if said is None or free(said):
            return said
        print(f"{said} is in this photo already; if a pack holds more of each, give --copies")
