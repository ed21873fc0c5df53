"""The time limit of a search."""

from time import perf_counter
from typing import Literal

Stop = Literal["time", "memory", "cards"]
"""What stopped a search before its answer was proven: the time limit, the memory it may use, or that more cards lie than are searched."""


class OutOfTimeError(Exception):
    """The stated time is over; the best play so far still stands."""

    stopped_by: Stop = "time"


class OutOfMemoryError(OutOfTimeError):
    """The memory that a search may use is used up; the best play so far still stands."""

    stopped_by: Stop = "memory"


class Clock:
    """Raises when the time limit is over.

    Args:
        limit_seconds: The limit from now, 0 or more; `None` for none.
    """

    def __init__(self, limit_seconds: float | None = None) -> None:
        self._end = None if limit_seconds is None else perf_counter() + limit_seconds
        self._stated = self._end
        self._held = False

    def check(self) -> None:
        """Raise `OutOfTimeError` once the limit is over."""
        if self._end is not None and not self._held and perf_counter() >= self._end:
            raise OutOfTimeError

    def left(self) -> float | None:
        """Return the seconds left, 0 or more; `None` where there is no limit or it is not minded now."""
        return None if self._end is None or self._held else max(0.0, self._end - perf_counter())

    def grace(self, seconds: float) -> None:
        """Leave at least this time from now on, until `keep` is called."""
        if self._end is not None:
            self._stated = self._end
            self._end = max(self._end, perf_counter() + seconds)

    def keep(self) -> None:
        """Mind the stated limit again."""
        self._end = self._stated if self._end is not None else None

    @property
    def is_limited(self) -> bool:
        """Whether there is a limit."""
        return self._end is not None

    def hold(self, *, held: bool) -> None:
        """Let short work be done to its end although the limit may be over, or mind the limit again."""
        self._held = held
