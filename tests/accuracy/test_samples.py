"""The sample photos through the real models must be read no worse than the committed baseline says."""

import json
import tomllib
from pathlib import Path

import numpy as np
import pytest

from numero_cam.base import geometry
from numero_cam.capture.files import read_photo
from numero_cam.pipeline import Reader

SAMPLES = Path(__file__).parents[2] / "sample_images"
BASELINE = tomllib.loads((Path(__file__).parent / "baseline.toml").read_text(encoding="utf-8"))
SAME_CARD = 0.3
"""IoU from which an outline is the true card's, as in the scoring tool."""
LEAST_VISIBLE = 0.35


@pytest.fixture(scope="module")
def counts() -> dict[str, int]:
    """Over all sample photos: cards asked for, found, read right, and readings that are wrong or match nothing."""
    reader = Reader.load()
    total = {"asked": 0, "found": 0, "right": 0, "wrong": 0}
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


@pytest.mark.parametrize("what", ["found", "right"])
def test_no_fewer_cards_than_the_baseline(counts: dict[str, int], what: str) -> None:
    assert counts[what] / counts["asked"] >= BASELINE[what], counts


def test_no_more_wrong_readings_than_the_baseline(counts: dict[str, int]) -> None:
    assert counts["wrong"] / counts["asked"] <= BASELINE["wrong"], counts
