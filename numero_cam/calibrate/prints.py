"""A table calibrated by what is printed for it and lies on it: the board or the marker sheet."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.errors import CalibrationError
from numero_cam.base.records import Frame, TableCard, TableState
from numero_cam.calibrate import charuco, sheet
from numero_cam.calibrate.camera import Camera
from numero_cam.calibrate.charuco import SeenBoard
from numero_cam.calibrate.paper_edge import paper_scale
from numero_cam.calibrate.plane import fitted, plane_of_board, plane_of_sheet
from numero_cam.calibrate.scale import card_scale, check_print, print_scale
from numero_cam.calibrate.sheet import SeenSheet
from numero_cam.calibrate.table import Table, open_cards
from numero_cam.calibrate.white import Gains, gains_of_patch
from numero_cam.calibrate.zones import make_zones

Array = NDArray[np.float64]
_MARGIN = 25.0
"""Millimetres of paper about what is printed, at most: what is read there is no card on the table."""


@dataclass(frozen=True)
class _Print:
    """A print as it lies in a picture.

    Attributes:
        made_by: ``board`` or ``sheet``.
        words: What it is called.
        plane: ``(3, 3)`` pixels to millimetres of the table.
        error: Root mean square, pixels.
        own: ``(3, 3)`` pixels to millimetres of the print, as if it were printed at 100 %.
        size: Width and height of what is printed, millimetres of the print.
        patch: Left, top, right, bottom of its even grey, the same.
    """

    made_by: str
    words: str
    plane: Array
    error: float
    own: Array
    size: tuple[int, int]
    patch: tuple[float, float, float, float]


@dataclass(frozen=True)
class _Record:
    """When a table was made, and its camera."""

    date: str
    camera: Camera | None


def table_from_board(
    frame: Frame, seen: SeenBoard, state: TableState, date: str, camera: Camera | None = None, *, ruler: float | None = None
) -> Table:
    """Calibrates a table by the board that lies on it.

    Args:
        frame: The photo, made straight where there is a camera.
        seen: The board in it.
        state: Cards that lie there too, if any: their zones part the table, and their size shows a print too small or too large.
        date: Day, for the record.
        camera: The camera, if it is calibrated.
        ruler: Length in millimetres of the line on the print, where somebody measured it.

    Raises:
        CalibrationError: The board is not seen well enough, does not lie flat, or was printed at another size.
    """
    plane, error = plane_of_board(seen, (frame.width, frame.height), print_scale(ruler))
    own, _ = fitted(seen.places(), seen.points)
    printed = _Print("board", "the board", plane, error, own, (charuco.WIDTH, charuco.HEIGHT), charuco.GREY_PATCH)
    return _table(frame, printed, state, ruler, _Record(date, camera))


def table_from_sheet(
    frame: Frame, seen: SeenSheet, state: TableState, date: str, camera: Camera | None = None, *, ruler: float | None = None
) -> Table:
    """Calibrates a table by the marker sheet that lies on it.

    Args:
        frame: The photo, made straight where there is a camera.
        seen: The sheet in it.
        state: Cards that lie there too, as for the board.
        date: Day, for the record.
        camera: The camera, if it is calibrated.
        ruler: Length in millimetres of the line on the print, where somebody measured it.

    Raises:
        CalibrationError: The sheet is not seen well enough, does not lie flat, is of another version, or was printed at another size.
    """
    plane, error = plane_of_sheet(seen, print_scale(ruler))
    own, _ = fitted(seen.places(), seen.points)
    printed = _Print("sheet", "the marker sheet", plane, error, own, (sheet.WIDTH, sheet.HEIGHT), sheet.GREY_PATCH)
    return _table(frame, printed, state, ruler, _Record(date, camera))


def _table(frame: Frame, printed: _Print, state: TableState, ruler: float | None, record: _Record) -> Table:
    """The table on which a print lies.

    Raises:
        CalibrationError: The print is of the wrong size.
    """
    size = frame.width, frame.height
    cards = _cards_beside(printed, state.cards)
    paper = paper_scale(frame, printed.own) if printed.made_by == "sheet" else None  # the board has words up to the edge
    check_print(frame.name, printed.words, ruler=ruler, paper=paper, cards=card_scale(printed.plane, open_cards(cards)))
    zones = make_zones(printed.plane, size, cards)
    return Table(*size, printed.plane, printed.error, printed.made_by, zones, record.date, _white(frame, printed), record.camera)


def _white(frame: Frame, printed: _Print) -> Gains | None:
    """Gains by the grey patch, or None where it does not tell them: a table is a table without them."""
    left, top, right, bottom = printed.patch
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    patch = geometry.transform(geometry.inverse(printed.own), corners)
    if (patch < 0).any() or (patch >= (frame.width, frame.height)).any():
        return None
    try:
        return gains_of_patch(frame, patch)
    except CalibrationError:
        return None


def _cards_beside(printed: _Print, cards: Sequence[TableCard]) -> tuple[TableCard, ...]:
    """Cards that do not touch the print: what is read on it is part of its pattern, and a card under its edge is not seen whole."""
    low, high = np.array([-_MARGIN, -_MARGIN]), np.array(printed.size) + _MARGIN

    def beside(card: TableCard) -> bool:
        corners = geometry.transform(printed.own, card.reading.corners)
        points = np.vstack([corners, corners.mean(axis=0)])
        return not ((points > low) & (points < high)).all(axis=1).any()

    return tuple(card for card in cards if beside(card))
