"""Draws labels of cards, and the panel beside an annotated photo: the take with its arithmetic and points, and a legend."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from numero_cam.annotate import drawing
from numero_cam.annotate.caption import Caption, with_printed_signs
from numero_cam.annotate.card_style import (
    DOUBT_PAPER,
    GREY_INK,
    INK,
    PAPER,
    PLAIN_STYLE,
    SOFT_INK,
    TAKER_STYLE,
    UNKNOWN_STYLE,
    CardStyle,
    set_style,
)
from numero_cam.annotate.drawing import Colour, EdgeSegment
from numero_cam.base.records import TableCard
from numero_cam.catalogue import tr


@dataclass(frozen=True)
class LabelPlate:
    """A label of a card or build: badge, number, and face."""

    number: str  #: Number of the card in the photo, in small letters; empty for a build.
    face: str  #: Face of the card, or the words of a build, in bold letters.
    style: CardStyle | None  #: Style of the card, whose badge is first; None for a build.
    ground: Colour  #: Colour of the label, RGB.
    size: float  #: Size of the font in pixels.

    @property
    def height(self) -> float:
        """Height in pixels."""
        return 1.34 * self.size

    @property
    def width(self) -> float:
        """Width in pixels."""
        parts = (self._badge_width, self._number_width, drawing.text_width(self.face, self.size, bold=True))
        return sum(parts) + 0.7 * self.size

    @property
    def colour(self) -> Colour:
        """Colour of the label's leader, RGB."""
        return self.style.colour if self.style and self.style.shape else GREY_INK

    @property
    def _badge_width(self) -> float:
        """Width of the badge with its gap, pixels."""
        return 1.35 * self.size if self.style and self.style.shape else 0.0

    @property
    def _number_width(self) -> float:
        """Width of the number with its gap, pixels."""
        return drawing.text_width(self.number, 0.78 * self.size) + 0.35 * self.size if self.number else 0.0

    def draw(self, picture: NDArray[np.uint8], left: float, top: float) -> None:
        """Draw the label with its top-left corner at this place, pixels."""
        edge = drawing.box_polygon(left, top, left + self.width, top + self.height, 0.3 * self.size)
        drawing.fill_polygon(picture, edge, self.ground)
        drawing.draw_polygon(picture, edge, INK, max(1.0, self.size / 14))
        at = left + 0.35 * self.size
        base = top + (self.height + drawing.CAPITAL_HEIGHT * self.size) / 2
        if self.style and self.style.shape:
            draw_badge(picture, self.style, (at + 0.5 * self.size, top + self.height / 2), 0.5 * self.size)
        at += self._badge_width
        drawing.draw_text(picture, self.number, (at, base), 0.78 * self.size, SOFT_INK)
        drawing.draw_text(picture, self.face, (at + self._number_width, base), self.size, INK, bold=True)


def draw_badge(picture: NDArray[np.uint8], style: CardStyle, middle: tuple[float, float], radius: float) -> None:
    """Draw the badge of a style with its letter, `radius` pixels large; nothing if the style has no badge."""
    if style.shape is None:
        return
    edge = drawing.badge_polygon(style.shape, middle, radius)
    drawing.fill_polygon(picture, edge, style.colour)
    drawing.draw_polygon(picture, edge, INK, max(1.0, radius / 8))
    size = 1.25 * radius
    place = middle[0] - drawing.text_width(style.letter, size, bold=True) / 2, middle[1] + drawing.CAPITAL_HEIGHT * size / 2
    drawing.draw_text(picture, style.letter, place, size, style.ink, bold=True)


def draw_card_edge(picture: NDArray[np.uint8], style: CardStyle, parts: Iterable[EdgeSegment], line: float) -> None:
    """Draw segments of a card's outline, on a wider dark line so that they are visible on light and on dark cards.

    Args:
        picture: ``(height, width, 3)`` uint8 RGB, which is changed.
        style: Style of the card; gaps between dashes are light.
        parts: The segments.
        line: Width of a plain outline in pixels.
    """
    pieces, width = list(parts), style.width * line
    quiet = style is UNKNOWN_STYLE
    for piece in pieces:
        drawing.draw_line(picture, piece, INK, width + 1.2 * line, tuple(length / 2.2 for length in style.dashes) if quiet else ())
    for piece in [] if quiet or not style.dashes else pieces:
        drawing.draw_line(picture, piece, PAPER, width)
    for piece in pieces:
        drawing.draw_line(picture, piece, style.colour, width, style.dashes)


