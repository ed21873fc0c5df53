"""What lies in learn photos, as the user wrote it down: rows of cards, or outlines with their cards; and which card is which of these."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numero_cam.assistant.pack_kinds import PackKind, numero_pack
from numero_cam.base.bounded_reader import finite_number, list_of, parse_json, read_text, shown
from numero_cam.base.errors import DeckError
from numero_cam.base.records import Corners
from numero_cam.vision.decks.match import LEAST

SKIP = "skip"
MOST_BYTES = 4_000_000
"""Bytes of a file of answers; the outlines of a hundred photos have 2,000,000."""
MOST_PIXEL = 1e6
"""Largest size of a coordinate of a corner, in pixels."""


@dataclass(frozen=True)
class Answer:
    """A card of a photo.

    Attributes:
        label: Canonical notation; None for what is seen and not read.
        outline: Where it lies, if that is known; clockwise from any corner.
    """

    label: str | None
    outline: Corners | None = None


def read_answers(path: Path, photos: Sequence[str], kind: PackKind | None = None) -> list[list[Answer]]:
    """Reads a file of answers.

    Args:
        path: ``.json``: one object ``{"image", "cards": [{"label", "quad"}]}``, or a list of them; else rows of cards as text, the rows of
            one photo after the other with an empty line between photos, and ``#`` before remarks.
        photos: To which they belong, in their order.
        kind: Whose cards these are; NUMERO's if not given.

    Returns:
        The answers of each photo.

    Raises:
        DeckError: The file cannot be read or does not fit the photos.
    """
    text = read_text(path, MOST_BYTES, DeckError)
    try:
        if path.suffix.lower() == ".json":
            return _of_json(parse_json(text, str(path), DeckError), photos, kind or numero_pack())
        return _of_rows(text, photos, kind or numero_pack())
    except DeckError as error:
        message = f"{path}: {error}"
        raise DeckError(message) from error


def _of_rows(text: str, photos: Sequence[str], kind: PackKind) -> list[list[Answer]]:
    blocks: list[list[Answer]] = [[]]
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip().startswith("#"):
            continue
        row = line.split("#", 1)[0].strip()
        if not row:
            blocks.append([])
        for token in filter(None, (part.strip() for part in (row.split(",") if "," in row else row.split()))):
            try:
                blocks[-1].append(Answer(kind.face(token, [answer.label for answer in blocks[-1]])))
            except DeckError as error:
                message = f"line {number}: {error}"
                raise DeckError(message) from error
    blocks = [block for block in blocks if block]
    if len(blocks) != len(photos):
        message = f"holds the rows of {len(blocks)} photos, {len(photos)} are given; leave an empty line between photos"
        raise DeckError(message)
    return blocks


def _of_json(data: object, photos: Sequence[str], kind: PackKind) -> list[list[Answer]]:
    entries: list[Any] = data if isinstance(data, list) else [data]
    if not all(isinstance(entry, dict) and isinstance(entry.get("cards"), list) for entry in entries):
        message = 'holds no answers; write {"image": "a.jpg", "cards": [{"label": "7r", "quad": [[x, y], ...]}]}, or a list of such'
        raise DeckError(message)
    if len(entries) == len(photos) == 1:
        return [_answers(entries[0]["cards"], kind)]
    named = {str(entry.get("image", "")): entry["cards"] for entry in entries}
    missing = [photo for photo in photos if Path(photo).name not in named]
    if missing:
        message = f'has no answers for {missing[0]}: "image" is the name of the photo'
        raise DeckError(message)
    return [_answers(named[Path(photo).name], kind) for photo in photos]


def _answers(cards: Sequence[object], kind: PackKind) -> list[Answer]:
    out: list[Answer] = []
    for card in cards:
        out.append(_answer(card, kind, [answer.label for answer in out]))
    return out


def _answer(card: object, kind: PackKind, beside: Sequence[str | None]) -> Answer:
    if not isinstance(card, dict) or "label" not in card:
        message = f'a card without "label": {shown(card)}'
        raise DeckError(message)
    try:
        label = None if card["label"] is None else kind.face(str(card["label"]), beside)
        corners = [[finite_number(number, -MOST_PIXEL, MOST_PIXEL) for number in list_of(corner, 2)] for corner in list_of(card["quad"], 4)]
        return Answer(label, np.array(corners, np.float32).reshape(4, 2))
    except (KeyError, ValueError) as error:
        message = f'the card {str(card["label"])[:20]} needs "quad": four corners [x, y] in pixels'
        raise DeckError(message) from error


def align(costs: NDArray[np.floating]) -> dict[int, int]:
    """Pairs two sequences in order, as cheaply as can be.

    Args:
        costs: ``(cards, answers)``, what it costs that a card is an answer, such as the negative logarithm of its chance.

    Returns:
        The answer of each card; a card that was found where none lies has none, and an answer whose card was not found is nobody's.
    """
    n, m = costs.shape
    # Leaving out both a card and an answer costs as much as the worst pair, so what fits badly is paired all the same.
    left_out = -float(np.log(LEAST)) / 2
    total = np.zeros((n + 1, m + 1))
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
