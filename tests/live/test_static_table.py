"""The live table without a server, in Chromium with the network off: it follows a film as the program does, and keeps the game."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from numero_cam import watch
from numero_cam.games.numero.engine import game_text, read_game
from tests.browser_page import OTHER, STARTS, UPDATE, changed, memory_watched, served, started, visitor
from tests.films import as_webm
from tests.kept_game import careless
from tests.page_states import axe_script, faults

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

FOLLOWS = 600.0  #: Seconds: the film waits for the table, and the machine may be busy.
MOST_MEMORY = 1024  #: Of the page with its worker, in MB.


@pytest.fixture(scope="module")
def film(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A film of a few turns, as Chromium can play it."""
    return as_webm(root / "tests" / "data" / "films" / "small_open.mp4", tmp_path_factory.mktemp("film") / "game.webm")


@pytest.fixture(scope="module")
def told(film: Path) -> list[str]:
    """The plays of the film, as the program tells them."""
    return [event.text for event in watch(film, players="Finn, Eve", near="Finn") if event.kind == "operation"]


@pytest.fixture(scope="module")
def asked() -> list[str]:
    return []


@pytest.fixture(scope="module")
def table(shared_browser: "Browser", site: Path, asked: list[str]) -> "Iterator[Page]":
    """The page of the table, which was visited once and is opened without a network."""
    with visitor(shared_browser, viewport={"width": 1280, "height": 800}) as context:
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


def test_the_demonstration_plays_by_one_tap_from_the_first_screen(shared_browser: "Browser", site: Path) -> None:
    with visitor(shared_browser) as context, served(site) as address:
        page = started(context, address)
        page.click("#to-demo")
        until(page, "app.state.game?.plays?.length", FOLLOWS)
        assert page.evaluate("app.state.dialog") is None
        assert page.url == f"{address}table.html"
        page.go_back()
        page.click("text=All games that were kept")
        page.wait_for_selector("#games dialog", timeout=STARTS * 1000)
        page.click("#games #close")
        page.click("#menu")
        page.click("dialog a:has-text('Numero Cam')")
        page.wait_for_selector("#to-demo")


def test_a_film_is_told_to_its_end_as_the_program_tells_it(table: "Page", film: Path, told: list[str]) -> None:
    table.fill("#name-0", "Finn")
    table.fill("#name-1", "Eve")
    table.click("#begin")
    until(table, "app.state.game.state === 'waiting'")
    table.evaluate("app.openDialog({kind: 'camera'})")
    with memory_watched() as peak:
        table.set_input_files("#photo", film)
        until(table, "app.camera.running")
        until(table, "!app.camera.running", FOLLOWS)
        until(table, f"app.state.game.plays.length >= {len(told)}")  # the last pictures are read after the film is over
    table.keyboard.press("Escape")
    assert plays(table) == told
    assert game(table)["scores"] == {"Finn": 0, "Eve": 8}
    assert 0 < peak() <= MOST_MEMORY


def test_what_was_told_is_mended_by_taps(table: "Page", told: list[str]) -> None:
    *_, take, _ = told
    table.click("#undo")  # the draw
    until(table, "app.state.game.redo")
    table.click("#undo")
    until(table, f"!app.state.game.plays.some(play => play.text === {take!r})")
    for button in ("#wrong", "#add", "details:has(#typed) > summary"):
        table.click(button)
    table.fill("#typed", take.split(" ", 1)[1])
    table.press("#typed", "Enter")
    until(table, f"app.state.game.plays.some(play => play.text === {take!r})")


def test_only_what_has_an_effect_there_can_be_pressed(table: "Page") -> None:
    table.click("#menu")
    table.wait_for_selector("#sound-switch")
    assert table.locator("#record, #role, #devices").count() == 0
    table.keyboard.press("Escape")
    assert table.evaluate("fetch('clips/points.mp3').then(answer => answer.ok)")  # offline, as all of it


def test_the_game_is_offered_on_the_first_screen(table: "Page") -> None:
    page = table.context.new_page()
    page.goto(table.url.replace("table.html", ""))
    assert "Eve: 8" in page.inner_text("#to-game[href='table.html']")
    page.close()


def test_a_game_is_saved_as_a_file_and_opened_again(table: "Page", told: list[str], tmp_path: Path) -> None:
    table.evaluate("app.change({type: 'stop'})")
    table.wait_for_selector("a[href='/games/1']")
    with table.expect_download() as saved:
        table.click("a[href='/games/1']")
    path = tmp_path / saved.value.suggested_filename
    saved.value.save_as(path)
    kept = read_game(path.read_text(encoding="utf-8")).whole()
    assert path.name == "numero-game-1.txt"
    assert (kept.names, len(kept.operations)) == (("Finn", "Eve"), 1 + len(plays(table)))
    table.click("nav a[href='/games']")
    table.wait_for_selector("#games li")
    assert table.locator("#games li").count() == 1
    table.set_input_files("#open-game", path)
    table.wait_for_selector("#games li >> nth=1")
    assert faults(table, axe_script()) == []
    table.locator("#games a.button").first.click()
    until(table, f"app.state.story?.game === 2 && app.state.story.frames.length >= {len(told) // 2}")
    broken = tmp_path / "letter.txt"
    broken.write_text("dear")
    table.click("nav a[href='/games']")
    table.set_input_files("#open-game", broken)
    table.wait_for_selector("#games [role=alert]:has-text('line 1')")


