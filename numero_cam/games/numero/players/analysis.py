"""The analysis of a game: what each play lost, where it turned, how well each player played, and what was luck.

docs/adr/0019-analysis.md says what the numbers mean.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import exp
from statistics import fmean

from numero_cam.games.numero.engine.game import Game
from numero_cam.games.numero.engine.state import Phase
from numero_cam.games.numero.players.champion import lead
from numero_cam.games.numero.players.play_worth import Deals, PlayAnalysis, analysed_turn, other_turn, turns_of
from numero_cam.games.numero.players.playouts import Playouts
from numero_cam.games.numero.rules.choices import By

#: Spread of what chance alone moves the lead between two plays, which is the `W` of accuracy; `benchmarks/analysis.py width` fits it.
WIDTHS: Mapping[By, float] = {"points": 27.6, "cards": 4.5}
FINE = Deals(64, 256)  #: What a play is judged by.
FINE_IN_PYTHON = Deals(16, 48)  #: The same where playouts are not compiled.
COARSE = Deals(8, 8)  #: What it is judged by first.
COARSE_IN_PYTHON = Deals(4, 4)  #: The same where playouts are not compiled.
MOST_POINTS = 3  #: Maximum number of turning points of each player.
LEAST_LOSS = 0.5  #: Points or cards that a turning point costs at least.
SURE = 2.0  #: Number of standard errors of its loss that a turning point costs at least.


@dataclass(frozen=True, slots=True)
class GameAnalysis:
    """A game's plays beside the best ones."""

    by: By  #: What the game is played for: points or cards.
    plays: tuple[PlayAnalysis, ...]  #: The plays that were analysed so far, in the order of the game.
    turns: int  #: Number of plays to analyse.
    #: By how much each player is ahead of the others, on average over them: at the end of the game, else by the last play that is known.
    leads: tuple[float, ...]
    over: bool = True  #: Whether `leads` are those of the end of the game; else they are expected.

    @property
    def done(self) -> int:
        """Number of plays whose analysis is final."""
        return sum(play.fine for play in self.plays)

    @property
    def complete(self) -> bool:
        """Whether every play's analysis is final."""
        return self.done == self.turns

    def of(self, player: int) -> list[PlayAnalysis]:
        """Return the plays of a player of which all is known and which left a choice."""
        return [play for play in self.plays if play.player == player and not play.unknown and play.choices > 1]

    def accuracy(self, player: int) -> float | None:
        """Return how accurately a player played, 0..100; None where nothing is known."""
        own = self.of(player)
        return fmean(self.accuracy_of(play) for play in own) if own else None

    def accuracy_of(self, play: PlayAnalysis) -> float:
        """Return how accurate a play was, 0..100."""
        return 100 * exp(-play.loss / WIDTHS[self.by])

    def brought(self, player: int) -> float | None:
        """Return what a turn of a player brought at once, on average; None where nothing is known."""
        own = [play.played.now for play in self.plays if play.player == player and play.played is not None]
        return fmean(own) if own else None

    def skill(self, player: int) -> float:
        """Return what the choices of all players added to a player's lead: what the others lost, less what he lost."""
        return 0.0 - sum(play.lost_by(player) for play in self.plays)

    def luck(self, player: int) -> float | None:
        """Return what no choice added to a player's lead; None as long as a play is not known."""
        whole = len(self.plays) == self.turns and not any(play.unknown for play in self.plays)
        return self.leads[player] - self.skill(player) if whole else None

    def turning_points(self, player: int) -> list[PlayAnalysis]:
        """Return the plays of a player that lost most, the costliest first; none that is not final."""
        sure = (play for play in self.of(player) if play.fine and play.loss >= max(LEAST_LOSS, SURE * play.error))
        return sorted(sure, key=lambda play: (-play.loss, play.k))[:MOST_POINTS]


def analysis_of(game: Game, plays: Iterable[PlayAnalysis] = ()) -> GameAnalysis:
    """Return the analysis of a game that these plays make, of which there may be none yet."""
    found = tuple(sorted(plays, key=lambda play: play.k))
    if game.options.is_solitaire:
        return GameAnalysis(game.options.by, (), 0, (0.0,))
    players = range(len(game.names))
    last = next((play.played for play in reversed(found) if play.played is not None), None)
    scores = [seat.score for seat in game.state.seats]
    over = game.state.phase is Phase.OVER
    leads = tuple(lead(scores, who) for who in players) if over or last is None else last.leads
    return GameAnalysis(game.options.by, found, sum(1 for _ in turns_of(game)), leads, over)


def analyse(game: Game, known: Iterable[PlayAnalysis] = (), deals: Deals | None = None) -> Iterator[GameAnalysis]:
    """Yield the analysis of a game after each play: first all plays coarsely, then each finely. A game alone has no lead and no analysis.

    Args:
        game: The game; the same has the same analysis.
        known: Plays of an analysis that was broken off; those that are final stay.
        deals: What plays are judged by in place of `FINE`.
    """
    plays = {play.k: play for play in known}
    if game.options.is_solitaire:
        yield analysis_of(game)
        return
    playouts = Playouts(game.options)
    turns = [turn for turn in turns_of(game) if turn.k not in plays or not plays[turn.k].fine]
    fine, coarse = (FINE, COARSE) if playouts.are_compiled else (FINE_IN_PYTHON, COARSE_IN_PYTHON)
    for stage in (coarse, deals or fine):
        for turn in turns:
            if turn.k in plays and (plays[turn.k].fine or stage is coarse):
                continue  # counted exactly, or not known: a second look finds the same
            found = analysed_turn(game, turn, playouts, stage)
            plays[turn.k] = replace(found, fine=stage is not coarse or not found.deals)
            yield analysis_of(game, plays.values())
    if not turns:
        yield analysis_of(game, plays.values())


def tried(
    game: Game, k: int, other: Game, known: PlayAnalysis | None = None, deals: Deals | None = None
) -> tuple[PlayAnalysis, PlayAnalysis]:
    """Return the play of a turn and another one that could have been made, each beside the best, as an analysis judges them.

    Where no turn begins, or nothing is known of it, it is a `ValueError`.

    Args:
        game: The game.
        k: Index of the first operation of the turn.
        other: The game up to this turn, with the other play as its last operations.
        known: What an analysis says of the play that was made; worked out where that is not final.
        deals: What plays are judged by in place of `FINE`.
    """
    playouts = Playouts(game.options)
    judged_by = deals or (FINE if playouts.are_compiled else FINE_IN_PYTHON)
    if known is None or not known.fine:
        turn = next((turn for turn in turns_of(game) if turn.k == k), None)
        known = None if turn is None or game.options.is_solitaire else analysed_turn(game, turn, playouts, judged_by)
    if known is None or known.unknown:
        raise ValueError(k)
    return known, other_turn(game, known, other, playouts, judged_by.seed)
