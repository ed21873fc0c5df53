"""NUMO's eyes on drawn photos of open cards, in fonts and on tables that training never saw: writes `results/numo_photos.json`."""

import argparse
import json
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from machine import about  # noqa: E402 - found through the path above

from numero_cam.assistant.numo_photos import open_numo_reader  # noqa: E402
from numero_cam.base import geometry  # noqa: E402
from numero_cam.base.files import model_entry  # noqa: E402
from numero_cam.base.records import Frame, value_of  # noqa: E402
from numero_cam.workshop.numo_scenes import make_numo_scene  # noqa: E402

FOUND = 0.6
"""A card is found where an outline has at least this IoU with it."""
PAIRS = frozenset({"6", "9", "18", "81", "66", "99"})
"""Numbers that are another one of the pack on their heads."""


def measured(photos: int, *, printed: bool) -> dict[str, object]:
    """Read photos and count cards that are found, numbers and seasons that are right, and wrong ones."""
    reader = open_numo_reader()
    count = dict.fromkeys(("cards", "found", "number", "number_wrong", "label", "pairs", "pairs_right"), 0)
    wrong: list[str] = []
    for seed in range(photos):
        scene = make_numo_scene(np.random.default_rng([2_000_003, seed, int(printed)]), printed=printed)
        cards = reader.read(Frame("drawn", scene.picture)).cards
        for label, quad in zip(scene.labels, scene.quads, strict=True):
            near = [card for card in cards if geometry.iou(card.corners, quad.astype(np.float32)) > FOUND]
            told = near[0].card if near else None
            right = told is not None and value_of(told) == value_of(label)
            count["cards"] += 1
            count["found"] += bool(near)
            count["number"] += right
            count["label"] += told == label
            if value_of(label) in PAIRS:
                count["pairs"] += 1
                count["pairs_right"] += right
            if told is not None and not right:
                count["number_wrong"] += 1
                wrong.append(f"{label} as {told}")
    shares = {name: round(count[name] / count["cards"], 4) for name in ("found", "number", "number_wrong", "label")}
    return {"photos": photos, **count, "shares": shares, "wrong": wrong}


def main() -> None:
    """Run everything and write the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, default=60)
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks" / "results" / "numo_photos.json")
    asked = parser.parse_args()
    version = model_entry("numo-face").path.name
    result = {
        **about(),
        "model": version,
        "printed": measured(asked.photos, printed=True),
        "kept_back": measured(asked.photos, printed=False),
    }
    asked.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(asked.out.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
