"""Where everything lies on a slip, in millimetres from its top-left corner, x to the right, y down: for the printer and for the reader.

A slip has one puzzle or several, each with a place for each card, in columns. Under a card of the centre, and under a wild card of the
hand, are three circles, one for each set that it may belong to; under a number card of the hand is one, "taken with". Which cards they are
is not known here. ``LAYOUTS`` has each layout; its version is in the code strip, so that a slip itself says how it is read.

Markers have the number of the slip. A strip of 48 squares, black for 1, has the version of the slip in 4 bits, the number of the printing
in 20, the slip in 8, and a checksum in 16. It says nothing of a pupil: who has which slip stands with the class.
"""

import binascii
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.catalogue import tr

LAYOUT_VERSION = 2  #: Version of the layout of new slips with one puzzle. Any change of a number below needs a new version.
MARKER_SIDE = 10.0  #: Side of a corner marker.
MARKER_EDGE = 6.0  #: Distance of a corner marker from the edges of the slip: the printer's margin and a white rim.
SET_ROWS = 3  #: Number of rows of circles, one for each set of a take.
CIRCLE_RADIUS = 3.0  #: Radius of the circles under cards.
DIGIT_RADIUS = 2.4  #: Radius of the circles for a pupil's number.
CIRCLE_LINE = 0.3  #: Line width of a circle.
STRIP_ROWS = 2  #: Number of rows of the code strip.
STRIP_COLUMNS = 24  #: Number of columns of the code strip.
STRIP_CELL = 2.7  #: Side of a square of the code strip.
STRIP_LEFT = 20.1  #: Left edge of the code strip.
STRIP_ABOVE_EDGE = 13.7  #: Distance of the upper edge of the code strip from the lower edge of the slip.
ROW_PITCH = 8.0  #: Distance of two rows of circles.
DIGIT_PITCH = 7.0  #: Distance of the circles of two digits.
LABEL_GAP = 7.0  #: Gap between the number cards and the wild cards of a hand, for the numbers of the rows.


@dataclass(frozen=True, slots=True)
class PuzzlePlace:
    """Where a puzzle lies on a slip, and how many cards have room there."""

    box: tuple[float, float, float, float]  #: Left and upper edge, width and height of all that belongs to it.
    centre_columns: tuple[float, float]  #: Left and right edge of the columns of the centre.
    hand_columns: tuple[float, float]  #: Left and right edge of the columns of the hand.
    centre_cards_bottom: float  #: Lower edge of the printed cards of the centre.
    hand_cards_bottom: float  #: Lower edge of the printed cards of the hand.
    first_centre_row: float  #: Middle of the first row of circles below the centre.
    first_hand_row: float  #: Middle of the first row of circles below the hand.
    ink_x: float  #: Middle of the filled circles, one a row, that show how dark ink is in the photo.
    pitch: float  #: Maximum distance of two columns.
    centre: int  #: Maximum number of cards of the centre.
    hand: int  #: Maximum number of cards of the hand.


@dataclass(frozen=True, slots=True)
class SlipLayout:
    """The size of a slip, and where its puzzles and what all of them share lie on it."""

    size: tuple[float, float]  #: Width and height.
    places: tuple[PuzzlePlace, ...]  #: The places of its puzzles.
    digits_left: float  #: Middle of the circles for the digit 0 of a pupil's number, on spare slips.
    digit_rows: tuple[float, float]  #: Middles of the two rows of circles for tens and units of a pupil's number.
    example_top: float | None  #: Upper edge of the solved example; None where the layout has no room for one.


_BELOW_CARDS = 4.1  #: Distance of the first row of circles from the lower edge of the cards.