def test_what_cannot_be_used_is_told_in_one_sentence(table: "Page", tmp_path: Path, root: Path) -> None:
    table.goto(table.url.split("#")[0])
    linked(table)
    film = tmp_path / "film.mp4"
    film.write_text("dear")
    table.set_input_files("#photo", film)
    table.wait_for_selector("text=This film cannot be played here.")
    table.evaluate("""Object.defineProperty(navigator.mediaDevices, 'getUserMedia', {configurable: true, value: async () => {
      throw new DOMException('', 'NotAllowedError'); }})""")
    table.click("#allow")
    table.wait_for_selector("text=The browser was not allowed to use the camera.")
    letter = tmp_path / "letter.jpg"
    letter.write_text("dear")
    table.set_input_files("#photo", letter)
    table.wait_for_selector("text=is not a picture that can be read")
    table.set_input_files("#photo", root / "sample_images" / "01_kitchen_table.jpg")
    until(table, "app.state.table?.cards.length > 5")
    other = table.context.new_page()
    other.goto(table.url)
    linked(other)
    other.set_input_files("#photo", root / "sample_images" / "01_kitchen_table.jpg")
    other.wait_for_selector("text=The live table is open in another window of this browser")
    other.close()


def test_the_film_of_the_demonstration_comes_when_it_is_asked_for_and_stays(shared_browser: "Browser", site: Path, tmp_path: Path) -> None:
    own = tmp_path / "site"
    shutil.copytree(site, own)
    with visitor(shared_browser, viewport={"width": 1280, "height": 800}) as context:
        with served(own) as address:
            started(context, address).close()
            page = context.new_page()
            page.goto(f"{address}table.html")
            linked(page)
            context.set_offline(True)
            page.click("#demo")
            page.wait_for_selector("text=The film of the demonstration has not come yet")
            assert game(page)["state"] == "none"
            context.set_offline(False)
            page.click("#demo")
            until(page, "app.isDemoFilm")
            changed(own, "css/app.css")
            page.evaluate(UPDATE)
            with page.expect_navigation():
                page.click("#update button")
        context.set_offline(True)
        linked(page)
        page.evaluate("app.leaveDemo(true)")
        until(page, "app.isDemoFilm")
        assert page.evaluate("fetch('css/app.css').then(answer => answer.text())") == OTHER


def test_games_that_cannot_be_listed_are_told_in_the_sheet(table: "Page") -> None:
    table.evaluate("void (window.fetched = app.link.fetch, app.link.fetch = async () => new Response('Nothing comes.', {status: 400}))")
    table.evaluate("document.querySelector(\"a[href='/games']\").click()")
    assert table.inner_text("#games .problem") == "Nothing comes."
    table.click("#games #close")
    table.evaluate("void (app.link.fetch = fetched)")


def test_nobody_else_is_asked_for_anything(table: "Page", asked: list[str]) -> None:
    own = table.evaluate("location.origin")
    assert [url for url in asked if not url.startswith((own, f"blob:{own}"))] == []


def test_a_game_at_the_table_leaves_puzzles_that_are_solved_and_deleted(shared_browser: "Browser", site: Path) -> None:
    with visitor(shared_browser, reduced_motion="reduce") as context, served(site) as address:
        page = context.new_page()
        page.goto(f"{address}table.html#games")
        linked(page)
        text = game_text(careless(stop=16)).encode()
        page.set_input_files("#open-game", {"name": "game.txt", "mimeType": "text/plain", "buffer": text})
        page.click("#games a[href='#game-1']")
        page.wait_for_selector("#puzzles a", timeout=FOLLOWS * 1000)
        assert page.locator("#puzzles a").all_inner_texts() == ["Ann: 1 puzzle"]
        page.click("#puzzles a")
        until(page, "app.state.mine.draft")
        assert faults(page, axe_script()) == []
        page.click("#show")
        until(page, "app.state.mine.isDone && app.state.learners.Ann.due === 0")
        page.reload()
        linked(page)
        until(page, "app.state.learners.Ann?.cards === 1 && app.state.mine.whose === 'Ann' && !app.state.mine.puzzle")
        page.evaluate("void (location.hash = '')")
        page.click("header a[href='/games']")
        page.click("#games li:has-text('Ann') summary")  # the other player may have a record too, of how he played
        assert faults(page, axe_script()) == []
        page.click("#games li:has-text('Ann') .danger")
        page.wait_for_selector("#games li:has-text('Ann')", state="detached")
