"""A game of NUMO as its log: every play with its check, undo, redo, and the score sheet."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from numero_cam.games.numo.apply import apply
from numero_cam.games.numo.asked import OptionsError
from numero_cam.games.numo.cards import Card
from numero_cam.games.numo.kinds import Kind
from numero_cam.games.numo.notation import parse_cards
from numero_cam.games.numo.operations import Dealt, Discarded, Drawn, LaidOff, Melded, Operation, TurnedOver
from numero_cam.games.numo.options import Options
from numero_cam.games.numo.rulebook import verify
from numero_cam.games.numo.state import Phase, State
from numero_cam.games.shared.breaks import BrokenRuleError
from numero_cam.games.shared.log import Log
from numero_cam.games.shared.names import why_not

Cards = str | Sequence[Card]
_Op = TypeVar("_Op", bound=Operation)


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the score sheet: what a player scored in a hand.

    Attributes:
        hand: Number of the hand, from 1.
        player: From 0.
        points: What he scored.
        out: Whether he went out.
    """

    hand: int
    player: int
    points: int
    out: bool


class Game:
    """A game of NUMO. The operations are the game; the states follow from them.

    Every play has three methods: `verify_x` raises the rule that it breaks, `can_x` says whether it may be made, and `x` makes
    it. Cards may be given as text.

    Args:
        options: What is played.
        names: The players in clockwise order.

    Raises:
        OptionsError: If the names do not fit.
    """

    def __init__(self, options: Options | None = None, names: Sequence[str] = ()) -> None:
        self.options = options or Options()
        self.names = tuple(names) or tuple(f"Player {place}" for place in range(1, self.options.players + 1))
        check_names(self.names, self.options.players)
        self._log: Log[State, Operation] = Log(State.start(self.options), verify, apply)

    def __eq__(self, other: object) -> bool:
        """Games are equal whose players, options and operations are."""
        if not isinstance(other, Game):
            return NotImplemented
        return (self.names, self.options, self.operations) == (other.names, other.options, other.operations)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Return players and number of operations."""
        return f"<NUMO {', '.join(self.names)}: {len(self.operations)} operations>"

    @property
    def state(self) -> State:
        """The state now."""
        return self._log.state

    @property
    def states(self) -> tuple[State, ...]:
        """All states: the one before the first deal, then the one after each operation."""
        return self._log.states

    @property
    def operations(self) -> tuple[Operation, ...]:
        """What happened, in order."""
        return self._log.operations

    @property
    def player(self) -> str:
        """Whose turn it is."""
        return self.names[self.state.player]

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.state.phase is Phase.OVER

    def verify(self, operation: Operation) -> None:
        """Check an operation.

        Raises:
            BrokenRuleError: With the rule that it breaks.
        """
        verify(self.state, operation)

    def do(self, operation: Operation) -> None:
        """Check an operation and do it; what was undone is forgotten.

        Raises:
            BrokenRuleError: With the rule that it breaks; then nothing is done.
        """
        self._log.do(operation)

    def undo(self) -> Operation | None:
        """Take back the last operation and return it; `None` where there is none."""
        return self._log.undo()

    def redo(self) -> Operation | None:
        """Do again what was undone last and return it; `None` where there is nothing."""
        return self._log.redo()

    def replayed(self, count: int | None = None) -> "Game":
        """Return a new game of the first operations, all of them by default."""
        again = Game(self.options, self.names)
        for operation in self.operations[:count]:
            again.do(operation)
        return again

    def sheet(self) -> tuple[Entry, ...]:
        """Return the score sheet, worked out from the log: of each hand that ended one line for each player."""
        found = []
        for before, after in zip(self.states, self.states[1:], strict=False):
            if before.turn and after.phase in (Phase.DEAL, Phase.OVER):
                for player, (old, new) in enumerate(zip(before.scores, after.scores, strict=True)):
                    found.append(Entry(after.hand, player, new - old, not after.hands[player]))
        return tuple(found)

    def _deal(self, cards: Cards | None, seed: str, dealer: int | None) -> Dealt:
        state = self.state
        who = dealer if dealer is not None else (state.dealer + 1) % self.options.players
        return Dealt(who, self.options.shuffled(f"{seed} {state.hand + 1}") if cards is None else _cards(cards))

    def verify_deal(self, cards: Cards | None = None, *, seed: str = "0", dealer: int | None = None) -> None:
        """Check a deal of these cards in their order, or as the seed shuffles them for this hand."""
        self.verify(self._deal(cards, seed, dealer))

    def can_deal(self, cards: Cards | None = None, *, seed: str = "0", dealer: int | None = None) -> bool:
        """Return whether these cards can be dealt."""
        return _may(partial(self.verify_deal, cards, seed=seed, dealer=dealer))

    def deal(self, cards: Cards | None = None, *, seed: str = "0", dealer: int | None = None) -> Dealt:
        """Deal a hand."""
        return self._done(self._deal(cards, seed, dealer))

    def _draw(self, *, discard: bool) -> Drawn:
        source = self.state.pile[-1:] if discard else self.state.stock[:1]
        # Where there is no card any card shows which rule is broken.
        return Drawn(self.state.player, source[0] if source else self.options.pack[0], discard)

    def verify_draw(self, *, discard: bool = False) -> None:
        """Check drawing from the stock, or from the discard pile."""
        self.verify(self._draw(discard=discard))

    def can_draw(self, *, discard: bool = False) -> bool:
        """Return whether a card may be drawn there."""
        return _may(partial(self.verify_draw, discard=discard))

    def draw(self, *, discard: bool = False) -> Drawn:
        """Draw a card."""
        return self._done(self._draw(discard=discard))

    def verify_turn_over(self) -> None:
        """Check turning the discard pile over."""
        self.verify(TurnedOver(self.state.player))

    def can_turn_over(self) -> bool:
        """Return whether the discard pile may be turned over."""
        return _may(self.verify_turn_over)

    def turn_over(self) -> TurnedOver:
        """Turn the discard pile over."""
        return self._done(TurnedOver(self.state.player))

    def _meld(self, kind: Kind | str, cards: Cards) -> Melded:
        return Melded(self.state.player, Kind(kind), tuple(sorted(_cards(cards))))

    def verify_meld(self, kind: Kind | str, cards: Cards) -> None:
        """Check a meld of this kind."""
        self.verify(self._meld(kind, cards))

    def can_meld(self, kind: Kind | str, cards: Cards) -> bool:
        """Return whether these cards may be melded so."""
        return _may(partial(self.verify_meld, kind, cards))

    def meld(self, kind: Kind | str, cards: Cards) -> Melded:
        """Meld cards."""
        return self._done(self._meld(kind, cards))

    def _lay(self, place: int, cards: Cards) -> LaidOff:
        return LaidOff(self.state.player, place, tuple(sorted(_cards(cards))))

    def verify_lay(self, place: int, cards: Cards) -> None:
        """Check cards laid on the meld with this place, from 0."""
        self.verify(self._lay(place, cards))

    def can_lay(self, place: int, cards: Cards) -> bool:
        """Return whether these cards may be laid there."""
        return _may(partial(self.verify_lay, place, cards))

    def lay(self, place: int, cards: Cards) -> LaidOff:
        """Lay cards off."""
        return self._done(self._lay(place, cards))

    def _discard(self, card: Card | str) -> Discarded:
        return Discarded(self.state.player, parse_cards(card)[0] if isinstance(card, str) else card)

    def verify_discard(self, card: Card | str) -> None:
        """Check a discard."""
        self.verify(self._discard(card))

    def can_discard(self, card: Card | str) -> bool:
        """Return whether this card may be discarded."""
        return _may(partial(self.verify_discard, card))

    def discard(self, card: Card | str) -> Discarded:
        """Discard a card and end the turn."""
        return self._done(self._discard(card))

    def _done(self, operation: _Op) -> _Op:
        self.do(operation)
        return operation


def check_names(names: Sequence[str], players: int) -> None:
    """Refuse names that the text form could not tell apart, or as many as nobody plays with.

    Raises:
        OptionsError: At the first such name.
    """
    if len(names) != players:
        message = f"{len(names)} names are given for {players} players"
        raise OptionsError(message, "players")
    if reason := why_not(names):
        raise OptionsError(reason, "players")
    for name in names:
        if sum(other.casefold() == name.casefold() for other in names) > 1:
            message = f'two players are called "{name}"'
            raise OptionsError(message, "players")


def _cards(cards: Cards) -> tuple[Card, ...]:
    return parse_cards(cards) if isinstance(cards, str) else tuple(cards)


def _may(check: Callable[[], None]) -> bool:
    try:
        check()
    except BrokenRuleError:
        return False
    return True
