"""Cards that lie side by side in one row or fan: hands, takes that are spread, and melds."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from numero_cam.base.records import Corners

Array = NDArray[np.floating]

GAP, GAP_IN_MELD = 1.1, 0.6
"""Cards of a hand, and cards of a meld, are less than so many card widths apart, edge to edge. Wider gaps part melds."""


def side_by_side(quads: Array, gap: float = GAP) -> NDArray[np.bool_]:
    """Which cards lie side by side in one row or fan, by four questions; ``(N, N)`` bool.

    Do both stand the same way, or on their heads, rather than crosswise? Is the middle of each level with the other? Do they lie more
    beside than below each other? Is the gap between them small?

    Args:
        quads: ``(N, 4, 2)`` pixels, clockwise from the card's own top-left.
        gap: The most, in card widths.
    """
    ups, rights = ((quads[:, a] + quads[:, b] - quads[:, c] - quads[:, d]) / 2 for a, b, c, d in ((0, 1, 2, 3), (1, 2, 0, 3)))
    heights, widths = (np.maximum(np.linalg.norm(sides, axis=1), 1e-6) for sides in (ups, rights))
    ups = ups / heights[:, None]
    same = ups @ ups.T
    up = ups[:, None] + np.where(same < 0, -1.0, 1.0)[..., None] * ups
    up /= np.linalg.norm(up, axis=2, keepdims=True)
    along = np.stack([-up[..., 1], up[..., 0]], axis=-1)
    middles = quads.mean(axis=1)
    between = middles[None] - middles[:, None]
    down = np.abs((between * up).sum(axis=2)) / (heights[:, None] + heights)
    across = np.abs((between * along).sum(axis=2)) / (widths[:, None] + widths)
    ends = np.einsum("ikc,ijc->ijk", quads, along), np.einsum("jkc,ijc->ijk", quads, along)
    apart = np.maximum(*(end.min(axis=2) for end in ends)) - np.minimum(*(end.max(axis=2) for end in ends))
    near = apart < gap * (widths[:, None] + widths) / 2
    return np.asarray((np.abs(same) > np.sqrt(0.5)) & (2 * down < 0.5) & (across > down) & near)


def joined(links: NDArray[np.bool_]) -> list[list[int]]:
    """Groups what is linked directly or by others.

    Args:
        links: ``(N, N)`` bool, which are linked.

    Returns:
        Indices, in the order of the first of each group.
    """
    groups = list(range(len(links)))
    for i, j in np.argwhere(np.tril(links, -1)).tolist():
        groups = [groups[j] if group == groups[i] else group for group in groups]
    return [[i for i, group in enumerate(groups) if group == each] for each in dict.fromkeys(groups)]


def lines_of(quads: Sequence[Corners]) -> list[list[int]]:
    """Sorts cards into lines, however far those of a line are apart.

    Args:
        quads: ``(4, 2)`` pixels each, clockwise from the card's own top-left.

    Returns:
        Indices of the cards of each line, from left to right as the cards are read; lines from top to bottom.
    """
    return _lines(*_upright(quads)) if quads else []


def rows_of(quads: Sequence[Corners]) -> list[list[int]]:
    """Groups cards into rows: what lies side by side without a wide gap.

    Args:
        quads: As for ``lines_of``.

    Returns:
        Indices of the cards of each row, from left to right as the cards are read; rows from top to bottom, then from left to right.
    """
    if not quads:
        return []
    places, high = _upright(quads)
    rows = [sorted(row, key=lambda k: places[k].real) for row in joined(side_by_side(np.stack(quads).astype(np.float64), GAP_IN_MELD))]
    return [rows[k] for line in _lines(np.array([places[row].mean() for row in rows]), high) for k in line]


def _upright(quads: Sequence[Corners]) -> tuple[NDArray[np.complex128], float]:
    """The middles of cards in a picture that is turned as most cards are read, ``(N,)`` x + iy pixels; and their median height."""
    corners = np.stack(quads).astype(np.float64)
    right, down = corners[:, 1] - corners[:, 0], corners[:, 3] - corners[:, 0]
    # A card on its head lies in its row too, so doubled angles are summed.
    along = np.exp(0.5j * np.angle(((np.array([1, 1j]) @ right.T / np.linalg.norm(right, axis=1)) ** 2).sum()))
    along *= -1 if (right @ [along.real, along.imag]).sum() < 0 else 1
    return np.array([1, 1j]) @ corners.mean(axis=1).T / along, float(np.median(np.linalg.norm(down, axis=1)))


def _lines(places: NDArray[np.complex128], high: float) -> list[list[int]]:
    """Lines from the top, each from the left. What lies half a height below the middles of a line begins the next."""
    lines: list[list[int]] = []
    for k in np.argsort(places.imag, kind="stable").tolist():
        if lines and places[k].imag - places[lines[-1]].imag.mean() < high / 2:
            lines[-1].append(k)
        else:
            lines.append([k])
    return [sorted(line, key=lambda k: places[k].real) for line in lines]
