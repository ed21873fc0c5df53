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
REPORT_SECONDS = 0.3  #: Time in which the line that the program ends is written; a stream that nobody reads may block for ever.
INTERRUPTED_STATUS = 130  #: Exit status of a program that Ctrl-C ended: 128 + the number of SIGINT.


class _Interrupt:
    """What Ctrl-C does, as the main thread sets it for the thread that ends the process."""

    exit_status = INTERRUPTED_STATUS  #: Exit status of the process after Ctrl-C.
    handled = threading.Event()  #: Is set where the program handled Ctrl-C and goes on.


def end_soon_after_ctrl_c(report: Callable[[], object]) -> None:
    """End the process `GRACE_SECONDS` after Ctrl-C from now on; to be called once, in the main thread, before anything is loaded.

    Python drops a Ctrl-C that comes in a callback, as those of its own imports: the program would go on to its end. It does not notice one
    that comes just before it waits for a key: its main thread is woken until the program ends or goes on.

    Args:
        report: Prints that Ctrl-C ended the program; it is called where the program did not end by itself and its exit status is not 0.
    """
    sys.unraisablehook = _say_dropped
    if sys.platform != "win32":
        signal.signal(signal.SIGURG, lambda *_: None)  # a signal that nobody handles wakes nobody
    read_end, write_end = os.pipe()
    os.set_blocking(write_end, False)
    signal.set_wakeup_fd(write_end, warn_on_full_buffer=False)  # Python writes there at once, whatever its threads do
    threading.Thread(target=_end_after_signal, args=(read_end, report), daemon=True).start()


def comes_from_ctrl_c(error: BaseException | None) -> bool:
    """Return whether an error is Ctrl-C, or what a library made of one, as extensions do that are being imported."""
    seen: list[BaseException] = []  # an error may be the context of its own cause
    while error is not None and error not in seen:
        if isinstance(error, KeyboardInterrupt):
            return True
        seen.append(error)
        error = error.__cause__ or error.__context__
    return False


def mark_ctrl_c_handled() -> None:
    """Keep the process from being ended: the program handled this Ctrl-C and goes on."""
    _Interrupt.handled.set()


def exit_with_success_on_ctrl_c() -> None:
    """Make 0 the exit status after Ctrl-C from now on: it is how this command is ended."""
    _Interrupt.exit_status = 0


def _end_after_signal(read_end: int, report: Callable[[], object]) -> None:
    """Read signal numbers from a pipe, a byte each, and end the process after a SIGINT that the program does not handle."""
    while number := os.read(read_end, 1):
        if number[0] != signal.SIGINT:
            continue
        if _wait_until_handled():
            _Interrupt.handled.clear()
            continue
        if _Interrupt.exit_status:
            reporting = threading.Thread(target=_call_quietly, args=(report,), daemon=True)
            reporting.start()
            reporting.join(REPORT_SECONDS)
        os._exit(_Interrupt.exit_status)


def _wait_until_handled() -> bool:
    """Wait up to `GRACE_SECONDS` and return whether the program handled Ctrl-C; its main thread is woken again and again until then."""
    end = time.monotonic() + GRACE_SECONDS
    while not _Interrupt.handled.wait(WAKING_SECONDS):
        if time.monotonic() > end:
            return False
        if sys.platform != "win32":
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGURG)
    return True


def _call_quietly(report: Callable[[], object]) -> None:
    """Call a function, and ignore its errors."""
    with contextlib.suppress(Exception):
        report()


def _say_dropped(dropped: "sys.UnraisableHookArgs") -> None:
    """Say which error Python drops, but not that it dropped Ctrl-C: the other thread ends the program."""
    if dropped.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(dropped)
