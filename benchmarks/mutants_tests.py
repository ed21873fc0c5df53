"""Runs pytest again and again in forks of one process that has loaded what the tests load besides this program: most runs are short.

Of ``mutants.py``, which starts it in a copy of the checkout. Each line of its input is a JSON object with ``tests`` (files and folders),
``marked`` (an expression of markers) and ``timeout`` (seconds); each line of its output is a JSON list: what came of it, and which test
failed.
"""

import json
import os
import re
import resource
import signal
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import pytest

LOADED = (
    *("PIL.Image", "cryptography.x509", "cv2", "hypothesis", "jsonschema", "numpy", "pg8000", "segno", "sqlalchemy.orm"),
    *("starlette.applications", "uvicorn", "websockets.asyncio.client", "websockets.sync.client"),
)
MOST_MEMORY = 8 << 30  #: Bytes of the tests: a mutant may ask for more than the machine has.
OPTIONS = (
    "-x",
    "-q",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:faulthandler",
    "--hypothesis-seed=0",
    "-W",
    "ignore::pytest.PytestAssertRewriteWarning",
)
TOLD = Path("mutants_tests.txt")  #: What pytest says of a run, in the copy of the checkout.
LOOK = 0.02
PATIENCE = 5.0  #: Seconds between two looks whether a run has ended, and for which one that is too long may end what it started.


def load() -> None:
    """Loads what is there of the libraries that tests use."""
    for name in LOADED:
        try:
            import_module(name)
        except ImportError:
            continue


def outcome(tests: Sequence[str], marked: str, timeout: float) -> tuple[str, str]:
    """What came of tests, which run in this order, and the test or file that failed, empty where none is named.

    It is `alive`, `killed`, `timeout` after so many seconds, or `none` where there is no such test.
    """
    child = os.fork()
    if not child:
        _run(tests, marked)
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            _end(child)
            code = os.waitstatus_to_exitcode(status)
            return {0: "alive", pytest.ExitCode.NO_TESTS_COLLECTED: "none"}.get(code, "killed"), _failed_test()
        time.sleep(LOOK)
    _end(child, polite=True)
    os.waitpid(child, 0)
    return "timeout", ""


def _failed_test() -> str:
    found = re.findall(r"^(?:FAILED|ERROR) (\S+?\.py(?:::[^\[\s]+)?)", TOLD.read_text(encoding="utf-8", errors="replace"), re.MULTILINE)
    return str(found[0]) if found else ""


def _run(tests: Sequence[str], marked: str) -> None:
    """Runs them in this process, and ends it."""
    os.setsid()
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    told = os.open(TOLD, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for place in (1, 2):
        os.dup2(told, place)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    failed = 1
    try:
        failed = int(pytest.main([*OPTIONS, f"--basetemp={Path.cwd().parent / 'tmp'}", "-m", marked, *tests]))
    finally:
        os._exit(failed)


def _end(child: int, *, polite: bool = False) -> None:
    """Ends the tests and what they started: politely first, so that a PostgreSQL of theirs ends, too."""
    for sign in (signal.SIGINT, signal.SIGKILL) if polite else (signal.SIGKILL,):
        try:
            os.killpg(child, sign)
        except ProcessLookupError:
            return
        time.sleep(PATIENCE if sign == signal.SIGINT else 0)


def main() -> None:
    """Answers each line of the input."""
    sys.path.insert(0, str(Path.cwd()))
    load()
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps(outcome(**asked)), flush=True)


if __name__ == "__main__":
    main()
