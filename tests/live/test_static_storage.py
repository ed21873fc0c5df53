"""What the page without a server keeps, in the real storage of Chromium: killed at any moment, full, or refused."""

import contextlib
import json
import os
import random
import re
import shutil
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from browser.build import BESIDE, LIST, OWN
from browser.kept_games import BrowserGames
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.engine.notation import operation_lines
from tests.browser_page import (
    CACHES,
    OTHER,
    STARTS,
    UPDATE,
    Host,
    begin_game,
    changed,
    full,
    put_down,
    pyodide_folder,
    served,
    until,
)
from tests.kept_game import keep, played
from tests.live_page import CHROMIUM, WAIT, playwright
from tests.page_states import axe_script, faults

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserContext, Page

pytestmark = pytest.mark.slow

KILLS = 12
KINDS = ("page", "process", "browser")  #: What is killed.
LATEST = 0.4  #: Seconds from when writing begins: the latest moment of a kill.
REFUSED = 2  #: Chromium's number of a setting that sites may not use what they ask for; of cookies it means all storage.
BEGUN = 8  #: Plays of a game that was begun before.
RATE = 6e6  #: Bytes a second of the line of a first visit.
LATER = ("webgpu/", "demo.mp4")  #: What does not come with a first visit.
STAGES = ("Python starts", "The program is unpacked", "What reads photos is loaded")
KEEP = """async text => {
  const folder = await navigator.storage.getDirectory(), file = await folder.getFileHandle("games.jsonl", {create: true});
  const out = await file.createWritable();
  await out.write(text);
  await out.close();
}"""
LISTEN = """window.said = [];
new MutationObserver(() => {
  const told = document.getElementById("link")?.textContent ?? "";
  if (told !== said.at(-1)) said.push(told);
}).observe(document, {subtree: true, childList: true, characterData: true});"""
LINES = 2000  #: More than are written until then.
WRITER_PAGE = "<!doctype html><script type=module src=page.js></script>"
WRITER = """import {keep, kept} from "./app/storage.js";
const worker = new Worker("worker.js", {type: "module"});
window.shown = {page: -1, game: -1, files: -1};
window.found = new Promise(done => worker.onmessage = ({data}) => {
  if (data.read === undefined) return Object.assign(shown, data);
  done({...data, page: kept("n")?.n ?? -1});
});
window.write = async texts => {
  worker.postMessage(texts);
  for (let n = (kept("n")?.n ?? -1) + 1; ; n += 1) if (await keep("n", {n, text: "x".repeat(n % 7 * 5000), again: n})) shown.page = n;
};"""
WORKER = """import {openFile} from "./app/kept_file.js";
import {KEPT, openKept, whileKept} from "./app/kept_files.js";
import {loadPyodide} from "./pyodide/pyodide.mjs";
const NAMES = ["class", "deck"].map(name => `${KEPT}/${name}`);
const file = await openFile("games.jsonl"), {FS} = await loadPyodide();
await openKept(FS);
const files = () => NAMES.map(name => FS.analyzePath(name).exists ? FS.readFile(name, {encoding: "utf8"}) : "-1");
postMessage({read: file.read(), lost: file.lost, files: files()});
onmessage = async ({data: texts}) => {
  for (let n = Number(files()[0].split(" ")[0]) + 1; ; n += 1) {
    const own = texts.splice(0, 8);
    for (const text of own) if (file.append(text)) postMessage({game: Number(/Zoë: (\\d+)/.exec(text)?.[1] ?? -1)});
    const [, isKept] = await whileKept(FS, () => NAMES.forEach(name => FS.writeFile(name, `${n} ${"y".repeat(n % 5 * 9000)}`)));
    if (isKept) postMessage({files: n});
  }
};"""


class Written:
    """A file that remembers what is appended."""

    lost = ""

    def __init__(self, text: str) -> None:
        self.before, self.texts = text, list[str]()

    def read(self) -> str:
        return self.before

    def append(self, text: str) -> bool:
        self.texts.append(text)
        return True


