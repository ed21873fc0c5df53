"""Chooses from which strength flickering light is named, by what it does to a game: writes benchmarks/results/flicker.json.

    python benchmarks/flicker.py [FOLDER ...] [--processes N]

Draws bands, and swings of the whole picture, of several strengths and phases from picture to picture, over the films with answers of the
folders, without one over tests/data/films: light that multiplies levels, light that adds to them, and light that a camera brightens
without its colours. Each is watched with the naming off. A threshold of `numero_cam/table/flicker.py` is the geometric mean of two
measured strengths of light that multiplies, as lamps do, rounded down: the least with which a play was told wrong or was lost, and the
most below it with which none was. Films that are told wrong in steady light do not count. The result is of tests/data/films and what
`python -m workshop films --players 2 --turns 2 --count 2 --seed 59` draws.
"""

import argparse
import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any
from unittest import mock

import cv2
import numpy as np
from machine import ROOT, about, write_result

from numero_cam.app.watch import GameWatch, open_vision_stack
from numero_cam.capture.source import TimedFrame
from numero_cam.capture.sources import FilmSource
from numero_cam.games.numero.engine import parse_game
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.watching.game_setup import GameSetup
from numero_cam.games.numero.watching.game_watcher import GameWatcher
from numero_cam.table import flicker
from numero_cam.table.tracker import VisionStack
from numero_cam.text.watched_words import event_json

MULTIPLIED = (0.05, 0.1, 0.15, 0.2)  #: Amplitudes, as a share of each level.
ADDED = (0.02, 0.04, 0.06, 0.08)  #: Amplitudes, as a share of the highest level; on a table of middle brightness about as strong.
STRENGTHS = {
    "whole": MULTIPLIED, "bands": MULTIPLIED, "whole added": ADDED, "bands added": ADDED,
    "whole luma": MULTIPLIED, "bands luma": MULTIPLIED,
}  # fmt: skip
LUMA = np.array([0.299, 0.587, 0.114], np.float32)  #: Weights of red, green and blue (ITU-R BT.601).
DEGREES = (40, 120)  #: Phase from picture to picture.
BANDS = {"whole": 0.0, "bands": 2.5}  #: Number of bands from the upper edge of the picture to the lower one.
THRESHOLDS = {"whole": flicker.MIN_WHOLE_STRENGTH, "bands": flicker.MIN_BAND_STRENGTH}


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
    lost: int = 0  #: Number of plays that are told of the film as it is, and not in this light.
    named: str = "never"  #: ``never``, ``always`` or ``now and then``.

    @property
    def measure(self) -> str:
        """Which of the measures tells it: a key of ``BANDS``."""
        return self.kind.split()[0]


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
        turns = timed.n * drawn.degrees / 360 + BANDS[drawn.measure] * np.arange(len(pixels)) / len(pixels)
        swing = (drawn.strength * np.sin(2 * np.pi * turns)).astype(np.float32)[:, None, None]
        _, _, kind = drawn.kind.partition(" ")
        lit = pixels + swing * ((pixels @ LUMA)[:, :, None] if kind == "luma" else 255 if kind == "added" else pixels)
        lit = np.clip(np.rint(lit), 0, 255).astype(np.uint8)
        return replace(timed, frame=replace(timed.frame, pixels=lit))


class Measuring(flicker.FlickerMeter):
    """Names nothing, and keeps what it measures."""

    def update(self, small: "np.ndarray", t: float) -> str:
        """Measure, and name nothing."""
        super().update(small, t)
        return ""

    def measure(self, small: "np.ndarray", t: float) -> tuple[float, float]:
        """Keep what is measured."""
        KEPT.append(super().measure(small, t))
        return KEPT[-1]


KEPT: list[tuple[float, float]] = []


@cache
def stack() -> VisionStack:
    """Return the models, loaded once in a process."""
    cv2.setNumThreads(1)
    return open_vision_stack()


def events_of(film: FilmSource, truth: Mapping[str, Any]) -> list[LogEntry]:
    """Watch a film, given its answer."""
    names = tuple(truth["players"])
    setup = GameSetup(parse_game(truth["game"]).options, names, truth["hands"], None)
    watch = GameWatch(film, stack().follower(len(names), names.index(truth["near"])), GameWatcher(setup))
    events: list[LogEntry] = []
    while watch.running:
        events += watch.step()
    return [*events, *watch.finish()[0]]


