"""What is seen of a table at one moment, in plain numbers: what eyes hand to a game that is watched. Knows no game and no picture."""

from dataclasses import dataclass
from typing import Literal

Zone = Literal["centre", "row", "stock", "won"]
"""The middle; a row before a player (his hand where hands lie open, a take spread out where they are held); the face-down stock at a
side; the face-down cards that a player has won."""


@dataclass(frozen=True, slots=True)
class Place:
    """A part of the table.

    Attributes:
        zone: Which part.
        player: Whose it is, from 0 in the order of play; None for the centre and the stock.
    """

    zone: Zone
    player: int | None = None


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One card, or one pile that lies face down, at one moment.

    Attributes:
        id: The same number as long as it is the same card: pushed, turned, covered and uncovered.
        places: Where it lies, with the chance of each; the chances add up to 1.
        faces: What this look alone says, as the game writes cards (``12g``, ``-2``, ``1/3``), with the chance of each; the rest to 1,
            less `back`, is anything else. Empty where nobody looked anew: what was seen of this `id` before still holds.
        back: The chance that it lies face down, by this look.
        visible: 0..1, the share of it that no card covers. 0 where it is not seen but its place was never seen empty.
        below: The ids of the cards that it lies on.
        x: Of its middle, in card widths to the right of the middle of the table, as the camera sees it.
        y: The same, towards the lower edge of the picture.
        turn: Degrees clockwise, 0 upright for the player at the lower edge.
    """

    id: int
    places: tuple[tuple[Place, float], ...]
    faces: tuple[tuple[str, float], ...] = ()
    back: float = 0.0
    visible: float = 1.0
    below: frozenset[int] = frozenset()
    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0

    @property
    def place(self) -> Place:
        """The likeliest place."""
        return max(self.places, key=lambda each: each[1])[0]


@dataclass(frozen=True, slots=True)
class Sight:
    """The table at one moment.

    Attributes:
        t: Seconds of the film, or since the start.
        cards: All cards that lie on the table as far as is known, also those under a hand. What is not here is gone.
        unclear: Ids of the cards of which nothing can be said now: a hand or something else is over them, or they move.
        busy: Places over which there is a hand or something else, or where something moves. What seems to be missing or new there may
            be different when the hand has left.
    """

    t: float
    cards: tuple[SeenCard, ...]
    unclear: frozenset[int] = frozenset()
    busy: frozenset[Place] = frozenset()
