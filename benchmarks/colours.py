"""What tells the colours of open number cards: the face network alone, the ink alone, both, and all cards of a table together.

    python benchmarks/colours.py SHARED_FOLDER [--folders rendered,rendered_sides,number_tiles]

SHARED_FOLDER holds ``photos/`` with answers; cards are cut out by their true outlines, so that the colours alone are measured, and only by
the steps named: the index network, and what the reader knows of packs and of black print, are left out, as are cards without print.
Says too how far the inks of two cards of one table lie apart. Writes ``benchmarks/results/colours.json`` and prints a table.
"""

import argparse
import json
import re
import sys
from collections import defaultdict
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from machine import about, model_versions
from numpy.typing import NDArray

from numero_cam.base.onnx import Network
from numero_cam.capture.files import read_photo
from numero_cam.extract import rectify
from numero_cam.identify import hues
from numero_cam.identify.faces import FaceReader
from numero_cam.identify.indices import IndexReader

Array = NDArray[np.float64]
RESULTS = Path(__file__).parent / "results"
OPEN = 0.95
TOLD = (*"rbgo", "")
"""Colours that ink tells, in the order of the regression; the last is none of them, in the answers ``k`` for black."""
WAYS = ("network", "ink", "both", "table")


def true_colour(label: str | None) -> int | None:
    """Which of ``TOLD`` a number has; None for other cards."""
    told = re.fullmatch(r"\d+([rbgok]?)", label or "")
    return None if told is None else TOLD.index(told[1].replace("k", ""))


def opinions(
    reader: FaceReader, face: Network, photo: Path
) -> tuple[NDArray[np.int_], dict[str, NDArray[np.float64]], NDArray[np.float64]]:
    """True colours ``(N,)``, by each way the chances ``(N, 5)``, and the inks ``(N, 3)`` of a photo's open numbers."""
    pyramid = rectify.Pyramid(read_photo(photo).pixels)
    cards = json.loads(photo.with_suffix(".json").read_text())["cards"]
    cards = [c for c in cards if true_colour(c["label"]) is not None and c.get("visible", 1) >= OPEN]
    quads = [np.array(c["quad"], np.float32) for c in cards]
    prints = [hues.print_of(rectify.face_crop(pyramid, quad, [])) for quad in quads]
    kept = [i for i, printed in enumerate(prints) if printed is not None]
    empty = np.zeros((0, len(TOLD)))
    if not kept:
        return np.zeros(0, int), dict.fromkeys(WAYS, empty), np.zeros((0, 3))
    columns = [reader.labels.colours.index(colour) for colour in TOLD]
    weights = np.array(face.about["calibration"]["inks"])
    seen = [p for p in prints if p is not None]
    each = reader.tell(pyramid, [quads[i] for i in kept], [[] for _ in kept])
    alone = [told.colours[int(told.upright.argmax())].astype(np.float64) for told in each]
    pooled = [hues.weigh_ink(chances, columns, printed, weights) for chances, printed in zip(alone, seen, strict=True)]
    both = np.stack([chances[columns] for chances in pooled])
    both /= np.maximum(both.sum(axis=1, keepdims=True), 1e-9)
    inks = np.stack([printed.ink for printed in seen]).astype(np.float64)
    by_way = {
        "network": np.stack([chances[columns] for chances in alone]),
        "ink": np.stack([hues.features(printed) @ weights for printed in seen]),
        "both": both,
        "table": hues.compare(both, inks),
    }
    return np.array([true_colour(cards[i]["label"]) for i in kept]), by_way, inks


def measured(reader: FaceReader, face: Network, photos: list[Path]) -> dict[str, Any]:
    """Of a folder's photos, the share of colours that each way tells right, and quantiles of the distances of inks."""
    right: defaultdict[str, list[bool]] = defaultdict(list)
    apart: dict[bool, list[float]] = {True: [], False: []}
    for photo in photos:
        truth, by_way, inks = opinions(reader, face, photo)
        for way in WAYS:
            right[way] += (by_way[way].argmax(axis=1) == truth).tolist()
        for i, j in combinations(range(len(truth)), 2):
            apart[bool(truth[i] == truth[j])].append(float(np.linalg.norm(inks[i] - inks[j])))
    return {
        "cards": len(right["network"]),
        "right": {way: round(float(np.mean(right[way])), 4) if right[way] else None for way in WAYS},
        "one_colour_90_percent_below": round(float(np.quantile(apart[True], 0.9)), 3) if apart[True] else None,
        "two_colours_97_percent_above": round(float(np.quantile(apart[False], 0.03)), 3) if apart[False] else None,
    }


def table(folders: dict[str, dict[str, Any]]) -> str:
    """The results as text."""
    lines = [f"{'':16}{'cards':>6}" + "".join(f"{way:>9}" for way in WAYS) + "  one colour < two colours >"]
    for name, row in folders.items():
        numbers = [*row["right"].values(), row["one_colour_90_percent_below"], row["two_colours_97_percent_above"]]
        told = ["-" if number is None else f"{number:.3f}" for number in numbers]
        lines.append(f"{name:16}{row['cards']:6}" + "".join(f"{each:>9}" for each in told[:4]) + f"{told[4]:>13}{told[5]:>14}")
    return "\n".join(lines)


def main() -> None:
    """Measures and writes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--folders", default="rendered,rendered_sides,number_tiles")
    args = parser.parse_args()
    face = Network.load("face", threads=2)
    reader = FaceReader(face, IndexReader(Network.load("index", threads=2)))
    folders = {}
    for name in args.folders.split(","):
        photos = sorted(p for p in (args.shared / "photos" / name).glob("*.jpg") if p.with_suffix(".json").exists())
        if not photos:
            sys.exit(f"{args.shared / 'photos' / name}: no photos with answers there; give the folder that holds photos/")
        folders[name] = measured(reader, face, photos)
    results = {**about(), "models": model_versions(), "folders": folders}
    (RESULTS / "colours.json").write_text(json.dumps(results, indent=1) + "\n")
    print(table(folders))


if __name__ == "__main__":
    main()
