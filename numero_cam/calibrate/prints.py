"""A table calibrated by what is printed for it and lies on it: the board or the marker sheet."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.errors import CalibrationError
from numero_cam.base.records import Frame, TableCard, TableState
from numero_cam.calibrate import charuco, sheet
from numero_cam.calibrate.camera import Camera
from numero_cam.calibrate.charuco import SeenBoard
from numero_cam.calibrate.sheet import HEIGHT, WIDTH, SeenSheet
from numero_cam.calibrate.table import Gains, Table, gains_of_patch, make_zones, open_cards
from numero_cam.calibrate.table_plane import card_scale, check_print, fitted, plane_of_board, plane_of_sheet, print_scale

Array = NDArray[np.float64]

PAPERS = ((210.0, 297.0), (215.9, 279.4))
"""Width and height of A4 and Letter, millimetres."""
_DOTS = 2
"""Pixels a millimetre of the straightened sheet."""
_NEAR, _REACH = 5.0, 60.0
"""Where the edge is looked for: millimetres from the markers outwards. Paper shrunk by a fifth would end at 45."""
_STEP = 20.0
"""Grey levels by which the table must differ from the paper."""
_WINDOW = 2.0
"""Millimetres that are compared on both sides of an edge."""
_FORM = 0.01
"""Paper of another form, by this share, was cut, or is neither A4 nor Letter."""


def paper_scale(frame: Frame, own: Array) -> float | None:
    """Size of the print of the marker sheet, 1 at 100 %, by the edges of its paper.

    Args:
        frame: The picture.
        own: ``(3, 3)`` pixels to millimetres of the sheet, as if it were printed at 100 %.

    Returns:
        None where an edge is not seen, or the paper is neither A4 nor Letter.
    """
    grey = cv2.cvtColor(frame.pixels, cv2.COLOR_RGB2GRAY)
    low, size = -_REACH, (round((WIDTH + 2 * _REACH) * _DOTS), round((HEIGHT + 2 * _REACH) * _DOTS))
    to_flat = np.array([[_DOTS, 0, -low * _DOTS], [0, _DOTS, -low * _DOTS], [0, 0, 1]]) @ own
    flat = cv2.warpPerspective(grey, to_flat, size, flags=cv2.INTER_LINEAR).astype(np.float32)
    inside = cv2.warpPerspective(np.full_like(grey, 255), to_flat, size, flags=cv2.INTER_NEAREST)
    flat[inside < 255] = np.nan
    beyond = [_edge(strip) for strip in _strips(flat)]
    left, right, top, bottom = (np.nan if edge is None else edge for edge in beyond)
    wide, high = WIDTH + left + right, HEIGHT + top + bottom
    for width, height in PAPERS:
        if abs((wide / width) / (high / height) - 1) <= _FORM:
            return float(np.sqrt(width * height / (wide * high)))
    return None


def _strips(flat: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """The straightened sheet left, right, above and below of its markers, each with rows outwards: ``(lines, pixels)``."""
    reach = round(_REACH * _DOTS)
    rows, columns = flat.shape[0] - 2 * reach, flat.shape[1] - 2 * reach
    level, upright = flat[reach : reach + rows], flat[:, reach : reach + columns].T
    return [level[:, :reach][:, ::-1], level[:, reach + columns :], upright[:, :reach][:, ::-1], upright[:, reach + rows :]]


def _edge(strip: NDArray[np.float32]) -> float | None:
    """Millimetres from the markers to the first place outwards where paper ends, along the whole side; None where there is none.

    The sheet is straightened, so its edge lies at one place of all lines; a card or a shadow lies across some of them only.
    """
    seen = ~np.isnan(strip).any(axis=0)
    profile = np.median(strip[:, : int(np.argmin(seen)) if not seen.all() else None], axis=0)
    window = round(_WINDOW * _DOTS)
    first, last = max(window, round(_NEAR * _DOTS)), len(profile) - window
    steps = np.array([profile[k - window : k].mean() - profile[k : k + window].mean() for k in range(first, last)])
    past = np.flatnonzero(np.abs(steps) >= _STEP)
    if not len(past):
        return None
    peak = past[0] + int(np.argmax(np.abs(steps[past[0] : past[0] + 2 * window])))
    return float(first + peak) / _DOTS


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
