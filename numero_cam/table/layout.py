"""Arranges the readings of one picture as a table: rows, stacks, zones and numbers; and applies the user's corrections."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.errors import ReadingError
from numero_cam.base.records import CardReading, Corners, Frame, TableCard, TableState, reindexed
from numero_cam.base.seats import SEATS, Seat
from numero_cam.catalogue import and_list, tr

Array = NDArray[np.floating]

MAX_HAND_GAP = 1.1  #: Maximum gap between two cards of a hand, edge to edge, card widths.
MAX_MELD_GAP = 0.6  #: Maximum gap between two cards of a meld, edge to edge, card widths; wider gaps separate melds.


def side_by_side(quads: Array, gap: float = MAX_HAND_GAP) -> NDArray[np.bool_]:
    """Return which cards lie side by side in one row or fan.

    Two cards do if they point the same way or the opposite way, their middles are level, they lie more beside than below each other, and
    the gap between them is small.

    Args:
        quads: ``(N, 4, 2)`` pixels, clockwise from the card's own top-left.
        gap: Maximum gap, card widths.

    Returns:
        ``(N, N)`` bool.
    """
    ups, rights = ((quads[:, a] + quads[:, b] - quads[:, c] - quads[:, d]) / 2 for a, b, c, d in ((0, 1, 2, 3), (1, 2, 0, 3)))
    heights, widths = (np.maximum(np.linalg.norm(sides, axis=1), 1e-6) for sides in (ups, rights))
    ups = ups / heights[:, None]
    same = ups @ ups.T
    up = ups[:, None] + np.where(same < 0, -1.0, 1.0)[..., None] * ups
    up /= np.linalg.norm(up, axis=2, keepdims=True)
    along = np.stack([-up[..., 1], up[..., 0]], axis=-1)
    # `down`, `across`: distances of the middles over the sum of heights, of widths; `apart`: gap between the edges, pixels.
    middles = quads.mean(axis=1)
    between = middles[None] - middles[:, None]
    down = np.abs((between * up).sum(axis=2)) / (heights[:, None] + heights)
    across = np.abs((between * along).sum(axis=2)) / (widths[:, None] + widths)
    ends = np.einsum("ikc,ijc->ijk", quads, along), np.einsum("jkc,ijc->ijk", quads, along)
    apart = np.maximum(*(end.min(axis=2) for end in ends)) - np.minimum(*(end.max(axis=2) for end in ends))
    near = apart < gap * (widths[:, None] + widths) / 2
    return np.asarray((np.abs(same) > np.sqrt(0.5)) & (2 * down < 0.5) & (across > down) & near)


def connected_groups(links: NDArray[np.bool_]) -> list[list[int]]:
    """Return the connected components of a graph by its adjacency matrix ``(N, N)`` bool.

    Each is a list of indices, ascending; they are in the order of their first index.
    """
    groups = list(range(len(links)))
    for i, j in np.argwhere(np.tril(links, -1)).tolist():
        groups = [groups[j] if group == groups[i] else group for group in groups]
    return [[i for i, group in enumerate(groups) if group == each] for each in dict.fromkeys(groups)]


def sort_into_lines(quads: Sequence[Corners]) -> list[list[int]]:
    """Sort cards into lines, however far apart the cards of a line are.

    Args:
        quads: ``(4, 2)`` pixels each, clockwise from the card's own top-left.

    Returns:
        Indices of the cards of each line, from left to right as the cards are read; lines from top to bottom.
    """
    return _lines(*_upright(quads)) if quads else []


def group_into_rows(quads: Sequence[Corners]) -> list[list[int]]:
    """Group cards into rows: cards that lie side by side without a wide gap.

    Args:
        quads: As for ``sort_into_lines``.

    Returns:
        Indices of the cards of each row, from left to right as the cards are read; rows from top to bottom, then from left to right.
    """
    if not quads:
        return []
    places, height = _upright(quads)
    rows = [
        sorted(row, key=lambda k: places[k].real)
        for row in connected_groups(side_by_side(np.stack(quads).astype(np.float64), MAX_MELD_GAP))
    ]
    return [rows[k] for line in _lines(np.array([places[row].mean() for row in rows]), height) for k in line]


def _upright(quads: Sequence[Corners]) -> tuple[NDArray[np.complex128], float]:
    """Rotate the picture so that most cards are upright.

    Returns:
        The middle of each card, ``(N,)`` complex128, x + iy pixels; and the median height of the cards, pixels.
    """
    corners = np.stack(quads).astype(np.float64)
    right, down = corners[:, 1] - corners[:, 0], corners[:, 3] - corners[:, 0]
    # A card upside down lies in its row too: doubling the angles makes both directions one.
    along = np.exp(0.5j * np.angle(((np.array([1, 1j]) @ right.T / np.linalg.norm(right, axis=1)) ** 2).sum()))
    along *= -1 if (right @ [along.real, along.imag]).sum() < 0 else 1
    return np.array([1, 1j]) @ corners.mean(axis=1).T / along, float(np.median(np.linalg.norm(down, axis=1)))


def _lines(places: NDArray[np.complex128], height: float) -> list[list[int]]:
    """Return the indices of places ``(N,)``, x + iy pixels, in lines from top to bottom, each from left to right.

    A place half a card ``height`` below the mean of a line begins the next.
    """
    lines: list[list[int]] = []
    for k in np.argsort(places.imag, kind="stable").tolist():
        if lines and places[k].imag - places[lines[-1]].imag.mean() < height / 2:
            lines[-1].append(k)
        else:
            lines.append([k])
    return [sorted(line, key=lambda k: places[k].real) for line in lines]


MIN_STACK_OVERLAP = 0.16  #: Overlap of two cards of one stack, as a share of the smaller card; cards that touch by chance overlap less.
#: The same, as a share of the largest overlap that either card has with any card: so fans that touch stay apart.
MIN_RELATIVE_OVERLAP = 0.5


def find_stacks(readings: Sequence[CardReading]) -> list[list[int]]:
    """Group all cards of a picture into stacks: cards that lie on each other.

    Returns:
        Lists of indices, each from bottom to top; a card lying alone is a list of one. In the order of their first cards.
    """
    quads = np.array([reading.corners for reading in readings]).reshape(-1, 4, 2)
    areas = np.maximum(geometry.areas(quads), 1e-6)
    shares = geometry.shared_areas(quads) / np.minimum(areas[:, None], areas)
    most = shares.max(axis=1, initial=0.0)
    links = (shares > MIN_STACK_OVERLAP) & (shares >= MIN_RELATIVE_OVERLAP * np.maximum(most[:, None], most))
    return [_bottom_to_top(readings, group) for group in connected_groups(links)]


def _bottom_to_top(readings: Sequence[CardReading], group: Sequence[int]) -> list[int]:
    """Return one stack from bottom to top. The next card is always the one that lies on the fewest of those left."""
    left, out = list(group), []
    while left:
        above = [sum(i in readings[j].covers for j in left) for i in left]
        below = [len(readings[i].covers & set(left)) for i in left]
        out.append(left.pop(min(range(len(left)), key=lambda k: (below[k], -above[k]))))
    return out


#: Rotation matrices for points of the picture that bring a seat to its lower edge.
_ROTATION_TO_NEAR: Mapping[Seat, tuple[tuple[int, int], tuple[int, int]]] = {
    "near": ((1, 0), (0, 1)),
    "far": ((-1, 0), (0, -1)),
    "left": ((0, -1), (1, 0)),
    "right": ((0, 1), (-1, 0)),
}


def find_zones(readings: Sequence[CardReading], stacks: Sequence[Sequence[int]], seat: Seat = "near") -> list[str | None]:
    """Return the zone of every card. All cards of a stack have the same one.

    Args:
        readings: All cards of a picture.
        stacks: Of ``find_stacks``.
        seat: The side of the picture at which the player sits whose hand it is.

    Returns:
        For each reading ``hand``, the row nearest to the seat; ``opposite``, the row farthest from it, upside down; ``take``, the only
        row, of two or more cards; ``centre``, all other rows; or None, stacks in which no card shows its face.
    """
    zones: list[str | None] = [None] * len(readings)
    shown = [stack for stack in stacks if any(readings[i].label is not None or readings[i].alternatives for i in stack)]
    rows = _rows(readings, shown)
    for i in (i for row in rows for i in row):
        zones[i] = "centre"
    if sum(map(len, rows)) < 2:
        return zones
    quads = np.stack([reading.corners for reading in readings]).astype(np.float64) @ np.array(_ROTATION_TO_NEAR[seat])
    first, *others = sorted(rows, key=lambda row: -float(quads[row, :, 1].mean()))
    special = {"take": first} if not others else {"hand": first} if _most_face(1, quads[first]) else {}
    if others and len(others[-1]) > 1 and _most_face(-1, quads[others[-1]]):
        special["opposite"] = others[-1]
    for zone, row in special.items():
        for i in row:
            zones[i] = zone
    return zones


def seats_with_hands(state: TableState) -> tuple[Seat, ...]:
    """Return the sides of the picture at which an open hand of two or more cards lies, the one with the most cards first."""
    readings = [card.reading for card in state.cards]
    stacks = find_stacks(readings)
    sizes = {seat: find_zones(readings, stacks, seat).count("hand") for seat in SEATS}
    return tuple(sorted((seat for seat in SEATS if sizes[seat] > 1), key=lambda seat: -sizes[seat]))


def _rows(readings: Sequence[CardReading], stacks: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the cards of these stacks in rows. A stack goes to the row of more than half of its cards, else it is its own row."""
    cards = sorted(i for stack in stacks for i in stack)
    if not cards:
        return []
    groups = connected_groups(side_by_side(np.stack([readings[i].corners for i in cards]).astype(np.float64)))
    label = {cards[k]: number for number, group in enumerate(groups) for k in group}
    rows: defaultdict[tuple[bool, int], list[int]] = defaultdict(list)
    for number, stack in enumerate(stacks):
        ((row, count),) = Counter(label[i] for i in stack).most_common(1)
        rows[(True, row) if count * 2 > len(stack) else (False, number)].extend(stack)
    return list(rows.values())


