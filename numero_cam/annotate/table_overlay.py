"""Draws the zones of a calibrated table into a photo, so that people can check them."""

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.annotate import drawing
from numero_cam.base import geometry
from numero_cam.calibrate.table import ZONE_NAMES, TableCalibration, visible_table, zone_outline
from numero_cam.catalogue import tr

Colour = tuple[int, int, int]

#: Of each zone, RGB: told apart by colour-blind people, and named.
ZONE_COLOURS: dict[str, Colour] = {
    "centre": (240, 228, 66),
    "hand": (0, 158, 115),
    "opposite": (86, 180, 233),
    "pile": (230, 159, 0),
    "pile opposite": (204, 121, 167),
}
_ZONE_WORDS = {
    "centre": tr("middle"),
    "hand": tr("hand"),
    "opposite": tr("opposite"),
    "pile": tr("pile"),
    "pile opposite": tr("pile opposite"),
}
_DARK: Colour = (20, 20, 20)
_LIGHT: Colour = (240, 240, 240)
_LETTER_SIZE = 26.0  #: Font size in pixels, for a picture that is 1280 pixels wide.
_GRID_MM = 100  #: Distance of the grid's lines on the table, millimetres.


def draw_table(pixels: NDArray[np.uint8], table: TableCalibration) -> NDArray[np.uint8]:
    """Return a photo with the zones, and a grid of 100 mm that must look flat on the table.

    Args:
        pixels: ``(height, width, 3)`` uint8 RGB, undistorted if the table has a camera; it is not changed.
        table: The calibration.

    Returns:
        A picture of the same shape. Zones that are too small in the picture for their name are listed at the lower edge instead.
    """
    picture = pixels.copy()
    scale = max(table.width, table.height) / 1280
    _draw_grid(picture, table, max(1, round(scale)))
    hidden = []
    for name in reversed(ZONE_NAMES):
        outline = zone_outline(table.zones[name], table.plane, (table.width, table.height))
        if not _can_be_named(outline, scale):
            hidden.append(name)
            continue
        points = np.round(outline).astype(np.int32)
        for colour, width in ((_DARK, round(6 * scale) + 2), (ZONE_COLOURS[name], round(3 * scale) + 1)):
            cv2.polylines(picture, [points], isClosed=True, color=colour, thickness=width, lineType=cv2.LINE_AA)
        _draw_text(picture, _ZONE_WORDS[name], outline.mean(axis=0), ZONE_COLOURS[name], scale)
    if hidden:
        middle = np.array([picture.shape[1] / 2, picture.shape[0]], np.float32)
        _draw_text(
            picture,
            tr("not in this picture: {zones}", zones=", ".join(_ZONE_WORDS[name] for name in reversed(hidden))),
            middle,
            _LIGHT,
            scale,
        )
    return picture


def _can_be_named(outline: NDArray[np.float32], scale: float) -> bool:
    """Return whether a zone is at least as high and as wide in the picture as the letters of its name."""
    return len(outline) >= 3 and float(np.ptp(outline, axis=0).min()) > _LETTER_SIZE * scale


def _draw_grid(picture: NDArray[np.uint8], table: TableCalibration, width: int) -> None:
    """Draw lines of ``width`` pixels on the table every 100 mm."""
    left, top, right, bottom = visible_table(table.plane, (table.width, table.height))
    back = geometry.inverse(table.plane)
    across = [((left, y), (right, y)) for y in range(_GRID_MM * int(top // _GRID_MM + 1), int(bottom) + 1, _GRID_MM)]
    down = [((x, top), (x, bottom)) for x in range(_GRID_MM * int(left // _GRID_MM + 1), int(right) + 1, _GRID_MM)]
    for ends in (*across, *down):
        first, last = np.round(geometry.transform(back, np.array(ends, np.float64))).astype(int).tolist()
        cv2.line(picture, first, last, (235, 235, 235), width, cv2.LINE_AA)


def _draw_text(picture: NDArray[np.uint8], text: str, middle: NDArray[np.float32], colour: Colour, scale: float) -> None:
    """Draw a line of text on a dark plate around this middle, moved so that it is inside the picture."""
    size = max(16.0, _LETTER_SIZE * scale)
    width, height, edge = drawing.text_width(text, size, bold=True), drawing.CAPITAL_HEIGHT * size, 0.4 * size
    x = float(np.clip(middle[0] - width / 2, edge, max(edge, picture.shape[1] - width - edge)))
    y = float(np.clip(middle[1] + height / 2, height + edge, max(height + edge, picture.shape[0] - edge)))
    drawing.fill_polygon(picture, drawing.box_polygon(x - edge, y - height - edge, x + width + edge, y + edge, edge), _DARK)
    drawing.draw_text(picture, text, (x, y), size, colour, bold=True)
