"""Writes the project's own deck, the calibration board and the marker sheet as files to print."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from numero_cam.app.choices import CalibrationPrint, Paper
from numero_cam.base.outputs import write_atomically
from numero_cam.catalogue import tr
from numero_cam.games.numero.rules.cards import PACK
from numero_cam.printing.charuco_sheet import board_page
from numero_cam.printing.deck_art import read_art
from numero_cam.printing.deck_sheets import deck_pages, sheet_answers
from numero_cam.printing.marker_sheet import marker_page
from numero_cam.printing.paper import PaperPage
from numero_cam.printing.pdf import pdf_bytes
from numero_cam.printing.raster import page_png

_DOTS_PER_INCH = 300
_PAGES: dict[str, tuple[Callable[[str], PaperPage], str]] = {
    "board": (board_page, tr("calibration board")),
    "sheet": (marker_page, tr("marker sheet")),
}


@dataclass(frozen=True)
class PrintedDeck:
    """A deck that was written: how many cards on how many pages."""

    cards: int
    pages: int


def write_calibration_print(out: Path, what: CalibrationPrint, paper: Paper) -> None:
    """Write the calibration board or the marker sheet.

    Args:
        out: ``.pdf``, or else ``.png`` of 300 dots an inch.
        what: Which of them.
        paper: ``a4`` or ``letter``.

    Raises:
        NumeroCamError: The file cannot be written.
    """
    page_of, title = _PAGES[what]
    page = page_of(paper)
    write_atomically(out, pdf_bytes([page], f"numero-cam {title}") if out.suffix.lower() == ".pdf" else page_png(page, _DOTS_PER_INCH))


def write_deck(out: Path, faces: Sequence[str] | None, *, paper: str, backs: bool, flip: str, answers_out: Path | None) -> PrintedDeck:
    """Write the project's own deck and, where asked for, which card lies where.

    Args:
        out: The PDF.
        faces: These cards only; None for the whole pack.
        paper: ``a4`` or ``letter``.
        backs: Whether each sheet is followed by its reverse.
        flip: The edge over which the printer turns a sheet: ``long`` or ``short``.
        answers_out: Where the cards of each sheet are written, row by row; None for nowhere.

    Raises:
        PaperError: A card that the deck does not have.
        NumeroCamError: A file cannot be written.
    """
    shown = [str(card) for card in PACK] if faces is None else list(faces)
    pages = deck_pages(shown, read_art(), paper=paper, backs=backs, flip=flip)
    return write_pages(out, shown, pages, answers_out)


def write_pages(out: Path, shown: Sequence[str], pages: Sequence[PaperPage], answers_out: Path | None) -> PrintedDeck:
    """Write pages of cards as a PDF and, where asked for, which card lies where.

    Args:
        out: The PDF.
        shown: The cards in the order of the pages.
        pages: The pages.
        answers_out: Where the cards of each sheet are written, row by row; None for nowhere.

    Raises:
        NumeroCamError: A file cannot be written.
    """
    write_atomically(out, pdf_bytes(pages, tr("numero-cam deck")))
    if answers_out:
        write_atomically(answers_out, sheet_answers(shown).encode())
    return PrintedDeck(len(shown), len(pages))
