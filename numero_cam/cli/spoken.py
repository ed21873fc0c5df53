"""Lines typed while something else runs, and Ctrl-C that is heard between two steps."""

import contextlib
import io
import os
import queue
import signal
import sys
import threading
from collections.abc import Iterator
from types import FrameType

LONGEST = 2000
"""Characters of a line; what is longer is no line that anybody types."""


class TypedLines:
    """The lines of standard input as they come; nobody waits for them."""

    def __init__(self) -> None:
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        with contextlib.suppress(OSError, ValueError, io.UnsupportedOperation):  # no input at all is fine
            # Read below Python's own buffer: a thread that waits in it would hold its lock while the program ends.
            threading.Thread(target=self._read, args=(sys.stdin.fileno(),), daemon=True).start()

    def _read(self, file: int) -> None:
        rest = b""
        with contextlib.suppress(OSError):
            while part := os.read(file, 4096):
                *whole, rest = (rest + part).split(b"\n")
                for line in whole:
                    self._put(line)
                rest = rest[-LONGEST:]
        self._put(rest)

    def _put(self, line: bytes) -> None:
        if text := " ".join(line[:LONGEST].decode("utf-8", "replace").split()):
            self._lines.put(text)

    def new(self) -> Iterator[str]:
        """Give the lines that came since the last call."""
        with contextlib.suppress(queue.Empty):
            while True:
                yield self._lines.get_nowait()


class Stopped:
    """Whether Ctrl-C was pressed; the step that runs is finished first. Pressed again, it breaks off at once."""

    def __init__(self) -> None:
        self._asked = False

    def __bool__(self) -> bool:
        """Tell whether it was."""
        return self._asked

    def _ask(self, _number: int, _frame: FrameType | None) -> None:
        if self._asked:
            raise KeyboardInterrupt
        self._asked = True


@contextlib.contextmanager
def stopped_by_user() -> Iterator[Stopped]:
    """Hear Ctrl-C without being broken off; afterwards it is as it was."""
    stopped = Stopped()
    if threading.current_thread() is not threading.main_thread():  # only there signals are heard
        yield stopped
        return
    before = signal.signal(signal.SIGINT, stopped._ask)  # noqa: SLF001 - both halves of one thing
    try:
        yield stopped
    finally:
        signal.signal(signal.SIGINT, before)
