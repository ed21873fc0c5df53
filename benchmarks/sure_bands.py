"""Of the cards that are said surely, how many are right, on tables that were kept back: benchmarks/results/sure_bands.json.

    python benchmarks/sure_bands.py FOLDER

FOLDER holds one folder for each set, as ``python benchmarks/eyes.py FOLDER`` reads them. A label that is read where no card lies is wrong.
"""

import argparse
import itertools
import json
from pathlib import Path
from statistics import fmean

import answers
import numpy as np
from confidence import Pair, wilson
from held_out import pairs
from machine import about, model_versions, write_result

from numero_cam.capture.files import read_photo
from numero_cam.table.photo_reader import Reader

BANDS = (0.9, 0.95, 0.99, 1.0)  #: Bounds of the bands; the last one holds both of its bounds.


def readings_of(reader: Reader, photo: Path) -> list[Pair]:
    """Return how sure each reading of a photo is, and whether it is right."""
    truth = answers.answer_of(photo)["cards"]
    read = [card.reading for card in reader.read(read_photo(photo)).cards if card.reading.label is not None]
    met = pairs([np.array(card["quad"], np.float32) for card in truth], [reading.corners for reading in read])
    labels = {j: truth[i]["label"] for i, (j, _) in met.items()}
    return [(reading.confidence, labels.get(j) == reading.label) for j, reading in enumerate(read)]


def bands_of(readings: list[Pair]) -> list[dict[str, float]]:
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


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    folder = parser.parse_args().folder
    reader = Reader.load()
    sets = {place.name: sorted(place.glob("*.jpg")) for place in sorted(folder.iterdir()) if place.is_dir()}
    read = {name: [pair for photo in photos for pair in readings_of(reader, photo)] for name, photos in sets.items()}
    read["all"] = [pair for each in read.values() for pair in each]
    found = {name: bands_of(each) for name, each in read.items()}
    write_result("sure_bands", {**about(), "models": model_versions(), "sets": found})
    print(json.dumps(found["all"], indent=1))


if __name__ == "__main__":
    main()
