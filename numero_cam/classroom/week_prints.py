"""Pages of a week of puzzles: one with large cards to project for each puzzle, and the answers for the teacher."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from numero_cam.catalogue import tr
from numero_cam.classroom.slip_prints import ScaledCards, fit_text
from numero_cam.printing.deck_art import CARD_HEIGHT, CARD_WIDTH
from numero_cam.printing.lettering import text_width
from numero_cam.printing.paper import SHEET_SIZES, Colour, Drawing, PaperItem, PaperPage, TextLine, box

_MARGIN = 14.0  #: Margin of the pages, in millimetres.
_CARD_GAP = 4.0  #: Gap between two cards, in millimetres.
_SOFT: Colour = (90, 90, 90)


@dataclass(frozen=True)
class ProjectedPuzzle:
    """A puzzle to project."""

    title: str  #: Title above the puzzle.
    centre: tuple[str, ...]  #: Faces of the centre, in canonical notation.
    hand: tuple[str, ...]  #: Faces of the hand, in canonical notation.
    question: str  #: The question to the class.
    cards: str  #: The cards in words.
    answer: str  #: The best take in words.


def project_page(shown: ProjectedPuzzle, art: Mapping[str, Drawing], *, paper: str) -> PaperPage:
    """Return a landscape page of a puzzle to project or to hang up."""
    cards = ScaledCards(art)
    height, width = SHEET_SIZES[paper]
    rows = ((tr("Middle"), shown.centre, 40.0), (tr("Your hand"), shown.hand, 40.0 + (height - 52) / 2))
    tall = (height - 52) / 2 - 16  # maximum height of a card, millimetres
    items: list[PaperItem] = [
        fit_text(shown.title, (_MARGIN, 18), 6, width - 2 * _MARGIN),
        fit_text(shown.question, (_MARGIN, 27), 4, width - 2 * _MARGIN, _SOFT),
    ]
    for name, faces, top in rows:
        wide = min(CARD_WIDTH * tall / CARD_HEIGHT, (width - 2 * _MARGIN + _CARD_GAP) / max(len(faces), 1) - _CARD_GAP)
        items.append(TextLine(name, _MARGIN, top - 2, 4, _SOFT))
        middles = (_MARGIN + wide / 2 + place * (wide + _CARD_GAP) for place in range(len(faces)))
        bottom = top + wide * CARD_HEIGHT / CARD_WIDTH
        items += [cards.placed(face, middle, bottom, wide) for face, middle in zip(faces, middles, strict=True)]
    return PaperPage(width, height, tuple(items))


def answer_pages(heading: str, puzzles: Sequence[ProjectedPuzzle], *, paper: str) -> tuple[PaperPage, ...]:
    """Return the pages of the answers for the teacher, with the heading on each."""
    width, height = SHEET_SIZES[paper]
    pages: list[PaperPage] = []
    items: list[PaperItem] = []
    y = height
    for shown in puzzles:
        lines = _wrapped_lines(shown.answer, 2.6, width - 2 * _MARGIN)
        if y + 16 + 5 * len(lines) > height - _MARGIN:
            if items:
                pages.append(PaperPage(width, height, tuple(items)))
            items = [
                fit_text(tr("Answers: {week}", week=heading), (_MARGIN, 20), 4.5, width - 2 * _MARGIN),
                box(_MARGIN, 24, width - 2 * _MARGIN, 0.2),
            ]
            y = 34.0
        items.append(fit_text(shown.title, (_MARGIN, y), 3.2, width - 2 * _MARGIN))
        items.append(fit_text(shown.cards, (_MARGIN, y + 6), 2.4, width - 2 * _MARGIN, _SOFT))
        items += [TextLine(line, _MARGIN, y + 12 + 5 * place, 2.6) for place, line in enumerate(lines)]
        y += 20 + 5 * len(lines)
    return (*pages, PaperPage(width, height, tuple(items)))


def _wrapped_lines(text: str, height: float, width: float) -> list[str]:
    """Return a text in lines no wider than ``width``; ``height`` is that of a capital letter, millimetres."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, height) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
