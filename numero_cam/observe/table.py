"""Readings of one picture laid out as a table: numbers, stacks and zones; and what the user says of them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from numero_cam.base.errors import ReadingError
from numero_cam.base.records import CardReading, Frame, TableCard, TableState
from numero_cam.base.seats import Seat
from numero_cam.identify.order import renumbered
from numero_cam.observe.stacks import find_stacks
from numero_cam.observe.zones import find_zones

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
    laid = [TableCard(numbers[i], replace(cards[i], covers=renumbered(cards[i].covers, order)), zones[i], *where[i]) for i in order]
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
    out = [replace(readings[i], covers=renumbered(readings[i].covers, kept)) for i in kept]
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
