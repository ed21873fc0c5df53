"""Slips of three and five puzzles in three versions, on paper as it is: ``python benchmarks/slips.py`` (an hour on two cores).

Every slip of a week of a class is drawn with the answers of a pupil, each puzzle with a take; a second run has a mistake at each puzzle,
and a third one shades nothing.
The paper is printed at 93-97 % or askew, on both sides, in grey toner; the pencil pale, or much rubbed out; a corner torn or folded over;
slips lie two in a photo, or upside down. Strokes, toner and tears are those of the world ``held``, on which nothing was fitted.

A slip is *right* where nobody has to look at any of its puzzles and each was read as it was made, *asked* where a person has to look at one
of them, or where the program says that a slip cannot be read. A puzzle is *wrong* where it was accepted and read otherwise. A puzzle on
which nothing is shaded is always shown to a person: it is right where every circle is clear, so that he is told just that.
"""

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from functools import cache
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from machine import about, rows_text
from marking import load, memory, shaded, spoilt, take_of, takes

from numero_cam.base.images import write_picture
from numero_cam.base.outputs import write_atomically
from numero_cam.base.records import Frame
from numero_cam.classroom.classes import Pupil
from numero_cam.classroom.mark import mark_photos, read_slips
from numero_cam.classroom.slip_store import EntryState
from numero_cam.classroom.slips import Printing
from numero_cam.classroom.week import WeekOptions, made_week, printed_slip
from numero_cam.games.numero.solve import Play
from numero_cam.marking.slip_layout import LAYOUTS, circles_of
from numero_cam.printing.deck_art import read_art
from workshop.slips import hands, paper
from workshop.slips.fill import Marks, Picture
from workshop.slips.hands import TOOLS, Rng, World
from workshop.slips.photo import View, photograph
from workshop.slips.sample import with_slips_of_the_hand

RESULT = Path(__file__).parent / "results" / "slips.json"
ART = read_art()
LEVELS = ("silver:1", "silver:2", "silver:9", "silver:15", "silver:24", "silver:38", "gold:3", "gold:5", "gold:17", "gold:30")
PUPILS = 60
VERSIONS = 3
ANSWERS = ("takes", "mistakes", "nothing")  #: What is shaded at each puzzle.
PIXELS_PER_MM = 8.0  #: Of a photo, along its sides: as a telephone of 12 megapixels sees an A3 sheet.
#: What is done to the paper of a slip, or how it is photographed.
KINDS = ("plain", "small", "askew", "both sides", "toner", "pale", "rubbed out", "torn", "folded", "two in a photo", "upside down")


@cache
def week_of(puzzles: int, seed: int) -> tuple[Printing, dict[int, tuple[Play, ...]]]:
    """A week's slips with so many puzzles each, and takes of each puzzle."""
    pupils = [Pupil(number, "", LEVELS[number % len(LEVELS)]) for number in range(1, PUPILS + 1)]
    store = memory(Printing(1, "", "", (), ()))
    told, _ = made_week(store, "5B", pupils, WeekOptions("12", seed=seed, puzzles=puzzles, versions=VERSIONS, spares=1))
    return told, {index: takes(told.puzzles[index]) for index in told.used_puzzles}


def drawn(rng: Rng, world: World, told: Printing, slip: int, kind: str, *, said: str) -> tuple[Picture, list[frozenset[int]]]:
    """A filled slip on its paper, and the circles that are shaded at each of its puzzles."""
    shown, answers, marks, start = printed_slip(told, told.slips[slip]), list[frozenset[int]](), list[Marks](), 0
    _, plays = week_of(told.puzzles_per_slip, int(told.seed))
    for at, index in enumerate(told.slips[slip].puzzles):
        own = shaded(rng, told, slip, take_of(rng, told.puzzles[index], plays[index]), at) if said != "nothing" else frozenset[int]()
        answers.append(spoilt(rng, told, slip, own, at) if said == "mistakes" else own)
        circles = circles_of(told.form_of(slip, at))
        made = with_slips_of_the_hand(rng, circles, answers[-1], erased=0.25 if kind == "rubbed out" else 0.05)
        marks.append(Marks(*(frozenset(start + place for place in part) for part in (made.shaded, made.erased, made.stray, made.crossed))))
        start += len(circles)
    whole = Marks(*(frozenset().union(*parts) for parts in zip(*((m.shaded, m.erased, m.stray, m.crossed) for m in marks), strict=True)))
    tool = hands.tool(rng, "pale pencil" if kind == "pale" else TOOLS[slip % len(TOOLS)])
    back = printed_slip(told, told.slips[slip - 1])
    return paper.page(rng, shown, whole, ART, paper=kind, back=back, tool=tool, world=world), answers


