"""Puzzles of people on the live page: found after a game, solved by taps and keys, and a film whose keys leave the game behind it alone."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from numero_cam.app.game_analysis import analyse_kept
from numero_cam.app.learner import parse_learner
from numero_cam.app.own_puzzles import puzzle_of
from numero_cam.app.table_games import table_game
from numero_cam.games.numero.rules import Build
from numero_cam.games.numero.rules.calculation import items_of
from numero_cam.games.numero.solve.kernel import kernel_available
from numero_cam.store.games import GameStore
from tests.kept_game import careless, keep, played
from tests.live_page import SEEN, page_of, until
from tests.live_server import LiveServer, served
from tests.page_states import axe_script, faults

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not kernel_available(), reason="the kernel was not built")]


NUMBER = 1  #: Of the analysed game.


@pytest.fixture(scope="module")
def analysed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of games with one that was played carelessly and is analysed."""
    path = tmp_path_factory.mktemp("kept") / "games.sqlite"
    with closing(GameStore(path)) as store:
        assert keep(store, careless(stop=60)) == NUMBER
        for _ in analyse_kept(store, table_game(store, NUMBER)):
            pass
    return path


@pytest.fixture
def language() -> str:
    return "en"


@pytest.fixture
def server(tmp_path: Path, analysed: Path, language: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[LiveServer]:
    """A table that has kept this game."""
    monkeypatch.setenv("NUMERO_CAM_LANGUAGE", language)
    folder = tmp_path / "data" / "numero-cam"
    folder.mkdir(parents=True, mode=0o700)
    shutil.copy(analysed, folder)
    with served(tmp_path) as running:
        yield running


@pytest.fixture
def store(server: LiveServer) -> Iterator[GameStore]:
    with closing(GameStore(server.home / "data" / "numero-cam" / "games.sqlite")) as opened:
        yield opened


def asked(page: "Page") -> str:
    """The puzzle that is asked, once it may be tapped."""
    until(page, "app.state.mine.puzzle && app.state.mine.draft && !app.state.mine.isDone")
    return str(page.evaluate("app.state.mine.puzzle"))


def solve(page: "Page") -> None:
    """Tap the best take of the puzzle that is asked."""
    best = puzzle_of(asked(page)).best
    items = [item for way in best.ways for item in items_of(way)]
    own = page.evaluate("app.state.mine.draft.hand.map(([face]) => face)")
    page.locator(".near .tap").nth(own.index(str(best.card))).click()
    for n, item in enumerate(items):
        lying = page.evaluate("app.state.mine.draft.centre.map(({item}) => item)")
        in_middle = isinstance(item, Build) or str(item) in lying
        until(page, f"app.state.mine.draft?.items.length === {n}")
        page.locator(".middle .tap" if in_middle else ".near .tap").nth((lying if in_middle else own).index(str(item))).click()
    until(
        page, f"app.state.mine.isDone || app.state.mine.draft?.items.length === {len(items)} && document.querySelector('.told .line.main')"
    )
    page.evaluate("document.querySelector('.told .line.main')?.click()")  # unless the last tap was the play
    until(page, "app.state.mine.isDone")


def test_a_game_leaves_puzzles_that_are_solved_in_two_windows(server: LiveServer, store: GameStore, browser: "Browser") -> None:
    page, other = page_of(browser, server, f"#game-{NUMBER}"), page_of(browser, server)
    page.wait_for_selector("#puzzles a")
    assert page.locator("#puzzles a").all_inner_texts() == ["Ann: 3 puzzles"]
    page.click("#puzzles a")
    other.evaluate("void (location.hash = '#puzzles-Ann')")
    first = asked(page)
    assert asked(other) == first
    solve(page)
    assert page.inner_text(".judged") == "No take is better."
    until(page, "app.state.learners.Ann.due === 2")
    after = store.learner("Ann")
    other.locator("#show").click()
    until(other, "app.state.mine.isDone && app.state.learners.Ann.due === 2")
    assert store.learner("Ann") == after  # it was answered in the first window
    page.click("#next-mine")
    second = asked(page)
    assert second != first
    page.keyboard.press("h")
    page.wait_for_selector(".tip .said")
    page.keyboard.press("Escape")
    page.wait_for_selector(".tip", state="detached")
    page.locator(".near .tap:enabled").first.focus()
    page.keyboard.press("Enter")
    until(page, "app.state.mine.editor.card || app.state.mine.editor.items.length")
    page.keyboard.press("u")
    until(page, "!app.state.mine.editor.card && !app.state.mine.editor.items.length")
    solve(page)
    until(page, "app.state.learners.Ann.due === 1")
    slots = {card.puzzle: card.slot.box for card in parse_learner(store.learner("Ann")).cards}
    assert (slots[first], slots[second]) == (2, 1)  # with a hint it is not learned yet
    page.click("#mine-back")
    page.wait_for_selector(".winner")
    other.goto(f"{server.browsed}games")
    other.locator("a[href='/#puzzles-Computer']").click()
    other.wait_for_selector("text=There is no puzzle yet.")
    assert not SEEN[page][0] + SEEN[other][0]


def test_a_request_that_is_lost_leaves_the_puzzle_and_another_try(server: LiveServer, browser: "Browser") -> None:
    page = page_of(browser, server, "#puzzles-Ann")
    first = asked(page)
    page.evaluate("app.link.fetch = () => Promise.reject(new Error('lost')); app.state.mine.puzzle")
    page.click("#show")
    page.wait_for_selector(".told .problem:has-text('I cannot reach the table')")
    assert page.evaluate("[app.state.mine.isDone, app.state.learners.Ann.cards]") == [False, 3]
    page.evaluate("void (delete app.link.fetch)")
    page.click("#show")
    until(page, "app.state.mine.isDone && app.state.learners.Ann.due === 2")
    page.evaluate("void (app.link.fetch = () => Promise.reject(new Error('lost')))")
    page.click("#next-mine")
    page.wait_for_selector(".told .problem:has-text('I cannot reach the table')")
    page.evaluate("void (delete app.link.fetch)")
    page.click("#next-mine")
    assert asked(page) != first


def test_an_address_that_names_nobody_and_a_class_are_told(server: LiveServer, browser: "Browser") -> None:
    page = page_of(browser, server, "#puzzles-%E0%A4%A")
    page.wait_for_selector("#begin")
    (Path(server.home) / "data" / "numero-cam" / "classes.sqlite").touch()
    page.evaluate("void (location.hash = '#puzzles-Ann')")
    page.wait_for_selector(".problem:has-text('A class is kept here')")
    page.goto(f"{server.browsed}games")
    page.click("text=Turn them on")
    page.wait_for_selector("text=Puzzles from games and progress are on.")
    page.goto(f"{server.browsed}#game-{NUMBER}")
    page.wait_for_selector("#puzzles a")


@pytest.mark.parametrize(("scheme", "text", "language"), [("light", 100, "en"), ("dark", 100, "de"), ("light", 200, "de")])
def test_nothing_is_cut_or_inaccessible(server: LiveServer, browser: "Browser", scheme: str, text: int) -> None:
    axe = axe_script()
    page = page_of(browser, server, f"#game-{NUMBER}", reduced_motion="reduce", color_scheme=scheme)
    page.wait_for_selector("#puzzles a")
    page.evaluate("size => { document.documentElement.style.fontSize = size; }", f"{text}%")
    found: dict[str, list[str]] = {}
    sizes = ((360, 640), (390, 844), (1366, 768))
    for width, height in sizes[1:]:
        page.set_viewport_size({"width": width, "height": height})
        found[f"result {width}"] = faults(page, axe)
    page.click("#puzzles a")
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        asked(page)
        found[f"asked {width}"] = faults(page, axe)
        page.locator(".near .tap:enabled").first.click()
        page.wait_for_selector(".told .sum")
        found[f"tapped {width}"] = faults(page, axe)
        page.click("#step-back")
        page.click("#hint")
        page.wait_for_selector(".tip")
        found[f"hint {width}"] = faults(page, axe)
        page.click("#show")
        until(page, "app.state.mine.answer")
        found[f"answer {width}"] = faults(page, axe)
        if page.locator("#next-mine").count():
            page.click("#next-mine")
    assert {name: each for name, each in found.items() if each} == {}


def test_keys_of_a_film_leave_the_game_behind_it_alone(server: LiveServer, store: GameStore, browser: "Browser") -> None:
    number, going_on = keep(store, played(9, stop=20)), keep(store, played(5, stop=11))
    keeper = server.page()
    keeper.until(lambda: "game" in keeper.newest)
    keeper.change(type="go_on", game=going_on)
    keeper.until(lambda: keeper.game().get("game") == going_on)
    page = page_of(browser, server)
    until(page, "app.state.game.undo")
    before = store.lines(int(keeper.game()["game"]))
    for address in (f"#film-{number}-2", f"#game-{number}", "#puzzles-Ann"):
        page.evaluate("address => { location.hash = address; }", address)
        until(page, "app.state.shown")
        page.keyboard.press("u")
        page.keyboard.press("r")
        page.wait_for_timeout(500)
        assert store.lines(int(keeper.game()["game"])) == before
    page.evaluate("void (location.hash = '')")
    until(page, "!app.state.shown")
    page.keyboard.press("u")
    until(page, "app.state.game.redo")
