"""Which cards of a photo need a look, and what they may be, as facts; ``tell`` has the words."""

import itertools
from dataclasses import dataclass

from numero_cam.base.records import LEAST_READ, TableCard, TableState

MOST_PERHAPS = 2
"""The most faces that are named."""


@dataclass(frozen=True)
class Doubt:
    """A card that needs a look.

    Attributes:
        card: As it was read.
        perhaps: The fewest other faces with their chance, two at most, that are together likelier than not if it is not what it is read as.
        likely: The one face that is likelier than not; None where there is none.
    """

    card: TableCard
    perhaps: tuple[tuple[str, float], ...]
    likely: str | None


def doubt_of(state: TableState, card: TableCard) -> Doubt:
    """Return what there is to say of one card; a face that another card shows is not what this one is."""
    reading = card.reading
    shown = {other.reading.label for other in state.cards if other.n != card.n}
    others = [(label, share) for label, share in reading.alternatives if label != reading.label and label not in shown]
    left = 1.0 if reading.label is None else 1.0 - reading.confidence
    sums = list(itertools.accumulate(share for _, share in others[:MOST_PERHAPS]))
    enough = next((place for place, share in enumerate(sums, start=1) if share >= LEAST_READ * left), 0)
    named = [(reading.label, reading.confidence)] if reading.label is not None else others
    likely = next((label for label, share in named if share >= LEAST_READ), None)
    return Doubt(card, tuple(others[:enough]), likely)
