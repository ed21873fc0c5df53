"""Records of a printed page: areas of colour, lines of text, and placed drawings. ``printing.pdf`` and ``printing.raster`` render them.

Coordinates are millimetres from the sheet's top-left corner, x to the right, y down.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from numero_cam.base.errors import NumeroCamError

Colour = tuple[int, int, int]  #: Red, green, blue, 0..255.
Ring = NDArray[np.float32]  #: ``(N, 2)`` float32 millimetres, the corners of an outline.

BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)
MM_PER_INCH = 25.4


class PaperError(NumeroCamError):
    """A page that cannot be made: its content does not fit, or a card or letter is missing."""


@dataclass(frozen=True)
class FilledArea:
    """An area of one colour."""

    colour: Colour  #: Colour of the area.
    rings: tuple[Ring, ...]  #: Its outlines, filled by the even-odd rule, so that an outline inside another one is a hole.


@dataclass(frozen=True)
class TextLine:
    """One line of text."""

    text: str  #: The text; letters outside Latin-1 are printed as outlines of the program's own font.
    x: float  #: Left end, millimetres.
    y: float  #: Baseline, millimetres.
    height: float = 2.2  #: Height of a capital letter, millimetres.
    colour: Colour = BLACK  #: Colour of the letters.


@dataclass(frozen=True)
class Drawing:
    """Areas that are placed on pages as a whole, such as a card; later areas are on top."""

    fills: tuple[FilledArea, ...]  #: The areas, the lowest first.


@dataclass(frozen=True)
class PlacedDrawing:
    """A drawing with its top-left corner at ``x``, ``y`` millimetres."""

    drawing: Drawing  #: The drawing.
    x: float  #: Left edge, millimetres.
    y: float  #: Upper edge, millimetres.


PaperItem = FilledArea | TextLine | PlacedDrawing


@dataclass(frozen=True)
class PaperPage:
    """A sheet of paper."""

    width: float  #: Millimetres.
    height: float  #: Millimetres.
    items: tuple[PaperItem, ...]  #: What is printed; later items are on top.


def move_items(items: Iterable[PaperItem], x: float, y: float) -> tuple[PaperItem, ...]:
    """Return the items moved to the right by ``x`` and down by ``y`` millimetres."""
    found: list[PaperItem] = []
    for item in items:
        if isinstance(item, FilledArea):
            found.append(FilledArea(item.colour, tuple((ring + np.array([x, y])).astype(np.float32) for ring in item.rings)))
        else:
            found.append(replace(item, x=item.x + x, y=item.y + y))
    return tuple(found)


def scale_drawing(drawing: Drawing, factor: float) -> Drawing:
    """Return the drawing enlarged by a factor."""
    return Drawing(
        tuple(FilledArea(fill.colour, tuple((ring * factor).astype(np.float32) for ring in fill.rings)) for fill in drawing.fills)
    )


def scale_items(items: Iterable[PaperItem], factor: float, scaled: dict[int, Drawing]) -> tuple[PaperItem, ...]:
    """Return the items enlarged by a factor from the top-left corner of the sheet.

    `scaled` holds the enlarged drawings by the `id` of those of `items`, so that a drawing that is placed twice stays one drawing.
    """
    found: list[PaperItem] = []
    for item in items:
        if isinstance(item, FilledArea):
            found.append(FilledArea(item.colour, tuple((ring * factor).astype(np.float32) for ring in item.rings)))
        elif isinstance(item, TextLine):
            found.append(replace(item, x=item.x * factor, y=item.y * factor, height=item.height * factor))
        else:
            drawing = scaled.setdefault(id(item.drawing), scale_drawing(item.drawing, factor))
            found.append(PlacedDrawing(drawing, item.x * factor, item.y * factor))
    return tuple(found)


def disc(x: float, y: float, radius: float, colour: Colour = BLACK) -> FilledArea:
    """Return a filled circle with this middle and radius, millimetres."""
    return FilledArea(colour, (_circle_ring(x, y, radius),))


def circle(x: float, y: float, radius: float, line: float, colour: Colour = BLACK) -> FilledArea:
    """Return the outline of a circle of line width ``line``; ``radius`` is that of the middle of the line, millimetres."""
    return FilledArea(colour, (_circle_ring(x, y, radius + line / 2), _circle_ring(x, y, radius - line / 2)))


def _circle_ring(x: float, y: float, radius: float) -> Ring:
    """Return a circle as an outline of 48 points."""
    turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return np.column_stack([x + radius * np.cos(turn), y + radius * np.sin(turn)]).astype(np.float32)


SHEET_SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  #: Width and height of the supported papers, millimetres.


def box(x: float, y: float, width: float, height: float, colour: Colour = BLACK) -> FilledArea:
    """Return a filled rectangle with this left, top, width and height, millimetres; a line is a thin rectangle."""
    ring = np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float32)
    return FilledArea(colour, (ring,))


def ruler(x: float, y: float, length: int) -> tuple[PaperItem, ...]:
    """Return a line of ``length`` millimetres with a tick every ten, to be measured on the print; ``x``, ``y`` is its left end."""
    line = box(x, y, length, 0.25)
    tall = {at: 2.5 if at in {0, length} else 1.2 for at in range(0, length + 1, 10)}
    return line, *(box(x + at - 0.125, y - height, 0.25, height) for at, height in tall.items())
