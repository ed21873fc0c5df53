"""Measures what the numbers of `numero_cam/table/lens.py` must be: writes benchmarks/results/lens.json.

    python benchmarks/lens.py [FOLDER ...] [--processes N]

Draws a lens that hunts by several shares of the size of the picture, its axis beside the picture's middle, over the films with answers of
the folders, without one over tests/data/films: hands and arms come in. Each film is watched with and without the follower. The points that
were followed are kept, and each number of the fit is tried over them with the others as they are. Of a fit is told how many of the pictures
it is made of, and how far the size is from the drawn one; without a lens, what size it says.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from unittest import mock

import cv2
import numpy as np
from flicker import ROOT, counted, events_of
from machine import about, write_result

from numero_cam.capture.source import TimedFrame
from numero_cam.capture.sources import FilmSource
from numero_cam.table import lens

PEAKS = (0.0, 0.02, 0.05)  #: Largest change of size.
SECONDS = 4.0  #: From the largest size to the next largest one.
AXIS = 0.05  #: Distance of the lens's axis from the picture's middle, as a share of width and height.
TRIED = {
    "MAX_REPROJECTION_ERROR": (0.25, 0.5, 0.6, 1.0),
    "FIT_ROUNDS": (1, 2, 4, 6, 8),
    "MIN_AGREEING_POINTS": (4, 6, 8, 12, 16),
    "MIN_AGREEING_SHARE": (0.4, 0.5, 0.6, 0.7, 0.8),
    "MAX_SHIFT": (0.3, 0.6, 1.2, 2.4),
}


@dataclass
class Look:
    """The points of a picture, as ``fit_zoom`` takes them, and the true size."""

    size: float
    before: np.ndarray
    now: np.ndarray
    points: int


@dataclass
class Watched:
    """A film behind a lens, and what came of it."""

    film: str
    peak: float
    follows: bool
    right: int = 0  #: Number of plays told that were played.
    wrong: int = 0  #: Number of others.
    told: int = 0  #: Number of plays that were told, draws too.
    problems: list[str] = field(default_factory=list)  #: What was said to be wrong.
    looks: list[Look] = field(default_factory=list)


class Hunting(FilmSource):
    """A film behind a lens that hunts."""

    def __init__(self, path: Path, peak: float) -> None:
        super().__init__(path)
        self._peak = peak

    def newest(self, seconds: float = 1.0) -> TimedFrame | None:
        """Return the next frame."""
        timed = super().newest(seconds)
        if timed is None or not self._peak:
            return timed
        TRUE[0] = size = 1 + self._peak / 2 * (1 - np.cos(2 * np.pi * timed.t / SECONDS))
        height, width = timed.frame.pixels.shape[:2]
        axis = (1 - size) * (0.5 + AXIS)
        matrix = np.array([[size, 0, axis * width], [0, size, axis * height]])
        drawn = cv2.warpAffine(timed.frame.pixels, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
        return replace(timed, frame=replace(timed.frame, pixels=np.asarray(drawn, np.uint8)))


TRUE = [1.0]  #: Size of the last picture that was drawn.


def watched(path: Path, peak: float, follows: bool) -> Watched:  # noqa: FBT001 - an argument of a job
    """Watch a film behind a lens."""
    done, fit = Watched(path.stem, peak, follows), lens.fit_zoom
    TRUE[0] = 1.0

    def kept(before: np.ndarray, now: np.ndarray, points: int) -> lens.Zoom | None:
        done.looks.append(Look(TRUE[0], before, now, points))
        return fit(before, now, points)

    def as_it_is(_: object, timed: TimedFrame, small: np.ndarray, *__: object) -> tuple[TimedFrame, np.ndarray]:
        return timed, small

    steady = lens.ZoomStabiliser.steady if follows else as_it_is
    with mock.patch.object(lens, "fit_zoom", kept), mock.patch.object(lens.ZoomStabiliser, "steady", steady):
        truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        events = events_of(Hunting(path, peak), truth)
    done.right, done.wrong = counted(events, truth)
    done.told = sum(event.kind == "operation" for event in events)
    done.problems = [event.text for event in events if event.kind == "problem"]
    return done


def fitted(rows: Sequence[Watched]) -> dict[str, object]:
    """Return how good the fit is over films."""
    made, errors, shifts, longest = [0, 0], [0.0], [0.0], 0
    for row in rows:
        zooms = [lens.fit_zoom(look.before, look.now, look.points) for look in row.looks]
        sizes = [(look.size, zoom) for look, zoom in zip(row.looks, zooms, strict=True) if zoom]
        began = float(np.median([true / zoom.scale for true, zoom in sizes])) if sizes else 1.0  # the size at which the table was settled
        errors += [abs(zoom.scale * began / true - 1) for true, zoom in sizes]
        shifts += [float(np.abs(zoom.shift).max()) for _, zoom in sizes]
        made = [made[0] + len(sizes), made[1] + len(zooms)]
        longest = max(longest, *_runs(zoom is None for zoom in zooms))
    good = np.percentile(errors, 99)
    return {
        "pictures": made[1],
        "fitted": round(made[0] / max(made[1], 1), 4),
        "error_99_percent": round(float(good), 5),
        "error_most": round(max(errors), 5),
        "shift_most": round(max(shifts), 2),
        "longest_without_a_fit": longest,
    }


def _runs(missing: Iterator[bool]) -> Iterator[int]:
    run = 0
    for each in missing:
        run = run + 1 if each else 0
        yield run
    yield run


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="*", default=[ROOT / "tests" / "data" / "films"])
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    films = [film for folder in given.folders for film in sorted(folder.glob("*.mp4")) if film.with_suffix(".json").is_file()]
    jobs = [(film, peak, follows) for peak in PEAKS for follows in (True, False) for film in films]
    rows = []
    with ProcessPoolExecutor(given.processes) as pool:
        for row in pool.map(watched, *zip(*jobs, strict=True)):
            rows.append(row)
            print({name: value for name, value in vars(row).items() if name != "looks"}, flush=True)
    steady, hunting = ([row for row in rows if row.follows and bool(row.peak) == hunts] for hunts in (False, True))
    tried: dict[str, list[dict[str, object]]] = {}
    for name, values in TRIED.items():
        for value in values:
            with mock.patch.object(lens, name, value):
                tried.setdefault(name, []).append({"value": value, **fitted(hunting), "steady": fitted(steady)})
    told = {
        **about(),
        "as_it_is": {name: getattr(lens, name) for name in (*TRIED, "MIN_ZOOM", "MAX_HELD_PICTURES")},
        "where_no_lens_hunts": fitted(steady),
        "where_a_lens_hunts": fitted(hunting),
        "films": [{name: value for name, value in vars(row).items() if name != "looks"} for row in rows],
        "tried": tried,
    }
    write_result("lens", told)
    print(json.dumps(told, indent=1))


if __name__ == "__main__":
    main()
