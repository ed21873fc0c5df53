"""How well photos are read: scores the given photo folders with the given tool, and sets reached beside asked.

    python benchmarks/reading.py SHARED_FOLDER [--folders rendered,rendered_sides,...]

SHARED_FOLDER holds ``tools/score_reading.py`` and ``photos/``. Writes ``benchmarks/results/reading.json``;
folders that are not asked for keep their scores. Beside the tool's own strata: how many of the open cards (95 % visible and
more) are read right, by how well their outline fits, in how many photos without cards anything was read, and how many readings were
printed that are less sure than one half.
"""

import argparse
import csv
import itertools
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import answers
from asked import all_asked, table
from machine import about_eyes, known_result, write_result

HERE = Path(__file__).resolve().parent
FOLDERS = "rendered,rendered_sides,playing_cards,number_tiles,webcam_fans,no_cards"
FITS = (0.3, 0.7, 0.8, 0.9, 1.0)  #: Bounds of IoU.
HALF = 0.5  #: A reading less sure than this is a guess.


def open_cards_by_fit(cards: Path) -> list[dict[str, float]]:
    """Cards and the share read right between each two bounds of IoU, from the scoring tool's table of cards."""
    if not cards.exists():
        return []
    with cards.open(newline="") as file:
        rows = [(float(r["iou"]), r["exact"] == "True") for r in csv.DictReader(file) if r["iou"] and float(r["visible"]) >= answers.OPEN]
    out = []
    for low, high in itertools.pairwise(FITS):
        part = [right for iou, right in rows if low <= iou < high or iou == high == FITS[-1]]
        if part:
            out.append({"from": low, "to": high, "cards": len(part), "right": round(sum(part) / len(part), 3)})
    return out


def empty_photos(photos: Sequence[Path], got: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """Photos in which no card lies, and in how many of them a face or number was read."""
    empty = [read for photo, read in zip(photos, got, strict=True) if answers.answer_of(photo).get("cards") == []]
    return {"empty_photos": len(empty), "empty_photos_read": sum(any(c["card"] is not None for c in read["cards"]) for read in empty)}


def printed_below_half(got: Sequence[Mapping[str, Any]]) -> int:
    """Readings that are printed though they are less sure than one half; none may be."""
    return sum(card["card"] is not None and card["confidence"] < HALF for read in got for card in read["cards"])


def score(shared: Path, tool: answers.Tool, folder: str) -> dict[str, Any]:
    """The scoring tool's own answer for one folder, with what it does not count."""
    photos = answers.photos_of(shared, folder)
    got = answers.read_photos(tool, photos)
    with tempfile.TemporaryDirectory() as temporary:
        lines, cards = Path(temporary) / "lines.jsonl", Path(temporary) / "cards.csv"
        lines.write_text("".join(json.dumps(one) + "\n" for one in got))
        command = [
            sys.executable, str(shared / "tools/score_reading.py"), str(shared / "photos" / folder), "--json",
            "--cards", str(cards), "--command", f"{sys.executable} {HERE / 'replay.py'} {lines}",
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own command
        if done.returncode:
            sys.exit(f"{folder}: {done.stderr.strip() or done.stdout.strip()}")
        beside = {"printed_below_half": printed_below_half(got), "open_cards_by_fit": open_cards_by_fit(cards)}
        return {**json.loads(done.stdout), **beside, **empty_photos(photos, got)}


def show(folder: str, scores: Mapping[str, Any]) -> None:
    """The tool's strata of one folder."""
    print(folder, json.dumps(scores.get("milliseconds")), "photos with a false reading:", scores.get("photos_with_false"))
    for one in scores.get("strata", []):
        print("   ", {k: round(v, 3) if isinstance(v, float) else v for k, v in one.items() if v is not None})


def main() -> None:
    """Scores every folder and prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--folders", default=FOLDERS)
    arguments = parser.parse_args()
    tool = answers.scoring_tool(arguments.shared)
    folders = known_result("reading").get("folders", {})
    for folder in arguments.folders.split(","):
        folders[folder] = {**about_eyes(), **score(arguments.shared, tool, folder)}
        show(folder, folders[folder])
        write_result("reading", {"asked": all_asked(folders), "folders": folders})
    print(table(all_asked(folders)))


if __name__ == "__main__":
    main()
