"""How long many kept games take to be listed, told and offered to a page: writes benchmarks/results/kept_games.json.

    python benchmarks/kept_games.py [--lines 20000] [--times 5]

Two databases of SQLite with so many lines: `many` games as they are played, and one `long` game in which nearly everything is taken
back again. `first` is measured without snapshots, as after an update of the program; all else with them, as the least and the median of
so many times. `command` is the whole command, of which `start` is what `game list` takes with no games; its seconds are those of the
processor, because the start of a process takes as long as other programs of the machine let it. There `list_first` and `show_first` are
measured each time without snapshots, as of games that no table of this version kept. `static` is how long a file takes that another page
asks for while a page says hello.
"""

import argparse
import itertools
import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import sqlalchemy as sa

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from machine import about, rows_text  # noqa: E402

from numero_cam.app.table_games import (  # noqa: E402
    open_games,
    setting_text,
    table_game,
    table_games,
)
from numero_cam.app.watch_recording import WatchedGame  # noqa: E402
from numero_cam.games.numero.watching.events import GameSetup  # noqa: E402
from numero_cam.live.resumable_games import MAX_OFFERED  # noqa: E402
from numero_cam.store.games import GameStore  # noqa: E402
from numero_cam.store.lines import GameLine  # noqa: E402
from tests.kept_game import keep, played  # noqa: E402
from tests.live_server import served  # noqa: E402

RESULTS = ROOT / "benchmarks" / "results" / "kept_games.json"
DIFFERENT = 12  #: Games that are played; they are kept by turns.


def many(store: GameStore, lines: int) -> int:
    """Keep games until there are so many lines; return the number of the last one."""
    games = [played(seed) for seed in range(DIFFERENT)]
    kept = 0
    for game in itertools.cycle(games):
        number = keep(store, game)
        kept += len(game.operations)
        if kept >= lines:
            return number
    raise AssertionError


def long(store: GameStore, lines: int) -> int:
    """Keep a game of so many lines, whose last operation is taken back and said again; return its number."""
    game = played(0)
    store.begin(setting_text(WatchedGame(GameSetup(game.options, game.names), 0, None)), game.names)
    number = keep(store, game)
    last = store.lines(number)[-1]
    again = [GameLine("undo", last.text, "person"), GameLine("operation", last.text, "person")]
    store.append(number, again * ((lines - len(game.operations)) // 2))
    return number


def of_children() -> float:
    """Return the seconds of the processor that programs took which this one started and that ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def seconds(does: Callable[[], object], times: int, clock: Callable[[], float] = time.perf_counter) -> dict[str, float]:
    """Return how long something takes by a clock, at least and in the middle."""
    took = []
    for _ in range(times):
        began = clock()
        does()
        took.append(clock() - began)
    return {"least": round(min(took), 4), "median": round(median(took), 4)}


def command(address: str, *words: str) -> Callable[[], object]:
    """Return what runs a command on these games."""
    whole = [sys.executable, "-m", "numero_cam", "game", *words, "--database", address]
    return lambda: subprocess.run(whole, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)  # noqa: S603 - our own program


def hello(home: Path, address: str, times: int) -> dict[str, dict[str, float]]:
    """Measure a table: until a page is welcome, and a file that is asked for meanwhile."""
    with served(home, "--database", address) as server:
        files: list[float] = []
        ended = threading.Event()

        def ask() -> None:
            while not ended.is_set():
                began = time.perf_counter()
                server.ask("static/style.css")
                files.append(time.perf_counter() - began)

        def come() -> None:
            page = server.page()
            page.until(lambda: "welcome" in page.newest)
            page.close()

        come()
        asks = threading.Thread(target=ask)
        asks.start()
        told = seconds(come, times)
        ended.set()
        asks.join()
    return {"hello": told, "static": {"median": round(median(files), 4), "most": round(max(files), 4)}}


def measured(make: Callable[[GameStore, int], int], lines: int, times: int) -> dict[str, object]:
    """Return all times of one kind of games."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite"
        address, nothing = f"sqlite:///{path}", f"sqlite:///{Path(folder) / 'nothing.sqlite'}"
        with open_games(address) as store:
            number = make(store, lines)
        engine = sa.create_engine(address)

        def forget() -> None:
            with engine.begin() as connection:
                connection.execute(sa.text("DELETE FROM numero_cam_snapshots"))

        def anew(does: Callable[[], object]) -> dict[str, float]:
            least = []
            for _ in range(times):
                forget()
                least.append(seconds(does, 1, of_children)["least"])
            return {"least": min(least), "median": median(least)}

        def first(does: Callable[[GameStore], object]) -> dict[str, float]:
            forget()
            with open_games(address) as store:
                return seconds(lambda: does(store), 1)

        with open_games(address) as store:
            games = len(store.games())
            library = {
                "list_first": first(table_games)["least"],
                "list": seconds(lambda: table_games(store), times),
                "show_first": first(lambda own: table_game(own, number).played())["least"],
                "show": seconds(lambda: table_game(store, number).played(), times),
                "hello": seconds(lambda: table_games(store, MAX_OFFERED), times),
            }
        whole = {
            "start": seconds(command(nothing, "list"), times, of_children),
            "list_first": anew(command(address, "list")),
            "show_first": anew(command(address, "show", str(number))),
            "list": seconds(command(address, "list"), times, of_children),
            "show": seconds(command(address, "show", str(number)), times, of_children),
        }
        page = hello(Path(folder), address, times)
        engine.dispose()
        return {"lines": lines, "games": games, "bytes": path.stat().st_size, "library": library, "command": whole, "page": page}


def main() -> None:
    """Measure, print and write."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--lines", type=int, default=20_000)
    asked.add_argument("--times", type=int, default=5)
    given = asked.parse_args()
    os.environ.pop("DATABASE_URL", None)
    told = {**about(), "times": given.times, **{make.__name__: measured(make, given.lines, given.times) for make in (many, long)}}
    RESULTS.write_text(rows_text(told) + "\n", encoding="utf-8")
    print(json.dumps(told, indent=1))


if __name__ == "__main__":
    main()
