"""What the play of one turn was worth, and what the best play would have been, by what the player knew (docs/adr/0019-analysis.md)."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from statistics import fmean
from typing import Literal

from numero_cam.games.numero.engine.apply import apply
from numero_cam.games.numero.engine.game import Game
from numero_cam.games.numero.engine.operations import Built, Challenged, Dealt, Discarded, Drawn, Ended, Found, HandShown, Operation, Taken
from numero_cam.games.numero.engine.points import gained_entries
from numero_cam.games.numero.engine.state import Phase, State
from numero_cam.games.numero.players.advisor import Effort
from numero_cam.games.numero.players.candidates import PlayOption, play_options
from numero_cam.games.numero.players.champion import (
    TWO_PLAYERS,
    PlayoutSearch,
    PublicScores,
    Search,
    last_chance_plays,
    last_chance_scores,
    lead,
)
from numero_cam.games.numero.players.doubt import CHARACTERS, DEFAULT_CHARACTER, HONEST
from numero_cam.games.numero.players.endgame import solved_end
from numero_cam.games.numero.players.playouts import Board, Playout, Playouts
from numero_cam.games.numero.players.view import UnseenDeal, view_of
from numero_cam.games.numero.rules import Card

NO_LOSS = 1.0  #: Number of standard errors up to which the best play is not told apart from the one that was made.
END_NODES = 20_000  #: Number of positions of an end that are searched for a play.
ENDS_DEALS = 256  #: Number of deals for another play whose end is too long to be counted, where that of the best one was counted.
KINDS: dict[type[Operation], str] = {Taken: "take", Built: "build", Discarded: "discard"}  #: The `PlayOption.kind` of operations.

#: Why a play is not known: nobody saw the hand; cards that the pack does not have; steps, of which one is no part of a play.
Unknown = Literal["", "hand", "cards", "steps"]


@dataclass(frozen=True, slots=True)
class Deals:
    """Number of deals of the hidden cards in which plays are tried."""

    choice: int  #: In which the best of all plays of a turn is chosen.
    loss: int  #: Fresh ones in which it is compared with the play that was made.
    seed: str = ""  #: Seed of them.


@dataclass(frozen=True, slots=True)
class Turn:
    """The operations of a turn that a player decides, without the draw."""

    k: int  #: Index of the first operation in the game.
    last: int  #: Index of the last one.
    broken: bool  #: Whether something else happened in its midst.


@dataclass(frozen=True, slots=True)
class PlayWorth:
    """What a play brings, means over the deals, in points or cards."""

    operation: Operation  #: What is done now.
    then: Card | None  #: The number card that ends the turn, where a wild card is discarded first.
    now: int  #: Brought at once.
    replies: float  #: Taken by each of the others, on average, before the player's next turn; 0 where the end was counted exactly.
    back: float  #: Brought by the player's next turn; 0 where the end was counted exactly.
    leads: tuple[float, ...]  #: By how much each player will probably end ahead of the others, on average over them.


@dataclass(frozen=True, slots=True)
class PlayAnalysis:
    """The play of a turn beside the best one."""

    k: int  #: Index of its first operation in the game.
    last: int  #: Index of its last operation.
    turn: int  #: Number of the turn.
    player: int  #: Index of the player.
    unknown: Unknown = ""  #: Why nothing is known of it; empty where all is.
    played: PlayWorth | None = None  #: The play that was made; None where nothing is known.
    best: PlayWorth | None = None  #: The best play: the same record as `played` where none is better.
    choices: int = 0  #: Number of plays that were compared; 1 where there was no choice.
    deals: int = 0  #: Number of deals in which the two were compared; 0 where the end was counted exactly, and where nothing is known.
    error: float = 0.0  #: Standard error of `loss`.
    fine: bool = True  #: Whether it is final; a first, coarse one comes from few deals.

    @property
    def loss(self) -> float:
        """Points or cards by which the best play is ahead; 0 where none is, and where nothing is known."""
        return self.lost_by(self.player)

    def lost_by(self, player: int) -> float:
        """Return what the play took from the lead of any player, beside the best one; what it gave is negative."""
        return 0.0 if self.played is None or self.best is None else self.best.leads[player] - self.played.leads[player]


def turns_of(game: Game) -> Iterator[Turn]:
    """Yield the turns of a game that were played to their end."""
    first: int | None = None
    broken = False
    for k, (state, operation, after) in enumerate(game.steps()):
        if isinstance(operation, Dealt | Drawn | Found | Ended | HandShown):
            first = None
        elif isinstance(operation, Challenged):
            broken = True
        else:
            if first is None:
                first, broken = k, False
            if ends_turn(state, after):
                yield Turn(first, k, broken)
                first = None


def ends_turn(state: State, after: State) -> bool:
    """Return whether what led from one state to the other was the last thing that the player decides in a turn."""
    return after.phase in (Phase.DRAW, Phase.OVER) or (after.turn, after.player) != (state.turn, state.player)


def analysed_turn(game: Game, turn: Turn, playouts: Playouts, deals: Deals) -> PlayAnalysis:
    """Return a turn's play beside the best one; the same game and number of deals give the same."""
    state = game.states[turn.k]
    blank = PlayAnalysis(turn.k, turn.last, state.turn, state.player)
    chance = state.phase is Phase.LAST
    if state.seat.unknown:
        return replace(blank, unknown="hand")
    if playouts.are_compiled and not playouts.know(view_of(state)):
        return replace(blank, unknown="cards")
    if turn.broken or (chance and turn.k != turn.last):
        return replace(blank, unknown="steps")
    if chance:
        return _last_chance(state, blank, game.operations[turn.k], playouts)
    played = _played_option(game, turn)
    options = [one for one in play_options(view_of(state), seconds=None, bluffs=False) if not _is_same(one, played)]
    return _counted_end(state, blank, [played, *options], playouts) or _compared(state, blank, [played, *options], playouts, deals)


