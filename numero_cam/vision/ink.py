"""What a card's print looks like beside its stock: by that the colours of a table's cards are compared with each other.

What one pack calls blue another calls green, and lamps tint both; but cards of one colour on one table have the same print under the same
light.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

EDGE = 0.08
"""Share of each side that is left out: where the outline is a little off, the table shows."""
MOST_COLOURFUL = 0.1
"""Share of the pixels that is taken for print, or for a coloured ground."""
FEWEST = 10
"""The fewest pixels that tell anything: a median of fewer is noise."""
LOGARITHMS = np.log(np.arange(256, dtype=np.float32) + 4.0)
"""Of all values, 4 added: the darkest are the camera's noise."""
EVERY = 2
"""One in this many rows and columns is looked at."""


@dataclass(frozen=True)
class Print:
    """What a card's print or coloured ground looks like.

    Attributes:
        taken: ``(3,)`` float32, how much red, green and blue light the print takes: logarithms of the card's brightest parts less those of
            the print. A lamp's tint is in both and leaves no trace in it.
        stock: ``(3,)`` float32 logarithms of the light of its brightest parts, from which the lamp is told.
    """

    taken: NDArray[np.float32]
    stock: NDArray[np.float32]

    @property
    def ink(self) -> NDArray[np.float32]:
        """``taken`` brought to length 1: blur, a thin stroke and dim light change its length and leave its direction.

        About (0.6, 0.6, 0.6) for black, (0.1, 0.8, 0.6) for red, (0.8, 0.3, 0.6) for green.
        """
        return np.asarray(self.taken / np.linalg.norm(self.taken), np.float32)


def print_of(crop: NDArray[np.uint8]) -> Print | None:
    """The print of a card, or its coloured ground.

    Args:
        crop: ``(H, W, 4)`` uint8 from ``rectify.face_crop``.

    Returns:
        None where too little of the card is seen, or its print takes no light.
    """
    height, width = crop.shape[:2]
    dy, dx = round(height * EDGE), round(width * EDGE)
    inner = crop[dy : height - dy : EVERY, dx : width - dx : EVERY]
    pixels = inner[..., :3][inner[..., 3] == 0]
    if len(pixels) < 2 * FEWEST:
        return None
    light = LOGARITHMS[pixels]
    means = light.mean(axis=1)
    light -= means[:, None]
    count = max(FEWEST, int(MOST_COLOURFUL * len(means)))
    brightest = np.argpartition(means, -count)[-count:]
    stock = np.median(light[brightest], axis=0)
    # Under a warm lamp the stock itself is the most colourful: print is what differs from it.
    off = light - stock
    strength = np.einsum("ij,ij->i", off, off)
    printed = np.argpartition(strength, -count)[-count:]
    hue = np.median(light[printed], axis=0)
    taken = stock - hue + np.median(means[brightest]) - np.median(means[printed])
    if not taken.any():
        return None
    return Print(np.asarray(taken, np.float32), np.asarray(stock + np.median(means[brightest]), np.float32))
