"""Straightened crops."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.base.quality import BURNT_OUT, HIDDEN
from numero_cam.vision import rectify


def quad_of(*corners: tuple[float, float]) -> NDArray[np.float32]:
    return np.array(corners, np.float32)


def picture_of(quad: NDArray[np.float32], side: int) -> NDArray[np.uint8]:
    """A card with a red, a green, a blue and a white quarter, from its top-left clockwise, on grey."""
    card = np.zeros((100, 70, 3), np.uint8)
    card[:50, :35], card[:50, 35:], card[50:, 35:], card[50:, :35] = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)
    source = quad_of((-0.5, -0.5), (69.5, -0.5), (69.5, 99.5), (-0.5, 99.5))
    matrix = cv2.getPerspectiveTransform(source, quad.astype(np.float32))
    return np.asarray(cv2.warpPerspective(card, matrix, (side, side), borderValue=(90, 90, 90)), np.uint8)


@pytest.mark.parametrize("scale", [0.5, 1.0, 3.0, 11.0])
@pytest.mark.parametrize("turn", range(4))
def test_the_crop_shows_the_card_upright_at_any_size(scale: float, turn: int) -> None:
    quad = np.roll(quad_of((60, 40), (130, 55), (120, 150), (45, 140)), turn, axis=0) * np.float32(scale)
    pyramid = rectify.Pyramid(picture_of(quad, int(200 * scale)))
    crop = rectify.rectify_quad(pyramid, quad, 64, 88, 0.03)
    assert crop.shape == (88, 64, 3)
    corners = [crop[22, 16], crop[22, 48], crop[66, 48], crop[66, 16]]
    assert np.abs(np.array(corners, int) - [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]).max() < 12


def test_the_crop_is_grey_outside_the_picture() -> None:
    pyramid = rectify.Pyramid(np.zeros((50, 50, 3), np.uint8))
    crop = rectify.rectify_quad(pyramid, quad_of((-100, -100), (-40, -100), (-40, -20), (-100, -20)), 64, 88, 0.03)
    assert (crop == 128).all()


def test_hidden_parts_are_marked_and_grey() -> None:
    quad = quad_of((50, 40), (114, 40), (114, 128), (50, 128))
    pyramid = rectify.Pyramid(picture_of(quad, 200))
    crop = rectify.face_crop(pyramid, quad, [quad + np.array([0, 44], np.float32)])
    assert crop.shape == (rectify.FACE_HEIGHT, rectify.FACE_WIDTH, 4)
    assert (crop[75:, 5:-5, 3] == 255).all()
    assert (crop[75:, 5:-5, :3] == 128).all()
    assert (crop[:60, :, 3] == 0).all()


def test_crop_corners_leave_the_margin() -> None:
    box = rectify.crop_corners(64, 64, 0.16)
    side = box[1, 0] - box[0, 0]
    assert side == pytest.approx(64 / 1.32)
    assert box.mean(axis=0) == pytest.approx([31.5, 31.5])


CARD = quad_of((100, 100), (196, 100), (196, 232), (100, 232))


def lit(ground: int, *, blob: float = 0, size: float = 12) -> NDArray[np.uint8]:
    """A red seven on a card of one tone, with a soft reflection so bright in its middle, and so many pixels wide."""
    picture = np.full((340, 300, 3), 90, np.uint8)
    picture[100:232, 100:196] = ground
    cv2.putText(picture, "7", (120, 200), cv2.FONT_HERSHEY_SIMPLEX, 3, (180, 20, 30), 9)
    down, across = np.mgrid[0:340, 0:300]
    spot = blob * np.exp(-((across - 150) ** 2 + (down - 130) ** 2) / (2 * size**2))
    return np.asarray(np.clip(picture + spot[..., None], 0, 255), np.uint8)


def burnt(picture: NDArray[np.uint8], above: list[NDArray[np.float32]] | None = None) -> float:
    """The share of the card's crop that counts as burnt out."""
    crop = rectify.face_crop(rectify.Pyramid(picture), CARD, above or [])
    assert (crop[crop[..., 3] > 0][:, :3] == 128).all()
    return float((crop[..., 3] == BURNT_OUT).mean())


@pytest.mark.parametrize("ground", [110, 150, 200, 220])
def test_what_a_reflection_burns_out_is_not_seen(ground: int) -> None:
    share = burnt(lit(ground, blob=400))
    shown = (lit(ground, blob=400)[100:232, 100:196].min(axis=2) >= rectify.BURNT_OUT_LEVEL).mean()
    assert share == pytest.approx(shown, abs=0.03)
    assert burnt(lit(ground, blob=800)) > share


def test_a_reflection_too_small_to_hide_print_and_a_dim_one_change_nothing() -> None:
    assert burnt(lit(200, blob=400, size=2)) == 0
    speckled = lit(200, blob=400)
    speckled[110:226:6, 106:190:6] = speckled[111:226:6, 106:190:6] = 255
    assert burnt(speckled) == pytest.approx(burnt(lit(200, blob=400)), abs=0.03)
    assert burnt(lit(150, blob=80)) == 0


def test_white_print_white_borders_and_white_stock_are_no_reflections() -> None:
    white = lit(90)
    cv2.putText(white, "8", (120, 200), cv2.FONT_HERSHEY_SIMPLEX, 3, (255, 255, 255), 20)
    assert (white[100:232, 100:196] == 255).all(axis=2).mean() > 0.1
    assert burnt(white) == 0
    for blur in (1.2, 2):
        assert burnt(np.asarray(cv2.GaussianBlur(white, (0, 0), blur), np.uint8)) == 0
    border = lit(255)
    border[112:220, 112:184] = (40, 90, 170)
    assert burnt(border) == 0
    assert burnt(lit(255)) == burnt(lit(255, blob=400)) == 0


def test_what_lies_on_the_card_is_hidden_and_never_burnt_out() -> None:
    above = quad_of((90, 90), (210, 90), (210, 128), (90, 128))
    crop = rectify.face_crop(rectify.Pyramid(lit(200, blob=400)), CARD, [above])
    assert (crop[:26, :, 3] == HIDDEN).all()
    assert 0 < burnt(lit(200, blob=900), [above]) < burnt(lit(200, blob=900))
