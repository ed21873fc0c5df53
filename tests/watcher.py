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
    """Runs a command as a user with an empty home, which is made where it is missing; `said` is typed."""
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


_MAKES = re.compile(r'^\d+ +(?P<call>\w+)\((?:AT_FDCWD, )?"(?P<path>(?:[^"\\]|\\.)*)"(?P<rest>.*)\) = \d+(?:<.*>)?$')
_MODE = re.compile(r", 0(?P<mode>[0-7]{3,4})$")
_TO = re.compile(r'"(?P<path>(?:[^"\\]|\\.)*)"')
_HELD = re.compile(r"^(?P<who>\d+) +(?P<text>.*) <unfinished \.\.\.>$")
_GOES_ON = re.compile(r"^(?P<who>\d+) +<\.\.\. \w+ resumed>(?P<text>.*)$")
FILE_CALLS = "open,openat,creat,mkdir,mkdirat,unlink,unlinkat,rmdir,rename,renameat,renameat2"


def made_readable(home: Path, command: Sequence[str | Path], said: str = "") -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """Runs a command as a user whose umask takes nothing away, and returns what it makes below the home that others may read at first.

    Each is told with the mode that the call for it asked for. Skips where system calls cannot be watched.
    """
    if (why := why_not()) is not None:
        pytest.skip(why)
    log = home.with_suffix(".strace")
    watch = ["strace", "-f", "-qq", "-s", "4096", "-e", f"trace={FILE_CALLS}", "-o", str(log), *map(str, command)]
    environment = empty_home(home)
    there = {str(path) for path in home.rglob("*")}
    done = subprocess.run(watch, env=environment, input=said, capture_output=True, text=True, check=False, umask=0, cwd=home.parent)
    found = []
    for line in _whole_lines(log.read_text(encoding="utf-8", errors="replace")):
        call = _MAKES.match(line)
        if call is None or not call["path"].startswith(f"{home}/"):
            continue
        path, mode = call["path"], _MODE.search(call["rest"])
        if call["call"].startswith(("unlink", "rmdir")):
            there.discard(path)
        elif call["call"].startswith("rename"):
            there.discard(path)
            there.update(to["path"] for to in _TO.finditer(call["rest"]))
        elif (call["call"].startswith(("mkdir", "creat")) or "O_CREAT" in call["rest"]) and path not in there:
            there.add(path)
            assert mode is not None, line
            if int(mode["mode"], 8) & 0o077:
                found.append(f"{Path(path).relative_to(home)} {mode['mode']}")
    return done, found


def _whole_lines(log: str) -> list[str]:
    """The calls in the order in which they ended, also those of several threads at once."""
    held: dict[str, str] = {}
    lines = []
    for line in log.splitlines():
        if (begun := _HELD.match(line)) is not None:
            held[begun["who"]] = line.removesuffix(" <unfinished ...>")
        elif (ended := _GOES_ON.match(line)) is not None:
            lines.append(held.pop(ended["who"], "") + ended["text"])
        else:
            lines.append(line)
    return lines
