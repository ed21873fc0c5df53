"""One pack has each card once, and one card is read once: the readings of a picture, settled together."""

from collections.abc import Sequence
from dataclasses import replace

from numero_cam.base import geometry
from numero_cam.base.records import CardReading, value_of

ROUNDS = 3
"""How often each reading is weighed against all others. They hardly move after the second time."""
OPEN = 0.02
"""The least that is left for a colour which was not named, of a number that was read without one."""
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
    readings, told = _joined(readings)
    settled = _weighed(told, packs)
    read = [_read(*each, least) for each in zip(readings, told, settled, strict=True)]
    return _one_each(_not_too_often(read, packs))


def _chances(reading: CardReading) -> Chances:
    """What a card may show. A number that leads without a colour stands for all its colours; of these the open ones are left to it."""
    named = dict(reading.alternatives)
    if reading.label is None:
        return named
    rest = reading.confidence
    if reading.label.isdigit():
        rest = max(rest - sum(p for label, p in named.items() if label != reading.label and value_of(label) == reading.label), OPEN * rest)
    return {**named, reading.label: rest}


def _joined(readings: Sequence[CardReading]) -> tuple[list[CardReading], list[Chances]]:
    """The readings of which no two have the same outline, and what each card may show: of two looks at one card the mean."""
    order = sorted(range(len(readings)), key=lambda i: (readings[i].label is None, -readings[i].confidence, -readings[i].score))
    looks: dict[int, list[Chances]] = {}
    for i in order:
        same = next((k for k in looks if geometry.iou(readings[i].corners, readings[k].corners) > geometry.SAME_OUTLINE), i)
        if same == i or readings[i].label is not None:
            looks.setdefault(same, []).append(_chances(readings[i]))
    kept = sorted(looks)
    means = [{label: sum(look.get(label, 0.0) for look in looks[i]) / len(looks[i]) for look in looks[i] for label in look} for i in kept]
    return _some(readings, kept), means


def _some(readings: Sequence[CardReading], kept: Sequence[int]) -> list[CardReading]:
    """Some readings, with what these cover renumbered."""
    place = {i: k for k, i in enumerate(kept)}
    return [replace(readings[i], covers=frozenset(place[j] for j in readings[i].covers if j in place)) for i in kept]


def _weighed(told: Sequence[Chances], packs: int) -> list[Chances]:
    """The chances of all cards beside each other; the surest are weighed last, against what the others may still be."""
    out = list(told)
    order = sorted(range(len(told)), key=lambda i: max(told[i].values(), default=0.0))
    for _ in range(ROUNDS):
        for i in order:
            others = [out[j] for j in range(len(out)) if j != i]
            left = {label: p * _free(label, others, packs) for label, p in told[i].items()}
            # A number that was read without a colour stays that number, in whichever colour.
            for bare in filter(str.isdigit, told[i]):
                own = [label for label in left if value_of(label) == bare]
                share = sum(told[i][label] for label in own) / max(sum(left[label] for label in own), 1e-12)
                left |= {label: left[label] * share for label in own}
            total = sum(left.values()) + max(0.0, 1 - sum(told[i].values()))
            out[i] = {label: p / max(total, 1e-12) for label, p in left.items()}
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


def _not_too_often(readings: Sequence[CardReading], packs: int) -> list[CardReading]:
    """The readings where of cards that are both rather one face than another only the surest are that."""
    out = list(readings)
    for i in sorted(range(len(out)), key=lambda i: -out[i].confidence):
        label = out[i].label
        before = [r for r in out if r.label == label and r.confidence >= out[i].confidence and r is not out[i]]
        if label is not None and not label.isdigit() and len(before) >= packs:
            guesses = ((label, out[i].confidence), *out[i].alternatives)
            out[i] = replace(out[i], label=None, alternatives=guesses, reason=TAKEN)
    return out


def _one_each(readings: Sequence[CardReading]) -> list[CardReading]:
    """The readings without those that lie in the place of a surer one and read as it does."""
    kept: list[int] = []
    for i in sorted(range(len(readings)), key=lambda i: (readings[i].label is None, -readings[i].confidence, -readings[i].score)):
        if not any(_is_second(readings[i], readings[k]) for k in kept):
            kept.append(i)
    return _some(readings, sorted(kept))


def _is_second(reading: CardReading, surer: CardReading) -> bool:
    """Whether a reading may be a second outline of a surer one's card."""
    alike = reading.label == surer.label or (reading.reason == TAKEN and reading.alternatives[0][0] == surer.label)
    return alike and geometry.iou(reading.corners, surer.corners) > geometry.SAME_PLACE
