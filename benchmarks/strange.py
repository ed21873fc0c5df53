"""Tables of other games: how many are said to be that, and what is read there all the same; and how many of NUMERO's are taken for one.

    python benchmarks/strange.py [--tables 60] [--scenes FOLDER]

The tables are drawn by ``workshop.strange``; NUMERO's scenes are those of ``benchmarks/unseen.py``, half ``choose``, on which
the likeness was chosen, and ``report``. Needs the extra ``[workshop]`` and fonts as ``unseen.py`` does. Writes
``benchmarks/results/strange.json`` and prints it.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from machine import about, model_versions

from numero_cam.base.records import Frame
from numero_cam.capture.files import read_photo
from numero_cam.table.photo_reader import OTHER_GAME, Reader
from numero_cam.vision.decks.choose import DeckOptions
from workshop import unseen
from workshop.strange import strange_tables

RESULTS = Path(__file__).resolve().parent / "results"
SEED = 5_000
FEW = 3  #: Where fewer cards are found, a table says little about its game.


def counted(reader: Reader, frames: list[Frame]) -> dict[str, Any]:
    """Tables, those where a few cards were found, those said to be another game's, and readings."""
    out = {"tables": 0, "with_cards": 0, "named": 0, "readings": 0}
    for frame in frames:
        state = reader.read(frame)
        out["tables"] += 1
        out["with_cards"] += len(state.cards) >= FEW
        out["named"] += OTHER_GAME in state.problems
        out["readings"] += sum(card.card is not None for card in state.cards)
    return out


def main() -> None:
    """Measures both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--scenes", type=Path, help="where unseen.py --scenes has kept its scenes; without it they are not read")
    asked = parser.parse_args()
    reader = Reader.load(decks=DeckOptions())
    told = {"other games": counted(reader, [Frame(str(k), s.picture) for k, s in enumerate(strange_tables(SEED, asked.tables))])}
    if asked.scenes:
        for half in unseen.HALVES:
            told[half] = counted(reader, [read_photo(path) for path in sorted(asked.scenes.glob(f"{half}-*.jpg"))])
    result = {**about(), "models": model_versions(), **told}
    (RESULTS / "strange.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(told, indent=1))


if __name__ == "__main__":
    main()
