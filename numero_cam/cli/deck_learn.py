"""``numero-cam deck learn``: a deck from a few photos of the user's own pack."""

import datetime as dt
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import typer

from numero_cam.annotate.overlay import draw_overlay
from numero_cam.assistant.decks import by_colour, model_in_use, pack_faces, playing_faces
from numero_cam.assistant.session import load_reader
from numero_cam.base import geometry
from numero_cam.base.errors import DeckError
from numero_cam.base.images import write_picture
from numero_cam.base.records import Frame, TableCard, TableState
from numero_cam.capture.files import read_photo
from numero_cam.cli.decks import check_new
from numero_cam.cli.learn_answers import SKIP, Answer, face, read_answers
from numero_cam.cli.options import BadArgumentsError
from numero_cam.decks.choose import Decks
from numero_cam.decks.files import keep
from numero_cam.decks.learn import SURE, Known, cost, in_words, learn
from numero_cam.decks.profile import Profile, expected
from numero_cam.decks.rows import align, rows
from numero_cam.games.numero.rules import NotationError
from numero_cam.identify.faces import Labels, Told

SAME = 0.5
"""Least IoU of an outline that is found with that of an answer."""
LIKELY = 3.0
"""A card whose answer costs less than this fits it."""
LEAST_FIT = 1 / 3
"""So many of a photo's cards fit their answers at least; else the answers are another photo's."""


@dataclass(frozen=True)
class Look:
    """A learn photo with its cards."""

    frame: Frame
    state: TableState
    told: Mapping[int, Told]
    labels: Labels

    @property
    def open(self) -> list[TableCard]:
        """The cards that lie open, row by row."""
        cards = [card for card in self.state.cards if card.n in self.told]
        return [cards[i] for row in rows([card.reading.corners for card in cards]) for i in row]


def run_learn(name: str, photos: Sequence[str], *, answers: Path | None, copies: int, replace: bool, ask: bool) -> None:
    """Learns a deck and keeps it.

    Raises:
        BadArgumentsError: The name means something else, or the options do not go together.
        NumeroCamError: A photo or the answers cannot be used, or make no deck; nothing is kept then, and what was kept stays.
    """
    check_new(name, replace=replace)
    if len(set(photos)) < len(photos):
        raise BadArgumentsError("a photo is given twice")
    given = read_answers(answers, photos) if answers else None
    reader = load_reader(None, Decks())
    known: list[Known] = []
    for k, photo in enumerate(photos):
        frame = read_photo(photo)
        look = Look(frame, *reader.look(frame), reader.labels)
        found = _answered(look, given[k]) if given else _asked(look, copies, ask=ask)
        print(f"{photo}: {len(found)} cards learned, {len(look.state.cards)} seen", flush=True)
        known += [Known(photo, n, label, look.told[n]) for n, label in found.items()]
    seen = [card.label for card in known if card.label is not None]
    faces = expected(list(dict.fromkeys(seen)), pack=pack_faces(), playing=playing_faces())
    today = dt.datetime.now().astimezone().date().isoformat()
    profile = learn(name, known, reader.labels, copies=copies, faces=faces, model=model_in_use(), date=today)
    kept = keep(profile, replace=replace)
    if kept.name != name:
        print(f"another deck {name!r} was learned meanwhile and stays as it is; this one is kept as {kept.name}")
    _tell(kept)


def _tell(profile: Profile) -> None:
    print(f"{profile.name}: learned {len(profile.seen)} faces from {len(profile.examples)} cards")
    if profile.missing:
        print(f"Not seen, read less surely: {in_words(by_colour(profile.missing))}")


def _answered(look: Look, answers: Sequence[Answer]) -> dict[int, str | None]:
    """What the open cards are, by the answers; what these name and nobody found is told."""
    cards = look.open
    by_outline = [_by_outline(card, answers) for card in cards] if answers and answers[0].outline is not None else None
    if by_outline is None:
        costs = np.array([[cost(card, look.told[card.n], a.label, look.labels) for a in answers] for card in cards])
        pairs = align(costs.reshape(len(cards), len(answers)))
        fit = [costs[i, j] < LIKELY for i, j in pairs.items()]
        if np.mean(fit or [False]) < LEAST_FIT:
            message = f"{look.state.name}: the answers do not fit: {sum(fit)} of {len(cards)} open cards read like theirs; write row by row"
            raise DeckError(message)
    else:
        pairs = {i: j for i, j in enumerate(by_outline) if j is not None}
    lost = [answers[j].label or "none" for j in range(len(answers)) if j not in pairs.values()]
    if lost:
        print(f"{look.state.name}: not found, or not open: {' '.join(lost)}")
    return {cards[i].n: answers[j].label for i, j in pairs.items()}


def _by_outline(card: TableCard, answers: Sequence[Answer]) -> int | None:
    overlaps = [geometry.iou(card.reading.corners, a.outline) if a.outline is not None else 0.0 for a in answers]
    best = int(np.argmax(overlaps))
    return best if overlaps[best] >= SAME else None


def _sure(look: Look, copies: int) -> dict[int, str | None]:
    """The cards that are read surely, and are not more than a pack holds."""
    surely: dict[int, str | None] = {c.n: c.reading.label for c in look.open if c.reading.label and c.reading.confidence >= SURE}
    labels = list(surely.values())
    return {n: label for n, label in surely.items() if labels.count(label) <= copies}


def _asked(look: Look, copies: int, *, ask: bool) -> dict[int, str | None]:
    """The cards that are read surely, and what the user says of the others where he is to be asked."""
    found = _sure(look, copies)
    doubtful = [card for card in look.open if card.n not in found]
    if not doubtful or not ask:
        return found
    picture = Path(tempfile.mkdtemp(prefix="numero-cam-")) / f"{Path(look.state.name).stem}.jpg"
    write_picture(picture, draw_overlay(look.frame.pixels, look.state))
    how_many = "1 card is" if len(doubtful) == 1 else f"{len(doubtful)} cards are"
    print(f"{look.state.name}: {how_many} not sure; their numbers stand in {picture}")
    print(f"Write the card, such as 7r; none for what is not to be read, as a back; {SKIP} to leave it out.")
    for card in doubtful:
        said = _ask(card, look.state.name, lambda label: list(found.values()).count(label) < copies)
        if said != SKIP:
            found[card.n] = said
    return found


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
