"""Pictures of the live table's page, taken in Chromium, and what is wrong with them.

    python benchmarks/page_pictures.py --docs                              the pictures of docs/live.md
    python benchmarks/page_pictures.py FOLDER --axe package/axe.min.js     each state, in each window, by day and night, in each language

The second is looked at by axe-core (MPL, no part of this project: `npm pack axe-core`), and by a check that nothing is cut and no page
scrolls sideways. It writes benchmarks/results/page_pictures.json, and one sheet of all states for each look. `--languages`, `--windows` and
`--schemes` leave some out; then no result is written.
"""

import argparse
import json
import os
import re
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from machine import ROOT, about, write_result

from tests.live_page import opened, page_of, until
from tests.live_server import LiveServer, served
from tests.page_states import FLAGS, Look, faults, states

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DOCS = ROOT / "docs"
QUALITY = 80  #: Of the JPEG files, 1-100.
WIDE = {"width": 1180, "height": 700}  #: Size of a laptop's window, in pixels.
PHONE = {"width": 390, "height": 844}  #: Size of a telephone's window, in pixels.
SCORED = "app.state.game.plays?.some(play => play.points > 0)"
LANGUAGES = ("en", "de")
WINDOWS = ("1366x768", "390x844", "820x1180", "1920x1080")
SCHEMES = ("light", "dark")
LARGE_TEXT = (Look(1280, 800, "dark", 200), Look(360, 780, "light", 200))  #: Looks with text of twice the size.
THUMBNAIL = 300  #: Height of a picture on a sheet of all states, in pixels.
SHEET_WIDTH = 2400  #: Maximum width of such a sheet, in pixels.


def take(page: "Page", name: str) -> None:
    """Write a picture of what the page shows; what still moves may end."""
    page.wait_for_timeout(1500)
    page.screenshot(path=DOCS / f"live-{name}.jpg", type="jpeg", quality=QUALITY)


def laptop(browser: "Browser", server: LiveServer) -> None:
    """The steps of a game, on a laptop."""
    page = page_of(browser, server, viewport=WIDE, reduced_motion="reduce")
    page.wait_for_selector(".believed")
    take(page, "right")
    until(page, SCORED)
    page.locator(".cheer").click()
    take(page, "table")
    page.click("#wrong")
    page.locator(".plays button").first.click()
    take(page, "mend")
    page.keyboard.press("Escape")


def telephone(browser: "Browser", server: LiveServer) -> None:
    """The same game on a telephone."""
    page = page_of(browser, server, viewport=PHONE, reduced_motion="reduce")
    until(page, SCORED)
    take(page, "phone")


def documents() -> None:
    """Take the pictures of the documents."""
    with tempfile.TemporaryDirectory() as home, opened() as browser:
        with served(Path(home)) as server:
            take(page_of(browser, server, viewport=WIDE), "start")
        with served(Path(home), "--demo") as server:
            laptop(browser, server)
            telephone(browser, server)


def looked_at(language: str, looks: list[Look], axe: str, folder: Path, found: dict[str, list[str]]) -> Counter[str]:
    """Take a picture of each state with each look, and note what is wrong in ``found``; return how many of each state were taken."""
    os.environ["NUMERO_CAM_LANGUAGE"] = language
    looked = Counter[str]()
    with tempfile.TemporaryDirectory() as home, served(Path(home)) as server, opened(*FLAGS) as browser:
        for number, (name, page) in enumerate(states(browser, server)):
            for look in looks:
                look.at(page)
                page.wait_for_timeout(100)
                looked[name] += 1
                if told := faults(page, axe):
                    found[f"{name}, {look}, {language}"] = told
                    print(name, look, language, *told, sep="\n  ")
                at = folder / f"{language} {look.width}x{look.height} {look.scheme} {look.text}"
                at.mkdir(exist_ok=True, parents=True)
                page.screenshot(path=at / f"{number:02} {name.replace(':', '')}.png")
            if name == "result":
                with page.expect_download() as saved:
                    page.click("#share")
                saved.value.save_as(folder / f"{language} share.png")
    return looked


def sheet(folder: Path) -> None:
    """Write all pictures of a folder, small, on one sheet beside the folder."""
    pictures = [cv2.imread(str(file)) for file in sorted(folder.glob("*.png"))]
    small = [cv2.resize(one, (round(one.shape[1] * THUMBNAIL / one.shape[0]), THUMBNAIL), interpolation=cv2.INTER_AREA) for one in pictures]
    columns = max(1, SHEET_WIDTH // max(one.shape[1] for one in small))
    rows = [small[n : n + columns] for n in range(0, len(small), columns)]
    rows[-1] += [np.zeros_like(small[0])] * (columns - len(rows[-1]))
    cv2.imwrite(str(folder.with_suffix(".png")), np.vstack([np.hstack(row) for row in rows]))


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", help="for the pictures of all states")
    parser.add_argument("--axe", type=Path, help="the file axe.min.js")
    parser.add_argument("--docs", action="store_true", help="take the pictures of docs/live.md")
    parser.add_argument("--languages", nargs="+", default=LANGUAGES)
    parser.add_argument("--windows", nargs="+", default=WINDOWS)
    parser.add_argument("--schemes", nargs="+", default=SCHEMES)
    given = parser.parse_args()
    if given.docs:
        documents()
    if given.folder is None:
        return
    if given.axe is None:
        parser.error("--axe names the file axe.min.js")
    axe = given.axe.read_text(encoding="utf-8")
    is_whole = (tuple(given.languages), tuple(given.windows), tuple(given.schemes)) == (LANGUAGES, WINDOWS, SCHEMES)
    sizes = [tuple(map(int, window.split("x"))) for window in given.windows]
    looks = [Look(width, height, scheme) for width, height in sizes for scheme in given.schemes] + list(LARGE_TEXT if is_whole else ())
    found, looked = dict[str, list[str]](), Counter[str]()
    for language in given.languages:
        looked += looked_at(language, looks, axe, given.folder, found)
    for folder in sorted(one for one in given.folder.iterdir() if one.is_dir()):
        sheet(folder)
    print(json.dumps({"looked at": sum(looked.values()), "with faults": len(found)}))
    if is_whole:
        write_results(axe, looks, looked, found)


def write_results(axe: str, looks: list[Look], looked: Counter[str], found: dict[str, list[str]]) -> None:
    """Write what was looked at, and what is wrong."""
    version = re.search(r"axe v([0-9.]+)", axe)
    rows = [{"state": name, "looks": count, "faults": sum(key.startswith(f"{name}, ") for key in found)} for name, count in looked.items()]
    told = {"axe-core": version[1] if version else "unknown", "looks": list(map(str, looks)), "languages": LANGUAGES}
    write_result("page_pictures", {**about(), **told, "states": rows, "faults": found})


if __name__ == "__main__":
    main()
