"""Gives wrong files to one loader after the other, in a process of its own with bounded memory, and prints what went wrong as JSON.

    python -m tests.fuzz.child COUNT [LOADER...]

COUNT damaged files are made for each valid one, besides those that were found before.
"""

import contextlib
import json
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from numero_cam.base.errors import NumeroCamError
from tests.fuzz.loaders import Loader, loaders
from tests.fuzz.mutations import cases

MEMORY = 400_000_000  #: Bytes that a loader may ask for beyond what the program has after its start.
PROCESSOR_SECONDS = 20.0  #: Seconds of processor time for one file of at most 2 MB: one that takes longer hangs.


class HangsError(BaseException):
    """A file kept a loader busy."""


def bound_memory() -> None:
    """Let no file use more than `MEMORY`, where the system can forbid it."""
    if sys.platform != "linux":
        return
    import resource  # noqa: PLC0415 - not on Windows

    now = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + MEMORY, now + MEMORY))


@contextlib.contextmanager
def busy_at_most(seconds: float) -> Iterator[None]:
    """Break off what uses the processor for longer."""

    def break_off(_number: int, _frame: FrameType | None) -> None:
        raise HangsError

    if sys.platform == "win32":
        yield
        return
    before = signal.signal(signal.SIGVTALRM, break_off)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def is_own(error: BaseException) -> bool:
    """Whether an error is the project's own, of one line: it says what is wrong with the file."""
    own = isinstance(error, NumeroCamError) or (isinstance(error, ValueError) and type(error).__module__.startswith("numero_cam."))
    return own and "\n" not in str(error) and 0 < len(str(error)) < 5000


def fault_of(loader: Loader, folder: Path) -> str:
    """Return what is wrong with how a loader takes the files of a folder; empty where nothing is."""
    try:
        with busy_at_most(PROCESSOR_SECONDS):
            loader.load(folder)
    except (Exception, HangsError) as error:  # noqa: BLE001 - whatever comes out is judged
        return "" if is_own(error) else f"{type(error).__name__}: {str(error)[:300]}"
    return ""


def tried(name: str, loader: Loader, count: int, folder: Path) -> tuple[int, list[str]]:
    """Return how many files a loader was given, and how it failed."""
    number, faults = 0, []
    for file, valid in loader.files.items():
        for data in cases(valid, count, f"{name} {file}"):
            number += 1
            for other, good in loader.files.items():
                (folder / other).write_bytes(data if other == file else good)
            if fault := fault_of(loader, folder):
                faults.append(f"{file} = {data[:150]!r} ({len(data)} bytes): {fault}")
    return number, faults


def main() -> None:
    """Try the loaders that are named, or all."""
    warnings.simplefilter("error")
    count, wanted = int(sys.argv[1]), sys.argv[2:]
    with tempfile.TemporaryDirectory() as work:
        found = loaders(Path(work))
        bound_memory()
        for name in wanted or found:
            folder = Path(work) / name
            folder.mkdir(exist_ok=True)
            began = time.process_time()
            number, faults = tried(name, found[name], count, folder)
            told = {"loader": name, "files": number, "faults": faults, "seconds": time.process_time() - began}
            sys.stdout.write(json.dumps(told) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
