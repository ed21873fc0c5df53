"""Files that strangers made to keep the program busy: writes benchmarks/results/hostile.json.

    python benchmarks/hostile.py [--files N] [--minutes M] [--seed TEXT] [--resume]

Draws N files over every loader, bombs and damaged ones, and gives each to its command, in a process of its own, until M minutes are over.
What was measured is written after each file; --resume goes on behind the last one.
Prints the longest time until the command was free again, the processor time of that, the most memory of it and its children, and the
longest time from Ctrl-C, at a drawn moment, to its end. Other work on the machine makes all times longer but the processor's.
Then two paired telephones give the class page a PDF that would be drawn for hours: how long the teacher's own photo takes meanwhile, and
Ctrl-C. For Linux.
"""

import argparse
import contextlib
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from machine import about, known_result, write_result

from tests.fuzz import hostile
from tests.fuzz.commands import COMMANDS, drawn
from tests.fuzz.loaders import loaders
from tests.fuzz.mutations import damaged
from tests.live_server import ClassServer

PATIENCE = 90.0  #: Seconds after which a command is ended: it counts as never free again.
LOOK_SECONDS = 0.05  #: Seconds between two looks at the memory of a command.
INTERRUPTED = 1 / 3  #: Share of the commands that are started once more for Ctrl-C.
ASKED = {"seconds": 32.0, "memory_mb": 1000, "ctrl_c_seconds": 2.0}


@dataclass
class Case:
    """A hostile file and the command that is given it."""

    kind: str  #: Of what it is.
    name: str  #: What is wrong with it.
    arguments: list[str]  #: Of the command, in the folder of its files.
    files: dict[str, bytes]  #: Content by name.


@dataclass
class Worst:
    """The worst of what was measured of a kind of file."""

    files: int = 0
    seconds: float = 0.0
    processor_seconds: float = 0.0
    memory_mb: int = 0
    interrupted: int = 0
    ctrl_c_seconds: float = 0.0
    slowest: str = ""
    largest: str = ""
    faults: list[str] = field(default_factory=list)


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

    seconds: float  #: Until its end; from Ctrl-C, where there was one.
    processor_seconds: float  #: Of it and its children.
    memory_mb: int  #: The most of it and its children.
    said: str  #: The end of what it said.


def run(case: Case, home: Path, interrupt_after: float | None = None) -> Ran:
    """Run a command that keeps its files in a home, with Ctrl-C after so many seconds."""
    own = {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "NUMERO_CAM_CLASSES": str(home / "classes.sqlite")}
    with tempfile.TemporaryDirectory() as place, tempfile.TemporaryFile() as said:
        for name, data in case.files.items():
            (Path(place) / name).write_bytes(data)
        began, most, before = time.monotonic(), 0, resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [sys.executable, "-m", "numero_cam", *case.arguments]
        process = subprocess.Popen(  # noqa: S603 - ourselves
            command, cwd=place, env={**os.environ, **own}, stdin=subprocess.DEVNULL, stdout=said, stderr=said
        )
        while process.poll() is None and time.monotonic() - began < PATIENCE:
            most = max(most, memory_of(process.pid))
            if interrupt_after is not None and time.monotonic() - began >= interrupt_after:
                process.send_signal(signal.SIGINT)
                began, interrupt_after = time.monotonic(), None
            time.sleep(LOOK_SECONDS)
        seconds = time.monotonic() - began
        process.kill()
        process.wait()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        said.seek(0)
        return Ran(seconds, busy, most, said.read().decode("utf-8", "replace")[-2000:])


