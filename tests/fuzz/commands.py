"""Gives wrong files to the commands that read them, and prints what went wrong as JSON.

    python -m tests.fuzz.commands COUNT

COUNT wrong files are drawn for each command.
"""

import contextlib
import io
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from numero_cam.cli import shell
from tests.fuzz.child import PROCESSOR_SECONDS, HangsError, bound_memory, busy_at_most
from tests.fuzz.loaders import Loader, loaders
from tests.fuzz.mutations import HUGE, cases

#: By loader: the commands that load its files, whose names they are given in a folder.
COMMANDS: dict[str, Sequence[Callable[[Path], list[str]]]] = {
    "game": [lambda at: ["game", "replay", str(at / "kitchen.txt")], lambda at: ["play", str(at / "kitchen.txt")]],
    "game of NUMO": [lambda at: ["numo", "replay", str(at / "ours.txt")]],
    "positions": [lambda at: ["solve", "--positions", str(at / "deals.jsonl")]],
    "printed points": [lambda at: ["solve", "--centre", "7r", "--hand", "7b", "--rule", f"printed-points={at / 'points.toml'}"]],
    "characters of NUMO": [lambda at: ["numo", "melds", "--hand", "3 4 7", "--rule", f"cards={at / 'c.toml'}"]],
    "class": [lambda at: ["class", "new", at.name, str(at / "5B.csv")]],
    "settings": [lambda at: ["read", str(at / "none.jpg"), "--rule", str(at / "reader.toml")]],
    "table": [lambda at: ["read", str(at / "none.jpg"), "--calibration", str(at / "table.toml")]],
    "recording": [lambda at: ["game", "watch", str(at)]],
}


#: Most lines on standard error where it may be more than one: one for each wrong position; why the pictures ended, what was left out, and
#: that no game was seen.
LINES = {"solve --positions": 100_000, "game watch": 3}


def drawn(name: str, loader: Loader, count: int) -> list[dict[str, bytes]]:
    """Return the contents of some folders in which one file is wrong."""
    folders = [
        {**loader.files, file: data} for file, valid in loader.files.items() for data in cases(valid, 60, f"{name} {file}") if data != valid
    ]
    return random.Random(name).sample(folders, min(count, len(folders)))  # noqa: S311 - the same ones each time


def crafted(loader: Loader) -> list[dict[str, bytes]]:
    """Return the recordings of the findings: a length of 10^25 and of 10^15, and 200,000 brackets."""
    lines = loader.files["pictures.jsonl"].split(b"\n")
    first = json.loads(lines[0])
    place = str(first["parts"][0]).encode()
    lengths = [lines[0].replace(place, place.rsplit(b",", 1)[0] + b", " + number + b"]") for number in HUGE[:2]]
    return [{**loader.files, "pictures.jsonl": b"\n".join([line, *lines[1:]])} for line in (*lengths, b"[" * 200_000)]


def fault_of(arguments: list[str]) -> str:
    """Return what is wrong with how a command ends; empty where nothing is."""
    out, told = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(told), busy_at_most(PROCESSOR_SECONDS):
            status = shell.run(arguments)
    except (Exception, HangsError) as error:  # noqa: BLE001 - whatever comes out is judged
        return f"{type(error).__name__}: {str(error)[:300]}"
    lines = told.getvalue().splitlines()
    if "fault of this program" in told.getvalue() or status not in (0, 1, 2):
        return f"exit status {status}: {told.getvalue()[:300]}"
    if status and not lines:
        return f"exit status {status} without a word"
    return f"{len(lines)} lines on standard error: {told.getvalue()[:300]}" if len(lines) > LINES.get(" ".join(arguments[:2]), 1) else ""


def tried(name: str, folders: Sequence[dict[str, bytes]], work: Path) -> list[str]:
    """Return how the commands of a loader's files failed."""
    faults = []
    for place, files in enumerate(folders):
        folder = work / f"{name} {place}"
        folder.mkdir()
        for file, data in files.items():
            (folder / file).write_bytes(data)
        told = [(command(Path(name)), fault_of(command(folder))) for command in COMMANDS[name]]
        faults += [f"{arguments} {[data[:100] for data in files.values()]}: {fault}" for arguments, fault in told if fault]
    return faults


def main() -> None:
    """Try all commands."""
    count = int(sys.argv[1])
    sys.stdin = io.StringIO("")
    with tempfile.TemporaryDirectory() as work:
        os.environ.update(NUMERO_CAM_CLASSES=f"{work}/c.sqlite", NUMERO_CAM_GAMES=f"{work}/games", NUMERO_CAM_DECKS=f"{work}/decks")
        found = loaders(Path(work))
        bound_memory()
        for name in COMMANDS:
            began = time.process_time()
            folders = drawn(name, found[name], count)
            if name == "recording":  # to watch takes longer than to read
                folders = crafted(found[name]) + folders[: count // 4]
            faults = tried(name, folders, Path(work))
            told = {"commands": name, "files": len(folders), "faults": faults, "seconds": time.process_time() - began}
            sys.stdout.write(json.dumps(told) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
