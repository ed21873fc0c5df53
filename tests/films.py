"""Films written byte by byte, as no writer of OpenCV makes them: Matroska with pictures as JPEG at any times, in any number of streams."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from numero_cam.base.images import encode_picture

_EBML = bytes.fromhex("1a45dfa3")


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
    """Write an MKV of streams of RGB pictures; all have the same times, in seconds."""
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