def measured(count: int, seed: str, minutes: float, worst: dict[str, Worst]) -> Iterator[dict[str, Worst]]:
    """Give the worst of each kind after each file that is not among the measured ones yet."""
    done = sum(one.files for one in worst.values())
    end = time.monotonic() + 60 * minutes
    with tempfile.TemporaryDirectory() as folder:
        work, home = Path(folder) / "work", Path(folder) / "home"
        work.mkdir()
        home.mkdir()
        for number, case in enumerate(cases(count, seed, work)):
            if time.monotonic() > end:
                return
            if number < done:
                continue
            one, ran = worst.setdefault(case.kind, Worst()), run(case, home)
            note(one, case, ran)
            print(
                f"{number} {case.kind}: {case.name}: {ran.seconds:.1f} s, {ran.processor_seconds:.1f} busy, {ran.memory_mb} MB", flush=True
            )
            draw = random.Random(f"{seed} {number} Ctrl-C")  # noqa: S311 - the same ones each time
            if draw.random() < INTERRUPTED:
                stopped = run(case, home, draw.uniform(0.3, max(0.4, 0.9 * ran.seconds))).seconds
                one.interrupted += 1
                one.ctrl_c_seconds = max(one.ctrl_c_seconds, round(stopped, 1))
                print(f"   Ctrl-C {stopped:.1f} s", flush=True)
            yield worst


def note(one: Worst, case: Case, ran: Ran) -> None:
    """Note how a command went, where it is the worst of its kind."""
    one.files += 1
    one.processor_seconds = max(one.processor_seconds, round(ran.processor_seconds, 1))
    if ran.seconds > one.seconds:
        one.seconds, one.slowest = round(ran.seconds, 1), case.name
    if ran.memory_mb > one.memory_mb:
        one.memory_mb, one.largest = ran.memory_mb, case.name
    if "Traceback" in ran.said or "fault of this program" in ran.said or "Warning" in ran.said:
        one.faults.append(f"{case.name}: {ran.said[-300:]}")


def page() -> dict[str, float]:
    """Give the class page a PDF from two telephones at once that would be drawn for hours, and look at what the teacher can do."""
    with tempfile.TemporaryDirectory() as folder:
        server = ClassServer(Path(folder), "--network")
        telephones = [server.paired("photographer") for _ in range(2)]
        answers: list[float] = []

        def give(cookie: str) -> None:
            began = time.monotonic()
            server.ask("class/photos?name=it.pdf", hostile.PDF_BOMB, cookie=cookie)
            answers.append(round(time.monotonic() - began, 1))

        def abandoned() -> None:
            with contextlib.suppress(OSError):  # the page ends meanwhile
                give(telephones[0])

        threads = [threading.Thread(target=give, args=(cookie,)) for cookie in telephones]
        for thread in threads:
            thread.start()
        time.sleep(2)
        began = time.monotonic()
        server.ask("class/photos?name=mine.jpg", hostile.saved("JPEG", 400, 300))
        mine, memory = round(time.monotonic() - began, 1), memory_of(server.process.pid)
        for thread in threads:
            thread.join()
        threading.Thread(target=abandoned, daemon=True).start()
        time.sleep(2)
        began = time.monotonic()
        server.process.send_signal(signal.SIGINT)
        server.process.wait(PATIENCE)
        stopped = round(time.monotonic() - began, 1)
    return {"telephones_free_again": max(answers), "teachers_photo": mine, "memory_mb": memory, "ctrl_c_seconds": stopped}


def main() -> None:
    """Measure and write the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=300)
    parser.add_argument("--minutes", type=float, default=120.0)
    parser.add_argument("--seed", default="strangers")
    parser.add_argument("--resume", action="store_true")
    given = parser.parse_args()
    signal.signal(
        signal.SIGINT, signal.default_int_handler
    )  # jobs that a shell runs in the background ignore it, and what they start does too
    known = known_result("hostile") if given.resume else {"kinds": {}, "page": page()}
    print(known["page"], flush=True)
    for kinds in measured(given.files, given.seed, given.minutes, {kind: Worst(**row) for kind, row in known["kinds"].items()}):
        told = {
            **about(),
            "files": sum(one.files for one in kinds.values()),
            "load": round(os.getloadavg()[0], 1),
            "asked": ASKED,
            "worst": {name: max(getattr(one, name) for one in kinds.values()) for name in ASKED},
            "kinds": {kind: vars(one) for kind, one in kinds.items()},
            "page": known["page"],
        }
        write_result("hostile", told)
    print(json.dumps(known_result("hostile"), indent=1))


if __name__ == "__main__":
    main()
