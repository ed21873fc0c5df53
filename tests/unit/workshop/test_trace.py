"""Tracing: what is drawn in flat colours comes back as areas that look the same."""

import cv2
import numpy as np
import pytest

from numero_cam.printing.paper import PaperPage, PlacedDrawing
from numero_cam.printing.raster import page_pixels
from workshop.trace import PIXELS_PER_MM, trace

CREAM, TINT, INK, PLUM = (252, 248, 238), (209, 225, 209), (14, 122, 78), (58, 34, 76)


def drawn() -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A card with a tint, a ring of full colour across its edge, and small dots, all with soft edges."""
    picture = np.full((88 * PIXELS_PER_MM, 63 * PIXELS_PER_MM, 3), CREAM, np.uint8)
    centre = (picture.shape[1] // 2, picture.shape[0] // 2)
    cv2.circle(picture, centre, 20 * PIXELS_PER_MM, TINT, cv2.FILLED, cv2.LINE_AA)
    cv2.circle(picture, (centre[0] + 200, centre[1]), 16 * PIXELS_PER_MM, INK, 3 * PIXELS_PER_MM, cv2.LINE_AA)
    cv2.rectangle(picture, (40, 40), (500, 300), PLUM, cv2.FILLED)
    for k in range(9):
        cv2.circle(picture, (200 + 60 * k, 1600), 6, INK, cv2.FILLED, cv2.LINE_AA)
    return picture


@pytest.mark.slow
def test_the_traced_card_looks_like_the_drawn_one_and_no_third_colour_appears_where_two_meet() -> None:
    picture = drawn()
    drawing = trace(picture)
    assert {fill.colour for fill in drawing.fills} == {CREAM, TINT, INK, PLUM}
    again = page_pixels(PaperPage(63, 88, (PlacedDrawing(drawing, 0, 0),)), PIXELS_PER_MM * 25.4)
    apart = np.abs(again.astype(int) - picture).max(axis=2)
    assert (apart > 60).mean() < 0.004  # along the edges, which are two pixels wide in both
    inside = cv2.erode((apart > 60).astype(np.uint8), np.ones((4, 4), np.uint8))
    assert not inside.any()  # nowhere wider than that
    tint = next(fill for fill in drawing.fills if fill.colour == TINT)
    # Ink over cream passes through the tint's colour: the ring's part outside of the tinted disc must not have a tinted rim.
    assert all(np.ptp(ring[:, 0]) > 5 for ring in tint.rings)
