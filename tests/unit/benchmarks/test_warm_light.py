"""Colours of lamps against published ones, and the counts of made-up readings."""

import importlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from numero_cam.base.images import write_picture
from numero_cam.capture.files import read_photo

if TYPE_CHECKING:
    from numpy.typing import NDArray

answers, warm_light = importlib.import_module("answers"), importlib.import_module("warm_light")


def row(truth: str | None, guess: str | None, *, visible: float = 1.0, known: bool = True) -> Any:  # noqa: ANN401 - a record of the benchmark
    right = truth is not None and truth == guess
    return answers.Answered("rendered", "a.png", truth, visible, guess, 0.9, known and guess is not None, guess is not None, right, None)


@pytest.mark.parametrize(
    ("kelvin", "x", "y"),
    [
        (2856, 0.4476, 0.4074),  # Illuminant A, CIE 15:2004.
        (1667, 0.5646, 0.4029), (4000, 0.3805, 0.3768), (6500, 0.3135, 0.3237), (10000, 0.2807, 0.2884),  # Planck's law, CIE 1931.
    ],
)  # fmt: skip
def test_colours_of_black_bodies(kelvin: float, x: float, y: float) -> None:
    assert warm_light.chromaticity(kelvin) == pytest.approx((x, y), abs=0.001)


def test_daylight_changes_nothing_and_warm_lamps_take_blue() -> None:
    assert warm_light.TINTS[0].gains == (1.0, 1.0, 1.0)
    half, whole = (np.array(warm_light.Tint(2700, left).gains) for left in (0.5, 1))
    assert whole[0] == half[0] == 1 > half[1] > half[2] > whole[2]
    assert whole == pytest.approx(half**2)
    cool = warm_light.Tint(9000, 1).gains
    assert cool[0] < cool[1] < cool[2] == 1


def test_photos_are_tinted_beside_their_answers(tmp_path: Path) -> None:
    grey: NDArray[np.uint8] = np.full((8, 8, 3), 120, np.uint8)
    (tmp_path / "photos").mkdir()
    photo = tmp_path / "photos" / "a.jpg"
    write_picture(photo, grey)
    photo.with_suffix(".json").write_text('{"cards": []}')
    target = tmp_path / "tinted"
    target.mkdir()
    (warm,) = warm_light.tinted([photo], warm_light.Tint(2700, 1), target)
    assert warm == target / "photos" / "a.png"
    assert json.loads(warm.with_suffix(".json").read_text()) == {"cards": []}
    red, green, blue = read_photo(warm).pixels[4, 4].tolist()
    assert 120 == red > green > blue


def test_nothing_read() -> None:
    nothing = warm_light.counted([])
    assert (nothing["open_cards"], nothing["open_exact"], nothing["colours_right"], nothing["red"]) == (0, None, None, 0)


def test_colours_are_counted_of_numbers_whose_value_is_right() -> None:
    rows = [
        row("7r", "7r"), row("7r", "7o"), row("8o", "8r"), row("8o", "8o"), row("9b", "9g"), row("9b", "8o"), row("9b", None),
        row("5r", "5o", known=False), row("x2", "x3"), row("1/2", "1/2"), row("sqrt", "sqrt"), row("4r", "4r", visible=0.5),
        row(None, "1r"), row("12g", "12", visible=0.5),
    ]  # fmt: skip
    assert warm_light.counted(rows) == {
        "open_cards": 11, "open_exact": 0.3636, "open_wrong": 0.4545, "numbers_right": 7, "colours_right": 0.4286,
        "red": 3, "red_read_as_orange": 1, "orange": 2, "orange_read_as_red": 1, "others_mixed_up": {"b as g": 1, "g as none": 1},
    }  # fmt: skip


def test_a_row_for_each_lamp() -> None:
    assert warm_light.table(
        [{"lamp": "as it is", "open_cards": 0, "open_exact": None}, {"lamp": "b", "open_cards": 2, "open_exact": 0.5}]
    ) == ("| lamp | open cards | open exact |\n| --- | --- | --- |\n| as it is | 0 | - |\n| b | 2 | 0.5 |")
