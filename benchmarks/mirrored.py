"""How many mirrored pictures are told to be that, and how many that are not: benchmarks/results/mirrored.json.

    python benchmarks/mirrored.py [FOLDER ...]

Reads every photo of the folders as it is and in a mirror; without a folder the sample photos. `benchmarks/unseen.py --half choose
--scenes FOLDER` draws the held-out tables on which `MIN_LOG_RATIO` of `numero_cam/vision/mirrored.py` was chosen. Pictures in which
fewer than `FEW` cards are found say little, so they are counted apart.
"""

import argparse
import json
from pathlib import Path

from machine import ROOT, about, model_versions, write_result

from numero_cam.base.records import Frame
from numero_cam.capture.files import read_photo
from numero_cam.table.photo_reader import MIRRORED, Reader
from numero_cam.vision.decks.choose import DeckOptions

FEW = 3  #: Number of cards from which a picture is counted.


def told(reader: Reader, frame: Frame) -> tuple[bool, bool]:
    """Return whether a picture is told to be mirrored, and whether it shows enough cards to tell."""
    state = reader.read(frame)
    return MIRRORED in state.problems, len(state.cards) >= FEW


def counts(reader: Reader, folder: Path) -> dict[str, int]:
    """Return the counts of one folder."""
    out = {"photos": 0, "told_as_they_are": 0, "mirrored_with_cards": 0, "told_of_these": 0}
    for path in sorted(folder.glob("*.jpg")):
        frame = read_photo(path)
        out["photos"] += 1
        out["told_as_they_are"] += told(reader, frame)[0]
        mirrored, enough = told(reader, frame.mirrored())
        out["mirrored_with_cards"] += enough
        out["told_of_these"] += mirrored and enough
    return out


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="*", default=[ROOT / "sample_images"])
    folders = parser.parse_args().folders
    reader = Reader.load(decks=DeckOptions())
    found = {folder.name: counts(reader, folder) for folder in folders}
    write_result("mirrored", {**about(), "models": model_versions(), "folders": found})
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
