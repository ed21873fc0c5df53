"""Prints the slips that pupils fill in and the program reads; ``marking.slip_layout`` has the places of everything on them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from numero_cam.catalogue import tr
from numero_cam.games.numero.rules import Kind, parse_card
from numero_cam.games.numero.rules.choices import PuzzleKind
from numero_cam.marking import slip_layout
from numero_cam.marking.slip_layout import (
    LAYOUTS,
    SET_ROWS,
    CircleUse,
    SlipCircle,
    SlipCode,
    SlipForm,
    circles_of,
    marker_cells,
    marker_number,
    strip_bits,
)
from numero_cam.printing.charuco_sheet import marker_items
from numero_cam.printing.deck_art import CARD_HEIGHT, CARD_WIDTH
from numero_cam.printing.lettering import text_outlines, text_width
from numero_cam.printing.paper import (
    BLACK,
    SHEET_SIZES,
    WHITE,
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
    scale_items,
)

COVERED = "?"  #: Face of the card that is to be found.
_GREY: Colour = (120, 120, 120)
_SOFT: Colour = (90, 90, 90)
_PALE: Colour = (190, 190, 190)
_MAX_CARD_WIDTH = 10.2  #: Maximum width of a card on a slip, in millimetres.
_CARD_GAP = 0.9  #: Gap between two cards, in millimetres.
_MIN_LETTER = 1.3  #: Minimum height of a capital letter, in millimetres.
_TEXT = 1.9  #: Height of a capital letter of explanations, in millimetres.
_EXAMPLE_RADIUS = 1.15  #: Radius of the circles of the solved example, in millimetres.
_CUT_LINE = 0.1  #: Width of the lines to cut along, in millimetres.
_LEFT = 6.0  #: Left edge of everything that is printed, in millimetres.
_RIGHT = 99.0  #: Right edge of everything that is printed, in millimetres.
_HEADING_X = 18.5  #: Left edge of the heading, in millimetres.
_HEADING_WIDTH = 68.0  #: Maximum width of the heading, in millimetres.


@dataclass(frozen=True)
class SlipContent:
    """The content of a slip."""

    code: SlipCode  #: Number of the printing, the slips printed together, and of the slip in it.
    heading: str  #: Class and week.
    owner: str  #: Name of the pupil; on a spare slip, the request to shade the pupil's number.
    centre: tuple[str, ...]  #: Faces of the centre, in canonical notation; ``COVERED`` for a card that is to be found.
    takers: tuple[str, ...]  #: Faces of the number cards of the hand.
    wilds: tuple[str, ...]  #: Faces of the wild cards of the hand.
    spare: bool = False  #: Whether the pupil shades a number because the slip has no name.
    goal: str = ""  #: What the pupil is to do, a short sentence.
    kind: PuzzleKind = PuzzleKind.BEST  #: Kind of the puzzle, which decides what is explained and shown as an example.

    @property
    def form(self) -> SlipForm:
        """The form that decides which circles the slip has."""
        sets = SET_ROWS if self.kind.asks_for_take else 0
        return SlipForm(len(self.centre), len(self.takers), len(self.wilds), self.spare, self.code.version, sets)


def slip_pages(slips: Sequence[SlipContent], art: Mapping[str, Drawing], *, paper: str, per_page: int = 4) -> tuple[PaperPage, ...]:
    """Return pages of slips, with lines to cut along.

    Args:
        slips: The slips in order.
        art: The drawings from ``read_art``.
        paper: ``a4`` or ``letter``.
        per_page: Four slips on a page, or two large ones beside each other on a landscape page.
    """
    cards, scaled = ScaledCards(art), dict[int, Drawing]()
    width, height = SHEET_SIZES[paper] if per_page == 4 else SHEET_SIZES[paper][::-1]
    rows = per_page // 2
    factor = 1.0 if per_page == 4 else min(width / 2 / slip_layout.SLIP_WIDTH, height / slip_layout.SLIP_HEIGHT)
    margin_x, margin_y = (width / 2 - factor * slip_layout.SLIP_WIDTH) / 2, (height / rows - factor * slip_layout.SLIP_HEIGHT) / 2
    pages = []
    for group in (slips[at : at + per_page] for at in range(0, len(slips), per_page)):
        items: list[PaperItem] = [box(width / 2 - _CUT_LINE / 2, 0, _CUT_LINE, height, _PALE)]
        items += [box(0, height / 2 - _CUT_LINE / 2, width, _CUT_LINE, _PALE)] if rows == 2 else []
        for place, slip in enumerate(group):
            shown = slip_items(slip, cards)
            shown = shown if factor == 1 else scale_items(shown, factor, scaled)
            items += move_items(shown, margin_x + place % 2 * width / 2, margin_y + place // 2 * height / rows)
        pages.append(PaperPage(width, height, tuple(items)))
    return tuple(pages)


class ScaledCards:
    """The faces of the deck in any size, cached."""

    def __init__(self, art: Mapping[str, Drawing]) -> None:
        self._art = art
        self._made: dict[tuple[str, float], Drawing] = {}

    def placed(self, face: str, middle: float, bottom: float, width: float) -> PlacedDrawing:
        """Return a card by the middle and the bottom of its lower edge and its width, millimetres."""
        key = face, round(width, 2)
        if key not in self._made:
            if face != COVERED and face not in self._art:
                raise PaperError(tr("the deck has no card {card}", card=face))
            self._made[key] = scale_drawing(_covered_card() if face == COVERED else self._art[face], width / CARD_WIDTH)
        return PlacedDrawing(self._made[key], middle - width / 2, bottom - width * CARD_HEIGHT / CARD_WIDTH)


def _covered_card() -> Drawing:
    """Return a card with a question mark, in the size of the deck's cards."""
    sheet = box(0, 0, CARD_WIDTH, CARD_HEIGHT), box(2, 2, CARD_WIDTH - 4, CARD_HEIGHT - 4, WHITE)
    return Drawing((*sheet, text_outlines(TextLine("?", 20, 62, 38), bold=True)))


