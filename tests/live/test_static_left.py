"""The page without a server ends a worker that makes nothing of a file, says so, loses nothing, and works again; in Chromium."""

import contextlib
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from browser.kept_games import BrowserGames
from numero_cam.games.numero.engine.notation import operation_lines
from tests.browser_page import STARTS, begin_game, forget, give_photo, mended, open_game, put_down, served, started, tab, until, visitor
from tests.kept_game import keep, played
from tests.live.test_static_photos import class_frame
from tests.live.test_static_storage import KEEP, Written, add, plays

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.slow

SENTENCE = "Nothing came of this for half a minute, so it was left"
#: Looks of the page without a sign of life until it ends the worker, one a second, in place of 30.
MOST_SILENT = 12
BEGUN = 4  #: Plays of a game that was begun before.
#: A worker that is busy with what somebody gave it: for ever, or for a long time in steps, as the name or the text of it says.
BUSY = """const called = (method, ...given) => {
  const says = word => given.some(one => typeof one === "string" && one.includes(word)), end = performance.now() + 2000 * %d;
  while (says("endless"));
  while (says("lasting") && performance.now() < end) step();
  return calledAtOnce(method, ...given);
};
const calledAtOnce = """


@pytest.fixture(scope="module")
def site(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    changes: dict[str, str | tuple[tuple[str, str], ...]] = {
        "app/desk_link.js": (("MOST_SILENT = 30", f"MOST_SILENT = {MOST_SILENT}"),),
        "app/worker.js": (("const called = ", BUSY % MOST_SILENT),),
    }
    return mended(site, tmp_path_factory.mktemp("site") / "out", changes)


@pytest.fixture(scope="module")
def visited(shared_browser: "Browser", site: Path) -> "Iterator[tuple[BrowserContext, str]]":
    """A browser that has visited the page, and the address: the first visit takes longest."""
    with visitor(shared_browser, viewport={"width": 1280, "height": 800}) as context, served(site) as address:
        started(context, address).close()
        yield context, address


@pytest.fixture
def page(visited: "tuple[BrowserContext, str]") -> "Iterator[Page]":
    context, address = visited
    with contextlib.closing(context.new_page()) as page:
        page.goto(address)
        until(page, "page.isReady")
        yield page
    forget(context, address)


def given(folder: Path, name: str, text: str = "") -> Path:
    """Return a file that somebody gives."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_photo_a_deck_or_a_game_of_which_nothing_comes_is_left_and_the_game_goes_on(page: "Page", tmp_path: Path, root: Path) -> None:
    photo = root / "sample_images" / "01_kitchen_table.jpg"
    begin_game(page)
    text = put_down(page)
    tab(page, "photo")
    page.set_input_files("#photo", given(tmp_path, "endless.jpg"))
    page.wait_for_selector(f"#photo-problem:has-text('{SENTENCE}')", timeout=STARTS * 1000)
    until(page, "page.isReady")
    assert SENTENCE in page.inner_text("#photo-problem")  # it stays to be read
    shutil.copy(photo, tmp_path / "lasting.jpg")
    assert len(give_photo(page, tmp_path / "lasting.jpg")["cards"]) > 5  # it takes longer than the limit, in steps
    page.click("#decks > summary")
    page.set_input_files("#deck-file", given(tmp_path, "endless.toml"))
    page.wait_for_selector(f"#deck-problem:has-text('{SENTENCE}')", timeout=STARTS * 1000)
    until(page, "page.isReady")
    tab(page, "play")
    until(page, "!page.state.thinks")
    assert page.evaluate("page.gameText") == text
    page.click("#menu")
    open_game(page, given(tmp_path, "game.txt", "endless"))
    page.wait_for_selector(f"[role=alert]:has-text('{SENTENCE}')", timeout=STARTS * 1000)
    until(page, "page.isReady && !page.state.thinks")
    assert page.locator(f"[role=alert]:has-text('{SENTENCE}')").count() == 1
    assert put_down(page).startswith(text.rstrip())
    tab(page, "photo")
    assert len(give_photo(page, photo)["cards"]) > 5


def test_a_kept_game_that_is_never_read_to_its_end_is_tried_once(page: "Page") -> None:
    page.evaluate("import('./app/storage.js').then(({keep}) => keep('numero-game', 'endless'))")
    page.reload()
    tab(page, "play")
    page.wait_for_selector(f"[role=alert]:has-text('{SENTENCE}')", timeout=STARTS * 1000)
    until(page, "page.isReady && !page.state.thinks")
    begin_game(page)
    assert put_down(page)


def test_a_class_page_of_which_nothing_comes_is_left_and_the_class_is_there(page: "Page") -> None:
    frame = class_frame(page)
    frame.fill("#name", "5B")
    frame.fill("#list", "1 Ann\n2 Bo")
    frame.click("button.main")
    frame.click("button.main:has-text('Make the class')")
    frame.wait_for_selector("#print", timeout=STARTS * 1000)
    frame.evaluate("location.assign(`${location.pathname}/endless`)")
    page.wait_for_selector(f"#ended:has-text('{SENTENCE}')", timeout=STARTS * 1000)
    until(page, "page.isReady")
    assert "5B" in class_frame(page).inner_text("main")


def test_a_game_at_the_table_goes_on_after_a_file_of_which_nothing_comes(page: "Page", tmp_path: Path) -> None:
    file, game = Written(""), played(50)
    lines = [operation_lines(game, state, operation)[0] for state, operation in zip(game.states, game.operations, strict=False)][1:]
    keep(BrowserGames(file), game.replayed(1 + BEGUN))
    page.evaluate(KEEP, "".join(file.texts))
    page.goto(f"{page.url.split('#')[0]}table.html")
    assert plays(page) == lines[:BEGUN]
    add(page, lines[BEGUN])
    page.evaluate("document.body.appendChild(Object.assign(document.createElement('a'), {href: '/games'})).click()")  # as of other screens
    page.set_input_files("#open-game", given(tmp_path, "game.txt", "endless"))
    page.wait_for_selector(f"#ended:has-text('{SENTENCE}')", timeout=STARTS * 1000)
    page.wait_for_selector(f"#games [role=alert]:has-text('{SENTENCE}')", timeout=STARTS * 1000)
    page.keyboard.press("Escape")
    assert plays(page) == lines[: BEGUN + 1]
    add(page, lines[BEGUN + 1])
    page.reload()
    assert plays(page) == lines[: BEGUN + 2]
    assert "No camera" in page.inner_text("#notice")  # not that another window keeps the games
