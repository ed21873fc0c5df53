"""What all games share: a log of operations with undo, names of players, and a score sheet that follows from the log."""

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from typing import Generic, Protocol, Self, TypeVar

from numero_cam.games.shared.breaks import breaks_no_rule
from numero_cam.games.shared.line import Line, Operation

LoggedState = TypeVar("LoggedState")


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
        self._line = Line[LoggedState, Operation].begin(start, verify, apply)

    @property
    def line(self) -> Line[LoggedState, Operation]:
        """The game up to now, as a node of the tree of games; the node does not change when the game goes on."""
        return self._line

    @property
    def state(self) -> LoggedState:
        """The present state."""
        return self._line.state

    @property
    def states(self) -> tuple[LoggedState, ...]:
        """All states: the first, then the one after each operation."""
        return (self._line.up(0).state, *[line.state for line in self._line.back_to(0)][::-1])

    @property
    def operations(self) -> tuple[Operation, ...]:
        """The operations, in order."""
        return self._line.operations

    def steps(self) -> Iterator[tuple[LoggedState, Operation, LoggedState]]:
        """Yield the state before each operation, the operation, and the state after it."""
        return zip(self.states, self.operations, self.states[1:], strict=False)

    def verify(self, operation: Operation) -> None:
        """Raise a `BrokenRuleError` for an operation that breaks a rule now."""
        self._line.verify(operation)

    def can(self, operation: Operation) -> bool:
        """Return whether the rules allow an operation now."""
        return breaks_no_rule(self.verify, operation)

    def do(self, operation: Operation) -> None:
        """Check an operation and do it."""
        self._line = self._line.play(operation)

    def undo(self) -> Operation | None:
        """Undo the last operation and return it; None where there is none."""
        if not self._line.depth:
            return None
        undone, self._line = self._line.operation, self._line.parent
        return undone

    def copy(self) -> Self:
        """Return an independent copy."""
        return self.at(self._line)

    def at(self, line: Line[LoggedState, Operation]) -> Self:
        """Return an independent copy with the operations of a line."""
        again = copy(self)
        again._line = line  # noqa: SLF001 - of this class
        return again

    def begun_at(self, state: LoggedState) -> Self:
        """Return an independent copy without operations that begins with a state."""
        return self.at(self._line.begun_at(state))

    def replayed(self, count: int | None = None) -> Self:
        """Return an independent copy with the first `count` operations only, all by default."""
        return self.copy() if count is None else self.at(self._line.up(count))


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
        return self.names == other.names and self.line is other.line  # equal lines are one object, see `Line`

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Return the names and the number of operations."""
        return f"<Game {', '.join(self.names)}: {self.line.depth} operations>"

    @property
    def player(self) -> str:
        """Name of the player whose turn it is."""
        return self.names[self.state.player]

    def sheet(self) -> tuple[AnyLine, ...]:
        """Return the score sheet, computed from the operations."""
        return tuple(entry for before, operation, after in self.steps() for entry in self._entries(before, operation, after))


class Tally:
    """Running totals of the players over the lines of a score sheet."""

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
