"""Files of the program that a photo, a film and a pile of slips pass through: `python benchmarks/walks.py` writes `results/walks.json`.

Each command runs twice in one process. The second run is counted: what only an import or a cache does is left out.
"""

import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from types import FrameType

from machine import about

from numero_cam.classroom.slip_store import open_slip_store
from numero_cam.classroom.slips import Printing
from numero_cam.cli import main

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "benchmarks" / "results" / "walks.json"
PACKAGE = ROOT / "numero_cam"
FILM = ["game", "watch", "tests/data/films/small_open.mp4", "--players", "Finn,Eve", "--near", "Finn", "--hands", "open", "--json"]
SLIPS = ROOT / "tests" / "data" / "slips_of_layout_1"
WALKS = {
    "a photo": ["solve", "sample_images/01_kitchen_table.jpg"],
    "a film": FILM,
    "two slips": ["mark", str(SLIPS / "photo.jpg"), "--csv"],
}
#: Functions whose calls are counted, by what they do.
COUNTED = {
    "parse calls": ("parse_card", "parse_item", "parse_answer_text", "parse_marks", "answer_from_dict"),
    "judgements": ("judge_marks", "judge_typed"),
}


@contextmanager
def class_of_its_own() -> Iterator[None]:
    """A store of classes that knows the printing of the slips, and no more."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["NUMERO_CAM_CLASSES"] = str(Path(folder) / "classes.sqlite")
        with open_slip_store() as store:
            store.put_printing(Printing.from_dict(json.loads((SLIPS / "printing.json").read_text(encoding="utf-8"))))
        yield


def run(command: list[str], called: Callable[[FrameType, str, object], None] | None = None) -> None:
    """Run a command, whose output is not looked at; each call of a function is told as `sys.setprofile` says. It must not fail."""
    sys.argv = ["numero-cam", *command]
    with class_of_its_own(), redirect_stdout(TextIOWrapper(BytesIO())):
        sys.setprofile(called)
        try:
            main()
        except SystemExit as end:
            if end.code:
                raise RuntimeError(command) from end
        finally:
            sys.setprofile(None)


def walk(command: list[str]) -> dict[str, object]:
    """Return what a command passes through: files in the order of their first calls, calls, changes of room, and calls that are counted."""
    files: Counter[str] = Counter()
    functions: Counter[str] = Counter()
    rooms: list[str] = [""]

    def called(frame: FrameType, event: str, _: object) -> None:
        path = frame.f_code.co_filename
        if event == "call" and path.startswith(f"{PACKAGE}/"):
            name = path[len(str(PACKAGE)) + 1 :]
            files[name] += 1
            functions[frame.f_code.co_name] += 1
            if (room := name.rpartition("/")[0]) != rooms[-1]:
                rooms.append(room)

    run(command)
    run(command, called)
    counted = {what: sum(functions[name] for name in names) for what, names in COUNTED.items()}
    return {"files": len(files), "calls": files.total(), "changes of room": len(rooms) - 1, **counted, "in order": [*files]}


def measure() -> None:
    """Measure the three walks, print their counts, and write the result file."""
    os.chdir(ROOT)
    walks = {what: walk(command) for what, command in WALKS.items()}
    for what, counts in walks.items():
        print(f"{what}: {', '.join(f'{name} {value:,}' for name, value in counts.items() if isinstance(value, int))}")
    OUT.write_text(json.dumps({"about": about(), "walks": walks}, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    measure()
