"""Photos of pages: how many are in memory at once, whatever comes."""

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

pytest.importorskip("starlette", reason="the extra live is not installed")

from starlette.requests import Request

from numero_cam.base.errors import PictureError
from numero_cam.base.images import Pixels, encode_picture
from numero_cam.web import photo_intake
from numero_cam.web.photo_intake import MAX_PHOTO_BYTES, PhotoError, PhotoIntake

JPEG = encode_picture(np.full((48, 64, 3), 200, np.uint8), ".jpg")


class Watched:
    """Counts photos whose body is being received, and photos that are being decoded."""

    def __init__(self) -> None:
        self.receiving: Counter[str] = Counter()
        self.most_of_one = self.most_received = self.most_decoded = self._decoding = 0
        self._lock = threading.Lock()

    def request(self, device: str, body: bytes = JPEG) -> Request:
        parts = self._parts(device, body)

        async def receive() -> dict[str, Any]:
            await asyncio.sleep(0.002)
            return next(parts)

        return Request({"type": "http", "method": "POST", "path": "/photo", "headers": []}, receive)

    def _parts(self, device: str, body: bytes) -> Iterator[dict[str, Any]]:
        self.receiving[device] += 1
        self.most_of_one = max(self.most_of_one, self.receiving[device])
        self.most_received = max(self.most_received, self.receiving.total())
        yield {"type": "http.request", "body": body[:100], "more_body": True}
        yield {"type": "http.request", "body": body[100:], "more_body": False}

    def decode(self, data: bytes, _max_pixels: int) -> Pixels:
        with self._lock:
            self._decoding += 1
            self.most_decoded = max(self.most_decoded, self._decoding)
        time.sleep(0.005)
        with self._lock:
            self._decoding -= 1
        if data != JPEG:
            raise PictureError("is no picture")
        return np.zeros((1, 1, 3), np.uint8)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    watched = Watched()
    monkeypatch.setattr(photo_intake, "decode_within", watched.decode)
    return watched


async def given(watched: Watched, intake: PhotoIntake, device: str, body: bytes = JPEG) -> int:
    try:
        await intake.take(watched.request(device, body), device, lambda: True)
    except PhotoError as error:
        return error.status
    finally:
        watched.receiving[device] -= 1
    return 200


async def all_given(watched: Watched, devices: list[str], bodies: list[bytes]) -> list[int]:
    intake = PhotoIntake()
    return await asyncio.gather(*(given(watched, intake, device, body) for device, body in zip(devices, bodies, strict=True)))


def test_photos_of_one_device_are_received_one_after_the_other(watched: Watched) -> None:
    assert asyncio.run(all_given(watched, ["camera"] * 6, [JPEG] * 6)) == [200] * 6
    assert (watched.most_of_one, watched.most_decoded) == (1, 1)


def test_few_photos_of_many_devices_are_in_memory_at_once(watched: Watched) -> None:
    bodies = [JPEG if number % 3 else b"no picture" * 20 for number in range(40)]
    statuses = asyncio.run(all_given(watched, [str(number) for number in range(40)], bodies))
    assert statuses == [200 if number % 3 else 400 for number in range(40)]
    assert watched.most_received * MAX_PHOTO_BYTES == 160_000_000  # what docs promise
    assert watched.most_decoded == 1


def test_a_device_that_was_refused_may_give_the_next_photo(watched: Watched) -> None:
    async def one_after_the_other() -> list[int]:
        intake = PhotoIntake()
        return [await given(watched, intake, "camera", body) for body in (b"x" * 200, b"y" * 200, JPEG)]

    assert asyncio.run(one_after_the_other()) == [400, 400, 200]


def test_a_photo_of_a_page_is_decoded_at_most_at_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photo_intake, "MAX_PHOTO_PIXELS", 48 * 64 - 1)
    photo = asyncio.run(PhotoIntake().take(Watched().request("camera"), "camera", lambda: True))
    assert photo.shape == (24, 32, 3)
    png = encode_picture(np.zeros((48, 64, 3), np.uint8), ".png")
    with pytest.raises(PhotoError, match="too large: 64 x 48 pixels"):
        asyncio.run(PhotoIntake().take(Watched().request("camera", png), "camera", lambda: True))


@pytest.mark.parametrize("asked", [1, 2, 3])
def test_a_device_that_is_let_go_while_its_photo_waits_or_comes_gives_none(watched: Watched, asked: int) -> None:
    """It is asked before the photo is received, before it is decoded, and after."""
    answers = iter([True] * (asked - 1) + [False] * 3)
    with pytest.raises(PhotoError, match="pair this device first"):
        asyncio.run(PhotoIntake().take(watched.request("camera"), "camera", lambda: next(answers)))
    assert (watched.most_received, watched.most_decoded) == (0 if asked == 1 else 1, 1 if asked == 3 else 0)