def slip_items(slip: SlipContent, cards: "ScaledCards | Mapping[str, Drawing]") -> tuple[PaperItem, ...]:
    """Return everything on a slip, in millimetres from its own top-left corner; `cards` are the faces, or the drawings of them."""
    cards = cards if isinstance(cards, ScaledCards) else ScaledCards(cards)
    try:
        form = slip.form
    except ValueError as error:
        raise PaperError(str(error)) from error
    heights = LAYOUTS[form.layout]
    shown = (
        *_card_row(cards, slip.centre, [form.centre_x(c) for c in range(form.centre)], heights.centre_cards_bottom, form.centre_pitch),
        *_card_row(cards, slip.takers, [form.taker_x(c) for c in range(form.takers)], heights.hand_cards_bottom, form.hand_pitch),
        *_card_row(cards, slip.wilds, [form.wild_x(c) for c in range(form.wilds)], heights.hand_cards_bottom, form.hand_pitch),
    )
    circles = (_circle_item(one) for one in circles_of(form))
    text_items = (*_heading_items(slip), *_goal_items(slip, cards), *_label_items(slip), *_bottom_items(slip))
    return (*_code_items(slip.code), *text_items, *shown, *circles)


def _card_row(cards: ScaledCards, faces: Sequence[str], middles: Sequence[float], bottom: float, pitch: float) -> list[PaperItem]:
    """Return a row of cards at these middles; ``bottom`` is their lower edge, ``pitch`` the distance of two middles, millimetres."""
    width = min(pitch - _CARD_GAP, _MAX_CARD_WIDTH)
    return [cards.placed(face, x, bottom, width) for face, x in zip(faces, middles, strict=True)]


def _circle_item(one: SlipCircle) -> PaperItem:
    """Return a circle of the slip: filled for the ink reference, else an outline to shade."""
    if one.use is CircleUse.INK:
        return disc(one.x, one.y, one.radius)
    return circle(one.x, one.y, one.radius, slip_layout.CIRCLE_LINE, _GREY)


