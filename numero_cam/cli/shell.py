"""The top of the command line: every failure becomes one line on standard error and an exit status, never a traceback."""

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import typer

from numero_cam.base.errors import NumeroCamError
from numero_cam.cli.app import app
from numero_cam.cli.options import BadArgumentsError

BAD_INPUT = 1
BAD_ARGUMENTS = 2
STOPPED = 130
TRACEBACK = "NUMERO_CAM_TRACEBACK"
"""Set in the environment, an error that should not happen shows where it happened."""

# Typer hands on click's errors, from click or from its own copy; all of them are of this class.
CommandError: type[Exception] = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")


def main() -> NoReturn:
    """Runs the program with the arguments of the process and leaves with its exit status."""
    _speak_utf8()
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Runs one command.

    Args:
        arguments: What stands after the program's name.

    Returns:
        0 done, 1 bad input, 2 bad arguments, 130 stopped from the keyboard.
    """
    try:
        status = app(list(arguments), prog_name="numero-cam", standalone_mode=False)
        sys.stdout.flush()
    except Exception as error:  # the one place where nothing may pass
        if os.environ.get(TRACEBACK):
            raise
        return _failed(error, arguments)
    except KeyboardInterrupt:
        status = STOPPED
    if status == STOPPED:  # Typer may have turned the interrupt into this status already
        return _complain("stopped", STOPPED)
    return status if isinstance(status, int) else 0


def _failed(error: Exception, arguments: Sequence[str]) -> int:
    match error:
        case BadArgumentsError():
            command = " ".join(arguments[: 2 if arguments[0] == "game" else 1])
            return _complain(f"{error} (see numero-cam {command} --help)", BAD_ARGUMENTS)
        case CommandError():
            return _refuse(error)
        case NumeroCamError():
            return _complain(str(error), BAD_INPUT)
        case typer.Abort():
            return _complain("stopped", STOPPED)
        case BrokenPipeError():
            _drop_output()
            return BAD_INPUT
        case _:
            fault = f"{type(error).__name__}: {error} ({TRACEBACK}=1 shows where)"
            return _complain(f"a fault of this program, please report it: {fault}", BAD_INPUT)


def _refuse(error: Exception) -> int:
    """Bad arguments: click's own words on one line, with where to find help."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "numero-cam"
    words = getattr(error, "format_message", error.__str__)()
    return _complain(f"{words.rstrip('.')} (see {command} --help)", BAD_ARGUMENTS)


def _complain(words: str, status: int) -> int:
    line = " ".join(words.split())
    # What is wrong in a file may be a terminal's own commands; they are shown, not obeyed.
    plain = "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in line)
    sys.stderr.write(f"numero-cam: {plain}\n")
    return status


def _drop_output() -> None:
    """The reader of a pipe has gone: let the interpreter flush what is left into nothing."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError:
        return


def _speak_utf8() -> None:
    """The signs of arithmetic must come out on any system; what cannot be written is escaped, never an error."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(encoding="utf-8", errors="backslashreplace")
