"""What the table does with the pictures: only look, practise, or watch a game."""

from typing import Protocol

from numero_cam.app.watch_table import TableSeen, TableWatch
from numero_cam.capture.source import FrameSource, TimedFrame
from numero_cam.capture.trouble import PictureTrouble
from numero_cam.games.shared.sight import Place, Sight
from numero_cam.table.tracked_table import TrackedTable
from numero_cam.table.tracker import TableInTime


class SharedSource:
    """A source that others go on using: closing it does nothing, and the picture that was given last is remembered.

    Args:
        source: Gives the pictures.

    Attributes:
        size: Width and height of the last picture, pixels.
        last: The last picture; None before the first.
    """

    def __init__(self, source: FrameSource) -> None:
        self._source = source
        self.last: TimedFrame | None = None

    @property
    def ended(self) -> str:
        """See `FrameSource`."""
        return self._source.ended

    @property
    def notice(self) -> str:
        """See `FrameSource`."""
        return self._source.notice

    def newest(self, seconds: float = 1.0) -> TimedFrame | None:
        """See `FrameSource`."""
        timed = self._source.newest(seconds)
        self.last = timed or self.last
        return timed

    def close(self) -> None:
        """Leave the source open."""


class Follows:
    """Follows a table, and remembers over which places there is a hand.

    Args:
        table: Follows the cards.

    Attributes:
        busy: Places over which there was a hand in the last picture.
    """

    def __init__(self, table: TableInTime) -> None:
        self.table = table
        self.busy: frozenset[Place] = frozenset()

    @property
    def notice(self) -> str:
        """What is wrong with the picture just now; empty where all is well."""
        return self.table.notice

    def tracked(self) -> TrackedTable:
        """See `TableInTime.tracked`."""
        return self.table.tracked()

    def look(self, picture: TimedFrame) -> Sight | None:
        """See `TableInTime.look`."""
        sight = self.table.look(picture)
        if sight is not None:
            self.busy = sight.busy
        return sight


class Mode(Protocol):
    """What is done with the pictures."""

    @property
    def notice(self) -> str:
        """What is wrong with camera or light; empty where all is well."""
        ...

    @property
    def names(self) -> tuple[str, ...]:
        """The players; empty where nobody plays."""
        ...

    @property
    def follows(self) -> Follows:
        """What follows the cards."""
        ...


class Looking:
    """Nothing but looking: whether the table is in view, and what lies there.

    Args:
        source: Gives the pictures.
        follows: Follows the cards.
    """

    names: tuple[str, ...] = ()

    def __init__(self, source: FrameSource, follows: Follows) -> None:
        self._source, self.follows = source, follows
        self._trouble = PictureTrouble()

    @property
    def notice(self) -> str:
        """What is wrong with camera or light; empty where all is well."""
        return self._source.notice or self._trouble.notice

    def step(self, seconds: float) -> None:
        """Look at the next picture."""
        picture = self._source.newest(seconds)
        if picture is not None:
            self.follows.look(picture)
            self._trouble.look(picture, self.follows.notice)


class Practising:
    """A table without a game: what lies there, and its best take.

    Args:
        watch: Watches the table.
        follows: Follows its cards.
    """

    names: tuple[str, ...] = ()

    def __init__(self, watch: TableWatch, follows: Follows) -> None:
        self._watch, self.follows = watch, follows

    @property
    def notice(self) -> str:
        """What is wrong with camera or light; empty where all is well."""
        return self._watch.notice

    def step(self, seconds: float) -> TableSeen | None:
        """Look at the next picture; gives the table where it is not as it was."""
        return self._watch.step(seconds)