def _code_items(code: SlipCode) -> tuple[PaperItem, ...]:
    """Return the corner markers, the strip of bits, the text of a slip's code and what the black circles are for."""
    items: list[PaperItem] = []
    for corner, ((x, y), *_) in enumerate(slip_layout.marker_corners().tolist()):
        items += marker_items(marker_cells(marker_number(code.slip, corner)), x, y, slip_layout.MARKER_SIDE)
    half = slip_layout.STRIP_CELL / 2
    cells = slip_layout.strip_cells()[np.flatnonzero(strip_bits(code))]
    items += [box(x - half, y - half, slip_layout.STRIP_CELL, slip_layout.STRIP_CELL) for x, y in cells.tolist()]
    below = slip_layout.STRIP_TOP + 8.2
    note = fit_text(tr("Black circles: for the camera, leave them."), (36.0, below), 1.7, 52.0, _SOFT)
    return (*items, TextLine(f"{code.printing} - {code.slip}", slip_layout.STRIP_LEFT, below, 1.7, _SOFT), note)


def _heading_items(slip: SlipContent) -> tuple[PaperItem, ...]:
    """Return the owner and the heading at the top of a slip."""
    return (
        fit_text(slip.owner, (_HEADING_X, 10.4), 3.4, _HEADING_WIDTH),
        fit_text(slip.heading, (_HEADING_X, 15.4), 2.4, _HEADING_WIDTH, _SOFT),
    )


def fit_text(text: str, place: tuple[float, float], height: float, width: float, colour: Colour = BLACK) -> TextLine:
    """Return a line no wider than ``width``, capitals at most ``height`` millimetres high; cut where the smallest letters are too wide."""
    wide = text_width(text, 1.0)
    if wide * height > width:
        height = max(_MIN_LETTER, width / wide)
    while text and text_width(text, height) > width + 1e-6:
        text = text[:-2].rstrip() + "…"
    return TextLine(text, *place, height, colour)


@dataclass(frozen=True, slots=True)
class _Example:
    """A small solved puzzle, printed as the example."""

    centre: tuple[str, ...]  #: Faces of its centre.
    hand: tuple[str, ...]  #: Faces of its hand.
    rows: tuple[int, ...]  #: The row, from 1, of the shaded circle of each card of the centre, then of the hand; 0 for none.
    sums: tuple[str, ...]  #: Its calculation in lines.


#: Examples of each kind of puzzle by the wild card that they show, the easiest first; ``Kind.NUMBER`` for none.
_EXAMPLES: Mapping[PuzzleKind, Mapping[Kind, _Example]] = {
    PuzzleKind.BEST: {
        Kind.NUMBER: _Example(("3r", "4g", "8b"), ("7o", "9r"), (1, 1, 0, 1, 0), ("3 + 4", "= 7")),
        Kind.SUBTRACT: _Example(("3r", "4g", "8b"), ("5o", "-2"), (1, 1, 0, 1, 1), ("3 + 4 − 2", "= 5")),
        Kind.MULTIPLY: _Example(("3r", "4g", "8b"), ("10o", "x2"), (1, 1, 0, 1, 1), ("3×2 + 4", "= 10")),
        Kind.DIVIDE: _Example(("3r", "7g", "8b"), ("5o", "/2"), (1, 1, 0, 1, 1), ("(3 + 7) ÷ 2", "= 5")),
        Kind.FRACTION: _Example(("3r", "7g", "8b"), ("5o", "1/2"), (1, 1, 0, 1, 1), ("(3 + 7) × ½", "= 5")),
        Kind.POWER: _Example(("3r", "4g", "8b"), ("13o", "N2"), (1, 1, 0, 1, 1), ("3² + 4", "= 13")),
        Kind.ROOT: _Example(("9r", "4g", "8b"), ("7o", "sqrt"), (1, 1, 0, 1, 1), ("√9 + 4", "= 7")),
    },
    PuzzleKind.TWO_SETS: {
        Kind.NUMBER: _Example(("3r", "2g", "4b", "1r"), ("5o",), (1, 1, 2, 2, 1), ("3 + 2 = 5", "4 + 1 = 5")),
    },
    PuzzleKind.FRACTION: {
        Kind.NUMBER: _Example(("3r", "7g", "8b"), ("5o", "1/2"), (1, 1, 0, 1, 1), ("(3 + 7) × ½", "= 5")),
    },
    PuzzleKind.TAKES_ALL: {
        Kind.NUMBER: _Example(("3r", "4g"), ("6b", "7o", "11r"), (0, 0, 0, 1, 0), ("3 + 4", "= 7")),
        Kind.SUBTRACT: _Example(("3r", "4g", "-2"), ("5o", "8b"), (0, 0, 0, 1, 0), ("3 + 4 − 2", "= 5")),
        Kind.MULTIPLY: _Example(("3r", "4g", "x2"), ("8o", "10b", "11r"), (0, 0, 0, 0, 1, 1), ("3×2 + 4 = 10", "3 + 4×2 = 11")),
    },
    PuzzleKind.MISSING: {
        Kind.NUMBER: _Example(("3r", COVERED), ("4o", "8b"), (0, 0, 1, 0), ("3 + 4", "= 7")),
        Kind.SUBTRACT: _Example(("3r", COVERED, "-2"), ("4o", "8b"), (0, 0, 0, 1, 0), ("3 + 4 − 2", "= 5")),
    },
}


