"""What is refused or fails at the doors is told in one line a minute: a flood of it must not bury what people are to read."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable

EVERY = 60.0
"""Seconds between two lines at least."""
SOON = 1.0
"""Seconds that are gathered before the first line."""


class Summary(logging.Filter):
    """Counts what is refused and what fails, and says so in a line; also of the messages that uvicorn would write.

    Args:
        say: Is given the line.
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        super().__init__()
        self._say = say
        self._counts: Counter[str] = Counter()
        self._timer: asyncio.TimerHandle | None = None
        self._told: float | None = None

    def count(self, what: str) -> None:
        """Count a connection, from a loop that runs.

        Args:
            what: What it did, as words behind a number: ``were refused as too many``.
        """
        self._counts[what] += 1
        if self._timer is None:
            loop = asyncio.get_running_loop()
            wait = SOON if self._told is None else max(SOON, self._told + EVERY - loop.time())
            self._timer = loop.call_later(wait, self._tell, loop)

    def filter(self, record: logging.LogRecord) -> bool:
        """Count what uvicorn says of bad requests instead of writing it; what is a fault of the program is written."""
        fault = record.exc_info[0] if record.exc_info else None
        ended = fault is not None and issubclass(fault, asyncio.CancelledError)
        if record.levelno <= logging.WARNING or ended or "Invalid UTF-8" in record.getMessage():
            self.count("sent what no browser sends")
            return False
        return True

    def _tell(self, loop: asyncio.AbstractEventLoop) -> None:
        told = ", ".join(f"{number} {what}" for what, number in self._counts.items())
        self._counts.clear()
        self._timer, self._told = None, loop.time()
        self._say(f"Connections in the last minute: {told}. Pages that are open go on.")
