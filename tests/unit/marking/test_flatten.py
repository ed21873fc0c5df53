"""Which markers of a photo are slips: those of the board and of the sheet of `calibrate` are none."""

import cv2
import numpy as np
import pytest

from numero_cam.marking import slip_layout
from numero_cam.marking.flatten import find_slips
from numero_cam.marking.slip_layout import FIRST_MARKER, MAX_SLIPS, marker_dictionary, marker_number


@pytest.mark.parametrize("number", [0, 5, FIRST_MARKER - 1, FIRST_MARKER, marker_number(7, 2), FIRST_MARKER + 4 * MAX_SLIPS - 1])
def test_only_markers_of_slips_are_slips(number: int) -> None:
    picture = np.full((400, 400), 255, np.uint8)
    picture[100:260, 100:260] = cv2.aruco.generateImageMarker(marker_dictionary(), number, 160)
    assert len(find_slips(picture)) == (number >= FIRST_MARKER)


@pytest.mark.parametrize("side", [400, 2399, 2400, 2401, 3 * 2400])
def test_a_marker_is_found_where_it_lies_in_a_picture_of_any_size(side: int) -> None:
    picture = np.full((300, side), 255, np.uint8)
    picture[60:220, side - 300 : side - 140] = cv2.aruco.generateImageMarker(marker_dictionary(), marker_number(7, 0), 160)
    (found,) = find_slips(picture)
    beside = np.asarray(slip_layout.marker_corners(slip_layout.SIZES[0])[0]).mean(0)
    away = np.array(slip_layout.SIZES[0]) / 2 - beside
    expected = np.array([side - 220, 140]) + away * 160 / slip_layout.MARKER_SIDE
    assert (found.slip, found.corners) == (7, (0,))
    assert np.abs(found.middle - expected).max() < 20
