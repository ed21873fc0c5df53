"""What moves and what is still in the small images, under the noise of real cameras and streams."""

import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.table.background import SMALL_SIDE, Background

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
