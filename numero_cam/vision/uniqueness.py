"""One pack has each card once: the readings of a picture, settled together."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from numero_cam.base.records import CardReading, value_of

OPEN = 0.02
"""The least that is left for a colour which was not named, of a number that was read without one."""
MOST_ALTERNATIVES = 8
"""The most faces that are named beside a reading. Each colour of a number is a face of its own."""
UNCLEAR, TAKEN = "not clear enough", "another card reads the same, more surely"

Chances = dict[str, float]
"""Of faces in canonical notation, no two of which a card can show at once; what is left of 1 is none that was named."""


def settle(readings: Sequence[CardReading], *, packs: int, least: float) -> list[CardReading]:
    """Reads what the cards tell together: a face that one surely shows is no other's, so others gain what it had of theirs.

    Each card's chances are multiplied by the chance that fewer of the others than there are packs show the same face. For two cards that
    is exact; for more it leaves out that the others are weighed too.

    Args:
        readings: Of one picture.
        packs: How many packs lie on the table, 1 or more.
        least: 0..1, what is less sure becomes null. A number whose colour alone is open is read without one.
    """
    told = [_chances(each) for each in readings]
    read = [_read(card, told[i], _weighed(i, told, packs, card.label or ""), least) for i, card in enumerate(readings)]
    return _not_too_often(read, packs, least)


def _chances(reading: CardReading) -> Chances:
    """What a card may show. A number that leads without a colour stands for all its colours; of these the open ones are left to it."""
    named = dict(reading.alternatives)
    first, p = (reading.label, reading.confidence) if reading.label else next(iter(reading.alternatives), ("", 0.0))
    if first.isdigit():
        p = max(p - sum(q for label, q in named.items() if label != first and value_of(label) == first), OPEN * p)
    return {**named, first: p} if first else named


def _weighed(i: int, told: Sequence[Chances], packs: int, number: str) -> Chances:
    """The chances of a card beside what the others may show; one read as a number without a colour stays that, in whichever colour."""
    others = [chances for k, chances in enumerate(told) if k != i]
    left = {label: p * _free(label, others, packs) for label, p in told[i].items()}
    if number.isdigit():
        own = [label for label in left if value_of(label) == number]
        share = sum(told[i][label] for label in own) / max(sum(left[label] for label in own), 1e-12)
        left |= {label: left[label] * share for label in own}
    total = sum(left.values()) + max(0.0, 1 - sum(told[i].values()))
    return {label: p / max(total, 1e-12) for label, p in left.items()}


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
    best, chance = ranked[0]
    if known < least:
        why = reading.reason or (TAKEN if max(told.values()) >= least else UNCLEAR)
        return replace(reading, label=None, confidence=chance, alternatives=tuple(ranked[:MOST_ALTERNATIVES]), reason=why)
    label, p = (best, chance) if chance >= least and not best.isdigit() else (value, known)
    others = tuple(each for each in ranked if each[0] != label)[:MOST_ALTERNATIVES]
    return replace(reading, label=label, confidence=min(1.0, p), alternatives=others, reason="")


def _not_too_often(readings: Sequence[CardReading], packs: int, least: float) -> list[CardReading]:
    """The readings where of cards that are all rather one face than another only the surest are that; others may keep their number."""
    out, shown = list(readings), Counter[str]()
    for i in sorted(range(len(out)), key=lambda i: -out[i].confidence):
        label, p = out[i].label, out[i].confidence
        if label is None or label.isdigit():
            continue
        shown[label] += 1
        if shown[label] > packs:
            value, guesses = value_of(label), ((label, p), *out[i].alternatives)
            number = sum(q for other, q in out[i].alternatives if value_of(other) == value) / max(1 - p, 1e-6)
            if value.isdigit() and number >= least:
                out[i] = replace(out[i], label=value, confidence=min(1.0, number), alternatives=guesses)
            else:
                out[i] = replace(out[i], label=None, alternatives=guesses, reason=TAKEN)
    return out
