"""The picture monitor: a flaw of the pictures is shown in one steady line."""

import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.base.records import Frame
from numero_cam.capture.source import NOTICE_DELAY, NOTICE_HOLD, Pace, PictureMonitor, TimedFrame

RATE = 15


def table(size: tuple[int, int] = (720, 1280), light: float = 1.0) -> NDArray[np.uint8]:
    """Something bright on something dark."""
    pixels = np.full((*size, 3), 60, np.uint8)
    pixels[size[0] // 4 : size[0] // 2, size[1] // 4 : size[1] // 2] = 220
    return np.asarray(pixels * light, np.uint8)


def notices(
    pictures: list[NDArray[np.uint8]], *, rate: float = RATE, every: int = 1, blurred: tuple[int, ...] = (), pace: Pace = "camera"
) -> list[str]:
    """The notices one after the other, with "" where all is well."""
    monitor, lines = PictureMonitor(), [""]
    for n, pixels in enumerate(pictures):
        if n % every:
            continue
        monitor.check(TimedFrame(Frame("camera 0", pixels), n / rate, n, pace), "the picture is blurred" if n in blurred else "")
        if monitor.notice != lines[-1]:
            lines.append(monitor.notice)
    return lines


def seconds(pixels: NDArray[np.uint8], duration: float) -> list[NDArray[np.uint8]]:
    return [pixels] * round(duration * RATE)


def test_a_good_camera_has_no_notice() -> None:
    assert notices(seconds(table(), 8)) == [""]


@pytest.mark.parametrize(
    ("pixels", "why"), [(table(light=0), "is almost black"), (np.full((720, 1280, 3), 255, np.uint8), "is almost white")]
)
def test_an_empty_picture_has_one_notice_until_it_is_over(pixels: NDArray[np.uint8], why: str) -> None:
    lines = notices(seconds(table(), 3) + seconds(pixels, 5) + seconds(table(), 8))
    assert [line != "" for line in lines] == [False, True, False]
    assert why in lines[1]
    assert lines[1].startswith("the picture")


def test_a_short_flaw_has_no_notice_and_one_that_comes_and_goes_has_one() -> None:
    black = table(light=0)
    assert notices(seconds(table(), 2) + seconds(black, NOTICE_DELAY / 2) + seconds(table(), 2)) == [""]
    lines = notices((seconds(black, 2 * NOTICE_DELAY) + seconds(table(), NOTICE_HOLD / 2)) * 4)
    assert len(lines) == 2


def test_a_flaw_that_was_found_elsewhere_is_debounced_too() -> None:
    assert notices(seconds(table(), 3), blurred=tuple(range(5, 45))) == ["", "the picture is blurred"]
    assert notices(seconds(table(), 3), blurred=(7, 9, 20)) == [""]


def test_small_pictures_and_few_of_them_have_notices() -> None:
    assert "only 160 x 120 pixels" in notices(seconds(table((120, 160)), 3))[1]
    assert notices(seconds(table((480, 640)), 3)) == [""]
    assert "only 5 pictures a second come" in notices(seconds(table(), 3), rate=5)[1]
    assert "this computer is too slow" in notices(seconds(table(), 8), every=4)[1]


def test_films_and_photos_have_no_notices_of_cameras() -> None:
    few = notices(seconds(table(), 3), rate=5, pace="film")
    assert few[1:] == ["the film has only 5 pictures a second, so quick plays may be missed; set the camera to 15 or more when you film"]
    assert "light" not in few[1]
    assert notices(seconds(table(), 8), pace="film") == [""]
    assert notices(seconds(table(), 3), rate=1, pace="photos") == [""]
