"""What each page is for, in a real browser: it keeps the game, is a player's, only shows, or is only the camera."""

from typing import TYPE_CHECKING

import pytest

from tests.live_page import SEEN, choose_role, opened, page_of, until
from tests.live_server import START, TRUTH, LiveServer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow  # a browser


@pytest.fixture(scope="module")
def shared_browser() -> "Iterator[Browser]":
    with opened("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream") as found:
        yield found


def test_a_page_that_only_shows_has_no_form_no_buttons_and_no_hints(server: LiveServer, browser: "Browser") -> None:
    page = page_of(browser, server)
    page.wait_for_selector("#begin")
    choose_role(page, "watcher")
    page.wait_for_selector("#begin", state="detached")
    assert page.locator("form, #allow:visible, #hint").count() == 0
    server.playing()
    until(page, "app.state.game.state === 'playing'")
    page.wait_for_selector(".card")
    assert page.locator("button.lies, #hint, #wrong, #challenge, #right").count() == 0
    choose_role(page, "keeper")  # on this machine each page may be it
    page.click("#right")
    page.wait_for_selector("button.lies")
    page.wait_for_selector("#wrong")
    assert not SEEN[page][0]


def test_the_page_of_a_player_has_his_hints_only_and_may_challenge(server: LiveServer, browser: "Browser") -> None:
    first, second = TRUTH["players"]
    mine, theirs = page_of(browser, server), page_of(browser, server)
    for page, name in ((mine, first), (theirs, second)):
        page.wait_for_selector("#begin")
        choose_role(page, "player")
        page.fill("#name", f" {name.lower()}")  # as somebody writes it
        page.press("#name", "Tab")
    keeper = server.playing()
    mine.wait_for_selector("#hint")
    assert mine.locator("#wrong").count() == 0
    assert mine.locator("#challenge").count() == 1
    for strength in ("cards", "with", "begin", "play"):
        mine.keyboard.press("h")
        until(mine, f"app.state.hint?.level === '{strength}' && app.state.hint.lines.length")
    assert mine.locator(".tip .strength .on").count() == 4
    theirs.wait_for_selector(".table")
    assert theirs.locator("#hint").count() == 0
    theirs.evaluate("app.setLevel('play')")
    until(theirs, f"app.state.hint?.player === '{first}'")
    assert theirs.evaluate("app.state.hint.lines") == []  # the table itself does not tell it
    assert theirs.locator(".tip").count() == 0
    # A level is a page's own: one that comes later has its hint at once.
    later = server.page("player", player=first)
    later.until(lambda: "game" in later.newest)
    later.tell(type="level", level="play")
    later.until(lambda: later.newest.get("hint", {}).get("lines"))
    later.tell(type="level", level="cards")
    later.until(lambda: later.newest["hint"]["level"] == "cards")
    assert all(message["level"] in ("play", "cards") for message in later.heard if message["type"] == "hint")
    assert keeper.game()["state"] == "playing"
    assert not SEEN[mine][0] + SEEN[theirs][0]


def test_a_page_that_is_only_the_camera_shows_nothing_else(server: LiveServer, browser: "Browser") -> None:
    page = page_of(browser, server)
    page.wait_for_selector("#begin")
    choose_role(page, "camera")
    page.wait_for_selector("#begin", state="detached")
    page.click("#allow")
    page.wait_for_selector(".count:visible")
    assert page.locator("form, #hint").count() == 0
    keeper = server.page()
    keeper.until(lambda: "game" in keeper.newest)
    keeper.change(**START)
    page.wait_for_selector(".said:has-text('Deal the cards')")
    assert page.locator("#wrong, #challenge, .plays").count() == 0
    assert not SEEN[page][0]
