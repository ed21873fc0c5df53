"""Processor time of a photo at 1280 x 960, for this version and others, in turns: benchmarks/results/photo_time.json.

    python benchmarks/photo_time.py FOLDER --beside CHECKOUT [--beside CHECKOUT ...] [--turns 6]

FOLDER holds photos; where answers lie beside them, as of ``python benchmarks/eyes.py``, only those with 9 to 16 cards are read. The result
of a folder stays in the file until the folder is measured anew. CHECKOUT is another commit with its own ``.venv`` in which
it is installed. Each version reads the same photos with its reader, loaded unshared with one thread; of each photo the least
time of all turns counts, because other work on the machine only adds.
"""

import argparse
import json
import os
import subprocess
from pathlib import Path
from statistics import fmean

import answers
import cv2
from machine import about

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "benchmarks" / "results" / "photo_time.json"
SIZE = (1280, 960)
CARDS = range(9, 17)
PHOTOS = 12
SCRIPT = """
import json, sys, time
from pathlib import Path
import numero_cam.config
from numero_cam.capture.files import read_photo
try:
    from numero_cam.table.photo_reader import Reader
except ImportError:
    from numero_cam.pipeline import Reader
import cv2
cv2.setNumThreads(1)
reader = Reader.load(numero_cam.config.ReaderConfig(threads=1))
frames = [read_photo(Path(path)) for path in sys.argv[1:]]
reader.read(frames[0])
out = []
for frame in frames:
    start = time.process_time()
    reader.read(frame)
    out.append(1000 * (time.process_time() - start))
print(json.dumps(out))
"""


def milliseconds(checkout: Path, photos: list[Path]) -> list[float]:
    """Return the milliseconds of processor of each photo, read with a version's reader.

    Raises:
        SystemExit: The version fails.
    """
    command = [str(checkout / ".venv/bin/python"), "-c", SCRIPT, *map(str, photos)]
    environment = {**os.environ, "DATABASE_URL": ""}
    done = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 - this program
    if done.returncode:
        raise SystemExit(f"{checkout}: {done.stderr.strip()}")
    return [float(ms) for ms in json.loads(done.stdout)]


def is_fitting(photo: Path) -> bool:
    """Whether a photo shows as many cards as asked, as far as is known."""
    answer = photo.with_suffix(".json")
    return not answer.exists() or len(answers.answer_of(photo)["cards"]) in CARDS


def resized(photo: Path, folder: Path) -> Path:
    """Write a photo of this size into a folder, and return it."""
    out = folder / photo.with_suffix(".png").name
    cv2.imwrite(str(out), cv2.resize(cv2.imread(str(photo)), SIZE, interpolation=cv2.INTER_AREA))
    return out


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--beside", type=Path, action="append", required=True, metavar="CHECKOUT", help="may be given again")
    parser.add_argument("--turns", type=int, default=6)
    given = parser.parse_args()
    fitting = [path for path in sorted(given.folder.glob("*.jpg")) if is_fitting(path)][:PHOTOS]
    place = ROOT / "build" / "photo_time"
    place.mkdir(parents=True, exist_ok=True)
    photos = [resized(path.resolve(), place) for path in fitting]
    checkouts = [ROOT, *(path.resolve() for path in given.beside)]
    times: dict[Path, list[list[float]]] = {checkout: [] for checkout in checkouts}
    for turn in range(given.turns):
        for checkout in checkouts[:: 1 if turn % 2 else -1]:
            times[checkout].append(milliseconds(checkout, photos))
    least = {checkout: fmean(map(min, zip(*rows, strict=True))) for checkout, rows in times.items()}
    versions = {
        "this" if checkout == ROOT else checkout.name: {"ms": round(ms, 1), "ratio": round(least[ROOT] / ms, 3)}
        for checkout, ms in least.items()
    }
    found = json.loads(OUT.read_text(encoding="utf-8")) if OUT.exists() else {}
    found[given.folder.resolve().name] = {**about(), "photos": len(photos), "turns": given.turns, "versions": versions}
    OUT.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(versions, indent=1))


if __name__ == "__main__":
    main()
