"""What a game with players is in any game: names, a log with undo, and a score sheet that follows from the log."""

from collections.abc import Callable, Sequence
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar

from numero_cam.games.shared.breaks import holds
from numero_cam.games.shared.log import Log

_P = ParamSpec("_P")


class Turns(Protocol):
    """A state of a game in which the players take turns."""

    @property
    def player(self) -> int:
        """Whose turn it is, from 0."""


class Line(Protocol):
    """A line of a score sheet."""

    @property
    def player(self) -> int:
        """Whose line it is, from 0."""

    @property
    def points(self) -> int:
        """What he scored; below 0 for a penalty."""


State = TypeVar("State", bound=Turns)
Operation = TypeVar("Operation")
AnyLine = TypeVar("AnyLine", bound=Line)


class LoggedGame(Log[State, Operation], Generic[State, Operation, AnyLine]):
    """A game of some players. The operations are the game; states and score sheet follow from them.

    Args:
        names: The players.
        start: The state before the first operation; what is played is in it.
        verify: Raises the rule that an operation breaks in a state.
        apply: Gives the state after a checked operation.
        entries: Gives the lines of the score sheet that an operation brings, of the states before and after it.
    """

    def __init__(
        self,
        names: Sequence[str],
        start: State,
        verify: Callable[[State, Operation], None],
        apply: Callable[[State, Operation], State],
        entries: Callable[[State, Operation, State], Sequence[AnyLine]],
    ) -> None:
        super().__init__(start, verify, apply)
        self.names = tuple(names)
        self._entries = entries

    def __eq__(self, other: object) -> bool:
        """Games are equal whose players, beginnings and operations are."""
        if not isinstance(other, LoggedGame):
            return NotImplemented
        return (self.names, self.states[0], self.operations) == (other.names, other.states[0], other.operations)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Return players and number of operations."""
        return f"<Game {', '.join(self.names)}: {len(self.operations)} operations>"

    @property
    def player(self) -> str:
        """Whose turn it is."""
        return self.names[self.state.player]

    def sheet(self) -> tuple[AnyLine, ...]:
        """Return the score sheet, worked out from the log."""
        return tuple(entry for before, operation, after in self.steps() for entry in self._entries(before, operation, after))


def asking(check: Callable[Concatenate[Any, _P], None]) -> Callable[Concatenate[Any, _P], bool]:
    """Return the method of a game that says whether a check, another of its methods, finds no broken rule."""

    def can(self: object, /, *args: _P.args, **kwargs: _P.kwargs) -> bool:
        return holds(check, self, *args, **kwargs)

    can.__doc__ = f"Whether ``{getattr(check, '__name__', 'the check')}`` finds no broken rule."
    return can


class Tally:
    """What each player has while the lines of a score sheet are gone through.

    Args:
        players: How many.
    """

    def __init__(self, players: int) -> None:
        self._points = [0] * players

    @property
    def points(self) -> tuple[int, ...]:
        """What each has now."""
        return tuple(self._points)

    def add(self, line: Line) -> int:
        """Add a line and return what its player has by then."""
        self._points[line.player] += line.points
        return self._points[line.player]
