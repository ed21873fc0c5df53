"""One pack has each card once: settles readings that say the same."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from numero_cam.base.records import CardReading, value_of

SURE = 0.9
"""What one card shows so surely, no other card of the pack shows."""
LEAST_ALTERNATIVE = 0.08
"""An alternative less likely than this is not taken, whatever the others read."""
MOST_AT_ONCE = 7
"""So many cards are settled by trying all ways; of more, the surest keep their reading."""


def settle(readings: Sequence[CardReading], *, packs: int, least: float) -> list[CardReading]:
    """Makes no label occur more often than there are packs, and reads by it what was not sure.

    Where one occurs too often, the most likely assignment of cards to their alternatives decides; a card that gets none becomes null.
    A null is read where only one of its alternatives is left, or where all that are likely have one value and only the colour is open.

    Args:
        readings: Of one picture.
        packs: How many packs lie on the table, 1 or more.
        least: 0..1, what is less sure becomes null.
    """
    surely = Counter(r.label for r in readings if r.label is not None and r.confidence >= SURE)
    full = {label for label, n in surely.items() if n >= packs}
    out = [_narrowed(r, full, least) if r.label is None else _in_colour(r, full, least) for r in readings]
    counts = Counter(r.label for r in out if r.label is not None)
    clashing = {label for label, n in counts.items() if n > packs and not label.isdigit()}
    if not clashing:
        return out
    involved = [i for i, r in enumerate(out) if r.label in clashing]
    taken: Counter[str | None] = Counter(r.label for i, r in enumerate(out) if r.label is not None and i not in involved)
    for group in _groups(out, involved):
        for i, label in _best(out, group, taken, packs).items():
            taken[label] += 1
            out[i] = _relabelled(out[i], label)
    return out


def _narrowed(reading: CardReading, full: set[str], least: float) -> CardReading:
    """An unread card without the alternatives that other cards show; read, if that makes one of them, or one value, likely enough."""
    left = _without(full, reading.alternatives, 1.0)
    if not left:
        return reading
    best, chance = left[0]
    if chance < least:
        chances: defaultdict[str, float] = defaultdict(float)
        for label, p in left:
            chances[value_of(label)] += p
        best, chance = max(chances.items(), key=lambda item: item[1])
    if chance < least:
        return reading
    return replace(reading, label=best, confidence=min(1.0, chance), alternatives=tuple(a for a in left if a[0] != best), reason="")


def _in_colour(reading: CardReading, full: set[str], least: float) -> CardReading:
    """A number that was read without a colour, in the one that is likely enough once other cards show the others."""
    if reading.label is None or not reading.label.isdigit():
        return reading
    own = [(label, p) for label, p in reading.alternatives if label != reading.label and value_of(label) == reading.label]
    left = _without(full, own, reading.confidence)
    if len(left) == len(own) or not left or left[0][1] < least:
        return reading
    (best, chance), *_ = left
    others = tuple(a for a in reading.alternatives if a[0] not in full and a[0] != best)
    return replace(reading, label=best, confidence=chance, alternatives=others)


def _without(full: set[str], options: Sequence[tuple[str, float]], total: float) -> list[tuple[str, float]]:
    """The options that no other card shows; what the others had of the total is shared among all that it might be."""
    gone = sum(p for label, p in options if label in full)
    return [(label, min(total, p * total / max(total - gone, 1e-6))) for label, p in options if label not in full]


def _groups(readings: Sequence[CardReading], involved: list[int]) -> list[list[int]]:
    groups: defaultdict[str | None, list[int]] = defaultdict(list)
    for i in involved:
        groups[readings[i].label].append(i)
    return [sorted(g, key=lambda i: -readings[i].confidence) for g in groups.values()]


def _options(reading: CardReading) -> list[tuple[str | None, float]]:
    """Labels that a card may take with their log probability, and none at all at the cost of the least alternative."""
    first = [(reading.label, reading.confidence)] if reading.label else []
    rest = [(label, p) for label, p in reading.alternatives if p >= LEAST_ALTERNATIVE and label != reading.label]
    likely = [(label, float(np.log(max(p, 1e-6)))) for label, p in (*first, *rest)]
    return [*likely, (None, float(np.log(LEAST_ALTERNATIVE / 2)))]


def _best(readings: Sequence[CardReading], group: list[int], taken: Counter[str | None], packs: int) -> dict[int, str | None]:
    """The most likely assignment of a group, by trying all; the surest card first."""
    best: tuple[float, dict[int, str | None]] = (-np.inf, {})

    def place(k: int, score: float, chosen: dict[int, str | None], used: Counter[str | None]) -> None:
        nonlocal best
        if k == len(group):
            if score > best[0]:
                best = (score, dict(chosen))
            return
        options = _options(readings[group[k]])
        for label, p in [*options[: 4 if len(group) <= MOST_AT_ONCE else 1], options[-1]]:
            if label is None or taken[label] + used[label] < packs:
                used[label] += 1
                chosen[group[k]] = label
                place(k + 1, score + p, chosen, used)
                used[label] -= 1
                if len(group) > MOST_AT_ONCE:
                    return

    place(0, 0.0, {}, Counter())
    return best[1]


def _relabelled(reading: CardReading, label: str | None) -> CardReading:
    if label == reading.label:
        return reading
    others = ((reading.label, reading.confidence), *reading.alternatives)
    known = tuple((a, p) for a, p in others if a is not None and a != label)
    chance = dict(reading.alternatives).get(label or "", reading.confidence)
    reason = "" if label else "another card reads the same, more surely"
    return replace(reading, label=label, confidence=chance, alternatives=known, reason=reason)