def _example_of(slip: SlipContent) -> _Example:
    """Return the example for a slip: with the easiest kind of wild card that the slip has, or with none."""
    faces = (face for face in (*slip.centre, *slip.wilds) if face != COVERED)
    kinds = {parse_card(face).kind for face in faces}
    examples = _EXAMPLES[slip.kind]
    return next((example for kind, example in examples.items() if kind in kinds - {Kind.NUMBER}), examples[Kind.NUMBER])


def _goal_items(slip: SlipContent, cards: ScaledCards) -> tuple[PaperItem, ...]:
    """Return the goal, how a take works, and a small solved example where the layout has room."""
    top = LAYOUTS[slip.code.version].example_top
    if top is None:
        return (fit_text(slip.goal, (_LEFT, 20.4), 2.4, _RIGHT - _LEFT),)
    lines = (
        (tr("One card of your hand takes cards"), tr("of the middle that make its number."))
        if slip.kind.asks_for_take
        else (tr("A card takes what makes its number,"), tr("each card of the middle used once."))
    )
    words = [fit_text(line, (_LEFT, top + 7.2 + 3.4 * n), _TEXT, 45.0) for n, line in enumerate(lines)]
    return (fit_text(slip.goal, (_LEFT, top + 3.0), 2.9, 45.0), *words, *_example_items(_example_of(slip), cards, 52.5, top))


def _example_items(example: _Example, cards: ScaledCards, left: float, top: float) -> list[PaperItem]:
    """Return a solved example with small cards from ``left``, ``top``, millimetres."""
    in_two_rows = max(example.rows) > 1
    width = 4.3 if in_two_rows or len(example.rows) > 5 else 5.0
    pitch, bottom = width + 0.6, top + width * CARD_HEIGHT / CARD_WIDTH
    items: list[PaperItem] = [
        box(left - 1.0, top - 0.6, 0.15, 12.6, _PALE),
        box(left + len(example.centre) * pitch + 1.1, top, 0.15, bottom - top, _PALE),
    ]
    for place, (face, row) in enumerate(zip((*example.centre, *example.hand), example.rows, strict=True)):
        in_hand = place >= len(example.centre)
        x = left + (place + 0.5) * pitch + (2.4 if in_hand else 0.0)
        items.append(cards.placed(face, x, bottom, width))
        for at in (1, 2) if in_two_rows and not in_hand else (1,):
            y = bottom + 1.7 + 2.6 * (at - 1)
            items.append(disc(x, y, _EXAMPLE_RADIUS) if row == at else circle(x, y, _EXAMPLE_RADIUS, 0.15, _GREY))
    x = left + len(example.rows) * pitch + 3.4
    sums = (fit_text(line, (x, top + 5.2 + 3.2 * n), 1.8, _RIGHT - x) for n, line in enumerate(example.sums))
    return [*items, fit_text(tr("Example"), (x, top + 1.6), 1.5, _RIGHT - x, _SOFT), *sums]


