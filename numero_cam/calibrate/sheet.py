"""The marker sheet that is laid on a table: its layout, and its detection in pictures.

Its six markers are nearly three times as large as those of the board, so that they are detected from above a whole table. Sheet points
are millimetres from the top-left corner of the first marker, x to the right, y down.
"""

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.errors import CalibrationError
from numero_cam.base.records import Frame
from numero_cam.catalogue import tr

Points = NDArray[np.float32]  #: ``(..., 2)`` float32, x and y.

VERSION = 1  #: Version of the sheet; it changes with any number below. Each version has its own markers.
COLUMNS = 2  #: Number of markers across.
ROWS = 3  #: Number of markers down.
MARKER = 49  #: Side of a marker, millimetres: seven cells of 7 mm.
COLUMN_STEP = 133  #: Distance between the left edges of two markers side by side, millimetres.
ROW_STEP = 98  #: Distance between the top edges of two markers one below the other, millimetres.
WIDTH = (COLUMNS - 1) * COLUMN_STEP + MARKER  #: Width of the area of the markers, millimetres.
HEIGHT = (ROWS - 1) * ROW_STEP + MARKER  #: Height of the area of the markers, millimetres.
MARKERS = COLUMNS * ROWS  #: Number of markers of a sheet.
DICTIONARY = "DICT_5X5_100"  #: OpenCV's name of the set of markers.
_FIRST_SHEET_MARKER = 40  #: Number of the first marker of version 1; the board has the markers 0 to 34.
FIRST = _FIRST_SHEET_MARKER + (VERSION - 1) * MARKERS  #: Number of the first marker of this version.
NAME = tr("sheet {version}, markers of {marker} mm", version=VERSION, marker=MARKER)  #: Text on the print that identifies the sheet.
GREY_PATCH = (46.0, 160.0, 136.0, 184.0)  #: Left, top, right, bottom of the grey patch for the white balance, millimetres.
GREY = 150  #: Grey level of the patch, 0 black to 255 white.
_CELLS = 7  #: Cells across a marker, its border included.
_REFINE_CELLS = 0.8  #: Half the side of the window in which a corner is refined, in cells of the marker.
_MAX_REFINE_PIXELS = 10  #: Maximum of that half side, pixels.
MIN_DETECTED = 2  #: Minimum number of markers that show a sheet; a single one may be a print that looks like a marker.
MIN_MARKERS = 4  #: Minimum number of markers for a plane: four always lie in both columns and in two rows or more.


@dataclass(frozen=True)
class DetectedSheet:
    """The markers of a sheet that were detected in a picture."""

    name: str  #: Name of the picture.
    size: tuple[int, int]  #: Width and height of the picture, pixels.
    #: ``(N,)`` int, numbers of the markers, 0..5 in reading order; with two sheets in the picture, numbers occur twice.
    ids: NDArray[np.intp]
    quads: Points  #: ``(N, 4, 2)`` float32 pixels, their corners, clockwise from the marker's own top-left.
    others: tuple[int, ...] = ()  #: Versions, unknown to this program, of other markers that were detected.

    @property
    def is_in_picture(self) -> bool:
        """Whether a marker sheet of any version is in the picture."""
        return len(self.ids) >= MIN_DETECTED or bool(self.others)

    @property
    def points(self) -> Points:
        """The corners of all markers in the picture, ``(4 N, 2)`` float32 pixels."""
        return self.quads.reshape(-1, 2)

    def object_points(self) -> Points:
        """Return the same corners on the sheet, ``(4 N, 2)`` float32 millimetres."""
        return marker_corners(self.ids).reshape(-1, 2)


