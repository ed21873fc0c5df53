"""Learns a deck from a few photos of the user's own pack: matches its cards with answers and keeps how they look."""

import datetime as dt
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numero_cam.annotate.overlay import draw_overlay
from numero_cam.app.card_spec import CardSpec, PackKind
from numero_cam.app.decks import NUMERO_CARDS, model_in_use, refuse_kept_name
from numero_cam.app.session import load_reader
from numero_cam.base import geometry
from numero_cam.base.bounded_reader import finite_number, list_of, parse_json, read_text, short_repr
from numero_cam.base.errors import DeckError
from numero_cam.base.images import write_picture
from numero_cam.base.records import Corners, Frame, TableCard, TableState
from numero_cam.capture.files import read_photo
from numero_cam.catalogue import tr
from numero_cam.table.layout import sort_into_lines
from numero_cam.vision.decks.choose import DeckOptions
from numero_cam.vision.decks.files import save_deck
from numero_cam.vision.decks.learn import SURE_CONFIDENCE, LabelledCard, build_profile, label_cost
from numero_cam.vision.decks.match import MIN_PROBABILITY
from numero_cam.vision.decks.profile import DeckProfile
from numero_cam.vision.faces import FaceLabels, FaceOutput

SKIP = "skip"  #: The answer of a user who does not know a card.
MAX_ANSWER_BYTES = 4_000_000  #: Maximum size of a file of answers; the outlines of a hundred photos have 2,000,000 bytes.
MAX_COORDINATE = 1e6  #: Maximum size of a coordinate of a corner, pixels.


@dataclass(frozen=True)
class AnsweredCard:
    """A card of a photo, as the user's answers name it."""

    label: str | None  #: Canonical notation; None for what is seen and not read, such as a back.
    outline: Corners | None = None  #: `(4, 2)` float32, its corners in pixels, clockwise from any; None if unknown.


def read_answers(path: Path, photos: Sequence[str], kind: PackKind | None = None) -> list[list[AnsweredCard]]:
    """Return the answers of a file.

    Args:
        path: ``.json``: one object ``{"image", "cards": [{"label", "quad"}]}``, or a list of them; else rows of cards as text, the rows of
            one photo after the other with an empty line between photos, and ``#`` before remarks.
        photos: To which they belong, in their order.
        kind: How the cards are named; as Numero's if not given.

    Returns:
        The answers of each photo.
    """
    text = read_text(path, MAX_ANSWER_BYTES, DeckError)
    kind = kind or NUMERO_CARDS.pack_kind(None)
    try:
        if path.suffix.lower() == ".json":
            return _answers_of_photos(parse_json(text, str(path), DeckError), photos, kind)
        return parse_rows(text, len(photos), kind)
    except DeckError as error:
        raise DeckError(f"{path}: {error}") from error


def parse_rows(text: str, photo_count: int, kind: PackKind | None = None) -> list[list[AnsweredCard]]:
    """Return the answers of each photo from rows of cards as text, in the form that ``read_answers`` describes."""
    kind = kind or NUMERO_CARDS.pack_kind(None)
    blocks: list[list[AnsweredCard]] = [[]]
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip().startswith("#"):
            continue
        row = line.split("#", 1)[0].strip()
        if not row:
            blocks.append([])
        for token in filter(None, (part.strip() for part in (row.split(",") if "," in row else row.split()))):
            try:
                blocks[-1].append(AnsweredCard(kind.label(token, [answer.label for answer in blocks[-1]])))
            except DeckError as error:
                raise DeckError(tr("line {line}: {error}", line=number, error=error)) from error
    blocks = [block for block in blocks if block]
    if len(blocks) != photo_count:
        held, given = len(blocks), photo_count
        raise DeckError(
            tr("holds the rows of {held} photos, {given} are given; leave an empty line between photos", held=held, given=given)
        )
    return blocks


def _answers_of_photos(data: object, photos: Sequence[str], kind: PackKind) -> list[list[AnsweredCard]]:
    """Return the answers of each photo from JSON, found by its file name; the only entry belongs to the only photo whatever its name."""
    entries: list[Any] = data if isinstance(data, list) else [data]
    if not all(isinstance(entry, dict) and isinstance(entry.get("cards"), list) for entry in entries):
        raise DeckError(
            tr('holds no answers; write {"image": "a.jpg", "cards": [{"label": "7r", "quad": [[x, y], ...]}]}, or a list of such')
        )
    if len(entries) == len(photos) == 1:
        return [_answers_of_photo(entries[0]["cards"], kind)]
    named = {str(entry.get("image", "")): entry["cards"] for entry in entries}
    missing = [photo for photo in photos if Path(photo).name not in named]
    if missing:
        raise DeckError(tr('has no answers for {photo}: "image" is the name of the photo', photo=missing[0]))
    return [_answers_of_photo(named[Path(photo).name], kind) for photo in photos]


