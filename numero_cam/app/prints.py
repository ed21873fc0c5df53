"""Writes decks, the calibration board and the marker sheet as files to print."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from numero_cam.app.choices import CalibrationPrint, Flip, Paper
from numero_cam.base.outputs import write_atomically
from numero_cam.catalogue import tr
from numero_cam.printing.charuco_sheet import board_page
from numero_cam.printing.deck_sheets import deck_pages, sheet_answers
from numero_cam.printing.marker_sheet import marker_page
from numero_cam.printing.paper import Drawing, PaperPage
from numero_cam.printing.pdf import pdf_bytes
from numero_cam.printing.raster import page_png

_DOTS_PER_INCH = 300  # of a PNG
#: By what is printed: the function that draws its page for a size of paper, and the title of the PDF.
_PAGES: dict[str, tuple[Callable[[str], PaperPage], str]] = {
    "board": (board_page, tr("calibration board")),
    "sheet": (marker_page, tr("marker sheet")),
}


@dataclass(frozen=True)
class PrintedDeck:
    """A deck that was written: how many cards on how many pages."""

    cards: int  #: Number of cards.
    pages: int  #: Number of pages.


def write_calibration_print(out: Path, what: CalibrationPrint, paper: Paper) -> None:
    """Write the calibration board or the marker sheet as a PDF where the name ends so, else as a PNG of `_DOTS_PER_INCH`."""
    page_of, title = _PAGES[what]
    page = page_of(paper)
    write_atomically(out, pdf_bytes([page], f"numero-cam {title}") if out.suffix.lower() == ".pdf" else page_png(page, _DOTS_PER_INCH))


@dataclass(frozen=True)
class DeckPrint:
    """A deck to be printed."""

    out: Path  #: The PDF.
    cards: str | None = None  #: These cards only, as people write them; None for the whole pack.
    characters: Path | None = None  #: File of the characters on the cards; None for that of the program.
    paper: Paper = "a4"  #: Size of the paper.
    backs: bool = True  #: Whether each sheet is followed by its reverse.
    flip: Flip = "long"  #: The edge over which the printer turns a sheet.
    answers: Path | None = None  #: File for the cards of each sheet, row by row; None for none.


def write_cards(wanted: DeckPrint, shown: Sequence[str], art: Mapping[str, Drawing]) -> PrintedDeck:
    """Write cards as a PDF and, where asked for, which card is where.

    Args:
        wanted: The files and the kind of print; its `cards` are ignored.
        shown: Faces of the cards, in order.
        art: The drawing of each face.
    """
    pages = deck_pages(shown, art, paper=wanted.paper, backs=wanted.backs, flip=wanted.flip)
    write_atomically(wanted.out, pdf_bytes(pages, tr("numero-cam deck")))
    if wanted.answers:
        write_atomically(wanted.answers, sheet_answers(shown).encode())
    return PrintedDeck(len(shown), len(pages))
