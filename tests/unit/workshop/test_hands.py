"""Hands that are drawn in every pose, and the pictures that are put together with them."""

from pathlib import Path

import numpy as np
import pytest

from workshop.films.bones import POSES, Build
from workshop.films.hands import Sprite, draw_hand
from workshop.films.things import KINDS, draw_thing
from workshop.films.wear import random_wear
from workshop.hands.pools import Pools
from workshop.hands.scenes import draw_sample

TRAVEL = Path(__file__).parents[2] / "data" / "hands"  #: Twenty rendered arms and a few decks.


def drawn(pose: str) -> Sprite:
    rng = np.random.default_rng(5)
    return draw_hand(rng, Build.random(rng), random_wear(rng), pose, scale=30)


@pytest.mark.parametrize("pose", POSES)
def test_a_hand_holds_at_its_anchor_and_its_arm_comes_from_below(pose: str) -> None:
    sprite = drawn(pose)
    alpha = sprite.pixels[..., 3]
    assert (sprite.pixels[..., :3] <= alpha[..., None]).all()  # premultiplied
    x, y = sprite.anchor.astype(int)
    assert alpha[max(0, y - 20) : y + 20, x - 20 : x + 20].max() == 255
    assert alpha[-1].max() == 255
    assert alpha[0].max() == 0


@pytest.mark.parametrize("kind", KINDS)
def test_things_are_drawn(kind: str) -> None:
    sprite = draw_thing(np.random.default_rng(2), kind, 30)
    assert 0.03 < (sprite.pixels[..., 3] > 127).mean() <= 1


@pytest.fixture(scope="module")
def pools() -> Pools:
    return Pools(TRAVEL, held_out=False, lavish=0.1)


@pytest.mark.slow
def test_where_nothing_is_hidden_the_table_at_rest_shows_the_same(pools: Pools) -> None:
    rng = np.random.default_rng(7)
    samples = [draw_sample(rng, pools) for _ in range(24)]
    hidden = np.mean([(sample["hidden"] > 127).mean() for sample in samples])
    assert 0.03 < hidden < 0.6
    assert any(not sample["hidden"].any() for sample in samples)
    near = [np.abs(s["now"].astype(int) - s["settled"])[np.kron(s["hidden"] + s["unsure"] == 0, np.ones((4, 4), bool))] for s in samples]
    over = [np.abs(s["now"].astype(int) - s["settled"])[np.kron(s["hidden"] == 255, np.ones((4, 4), bool))] for s in samples]
    assert np.concatenate(over).mean() > 3 * np.concatenate(near).mean()


def test_arms_decks_and_hues_to_measure_on_are_never_trained_on() -> None:
    train, measured = (Pools(TRAVEL, held_out=held_out, lavish=0.1) for held_out in (False, True))
    for of_one, of_other in ((train.rendered, measured.rendered), (train.decks, measured.decks)):
        assert of_one
        assert of_other
    pixels = [arm.pixels.tobytes() for arm in train.rendered]
    assert not any(arm.pixels.tobytes() in pixels for arm in measured.rendered)


@pytest.mark.parametrize("known", [True, False])
def test_a_camera_keeps_the_truth_with_the_picture(*, known: bool) -> None:
    torch = pytest.importorskip("torch")
    camera = pytest.importorskip("workshop.hands.camera")
    white = torch.zeros((8, 180, 320, 3), dtype=torch.uint8)
    white[:, :90, :100] = 255
    masks = torch.zeros((8, 2, 45, 80), dtype=torch.uint8)
    masks[:, 0, :22, :25] = 255
    batch = camera.shoot(torch.Generator().manual_seed(2), white, white, masks, known=known)
    light = torch.nn.functional.avg_pool2d(batch.pictures[:, :3].mean(1, keepdim=True), 4)[:, 0]
    assert float(light[batch.hidden > 0.5].mean()) > 2 * float(light[batch.hidden < 0.5].mean())
    assert bool(batch.pictures[:, 3:].any()) == known
