"""The printed calibration board, with instructions, a line to measure, and a grey strip for the white balance."""

import numpy as np
from numpy.typing import NDArray

from numero_cam.calibrate import charuco
from numero_cam.calibrate.camera import MIN_VIEWS
from numero_cam.calibrate.table_plane import RULER_MM
from numero_cam.catalogue import tr
from numero_cam.printing.paper import BLACK, SHEET_SIZES, WHITE, PaperItem, PaperPage, TextLine, box, ruler

_MARGIN = (charuco.SQUARE - charuco.MARKER) / 2  #: Distance of a marker from the edges of its square, millimetres.


def board_page(paper: str) -> PaperPage:
    """Return the page of the calibration board on a paper of ``SHEET_SIZES``."""
    size = SHEET_SIZES[paper]
    left, top = (size[0] - charuco.WIDTH) / 2, (size[1] - charuco.HEIGHT) / 2 - 5
    low = top + charuco.HEIGHT
    grey = (charuco.GREY,) * 3
    x0, y0, x1, y1 = charuco.GREY_PATCH
    words = (
        TextLine(tr("Calibration board of numero-cam: shows how your camera bends its pictures."), left, top - 2.2, 2.2),
        TextLine(charuco.NAME, left + charuco.WIDTH - 26, top - 2.2, 1.3),
        TextLine(tr("Print at 100 %: this line is 100 mm long."), left + charuco.WIDTH - RULER_MM, low + 10.2, 1.8),
        TextLine(
            tr(
                "Glue it to something flat. Take {number} photos and more: tilted to all sides, also in the corners of the picture.",
                number=MIN_VIEWS,
            ),
            left,
            low + 13.4,
            1.8,
        ),
        TextLine(
            tr("Then: numero-cam calibrate camera PHOTOS. Or lay it flat on a table: numero-cam calibrate table PHOTO"),
            left,
            low + 16.6,
            1.8,
        ),
    )
    strip = box(left + x0, low + y0 - charuco.HEIGHT, x1 - x0, y1 - y0, grey)
    return PaperPage(*size, (*_board_squares(left, top), strip, *ruler(left + charuco.WIDTH - RULER_MM, low + 7.4, RULER_MM), *words))


def marker_items(cells: NDArray[np.bool_], x: float, y: float, side: float) -> tuple[PaperItem, ...]:
    """Return a marker as a black square with white cells on it, so that no seam is visible between black cells.

    Args:
        cells: ``(n, n)`` bool, True for black cells.
        x: Left edge, millimetres.
        y: Top edge, millimetres.
        side: Side of the marker, millimetres.
    """
    cell = side / len(cells)
    white = [box(x + c * cell, y + r * cell, cell, cell, WHITE) for r, c in np.argwhere(~cells).tolist()]
    return box(x, y, side, side, BLACK), *white


def _board_squares(left: float, top: float) -> tuple[PaperItem, ...]:
    """Return the black squares and markers of the board, whose top-left corner is given in millimetres."""
    items: list[PaperItem] = []
    cells = iter(charuco.marker_cells())
    for row in range(charuco.ROWS):
        for column in range(charuco.COLUMNS):
            x, y = left + column * charuco.SQUARE, top + row * charuco.SQUARE
            if (row + column) % 2 == 0:
                items.append(box(x, y, charuco.SQUARE, charuco.SQUARE))
            else:
                items += marker_items(next(cells), x + _MARGIN, y + _MARGIN, charuco.MARKER)
    return tuple(items)
