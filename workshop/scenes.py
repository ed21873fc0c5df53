"""A drawn scene as training reads it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

NO_CARD = 255  #: Value of an identity map where no card is seen.
PER_DECK = 5  #: Scenes drawn with one deck before the next is designed.


@dataclass(frozen=True)
class Sample:
    """A scene as training reads it."""

    picture: NDArray[np.uint8]  #: ``(H, W, 3)`` uint8 RGB.
    ids: NDArray[np.uint8]  #: ``(H // 2, W // 2)`` uint8, see ``synth.scene.Scene``.
    quads: NDArray[np.float32]  #: ``(N, 4, 2)`` float32 pixels.
    labels: list[str | None]  #: N labels or None.
    visible: NDArray[np.float32]  #: ``(N,)`` float32.