def _one_puzzle(centre_cards: float, hand_cards: float, digits: tuple[float, float], example_top: float | None) -> SlipLayout:
    """Return the layout of a slip with one puzzle, its centre above its hand: four slips fit on A4 and on Letter."""
    box, columns = (0.0, 0.0, 105.0, 139.0), (12.0, 86.0)
    rows = round(centre_cards + _BELOW_CARDS, 2), round(hand_cards + _BELOW_CARDS, 2)
    return SlipLayout(
        (105.0, 139.0), (PuzzlePlace(box, columns, columns, centre_cards, hand_cards, *rows, 93.0, 12.0, 8, 6),), 21.0, digits, example_top
    )


def _several_puzzles(size: tuple[float, float], count: int, tall: float, pitch: float, *, digits: tuple[float, float, float]) -> SlipLayout:
    """Return the layout of a slip with puzzles below each other, each with its centre beside its hand.

    `tall` and `pitch` are the distances of two puzzles and of two columns, `digits` the left edge of the circles for a pupil's number, and
    the middles of their two rows.
    """
    centre, hand = 6, 5
    columns = 11.0, 11.0 + centre * pitch
    hand_columns = columns[1] + 5.0, columns[1] + 5.0 + LABEL_GAP + hand * pitch
    below = 5.0 + (pitch - 0.9) * 88 / 63  # of the cards, whose faces are 63 mm by 88 mm
    places = tuple(
        PuzzlePlace(
            (6.0, top, hand_columns[1] + 3.0, tall),
            columns,
            hand_columns,
            *(round(top + below, 2),) * 2,
            *(round(top + below + _BELOW_CARDS, 2),) * 2,
            hand_columns[1] + 5.0,
            pitch,
            centre,
            hand,
        )
        for top in (31.0 + tall * place for place in range(count))
    )
    return SlipLayout(size, places, digits[0], digits[1:], 17.4)


#: Every layout that was ever printed, by version; slips of all of them are read. Two slips of layout 3 fit on A4 and on Letter, one of 4.
LAYOUTS: Mapping[int, SlipLayout] = {
    1: _one_puzzle(40.4, 83.9, (113.6, 119.2), None),
    2: _one_puzzle(47.1, 88.1, (115.9, 121.5), 17.4),
    3: _several_puzzles((139.0, 209.0), 3, 48.0, 9.0, digits=(21.0, 181.0, 186.6)),
    4: _several_puzzles((209.0, 278.0), 5, 46.0, 11.0, digits=(112.0, 265.2, 270.8)),
}
#: Version of the layout of new slips by the number of puzzles on each.
LAYOUT_OF_PUZZLES: Mapping[int, int] = {1: LAYOUT_VERSION, 3: 3, 5: 4}
MAX_VERSIONS = 3  #: Maximum number of versions of slips that are equally hard: A, B and C.
SIZES = tuple(dict.fromkeys(layout.size for layout in LAYOUTS.values()))  #: The sizes of slips, width and height.


class CircleUse(StrEnum):
    """What a circle is for."""

    CENTRE = "centre"
    TAKER = "taker"
    WILD = "wild"
    TENS = "tens"
    UNITS = "units"
    INK = "ink"


@dataclass(frozen=True, slots=True)
class SlipCircle:
    """A circle of a slip."""

    use: CircleUse  #: What it is for.
    row: int  #: The set, 0 to 2; 0 where there is one row only. Of ink: 0 to 5.
    column: int  #: Which card of its kind, or which digit, from 0.
    x: float  #: Its middle, millimetres.
    y: float  #: The same.
    radius: float = CIRCLE_RADIUS  #: Millimetres.


