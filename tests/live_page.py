"""A page of the live table in a real browser: Debian's Chromium, driven by Playwright. Nothing is downloaded."""

import contextlib
import os
import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.live_server import LiveServer
from tests.needs import ALL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
WAIT = 45_000  #: Milliseconds: the machine may be slow, the page may not be wrong.

SEEN: dict[object, tuple[list[str], list[str]]] = {}  #: Errors and requests of each page; what the policy of the page forbids is an error.

#: Has a page keep the pictures that it sends; its line may be busy, or lose them.
KEEP = """() => { const {send} = app.camera; window.sent = []; window.busy = window.loses = false;
  app.camera.send = message => {
    if (busy && sent.length % 3 && Math.random() < 0.5) return false;
    const head = new DataView(message), number = head.getUint32(6, true);
    const jpeg = btoa(String.fromCharCode(...new Uint8Array(message, 24)));
    sent.push([number, head.getFloat64(10, true) / 1000, head.getUint8(3), loses, jpeg]);
    return send(message);
  };
  const {link} = app, over = link.send;
  link.send = data => (loses && typeof data !== "string") || over.call(link, data); }"""
#: Has a page believe that it is hidden, or shown.
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
  document.dispatchEvent(new Event("visibilitychange"));
}"""

if CHROMIUM is None:
    why = "no Chromium is installed; on Debian: apt-get install chromium"
    if os.environ.get(ALL):
        pytest.fail(why)
    pytest.skip(why, allow_module_level=True)


_DRIVERS: list[Any] = []  #: Of Playwright, those that run: within one no other can begin.


@contextlib.contextmanager
def opened(*flags: str, camera: Path | None = None) -> "Iterator[Browser]":
    """Open a browser with more flags, also while another one is open; its camera plays a film, or there is none."""
    more = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"] if camera is not None else []
    film = [f"--use-file-for-fake-video-capture={camera}"] if camera is not None else []
    with contextlib.nullcontext(_DRIVERS[-1]) if _DRIVERS else playwright.sync_playwright() as driver:
        _DRIVERS.append(driver)
        try:
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", *more, *film, *flags])
            yield browser
            browser.close()
        finally:
            _DRIVERS.pop()


def page_of(browser: "Browser", server: LiveServer, hash_: str = "", **context: object) -> "Page":
    """Open a screen of the table, under the policy that users have; ``context`` as `Browser.new_context` takes it."""
    made = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **context})  # type: ignore[arg-type]
    made.set_default_timeout(WAIT)
    made.add_cookies(server.cookies())
    page = made.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda told: errors.append(told.text) if "Content Security Policy" in told.text else None)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    SEEN[page] = errors, requests
    page.goto(server.browsed + hash_)
    return page


def choose_role(page: "Page", role: str) -> None:
    """Say what a page is for, where it is said; a sheet that is opened for it is closed."""
    if not page.locator("#role").is_visible():
        page.locator("#page, #menu").first.click()
    page.select_option("#role", role)
    page.wait_for_selector("dialog", state="detached")


def until(page: "Page", true: str) -> None:
    """Wait until something is so on a page.

    `Page.wait_for_function` would have the page itself run a text as script, which its policy forbids.
    """
    end = time.monotonic() + WAIT / 1000
    while not page.evaluate(f"typeof app !== 'undefined' && Boolean(app.state.game && ({true}))"):
        if time.monotonic() > end:
            told = "['told', 'link', 'notice'].map(id => document.getElementById(id).textContent)"
            shows = page.evaluate(f"[app.state.game?.state, app.state.game?.plays?.map(play => play.text), {told}]")
            message = f"{true}: {shows}"
            raise AssertionError(message)
        page.wait_for_timeout(100)
