"""What lies in learn photos, as the user wrote it down: rows of cards, or outlines with their cards."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from numero_cam.base.errors import DeckError
from numero_cam.base.records import Corners
from numero_cam.games.numero.rules import NotationError, parse_card

NOT_READ = {"none", "back", "joker"}
SKIP = "skip"
_BLACK = re.compile(r"([0-9]+)k")
"""Photos with answers write a number in black so: it has none of the four colours."""


@dataclass(frozen=True)
class Answer:
    """A card of a photo.

    Attributes:
        label: Canonical notation; None for what is seen and not read.
        outline: Where it lies, if that is known; clockwise from any corner.
    """

    label: str | None
    outline: Corners | None = None


def face(text: str) -> str | None:
    """A card that the user names; None for a back, a joker, anything that is to be seen and not read.

    Raises:
        NotationError: It is no card.
    """
    plain = text.strip().lower()
    if plain in NOT_READ:
        return None
    return str(parse_card(_BLACK.sub(r"\1", plain)))


def read_answers(path: Path, photos: Sequence[str]) -> list[list[Answer]]:
    """Reads a file of answers.

    Args:
        path: ``.json``: one object ``{"image", "cards": [{"label", "quad"}]}``, or a list of them; else rows of cards as text, the rows of
            one photo after the other with an empty line between photos, and ``#`` before remarks.
        photos: To which they belong, in their order.

    Returns:
        The answers of each photo.

    Raises:
        DeckError: The file cannot be read or does not fit the photos.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        message = f"{path}: cannot be read: {(error.strerror or str(error)).lower()}"
        raise DeckError(message) from error
    except ValueError as error:
        message = f"{path}: is no text (UTF-8)"
        raise DeckError(message) from error
    try:
        return _of_json(text, photos) if path.suffix.lower() == ".json" else _of_rows(text, photos)
    except DeckError as error:
        message = f"{path}: {error}"
        raise DeckError(message) from error


def _of_rows(text: str, photos: Sequence[str]) -> list[list[Answer]]:
    blocks: list[list[Answer]] = [[]]
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip().startswith("#"):
            continue
        row = line.split("#", 1)[0].strip()
        if not row:
            blocks.append([])
        for token in filter(None, (part.strip() for part in (row.split(",") if "," in row else row.split()))):
            try:
                blocks[-1].append(Answer(face(token)))
            except NotationError as error:
                message = f"line {number}: {error}"
                raise DeckError(message) from error
    blocks = [block for block in blocks if block]
    if len(blocks) != len(photos):
        message = f"holds the rows of {len(blocks)} photos, {len(photos)} are given; leave an empty line between photos"
        raise DeckError(message)
    return blocks


def _of_json(text: str, photos: Sequence[str]) -> list[list[Answer]]:
    try:
        data = json.loads(text)
    except ValueError as error:
        message = f"is no JSON: {error}"
        raise DeckError(message) from error
    entries = data if isinstance(data, list) else [data]
    if not all(isinstance(entry, dict) and isinstance(entry.get("cards"), list) for entry in entries):
        message = 'holds no answers; write {"image": "a.jpg", "cards": [{"label": "7r", "quad": [[x, y], ...]}]}, or a list of such'
        raise DeckError(message)
    if len(entries) == len(photos) == 1:
        return [[_answer(card) for card in entries[0]["cards"]]]
    named = {str(entry.get("image", "")): entry["cards"] for entry in entries}
    missing = [photo for photo in photos if Path(photo).name not in named]
    if missing:
        message = f'has no answers for {missing[0]}: "image" is the name of the photo'
        raise DeckError(message)
    return [[_answer(card) for card in named[Path(photo).name]] for photo in photos]


def _answer(card: object) -> Answer:
    if not isinstance(card, dict) or "label" not in card:
        message = f'a card without "label": {str(card)[:60]}'
        raise DeckError(message)
    try:
        label = None if card["label"] is None else face(str(card["label"]))
        quad = np.array(card["quad"], np.float32)
    except NotationError as error:
        raise DeckError(str(error)) from error
    except (KeyError, TypeError, ValueError) as error:
        message = f'the card {card["label"]} needs "quad": four corners [x, y] in pixels'
        raise DeckError(message) from error
    if quad.shape != (4, 2) or not np.isfinite(quad).all():
        message = f'the card {card["label"]} needs "quad": four corners [x, y] in pixels'
        raise DeckError(message)
    return Answer(label, quad)