def _most_face(direction: int, quads: NDArray[np.float64]) -> bool:
    """Return whether most of the cards ``(N, 4, 2)`` are upright, direction 1, or upside down, direction -1, to within 45 degrees."""
    downs = quads[:, 2:].sum(axis=1) - quads[:, :2].sum(axis=1)
    return bool((direction * downs[:, 1] > np.abs(downs[:, 0])).mean() > 0.5)


MAX_MEASURED_CARDS = 20  #: Number of cards up to which accuracy was measured; more are read too.


def build_table_state(
    frame: Frame, readings: Sequence[CardReading], *, seat: Seat = "near", corrections: Mapping[int, str | None] | None = None
) -> TableState:
    """Number the cards of a picture, and find their stacks and zones.

    The numbers do not depend on corrections or on the seat, so that a correction finds its card again.

    Args:
        frame: The picture.
        readings: Its cards.
        seat: The side of the picture at which the player sits whose hand it is.
        corrections: Face by number of a card, as the user corrects it; None removes the card.
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
    problems = (
        [tr("{n} cards: how well more than {most} are read was not measured", n=len(laid), most=MAX_MEASURED_CARDS)]
        if len(laid) > MAX_MEASURED_CARDS
        else []
    )
    return TableState(frame.name, frame.width, frame.height, tuple(laid), tuple(problems))


def override_zones(state: TableState, zones: Mapping[int, str | None]) -> TableState:
    """Return the table with the zones that the user gives by number of a card; all cards of a stack follow the one that is named."""
    _refuse_missing(zones, [card.n for card in state.cards])
    stacks = {card.n: card.stack for card in state.cards}
    zone_of_stack: dict[int, str | None] = {}
    for n, zone in zones.items():
        if zone_of_stack.setdefault(stacks[n], zone) != zone:
            others = [m for m in sorted(zones) if stacks[m] == stacks[n]]
            raise ReadingError(
                tr("cards {cards} lie on each other and belong to one place; give the same one for all", cards=and_list(others))
            )
    return replace(state, cards=tuple(replace(c, zone=zone_of_stack[c.stack]) if c.stack in zone_of_stack else c for c in state.cards))


def _numbers(readings: list[CardReading], zones: list[str | None]) -> list[int]:
    """Return a number from 1 for each card: zone by zone, rows from top to bottom, each from left to right."""
    rank = {"centre": 0, "take": 0, "hand": 1, "opposite": 2, None: 3}
    places = np.array([complex(*reading.corners.mean(axis=0)) for reading in readings])
    height = max(1.0, float(np.median([np.ptp(r.corners[:, 1]) for r in readings]))) if readings else 1.0
    order: list[int] = []
    for place in sorted(set(rank.values())):
        members = [i for i, zone in enumerate(zones) if rank[zone] == place]
        order += [members[k] for line in _lines(places[members], height) for k in line]
    return [order.index(i) + 1 for i in range(len(readings))]


def _corrected(
    readings: list[CardReading], numbers: list[int], corrections: Mapping[int, str | None]
) -> tuple[list[CardReading], list[int]]:
    """Return readings and numbers with the corrections applied, without the removed cards."""
    _refuse_missing(corrections, numbers)
    kept = [i for i, n in enumerate(numbers) if corrections.get(n, "as read") is not None]
    out = [replace(readings[i], covers=reindexed(readings[i].covers, kept)) for i in kept]
    for k, n in enumerate(numbers[i] for i in kept):
        if n in corrections:
            out[k] = replace(out[k], label=corrections[n], confidence=1.0, alternatives=(), reason="")
    return out, [numbers[i] for i in kept]


def _refuse_missing(given: Mapping[int, str | None], numbers: Sequence[int]) -> None:
    """Raise an error where the user names (keys of ``given``) a number that no card has."""
    missing = sorted(set(given) - set(numbers))
    if not missing:
        return
    template = tr("no card {card} to correct; no card was found")
    if numbers and max(numbers) == len(numbers):
        template = tr("no card {card} to correct; there are cards 1 to {most}")
    elif numbers:
        template = tr("no card {card} to correct; there are cards {cards}")
    raise ReadingError(template.format(card=missing[0], most=len(numbers), cards=", ".join(map(str, sorted(numbers)))))
