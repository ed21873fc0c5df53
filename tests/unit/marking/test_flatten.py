"""Which markers of a photo are slips: those of the board and of the sheet of `calibrate` are none."""

import cv2
import numpy as np
import pytest

from numero_cam.marking.flatten import find_slips
from numero_cam.marking.slip_code import FIRST_MARKER, MAX_SLIPS, marker_dictionary, marker_number


@pytest.mark.parametrize("number", [0, 5, FIRST_MARKER - 1, FIRST_MARKER, marker_number(7, 2), FIRST_MARKER + 4 * MAX_SLIPS - 1])
def test_only_markers_of_slips_are_slips(number: int) -> None:
    picture = np.full((400, 400), 255, np.uint8)
    picture[100:260, 100:260] = cv2.aruco.generateImageMarker(marker_dictionary(), number, 160)
    assert len(find_slips(picture)) == (number >= FIRST_MARKER)
