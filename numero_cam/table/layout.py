"""Readings of one picture laid out as a table: rows, stacks, zones and numbers; and the user's corrections."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.errors import ReadingError
from numero_cam.base.records import CardReading, Corners, Frame, TableCard, TableState, reindexed
from numero_cam.base.seats import SEATS, Seat

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


LEAST_OVERLAP = 0.16
"""Share of the smaller card that two cards of one stack have in common; cards that touch by chance share less."""


def find_stacks(readings: Sequence[CardReading]) -> list[list[int]]:
    """Groups cards into stacks.

    The cards of a stack lie on each other alike: what two have in common is at least half of what either shares with any card. So fans
    that touch stay apart.

    Args:
        readings: All cards of a picture.

    Returns:
        Lists of indices, each from bottom to top; a card lying alone is a list of one. In the order of their first cards.
    """
    quads = np.array([reading.corners for reading in readings]).reshape(-1, 4, 2)
    areas = np.maximum(geometry.areas(quads), 1e-6)
    shares = geometry.shared_areas(quads) / np.minimum(areas[:, None], areas)
    most = shares.max(axis=1, initial=0.0)
    links = (shares > LEAST_OVERLAP) & (shares >= 0.5 * np.maximum(most[:, None], most))
    return [_bottom_to_top(readings, group) for group in joined(links)]


def _bottom_to_top(readings: Sequence[CardReading], group: Sequence[int]) -> list[int]:
    """Orders one stack; where what covers what contradicts itself, the card that lies on the fewest left is next."""
    left, out = list(group), []
    while left:
        above = [sum(i in readings[j].covers for j in left) for i in left]
        below = [len(readings[i].covers & set(left)) for i in left]
        out.append(left.pop(min(range(len(left)), key=lambda k: (below[k], -above[k]))))
    return out


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


MEASURED_UP_TO = 20
"""More cards than this are read too, but how well was not measured."""


def lay_table(
    frame: Frame, readings: Sequence[CardReading], *, seat: Seat = "near", corrections: Mapping[int, str | None] | None = None
) -> TableState:
    """Numbers the cards of a picture and says how and where they lie.

    Numbers are those of the table as it was read, wherever the player sits: a correction finds its card again.

    Args:
        frame: The picture.
        readings: Its cards.
        seat: The side of the picture at which the player sits whose hand it is.
        corrections: What the user says that cards are, by their number; None takes a card away.

    Raises:
        ReadingError: A correction of a card that was not found.
    """
    cards = list(readings)
    stacks = find_stacks(cards)
    numbers = _numbers(cards, find_zones(cards, stacks))
    if corrections:
        cards, numbers = _corrected(cards, numbers, corrections)
        stacks = find_stacks(cards)
    zones = find_zones(cards, stacks, seat)
    where = {i: (s, o) for s, stack in enumerate(stacks) for o, i in enumerate(stack)}
    order = sorted(range(len(cards)), key=numbers.__getitem__)
    laid = [TableCard(numbers[i], replace(cards[i], covers=reindexed(cards[i].covers, order)), zones[i], *where[i]) for i in order]
    problems = [f"{len(laid)} cards: how well more than {MEASURED_UP_TO} are read was not measured"] if len(laid) > MEASURED_UP_TO else []
    return TableState(frame.name, frame.width, frame.height, tuple(laid), tuple(problems))


def with_zones(state: TableState, zones: Mapping[int, str | None]) -> TableState:
    """The table with the zones that the user says; all cards of a stack follow the one that is named.

    Args:
        state: The table.
        zones: A zone by the number of a card.

    Raises:
        ReadingError: A card that was not found, or two zones for one stack.
    """
    _refuse_missing(zones, [card.n for card in state.cards])
    stacks = {card.n: card.stack for card in state.cards}
    said: dict[int, str | None] = {}
    for n, zone in zones.items():
        if said.setdefault(stacks[n], zone) != zone:
            others = [str(m) for m in sorted(zones) if stacks[m] == stacks[n]]
            message = f"cards {' and '.join(others)} lie on each other and belong to one place; give the same one for all"
            raise ReadingError(message)
    return replace(state, cards=tuple(replace(c, zone=said[c.stack]) if c.stack in said else c for c in state.cards))


def _numbers(readings: list[CardReading], zones: list[str | None]) -> list[int]:
    """Numbers from 1: zone by zone, rows from the top, each from the left."""
    rank = {"centre": 0, "take": 0, "hand": 1, "opposite": 2, None: 3}
    middles = [r.corners.mean(axis=0) for r in readings]
    height = max(1.0, float(np.median([np.ptp(r.corners[:, 1]) for r in readings]))) if readings else 1.0
    order = sorted(range(len(readings)), key=lambda i: (rank[zones[i]], round(middles[i][1] / height), middles[i][0]))
    return [order.index(i) + 1 for i in range(len(readings))]


def _corrected(
    readings: list[CardReading], numbers: list[int], corrections: Mapping[int, str | None]
) -> tuple[list[CardReading], list[int]]:
    """Readings and numbers with what the user said of them; those that the user took away are gone."""
    _refuse_missing(corrections, numbers)
    kept = [i for i, n in enumerate(numbers) if corrections.get(n, "as read") is not None]
    out = [replace(readings[i], covers=reindexed(readings[i].covers, kept)) for i in kept]
    for k, n in enumerate(numbers[i] for i in kept):
        if n in corrections:
            out[k] = replace(out[k], label=corrections[n], confidence=1.0, alternatives=(), reason="")
    return out, [numbers[i] for i in kept]


def _refuse_missing(said: Mapping[int, str | None], numbers: Sequence[int]) -> None:
    missing = sorted(set(said) - set(numbers))
    if not missing:
        return
    have = "no card was found"
    if numbers:
        gaps = max(numbers) != len(numbers)
        have = f"there are cards {', '.join(map(str, sorted(numbers)))}" if gaps else f"there are cards 1 to {len(numbers)}"
    message = f"no card {missing[0]} to correct; {have}"
    raise ReadingError(message)
