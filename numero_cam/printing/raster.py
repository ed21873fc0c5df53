"""Renders pages as pixels: for screens, for pictures to print, and for tests."""

import io

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from numero_cam.printing.lettering import text_outlines
from numero_cam.printing.paper import MM_PER_INCH, FilledArea, PaperPage, PlacedDrawing, TextLine

_SUBPIXEL_BITS = 4  #: Number of fractional bits of coordinates given to OpenCV.
_HERSHEY_CAPITAL = 22  #: Pixels of a capital letter of OpenCV's font at scale 1.


def page_pixels(page: PaperPage, dots_per_inch: float) -> NDArray[np.uint8]:
    """Render a page.

    Returns:
        ``(height, width, 3)`` uint8 RGB. Text is in OpenCV's font, or outlined if it is not ASCII.
    """
    scale = dots_per_inch / MM_PER_INCH
    canvas = np.full((round(page.height * scale), round(page.width * scale), 3), 255, np.uint8)
    for item in page.items:
        match item:
            case FilledArea():
                _fill_area(canvas, item, (0.0, 0.0), scale)
            case PlacedDrawing():
                for fill in item.drawing.fills:
                    _fill_area(canvas, fill, (item.x, item.y), scale)
            case TextLine() if not item.text.isascii():
                _fill_area(canvas, text_outlines(item), (0.0, 0.0), scale)
            case TextLine():
                size = item.height * scale / _HERSHEY_CAPITAL
                place = round(item.x * scale), round(item.y * scale)
                cv2.putText(canvas, item.text, place, cv2.FONT_HERSHEY_SIMPLEX, size, item.colour, max(1, round(2 * size)), cv2.LINE_AA)
    return canvas


def page_png(page: PaperPage, dots_per_inch: float) -> bytes:
    """Return a page as a PNG file that states its resolution, so that it is printed in its true size."""
    out = io.BytesIO()
    Image.fromarray(page_pixels(page, dots_per_inch)).save(out, "PNG", dpi=(dots_per_inch, dots_per_inch))
    return out.getvalue()


def _fill_area(canvas: NDArray[np.uint8], fill: FilledArea, place: tuple[float, float], scale: float) -> None:
    """Fill an area on the canvas; ``place`` is its offset in millimetres, ``scale`` the number of pixels in a millimetre."""
    # (0, 0) is the middle of the first pixel for OpenCV, and its corner for a page.
    rings = [((ring + place) * scale - 0.5) * (1 << _SUBPIXEL_BITS) for ring in fill.rings]
    cv2.fillPoly(canvas, [np.round(ring).astype(np.int32) for ring in rings], fill.colour, cv2.LINE_AA, _SUBPIXEL_BITS)
