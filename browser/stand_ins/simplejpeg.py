"""simplejpeg as the program calls it: the browser decoded the photo before Python was asked, as it can only do so while Python waits."""

import cv2
import numpy as np
from browser_vision import jpeg
from numpy.typing import NDArray


def decode_jpeg(_: bytes, *__: str, min_width: int, min_height: int, strict: bool) -> NDArray[np.uint8]:
    """Return the photo's pixels as stored; a ``ValueError`` says that the browser cannot decode it, or not at this size."""
    found = jpeg()
    if found is None or (found.width, found.height) != (min_width, min_height):
        raise ValueError(f"not decoded by the browser (strict: {strict})")
    pixels = np.empty((min_height, min_width, 4), np.uint8)
    found.data.assign_to(pixels)
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGBA2RGB), np.uint8)
