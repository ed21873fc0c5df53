"""How path-traced tables are read with packs held out by design, before and after each was learned from five photos of it.

    python -m workshop.render --packs report --out FOLDER     (extra [render]; half a minute a picture; fonts as for unseen.py)
    python benchmarks/own_packs.py FOLDER [--half choose|report]

Six packs of ``choose`` and three of ``report``, 20 tables each, on other surfaces, in other light, seen by other cameras each time
(``workshop/render/packs.py``). On ``choose`` anything may be chosen, ``report`` is measured once for a version (decision 7).
After learning each pack is found out among those of its half; *named* is with ``--deck``. Writes ``benchmarks/results/own_packs.json``.
"""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from machine import about_eyes, known_result, write_result
from unseen import Scene, counted, scene_of

from numero_cam.app.deck_learn import learn_deck
from numero_cam.app.decks import known_decks
from numero_cam.base.errors import NumeroCamError
from numero_cam.capture.files import read_photo
from numero_cam.table.photo_reader import Reader
from numero_cam.vision.decks.files import FOLDER_VARIABLE
from workshop.render.packs import PACKS
from workshop.unseen import HALVES, Half


def of_pack(folder: Path, half: str, pack: int, *, rows: bool) -> list[Path]:
    """The answers of a pack's tables, or of its photos in rows."""
    found = [
        path
        for path in sorted(folder.glob(f"{half}-*-{pack}-*.json"))
        if ("-row-" in path.stem) == rows and path.with_suffix(".jpg").exists()
    ]
    if not found:
        sys.exit(f"{folder}: no pictures of pack {pack} of {half}; draw them with python -m workshop.render --packs {half}")
    return found


def learn(name: str, answers: Sequence[Path]) -> str:
    """Learns a pack from its photos in rows, as ``deck learn`` does; its name."""
    with tempfile.TemporaryDirectory() as scratch:
        rows = Path(scratch) / "rows.json"
        rows.write_text(json.dumps([json.loads(path.read_text()) for path in answers]))
        learn_deck(name, [str(path.with_suffix(".jpg")) for path in answers], answers=rows)
    return name


def read(reader: Reader, answers: Sequence[Path]) -> list[Scene]:
    """Reads tables and compares them with their answers."""
    return [scene_of(json.loads(path.read_text()), reader.read(read_photo(path.with_suffix(".jpg")))) for path in answers]


def measured(folder: Path, half: Half) -> dict[str, dict[str, Any]]:
    """Every pack before it is learned, found out afterwards, and named."""
    tables = [of_pack(folder, half, pack, rows=False) for pack in range(PACKS[half])]
    plain = Reader.load(decks=known_decks("auto").decks)
    before = [read(plain, some) for some in tables]
    names = [learn(f"{half}-{pack}", of_pack(folder, half, pack, rows=True)) for pack in range(PACKS[half])]
    auto = Reader.load(decks=known_decks("auto").decks)
    ways = {
        "before": before,
        "learned": [read(auto, some) for some in tables],
        "named": [read(Reader.load(decks=known_decks(name).decks), some) for name, some in zip(names, tables, strict=True)],
    }
    return {
        way: {**{str(pack): counted(some) for pack, some in enumerate(of)}, "all": counted(list(chain(*of)))} for way, of in ways.items()
    }


def table(results: Mapping[str, Mapping[str, Any]]) -> str:
    """Markdown: a row for each way and pack."""
    lines = ["| way | pack | open exact | all exact | wrong | whole | false a photo |", "|---|---|---|---|---|---|---|"]
    for way, packs in results.items():
        for pack, one in packs.items():
            cells = (one["open"]["exact"], one["all"]["exact"], one["all"]["wrong"], one["whole"], one["false_a_photo"])
            lines.append(f"| {way} | {pack} | {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


def main() -> None:
    """Measures and writes everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--half", choices=HALVES, default="report")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as decks:
        os.environ[FOLDER_VARIABLE] = decks
        try:
            result = measured(arguments.folder, arguments.half)
        except NumeroCamError as error:
            sys.exit(f"own_packs.py: {error}")
    write_result("own_packs", {**known_result("own_packs"), arguments.half: {**about_eyes(), **result}})
    print(table(result))


if __name__ == "__main__":
    main()