def _answers_of_photo(cards: Sequence[object], kind: PackKind) -> list[AnsweredCard]:
    out: list[AnsweredCard] = []
    for card in cards:
        out.append(_answered_card(card, kind, [answer.label for answer in out]))
    return out


def _answered_card(card: object, kind: PackKind, beside: Sequence[str | None]) -> AnsweredCard:
    """Return the answer of a JSON object `{"label", "quad"}`; `beside` are the labels before it in the same photo."""
    if not isinstance(card, dict) or "label" not in card:
        raise DeckError(tr('a card without "label": {card}', card=short_repr(card)))
    try:
        label = None if card["label"] is None else kind.label(str(card["label"]), beside)
        corners = [
            [finite_number(number, -MAX_COORDINATE, MAX_COORDINATE) for number in list_of(corner, 2)] for corner in list_of(card["quad"], 4)
        ]
        return AnsweredCard(label, np.array(corners, np.float32).reshape(4, 2))
    except (KeyError, ValueError) as error:
        raise DeckError(tr('the card {card} needs "quad": four corners [x, y] in pixels', card=str(card["label"])[:20])) from error


def align(costs: NDArray[np.floating]) -> dict[int, int]:
    """Return the cheapest pairing of two sequences that keeps their order.

    Args:
        costs: ``(cards, answers)``, float; the cost of each pair, such as a negative log-probability.

    Returns:
        Index of the answer by index of the card; cards and answers without a partner are left out.
    """
    n, m = costs.shape
    # Leaving out both a card and an answer costs as much as the worst pair, so what fits badly is paired all the same.
    left_out = -float(np.log(MIN_PROBABILITY)) / 2
    total = np.zeros((n + 1, m + 1))  # by number of cards and of answers from the start: the least cost of pairing these
    total[:, 0], total[0, :] = left_out * np.arange(n + 1), left_out * np.arange(m + 1)
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            total[i, j] = min(total[i - 1, j - 1] + costs[i - 1, j - 1], total[i - 1, j] + left_out, total[i, j - 1] + left_out)
    out: dict[int, int] = {}
    i, j = n, m
    while i and j:
        if total[i, j] == total[i - 1, j - 1] + costs[i - 1, j - 1]:
            i, j = i - 1, j - 1
            out[i] = j
        elif total[i, j] == total[i - 1, j] + left_out:
            i -= 1
        else:
            j -= 1
    return dict(sorted(out.items()))


MIN_OUTLINE_IOU = 0.5  #: Minimum IoU between a detected outline and the outline of its answer.
MAX_FITTING_COST = 3.0  #: A card fits an answer below this cost, the negative log-probability of the answer.
MIN_FITTING_SHARE = 1 / 3  #: Minimum share of the cards of a photo that fit their answers; below it the answers are those of another photo.


@dataclass(frozen=True)
class LearnPhoto:
    """A photo to learn from, with the cards that were detected in it."""

    frame: Frame  #: The photo.
    state: TableState  #: Its cards as they were read.
    face_outputs: Mapping[int, FaceOutput]  #: What the face model says of each open card, by its number ``n`` in the photo.
    labels: FaceLabels  #: What the outputs of the face model stand for.

    @property
    def open_cards(self) -> list[TableCard]:
        """The cards that lie face up, row by row."""
        cards = [card for card in self.state.cards if card.n in self.face_outputs]
        return [cards[i] for line in sort_into_lines([card.reading.corners for card in cards]) for i in line]

    def write_numbered(self) -> Path:
        """Write the photo with the numbers of its cards into a temporary folder and return its path."""
        path = Path(tempfile.mkdtemp(prefix="numero-cam-")) / f"{Path(self.state.name).stem}.jpg"
        write_picture(path, draw_overlay(self.frame.pixels, self.state))
        return path


@dataclass(frozen=True)
class PhotoLearned:
    """How many cards of a photo were learned."""

    photo: str  #: Name of the photo.
    learned: int  #: Number of its cards that were learned.
    seen: int  #: Number of its cards that were detected.
    lost: tuple[str, ...] = ()  #: Labels of answers whose cards were not detected.


CardLabels = dict[int, str | None]  #: Label of each card by its ``n``; None for a card that is seen and not read, such as a back.
#: Returns the labels of unsure cards of a photo, without those that nobody knows; the third argument has the labels of sure cards.
AskAboutCards = Callable[[LearnPhoto, Sequence[TableCard], CardLabels], CardLabels]


