"""One pack has each card once, and one card is read once: the readings of a picture, settled together."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.records import CardReading, value_of
from numero_cam.identify.order import renumbered

OPEN = 0.02
"""The least that is left for a colour which was not named, of a number that was read without one."""
MOST_ALTERNATIVES = 8
"""The most faces that are named beside a reading. Each colour of a number is a face of its own."""
UNCLEAR, TAKEN = "not clear enough", "another card reads the same, more surely"

Chances = dict[str, float]
"""Of faces in canonical notation, no two of which a card can show at once; what is left of 1 is none that was named."""


def settle(readings: Sequence[CardReading], *, packs: int, least: float) -> list[CardReading]:
    """Reads what the cards tell together: a face that one surely shows is no other's, so others gain what it had of theirs.

    Each card's chances are multiplied by the chance that fewer of the others than there are packs show the same face; these are weighed
    in the same way first, beside all but this one (two rounds of belief propagation). For two cards that is exact.

    Args:
        readings: Of one picture.
        packs: How many packs lie on the table, 1 or more.
        least: 0..1, what is less sure becomes null. A number whose colour alone is open is read without one.
    """
    cards = _once_each(readings)
    told = [_chances(card) for card in cards]
    if not cards:
        return []
    read = [_read(card, its, settled, least) for card, its, settled in zip(cards, told, _settled(cards, told, packs), strict=True)]
    return _not_too_often(read, packs)


def _once_each(readings: Sequence[CardReading]) -> list[CardReading]:
    """The readings of which no two have the same outline; the surest stays."""
    order = sorted(range(len(readings)), key=lambda i: (readings[i].label is None, -readings[i].confidence, -readings[i].score))
    quads = np.array([readings[i].corners for i in order]).reshape(-1, 4, 2)
    kept = sorted(order[k] for k in geometry.without_doubles(quads, geometry.SAME_OUTLINE))
    return [replace(readings[i], covers=renumbered(readings[i].covers, kept)) for i in kept]


def _chances(reading: CardReading) -> Chances:
    """What a card may show. A number that leads without a colour stands for all its colours; of these the open ones are left to it."""
    named = dict(reading.alternatives)
    first, p = (reading.label, reading.confidence) if reading.label else next(iter(reading.alternatives), ("", 0.0))
    if first.isdigit():
        p = max(p - sum(q for label, q in named.items() if label != first and value_of(label) == first), OPEN * p)
    return {**named, first: p} if first else named


def _settled(cards: Sequence[CardReading], told: Sequence[Chances], packs: int) -> list[Chances]:
    """The chances of the cards beside what the others may show; one read as a number without a colour stays that, in whichever colour."""
    labels = list(dict.fromkeys(label for chances in told for label in chances))
    chances = np.array([[its.get(label, 0.0) for label in labels] for its in told]).reshape(len(told), len(labels))
    none = np.maximum(0.0, 1 - chances.sum(axis=1, keepdims=True))
    own = np.array([[(card.label or "").isdigit() and value_of(label) == card.label for label in labels] for card in cards], bool)
    # What a number's colour is may be open as often as one likes.
    faces = chances * [not label.isdigit() for label in labels]

    def beside(free: NDArray[np.float64]) -> NDArray[np.float64]:
        left = chances * free
        kept = (chances * own).sum(axis=-1, keepdims=True) / np.maximum((left * own).sum(axis=-1, keepdims=True), 1e-12)
        left = np.where(own, left * kept, left)
        return np.asarray(left / np.maximum(left.sum(axis=-1, keepdims=True) + none, 1e-12))

    others = 1 - np.eye(len(told))
    # As each card hears it, [hearer, card, face]: what the others are beside all but the hearer, so nobody hears itself.
    heard = beside(_free([(others[k] * others[k][:, None])[..., None] * its for k, its in enumerate(faces)], packs)) * (faces > 0)
    out = beside(_free([others[k][:, None] * heard[:, k] for k in range(len(told))], packs))
    return [{label: float(p) for label, p in zip(labels, row, strict=True) if label in its} for row, its in zip(out, told, strict=True)]


def _free(showing: Sequence[NDArray[np.float64]], packs: int) -> NDArray[np.float64]:
    """The chance that fewer cards than there are packs show a face, of what is heard of each card."""
    fewer = [np.ones_like(showing[0])] + [np.zeros_like(showing[0])] * (packs - 1)
    for p in showing:
        fewer = [had * (1 - p) + (fewer[k - 1] * p if k else 0.0) for k, had in enumerate(fewer)]
    return np.asarray(sum(fewer))


def _read(reading: CardReading, told: Chances, settled: Chances, least: float) -> CardReading:
    """The reading by its settled chances."""
    ranked = sorted(settled.items(), key=lambda item: -item[1])
    if not ranked:
        return reading
    values: Chances = {}
    for label, p in ranked:
        values[value_of(label)] = values.get(value_of(label), 0.0) + p
    value, known = max(values.items(), key=lambda item: item[1])
    best, chance = ranked[0]
    if known < least:
        why = reading.reason or (TAKEN if max(told.values()) >= least else UNCLEAR)
        return replace(reading, label=None, confidence=chance, alternatives=tuple(ranked[:MOST_ALTERNATIVES]), reason=why)
    label, p = (best, chance) if chance >= least and not best.isdigit() else (value, known)
    others = tuple(each for each in ranked if each[0] != label)[:MOST_ALTERNATIVES]
    return replace(reading, label=label, confidence=min(1.0, p), alternatives=others, reason="")


def _not_too_often(readings: Sequence[CardReading], packs: int) -> list[CardReading]:
    """The readings where of cards that are all rather one face than another only the surest are that."""
    out, shown = list(readings), Counter[str]()
    for i in sorted(range(len(out)), key=lambda i: -out[i].confidence):
        label = out[i].label
        if label is None or label.isdigit():
            continue
        shown[label] += 1
        if shown[label] > packs:
            out[i] = replace(out[i], label=None, alternatives=((label, out[i].confidence), *out[i].alternatives), reason=TAKEN)
    return out
