"""The marker sheet that is laid on a table: what is printed on it, and where it lies in a picture.

Six markers, nearly three times as large as those of the board, so that they are found from above a whole table, where the board's own are
too small. Places on the sheet are millimetres from the top-left corner of its first marker, x to the right, y down.
"""

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.errors import CalibrationError
from numero_cam.base.records import Frame

Points = NDArray[np.float32]

VERSION = 1
"""Of the sheet; a change of any number below is another version. Its markers say which it is."""
COLUMNS, ROWS = 2, 3
MARKER = 49
"""Side of a marker, millimetres: seven cells of 7 mm."""
ACROSS, DOWN = 133, 98
"""From the left edge of a marker to that of the next, and from the top edge to that of the next, millimetres."""
WIDTH, HEIGHT = (COLUMNS - 1) * ACROSS + MARKER, (ROWS - 1) * DOWN + MARKER
MARKERS = COLUMNS * ROWS
DICTIONARY = "DICT_5X5_100"
_FIRST_OF_SHEETS = 40
"""Each version has its own markers from 40 on; the board has 0 to 34, so that neither is taken for the other."""
FIRST = _FIRST_OF_SHEETS + (VERSION - 1) * MARKERS
NAME = f"sheet {VERSION}, markers of {MARKER} mm"
"""Printed small on the sheet: which sheet it is."""
GREY_PATCH = (46.0, 160.0, 136.0, 184.0)
"""Left, top, right, bottom of the even grey patch, for the white balance."""
GREY = 150
"""What the patch is printed with, 0 black to 255 white."""
_CELLS = 7
_WINDOW, _LARGEST_WINDOW = 0.8, 10
"""Half the side of the window about a corner in cells, and at most in pixels."""
LEAST_SEEN = 2
"""The fewest markers that show a sheet; a single one may be a print that looks like a marker."""
LEAST_MARKERS = 4
"""The fewest markers that lie in both columns and in at least two rows, whichever they are."""


@dataclass(frozen=True)
class SeenSheet:
    """Markers of the sheet in a picture.

    Attributes:
        name: Of the picture.
        size: Width and height of the picture, pixels.
        ids: ``(N,)`` int, which markers were seen, 0..5 in reading order; one twice where two sheets lie there.
        quads: ``(N, 4, 2)`` float32 pixels, their corners, clockwise from the marker's own top-left.
        others: Versions of which markers were seen that this program does not know.
    """

    name: str
    size: tuple[int, int]
    ids: NDArray[np.intp]
    quads: Points
    others: tuple[int, ...] = ()

    @property
    def seen(self) -> bool:
        """Whether a marker sheet is in the picture, of whatever version; a single marker may be a print that looks like one."""
        return len(self.ids) >= LEAST_SEEN or bool(self.others)

    @property
    def points(self) -> Points:
        """``(4 N, 2)`` float32 pixels, the corners of all markers."""
        return self.quads.reshape(-1, 2)

    def places(self) -> Points:
        """``(4 N, 2)`` float32, the same corners on the sheet, millimetres."""
        return marker_places(self.ids).reshape(-1, 2)


def marker_places(ids: NDArray[np.intp]) -> Points:
    """Corners of markers on the sheet, ``(N, 4, 2)`` float32 millimetres."""
    left_top = np.column_stack([ids % COLUMNS * ACROSS, ids // COLUMNS * DOWN]).astype(np.float32)
    box = np.array([[0, 0], [MARKER, 0], [MARKER, MARKER], [0, MARKER]], np.float32)
    return left_top[:, None] + box


def marker_cells() -> NDArray[np.bool_]:
    """``(6, 7, 7)`` bool: the black cells of each marker, in reading order."""
    return np.stack([_dictionary().generateImageMarker(FIRST + k, _CELLS, borderBits=1) == 0 for k in range(MARKERS)])


def find_sheet(frame: Frame) -> SeenSheet:
    """Finds the markers of the sheet; none where no sheet lies in the picture."""
    grey = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_RGB2GRAY), np.uint8)
    corners, found, _ = cv2.aruco.ArucoDetector(_dictionary(), cv2.aruco.DetectorParameters()).detectMarkers(grey)
    # The stubs do not know that OpenCV gives no numbers where there is no marker.
    known = cast("NDArray[np.int32] | None", found)
    numbers = np.zeros(0, np.intp) if known is None else np.asarray(known, np.intp).ravel()
    quads = _refined(grey, np.asarray(corners, np.float32).reshape(-1, 4, 2))
    ours = (numbers >= FIRST) & (numbers < FIRST + MARKERS)
    others = numbers[~ours & (numbers >= _FIRST_OF_SHEETS)]
    versions = sorted({int(number - _FIRST_OF_SHEETS) // MARKERS + 1 for number in others}) if len(others) >= LEAST_SEEN else []
    return SeenSheet(frame.name, (frame.width, frame.height), numbers[ours] - FIRST, quads[ours], tuple(versions))


def check_sheet(seen: SeenSheet) -> None:
    """Refuses a sheet from which no plane can be told.

    Raises:
        CalibrationError: No sheet, two sheets, one of another version, or too few markers: what to do is said.
    """
    name, count = seen.name, len(seen.ids)
    if len(set(seen.ids.tolist())) < count:
        message = f"{name}: two marker sheets lie there: leave one of them"
    elif count >= LEAST_MARKERS:
        return
    elif seen.others:
        message = (
            f"{name}: the marker sheet is of version {seen.others[0]}, this program knows version {VERSION}: "
            "print it anew with numero-cam calibrate sheet"
        )
    elif not count:
        message = (
            f"{name}: no marker sheet is seen in it: lay the sheet flat on the table with its print up and nothing on it, "
            "and take the photo sharp and from nearer"
        )
    else:
        why = "is cut off by the picture" if _cut_off(seen) else "is covered, blurred or too far away"
        message = f"{name}: the marker sheet {why}: {count} of its {MARKERS} markers are seen, at least {LEAST_MARKERS} are needed"
    raise CalibrationError(message)


def _refined(grey: NDArray[np.uint8], quads: Points) -> Points:
    """Corners of markers to parts of a pixel.

    The window is as large as a marker's border of one cell lets it be; with OpenCV's own, smaller one the plane is worse (tried).
    """
    close = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 50, 0.01)
    refined = []
    for quad in quads:
        reach = int(np.clip(_WINDOW * geometry.edge_lengths(quad).min() / _CELLS, 2, _LARGEST_WINDOW))
        refined.append(cv2.cornerSubPix(grey, quad.reshape(-1, 1, 2).copy(), (reach, reach), (-1, -1), close))
    return np.asarray(refined, np.float32).reshape(-1, 4, 2)


def _cut_off(seen: SeenSheet) -> bool:
    """Whether a marker that is not seen must lie outside of the picture, by those that are."""
    to_picture, _ = cv2.findHomography(seen.places().astype(np.float64), seen.points.astype(np.float64))
    missing = np.setdiff1d(np.arange(MARKERS), seen.ids)
    points = geometry.transform(np.asarray(to_picture, np.float64), marker_places(missing).reshape(-1, 2))
    return bool(((points < 0) | (points >= seen.size)).any())


def _dictionary() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