def other_turn(game: Game, known: PlayAnalysis, other: Game, playouts: Playouts, seed: str = "") -> PlayAnalysis:
    """Return another play of a turn beside the best one, judged in the deals in which the play that was made was judged.

    Args:
        game: The game.
        known: The play that was made in this turn, of which all is known.
        other: The game up to this turn, with the other play as its last operations.
        playouts: Of this game.
        seed: Of the deals in which `known` was judged.
    """
    state, last = game.states[known.k], len(other.operations) - 1
    blank = PlayAnalysis(known.k, last, known.turn, known.player, choices=known.choices)
    if state.phase is Phase.LAST:
        return _last_chance(state, blank, other.operations[last], playouts)
    mine = _played_option(other, Turn(known.k, last, broken=False))
    options = [
        _played_option(game, Turn(known.k, known.last, broken=False)),
        *play_options(view_of(state), seconds=None, bluffs=False),
    ]
    mine = next((one for one in options if _is_same(one, mine)), mine)
    best = next(one for one in options if known.best and (one.operation, one.then) == (known.best.operation, known.best.then))
    found = None if known.deals else _counted_end(state, blank, [mine, best], playouts)
    return found or _by_playouts(
        state, blank, [mine] if best is mine else [mine, best], playouts, Deals(0, known.deals or ENDS_DEALS, seed)
    )


def next_best(game: Game, operation: Operation, playouts: Playouts, deals: Deals) -> tuple[Game, PlayAnalysis] | None:
    """Return the game after the next best play in place of one that may be made now, and that play beside it; None for no other."""
    view = view_of(game.state)
    options = play_options(view, seconds=None, bluffs=False)
    best = next((one for one in options if one.operation == operation), None)
    others = [one for one in options if one is not best]
    if best is None or not others or not playouts.know(view):
        return None
    choice = _TallyingSearch(game.state, playouts, 1, drops=True)
    second = choice.prospects(others, Effort(deals=deals.choice, seed="next"), 0.0)[0].option
    return beside(game, best, second, playouts, deals)


