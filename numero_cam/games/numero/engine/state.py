"""The state of a game: where every card lies, whose turn it is, and its defects."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Self, TypeVar

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine.options import Options
from numero_cam.games.numero.rules import Build, Card, Defect, Position, Problem, cards_of
from numero_cam.games.numero.rules.position import HAND_SIZE

Item = Card | Build  #: A card or build of the centre.
_T = TypeVar("_T")


class Phase(Enum):
    """The kind of operation that comes next."""

    DEAL = "deal"
    PLAY = "play"
    DRAW = "draw"
    LAST = "last chance"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Seat:
    """The cards and score of one player."""

    hand: tuple[Card, ...] = ()  #: The known cards of the hand.
    won: tuple[Card, ...] = ()  #: The winning pile.
    score: int = 0  #: Points so far, or cards in games by cards.
    unknown: int = 0  #: Number of further cards of the hand, which nobody else has seen.

    @property
    def hand_size(self) -> int:
        """Number of cards in the hand, known and unknown."""
        return len(self.hand) + self.unknown

    @property
    def may_hold_number(self) -> bool:
        """Whether the hand has a number card or may have one."""
        return self.unknown > 0 or any(card.is_number for card in self.hand)


@dataclass(frozen=True, slots=True)
class Claim:
    """A build that may still be challenged."""

    player: int  #: Index of the builder.
    turn: int  #: Number of the turn in which it was made.
    build: Build  #: The build.
    before: tuple[Card | Build, ...]  #: Cards and builds of the centre that went into it.
    card: Card  #: The number card of the hand in it.
    wilds: tuple[Card, ...]  #: The wild cards of the hand in it.
    held: bool | None  #: Whether the builder held the answer then; None where the hand was not known.
    parted: bool = False  #: Whether the builder has played a card of the answer's number since.
    #: Whether the build counts as taken: an equal one was challenged, and fewer lay there than there were claims.
    gone: bool = False

    def last_turn(self, challenger: int, player_count: int) -> int:
        """Return the number of the challenger's second turn after the build; a challenge must come before that turn has begun."""
        return self.turn + (challenger - self.player) % player_count + player_count


