"""How much of real hands the obstruction network finds, and how much of the clear table it calls covered.

    python benchmarks/hands.py FOLDER [--models MODELS]

FOLDER has pictures NAME.jpg with NAME.hand.png (white: hand) and, where the table at rest is known, NAME.rest.jpg. Prints one JSON object:
for ``alone`` and ``at_rest`` the share of the hands' cells found where 2 % of the clear table is called covered (over all pictures
together), the same and the clear table covered at the threshold that ships, and how many pictures have under half of their hand found
then. A cell counts as hand where the mask fills more than three quarters of it, as clear where it touches none of it.
"""

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base.files import model_entry
from numero_cam.capture.files import read_photo
from numero_cam.table.obstruction import MIN_HIDDEN, OUTPUT_SHAPE, ObstructionDetector

CLEAR_SHARE = 0.02  #: Share of the clear table that is called covered where versions are compared.
HAND_SHARE = 0.75  #: Share of a cell that the mask must fill.


@dataclass(frozen=True)
class Told:
    """What the network says of one picture: probabilities of the hand's cells and of the clear ones."""

    hand: NDArray[np.float32]
    clear: NDArray[np.float32]


def told(network: ObstructionDetector, picture: Path, rest: Path | None) -> Told:
    """Let the network see a picture beside its mask."""
    mask = cv2.imread(str(picture.with_suffix(".hand.png")), cv2.IMREAD_GRAYSCALE)
    if mask is None:
        sys.exit(f"{picture.with_suffix('.hand.png')}: cannot be read as a picture")
    share = cv2.resize((mask > 127).astype(np.float32), OUTPUT_SHAPE[::-1], interpolation=cv2.INTER_AREA)
    settled = None if rest is None else read_photo(rest).pixels
    probabilities = network.cell_probabilities(read_photo(picture).pixels, settled)
    return Told(probabilities[share > HAND_SHARE], probabilities[share == 0])


def measured(pictures: list[Told]) -> dict[str, float | int]:
    """The figures of several pictures."""
    hand, clear = (np.concatenate([getattr(one, part) for one in pictures]) for part in ("hand", "clear"))
    equal = float(np.quantile(clear, 1 - CLEAR_SHARE)) if len(clear) else 1.0
    return {
        "pictures": len(pictures),
        "found_at_2_percent": round(float((hand > equal).mean()), 3),
        "threshold_at_2_percent": round(equal, 3),
        "found": round(float((hand > MIN_HIDDEN).mean()), 3),
        "clear_covered": round(float((clear > MIN_HIDDEN).mean()), 4) if len(clear) else 0.0,
        "under_half": sum(float((one.hand > MIN_HIDDEN).mean()) < 0.5 for one in pictures if len(one.hand)),
    }


def main() -> None:
    """Measure a folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--models", type=Path, help="folder of another version's models")
    options = parser.parse_args()
    pictures = [path for path in sorted(options.folder.glob("*.jpg")) if path.with_suffix(".hand.png").exists()]
    if not pictures:
        sys.exit(f"{options.folder}: no NAME.jpg with NAME.hand.png")
    network = ObstructionDetector.load(folder=options.models)
    rests = {path: path.with_suffix(".rest.jpg") for path in pictures if path.with_suffix(".rest.jpg").exists()}
    out: dict[str, object] = {"version": model_entry("obstruction", options.models).version, "threshold": MIN_HIDDEN}
    out["alone"] = measured([told(network, path, None) for path in pictures])
    if rests:
        out["at_rest"] = measured([told(network, path, rest) for path, rest in rests.items()])
    print(json.dumps(out, indent=1))


if __name__ == "__main__":
    main()