def beside(game: Game, best: PlayOption, other: PlayOption, playouts: Playouts, deals: Deals) -> tuple[Game, PlayAnalysis]:
    """Return the game after a play that may be made now, and this play beside the one that is held for the best."""
    state, k, after = game.state, len(game.operations), game.copy()
    after.do(other.operation)
    if other.then is not None:
        after.discard((other.then,))
    blank = PlayAnalysis(k, len(after.operations) - 1, state.turn, state.player)
    counted = _counted_end(state, blank, [other, best], playouts)
    return after, counted or _by_playouts(state, blank, [other, best], playouts, deals)


def _played_option(game: Game, turn: Turn) -> PlayOption:
    """Return the operations of a turn as one play."""
    before, after, operation = game.states[turn.k], game.states[turn.last + 1], game.operations[turn.last]
    seat = after.seats[before.player]
    first = game.operations[turn.k]
    begun = isinstance(first, Discarded) and isinstance(operation, Discarded) and first is not operation
    kind = KINDS[type(operation)]
    bluff = isinstance(operation, Built) and bool(after.claims) and after.claims[-1].held is False
    return PlayOption(
        kind,
        first if begun else operation,
        gain_of(game.states[turn.last], operation, after),
        clears=not after.centre,
        centre=after.centre,
        hand=seat.hand,
        bluff=bluff,
        then=operation.cards[-1] if begun and isinstance(operation, Discarded) else None,
    )


def gain_of(before: State, operation: Operation, after: State) -> int:
    """Return what an operation brings its player at once."""
    return sum(entry.points for entry in gained_entries(before, operation, after) if entry.player == before.player)


def _is_same(one: PlayOption, other: PlayOption) -> bool:
    """Return whether two plays leave the same cards and bring the same."""
    left = [(sorted(map(str, play.centre)), sorted(map(str, play.hand)), play.gain, play.kind) for play in (one, other)]
    return left[0] == left[1]


@dataclass(slots=True)
class _PlayTally:
    """What followed a play, by deal."""

    leads: list[tuple[float, ...]] = field(default_factory=list)
    replies: list[float] = field(default_factory=list)
    back: list[int] = field(default_factory=list)

    def worth(self, option: PlayOption) -> PlayWorth:
        """Return the means."""
        leads = tuple(map(fmean, zip(*self.leads, strict=True)))
        return PlayWorth(option.operation, option.then, option.gain, fmean(self.replies), fmean(self.back), leads)


class _TallyingSearch(PlayoutSearch):
    """A search that tallies what follows each play, and tries a lone play as often as two."""

    def __init__(self, state: State, playouts: Playouts, deals: int, *, drops: bool) -> None:
        others = CHARACTERS[DEFAULT_CHARACTER] if state.options.by == "points" else HONEST
        super().__init__(view_of(state), PublicScores.of(state), playouts, Search(drops=drops), others)
        self.least_deals = deals
        self.tallies: dict[int, _PlayTally] = {}  #: By `id` of the play.
        self._ends: list[Playout] = []  # of the play that is evaluated: its playout, and for a bluff the one in which it is caught

    def value(self, option: PlayOption, deal: UnseenDeal) -> float:
        """Return the margin that a play leads to in one deal, and tally what happened after it."""
        self._ends.clear()
        value = super().value(option, deal)
        end, player = self._ends[0], self._view.player
        own = self.worth(end)
        share = (own - value) / (self._players - 1)  # of what a challenge costs, as the others gain by it
        tally = self.tallies.setdefault(id(option), _PlayTally())
        tally.leads.append(tuple(value if who == player else self.worth(end, who) + share for who in range(self._players)))
        place = next((place for place, turn in enumerate(end.turns) if turn.player == player), len(end.turns))
        tally.replies.append(sum(turn.gain for turn in end.turns[:place]) / (self._players - 1))
        tally.back.append(end.turns[place].gain if place < len(end.turns) else 0)
        return value

    def _played_on(self, board: Board) -> float:
        """Return the margin that playing on from a position leads to, and keep its playout."""
        end = self._playouts.play(board, self._turns)
        self._ends.append(end)
        return self.worth(end)


