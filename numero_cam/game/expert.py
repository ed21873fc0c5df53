"""A player that looks beyond its turn: it plays what the advisor puts first."""

from numero_cam.game.advisor import Advisor, Effort
from numero_cam.game.greedy import GreedyPlayer
from numero_cam.game.operations import Challenged, Operation
from numero_cam.game.state import Phase, State
from numero_cam.game.view import view_of


class ExpertPlayer:
    """Plays by the advisor; it never bluffs and never challenges.

    Args:
        effort: How long it thinks about a play.
    """

    def __init__(self, effort: Effort) -> None:
        self._advisor = Advisor(effort)
        self._greedy = GreedyPlayer()

    def play(self, state: State) -> Operation:
        """Return the play of most value; where only the take of this turn counts, the best take."""
        if state.phase is Phase.LAST or state.options.is_solitaire:
            return self._greedy.play(state)
        return self._advisor.best(view_of(state)).operation

    def challenges(self, state: State, player: int) -> Challenged | None:  # noqa: ARG002 - a player may look at both
        """Return no challenge."""
        return None
