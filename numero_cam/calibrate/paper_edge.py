"""Size of a print by the edges of its paper: A4 and Letter are known to a part of a thousand, and the edge is seen on any darker table.

A sheet that was cut, or lies on white, has no such edges: then they tell nothing.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base.records import Frame
from numero_cam.calibrate.sheet import HEIGHT, WIDTH

Array = NDArray[np.float64]

PAPERS = ((210.0, 297.0), (215.9, 279.4))
"""Width and height of A4 and Letter, millimetres."""
_DOTS = 2
"""Pixels a millimetre of the straightened sheet."""
_NEAR, _REACH = 5.0, 60.0
"""Where the edge is looked for: millimetres from the markers outwards. Paper shrunk by a fifth would end at 45."""
_STEP = 20.0
"""Grey levels by which the table must differ from the paper."""
_WINDOW = 2.0
"""Millimetres that are compared on both sides of an edge."""
_FORM = 0.01
"""Paper of another form, by this share, was cut, or is neither A4 nor Letter."""


def paper_scale(frame: Frame, own: Array) -> float | None:
    """Size of the print of the marker sheet, 1 at 100 %, by the edges of its paper.

    Args:
        frame: The picture.
        own: ``(3, 3)`` pixels to millimetres of the sheet, as if it were printed at 100 %.

    Returns:
        None where an edge is not seen, or the paper is neither A4 nor Letter.
    """
    grey = cv2.cvtColor(frame.pixels, cv2.COLOR_RGB2GRAY)
    low, size = -_REACH, (round((WIDTH + 2 * _REACH) * _DOTS), round((HEIGHT + 2 * _REACH) * _DOTS))
    to_flat = np.array([[_DOTS, 0, -low * _DOTS], [0, _DOTS, -low * _DOTS], [0, 0, 1]]) @ own
    flat = cv2.warpPerspective(grey, to_flat, size, flags=cv2.INTER_LINEAR).astype(np.float32)
    inside = cv2.warpPerspective(np.full_like(grey, 255), to_flat, size, flags=cv2.INTER_NEAREST)
    flat[inside < 255] = np.nan
    beyond = [_edge(strip) for strip in _strips(flat)]
    left, right, top, bottom = (np.nan if edge is None else edge for edge in beyond)
    wide, high = WIDTH + left + right, HEIGHT + top + bottom
    for width, height in PAPERS:
        if abs((wide / width) / (high / height) - 1) <= _FORM:
            return float(np.sqrt(width * height / (wide * high)))
    return None


def _strips(flat: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """The straightened sheet left, right, above and below of its markers, each with rows outwards: ``(lines, pixels)``."""
    reach = round(_REACH * _DOTS)
    rows, columns = flat.shape[0] - 2 * reach, flat.shape[1] - 2 * reach
    level, upright = flat[reach : reach + rows], flat[:, reach : reach + columns].T
    return [level[:, :reach][:, ::-1], level[:, reach + columns :], upright[:, :reach][:, ::-1], upright[:, reach + rows :]]


def _edge(strip: NDArray[np.float32]) -> float | None:
    """Millimetres from the markers to the first place outwards where paper ends, along the whole side; None where there is none.

    The sheet is straightened, so its edge lies at one place of all lines; a card or a shadow lies across some of them only.
    """
    seen = ~np.isnan(strip).any(axis=0)
    profile = np.median(strip[:, : int(np.argmin(seen)) if not seen.all() else None], axis=0)
    window = round(_WINDOW * _DOTS)
    first, last = max(window, round(_NEAR * _DOTS)), len(profile) - window
    steps = np.array([profile[k - window : k].mean() - profile[k : k + window].mean() for k in range(first, last)])
    past = np.flatnonzero(np.abs(steps) >= _STEP)
    if not len(past):
        return None
    peak = past[0] + int(np.argmax(np.abs(steps[past[0] : past[0] + 2 * window])))
    return float(first + peak) / _DOTS
