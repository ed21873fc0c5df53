"""How sure a reading must be at least, fitted on drawn scenes of held-out decks: below the floor a card is unknown.

    python benchmarks/floor.py FOLDER...
    python benchmarks/floor.py --decks 20

FOLDERs and ``--decks`` as for ``held_out.py``. A reading is right where it is the true card's label, or its value without a colour; one
where no card lies is wrong. The floor is fitted where right readings less wrong ones are most; it is never under one half
(``LEAST_READ``), where a reading is as likely wrong as right. Scenes drawn with replacement say how far chance moves it. Writes
``benchmarks/results/floor.json``.
"""

import argparse
import itertools
import json
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from answers import value_of
from held_out import draw, held_out_of, pairs
from machine import about, model_versions

from numero_cam.base.errors import NumeroCamError
from numero_cam.base.records import LEAST_READ
from numero_cam.capture.files import read_photo
from numero_cam.table.photo_reader import Reader
from numero_cam.vision.decks.choose import DeckOptions

RESULTS = Path(__file__).resolve().parent / "results"
BANDS = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.98, 1.01)
DRAWS = 400
Told = list[tuple[float, bool]]  #: Of one scene: how sure each reading was, and whether it was right.


def is_right(truth: str | None, read: str) -> bool:
    """Whether a label is the true one, or its value where no colour was read."""
    return truth is not None and read in {truth, value_of(truth)}


def told_of(reader: Reader, answer: Path) -> Told:
    """Every reading of one scene."""
    cards = json.loads(answer.read_text())["cards"]
    readings = [card.reading for card in reader.read(read_photo(answer.with_suffix(".jpg"))).cards]
    matched = pairs([np.array(card["quad"], np.float32) for card in cards], [r.corners for r in readings])
    truth = {j: cards[i]["label"] for i, (j, _) in matched.items()}
    return [(r.confidence, is_right(truth.get(j), r.label)) for j, r in enumerate(readings) if r.label is not None]


def best_floor(scenes: Sequence[Told]) -> float:
    """The confidence from which on right readings less wrong ones are most; ``LEAST_READ`` where all readings together are."""
    told = sorted((one for scene in scenes for one in scene), reverse=True)
    best, gain, most = 1.0, 0, 0
    for k, (confidence, right) in enumerate(told):
        gain += 1 if right else -1
        last = k + 1 == len(told) or told[k + 1][0] < confidence
        if last and gain >= most:
            best, most = confidence, gain
    return LEAST_READ if told and best == told[-1][0] else max(best, LEAST_READ)


def fitted(scenes: Sequence[Told], seed: int = 1) -> dict[str, Any]:
    """The floor with the middle 95 of 100 draws of scenes, and what is right in each band of confidence."""
    rng = random.Random(seed)  # noqa: S311 - seeded draws, no secret
    floors = sorted(best_floor(rng.choices(scenes, k=len(scenes))) for _ in range(DRAWS))
    told = [one for scene in scenes for one in scene]
    bands = []
    for low, high in itertools.pairwise(BANDS):
        part = [right for confidence, right in told if low <= confidence < high]
        if part:
            bands.append({"from": low, "readings": len(part), "right": round(sum(part) / len(part), 3)})
    return {
        "scenes": len(scenes), "readings": len(told), "below_one_half": sum(confidence < LEAST_READ for confidence, _ in told),
        "floor": round(best_floor(scenes), 3), "least": round(floors[DRAWS // 40], 3), "most": round(floors[-DRAWS // 40 - 1], 3),
        "bands": bands,
    }  # fmt: skip


def main() -> None:
    """Measures and writes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="*", metavar="FOLDER")
    parser.add_argument("--decks", type=int, default=0, help="draw so many held-out decks anew instead of reading FOLDERs")
    arguments = parser.parse_args()
    if bool(arguments.folders) == bool(arguments.decks) or arguments.decks < 0:
        parser.error("give either folders or --decks")
    try:
        with tempfile.TemporaryDirectory() as temporary:
            drawn = Path(temporary) / "drawn"
            draw(drawn, arguments.decks)
            reader = Reader.load(decks=DeckOptions())
            scenes = [told_of(reader, answer) for folder in arguments.folders or [drawn] for answer in held_out_of(folder, 1)]
    except NumeroCamError as error:
        sys.exit(f"floor.py: {error}")
    result = {**about(), "models": model_versions(), **fitted(scenes)}
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "floor.json").write_text(json.dumps(result, indent=1) + "\n")
    print({key: result[key] for key in ("scenes", "readings", "below_one_half", "floor", "least", "most")})
    for band in result["bands"]:
        print(band)


if __name__ == "__main__":
    main()
