"""Correcting by tap and by keyboard alone, in a real browser: what a card is, whose hand it belongs to, what was played."""

import json
from typing import TYPE_CHECKING

import pytest

from tests.live.test_page_covers import COVERED
from tests.live_page import SEEN, page_of, until
from tests.live_server import TRUTH, LiveServer, TestPage, picture_at
from tests.page_states import axe_script, faults

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow  # a browser


def rest(keeper: TestPage, at: float, pictures: int) -> None:
    """Show one picture of the film again and again: a table at which nobody does anything."""
    pixels, number = picture_at(at), round(at * TRUTH["fps"])
    for n in range(pictures):
        keeper.show(pixels, number + n, at + n / TRUTH["fps"])
    keeper.until(lambda: keeper.credits == 2)


def tab_to(page: "Page", focused: str) -> None:
    """Press the tab key until something has the focus."""
    for _ in range(80):
        if page.evaluate(f"() => document.activeElement.matches({json.dumps(focused)})"):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"the tab key never comes to {focused}")


def test_a_card_that_belongs_to_the_hand_is_tapped_and_the_play_taken_back(server: LiveServer, browser: "Browser") -> None:
    event = TRUTH["events"][0]
    keeper = server.playing(round(event["settled"] * TRUTH["fps"]))
    rest(keeper, event["settled"], 15)
    assert keeper.lines() == [event["text"]]
    player, card = event["player"], event["text"].split()[-1]
    page = page_of(browser, server)
    until(page, "app.state.table && app.state.game.plays?.length > 0")
    tapped = page.evaluate(f"app.state.table.cards.find(card => card.face === '{card}' && card.zone === 'centre').id")
    page.click(f"#lies-{tapped}")
    page.click(f"dialog button:has-text('hand of {player}')")
    until(page, "app.state.game.plays.length === 0")
    assert page.evaluate("app.state.game.player") == player
    rest(keeper, event["settled"], 20)
    until(page, f"app.state.table.cards.find(card => card.id === {tapped})?.zone === 'row'")
    until(page, f"document.querySelector('.seat[aria-label*={player}] #lies-{tapped}')")
    assert (page.get_attribute(f"#lies-{tapped}", "aria-label") or "").startswith("8 blue")
    assert keeper.lines() == []  # it still lies there, and is no play any more
    assert not SEEN[page][0]


def test_a_whole_correction_with_the_keyboard_alone(server: LiveServer, browser: "Browser") -> None:
    keeper = server.playing()
    page = page_of(browser, server)
    until(page, "app.state.table && app.state.game.state === 'playing'")
    centre = [card["face"] for card in keeper.newest["table"]["cards"] if card["zone"] == "centre"]
    page.wait_for_selector(".believed button.face")
    wrong = page.evaluate("app.state.table.cards.find(card => card.zone === 'centre' && card.face).face")
    missing = next(
        face for face in page.evaluate("app.state.game.pack") if face[-1] == "g" and face not in str(keeper.newest["table"]["cards"])
    )
    tab_to(page, f".believed button[data-name^='{wrong} ']")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")
    tab_to(page, "dialog summary")
    page.keyboard.press("Enter")
    tab_to(page, "#written")
    page.keyboard.type("green")
    tab_to(page, "dialog details .face")  # one stop for all cards; the arrow keys go on
    while page.evaluate("() => document.activeElement.dataset.name.split(' ')[0]") != missing:
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog", state="detached")
    until(page, f"app.state.game.centre.includes('{missing}')")
    assert wrong in centre
    assert wrong not in page.evaluate("app.state.game.centre")
    tab_to(page, "#right")
    page.keyboard.press("Enter")

    # A play that was not seen, and one that was none.
    player = page.evaluate("app.state.game.player")
    hand = page.evaluate(f"app.state.game.hands_of[{json.dumps(player)}]")
    for button in ("#wrong", "#add", "details:has(#typed) > summary"):
        tab_to(page, button)
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog[open]")
    tab_to(page, "#typed")
    page.keyboard.press("Control+a")
    page.keyboard.type(f"{player}: discard {next(card for card in hand if card[-1] in 'rbgo')}")
    page.keyboard.press("Enter")
    until(page, "app.state.game.plays.length === 1")
    for button in ("#wrong", "#play-1", "#take-back"):
        tab_to(page, button)
        page.keyboard.press("Enter")
    until(page, "app.state.game.plays.length === 0")
    assert not SEEN[page][0]


def test_a_face_is_found_by_writing_it_and_what_is_not_in_the_game_is_told(server: LiveServer, browser: "Browser") -> None:
    server.playing()
    page = page_of(browser, server)
    page.locator(".believed button.face").first.click()
    likely = page.locator("dialog .faces").first.locator(".face")
    assert likely.count() > 0  # also where the eyes were sure
    page.click("dialog summary")
    page.fill("#written", "99")
    page.wait_for_selector("dialog p:has-text('No such card')")
    page.fill("#written", "7r")
    assert page.locator("details .face:visible").all_inner_texts()
    page.press("#written", "Enter")
    page.wait_for_selector("dialog", state="detached")
    assert not SEEN[page][0]


def test_what_a_play_may_have_been_instead_is_told_with_it_and_is_one_tap_away(server: LiveServer, browser: "Browser") -> None:
    event = TRUTH["events"][0]
    keeper = server.playing(round(event["settled"] * TRUTH["fps"]))
    rest(keeper, event["settled"], 15)
    page = page_of(browser, server)
    until(page, "app.state.game.plays.length")
    assert page.locator("#it-was").count() == 0
    page.evaluate("""app.update({dealSeen: app.state.game.game, game: {...app.state.game, plays: app.state.game.plays.map(play =>
      ({...play, perhaps: "Or was it the 12 red?", others: [["Finn: discard 12r", 0.2]]}))}})""")
    axe = axe_script()
    for width, height in ((360, 640), (390, 844), (820, 1180), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        assert faults(page, axe) == []
        assert page.inner_text("#it-was") == "Or was it the 12 red?"
        assert page.evaluate(COVERED, "#it-was") == []
    page.focus("#it-was")
    page.keyboard.press("Enter")
    until(page, "app.state.game.plays[0]?.by === 'person'")
    assert keeper.lines() == ["1 Finn: discard 12r"]
    page.wait_for_selector("#it-was", state="detached")
    assert not SEEN[page][0]
