"""The machine-readable code of a slip: markers with the number of the slip, and a strip of squares with a checksum.

A strip of 48 squares, black for 1: the version of the slip in 4 bits, the number of the printing in 20, the slip in 8, and 16 of a
check sum. It says nothing of a pupil: who has which slip stands with the class.
"""

import binascii
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.marking import slip_layout

MARKER_DICTIONARY = "DICT_5X5_1000"
FIRST_MARKER = 100  #: First marker in use: those before are on the board and the sheet of ``calibrate``.
MAX_SLIPS = 225  #: Maximum number of slips of one printing.
MAX_PRINTING = (1 << 20) - 1  #: Highest number of a printing.
MARKER_CELLS = 7  #: Side of a marker with its border, in cells.


@dataclass(frozen=True, slots=True)
class SlipCode:
    """What a strip says."""

    printing: int  #: Of which printing it is, 1 to ``MAX_PRINTING``.
    slip: int  #: Which slip of it, 0 to ``MAX_SLIPS`` - 1.
    version: int = slip_layout.LAYOUT_VERSION  #: Of the slip's layout.


def strip_bits(code: SlipCode) -> NDArray[np.bool_]:
    """Return the squares of the strip row by row, ``(48,)`` bool, true for black."""
    if not (0 < code.printing <= MAX_PRINTING and 0 <= code.slip < MAX_SLIPS and 0 <= code.version < 16):
        raise ValueError(f"printing {code.printing}, slip {code.slip}: no such slip can be printed")
    data = (code.version << 28 | code.printing << 8 | code.slip).to_bytes(4, "big")
    return np.unpackbits(np.frombuffer(data + binascii.crc_hqx(data, 0xFFFF).to_bytes(2, "big"), np.uint8)).astype(bool)


def parse_strip(bits: NDArray[np.bool_]) -> SlipCode | None:
    """Return the code in the squares of a strip; None where the checksum is wrong."""
    data = np.packbits(bits).tobytes()
    if binascii.crc_hqx(data[:4], 0xFFFF) != int.from_bytes(data[4:], "big"):
        return None
    number = int.from_bytes(data[:4], "big")
    return SlipCode(number >> 8 & MAX_PRINTING, number & 0xFF, number >> 28)


def marker_number(slip: int, corner: int) -> int:
    """Return the number of a slip's marker; corners count clockwise from the top left."""
    return FIRST_MARKER + 4 * slip + corner


def marker_cells(number: int) -> NDArray[np.bool_]:
    """Return the cells of a marker, ``(7, 7)`` bool, true for black."""
    return np.asarray(marker_dictionary().generateImageMarker(number, MARKER_CELLS, borderBits=1) == 0)


def marker_dictionary() -> cv2.aruco.Dictionary:
    """Return OpenCV's dictionary of the markers on slips."""
    return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, MARKER_DICTIONARY))
