"""Operations: deal, draw, lay, take, build, discard, challenge, return, pass, find, end, show. A game is the list of its operations."""

from dataclasses import dataclass

from numero_cam.games.numero.rules import Build, Card, cards_of
from numero_cam.games.numero.rules.calculation import Way


@dataclass(frozen=True, slots=True)
class Dealt:
    """The deal at the start of a game."""

    hands: tuple[tuple[Card, ...], ...]  #: The hand of each player; the first player is left of the dealer and has the first turn.
    centre: tuple[Card, ...]  #: Cards turned up.
    stock: tuple[Card, ...]  #: The rest, the top card first.
    #: Whether the order of the stock is known; at a real table it is not, and `stock` says only which cards are in it.
    ordered: bool = True
    #: Number of unseen cards of each hand, `?` in text; empty where all are known. `stock` holds these cards, too.
    unknown: tuple[int, ...] = ()
    unknown_centre: int = 0  #: Number of unseen cards of the centre, as where an arm lies over it.


@dataclass(frozen=True, slots=True)
class Found:
    """The table as it is found in mid-game, where nobody knows all that was played before. Points and winning piles stay as they are."""

    player: int  #: Index of the player whose turn it is.
    centre: tuple[Card | Build, ...]  #: What lies in the centre.
    hands: tuple[tuple[Card, ...], ...]  #: The known cards of each hand.
    unknown: tuple[int, ...]  #: Number of unseen cards of each hand.

    @property
    def seen(self) -> tuple[Card, ...]:
        """All cards that are seen, of hands and centre."""
        return (*(card for hand in self.hands for card in hand), *(card for item in self.centre for card in cards_of(item)))


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw after a turn."""

    player: int  #: Index of the player.
    cards: tuple[Card, ...]  #: The known cards that go to the hand.
    centre: tuple[Card, ...] = ()  #: Cards turned up in the centre in solitaire, which come first from the stock.
    unknown: int = 0  #: Number of further, unseen cards that go to the hand.
    #: Whether the stock is used up with it, though cards are missing from the hand and more were thought to be there.
    last: bool = False


@dataclass(frozen=True, slots=True)
class Laid:
    """A player lays wild cards of the hand on cards of the centre; the turn goes on."""

    player: int  #: Index of the player.
    way: Way  #: The calculation with all these cards.


@dataclass(frozen=True, slots=True)
class Taken:
    """A player takes sets with one number card of the hand."""

    player: int  #: Index of the player.
    card: Card  #: The number card that takes.
    ways: tuple[Way, ...]  #: The calculation of each set.


@dataclass(frozen=True, slots=True)
class Built:
    """A player makes a build with one number card of the hand."""

    player: int  #: Index of the player.
    card: Card  #: The number card of the hand, which is in the build.
    way: Way  #: The calculation of the build, with that card.
    said: bool = True  #: Whether it was said aloud, where that is a rule (article 6.9).


@dataclass(frozen=True, slots=True)
class Discarded:
    """A player discards cards of the hand to the centre: one, or all of a hand of wild cards."""

    player: int  #: Index of the player.
    cards: tuple[Card, ...]  #: The cards, in the order in which they are laid.


@dataclass(frozen=True, slots=True)
class Challenged:
    """A player challenges a build."""

    player: int  #: Index of the challenger.
    build: Build  #: The build.
    shown: bool | None = None  #: Whether the answer was shown; None where the builder's hand, as it is known, decides it.


@dataclass(frozen=True, slots=True)
class Returned:
    """A player takes all wild cards laid in this turn back into the hand; the turn goes on."""

    player: int  #: Index of the player.


@dataclass(frozen=True, slots=True)
class Passed:
    """A player does not use a last chance, or ends a solitaire."""

    player: int  #: Index of the player.


@dataclass(frozen=True, slots=True)
class Ended:
    """The players end a game before all cards are played; what is left counts as at every end."""

    player: int  #: Index of the player whose turn it is.


@dataclass(frozen=True, slots=True)
class HandShown:
    """A player shows cards that were left in the hand at the end of the game, which nobody else had seen."""

    player: int  #: Index of the player.
    cards: tuple[Card, ...]  #: The cards.


Move = Drawn | Laid | Taken | Built | Discarded | Challenged | Returned | Passed | Found | Ended | HandShown  #: An operation of one player.
Operation = Dealt | Move
