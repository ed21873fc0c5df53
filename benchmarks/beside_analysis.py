"""Rate at which the live table looks at pictures while an earlier game is analysed, as a ratio to that without, measured in turns.

    python benchmarks/beside_analysis.py [--turns 6] [--seconds 20]

A page shows a film of a game to the table, as fast as the table takes its pictures. In every other stretch a second page looks at kept
games of which no analysis is known, one after the other, and asks for it as a browser does. Writes `results/beside_analysis.json`:
pictures a second of each stretch, the ratio of the medians, and the load of the machine before each pair of stretches.
"""

import argparse
import json
import os
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import cv2
from machine import about, write_result

from numero_cam.app.table_games import table_games
from numero_cam.store.games import GameStore
from tests.kept_game import keep, played
from tests.live_server import FILM, START, LiveServer, TestPage, served

GAMES_A_TURN = 4  #: Number of games that are kept for each turn: more than are analysed in it.
SETTLE = 2.0  #: Seconds between two stretches.
ASK_EVERY = 2.0  #: Seconds between two questions of a page for an analysis, as `AGAIN` of `static/js/link.js`.


def pictures() -> Iterator[Any]:
    """Yield the pictures of the film again and again."""
    while True:
        capture = cv2.VideoCapture(str(FILM))
        while (read := capture.read())[0]:
            yield read[1]
        capture.release()


def rate(page: TestPage, shown: Iterator[tuple[int, Any]], seconds: float) -> float:
    """Return how many pictures a second the table looks at."""
    begun, count = time.monotonic(), 0
    while time.monotonic() < begun + seconds:
        number, pixels = next(shown)
        page.show(pixels, number, number / 15)
        count += 1
    return count / (time.monotonic() - begun)


def ask(server: LiveServer, games: Iterator[int], store: GameStore, ended: threading.Event) -> None:
    """Look at games, one after the other, as a page does, until it is to end; what is analysed then is deleted, which ends that, too."""
    while not ended.is_set():
        game, done, turns = next(games), 0, 1
        server.ask(f"games/{game}/story")
        while done < turns and not ended.wait(ASK_EVERY):
            told = json.loads(server.ask(f"games/{game}/analysis")[1])
            done, turns = told["done"], told["turns"]
    store.delete(game)


def main() -> None:
    """Measure and write the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=20)
    given = parser.parse_args()
    rates: dict[str, list[float]] = {"alone": [], "beside": []}
    loads = []
    with tempfile.TemporaryDirectory() as home, served(Path(home)) as server:
        store = GameStore.open(f"sqlite:///{server.home}/data/numero-cam/games.sqlite")
        games = iter([keep(store, played(f"beside {seed}", packs=2)) for seed in range(GAMES_A_TURN * given.turns)])
        table_games(store)  # which keeps how they stand, as a table does
        server.ask("games")  # a page of records was looked at before
        page = server.page()
        page.until(lambda: "game" in page.newest and page.credits > 0)
        page.change(**START)
        shown = enumerate(pictures())
        rate(page, shown, given.seconds)  # the first pictures begin the game
        for turn in range(given.turns):
            loads.append(round(os.getloadavg()[0], 1))
            for name in ("alone", "beside") if turn % 2 else ("beside", "alone"):
                ended = threading.Event()
                if name == "beside":
                    asking = threading.Thread(target=ask, args=(server, games, store, ended))
                    asking.start()
                rates[name].append(round(rate(page, shown, given.seconds), 2))
                ended.set()
                if name == "beside":
                    asking.join()
                rate(page, shown, SETTLE)  # what was begun ends
            print(turn, {name: each[-1] for name, each in rates.items()}, flush=True)
        store.close()
    ratio = round(median(rates["beside"]) / median(rates["alone"]), 3)
    pairs = round(median(one / other for one, other in zip(rates["beside"], rates["alone"], strict=True)), 3)
    result = {**about(), "load average": loads, "pictures a second": rates, "ratio": ratio, "median of the pairs' ratios": pairs}
    write_result("beside_analysis", result)
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
