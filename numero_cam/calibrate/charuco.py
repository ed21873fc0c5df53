"""The calibration board, a ChArUco board: its layout, and its detection in pictures.

The markers between the chessboard corners say which corner each is, so a part of the board is enough. Board points are millimetres from
its top-left corner, x to the right, y down.
"""

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base.records import Frame
from numero_cam.catalogue import tr

Points = NDArray[np.float32]

VERSION = 1  #: Version of the board; it changes with any number below.
COLUMNS = 7  #: Number of squares across.
ROWS = 10  #: Number of squares down.
SQUARE = 24  #: Side of a square, millimetres.
MARKER = 18  #: Side of a marker, millimetres.
WIDTH = COLUMNS * SQUARE  #: Width of the board, millimetres.
HEIGHT = ROWS * SQUARE  #: Height of the board, millimetres.
DICTIONARY = "DICT_5X5_100"  #: OpenCV's name of the set of markers.
CORNER_COUNT = (COLUMNS - 1) * (ROWS - 1)  #: Number of chessboard corners inside the board.
NAME = tr("board {version}, squares of {square} mm", version=VERSION, square=SQUARE)  #: Text on the print that identifies the board.
GREY_PATCH = (2.0, HEIGHT + 2.5, 66.0, HEIGHT + 8.5)  #: Left, top, right, bottom of the grey strip for the white balance, millimetres.
GREY = 150  #: Grey level of the strip, 0 black to 255 white.


@dataclass(frozen=True)
class DetectedBoard:
    """The corners of a board that were detected in a picture."""

    name: str  #: Name of the picture.
    ids: NDArray[np.intp]  #: ``(N,)`` int, numbers of the corners, 0..53 in reading order.
    points: Points  #: ``(N, 2)`` float32, the corners in the picture, pixels.

    def object_points(self) -> Points:
        """Return the same corners on the board, ``(N, 2)`` float32 millimetres."""
        return np.column_stack([self.ids % (COLUMNS - 1) + 1, self.ids // (COLUMNS - 1) + 1]).astype(np.float32) * SQUARE


def detect_board(frame: Frame) -> DetectedBoard:
    """Detect the board's corners; none where the picture shows no board."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.CharucoDetector(_charuco(), cv2.aruco.CharucoParameters(), parameters)
    # OpenCV returns None where there is no board; its stubs do not say so.
    found = cast("tuple[Points | None, Points | None]", detector.detectBoard(cv2.cvtColor(frame.pixels, cv2.COLOR_RGB2GRAY))[:2])
    points, ids = (np.zeros(0, np.float32) if part is None else np.asarray(part) for part in found)
    return DetectedBoard(frame.name, ids.ravel().astype(np.intp), points.reshape(-1, 2).astype(np.float32))


def marker_cells() -> NDArray[np.bool_]:
    """Return the black cells of each marker, ``(35, 7, 7)`` bool, in the order of the white squares."""
    dictionary = _charuco().getDictionary()
    count = COLUMNS * ROWS // 2
    return np.stack([dictionary.generateImageMarker(k, 7, borderBits=1) == 0 for k in range(count)])


def _charuco() -> cv2.aruco.CharucoBoard:
    """Return the board as OpenCV describes it, in millimetres."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), float(SQUARE), float(MARKER), dictionary)