def one(asked: tuple[World, int, int, str]) -> list[dict[str, object]]:
    """A photo of a slip, or of two: what came of each."""
    world, seed, number, said = asked
    told, _ = week_of((3, 5)[number % 2], seed)
    rng, kind, place = np.random.default_rng([seed, number, ANSWERS.index(said)]), KINDS[number // 2 % len(KINDS)], number // 2
    slips = [(place + step) % len(told.slips) for step in range(2 if kind == "two in a photo" else 1)]
    pictures, answers = zip(*(drawn(rng, world, told, slip, kind, said=said) for slip in slips), strict=True)
    wide, tall = LAYOUTS[told.layout].size
    size = round(wide * len(slips) * 1.15 * PIXELS_PER_MM), round(tall * 1.15 * PIXELS_PER_MM)
    view = View(
        tilt=rng.uniform(4, 20), crumple=rng.uniform(0, 1.5), shadow=rng.uniform(0, 0.3), turn=180.0 if kind == "upside down" else 8.0
    )
    photo = photograph(rng, pictures, size, view, world)
    seen = read_slips(Frame("photo", photo), memory(told).printing)
    by_slip = {found.entries[0].slip: found.entries for found in seen.slips}
    rows = []
    for slip, made in zip(slips, answers, strict=True):
        entries = by_slip.get(slip, ())
        clear = [e for e in entries if e.state is EntryState.ACCEPTED or (said == "nothing" and not (e.shaded or e.doubtful))]
        wrong = sum(frozenset(entry.shaded) != made[entry.at] for entry in clear)
        unread = not entries
        what = "wrong" if wrong else "right" if len(clear) == len(made) else "asked"
        if unread and not seen.problems:
            what = "lost"
        asked_at = len(made) - len(clear)
        rows.append(
            {"kind": kind, "what": what, "puzzles": len(made), "wrong": wrong, "asked": asked_at, "unread": unread, "number": number}
        )
    return rows


def every(world: World, count: int, seed: int, said: str) -> list[dict[str, object]]:
    """Photos with at least so many slips, each kind in turn: what came of each slip."""
    with Pool() as pool:
        found = pool.map(one, [(world, seed, number, said) for number in range(count)], chunksize=4)
    return [row for rows in found for row in rows][:count]


def counted(rows: list[dict[str, object]]) -> dict[str, object]:
    """Totals, and a row for each kind."""
    parts = []
    for kind in KINDS:
        own = [row for row in rows if row["kind"] == kind]
        parts.append(
            {"kind": kind, "slips": len(own), **Counter(str(row["what"]) for row in own), "unread": sum(bool(r["unread"]) for r in own)}
        )
    total, puzzles = Counter(str(row["what"]) for row in rows), sum(int(str(row["puzzles"])) for row in rows)
    wrong, asked = (sum(int(str(row[name])) for row in rows) for name in ("wrong", "asked"))
    return {
        "slips": len(rows), **total, "right_or_asked": round((total["right"] + total["asked"]) / len(rows), 4),
        "asked_share": round(total["asked"] / len(rows), 4), "puzzles": puzzles, "puzzles_wrong": wrong, "puzzles_asked": asked,
        "puzzles_asked_share": round(asked / puzzles, 4), "rows": parts, "wrong_numbers": [r["number"] for r in rows if r["wrong"]],
    }  # fmt: skip


def pile(world: World, seed: int, slips: int, a_photo: int) -> dict[str, object]:
    """Seconds for A5 slips, so many a photo, from files to what is stored."""
    told, _ = week_of(3, seed)
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for start in range(0, slips, a_photo):
            rng = np.random.default_rng([seed, start])
            pictures = [drawn(rng, world, told, slip, "plain", said="takes")[0] for slip in range(start, min(slips, start + a_photo))]
            names.append(str(Path(folder) / f"{start}.jpg"))
            write_picture(Path(names[-1]), photograph(rng, pictures, (3000, 4000), View(tilt=10, turn=6), world))
        store = memory(told)
        began, cores = time.perf_counter(), time.process_time()
        marked = mark_photos(names, store)
        return {
            "photos": len(names),
            "slips": marked.slips,
            "seconds": round(time.perf_counter() - began, 2),
            "seconds_of_cores": round(time.process_time() - cores, 2),
            **load(),
        }


def main() -> None:
    """Measures and writes the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--world", choices=("tuned", "held"), default="held")
    parser.add_argument("--slips", type=int, default=600, help="number of slips for each of ANSWERS")
    parser.add_argument("--seed", type=int, default=67)
    given = parser.parse_args()
    result: dict[str, object] = {"world": given.world, "seed": given.seed, **about(), **load()}
    for said in ANSWERS:
        result[said] = counted(every(given.world, given.slips, given.seed, said))
    result["thirty"] = pile(given.world, given.seed, 30, 4)
    result["four"] = pile(given.world, given.seed, 4, 4)
    if given.world == "held":
        write_atomically(RESULT, (rows_text(json.loads(json.dumps(result))) + "\n").encode())
    sys.stdout.write(rows_text(result) + "\n")


if __name__ == "__main__":
    main()
