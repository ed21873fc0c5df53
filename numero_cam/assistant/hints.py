"""Help for the person who is to play: hints that grow stronger, and the advisor's view of all plays."""

from dataclasses import dataclass

from numero_cam.assistant.play import LiveGame
from numero_cam.games.numero.engine import Phase, State
from numero_cam.games.numero.engine.operations import Operation, Passed
from numero_cam.games.numero.players.advisor import Effort, Outlook, advise
from numero_cam.games.numero.players.candidates import taken_of
from numero_cam.games.numero.players.greedy import best_build, best_discard, best_solution
from numero_cam.games.numero.players.view import view_of

SECONDS = 5.0


@dataclass(frozen=True)
class Hint:
    """A play that can be hinted at.

    Attributes:
        operation: The play; None where something was laid in this turn, which must be used.
        cards: How many cards a take wins, with the taking card; 0 for other plays.
    """

    operation: Operation | None
    cards: int = 0


def hint(live: LiveGame) -> Hint:
    """Return what the person can play, see `hint_of`."""
    return hint_of(live.state)


def hint_of(state: State) -> Hint:
    """Return what can be played: the best take now, else a build, else a discard; where only a take counts, to pass."""
    if state.laid:
        return Hint(None)
    plays = best_solution(state, SECONDS).plays
    if plays:
        return Hint(taken_of(state, plays[0]), plays[0].cards)
    if _only_takes(state):
        return Hint(Passed(state.player))
    return Hint(best_build(state) or best_discard(state))


def only_takes(live: LiveGame) -> bool:
    """Return whether nothing but a take of this turn counts: in the last chance, and alone."""
    return _only_takes(live.state)


def _only_takes(state: State) -> bool:
    return state.phase is Phase.LAST or state.options.is_solitaire


def advice(live: LiveGame, effort: Effort) -> list[Outlook]:
    """Return all plays of the person with what may follow them, the best first; nothing hidden is looked at.

    Args:
        live: In which the person is to play, with nothing laid in this turn.
        effort: How long to think.

    Returns:
        None of them where only a take of this turn counts: then `hint` has the answer.
    """
    return [] if only_takes(live) or live.state.laid else advise(view_of(live.state), effort)
