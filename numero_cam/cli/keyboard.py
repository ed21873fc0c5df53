"""Input of a person: lines that can be edited, lines typed while the program works, and Ctrl-C."""

import contextlib
import importlib
import io
import os
import queue
import signal
import sys
import threading
from collections.abc import Iterator
from types import FrameType, ModuleType

from numero_cam.base.ctrl_c import mark_ctrl_c_handled

MAX_LINE = 2000  #: Maximum length of a typed line, in characters; the rest is dropped.


class Keyboard:
    """Reads lines; on a terminal they can be edited, and plays come back with the key Up."""

    def __init__(self) -> None:
        self.is_terminal = _is_terminal(sys.stdin) and _is_terminal(sys.stdout)  #: Whether a person types, not a file or another program.
        # Bytes that are no UTF-8 become U+FFFD, never an error in the middle of a game.
        if reconfigure := getattr(sys.stdin, "reconfigure", None):
            reconfigure(errors="replace")
        self._editor = _editor() if self.is_terminal else None

    def line(self, prompt: str, *, remember: bool = False) -> str:
        """Ask for a line and return it without spaces at its ends; with `remember`, as of a play, the key Up brings it back."""
        line = input(prompt).strip()
        if remember and line and self._editor is not None:
            self._editor.add_history(line)
        return line


def _is_terminal(stream: object) -> bool:  # False for what is no stream
    asks = getattr(stream, "isatty", None)
    return bool(asks and asks())


def _editor() -> ModuleType | None:
    """Return the module `readline`; None where Python has none, as on Windows, whose consoles edit lines themselves."""
    try:
        editor = importlib.import_module("readline")
    except ImportError:
        return None
    editor.set_auto_history(False)
    return editor


class TypedLines:
    """Collects the lines of standard input in a thread of its own, so that a loop can take them without waiting."""

    def __init__(self) -> None:
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        with contextlib.suppress(OSError, ValueError, io.UnsupportedOperation):  # no input at all is fine
            # Read below Python's own buffer: a thread that waits in it would hold its lock while the program ends.
            threading.Thread(target=self._read, args=(sys.stdin.fileno(),), daemon=True).start()

    def _read(self, file: int) -> None:
        """Put each line of the descriptor into the queue, until its end."""
        rest = b""
        with contextlib.suppress(OSError):
            while part := os.read(file, 4096):
                *whole, rest = (rest + part).split(b"\n")
                for line in whole:
                    self._put(line)
                rest = rest[-MAX_LINE:]
        self._put(rest)

    def _put(self, line: bytes) -> None:  # with single spaces; not an empty one
        if text := " ".join(line[:MAX_LINE].decode("utf-8", "replace").split()):
            self._lines.put(text)

    def new(self) -> Iterator[str]:
        """Yield the lines that came since the last call."""
        with contextlib.suppress(queue.Empty):
            while True:
                yield self._lines.get_nowait()


class CtrlC:
    """A flag that is true once Ctrl-C was pressed, so that a loop can finish its step; a second Ctrl-C raises KeyboardInterrupt."""

    def __init__(self) -> None:
        self._pressed = False

    def __bool__(self) -> bool:
        """Return whether it was pressed."""
        return self._pressed

    def press(self, _number: int, _frame: FrameType | None) -> None:
        """Set the flag; the handler of SIGINT."""
        if self._pressed:
            raise KeyboardInterrupt
        self._pressed = True
        mark_ctrl_c_handled()


@contextlib.contextmanager
def ctrl_c_noted() -> Iterator[CtrlC]:
    """Yield a flag that Ctrl-C sets while the block runs, instead of interrupting it; only in the main thread."""
    pressed = CtrlC()
    if threading.current_thread() is not threading.main_thread():  # signals reach the main thread alone
        yield pressed
        return
    before = signal.signal(signal.SIGINT, pressed.press)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)
