"""A game of NUMO as a log of operations, with a check for each play, undo, redo, and the score sheet."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from numero_cam.catalogue import tr
from numero_cam.games.shared.game import LoggedGame, can_method
from numero_cam.games.shared.names import player_names
from numero_cam.numo.rules.apply import apply
from numero_cam.numo.rules.cards import Card
from numero_cam.numo.rules.kinds import Kind
from numero_cam.numo.rules.notation import parse_cards
from numero_cam.numo.rules.open_rules import OptionsError
from numero_cam.numo.rules.operations import Dealt, Discarded, Drawn, LaidOff, Melded, Operation, TurnedOver
from numero_cam.numo.rules.options import Options
from numero_cam.numo.rules.rulebook import verify
from numero_cam.numo.rules.state import Phase, State

Cards = str | Sequence[Card]
_Op = TypeVar("_Op", bound=Operation)


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the score sheet: the points of a player in a hand.

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


def entries(before: State, _operation: Operation, after: State) -> tuple[Entry, ...]:
    """Return the score sheet lines of an operation: one for each player if it ends a hand, else none."""
    if not before.turn or after.phase not in (Phase.DEAL, Phase.OVER):
        return ()
    scores = zip(before.scores, after.scores, after.hands, strict=True)
    return tuple(Entry(after.hand, player, new - old, not hand) for player, (old, new, hand) in enumerate(scores))


class Game(LoggedGame[State, Operation, Entry]):
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
        super().__init__(_names(self.options.players, names), State.start(self.options), verify, apply, entries)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.state.phase is Phase.OVER

    def _deal(self, cards: Cards | None, seed: str, dealer: int | None, control: str | None = None) -> Dealt:
        state = self.state
        who = dealer if dealer is not None else (state.dealer + 1) % self.options.players
        named = f"{seed} {state.hand + 1}"
        drawn = self.options.drawn_control(named) if control is None else control
        return Dealt(who, self.options.shuffled(named) if cards is None else _cards(cards), drawn)

    def verify_deal(self, cards: Cards | None = None, *, seed: str = "0", dealer: int | None = None, control: str | None = None) -> None:
        """Check a deal of these cards in their order, or as the seed shuffles them for this hand; it draws the control card too."""
        self.verify(self._deal(cards, seed, dealer, control))

    can_deal = can_method(verify_deal)
    """Return whether these cards can be dealt."""

    def deal(self, cards: Cards | None = None, *, seed: str = "0", dealer: int | None = None, control: str | None = None) -> Dealt:
        """Deal a hand."""
        return self._done(self._deal(cards, seed, dealer, control))

    def _draw(self, *, discard: bool) -> Drawn:
        source = self.state.pile[-1:] if discard else self.state.stock[:1]
        # Where there is no card any card shows which rule is broken.
        return Drawn(self.state.player, source[0] if source else self.options.pack[0], discard)

    def verify_draw(self, *, discard: bool = False) -> None:
        """Check drawing from the stock, or from the discard pile."""
        self.verify(self._draw(discard=discard))

    can_draw = can_method(verify_draw)
    """Return whether a card may be drawn there."""

    def draw(self, *, discard: bool = False) -> Drawn:
        """Draw a card."""
        return self._done(self._draw(discard=discard))

    def verify_turn_over(self) -> None:
        """Check turning the discard pile over."""
        self.verify(TurnedOver(self.state.player))

    can_turn_over = can_method(verify_turn_over)
    """Return whether the discard pile may be turned over."""

    def turn_over(self) -> TurnedOver:
        """Turn the discard pile over."""
        return self._done(TurnedOver(self.state.player))

    def _meld(self, kind: Kind | str, cards: Cards) -> Melded:
        return Melded(self.state.player, Kind(kind), tuple(sorted(_cards(cards))))

    def verify_meld(self, kind: Kind | str, cards: Cards) -> None:
        """Check a meld of this kind."""
        self.verify(self._meld(kind, cards))

    can_meld = can_method(verify_meld)
    """Return whether these cards may be melded so."""

    def meld(self, kind: Kind | str, cards: Cards) -> Melded:
        """Meld cards."""
        return self._done(self._meld(kind, cards))

    def _lay(self, place: int, cards: Cards) -> LaidOff:
        return LaidOff(self.state.player, place, tuple(sorted(_cards(cards))))

    def verify_lay(self, place: int, cards: Cards) -> None:
        """Check cards laid on the meld with this place, from 0."""
        self.verify(self._lay(place, cards))

    can_lay = can_method(verify_lay)
    """Return whether these cards may be laid there."""

    def lay(self, place: int, cards: Cards) -> LaidOff:
        """Lay cards off."""
        return self._done(self._lay(place, cards))

    def _discard(self, card: Card | str) -> Discarded:
        return Discarded(self.state.player, parse_cards(card)[0] if isinstance(card, str) else card)

    def verify_discard(self, card: Card | str) -> None:
        """Check a discard."""
        self.verify(self._discard(card))

    can_discard = can_method(verify_discard)
    """Return whether this card may be discarded."""

    def discard(self, card: Card | str) -> Discarded:
        """Discard a card and end the turn."""
        return self._done(self._discard(card))

    def _done(self, operation: _Op) -> _Op:
        self.do(operation)
        return operation


def _names(players: int, names: Sequence[str]) -> tuple[str, ...]:
    try:
        known = player_names(players, names)
    except ValueError as error:
        raise OptionsError(str(error), "players") from error
    for name in known:
        if sum(other.casefold() == name.casefold() for other in known) > 1:
            message = tr('two players are called "{name}"', name=name)
            raise OptionsError(message, "players")
    return known


def _cards(cards: Cards) -> tuple[Card, ...]:
    return parse_cards(cards) if isinstance(cards, str) else tuple(cards)
