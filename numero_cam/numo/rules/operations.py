"""Operations of a game of NUMO: deal, draw, turn over, meld, lay off, discard. A game is the list of its operations."""

from dataclasses import dataclass

from numero_cam.numo.rules.cards import NumoCard
from numero_cam.numo.rules.kinds import NumoKind


@dataclass(frozen=True, slots=True)
class NumoDealt:
    """A hand is dealt: all cards of the pack in the order of the deal, beginning left of the dealer."""

    dealer: int  #: Index of the dealer.
    #: Ten cards for each player in turn, one at a time, then the first discard, then the stock, its top card first.
    cards: tuple[NumoCard, ...]
    control: str = ""  #: The control card that was drawn for this hand, `season` or `character`; empty where none is drawn.


@dataclass(frozen=True, slots=True)
class NumoDrawn:
    """A player draws a card, from the discard pile if `discard` is set, else from the stock."""

    player: int  #: Index of the player.
    card: NumoCard  #: The card.
    discard: bool = False  #: Whether it comes from the discard pile.


@dataclass(frozen=True, slots=True)
class TurnedOver:
    """A player turns the discard pile over, unshuffled, as the new stock."""

    player: int  #: Index of the player.


@dataclass(frozen=True, slots=True)
class Melded:
    """A player melds cards as one kind."""

    player: int  #: Index of the player.
    kind: NumoKind  #: The kind of meld.
    cards: tuple[NumoCard, ...]  #: Its cards.


@dataclass(frozen=True, slots=True)
class LaidOff:
    """A player lays cards on the meld with the index `place` on the table."""

    player: int  #: Index of the player.
    place: int  #: Index of the meld on the table.
    cards: tuple[NumoCard, ...]  #: The cards that are laid on it.


@dataclass(frozen=True, slots=True)
class NumoDiscarded:
    """A player discards a card, which ends the turn."""

    player: int  #: Index of the player.
    card: NumoCard  #: The card.


Operation = NumoDealt | NumoDrawn | TurnedOver | Melded | LaidOff | NumoDiscarded
