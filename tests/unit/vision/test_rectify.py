"""Straightened crops."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

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
