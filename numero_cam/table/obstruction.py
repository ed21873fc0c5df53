"""Detects what is over the table: a hand, a sleeve, a mug, a head, anything that is neither table nor lying card."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base.onnx import Network, sigmoid

INPUT_WIDTH = 320  #: Width of the network's input, pixels.
INPUT_HEIGHT = 180  #: Height of the network's input, pixels.
OUTPUT_SHAPE = (45, 80)  #: Rows and columns of the network's output.
MIN_HIDDEN = 0.5  #: Probability, 0..1, from which a pixel counts as hidden; the committed results were measured with it.


class ObstructionDetector:
    """Detects hands and objects. A card that a hand carries may count as either.

    Args:
        network: The loaded model ``obstruction``.
    """

    def __init__(self, network: Network) -> None:
        self._network = network

    @classmethod
    def load(cls, *, threads: int = 1, folder: Path | None = None) -> "ObstructionDetector":
        """Load the model.

        Args:
            threads: Number of CPU threads, 1 or more.
            folder: Where the models are; None for those of this installation.
        """
        return cls(Network.load("obstruction", threads=threads, folder=folder))

    def cell_probabilities(self, pixels: NDArray[np.uint8], settled: NDArray[np.uint8] | None = None) -> NDArray[np.float32]:
        """Return for each cell of a picture the probability that something hides the table or a card there.

        Args:
            pixels: ``(H, W, 3)`` uint8 RGB, the whole picture; best at least twice the input's size, or exactly the input's size.
            settled: The same view of the table when it was last at rest, of any size; None where there is none. With it more is found, and
                less that is not there.

        Returns:
            ``(45, 80)`` float32 0..1; the cells divide the picture evenly.
        """
        batch = np.zeros((1, INPUT_HEIGHT, INPUT_WIDTH, 6), np.uint8)
        batch[0, ..., :3] = to_input(pixels)
        if settled is not None:
            batch[0, ..., 3:] = to_input(settled)
        return np.asarray(sigmoid(self._network.run(batch)[0, 0]), np.float32)

    def probabilities(self, pixels: NDArray[np.uint8], settled: NDArray[np.uint8] | None = None) -> NDArray[np.float32]:
        """Return ``cell_probabilities`` interpolated for each pixel, ``(H, W)`` float32 0..1, of the picture's size."""
        cells = self.cell_probabilities(pixels, settled)
        return np.asarray(cv2.resize(cells, pixels.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.float32)


def to_input(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a picture ``(H, W, 3)`` uint8 RGB in the size of the network's input, ``(180, 320, 3)``."""
    if pixels.shape[:2] == (INPUT_HEIGHT, INPUT_WIDTH):
        return pixels
    return np.asarray(cv2.resize(pixels, (INPUT_WIDTH, INPUT_HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)
