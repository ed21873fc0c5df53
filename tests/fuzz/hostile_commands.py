"""Files that strangers made to keep the program busy, and commands that are given them, each in a process of its own. For Linux."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz import hostile
from tests.fuzz.commands import COMMANDS, drawn
from tests.fuzz.loaders import loaders
from tests.fuzz.mutations import damaged

PATIENCE = 90.0  #: Seconds after which a command is ended: it counts as never free again.
LOOK_SECONDS = 0.05  #: Seconds between two looks at the memory of a command.
MOST_MEMORY_MB = 1000  #: What a command and its children may take.


@dataclass
class Case:
    """A hostile file and the command that is given it."""

    kind: str  #: Of what it is.
    name: str  #: What is wrong with it.
    arguments: list[str]  #: Of the command, in the folder of its files.
    files: dict[str, bytes]  #: Content by name.


def cases(count: int, seed: str, work: Path) -> Iterator[Case]:
    """Draw the cases, of each kind in turn; a file is made when its turn comes."""
    found = loaders(work)
    backup = made_backup(work)
    texts = {name: drawn(name, found[name], count) for name in COMMANDS}
    for number in range(count):
        draw = random.Random(f"{seed} {number}")  # noqa: S311 - the same ones each time
        match number % 10:
            case 0 | 1:
                yield photo(draw)
            case 2 | 3:
                name = draw.choice(list(hostile.SCANS))
                data = hostile.SCANS[name](draw)
                yield Case("scan", name, ["mark", "it.pdf"], {"it.pdf": damaged(data, draw) if draw.random() < 0.2 else data})
            case 4 | 5:
                name = draw.choice(list(hostile.FILMS))
                watches = draw.choice((["watch", "it.avi"], ["game", "watch", "it.avi", "--players", "Ann,Ben"]))
                yield Case("film", name, watches, {"it.avi": hostile.FILMS[name](draw)})
            case 6:
                yield given_backup(backup, draw, work)
            case 7:
                files = hostile.long_recording(found["recording"].files, draw)
                yield Case("recording", "long", ["game", "watch", "."], files)
            case _:
                name = draw.choice([name for name in COMMANDS if texts[name]])
                yield Case("text", name, draw.choice(COMMANDS[name])(Path()), texts[name].pop())


def photo(draw: random.Random) -> Case:
    """Draw a photo."""
    name = draw.choice(list(hostile.PHOTOS))
    data = hostile.PHOTOS[name](draw)
    return Case("photo", name, ["read", "it.jpg"], {"it.jpg": damaged(data, draw) if draw.random() < 0.3 else data})


def made_backup(work: Path) -> bytes:
    """Return the backup of a class."""
    from numero_cam.classroom.backup import back_up  # noqa: PLC0415 - loads the classroom

    back_up("5B", work / "5B.backup", file=work / "classes.sqlite")
    return (work / "5B.backup").read_bytes()


def given_backup(backup: bytes, draw: random.Random, work: Path) -> Case:
    """Draw a backup of a class."""
    name = draw.choice([*hostile.BACKUPS, "damaged"])
    place = work / "given.backup"
    place.write_bytes(backup)
    data = damaged(backup, draw) if name == "damaged" else hostile.changed_database(place, hostile.BACKUPS[name])
    return Case("class backup", name, ["class", "restore", "it.backup", "--replace"], {"it.backup": data})


def memory_of(process: int) -> int:
    """Return the most memory that a process and its children had, in megabytes."""
    most = 0
    with contextlib.suppress(OSError):
        rows = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
        most = sum(int(row.split()[1]) // 1000 for row in rows if row.startswith("VmHWM"))
        children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
        most += sum(memory_of(int(child)) for child in children)
    return most


@dataclass
class Ran:
    """How a command went."""

    memory_mb: int  #: The most of it and its children.
    said: str  #: The end of what it said.
    ended: bool  #: Whether it ended by itself, or by Ctrl-C, within ``PATIENCE``.


def run(case: Case, home: Path, interrupt_after: float | None = None) -> Ran:
    """Run a command that keeps its files in a home, with Ctrl-C after so many seconds."""
    own = {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "NUMERO_CAM_CLASSES": str(home / "classes.sqlite")}
    with tempfile.TemporaryDirectory() as place, tempfile.TemporaryFile() as said:
        for name, data in case.files.items():
            (Path(place) / name).write_bytes(data)
        began, most = time.monotonic(), 0
        command = [sys.executable, "-m", "numero_cam", *case.arguments]
        process = subprocess.Popen(command, cwd=place, env={**os.environ, **own}, stdin=subprocess.DEVNULL, stdout=said, stderr=said)
        while process.poll() is None and time.monotonic() - began < PATIENCE:
            most = max(most, memory_of(process.pid))
            if interrupt_after is not None and time.monotonic() - began >= interrupt_after:
                process.send_signal(signal.SIGINT)
                began, interrupt_after = time.monotonic(), None
            time.sleep(LOOK_SECONDS)
        ended = process.poll() is not None
        process.kill()
        process.wait()
        said.seek(0)
        return Ran(most, said.read().decode("utf-8", "replace")[-2000:], ended)