@dataclass(frozen=True, slots=True)
class SlipForm:
    """Which circles a puzzle has on a slip."""

    centre: int  #: Number of cards of the centre, 1 and more.
    takers: int  #: Number of number cards of the hand, 1 and more.
    wilds: int  #: Number of wild cards of the hand.
    spare: bool = False  #: Whether there are also circles in which the pupil shades his number; at the first puzzle of a slip.
    layout: int = LAYOUT_VERSION  #: Version of the layout, a key of ``LAYOUTS``.
    sets: int = SET_ROWS  #: Number of sets for which there are circles: ``SET_ROWS``, or 0 where only cards of the hand are shaded.
    at: int = 0  #: Which puzzle of the slip, from 0.

    def __post_init__(self) -> None:
        """Raise a ``ValueError`` where the cards have no room."""
        hand, place = self.takers + self.wilds, self.place
        if not 1 <= self.centre <= place.centre or self.takers < 1 or self.wilds < 0 or hand > place.hand:
            room = tr(
                "a slip has room for 1 to {centre} cards of the middle and {hand} of the hand, one of them a number card",
                centre=place.centre,
                hand=place.hand,
            )
            has = tr(
                "this puzzle has {centre} and {hand}, {numbers} of them number cards", centre=self.centre, hand=hand, numbers=self.takers
            )
            raise ValueError(f"{room}; {has}")

    @property
    def place(self) -> PuzzlePlace:
        """Where it lies on the slip."""
        return LAYOUTS[self.layout].places[self.at]

    @property
    def shown(self) -> tuple[float, float, float, float]:
        """Left and upper edge, width and height of the part of the slip in which its circles lie."""
        return (0.0, 0.0, *LAYOUTS[self.layout].size) if self.spare else self.place.box

    @property
    def centre_pitch(self) -> float:
        """Distance of the columns of the centre, millimetres."""
        left, right = self.place.centre_columns
        return min(self.place.pitch, (right - left) / self.centre)

    @property
    def hand_pitch(self) -> float:
        """Distance of the columns of the hand, millimetres."""
        left, right = self.place.hand_columns
        return min(self.place.pitch, (right - left - LABEL_GAP) / (self.takers + self.wilds))

    def centre_x(self, column: int) -> float:
        """Return x of the middle of a card of the centre, millimetres."""
        return self.place.centre_columns[0] + (column + 0.5) * self.centre_pitch

    def taker_x(self, column: int) -> float:
        """Return x of the middle of a number card of the hand, millimetres."""
        return self.place.hand_columns[0] + (column + 0.5) * self.hand_pitch

    def wild_x(self, column: int) -> float:
        """Return x of the middle of a wild card of the hand, millimetres."""
        return self.place.hand_columns[0] + LABEL_GAP + (self.takers + column + 0.5) * self.hand_pitch


def circles_of(form: SlipForm) -> tuple[SlipCircle, ...]:
    """Return every circle of a puzzle on a slip, also the filled ones, in an order by which their indices are known."""
    rows, layout, place = range(form.sets), LAYOUTS[form.layout], form.place
    centre_top, hand_top = place.first_centre_row, place.first_hand_row
    found = [SlipCircle(CircleUse.CENTRE, r, c, form.centre_x(c), centre_top + r * ROW_PITCH) for r in rows for c in range(form.centre)]
    found += [SlipCircle(CircleUse.TAKER, 0, c, form.taker_x(c), hand_top) for c in range(form.takers)]
    found += [SlipCircle(CircleUse.WILD, r, c, form.wild_x(c), hand_top + r * ROW_PITCH) for r in rows for c in range(form.wilds)]
    if form.spare:
        for use, y in zip((CircleUse.TENS, CircleUse.UNITS), layout.digit_rows, strict=True):
            found += [SlipCircle(use, 0, digit, layout.digits_left + digit * DIGIT_PITCH, y, DIGIT_RADIUS) for digit in range(10)]
    for block, top in enumerate(dict.fromkeys((centre_top, hand_top))):
        found += [SlipCircle(CircleUse.INK, block * SET_ROWS + r, 0, place.ink_x, top + r * ROW_PITCH) for r in range(SET_ROWS)]
    return tuple(found)


def slip_corners(size: tuple[float, float]) -> NDArray[np.float64]:
    """``(4, 2)`` millimetres: the corners of a slip of this width and height, clockwise from its top left."""
    width, height = size
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)


