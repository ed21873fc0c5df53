"""What a print looks like, in any light."""

import cv2
import numpy as np
import pytest

from numero_cam.vision.ink import measure_print

RED, BLUE, GREEN, ORANGE = (200, 30, 60), (30, 70, 200), (40, 130, 120), (230, 120, 30)


def card(ink: tuple[int, int, int], *, light: float = 1.0, tint: tuple[float, float, float] = (1, 1, 1)) -> np.ndarray:
    """A crop of a white card with a numeral in the ink, under a light."""
    crop = np.full((132, 96, 3), 235, np.uint8)
    cv2.putText(crop, "7", (22, 100), cv2.FONT_HERSHEY_SIMPLEX, 3.0, ink, 14)
    lit = np.clip(crop.astype(np.float32) * light * np.array(tint, np.float32), 0, 255).astype(np.uint8)
    return np.dstack([lit, np.zeros((132, 96), np.uint8)])


def ink_of(*args: object, **more: object) -> np.ndarray:
    told = measure_print(card(*args, **more))  # type: ignore[arg-type]
    assert told is not None
    return told.ink


def apart(ink: tuple[int, int, int]) -> float:
    """How far the nearest other colour's ink is off."""
    return min(float(np.linalg.norm(ink_of(ink) - ink_of(other))) for other in (RED, BLUE, GREEN, ORANGE) if other != ink)


@pytest.mark.parametrize("ink", [RED, BLUE, GREEN, ORANGE])
def test_light_and_blur_leave_the_ink(ink: tuple[int, int, int]) -> None:
    assert np.linalg.norm(ink_of(ink)) == pytest.approx(1, abs=1e-5)
    for light in (0.3, 0.5, 1.08):
        assert np.linalg.norm(ink_of(ink) - ink_of(ink, light=light)) < 0.25 * apart(ink)
    assert np.linalg.norm(ink_of(ink) - ink_of(ink, tint=(1.0, 0.8, 0.6))) < 0.25 * apart(ink)
    crop = card(ink)
    crop[..., :3] = cv2.GaussianBlur(crop[..., :3], (0, 0), 6)
    blurred = measure_print(crop)
    assert blurred is not None
    assert np.linalg.norm(ink_of(ink) - blurred.ink) < 0.4 * apart(ink)


@pytest.mark.parametrize("blank", [np.full((132, 96, 4), 0, np.uint8), np.full((132, 96, 4), 255, np.uint8)], ids=["black", "hidden"])
def test_nothing_printed_or_nothing_seen_has_no_ink(blank: np.ndarray) -> None:
    assert measure_print(blank) is None


@pytest.mark.parametrize("tint", [(1.0, 0.8, 0.6), (0.8, 0.9, 1.0)])
def test_a_lamp_is_in_the_stock_and_not_in_the_ink(tint: tuple[float, float, float]) -> None:
    plain, lit = measure_print(card(GREEN)), measure_print(card(GREEN, tint=tint))
    assert plain is not None
    assert lit is not None
    assert lit.stock - plain.stock == pytest.approx(np.log(tint), abs=0.05)
    assert lit.absorbed == pytest.approx(plain.absorbed, abs=0.1)
