"""Flaws are named where they are drawn into a good card, and nowhere else."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.base.quality import BURNT_OUT, HIDDEN, Flaw, Quality, emptiness, inside_share, measure, photo_advice
from numero_cam.printing.deck_art import read_art
from numero_cam.printing.paper import PaperPage, PlacedDrawing
from numero_cam.printing.raster import page_pixels

SIZE = (640, 480)
ART = read_art()
FACES = ["7r", "1o", "15b", "9g", "x3", "3/4"]
Crop = NDArray[np.uint8]


def card(face: str) -> Crop:
    """``(88, 64, 3)``, evenly lit."""
    large = page_pixels(PaperPage(63, 88, (PlacedDrawing(ART[face], 0, 0),)), 101.6)
    return np.asarray(cv2.resize(large, (64, 88), interpolation=cv2.INTER_AREA) * 0.9, np.uint8)


def at(x: float, y: float, width: float = 64) -> NDArray[np.float32]:
    return np.array([[x, y], [x + width, y], [x + width, y + width * 1.4], [x, y + width * 1.4]], np.float32)


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("light", [1.0, 0.3])
@pytest.mark.parametrize("blur", [0.0, 1.0])
def test_a_good_card_has_no_flaw_in_any_light(face: str, light: float, blur: float) -> None:
    crop = np.asarray(card(face) * light, np.uint8)
    crop = np.asarray(cv2.GaussianBlur(crop, (0, 0), blur), np.uint8) if blur else crop
    quality = measure(crop, at(100, 100), SIZE)
    assert quality.flaws() == ()
    assert quality.reason() == ""


@pytest.mark.parametrize("face", FACES)
def test_a_blurred_card_is_named_so_and_nothing_else(face: str) -> None:
    quality = measure(np.asarray(cv2.GaussianBlur(card(face), (0, 0), 3), np.uint8), at(100, 100), SIZE)
    assert quality.flaws() == (Flaw.SHARPNESS,)
    assert quality.reason().startswith("sharpness: it is blurred")


@pytest.mark.parametrize("face", FACES)
def test_a_card_with_glare_is_named_so_and_nothing_else(face: str) -> None:
    crop = card(face)
    cv2.circle(crop, (32, 40), 20, (255, 255, 255), cv2.FILLED)
    quality = measure(crop, at(100, 100), SIZE)
    assert quality.glare == pytest.approx(np.pi * 400 / (64 * 88), abs=0.03)
    assert quality.flaws() == (Flaw.GLARE,)
    assert "turn it or the lamp" in quality.reason()


def test_bright_stock_is_no_glare() -> None:
    crop = np.full((88, 64, 3), 255, np.uint8)
    cv2.putText(crop, "7", (12, 70), cv2.FONT_HERSHEY_SIMPLEX, 2, (180, 20, 30), 8)
    assert measure(crop, at(100, 100), SIZE).flaws() == ()


def test_a_card_that_is_too_small_says_how_small() -> None:
    quality = measure(card("7r"), at(100, 100, 18), SIZE)
    assert quality.flaws() == (Flaw.TOO_SMALL,)
    assert quality.reason() == "too small: 18 pixels wide; move the camera closer"


@pytest.mark.parametrize(
    ("quad", "share"),
    [(at(100, 100), 1.0), (at(-32, 100), 0.5), (at(640 - 16 - 1, 100), 0.25), (at(700, 100), 0.0), (np.zeros((4, 2), np.float32), 0.0)],
)
def test_the_share_of_a_card_in_the_picture_is_that_of_its_area(quad: NDArray[np.float32], share: float) -> None:
    assert inside_share(quad, SIZE) == pytest.approx(share, abs=0.01)


def test_a_card_that_is_cut_off_says_how_much_is_seen() -> None:
    quality = measure(card("7r"), at(-32, 100), SIZE)
    assert quality.flaws()[0] is Flaw.CUT_OFF
    assert quality.reason().startswith("cut off: 50% of it is in the picture")


def test_hidden_parts_are_not_measured() -> None:
    crop = card("7r")
    crop[:, :30] = 255
    hidden = np.zeros((88, 64), np.uint8)
    hidden[:, :30] = 255
    assert measure(np.dstack([crop, hidden]), at(100, 100), SIZE).glare == 0
    assert measure(crop, at(100, 100), SIZE).glare > 0.3
    nothing = measure(np.dstack([crop, np.full((88, 64), 255, np.uint8)]), at(100, 100), SIZE)
    assert (nothing.glare, nothing.sharpness) == (0, 0)


def test_a_part_that_is_burnt_out_is_named_and_is_still_in_view() -> None:
    mask = np.zeros((88, 64), np.uint8)
    mask[:20] = BURNT_OUT
    mask[80:] = HIDDEN
    quality = measure(np.dstack([card("7r"), mask]), at(100, 100), SIZE)
    assert quality.burnt_out == quality.glare == pytest.approx(20 / 80)
    assert quality.visible == pytest.approx(80 / 88)
    assert quality.flaws() == (Flaw.GLARE,)
    assert quality.reason() == "glare: too bright there, 25% of it is burnt out: turn it or the lamp"
    half = card("7r")
    half[20:50] = 255
    assert measure(np.dstack([half, mask]), at(100, 100), SIZE).glare == pytest.approx((20 + 30) / 80, abs=0.02)
    mask[2:20] = 0
    assert measure(np.dstack([card("7r"), mask]), at(100, 100), SIZE).flaws() == (Flaw.GLARE,)


def test_a_covered_card_says_how_much_is_left() -> None:
    hidden = np.zeros((88, 64), np.uint8)
    hidden[44:] = 255
    quality = measure(np.dstack([card("7r"), hidden]), at(100, 100), SIZE)
    assert quality.flaws() == (Flaw.COVERED,)
    assert quality.reason() == "covered: other cards leave 50% of it in view; lay its corner free"


def test_the_bare_part_of_a_covered_card_is_not_called_blurred() -> None:
    hidden = np.full((88, 64), 255, np.uint8)
    hidden[80:, 20:40] = 0
    assert measure(np.dstack([card("7r"), hidden]), at(100, 100), SIZE).flaws() == (Flaw.COVERED,)


SMALL, GOOD, BLURRED = Quality(18.4, 1, 0, 0.01), Quality(60, 1, 0, 1), Quality(60, 1, 0, 0.01)


@pytest.mark.parametrize(
    ("qualities", "lines"),
    [
        ([], ()),
        ([GOOD] * 5, ()),
        ([SMALL, SMALL, GOOD], ("move the camera closer: cards are 18 pixels wide",)),
        ([BLURRED, GOOD, GOOD, GOOD], ()),  # one of four: its own matter
        ([BLURRED, BLURRED, GOOD], ("hold the camera still and wait for its focus: blurred cards: 2",)),
        ([Quality(60, 1, 0, 1, visible=0.4)] * 3, ()),  # builds and fans
        (
            [Quality(60, 0.5, 0.3, 1)],
            (
                "move the camera back or aside: cards cut off by the picture's edge: 1",
                "turn the lamp or the camera aside: cards that glare: 1",
            ),
        ),
    ],
)
def test_a_photo_gets_advice_where_many_of_its_cards_have_the_flaw(qualities: list[Quality], lines: tuple[str, ...]) -> None:
    assert photo_advice(qualities) == lines


@pytest.mark.parametrize(("value", "says"), [(0, "almost black"), (18, "almost black"), (255, "almost white"), (130, "one even colour")])
def test_a_photo_of_nothing_says_so(value: int, says: str) -> None:
    noise = np.random.default_rng(0).integers(-5, 6, (240, 320, 3))
    assert says in emptiness(np.clip(value + noise, 0, 255).astype(np.uint8))


def test_a_dark_photo_with_something_in_it_is_not_empty() -> None:
    page_pixels = np.full((240, 320, 3), 10, np.uint8)
    page_pixels[100:140, 100:140] = 90
    assert emptiness(page_pixels) == ""
