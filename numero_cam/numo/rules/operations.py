"""What happens in a game of NUMO; the operations are the game, everything else follows from them."""

from dataclasses import dataclass

from numero_cam.numo.rules.cards import Card
from numero_cam.numo.rules.kinds import Kind


@dataclass(frozen=True, slots=True)
class Dealt:
    """A hand is dealt: all cards of the pack in the order of the deal, beginning left of the dealer.

    Attributes:
        dealer: Who deals, from 0.
        cards: Ten to each player in turn, one at a time, then the first discard, then the stock, its top card first.
        control: Which of the control cards season and character was drawn for this hand, where one is drawn; else empty.
    """

    dealer: int
    cards: tuple[Card, ...]
    control: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card is drawn; `discard`: from the discard pile, else from the stock."""

    player: int
    card: Card
    discard: bool = False


@dataclass(frozen=True, slots=True)
class TurnedOver:
    """The discard pile is turned over, unshuffled, as the new stock."""

    player: int


@dataclass(frozen=True, slots=True)
class Melded:
    """Cards are melded as one kind."""

    player: int
    kind: Kind
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class LaidOff:
    """Cards are laid on the meld with this place on the table, from 0."""

    player: int
    place: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Discarded:
    """A card is discarded and the turn ends."""

    player: int
    card: Card


Operation = Dealt | Drawn | TurnedOver | Melded | LaidOff | Discarded
