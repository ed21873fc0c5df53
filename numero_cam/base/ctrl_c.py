"""Ends the program soon after Ctrl-C, whatever it does.

Python turns Ctrl-C into an exception when its main thread comes back from the code of a library, and waits at its end for other threads: a
film that is damaged on purpose can keep both busy for hours. What the program keeps is whole at any time, as after a power cut.
"""

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable

GRACE_SECONDS = 0.9  #: Time after Ctrl-C in which the program may end by itself, in seconds.
WAKING_SECONDS = 0.1  #: Time between two wakings of the main thread within that time, in seconds.
SAYING_SECONDS = 0.3  #: Time to say so; a stream that nobody reads may block for ever.
STOPPED = 130  #: Status of a program that Ctrl-C ended.


class _Guard:
    """What is known of the program's end."""

    status = STOPPED  #: With which it ends.
    going_on = threading.Event()  #: Is set where the program heard Ctrl-C and goes on.


def end_soon_after_ctrl_c(said: Callable[[], object]) -> None:
    """End the process `GRACE_SECONDS` after Ctrl-C from now on; to be called once, in the main thread, before anything is loaded.

    Python drops a Ctrl-C that comes in a callback, as those of its own imports: the program would go on to its end. It does not notice one
    that comes just before it waits for a key: its main thread is woken until the program ends or goes on.

    Args:
        said: Says that it ends, where it did not by itself.
    """
    sys.unraisablehook = _say_dropped
    if sys.platform != "win32":
        signal.signal(signal.SIGURG, lambda *_: None)  # a signal that nobody handles wakes nobody
    numbers, python = os.pipe()
    os.set_blocking(python, False)
    signal.set_wakeup_fd(python, warn_on_full_buffer=False)  # Python writes there at once, whatever its threads do
    threading.Thread(target=_guard, args=(numbers, said), daemon=True).start()


def comes_from_ctrl_c(error: BaseException | None) -> bool:
    """Return whether an error is Ctrl-C, or what a library made of one, as extensions do that are being imported."""
    seen: list[BaseException] = []  # an error may be the context of its own cause
    while error is not None and error not in seen:
        if isinstance(error, KeyboardInterrupt):
            return True
        seen.append(error)
        error = error.__cause__ or error.__context__
    return False


def go_on() -> None:
    """Say that Ctrl-C was heard, and that the program goes on."""
    _Guard.going_on.set()


def is_usual_end() -> None:
    """Say that Ctrl-C is how this command is ended: its status is 0."""
    _Guard.status = 0


def _guard(numbers: int, said: Callable[[], object]) -> None:
    while number := os.read(numbers, 1):
        if number[0] != signal.SIGINT:
            continue
        if _goes_on():
            _Guard.going_on.clear()
            continue
        if _Guard.status:
            saying = threading.Thread(target=_quietly, args=(said,), daemon=True)
            saying.start()
            saying.join(SAYING_SECONDS)
        os._exit(_Guard.status)


def _goes_on() -> bool:
    """Wait until the program goes on; it may have said so already."""
    end = time.monotonic() + GRACE_SECONDS
    while not _Guard.going_on.wait(WAKING_SECONDS):
        if time.monotonic() > end:
            return False
        if sys.platform != "win32":
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGURG)
    return True


def _quietly(said: Callable[[], object]) -> None:
    with contextlib.suppress(Exception):
        said()


def _say_dropped(dropped: "sys.UnraisableHookArgs") -> None:
    """Say which error Python drops, but not that it dropped Ctrl-C: the guard ends the program."""
    if dropped.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(dropped)
