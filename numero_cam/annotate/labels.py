"""Places for labels beside cards: none on a corner number, none on another label, short leaders that do not cross.

Each label has candidates (``overlay_places``); one of each is chosen. The labels with the fewest good places choose first, then each in
turn takes the place that is best beside the others' until nobody moves (iterated conditional modes, Besag 1986). With N labels and K
candidates this costs N x K sums over the grid and (N x K)² comparisons of boxes and leaders, all in arrays: 40 labels take about half a
second. The result is not always the best one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numero_cam.annotate.places import Candidates

_OVERLAP, _LEADER_OVER_LABEL, _LEADERS_CROSS = 500.0, 8.0, 5.0
"""What it costs when two labels overlap, a leader runs over a label, and two leaders cross, in label heights."""
_SWEEPS = 30


@dataclass(frozen=True)
class Place:
    """Where a label lies.

    Attributes:
        box: ``(4,)`` left, top, right, bottom in pixels.
        leader: ``(2, 2)`` from the label to the outline that it names.
    """

    box: NDArray[np.float64]
    leader: NDArray[np.float64]


def choose_places(labels: Sequence[Candidates], gap: float) -> list[Place]:
    """Chooses a place for each label.

    Args:
        labels: The candidates of each.
        gap: Pixels between two labels.
    """
    if not labels:
        return []
    starts = np.cumsum([0, *(len(label.boxes) for label in labels)])
    boxes = np.concatenate([label.boxes for label in labels])
    leaders = np.concatenate([label.leaders for label in labels])
    alone = np.concatenate([label.costs for label in labels])
    together = _together(boxes, leaders, gap)
    chosen: dict[int, int] = {}
    by_need = sorted(range(len(labels)), key=lambda k: (-float(np.sort(labels[k].costs)[:3].mean()), k))
    for _ in range(_SWEEPS):
        before = dict(chosen)
        for k in by_need:
            others = [place for j, place in chosen.items() if j != k]
            own = slice(starts[k], starts[k + 1])
            chosen[k] = int(starts[k] + (alone[own] + together[own][:, others].sum(axis=1)).argmin())
        if chosen == before:
            break
    return [Place(boxes[chosen[k]], leaders[chosen[k]]) for k in range(len(labels))]


def _together(boxes: NDArray[np.float64], leaders: NDArray[np.float64], gap: float) -> NDArray[np.float32]:
    """What any two candidates cost beside each other, ``(M, M)``."""
    low = np.maximum(boxes[:, None, :2], boxes[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
    costs = _OVERLAP * (high - low > -gap).all(axis=2).astype(np.float32)
    over = _over(leaders, boxes)
    costs += _LEADER_OVER_LABEL * (over | over.T)
    return costs + _LEADERS_CROSS * _cross(leaders)


def _over(leaders: NDArray[np.float64], boxes: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which leaders run over which boxes, ``(M, M)`` (Kay and Kajiya 1986: between the sides of a box)."""
    start, way = leaders[:, 0], leaders[:, 1] - leaders[:, 0]
    way = np.where(np.abs(way) < 1e-6, 1e-6, way)
    one = (boxes[None, :, :2] - start[:, None]) / way[:, None]
    other = (boxes[None, :, 2:] - start[:, None]) / way[:, None]
    enter = np.minimum(one, other).max(axis=2).clip(min=0)
    leave = np.maximum(one, other).min(axis=2).clip(max=1)
    return np.asarray(enter < leave)


def _cross(leaders: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which leaders cross which, ``(M, M)``."""
    start, end = leaders[:, 0], leaders[:, 1]

    def side(points: NDArray[np.float64]) -> NDArray[np.float64]:
        """On which side of each leader each point lies, ``(M, M)``."""
        way, off = (end - start)[:, None], points[None] - start[:, None]
        return np.asarray(way[..., 0] * off[..., 1] - way[..., 1] * off[..., 0])

    parted = side(start) * side(end) < 0
    return np.asarray(parted & parted.T)
