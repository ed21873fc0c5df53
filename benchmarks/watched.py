"""Hands over a table in films: how long they are seen, and how soon their place is free again.

    python benchmarks/watched.py FOLDER

FOLDER holds NAME.mp4 with NAME.json, whose `hand` lists the seconds from and to which a hand is over the cards. Prints one JSON object with
a row for each film:

- `busy`: share of the seconds with a hand for which the table is called busy or a card unclear
- `free_after`: for each time that a hand left, seconds until nothing is busy or unclear; null where that never was
- `false_busy`: share of the seconds without a hand, from 0.5 s after it left, for which something is called busy or unclear
- `real_time`: seconds of work by seconds of film
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from numero_cam.app.watch_open import open_vision_stack
from numero_cam.capture.sources import open_source

FREE_WITHIN = 0.5
"""Seconds within which a place must be free after a hand has left it."""
Span = tuple[float, float]


def states(film: Path) -> tuple[list[tuple[float, bool]], float]:
    """Return the time of each picture with whether anything is busy or unclear in it; and seconds of work by seconds of film."""
    source, tracker = open_source(str(film)), open_vision_stack().follower()
    out: list[tuple[float, bool]] = []
    taken = False
    began = time.perf_counter()
    while not source.ended:
        picture = source.newest(1.0)
        if picture is None:
            continue
        sight = tracker.look(picture)
        taken = taken if sight is None else bool(sight.busy or sight.unclear)
        out.append((picture.t, taken))
    source.close()
    return out, (time.perf_counter() - began) / out[-1][0]


def free_after(told: Sequence[tuple[float, bool]], left: float, until: float) -> float | None:
    """Return the seconds from when a hand left until nothing is busy; None where that is not before the next hand comes."""
    last_busy = max((t for t, taken in told if taken and left <= t < until), default=left)
    first_free = min((t for t, taken in told if not taken and last_busy <= t < until), default=None)
    return None if first_free is None else round(first_free - left, 2)


def row_of(film: Path) -> dict[str, object]:
    """Return the measures of one film."""
    hands: list[Span] = [(float(a), float(b)) for a, b in json.loads(film.with_suffix(".json").read_text(encoding="utf-8"))["hand"]]
    told, real_time = states(film)
    with_hand = [taken for t, taken in told if any(a <= t <= b for a, b in hands)]
    without = [taken for t, taken in told if not any(a <= t <= b + FREE_WITHIN for a, b in hands)]
    ends = [a for a, _ in hands[1:]] + [told[-1][0] + 1]
    return {
        "film": film.stem,
        "busy": round(sum(with_hand) / max(1, len(with_hand)), 3),
        "free_after": [free_after(told, b, until) for (_, b), until in zip(hands, ends, strict=True)],
        "false_busy": round(sum(without) / max(1, len(without)), 3),
        "real_time": round(real_time, 3),
    }


def main() -> None:
    """Measure every film of the folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    films = [film for film in sorted(folder.glob("*.mp4")) if film.with_suffix(".json").is_file()]
    if not films:
        sys.exit(f"{folder}: no film with its answer beside it")
    rows = [row_of(film) for film in films]
    print(json.dumps({"films": rows}, indent=1))


if __name__ == "__main__":
    main()
