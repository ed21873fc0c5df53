"""Milliseconds of each stage of reading a photo, models loaded, 2 threads: medians and 95th percentiles over many runs.

    python benchmarks/stages.py [PHOTO] [--runs 60]

Without a photo, the sample photo whose number of cards is nearest 12. It is read as 1280 x 960 and, enlarged, as 4000 x 3000, the two
sizes in turns, so that other work on the machine meets both alike. Writes ``benchmarks/results/stages.json`` and prints a table.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import cv2
from machine import about
from solver import additions, milliseconds

from numero_cam.base.errors import NumeroCamError
from numero_cam.base.images import write_picture
from numero_cam.capture.files import read_photo
from numero_cam.config import ReaderConfig
from numero_cam.pipeline import Reader

RESULTS = Path(__file__).parent / "results"
SAMPLES = Path(__file__).parents[1] / "sample_images"
SIZES = ((1280, 960), (4000, 3000))
WARM_UP = 5
ASKED = {"median": 80, "p95": 150}
"""Milliseconds asked at the first size with 12 cards."""


def sample_of_twelve() -> Path:
    """The sample photo of about twelve cards."""
    answers = sorted(SAMPLES.glob("*.json"))
    return min(answers, key=lambda p: abs(len(json.loads(p.read_text())["cards"]) - 12)).with_suffix(".jpg")


def read_once(reader: Reader, photo: Path) -> tuple[dict[str, float], list[str | None]]:
    """Milliseconds by stage, decoding among them, and what was read."""
    begun = time.perf_counter()
    frame = read_photo(photo)
    state = reader.read(frame, decode_ms=(time.perf_counter() - begun) * 1000)
    return state.milliseconds, [c.reading.label for c in state.cards]


def percentile(times: Sequence[float], share: float) -> float:
    """The least time that this share of the runs did not exceed."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def summary(runs: Sequence[tuple[dict[str, float], list[str | None]]]) -> dict[str, object]:
    """Median and 95th percentile of each stage and of the whole, and the quartiles of the whole."""
    times = [t for t, _ in runs]
    labels = runs[-1][1]
    return {
        "cards": len(labels),
        "read": sum(label is not None for label in labels),
        "runs": len(runs),
        "median_ms": {k: round(statistics.median(t[k] for t in times), 1) for k in times[0]},
        "p95_ms": {k: round(percentile([t[k] for t in times], 0.95), 1) for k in times[0]},
        "quartiles_ms": [round(q, 1) for q in statistics.quantiles([t["total"] for t in times], n=4)],
    }


def measure(photo: Path, runs: int) -> tuple[dict[str, dict[str, object]], float]:
    """Reads the photo at each size in turns; also the milliseconds of half a million additions meanwhile, as machines have slow hours.

    Raises:
        NumeroCamError: The photo or a model cannot be read.
    """
    picture = read_photo(photo).pixels
    reader = Reader.load()
    with tempfile.TemporaryDirectory() as folder:
        paths = {size: Path(folder) / f"{size[0]}x{size[1]}.jpg" for size in SIZES}
        for size, path in paths.items():
            write_picture(path, cv2.resize(picture, size, interpolation=cv2.INTER_CUBIC))
        speed = []
        done = {size: [read_once(reader, path) for _ in range(WARM_UP)] for size, path in paths.items()}
        for _ in range(runs):
            speed.append(milliseconds(additions))
            for size, path in paths.items():
                done[size].append(read_once(reader, path))
    return {paths[size].stem: summary(some[WARM_UP:]) for size, some in done.items()}, statistics.median(speed)


def table(sizes: dict[str, dict[str, object]]) -> str:
    """Rows of stages, columns of sizes, for the terminal and for Markdown alike."""
    stages = list(next(iter(sizes.values()))["median_ms"])  # type: ignore[call-overload]
    head = "| stage | " + " | ".join(f"{size} median | p95" for size in sizes) + " |"
    lines = [head, "|---|" + "---|" * (2 * len(sizes))]
    for stage in stages:
        cells = [f"{one[key][stage]:.1f}" for one in sizes.values() for key in ("median_ms", "p95_ms")]  # type: ignore[index]
        lines.append(f"| {stage} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def load() -> float | None:
    """How many processes wanted the processor in the last minute; None where the system does not say."""
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None


def main() -> None:
    """Measures at both sizes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photo", type=Path, nargs="?", help="a photo instead of the sample of twelve cards")
    parser.add_argument("--runs", type=int, default=60, help="readings of each size, 2 and more (default 60)")
    arguments = parser.parse_args()
    if arguments.runs < 2:
        parser.error(f"--runs {arguments.runs}: give 2 and more")
    photo = arguments.photo or sample_of_twelve()
    before = load()
    try:
        sizes, speed = measure(photo, arguments.runs)
    except NumeroCamError as error:
        sys.exit(f"stages.py: {error}")
    how = {"threads": ReaderConfig().threads, "load_before": before, "additions_ms": round(speed, 1), "asked_ms": ASKED}
    result = {**about(), "photo": photo.name, **how, "sizes": sizes}
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "stages.json").write_text(json.dumps(result, indent=1) + "\n")
    print(f"{photo.name}: milliseconds, {result['threads']} threads, {arguments.runs} runs, load {before} before, additions {speed:.0f} ms")
    print(table(sizes))


if __name__ == "__main__":
    main()
