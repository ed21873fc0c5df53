"""Single wrong pixels are taken out, and nothing else."""

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.vision.rectify import remove_specks


def picture() -> NDArray[np.uint8]:
    """A card's corner with a numeral and a fine line, 480 x 640, slightly blurred as every lens does."""
    out = np.full((480, 640, 3), (60, 110, 70), np.uint8)
    cv2.rectangle(out, (150, 100), (420, 460), (245, 243, 238), -1)
    cv2.putText(out, "15", (180, 260), cv2.FONT_HERSHEY_SIMPLEX, 4, (200, 30, 30), 12, cv2.LINE_AA)
    cv2.line(out, (160, 300), (410, 440), (20, 20, 20), 1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(out, (0, 0), 0.7), np.uint8)


def test_a_clean_picture_stays_the_same_object() -> None:
    clean = picture()
    assert remove_specks(clean) is clean


def test_a_sensor_s_own_noise_is_no_speck() -> None:
    noise = np.random.default_rng(3).normal(0, 6, (480, 640, 3))
    grainy = np.clip(picture() + noise, 0, 255).astype(np.uint8)
    assert remove_specks(grainy) is grainy


def test_salt_and_pepper_is_taken_out() -> None:
    rng = np.random.default_rng(5)
    clean = picture()
    wrong = rng.random((480, 640)) < 0.01
    spoilt = clean.copy()
    spoilt[wrong] = np.where(rng.random((480, 640)) < 0.5, 0, 255)[wrong][:, None]
    before = spoilt.copy()
    mended = remove_specks(spoilt)
    far = np.abs(mended.astype(int) - clean).max(axis=2) > 40
    assert np.array_equal(spoilt, before)
    assert far[wrong].mean() < 0.12  # Two side by side are no single pixels.
    assert np.array_equal(mended[~wrong], clean[~wrong])


def test_pictures_of_a_few_pixels_are_no_harm() -> None:
    for shape in ((1, 1, 3), (2, 5, 3), (40, 3, 3)):
        tiny = np.random.default_rng(1).integers(0, 256, shape).astype(np.uint8)
        assert remove_specks(tiny).shape == shape


def test_specks_are_removed_alike_wherever_a_picture_begins() -> None:
    """It is filtered in bands of rows; nobody sees where they meet."""
    picture = np.random.default_rng(4).integers(0, 256, (1100, 40, 3)).astype(np.uint8)
    assert np.array_equal(remove_specks(picture)[8:-1], remove_specks(np.ascontiguousarray(picture[7:]))[1:-1])
