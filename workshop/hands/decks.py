"""Draws sheets of cards for the network that sees hands: ``python -m workshop.hands.decks FOLDER``; sheets that are there are kept."""

import argparse
from pathlib import Path

import cv2
import numpy as np

from workshop.hands.pools import CARD_SIZE
from workshop.synth.scene import Deck

FACES = 13  #: Cards on a sheet, before the back.
KINDS = (None, None, None, None, "playing", "tiles")
SEED = 46


def sheet(number: int) -> cv2.typing.MatLike:
    """A deck's cards side by side, the back last, ``(112, 1120, 3)`` uint8 RGB; round corners are filled."""
    rng = np.random.default_rng([SEED, number])
    deck = Deck(rng, KINDS[int(rng.integers(len(KINDS)))])
    labels = deck.labels()
    faces = [deck.face(labels[int(k)]) for k in rng.choice(len(labels), FACES, replace=False)]
    out = []
    for face in [*faces, deck.back]:
        alpha = face[..., 3:] / 255.0
        edge = face[face.shape[0] // 2, 3, :3]
        out.append(cv2.resize((face[..., :3] * alpha + (1 - alpha) * edge).astype(np.uint8), CARD_SIZE, interpolation=cv2.INTER_AREA))
    return np.hstack(out)


def main() -> None:
    """Draws the sheets that are not there yet."""
    parser = argparse.ArgumentParser(prog="python -m workshop.hands.decks", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=96)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for number in range(options.count):
        path = options.folder / f"{number:03d}.jpg"
        if not path.exists():
            cv2.imwrite(str(path), cv2.cvtColor(sheet(number), cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, 88])


if __name__ == "__main__":
    main()
