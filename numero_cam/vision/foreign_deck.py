"""Recognises another game on the table: cards with pictures, words or larger numbers."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from numero_cam.vision.faces import SUIT_LETTERS

SAME_CARD_SIMILARITY = 0.8
"""Minimum cosine similarity of two cards that look the same. On tables drawn with other games' cards (``workshop.strange``) 19 of 20 pairs
are below it; two views of one back are above it."""
MIN_DIFFERENT_CARDS = 2
"""Minimum number of cards without a face, no two of them alike, that make another game. The backs of one pack are all alike."""


def is_other_game(no_faces: Sequence[NDArray[np.float32]], read: Sequence[str]) -> bool:
    """Whether cards of another game lie there: more different cards show no known face than cards show one.

    Among playing cards those without a number are kings, queens, jacks and jokers, so the answer is then False.

    Args:
        no_faces: For each card without a known face the face network's embedding, ``(F,)`` float32 of length 1.
        read: Labels of the cards with a face.
    """
    if 2 * sum(label[-1] in SUIT_LETTERS for label in read) > len(read):
        return False
    different: list[NDArray[np.float32]] = []
    for features in no_faces:
        if all(float(features @ other) < SAME_CARD_SIMILARITY for other in different):
            different.append(features)
    return len(different) >= MIN_DIFFERENT_CARDS and len(different) > len(read)
