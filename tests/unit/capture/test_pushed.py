"""Pictures that a page hands in: what is decoded of them is decided by their own header."""

import time

import numpy as np
import pytest

from numero_cam.base.images import encode_picture
from numero_cam.capture import pushed
from numero_cam.capture.pushed import MAX_PICTURE_SIDE, PushedPicture, PushedSource
from numero_cam.capture.source import PictureMonitor
from tests.fuzz.hostile import png


@pytest.mark.parametrize(("width", "height"), [(MAX_PICTURE_SIDE + 1, 8), (8, MAX_PICTURE_SIDE + 1), (7000, 6999)])
def test_a_picture_that_is_larger_than_it_says_is_not_decoded(width: int, height: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pushed, "decode_picture", lambda _: pytest.fail("decoded"))
    done: list[int] = []
    source = PushedSource(done.append)
    source.put(PushedPicture(7, png(width, height, 1, 0), 0, 0.0))
    assert source.newest(0.0) is None
    assert done == [7]
    assert f"{width} x {height} pixels; at most {MAX_PICTURE_SIDE} a side" in source.notice


def test_a_picture_within_the_limit_is_shown() -> None:
    source = PushedSource(lambda _: None)
    source.put(PushedPicture(1, png(MAX_PICTURE_SIDE, MAX_PICTURE_SIDE, 1, 0), 0, 0.0))
    timed = source.newest(0.0)
    assert timed is not None
    assert timed.frame.pixels.shape == (MAX_PICTURE_SIDE, MAX_PICTURE_SIDE, 3)
    assert source.notice == ""


def test_pixels_that_were_decoded_already_are_taken_as_they_are() -> None:
    source, photo = PushedSource(lambda _: None), np.full((3000, 4000, 3), 7, np.uint8)
    source.put(PushedPicture(1, photo, -1, 0.0))
    timed = source.newest(0.0)
    assert timed is not None
    assert timed.frame.pixels is photo


def test_a_damaged_picture_is_told_and_the_next_one_is_shown() -> None:
    source = PushedSource(lambda _: None)
    jpeg = encode_picture(np.full((48, 64, 3), 200, np.uint8), ".jpg")
    source.put(PushedPicture(1, jpeg[:200], 0, 0.0))
    assert source.newest(0.0) is None
    assert "cut short" in source.notice
    source.put(PushedPicture(2, jpeg, 0, 0.1))
    assert source.newest(0.0) is not None
    assert source.notice == ""


@pytest.mark.parametrize(("of_film", "silent", "slow"), [(False, "no pictures come", "this computer is too slow"), (True, "", "")])
def test_what_is_said_of_a_camera_is_not_said_of_a_film_which_waits(
    of_film: bool, silent: str, slow: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 30 pictures a second six are looked at; then none comes any more."""
    source, monitor, now = PushedSource(lambda _: None), PictureMonitor(), 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    pixels = np.full((720, 1280, 3), 60, np.uint8)
    pixels[180:360, 320:640] = 220
    for number in range(1, 300, 5):
        now += 1.0
        step = 0.12 * (number // 5) if of_film else number / 30
        source.put(PushedPicture(number, pixels, 1, step, taken=number // 5 if of_film else number, of_film=of_film))
        timed = source.newest(0.0)
        assert timed is not None
        monitor.check(timed)
        assert source.notice == ""
    assert slow in monitor.notice
    assert bool(slow) == bool(monitor.notice)
    now += 60.0
    assert source.notice.startswith(silent)
    assert bool(silent) == bool(source.notice)
