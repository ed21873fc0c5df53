"""From which strength flickering light is named, and what it does to a game where it is not: writes benchmarks/results/flicker.json.

    python benchmarks/flicker.py [FOLDER ...] [--processes N]

Draws bands, and swings of the whole picture, of several strengths and phases from picture to picture, over the films with answers of the
folders, without one over tests/data/films. Each is watched with the naming off; the least measured strength of those in which a wrong
play is told is printed: a threshold must be below it. Where the measure passes the threshold of `numero_cam/table/flicker.py` now and
then only, the film is watched once more with the naming on.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from itertools import product
from pathlib import Path
from unittest import mock

import cv2
import numpy as np
from machine import about, rows_text

from numero_cam.app.watch import GameWatch
from numero_cam.app.watch_open import open_vision_stack
from numero_cam.capture.source import TimedFrame
from numero_cam.capture.sources import FilmSource
from numero_cam.games.numero.engine import parse_game
from numero_cam.games.numero.watching.events import Event, GameSetup
from numero_cam.games.numero.watching.game_watcher import GameWatcher
from numero_cam.table import flicker
from numero_cam.table.tracker import VisionStack
from numero_cam.text.watched_words import event_json

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "benchmarks" / "results" / "flicker.json"
STRENGTHS = (0.02, 0.03, 0.05, 0.1)
DEGREES = (40, 120)  #: Phase from picture to picture.
BANDS = {"whole": 0.0, "bands": 2.5}  #: Number of bands from the upper edge of the picture to the lower one.


@dataclass
class Drawn:
    """A film under a light, and what came of it."""

    film: str
    kind: str
    degrees: int
    strength: float
    measured: tuple[float, float] = (0.0, 0.0)  #: Least and most, from the first measure on.
    right: int = 0  #: Number of plays told that were played.
    wrong: int = 0  #: Number of others.
    named: str = "never"  #: ``never``, ``always`` or ``now and then``.
    told: tuple[int, int] = field(default=(0, 0))  #: Plays that are told with the naming on: right and wrong ones.


class Lamp(FilmSource):
    """A film under a lamp that flickers."""

    def __init__(self, path: Path, drawn: Drawn) -> None:
        super().__init__(path)
        self._drawn = drawn

    def newest(self, seconds: float = 1.0) -> TimedFrame | None:
        """Return the next frame."""
        timed = super().newest(seconds)
        if timed is None:
            return None
        pixels, drawn = timed.frame.pixels, self._drawn
        turns = timed.n * drawn.degrees / 360 + BANDS[drawn.kind] * np.arange(len(pixels)) / len(pixels)
        light = 1 + drawn.strength * np.sin(2 * np.pi * turns)
        lit = np.clip(np.rint(pixels * light[:, None, None].astype(np.float32)), 0, 255).astype(np.uint8)
        return replace(timed, frame=replace(timed.frame, pixels=lit))


class Measuring(flicker.FlickerMeter):
    """Names nothing, and keeps what it measures."""

    def update(self, small: "np.ndarray", t: float) -> bool:
        """Keep what is measured."""
        KEPT.append(self.measure(small, t))
        return False


KEPT: list[tuple[float, float]] = []


@cache
def stack() -> VisionStack:
    """Return the models, loaded once in a process."""
    cv2.setNumThreads(1)
    return open_vision_stack()


def plays(path: Path, drawn: Drawn) -> tuple[int, int]:
    """Watch a film; return the number of plays told that are right, and wrong. Draws are seen of open hands only, so none count."""
    truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    names = tuple(truth["players"])
    setup = GameSetup(parse_game(truth["game"]).options, names, truth["hands"], None)
    watch = GameWatch(Lamp(path, drawn), stack().follower(len(names), names.index(truth["near"]), setup.options.packs), GameWatcher(setup))
    events: list[Event] = []
    while watch.running:
        events += watch.step()
    events += watch.finish()[0]
    told = Counter(str(line["operation"]) for event in events if "operation" in (line := event_json(names, event)))
    played = Counter(event["text"] for event in truth["events"])
    both, shown = told & played, {text for text in told if ": draw" not in text}
    return sum(both[text] for text in shown), sum((told - both)[text] for text in shown)


def watched(path: Path, drawn: Drawn) -> Drawn:
    """Watch a film under a light with the naming off, and on where it matters."""
    KEPT.clear()
    with mock.patch("numero_cam.table.tracker.FlickerMeter", Measuring):
        drawn.right, drawn.wrong = plays(path, drawn)
    first = next((n for n, pair in enumerate(KEPT) if any(pair)), len(KEPT))
    measured = np.array(KEPT[first:] or [(0.0, 0.0)])
    over = (measured >= (flicker.MIN_WHOLE_CHANGE, flicker.MIN_BAND_CHANGE)).any(axis=1)
    strengths = measured[:, list(BANDS).index(drawn.kind)]
    drawn.measured = round(float(strengths.min()), 4), round(float(strengths.max()), 4)
    drawn.named = "always" if over.all() else "now and then" if over.any() else "never"
    drawn.told = {"always": (0, 0), "never": (drawn.right, drawn.wrong)}.get(drawn.named) or plays(path, drawn)
    return drawn


def summary(rows: Iterable[Drawn], clean: Iterable[Drawn]) -> dict[str, object]:
    """Return what is asked of a kind of flicker, and the threshold that its drawings would choose."""
    rows = list(rows)
    spoilt = [row.measured[0] for row in rows if row.wrong]
    by_strength = {str(strength): Counter(row.named for row in rows if row.strength == strength) for strength in STRENGTHS}
    return {
        "named_always_from": min((row.strength for row in rows if row.named == "always"), default=None),
        "not_always_named_to": max((row.strength for row in rows if row.named != "always"), default=None),
        "wrong_with_naming_off": sum(row.wrong for row in rows),
        "wrong_told": sum(row.told[1] for row in rows),
        "right_withheld": sum(row.right - row.told[0] for row in rows),
        "right_withheld_where_none_is_wrong": sum(row.right - row.told[0] for row in rows if not row.wrong),
        "least_measured_with_a_wrong_play": min(spoilt, default=None),
        "most_measured_of_clean_films": max(row.measured[1] for row in clean),
        "by_strength": by_strength,
    }


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="*", default=[ROOT / "tests" / "data" / "films"])
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    films = [film for folder in given.folders for film in sorted(folder.glob("*.mp4")) if film.with_suffix(".json").is_file()]
    lights = [(kind, 0, 0.0) for kind in BANDS] + list(product(BANDS, DEGREES, STRENGTHS))
    jobs = [(film, Drawn(film.stem, *light)) for light in lights for film in films]
    rows = []
    with ProcessPoolExecutor(given.processes) as pool:
        for row in pool.map(watched, *zip(*jobs, strict=True)):
            rows.append(row)
            print(row, flush=True)
    kinds = {
        kind: summary(
            (row for row in rows if row.kind == kind and row.strength), (row for row in rows if row.kind == kind and not row.strength)
        )
        for kind in BANDS
    }
    thresholds = {"whole": flicker.MIN_WHOLE_CHANGE, "bands": flicker.MIN_BAND_CHANGE}
    told = {**about(), "thresholds": thresholds, "kinds": kinds, "rows": [asdict(row) for row in rows]}
    RESULTS.write_text(rows_text(told) + "\n", encoding="utf-8")
    print(json.dumps(kinds, indent=1))


if __name__ == "__main__":
    main()
