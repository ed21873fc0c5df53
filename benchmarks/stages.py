"""Milliseconds of each stage of reading a photo, models loaded, 2 threads: medians and 95th percentiles over many runs.

    python benchmarks/stages.py [PHOTO ...] [--runs 60]

Without a photo, the sample photos of 12 cards. Each is read as 1280 x 960 and, enlarged, as 4000 x 3000, photos and sizes in turns, so
that other work on the machine meets all alike; medians are over all readings of a size. Writes ``benchmarks/results/stages.json`` and
prints a table.
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
from machine import about_eyes, write_result
from solver import additions, milliseconds

from numero_cam.base.errors import NumeroCamError
from numero_cam.base.images import write_picture
from numero_cam.capture.files import read_photo
from numero_cam.config import ReaderConfig
from numero_cam.table.photo_reader import Reader

SAMPLES = Path(__file__).parents[1] / "sample_images"
SIZES = ((1280, 960), (4000, 3000))
WARM_UP = 5
CARDS = 12
ASKED = {"median": 80, "p95": 150}  #: Milliseconds asked at the first size with 12 cards.


def samples_of_twelve() -> list[Path]:
    """The sample photos of twelve cards."""
    return [p.with_suffix(".jpg") for p in sorted(SAMPLES.glob("*.json")) if len(json.loads(p.read_text())["cards"]) == CARDS]


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
    return {
        "cards": statistics.median_high(len(labels) for _, labels in runs),
        "read": statistics.median_high(sum(label is not None for label in labels) for _, labels in runs),
        "runs": len(runs),
        "median_ms": {k: round(statistics.median(t[k] for t in times), 1) for k in times[0]},
        "p95_ms": {k: round(percentile([t[k] for t in times], 0.95), 1) for k in times[0]},
        "quartiles_ms": [round(q, 1) for q in statistics.quantiles([t["total"] for t in times], n=4)],
    }


Readings = dict[str, dict[str, list[tuple[dict[str, float], list[str | None]]]]]  #: By size and photo.


def measure(photos: Sequence[Path], runs: int) -> tuple[Readings, float]:
    """Reads the photos at each size in turns; also the milliseconds of half a million additions meanwhile, as machines have slow hours."""
    reader = Reader.load()
    speed = []
    with tempfile.TemporaryDirectory() as folder:
        paths = {}
        for photo in photos:
            picture = read_photo(photo).pixels
            for size in SIZES:
                path = paths[f"{size[0]}x{size[1]}", photo.stem] = Path(folder) / f"{photo.stem}_{size[0]}.jpg"
                write_picture(path, cv2.resize(picture, size, interpolation=cv2.INTER_CUBIC))
        done: Readings = {size: {name: [] for _, name in paths} for size, _ in paths}
        for run in range(WARM_UP + runs):
            speed.append(milliseconds(additions))
            for (size, name), path in paths.items():
                once = read_once(reader, path)
                done[size][name] += [once] if run >= WARM_UP else []
    return done, statistics.median(speed)


def summaries(done: Readings) -> dict[str, dict[str, object]]:
    """Of each size all photos together, and the median of each."""
    out = {}
    for size, photos in done.items():
        each = {name: round(statistics.median(times["total"] for times, _ in some), 1) for name, some in photos.items()}
        out[size] = {**summary([once for some in photos.values() for once in some]), "photos_median_ms": each}
    return out


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
    parser.add_argument("photo", type=Path, nargs="*", help="photos instead of the samples of twelve cards")
    parser.add_argument("--runs", type=int, default=60, help="readings of each size, 2 and more (default 60)")
    arguments = parser.parse_args()
    if arguments.runs < 2:
        parser.error(f"--runs {arguments.runs}: give 2 and more")
    photos = arguments.photo or samples_of_twelve()
    before = load()
    try:
        done, speed = measure(photos, arguments.runs)
    except NumeroCamError as error:
        sys.exit(f"stages.py: {error}")
    how = {"threads": ReaderConfig().threads, "load_before": before, "additions_ms": round(speed, 1), "asked_ms": ASKED}
    names = ", ".join(photo.name for photo in photos)
    sizes = summaries(done)
    result = {**about_eyes(), "photo": names, **how, "sizes": sizes}
    write_result("stages", result)
    print(f"{names}: milliseconds, {result['threads']} threads, {arguments.runs} runs, load {before} before, additions {speed:.0f} ms")
    print(table(sizes))


if __name__ == "__main__":
    main()
