"""The panel beside an annotated photo: the take with its arithmetic, its points item by item, and what the marks mean."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from numero_cam.annotate import drawing
from numero_cam.annotate.caption import Caption, printed
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
    """A label: a badge, a small word and a heavy one.

    Attributes:
        small: The number of the card.
        heavy: What it is.
        look: Of the card; its badge stands first.
        ground: Colour of the label.
        size: Of the font in pixels.
    """

    small: str
    heavy: str
    look: CardStyle | None
    ground: Colour
    size: float

    @property
    def height(self) -> float:
        """Pixels."""
        return 1.34 * self.size

    @property
    def width(self) -> float:
        """Pixels."""
        parts = (self._badge, self._small, drawing.text_width(self.heavy, self.size, bold=True))
        return sum(parts) + 0.7 * self.size

    @property
    def colour(self) -> Colour:
        """Of its border and leader."""
        return self.look.colour if self.look and self.look.shape else GREY_INK

    @property
    def _badge(self) -> float:
        return 1.35 * self.size if self.look and self.look.shape else 0.0

    @property
    def _small(self) -> float:
        return drawing.text_width(self.small, 0.78 * self.size) + 0.35 * self.size if self.small else 0.0

    def draw(self, picture: NDArray[np.uint8], left: float, top: float) -> None:
        """Draws the label with its top-left corner at this place."""
        edge = drawing.box_polygon(left, top, left + self.width, top + self.height, 0.3 * self.size)
        drawing.fill_polygon(picture, edge, self.ground)
        drawing.draw_polygon(picture, edge, INK, max(1.0, self.size / 14))
        at = left + 0.35 * self.size
        base = top + (self.height + drawing.CAPITAL_HEIGHT * self.size) / 2
        if self.look and self.look.shape:
            draw_badge(picture, self.look, (at + 0.5 * self.size, top + self.height / 2), 0.5 * self.size)
        at += self._badge
        drawing.draw_text(picture, self.small, (at, base), 0.78 * self.size, SOFT_INK)
        drawing.draw_text(picture, self.heavy, (at + self._small, base), self.size, INK, bold=True)


def draw_badge(picture: NDArray[np.uint8], look: CardStyle, middle: tuple[float, float], radius: float) -> None:
    """Draws the badge of a set or of the taking card with its letter."""
    if look.shape is None:
        return
    edge = drawing.badge_polygon(look.shape, middle, radius)
    drawing.fill_polygon(picture, edge, look.colour)
    drawing.draw_polygon(picture, edge, INK, max(1.0, radius / 8))
    size = 1.25 * radius
    place = middle[0] - drawing.text_width(look.letter, size, bold=True) / 2, middle[1] + drawing.CAPITAL_HEIGHT * size / 2
    drawing.draw_text(picture, look.letter, place, size, look.ink, bold=True)


def draw_card_edge(picture: NDArray[np.uint8], look: CardStyle, parts: Iterable[EdgeSegment], line: float) -> None:
    """Draws pieces of an outline: on a dark line, so that they show on light cards and dark ones; gaps between dashes are light.

    Args:
        picture: ``(height, width, 3)`` uint8 RGB, changed.
        look: How the card is marked.
        parts: The pieces.
        line: Width of a plain outline in pixels.
    """
    pieces, width = list(parts), look.width * line
    quiet = look is UNKNOWN_STYLE
    for piece in pieces:
        drawing.draw_line(picture, piece, INK, width + 1.2 * line, tuple(length / 2.2 for length in look.dashes) if quiet else ())
    for piece in [] if quiet or not look.dashes else pieces:
        drawing.draw_line(picture, piece, PAPER, width)
    for piece in pieces:
        drawing.draw_line(picture, piece, look.colour, width, look.dashes)


def card_plate(card: TableCard, look: CardStyle, size: float, *, doubtful: bool) -> LabelPlate:
    """The label of a card; a doubtful one has a question mark and another ground."""
    face = printed(card.reading.label or "?")
    ground = DOUBT_PAPER if doubtful else GREY_INK if look is UNKNOWN_STYLE else PAPER
    return LabelPlate(str(card.n), f"{face} ?" if doubtful else face, look, ground, size)


def build_plate(words: str, size: float) -> LabelPlate:
    """The label of a build."""
    return LabelPlate("", words, None, PAPER, 0.85 * size)


Pixels = NDArray[np.uint8]

_PANEL_WIDTH = 15.0
"""Width of a panel beside the photo, in sizes of its font."""
_MIN_LETTER_SCALE = 0.6
"""Minimum size of letters as a share of the usual size; with smaller ones the panel becomes longer than the photo instead."""
_ROW = 1.4
"""Height of a row, in sizes of the font."""
_EDGE = 0.9
"""Width of the margin, in sizes of the font."""


@dataclass
class _Column:
    """Rows of a panel from the top to the bottom; nothing is drawn until all is known.

    Attributes:
        left: Pixels.
        width: Pixels.
        size: Of the font in pixels.
        at: Where the next row begins, pixels from the top.
        words: Text, place of its baseline, size, colour and weight.
        badges: Look, middle and radius.
        lines: Look, start and length of samples of outlines.
    """

    left: float
    width: float
    size: float
    at: float
    words: list[tuple[str, tuple[float, float], float, Colour, bool]] = field(default_factory=list)
    badges: list[tuple[CardStyle, tuple[float, float], float]] = field(default_factory=list)
    lines: list[tuple[CardStyle, tuple[float, float], float]] = field(default_factory=list)

    def text(self, text: str, *, scale: float = 1.0, colour: Colour = INK, bold: bool = False, indent: float = 0.0) -> None:
        """Adds a text in as many rows as it needs."""
        size, left = scale * self.size, self.left + indent * self.size
        for row in drawing.wrap_text(text, size, self.left + self.width - left, bold=bold):
            self.words.append((row, (left, self.at + size), size, colour, bold))
            self.at += _ROW * size

    def space(self, share: float) -> None:
        """Leaves some room."""
        self.at += share * self.size

    def badge(self, look: CardStyle) -> None:
        """Puts a badge before the next row."""
        self.badges.append((look, (self.left + 0.65 * self.size, self.at + 0.65 * self.size), 0.6 * self.size))

    def sample(self, look: CardStyle) -> None:
        """Puts a piece of an outline before the next row."""
        self.lines.append((look, (self.left, self.at + 0.65 * self.size), 1.4 * self.size))

    def points(self, points: str, reason: str, *, bold: bool = False) -> None:
        """Adds a row of points: a number to the right of its column, and what it is for."""
        at, edge = self.at, 2.3 * self.size
        self.words.append(
            (points, (self.left + edge - drawing.text_width(points, self.size, bold=bold), at + self.size), self.size, INK, bold)
        )
        self.text(reason, indent=2.7, bold=bold)

    def draw(self, picture: Pixels, left: float, top: float) -> None:
        """Draws all rows, moved by so many pixels."""
        for look, (x, y), length in self.lines:
            start, end = np.array([x + left, y + top]), np.array([x + left + length, y + top])
            draw_card_edge(picture, look, [(start, end)], self.size / 16)
        for look, (x, y), radius in self.badges:
            draw_badge(picture, look, (x + left, y + top), radius)
        for text, (x, y), size, colour, bold in self.words:
            drawing.draw_text(picture, text, (x + left, y + top), size, colour, bold=bold)


def add_panel(picture: Pixels, caption: Caption, looks: Sequence[CardStyle]) -> Pixels:
    """Sets the panel to the right of a picture, or below one that is upright or very wide.

    Args:
        picture: ``(height, width, 3)`` uint8 RGB.
        caption: What the panel says.
        looks: How the cards of the picture are marked, for what the marks mean.

    Returns:
        uint8 RGB: the picture at the top left, the panel in the colour of paper.
    """
    height, width = picture.shape[:2]
    return _beside(picture, caption, looks) if height <= width <= 2 * height else _below(picture, caption, looks)


def _beside(picture: Pixels, caption: Caption, looks: Sequence[CardStyle]) -> Pixels:
    height, width = picture.shape[:2]
    usual = width / 40
    wide = round(_PANEL_WIDTH * usual)
    for share in np.linspace(1, _MIN_LETTER_SCALE, 9):
        size = usual * float(share)
        column = _Column(0.0, wide - 2 * _EDGE * usual, size, _EDGE * usual)
        _title_rows(column, caption)
        _set_rows(column, caption)
        _point_rows(column, caption)
        _note_rows(column, caption, looks)
        if column.at + _EDGE * usual <= height:
            break
    page = _paper(max(height, round(column.at + _EDGE * usual)), width + wide)
    page[:height, :width] = picture
    column.draw(page, width + _EDGE * usual, 0.0)
    return page


def _below(picture: Pixels, caption: Caption, looks: Sequence[CardStyle]) -> Pixels:
    """The title, and two columns below it: the sets to the left, their points to the right."""
    height, width = picture.shape[:2]
    size = min(width / 32, height / 24)
    edge = _EDGE * size
    part = (width - 3 * edge) / 2 if caption.sets else width - 2 * edge
    head = _Column(edge, width - 2 * edge, size, edge)
    _title_rows(head, caption)
    first, second = _Column(edge, part, size, head.at), _Column(2 * edge + part, part, size, head.at)
    _set_rows(first, caption)
    _point_rows(second, caption)
    _note_rows(min(first, second, key=lambda column: column.at) if caption.sets else first, caption, looks)
    page = _paper(height + round(max(first.at, second.at) + edge), width)
    page[:height] = picture
    for column in (head, first, second):
        column.draw(page, 0.0, float(height))
    return page


def _paper(height: int, width: int) -> Pixels:
    return np.full((height, width, 3), PAPER, np.uint8)


def _title_rows(column: _Column, caption: Caption) -> None:
    indent = 0.0
    if caption.sets:
        column.badges.append((TAKER_STYLE, (column.left + 0.75 * column.size, column.at + 0.8 * column.size), 0.62 * column.size))
        indent = 1.9
    column.text(caption.title, scale=1.25, bold=True, indent=indent)
    if caption.below:
        column.text(caption.below, indent=indent, colour=SOFT_INK)


def _set_rows(column: _Column, caption: Caption) -> None:
    for place, words in enumerate(caption.sets):
        column.space(0.6)
        column.badge(set_style(place))
        column.text(words.arithmetic, bold=True, scale=1.1, indent=1.9)
        column.text(words.cards, scale=0.85, colour=SOFT_INK, indent=1.9)
        for step in words.steps:
            column.text(step, scale=0.85, indent=1.9)


def _point_rows(column: _Column, caption: Caption) -> None:
    if caption.total is None:
        return
    column.space(0.7)
    column.text("Points", bold=True)
    for points, reason in caption.points:
        column.points(f"+ {points}", reason)
    column.points(f"= {caption.total[0]}", caption.total[1], bold=True)


def _note_rows(column: _Column, caption: Caption, looks: Sequence[CardStyle]) -> None:
    """What to look at, and what the marks mean that occur."""
    for note in caption.notes:
        column.space(0.5)
        column.text(note)
    used = [(UNKNOWN_STYLE, tr("not known"))] if UNKNOWN_STYLE in looks else []
    if caption.sets:
        used = [(PLAIN_STYLE, tr("not taken")), *used] if PLAIN_STYLE in looks else used
        sets = [(set_style(place), tr("set {letter}", letter=set_style(place).letter)) for place in range(len(caption.sets))]
        used = [(TAKER_STYLE, tr("taking card")), *sets, *used]
    column.space(0.7)
    for look, words in used:
        column.sample(look)
        column.text(words, scale=0.85, colour=SOFT_INK, indent=1.9)
