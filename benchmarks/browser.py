"""The page without a server in numbers: writes benchmarks/results/browser.json.

    python benchmarks/browser.py

Bytes are those a host sends, compressed by brotli where node is there, else by gzip. Starts are from cache, without a network.
Lines are those with code on them, of what exists for the browser alone; what shows the page (its views, words and styles) stands apart.
Stage A is the page from npm, stage B the one that reads photos: from the distribution of Pyodide that the tests use. Stage C is its live
table: a camera, which is a film, is looked at at rest and in play, and then the film is followed from its file.
"""

import base64
import gzip
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from code_lines import code_lines  # noqa: E402
from live import REST, WATCHES, looked_at  # noqa: E402
from machine import about, rows_text  # noqa: E402

from numero_cam.app.session import open_session  # noqa: E402
from tests.browser_page import (  # noqa: E402
    ask,
    built,
    built_with_eyes,
    emscripten,
    give_photo,
    lying,
    memory_watched,
    served,
    started,
    until,
    visitor,
)
from tests.live_page import opened  # noqa: E402
from tests.live_server import film_as_camera  # noqa: E402

RESULTS = ROOT / "benchmarks" / "results" / "browser.json"
STARTS = 5
PHOTO_STARTS = 3
ROUNDS = 3  #: How often each sample photo is given, after a first time that is not counted.
MODELS = "models.zip"
LATER = ("webgpu", "demo.mp4")  #: What only those load who have a device for it, or ask for the demonstration.
PARTS = ("pyodide", "opencv", "onnxruntime", "core.zip", "eyes.zip", MODELS, "page", *LATER)
FILM = ROOT / "numero_cam" / "web" / "static" / "demo.mp4"  #: A game of Ann and Ben.
PLAYED = 50.0  #: Seconds of the film that are looked at in play.
STARTED = {"type": "start", "players": ["Ann", "Ben"], "near": "Ann", "hands": "open", "cards": "all", "by": "points"}
TABLE_WAIT = 300_000.0  #: Milliseconds: the film waits for the table.
ANSWERS = 60
CENTRE, HAND = ["11r", "8o", "3b", "5r", "2g"], ["11g", "x3", "-4", "/2", "7b"]
#: Whether the picture of the memory is kept.
KEPT = "caches.open('numero-cam-memory').then(cache => cache.keys()).then(keys => keys.length)"
#: Scripts that show nothing.
FRAME = (
    "desk_link.js",
    "kept_file.js",
    "kept_files.js",
    "link.js",
    "offline.js",
    "snapshot.js",
    "storage.js",
    "vision.js",
    "webgpu.js",
    "worker.js",
)
BROTLI = (
    "const fs = require('fs'); process.stdout.write(String(require('zlib').brotliCompressSync(fs.readFileSync(process.argv[1])).length))"
)


def main() -> None:
    """Build the page, look at it, and write what was measured."""
    with tempfile.TemporaryDirectory() as place:
        typed, photos = built(Path(place) / "typed"), built_with_eyes(Path(place) / "photos")
        compiled = built(Path(place) / "compiled", emscripten())
        found = {
            **about(),
            "lines": lines(),
            "stage A": {"bytes": sizes(typed), **seen(typed)},
            "stage A with the compiled solver": {"bytes": sizes(compiled), **seen(compiled)},
            "stage B": {"bytes": sizes(photos), **photos_seen(photos)},
            "stage C": table_seen(photos),
        }
    RESULTS.write_text(rows_text(found) + "\n", encoding="utf-8")
    print(json.dumps(found, indent=1))


def sizes(site: Path) -> dict[str, object]:
    """Return the bytes of each part of the folder, as they are and compressed."""
    node = shutil.which("node")
    parts: dict[str, list[int]] = {name: [0, 0] for name in PARTS if name == "page" or (site / name).exists()}
    for path in sorted(each for each in site.rglob("*") if each.is_file() and each.parent.name != "de"):
        name = path.relative_to(site).parts[0]
        part = parts[name if name in parts else "page"]
        part[0] += path.stat().st_size
        part[1] += _compressed(path, node)
    total = [sum(part[column] for name, part in parts.items() if name not in {MODELS, *LATER}) for column in (0, 1)]
    return {"compressed by": "brotli" if node else "gzip -9", **parts, "all beside the models": total}


