"""Prints the slips that pupils fill in and the program reads; ``marking.slip_layout`` has the places of everything on them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from numero_cam.catalogue import tr
from numero_cam.marking import slip_layout
from numero_cam.marking.slip_code import SlipCode, marker_cells, marker_number, strip_bits
from numero_cam.marking.slip_layout import CircleUse, SlipCircle, SlipForm, circles_of
from numero_cam.printing.charuco_sheet import marker_items
from numero_cam.printing.deck_art import CARD_HEIGHT, CARD_WIDTH
from numero_cam.printing.lettering import missing_letters
from numero_cam.printing.paper import (
    BLACK,
    SHEET_SIZES,
    Colour,
    Drawing,
    PaperError,
    PaperItem,
    PaperPage,
    PlacedDrawing,
    TextLine,
    box,
    circle,
    disc,
    move_items,
    scale_drawing,
)

_GREY: Colour = (120, 120, 120)
_SOFT: Colour = (90, 90, 90)
_MAX_CARD_WIDTH = 11.0
"""Maximum width of a card on a slip, in millimetres."""
_CARD_GAP = 0.9
"""Gap between two cards, in millimetres."""
_MIN_LETTER = 1.3
"""Minimum height of a capital letter, in millimetres."""
_CUT_LINE = 0.1
"""Width of the lines to cut along, in millimetres."""
_HEADING_X = 18.5
"""Left edge of the heading, in millimetres."""
_HEADING_WIDTH = 68.0
"""Maximum width of the heading, in millimetres."""


@dataclass(frozen=True)
class SlipContent:
    """The content of a slip.

    Attributes:
        code: Number of the printing and of the slip in it.
        heading: Class and week.
        owner: Name of the pupil; on a spare slip, the request to shade the pupil's number.
        centre: Faces of the centre, in canonical notation.
        takers: Faces of the number cards of the hand.
        wilds: Faces of the wild cards of the hand.
        spare: Whether the pupil shades a number because the slip has no name.
    """

    code: SlipCode
    heading: str
    owner: str
    centre: tuple[str, ...]
    takers: tuple[str, ...]
    wilds: tuple[str, ...]
    spare: bool = False

    @property
    def form(self) -> SlipForm:
        """The form that decides which circles the slip has."""
        return SlipForm(len(self.centre), len(self.takers), len(self.wilds), self.spare)


def slip_pages(slips: Sequence[SlipContent], art: Mapping[str, Drawing], *, paper: str) -> tuple[PaperPage, ...]:
    """Return pages of four slips each, with lines to cut along.

    Args:
        slips: The slips in order.
        art: The drawings from ``read_art``.
        paper: ``a4`` or ``letter``.

    Raises:
        PaperError: The deck does not have a card, or a puzzle does not fit.
    """
    cards = _ScaledCards(art)
    width, height = SHEET_SIZES[paper]
    pages = []
    for four in (slips[at : at + 4] for at in range(0, len(slips), 4)):
        items: list[PaperItem] = [
            box(width / 2 - _CUT_LINE / 2, 0, _CUT_LINE, height, (190, 190, 190)),
            box(0, height / 2 - _CUT_LINE / 2, width, _CUT_LINE, (190, 190, 190)),
        ]
        for place, slip in enumerate(four):
            x = (width / 2 - slip_layout.SLIP_WIDTH) / 2 + place % 2 * width / 2
            y = (height / 2 - slip_layout.SLIP_HEIGHT) / 2 + place // 2 * height / 2
            items += move_items(slip_items(slip, cards), x, y)
        pages.append(PaperPage(width, height, tuple(items)))
    return tuple(pages)


class _ScaledCards:
    """The faces of the deck in any size, cached."""

    def __init__(self, art: Mapping[str, Drawing]) -> None:
        self._art = art
        self._made: dict[tuple[str, float], Drawing] = {}

    def placed(self, face: str, middle: float, bottom: float, width: float) -> PlacedDrawing:
        """Return a card by the middle and the bottom of its lower edge and its width, millimetres."""
        key = face, round(width, 2)
        if key not in self._made:
            if face not in self._art:
                message = tr("the deck has no card {card}", card=face)
                raise PaperError(message)
            self._made[key] = scale_drawing(self._art[face], width / CARD_WIDTH)
        return PlacedDrawing(self._made[key], middle - width / 2, bottom - width * CARD_HEIGHT / CARD_WIDTH)


def slip_items(slip: SlipContent, cards: "_ScaledCards | Mapping[str, Drawing]") -> tuple[PaperItem, ...]:
    """Return everything on a slip, in millimetres from its own top-left corner.

    Raises:
        PaperError: The deck does not have a card, or the puzzle does not fit.
    """
    cards = cards if isinstance(cards, _ScaledCards) else _ScaledCards(cards)
    try:
        form = slip.form
    except ValueError as error:
        raise PaperError(str(error)) from error
    shown = (
        *_card_row(cards, slip.centre, [form.centre_x(c) for c in range(form.centre)], slip_layout.CENTRE_CARDS_BOTTOM, form.centre_pitch),
        *_card_row(cards, slip.takers, [form.taker_x(c) for c in range(form.takers)], slip_layout.HAND_CARDS_BOTTOM, form.hand_pitch),
        *_card_row(cards, slip.wilds, [form.wild_x(c) for c in range(form.wilds)], slip_layout.HAND_CARDS_BOTTOM, form.hand_pitch),
    )
    circles = (_circle_item(one) for one in circles_of(form))
    return (*_code_items(slip.code), *_heading_items(slip), *shown, *circles, *_label_items(form), *_bottom_items(form))


def _card_row(cards: _ScaledCards, faces: Sequence[str], middles: Sequence[float], bottom: float, pitch: float) -> list[PaperItem]:
    """Return a row of cards at these middles; ``bottom`` is their lower edge, ``pitch`` the distance of two middles, millimetres."""
    width = min(pitch - _CARD_GAP, _MAX_CARD_WIDTH)
    return [cards.placed(face, x, bottom, width) for face, x in zip(faces, middles, strict=True)]


def _circle_item(one: SlipCircle) -> PaperItem:
    """Return a circle of the slip: filled for the ink reference, else an outline to shade."""
    if one.use is CircleUse.INK:
        return disc(one.x, one.y, one.radius)
    return circle(one.x, one.y, one.radius, slip_layout.CIRCLE_LINE, _GREY)


def _code_items(code: SlipCode) -> tuple[PaperItem, ...]:
    """Return the corner markers, the strip of bits and the text of a slip's code."""
    items: list[PaperItem] = []
    for corner, ((x, y), *_) in enumerate(slip_layout.marker_corners().tolist()):
        items += marker_items(marker_cells(marker_number(code.slip, corner)), x, y, slip_layout.MARKER_SIDE)
    half = slip_layout.STRIP_CELL / 2
    cells = slip_layout.strip_cells()[np.flatnonzero(strip_bits(code))]
    items += [box(x - half, y - half, slip_layout.STRIP_CELL, slip_layout.STRIP_CELL) for x, y in cells.tolist()]
    return (*items, TextLine(f"{code.printing} - {code.slip}", slip_layout.STRIP_LEFT, slip_layout.STRIP_TOP + 8.2, 1.6, _SOFT))


