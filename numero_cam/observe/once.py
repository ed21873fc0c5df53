"""One pack has each card once, and one card is read once: settles readings that say the same."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from numero_cam.base import geometry
from numero_cam.base.records import LEAST_READ, CardReading, Corners, value_of
from numero_cam.identify.corners import is_index_of
from numero_cam.identify.order import renumbered

TIE = 0.001
"""By so little two looks that differ stay below what is read: rounding is no evidence."""
SURE = 0.9
"""A face that one card shows this surely is ruled out for all other cards of the pack."""


def settle(readings: Sequence[CardReading], *, packs: int, least: float) -> list[CardReading]:
    """Leaves one reading of each card and no label more often than there are packs, and reads by that what was not sure.

    Of outlines of one card one is left. Where a label still occurs too often, the surest keep it; the others become null, or numbers in
    a colour that is not known where another colour than that one is likely. A null is read where only one of its alternatives is left, or
    where all that are likely have one value and only the colour is open. Whatever was done, what is less sure than asked for is null.

    Args:
        readings: Of one picture.
        packs: How many packs lie on the table, 1 or more.
        least: 0..1, what is less sure becomes null.
    """
    single = _one_each(readings, packs)
    surely = Counter(r.label for r in single if r.label is not None and r.confidence >= SURE)
    full = {label for label, n in surely.items() if n >= packs}
    out = [_narrowed(r, full, least) if r.label is None else _in_colour(r, full, least) for r in single]
    return [known(reading, least) for reading in _not_too_often(out, packs)]


def known(reading: CardReading, least: float) -> CardReading:
    """The reading, or an unknown card if it is less sure than asked for; its face then leads the guesses."""
    if reading.label is None or reading.confidence >= least:
        return reading
    return _unread(reading, "not clear enough")


def _unread(reading: CardReading, reason: str) -> CardReading:
    first = ((reading.label, reading.confidence),) if reading.label else ()
    guesses = (*first, *(a for a in reading.alternatives if a[0] != reading.label))
    return replace(reading, label=None, alternatives=guesses, reason=reason)


def _one_each(readings: Sequence[CardReading], packs: int) -> list[CardReading]:
    """The readings with one outline for each card. Where two outlines of a card read differently, their opinions are joined."""
    order = sorted(range(len(readings)), key=lambda i: (readings[i].label is None, -readings[i].confidence, -readings[i].score))
    kept: dict[int, CardReading] = {}
    for i in order:
        same = next((k for k in kept if _of_one_card(readings[k], readings[i], packs)), None)
        if same is None:
            kept[i] = readings[i]
        else:
            kept[same] = _joined(kept[same], readings[i])
    left = sorted(kept)
    return [replace(kept[i], covers=renumbered(kept[i].covers, left)) for i in left]


def scores_of_cards(quads: Sequence[Corners], scores: Sequence[float]) -> list[float]:
    """How sure it is of each outline that a card lies there: as sure as of the surest outline of the same card.

    Args:
        quads: ``(4, 2)`` pixels each, outlines of one picture.
        scores: 0..1, how sure each outline is.
    """
    return [max(scores[j] for j in range(len(quads)) if j == i or in_one_place(quads[i], quads[j])) for i in range(len(quads))]


def in_one_place(a: Corners, b: Corners) -> bool:
    """Whether two outlines lie in one place with an index in common, as only two outlines of one card do."""
    return geometry.iou(a, b) > geometry.SAME_PLACE and (is_index_of(a, b) or is_index_of(b, a))


def _of_one_card(a: CardReading, b: CardReading, packs: int) -> bool:
    """Whether two outlines belong to one card: they lie in one place and share an index, or show the same face, which a pack has once."""
    if geometry.iou(a.corners, b.corners) <= geometry.SAME_PLACE:
        return False
    same = packs == 1 and a.label is not None and a.label == b.label and not a.label.isdigit()
    return same or in_one_place(a.corners, b.corners)


def _joined(surer: CardReading, other: CardReading) -> CardReading:
    """What two looks at one card tell together: where they differ, no face is likelier than not, but their number may be."""
    if other.label is None or other.label == surer.label:
        return surer
    chances: defaultdict[str, float] = defaultdict(float)
    for reading in (surer, other):
        for label, p in ((reading.label, reading.confidence), *reading.alternatives):
            if label is not None:
                chances[label] += p / 2
    ordered = sorted(chances.items(), key=lambda item: -item[1])
    likeliest = max(sum(chance for label, chance in ordered if value_of(label) == value_of(each)) for each in chances)
    share = 1.0 if value_of(surer.label or "") == value_of(other.label) else min(1.0, (LEAST_READ - TIE) / likeliest)
    guesses = tuple((label, min(chance * share, LEAST_READ - TIE)) for label, chance in ordered)
    unread = replace(surer, label=None, confidence=guesses[0][1], alternatives=guesses, reason="two outlines of it read differently")
    return _narrowed(unread, set(), LEAST_READ)


def _not_too_often(readings: Sequence[CardReading], packs: int) -> list[CardReading]:
    counts: Counter[str] = Counter()
    out = list(readings)
    for i in sorted(range(len(out)), key=lambda i: -out[i].confidence):
        label = out[i].label
        if label is None or label.isdigit():
            continue
        counts[label] += 1
        if counts[label] > packs:
            out[i] = _by_value(_unread(out[i], "another card reads the same, more surely"))
    return out


def _by_value(reading: CardReading) -> CardReading:
    """A number that another card already shows in this colour. It keeps its value without a colour if another colour is likely enough."""
    (taken, p), *others = reading.alternatives
    value = value_of(taken)
    same = sum(chance for label, chance in others if value_of(label) == value)
    chance = min(p + same, same / max(1 - p, 1e-6), 1.0)
    if not value.isdigit() or chance < LEAST_READ:
        return reading
    return replace(reading, label=value, confidence=chance, reason="")


def _narrowed(reading: CardReading, full: set[str], least: float) -> CardReading:
    """An unread card without the alternatives that other cards show. It becomes read if one face, or one value, is then likely enough."""
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
