"""How the live table keeps up, with headless Chromium beside it on the same machine: writes benchmarks/results/live.json.

    python benchmarks/live.py FILM [--films FOLDER] [--minutes N] [--kills N] [--advice]

FILM (with its answers in a .json beside it) is the camera of a browser: first its first picture stands still, then it plays. --films sends
every film of a folder through the socket, a picture whenever there is credit, and compares the plays with the answers. --minutes lets a
still table stand so long with three pages open and looks at the memory of the server. --kills kills so many servers while the film is
played, each at another moment, and goes on. --advice looks at a still table without and with advice that is asked for again and again, so
that one search follows the other; the film's hands must lie open. With none of these the page is timed; parts that are not asked for keep
their rows.
"""

import argparse
import json
import random
import re
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from machine import about  # noqa: E402

from numero_cam.games.numero.engine import parse_game  # noqa: E402
from numero_cam.games.numero.engine.notation_header import card_list  # noqa: E402
from tests.live_server import LiveServer, film_as_camera, served  # noqa: E402
from tests.live_server import TestPage as LivePage  # noqa: E402

RESULTS = ROOT / "benchmarks" / "results" / "live.json"
CHROMIUM = "/usr/bin/chromium"
REST = 20.0  #: Seconds for which a still table is looked at.
WATCHES = """() => {
  window.times = [];
  const sent = new Map(), send = app.camera.send, looked = app.looked.bind(app);
  app.camera.send = message => {
    const head = new DataView(message);
    sent.set(head.getUint32(6, true), head.getFloat64(10, true));
    return send(message);
  };
  app.looked = table => {
    looked(table);
    if (sent.has(table.number)) times.push(performance.now() - sent.get(table.number));
  };
}"""


#: Asks for advice, and for the next one whenever one comes.
ASKS = """() => {
  window.advised = 0;
  const update = app.update.bind(app), ask = () => app.link.tell({type: "level", level: "advise"});
  app.update = change => {
    update(change);
    if (change.hint && change.hint.plays.length) { window.advised += 1; ask(); }
  };
  ask();
}"""


@contextmanager
def browser_with(camera: Path) -> Iterator[Browser]:
    """Open a browser whose camera is a film."""
    flags = [
        "--no-sandbox",
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={camera}",
    ]
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=CHROMIUM, args=flags)
        yield opened
        opened.close()


