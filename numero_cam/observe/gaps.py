"""What a table does not show that must be known before a take can be looked for, as facts; ``tell`` has the words."""

from dataclasses import dataclass

from numero_cam.base.records import TableState
from numero_cam.base.seats import Seat
from numero_cam.observe.decode import Typed
from numero_cam.observe.zones import hands_at


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
