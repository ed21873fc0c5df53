"""Which readings a person should check."""

import itertools
from dataclasses import dataclass

from numero_cam.base.records import LEAST_READ, TableCard, TableState

DOUBTFUL_BELOW = 0.9  #: Confidence below which a person should check a reading.
MAX_ALTERNATIVES = 2  #: Maximum number of other faces that are named for one card.


@dataclass(frozen=True)
class Doubt:
    """A card that a person should check."""

    card: TableCard  #: As it was read.
    #: Other faces with their probabilities, likeliest first: the fewest that are together likelier than all that the card may be besides
    #: its reading, at most two; empty where two are not enough.
    alternatives: tuple[tuple[str, float], ...]
    likely_label: str | None  #: The face that is likelier than not; None where there is none.


def find_doubt(state: TableState, card: TableCard) -> Doubt:
    """Return what a card of a photo may be. A face that another card of the photo shows is left out."""
    reading = card.reading
    shown = {other.reading.label for other in state.cards if other.n != card.n}
    others = [(label, p) for label, p in reading.alternatives if label != reading.label and label not in shown]
    remaining = 1.0 if reading.label is None else 1.0 - reading.confidence
    sums = itertools.accumulate(p for _, p in others[:MAX_ALTERNATIVES])
    count = next((k for k, total in enumerate(sums, start=1) if total >= LEAST_READ * remaining), 0)
    candidates = [(reading.label, reading.confidence)] if reading.label is not None else others
    likely_label = next((label for label, p in candidates if p >= LEAST_READ), None)
    return Doubt(card, tuple(others[:count]), likely_label)