def marker_corners(size: tuple[float, float]) -> NDArray[np.float64]:
    """``(4, 4, 2)`` millimetres: the corners of the four markers, clockwise from each one's top-left; the markers clockwise too."""
    far_x, far_y = size[0] - MARKER_EDGE - MARKER_SIDE, size[1] - MARKER_EDGE - MARKER_SIDE
    left_top = np.array([[MARKER_EDGE, MARKER_EDGE], [far_x, MARKER_EDGE], [far_x, far_y], [MARKER_EDGE, far_y]])
    square = np.array([[0, 0], [MARKER_SIDE, 0], [MARKER_SIDE, MARKER_SIDE], [0, MARKER_SIDE]])
    return np.asarray(left_top[:, None] + square, np.float64)


def strip_cells(size: tuple[float, float]) -> NDArray[np.float64]:
    """``(48, 2)`` millimetres: the middles of the code strip's squares, row by row."""
    rows, columns = np.mgrid[0:STRIP_ROWS, 0:STRIP_COLUMNS]
    top = size[1] - STRIP_ABOVE_EDGE
    middles = np.stack([STRIP_LEFT + (columns + 0.5) * STRIP_CELL, top + (rows + 0.5) * STRIP_CELL], axis=-1)
    return np.asarray(middles.reshape(-1, 2), np.float64)


MARKER_DICTIONARY = "DICT_5X5_1000"
FIRST_MARKER = 100  #: First marker in use: those before are on the board and the sheet of ``calibrate``.
MAX_SLIPS = 225  #: Maximum number of slips of one printing.
MAX_PRINTING = (1 << 20) - 1  #: Highest number of a printing.
MARKER_CELLS = 7  #: Side of a marker with its border, in cells.


@dataclass(frozen=True, slots=True)
class SlipCode:
    """The content of a code strip."""

    printing: int  #: Number of the printing, the slips printed together, 1 to ``MAX_PRINTING``.
    slip: int  #: Which slip of it, 0 to ``MAX_SLIPS`` - 1.
    version: int = LAYOUT_VERSION  #: Of the slip's layout.


def strip_bits(code: SlipCode) -> NDArray[np.bool_]:
    """Return the squares of the strip row by row, ``(48,)`` bool, true for black."""
    if not (0 < code.printing <= MAX_PRINTING and 0 <= code.slip < MAX_SLIPS and 0 <= code.version < 16):
        raise ValueError(f"printing {code.printing}, slip {code.slip}: no such slip can be printed")
    data = (code.version << 28 | code.printing << 8 | code.slip).to_bytes(4, "big")
    return np.unpackbits(np.frombuffer(data + binascii.crc_hqx(data, 0xFFFF).to_bytes(2, "big"), np.uint8)).astype(bool)


def parse_strip(bits: NDArray[np.bool_]) -> SlipCode | None:
    """Return the code in the squares of a strip, ``(48,)`` bool row by row; None where the checksum is wrong."""
    data = np.packbits(bits).tobytes()
    if binascii.crc_hqx(data[:4], 0xFFFF) != int.from_bytes(data[4:], "big"):
        return None
    number = int.from_bytes(data[:4], "big")
    return SlipCode(number >> 8 & MAX_PRINTING, number & 0xFF, number >> 28)


def marker_number(slip: int, corner: int) -> int:
    """Return the number of a slip's marker; corners count clockwise from the top left."""
    return FIRST_MARKER + 4 * slip + corner


def marker_cells(number: int) -> NDArray[np.bool_]:
    """Return the cells of the marker ``number``, ``(7, 7)`` bool, true for black."""
    return np.asarray(marker_dictionary().generateImageMarker(number, MARKER_CELLS, borderBits=1) == 0)


def marker_dictionary() -> cv2.aruco.Dictionary:
    """Return OpenCV's dictionary of the markers on slips."""
    return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, MARKER_DICTIONARY))
