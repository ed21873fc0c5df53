"""NUMO's open cards on drawn tables: each is read, and nothing where none lies."""

import numpy as np
import pytest

pytest.importorskip("torch")

from numero_cam.base import geometry
from numero_cam.base.records import Frame
from numero_cam.numo.pack import Style
from numero_cam.numo.photos import open_numo_reader
from workshop.numo_scenes import make_numo_scene

PHOTOS = 4
SAME_CARD = 0.6


def test_every_open_card_is_read_once_and_nothing_else() -> None:
    reader, _ = open_numo_reader("none")
    for seed in range(PHOTOS):
        scene = make_numo_scene(np.random.default_rng([2_000_004, seed]), Style())
        read = [card for card in reader.read(Frame("drawn", scene.picture)).cards if card.card is not None]
        lying = list(zip(scene.labels, scene.quads, strict=True))
        matched = [[label for label, quad in lying if geometry.iou(card.corners, quad.astype(np.float32)) > SAME_CARD] for card in read]
        assert [[card.card] for card in read] == matched
        assert sorted(str(card.card) for card in read) == sorted(scene.labels)
