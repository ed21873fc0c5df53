"""How the own deck, strangers' packs and learned ones are read, and of what is said surely how much is right.

    NUMERO_CAM_FONTS=FONTS python benchmarks/sure_bands.py FOLDER [--groups own,strangers,learned] [--decks 24] [--tables 30]

*own* are tables drawn with the project's deck and the sample pictures, *strangers* the plain tables of ``report`` (decision 7), *learned*
the same tables after ``deck learn`` on five drawn photos of each deck. FOLDER keeps what is drawn. A label that is read where no card lies
is wrong. Writes ``benchmarks/results/sure_bands.json``; groups that are not asked for keep their results.
"""

import argparse
import itertools
import json
import os
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
from confidence import Pair, wilson
from held_out import pairs
from machine import ROOT, about_eyes, known_result, write_result
from own_packs import learn
from unseen import Scene, counted, scene_of

from numero_cam.app.decks import known_decks
from numero_cam.base.errors import NumeroCamError
from numero_cam.base.records import TableState
from numero_cam.capture.files import read_photo
from numero_cam.table.photo_reader import Reader
from numero_cam.vision.decks.files import FOLDER_VARIABLE
from workshop import pack_scenes, unseen
from workshop.synth.fonts import FontsMissingError

BANDS = (0.9, 0.95, 0.99, 1.0)  #: Bounds of the bands; the last one holds both of its bounds.
HALF: unseen.Half = "report"
Read = tuple[list[Scene], list[Pair]]  #: Tables, and how sure each reading is and whether it is right.


def readings_of(answer: Mapping[str, Any], state: TableState) -> list[Pair]:
    """Return how sure each reading of a table is, and whether it is right."""
    truth, read = answer["cards"], [card.reading for card in state.cards if card.reading.label is not None]
    met = pairs([np.array(card["quad"], np.float32) for card in truth], [reading.corners for reading in read])
    labels = {j: truth[i]["label"] for i, (j, _) in met.items()}
    return [(reading.confidence, labels.get(j) == reading.label) for j, reading in enumerate(read)]


def bands_of(readings: Sequence[Pair]) -> list[dict[str, float]]:
    """Return for each band how many readings lie in it, their mean confidence, and the share right with its 95 % interval."""
    out = []
    for low, high in itertools.pairwise(BANDS):
        part = [pair for pair in readings if low <= pair[0] < high or pair[0] == high == BANDS[-1]]
        right = sum(good for _, good in part)
        least, most = wilson(right, len(part))
        said = fmean(sure for sure, _ in part) if part else 0.0
        out.append(
            {
                "from": low, "to": high, "readings": len(part), "said": round(said, 4), "right": round(right / max(1, len(part)), 4),
                "right_least": round(least, 4), "right_most": round(most, 4),
            }
        )  # fmt: skip
    return out


def read(answers: Sequence[Path]) -> Read:
    """Return what is read of some tables, among the decks that are known now."""
    reader = Reader.load(decks=known_decks("auto").decks)
    scenes, sure = [], []
    for path in answers:
        answer, state = json.loads(path.read_text()), reader.read(read_photo(path.with_suffix(".jpg")))
        scenes.append(scene_of(answer, state))
        sure += readings_of(answer, state)
    return scenes, sure


def own(given: argparse.Namespace) -> Read:
    """Return what is read of the own deck."""
    drawn = pack_scenes.draw_own(given.folder / "own", HALF, given.tables)
    return read([*drawn, *sorted((ROOT / "sample_images").glob("*.json"))])


def strangers(given: argparse.Namespace) -> Read:
    """Return what is read of packs that the program never saw."""
    return read(unseen.draw(given.folder / "strangers", HALF, given.decks))


def learned(given: argparse.Namespace) -> Read:
    """Return what is read of them after each was learned; no other pack is known then."""
    answers = unseen.draw(given.folder / "strangers", HALF, given.decks)
    scenes, sure, home = [], [], os.environ[FOLDER_VARIABLE]
    for number in range(given.decks):
        os.environ[FOLDER_VARIABLE] = f"{home}/{number}"
        learn(f"{HALF}-{number}", pack_scenes.draw_rows(given.folder / "rows", HALF, number))
        some, of_these = read(answers[number * unseen.SCENES : (number + 1) * unseen.SCENES])
        scenes += some
        sure += of_these
    os.environ[FOLDER_VARIABLE] = home
    return scenes, sure


GROUPS: Mapping[str, Callable[[argparse.Namespace], Read]] = {"own": own, "strangers": strangers, "learned": learned}


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--groups", default=",".join(GROUPS), help="only these, with commas between them")
    parser.add_argument("--decks", type=int, default=24, help="strangers' packs (default 24)")
    parser.add_argument("--tables", type=int, default=30, help="drawn tables of the own deck (default 30)")
    given = parser.parse_args()
    wanted = given.groups.split(",")
    if given.decks < 1 or given.tables < 1 or not set(wanted) <= set(GROUPS):
        parser.error(f"--decks and --tables are numbers of 1 and more, --groups some of {', '.join(GROUPS)}")
    groups = known_result("sure_bands").get("groups", {})
    for name in wanted:
        with tempfile.TemporaryDirectory() as decks:
            os.environ[FOLDER_VARIABLE] = decks
            try:
                scenes, sure = GROUPS[name](given)
            except (NumeroCamError, FontsMissingError) as error:
                sys.exit(f"sure_bands.py: {error}")
        groups[name] = {**about_eyes(), **counted(scenes), "bands": bands_of(sure)}
        write_result("sure_bands", {"groups": groups})
        print(name, json.dumps(groups[name], indent=1))


if __name__ == "__main__":
    main()
