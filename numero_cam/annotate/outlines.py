"""What is in view of the outlines of cards: neither what lies under other cards nor what lies outside the picture."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from numero_cam.annotate.strokes import Points
from numero_cam.base import geometry
from numero_cam.base.records import TableState

Part = tuple[Points, Points]
"""Two ends ``(2,)`` of a straight piece of an outline."""


def quads_above(state: TableState) -> list[list[Points]]:
    """For each card of the table the outlines ``(4, 2)`` of those that lie on it."""
    quads = [card.reading.corners.astype(np.float64) for card in state.cards]
    return [[quads[j] for j, upper in enumerate(state.cards) if i in upper.reading.covers] for i in range(len(quads))]


def parts_in_view(quad: Points, above: Sequence[Points], size: tuple[int, int]) -> list[Part]:
    """The pieces of an outline that can be seen.

    Args:
        quad: ``(4, 2)``, clockwise.
        above: Outlines of the cards that lie on it, each ``(4, 2)``, clockwise and convex.
        size: Width and height of the picture.

    Returns:
        Straight pieces, in the order of the edges.
    """
    width, height = size
    frame = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], np.float64)
    parts: list[Part] = []
    for k in range(4):
        start, end = quad[k], quad[(k + 1) % 4]
        seen = _inside(start, end, frame)
        left = [seen] if seen else []
        for upper in above:
            hidden = _inside(start, end, upper)
            left = [piece for one in left for piece in (_without(one, hidden) if hidden else [one])]
        parts += [(start + (end - start) * a, start + (end - start) * b) for a, b in left]
    return parts


def points_on(parts: Sequence[Part], step: float) -> Points:
    """Points ``(N, 2)`` on pieces of an outline, at most ``step`` pixels apart."""
    found = [start + (end - start) * np.linspace(0, 1, 2 + int(np.linalg.norm(end - start) // step))[:, None] for start, end in parts]
    return np.concatenate(found) if found else np.zeros((0, 2))


def bottom_first(state: TableState) -> list[int]:
    """Places of the cards in ``state.cards`` in an order in which none comes after one that lies on it."""
    left, order = list(range(len(state.cards))), []
    while left:
        # Where two cards are said to lie on each other, the one that covers fewest comes first.
        following = min(left, key=lambda i: (sum(j in state.cards[i].reading.covers for j in left), i))
        order.append(following)
        left.remove(following)
    return order


def _inside(start: Points, end: Points, quad: NDArray[np.float64]) -> tuple[float, float] | None:
    """From where to where, as shares of its length, a line lies in a convex clockwise outline (Cyrus and Beck 1978)."""
    enter, leave = 0.0, 1.0
    for k in range(4):
        edge = quad[geometry.NEXT[k]] - quad[k]
        inward = np.array([-edge[1], edge[0]])
        along, at = float(inward @ (end - start)), float(inward @ (start - quad[k]))
        if along == 0:
            if at < 0:
                return None
        elif along > 0:
            enter = max(enter, -at / along)
        else:
            leave = min(leave, -at / along)
    return (enter, leave) if enter < leave else None


def _without(piece: tuple[float, float], hidden: tuple[float, float]) -> list[tuple[float, float]]:
    parts = [(piece[0], min(piece[1], hidden[0])), (max(piece[0], hidden[1]), piece[1])]
    return [part for part in parts if part[1] - part[0] > 1e-6]
