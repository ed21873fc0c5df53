"""Which readings a person should check, and what a table lacks for a position."""

import itertools
from dataclasses import dataclass

from numero_cam.base.records import LEAST_READ, TableCard, TableState
from numero_cam.base.seats import Seat
from numero_cam.table.layout import seats_with_hands
from numero_cam.table.table_position import Typed

MAX_ALTERNATIVES = 2
"""Maximum number of other faces that are named for one card."""


@dataclass(frozen=True)
class Doubt:
    """A card that a person should check.

    Attributes:
        card: As it was read.
        alternatives: Other faces with their probabilities, likeliest first: the fewest that are together likelier than all that the card
            may be besides its reading, at most two; empty where two are not enough.
        likely_label: The face that is likelier than not; None where there is none.
    """

    card: TableCard
    alternatives: tuple[tuple[str, float], ...]
    likely_label: str | None


def find_doubt(state: TableState, card: TableCard) -> Doubt:
    """Return what a card may be. A face that another card shows is left out.

    Args:
        state: All cards of the photo.
        card: One of them.
    """
    reading = card.reading
    shown = {other.reading.label for other in state.cards if other.n != card.n}
    others = [(label, p) for label, p in reading.alternatives if label != reading.label and label not in shown]
    remaining = 1.0 if reading.label is None else 1.0 - reading.confidence
    sums = itertools.accumulate(p for _, p in others[:MAX_ALTERNATIVES])
    count = next((k for k, total in enumerate(sums, start=1) if total >= LEAST_READ * remaining), 0)
    candidates = [(reading.label, reading.confidence)] if reading.label is not None else others
    likely_label = next((label for label, p in candidates if p >= LEAST_READ), None)
    return Doubt(card, tuple(others[:count]), likely_label)


@dataclass(frozen=True)
class Gaps:
    """What a table lacks for a position. It is false where nothing is missing.

    Attributes:
        cards: Whether no card was found at all.
        take: Whether the cards lie as a take does: a single row or fan, alone.
        hand: Whether no card of the hand is known.
        centre: Whether no card of the centre is known.
        seat: The side at which the hand was expected.
        seats: Other sides at which an open hand lies, where none lies at that one; the one with the most cards first.
    """

    cards: bool = False
    take: bool = False
    hand: bool = False
    centre: bool = False
    seat: Seat = "near"
    seats: tuple[Seat, ...] = ()

    def __bool__(self) -> bool:
        """Return whether anything is missing; then nobody knows whether a take is possible."""
        return self.cards or self.take or self.hand or self.centre


def find_gaps(state: TableState, typed: Typed | None = None, seat: Seat = "near") -> Gaps:
    """Return what is missing.

    Args:
        state: All cards of the photo.
        typed: What was typed in place of the centre or the hand.
        seat: The side at which the hand is expected.
    """
    typed = typed or Typed()
    zones = {card.zone for card in state.cards}
    hand = typed.hand is None and not zones & typed.zones_of("hand")
    centre = typed.centre is None and not zones & typed.zones_of("centre")
    take = hand and centre and "take" in zones
    seats = tuple(other for other in seats_with_hands(state) if other != seat) if hand and not take else ()
    return Gaps(cards=not state.cards and (hand or centre), take=take, hand=hand, centre=centre, seat=seat, seats=seats)
