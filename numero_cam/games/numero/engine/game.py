"""A game of NUMERO as a log of operations, with a method for every play and for its check."""

from collections.abc import Sequence
from typing import TypeVar

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine.apply import apply
from numero_cam.games.numero.engine.operations import (
    Built,
    Challenged,
    Dealt,
    Discarded,
    Drawn,
    HandShown,
    Laid,
    Operation,
    Passed,
    Returned,
    Taken,
)
from numero_cam.games.numero.engine.options import Options, OptionsError
from numero_cam.games.numero.engine.points import ScoreEntry, entries
from numero_cam.games.numero.engine.state import Phase, State
from numero_cam.games.numero.engine.verify import verify
from numero_cam.games.numero.rules import Build, Card, parse_build, parse_card, parse_cards
from numero_cam.games.numero.rules.articles import Rule, require
from numero_cam.games.numero.rules.calculation import Acted, Lone, Total, Way, parse_way
from numero_cam.games.numero.rules.position import HAND_SIZE
from numero_cam.games.shared.game import LoggedGame
from numero_cam.games.shared.line import Line
from numero_cam.games.shared.names import name_problem, player_names

_Op = TypeVar("_Op", bound=Operation)

NumeroLine = Line[State, Operation]  #: A game of NUMERO up to one of its operations.
Ways = str | Way | Sequence[Way]  #: The sets of a take: a text in which semicolons separate them, one way, or several ways.
Cards = str | Sequence[Card]  #: Cards, or their text.


class Game(LoggedGame[State, Operation, ScoreEntry]):
    """A game of NUMERO, which is the list of its operations; the states follow from them.

    Every play has three methods: `verify_x` raises a `RuleBreakError` if it breaks a rule, `can_x` returns whether it breaks none,
    and `x` makes it and returns its operation. Cards and ways may be given as text.

    Args:
        options: Options of the game.
        names: Names of the players; the first is left of the dealer and has the first turn.

    Raises:
        OptionsError: The number of names is wrong, or a name cannot be used.
    """

    def __init__(self, options: Options | None = None, names: Sequence[str] = ()) -> None:
        self.options = options or Options()
        try:
            known = player_names(self.options.players, names)
        except ValueError as error:
            raise OptionsError(str(error), "players") from error
        super().__init__(known, State.start(self.options), verify, apply, entries)

    def __str__(self) -> str:
        """Return the game for people, in a line: `Anna 5, Ben 0 (cards), turn 3: Ben plays`."""
        scores = ", ".join(f"{name} {seat.score}" for name, seat in zip(self.names, self.state.seats, strict=True))
        comes = {Phase.DEAL: "before the deal", Phase.OVER: "over"}.get(self.state.phase, f"turn {self.state.turn}: {self.player} plays")
        return f"{scores} ({self.options.by}), {comes}"

    def deal_of(self, cards: Cards) -> Dealt:
        """Return the deal of these cards in order: one by one to the players, then to the centre; in solitaire to the centre first.

        Args:
            cards: The cards, the top card first.

        Raises:
            RuleBreakError: There are too few cards.
        """
        order = _cards(cards)
        players, centre = self.options.players, self.options.centre_cards
        needed = HAND_SIZE * players + centre
        require(
            len(order) >= needed, Rule.DEAL, tr("{number} cards are too few to deal; {needed} are needed", number=len(order), needed=needed)
        )
        first = order[:centre] if self.options.is_solitaire else order[HAND_SIZE * players : needed]
        dealt = order[centre:needed] if self.options.is_solitaire else order[: HAND_SIZE * players]
        return Dealt(tuple(dealt[place::players] for place in range(players)), first, order[needed:], ordered=True)

    def deal(self, cards: Cards | None = None, *, seed: int | str = 0) -> Dealt:
        """Deal these cards, the top card first, or the pack as the seed shuffles it."""
        deal = self.deal_of(self.options.shuffled(seed) if cards is None else cards)
        self.do(deal)
        return deal

    def draw(self, cards: Cards | None = None) -> Drawn:
        """Restore the hand, in solitaire also the centre, with these cards; by default the next ones of a stock in known order."""
        state = self.state
        centre = state.missing_in_centre
        if cards is None:
            require(state.ordered, Rule.REFILL, tr("nobody knows the order of this stock; say which cards are drawn"))
        drawn = state.stock[: centre + min(state.missing, state.stock_size - centre)] if cards is None else _cards(cards)
        return self._done(Drawn(state.player, drawn[centre:], drawn[:centre]))

    def lay(self, way: str | Way) -> Laid:
        """Lay wild cards of the hand on cards of the centre."""
        return self._done(Laid(self.state.player, self.way_of(way)))

    def take(self, card: str | Card, ways: Ways) -> Taken:
        """Take these sets with a number card of the hand; in a text, semicolons separate the sets."""
        return self._done(Taken(self.state.player, _card(card), self._ways(ways)))

    def build(self, card: str | Card, way: str | Way, *, said: bool = True) -> Built:
        """Make the build of a way that holds this number card of the hand; `said` is whether it is said aloud (article 6.9)."""
        return self._done(Built(self.state.player, _card(card), self.way_of(way), said))

    def discard(self, cards: Cards) -> Discarded:
        """Discard these cards: one card, or all of a hand of wild cards."""
        return self._done(Discarded(self.state.player, _cards(cards)))

    def challenge(self, player: int, build: str | Build) -> Challenged:
        """Let the player with this index challenge a build."""
        return self._done(Challenged(player, self.build_of(build)))

    def return_laid(self) -> Returned:
        """Take all wild cards laid in this turn back into the hand."""
        return self._done(Returned(self.state.player))

    def pass_turn(self) -> Passed:
        """Pass a last chance, or end a solitaire."""
        return self._done(Passed(self.state.player))

    def show(self, player: int, cards: Cards) -> HandShown:
        """Let the player with this index show cards that are left in the hand when the game is over."""
        return self._done(HandShown(player, _cards(cards)))

    def _done(self, operation: _Op) -> _Op:
        """Check and do an operation, and return it."""
        self.do(operation)
        return operation

    def way_of(self, way: str | Way) -> Way:
        """Return a way from its text, in which a build of the centre may be written without its value.

        Raises:
            WayError: The text is no way.
        """
        return parse_way(way, self.state.centre, self.options.packs) if isinstance(way, str) else way

    def _ways(self, ways: Ways) -> tuple[Way, ...]:
        """Return the ways of a take from a text, a single way or a sequence."""
        if isinstance(ways, str):
            return tuple(self.way_of(text) for text in ways.split(";"))
        return (ways,) if isinstance(ways, Lone | Acted | Total) else tuple(ways)

    def build_of(self, build: str | Build) -> Build:
        """Return a build from its text; without a value, it is the build of these cards in the centre or among the claims."""
        given = parse_build(build) if isinstance(build, str) else build
        if given.stated is not None:
            return given
        known = [*self.state.centre, *(claim.build for claim in self.state.claims)]
        return next((item for item in known if isinstance(item, Build) and item.cards == given.cards), given)


def check_names(names: Sequence[str]) -> None:
    """Raise an `OptionsError` for names that players cannot have."""
    if message := name_problem(names):
        raise OptionsError(message, "players")


def _card(card: str | Card) -> Card:
    """Return a card, which may be given as text."""
    return parse_card(card) if isinstance(card, str) else card


def _cards(cards: Cards) -> tuple[Card, ...]:
    """Return cards, which may be given as text."""
    return parse_cards(cards) if isinstance(cards, str) else tuple(cards)
