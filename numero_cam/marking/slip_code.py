"""What a slip says of itself: markers that say which slip of a printing it is, and a strip of squares with a check sum.

A strip of 48 squares, black for 1: the version of the slip in 4 bits, the number of the printing in 20, the slip in 8, and 16 of a
check sum. It says nothing of a pupil: who has which slip stands with the class.
"""

import binascii
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.marking import slip_layout

DICTIONARY = "DICT_5X5_1000"
FIRST = 100
"""First marker in use: those before are on the board and the sheet of ``calibrate``."""
MOST_SLIPS = 225
MOST_PRINTING = (1 << 20) - 1
CELLS = 7
"""Cells of a marker's side, with its border."""
BITS = slip_layout.STRIP_ROWS * slip_layout.STRIP_COLUMNS


@dataclass(frozen=True, slots=True)
class SlipCode:
    """What a strip says.

    Attributes:
        printing: Of which printing it is, 1 to ``MOST_PRINTING``.
        slip: Which slip of it, 0 to ``MOST_SLIPS`` - 1.
        version: Of the slip's layout.
    """

    printing: int
    slip: int
    version: int = slip_layout.VERSION


def strip_bits(code: SlipCode) -> NDArray[np.bool_]:
    """``(48,)`` bool: which squares are black, row by row.

    Raises:
        ValueError: A number that the strip has no room for.
    """
    if not (0 < code.printing <= MOST_PRINTING and 0 <= code.slip < MOST_SLIPS and 0 <= code.version < 16):
        message = f"printing {code.printing}, slip {code.slip}: no such slip can be printed"
        raise ValueError(message)
    data = (code.version << 28 | code.printing << 8 | code.slip).to_bytes(4, "big")
    return np.unpackbits(np.frombuffer(data + binascii.crc_hqx(data, 0xFFFF).to_bytes(2, "big"), np.uint8)).astype(bool)


def code_of(bits: NDArray[np.bool_]) -> SlipCode | None:
    """What the squares say; None where the check sum is another."""
    data = np.packbits(bits).tobytes()
    if binascii.crc_hqx(data[:4], 0xFFFF) != int.from_bytes(data[4:], "big"):
        return None
    number = int.from_bytes(data[:4], "big")
    return SlipCode(number >> 8 & MOST_PRINTING, number & 0xFF, number >> 28)


def marker_number(slip: int, corner: int) -> int:
    """Number of a slip's marker; the corners go clockwise from the top left."""
    return FIRST + 4 * slip + corner


def marker_cells(number: int) -> NDArray[np.bool_]:
    """``(7, 7)`` bool: the black cells of a marker."""
    return np.asarray(dictionary().generateImageMarker(number, CELLS, borderBits=1) == 0)


def dictionary() -> cv2.aruco.Dictionary:
    """The markers of OpenCV that slips have."""
    return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
