"""The live table under load for an hour: 50 watchers, two of them hostile, pages that come and go. Writes benchmarks/results/soak.json.

    python benchmarks/soak.py [--minutes 60] [--watchers 50]

A page gives the pictures of a film as a camera does, 30 a second where there is credit: its first picture for a minute, then the film, then
a new game. Beside it are watchers that read all they are told, one that never reads, one that floods (by turns with messages that mean
nothing, with good ones, and with pictures), and two that come and go. Everything runs on one machine, the load included.
"""

import argparse
import asyncio
import contextlib
import json
import random
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from itertools import count, cycle
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import cv2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from machine import about, rows_text  # noqa: E402

from tests.live_server import LiveServer, served  # noqa: E402
from tests.live_server import TestPage as LivePage  # noqa: E402

RESULTS = ROOT / "benchmarks" / "results" / "soak.json"
FILM = ROOT / "tests" / "data" / "films" / "small_open.mp4"
SIZE = (1280, 720)  #: Width and height that the page says of its pictures, in pixels.
_HEAD = struct.Struct("<2sBBHIdHHH")  #: Of a picture on the socket (docs/live-protocol.md).
RATE = 30  #: Pictures a second that the camera offers.
REST_SECONDS = 60.0  #: Time for which the first picture stands still before each game.
WARM_MINUTES = 5  #: Minutes before memory is compared: caches and thread pools fill in them.
ALIVE_SECONDS = 10.0  #: Time between two messages by which a watcher says that it is there.
VISIT_SECONDS = (2.0, 15.0)  #: Shortest and longest visit of a page that comes and goes.
HOSTILE = 2  #: Watchers that are hostile: one that never reads, one that floods.
FLEETING = 2  #: Watchers that come and go.


class Crowd:
    """Watchers of a table, in a process of their own.

    Args:
        port: Of the table.
        cookie: Of a device that was paired as a watcher.
    """

    def __init__(self, port: int, cookie: str) -> None:
        self._port, self._cookie = port, cookie
        self.counted: Counter[str] = Counter()

    async def run(self, watchers: int) -> None:
        """Watch until the process is ended; print what was counted each second."""
        async with asyncio.TaskGroup() as tasks:
            for _ in range(watchers - HOSTILE - FLEETING):
                tasks.create_task(self._again(self._steady))
            for number in range(FLEETING):
                tasks.create_task(self._again(lambda number=number: self._fleeting(random.Random(number))))  # noqa: S311 - visits, no secrets
            tasks.create_task(self._again(self._slow))
            tasks.create_task(self._again(self._flooding))
            while True:
                await asyncio.sleep(1)
                print(json.dumps(self.counted), flush=True)

    async def _again(self, watch: Any) -> None:  # noqa: ANN401 - one of the ways to watch
        while True:
            try:
                await watch()
            except (OSError, TimeoutError, WebSocketException):
                self.counted["let_go"] += 1
            await asyncio.sleep(0.5)

    @contextlib.asynccontextmanager
    async def _page(self, **options: Any) -> Any:  # noqa: ANN401 - a context of asyncio
        address = f"ws://127.0.0.1:{self._port}/table"
        async with connect(address, additional_headers={"Cookie": self._cookie}, max_size=None, **options) as socket:
            await socket.send(json.dumps({"type": "hello", "v": 1, "role": "watcher"}))
            self.counted["opened"] += 1
            yield socket

    async def _steady(self) -> None:
        async with self._page() as socket:
            self.counted["steady"] += 1
            alive = asyncio.create_task(_says_alive(socket))
            try:
                async for told in socket:
                    self.counted["messages"] += 1
                    self.counted["bytes"] += len(told)
            finally:
                alive.cancel()
                self.counted["steady"] -= 1
                self.counted["steady_ended"] += 1

    async def _fleeting(self, chance: random.Random) -> None:
        for path in ("", "static/style.css", "static/js/main.js", "games"):
            await asyncio.to_thread(self._load, path)
        async with self._page() as socket:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(chance.uniform(*VISIT_SECONDS)):
                    async for _ in socket:
                        pass
            if chance.random() < 0.5:
                socket.transport.abort()  # as a telephone that leaves the network

    def _load(self, path: str) -> None:
        with urlopen(Request(f"http://127.0.0.1:{self._port}/{path}", headers={"Cookie": self._cookie}), timeout=30) as answer:
            self.counted["loaded"] += answer.status == 200

    async def _slow(self) -> None:
        """Never read: the operating system's buffers fill, then the server's queue."""
        async with self._page(max_queue=1) as socket:
            self.counted["slow"] += 1
            await _says_alive(socket)

    async def _flooding(self) -> None:
        async with self._page() as socket:
            self.counted["floods"] += 1
            reading = asyncio.create_task(_reads(socket))
            messages: list[list[str | bytes]] = [["no message"], [json.dumps({"type": "alive"})], [bytes(20_000)]]
            try:
                for message in cycle(messages[self.counted["floods"] % len(messages)]):
                    await socket.send(message)
                    self.counted["flooded"] += 1
            finally:
                reading.cancel()


async def _says_alive(socket: ClientConnection) -> None:
    while True:
        await asyncio.sleep(ALIVE_SECONDS)
        await socket.send(json.dumps({"type": "alive"}))


async def _reads(socket: ClientConnection) -> None:
    with contextlib.suppress(WebSocketException):
        async for _ in socket:
            pass


