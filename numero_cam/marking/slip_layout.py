"""Where everything lies on a slip, in millimetres from its top-left corner, x to the right, y down: for the printer and for the reader.

A slip has a place for each card of a puzzle, in columns. Under a card of the centre, and under a wild card of the hand, are three
circles, one for each set that it may belong to; under a number card of the hand is one, "taken with". Which cards they are is
not known here.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

VERSION = 1
"""Of the slip; a change of any number below is another version."""
WIDTH, HEIGHT = 105.0, 139.0
"""Of a slip: what fits four times on A4 and on Letter."""
MARKER, EDGE = 10.0, 6.0
"""Side of a corner marker, and its distance from the edges of the slip: what printers leave white, and a white rim of its own."""
SETS = 3
"""Rows of circles, one for each set of a take."""
MOST_CENTRE, MOST_HAND = 8, 6
"""Cards that have room."""
RADIUS, SMALL_RADIUS = 3.0, 2.4
"""Of the circles under cards, and of those for a pupil's number."""
LINE = 0.3
"""Width of a circle's outline."""
STRIP_ROWS, STRIP_COLUMNS, STRIP_CELL = 2, 24, 2.7
STRIP_LEFT, STRIP_TOP = 20.1, 125.3
LEFT, RIGHT = 12.0, 86.0
"""Between these lie the columns of circles."""
WIDEST_PITCH = 12.0
ROW_PITCH = 8.0
CENTRE_CARDS, HAND_CARDS = 40.4, 83.9
"""Lower edge of the cards that are shown."""
CENTRE_ROW, HAND_ROW = 44.5, 88.0
"""Middle of the first row of circles below them."""
INK_X = 93.0
"""Middle of the circles that are printed full, one a row: how dark ink is in this photo."""
DIGIT_LEFT, DIGIT_PITCH = 21.0, 7.0
DIGIT_ROWS = (113.6, 119.2)
"""Middle of the circles for tens and units of a pupil's number, on spare slips."""
LABEL_GAP = 7.0
"""Between the number cards and the wild cards of a hand, for the numbers of the rows."""


class Use(StrEnum):
    """What a circle is for."""

    CENTRE = "centre"
    TAKER = "taker"
    WILD = "wild"
    TENS = "tens"
    UNITS = "units"
    INK = "ink"


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle of a slip.

    Attributes:
        use: What it is for.
        row: The set, 0 to 2; 0 where there is one row only. Of ink: 0 to 5.
        column: Which card of its kind, or which digit, from 0.
        x: Its middle, millimetres.
        y: The same.
        radius: Millimetres.
    """

    use: Use
    row: int
    column: int
    x: float
    y: float
    radius: float = RADIUS


@dataclass(frozen=True, slots=True)
class Form:
    """Which circles a slip has.

    Attributes:
        centre: Cards of the centre, 1 to ``MOST_CENTRE``.
        takers: Number cards of the hand, 1 and more; with the wild cards at most ``MOST_HAND``.
        wilds: Wild cards of the hand.
        spare: Whether the pupil shades his number.

    Raises:
        ValueError: More cards than have room, or none.
    """

    centre: int
    takers: int
    wilds: int
    spare: bool = False

    def __post_init__(self) -> None:
        """Refuse what has no room."""
        hand = self.takers + self.wilds
        if not 1 <= self.centre <= MOST_CENTRE or self.takers < 1 or self.wilds < 0 or hand > MOST_HAND:
            message = (
                f"a slip has room for 1 to {MOST_CENTRE} cards of the centre and {MOST_HAND} of the hand, one of them a number card; "
                f"this puzzle has {self.centre} and {hand}, {self.takers} of them number cards"
            )
            raise ValueError(message)

    @property
    def centre_pitch(self) -> float:
        """From column to column of the centre, millimetres."""
        return min(WIDEST_PITCH, (RIGHT - LEFT) / self.centre)

    @property
    def hand_pitch(self) -> float:
        """From column to column of the hand, millimetres."""
        return min(WIDEST_PITCH, (RIGHT - LEFT - LABEL_GAP) / (self.takers + self.wilds))

    def centre_x(self, column: int) -> float:
        """Middle of a card of the centre."""
        return LEFT + (column + 0.5) * self.centre_pitch

    def taker_x(self, column: int) -> float:
        """Middle of a number card of the hand."""
        return LEFT + (column + 0.5) * self.hand_pitch

    def wild_x(self, column: int) -> float:
        """Middle of a wild card of the hand."""
        return LEFT + LABEL_GAP + (self.takers + column + 0.5) * self.hand_pitch


def circles_of(form: Form) -> tuple[Circle, ...]:
    """Every circle of a slip, also those that are printed full."""
    rows = range(SETS)
    found = [Circle(Use.CENTRE, r, c, form.centre_x(c), CENTRE_ROW + r * ROW_PITCH) for r in rows for c in range(form.centre)]
    found += [Circle(Use.TAKER, 0, c, form.taker_x(c), HAND_ROW) for c in range(form.takers)]
    found += [Circle(Use.WILD, r, c, form.wild_x(c), HAND_ROW + r * ROW_PITCH) for r in rows for c in range(form.wilds)]
    if form.spare:
        for use, y in zip((Use.TENS, Use.UNITS), DIGIT_ROWS, strict=True):
            found += [Circle(use, 0, digit, DIGIT_LEFT + digit * DIGIT_PITCH, y, SMALL_RADIUS) for digit in range(10)]
    for block, top in enumerate((CENTRE_ROW, HAND_ROW)):
        found += [Circle(Use.INK, block * SETS + r, 0, INK_X, top + r * ROW_PITCH) for r in rows]
    return tuple(found)


def marker_corners() -> NDArray[np.float64]:
    """``(4, 4, 2)`` millimetres: the corners of the four markers, clockwise from each one's top-left; the markers clockwise too."""
    far_x, far_y = WIDTH - EDGE - MARKER, HEIGHT - EDGE - MARKER
    left_top = np.array([[EDGE, EDGE], [far_x, EDGE], [far_x, far_y], [EDGE, far_y]])
    square = np.array([[0, 0], [MARKER, 0], [MARKER, MARKER], [0, MARKER]])
    return np.asarray(left_top[:, None] + square, np.float64)


def strip_cells() -> NDArray[np.float64]:
    """``(48, 2)`` millimetres: the middles of the code strip's squares, row by row."""
    rows, columns = np.mgrid[0:STRIP_ROWS, 0:STRIP_COLUMNS]
    middles = np.stack([STRIP_LEFT + (columns + 0.5) * STRIP_CELL, STRIP_TOP + (rows + 0.5) * STRIP_CELL], axis=-1)
    return np.asarray(middles.reshape(-1, 2), np.float64)
