"""Which cards are a hand, the opposite hand, the centre, or a take spread out; by where and how the cards lie in the picture."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from numero_cam.base.records import CardReading, TableState
from numero_cam.base.seats import SEATS, Seat

Array = NDArray[np.floating]

_TO_NEAR: Mapping[Seat, Array] = {
    "near": np.array([[1.0, 0.0], [0.0, 1.0]]),
    "far": np.array([[-1.0, 0.0], [0.0, -1.0]]),
    "left": np.array([[0.0, 1.0], [-1.0, 0.0]]),
    "right": np.array([[0.0, -1.0], [1.0, 0.0]]),
}
"""Turns of the picture that bring a seat to its lower edge."""

SIDE_BY_SIDE = 0.6
"""Cards of a row differ in height by less than this share of a card's height."""
GAP = 1.1
"""Cards of a row are less than this many card widths apart, edge to edge."""
TURN = 40.0
"""Degrees by which neighbours of a row may be turned against each other."""


class _Shapes:
    """Middles, axes and turns of cards in the picture.

    Args:
        quads: ``(N, 4, 2)`` pixels.
    """

    def __init__(self, quads: Array) -> None:
        self.quads = quads
        self.middles = quads.mean(axis=1)
        self.ups = (quads[:, 0] + quads[:, 1] - quads[:, 2] - quads[:, 3]) / 2
        self.heights = np.linalg.norm(self.ups, axis=1)
        self.widths = np.linalg.norm((quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 2, axis=1)
        self.turns = np.degrees(np.arctan2(self.ups[:, 0], -self.ups[:, 1]))
        """Degrees clockwise from upright."""


def _turned(a: Array, b: Array | float) -> Array:
    return np.asarray(np.abs((a - b + 180) % 360 - 180))


def _neighbours(shapes: _Shapes) -> NDArray[np.bool_]:
    """Which cards lie side by side in one row or fan, ``(N, N)`` bool."""
    ups = shapes.ups / np.maximum(shapes.heights, 1e-6)[:, None]
    up = ups[:, None] + ups[None]
    up = up / np.maximum(np.linalg.norm(up, axis=2, keepdims=True), 1e-6)
    along = np.stack([-up[..., 1], up[..., 0]], axis=-1)
    between = shapes.middles[None] - shapes.middles[:, None]
    reach = np.einsum("ikc,ijc->ijk", shapes.quads, along), np.einsum("jkc,ijc->ijk", shapes.quads, along)
    gap = np.maximum(reach[0].min(axis=2), reach[1].min(axis=2)) - np.minimum(reach[0].max(axis=2), reach[1].max(axis=2))
    width, height = ((v[:, None] + v[None]) / 2 for v in (shapes.widths, shapes.heights))
    level = np.abs((between * up).sum(axis=2)) < SIDE_BY_SIDE * height
    beside = (gap < GAP * width) & (np.abs((between * along).sum(axis=2)) > 0.12 * width)
    return np.asarray(level & beside & (_turned(shapes.turns[:, None], shapes.turns[None]) <= TURN))


def _rows(shapes: _Shapes, stacks: Sequence[Sequence[int]]) -> list[list[int]]:
    """Cards joined into rows by neighbourhood; a stack lies in one row as a whole, in that of more than half of its cards.

    Args:
        shapes: The cards.
        stacks: Indices of the cards that lie on each other; each card in one of them.
    """
    neighbours = _neighbours(shapes)
    label = list(range(len(neighbours)))
    for i, j in np.argwhere(np.tril(neighbours, -1)).tolist():
        if label[i] != label[j]:
            old, new = label[i], label[j]
            label = [new if x == old else x for x in label]
    for number, stack in enumerate(stacks, start=len(label)):
        (row, cards), *_ = Counter(label[i] for i in stack).most_common(1)
        for i in stack:
            label[i] = row if cards * 2 > len(stack) else number
    return [[i for i, x in enumerate(label) if x == k] for k in dict.fromkeys(label)]


def find_zones(readings: Sequence[CardReading], stacks: Sequence[Sequence[int]], seat: Seat = "near") -> list[str | None]:
    """The zone of every card. Cards of one stack share it: a fan or a build is never parted.

    Args:
        readings: All cards of a picture.
        stacks: Indices of the cards that lie on each other; each card in one of them.
        seat: The side of the picture at which the player sits whose hand it is.

    Returns:
        ``hand``, ``opposite``, ``centre``, ``take`` or None for each reading; None for cards face down, where no card that shows
        anything of its face lies on or below them.
    """
    zones: list[str | None] = [None] * len(readings)
    shown = [stack for stack in stacks if any(_shows_a_face(readings[i]) for i in stack)]
    cards = sorted(i for stack in shown for i in stack)
    for i in cards:
        zones[i] = "centre"
    if len(cards) < 2:
        return zones
    place = {i: k for k, i in enumerate(cards)}
    shapes = _Shapes(np.stack([readings[i].corners for i in cards]).astype(np.float64) @ _TO_NEAR[seat].T)
    rows = _rows(shapes, [[place[i] for i in stack] for stack in shown])
    lowest = max(rows, key=lambda row: float(shapes.middles[row, 1].mean()))
    highest = min(rows, key=lambda row: float(shapes.middles[row, 1].mean()))
    found = {"take": lowest} if len(lowest) == len(cards) else {}
    if not found and _is_hand(lowest, shapes, upright=True):
        found["hand"] = lowest
    if len(rows) > 1 and len(highest) > 1 and _is_hand(highest, shapes, upright=False):
        found["opposite"] = highest
    for zone, row in found.items():
        for k in row:
            zones[cards[k]] = zone
    return zones


def hands_at(state: TableState) -> tuple[Seat, ...]:
    """The sides of the picture at which an open hand of two cards and more lies; the one with the most cards first.

    Args:
        state: All cards of the picture.
    """
    readings = [card.reading for card in state.cards]
    stacks: defaultdict[int, list[int]] = defaultdict(list)
    for i, card in enumerate(state.cards):
        stacks[card.stack].append(i)
    sizes = {seat: find_zones(readings, list(stacks.values()), seat).count("hand") for seat in SEATS}
    return tuple(sorted((seat for seat in SEATS if sizes[seat] > 1), key=lambda seat: -sizes[seat]))


def _shows_a_face(reading: CardReading) -> bool:
    return reading.label is not None or bool(reading.alternatives)


def _is_hand(row: list[int], shapes: _Shapes, *, upright: bool) -> bool:
    """Whether most cards of a row face the player on their side."""
    return int((_turned(shapes.turns[row], 0.0 if upright else 180.0) < 60).sum()) * 2 > len(row)
