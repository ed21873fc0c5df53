"""A program in a terminal of its own, as a person sits before it: keys in, screen text out. For systems that have pty."""

import contextlib
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

UP, LEFT, CTRL_C, CTRL_D = "\x1b[A", "\x1b[D", "\x03", "\x04"
PATIENCE = 60.0  #: Seconds until a text is given up: no measure of speed, only an end to waiting.
_STYLES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """Runs `numero-cam` with these arguments, and with environment variables beside those of the tests."""

    def __init__(self, arguments: Sequence[str], env: Mapping[str, str]) -> None:
        self._keys, screen = os.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "numero_cam", *arguments],
            stdin=screen,
            stdout=screen,
            stderr=screen,
            env={**os.environ, "TERM": "xterm", **env},
            start_new_session=True,
            preexec_fn=_own_terminal,  # noqa: PLW1509 - Ctrl-C comes from the terminal, which must be the program's own
        )
        os.close(screen)
        self.raw = ""
        self._read = 0

    @property
    def text(self) -> str:
        """All that was shown, without colours."""
        return _STYLES.sub("", self.raw).replace("\r", "")

    def until(self, wanted: str, patience: float = PATIENCE) -> str:
        """Wait for a text behind what was waited for before; give what was shown up to it."""
        end = time.monotonic() + patience
        while (found := self.text.find(wanted, self._read)) < 0:
            if time.monotonic() > end or not self._more():
                message = f"{wanted!r} did not come; on the screen:\n{self.text[self._read :]}"
                raise AssertionError(message)
        shown = self.text[self._read : found]
        self._read = found + len(wanted)
        return shown

    def _more(self) -> bool:
        ready, _, _ = select.select([self._keys], [], [], 1)
        if ready:
            try:
                data = os.read(self._keys, 65536)
            except OSError:  # the program has gone
                return False
            self.raw += data.decode("utf-8", "replace")
            return bool(data)
        return True

    def press(self, keys: str) -> None:
        os.write(self._keys, keys.encode())

    def interrupt(self, wanted: str) -> str:
        """Press Ctrl-C and wait for a text; again where nothing comes.

        Python's readline looks for a signal only while it waits for a key: one that comes just before that is not noticed.
        """
        for _ in range(4):
            self.press(CTRL_C)
            with contextlib.suppress(AssertionError):
                return self.until(wanted, PATIENCE / 4)
        return self.until(wanted)

    def line(self, text: str, wanted: str = "> ") -> str:
        """Type a line and wait for the next prompt; give what was answered."""
        self.press(f"{text}\r")
        self.until("\n")
        return self.until(wanted)

    def status(self) -> int:
        """Wait for the end; give the exit status."""
        end = time.monotonic() + PATIENCE
        while self._more():
            assert time.monotonic() < end, f"the program goes on; on the screen:\n{self.text[self._read :]}"
        return self.process.wait(PATIENCE)

    def __enter__(self) -> Self:
        """Leave no program behind."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        os.close(self._keys)


def _own_terminal() -> None:
    import fcntl  # noqa: PLC0415 - not on every system
    import termios  # noqa: PLC0415

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell's background jobs ignore it, and what they start does too
