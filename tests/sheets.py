"""The marker sheet on a table as a known camera sees it: printed at any size, on A4 or Letter, whole or with markers covered."""

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base.records import Frame
from numero_cam.calibrate import sheet
from numero_cam.printing.marker_sheet import marker_page
from numero_cam.printing.paper import SHEET_SIZES
from numero_cam.printing.raster import page_pixels
from tests.boards import MATRIX, SIZE

Array = NDArray[np.float64]

TABLE = (90, 110, 80)  #: Colour of the table.
_DPI, _FINER = 120, 2


@cache
def _page(paper: str, shrunk: int) -> NDArray[np.uint8]:
    """The sheet drawn fine and made small, so that its edges are as soft as those of a photo."""
    fine = page_pixels(marker_page(paper), _DPI * 4)
    return np.asarray(cv2.resize(fine, None, fx=0.25 / shrunk, fy=0.25 / shrunk, interpolation=cv2.INTER_AREA), np.uint8)


def view(tilt_x: float, tilt_y: float, turn: float, away: float, across: float = 0, down: float = 0) -> tuple[Array, Array]:
    """Turn and place of the table whose sheet's middle lies ``away`` mm before the camera; degrees, millimetres."""
    turns = [cv2.Rodrigues(np.radians(a) * axis)[0] for a, axis in zip((tilt_x, tilt_y, turn), np.eye(3), strict=True)]
    whole = turns[0] @ turns[1] @ turns[2]
    return np.asarray(cv2.Rodrigues(whole)[0]), np.array([across, down, away], np.float64)


def to_picture(at: tuple[Array, Array]) -> Array:
    """Millimetres of the table, zero in the middle of the sheet, to pixels: ``(3, 3)``."""
    rotation = cv2.Rodrigues(at[0])[0]
    return np.asarray(MATRIX @ np.column_stack([rotation[:, 0], rotation[:, 1], at[1]]))


def photo(
    at: tuple[Array, Array],
    *,
    scale: float = 1.0,
    paper: str = "a4",
    covered: Sequence[int] = (),
    blur: float = 0.7,
    shift: tuple[float, float] = (0, 0),
    table: tuple[int, int, int] = TABLE,
    under: Frame | None = None,
) -> Frame:
    """A photo of the sheet on a table, seen from ``at`` (``view``), or laid into the photo ``under``.

    ``scale`` of the print is 1 at 100 %, the paper (``a4`` or ``letter``) stays as large. Something lies on the markers ``covered``;
    ``blur`` of the lens is in pixels, ``shift`` by which the printer missed the middle of the paper in millimetres.
    """
    shrunk = max(1, int(at[1][2] / 700))
    page = _page(paper, shrunk).copy()
    width, height = SHEET_SIZES[paper]
    per_mm = _DPI / 25.4 / shrunk
    corner = np.array([width - sheet.WIDTH, height - sheet.HEIGHT]) / 2
    for k in covered:
        x, y = ((sheet.marker_corners(np.array([k]))[0, 0] + corner + 2) * per_mm).astype(int)
        page[y : y + int(45 * per_mm), x : x + int(45 * per_mm)] = 120
    printed = np.array([[scale, 0, (1 - scale) * page.shape[1] / 2], [0, scale, (1 - scale) * page.shape[0] / 2]])
    printed[:, 2] += np.array(shift) * per_mm
    page = cv2.warpAffine(page, printed, page.shape[1::-1], flags=cv2.INTER_LINEAR, borderValue=(255, 255, 255)).astype(np.uint8)
    on_table = np.array([[1 / per_mm, 0, -width / 2 + 0.5 / per_mm], [0, 1 / per_mm, -height / 2 + 0.5 / per_mm], [0, 0, 1]])
    half = (_FINER - 1) / 2  # the middle of a pixel of the picture, in pixels of the finer one
    finer = np.array([[_FINER, 0, half], [0, _FINER, half], [0, 0, 1]])
    large = SIZE[0] * _FINER, SIZE[1] * _FINER
    whole = finer @ to_picture(at) @ on_table
    ground = np.full((large[1], large[0], 3), table, np.uint8) if under is None else cv2.resize(under.pixels, large)
    picture = cv2.warpPerspective(page, whole, large, dst=ground, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT)
    picture = cv2.GaussianBlur(cv2.resize(picture, SIZE, interpolation=cv2.INTER_AREA), (0, 0), blur)
    return Frame("table.jpg", np.clip(picture * 0.9, 0, 255).astype(np.uint8))
