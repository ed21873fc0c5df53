"""The pages of a week beside its slips: one to project for each puzzle, with large cards, and the answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from numero_cam.catalogue import tr
from numero_cam.printing.deck_art import CARD_HEIGHT, CARD_WIDTH
from numero_cam.printing.paper import (
    SHEET_SIZES,
    Colour,
    Drawing,
    PaperError,
    PaperItem,
    PaperPage,
    PlacedDrawing,
    TextLine,
    box,
    scale_drawing,
)
from numero_cam.printing.slips import fit_text

_MARGIN = 14.0
"""Margin of the pages, in millimetres."""
_BETWEEN = 4.0
"""Gap between two cards, in millimetres."""
_SOFT: Colour = (90, 90, 90)
_LETTERS_A_MM = 0.86
"""Width of a letter in heights of a capital letter, at most: see ``fit_text``."""


@dataclass(frozen=True)
class ProjectedPuzzle:
    """A puzzle to be shown.

    Attributes:
        title: What stands above it.
        centre: Faces, in canonical notation.
        hand: The same.
        question: What is asked.
        answer: The best take in words.
    """

    title: str
    centre: tuple[str, ...]
    hand: tuple[str, ...]
    question: str
    answer: str


def project_page(shown: ProjectedPuzzle, art: Mapping[str, Drawing], *, paper: str) -> PaperPage:
    """A page in landscape to project or to hang up.

    Raises:
        PaperError: A card that the deck does not have.
    """
    height, width = SHEET_SIZES[paper]
    rows = ((tr("Centre"), shown.centre, 40.0), (tr("Your hand"), shown.hand, 40.0 + (height - 52) / 2))
    tall = (height - 52) / 2 - 16
    items: list[PaperItem] = [
        fit_text(shown.title, (_MARGIN, 18), 6, width - 2 * _MARGIN),
        fit_text(shown.question, (_MARGIN, 27), 4, width - 2 * _MARGIN, _SOFT),
    ]
    for name, faces, top in rows:
        wide = min(CARD_WIDTH * tall / CARD_HEIGHT, (width - 2 * _MARGIN + _BETWEEN) / max(len(faces), 1) - _BETWEEN)
        items.append(TextLine(name, _MARGIN, top - 2, 4, _SOFT))
        items += [_card(art, face, _MARGIN + place * (wide + _BETWEEN), top, wide) for place, face in enumerate(faces)]
    return PaperPage(width, height, tuple(items))


def answer_pages(heading: str, puzzles: Sequence[ProjectedPuzzle], *, paper: str) -> tuple[PaperPage, ...]:
    """The answers, for the teacher.

    Raises:
        PaperError: Words that no font here can write.
    """
    width, height = SHEET_SIZES[paper]
    pages: list[PaperPage] = []
    items: list[PaperItem] = []
    y = height
    for shown in puzzles:
        lines = _wrapped(shown.answer, 2.6, width - 2 * _MARGIN)
        if y + 16 + 5 * len(lines) > height - _MARGIN:
            if items:
                pages.append(PaperPage(width, height, tuple(items)))
            items = [
                fit_text(tr("Answers: {week}", week=heading), (_MARGIN, 20), 4.5, width - 2 * _MARGIN),
                box(_MARGIN, 24, width - 2 * _MARGIN, 0.2),
            ]
            y = 34.0
        items.append(fit_text(shown.title, (_MARGIN, y), 3.2, width - 2 * _MARGIN))
        cards = tr("Centre {centre}, hand {hand}", centre=" ".join(shown.centre), hand=" ".join(shown.hand))
        items.append(fit_text(cards, (_MARGIN, y + 6), 2.4, width - 2 * _MARGIN, _SOFT))
        items += [TextLine(line, _MARGIN, y + 12 + 5 * place, 2.6) for place, line in enumerate(lines)]
        y += 20 + 5 * len(lines)
    return (*pages, PaperPage(width, height, tuple(items)))


def _card(art: Mapping[str, Drawing], face: str, x: float, y: float, width: float) -> PlacedDrawing:
    if face not in art:
        message = tr("the deck has no card {card}", card=face)
        raise PaperError(message)
    return PlacedDrawing(scale_drawing(art[face], width / CARD_WIDTH), x, y)


def _wrapped(text: str, height: float, width: float) -> list[str]:
    room = max(1, int(width / (_LETTERS_A_MM * height)))
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and len(longer) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
