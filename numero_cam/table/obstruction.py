"""Where something is over the table: a hand, a sleeve, a mug, a head, anything that is neither table nor lying card."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base.onnx import Network, sigmoid

WIDE, TALL = 320, 180
"""Width and height in pixels of the pictures that the network is given."""
CELLS = (45, 80)
"""Rows and columns of a mask."""
SURE = 0.5
"""Chance from which on a place counts as hidden: where the network was measured."""


class Obstruction:
    """Looks for hands and things; a card that a hand carries may be told or not.

    Args:
        network: The loaded model.
    """

    def __init__(self, network: Network) -> None:
        self._network = network

    @classmethod
    def load(cls, *, threads: int = 1, folder: Path | None = None) -> "Obstruction":
        """Load the model.

        Args:
            threads: Processor threads, 1 or more.
            folder: Where the models are; this installation's if not given.

        Raises:
            ModelError: As ``Network.load``.
        """
        return cls(Network.load("obstruction", threads=threads, folder=folder))

    def mask(self, pixels: NDArray[np.uint8], settled: NDArray[np.uint8] | None = None) -> NDArray[np.float32]:
        """The chance of each cell of a picture that something hides the table or a card there.

        Args:
            pixels: ``(H, W, 3)`` uint8 RGB, the whole picture; best of twice or more the size of 320 x 180, or exactly of it.
            settled: The same view of the table when it was last at rest, of any size, if there is one: then more is found, and less
                that is none.

        Returns:
            ``(45, 80)`` float32 0..1; the cells part the picture evenly.
        """
        batch = np.zeros((1, TALL, WIDE, 6), np.uint8)
        batch[0, ..., :3] = small(pixels)
        if settled is not None:
            batch[0, ..., 3:] = small(settled)
        return np.asarray(sigmoid(self._network.run(batch)[0, 0]), np.float32)

    def over(self, pixels: NDArray[np.uint8], settled: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """Where something hides the table or a card: ``(H, W)`` uint8 0 or 1, of the picture's size; see `mask`."""
        chance = cv2.resize(self.mask(pixels, settled), pixels.shape[1::-1], interpolation=cv2.INTER_LINEAR)
        return np.asarray(chance > SURE, np.uint8)


def small(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A picture ``(H, W, 3)`` uint8 as the network is given it, ``(180, 320, 3)``."""
    if pixels.shape[:2] == (TALL, WIDE):
        return pixels
    return np.asarray(cv2.resize(pixels, (WIDE, TALL), interpolation=cv2.INTER_AREA), np.uint8)
