"""One hour of a game's table at which nothing happens but light: lamps are switched, clouds pass, the camera sets its exposure anew.

    python benchmarks/watching_hour.py [--minutes 60] [--rate 5] [--seed 1]

The table is drawn once, as the workshop draws films: a deal for two with open hands. Each picture is that one under another light,
with the camera's noise and compression. Whatever is said after the deal is wrong. Writes ``benchmarks/results/watching_hour.json``.
"""

import argparse
import json
import math
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import fmean
from typing import Any

import cv2
import numpy as np
from machine import about, model_versions
from numpy.typing import NDArray

from numero_cam.app.watch import GameWatch
from numero_cam.base.records import Frame
from numero_cam.capture.source import TimedFrame
from numero_cam.games.numero.engine import Options
from numero_cam.games.numero.watching import GameWatcher
from numero_cam.games.numero.watching.events import GameBegun, GameSetup, PlayDecided, PlayTakenBack
from numero_cam.games.shared.sight import Sight
from numero_cam.table.photo_reader import Reader
from numero_cam.table.tracker import TableTracker
from workshop.films.film import Wish, plan
from workshop.films.games import Kind

Picture = NDArray[np.uint8]

RESULTS = Path(__file__).resolve().parent / "results"
QUALITY = 75  #: Of the camera's own compression.
NOISES, SIGMA = 6, 2.5  #: Pictures of noise that are used by turns, and its standard deviation in levels.
LEVEL = 120.0  #: Mean level to which the camera's exposure goes back, within about a second.
SWITCHED = (0.07, 0.4, 2.5)  #: Seconds in which a lamp comes up or goes out.


@dataclass
class Lamp:
    """A lamp that is switched on and off."""

    spot: NDArray[np.float32]  #: How much brighter it makes each place, ``(h, w, 3)``, for a small picture.
    switches: list[tuple[float, float]]  #: Seconds at which it is switched, and how long that takes.

    def on(self, t: float) -> float:
        """How far it is on, 0..1."""
        level = 0.0
        for at, takes in self.switches:
            share = min(1.0, max(0.0, (t - at) / takes))
            level = level * (1 - share) + (1 - level) * share
        return level


