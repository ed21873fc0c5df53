"""How much the scores of photos depend on chance: the same photos with noise of one level at most, several times over.

    python benchmarks/steadiness.py SHARED_FOLDER [--seeds 4] [--folders rendered,rendered_sides]

No eye sees such noise, yet it decides what lies near a threshold. So a score of thirty photos has a spread, and two readers that differ by
less cannot be told apart; the mean over the seeds is a better number than any one of them.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import Any

import answers
import numpy as np

from numero_cam.base.records import Frame
from numero_cam.capture.files import read_photo
from numero_cam.table.photo_reader import Reader
from numero_cam.text.readings import readings_json

FOLDERS = "rendered,rendered_sides"


def with_noise(frame: Frame, seed: int) -> Frame:
    """The photo with -1, 0 or 1 added to each value."""
    noise = np.random.default_rng(seed).integers(-1, 2, frame.pixels.shape, dtype=np.int16)
    return replace(frame, pixels=np.clip(frame.pixels + noise, 0, 255).astype(np.uint8))


def scored(tool: answers.Tool, photos: Sequence[Path], got: Sequence[dict[str, Any]]) -> dict[str, float]:
    """The scores of one folder as the scoring tool counts them."""
    rows, cards, stacks = [], [], []
    for photo, read in zip(photos, got, strict=True):
        row, some, right = tool["score_photo"](photo, read, answers.LEAST_VISIBLE)
        rows.append(row)
        cards += some
        stacks += right
    whole = tool["summary"]("", cards, rows, stacks)
    open_, covered = (
        fmean(card["exact"] for card in cards if low <= card["visible"] < high)
        for low, high in ((answers.OPEN, 2), (answers.LEAST_VISIBLE, answers.COVERED))
    )
    return {"open": open_, "covered": covered, **{k: float(whole[k]) for k in ("iou", "turn", "zone", "stacks", "false", "whole")}}


def spread(runs: Sequence[dict[str, float]]) -> dict[str, dict[str, float]]:
    """Mean, least and most of each score."""
    names = runs[0].keys()
    return {k: {"mean": round(fmean(r[k] for r in runs), 3), **_ends([round(r[k], 3) for r in runs])} for k in names}


def _ends(values: Sequence[float]) -> dict[str, float]:
    return {"least": min(values), "most": max(values)}


def main() -> None:
    """Reads every folder with every seed and prints the scores."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--folders", default=FOLDERS)
    arguments = parser.parse_args()
    tool, reader = answers.scoring_tool(arguments.shared), Reader.load()
    for folder in arguments.folders.split(","):
        photos = answers.photos_of(arguments.shared, folder)
        frames = [read_photo(photo) for photo in photos]
        runs = [
            scored(tool, photos, [json.loads(json.dumps(readings_json(reader.read(with_noise(f, seed))))) for f in frames])
            for seed in range(1, max(1, arguments.seeds) + 1)
        ]
        print(folder, *(f"{k} {v['mean']:.3f} [{v['least']:.3f}, {v['most']:.3f}]" for k, v in spread(runs).items()), sep="\n    ")


if __name__ == "__main__":
    main()
