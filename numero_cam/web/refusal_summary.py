"""Sums up refused and failed connections in one line a minute, so that a flood of them does not bury other lines."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable

from numero_cam.base.rounds import Rounds
from numero_cam.catalogue import tr

SUMMARY_SECONDS = 60.0  #: Minimum time between two lines, in seconds.
FIRST_SUMMARY_SECONDS = 1.0  #: Time for which connections are counted before the first line, in seconds.


class RefusalSummary(logging.Filter):
    """Counts refused and failed connections and reports them in one line; as a logging filter it counts uvicorn's messages too."""

    def __init__(self, say: Callable[[str], None]) -> None:
        super().__init__()
        self._say = say
        self._counts: Counter[str] = Counter()
        self._timer: asyncio.TimerHandle | None = None
        self._last_line: float | None = None
        self._rounds = Rounds(tr("the count of connections"))

    def count(self, what: str) -> None:
        """Count a connection. Needs a running event loop.

        `what` is said of all connections of its kind, with a place for their number: ``{n} were refused as too many``.
        """
        self._counts[what] += 1
        if self._timer is None:
            loop = asyncio.get_running_loop()
            wait = (
                FIRST_SUMMARY_SECONDS
                if self._last_line is None
                else max(FIRST_SUMMARY_SECONDS, self._last_line + SUMMARY_SECONDS - loop.time())
            )
            self._timer = loop.call_later(wait, self._say_counts, loop)

    def filter(self, record: logging.LogRecord) -> bool:
        """Count messages of uvicorn about bad requests, and drop them; faults of the program are logged."""
        fault = record.exc_info[0] if record.exc_info else None
        ended = fault is not None and issubclass(fault, asyncio.CancelledError)
        if record.levelno <= logging.WARNING or ended or "Invalid UTF-8" in record.getMessage():
            self.count(tr("{n} sent what no browser sends"))
            return False
        return True

    def _say_counts(self, loop: asyncio.AbstractEventLoop) -> None:
        counted, self._counts = self._counts, Counter()
        self._timer, self._last_line = None, loop.time()
        with self._rounds.round():
            counts = ", ".join(what.format(n=number) for what, number in counted.items())
            self._say(tr("Connections in the last minute: {counts}. Pages that are open go on.", counts=counts))