def watching(browser: Browser, server: LiveServer, truth: dict[str, Any]) -> Page:
    """Open a page that has begun the game of a film."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, bypass_csp=True)
    context.add_cookies(server.cookies())
    page = context.new_page()
    page.goto(server.browsed)
    page.wait_for_function("typeof app !== 'undefined' && app.state.game && app.state.welcome", polling=200)
    page.evaluate(WATCHES)
    message = {"type": "start", "players": truth["players"], "near": truth["near"], "hands": truth["hands"], "cards": "all", "by": "points"}
    page.evaluate("message => app.change(message)", message)
    page.wait_for_function("app.state.game.state === 'waiting'", polling=200)
    page.evaluate("() => app.camera.open()")
    page.wait_for_function("app.state.game.state === 'playing'", polling=200)
    return page


def looked_at(page: Page, seconds: float) -> dict[str, object]:
    """Return how many pictures a second were looked at, and how long each took from the camera to what is drawn over it."""
    page.evaluate("() => { times.length = 0 }")
    time.sleep(seconds)
    times = page.evaluate("() => times")
    waits = sorted(times)
    return {
        "seconds": round(seconds, 1),
        "pictures_a_second": round(len(times) / seconds, 1),
        "capture_to_overlay_ms_median": round(statistics.median(waits)),
        "capture_to_overlay_ms_95_percent": round(waits[int(0.95 * len(waits))]),
    }


def keeps_up(film: Path) -> dict[str, object]:
    """Measure a table at rest and in play."""
    truth = json.loads(film.with_suffix(".json").read_text(encoding="utf-8"))
    rows: dict[str, object] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, still in (("at_rest", True), ("in_play", False)):
            camera = Path(folder) / f"{name}.mjpeg"
            film_as_camera(film, camera, first=3 * REST if still else 0.0)
            home = Path(folder) / f"home_{name}"
            home.mkdir()
            with served(home) as server, browser_with(camera) as browser:
                page = watching(browser, server, truth)
                rows[name] = looked_at(page, REST if still else truth["seconds"] - 4)
    return rows


def advised(film: Path) -> dict[str, object]:
    """Measure a table at rest, first alone and then while advice is worked out all the time."""
    truth = json.loads(film.with_suffix(".json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        camera = Path(folder) / "still.mjpeg"
        film_as_camera(film, camera, first=4 * REST)
        with served(Path(folder)) as server, browser_with(camera) as browser:
            page = watching(browser, server, truth)
            alone = looked_at(page, REST)
            page.evaluate(ASKS)
            page.wait_for_function("window.advised > 0", polling=200)
            before = page.evaluate("window.advised")
            beside = looked_at(page, REST)
            return {"alone": alone, "beside_advice": beside, "advice_given": page.evaluate("window.advised") - before}


def key(text: str) -> str:
    """What a play says, whatever its turn and in whatever order its cards are written."""
    return " ".join(sorted(re.findall(r"[^\s()\[\]+;=:]+", text.split(maxsplit=1)[1])))


def wanted_of(truth: dict[str, Any]) -> Counter[str]:
    """The plays of a film, without what was drawn."""
    return Counter(key(event["text"]) for event in truth["events"] if ": draw" not in event["text"] and ": pass" not in event["text"])


def begin(page: LivePage, truth: dict[str, Any]) -> None:
    """Begin the game of a film on a page without a browser."""
    options = parse_game(truth["game"]).options
    own = {"numbers": options.numbers, "wilds": card_list(options.wilds) or "none"}
    page.change(type="start", players=truth["players"], near=truth["near"], hands=truth["hands"], by="points", **own)
    page.until(lambda: page.game()["state"] == "waiting")


def begun(server: LiveServer, truth: dict[str, Any]) -> LivePage:
    """Open a page without a browser that has begun the game of a film."""
    page = server.page()
    page.until(lambda: "game" in page.newest and page.credits)
    begin(page, truth)
    return page


def through_the_socket(film: Path) -> dict[str, object]:
    """Score a film that a page plays, a picture whenever there is credit."""
    truth = json.loads(film.with_suffix(".json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as home, served(Path(home)) as server:
        page = begun(server, truth)
        page.play(film)
        page.change(type="stop")
        page.until(lambda: page.game()["state"] == "none" or not page.game().get("watched", True))
        told = next(message for message in reversed(page.heard) if message["type"] == "game" and message.get("plays"))
    wanted = wanted_of(truth)
    got = Counter(key(play["text"]) for play in told["plays"] if play["kind"] not in ("drawn", "passed"))
    return {
        "film": film.stem,
        "plays": wanted.total(),
        "right": (wanted & got).total(),
        "extra": (got - wanted).total(),
        "scores": told["scores"] == truth["scores"],
    }


def killed(film: Path, moment: float) -> dict[str, bool]:
    """Kill the server while a film is played before it, start it again, and go on.

    People do not play on before a dead page: the film goes on where the last finished play lay.

    Args:
        film: With its answers beside it.
        moment: Share of the film after which the server is killed.
    """
    truth = json.loads(film.with_suffix(".json").read_text(encoding="utf-8"))
    wanted = wanted_of(truth)
    number = int(moment * truth["seconds"] * truth["fps"])
    settled = max((e["settled"] for e in truth["events"] if e["settled"] < moment * truth["seconds"]), default=0.0)
    with tempfile.TemporaryDirectory() as home, served(Path(home)) as server:
        page = begun(server, truth)
        page.play(film, last=number, wait=False)
        server.kill()
        shown = page.lines()
        server.start()
        again = server.page()
        again.until(lambda: "game" in again.newest and again.credits == 2)
        games = again.game().get("games", [])
        if games:
            again.change(type="go_on", game=games[0]["game"])
            again.until(lambda: again.game().get("game") == games[0]["game"])
        else:
            begin(again, truth)
        kept = again.lines()
        again.play(film, first=int(settled * truth["fps"]))
        again.change(type="stop")
        again.until(lambda: again.game()["state"] == "none")
        told = next(message for message in reversed(again.heard) if message["type"] == "game" and message.get("plays"))
        lines = Counter(key(play["text"]) for play in told["plays"] if play["kind"] not in ("drawn", "passed"))
    return {
        "nothing_lost": kept[: len(shown)] == shown and len(games) <= 1,
        "nothing_doubled": len(set(kept)) == len(kept) and not lines - wanted,
        "went_on_to_the_end": lines == wanted and told["scores"] == truth["scores"],
    }


def all_killed(film: Path, count: int) -> dict[str, object]:
    """Kill so many servers, each at its own moment of the film."""
    moments = [(k + random.Random(k).random()) / count for k in range(count)]  # noqa: S311 - moments, no secrets
    rows = [killed(film, moment) for moment in moments]
    return {"kills": count, **{name: sum(row[name] for row in rows) for name in rows[0]}}


def memory(server: LiveServer) -> int:
    """Return the memory of the server in kB."""
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8")
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


def stands(film: Path, minutes: float) -> dict[str, object]:
    """Let a still table stand with three pages open."""
    truth = json.loads(film.with_suffix(".json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        camera = Path(folder) / "still.mjpeg"
        film_as_camera(film, camera, first=3 * REST)
        with served(Path(folder)) as server, browser_with(camera) as browser:
            page = watching(browser, server, truth)
            for _ in range(2):
                context = browser.new_context()
                context.add_cookies(server.cookies())
                context.new_page().goto(server.browsed)
            time.sleep(60)
            first, plays = memory(server), page.evaluate("app.state.game.plays.length")
            time.sleep(minutes * 60)
            return {
                "minutes": minutes,
                "memory_grown_percent": round(100 * (memory(server) / first - 1), 2),
                "plays_told": page.evaluate("app.state.game.plays.length") - plays,
            }


def main() -> None:
    """Measure and write the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("film", type=Path)
    parser.add_argument("--films", type=Path)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--kills", type=int)
    parser.add_argument("--advice", action="store_true")
    asked = parser.parse_args()
    results: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.is_file() else {}
    if asked.films is asked.minutes is asked.kills is None and not asked.advice:
        results["beside_a_browser"] = {**about(), **keeps_up(asked.film)}
    if asked.films is not None:
        rows = [through_the_socket(film) for film in sorted(asked.films.glob("*.mp4"))]
        results["films_through_the_page"] = {**about(), "rows": rows}
    if asked.minutes is not None:
        results["standing"] = {**about(), **stands(asked.film, asked.minutes)}
    if asked.kills is not None:
        results["killed"] = {**about(), **all_killed(asked.film, asked.kills)}
    if asked.advice:
        results["advice_at_rest"] = {**about(), **advised(asked.film)}
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
