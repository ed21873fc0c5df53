"""A game of NUMO as a log of operations, with a check for each play, undo, redo, and the score sheet."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from numero_cam.catalogue import tr
from numero_cam.games.shared.game import LoggedGame
from numero_cam.games.shared.names import player_names
from numero_cam.numo.rules.apply import apply
from numero_cam.numo.rules.cards import NumoCard
from numero_cam.numo.rules.kinds import NumoKind
from numero_cam.numo.rules.notation import parse_cards
from numero_cam.numo.rules.operations import LaidOff, Melded, NumoDealt, NumoDiscarded, NumoDrawn, Operation, TurnedOver
from numero_cam.numo.rules.options import NumoOptions, NumoOptionsError
from numero_cam.numo.rules.rulebook import verify
from numero_cam.numo.rules.state import NumoPhase, NumoState

Cards = str | Sequence[NumoCard]  #: Cards, or their text.
_Op = TypeVar("_Op", bound=Operation)


@dataclass(frozen=True, slots=True)
class NumoScoreEntry:
    """A line of the score sheet: the points of a player in a hand."""

    hand: int  #: Number of the hand, from 1.
    player: int  #: Index of the player.
    points: int  #: Points of the player in this hand.
    out: bool  #: Whether the player went out.


def entries(before: NumoState, _operation: Operation, after: NumoState) -> tuple[NumoScoreEntry, ...]:
    """Return the score sheet lines of an operation: one for each player if it ends a hand, else none."""
    if not before.turn or after.phase not in (NumoPhase.DEAL, NumoPhase.OVER):
        return ()
    scores = zip(before.scores, after.scores, after.hands, strict=True)
    return tuple(NumoScoreEntry(after.hand, player, new - old, not hand) for player, (old, new, hand) in enumerate(scores))


class NumoGame(LoggedGame[NumoState, Operation, NumoScoreEntry]):
    """A game of NUMO, which is the list of its operations; the states follow from them.

    Every play has three methods: `verify_x` raises a `BrokenRuleError` if it breaks a rule, `can_x` returns whether it breaks none, and
    `x` makes it and returns its operation. Cards may be given as text, a kind of meld as the value of its `NumoKind`, such as `+`.

    Args:
        options: Options of the game.
        names: Names of the players in clockwise order.
    """

    def __init__(self, options: NumoOptions | None = None, names: Sequence[str] = ()) -> None:
        self.options = options or NumoOptions()
        super().__init__(_names(self.options.players, names), NumoState.start(self.options), verify, apply, entries)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.state.phase is NumoPhase.OVER

    def deal(self, cards: Cards | None = None, *, seed: str = "0", dealer: int | None = None, control: str | None = None) -> NumoDealt:
        """Deal a hand.

        Args:
            cards: All cards in the order of the deal; by default the pack shuffled with the seed for this hand.
            seed: Seed of the shuffle and of the control card.
            dealer: Index of the dealer; by default the player after the last dealer.
            control: The control card of this hand; by default drawn with the seed if the options say that one is drawn.
        """
        who = dealer if dealer is not None else (self.state.dealer + 1) % self.options.players
        named = f"{seed} {self.state.hand + 1}"
        drawn = self.options.drawn_control(named) if control is None else control
        return self._done(NumoDealt(who, self.options.shuffled(named) if cards is None else _cards(cards), drawn))

    def draw(self, *, discard: bool = False) -> NumoDrawn:
        """Draw the top card of the stock, or with `discard` of the discard pile."""
        source = self.state.pile[-1:] if discard else self.state.stock[:1]
        # With an empty source any card will do: the check then names the broken rule.
        return self._done(NumoDrawn(self.state.player, source[0] if source else self.options.pack[0], discard))

    def turn_over(self) -> TurnedOver:
        """Turn the discard pile over as the new stock."""
        return self._done(TurnedOver(self.state.player))

    def meld(self, kind: NumoKind | str, cards: Cards) -> Melded:
        """Meld these cards as this kind."""
        return self._done(Melded(self.state.player, NumoKind(kind), tuple(sorted(_cards(cards)))))

    def lay(self, place: int, cards: Cards) -> LaidOff:
        """Lay these cards on the meld with the index `place` on the table."""
        return self._done(LaidOff(self.state.player, place, tuple(sorted(_cards(cards)))))

    def discard(self, card: NumoCard | str) -> NumoDiscarded:
        """Discard this card, which ends the turn."""
        return self._done(NumoDiscarded(self.state.player, parse_cards(card)[0] if isinstance(card, str) else card))

    def _done(self, operation: _Op) -> _Op:
        """Check and do an operation, and return it."""
        self.do(operation)
        return operation


def _names(player_count: int, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the players, which must differ in more than case; by default `Player 1` and so on."""
    try:
        known = player_names(player_count, names)
    except ValueError as error:
        raise NumoOptionsError(str(error), "players") from error
    for name in known:
        if sum(other.casefold() == name.casefold() for other in known) > 1:
            raise NumoOptionsError(tr('two players are called "{name}"', name=name), "players")
    return known


def _cards(cards: Cards) -> tuple[NumoCard, ...]:
    """Return cards, which may be given as text."""
    return parse_cards(cards) if isinstance(cards, str) else tuple(cards)
