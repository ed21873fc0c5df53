"""A game as its log of operations: every play with its check, undo, redo, and the score sheet."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from numero_cam.games.numero.engine.apply import apply
from numero_cam.games.numero.engine.operations import Built, Challenged, Dealt, Discarded, Drawn, Laid, Operation, Passed, Returned, Taken
from numero_cam.games.numero.engine.options import HAND, Options, OptionsError
from numero_cam.games.numero.engine.points import Entry, entries
from numero_cam.games.numero.engine.state import Phase, State
from numero_cam.games.numero.engine.verify import verify
from numero_cam.games.numero.rules import Build, Card, parse_build, parse_card, parse_cards
from numero_cam.games.numero.rules.articles import Rule, RuleBreakError, require
from numero_cam.games.numero.rules.calculation import Acted, Lone, Total, Way, parse_way
from numero_cam.games.shared import names as players_names
from numero_cam.games.shared.log import Log

_Op = TypeVar("_Op", bound=Operation)

Ways = str | Way | Sequence[Way]
Cards = str | Sequence[Card]


class Game:
    """A game of Numero. The operations are the game; the states follow from them.

    Every play has three methods: `verify_x` raises the rule that it breaks, `can_x` says whether it may be made, and
    `x` makes it and returns its operation. Cards and ways may be given as text.

    Args:
        options: What is played.
        names: The players; the first is left of the dealer and has the first turn.

    Raises:
        OptionsError: If the names do not fit.
    """

    def __init__(self, options: Options | None = None, names: Sequence[str] = ()) -> None:
        self.options = options or Options()
        self.names = tuple(names) or tuple(f"Player {place}" for place in range(1, self.options.players + 1))
        if len(self.names) != self.options.players:
            message = f"{len(self.names)} names are given for {self.options.players} players"
            raise OptionsError(message, "players")
        check_names(self.names)
        self._log: Log[State, Operation] = Log(State.start(self.options), verify, apply)

    def __eq__(self, other: object) -> bool:
        """Games are equal whose players, options and operations are."""
        if not isinstance(other, Game):
            return NotImplemented
        return (self.names, self.options, self.operations) == (other.names, other.options, other.operations)

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        """Return the game for people, in a line: `Anna 5, Ben 0 (cards), turn 3: Ben plays`."""
        scores = ", ".join(f"{name} {seat.score}" for name, seat in zip(self.names, self.state.seats, strict=True))
        comes = {Phase.DEAL: "before the deal", Phase.OVER: "over"}.get(self.state.phase, f"turn {self.state.turn}: {self.player} plays")
        return f"{scores} ({self.options.by}), {comes}"

    def __repr__(self) -> str:
        """Return players and number of operations."""
        return f"<Game {', '.join(self.names)}: {len(self.operations)} operations>"

    @property
    def state(self) -> State:
        """The state now."""
        return self._log.state

    @property
    def states(self) -> tuple[State, ...]:
        """All states: the one before the deal, then the one after each operation."""
        return self._log.states

    @property
    def operations(self) -> tuple[Operation, ...]:
        """What happened, in order."""
        return self._log.operations

    @property
    def player(self) -> str:
        """Whose turn it is."""
        return self.names[self.state.player]

    def verify(self, operation: Operation) -> None:
        """Check an operation.

        Raises:
            RuleBreakError: With the rule that it breaks.
        """
        verify(self.state, operation)

    def can(self, operation: Operation) -> bool:
        """Return whether an operation may be done now."""
        return _may(partial(self.verify, operation))

    def do(self, operation: Operation) -> None:
        """Check an operation and do it; what was undone is forgotten.

        Raises:
            RuleBreakError: With the rule that it breaks; then nothing is done.
        """
        self._log.do(operation)

    def undo(self) -> Operation | None:
        """Take back the last operation and return it; `None` where there is none."""
        return self._log.undo()

    def redo(self) -> Operation | None:
        """Do again what was undone last and return it; `None` where there is nothing."""
        return self._log.redo()

    def copy(self) -> "Game":
        """Return a game of its own that stands where this one stands; what was undone is not in it."""
        again = Game(self.options, self.names)
        again._log = self._log.copy()
        return again

    def replayed(self, count: int | None = None) -> "Game":
        """Return a new game of the first operations, all of them by default."""
        again = Game(self.options, self.names)
        for operation in self.operations[:count]:
            again.do(operation)
        return again

    def sheet(self) -> tuple[Entry, ...]:
        """Return the score sheet, worked out from the log."""
        steps = zip(self.states, self.operations, self.states[1:], strict=False)
        return tuple(entry for before, operation, after in steps for entry in entries(before, operation, after))

    def deal_of(self, cards: Cards, *, ordered: bool = True) -> Dealt:
        """Return the deal of cards in their order: in turn to the players, then the centre; in solitaire the centre first."""
        order = _cards(cards)
        players, centre = self.options.players, self.options.centre_cards
        needed = HAND * players + centre
        require(len(order) >= needed, Rule.DEAL, f"{len(order)} cards are too few to deal; {needed} are needed")
        first = order[:centre] if self.options.is_solitaire else order[HAND * players : needed]
        dealt = order[centre:needed] if self.options.is_solitaire else order[: HAND * players]
        return Dealt(tuple(dealt[place::players] for place in range(players)), first, order[needed:], ordered)

    def verify_deal(self, cards: Cards) -> None:
        """Check a deal of these cards, the top card first."""
        self.verify(self.deal_of(cards))

    def can_deal(self, cards: Cards) -> bool:
        """Return whether these cards can be dealt."""
        return _may(partial(self.verify_deal, cards))

    def deal(self, cards: Cards | None = None, *, seed: int | str = 0) -> Dealt:
        """Deal these cards, the top card first, or the pack as the seed shuffles it."""
        deal = self.deal_of(self.options.shuffled(seed) if cards is None else cards)
        self.do(deal)
        return deal

    def _draw(self, cards: Cards | None) -> Drawn:
        state = self.state
        centre = state.missing_in_centre
        if cards is None:
            require(state.ordered, Rule.REFILL, "nobody knows the order of this stock; say which cards are drawn")
        drawn = state.stock[: centre + min(state.missing, state.stock_size - centre)] if cards is None else _cards(cards)
        return Drawn(state.player, drawn[centre:], drawn[:centre])

    def verify_draw(self, cards: Cards | None = None) -> None:
        """Check cards drawn: in solitaire those for the centre first, by default the next ones of a stock in known order."""
        self.verify(self._draw(cards))

    def can_draw(self, cards: Cards | None = None) -> bool:
        """Return whether cards may be drawn now."""
        return _may(partial(self.verify_draw, cards))

    def draw(self, cards: Cards | None = None) -> Drawn:
        """Restore the hand, in solitaire the centre too."""
        return self._done(self._draw(cards))

    def verify_lay(self, way: str | Way) -> None:
        """Check wild cards of the hand laid on cards of the centre."""
        self.verify(Laid(self.state.player, self.way_of(way)))

    def can_lay(self, way: str | Way) -> bool:
        """Return whether wild cards may be laid so."""
        return _may(partial(self.verify_lay, way))

    def lay(self, way: str | Way) -> Laid:
        """Lay wild cards of the hand on cards of the centre."""
        return self._done(Laid(self.state.player, self.way_of(way)))

    def _take(self, card: str | Card, ways: Ways) -> Taken:
        return Taken(self.state.player, _card(card), self._ways(ways))

    def verify_take(self, card: str | Card, ways: Ways) -> None:
        """Check a take with a card; the sets of a text are parted by semicolons."""
        self.verify(self._take(card, ways))

    def can_take(self, card: str | Card, ways: Ways) -> bool:
        """Return whether this can be taken."""
        return _may(partial(self.verify_take, card, ways))

    def take(self, card: str | Card, ways: Ways) -> Taken:
        """Take."""
        return self._done(self._take(card, ways))

    def _build(self, card: str | Card, way: str | Way, *, said: bool) -> Built:
        return Built(self.state.player, _card(card), self.way_of(way), said)

    def verify_build(self, card: str | Card, way: str | Way, *, said: bool = True) -> None:
        """Check a build with this number card of the hand in it; `said`: aloud (article 6.9)."""
        self.verify(self._build(card, way, said=said))

    def can_build(self, card: str | Card, way: str | Way, *, said: bool = True) -> bool:
        """Return whether this can be built."""
        return _may(partial(self.verify_build, card, way, said=said))

    def build(self, card: str | Card, way: str | Way, *, said: bool = True) -> Built:
        """Build."""
        return self._done(self._build(card, way, said=said))

    def verify_discard(self, cards: Cards) -> None:
        """Check a discard: one card, or all of a hand of wild cards."""
        self.verify(Discarded(self.state.player, _cards(cards)))

    def can_discard(self, cards: Cards) -> bool:
        """Return whether these may be discarded."""
        return _may(partial(self.verify_discard, cards))

    def discard(self, cards: Cards) -> Discarded:
        """Discard."""
        return self._done(Discarded(self.state.player, _cards(cards)))

    def verify_challenge(self, player: int, build: str | Build) -> None:
        """Check a challenge of this build by this player, counted from 0."""
        self.verify(Challenged(player, self.build_of(build)))

    def can_challenge(self, player: int, build: str | Build) -> bool:
        """Return whether this player may challenge this build."""
        return _may(partial(self.verify_challenge, player, build))

    def challenge(self, player: int, build: str | Build) -> Challenged:
        """Challenge a build."""
        return self._done(Challenged(player, self.build_of(build)))

    def verify_return(self) -> None:
        """Check that wild cards laid in this turn can be taken back."""
        self.verify(Returned(self.state.player))

    def can_return(self) -> bool:
        """Return whether wild cards were laid that can be taken back."""
        return _may(self.verify_return)

    def return_laid(self) -> Returned:
        """Take all wild cards laid in this turn back into the hand."""
        return self._done(Returned(self.state.player))

    def verify_pass(self) -> None:
        """Check that a last chance can be left unused, or a solitaire ended."""
        self.verify(Passed(self.state.player))

    def can_pass(self) -> bool:
        """Return whether the player may pass."""
        return _may(self.verify_pass)

    def pass_turn(self) -> Passed:
        """Leave a last chance unused; end a solitaire."""
        return self._done(Passed(self.state.player))

    def _done(self, operation: _Op) -> _Op:
        self.do(operation)
        return operation

    def way_of(self, way: str | Way) -> Way:
        """Return a way from its text; a build of the centre may be written without its value.

        Raises:
            WayError: If the text is none.
        """
        return parse_way(way, self.state.centre) if isinstance(way, str) else way

    def _ways(self, ways: Ways) -> tuple[Way, ...]:
        if isinstance(ways, str):
            return tuple(self.way_of(text) for text in ways.split(";"))
        return (ways,) if isinstance(ways, Lone | Acted | Total) else tuple(ways)

    def build_of(self, build: str | Build) -> Build:
        """Return the build of these cards that lies there, so that its value need not be written."""
        asked = parse_build(build) if isinstance(build, str) else build
        if asked.stated is not None:
            return asked
        known = [*self.state.centre, *(claim.build for claim in self.state.claims)]
        return next((item for item in known if isinstance(item, Build) and item.cards == asked.cards), asked)


def check_names(names: Sequence[str]) -> None:
    """Refuse names that the text form could not tell apart.

    Raises:
        OptionsError: At the first such name.
    """
    if message := players_names.why_not(names):
        raise OptionsError(message, "players")


def _card(card: str | Card) -> Card:
    return parse_card(card) if isinstance(card, str) else card


def _cards(cards: Cards) -> tuple[Card, ...]:
    return parse_cards(cards) if isinstance(cards, str) else tuple(cards)


def _may(check: Callable[[], None]) -> bool:
    try:
        check()
    except RuleBreakError:
        return False
    return True
