"""What the documents promise in numbers is taken at every door, and one more is refused in one line that names the number."""

import asyncio
import struct
import zlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra live is not installed")

from starlette.requests import Request

from numero_cam.classroom.photo_answers import Marker
from numero_cam.web import connection_limits, listener
from numero_cam.web.photo_intake import PhotoError, PhotoIntake
from numero_cam.web.protocol import MAX_PICTURE_BYTES

MEGAPIXELS = 25
MEGABYTES = 20


def white_png(width: int, height: int) -> bytes:
    """A white picture of one bit a pixel, which is as small as its header."""
    rows = zlib.compress((b"\0" + b"\xff" * ((width + 7) // 8)) * height)
    parts = (b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)), (b"IDAT", rows), (b"IEND", b"")
    chunks = (struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts)
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def at_the_table(data: bytes, _: Path) -> str:
    """What the door for photos of the table says; empty where it takes the photo."""

    async def body() -> AsyncIterator[dict[str, Any]]:
        for start in range(0, len(data), 1_000_000):
            yield {"type": "http.request", "body": data[start : start + 1_000_000], "more_body": start + 1_000_000 < len(data)}

    parts = body()
    request = Request({"type": "http", "method": "POST", "path": "/photo", "headers": []}, lambda: anext(parts))
    try:
        asyncio.run(PhotoIntake().take(request, "camera", lambda: True))
    except PhotoError as error:
        return str(error)
    return ""


def in_the_class(data: bytes, folder: Path) -> str:
    """What the door for photos of slips says about the picture; a white picture that is taken has no slip."""
    (problem,) = Marker(folder / "classes.sqlite").mark("slips", data, None).problems
    return "" if "no slip" in problem else problem


@pytest.mark.slow
@pytest.mark.parametrize("door", [at_the_table, in_the_class])
def test_a_picture_of_25_megapixels_is_taken_and_no_larger_one(door: Callable[[bytes, Path], str], tmp_path: Path) -> None:
    assert door(white_png(5000, MEGAPIXELS * 200), tmp_path) == ""
    why = door(white_png(5000, MEGAPIXELS * 200 + 1), tmp_path)
    assert f"too large: 5000 x {MEGAPIXELS * 200 + 1} pixels" in why
    assert "\n" not in why


def test_a_photo_of_20_megabytes_is_taken_and_the_refusal_of_one_more_byte_says_the_number(tmp_path: Path) -> None:
    picture = white_png(8, 8)
    assert at_the_table(picture.ljust(MEGABYTES * 1_000_000, b"\0"), tmp_path) == ""
    assert (
        at_the_table(picture.ljust(MEGABYTES * 1_000_000 + 1, b"\0"), tmp_path) == f"the photo is too large; {MEGABYTES} megabytes at most"
    )


def test_the_server_takes_as_much_as_the_document_promises() -> None:
    limits = connection_limits.uvicorn_limits()
    assert limits["ws_max_size"] == MAX_PICTURE_BYTES + 1024 == 1_501_024  # a picture is refused in words
    assert limits["h11_max_incomplete_event_size"] == 16_384  # the head of a question
    assert (limits["ws_max_queue"], limits["timeout_keep_alive"], limits["timeout_graceful_shutdown"]) == (4, 5, 5)
    assert (limits["ws_ping_interval"], limits["ws_per_message_deflate"], limits["server_header"]) == (None, False, False)
    assert connection_limits.REQUEST_SECONDS == 10.0
    assert (listener.HANDSHAKE_SECONDS, listener.CLOSING_SECONDS, listener.EXHAUSTED_RETRY_SECONDS) == (5.0, 5.0, 1.0)
