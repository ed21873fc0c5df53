"""Where labels may lie in a picture: what each place would hide, and how far it is from what it names.

All is counted on a coarse grid of the picture (cells of a sixth of a label's height), for every place at once, by running sums.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.annotate.outlines import Part, points_on
from numero_cam.annotate.strokes import Points

CELLS = 6
"""Cells of the grid to the height of a label."""
MOST, MOST_OF_ALL, LEAST = 40, 2000, 6
"""Candidates of one label at most, of all labels together, and of one label where there are very many."""
NO_CARD = -1

_INDEX_WIDE, _INDEX_HIGH = 0.3, 0.27
"""The corner of a card with its number, in widths and heights of the card: as printed on packs of number cards and playing cards."""
_OWN_FACE, _OTHER_FACE, _AT_OTHER, _ALONG_FACE = 6.0, 14.0, 1.5, 3.0
"""What it costs to lie on the own card, on another card, as near to another card as to the own, and what a leader costs that crosses
another card's face: in label heights that a label would rather be farther away. A matter of taste, as the next two."""
_TO_MIDDLE, _BELOW = 0.25, 0.4
"""What it costs to be a label height away from the middle of what is seen of the card, and to be below that."""
_ON_INDEX = 1000.0


@dataclass(frozen=True)
class Ground:
    """The picture on the grid.

    Attributes:
        cell: Pixels of a cell.
        owner: ``(rows, columns)`` int32, the card seen there, ``NO_CARD`` for none.
        index: ``(rows, columns)`` bool, where a corner with a card's number is seen.
    """

    cell: float
    owner: NDArray[np.int32]
    index: NDArray[np.bool_]


@dataclass(frozen=True)
class Wanted:
    """A label to be placed.

    Attributes:
        width: Pixels.
        height: Pixels.
        cards: Places of the cards that it names in the table's cards.
        parts: What is in view of their outlines.
    """

    width: float
    height: float
    cards: frozenset[int]
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Candidates:
    """Places of one label.

    Attributes:
        boxes: ``(K, 4)`` left, top, right, bottom in pixels.
        costs: ``(K,)`` of each place alone, in label heights.
        leaders: ``(K, 2, 2)`` from the edge of the label to the outline; equal ends where the label touches it.
    """

    boxes: NDArray[np.float64]
    costs: NDArray[np.float64]
    leaders: NDArray[np.float64]


def make_ground(quads: Sequence[Points], order: Sequence[int], size: tuple[int, int], cell: float) -> Ground:
    """Lays the cards on the grid, the bottom one first.

    Args:
        quads: Outlines ``(4, 2)``, from the card's own top-left.
        order: Their places from the bottom to the top.
        size: Width and height of the picture.
        cell: Pixels of a cell.
    """
    shape = max(1, round(size[1] / cell)), max(1, round(size[0] / cell))
    owner = np.full(shape, NO_CARD, np.int32)
    index = np.zeros(shape, np.uint8)
    for i in order:
        cv2.fillConvexPoly(owner, np.round(quads[i] / cell).astype(np.int32), i)
        cv2.fillConvexPoly(index, np.round(quads[i] / cell).astype(np.int32), 0)
        for corner in _corners(quads[i]):
            cv2.fillConvexPoly(index, np.round(corner / cell).astype(np.int32), 1)
    return Ground(cell, owner, index.astype(bool))


def _corners(quad: Points) -> list[Points]:
    """The four corners of a card, each ``(4, 2)``. All of them: some packs have an index in each, and a reading may be upside down."""
    found = []
    for k in range(4):
        across, along = (quad[(k + 1) % 4] - quad[k]), (quad[(k + 3) % 4] - quad[k])
        wide, high = (_INDEX_WIDE, _INDEX_HIGH) if k % 2 == 0 else (_INDEX_HIGH, _INDEX_WIDE)
        found.append(np.array([quad[k], quad[k] + wide * across, quad[k] + wide * across + high * along, quad[k] + high * along]))
    return found