def card_plate(card: TableCard, style: CardStyle, size: float, *, doubtful: bool) -> LabelPlate:
    """Return the label of a card in a font of `size` pixels; a doubtful one has a question mark and another colour."""
    face = with_printed_signs(card.reading.label or "?")
    ground = DOUBT_PAPER if doubtful else GREY_INK if style is UNKNOWN_STYLE else PAPER
    return LabelPlate(str(card.n), f"{face} ?" if doubtful else face, style, ground, size)


def build_plate(words: str, size: float) -> LabelPlate:
    """Return the label of a build with these words, in a font of `size` pixels."""
    return LabelPlate("", words, None, PAPER, 0.85 * size)


Pixels = NDArray[np.uint8]

_PANEL_WIDTH = 15.0  #: Width of a panel beside the photo, as a multiple of its font size.
_MIN_LETTER_SCALE = 0.6  #: Minimum font size as a share of the usual one; if that is still too large, the panel is longer than the photo.
_ROW = 1.4  #: Height of a row, as a multiple of its font size.
_EDGE = 0.9  #: Width of the margin, as a multiple of the font size.


@dataclass
class _PanelColumn:
    """A column of a panel, to which rows are added from the top to the bottom; `draw` draws them once the height is known."""

    left: float  #: Left edge, pixels.
    width: float  #: Width, pixels.
    size: float  #: Font size, pixels.
    at: float  #: Top of the next row, pixels.
    #: For each line of text: the text, its left end and baseline, font size, colour, and whether it is bold.
    words: list[tuple[str, tuple[float, float], float, Colour, bool]] = field(default_factory=list)
    #: For each badge: its style, middle and radius.
    badges: list[tuple[CardStyle, tuple[float, float], float]] = field(default_factory=list)
    #: For each sample of an outline: its style, start and length.
    lines: list[tuple[CardStyle, tuple[float, float], float]] = field(default_factory=list)

    def text(self, text: str, *, scale: float = 1.0, colour: Colour = INK, bold: bool = False, indent: float = 0.0) -> None:
        """Add a text, wrapped to the width of the column; scale and indent are multiples of the font size."""
        size, left = scale * self.size, self.left + indent * self.size
        for row in drawing.wrap_text(text, size, self.left + self.width - left, bold=bold):
            self.words.append((row, (left, self.at + size), size, colour, bold))
            self.at += _ROW * size

    def space(self, share: float) -> None:
        """Add empty space, as a share of the font size."""
        self.at += share * self.size

    def badge(self, style: CardStyle) -> None:
        """Add a badge in front of the next row."""
        self.badges.append((style, (self.left + 0.65 * self.size, self.at + 0.65 * self.size), 0.6 * self.size))

    def sample(self, style: CardStyle) -> None:
        """Add a sample of an outline in front of the next row."""
        self.lines.append((style, (self.left, self.at + 0.65 * self.size), 1.4 * self.size))

    def points(self, points: str, reason: str, *, bold: bool = False) -> None:
        """Add a row with right-aligned points and their reason."""
        at, edge = self.at, 2.3 * self.size
        self.words.append(
            (points, (self.left + edge - drawing.text_width(points, self.size, bold=bold), at + self.size), self.size, INK, bold)
        )
        self.text(reason, indent=2.7, bold=bold)

    def draw(self, picture: Pixels, left: float, top: float) -> None:
        """Draw all rows, moved right and down by these numbers of pixels."""
        for style, (x, y), length in self.lines:
            start, end = np.array([x + left, y + top]), np.array([x + left + length, y + top])
            draw_card_edge(picture, style, [(start, end)], self.size / 16)
        for style, (x, y), radius in self.badges:
            draw_badge(picture, style, (x + left, y + top), radius)
        for text, (x, y), size, colour, bold in self.words:
            drawing.draw_text(picture, text, (x + left, y + top), size, colour, bold=bold)


def add_panel(picture: Pixels, caption: Caption, styles: Sequence[CardStyle]) -> Pixels:
    """Return a picture with a panel to the right of it, or below it if it is upright or very wide.

    Args:
        picture: ``(height, width, 3)`` uint8 RGB.
        caption: The text of the panel.
        styles: Styles of the cards in the picture, which the legend explains.

    Returns:
        uint8 RGB: the picture at the top left, and the panel.
    """
    height, width = picture.shape[:2]
    return _panel_beside(picture, caption, styles) if height <= width <= 2 * height else _panel_below(picture, caption, styles)


