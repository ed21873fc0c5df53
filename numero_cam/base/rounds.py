"""Keeps background loops alive: what ended a round is said in one line, and the next round begins.

Nobody waits for a loop that runs in the background. One that an odd input ended would be missed by nobody, and what it kept up to date
would go on looking right. `tests/unit/test_background_loops.py` lists all loops of the program, and gives each an odd input.
"""

import contextlib
import logging
import os
from collections.abc import Callable, Iterator

from numero_cam.base.errors import NumeroCamError
from numero_cam.catalogue import tr

PAUSE_SECONDS = 1.0  #: Time until the next round after one that was ended, in seconds.
MAX_FAULT_LENGTH = 300  #: Maximum length of what is said of a fault, in characters.
TRACEBACK = "NUMERO_CAM_TRACEBACK"  #: Set in the environment, an error that should not happen shows where it happened.

_log = logging.getLogger(__name__)


def error_line(error: BaseException) -> str:
    """Return what an error says on one line: the project's own words, else that it is a fault of this program."""
    text = str(error) if isinstance(error, NumeroCamError) else f"{type(error).__name__}: {error}"
    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in text[: 2 * MAX_FAULT_LENGTH]).split())[:MAX_FAULT_LENGTH]
    if isinstance(error, NumeroCamError):
        return plain
    return tr("a fault of this program, please report it: {fault} ({variable}=1 shows where)", fault=plain, variable=TRACEBACK)


class Rounds:
    """The rounds of one background loop.

    Args:
        what: Which loop it is, for people, such as ``the hall's board``.
        say: Is given the line where `trouble` is another one than before; None for the log.
    """

    def __init__(self, what: str, say: Callable[[str], None] | None = None) -> None:
        self._what, self._say = what, say or _log.warning
        self.trouble = ""  #: What ended the last round, a line; empty where it went well.

    @contextlib.contextmanager
    def round(self) -> Iterator[None]:
        """Run the block as one round. Any error that ends it becomes `trouble` and goes no further; the loop then waits `PAUSE_SECONDS`."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - whatever it is, the loop goes on
            self._note(error)
        else:
            self.trouble = ""

    def _note(self, error: Exception) -> None:
        """Set `trouble`, and say it where it changed."""
        before, self.trouble = self.trouble, tr("{what}: {error}; it goes on", what=self._what, error=error_line(error))
        if self.trouble == before:
            return
        if os.environ.get(TRACEBACK):
            _log.warning("%s", self._what, exc_info=error)
        with contextlib.suppress(Exception):  # nothing may be left to say it with
            self._say(self.trouble)