class Room:
    """The light of a room, and the camera in it.

    Args:
        table: ``(H, W, 3)`` uint8 RGB, the table in even light.
        seconds: How long it is looked at.
        seed: Of all chance.
    """

    def __init__(self, table: Picture, seconds: float, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self._table = table.astype(np.float32)
        height, width = table.shape[:2]
        self._v, self._u = np.mgrid[-0.5:0.5:18j, -0.5:0.5:32j].astype(np.float32)
        self._waves = [(self._rng.uniform(0.03, 0.12), self._rng.uniform(30, 400), self._rng.uniform(0, 6)) for _ in range(4)]
        self._lamps = [self._lamp(seconds) for _ in range(3)]
        self._noise = [self._rng.normal(0, SIGMA, (height, width, 3)).astype(np.float32) for _ in range(NOISES)]
        self._exposure, self._before = 0.0, float("-inf")

    def _lamp(self, seconds: float) -> Lamp:
        x, y = self._rng.uniform(-0.6, 0.6, 2)
        spot = np.exp(-((self._u - x) ** 2 + (self._v - y) ** 2) / self._rng.uniform(0.1, 0.6)) * self._rng.uniform(0.1, 0.5)
        warm = np.array([1.15, 1.0, 0.8]) ** self._rng.uniform(0, 1)
        times = np.cumsum(self._rng.exponential(180, 200))
        return Lamp(
            (spot[..., None] * warm).astype(np.float32), [(float(t), float(self._rng.choice(SWITCHED))) for t in times if t < seconds]
        )

    def light(self, t: float) -> NDArray[np.float32]:
        """Factors of the light at a second, ``(h, w, 3)``, for a small picture."""
        cloud = float(np.exp(sum(strength * np.sin(2 * np.pi * t / period + phase) for strength, period, phase in self._waves)))
        turn = 2 * np.pi * t / 3600
        sun = cloud * (0.9 + 0.25 * (self._u * np.cos(turn) + self._v * np.sin(turn)))
        sky = np.array([1.0, 1.0, 1.0]) + (1 - cloud) * np.array([-0.15, 0.0, 0.15])
        lit = sun[..., None] * sky
        for lamp in self._lamps:
            lit = lit + lamp.on(t) * lamp.spot
        return np.asarray(lit, np.float32)

    def picture(self, t: float) -> Picture:
        """What the camera shows at a second, ``(H, W, 3)`` uint8 RGB; seconds never fall."""
        light = self.light(t)
        height, width = self._table.shape[:2]
        wanted = LEVEL / max(1.0, float(light.mean()) * float(self._table.mean()))
        self._exposure += (wanted - self._exposure) * (1 - math.exp(self._before - t))
        self._before = t
        lit = cv2.multiply(self._table, cv2.resize(light * self._exposure, (width, height), interpolation=cv2.INTER_LINEAR))
        lit = cv2.add(lit, self._noise[int(self._rng.integers(NOISES))])
        shot = cv2.imencode(".jpg", np.clip(lit, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
        return np.asarray(cv2.imdecode(shot, cv2.IMREAD_COLOR), np.uint8)


class StillTable:
    """The pictures of a room as a source of frames.

    Args:
        room: Gives them.
        seconds: How long.
        rate: Pictures a second.
    """

    def __init__(self, room: Room, seconds: float, rate: float) -> None:
        self._room, self._count, self._rate = room, round(seconds * rate), rate
        self._n = 0
        self.ended = self.notice = ""

    def newest(self, seconds: float = 1.0) -> TimedFrame | None:  # noqa: ARG002 - never waits
        """Return the next picture."""
        if self._n >= self._count:
            self.ended = "the hour is over"
        if self.ended:
            return None
        t, self._n = self._n / self._rate, self._n + 1
        return TimedFrame(Frame("camera", self._room.picture(t)), t, self._n - 1)

    def close(self) -> None:
        """Give no more."""
        self.ended = self.ended or "closed"


class Counted:
    """A table in time whose sights are counted."""

    def __init__(self, follower: TableTracker) -> None:
        self._follower = follower
        self._lay: frozenset[int] | None = None
        self.sights = 0
        self.changes = 0  #: How often other cards lay there than in the sight before.

    @property
    def notice(self) -> str:
        """See ``TableTracker``."""
        return self._follower.notice

    def look(self, picture: TimedFrame) -> Sight | None:
        """See ``TableTracker``."""
        sight = self._follower.look(picture)
        if sight is not None:
            self.sights += 1
            lies = frozenset(card.id for card in sight.cards)
            self.changes += self._lay is not None and lies != self._lay
            self._lay = lies
        return sight


def dealt_table(seed: int) -> tuple[Picture, GameSetup]:
    """A table after the deal, ``(720, 1280, 3)`` uint8 RGB, and what is known of the game."""
    for k in count():
        film = plan((seed, k), Wish(hidden=False, calm=True, kind=Kind(players=2, turns=1, numbers=0, level="2")))
        if len(film.answer["players"]) == 2:
            break
    for change in sorted(film.director.script.changes, key=lambda change: change.t):
        if change.t <= 0:
            film.stage.change(change)
    picture, _ = film.stage.picture([])
    return picture, GameSetup(Options.level("2", players=2), tuple(film.answer["players"]))


def memory() -> float:
    """Of this process, megabytes that lie in memory."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 1e6


def watched(minutes: float, rate: float, seed: int) -> dict[str, Any]:
    """Watches the table, and counts what is said after the deal."""
    table, setting = dealt_table(seed)
    follower = Counted(TableTracker(Reader.load(), players=2, near=0))
    source = StillTable(Room(table, 60 * minutes, seed), 60 * minutes, rate)
    watch = GameWatch(source, follower, GameWatcher(setting))
    said: dict[str, int] = {"deals": 0, "plays": 0, "taken_back": 0, "problems": 0, "notices": 0}
    kept: list[tuple[float, float]] = []
    notice, n = "", 0
    while watch.running:
        for event in watch.step():
            kind = {GameBegun: "deals", PlayDecided: "plays", PlayTakenBack: "taken_back"}.get(type(event), "problems")
            said[kind] += 1
            print(f"{n / rate:8.1f} s  {kind}: {event}"[:160], flush=True)
        if watch.notice != notice:
            notice = watch.notice
            said["notices"] += bool(notice)
        if n % max(1, round(10 * rate)) == 0:
            kept.append((n / rate / 60, memory()))
        n += 1
    events, end = watch.finish()
    said["plays"] += len(events)
    tenth = max(1, len(kept) // 10)
    early, late = (fmean(used for _, used in part) for part in (kept[tenth : 2 * tenth], kept[-tenth:]))
    return {
        "minutes": minutes,
        "rate": rate,
        "pictures": end.frames,
        "said": said,
        "sights": follower.sights,
        "other_cards": follower.changes,
        "memory_mb": {"early": round(early, 1), "late": round(late, 1), "growth_percent": round(100 * (late / early - 1), 2)},
        "memory_mb_by_tenths": [round(used, 1) for _, used in kept[::tenth]],
        "milliseconds_a_picture": round(end.milliseconds["frame"], 1),
    }


def main() -> None:
    """Runs it and writes the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--rate", type=float, default=5.0, help="pictures a second")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    result = {**about(), "models": model_versions(), **watched(given.minutes, given.rate, given.seed)}
    text = json.dumps(result, indent=1) + "\n"
    print(text)
    (RESULTS / "watching_hour.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