def _panel_beside(picture: Pixels, caption: Caption, styles: Sequence[CardStyle]) -> Pixels:
    """Return the picture with the panel to its right, in the largest letters that fit the height."""
    height, width = picture.shape[:2]
    usual = width / 40
    wide = round(_PANEL_WIDTH * usual)
    for share in np.linspace(1, _MIN_LETTER_SCALE, 9):
        size = usual * float(share)
        column = _PanelColumn(0.0, wide - 2 * _EDGE * usual, size, _EDGE * usual)
        _title_rows(column, caption)
        _set_rows(column, caption)
        _point_rows(column, caption)
        _note_rows(column, caption, styles)
        if column.at + _EDGE * usual <= height:
            break
    page = _blank_page(max(height, round(column.at + _EDGE * usual)), width + wide)
    page[:height, :width] = picture
    column.draw(page, width + _EDGE * usual, 0.0)
    return page


def _panel_below(picture: Pixels, caption: Caption, styles: Sequence[CardStyle]) -> Pixels:
    """Return the picture with the panel below it: the title, then the sets at the left and their points at the right."""
    height, width = picture.shape[:2]
    size = min(width / 32, height / 24)
    edge = _EDGE * size
    part = (width - 3 * edge) / 2 if caption.sets else width - 2 * edge
    head = _PanelColumn(edge, width - 2 * edge, size, edge)
    _title_rows(head, caption)
    first, second = _PanelColumn(edge, part, size, head.at), _PanelColumn(2 * edge + part, part, size, head.at)
    _set_rows(first, caption)
    _point_rows(second, caption)
    _note_rows(min(first, second, key=lambda column: column.at) if caption.sets else first, caption, styles)
    page = _blank_page(height + round(max(first.at, second.at) + edge), width)
    page[:height] = picture
    for column in (head, first, second):
        column.draw(page, 0.0, float(height))
    return page


def _blank_page(height: int, width: int) -> Pixels:
    """Return an empty picture of this size, pixels, in the colour of paper."""
    return np.full((height, width, 3), PAPER, np.uint8)


def _title_rows(column: _PanelColumn, caption: Caption) -> None:
    """Add title and subtitle, with the badge of the taking card if there is a take."""
    indent = 0.0
    if caption.sets:
        column.badges.append((TAKER_STYLE, (column.left + 0.75 * column.size, column.at + 0.8 * column.size), 0.62 * column.size))
        indent = 1.9
    column.text(caption.title, scale=1.25, bold=True, indent=indent)
    if caption.below:
        column.text(caption.below, indent=indent, colour=SOFT_INK)


def _set_rows(column: _PanelColumn, caption: Caption) -> None:
    """Add each set with its badge, formula, cards and calculations."""
    for place, words in enumerate(caption.sets):
        column.space(0.6)
        column.badge(set_style(place))
        column.text(words.arithmetic, bold=True, scale=1.1, indent=1.9)
        column.text(words.cards, scale=0.85, colour=SOFT_INK, indent=1.9)
        for step in words.steps:
            column.text(step, scale=0.85, indent=1.9)


def _point_rows(column: _PanelColumn, caption: Caption) -> None:
    """Add the score items and their sum."""
    if caption.total is None:
        return
    column.space(0.7)
    column.text(tr("Points"), bold=True)
    for points, reason in caption.points:
        column.points(f"+ {points}", reason)
    column.points(f"= {caption.total[0]}", caption.total[1], bold=True)


def _note_rows(column: _PanelColumn, caption: Caption, styles: Sequence[CardStyle]) -> None:
    """Add the notes, and a legend of the styles that occur."""
    for note in caption.notes:
        column.space(0.5)
        column.text(note)
    used = [(UNKNOWN_STYLE, tr("not known"))] if UNKNOWN_STYLE in styles else []
    if caption.sets:
        used = [(PLAIN_STYLE, tr("not taken")), *used] if PLAIN_STYLE in styles else used
        sets = [(set_style(place), tr("set {letter}", letter=set_style(place).letter)) for place in range(len(caption.sets))]
        used = [(TAKER_STYLE, tr("taking card")), *sets, *used]
    column.space(0.7)
    for style, words in used:
        column.sample(style)
        column.text(words, scale=0.85, colour=SOFT_INK, indent=1.9)
