"""How well photos are read: runs the given scoring tool over its photo folders and keeps a row for each photo.

    python benchmarks/reading.py SHARED_FOLDER [--folders rendered,rendered_sides,no_cards]

SHARED_FOLDER holds ``tools/score_reading.py`` and ``photos/``. Writes ``benchmarks/results/reading.json`` and ``reading_<folder>.csv``.
Beside the tool's own strata: how many of the open cards (95 % visible and more) are read right, by how well their outline fits.
"""

import argparse
import csv
import itertools
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from machine import about

RESULTS = Path(__file__).parent / "results"
FOLDERS = "rendered,rendered_sides,no_cards"
OPEN = 0.95
FITS = (0.3, 0.7, 0.8, 0.9, 1.0)
"""Bounds of IoU."""


def open_cards_by_fit(table: Path) -> list[dict[str, float]]:
    """Cards and the share read right between each two bounds of IoU, from the scoring tool's table of cards."""
    with table.open(newline="") as file:
        rows = [(float(r["iou"]), r["exact"] == "True") for r in csv.DictReader(file) if r["iou"] and float(r["visible"]) >= OPEN]
    out = []
    for low, high in itertools.pairwise(FITS):
        part = [right for iou, right in rows if low <= iou < high or iou == high == FITS[-1]]
        if part:
            out.append({"from": low, "to": high, "cards": len(part), "right": round(sum(part) / len(part), 3)})
    return out


def score(shared: Path, folder: str) -> dict[str, object]:
    """The scoring tool's own answer for one folder."""
    rows = RESULTS / f"reading_{folder}.csv"
    with tempfile.TemporaryDirectory() as temporary:
        cards = Path(temporary) / "cards.csv"
        command = [
            sys.executable, str(shared / "tools/score_reading.py"), str(shared / "photos" / folder), "--json", "--rows", str(rows),
            "--cards", str(cards), "--command", f"{sys.executable} -m numero_cam read --json",
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own command
        if done.returncode:
            sys.exit(f"{folder}: {done.stderr.strip() or done.stdout.strip()}")
        return {**json.loads(done.stdout), "open_cards_by_fit": open_cards_by_fit(cards)}


def main() -> None:
    """Scores every folder and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--folders", default=FOLDERS)
    arguments = parser.parse_args()
    results = {folder: score(arguments.shared, folder) for folder in arguments.folders.split(",")}
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "reading.json").write_text(json.dumps({**about(), "folders": results}, indent=1) + "\n")
    for folder, result in results.items():
        print(folder, json.dumps(result.get("milliseconds")), "photos with a false reading:", result.get("photos_with_false"))
        for stratum in result.get("strata", []):  # type: ignore[attr-defined]
            print("   ", {k: round(v, 3) if isinstance(v, float) else v for k, v in stratum.items() if v is not None})


if __name__ == "__main__":
    main()
