"""Operations: what happened in a game. They are the game; everything else follows from them."""

from dataclasses import dataclass

from numero_cam.games.numero.rules import Build, Card
from numero_cam.games.numero.rules.calculation import Way


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards at the start.

    Attributes:
        hands: One for each player; the first is left of the dealer and has the first turn.
        centre: Cards turned up.
        stock: The rest, the top card first.
        ordered: Whether the order of the stock is known; at a real table it is not, and `stock` says only which cards are in it.
        unknown: How many cards of each hand nobody has seen, `?` in text; empty where all are known. `stock` holds these cards too.
    """

    hands: tuple[tuple[Card, ...], ...]
    centre: tuple[Card, ...]
    stock: tuple[Card, ...]
    ordered: bool = True
    unknown: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """Cards drawn after a turn; `centre` in solitaire only, `unknown`: how many more go into a hand that nobody else sees."""

    player: int
    cards: tuple[Card, ...]
    centre: tuple[Card, ...] = ()
    unknown: int = 0


@dataclass(frozen=True, slots=True)
class Laid:
    """Wild cards of the hand laid on cards of the centre; the turn goes on."""

    player: int
    way: Way


@dataclass(frozen=True, slots=True)
class Taken:
    """A take: sets made in these ways, all with one number card of the hand."""

    player: int
    card: Card
    ways: tuple[Way, ...]


@dataclass(frozen=True, slots=True)
class Built:
    """A build made in this way, with one number card of the hand in it; `said`: aloud, where that is a rule (article 6.9)."""

    player: int
    card: Card
    way: Way
    said: bool = True


@dataclass(frozen=True, slots=True)
class Discarded:
    """Cards of the hand laid apart in the centre: one, or all of a hand of wild cards."""

    player: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Challenged:
    """A player asks the builder of this build to show the answer; `shown`: whether he did, where the hand is not known."""

    player: int
    build: Build
    shown: bool | None = None


@dataclass(frozen=True, slots=True)
class Returned:
    """All wild cards laid in this turn go back to the hand; the turn goes on."""

    player: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A last chance is not used; in solitaire: the end."""

    player: int


Operation = Dealt | Drawn | Laid | Taken | Built | Discarded | Challenged | Returned | Passed