class Chromium:
    """A browser whose storage lasts, and which can be killed.

    Args:
        folder: Of its storage.
    """

    def __init__(self, driver: Any, folder: Path) -> None:  # noqa: ANN401 - of Playwright
        self._driver, self._folder = driver, folder
        self.context: BrowserContext
        self.open()

    def open(self) -> None:
        self.context = self._driver.chromium.launch_persistent_context(
            str(self._folder), executable_path=CHROMIUM, args=["--no-sandbox"], viewport={"width": 1280, "height": 800}
        )
        self.context.set_default_timeout(WAIT)

    def page(self, address: str) -> "Page":
        page = self.context.new_page()
        page.goto(address)
        return page

    def kill(self, page: "Page", what: str) -> None:
        """Kill a page, its process or the whole browser, and open what is gone."""
        with contextlib.suppress(playwright.Error):
            if what == "browser":
                for process in Path("/proc").iterdir():
                    if self._is_own(process):
                        os.kill(int(process.name), signal.SIGKILL)
                self.context.close()
            if what == "process":
                page.goto("chrome://kill")
            page.close()
        if what == "browser":
            self.open()

    def _is_own(self, process: Path) -> bool:
        try:
            command = (process / "cmdline").read_text(encoding="utf-8", errors="replace")
        except OSError:  # no process, or it is gone
            return False
        return f"--user-data-dir={self._folder}\0" in command and "--type=" not in command


@pytest.fixture
def chromium(tmp_path: Path) -> "Iterator[Chromium]":
    with playwright.sync_playwright() as driver:
        browser = Chromium(driver, tmp_path / "profile")
        yield browser
        browser.context.close()


def writer_site(out: Path) -> Path:
    """Return a page that only writes, by the scripts of the built page, as fast as it can."""
    shutil.copytree(OWN / "app", out / "app")
    shutil.copytree(pyodide_folder(), out / "pyodide")
    for name, text in {"index.html": WRITER_PAGE, "page.js": WRITER, "worker.js": WORKER, LIST: "{}"}.items():
        (out / name).write_text(text, encoding="utf-8")
    return out


def test_whatever_is_killed_at_any_moment_all_that_was_shown_as_kept_is_there(chromium: Chromium, tmp_path: Path) -> None:
    chance, shown = random.Random(50), dict.fromkeys(("page", "game", "files"), -1)  # noqa: S311 - not for secrets
    with served(writer_site(tmp_path / "writer")) as address:
        for kill in range(KILLS + 1):
            page = chromium.page(address)
            page.wait_for_function("() => window.found")
            found = page.evaluate("found")
            file, files = Written(found["read"]), [int(text.split(" ")[0]) for text in found["files"]]
            games = BrowserGames(file)
            lines = games.lines(1) if games.games() else ()
            game = len(lines) // 2 - 1
            assert found["lost"] == ""
            assert [line.text for line in lines] == [f"Zoë: {n // 2}" for n in range(2 * game + 2)]
            assert (game >= shown["game"], found["page"] >= shown["page"], files[0] >= shown["files"]) == (True, True, True), (kill, found)
            assert files[0] == files[1]
            if kill == KILLS:
                break
            number = 1 if lines else games.begin("{}", ("Ann", "Zoë"))
            for n in range(game + 1, game + LINES):
                games.append(
                    number, [LogEntry("operation", f"Zoë: {n}", other_lines=(("ö" * (n % 9 * 100), 0.5),)), LogEntry("note", f"Zoë: {n}")]
                )
            page.evaluate("texts => void write(texts)", file.texts)
            page.wait_for_function("before => Object.keys(shown).every(name => shown[name] > before)", arg=-1)
            time.sleep(chance.uniform(0, LATEST))
            shown = page.evaluate("shown")
            chromium.kill(page, chance.choice(KINDS))


def linked(page: "Page") -> None:
    page.wait_for_function("() => window.app?.state.link === 'linked'", timeout=STARTS * 1000, polling=100)


def plays(page: "Page") -> list[str]:
    linked(page)
    page.wait_for_function("() => app.state.game.state === 'playing'")
    found = page.evaluate("app.state.game.plays.map(play => play.text)")
    assert isinstance(found, list)
    return found


def add(page: "Page", line: str) -> None:
    """Say a play of the game that is watched."""
    page.evaluate("as => app.change({type: 'add', as})", line)
    page.wait_for_function("line => app.state.game.plays.at(-1).text === line", arg=line)


