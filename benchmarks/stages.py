"""Milliseconds of each stage of reading a photo, models loaded, 2 threads: medians and spread over many runs.

    python benchmarks/stages.py [PHOTO]

Without a photo, the sample photo whose number of cards is nearest 12. It is read as 1280 x 960 and, enlarged, as 4000 x 3000.
Writes ``benchmarks/results/stages.json``.
"""

import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

import cv2
from machine import about

from numero_cam.capture.files import read_photo
from numero_cam.pipeline import Reader

RESULTS = Path(__file__).parent / "results"
SAMPLES = Path(__file__).parents[1] / "sample_images"
SIZES = ((1280, 960), (4000, 3000))
WARM_UP, RUNS = 5, 40


def sample_of_twelve() -> Path:
    """The sample photo of about twelve cards."""
    answers = sorted(SAMPLES.glob("*.json"))
    return min(answers, key=lambda p: abs(len(json.loads(p.read_text())["cards"]) - 12)).with_suffix(".jpg")


def measure(reader: Reader, photo: Path) -> dict[str, object]:
    """Medians over the runs, by stage, with the 95th percentile of the whole."""
    runs = []
    for _ in range(WARM_UP + RUNS):
        begun = time.perf_counter()
        frame = read_photo(photo)
        state = reader.read(frame, decode_ms=(time.perf_counter() - begun) * 1000)
        runs.append((state.milliseconds, [c.reading.label for c in state.cards]))
    times = [t for t, _ in runs[WARM_UP:]]
    totals = sorted(t["total"] for t in times)
    return {
        "cards": len(runs[-1][1]),
        "read": sum(label is not None for label in runs[-1][1]),
        "median_ms": {k: round(statistics.median(t[k] for t in times), 1) for k in times[0]},
        "p95_ms": round(totals[int(0.95 * len(totals))], 1),
        "quartiles_ms": [round(q, 1) for q in statistics.quantiles(totals, n=4)],
    }


def main() -> None:
    """Measures at both sizes."""
    photo = Path(sys.argv[1]) if len(sys.argv) > 1 else sample_of_twelve()
    reader = Reader.load()
    picture = cv2.imread(str(photo))
    result: dict[str, object] = {**about(), "photo": photo.name, "threads": 2}
    with tempfile.TemporaryDirectory() as folder:
        for width, height in SIZES:
            path = Path(folder) / f"{width}x{height}.jpg"
            cv2.imwrite(str(path), cv2.resize(picture, (width, height), interpolation=cv2.INTER_CUBIC), [cv2.IMWRITE_JPEG_QUALITY, 92])
            result[path.stem] = measure(reader, path)
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "stages.json").write_text(json.dumps(result, indent=1) + "\n")
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
