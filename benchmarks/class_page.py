"""The class page as a teacher has it: `python benchmarks/class_page.py` (five minutes); writes benchmarks/results/class_page.json.

A class of 30 is made through the page, its week printed, and a drawn slip of each pupil photographed, four a photo of 12 megapixels as a
telephone takes them: pencils and pens of all kinds, every fourth slip with a mistake of the pupil. The photos go to the page by HTTP.

*Seconds* are from the first byte of a photo to its answer. *Clicks* are those from the folder to the finished table: one chooses the
folder, and one opens the queue where a slip waits. Slips that are decided together are one click, and one more for each whose truth is not
the chosen answer; a slip alone is one key. A slip whose truth is not offered at all is four clicks.

*Wrong* are pupils whose answer in the finished table is not the one on the slip, though nobody was asked.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

import numpy as np  # noqa: E402 - found through the path above
from machine import about, rows_text  # noqa: E402
from marking import ART, TOOLS, spoilt, take_of, takes  # noqa: E402

from numero_cam.base.images import encode_picture  # noqa: E402
from numero_cam.base.outputs import write_atomically  # noqa: E402
from numero_cam.classroom.queue import Decision, decide, likely_answers, offered_answer, seen_together  # noqa: E402
from numero_cam.classroom.results import week_results  # noqa: E402
from numero_cam.classroom.slip_store import SlipEntry, open_slip_store  # noqa: E402
from numero_cam.classroom.slips import Printing, circles_of_marks, marks_of_circles  # noqa: E402
from numero_cam.classroom.week import printed_slip  # noqa: E402
from numero_cam.marking.slip_layout import circles_of  # noqa: E402
from tests.live_server import ClassServer  # noqa: E402
from workshop.slips import hands  # noqa: E402
from workshop.slips.fill import Picture, filled, printed  # noqa: E402
from workshop.slips.photo import View, photograph  # noqa: E402
from workshop.slips.sample import with_slips_of_the_hand  # noqa: E402

RESULT = ROOT / "benchmarks" / "results" / "class_page.json"
PUPILS = 30
A_PHOTO = 4
MISTAKE_EVERY = 4  #: Every so many pupils' slip has a mistake.
LEVELS = ("silver:12", "silver:30", "gold:30")
CLICKS_FOR_OTHERS = 4  #: Clicks for a slip whose truth is not offered: something else, two circles, done.


def answer_of(rng: np.random.Generator, told: Printing, slip: int, *, wrong: bool) -> frozenset[int]:
    """The circles that a pupil shades."""
    puzzle, form = told.puzzle_of(slip), told.form_of(slip)
    shaded = circles_of_marks(puzzle, form, take_of(rng, puzzle, takes(puzzle)))
    return spoilt(rng, told, slip, shaded) if wrong else shaded


def slip_picture(rng: np.random.Generator, told: Printing, slip: int, shaded: frozenset[int]) -> Picture:
    """A slip filled in by some hand."""
    shown = printed_slip(told, told.slips[slip])
    marks = with_slips_of_the_hand(rng, circles_of(told.form_of(slip)), shaded)
    return filled(rng, printed(shown, ART), shown, marks, tool=hands.tool(rng, TOOLS[slip % len(TOOLS)]), world="held")


def photos_of(told: Printing, seed: int) -> tuple[list[bytes], dict[int, frozenset[int]]]:
    """Photos of all pupils' slips as JPEG files, and the circles that each pupil shaded, by the number of the slip."""
    rng = np.random.default_rng(seed)
    owned = [slip.slip for slip in told.slips if slip.pupil]
    truth = {slip: answer_of(rng, told, slip, wrong=slip % MISTAKE_EVERY == 0) for slip in owned}
    files = []
    for first in range(0, len(owned), A_PHOTO):
        pictures = [slip_picture(rng, told, slip, truth[slip]) for slip in owned[first : first + A_PHOTO]]
        view = View(tilt=float(rng.uniform(0, 25)), turn=8.0)
        files.append(encode_picture(photograph(rng, pictures, (4000, 3000), view, "held"), ".jpg"))
    return files, truth


