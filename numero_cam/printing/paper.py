"""What is printed on a sheet of paper, as plain records: areas of colour, words, and drawings laid on it.

Millimetres from the sheet's top-left corner, x to the right, y down. ``printing.pdf`` and ``printing.raster`` make files of it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from numero_cam.base.errors import NumeroCamError

Colour = tuple[int, int, int]
"""Red, green, blue, 0..255."""
Ring = NDArray[np.float32]
"""``(N, 2)`` float32 millimetres, the corners of an outline."""

BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)
MM_PER_INCH = 25.4


class PaperError(NumeroCamError):
    """A sheet that cannot be made: it does not fit, or its parts are missing."""


@dataclass(frozen=True)
class FilledArea:
    """An area of one colour.

    Attributes:
        colour: Of the ink.
        rings: Its outlines; a point inside an even number of them is left out, so that a ring in a ring is a hole.
    """

    colour: Colour
    rings: tuple[Ring, ...]


@dataclass(frozen=True)
class TextLine:
    """One line of text.

    Attributes:
        text: Of Latin-1, or of what the program's own font has: then it is printed as outlines.
        x: Left end, millimetres.
        y: Baseline, millimetres.
        height: Of a capital letter, millimetres.
        colour: Of the ink.
    """

    text: str
    x: float
    y: float
    height: float = 2.2
    colour: Colour = BLACK


@dataclass(frozen=True)
class Drawing:
    """Areas that are laid on sheets as a whole, the later ones on top: a card."""

    fills: tuple[FilledArea, ...]


@dataclass(frozen=True)
class PlacedDrawing:
    """A drawing whose top-left corner lies at ``x``, ``y`` millimetres."""

    drawing: Drawing
    x: float
    y: float


PaperItem = FilledArea | TextLine | PlacedDrawing


@dataclass(frozen=True)
class PaperPage:
    """A sheet of paper.

    Attributes:
        width: Millimetres.
        height: Millimetres.
        items: What is printed, the later ones on top.
    """

    width: float
    height: float
    items: tuple[PaperItem, ...]


def move_items(items: Iterable[PaperItem], x: float, y: float) -> tuple[PaperItem, ...]:
    """The same items further right and down, millimetres."""
    found: list[PaperItem] = []
    for item in items:
        if isinstance(item, FilledArea):
            found.append(FilledArea(item.colour, tuple((ring + np.array([x, y])).astype(np.float32) for ring in item.rings)))
        else:
            found.append(replace(item, x=item.x + x, y=item.y + y))
    return tuple(found)


def scale_drawing(drawing: Drawing, factor: float) -> Drawing:
    """The same drawing in another size."""
    return Drawing(
        tuple(FilledArea(fill.colour, tuple((ring * factor).astype(np.float32) for ring in fill.rings)) for fill in drawing.fills)
    )


def disc(x: float, y: float, radius: float, colour: Colour = BLACK) -> FilledArea:
    """A filled circle, millimetres."""
    return FilledArea(colour, (_circle_ring(x, y, radius),))


def circle(x: float, y: float, radius: float, line: float, colour: Colour = BLACK) -> FilledArea:
    """The outline of a circle; ``radius`` is that of the middle of its line, millimetres."""
    return FilledArea(colour, (_circle_ring(x, y, radius + line / 2), _circle_ring(x, y, radius - line / 2)))


def _circle_ring(x: float, y: float, radius: float) -> Ring:
    turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return np.column_stack([x + radius * np.cos(turn), y + radius * np.sin(turn)]).astype(np.float32)


SHEET_SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of the papers that sheets are made for, millimetres."""


def box(x: float, y: float, width: float, height: float, colour: Colour = BLACK) -> FilledArea:
    """A filled rectangle; lines are thin ones."""
    ring = np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float32)
    return FilledArea(colour, (ring,))


def ruler(x: float, y: float, length: int) -> tuple[PaperItem, ...]:
    """A line of ``length`` millimetres with a tick each ten, to be measured on the print."""
    line = box(x, y, length, 0.25)
    tall = {at: 2.5 if at in {0, length} else 1.2 for at in range(0, length + 1, 10)}
    return line, *(box(x + at - 0.125, y - height, 0.25, height) for at, height in tall.items())