def _heading_items(slip: SlipContent) -> tuple[PaperItem, ...]:
    """Return the heading, the owner and the instruction at the top of a slip."""
    return (
        fit_text(slip.heading, (_HEADING_X, 9.4), 2.4, _HEADING_WIDTH, _SOFT),
        fit_text(slip.owner, (_HEADING_X, 15.4), 3.4, _HEADING_WIDTH),
        TextLine(tr("Shade one circle for each card that you take: row 1 for the first set, rows 2 and 3 for more sets."), 6, 20.2, 1.6),
    )


def fit_text(text: str, place: tuple[float, float], height: float, width: float, colour: Colour = BLACK) -> TextLine:
    """Return a line of text that is no wider than ``width`` millimetres: with smaller letters, and shortened if these are the smallest."""
    per_letter = 0.86  # width of a letter per height of a capital letter; most letters of Helvetica are narrower
    if len(text) * per_letter * height > width:
        height = max(_MIN_LETTER, width / (len(text) * per_letter))
    room = int(width / (per_letter * height) + 1e-6)
    if len(text) > room:
        text = text[: room - 1].rstrip() + "…"
    return TextLine(text, *place, height, colour)


def _label_items(form: SlipForm) -> tuple[PaperItem, ...]:
    """Return the texts beside the cards and rows of circles."""
    lines = range(slip_layout.SET_ROWS)
    told = tr("Your hand: shade the card that you take with, and each wild card in the row of its set. Rub out well.")
    items: list[PaperItem] = [
        TextLine(tr("Centre"), 6, slip_layout.CENTRE_CARDS_BOTTOM - 16.6, 1.6),
        TextLine(told, 6, slip_layout.HAND_CARDS_BOTTOM - 16.6, 1.6),
    ]
    items += [TextLine(f"{r + 1}", 7, slip_layout.FIRST_CENTRE_ROW + r * slip_layout.ROW_PITCH + 1.2, 2.6) for r in lines]
    if form.wilds:
        x = form.wild_x(0) - form.hand_pitch / 2 - 4.2
        items += [TextLine(f"{r + 1}", x, slip_layout.FIRST_HAND_ROW + r * slip_layout.ROW_PITCH + 1.2, 2.6) for r in lines]
    items.append(TextLine(tr("taken with"), form.taker_x(0) - 3, slip_layout.FIRST_HAND_ROW + 6, 1.7))
    return tuple(items)


def _bottom_items(form: SlipForm) -> tuple[PaperItem, ...]:
    """Return the bottom of a slip: room to calculate, or on a spare slip the texts of the pupil's number."""
    if not form.spare:
        return TextLine(tr("Room to work (nobody reads this):"), 6, 110.6, 1.5, _SOFT), box(6, 121.4, 93, 0.1, (200, 200, 200))
    columns = [slip_layout.DIGIT_LEFT + digit * slip_layout.DIGIT_PITCH for digit in range(10)]
    words = [TextLine(str(digit), x - 0.7, slip_layout.DIGIT_ROWS[0] - 3.2, 1.6) for digit, x in enumerate(columns)]
    tens, units = slip_layout.DIGIT_ROWS
    return (*words, TextLine("tens", 11.5, tens + 0.8, 1.7), TextLine("units", 11.5, units + 0.8, 1.7))


def can_be_printed(name: str) -> bool:
    """Return whether the fonts of a print have every letter of a name."""
    return not missing_letters(name) or name.encode("cp1252", "ignore").decode("cp1252") == name