def made_class(server: ClassServer) -> Printing:
    """A class of 30 and its week, through the page's own forms."""
    rows = "\n".join(f"{number}\t{LEVELS[number % len(LEVELS)]}" for number in range(1, PUPILS + 1))
    server.ask("class/new", urlencode({"name": "5B", "list": rows, "level": LEVELS[0]}).encode())
    status, pdf, _ = server.ask("class/print", urlencode({"class": "5B", "week": "12"}).encode())
    assert (status, pdf[:5]) == (200, b"%PDF-")  # noqa: S101 - else nothing is measured
    with open_slip_store() as store:
        printing = store.printing(store.printings("5B")[-1])
    assert printing is not None  # noqa: S101
    server.ask(f"class/mark?printing={printing.number}")
    return printing


def queue(told: Printing, truth: dict[int, frozenset[int]]) -> dict[str, int]:
    """Decide about all slips that wait as a person would who sees the paper."""

    def decision(entry: SlipEntry) -> Decision:
        return Decision(entry.key, told.slips[entry.slip].pupil, tuple(sorted(truth[entry.slip])))

    with open_slip_store() as store:
        waiting = week_results(told, store.entries(told.number)).waiting
        others = [one for one in waiting if truth[one.slip] not in [frozenset(each.shaded) for each in likely_answers(told, one)]]
        clicks = 1 + bool(waiting) + CLICKS_FOR_OTHERS * len(others)
        for entry in others:
            decide(store, told, [decision(entry)])
        while left := week_results(told, store.entries(told.number)).waiting:
            together = seen_together(told, store.entries(told.number))
            clicks += 1
            if len(together) > 1:
                chosen = {one.slip: offered_answer(likely_answers(told, one)) for one in together}
                clicks += sum(one is None or frozenset(one.shaded) != truth[slip] for slip, one in chosen.items())
            decide(store, told, list(map(decision, together if len(together) > 1 else left[:1])))
    return {"waited": len(waiting), "offered": len(waiting) - len(others), "clicks": clicks}


def wrong_rows(told: Printing, truth: dict[int, frozenset[int]]) -> dict[str, int]:
    """How many pupils have no answer in the table, and how many another one than on their slip."""
    with open_slip_store() as store:
        counted = {entry.slip: entry.answer for entry in store.entries(told.number) if entry.counts}
    made = {slip: str(marks_of_circles(told.puzzle_of(slip), told.form_of(slip), shaded)) for slip, shaded in truth.items()}
    return {
        "missing": sum(slip not in counted for slip in truth),
        "wrong": sum(slip in counted and str(counted[slip]) != made[slip] for slip in truth),
    }


def one_class(seed: int) -> dict[str, object]:
    """Mark one class, and return its numbers."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["NUMERO_CAM_CLASSES"] = str(Path(home) / "classes.db")
        server = ClassServer(Path(home))
        try:
            told = made_class(server)
            files, truth = photos_of(told, seed)
            seconds, slips = [], 0
            for number, file in enumerate(files):
                start = time.perf_counter()
                answer = json.loads(server.ask(f"class/photos?name=photo{number}.jpg", file)[1])
                seconds.append(round(time.perf_counter() - start, 2))
                slips += len(answer["slips"])
        finally:
            server.stop()
        found = queue(told, truth)
        kinds = sorted({puzzle.kind.value for puzzle in told.puzzles})
        return {"seed": seed, "kinds": " ".join(kinds), "slips": slips, "seconds": seconds, **found, **wrong_rows(told, truth)}


def main() -> None:
    """Measure and write the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--classes", type=int, default=3)
    parser.add_argument("--seed", type=int, default=4901)
    given = parser.parse_args()
    rows = [one_class(given.seed + number) for number in range(given.classes)]
    every = [second for row in rows for second in list(row["seconds"])[:-1]]  # type: ignore[call-overload]
    result = {
        **about(),
        "load": round(os.getloadavg()[0], 1),
        "slips_a_photo": A_PHOTO,
        "seconds_median": statistics.median(every),
        "seconds_most": max(every),
        "classes": rows,
    }
    text = rows_text(result)
    write_atomically(RESULT, (text + "\n").encode())
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    main()
