"""Films as tests need them: written byte by byte as no writer of OpenCV makes them, or by it, as every browser can play them."""

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base.images import encode_picture


def _element(kind: str, *contents: bytes) -> bytes:
    content = b"".join(contents)
    return bytes.fromhex(kind) + (0x01 << 56 | len(content)).to_bytes(8) + content


def _number(kind: str, value: int) -> bytes:
    return _element(kind, value.to_bytes(4))


def _track(number: int, pixels: NDArray[np.uint8]) -> bytes:
    height, width = pixels.shape[:2]
    video = _element("e0", _number("b0", width), _number("ba", height))
    return _element("ae", _number("d7", number), _number("73c5", number), _element("83", b"\x01"), _element("86", b"V_MJPEG"), video)


def write_film(path: Path, streams: Sequence[Sequence[NDArray[np.uint8]]], seconds: Sequence[float]) -> Path:
    """Write an MKV of streams of RGB pictures as JPEG; all have the same times, in seconds."""
    head = _element("1a45dfa3", _element("4282", b"matroska"))
    tracks = _element("1654ae6b", *(_track(n, stream[0]) for n, stream in enumerate(streams, start=1)))
    clusters = [
        _element(
            "1f43b675",
            _number("e7", round(1000 * t)),
            *(
                _element("a3", bytes([0x80 | n, 0, 0, 0x80]), encode_picture(stream[k], ".jpg"))
                for n, stream in enumerate(streams, start=1)
            ),
        )
        for k, t in enumerate(seconds)
    ]
    path.write_bytes(head + _element("18538067", _element("1549a966", _number("2ad7b1", 1_000_000)), tracks, *clusters))
    return path


def as_webm(film: Path, path: Path, pictures: int | None = None) -> Path:
    """Write a film as WebM; only its first pictures, if a number of them is given."""
    before = cv2.VideoCapture(str(film))
    size = int(before.get(cv2.CAP_PROP_FRAME_WIDTH)), int(before.get(cv2.CAP_PROP_FRAME_HEIGHT))
    after = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"VP80"), before.get(cv2.CAP_PROP_FPS), size)
    for _, picture in islice(iter(before.read, (False, None)), pictures):
        after.write(picture)
    before.release()
    after.release()
    return path
