"""Marking slips from photos: ``python benchmarks/marking.py`` (ten minutes); ``--world tuned`` while the reader is being worked on.

Every photo is drawn. The slips of the world ``held`` are shaded with other strokes, on paper of another grain, rubbed out by another
rubber, folded otherwise, and seen by another phone than those that the reader was fitted on; nothing was chosen by them.

Counted by slip: *right without help* is a take that was accepted, read as it was made. *Undetected* is one that was accepted and read
otherwise. All else waits for a person. A second row has slips with a mistake of the pupil:
*right* are those accepted as no take, read as they were made.
"""

import argparse
import json
import math
import os
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import islice
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from machine import about, rows_text

from numero_cam.base.images import write_picture
from numero_cam.base.outputs import write_atomically
from numero_cam.base.records import Frame
from numero_cam.classroom.classes import TABLES
from numero_cam.classroom.mark import mark_photos, read_slips
from numero_cam.classroom.slip_store import EntryState, SlipStore
from numero_cam.classroom.slips import (
    PrintedSlip,
    Printing,
    SlipMarks,
    SlipPuzzle,
    fits_slip,
    judge_marks,
    marks_of_circles,
)
from numero_cam.classroom.week import printed_slip
from numero_cam.classroom.week_puzzles import week_puzzle
from numero_cam.games.numero.puzzles import CARD_SETS, PuzzleRequest, generate_puzzles
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.rules.choices import PuzzleKind
from numero_cam.games.numero.solve import Play, solve
from numero_cam.marking.flatten import flat_slips
from numero_cam.marking.slip_layout import SET_ROWS, CircleUse, circles_of
from numero_cam.printing.deck_art import read_art
from tests.slip_piles import circles_of_marks
from workshop.slips import hands
from workshop.slips.fill import Picture, filled, printed
from workshop.slips.hands import TOOLS, Rng, World
from workshop.slips.photo import photograph
from workshop.slips.sample import VIEWS, drawn, with_slips_of_the_hand

RESULT = Path(__file__).parent / "results" / "marking.json"
PUPILS = 40
NINE, PILE = 9, 6
ART = read_art()


def printing(rng: Rng) -> Printing:
    """Slips of puzzles of all card sets, each fourth of them spare; each third puzzle asks for cards of the hand and not for a take."""
    puzzles: list[SlipPuzzle] = []
    for place, (name, cards) in enumerate(CARD_SETS.items()):
        made = generate_puzzles(PuzzleRequest(name, cards, centre=int(rng.integers(4, 8))), str(rng.integers(10**9)))
        fitting = (one for one in made if fits_slip(one.position, one.play))
        puzzles += [SlipPuzzle.of(name, one) for one in islice(fitting, 2)]
        puzzles.append(week_puzzle(name, int(rng.integers(10**9)), "cards", (PuzzleKind.TAKES_ALL, PuzzleKind.MISSING)[place % 2]))
    slips = [PrintedSlip(number, (number % len(puzzles),), None if number % 4 == 3 else number + 1) for number in range(PUPILS)]
    return Printing(int(rng.integers(1, 1_000_000)), "5B", "12", tuple(puzzles), tuple(slips))


def take_of(rng: Rng, puzzle: SlipPuzzle, plays: tuple[Play, ...]) -> SlipMarks:
    """An answer as a pupil marks it: a take with its sets in any rows, or right cards of the hand."""
    if not puzzle.kind.asks_for_take:
        some = rng.permutation(len(puzzle.answers))[: int(rng.integers(1, len(puzzle.answers) + 1))]
        return SlipMarks(tuple(puzzle.answers[k] for k in sorted(some.tolist())), ((),) * SET_ROWS)
    play = plays[int(rng.integers(len(plays)))]
    sets = [tuple(item for item in one.cards if isinstance(item, Card)) for one in play.sets[:SET_ROWS]]
    rows = sorted(rng.permutation(SET_ROWS)[: len(sets)].tolist()) if rng.random() < 0.2 else list(range(len(sets)))
    return SlipMarks((play.taker,), tuple(sets[rows.index(row)] if row in rows else () for row in range(SET_ROWS)))


def takes(puzzle: SlipPuzzle) -> tuple[Play, ...]:
    """The best take of a puzzle and others that pupils find; none where it asks for no take."""
    if not puzzle.kind.asks_for_take:
        return ()
    return tuple(play for play in solve(puzzle.position, puzzle.settings, top=6).plays if len(play.sets) <= SET_ROWS)


