"""What moves and what is still in the small images, under the noise of real cameras and streams."""

import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.table.background import SMALL_SIDE, Background, Layer, Mask, dilate

HEIGHT, WIDTH, BLOCK = 180, SMALL_SIDE, 4
FPS = 15
STILL = 0.95  #: Share of still pixels from which a place is taken for clear (`association.MAX_RESTLESS_SHARE`).
LEARNT = 90  #: Frames after which the noise is known.


def table(rng: np.random.Generator) -> NDArray[np.float64]:
    """A patterned table ``(HEIGHT, WIDTH, 3)``, levels."""
    return np.repeat(np.repeat(rng.uniform(40, 200, (HEIGHT // 20, WIDTH // 20, 3)), 20, axis=0), 20, axis=1)


def noise(rng: np.random.Generator, share: float, level: float) -> NDArray[np.float64]:
    """Noise ``(HEIGHT, WIDTH, 3)`` of a stream that sends this share of its blocks anew, each by up to ``level`` levels other."""
    sent = rng.random((HEIGHT // BLOCK, WIDTH // BLOCK, 1)) < share
    blocks = rng.uniform(-level, level, (HEIGHT // BLOCK, WIDTH // BLOCK, 3)) * sent
    return np.repeat(np.repeat(blocks, BLOCK, axis=0), BLOCK, axis=1)


def frame(picture: NDArray[np.float64]) -> NDArray[np.uint8]:
    return np.clip(picture, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("share", [0.0, 0.03, 0.1, 0.4])
@pytest.mark.parametrize("level", [4.0, 9.0, 16.0])
def test_a_table_is_still_and_a_hand_is_not_however_few_bits_the_stream_has(share: float, level: float) -> None:
    rng = np.random.default_rng(3)
    still = table(rng)
    background = Background(frame(still), 0.0)
    for k in range(1, LEARNT):
        background.update(frame(still + noise(rng, share, level)), k / FPS)
    assert background.still_mask(LEARNT / FPS).mean() > STILL
    for k in range(LEARNT, LEARNT + 10):
        picture = still + noise(rng, share, level)
        left = 8 * (k - LEARNT)
        picture[60:100, left : left + 60] = (224, 172, 140)
        background.update(frame(picture), k / FPS)
        assert background.moving[60:100, max(0, left - 8) : left + 60].any()
        assert background.still_mask(k / FPS)[64:96, left + 52 : left + 58].mean() < 0.5
    assert background.still_mask(k / FPS)[120:].mean() > STILL


def card_at(rng: np.random.Generator) -> Mask:
    """Where a card lies, somewhere in the middle, so that three of them often overlap."""
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    top, left = rng.integers(60, 90), rng.integers(100, 150)
    mask[top : top + 30, left : left + 22] = 1
    return mask


def laid(rng: np.random.Generator, picture: NDArray[np.float64], mask: Mask, *, black: bool) -> NDArray[np.float64]:
    """The picture with a card on it: of a colour of its own, or, if black, of the table's with a number on it."""
    out = picture.copy()
    rows, columns = np.nonzero(mask)
    out[rows, columns] = 24 if black else rng.uniform(90, 220, 3)
    number = out[rows.min() + 8 : rows.min() + 20, columns.min() + 6 : columns.min() + 16]
    number[:] = rng.uniform(160, 240, 3)
    return out


@pytest.mark.parametrize("black", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_a_layer_keeps_its_look_under_others_and_shows_when_they_go(seed: int, *, black: bool) -> None:
    rng = np.random.default_rng(seed)
    pictures = [np.full((HEIGHT, WIDTH, 3), 24.0) if black else table(rng)]
    background, layers, t = Background(frame(pictures[0]), 0.0), list[Layer](), 0

    def show(picture: NDArray[np.float64], pictures: int = 5) -> None:
        nonlocal t
        for _ in range(pictures):
            t += 1
            background.update(frame(picture + noise(rng, 0.2, 4)), t / FPS)

    for _ in range(3):
        mask = card_at(rng)
        pictures.append(laid(rng, pictures[-1], mask, black=black))
        show(pictures[-1])
        layers.append(Layer(dilate(mask)))
        background.compose(layers)
        background.learn(background.shown(layers[-1]))
        assert not background.changed.any()
    while layers:
        # A hand rests over a part of it, and is learnt by nobody.
        gone, hand = layers[-1], pictures[-2].copy()
        hand[150:, 110:140] = (224, 172, 140)
        show(hand)
        said, _ = background.explain()
        kept, bared, _ = (int(mask.sum()) for mask in said[gone])
        assert bared > 10 * kept
        for layer in layers[:-1]:
            kept, bared, other = (int(mask[background.shown(layer)[layer.box] > 0].sum()) for mask in said[layer])
            assert bared + other <= max(kept, 6)
        layers.pop()
        pictures.pop()
        background.compose(layers)
        show(pictures[-1])
        assert not background.changed.any()


@pytest.mark.parametrize("frames", [40, 400])
def test_what_a_card_hides_follows_the_light_however_slowly_it_changes(frames: int) -> None:
    rng = np.random.default_rng(5)
    plain, mask = table(rng), card_at(rng)
    covered = laid(rng, plain, mask, black=False)
    background, layer = Background(frame(plain), 0.0), Layer(dilate(mask))
    for k in range(1, 6):
        background.update(frame(covered), k / FPS)
    background.compose([layer])
    background.learn(background.shown(layer))
    for k in range(frames):
        background.update(frame(covered * (1 - 0.5 * k / frames)), (6 + k) / FPS)
    for k in range(3):
        background.update(frame(plain * 0.5), (6 + frames + k) / FPS)
    kept, bared, other = (int(each.sum()) for each in background.explain()[0][layer])
    assert bared > 5 * (kept + other)


def test_a_thing_hides_what_lies_below_until_it_is_lifted() -> None:
    rng = np.random.default_rng(7)
    plain = table(rng)
    mug = plain.copy()
    mug[70:100, 120:150] = 12
    background = Background(frame(plain), 0.0)
    for k, picture in enumerate([plain] * 5 + [mug] * 5):
        background.update(frame(picture + noise(rng, 0.2, 4)), (k + 1) / FPS)
    assert background.changed[70:100, 120:150].all()
    background.put_down(background.changed)
    assert not background.changed.any()
    assert background.things_explain()[72:98, 122:148].all()
    for k, picture in enumerate([mug * 0.8] * 5 + [plain * 0.8] * 5):  # in another light too
        background.update(frame(picture + noise(rng, 0.2, 4)), (k + 11) / FPS)
        assert not background.changed[72:98, 122:148].any()
    assert not background.things_explain()[72:98, 122:148].any()


def test_what_is_hidden_moves_with_the_camera_and_a_card_outside_the_picture_harms_nothing() -> None:
    rng = np.random.default_rng(11)
    plain, mask = table(rng), card_at(rng)
    covered = laid(rng, plain, mask, black=False)
    background, layer, outside = Background(frame(plain), 0.0), Layer(dilate(mask)), Layer(np.zeros_like(mask))
    for k in range(1, 6):
        background.update(frame(covered), k / FPS)
    background.compose([layer, outside])
    background.learn(background.shown(layer))
    by = np.array([[1, 0, 6], [0, 1, -4], [0, 0, 1.0]])
    moved, bare = (np.roll(image, (-4, 6), (0, 1)) for image in (covered, plain))
    mask = np.roll(mask, (-4, 6), (0, 1))
    background.update(frame(moved), 6 / FPS)
    layers = background.warp(by, [dilate(mask), np.zeros_like(mask)])
    assert not background.changed[8:-8, 8:-8].any()
    said, _ = background.explain()
    assert said[layers[0]].kept.sum() > 20 * said[layers[0]].bared.sum()
    assert not said[layers[1]].kept.any()
    background.compose([])
    background.update(frame(bare), 7 / FPS)
    assert not background.changed[8:-8, 8:-8].any()