class Camera:
    """A page that gives the pictures of a film, and begins a game whenever the film begins.

    Args:
        page: The page, of a keeper.
    """

    def __init__(self, page: LivePage) -> None:
        self._page = page
        self._pictures = _pictures(FILM)
        self._truth = json.loads(FILM.with_suffix(".json").read_text(encoding="utf-8"))
        self.shown: Counter[str] = Counter()
        self.seconds: Counter[str] = Counter()
        self.games = 0

    def play(self, until: float) -> None:
        """Play films until a moment of `time.monotonic`."""
        numbers = count(1)
        while time.monotonic() < until:
            self._page.change(
                type="start", players=self._truth["players"], near=self._truth["near"], hands="open", cards="all", by="points"
            )
            self._page.until(lambda: self._page.game().get("state") == "waiting")
            begun, self.games = time.monotonic(), self.games + 1
            self._show("at_rest", begun, numbers, [0] * int(REST_SECONDS * RATE), until)
            self._show("in_play", time.monotonic(), numbers, [*range(len(self._pictures))], until)
            self._page.change(type="stop")
            self._page.until(lambda: self._page.game().get("state") == "none")

    def _show(self, name: str, begun: float, numbers: Any, order: list[int], until: float) -> None:  # noqa: ANN401 - a counter
        """Show pictures at the rate of a camera; those that come while there is no credit are dropped, as a page does."""
        last = -1
        while (place := int((time.monotonic() - begun) * RATE)) < len(order) and time.monotonic() < until:
            if place == last or self._page.credits == 0:
                time.sleep(0.002)
                continue
            last = place
            self._page.credits -= 1
            self._page.socket.send(
                _HEAD.pack(b"NF", 1, 0, 1, next(numbers), time.monotonic() * 1000, *SIZE, 0) + self._pictures[order[place]]
            )
            self.shown[name] += 1
        self.seconds[name] += time.monotonic() - begun  # type: ignore[assignment]


def _pictures(film: Path) -> list[bytes]:
    """The pictures of a film as JPEG, as a page sends them; encoded once, so that the load takes little of the machine."""
    capture, found = cv2.VideoCapture(str(film)), []
    while True:
        good, pixels = capture.read()
        if not good:
            return found
        found.append(cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes())


def status_of(server: LiveServer) -> dict[str, int]:
    """Return memory in kB, threads and open files of the server."""
    text = Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8")
    rows = dict(line.split(":", 1) for line in text.splitlines() if ":" in line)
    files = len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))
    return {"memory_kb": int(rows["VmRSS"].split()[0]), "threads": int(rows["Threads"]), "files": files}


class Heard:
    """The lines of a stream, read as they come."""

    def __init__(self, stream: Any) -> None:  # noqa: ANN401 - a text stream
        self.lines: list[str] = []
        self._stream = stream
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        with contextlib.suppress(ValueError, OSError):
            self.lines.extend(self._stream)


def soak(minutes: float, watchers: int) -> dict[str, Any]:
    """Run the load and return what was measured."""
    rows: list[dict[str, float]] = []
    with tempfile.TemporaryDirectory() as home, served(Path(home)) as server:
        page = server.page()
        page.until(lambda: "game" in page.newest and page.credits)
        command = [sys.executable, __file__, "--crowd", str(server.port), server.paired("watcher"), "--watchers", str(watchers)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as crowd:  # noqa: S603 - this file itself
            counts, camera = Heard(crowd.stdout), Camera(page)
            until = time.monotonic() + minutes * 60
            playing = threading.Thread(target=camera.play, args=(until,))
            playing.start()
            while playing.is_alive():
                before = sum(camera.shown.values())
                playing.join(60)
                counted = json.loads(counts.lines[-1])
                shown = (sum(camera.shown.values()) - before) / 60
                rows.append({**status_of(server), "pictures_a_second": round(shown, 1), "watching": counted["steady"]})
                print(json.dumps(rows[-1]), flush=True)
            crowd.terminate()
        log = list(server.log)
    return {
        "minutes": minutes,
        "watchers": watchers,
        "hostile": HOSTILE,
        "games": camera.games,
        **{f"pictures_a_second_{name}": round(camera.shown[name] / camera.seconds[name], 1) for name in camera.shown},
        **_memory(rows),
        "files_most": max(row["files"] for row in rows),
        "threads_most": max(row["threads"] for row in rows),
        "steady_watchers_let_go": counted.get("steady_ended", 0),
        "floods": counted["floods"],
        "slow_opened": counted["slow"],
        "pages_opened": counted["opened"],
        "lines_in_the_log": len(log),
        "tracebacks_in_the_log": sum("Traceback" in line for line in log),
        "each_minute": rows,
    }


def _memory(rows: list[dict[str, float]]) -> dict[str, float]:
    """Memory after the first minutes and at the end, each the median of five minutes, and by how much it differs."""
    warm = [row["memory_kb"] for row in rows[WARM_MINUTES:]] or [row["memory_kb"] for row in rows]
    first, last = statistics.median(warm[:5]), statistics.median(warm[-5:])
    return {
        "memory_mb": round(last / 1000, 1),
        "memory_grown_percent": round(100 * (last / first - 1), 2),
        "memory_most_mb": round(max(row["memory_kb"] for row in rows) / 1000, 1),
    }


def main() -> None:
    """Measure and write the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--watchers", type=int, default=50)
    parser.add_argument("--crowd", nargs=2, metavar=("PORT", "COOKIE"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.crowd:
        asyncio.run(Crowd(int(asked.crowd[0]), asked.crowd[1]).run(asked.watchers))
        return
    measured = {**about(), **soak(asked.minutes, asked.watchers)}
    RESULTS.write_text(rows_text(measured) + "\n", encoding="utf-8")
    print(rows_text({name: value for name, value in measured.items() if name != "each_minute"}))


if __name__ == "__main__":
    main()