def learn_deck(
    name: str,
    photos: Sequence[str | Frame],
    *,
    cards: CardSpec = NUMERO_CARDS,
    answers: Path | Sequence[Sequence[AnsweredCard]] | None = None,
    copies: int = 1,
    replace: bool = False,
    ask: AskAboutCards | None = None,
    tell: Callable[[PhotoLearned], None] | None = None,
) -> DeckProfile:
    """Learn a deck and keep it.

    Args:
        name: For the deck.
        photos: Of the pack laid out open, in rows.
        cards: The cards of the game.
        answers: The cards of each photo, or the file that lists them; None where only `ask` gives labels.
        copies: How many of each card one pack has.
        replace: Whether a learned deck of this name is replaced.
        ask: Asked about cards that are not read surely, where there are no answers; without it they are left out.
        tell: Called after each photo.

    Returns:
        The deck as it is kept; under another name where a deck of this one was learned meanwhile.
    """
    refuse_kept_name(name, replace=replace)
    kind = cards.pack_kind(None)
    given = read_answers(answers, list(map(str, photos)), kind) if isinstance(answers, Path) else answers
    reader = load_reader(None, DeckOptions() if cards.built_in else None, cards.models)
    known: list[LabelledCard] = []
    for k, photo in enumerate(photos):
        frame = read_photo(photo)
        look = LearnPhoto(frame, *reader.read_with_outputs(frame), reader.labels)
        found, lost = _labels_by_answers(look, given[k]) if given else (_labels_by_user(look, kind, copies, ask), ())
        if tell:
            tell(PhotoLearned(frame.name, len(found), len(look.state.cards), lost))
        known += [LabelledCard(frame.name, n, label, look.face_outputs[n]) for n, label in found.items()]
    seen = [card.label for card in known if card.label is not None]
    faces = kind.whole_pack(list(dict.fromkeys(seen)))
    today = dt.datetime.now().astimezone().date().isoformat()
    model = model_in_use(cards)
    profile = build_profile(name, known, reader.labels, copies=copies, faces=faces, model=model, date=today, game=cards.game)
    return save_deck(profile, replace=replace)


def _labels_by_answers(look: LearnPhoto, answers: Sequence[AnsweredCard]) -> tuple[CardLabels, tuple[str, ...]]:
    """Return the labels of the open cards by the answers, and the labels of answers whose cards were not found.

    Cards are paired with answers by their outlines where the answers have them, else in order, by the costs of their labels.
    """
    cards = look.open_cards
    if answers and answers[0].outline is not None:
        pairs = _pairs_by_outline(cards, answers)
    else:
        costs = np.array([[label_cost(look.face_outputs[card.n], a.label, look.labels) for a in answers] for card in cards])
        pairs = align(costs.reshape(len(cards), len(answers)))
        fit = [costs[i, j] < MAX_FITTING_COST for i, j in pairs.items()]
        if np.mean(fit or [False]) < MIN_FITTING_SHARE:
            alike = tr("{fitting} of {cards} open cards read like theirs", fitting=sum(fit), cards=len(cards))
            raise DeckError(tr("{photo}: the answers do not fit: {alike}; write row by row", photo=look.state.name, alike=alike))
    lost = tuple(answers[j].label or "none" for j in range(len(answers)) if j not in pairs.values())
    return {cards[i].n: answers[j].label for i, j in pairs.items()}, lost


def _pairs_by_outline(cards: Sequence[TableCard], answers: Sequence[AnsweredCard]) -> dict[int, int]:
    """Return the index of the answer by index of the card: those that overlap most first, each once, as a card may be detected twice."""
    overlaps = (
        (geometry.iou(card.reading.corners, answer.outline), i, j)
        for i, card in enumerate(cards)
        for j, answer in enumerate(answers)
        if answer.outline is not None
    )
    out: dict[int, int] = {}
    for _, i, j in sorted((one for one in overlaps if one[0] >= MIN_OUTLINE_IOU), reverse=True):
        if i not in out and j not in out.values():
            out[i] = j
    return dict(sorted(out.items()))


def _sure_labels(look: LearnPhoto, kind: PackKind, copies: int) -> CardLabels:
    """Return the labels of cards that are read surely; a label that more cards bear than a pack has copies is dropped from all of them."""
    surely: CardLabels = {}
    for card in look.open_cards:
        if card.reading.label and card.reading.confidence >= SURE_CONFIDENCE:
            surely[card.n] = kind.label(card.reading.label, list(surely.values()))
    labels = list(surely.values())
    return {n: label for n, label in surely.items() if labels.count(label) <= copies}


def _labels_by_user(look: LearnPhoto, kind: PackKind, copies: int, ask: AskAboutCards | None) -> CardLabels:
    """Return the labels of cards that are read surely, and those that the user gives for the others."""
    found = _sure_labels(look, kind, copies)
    doubtful = [card for card in look.open_cards if card.n not in found]
    return {**found, **ask(look, doubtful, found)} if doubtful and ask else found
