"""One pack has each card once, and one card is read once: the readings of a picture, settled together."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from numero_cam.base import geometry
from numero_cam.base.records import CardReading, value_of

ROUNDS = 3
"""How often each reading is weighed against all others. They hardly move after the second time."""
MOST_ALTERNATIVES = 8
"""The most faces that are named beside a reading. Each colour of a number is a face of its own."""
UNCLEAR, TAKEN = "not clear enough", "another card reads the same, more surely"

Chances = dict[str, float]
"""Of faces in canonical notation, no two of which a card can show at once; what is left of 1 is none that was named."""


def settle(readings: Sequence[CardReading], *, packs: int, least: float) -> list[CardReading]:
    """Reads what the cards tell together: a face that one surely shows is no other's, so others gain what it had of theirs.

    Each card's chances are multiplied by the chance that fewer others than there are packs show the same face, in a few rounds (mean
    field: Wainwright and Jordan 2008, section 5). Of outlines in one place that read alike one is left.

    Args:
        readings: Of one picture.
        packs: How many packs lie on the table, 1 or more.
        least: 0..1, what is less sure becomes null. A number whose colour alone is open is read without one.
    """
    told = [_chances(reading) for reading in readings]
    settled = _weighed(told, packs)
    out = [_read(*each, least) for each in zip(readings, told, settled, strict=True)]
    return _one_each(out)


def _chances(reading: CardReading) -> Chances:
    """What a card may show. A number that leads without a colour stands for all its colours; of these the open ones are left to it."""
    named = dict(reading.alternatives)
    if reading.label is None:
        return named
    rest = reading.confidence
    if reading.label.isdigit():
        rest -= sum(p for label, p in named.items() if label != reading.label and value_of(label) == reading.label)
    return {**named, reading.label: max(rest, 0.0)}


def _weighed(told: Sequence[Chances], packs: int) -> list[Chances]:
    """The chances of all cards beside each other; the surest are weighed last, against what the others may still be."""
    out = list(told)
    order = sorted(range(len(told)), key=lambda i: max(told[i].values(), default=0.0))
    for _ in range(ROUNDS):
        for i in order:
            others = [out[j] for j in range(len(out)) if j != i]
            left = {label: p * _free(label, others, packs) for label, p in told[i].items()}
            total = sum(left.values()) + max(0.0, 1 - sum(told[i].values()))
            out[i] = {label: p / total for label, p in left.items()} if total > 0 else told[i]
    return out


def _free(label: str, others: Sequence[Chances], packs: int) -> float:
    """The chance that fewer others than there are packs show a face; what a number's colour is may be open as often as one likes."""
    if label.isdigit():
        return 1.0
    fewer = [1.0] + [0.0] * (packs - 1)
    for p in (chances[label] for chances in others if label in chances):
        fewer = [had * (1 - p) + (fewer[k - 1] * p if k else 0.0) for k, had in enumerate(fewer)]
    return sum(fewer)


def _read(reading: CardReading, told: Chances, settled: Chances, least: float) -> CardReading:
    """The reading by its settled chances."""
    ranked = sorted(settled.items(), key=lambda item: -item[1])
    if not ranked:
        return reading
    values: Chances = {}
    for label, p in ranked:
        values[value_of(label)] = values.get(value_of(label), 0.0) + p
    value, known = max(values.items(), key=lambda item: item[1])
    (best, chance), others = ranked[0], tuple(ranked[1:])
    if chance >= least:
        return replace(reading, label=best, confidence=min(1.0, chance), alternatives=others[:MOST_ALTERNATIVES], reason="")
    if known >= least:
        others = tuple((label, p) for label, p in ranked if label != value)
        return replace(reading, label=value, confidence=min(1.0, known), alternatives=others[:MOST_ALTERNATIVES], reason="")
    first = max(told.items(), key=lambda item: item[1])
    why = reading.reason or (TAKEN if first[1] >= least else UNCLEAR)
    return replace(reading, label=None, confidence=chance, alternatives=tuple(ranked[:MOST_ALTERNATIVES]), reason=why)


def _one_each(readings: Sequence[CardReading]) -> list[CardReading]:
    """The readings without those that lie in the place of a surer one and read as it does, or not at all."""
    kept: list[int] = []
    for i in sorted(range(len(readings)), key=lambda i: (readings[i].label is None, -readings[i].confidence, -readings[i].score)):
        if not any(_is_second(readings[i], readings[k]) for k in kept):
            kept.append(i)
    place: Mapping[int, int] = {i: k for k, i in enumerate(sorted(kept))}
    return [replace(readings[i], covers=frozenset(place[j] for j in readings[i].covers if j in place)) for i in place]


def _is_second(reading: CardReading, surer: CardReading) -> bool:
    """Whether a reading may be the second outline of a surer one's card."""
    overlap = geometry.iou(reading.corners, surer.corners)
    alike = reading.label == surer.label or (reading.reason == TAKEN and reading.alternatives[0][0] == surer.label)
    return overlap > geometry.SAME_OUTLINE or (alike and overlap > geometry.SAME_PLACE)
