"""The page without a server in numbers: writes benchmarks/results/browser_edition.json.

    python benchmarks/browser_edition.py           # all
    python benchmarks/browser_edition.py visits    # first visits only, beside what was measured before
    python benchmarks/browser_edition.py analysis  # analyses of a game only

Bytes are those a host sends, compressed by brotli where node is there, else by gzip. Starts are from cache, without a network; first visits
are those of a host that compresses by gzip, on a line of 20 Mbit/s.
Stage A is the page from npm, stage B the one that reads photos: from the distribution of Pyodide that the tests use.
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
    from playwright.sync_api import Page


from machine import RESULTS, ROOT, about, write_result

from numero_cam.app.session import open_session
from numero_cam.games.numero.engine import game_text
from tests.browser_page import (
    Host,
    ask,
    built,
    built_with_eyes,
    compressed,
    emscripten,
    give_photo,
    lying,
    memory_watched,
    served,
    started,
    until,
    visitor,
)
from tests.kept_game import played
from tests.live_page import opened

STARTS = 5
PHOTO_STARTS = 3
ROUNDS = 3  #: How often each sample photo is given, after a first time that is not counted.
MODELS = "models.zip"
LATER = ("webgpu", "demo.mp4")  #: What only those load who have a device for it, or ask for the demonstration.
PARTS = ("pyodide", "opencv", "onnxruntime", "core.zip", "eyes.zip", MODELS, "page", *LATER)
ANSWERS = 60
MOST_SECONDS = 600.0  #: Limit of an analysis.
LINE = 20e6 / 8  #: Bytes a second that the line of a first visit carries.
DELAY = 0.02  #: Seconds until an answer of its host begins.
CENTRE, HAND = ["11r", "8o", "3b", "5r", "2g"], ["11g", "x3", "-4", "/2", "7b"]
#: Whether the picture of the memory is kept.
KEPT = "caches.open('numero-cam-memory').then(cache => cache.keys()).then(keys => keys.length)"
BROTLI = (
    "const fs = require('fs'); process.stdout.write(String(require('zlib').brotliCompressSync(fs.readFileSync(process.argv[1])).length))"
)


#: Remembers when the page's worker said what.
STAGES = """window.stages = {};
window.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({data}) => data.stage || data.ready ? stages[data.stage ?? "ready"] ??= Date.now() / 1000 : null);
  }
};"""


def main() -> None:
    """Build the page, look at it, and write what was measured."""
    with tempfile.TemporaryDirectory() as place:
        found = json.loads((RESULTS / "browser_edition.json").read_text(encoding="utf-8"))
        photos = Path() if sys.argv[1:] == ["analysis"] else built_with_eyes(Path(place) / "photos")
        if sys.argv[1:] != ["visits"]:
            typed, compiled = built(Path(place) / "typed", Path(place) / "no headers"), built(Path(place) / "compiled", emscripten())
            analyses = {"with the compiled solver": analysed(compiled), "in Python": analysed(typed)}
            found["analysis of a game"] = {"commit": about()["commit"], "load average": round(os.getloadavg()[0], 1), **analyses}
        if not sys.argv[1:]:
            found = {
                "analysis of a game": found["analysis of a game"],
                **about(),
                "stage A": {"bytes": sizes(typed), **seen(typed)},
                "stage A with the compiled solver": {"bytes": sizes(compiled), **seen(compiled)},
                "stage B": {"bytes": sizes(photos), **photos_seen(photos)},
            }
        if sys.argv[1:] != ["analysis"]:
            found["first visits of stage B"] = {
                "commit": about()["commit"],
                "load average": round(os.getloadavg()[0], 1),
                **visited(photos),
            }
    write_result("browser_edition", found)
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


def analysed(site: Path) -> dict[str, object]:
    """Return after how many seconds a game that was opened shows its first results, and all of them; or how many it shows in the end."""
    text = game_text(played(4, names=("Ann", "Computer"), level="2"))
    with opened() as browser, visitor(browser) as context, served(site) as address:
        page = started(context, f"{address}#play")
        page.set_input_files("#open-file", {"name": "game.txt", "mimeType": "text/plain", "buffer": text.encode()})
        begun, first, done, plays = time.monotonic(), 0.0, 0, 1
        while done < plays and time.monotonic() - begun < MOST_SECONDS:
            page.wait_for_timeout(100)
            shown = page.evaluate("page.state.analysis && [page.state.analysis.done, page.state.analysis.turns]")
            done, plays = shown or (0, 1)
            first = first or (time.monotonic() - begun if shown else 0.0)
    return {"plays": plays, "first results, seconds": round(first, 1), "final": done, "seconds": round(time.monotonic() - begun, 1)}


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


def visited(site: Path) -> dict[str, dict[str, float]]:
    """Return the seconds of a first visit until each stage of the start, and to a typed take or that of a photo; and those of the line."""
    slow = type("Slow", (Host,), {"rate": LINE, "delay": DELAY})
    times = {}
    with opened() as browser, served(site, slow) as address:
        sent = {path.relative_to(site).as_posix(): len(compressed(path)) for path in site.rglob("*") if path.is_file()}
        python = sum(size for name, size in sent.items() if name.startswith(("core.zip", "pyodide/")) and not name.endswith(".whl"))
        eyes = sum(size for name, size in sent.items() if name.startswith(("eyes", "models", "opencv", "onnx")) or name.endswith(".whl"))
        for name, tab in {"typed take": "#take", "photo": "#photo"}.items():
            with visitor(browser) as context:
                begun = time.monotonic()
                page = context.new_page()
                page.add_init_script(STAGES)
                clock = time.time() - time.monotonic()
                page.goto(f"{address}{tab}")
                if tab == "#photo":
                    give_photo(page, min((ROOT / "sample_images").glob("*.jpg")))
                else:
                    until(page, "page.isReady")
                    ask(page, "solve", centre=CENTRE, hand=HAND, by="points")
                taken = time.monotonic() - begun
                stages = {stage: round(at - clock - begun, 1) for stage, at in page.evaluate("stages").items()}
                alone = (python + (eyes if tab == "#photo" else 0)) / LINE
                times[name] = {"seconds": round(taken, 1), "the line alone": round(alone, 1), **stages}
    return times


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
