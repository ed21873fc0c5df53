"""Resolves readings that name one card too often: a pack holds each card once."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from numero_cam.base.records import CardReading, value_of
from numero_cam.catalogue import tr

#: Minimum share of a number's probability that stays for colours that are not listed, where it was read without a colour.
MIN_OPEN_COLOUR_SHARE = 0.02
MAX_ALTERNATIVES = 8  #: Maximum number of alternatives of a reading. Each colour of a number counts as one.
UNCLEAR = tr("not clear enough")  #: Reason of a reading without a label.
TAKEN = tr("another card reads the same, more surely")  #: The same, where another card has its label.

SURELY = 0.97  #: 0..1, from this confidence on a label that is read on two cards lies there twice.

LabelProbabilities = dict[str, float]  #: Label to probability; labels exclude each other, and the rest to 1 is "none of these".


def packs_shown(readings: Sequence[CardReading]) -> int:
    """Return the least number of packs on the table: the count of the label that is surely read most often, at least 1."""
    sure = Counter(each.label for each in readings if each.label and not each.label.isdigit() and each.confidence >= SURELY)
    return max(sure.values(), default=1)


def packs_hint(readings: Sequence[CardReading], packs: int) -> str:
    """Return a line for people where more than ``packs`` packs lie on the table, the number that they gave; else an empty text."""
    shown = packs_shown(readings)
    if shown <= packs:
        return ""
    return tr("equal cards lie there: are {n} packs mixed? Say so with --rule packs={n}", n=shown)


def resolve_duplicates(readings: Sequence[CardReading], *, packs: int, least: float) -> list[CardReading]:
    """Update the readings of one picture, given that a table with ``packs`` packs shows each label at most ``packs`` times.

    Each label's probability is multiplied by the probability that fewer than ``packs`` other cards show it, and renormalised. For two
    cards this is exact; for more it is an approximation, because the others' probabilities are not updated in turn.

    Args:
        readings: Of one picture.
        packs: Number of packs on the table, 1 or more.
        least: 0..1, labels with a lower confidence become None. A number whose colour alone is unsure is kept without its colour.
    """
    before = [_label_probabilities(each) for each in readings]
    updated = [_updated_reading(card, before[i], _reweighted(i, before, packs, card.label or ""), least) for i, card in enumerate(readings)]
    return _limit_repeats(updated, packs, least)


def _label_probabilities(reading: CardReading) -> LabelProbabilities:
    """Return the reading's labels with their probabilities; a leading number without a colour gets those of its unlisted colours."""
    named = dict(reading.alternatives)
    first, p = (reading.label, reading.confidence) if reading.label else next(iter(reading.alternatives), ("", 0.0))
    if first.isdigit():
        p = max(p - sum(q for label, q in named.items() if label != first and value_of(label) == first), MIN_OPEN_COLOUR_SHARE * p)
    return {**named, first: p} if first else named


def _reweighted(i: int, cards: Sequence[LabelProbabilities], packs: int, number: str) -> LabelProbabilities:
    """Return card ``i``'s probabilities given the others; a card read as ``number`` without a colour keeps that number's total."""
    others = [each for k, each in enumerate(cards) if k != i]
    left = {label: p * _probability_available(label, others, packs) for label, p in cards[i].items()}
    if number.isdigit():
        own = [label for label in left if value_of(label) == number]
        share = sum(cards[i][label] for label in own) / max(sum(left[label] for label in own), 1e-12)
        left |= {label: left[label] * share for label in own}
    total = sum(left.values()) + max(0.0, 1 - sum(cards[i].values()))
    return {label: p / max(total, 1e-12) for label, p in left.items()}


def _probability_available(label: str, others: Sequence[LabelProbabilities], packs: int) -> float:
    """Return the probability that fewer than ``packs`` others show the label; 1 for a number without a colour."""
    if label.isdigit():
        return 1.0
    count = [1.0] + [0.0] * (packs - 1)  # count[k]: the probability that exactly k of the others so far show it
    for p in (each[label] for each in others if label in each):
        count = [same * (1 - p) + (count[k - 1] * p if k else 0.0) for k, same in enumerate(count)]
    return sum(count)


def _updated_reading(reading: CardReading, before: LabelProbabilities, after: LabelProbabilities, least: float) -> CardReading:
    """Return the reading that follows from the probabilities ``after``; below ``least`` it has no label, but a reason."""
    ranked = sorted(after.items(), key=lambda item: -item[1])
    if not ranked:
        return reading
    values: LabelProbabilities = {}
    for label, p in ranked:
        values[value_of(label)] = values.get(value_of(label), 0.0) + p
    value, value_probability = max(values.items(), key=lambda item: item[1])
    best, best_probability = ranked[0]
    if value_probability < least:
        why = reading.reason or (TAKEN if max(before.values()) >= least else UNCLEAR)
        return replace(reading, label=None, confidence=best_probability, alternatives=tuple(ranked[:MAX_ALTERNATIVES]), reason=why)
    with_colour = best_probability >= least and not best.isdigit()
    label, p = (best, best_probability) if with_colour else (value, value_probability)
    others = tuple(each for each in ranked if each[0] != label)[:MAX_ALTERNATIVES]
    return replace(reading, label=label, confidence=min(1.0, p), alternatives=others, reason="")


def _limit_repeats(readings: Sequence[CardReading], packs: int, least: float) -> list[CardReading]:
    """Keep each label on its ``packs`` most confident cards; the others keep their number where that is likely enough."""
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
