"""One photo read in one call, for a script: a file, the bytes of one, or a picture of OpenCV."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from numero_cam.assistant.photos import PhotoRead
from numero_cam.assistant.session import Session, open_session
from numero_cam.base.errors import PictureError
from numero_cam.base.images import decode_with_damage, from_opencv
from numero_cam.base.records import Frame
from numero_cam.base.seats import Seat


def read(
    photo: str | Path | bytes | NDArray[np.uint8] | Frame,
    *,
    deck: str | None = None,
    calibration: str | Path | None = None,
    seat: Seat = "near",
    session: Session | None = None,
) -> PhotoRead:
    """Read the cards of one photo.

    The models are loaded at each call; who reads many photos opens one session and gives it along.

    Args:
        photo: Name of a file; the bytes of a JPEG, PNG, WebP, BMP or TIFF file; a picture as OpenCV gives it, ``(height, width, 3)``
            uint8 in the order BGR (or ``(height, width)``, grey); or a frame, whose pixels are RGB.
        deck: Name of a deck, ``auto`` or ``none``; None for the one in use.
        calibration: A file of a camera or a table.
        seat: The side of the photo at which the player sits whose hand it is.
        session: One that is open; then deck, calibration and seat are its own.

    Raises:
        NumeroCamError: The photo, the deck, the calibration or a model cannot be used; one line.
    """
    asked = session or open_session(deck=deck, calibration=Path(calibration) if calibration else None, seat=seat)
    return asked.read(photo if isinstance(photo, Frame | str) else _frame(photo))


def _frame(photo: Path | bytes | NDArray[np.uint8]) -> Frame | str:
    if isinstance(photo, bytes):
        return Frame("photo", *decode_with_damage(photo))
    if isinstance(photo, np.ndarray):
        return Frame("photo", from_opencv(photo))
    if isinstance(photo, Path):
        return str(photo)
    message = f"a photo is a file, its bytes or a picture of OpenCV, but got {type(photo).__name__}"
    raise PictureError(message)
