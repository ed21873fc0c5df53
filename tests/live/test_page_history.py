"""The history on the page: what happened, by whom, what a change touched; undo and redo by taps and by keys, on a telephone too."""

import re
from typing import TYPE_CHECKING

import pytest

from tests.live_page import SEEN, page_of, until
from tests.live_server import STAYS, TRUTH, LiveServer
from tests.page_states import axe_script, faults

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow  # a browser
SMALL = {"width": 390, "height": 844}


def last_draw(page: "Page") -> str:
    """What the arrow takes back."""
    until(page, "app.state.game.undo?.said.includes('draws')")
    page.keyboard.press("Escape")  # of what is celebrated
    return str(page.evaluate("app.state.game.undo.said"))


def entries(page: "Page") -> list[str]:
    return page.locator(".past > li > p:nth-child(2)").all_inner_texts()


def test_a_mend_shows_what_it_touches_the_drawer_has_every_step_and_an_ended_game_goes_on(server: LiveServer, browser: "Browser") -> None:
    keeper = server.playing(last=None, stays=STAYS)
    keeper.until(lambda: len(keeper.lines()) == len(TRUTH["events"]))
    wide, small = pages = page_of(browser, server), page_of(browser, server, viewport=SMALL)
    draw = last_draw(wide)
    until(small, "app.state.game.undo")

    wide.keyboard.press("u")
    until(wide, "app.state.game.redo")
    assert wide.inner_text("#redo") == f"Redo: {draw}"
    assert wide.inner_text(".told .said") == f"Taken back: {draw}"
    wide.keyboard.press("r")
    until(wide, "!app.state.game.redo")

    track = wide.evaluate("app.state.table.cards.find(card => card.zone === 'centre' && card.face === '8b').id")
    wide.click(f"#lies-{track}")
    wide.click("dialog summary")
    wide.fill("#written", "8 red")
    wide.press("#written", "Enter")
    until(wide, "app.state.game.changed?.by === 'person'")
    until(wide, "document.querySelector('.touched')")
    touched = wide.inner_text(".touched")
    assert "8 blue" in touched
    assert re.search(r"Eve builds 15|Eve takes 4 cards", touched), "the 8 red was in that build, and in that take"
    wide.focus("#history")
    wide.keyboard.press("Enter")
    wide.wait_for_selector(".past > li")
    until(wide, "document.querySelector('.past > li.of-change')")
    assert entries(wide)[0].startswith("The 8 blue on the table is the 8 red.")
    assert entries(wide)[1:3] == [f"Done again: {draw}", f"Taken back: {draw}"]
    assert entries(wide)[-1] == "The cards are dealt."
    assert "a person" in wide.inner_text(".past > li.of-change")
    axe = axe_script()
    assert faults(wide, axe) == []
    wide.keyboard.press("Escape")
    wide.wait_for_selector("dialog", state="detached")
    assert wide.evaluate("document.activeElement.id") == "history"

    small.click("#menu")
    small.click("#history-more")
    small.wait_for_selector(".past > li.of-change")
    assert faults(small, axe) == []
    small.click("#undo-past")
    until(small, "app.state.game.redo")
    small.wait_for_selector(".past > li.of-back")
    assert wide.evaluate("app.state.game.centre.includes('8b')")

    # A game that is ended goes on by one tap.
    scores = wide.evaluate("app.state.game.scores")
    wide.click("#over:has-text('End the game')")
    wide.wait_for_selector("#goes-on")
    assert wide.evaluate("app.state.game.state") == "over"
    wide.click("#goes-on")
    until(wide, "app.state.game.state === 'playing'")
    assert wide.evaluate("app.state.game.scores") == scores
    assert not any(SEEN[page][0] for page in pages)
