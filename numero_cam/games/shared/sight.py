"""What is seen of a table at one moment, as plain numbers: the interface between vision and a watched game. Knows no game or picture."""

from dataclasses import dataclass
from typing import Literal

#: `centre`: the middle of the table; `row`: before a player, for an open hand or, with hidden hands, a shown take or the hand shown at the
#: end; `stock`: the face-down stock; `won`: the face-down winning pile of a player.
Zone = Literal["centre", "row", "stock", "won"]


@dataclass(frozen=True, slots=True)
class TablePlace:
    """A zone of the table, and whose it is."""

    zone: Zone  #: The kind of zone.
    player: int | None = None  #: Index of its player in the order of play; None for the centre and the stock.


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One card, or one face-down pile, at one moment."""

    id: int  #: Track id, which stays while the card is pushed, turned, covered and uncovered.
    places: tuple[tuple[TablePlace, float], ...]  #: Places at which it may lie, with probabilities that add up to 1.
    #: Labels (``12g``, ``-2``, ``1/3``) with their probabilities by this look alone; the rest to 1, less `back`, is any other face. Empty
    #: where the face was not read anew; then earlier looks at this `id` hold.
    faces: tuple[tuple[str, float], ...] = ()
    back: float = 0.0  #: Probability, by this look, that it lies face down.
    visible: float = 1.0  #: Share of it that no card covers, 0..1. 0 where it is not seen but its place was never seen empty.
    below: frozenset[int] = frozenset()  #: Ids of the cards that it lies on.
    x: float = 0.0  #: Position of its centre in card widths, to the right of the middle of the table in the picture.
    y: float = 0.0  #: Position of its centre in card widths, towards the lower edge of the picture.
    turn: float = 0.0  #: Rotation in degrees, clockwise; 0 is upright for the player at the lower edge.

    @property
    def place(self) -> TablePlace:
        """The most probable place."""
        return max(self.places, key=lambda each: each[1])[0]


@dataclass(frozen=True, slots=True)
class Sight:
    """The table at one moment."""

    t: float  #: Seconds since the start of the film or of watching.
    cards: tuple[SeenCard, ...]  #: All cards that lie on the table as far as is known, with those under a hand. Other cards are gone.
    unclear: frozenset[int] = frozenset()  #: Ids of the cards that move, or that a hand or something else covers.
    #: Places where something moves, or that a hand or something else covers. What is missing or new there may be wrong until the hand has
    #: left.
    busy: frozenset[TablePlace] = frozenset()
