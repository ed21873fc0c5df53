"""What learning a deck brings: number tiles read without, and after five photos of each series were learned.

    python benchmarks/decks.py PHOTOS_FOLDER [--pick first|SEED] [--ways none,auto,name] [--playing]

PHOTOS_FOLDER holds ``number_tiles`` and ``playing_cards`` with their answers, and beside it lies ``tools/score_reading.py``. The learn
photos of a series are its first five by name, or five drawn with a seed; the others of the series are read three times: without any learned
deck, with those of both series to be found out, and with the series' own by ``--deck``. ``--playing`` also reads the playing cards with
``--deck playing``. Writes ``benchmarks/results/decks.json``.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from machine import about_eyes, write_result

SERIES = ("rummy2", "rummy4")
LEARNED = 5
COPIES = "2"  #: The game has two tiles of each kind.
KEYS = ("photos", "cards", "found", "exact", "value", "iou", "false", "whole")


def score(photos: Path, folder: Path, deck: str, home: Path) -> dict[str, object]:
    """The scoring tool's answer for a folder, read with ``--deck``."""
    tool = photos.parent / "tools" / "score_reading.py"
    command = f"{sys.executable} -m numero_cam read --json --deck {deck}"
    arguments = [sys.executable, str(tool), str(folder), "--json", "--command", command]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False, env={**os.environ, "NUMERO_CAM_DECKS": str(home)})  # noqa: S603
    if done.returncode:
        sys.exit(f"{folder}: {done.stderr.strip() or done.stdout.strip()}")
    got = json.loads(done.stdout)
    out = {key: got["strata"][0][key] for key in KEYS}
    return {**out, "null_cards": got["null_cards"], "null_read_share": got["null_read_share"], "mistakes": got["mistakes"]}


def learn(name: str, photos: list[Path], home: Path, scratch: Path) -> str:
    """Learns a deck from photos with their answers; the program's last words."""
    answers = scratch / f"{name}.json"
    answers.write_text(json.dumps([{**json.loads(p.with_suffix(".json").read_text()), "image": p.name} for p in photos]))
    command = [
        sys.executable,
        "-m",
        "numero_cam",
        "deck",
        "learn",
        "--name",
        name,
        "--copies",
        COPIES,
        "--answers",
        str(answers),
        *map(str, photos),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "NUMERO_CAM_DECKS": str(home)})  # noqa: S603
    if done.returncode:
        sys.exit(f"{name}: {done.stderr.strip()}")
    return done.stdout.strip().splitlines()[-2 if "Not seen" in done.stdout else -1]


def folder_of(photos: list[Path], target: Path) -> Path:
    """A folder that shows these photos and their answers."""
    target.mkdir()
    for photo in photos:
        for path in (photo, photo.with_suffix(".json")):
            (target / path.name).symlink_to(path)
    return target


def tiles(photos: Path, pick: str, ways: list[str], scratch: Path) -> dict[str, object]:
    """Every series without and after learning."""
    home = scratch / "decks"
    others, learned = {}, {}
    for series in SERIES:
        every = sorted((photos / "number_tiles").glob(f"{series}_*.jpg"))
        chosen = every[:LEARNED] if pick == "first" else random.Random(int(pick)).sample(every, LEARNED)  # noqa: S311 - no secret
        others[series] = folder_of([p for p in every if p not in chosen], scratch / series)
        learned[series] = {"photos": [p.name for p in chosen], "said": learn(series, chosen, home, scratch)}
    out: dict[str, object] = {"learned": learned}
    for series, folder in others.items():
        for way in ways:
            result = score(photos, folder, series if way == "name" else way, home)
            out[f"{series} {way}"] = result
            print(series, way, {k: round(v, 3) if isinstance(v, float) else v for k, v in result.items() if k != "mistakes"}, flush=True)
    return out


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--pick", default="first")
    parser.add_argument("--ways", default="none,auto,name", help="as they stand, found out, by the deck's name")
    parser.add_argument("--playing", action="store_true")
    arguments = parser.parse_args()
    photos = arguments.photos.resolve()
    with tempfile.TemporaryDirectory() as temporary:
        scratch = Path(temporary)
        results = {"pick": arguments.pick, **tiles(photos, arguments.pick, arguments.ways.split(","), scratch)}
        if arguments.playing:
            results["playing cards by --deck playing"] = score(photos, photos / "playing_cards", "playing", scratch / "none")
    write_result("decks", {**about_eyes(), **results})


if __name__ == "__main__":
    main()
