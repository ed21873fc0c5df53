"""The time limit of a search."""

import time
from collections.abc import Callable
from time import perf_counter
from typing import Literal

#: The limit that stopped a search before its answer was proven: time, memory, or the number of cards that a search can hold.
StoppedBy = Literal["time", "memory", "cards"]
#: Seconds of the processor that this thread used; WebAssembly, which has no clock of a thread, counts those of its one process.
thread_time: Callable[[], float] = getattr(time, "thread_time", time.process_time)


class OutOfTimeError(Exception):
    """The time limit is over; the best take found so far is valid."""

    stopped_by: StoppedBy = "time"


class OutOfMemoryError(OutOfTimeError):
    """The memory limit is reached; the best take found so far is valid."""

    stopped_by: StoppedBy = "memory"


class Clock:
    """Raises when the time limit is over.

    Args:
        limit_seconds: Seconds from now, 0 or more; None for no limit.
    """

    def __init__(self, limit_seconds: float | None = None) -> None:
        self._end = None if limit_seconds is None else perf_counter() + limit_seconds
        self._stated = self._end  # the end without the extension of `grace`
        self._held = False

    def check(self) -> None:
        """Raise `OutOfTimeError` once the limit is over."""
        if self._end is not None and not self._held and perf_counter() >= self._end:
            raise OutOfTimeError

    def left(self) -> float | None:
        """Return the seconds left, 0 or more; None where there is no limit or it is suspended."""
        return None if self._end is None or self._held else max(0.0, self._end - perf_counter())

    def grace(self, seconds: float) -> None:
        """Extend the limit to at least this time from now, until `keep` is called."""
        if self._end is not None:
            self._stated = self._end
            self._end = max(self._end, perf_counter() + seconds)

    def keep(self) -> None:
        """End the extension of `grace`."""
        self._end = self._stated if self._end is not None else None

    @property
    def is_limited(self) -> bool:
        """Whether there is a limit."""
        return self._end is not None

    def hold(self, *, held: bool) -> None:
        """Suspend the limit so that short work can be finished, or resume it."""
        self._held = held
