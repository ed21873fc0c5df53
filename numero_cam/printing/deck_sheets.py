"""Pages of the project's own deck to print and cut: nine cards on a sheet, backs on the reverse."""

from collections.abc import Mapping, Sequence

from numero_cam.catalogue import tr
from numero_cam.printing.deck_art import BACK, CARD_HEIGHT, CARD_WIDTH
from numero_cam.printing.paper import SHEET_SIZES, Colour, Drawing, PaperError, PaperItem, PaperPage, PlacedDrawing, TextLine, box

COLUMNS = 3  #: Number of cards side by side on a sheet.
ROWS = 3  #: Number of rows of cards on a sheet.
BLEED_MM = 1.5  #: Millimetres by which the ground of a card extends beyond its edge, for cuts and reverse pages that are a little off.
_CUT_LINE_WIDTH = 0.1  #: Width of the cut lines, in millimetres.
_CUT_REACH = 4.0  #: Length of the cut lines beyond the cards, in millimetres.
_CUT_COLOUR: Colour = (150, 150, 150)
_RAISED_MM = 2.0  #: Millimetres by which the cards are above the middle of the sheet, because a line of text is below them.


def deck_pages(
    faces: Sequence[str], art: Mapping[str, Drawing], *, paper: str, backs: bool = True, flip: str = "long"
) -> tuple[PaperPage, ...]:
    """Return the pages of some cards.

    Args:
        faces: The cards in canonical notation; each is printed as often as it is in the list.
        art: The drawings from ``read_art``.
        paper: ``a4`` or ``letter``.
        backs: Whether each page is followed by its reverse.
        flip: The edge over which the printer turns the sheet: ``long`` or ``short``.

    Returns:
        Upright pages; on a reverse page each back is behind its face.
    """
    missing = [face for face in faces if face not in art]
    if missing or not faces:
        raise PaperError(tr("the deck has no card {card}", card=missing[0]) if missing else tr("no card is to be printed"))
    sheets = _in_groups(faces, COLUMNS * ROWS)
    pages = []
    for number, sheet in enumerate(sheets, start=1):
        sentences = [
            tr("numero-cam deck, sheet {number} of {sheets}.", number=number, sheets=len(sheets)),
            tr("Print at 100 %: each card is {width} x {height} mm.", width=CARD_WIDTH, height=CARD_HEIGHT),
        ]
        if backs:
            long_edge, short_edge = tr("Two-sided: turn over on the long edge."), tr("Two-sided: turn over on the short edge.")
            sentences.append(long_edge if flip == "long" else short_edge)
        places = _card_corners(len(sheet), SHEET_SIZES[paper])
        cards = [PlacedDrawing(art[face], *place) for face, place in zip(sheet, places, strict=True)]
        pages.append(
            PaperPage(
                *SHEET_SIZES[paper],
                (*_with_bleed(cards), *_cut_lines(SHEET_SIZES[paper]), _footer(" ".join(sentences), SHEET_SIZES[paper])),
            )
        )
        if backs:
            reverse = [PlacedDrawing(art[BACK], *_reverse_corner(place, SHEET_SIZES[paper], flip)) for place in places]
            pages.append(PaperPage(*SHEET_SIZES[paper], _with_bleed(reverse)))
    return tuple(pages)


def sheet_answers(faces: Sequence[str]) -> str:
    """Return the cards of each sheet, row by row, as text: the expected readings of photos of the uncut sheets."""
    lines = [tr("# Cards of each sheet, row by row from the left, as on the sheet with its text at the lower edge.")]
    for number, sheet in enumerate(_in_groups(faces, COLUMNS * ROWS), start=1):
        lines += ["", tr("# sheet {number}", number=number), *(" ".join(row) for row in _in_groups(sheet, COLUMNS))]
    return "\n".join(lines) + "\n"


def _in_groups(faces: Sequence[str], length: int) -> list[Sequence[str]]:
    """Return the faces in groups of this length; the last one may be shorter."""
    return [faces[at : at + length] for at in range(0, len(faces), length)]


def _first_corner(size: tuple[float, float]) -> tuple[float, float]:
    """Return left and top of the first card, millimetres, on a sheet of this width and height."""
    return (size[0] - COLUMNS * CARD_WIDTH) / 2, (size[1] - ROWS * CARD_HEIGHT) / 2 - _RAISED_MM


def _card_corners(count: int, size: tuple[float, float]) -> list[tuple[float, float]]:
    """Return left and top of each of ``count`` cards, millimetres, on a sheet of this width and height."""
    left, top = _first_corner(size)
    return [(left + k % COLUMNS * CARD_WIDTH, top + k // COLUMNS * CARD_HEIGHT) for k in range(count)]


def _reverse_corner(place: tuple[float, float], size: tuple[float, float], flip: str) -> tuple[float, float]:
    """Return left and top of a card's place on the reverse of the sheet."""
    x, y = place
    return (size[0] - x - CARD_WIDTH, y) if flip == "long" else (x, size[1] - y - CARD_HEIGHT)


def _with_bleed(cards: Sequence[PlacedDrawing]) -> tuple[PaperItem, ...]:
    """Return the cards, and below each of them a larger box in the colour of its ground."""
    grounds = [
        box(card.x - BLEED_MM, card.y - BLEED_MM, CARD_WIDTH + 2 * BLEED_MM, CARD_HEIGHT + 2 * BLEED_MM, card.drawing.fills[0].colour)
        for card in cards
    ]
    return (*grounds, *cards)


def _cut_lines(size: tuple[float, float]) -> tuple[PaperItem, ...]:
    """Return the lines to cut along, which extend beyond the cards, on a sheet of this width and height, millimetres."""
    left, top = _first_corner(size)
    width, height = COLUMNS * CARD_WIDTH, ROWS * CARD_HEIGHT
    down = [
        box(left + k * CARD_WIDTH - _CUT_LINE_WIDTH / 2, top - _CUT_REACH, _CUT_LINE_WIDTH, height + 2 * _CUT_REACH, _CUT_COLOUR)
        for k in range(COLUMNS + 1)
    ]
    across = [
        box(left - _CUT_REACH, top + k * CARD_HEIGHT - _CUT_LINE_WIDTH / 2, width + 2 * _CUT_REACH, _CUT_LINE_WIDTH, _CUT_COLOUR)
        for k in range(ROWS + 1)
    ]
    return (*down, *across)


def _footer(words: str, size: tuple[float, float]) -> TextLine:
    """Return the line of text below the cards."""
    left, top = _first_corner(size)
    return TextLine(words, left + 1, top + ROWS * CARD_HEIGHT + 5.2, 1.7, (90, 90, 90))