def shaded(rng: Rng, told: Printing, slip: int, marks: SlipMarks, at: int = 0) -> frozenset[int]:
    """The circles of marks of a puzzle of a slip, with the number of a pupil at the first one of a spare slip."""
    form = told.form_of(slip, at)
    found = set(circles_of_marks(told.puzzle_of(slip, at), form, marks))
    if form.spare:
        pupil = int(rng.choice([one.pupil for one in told.slips if one.pupil is not None]))
        digits = {(CircleUse.TENS, pupil // 10), (CircleUse.UNITS, pupil % 10)}
        found |= {place for place, circle in enumerate(circles_of(form)) if (circle.use, circle.column) in digits}
    return frozenset(found)


def spoilt(rng: Rng, told: Printing, slip: int, marks: frozenset[int], at: int = 0) -> frozenset[int]:
    """The same with a mistake: a mark too many, too few, or in another place, that leaves no take."""
    form, puzzle = told.form_of(slip, at), told.puzzle_of(slip, at)
    cards = [place for place, circle in enumerate(circles_of(form)) if circle.use in (CircleUse.CENTRE, CircleUse.WILD, CircleUse.TAKER)]
    for _ in range(50):
        wrong = marks ^ {int(rng.choice(cards))} if rng.random() < 0.6 else marks ^ set(rng.choice(cards, 2, replace=False).tolist())
        if judge_marks(puzzle, marks_of_circles(puzzle, form, frozenset(wrong))).wrong:
            return frozenset(wrong)
    return frozenset()


def memory(told: Printing) -> SlipStore:
    """A store that forgets."""
    file = sqlite3.connect(":memory:")
    file.executescript(TABLES)
    store = SlipStore(file)
    store.put_printing(told)
    return store


@cache
def week_of(seed: int) -> tuple[Printing, list[tuple[Play, ...]]]:
    """The printing of a seed, with takes of each of its puzzles."""
    told = printing(np.random.default_rng(seed))
    return told, [takes(puzzle) for puzzle in told.puzzles]


def one(asked: tuple[World, int, int, bool]) -> dict[str, object]:
    """A photo of one slip: what came of it."""
    world, seed, number, mistakes = asked
    told, plays = week_of(seed)
    rng, slip = np.random.default_rng([seed, number]), number % PUPILS
    marks = shaded(rng, told, slip, take_of(rng, told.puzzle_of(slip), plays[told.slips[slip].puzzles[0]]))
    if mistakes:
        marks = spoilt(rng, told, slip, marks)
    kinds = TOOLS[number % len(TOOLS)], tuple(VIEWS)[number // len(TOOLS) % len(VIEWS)]
    made = with_slips_of_the_hand(rng, circles_of(told.form_of(slip)), marks)
    photo = drawn(rng, ART, world, slip=printed_slip(told, told.slips[slip]), marks=made, kinds=kinds)
    seen = read_slips(Frame("photo", photo.pixels), memory(told).printing).slips
    entries = [entry for found in seen for entry in found.entries]
    same = len(entries) == 1 and frozenset(entries[0].shaded) == marks
    accepted = len(entries) == 1 and entries[0].state is EntryState.ACCEPTED
    what = "not found" if len(entries) != 1 else ("right" if same else "undetected") if accepted else "waits"
    unclear = len(entries) == 1 and bool(entries[0].doubtful)
    return {"tool": kinds[0], "view": kinds[1], "what": what, "same": same, "unclear": unclear}


def one_each(world: World, count: int, seed: int, *, mistakes: bool = False) -> list[dict[str, object]]:
    """Photos of one slip each, in turn with every tool and from every view: what came of each."""
    with Pool() as pool:
        return pool.map(one, [(world, seed, number, mistakes) for number in range(count)], chunksize=4)


def photo_of_many(world: World, seed: int, number: int, a_photo: int) -> tuple[Printing, list[int], Picture]:
    """A photo of 12 megapixels with several slips."""
    told, plays = week_of(seed)
    rng = np.random.default_rng([seed, number])
    slips = [(number * a_photo + place) % PUPILS for place in range(a_photo)]
    pictures = []
    for slip in slips:
        marks = shaded(rng, told, slip, take_of(rng, told.puzzle_of(slip), plays[told.slips[slip].puzzles[0]]))
        made = with_slips_of_the_hand(rng, circles_of(told.form_of(slip)), marks)
        shown, tool = printed_slip(told, told.slips[slip]), hands.tool(rng, TOOLS[slip % len(TOOLS)])
        pictures.append(filled(rng, printed(shown, ART), shown, made, tool=tool, world=world))
    view = replace(tuple(VIEWS.values())[number % len(VIEWS)], covered=False, turn=10.0)
    return told, slips, photograph(rng, pictures, (4000, 3000), replace(view, tilt=min(view.tilt, 30.0)), world)


def nine(asked: tuple[World, int, int]) -> int:
    """How many of the nine slips of a photo are found, with their codes."""
    told, slips, photo = photo_of_many(*asked, NINE)
    codes = {(flat.code.printing, flat.code.slip) for flat in flat_slips(photo)[0] if flat.code}
    return len(codes & {(told.number, slip) for slip in slips})


def found(world: World, photos: int, seed: int) -> dict[str, object]:
    """How many of nine slips a photo are found."""
    with Pool() as pool:
        seen = sum(pool.map(nine, [(world, seed, number) for number in range(photos)], chunksize=1))
    there = NINE * photos
    return {"photos": photos, "slips": there, "found": seen, "share": round(seen / there, 4)}


def pile(world: World, seed: int) -> dict[str, object]:
    """Seconds for thirty slips in five photos, from files to what is stored."""
    with tempfile.TemporaryDirectory() as folder:
        names, store = [str(Path(folder) / f"{number}.jpg") for number in range(5)], memory(week_of(seed)[0])
        for number, name in enumerate(names):
            write_picture(Path(name), photo_of_many(world, seed, number, PILE)[2])
        start, cores = time.perf_counter(), time.process_time()
        marked = mark_photos(names, store)
        seconds = {"seconds": round(time.perf_counter() - start, 2), "seconds_of_cores": round(time.process_time() - cores, 2)}
        return {"photos": len(names), "slips": marked.slips, **seconds}


def bound(wrong: int, of: int) -> float:
    """The highest rate that is not refuted at 95 % by so many of so many (Clopper and Pearson, one-sided)."""
    low, high = 0.0, 1.0
    for _ in range(60):
        rate = (low + high) / 2
        under = sum(math.comb(of, k) * rate**k * (1 - rate) ** (of - k) for k in range(wrong + 1))
        low, high = (rate, high) if under > 0.05 else (low, rate)
    return round(high, 4)


def counted(rows: list[dict[str, object]]) -> dict[str, object]:
    """Totals, and a row for each tool and view."""
    total = Counter(str(row["what"]) for row in rows)
    parts = []
    for kind in ("tool", "view"):
        for name in dict.fromkeys(str(row[kind]) for row in rows):
            own = Counter(str(row["what"]) for row in rows if row[kind] == name)
            parts.append({kind: name, "slips": sum(own.values()), **own})
    wrong = total["undetected"]
    return {
        "slips": len(rows),
        **total,
        "right_share": round(total["right"] / len(rows), 4),
        "undetected_bound_95": bound(wrong, len(rows)),
        "read_as_made": sum(bool(row["same"]) for row in rows),
        "waits_though_clear": sum(row["what"] == "waits" and not row["unclear"] for row in rows),
        "rows": parts,
    }


def main() -> None:
    """Measures and writes the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--world", choices=("tuned", "held"), default="held")
    parser.add_argument("--slips", type=int, default=600)
    parser.add_argument("--mistakes", type=int, default=120)
    parser.add_argument("--nine", type=int, default=67, help="photos of nine slips")
    parser.add_argument("--seed", type=int, default=2024)
    parser.add_argument("--only-pile", action="store_true", help="measure the pile anew and leave the rest of the result")
    given = parser.parse_args()
    if given.only_pile:
        result = {**json.loads(RESULT.read_text(encoding="utf-8")), "pile": {**pile(given.world, given.seed + 3), **load()}}
        write_atomically(RESULT, (rows_text(result) + "\n").encode())
        sys.stdout.write(f"{result['pile']}\n")
        return
    measure(given)


def load() -> dict[str, float]:
    """The load of the machine; above the number of cores, seconds say little."""
    return {"load": round(os.getloadavg()[0], 1)}


def measure(given: argparse.Namespace) -> None:
    """Measures everything and writes the result."""
    result: dict[str, object] = {"world": given.world, "seed": given.seed, **about()}
    result |= load()
    result["takes"] = counted(one_each(given.world, given.slips, given.seed))
    result["mistakes"] = counted(one_each(given.world, given.mistakes, given.seed + 1, mistakes=True)) if given.mistakes else None
    result["nine"] = found(given.world, given.nine, given.seed + 2) if given.nine else None
    result["pile"] = {**pile(given.world, given.seed + 3), **load()}
    text = rows_text(result)
    if given.world == "held" and given.slips >= 600:
        write_atomically(RESULT, (text + "\n").encode())
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    main()
