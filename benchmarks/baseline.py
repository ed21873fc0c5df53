"""Raises tests/accuracy/baseline.toml to what the shipped models reach on the sample photos: run it whenever a model changes.

    python benchmarks/baseline.py [--lower]

Writes how many cards are asked for, found, read right and read wrong, and of which models that is true; a test fails as long as the models
in ``models/manifest.toml`` are others. Where any count got worse nothing is written, unless ``--lower`` says that this is meant.
"""

import argparse
import json
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from machine import ROOT

from numero_cam.base import geometry
from numero_cam.capture.files import read_photo
from numero_cam.table.photo_reader import Reader

SAMPLES = ROOT / "sample_images"
BASELINE = ROOT / "tests" / "accuracy" / "baseline.toml"
MANIFEST = ROOT / "models" / "manifest.toml"
COUNTS = ("asked", "found", "right", "wrong")
SAME_CARD = 0.3  #: IoU from which an outline is the true card's, as in the scoring tool.
LEAST_VISIBLE = 0.35  #: Share of a card that must be visible for it to be asked for.


def counted(reader: Reader) -> dict[str, int]:
    """Count over all sample photos: cards asked for, found, read right, and readings that are wrong or match nothing."""
    total = dict.fromkeys(COUNTS, 0)
    for photo in sorted(SAMPLES.glob("*.jpg")):
        answer = json.loads(photo.with_suffix(".json").read_text(encoding="utf-8"))
        truth = [(c["label"], np.array(c["quad"], np.float32), c.get("visible", 1)) for c in answer["cards"]]
        read = [(c.reading.label, c.reading.corners) for c in reader.read(read_photo(photo)).cards]
        matched: dict[int, int] = {}
        for i, (_, corners) in enumerate(read):
            overlaps = [geometry.iou(corners, quad) for _, quad, _ in truth]
            if overlaps and max(overlaps) >= SAME_CARD:
                matched.setdefault(int(np.argmax(overlaps)), i)
        for k, (label, _, visible) in enumerate(truth):
            if label is not None and visible >= LEAST_VISIBLE:
                total["asked"] += 1
                total["found"] += k in matched
                total["right"] += k in matched and read[matched[k]][0] == label
        labels = {i: truth[k][0] for k, i in matched.items()}
        total["wrong"] += sum(label is not None and label != labels.get(i) for i, (label, _) in enumerate(read))
    return total


def shipped(manifest: Path = MANIFEST) -> dict[str, dict[str, object]]:
    """Return version and SHA-256 of each model that ships, by its name."""
    models = tomllib.loads(manifest.read_text(encoding="utf-8"))["models"]
    return {name: {"version": entry["version"], "sha256": entry["sha256"]} for name, entry in sorted(models.items())}


def baseline_toml(counts: Mapping[str, int], models: Mapping[str, Mapping[str, object]]) -> str:
    """Return the baseline as a file."""
    lines = ["# Written by `python benchmarks/baseline.py`: cards of the sample photos, as these models read them."]
    lines += [f"{name} = {counts[name]}" for name in COUNTS]
    for name, entry in models.items():
        lines += ["", f"[models.{name}]", f"version = {entry['version']}", f'sha256 = "{entry["sha256"]}"']
    return "\n".join(lines) + "\n"


def worse(counts: Mapping[str, int], before: Mapping[str, int]) -> list[str]:
    """Return which counts got worse, in words; none where they cannot be compared, because other cards are asked for."""
    if counts["asked"] != before.get("asked"):
        return []
    signs = {"found": 1, "right": 1, "wrong": -1}
    return [f"{name}: {counts[name]}, was {before[name]}" for name, sign in signs.items() if sign * (counts[name] - before[name]) < 0]


def main() -> None:
    """Measure, and write the baseline where it got no worse."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--lower", action="store_true", help="write it though a count got worse")
    asked = options.parse_args()
    counts = counted(Reader.load())
    before = tomllib.loads(BASELINE.read_text(encoding="utf-8")) if BASELINE.exists() else {}
    print(", ".join(f"{name} {counts[name]}" for name in COUNTS))
    if (lower := worse(counts, before)) and not asked.lower:
        sys.exit(f"nothing was written, because these got worse: {'; '.join(lower)}; --lower writes them all the same")
    BASELINE.write_text(baseline_toml(counts, shipped()), encoding="utf-8")


if __name__ == "__main__":
    main()
