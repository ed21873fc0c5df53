"""A photo is read the same, whatever it is given as."""

import io
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

import numero_cam

PHOTO = Path(__file__).parents[2] / "sample_images" / "01_kitchen_table.jpg"


def answer(read: numero_cam.PhotoRead) -> dict[str, Any]:
    """The JSON, without what cannot be the same: the name, and how long it took."""
    found = read.to_dict()
    return {key: value for key, value in found.items() if key not in ("image", "milliseconds")}


@pytest.mark.slow  # nine readings of a photo
def test_every_kind_of_photo_gives_the_same_json() -> None:
    session = numero_cam.open_session()
    bgr = np.asarray(cv2.imread(str(PHOTO)), np.uint8)
    opaque = np.full((*bgr.shape[:2], 1), 255, np.uint8)
    expected = answer(session.read(str(PHOTO)))
    assert len(expected["cards"]) == 11
    with Image.open(PHOTO) as picture, PHOTO.open("rb") as file:
        kinds: list[Any] = [PHOTO, PHOTO.read_bytes(), file, io.BytesIO(PHOTO.read_bytes()), bgr, np.dstack([bgr, opaque]), picture]
        for kind in kinds:
            assert answer(numero_cam.read(kind, session=session)) == expected
    assert answer(numero_cam.read(bgr[..., ::-1], channels="RGB", session=session)) == expected
    assert answer(numero_cam.read(bgr, channels="RGB", session=session)) != expected