def candidates(ground: Ground, wanted: Sequence[Wanted]) -> list[Candidates]:
    """The cheapest places of each label that are not nearly the same.

    Args:
        ground: The picture.
        wanted: The labels.

    Returns:
        For each label up to ``MOST`` places, one at least.
    """
    most = int(np.clip(MOST_OF_ALL // max(1, len(wanted)), LEAST, MOST))
    reached = [_distance(ground, label.parts) for label in wanted]
    return [_of_label(ground, label, reached[k], _nearest_other(wanted, reached, k), most) for k, label in enumerate(wanted)]


def _nearest_other(wanted: Sequence[Wanted], reached: Sequence[NDArray[np.float32]], k: int) -> NDArray[np.float32]:
    """Cells to the nearest outline of a card that a label does not name."""
    others = [far for j, far in enumerate(reached) if not wanted[j].cards & wanted[k].cards]
    return np.min(others, axis=0) if others else np.full_like(reached[k], np.inf)


def _distance(ground: Ground, parts: Sequence[Part]) -> NDArray[np.float32]:
    """Cells from each cell to the nearest of these pieces of outlines."""
    away = np.full(ground.owner.shape, 255, np.uint8)
    for start, end in parts:
        ends = [tuple(np.round(point / ground.cell).astype(int).tolist()) for point in (start, end)]
        cv2.line(away, ends[0], ends[1], 0)
    if away.all():  # Nothing of it is in view.
        return np.zeros(away.shape, np.float32)
    return np.asarray(cv2.distanceTransform(away, cv2.DIST_L2, cv2.DIST_MASK_PRECISE), np.float32)


def _of_label(ground: Ground, label: Wanted, far: NDArray[np.float32], other: NDArray[np.float32], most: int) -> Candidates:
    rows, columns = ground.owner.shape
    high, wide = min(rows, int(np.ceil(label.height / ground.cell))), min(columns, int(np.ceil(label.width / ground.cell)))
    own = np.isin(ground.owner, list(label.cards))
    faces = _share(own, high, wide), _share((ground.owner != NO_CARD) & ~own, high, wide)
    away, away_other = _least(far, high, wide), _least(other, high, wide)
    costs = away / CELLS + _OWN_FACE * faces[0] + _OTHER_FACE * faces[1] + _AT_OTHER * (away_other < away + 2)
    costs += _to_middle(own, costs.shape, high, wide)
    costs += _ON_INDEX * _share(ground.index, high, wide)
    tops, lefts = _cheapest(costs, high, wide, most)
    boxes = np.stack([lefts, tops, lefts + wide, tops + high], axis=1) * ground.cell
    boxes[:, 2:] = boxes[:, :2] + (label.width, label.height)
    leaders = _leaders(boxes, points_on(label.parts, ground.cell))
    return Candidates(boxes, costs[tops, lefts] + _crossing(ground, leaders, label.cards), leaders)


def _to_middle(own: NDArray[np.bool_], places: tuple[int, ...], high: int, wide: int) -> NDArray[np.float64]:
    """What it costs to lie off the middle of what is seen, in label heights, for each place."""
    rows, columns = np.nonzero(own)
    if not len(rows):
        return np.zeros(places)
    down = np.arange(places[0])[:, None] + high / 2 - rows.mean()
    across = np.arange(places[1])[None] + wide / 2 - columns.mean()
    return np.asarray(_TO_MIDDLE * np.hypot(down, across) / CELLS + _BELOW * (down > 0))


def _share(what: NDArray[np.bool_], high: int, wide: int) -> NDArray[np.float64]:
    """What share of the box of this size that begins in each cell is marked; one value for each place inside the picture."""
    sums = np.pad(what.astype(np.float64).cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    return np.asarray((sums[high:, wide:] - sums[:-high, wide:] - sums[high:, :-wide] + sums[:-high, :-wide]) / (high * wide))


def _least(what: NDArray[np.float32], high: int, wide: int) -> NDArray[np.float64]:
    """The least value in the box of this size that begins in each cell."""
    finite = np.minimum(what, 1e6).astype(np.float32)
    found = cv2.erode(finite, np.ones((high, wide), np.uint8), anchor=(0, 0))
    return found[: len(what) - high + 1, : what.shape[1] - wide + 1].astype(np.float64)


def _cheapest(costs: NDArray[np.float64], high: int, wide: int, most: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the cheapest places, at least half a label from each other."""
    left, found = costs.copy(), []
    for _ in range(most):
        top, column = np.unravel_index(int(left.argmin()), left.shape)
        if not np.isfinite(left[top, column]):
            break
        found.append((top, column))
        left[max(0, top - high // 2) : top + high // 2 + 1, max(0, column - wide // 2) : column + wide // 2 + 1] = np.inf
    places = np.array(found, np.intp)
    return places[:, 0], places[:, 1]


def _leaders(boxes: NDArray[np.float64], outline: Points) -> NDArray[np.float64]:
    """From each box the shortest line to the outline, ``(K, 2, 2)``."""
    if not len(outline):
        middles = (boxes[:, :2] + boxes[:, 2:]) / 2
        return np.stack([middles, middles], axis=1)
    edges = np.clip(outline[None], boxes[:, None, :2], boxes[:, None, 2:])
    nearest = np.linalg.norm(edges - outline[None], axis=2).argmin(axis=1)
    return np.stack([edges[np.arange(len(boxes)), nearest], outline[nearest]], axis=1)


def _crossing(ground: Ground, leaders: NDArray[np.float64], cards: frozenset[int]) -> NDArray[np.float64]:
    """What the leaders cost that run over faces of other cards and over corner numbers, ``(K,)``."""
    steps = np.linspace(0, 1, 16)[None, :, None]
    points = leaders[:, :1] + (leaders[:, 1:] - leaders[:, :1]) * steps
    rows, columns = ground.owner.shape
    at = np.clip(np.round(points / ground.cell).astype(int), 0, (columns - 1, rows - 1))
    owner, index = ground.owner[at[..., 1], at[..., 0]], ground.index[at[..., 1], at[..., 0]]
    other = (owner != NO_CARD) & ~np.isin(owner, list(cards))
    length = np.linalg.norm(leaders[:, 1] - leaders[:, 0], axis=1) / (CELLS * ground.cell)
    return np.asarray(_ALONG_FACE * length * (other.mean(axis=1) + index.mean(axis=1)))
