"""Which cards are a hand, the opposite hand, the centre, or a take spread out; by where and how the cards lie in the picture."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from numero_cam.base.records import CardReading, TableState
from numero_cam.base.seats import SEATS, Seat
from numero_cam.observe.rows import joined, side_by_side
from numero_cam.observe.stacks import find_stacks

_TO_NEAR: Mapping[Seat, tuple[tuple[int, int], tuple[int, int]]] = {
    "near": ((1, 0), (0, 1)),
    "far": ((-1, 0), (0, -1)),
    "left": ((0, -1), (1, 0)),
    "right": ((0, 1), (-1, 0)),
}
"""Turns of points of the picture that bring a seat to its lower edge."""


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
    shown = [stack for stack in stacks if any(readings[i].label is not None or readings[i].alternatives for i in stack)]
    rows = _rows(readings, shown)
    for i in (i for row in rows for i in row):
        zones[i] = "centre"
    if sum(map(len, rows)) < 2:
        return zones
    quads = np.stack([reading.corners for reading in readings]).astype(np.float64) @ np.array(_TO_NEAR[seat])
    first, *others = sorted(rows, key=lambda row: -float(quads[row, :, 1].mean()))
    found = {"take": first} if not others else {"hand": first} if _faces(quads[first], 1) else {}
    if others and len(others[-1]) > 1 and _faces(quads[others[-1]], -1):
        found["opposite"] = others[-1]
    for zone, row in found.items():
        for i in row:
            zones[i] = zone
    return zones


def hands_at(state: TableState) -> tuple[Seat, ...]:
    """The sides of the picture at which an open hand of two cards and more lies; the one with the most cards first.

    Args:
        state: All cards of the picture.
    """
    readings = [card.reading for card in state.cards]
    stacks = find_stacks(readings)
    sizes = {seat: find_zones(readings, stacks, seat).count("hand") for seat in SEATS}
    return tuple(sorted((seat for seat in SEATS if sizes[seat] > 1), key=lambda seat: -sizes[seat]))


def _rows(readings: Sequence[CardReading], stacks: Sequence[Sequence[int]]) -> list[list[int]]:
    """Cards of these stacks in rows; a stack lies in one row as a whole, in that of more than half of its cards."""
    cards = sorted(i for stack in stacks for i in stack)
    if not cards:
        return []
    groups = joined(side_by_side(np.stack([readings[i].corners for i in cards]).astype(np.float64)))
    label = {cards[k]: number for number, group in enumerate(groups) for k in group}
    rows: defaultdict[tuple[bool, int], list[int]] = defaultdict(list)
    for number, stack in enumerate(stacks):
        ((row, count),) = Counter(label[i] for i in stack).most_common(1)
        rows[(True, row) if count * 2 > len(stack) else (False, number)].extend(stack)
    return list(rows.values())


def _faces(quads: NDArray[np.float64], way: int) -> bool:
    """Whether most of the cards ``(N, 4, 2)`` stand upright rather than crosswise, or with ``way`` -1 on their heads."""
    ups = quads[:, 2:].sum(axis=1) - quads[:, :2].sum(axis=1)
    return bool((way * ups[:, 1] > np.abs(ups[:, 0])).mean() > 0.5)
