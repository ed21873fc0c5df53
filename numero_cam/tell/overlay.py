"""A photo with what was read drawn into it: outlines, readings, the cards of the best take, and the play in a strip below.

Colours are from a palette that colour-blind people can tell apart, and never the only sign: a doubtful reading carries a question
mark, a card of the play carries its role.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base.records import Corners, TableCard, TableState
from numero_cam.observe.decode import DOUBTFUL as DOUBTFUL_BELOW

Colour = tuple[int, int, int]
Pixels = NDArray[np.uint8]

SURE: Colour = (0, 158, 115)
DOUBTFUL: Colour = (230, 159, 0)
UNKNOWN: Colour = (213, 94, 0)
PLAYED: Colour = (240, 228, 66)
_INK: Colour = (255, 255, 255)
_PLATE: Colour = (20, 20, 20)
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_FONT_PIXELS = 22  # height of a capital letter at scale 1
_ASCII = str.maketrans({"×": "x", "−": "-", "–": "-", "÷": "/", "√": "sqrt ", "∛": "cbrt ", "²": "^2", "³": "^3", "→": "->", "’": "'"})


@dataclass(frozen=True)
class _Plate:
    """A line of text on a dark ground; ``box`` is left, top, right, bottom in pixels."""

    text: str
    box: tuple[int, int, int, int]

    def overlap(self, other: "_Plate") -> int:
        width = min(self.box[2], other.box[2]) - max(self.box[0], other.box[0])
        height = min(self.box[3], other.box[3]) - max(self.box[1], other.box[1])
        return max(0, width) * max(0, height)


def draw_overlay(pixels: Pixels, state: TableState, roles: Mapping[int, str], lines: Sequence[str]) -> Pixels:
    """Draws readings and play.

    Args:
        pixels: ``(height, width, 3)`` uint8 RGB, the photo as shown; it is not changed.
        state: What was read in it.
        roles: ``n`` of each card of the play to its role (``take``, ``with``).
        lines: What stands in the strip below the photo.

    Returns:
        ``(height + strip, width, 3)`` uint8 RGB; the photo keeps its place.
    """
    picture = pixels.copy()
    scale = _scale(state)
    for card in sorted(state.cards, key=lambda card: card.n in roles):  # the cards of the play last, on top
        _outline(picture, card, roles.get(card.n), scale)
    placed: list[_Plate] = []
    for card in state.cards:
        plate = _free_plate(_label(card, roles.get(card.n)), card.reading.corners, placed, scale, picture.shape)
        placed.append(plate)
        _draw_plate(picture, plate, PLAYED if card.n in roles else _colour(card), scale)
    return np.vstack([picture, _strip(lines, picture.shape[1], scale)])


def _scale(state: TableState) -> float:
    """Size of text and lines: that of the picture, but never so large that a label is wider than its card."""
    picture = max(state.width, state.height) / 1600
    if not state.cards:
        return max(0.4, picture)
    short = float(np.median([min(np.linalg.norm(np.roll(c.reading.corners, -1, 0) - c.reading.corners, axis=1)) for c in state.cards]))
    return float(np.clip(short / 110, 0.4, max(0.4, picture)))


def _colour(card: TableCard) -> Colour:
    if card.reading.label is None:
        return UNKNOWN
    return SURE if card.reading.confidence >= DOUBTFUL_BELOW else DOUBTFUL


def _label(card: TableCard, role: str | None) -> str:
    reading = card.reading
    face = "?" if reading.label is None else reading.label + ("?" if reading.confidence < DOUBTFUL_BELOW else "")
    return f"{card.n}: {face}" + (f" {role}" if role else "")


def _outline(picture: Pixels, card: TableCard, role: str | None, scale: float) -> None:
    points = np.round(card.reading.corners).astype(np.int32)
    thin, thick = max(2, round(2 * scale)), max(5, round(6 * scale))
    width = thick if role else thin
    cv2.polylines(picture, [points], isClosed=True, color=_PLATE, thickness=width + 2 * thin, lineType=cv2.LINE_AA)
    cv2.polylines(picture, [points], isClosed=True, color=PLAYED if role else _colour(card), thickness=width, lineType=cv2.LINE_AA)
    cv2.fillConvexPoly(picture, _top_mark(card.reading.corners), PLAYED if role else _colour(card), cv2.LINE_AA)


def _top_mark(corners: Corners) -> NDArray[np.int32]:
    """A triangle on the card's own top edge that points to the outside: which way up the card was read."""
    left, right = corners[0], corners[1]
    middle, along = (left + right) / 2, (right - left) / 12
    up = (left - corners[3] + right - corners[2]) / 2
    up = up / max(float(np.linalg.norm(up)), 1e-6) * float(np.linalg.norm(along)) * 1.4
    return np.round([middle - along, middle + up, middle + along]).astype(np.int32)


