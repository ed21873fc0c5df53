"""What goes wrong is told in a plain sentence, and the game is unharmed: names, cards, packs; and how few taps begin a game."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.live_page import SEEN, opened, page_of, until
from tests.live_server import DEAL_PICTURES, FILM, LiveServer, film_as_camera
from tests.page_states import Look, cut

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow  # a browser

#: Names of 40 letters, one of them without a place where a line may end.
LONG = ["Wolfgang Amadeus Maximilian von Mozarthe", "Mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"]


def test_whoever_would_end_the_game_of_somebody_else_is_asked_first(server: LiveServer, browser: "Browser") -> None:
    """Two people begin at once: the page of the second still shows the start, and its button does what it does there."""
    page = page_of(browser, server)
    page.fill("#name-0", "Cleo")
    page.fill("#name-1", "Dan")
    page.evaluate("() => { const hear = app.hear.bind(app); app.hear = told => { if (told.type !== 'game') hear(told); }; }")
    server.page("keeper").change(type="start", players=["Ann", "Ben"], near="Ann", hands="open")
    look = server.page("keeper")
    look.until(lambda: look.game().get("players") == ["Ann", "Ben"])
    page.click("#begin")
    page.wait_for_selector("dialog:has-text('a game of Ann and Ben is on the table; it would end')")
    page.click("dialog .buttons button:not(.main)")
    page.wait_for_selector("dialog", state="detached")
    assert look.game()["players"] == ["Ann", "Ben"]
    page.click("#begin")
    page.click("dialog .buttons .main")
    look.until(lambda: look.game().get("players") == ["Cleo", "Dan"])
    assert not SEEN[page][0]


def test_equal_names_are_told_and_wild_cards_and_packs_are_chosen_by_taps(server: LiveServer, browser: "Browser") -> None:
    """An own choice begins with the cards of the level; what was typed at an older page counts as far as it is cards."""
    page = page_of(browser, server)
    page.evaluate("() => { const change = app.change.bind(app); app.change = (told, of) => { app.told = told; change(told, of); }; }")
    page.fill("#name-0", "Ann")
    page.fill("#name-1", "Ann")
    page.click("#begin")
    page.wait_for_selector("#told:has-text('two players are called \"Ann\"')")
    assert page.evaluate("app.state.game.state") == "none"
    assert page.input_value("#name-0") == "Ann"
    page.fill("#name-1", "Ben")
    page.click("#rules")
    page.select_option("#cards", "2")
    page.click("#own summary")
    page.select_option("#wilds", "own")
    chosen = page.locator("#own button[aria-pressed=true]")
    assert chosen.evaluate_all("all => all.map(one => one.dataset.name.split(' ')[0])") == ["-2", "-3", "-4", "-5"]
    page.click("#own button[data-name^='-3 ']")
    page.click("#own button[data-name^='x3 ']")
    assert page.input_value("#packs") == "1"
    page.select_option("#packs", "2")
    page.keyboard.press("Escape")
    page.click("#begin")
    until(page, "app.state.game.state === 'waiting'")
    assert page.evaluate("app.told.packs") == 2
    assert page.evaluate("[...new Set(app.state.game.pack.filter(face => !/^\\d+[rbgo]$/.test(face)))]") == ["-2", "-4", "-5", "x3"]
    page.evaluate("() => { const {setup} = app.state; app.setSetup({...setup, wilds: '-2, foo'}); app.change({type: 'stop'}); }")
    page.click("#begin")
    until(page, "app.state.game.state === 'waiting'")
    assert page.evaluate("[...new Set(app.state.game.pack.filter(face => !/^\\d+[rbgo]$/.test(face)))]") == ["-2"]
    assert not SEEN[page][0]


def test_names_of_forty_letters_are_read_on_every_screen(server: LiveServer, browser: "Browser") -> None:
    page = page_of(browser, server, reduced_motion="reduce")
    for n, name in enumerate(LONG):
        page.fill(f"#name-{n}", name)
        assert page.input_value(f"#name-{n}") == name
    page.click("#begin")
    until(page, "app.state.game.state === 'waiting'")
    keeper = server.page()
    keeper.until(lambda: "game" in keeper.newest and keeper.credits)
    keeper.play(FILM, last=DEAL_PICTURES)
    page.click("#right")
    page.wait_for_selector(".stage")
    assert cuts(page) == {}
    page.evaluate("() => { location.hash = '#scores'; }")
    page.wait_for_selector(".wall")
    assert cuts(page) == {}
    page.evaluate("() => { location.hash = ''; }")
    page.wait_for_selector(".stage")
    keeper.change(type="stop")
    page.wait_for_selector(".winner")
    assert cuts(page) == {}
    for address in ("games", "games/1"):
        page.goto(server.browsed + address)
        assert cuts(page) == {}


def cuts(page: "Page") -> dict[str, list[str]]:
    """What is cut of a screen, by the window in which it is."""
    found = {}
    for look in (Look(1366, 768, "light"), Look(390, 844, "light"), Look(820, 1180, "light")):
        look.at(page)
        if told := cut(page):
            found[str(look)] = told
    Look(1366, 768, "light").at(page)
    return found


def test_three_taps_begin_a_game_and_two_more_draw_its_best_play(server: LiveServer, tmp_path: Path) -> None:
    film = tmp_path / "deal.mjpeg"
    film_as_camera(FILM, film, first=30)
    with opened(camera=film) as browser:
        page = page_of(browser, server)
        page.evaluate("() => { window.taps = 0; addEventListener('click', () => { taps += 1; }, true); }")
        page.click("#allow")
        until(page, "app.state.table?.cards.length > 5")
        page.click("#begin")
        page.click("#right")
        page.wait_for_selector(".stage")
        assert page.evaluate("app.state.game.state") == "playing"
        assert page.evaluate("taps") == 3
        # The best play is drawn where the cards lie, in the very picture.
        page.evaluate("""() => {
          const draw = app.picture.draw.bind(app.picture);
          app.picture.draw = (table, picture, overlay) => { window.marked = [...overlay.marks.values()]; draw(table, picture, overlay); };
        }""")
        page.click("#camera")
        page.click("#draw-best")
        until(page, "window.marked.includes('takes') && window.marked.length > 1")
        page.click("#draw-best")
        until(page, "window.marked.length === 0")