@dataclass(frozen=True, slots=True)
class Laying:
    """Wild cards of the hand laid on cards of the centre in this turn."""

    build: Build  #: The build that they make.
    before: tuple[Card | Build, ...]  #: Cards and builds of the centre that they were laid on.
    wilds: tuple[Card, ...]  #: The wild cards of the hand.


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game between two operations."""

    options: Options  #: Options of the game.
    seats: tuple[Seat, ...]  #: The players; the first is left of the dealer.
    centre: tuple[Card | Build, ...] = ()  #: Single cards and builds in the order in which they were laid.
    #: The face-down cards, the top card first if `ordered`; those of hands that nobody has seen are among them.
    stock: tuple[Card, ...] = ()
    ordered: bool = True  #: Whether the order of the stock is known.
    phase: Phase = Phase.DEAL  #: The kind of operation that comes next.
    turn: int = 0  #: Number of the turn, from 1; 0 before the deal.
    player: int = 0  #: Index of the player whose turn it is.
    began: bool = False  #: Whether something was played in this turn.
    layings: tuple[Laying, ...] = ()  #: Wild cards of the hand that were laid in this turn and not used yet.
    claims: tuple[Claim, ...] = ()  #: Builds that may still be challenged.
    last_taker: int | None = None  #: Index of the player who took last; None before the first take.
    chances: tuple[int, ...] = ()  #: Indices of the players who have a last chance after the present player.
    left: tuple[Card, ...] = ()  #: Cards of the centre that went to the last taker at the end.
    unknown_centre: int = 0  #: Number of cards of the centre that nobody has seen; they are among those of `stock`, too.
    lost: int = 0  #: Number of cards of `stock` that nobody knows where they went, since the table was found in mid-game.

    @classmethod
    def start(cls, options: Options) -> "State":
        """Return the state before the deal."""
        return cls(options, tuple(Seat() for _ in range(options.players)))

    @property
    def seat(self) -> Seat:
        """The seat of the player whose turn it is."""
        return self.seats[self.player]

    @property
    def position(self) -> Position:
        """The centre and the hand of the player whose turn it is."""
        return Position(self.centre, self.seat.hand)

    @property
    def laid(self) -> tuple[Build, ...]:
        """The items of the centre on which wild cards were laid in this turn."""
        return tuple(laying.build for laying in self.layings)

    @property
    def unknown(self) -> int:
        """Number of cards in hands that nobody has seen."""
        return sum(seat.unknown for seat in self.seats)

    @property
    def stock_size(self) -> int:
        """Number of cards left to draw."""
        return max(0, len(self.stock) - self.unknown - self.unknown_centre - self.lost)

    @property
    def missing(self) -> int:
        """Number of cards that the player draws after the turn; at most what the stock has."""
        return min(max(HAND_SIZE - self.seat.hand_size, 0), self.stock_size)

    @property
    def missing_in_centre(self) -> int:
        """Number of cards that go from the stock to the centre after a turn of solitaire, before the hand is restored; else 0."""
        if not self.options.is_solitaire:
            return 0
        return min(max(self.options.centre_cards - len(self.centre), 0), self.stock_size)

    def cards(self) -> Iterator[Card]:
        """Yield every card of the game: hands, winning piles, centre and stock."""
        for seat in self.seats:
            yield from seat.hand
            yield from seat.won
        for item in self.centre:
            yield from cards_of(item)
        yield from self.stock

    def with_seat(self, player: int, **changes: Any) -> Self:  # noqa: ANN401 - fields of a seat
        """Return the state with some fields of a player's seat changed."""
        seat = replace(self.seats[player], **changes)
        return replace(self, seats=(*self.seats[:player], seat, *self.seats[player + 1 :]))

    def net_cards(self, player: int) -> int:
        """Return the number of cards won less those in the hand, which counts at the end."""
        return len(self.seats[player].won) - self.seats[player].hand_size

    def winners(self) -> tuple[int, ...]:
        """Return the indices of the leading players by the options; several where they are equal."""

        def points_and_cards(player: int) -> tuple[int, int]:
            """Return score and tie break of a player."""
            cards = self.net_cards(player) if self.options.tie_break == "cards" else 0
            return self.seats[player].score, cards

        best = max(map(points_and_cards, range(len(self.seats))))
        return tuple(player for player in range(len(self.seats)) if points_and_cards(player) == best)

    def problems(self) -> tuple[Problem, ...]:
        """Return the problems that a real game cannot have; no exception, because a camera may deliver such a state."""
        return (*self._card_problems(), *self._hand_problems(), *self._build_problems())

    def _card_problems(self) -> Iterator[Problem]:
        """Yield a problem for each card that is there too often or not in the pack; without a colour only a card's number counts."""
        cards = tuple(self.cards())
        yield from (found for found in Position(cards, ()).problems(self.options.packs) if found.defect is Defect.CARD_TWICE)
        pack = set(self.options.pack())
        faces = {card.face for card in pack}
        strangers = {card for card in set(cards) - pack if card.is_wild or card.colour or card.face not in faces}
        for card in sorted(strangers, key=lambda card: card.sort_key):
            yield Problem(Defect.NOT_IN_PACK, tr("{card} is not in the pack that is played with", card=card))

    def _hand_problems(self) -> Iterator[Problem]:
        """Yield a problem for each hand that is too large; none where wild cards of a caught bluff go back to the hand and enlarge it."""
        for place, seat in enumerate(self.seats, start=1):
            if seat.hand_size > HAND_SIZE and self.options.caught_wilds != "hand":
                yield Problem(
                    Defect.HAND_TOO_LARGE,
                    tr("hand {place} has {seat.hand_size} cards; a hand has at most {hand}", place=place, seat=seat, hand=HAND_SIZE),
                )

    def _build_problems(self) -> Iterator[Problem]:
        """Yield a problem for each impossible build of an earlier turn."""
        builds = tuple(item for item in self.centre if isinstance(item, Build) and item not in self.laid)
        wanted = (Defect.BUILD_VALUE, Defect.BUILD_WITHOUT_NUMBER)
        yield from (found for found in Position(builds, ()).problems() if found.defect in wanted)


def without(items: tuple[_T, ...], used: Iterable[object]) -> tuple[_T, ...]:
    """Return the items without those used, each removed once."""
    kept = list(items)
    for item in used:
        if item in kept:
            kept.remove(item)
    return tuple(kept)
