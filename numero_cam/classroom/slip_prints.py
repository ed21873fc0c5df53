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
    SlipLayout,
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
_ROOM_TO_WORK = 30.0  #: Minimum width of room to work beside a puzzle, in millimetres.
_LEAST_ROOM = 6.0  #: Minimum height of room to work below the puzzles, in millimetres.
_EXAMPLE_WIDTH = 46.5  #: Width of the solved example, in millimetres.
_HEADING_X = 18.5  #: Left edge of the heading, in millimetres.


@dataclass(frozen=True)
class PrintedPuzzle:
    """A puzzle on a slip."""

    centre: tuple[str, ...]  #: Faces of the centre, in canonical notation; ``COVERED`` for a card that is to be found.
    takers: tuple[str, ...]  #: Faces of the number cards of the hand.
    wilds: tuple[str, ...]  #: Faces of the wild cards of the hand.
    goal: str = ""  #: What the pupil is to do, a short sentence.
    kind: PuzzleKind = PuzzleKind.BEST  #: Kind of the puzzle.


@dataclass(frozen=True)
class SlipContent:
    """The content of a slip."""

    code: SlipCode  #: Number of the printing, the slips printed together, and of the slip in it.
    heading: str  #: Class and week, and the version of the slip.
    owner: str  #: Name of the pupil; on a spare slip, the request to shade the pupil's number.
    puzzles: tuple[PrintedPuzzle, ...]  #: Its puzzles, all of one kind, as many as its layout has.
    spare: bool = False  #: Whether the pupil shades a number because the slip has no name.

    @property
    def forms(self) -> tuple[SlipForm, ...]:
        """The forms that decide which circles each puzzle has."""
        return tuple(
            SlipForm(
                len(one.centre),
                len(one.takers),
                len(one.wilds),
                self.spare and at == 0,
                self.code.version,
                SET_ROWS if self.kind.asks_for_take else 0,
                at,
            )
            for at, one in enumerate(self.puzzles)
        )

    @property
    def circles(self) -> tuple[SlipCircle, ...]:
        """All circles, those of each puzzle as ``circles_of`` has them, one puzzle after the other."""
        return tuple(one for form in self.forms for one in circles_of(form))

    @property
    def kind(self) -> PuzzleKind:
        """Kind of the puzzles, which decides what is explained and shown as an example."""
        return self.puzzles[0].kind

    @property
    def layout(self) -> SlipLayout:
        """The layout of the slip."""
        return LAYOUTS[self.code.version]


