"""Free places in the centre, and how the cards of a build come to overlap."""

import numpy as np
from numpy.typing import NDArray

from workshop.films.table import TALL, Pose, Table

Rng = np.random.Generator
Points = NDArray[np.float64]
Box = tuple[float, float, float, float]

APART = 0.14  #: Cards that do not belong together keep this distance, in card widths.
IN_VIEW = (0.4, 0.62)  #: Share of a card's width or height by which the next card of a build is shifted: at least a third stays in view.
TRIES = 400


def box_of(pose: Pose) -> Box:
    """The upright box around a lying card: left, top, right, bottom."""
    a = np.radians(pose.turn)
    w = (abs(np.cos(a)) + TALL * abs(np.sin(a))) / 2
    h = (abs(np.sin(a)) + TALL * abs(np.cos(a))) / 2
    return pose.x - w, pose.y - h, pose.x + w, pose.y + h


def around(boxes: list[Box]) -> Box:
    """The box around boxes."""
    return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)


def overlap(a: Box, b: Box) -> float:
    """How much of each other two boxes cover, ``APART`` included."""
    w = min(a[2], b[2]) - max(a[0], b[0]) + APART
    h = min(a[3], b[3]) - max(a[1], b[1]) + APART
    return max(0.0, w) * max(0.0, h)


def outside(box: Box, table: Table) -> float:
    """How far a box leaves the centre."""
    x, y = table.centre
    return max(0.0, -x - box[0]) + max(0.0, box[2] - x) + max(0.0, -y - box[1]) + max(0.0, box[3] - y)


def fan(rng: Rng, base: Pose, count: int, turn: float, step: Points | None = None) -> list[Pose]:
    """Poses of the cards of a build, the lowest first; ``step``: the shift of each card, of chance if not given."""
    if step is None:
        share = rng.uniform(*IN_VIEW)
        ways = ((1.0, 0.0), (-1.0, 0.0), (0.0, TALL), (0.0, -TALL), (0.8, 0.8), (-0.8, 0.8))
        step = share * np.array(ways[int(rng.integers(len(ways)))])
    return [base if k == 0 else Pose.at((base.xy + k * step + rng.normal(0, 0.03, 2)), turn + rng.normal(0, 3)) for k in range(count)]


def free_place(rng: Rng, table: Table, taken: list[Box], count: int, turn: float) -> list[Pose]:
    """Poses for a card, or for the cards of a build, in the centre where they touch nothing that lies there; else where least."""
    best: tuple[float, list[Pose]] | None = None
    x, y = table.centre
    for _ in range(TRIES):
        base = Pose(rng.uniform(-x + 0.5, x - 0.5), rng.uniform(-y + 0.7, y - 0.7), turn + rng.normal(0, 5))
        poses = fan(rng, base, count, turn)
        box = around([box_of(p) for p in poses])
        cost = sum(overlap(box, other) for other in taken) + 3 * outside(box, table)
        if best is None or cost < best[0]:
            best = cost, poses
        if cost == 0:
            break
    if best is None:  # never: there are tries
        raise ValueError("no place was tried")
    return best[1]
