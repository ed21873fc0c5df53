"""Cards laid out in rows: their order, and which of them are which when the rows are known."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from numero_cam.base.records import Corners
from numero_cam.decks.match import LEAST


def rows(corners: Sequence[Corners]) -> list[list[int]]:
    """Sorts cards into rows from the top, each from the left. A card half a height below the middles of a row begins the next.

    Args:
        corners: Outlines, pixels.

    Returns:
        Indices.
    """
    middles = [quad.mean(axis=0) for quad in corners]
    height = float(np.median([np.ptp(quad[:, 1]) for quad in corners])) if corners else 0.0
    out: list[list[int]] = []
    for i in sorted(range(len(corners)), key=lambda k: float(middles[k][1])):
        if out and middles[i][1] - np.mean([middles[k][1] for k in out[-1]]) < height / 2:
            out[-1].append(i)
        else:
            out.append([i])
    return [sorted(row, key=lambda k: float(middles[k][0])) for row in out]


def align(costs: NDArray[np.floating]) -> dict[int, int]:
    """Pairs two sequences in order, as cheaply as can be.

    Args:
        costs: ``(cards, answers)``, what it costs that a card is an answer, such as the negative logarithm of its chance.

    Returns:
        The answer of each card; a card that was found where none lies has none, and an answer whose card was not found is nobody's.
    """
    n, m = costs.shape
    # Leaving out both a card and an answer costs as much as the worst pair, so what fits badly is paired all the same.
    left_out = -float(np.log(LEAST)) / 2
    total = np.zeros((n + 1, m + 1))
    total[:, 0], total[0, :] = left_out * np.arange(n + 1), left_out * np.arange(m + 1)
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            total[i, j] = min(total[i - 1, j - 1] + costs[i - 1, j - 1], total[i - 1, j] + left_out, total[i, j - 1] + left_out)
    out: dict[int, int] = {}
    i, j = n, m
    while i and j:
        if total[i, j] == total[i - 1, j - 1] + costs[i - 1, j - 1]:
            i, j = i - 1, j - 1
            out[i] = j
        elif total[i, j] == total[i - 1, j] + left_out:
            i -= 1
        else:
            j -= 1
    return dict(sorted(out.items()))