def counted(events: Sequence[LogEntry], truth: Mapping[str, Any]) -> tuple[int, int]:
    """Return the number of plays told that are right, and wrong. Draws are seen of open hands only, so none count."""
    told = Counter(str(line["operation"]) for event in events if "operation" in (line := event_json(tuple(truth["players"]), event)))
    played = Counter(event["text"] for event in truth["events"])
    both, shown = told & played, {text for text in told if ": draw" not in text}
    return sum(both[text] for text in shown), sum((told - both)[text] for text in shown)


def watched(path: Path, drawn: Drawn) -> Drawn:
    """Watch a film under a light with the naming off."""
    KEPT.clear()
    with mock.patch("numero_cam.table.tracker.FlickerMeter", Measuring):
        truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        drawn.right, drawn.wrong = counted(events_of(Lamp(path, drawn), truth), truth)
    first = next((n for n, pair in enumerate(KEPT) if any(pair)), len(KEPT))
    strengths = np.array(KEPT[first:] or [(0.0, 0.0)])[:, list(BANDS).index(drawn.measure)]
    over = strengths >= THRESHOLDS[drawn.measure]
    drawn.measured = round(float(strengths.min()), 4), round(float(strengths.max()), 4)
    drawn.named = "always" if over.all() else "now and then" if over.any() else "never"
    return drawn


def summary(rows: Sequence[Drawn]) -> dict[str, object]:
    """Return what the flicker of a measure does, and the threshold that its drawings choose."""
    plain = [row for row in rows if row.kind == row.measure]
    least = min((row.measured[0] for row in plain if row.wrong or row.lost), default=None)
    below = max((row.measured[1] for row in plain if least is not None and row.measured[1] < least), default=None)
    return {
        "threshold": THRESHOLDS[rows[0].measure],
        "threshold_chosen": None if least is None or below is None else math.floor(1000 * math.sqrt(least * below)) / 1000,
        "least_measured_with_a_wrong_or_lost_play": least,
        "most_measured_below_it": below,
        "wrong_with_naming_off": sum(row.wrong for row in rows),
        "lost_with_naming_off": sum(row.lost for row in rows),
        "wrong_where_not_always_named": sum(row.wrong for row in rows if row.named != "always"),
        "right_where_always_named": sum(row.right for row in rows if row.named == "always"),
        "films_by_strength": {
            kind.replace(rows[0].measure, str(strength)): {
                "films": len(same),
                "wrong": sum(row.wrong > 0 for row in same),
                "lost": sum(row.lost > 0 for row in same),
                "named": Counter(row.named for row in same),
            }
            for kind, strength in dict.fromkeys((row.kind, row.strength) for row in rows)
            for same in [[row for row in rows if (row.kind, row.strength) == (kind, strength)]]
        },
    }


def result(rows: Sequence[Drawn]) -> dict[str, object]:
    """Return what is written of all films, the first row of each without a light."""
    as_they_are = {row.film: row for row in rows if not row.strength}
    left_out = sorted(film for film, row in as_they_are.items() if row.wrong)
    counting = [row for row in rows if row.strength]
    return {
        "most_measured_of_films_as_they_are": max(row.measured[1] for row in as_they_are.values()),
        "left_out_as_wrong_in_steady_light": left_out,
        "kinds": {kind: summary([row for row in counting if row.measure == kind]) for kind in BANDS},
        "rows": [asdict(row) for row in rows],
    }


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="*", default=[ROOT / "tests" / "data" / "films"])
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    films = [film for folder in given.folders for film in sorted(folder.glob("*.mp4")) if film.with_suffix(".json").is_file()]
    lights = [(kind, *light) for kind in STRENGTHS for light in product(DEGREES, STRENGTHS[kind])]
    with ProcessPoolExecutor(given.processes) as pool:
        rows = list(pool.map(watched, films, [Drawn(film.stem, "bands", 0, 0.0) for film in films]))
        clean = {row.film: row for row in rows if not row.wrong}
        jobs = [(film, Drawn(film.stem, *light)) for light in lights for film in films if film.stem in clean]
        for row in pool.map(watched, *zip(*jobs, strict=True)):
            row.lost = max(0, clean[row.film].right - row.right)
            rows.append(row)
            print(row, flush=True)
    told = result(rows)
    write_result("flicker", {**about(), **told})
    print(json.dumps(told["kinds"], indent=1))


if __name__ == "__main__":
    main()
