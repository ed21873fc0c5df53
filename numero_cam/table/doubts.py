"""Which readings need a look, and what is missing from a table for a take."""

import itertools
from dataclasses import dataclass

from numero_cam.base.records import LEAST_READ, TableCard, TableState
from numero_cam.base.seats import Seat
from numero_cam.table.layout import hands_at
from numero_cam.table.table_position import Typed

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


@dataclass(frozen=True)
class Gaps:
    """What is not known of a table.

    Attributes:
        cards: Whether no card was found at all.
        take: Whether the cards lie as a take does: a single row or fan, alone.
        hand: Whether no card is known to be of the hand.
        centre: Whether no card is known to be of the centre.
        seat: The side at which the hand was looked for.
        seats: Other sides at which an open hand lies, where none lies at that one; the one with the most cards first.
    """

    cards: bool = False
    take: bool = False
    hand: bool = False
    centre: bool = False
    seat: Seat = "near"
    seats: tuple[Seat, ...] = ()

    def __bool__(self) -> bool:
        """Whether anything is missing: then it is not known whether a take is possible."""
        return self.cards or self.take or self.hand or self.centre


def find_gaps(state: TableState, typed: Typed | None = None, seat: Seat = "near") -> Gaps:
    """Say what is missing.

    Args:
        state: All cards of the photo.
        typed: What was typed in place of the centre or the hand.
        seat: The side at which the hand was looked for.
    """
    typed = typed or Typed()
    zones = {card.zone for card in state.cards}
    hand = typed.hand is None and not zones & typed.zones_of("hand")
    centre = typed.centre is None and not zones & typed.zones_of("centre")
    take = hand and centre and "take" in zones
    seats = tuple(other for other in hands_at(state) if other != seat) if hand and not take else ()
    return Gaps(cards=not state.cards and (hand or centre), take=take, hand=hand, centre=centre, seat=seat, seats=seats)
