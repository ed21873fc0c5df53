"""Calibrates a table by a print that lies on it: the board or the marker sheet."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.errors import CalibrationError
from numero_cam.base.records import Frame, TableCard, TableState
from numero_cam.calibrate import charuco
from numero_cam.calibrate.camera import CameraCalibration
from numero_cam.calibrate.charuco import DetectedBoard
from numero_cam.calibrate.sheet import GREY_PATCH, HEIGHT, WIDTH, DetectedSheet
from numero_cam.calibrate.table import Gains, TableCalibration, gains_from_patch, make_zones, reliable_cards
from numero_cam.calibrate.table_plane import card_scale, check_print, fit_homography, plane_of_board, plane_of_sheet, print_scale
from numero_cam.catalogue import tr

Array = NDArray[np.float64]

PAPER_SIZES = ((210.0, 297.0), (215.9, 279.4))  #: Width and height of A4 and Letter, millimetres.
_PIXELS_PER_MM = 2  #: Resolution of the rectified sheet.
_MIN_EDGE_DISTANCE = 5.0  #: Smallest distance from the markers at which an edge of the paper is searched, millimetres.
_MAX_EDGE_DISTANCE = 60.0  #: Largest distance, millimetres; the paper of a sheet that was printed a fifth too small ends at 45.
_MIN_EDGE_STEP = 20.0  #: Minimum difference of paper and table, grey levels.
_EDGE_WINDOW = 2.0  #: Width of the strips that are compared on both sides of an edge, millimetres.
_MAX_PAPER_ASPECT_ERROR = 0.01  #: Relative error of the ratio of width to height above which paper was cut, or is neither A4 nor Letter.


def paper_scale(frame: Frame, own_plane: Array) -> float | None:
    """Return the scale of a printed marker sheet, 1 at 100 %, by the edges of its paper.

    Args:
        frame: The picture.
        own_plane: ``(3, 3)`` homography from pixels to millimetres of the sheet, as if it were printed at 100 %.

    Returns:
        None where an edge is not visible, or the paper is neither A4 nor Letter.
    """
    grey = cv2.cvtColor(frame.pixels, cv2.COLOR_RGB2GRAY)
    width, height = (round((side + 2 * _MAX_EDGE_DISTANCE) * _PIXELS_PER_MM) for side in (WIDTH, HEIGHT))
    shift = _MAX_EDGE_DISTANCE * _PIXELS_PER_MM
    to_flat = np.array([[_PIXELS_PER_MM, 0, shift], [0, _PIXELS_PER_MM, shift], [0, 0, 1]]) @ own_plane
    flat = cv2.warpPerspective(grey, to_flat, (width, height), flags=cv2.INTER_LINEAR).astype(np.float32)
    inside = cv2.warpPerspective(np.full_like(grey, 255), to_flat, (width, height), flags=cv2.INTER_NEAREST)
    flat[inside < 255] = np.nan
    beyond = [_edge(strip) for strip in _strips(flat)]
    left, right, top, bottom = (np.nan if edge is None else edge for edge in beyond)
    wide, high = WIDTH + left + right, HEIGHT + top + bottom  # of the paper, in millimetres as printed at 100 %
    for true_width, true_height in PAPER_SIZES:
        if abs((wide / true_width) / (high / true_height) - 1) <= _MAX_PAPER_ASPECT_ERROR:
            return float(np.sqrt(true_width * true_height / (wide * high)))
    return None


def _strips(flat: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """Return the rectified sheet left, right, above and below its markers, each ``(lines, pixels)`` with the pixels of a line outwards."""
    reach = round(_MAX_EDGE_DISTANCE * _PIXELS_PER_MM)
    rows, columns = flat.shape[0] - 2 * reach, flat.shape[1] - 2 * reach
    level, upright = flat[reach : reach + rows], flat[:, reach : reach + columns].T
    return [level[:, :reach][:, ::-1], level[:, reach + columns :], upright[:, :reach][:, ::-1], upright[:, reach + rows :]]


def _edge(strip: NDArray[np.float32]) -> float | None:
    """Return the distance from the markers to the paper's edge in a strip ``(lines, pixels)``, millimetres; None where there is no edge.

    The edge is at the same place in all lines of the rectified strip; a card or a shadow crosses some of them only.
    """
    seen = ~np.isnan(strip).any(axis=0)
    profile = np.median(strip[:, : int(np.argmin(seen)) if not seen.all() else None], axis=0)
    window = round(_EDGE_WINDOW * _PIXELS_PER_MM)
    first, last = max(window, round(_MIN_EDGE_DISTANCE * _PIXELS_PER_MM)), len(profile) - window
    steps = np.array([profile[k - window : k].mean() - profile[k : k + window].mean() for k in range(first, last)])
    past = np.flatnonzero(np.abs(steps) >= _MIN_EDGE_STEP)
    if not len(past):
        return None
    peak = past[0] + int(np.argmax(np.abs(steps[past[0] : past[0] + 2 * window])))
    return float(first + peak) / _PIXELS_PER_MM


_PAPER_MARGIN = 25.0  #: Maximum width of the paper around the print, millimetres; what is read there is no card on the table.


@dataclass(frozen=True)
class _DetectedPrint:
    """A print that was detected in a picture."""

    made_by: str  #: ``board`` or ``sheet``.
    words: str  #: Its name for the user.
    plane: Array  #: ``(3, 3)`` homography from pixels to millimetres of the table.
    error: float  #: Error of the fit, root mean square, pixels.
    own_plane: Array  #: ``(3, 3)`` pixels to millimetres of the print, as if it were printed at 100 %.
    size: tuple[int, int]  #: Width and height of the print, its own millimetres.
    patch: tuple[float, float, float, float]  #: Left, top, right, bottom of its grey patch, its own millimetres.


def table_from_print(
    frame: Frame,
    seen: DetectedBoard | DetectedSheet,
    state: TableState,
    date: str,
    camera: CameraCalibration | None = None,
    *,
    ruler: float | None = None,
) -> TableCalibration:
    """Calibrate a table by the board or the marker sheet that lies on it; refuse a print of the wrong size.

    Args:
        frame: The photo, undistorted where there is a camera.
        seen: The print in it.
        state: The cards in it, which may be none: they determine the zones, and their size checks the size of the print.
        date: Day of the calibration, ``2026-11-21``.
        camera: The camera, if it is calibrated.
        ruler: Length of the line on the print, millimetres; None where nobody measured it.
    """
    size = frame.width, frame.height
    printed = _detected_print(seen, size, print_scale(ruler))
    cards = _cards_beside(printed, state.cards)
    paper = paper_scale(frame, printed.own_plane) if printed.made_by == "sheet" else None  # text on the board reaches the edge
    check_print(frame.name, printed.words, ruler=ruler, paper=paper, cards=card_scale(printed.plane, reliable_cards(cards)))
    zones = make_zones(printed.plane, size, cards)
    return TableCalibration(*size, printed.plane, printed.error, printed.made_by, zones, date, _gains(frame, printed), camera)


def _detected_print(seen: DetectedBoard | DetectedSheet, size: tuple[int, int], scale: float) -> _DetectedPrint:
    plane, error = plane_of_board(seen, size, scale) if isinstance(seen, DetectedBoard) else plane_of_sheet(seen, scale)
    own, _ = fit_homography(seen.object_points(), seen.points)
    if isinstance(seen, DetectedBoard):
        return _DetectedPrint("board", tr("the board"), plane, error, own, (charuco.WIDTH, charuco.HEIGHT), charuco.GREY_PATCH)
    return _DetectedPrint("sheet", tr("the marker sheet"), plane, error, own, (WIDTH, HEIGHT), GREY_PATCH)


def _gains(frame: Frame, printed: _DetectedPrint) -> Gains | None:
    """Return white balance gains from the grey patch; None where it is not visible or badly lit: they are optional."""
    left, top, right, bottom = printed.patch
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    patch = geometry.transform(geometry.inverse(printed.own_plane), corners)
    if (patch < 0).any() or (patch >= (frame.width, frame.height)).any():
        return None
    try:
        return gains_from_patch(frame, patch)
    except CalibrationError:
        return None


def _cards_beside(printed: _DetectedPrint, cards: Sequence[TableCard]) -> tuple[TableCard, ...]:
    """Return the cards that do not touch the print: readings on it are its pattern, and a card below its edge is partly covered."""
    low, high = np.array([-_PAPER_MARGIN, -_PAPER_MARGIN]), np.array(printed.size) + _PAPER_MARGIN

    def beside(card: TableCard) -> bool:
        """Return whether the corners and the middle of a card are outside the print and its margin."""
        corners = geometry.transform(printed.own_plane, card.reading.corners)
        points = np.vstack([corners, corners.mean(axis=0)])
        return not ((points > low) & (points < high)).all(axis=1).any()

    return tuple(card for card in cards if beside(card))
