"""A photo with the zones of a calibrated table drawn into it, to check them by eye."""

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.calibrate.table import Table
from numero_cam.calibrate.zones import NAMES, outline_in_picture, seen_table

Colour = tuple[int, int, int]

# Told apart by colour-blind people, and named.
_COLOURS: dict[str, Colour] = {
    "centre": (240, 228, 66),
    "hand": (0, 158, 115),
    "opposite": (86, 180, 233),
    "pile": (230, 159, 0),
    "pile opposite": (204, 121, 167),
}
_DARK: Colour = (20, 20, 20)
_GRID = 100
"""Millimetres between the lines drawn on the table."""


def draw_table(pixels: NDArray[np.uint8], table: Table) -> NDArray[np.uint8]:
    """Draws zones, and a grid of 100 mm that must lie flat on the table.

    Args:
        pixels: ``(height, width, 3)`` uint8 RGB, made straight where the table has a camera; it is not changed.
        table: The calibration.
    """
    picture = pixels.copy()
    scale = max(table.width, table.height) / 1280
    _grid(picture, table, max(1, round(scale)))
    for name in reversed(NAMES):
        outline = outline_in_picture(table.zones[name], table.plane, (table.width, table.height))
        if len(outline) < 3:
            continue
        points = np.round(outline).astype(np.int32)
        for colour, width in ((_DARK, round(6 * scale) + 2), (_COLOURS[name], round(3 * scale) + 1)):
            cv2.polylines(picture, [points], isClosed=True, color=colour, thickness=width, lineType=cv2.LINE_AA)
        _name(picture, name, outline.mean(axis=0), scale)
    return picture


def _grid(picture: NDArray[np.uint8], table: Table, width: int) -> None:
    left, top, right, bottom = seen_table(table.plane, (table.width, table.height))
    back = geometry.inverse(table.plane)
    across = [((left, y), (right, y)) for y in range(_GRID * int(top // _GRID + 1), int(bottom) + 1, _GRID)]
    down = [((x, top), (x, bottom)) for x in range(_GRID * int(left // _GRID + 1), int(right) + 1, _GRID)]
    for ends in (*across, *down):
        first, last = np.round(geometry.transform(back, np.array(ends, np.float64))).astype(int).tolist()
        cv2.line(picture, first, last, (235, 235, 235), width, cv2.LINE_AA)


def _name(picture: NDArray[np.uint8], name: str, place: NDArray[np.float32], scale: float) -> None:
    size = max(0.5, 0.8 * scale)
    (width, height), base = cv2.getTextSize(name, cv2.FONT_HERSHEY_SIMPLEX, size, 2)
    x = int(np.clip(place[0] - width / 2, 2, max(2, picture.shape[1] - width - 4)))
    y = int(np.clip(place[1] + height / 2, height + 4, picture.shape[0] - base - 2))
    cv2.rectangle(picture, (x - 4, y - height - 4), (x + width + 4, y + base + 2), _DARK, cv2.FILLED)
    cv2.putText(picture, name, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, _COLOURS[name], 2, cv2.LINE_AA)