def marker_corners(ids: NDArray[np.intp]) -> Points:
    """Return the corners of markers on the sheet, ``(N, 4, 2)`` float32 millimetres; ``ids`` is ``(N,)`` int."""
    left_top = np.column_stack([ids % COLUMNS * COLUMN_STEP, ids // COLUMNS * ROW_STEP]).astype(np.float32)
    box = np.array([[0, 0], [MARKER, 0], [MARKER, MARKER], [0, MARKER]], np.float32)
    return left_top[:, None] + box


def marker_cells() -> NDArray[np.bool_]:
    """Return the black cells of each marker, ``(6, 7, 7)`` bool, in reading order."""
    return np.stack([_dictionary().generateImageMarker(FIRST + k, _CELLS, borderBits=1) == 0 for k in range(MARKERS)])


def detect_sheet(frame: Frame) -> DetectedSheet:
    """Detect the markers of the sheet; none where the picture shows no sheet."""
    grey = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_RGB2GRAY), np.uint8)
    corners, found, _ = cv2.aruco.ArucoDetector(_dictionary(), cv2.aruco.DetectorParameters()).detectMarkers(grey)
    # OpenCV returns None where there is no marker; its stubs do not say so.
    known = cast("NDArray[np.int32] | None", found)
    numbers = np.zeros(0, np.intp) if known is None else np.asarray(known, np.intp).ravel()
    quads = _refined(grey, np.asarray(corners, np.float32).reshape(-1, 4, 2))
    ours = (numbers >= FIRST) & (numbers < FIRST + MARKERS)
    others = numbers[~ours & (numbers >= _FIRST_SHEET_MARKER)]
    versions = sorted({int(number - _FIRST_SHEET_MARKER) // MARKERS + 1 for number in others}) if len(others) >= MIN_DETECTED else []
    return DetectedSheet(frame.name, (frame.width, frame.height), numbers[ours] - FIRST, quads[ours], tuple(versions))


def check_sheet(seen: DetectedSheet) -> None:
    """Raise a ``CalibrationError`` where no plane can be fitted to a sheet: a marker occurs twice, or too few are detected."""
    name, count = seen.name, len(seen.ids)
    if len(set(seen.ids.tolist())) < count:
        message = tr("{photo}: two marker sheets lie there: leave one of them", photo=name)
    elif count >= MIN_MARKERS:
        return
    elif seen.others:
        message = tr(
            "{photo}: the marker sheet is of version {version}, this program knows version {known}: print it "
            "anew with numero-cam calibrate sheet",
            photo=name,
            version=seen.others[0],
            known=VERSION,
        )
    elif not count:
        message = tr(
            "{photo}: no marker sheet is seen in it: lay the sheet flat on the table with its print up and "
            "nothing on it, and take the photo sharp and from nearer",
            photo=name,
        )
    else:
        why = (
            tr("the marker sheet is cut off by the picture")
            if _cut_off(seen)
            else tr("the marker sheet is covered, blurred or too far away")
        )
        message = tr(
            "{photo}: {why}: {seen} of its {markers} markers are seen, at least {least} are needed",
            photo=name,
            why=why,
            seen=count,
            markers=MARKERS,
            least=MIN_MARKERS,
        )
    raise CalibrationError(message)


def _refined(grey: NDArray[np.uint8], quads: Points) -> Points:
    """Refine corners ``(N, 4, 2)`` to fractions of a pixel.

    The window is as large as a marker's border of one cell allows, because OpenCV's smaller default gives a worse plane.
    """
    close = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 50, 0.01)
    refined = []
    for quad in quads:
        reach = int(np.clip(_REFINE_CELLS * geometry.edge_lengths(quad).min() / _CELLS, 2, _MAX_REFINE_PIXELS))
        refined.append(cv2.cornerSubPix(grey, quad.reshape(-1, 1, 2).copy(), (reach, reach), (-1, -1), close))
    return np.asarray(refined, np.float32).reshape(-1, 4, 2)


def _cut_off(seen: DetectedSheet) -> bool:
    """Return whether a missing marker lies outside the picture, judged by the detected ones."""
    to_picture, _ = cv2.findHomography(seen.object_points().astype(np.float64), seen.points.astype(np.float64))
    missing = np.setdiff1d(np.arange(MARKERS), seen.ids)
    points = geometry.transform(np.asarray(to_picture, np.float64), marker_corners(missing).reshape(-1, 2))
    return bool(((points < 0) | (points >= seen.size)).any())


def _dictionary() -> cv2.aruco.Dictionary:
    """Return OpenCV's set of markers."""
    return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
