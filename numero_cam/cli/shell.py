"""The top of the command line: every failure becomes one line on standard error and an exit status, never a traceback."""

import contextlib
import io
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NoReturn

import typer

from numero_cam.base.ctrl_c import INTERRUPTED_STATUS, comes_from_ctrl_c
from numero_cam.base.errors import NumeroCamError, reason_of
from numero_cam.base.rounds import TRACEBACK, error_line
from numero_cam.catalogue import is_english, tr
from numero_cam.cli.app import app
from numero_cam.cli.extras import lacking
from numero_cam.cli.options import BadArgumentsError
from numero_cam.cli.removed import removed_line

BAD_INPUT = 1
BAD_ARGUMENTS = 2

# Typer hands on click's errors, from click or from its own copy; all of them are of this class.
CommandError: type[Exception] = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")


class _Answers(io.TextIOWrapper):
    """Standard output that reports the first write error and discards the rest."""

    def write(self, text: str) -> int:
        with self._errors_shown():
            return super().write(text)

    def flush(self) -> None:
        with self._errors_shown():
            super().flush()

    @contextlib.contextmanager
    def _errors_shown(self) -> Iterator[None]:
        """Turn an error of a write, other than a closed pipe, into one for people, and discard further output."""
        try:
            yield
        except BrokenPipeError:
            raise
        except OSError as error:
            _drop_output()
            raise NumeroCamError(tr("the answer cannot be written to standard output: {reason}", reason=reason_of(error))) from error


def main() -> NoReturn:
    """Run the program with the arguments of the process and exit with its status."""
    _open_streams()
    if sys.stdout is None:  # ``>&-`` in a shell
        sys.exit(_complain(tr("standard output is closed: there is nowhere to answer"), BAD_INPUT))
    if not sys.warnoptions and TRACEBACK not in os.environ:
        warnings.simplefilter("ignore")  # libraries warn of damage in files, in words for programmers
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command by the arguments after the program's name; none for the help.

    Returns 0 for done, 1 for bad input, 2 for bad arguments, 130 for stopped from the keyboard.
    """
    try:
        status = _call(arguments)
        sys.stdout.flush()
    except Exception as error:  # the one place where nothing may pass
        if comes_from_ctrl_c(error):
            return _complain(tr("stopped"), INTERRUPTED_STATUS)
        if os.environ.get(TRACEBACK):
            raise
        return _failure_status(error, arguments)
    except KeyboardInterrupt:
        status = INTERRUPTED_STATUS
    if status == INTERRUPTED_STATUS:  # Typer may have turned the interrupt into this status already
        return _complain(tr("stopped"), INTERRUPTED_STATUS)
    return status if isinstance(status, int) else 0


def _call(arguments: Sequence[str]) -> object:
    """Run one command and return its exit status, or None for success."""
    commands: Callable[..., object] = app
    if not is_english():
        from numero_cam.cli.help_language import translated_commands

        commands = translated_commands()
    try:
        return commands(_or_help(arguments), prog_name="numero-cam", standalone_mode=False)
    except SystemExit as left:  # Completion leaves so.
        return left.code


def _failure_status(error: Exception, arguments: Sequence[str]) -> int:
    """Print the line of an error, and return the exit status."""
    match error:
        case BadArgumentsError():
            return _complain(tr("{error} (see {command} --help)", error=error, command=_command(arguments)), BAD_ARGUMENTS)
        case CommandError():
            return _refused_status(error)
        case NumeroCamError():
            return _complain(str(error), BAD_INPUT)
        case typer.Abort():
            return _complain(tr("stopped"), INTERRUPTED_STATUS)
        case BrokenPipeError():
            _drop_output()
            return BAD_INPUT
        case _:
            package = lacking(error) if isinstance(error, ImportError) else ""
            return _complain(package or error_line(error), BAD_INPUT)


def _groups() -> set[str | None]:
    """Return the names of the groups of commands, such as ``deck``."""
    return {group.name for group in app.registered_groups}


def _or_help(arguments: Sequence[str]) -> list[str]:
    """Return the arguments, with ``--help`` where they are empty or name a group only."""
    nothing_asked = not arguments or (len(arguments) == 1 and arguments[0] in _groups())
    return [*arguments, *(["--help"] if nothing_asked else [])]


def _command(arguments: Sequence[str]) -> str:
    """Return the command of the arguments with its group, such as ``numero-cam deck learn``."""
    return " ".join(("numero-cam", *arguments[: 2 if arguments[0] in _groups() else 1]))


def _refused_status(error: Exception) -> int:
    """Print click's own message on one line, with the command that shows help; return the exit status."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "numero-cam"
    words = getattr(error, "format_message", error.__str__)().rstrip(".")
    if instead := removed_line(command, words):
        words = instead
    elif not is_english():
        from numero_cam.cli.help_language import translated_refusal

        words = translated_refusal(words)
    return _complain(tr("{error} (see {command} --help)", error=words, command=command), BAD_ARGUMENTS)


def _complain(words: str, status: int) -> int:
    """Print one line on standard error, unprintable characters escaped, and return the status."""
    line = " ".join(words.split())
    # What is wrong in a file may be a terminal's own commands; they are shown, not obeyed.
    plain = "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in line)
    with contextlib.suppress(OSError):  # Nobody hears it where standard error is full; the status tells.
        sys.stderr.write(f"numero-cam: {plain}\n")
        sys.stderr.flush()
    return status


def _drop_output() -> None:
    """Send the rest of standard output to the null device, as nobody reads it."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError:
        return


def _open_streams() -> None:
    """Make the standard streams UTF-8; characters that cannot be written are escaped.

    A closed stream is None in Python. Input and errors are then read from and written to nowhere; nothing stands for the answer.
    """
    sys.stdin = sys.stdin or Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - as long as the process lives
    sys.stderr = sys.stderr or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - the same
    if sys.stdout is not None:
        live = bool(sys.stdout.line_buffering)
        sys.stdout = _Answers(sys.stdout.buffer, encoding="utf-8", errors="backslashreplace", line_buffering=live)
    reconfigure = getattr(sys.stderr, "reconfigure", None)
    if reconfigure:
        reconfigure(encoding="utf-8", errors="backslashreplace")
