"""A deck from a few photos of the user's own pack: what lies in them by the answers, or by what is read surely and what is asked."""

import datetime as dt
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from numero_cam.annotate.overlay import draw_overlay
from numero_cam.assistant.decks import model_in_use, place_for_new
from numero_cam.assistant.learn_answers import Answer, align, read_answers
from numero_cam.assistant.pack_kinds import PackKind, numero_pack
from numero_cam.base import geometry
from numero_cam.base.errors import DeckError
from numero_cam.base.images import write_picture
from numero_cam.base.records import Frame, TableCard, TableState
from numero_cam.capture.files import read_photo
from numero_cam.table.layout import lines_of
from numero_cam.vision.decks.files import keep
from numero_cam.vision.decks.learn import SURE, Known, cost, learn
from numero_cam.vision.decks.profile import Profile
from numero_cam.vision.faces import Labels, Told

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
        return [cards[i] for line in lines_of([card.reading.corners for card in cards]) for i in line]

    def numbered(self) -> Path:
        """Writes the photo with the numbers of its cards into a folder for short-lived files, and says where."""
        path = Path(tempfile.mkdtemp(prefix="numero-cam-")) / f"{Path(self.state.name).stem}.jpg"
        write_picture(path, draw_overlay(self.frame.pixels, self.state))
        return path


@dataclass(frozen=True)
class PhotoLearned:
    """What one photo gave.

    Attributes:
        photo: As it was named.
        learned: How many of its cards are learned.
        seen: How many cards are seen in it.
        lost: What the answers name and nobody found.
    """

    photo: str
    learned: int
    seen: int
    lost: tuple[str, ...] = ()


Named = dict[int, str | None]
"""What cards are, by their ``n``; None for what is seen and not to be read."""
Ask = Callable[[Look, Sequence[TableCard], Named], Named]
"""Says of unsure cards of a photo what they are, those left out that nobody knows; besides them, what is read surely."""


def learn_deck(
    name: str,
    photos: Sequence[str],
    *,
    kind: PackKind | None = None,
    answers: Path | None = None,
    copies: int = 1,
    replace: bool = False,
    ask: Ask | None = None,
    tell: Callable[[PhotoLearned], None] | None = None,
) -> Profile:
    """Learns a deck and keeps it.

    Args:
        name: For the deck.
        photos: Of the pack laid out open, in rows.
        kind: Whose cards these are; NUMERO's if not given.
        answers: The file that says which cards lie in them.
        copies: How many of each card one pack has.
        replace: Whether a learned deck of this name is replaced.
        ask: Asked about cards that are not read surely, where there are no answers; without it they are left out.
        tell: Hears of each photo when it is done.

    Returns:
        The deck as it is kept; under another name where a deck of this one was learned meanwhile.

    Raises:
        NumeroCamError: The name is taken, or a photo or the answers cannot be used, or make no deck; nothing is kept then.
    """
    place_for_new(name, replace=replace)
    kind = kind or numero_pack()
    given = read_answers(answers, photos, kind) if answers else None
    reader = kind.reader()
    known: list[Known] = []
    for k, photo in enumerate(photos):
        frame = read_photo(photo)
        look = Look(frame, *reader.look(frame), reader.labels)
        found, lost = _answered(look, given[k]) if given else (_asked(look, kind, copies, ask), ())
        if tell:
            tell(PhotoLearned(photo, len(found), len(look.state.cards), lost))
        known += [Known(photo, n, label, look.told[n]) for n, label in found.items()]
    seen = [card.label for card in known if card.label is not None]
    faces = kind.whole(list(dict.fromkeys(seen)))
    today = dt.datetime.now().astimezone().date().isoformat()
    profile = learn(name, known, reader.labels, copies=copies, faces=faces, model=model_in_use(kind.game), date=today, game=kind.game)
    return keep(profile, replace=replace)


def _answered(look: Look, answers: Sequence[Answer]) -> tuple[Named, tuple[str, ...]]:
    """What the open cards are, by the answers; and what these name and nobody found."""
    cards = look.open
    by_outline = [_by_outline(card, answers) for card in cards] if answers and answers[0].outline is not None else None
    if by_outline is None:
        costs = np.array([[cost(look.told[card.n], a.label, look.labels) for a in answers] for card in cards])
        pairs = align(costs.reshape(len(cards), len(answers)))
        fit = [costs[i, j] < LIKELY for i, j in pairs.items()]
        if np.mean(fit or [False]) < LEAST_FIT:
            message = f"{look.state.name}: the answers do not fit: {sum(fit)} of {len(cards)} open cards read like theirs; write row by row"
            raise DeckError(message)
    else:
        pairs = {i: j for i, j in enumerate(by_outline) if j is not None}
    lost = tuple(answers[j].label or "none" for j in range(len(answers)) if j not in pairs.values())
    return {cards[i].n: answers[j].label for i, j in pairs.items()}, lost


def _by_outline(card: TableCard, answers: Sequence[Answer]) -> int | None:
    overlaps = [geometry.iou(card.reading.corners, a.outline) if a.outline is not None else 0.0 for a in answers]
    best = int(np.argmax(overlaps))
    return best if overlaps[best] >= SAME else None


def _sure(look: Look, kind: PackKind, copies: int) -> Named:
    """The cards that are read surely, and are not more than a pack holds."""
    surely: Named = {}
    for card in look.open:
        if card.reading.label and card.reading.confidence >= SURE:
            surely[card.n] = kind.face(card.reading.label, list(surely.values()))
    labels = list(surely.values())
    return {n: label for n, label in surely.items() if labels.count(label) <= copies}


def _asked(look: Look, kind: PackKind, copies: int, ask: Ask | None) -> Named:
    """The cards that are read surely, and what is said of the others where somebody is to be asked."""
    found = _sure(look, kind, copies)
    doubtful = [card for card in look.open if card.n not in found]
    return {**found, **ask(look, doubtful, found)} if doubtful and ask else found