def _compared(state: State, blank: PlayAnalysis, options: Sequence[PlayOption], playouts: Playouts, deals: Deals) -> PlayAnalysis:
    """Return the first play beside the best of all by playouts."""
    choice = _TallyingSearch(state, playouts, 1, drops=True)
    best = choice.prospects(options, Effort(deals=deals.choice, seed=f"{deals.seed} choice {blank.k}"), 0.0)[0].option
    both = [options[0]] if best is options[0] else [options[0], best]
    return replace(_by_playouts(state, blank, both, playouts, deals), choices=len(options))


def _by_playouts(state: State, blank: PlayAnalysis, both: Sequence[PlayOption], playouts: Playouts, deals: Deals) -> PlayAnalysis:
    """Return a play beside the one that was chosen as the best, by playouts in fresh deals; `both` is one where they are the same."""
    played, best = both[0], both[-1]
    search = _TallyingSearch(state, playouts, deals.loss, drops=False)
    search.prospects(both, Effort(deals=deals.loss, seed=f"{deals.seed} loss {blank.k}"), 0.0)
    tallies = [search.tallies[id(one)] for one in both]
    gaps = [best[blank.player] - made[blank.player] for made, best in zip(tallies[0].leads, tallies[-1].leads, strict=True)]
    mean = fmean(gaps)
    error = sqrt(sum((gap - mean) ** 2 for gap in gaps)) / len(gaps)
    worth = tallies[0].worth(played)
    better = tallies[-1].worth(best) if mean > NO_LOSS * error else worth
    return replace(blank, played=worth, best=better, deals=deals.loss, error=error)


def _counted_end(state: State, blank: PlayAnalysis, options: Sequence[PlayOption], playouts: Playouts) -> PlayAnalysis | None:
    """Return the first play beside the best of all where two play, no stock is left and each end can be searched; else None."""
    if len(state.seats) != TWO_PLAYERS or state.stock_size or state.unknown or not playouts.are_compiled:
        return None
    other = 1 - state.player
    search = _TallyingSearch(state, playouts, 1, drops=False)
    found = []
    for option in options:
        board = search.after(option, UnseenDeal((state.seats[other].hand,), ()))
        answer = solved_end(playouts, board, win_bonus=0, nodes=END_NODES)
        if answer is None:
            return None
        ahead = lead(board.scores, state.player) - answer.value
        leads = (ahead, -ahead) if state.player == 0 else (-ahead, ahead)
        found.append(PlayWorth(option.operation, option.then, option.gain, 0.0, 0.0, leads))
    return _beside_best(blank, found)


def _last_chance(state: State, blank: PlayAnalysis, made: Operation, playouts: Playouts) -> PlayAnalysis:
    """Return a last chance beside the best one."""
    plays = [made, *(one for one in last_chance_plays(state) if one != made)]
    scores = last_chance_scores(state, plays, playouts, random.Random(f"chance {blank.k}"))  # noqa: S311 - no secret
    found = []
    for play, each in zip(plays, scores, strict=True):
        leads = tuple(fmean(lead(one, who) for one in each) for who in range(len(state.seats)))
        found.append(PlayWorth(play, None, gain_of(state, play, apply(state, play)), 0.0, 0.0, leads))
    return _beside_best(blank, found)


def _beside_best(blank: PlayAnalysis, counted: Sequence[PlayWorth]) -> PlayAnalysis:
    """Return the first of some plays, whose ends were counted, beside the best of them."""
    best = max(counted, key=lambda one: one.leads[blank.player])
    return replace(blank, played=counted[0], best=best, choices=len(counted))
