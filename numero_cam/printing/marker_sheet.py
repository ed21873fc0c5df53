"""The printed marker sheet, with instructions, a line to measure, and a grey patch for the white balance."""

import numpy as np

from numero_cam.calibrate import sheet
from numero_cam.calibrate.table_plane import RULER_MM
from numero_cam.catalogue import tr
from numero_cam.printing.charuco_sheet import marker_items
from numero_cam.printing.paper import SHEET_SIZES, PaperItem, PaperPage, TextLine, box, ruler


def marker_page(paper: str) -> PaperPage:
    """Return the page of the marker sheet on a paper of ``SHEET_SIZES``."""
    size = SHEET_SIZES[paper]
    left, top = (size[0] - sheet.WIDTH) / 2, (size[1] - sheet.HEIGHT) / 2
    places = sheet.marker_corners(np.arange(sheet.MARKERS))[:, 0].tolist()
    markers: list[PaperItem] = []
    for cells, (x, y) in zip(sheet.marker_cells(), places, strict=True):
        markers += marker_items(cells, left + x, top + y, sheet.MARKER)
    x0, y0, x1, y1 = sheet.GREY_PATCH
    patch = box(left + x0, top + y0, x1 - x0, y1 - y0, (sheet.GREY,) * 3)
    line = (size[0] - RULER_MM) / 2
    return PaperPage(*size, (*markers, patch, *ruler(line, top + 81, RULER_MM), *_words(left, top, line)))


def _words(left: float, top: float, line: float) -> tuple[TextLine, ...]:
    """Return the texts of the page: instructions, the use of the grey patch, and the name of the sheet.

    Args:
        left: Left edge of the markers, millimetres.
        top: Top edge of the markers, millimetres.
        line: Left end of the line to measure, millimetres.
    """
    return (
        TextLine(tr("Marker sheet of numero-cam: shows how your table lies before the camera."), left, top + 57, 2.2),
        TextLine(
            tr("Lay it flat on the middle of the table, print up, nothing on it, two open cards and more beside it."), left, top + 61.2, 2.0
        ),
        TextLine(tr("Take a photo from where the camera will be, then:"), left, top + 65.4, 2.0),
        TextLine("numero-cam calibrate table PHOTO --by sheet --annotate zones.jpg", left, top + 69.6, 2.0),
        TextLine(tr("Print at 100 %: this line is 100 mm long. If it is not, print anew,"), line, top + 84.5, 1.8),
        TextLine(tr("or tell the program its length in millimetres: --ruler 97.5"), line, top + 88, 1.8),
        TextLine(tr("An even grey for the white balance: no shadow and no glare on it."), left + sheet.GREY_PATCH[0], top + 188, 1.8),
        TextLine(sheet.NAME, left + sheet.GREY_PATCH[0], top + 191.4, 1.3),
    )
