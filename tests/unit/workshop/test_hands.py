"""Hands that are drawn: every pose, a skin of every tone, a left hand is a mirrored right one."""

import numpy as np
import pytest

from workshop.films.bones import POSES, Build
from workshop.films.covered import CELLS, STORED, samples_of_table
from workshop.films.hands import Sprite, draw_hand
from workshop.films.things import KINDS, draw_thing
from workshop.films.wear import random_wear, skin_tone


def drawn(pose: str, *, left: bool = False) -> Sprite:
    rng = np.random.default_rng(5)
    return draw_hand(rng, Build.random(rng), random_wear(rng), pose, scale=30, left=left)


@pytest.mark.parametrize("pose", POSES)
def test_a_hand_holds_at_its_anchor_and_its_arm_comes_from_below(pose: str) -> None:
    sprite = drawn(pose)
    alpha = sprite.pixels[..., 3]
    assert (sprite.pixels[..., :3] <= alpha[..., None]).all()  # premultiplied
    x, y = sprite.anchor.astype(int)
    assert alpha[max(0, y - 20) : y + 20, x - 20 : x + 20].max() == 255
    assert alpha[-1].max() == 255
    assert alpha[0].max() == 0


def test_a_left_hand_is_mirrored() -> None:
    right, left = drawn("flat"), drawn("flat", left=True)
    assert (left.pixels[:, ::-1, 3] == right.pixels[..., 3]).all()


def test_skin_is_of_every_tone() -> None:
    rng = np.random.default_rng(1)
    light = [float(skin_tone(rng).mean()) for _ in range(200)]
    assert min(light) < 60
    assert max(light) > 205


@pytest.mark.parametrize("kind", KINDS)
def test_things_are_drawn(kind: str) -> None:
    sprite = draw_thing(np.random.default_rng(2), kind, 30)
    assert 0.03 < (sprite.pixels[..., 3] > 127).mean() <= 1


@pytest.mark.slow
def test_samples_tell_what_is_hidden_and_one_seed_gives_one_table() -> None:
    first, again = (np.frombuffer(samples_of_table((3, 1)), STORED) for _ in range(2))
    assert (first == again).all()
    assert first["hidden"].shape[1:] == CELLS
    assert 0.02 < (first["hidden"] > 127).mean() < 0.6
    assert any(not sample["hidden"].any() for sample in first)
