"""The calibration board: what is printed on the sheet, and where it lies in a picture.

A ChArUco board: chessboard corners are found exactly, and the markers between them say which corner each is, so a part of the board is
enough. Places on the board are millimetres from its top-left corner, x to the right, y down.
"""

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base.records import Frame

Points = NDArray[np.float32]

VERSION = 1
"""Of the sheet; a change of any number below is another version."""
COLUMNS, ROWS = 7, 10
SQUARE, MARKER = 24, 18
"""Sides of a square and of a marker, millimetres."""
WIDTH, HEIGHT = COLUMNS * SQUARE, ROWS * SQUARE
DICTIONARY = "DICT_5X5_100"
CORNERS = (COLUMNS - 1) * (ROWS - 1)
NAME = f"board {VERSION}, squares of {SQUARE} mm"
"""Printed small on the sheet: which board it is."""
GREY_PATCH = (2.0, HEIGHT + 2.5, 66.0, HEIGHT + 8.5)
"""Left, top, right, bottom of the even grey strip below the board, for the white balance."""
GREY = 150
"""What the strip is printed with, 0 black to 255 white."""


@dataclass(frozen=True)
class SeenBoard:
    """Corners of the board in a picture.

    Attributes:
        name: Of the picture.
        ids: ``(N,)`` int, which corners were seen, 0..53 in reading order.
        points: ``(N, 2)`` float32 pixels, where.
    """

    name: str
    ids: NDArray[np.intp]
    points: Points

    def places(self) -> Points:
        """``(N, 2)`` float32, the same corners on the board, millimetres."""
        return np.column_stack([self.ids % (COLUMNS - 1) + 1, self.ids // (COLUMNS - 1) + 1]).astype(np.float32) * SQUARE


def find_board(frame: Frame) -> SeenBoard:
    """Finds the board's corners; none where no board lies in the picture."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.CharucoDetector(_charuco(), cv2.aruco.CharucoParameters(), parameters)
    # The stubs do not know that OpenCV gives nothing where there is no board.
    found = cast("tuple[Points | None, Points | None]", detector.detectBoard(cv2.cvtColor(frame.pixels, cv2.COLOR_RGB2GRAY))[:2])
    points, ids = (np.zeros(0, np.float32) if part is None else np.asarray(part) for part in found)
    return SeenBoard(frame.name, ids.ravel().astype(np.intp), points.reshape(-1, 2).astype(np.float32))


def marker_cells() -> NDArray[np.bool_]:
    """``(markers, 7, 7)`` bool: the black cells of each marker, in the order of the white squares."""
    dictionary = _charuco().getDictionary()
    count = COLUMNS * ROWS // 2
    return np.stack([dictionary.generateImageMarker(k, 7, borderBits=1) == 0 for k in range(count)])


def _charuco() -> cv2.aruco.CharucoBoard:
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), float(SQUARE), float(MARKER), dictionary)
