"""A player that looks beyond its turn: it plays what the advisor puts first."""

from dataclasses import replace

from numero_cam.games.numero.engine.operations import Challenged, Operation
from numero_cam.games.numero.engine.state import Item, Phase, State
from numero_cam.games.numero.players.advisor import Advisor, Effort
from numero_cam.games.numero.players.certain_bluffs import certain_challenge
from numero_cam.games.numero.players.greedy import GreedyPlayer
from numero_cam.games.numero.players.view import refusal_of, view_of

PAIR = 2
"""Players of whom one sees what the other leaves."""


class ExpertPlayer:
    """Plays by the advisor; it never bluffs, and challenges a bluff that is certain.

    Of two players it remembers what it left to the other: who took nothing of that could not.

    Args:
        effort: How long it thinks about a play.
    """

    def __init__(self, effort: Effort) -> None:
        self._advisor = Advisor(effort)
        self._greedy = GreedyPlayer()
        self._left: dict[int, tuple[tuple[Item, ...], int]] = {}

    def play(self, state: State) -> Operation:
        """Return the play of most value; where only the take of this turn counts, the best take."""
        if state.phase is Phase.LAST or state.options.is_solitaire:
            return self._greedy.play(state)
        view = view_of(state)
        if len(state.seats) == PAIR and state.turn - PAIR in self._left:
            view = replace(view, refusal=refusal_of(state, *self._left[state.turn - PAIR]))
        best = self._advisor.best(view)
        self._left[state.turn] = best.centre, len(state.seats[(state.player + 1) % len(state.seats)].won)
        return best.operation

    def challenges(self, state: State, player: int) -> Challenged | None:
        """Return a challenge of what is certainly a bluff."""
        return certain_challenge(state, player)
