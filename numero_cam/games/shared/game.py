"""What all games share: a log of operations with undo, names of players, and a score sheet that follows from the log."""

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, Self, TypeVar

from numero_cam.games.shared.breaks import holds

LoggedState = TypeVar("LoggedState")
Operation = TypeVar("Operation")


class Log(Generic[LoggedState, Operation]):
    """The operations of a game and the states between them.

    Args:
        start: The state before the first operation.
        verify: Raises a `BrokenRuleError` for an operation that breaks a rule in a state.
        apply: Returns the state after a checked operation.
    """

    def __init__(
        self, start: LoggedState, verify: Callable[[LoggedState, Operation], None], apply: Callable[[LoggedState, Operation], LoggedState]
    ) -> None:
        self._states = [start]
        self._operations: list[Operation] = []
        self._undone: list[Operation] = []
        self._verify, self._apply = verify, apply

    @property
    def state(self) -> LoggedState:
        """The present state."""
        return self._states[-1]

    @property
    def states(self) -> tuple[LoggedState, ...]:
        """All states: the first, then the one after each operation."""
        return tuple(self._states)

    @property
    def operations(self) -> tuple[Operation, ...]:
        """The operations, in order."""
        return tuple(self._operations)

    def steps(self) -> Iterator[tuple[LoggedState, Operation, LoggedState]]:
        """Yield the state before each operation, the operation, and the state after it."""
        return zip(self._states, self._operations, self._states[1:], strict=False)

    def verify(self, operation: Operation) -> None:
        """Check an operation."""
        self._verify(self.state, operation)

    def can(self, operation: Operation) -> bool:
        """Return whether the rules allow an operation now."""
        return holds(self.verify, operation)

    def do(self, operation: Operation) -> None:
        """Check an operation and do it; undone operations can then not be redone."""
        self.verify(operation)
        self._states.append(self._apply(self.state, operation))
        self._operations.append(operation)
        self._undone.clear()

    def undo(self) -> Operation | None:
        """Undo the last operation and return it; None where there is none."""
        if not self._operations:
            return None
        self._states.pop()
        self._undone.append(self._operations.pop())
        return self._undone[-1]

    def redo(self) -> Operation | None:
        """Redo the operation that was undone last and return it; None where there is none."""
        if not self._undone:
            return None
        undone = self._undone[:]
        operation = undone.pop()
        self.do(operation)
        self._undone = undone
        return operation

    def copy(self) -> Self:
        """Return an independent copy without the undone operations."""
        again = copy(self)
        again._states, again._operations, again._undone = self._states[:], self._operations[:], []  # noqa: SLF001 - of this class
        return again

    def begun_at(self, state: LoggedState) -> Self:
        """Return an independent copy without operations that begins with a state."""
        again = self.copy()
        again._states, again._operations = [state], []  # noqa: SLF001 - of this class
        return again

    def replayed(self, count: int | None = None) -> Self:
        """Return an independent copy with the first `count` operations, all by default, each checked and done anew."""
        again = self.begun_at(self._states[0])
        for operation in self._operations[:count]:
            again.do(operation)
        return again


_P = ParamSpec("_P")


class Turns(Protocol):
    """A state of a game in which the players take turns."""

    @property
    def player(self) -> int:
        """Whose turn it is, from 0."""


class SheetLine(Protocol):
    """A line of a score sheet."""

    @property
    def player(self) -> int:
        """Whose line it is, from 0."""

    @property
    def points(self) -> int:
        """Points of the line; below 0 for a penalty."""


State = TypeVar("State", bound=Turns)
AnyLine = TypeVar("AnyLine", bound=SheetLine)


class LoggedGame(Log[State, Operation], Generic[State, Operation, AnyLine]):
    """A game with players. States and score sheet follow from its operations.

    Args:
        names: Names of the players.
        start: The state before the first operation, which holds the options of the game.
        verify: Raises a `BrokenRuleError` for an operation that breaks a rule in a state.
        apply: Returns the state after a checked operation.
        entries: Returns the score sheet lines of an operation, given the states before and after it.
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
        """Return whether names, first states and operations are equal."""
        if not isinstance(other, LoggedGame):
            return NotImplemented
        return (self.names, self.states[0], self.operations) == (other.names, other.states[0], other.operations)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Return the names and the number of operations."""
        return f"<Game {', '.join(self.names)}: {len(self.operations)} operations>"

    @property
    def player(self) -> str:
        """Name of the player whose turn it is."""
        return self.names[self.state.player]

    def sheet(self) -> tuple[AnyLine, ...]:
        """Return the score sheet, computed from the operations."""
        return tuple(entry for before, operation, after in self.steps() for entry in self._entries(before, operation, after))


def can_method(check: Callable[Concatenate[Any, _P], None]) -> Callable[Concatenate[Any, _P], bool]:
    """Return a method that returns whether a checking method of the same class raises no `BrokenRuleError`."""

    def can(self: object, /, *args: _P.args, **kwargs: _P.kwargs) -> bool:
        """Return whether the check raises no `BrokenRuleError`."""
        return holds(check, self, *args, **kwargs)

    can.__doc__ = f"Whether ``{getattr(check, '__name__', 'the check')}`` finds no broken rule."
    return can


class Tally:
    """Running totals of the players over the lines of a score sheet.

    Args:
        players: Number of players.
    """

    def __init__(self, players: int) -> None:
        self._points = [0] * players

    @property
    def points(self) -> tuple[int, ...]:
        """Present total of each player."""
        return tuple(self._points)

    def add(self, line: SheetLine) -> int:
        """Add a line and return the new total of its player."""
        self._points[line.player] += line.points
        return self._points[line.player]
