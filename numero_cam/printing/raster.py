"""Sheets to pixels: for screens, for pictures to print, and for tests that look at them."""

import io

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from numero_cam.printing.lettering import text_outlines
from numero_cam.printing.paper import MM_PER_INCH, FilledArea, PaperPage, PlacedDrawing, TextLine

_SHIFT = 4
_HERSHEY_CAPITAL = 22
"""Pixels of a capital letter of OpenCV's font at scale 1."""


def page_pixels(page: PaperPage, dots_per_inch: float) -> NDArray[np.uint8]:
    """Draws a sheet.

    Args:
        page: The sheet.
        dots_per_inch: Pixels an inch.

    Returns:
        ``(height, width, 3)`` uint8 RGB. Words are in OpenCV's font, which is not that of the PDF, or outlined.

    Raises:
        PaperError: Words with a letter that no font here has.
    """
    scale = dots_per_inch / MM_PER_INCH
    canvas = np.full((round(page.height * scale), round(page.width * scale), 3), 255, np.uint8)
    for item in page.items:
        match item:
            case FilledArea():
                _fill(canvas, item, (0.0, 0.0), scale)
            case PlacedDrawing():
                for fill in item.drawing.fills:
                    _fill(canvas, fill, (item.x, item.y), scale)
            case TextLine() if not item.text.isascii():
                _fill(canvas, text_outlines(item), (0.0, 0.0), scale)
            case TextLine():
                size = item.height * scale / _HERSHEY_CAPITAL
                place = round(item.x * scale), round(item.y * scale)
                cv2.putText(canvas, item.text, place, cv2.FONT_HERSHEY_SIMPLEX, size, item.colour, max(1, round(2 * size)), cv2.LINE_AA)
    return canvas


def page_png(page: PaperPage, dots_per_inch: float) -> bytes:
    """A sheet as a PNG file that says its size, so that it is printed as large as it is."""
    out = io.BytesIO()
    Image.fromarray(page_pixels(page, dots_per_inch)).save(out, "PNG", dpi=(dots_per_inch, dots_per_inch))
    return out.getvalue()


def _fill(canvas: NDArray[np.uint8], fill: FilledArea, place: tuple[float, float], scale: float) -> None:
    # The middle of the first pixel is (0, 0) for OpenCV, its corner for a sheet.
    rings = [((ring + place) * scale - 0.5) * (1 << _SHIFT) for ring in fill.rings]
    cv2.fillPoly(canvas, [np.round(ring).astype(np.int32) for ring in rings], fill.colour, cv2.LINE_AA, _SHIFT)