def _text_size(text: str, scale: float) -> tuple[int, int]:
    """Width and height of a plate in pixels."""
    (width, height), base = cv2.getTextSize(text, _FONT, 0.68 * scale, _weight(scale))
    margin = round(4 * scale) + 1
    return width + 2 * margin, height + base + 2 * margin


def _weight(scale: float) -> int:
    return max(1, round(1.4 * scale))


def _free_plate(text: str, corners: Corners, placed: Sequence[_Plate], scale: float, shape: tuple[int, ...]) -> _Plate:
    """Puts a label outside one of the card's edges, its own top first, where it hides no other label; else where it hides least."""
    width, height = _text_size(text, scale)
    middle = corners.mean(axis=0)
    plates = []
    for edge in range(4):
        outside = (corners[edge] + corners[(edge + 1) % 4]) / 2 - middle
        length = max(float(np.linalg.norm(outside)), 1e-6)
        reach = length + abs(outside[0]) / length * width / 2 + abs(outside[1]) / length * height / 2
        x, y = middle + outside / length * reach
        left = int(np.clip(x - width / 2, 0, max(0, shape[1] - width)))
        top = int(np.clip(y - height / 2, 0, max(0, shape[0] - height)))
        plates.append(_Plate(text, (left, top, left + width, top + height)))
    return min(plates, key=lambda plate: sum(plate.overlap(other) for other in placed))  # the first of equals


def _draw_plate(picture: Pixels, plate: _Plate, colour: Colour, scale: float) -> None:
    left, top, right, bottom = plate.box
    cv2.rectangle(picture, (left, top), (right, bottom), _PLATE, cv2.FILLED)
    cv2.rectangle(picture, (left, top), (right, bottom), colour, max(1, round(scale)))
    (_, height), base = cv2.getTextSize(plate.text, _FONT, 0.68 * scale, _weight(scale))
    down = (bottom - top - height - base) // 2 + height
    cv2.putText(picture, plate.text, (left + round(4 * scale) + 1, top + down), _FONT, 0.68 * scale, _INK, _weight(scale), cv2.LINE_AA)


def _strip(lines: Sequence[str], width: int, scale: float) -> Pixels:
    """``(height, width, 3)``: the lines, wrapped to the width; no height where there is no line."""
    wrapped = [part for line in lines for part in _wrapped(line.translate(_ASCII), width, scale)]
    row = round(1.5 * _FONT_PIXELS * scale) + 4
    strip = np.full((row * len(wrapped), width, 3), _PLATE, np.uint8)
    for place, text in enumerate(wrapped):
        cv2.putText(strip, text, (row // 4, row * place + round(0.7 * row)), _FONT, 0.7 * scale, _INK, _weight(scale), cv2.LINE_AA)
    return strip


def _wrapped(line: str, width: int, scale: float) -> list[str]:
    """The line in parts that are no wider than the picture."""
    parts = [""]
    for word in line.split():
        longer = f"{parts[-1]} {word}".strip()
        if parts[-1] and cv2.getTextSize(longer, _FONT, 0.7 * scale, _weight(scale))[0][0] > width * 0.96:
            parts.append(word)
        else:
            parts[-1] = longer
    return parts