def _label_items(slip: SlipContent) -> tuple[PaperItem, ...]:
    """Return the headings above the cards, the numbers beside rows of circles, and the line below the takers."""
    form = slip.form
    heights, wide = LAYOUTS[form.layout], _RIGHT - _LEFT
    above = _MAX_CARD_WIDTH * CARD_HEIGHT / CARD_WIDTH + 1.0
    if slip.kind.asks_for_take:
        headings = (
            tr("Middle: shade each card that you take, row 1 for the first set, rows 2 and 3 for more."),
            tr("Your hand: shade the one card that takes, and each wild card in the row of its set.")
            if slip.wilds
            else tr("Your hand: shade the one card that takes."),
        )
    else:
        headings = tr("Middle"), tr("Your hand: shade each card that is an answer.")
    items: list[PaperItem] = [
        fit_text(headings[0], (_LEFT, heights.centre_cards_bottom - above), _TEXT, wide),
        fit_text(headings[1], (_LEFT, heights.hand_cards_bottom - above), _TEXT, wide),
    ]
    tops = [(7.0, heights.first_centre_row)] + [(form.wild_x(0) - form.hand_pitch / 2 - 4.2, heights.first_hand_row)] * bool(form.wilds)
    for x, top in tops:
        items += [TextLine(f"{r + 1}", x, top + r * slip_layout.ROW_PITCH + 1.2, 2.6) for r in range(form.sets)]
    return (*items, *_taken_with_items(slip))


def _taken_with_items(slip: SlipContent) -> tuple[PaperItem, ...]:
    """Return a line below the circles of the number cards of the hand, from the first to the last, and ``taken with`` or ``answer``."""
    form, below = slip.form, LAYOUTS[slip.form.layout].first_hand_row + slip_layout.CIRCLE_RADIUS + 1.3
    left, right = form.taker_x(0) - slip_layout.CIRCLE_RADIUS, form.taker_x(form.takers - 1) + slip_layout.CIRCLE_RADIUS
    text, height = tr("taken with") if slip.kind.asks_for_take else tr("answer"), 2.2
    middle = (left + right) / 2
    wide = min(text_width(text, height), form.hand_pitch * form.takers - 0.6)
    return box(left, below, right - left, 0.25), fit_text(text, (middle - wide / 2, below + 3.2), height, wide)


def _bottom_items(slip: SlipContent) -> tuple[PaperItem, ...]:
    """Return room to calculate, and on a spare slip the texts of the pupil's number."""
    form = slip.form
    lowest = slip_layout.STRIP_TOP - 2.5
    room: tuple[PaperItem, ...] = ()
    if not slip.kind.asks_for_take:  # the rows of circles of the centre are not there
        room = (TextLine(tr("Room to work (nobody reads this):"), _LEFT, LAYOUTS[form.layout].first_centre_row, 1.6, _SOFT),)
    elif not form.spare:
        label = TextLine(tr("Room to work (nobody reads this):"), _LEFT, lowest - 9.0, 1.6, _SOFT)
        room = label, box(_LEFT, lowest, _RIGHT - _LEFT, 0.1, _PALE)
    return (*room, *(_digit_items(form) if form.spare else ()))


def _digit_items(form: SlipForm) -> tuple[PaperItem, ...]:
    """Return the texts of the circles for a pupil's number."""
    columns = [slip_layout.DIGIT_LEFT + digit * slip_layout.DIGIT_PITCH for digit in range(10)]
    tens, units = LAYOUTS[form.layout].digit_rows
    words = [TextLine(str(digit), x - 0.7, tens - 3.0, 1.6) for digit, x in enumerate(columns)]
    return (*words, fit_text(tr("tens"), (8, tens + 0.8), 1.9, 10), fit_text(tr("units"), (8, units + 0.8), 1.9, 10))
