"""The turning points of a finished game: the plays of each player that cost most beside the best play that the champion's search sees.

Only what the player knew counts, as in advice; the luck of the cards that came is no turning point.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean

from numero_cam.games.numero.engine.game import Game
from numero_cam.games.numero.engine.operations import Built, Discarded, Operation, Taken
from numero_cam.games.numero.engine.state import Phase, State
from numero_cam.games.numero.players.advice import TellingSearch
from numero_cam.games.numero.players.advisor import Effort, PlayOutlook
from numero_cam.games.numero.players.candidates import PlayOption, play_options
from numero_cam.games.numero.players.champion import PublicScores
from numero_cam.games.numero.players.playouts import Playouts
from numero_cam.games.numero.players.view import view_of

MOST_POINTS = 3  #: Maximum number of turning points of each player.
FIRST_DEALS = 8  #: Number of deals in which all plays of every turn are tried.
SECOND_DEALS = 64  #: Number of fresh deals in which the plays of the turns that may have cost most are tried again.
LOOKED_AT_AGAIN = 6  #: Number of turns of each player, the costliest first, that are looked at again.
LEAST_COST = 0.5  #: Points or cards that a turning point costs at least.
SURE = 2.0  #: Number of standard errors by which the best play is ahead of the one that was made.
KINDS: dict[type[Operation], str] = {Taken: "take", Built: "build", Discarded: "discard"}  #: The `PlayOption.kind` of operations.


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A play that cost much."""

    k: int  #: Index of its operation in the game.
    played: PlayOutlook  #: The outlook of the play that was made.
    best: PlayOutlook  #: The outlook of the play that would have been best.
    cost: float  #: Points or cards by which the best play is ahead, a mean over the deals.


def turning_points(game: Game) -> list[list[TurningPoint]]:
    """Return the turning points of each player, the costliest first; none where playouts are not compiled. The same game has the same.

    Turns of hands that nobody saw are left out.
    """
    playouts = Playouts(game.options)
    turns: list[list[tuple[float, int, list[PlayOption]]]] = [[] for _ in game.names]  # of each player: cost, index and plays
    if game.options.is_solitaire or not playouts.are_compiled:
        return [[] for _ in game.names]
    for k, (state, operation, after) in enumerate(game.steps()):
        played = played_option(state, operation, after)
        if played is not None and playouts.know(view_of(state)):
            options = [one for one in play_options(view_of(state), seconds=None, bluffs=False) if not _is_same(one, played)]
            cost = _compared(k, state, [played, *options], playouts, FIRST_DEALS)[0].cost
            turns[state.player].append((cost, k, [played, *options]))
    return [_costliest(game, each, playouts) for each in turns]


def played_option(state: State, operation: Operation, after: State) -> PlayOption | None:
    """Return an operation as a play that ends a turn; None for anything else, for the last play, and where the hand was not known."""
    kind = KINDS.get(type(operation))
    ends = after.phase is Phase.DRAW or (after.phase is Phase.PLAY and after.turn != state.turn)
    if kind is None or state.phase is not Phase.PLAY or not ends or state.seat.unknown or state.laid:
        return None
    hand, gain = after.seats[state.player].hand, after.seats[state.player].score - state.seat.score
    bluff = isinstance(operation, Built) and bool(after.claims) and after.claims[-1].held is False
    return PlayOption(kind, operation, gain, clears=not after.centre, centre=after.centre, hand=hand, bluff=bluff)


def _is_same(one: PlayOption, other: PlayOption) -> bool:
    """Return whether two plays leave the same cards and bring the same."""
    left = [(sorted(map(str, play.centre)), sorted(map(str, play.hand)), play.gain, play.kind) for play in (one, other)]
    return left[0] == left[1]


def _compared(k: int, state: State, options: Sequence[PlayOption], playouts: Playouts, deals: int) -> tuple[TurningPoint, bool]:
    """Compare the plays of the turn of operation `k` in some deals, of which the first was made.

    Returns:
        The first play beside the best of all, and whether that one is ahead by more than `SURE` standard errors.
    """
    search = TellingSearch(view_of(state), PublicScores.of(state), playouts)
    prospects = search.prospects(options, Effort(deals=deals, seed=f"{k} {deals}"), 0.0)
    outlooks = search.outlooks(prospects, None)
    played = next(one for one in outlooks if one.candidate is options[0])
    best = outlooks[0]
    values = {id(one.option): one.values for one in prospects}
    gaps = [mine - other for mine, other in zip(values[id(best.candidate)], values[id(options[0])], strict=False)]
    error = sqrt(sum((gap - fmean(gaps)) ** 2 for gap in gaps)) / len(gaps)
    return TurningPoint(k, played, best, best.value - played.value), fmean(gaps) > SURE * error


def _costliest(game: Game, turns: list[tuple[float, int, list[PlayOption]]], playouts: Playouts) -> list[TurningPoint]:
    """Return the costliest of a player's turns (cost, index and plays), those that may be it looked at again in fresh deals."""
    likely = sorted(turns, key=lambda turn: (-turn[0], turn[1]))[:LOOKED_AT_AGAIN]
    again = [_compared(k, game.states[k], options, playouts, SECOND_DEALS) for _, k, options in likely]
    return sorted((point for point, sure in again if sure and point.cost >= LEAST_COST), key=lambda one: -one.cost)[:MOST_POINTS]