def slip_pages(slips: Sequence[SlipContent], art: Mapping[str, Drawing], *, paper: str, is_large: bool = False) -> tuple[PaperPage, ...]:
    """Return pages of slips of one layout, with lines to cut along.

    Args:
        slips: The slips in order.
        art: The drawings from ``read_art``.
        paper: ``a4`` or ``letter``.
        is_large: Whether slips with one puzzle are printed two a page in place of four.
    """
    if not slips:
        return ()
    cards, scaled, size = ScaledCards(art), dict[int, Drawing](), slips[0].layout.size
    per_page = slips_per_page(slips[0].code.version, is_large=is_large)
    width, height = SHEET_SIZES[paper] if per_page != 2 else SHEET_SIZES[paper][::-1]
    columns, rows = (1, 1) if per_page == 1 else (2, per_page // 2)
    wide, tall = width / columns, height / rows
    factor = min(wide / size[0], tall / size[1]) if is_large and len(slips[0].puzzles) == 1 else 1.0
    margin_x, margin_y = (wide - factor * size[0]) / 2, (tall - factor * size[1]) / 2
    pages = []
    for group in (slips[at : at + per_page] for at in range(0, len(slips), per_page)):
        items: list[PaperItem] = [box(width / 2 - _CUT_LINE / 2, 0, _CUT_LINE, height, _PALE)] if columns == 2 else []
        items += [box(0, height / 2 - _CUT_LINE / 2, width, _CUT_LINE, _PALE)] if rows == 2 else []
        for place, slip in enumerate(group):
            shown = slip_items(slip, cards)
            shown = shown if factor == 1 else scale_items(shown, factor, scaled)
            items += move_items(shown, margin_x + place % 2 * wide, margin_y + place // 2 * tall)
        pages.append(PaperPage(width, height, tuple(items)))
    return tuple(pages)


def slips_per_page(layout: int, *, is_large: bool = False) -> int:
    """Return the number of slips of a layout on a page; large ones have one puzzle each."""
    return {1: 2 if is_large else 4, 3: 2, 5: 1}[len(LAYOUTS[layout].places)]


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
        forms = slip.forms
    except ValueError as error:
        raise PaperError(str(error)) from error
    shown = list[PaperItem]()
    for puzzle, form in zip(slip.puzzles, forms, strict=True):
        place = form.place
        shown += (
            *_card_row(cards, puzzle.centre, [form.centre_x(c) for c in range(form.centre)], place.centre_cards_bottom, form.centre_pitch),
            *_card_row(cards, puzzle.takers, [form.taker_x(c) for c in range(form.takers)], place.hand_cards_bottom, form.hand_pitch),
            *_card_row(cards, puzzle.wilds, [form.wild_x(c) for c in range(form.wilds)], place.hand_cards_bottom, form.hand_pitch),
        )
    labels = list[PaperItem]()
    for puzzle, form in zip(slip.puzzles, forms, strict=True):
        labels += _label_items(puzzle, form) if len(forms) == 1 else _short_label_items(puzzle, form)
        labels += _taken_with_items(puzzle, form)
    texts = (*_heading_items(slip), *_goal_items(slip, cards), *labels, *_bottom_items(slip))
    return (*_code_items(slip.code), *texts, *shown, *map(_circle_item, slip.circles))


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
    size = LAYOUTS[code.version].size
    for corner, ((x, y), *_) in enumerate(slip_layout.marker_corners(size).tolist()):
        items += marker_items(marker_cells(marker_number(code.slip, corner)), x, y, slip_layout.MARKER_SIDE)
    half = slip_layout.STRIP_CELL / 2
    cells = slip_layout.strip_cells(size)[np.flatnonzero(strip_bits(code))]
    items += [box(x - half, y - half, slip_layout.STRIP_CELL, slip_layout.STRIP_CELL) for x, y in cells.tolist()]
    below = size[1] - slip_layout.STRIP_ABOVE_EDGE + 8.2
    note = fit_text(tr("Black circles: for the camera, leave them."), (36.0, below), 1.7, 52.0, _SOFT)
    return (*items, TextLine(f"{code.printing} - {code.slip}", slip_layout.STRIP_LEFT, below, 1.7, _SOFT), note)


def _heading_items(slip: SlipContent) -> tuple[PaperItem, ...]:
    """Return the owner and the heading at the top of a slip."""
    return (
        fit_text(slip.owner, (_HEADING_X, 10.4), 3.4, slip.layout.size[0] - 2 * _HEADING_X),
        fit_text(slip.heading, (_HEADING_X, 15.4), 2.4, slip.layout.size[0] - 2 * _HEADING_X, _SOFT),
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
    faces = (face for puzzle in slip.puzzles for face in (*puzzle.centre, *puzzle.wilds) if face != COVERED)
    kinds = {parse_card(face).kind for face in faces}
    examples = _EXAMPLES[slip.kind]
    return next((example for kind, example in examples.items() if kind in kinds - {Kind.NUMBER}), examples[Kind.NUMBER])


def _goal_items(slip: SlipContent, cards: ScaledCards) -> tuple[PaperItem, ...]:
    """Return the goal, how a take works, and a small solved example where the layout has room."""
    top, right = slip.layout.example_top, slip.layout.size[0] - _LEFT
    if top is None:
        return (fit_text(slip.puzzles[0].goal, (_LEFT, 20.4), 2.4, right - _LEFT),)
    lines = (
        (tr("One card of your hand takes cards"), tr("of the middle that make its number."))
        if slip.kind.asks_for_take
        else (tr("A card takes what makes its number,"), tr("each card of the middle used once."))
    )
    example, wide = _example_items(_example_of(slip), cards, right - _EXAMPLE_WIDTH, top), right - _EXAMPLE_WIDTH - _LEFT - 1.5
    if len(slip.puzzles) == 1:
        words = [fit_text(line, (_LEFT, top + 7.2 + 3.4 * n), _TEXT, wide) for n, line in enumerate(lines)]
        return (fit_text(slip.puzzles[0].goal, (_LEFT, top + 3.0), 2.9, wide), *words, *example)
    shade = _how_to_shade(slip.kind, has_wilds=any(one.wilds for one in slip.puzzles))
    sentences = " ".join(lines), *(shade if slip.kind.asks_for_take else shade[1:])
    words = [fit_text(line, (_LEFT, top + 3.2 + 3.8 * n), _TEXT, wide) for n, line in enumerate(sentences)]
    return (*words, *example)


def _example_items(example: _Example, cards: ScaledCards, left: float, top: float) -> list[PaperItem]:
    """Return a solved example with small cards from ``left``, ``top``, ``_EXAMPLE_WIDTH`` wide, millimetres."""
    right = left + _EXAMPLE_WIDTH
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
    sums = (fit_text(line, (x, top + 5.2 + 3.2 * n), 1.8, right - x) for n, line in enumerate(example.sums))
    return [*items, fit_text(tr("Example"), (x, top + 1.6), 1.5, right - x, _SOFT), *sums]


def _how_to_shade(kind: PuzzleKind, *, has_wilds: bool) -> tuple[str, str]:
    """Return what is shaded in the middle, and in the hand."""
    if not kind.asks_for_take:
        return tr("Middle"), tr("Your hand: shade each card that is an answer.")
    return (
        tr("Middle: shade each card that you take, row 1 for the first set, rows 2 and 3 for more."),
        tr("Your hand: shade the one card that takes, and each wild card in the row of its set.")
        if has_wilds
        else tr("Your hand: shade the one card that takes."),
    )


def _label_items(puzzle: PrintedPuzzle, form: SlipForm) -> tuple[PaperItem, ...]:
    """Return the headings above the cards of the only puzzle of a slip, and the numbers beside rows of circles."""
    place, wide = form.place, form.place.box[2] - 2 * _LEFT
    above = _MAX_CARD_WIDTH * CARD_HEIGHT / CARD_WIDTH + 1.0
    headings = _how_to_shade(puzzle.kind, has_wilds=bool(puzzle.wilds))
    return (
        fit_text(headings[0], (_LEFT, place.centre_cards_bottom - above), _TEXT, wide),
        fit_text(headings[1], (_LEFT, place.hand_cards_bottom - above), _TEXT, wide),
        *_row_numbers(form),
    )


def _short_label_items(puzzle: PrintedPuzzle, form: SlipForm) -> tuple[PaperItem, ...]:
    """Return the number and goal of one of several puzzles of a slip above its cards, and the numbers beside rows of circles."""
    left, top, width, tall = form.place.box
    hand = form.place.hand_columns[0]
    items: list[PaperItem] = [
        TextLine(f"{form.at + 1}", left, top + 3.6, 3.2),
        fit_text(puzzle.goal, (form.place.centre_columns[0], top + 3.6), 2.4, hand - form.place.centre_columns[0] - 2.0),
        fit_text(tr("Your hand"), (hand, top + 3.6), 2.0, form.place.hand_columns[1] - hand, _SOFT),
    ]
    if form.at:
        items.append(box(left, top - 0.7, width, 0.1, _PALE))
    if not puzzle.kind.asks_for_take:  # the rows of circles of the centre are not there
        items.append(
            TextLine(tr("Room to work (nobody reads this):"), form.place.centre_columns[0], form.place.first_centre_row, 1.6, _SOFT)
        )
    elif LAYOUTS[form.layout].size[0] - left - width > _ROOM_TO_WORK:
        items += [
            TextLine(tr("Room to work"), left + width + 3.0, top + 3.6, 1.6, _SOFT),
            box(left + width + 1.0, top + 1.0, 0.1, tall - 4.0, _PALE),
        ]
    return (*items, *_row_numbers(form))


def _row_numbers(form: SlipForm) -> list[PaperItem]:
    """Return the numbers of the sets beside the rows of circles."""
    place = form.place
    tops = [(place.centre_columns[0] - 5.0, place.first_centre_row)]
    tops += [(form.wild_x(0) - form.hand_pitch / 2 - 4.2, place.first_hand_row)] * bool(form.wilds)
    return [TextLine(f"{r + 1}", x, top + r * slip_layout.ROW_PITCH + 1.2, 2.6) for x, top in tops for r in range(form.sets)]


def _taken_with_items(puzzle: PrintedPuzzle, form: SlipForm) -> tuple[PaperItem, ...]:
    """Return a line below the circles of the number cards of the hand, from the first to the last, and ``taken with`` or ``answer``."""
    below = form.place.first_hand_row + slip_layout.CIRCLE_RADIUS + 1.3
    left, right = form.taker_x(0) - slip_layout.CIRCLE_RADIUS, form.taker_x(form.takers - 1) + slip_layout.CIRCLE_RADIUS
    text, height = tr("taken with") if puzzle.kind.asks_for_take else tr("answer"), 2.2
    middle = (left + right) / 2
    wide = min(text_width(text, height), form.hand_pitch * form.takers - 0.6)
    return box(left, below, right - left, 0.25), fit_text(text, (middle - wide / 2, below + 3.2), height, wide)


def _bottom_items(slip: SlipContent) -> tuple[PaperItem, ...]:
    """Return room to calculate, and on a spare slip the texts of the pupil's number."""
    size, form, label = slip.layout.size, slip.forms[0], tr("Room to work (nobody reads this):")
    lowest = size[1] - slip_layout.STRIP_ABOVE_EDGE - 2.5
    # Below several puzzles there is room where they end well above the strip.
    high = 9.0 if len(slip.puzzles) == 1 else lowest - form.place.box[1] - form.place.box[3] * len(slip.puzzles)
    room: tuple[PaperItem, ...] = ()
    if len(slip.puzzles) == 1 and not slip.kind.asks_for_take:  # the rows of circles of the centre are not there
        room = (TextLine(label, _LEFT, form.place.first_centre_row, 1.6, _SOFT),)
    elif not form.spare and high > _LEAST_ROOM:
        room = TextLine(label, _LEFT, lowest - high, 1.6, _SOFT), box(_LEFT, lowest, size[0] - 2 * _LEFT, 0.1, _PALE)
    return (*room, *(_digit_items(slip.layout) if form.spare else ()))


def _digit_items(layout: SlipLayout) -> tuple[PaperItem, ...]:
    """Return the texts of the circles for a pupil's number."""
    columns = [layout.digits_left + digit * slip_layout.DIGIT_PITCH for digit in range(10)]
    tens, units = layout.digit_rows
    words = [TextLine(str(digit), x - 0.7, tens - 3.0, 1.6) for digit, x in enumerate(columns)]
    left = layout.digits_left - 13.0
    return (*words, fit_text(tr("tens"), (left, tens + 0.8), 1.9, 10), fit_text(tr("units"), (left, units + 0.8), 1.9, 10))
