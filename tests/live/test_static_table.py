"""The live table without a server, in Chromium with the network off: it follows a film as the program does, and keeps the game."""

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from numero_cam import watch
from numero_cam.games.numero.engine import read_game
from numero_cam.games.numero.watching.events import PlayDecided
from tests.browser_page import STARTS, built_with_eyes, served, started, visitor
from tests.live_page import opened
from tests.page_states import axe_script, faults

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

PLAYS = 4
"""How much of the film is followed: a take, two draws and a discard."""
FOLLOWS = 600.0
"""Seconds: the film waits for the table, and the machine may be busy."""
ELSEWHERE = """() => new Promise(async done => {
  const source = "navigator.storage.getDirectory().then(folder => folder.getFileHandle('games.jsonl', {create: true}))"
    + ".then(file => file.createSyncAccessHandle()).then(handle => { self.handle = handle; postMessage('has'); })";
  (window.other = new Worker(URL.createObjectURL(new Blob([source])))).onmessage = done; })"""


@pytest.fixture(scope="module")
def film(root: Path) -> Path:
    return root / "numero_cam" / "web" / "static" / "demo.mp4"


@pytest.fixture(scope="module")
def told(film: Path) -> list[str]:
    """The first plays of the film, as the program tells them."""
    events = watch(film, players="Ann, Ben", near="Ann")
    return [event.text for event in islice((each for each in events if isinstance(each, PlayDecided)), PLAYS)]


@pytest.fixture(scope="module")
def asked() -> list[str]:
    return []


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory, asked: list[str]) -> "Iterator[Page]":
    """The page of the table, which was visited once and is opened without a network."""
    site = built_with_eyes(tmp_path_factory.mktemp("site") / "out")
    with opened() as browser, visitor(browser, viewport={"width": 1280, "height": 800}) as context:
        context.on("request", lambda request: asked.append(request.url))
        with served(site) as address:
            started(context, address).close()
        context.set_offline(True)
        page = context.new_page()
        page.goto(f"{address}table.html")
        linked(page)
        yield page


def until(page: "Page", true: str, seconds: float = STARTS) -> None:
    """Wait until something is so on the page of the table."""
    page.wait_for_function(f"() => Boolean(window.app && ({true}))", timeout=seconds * 1000, polling=100)


def linked(page: "Page") -> None:
    until(page, "app.state.link === 'linked'")


def plays(page: "Page") -> list[str]:
    found = page.evaluate("app.state.game.plays.map(play => play.text)")
    assert isinstance(found, list)
    return found


def game(page: "Page") -> dict[str, Any]:
    found = page.evaluate("app.state.game")
    assert isinstance(found, dict)
    return found


def test_a_film_is_told_as_the_program_tells_it(table: "Page", film: Path, told: list[str]) -> None:
    table.fill("#name-0", "Ann")
    table.fill("#name-1", "Ben")
    table.click("#begin")
    until(table, "app.state.game.state === 'waiting'")
    table.evaluate("app.openDialog({kind: 'camera'})")
    table.set_input_files("#photo", film)
    until(table, f"app.state.game.plays.length >= {PLAYS}", FOLLOWS)
    table.evaluate("app.camera.close()")
    table.keyboard.press("Escape")
    assert plays(table)[:PLAYS] == told
    assert game(table)["scores"]["Ann"] == 20
