"""Whether another game lies on the table: cards with pictures, words or larger numbers."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from numero_cam.vision.faces import SUITS

ALIKE = 0.8
"""Two cards with this likeness of their features look the same. Of tables drawn with other games' cards (``workshop.strange``) 19 of 20
pairs are less alike; two views of one back are more."""
FEWEST = 2
"""So many cards without a face, no two alike, make another game: the backs of a pack are all alike."""


def other_game(no_faces: Sequence[NDArray[np.float32]], read: Sequence[str]) -> bool:
    """Whether cards of another game lie there: more different cards show no face of the pack than show one.

    Beside playing cards those without a number are their pack's kings, queens, knaves and jokers.

    Args:
        no_faces: ``(F,)`` float32 of length 1 of each card that shows no face: the face network's features.
        read: What the cards that show a face are.
    """
    if 2 * sum(label[-1] in SUITS for label in read) > len(read):
        return False
    different: list[NDArray[np.float32]] = []
    for features in no_faces:
        if all(float(features @ other) < ALIKE for other in different):
            different.append(features)
    return len(different) >= FEWEST and len(different) > len(read)