def _compressed(path: Path, node: str | None) -> int:
    if node is None:
        return len(gzip.compress(path.read_bytes(), 9))
    return int(subprocess.run([node, "-e", BROTLI, str(path)], capture_output=True, text=True, check=True).stdout)  # noqa: S603 - node


def lines() -> dict[str, int]:
    """Return the lines of code that exist for the browser alone."""
    own = ROOT / "browser"
    python = sum(code_lines(path.read_text(encoding="utf-8")) for path in own.rglob("*.py"))
    scripts = [own / "static" / "sw.js", *(own / "static" / "app").glob("*.js"), *(own / "static" / "js").glob("*.js")]
    counted = {path.name: _script_lines(path.read_text(encoding="utf-8")) for path in scripts}
    frame = sum(count for name, count in counted.items() if name in (*FRAME, "sw.js"))
    return {"python": python, "scripts": frame, "together": python + frame, "page": sum(counted.values()) - frame}


def _script_lines(text: str) -> int:
    return sum(bool(line.strip()) and not line.strip().startswith(("//", "/*", "*")) for line in text.splitlines())


def seen(site: Path) -> dict[str, object]:
    """Return the times of starts and answers, and which other hosts were asked for anything."""
    asked: list[str] = []
    with memory_watched() as peak, opened() as browser, visitor(browser) as context:
        context.on("request", lambda request: asked.append(request.url))
        with served(site) as address:
            begun = time.monotonic()
            page = started(context, address)
            first_visit = time.monotonic() - begun
            until(page, KEPT)
        context.set_offline(True)
        starts = [_start(page) for _ in range(STARTS)]
        script = (
            "async question => { const times = []; for (let n = 0; n < question.n; n++) { const begun = performance.now();"
            " await page.desk.ask(question.ask); times.push(performance.now() - begun); } return times; }"
        )
        times = page.evaluate(script, {"n": ANSWERS, "ask": {"type": "solve", "centre": CENTRE, "hand": HAND, "by": "points"}})
        origin = page.evaluate("location.origin")
        memory = peak()
        page.evaluate("caches.delete('numero-cam-memory')")
        without_picture = _start(page)
    return {
        "load average": round(os.getloadavg()[0], 1),
        "first visit, seconds": round(first_visit, 1),
        "cache to first answer, seconds": {"median": round(statistics.median(starts), 1), "each": [round(each, 1) for each in starts]},
        "the same without the picture of the memory": round(without_picture, 1),
        "answer, warm, milliseconds": {"median": round(statistics.median(times), 1), "slowest": round(max(times), 1)},
        "largest renderer, peak MB": memory,
        "requests to other hosts": _of_others(asked, origin, "blob:"),
    }


def photos_seen(site: Path) -> dict[str, object]:
    """Return how many sample photos have the cards and takes that the program finds, and how long photos take."""
    session, photos = open_session(), sorted((ROOT / "sample_images").glob("*.jpg"))
    native = {photo: session.solve(photo.read_bytes()).to_dict() for photo in photos}
    with memory_watched() as peak, opened() as browser, visitor(browser) as context:
        with served(site) as address:
            started(context, address).close()
        context.set_offline(True)
        starts = []
        for _ in range(PHOTO_STARTS):
            begun = time.monotonic()
            page = started(context, f"{address}#photo")
            give_photo(page, photos[0])
            starts.append(time.monotonic() - begun)
            memory = peak()
            if len(starts) < PHOTO_STARTS:
                page.close()
        here = {photo: give_photo(page, photo) for photo in photos}
        times = [[_photo_milliseconds(page, photo) for photo in photos] for _ in range(ROUNDS)]
        memory_of_all = peak()
    alike = [photo for photo in photos if lying(here[photo]) == lying(native[photo]) and here[photo]["plays"] == native[photo]["plays"]]
    both = [pair for photo in photos for pair in zip(here[photo]["cards"], native[photo]["cards"], strict=False)]  # type: ignore[call-overload]
    return {
        "load average": round(os.getloadavg()[0], 1),
        "sample photos with the same cards, zones, stacks and takes": [len(alike), len(photos)],
        "largest difference of a confidence": max(round(abs(one["confidence"] - other["confidence"]), 3) for one, other in both),
        "cache to first answer, seconds": {"median": round(statistics.median(starts), 1), "each": [round(each, 1) for each in starts]},
        "photo to take, warm, milliseconds": {
            "median": round(statistics.median(chain(*times)), 0),
            "fastest round's median": round(min(map(statistics.median, times)), 0),
        },
        "largest renderer, peak MB": {"first photo": memory, "all photos": memory_of_all},
    }


