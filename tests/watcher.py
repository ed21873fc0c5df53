"""Watches a program from outside: which files it leaves, and which system calls for the network it makes."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

# A socket of a kind that reaches other computers; looking up a name opens one too.
_OUTWARD = re.compile(r"\bAF_(INET6?|PACKET|VSOCK)\b|\bsin6?_port\b")


@cache
def why_not() -> str | None:
    """Why system calls cannot be watched here; None where they can."""
    strace = shutil.which("strace")
    if strace is None:
        return "strace is missing"
    tried = subprocess.run([strace, "-o", os.devnull, sys.executable, "-c", ""], capture_output=True, text=True, check=False)
    return None if tried.returncode == 0 else f"strace cannot watch here: {tried.stderr.strip()}"


def empty_home(folder: Path) -> dict[str, str]:
    """The environment of a user who has nothing yet: all folders that programs write to unasked lie in an empty one."""
    folder.mkdir(exist_ok=True)
    names = (
        "HOME",
        "USERPROFILE",
        "APPDATA",
        "LOCALAPPDATA",
        "XDG_CACHE_HOME",
        "XDG_CONFIG_HOME",
        "XDG_DATA_HOME",
        "XDG_STATE_HOME",
        "TMPDIR",
    )
    return {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1", **dict.fromkeys(names, str(folder))}


def run_in(home: Path, command: Sequence[str | Path], said: str = "") -> subprocess.CompletedProcess[str]:
    """Runs a command as a user with an empty home.

    Args:
        home: Of the user; made where it is missing.
        command: Program and arguments.
        said: What is typed.
    """
    return subprocess.run(list(map(str, command)), env=empty_home(home), input=said, capture_output=True, text=True, check=False)


def left_behind(home: Path) -> list[str]:
    """Files below the home, by their path in it."""
    return sorted(path.relative_to(home).as_posix() for path in home.rglob("*") if not path.is_dir())


def network_calls(home: Path, command: Sequence[str | Path], said: str = "") -> list[str]:
    """Runs a command under ``strace`` and returns its calls that reach for other computers; skips where that cannot be.

    A command that fails is an error: one that does nothing makes no calls.
    """
    if (why := why_not()) is not None:
        pytest.skip(why)
    log = home.with_suffix(".strace")
    done = run_in(home, ["strace", "-f", "-qq", "-e", "trace=network", "-o", log, *command], said)
    assert done.returncode == 0, done.stderr
    return [line for line in log.read_text(encoding="utf-8", errors="replace").splitlines() if _OUTWARD.search(line)]
