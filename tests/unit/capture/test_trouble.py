"""What is wrong with the pictures is told in one line, once, and not with every picture."""

import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.base.records import Frame
from numero_cam.capture.source import OVER, STANDS, Pace, PictureTrouble, TimedFrame

RATE = 15


def table(size: tuple[int, int] = (720, 1280), light: float = 1.0) -> NDArray[np.uint8]:
    """Something bright on something dark."""
    pixels = np.full((*size, 3), 60, np.uint8)
    pixels[size[0] // 4 : size[0] // 2, size[1] // 4 : size[1] // 2] = 220
    return np.asarray(pixels * light, np.uint8)


def told(
    pictures: list[NDArray[np.uint8]], *, rate: float = RATE, every: int = 1, blurred: tuple[int, ...] = (), pace: Pace = "camera"
) -> list[str]:
    """The lines that are told one after the other, with "" where all is well."""
    trouble, lines = PictureTrouble(), [""]
    for n, pixels in enumerate(pictures):
        if n % every:
            continue
        trouble.look(TimedFrame(Frame("camera 0", pixels), n / rate, n, pace), "the picture is blurred" if n in blurred else "")
        if trouble.notice != lines[-1]:
            lines.append(trouble.notice)
    return lines


def seconds(pixels: NDArray[np.uint8], duration: float) -> list[NDArray[np.uint8]]:
    return [pixels] * round(duration * RATE)


def test_nothing_is_told_of_a_good_camera() -> None:
    assert told(seconds(table(), 8)) == [""]


@pytest.mark.parametrize(
    ("pixels", "why"), [(table(light=0), "is almost black"), (np.full((720, 1280, 3), 255, np.uint8), "is almost white")]
)
def test_pictures_that_show_nothing_are_told_once_until_it_is_over(pixels: NDArray[np.uint8], why: str) -> None:
    lines = told(seconds(table(), 3) + seconds(pixels, 5) + seconds(table(), 8))
    assert [line != "" for line in lines] == [False, True, False]
    assert why in lines[1]
    assert lines[1].startswith("the picture")


def test_what_is_soon_over_is_not_told_and_what_comes_and_goes_is_told_once() -> None:
    black = table(light=0)
    assert told(seconds(table(), 2) + seconds(black, STANDS / 2) + seconds(table(), 2)) == [""]
    lines = told((seconds(black, 2 * STANDS) + seconds(table(), OVER / 2)) * 4)
    assert len(lines) == 2


def test_what_somebody_else_finds_is_told_in_the_same_way() -> None:
    assert told(seconds(table(), 3), blurred=tuple(range(5, 45))) == ["", "the picture is blurred"]
    assert told(seconds(table(), 3), blurred=(7, 9, 20)) == [""]


def test_a_small_picture_and_few_of_them() -> None:
    assert "only 160 x 120 pixels" in told(seconds(table((120, 160)), 3))[1]
    assert told(seconds(table((480, 640)), 3)) == [""]
    assert "only 5 pictures a second come" in told(seconds(table(), 3), rate=5)[1]
    assert "this computer is too slow" in told(seconds(table(), 8), every=4)[1]


def test_only_a_camera_is_told_of_light_and_only_a_computer_that_follows_one_is_too_slow() -> None:
    few = told(seconds(table(), 3), rate=5, pace="film")
    assert few[1:] == ["the film has only 5 pictures a second, so quick plays may be missed; set the camera to 15 or more when you film"]
    assert "light" not in few[1]
    assert told(seconds(table(), 8), pace="film") == [""]
    assert told(seconds(table(), 3), rate=1, pace="photos") == [""]