def test_a_live_game_goes_on_over_a_full_disk_a_new_version_and_kills(chromium: Chromium, site: Path, tmp_path: Path) -> None:
    own, file, game = tmp_path / "site", Written(""), played(50)
    shutil.copytree(site, own)
    lines = [operation_lines(game, state, operation)[0] for state, operation in zip(game.states, game.operations, strict=False)][1:]
    keep(BrowserGames(file), game.replayed(1 + BEGUN))
    waiting = iter(lines[BEGUN:])
    with served(own, type("", (Host,), {"rate": RATE})) as address:
        page = chromium.page(f"{address}licences.txt")
        page.evaluate(KEEP, "".join(file.texts))
        page.add_init_script(LISTEN)
        page.goto(f"{address}table.html")
        assert plays(page) == lines[:BEGUN]
        _was_told(page.evaluate("said"), site)
        with full(page):
            add(page, next(waiting))
            page.wait_for_selector("#notice:has-text('This device has no room for the game')")
            add(page, next(waiting))
        page.wait_for_selector("#notice:not(:has-text('no room'))")
        changed(own, "css/app.css")
        page.evaluate(UPDATE)
        page.wait_for_selector("#update")
        add(page, next(waiting))
        assert faults(page, axe_script()) == []
        with page.expect_navigation():
            page.click("#update button")
        assert plays(page) == lines[: BEGUN + 3]
        assert page.evaluate(CACHES) == 1
        assert page.evaluate("fetch('css/app.css').then(answer => answer.text())") == OTHER
        for told, what in enumerate(KINDS, BEGUN + 4):
            add(page, next(waiting))
            chromium.kill(page, what)
            page = chromium.page(f"{address}table.html")
            assert plays(page) == lines[:told]


def _was_told(said: list[str], site: Path) -> None:
    """A first visit tells the bytes of what is awaited, and each part of the start in its order; what reads photos comes meanwhile."""
    listed = json.loads((site / LIST).read_text(encoding="utf-8"))
    whole = sum(size for name, (_, size) in listed.items() if name not in BESIDE and not name.startswith(LATER))
    python = sum(size for name, (_, size) in listed.items() if name.startswith(("core.zip", "pyodide/")) and not name.endswith(".whl"))
    # Of all files people are told only while what reads photos waits for some of them: on a slow machine the line is quicker.
    totals = [found.group(1) for text in said if (found := re.search(r" of ([\d.]+) MB", text))]
    assert {f"{python / 1e6:.1f}"} <= {*totals} <= {f"{python / 1e6:.1f}", f"{whole / 1e6:.1f}"}
    assert len(totals) > len(STAGES)
    places = [next(n for n, text in enumerate(said) if stage in text) for stage in STAGES]
    assert places == sorted(places)


def test_a_browser_that_keeps_nothing_plays_and_watches_and_says_so(site: Path, tmp_path: Path) -> None:
    settings = tmp_path / "profile" / "Default" / "Preferences"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"profile": {"default_content_setting_values": {"cookies": REFUSED}}}), encoding="utf-8")
    with playwright.sync_playwright() as driver, served(site) as address:
        browser = Chromium(driver, tmp_path / "profile")
        page = browser.page(address)
        until(page, "page.isReady")
        assert page.inner_text("#not-kept")
        assert page.inner_text("#not-offline")
        begin_game(page)
        put_down(page)
        with page.expect_download() as kept:
            page.click("#menu")
            page.click("#save-file")
        assert Path(kept.value.path()).read_text(encoding="utf-8") == page.evaluate("page.gameText")
        page.add_init_script(LISTEN)
        page.goto(f"{address}table.html")
        linked(page)
        assert any("This browser keeps no pages" in text for text in page.evaluate("said"))
        page.click("#begin")
        page.wait_for_selector("#notice:has-text('This browser keeps nothing here')")
        browser.context.close()


def test_a_browser_without_webassembly_is_told_so_at_the_table(chromium: Chromium, site: Path) -> None:
    with served(site) as address:
        chromium.context.add_init_script("delete window.WebAssembly;")
        page = chromium.page(f"{address}table.html")
        page.wait_for_selector("#link.lost:has-text('it has no WebAssembly')")