def table_seen(site: Path) -> dict[str, object]:
    """Return how fast the live table starts and follows, its memory meanwhile, and which other hosts were asked for anything."""
    asked: list[str] = []
    looked, origins = {}, ["blob:"]
    with tempfile.TemporaryDirectory() as place, memory_watched() as peak:
        for name, first in (("at rest", 3 * REST), ("in play", 0.0)):
            camera = Path(place) / f"{name}.mjpeg"
            film_as_camera(FILM, camera, first=first)
            with opened(camera=camera) as browser, visitor(browser, permissions=["camera"]) as context:
                context.on("request", lambda request: asked.append(request.url))
                with served(site) as address:
                    started(context, address).close()
                context.set_offline(True)
                origins.append(address)
                starts = [_table(context, address) for _ in range(PHOTO_STARTS)]
                page = starts[-1][1]
                page.evaluate(WATCHES)
                page.evaluate("message => { app.change(message); app.camera.open(); }", STARTED)
                page.wait_for_function("() => app.state.game?.state === 'playing'", polling=200, timeout=TABLE_WAIT)
                looked[name] = looked_at(page, REST if first else PLAYED)
                if first:
                    continue
                page.evaluate("message => { app.change({type: 'stop'}); app.change(message); app.openDialog({kind: 'camera'}); }", STARTED)
                page.set_input_files("#photo", FILM)
                page.wait_for_function("() => app.camera.isFilm", polling=200)
                page.wait_for_function("() => !app.camera.running", polling=200, timeout=TABLE_WAIT)
        memory = peak()
    seconds = [one for one, _ in starts]
    return {
        "load average": round(os.getloadavg()[0], 1),
        "cache to the table, seconds": {"median": round(statistics.median(seconds), 1), "each": [round(each, 1) for each in seconds]},
        **looked,
        "largest renderer, peak MB": memory,
        "requests to other hosts": _of_others(asked, *origins),
    }


def _table(context: "BrowserContext", address: str) -> "tuple[float, Page]":
    """Open the live table in place of any other page, and return the seconds until it answers, with its page."""
    for other in context.pages:
        other.close()
    page, begun = context.new_page(), time.monotonic()
    page.goto(f"{address}table.html")
    page.wait_for_function("() => window.app?.state.link === 'linked'", polling=50, timeout=TABLE_WAIT)
    return time.monotonic() - begun, page


def _of_others(asked: list[str], *own: str) -> int:
    return len([url for url in asked if not url.startswith(own)])


def _photo_milliseconds(page: "Page", photo: Path) -> float:
    """Return how long a photo took in the page's worker, from its file to the best take."""
    script = """async data => { const bytes = Uint8Array.from(atob(data), sign => sign.charCodeAt(0)), begun = performance.now();
      await page.desk.ask({type: "photo", name: "photo", corrections: [], by: "points"}, bytes.buffer);
      return performance.now() - begun; }"""
    return float(page.evaluate(script, base64.b64encode(photo.read_bytes()).decode()))


def _start(page: "Page") -> float:
    """Return the seconds from loading the page anew to an answer."""
    begun = time.monotonic()
    page.reload()
    until(page, "page.isReady")
    ask(page, "solve", centre=CENTRE, hand=HAND, by="points")
    return time.monotonic() - begun


if __name__ == "__main__":
    main()
