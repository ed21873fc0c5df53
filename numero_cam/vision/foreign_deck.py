"""Tells apart what lies on a table beside the cards of the game: another game's cards, and clutter that has corners as cards have."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.vision.faces import SUIT_LETTERS

#: Minimum cosine similarity of two cards that look the same. On tables drawn with other games' cards (``workshop.strange``) 19 of 20 pairs
#: are below it; two views of one back are above it.
SAME_CARD_SIMILARITY = 0.8
#: Minimum number of cards without a face, no two of them alike, that make another game. The backs of one pack are all alike.
MIN_DIFFERENT_CARDS = 2


def is_other_game(no_faces: Sequence[NDArray[np.float32]], read: Sequence[str]) -> bool:
    """Whether cards of another game lie there: at least twice as many different cards show no known face as cards show one.

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
    return len(different) >= max(MIN_DIFFERENT_CARDS, 2 * len(read))


#: Maximum ratio of the sides of two cards of one pack, measured on the table. Outlines of covered cards are only guesses.
MAX_SIZE_RATIO = 1.5
MAX_SIZE_RATIO_IN_PICTURE = 2.2  #: The same in the picture, where the table's plane is not known: what is farther away looks smaller.
MAX_GAP = 3.5  #: Maximum distance of two cards that lie together, middle to middle, in sides of the larger one (the root of its area).


def has_pack_size(quads: NDArray[np.floating], sure: NDArray[np.bool_], picture_to_table: NDArray[np.float64] | None) -> NDArray[np.bool_]:
    """Return which cards have the size of those that read surely: keys, boxes and columns of print have another one.

    Args:
        quads: ``(N, 4, 2)`` pixels, clockwise.
        sure: ``(N,)``, whether the face is read surely; such a card has the size whatever it measures.
        picture_to_table: ``(3, 3)`` homography from pixels to the table; None where the plane is not known.

    Returns:
        ``(N,)``; True for all where nothing reads surely.
    """
    if not sure.any():
        return np.ones(len(quads), bool)
    flat = quads if picture_to_table is None else geometry.transform(picture_to_table, quads.reshape(-1, 2)).reshape(-1, 4, 2)
    sides = np.sqrt(np.abs(_areas(np.asarray(flat, np.float64))))
    ratio = sides / np.median(sides[sure])
    most = MAX_SIZE_RATIO if picture_to_table is not None else MAX_SIZE_RATIO_IN_PICTURE
    return np.asarray((ratio < most) & (ratio > 1 / most) | sure)


def groups_together(quads: NDArray[np.floating]) -> list[list[int]]:
    """Return which cards lie together: those of one game are laid beside each other, another game lies apart.

    Args:
        quads: ``(N, 4, 2)`` pixels, clockwise.

    Returns:
        The indices of each group.
    """
    middles, sides = quads.mean(axis=1), np.sqrt(np.abs(_areas(np.asarray(quads, np.float64))))
    near = np.linalg.norm(middles[:, None] - middles[None], axis=2) < MAX_GAP * np.maximum(sides[:, None], sides[None])
    groups: list[list[int]] = []
    left = set(range(len(quads)))
    while left:
        group, frontier = [], [left.pop()]
        while frontier:
            one = frontier.pop()
            group.append(one)
            joined = [other for other in left if near[one, other]]
            left.difference_update(joined)
            frontier += joined
        groups.append(sorted(group))
    return groups


def _areas(quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the area of each quad ``(N, 4, 2)``, by its diagonals."""
    one, other = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    return np.asarray((one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]) / 2)
