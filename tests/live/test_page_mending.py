"""A filmed game in a real browser: plays are mended by taps only, then its end, its film and a rematch."""

from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import pytest

from tests.live_page import SEEN, page_of, until
from tests.live_server import STAYS, TRUTH, LiveServer, TestPage, picture_at
from tests.page_states import NOTATION

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow  # a browser


def plain(page: "Page") -> None:
    """Nobody is shown a word of the notation or of the command line."""
    shown = page.inner_text("body")
    assert not NOTATION.search(shown), NOTATION.findall(shown)


def tap(page: "Page", card: str) -> None:
    """Tap a card or build of the sheet by its name."""
    page.click(f".taps .tap[aria-label^='{card}']")


def mend(page: "Page", k: int) -> None:
    """Open a play, whose cards are then tapped already."""
    page.click("#wrong")
    plain(page)
    page.click(f"#play-{k}")
    page.wait_for_selector(".taps")
    page.wait_for_selector(".taps .tap.chosen")
    plain(page)


def filmed(server: LiveServer) -> TestPage:
    """A game as far as the film goes, shown to the table as fast as it looks."""
    keeper = server.playing(last=None, stays=STAYS)
    keeper.until(lambda: len(keeper.lines()) == len(TRUTH["events"]))
    return keeper


def test_a_whole_game_is_mended_by_taps_ended_looked_through_played_again_and_deleted(server: LiveServer, browser: "Browser") -> None:
    filmed(server)
    page = page_of(browser, server)
    until(page, "app.state.game.plays?.some(play => play.kind === 'taken')")
    plain(page)
    _mend_by_taps(page, page.evaluate("app.state.game.plays.find(play => play.kind === 'taken').k"))
    _end_and_share(page)
    _look_through(page)
    page.click("#rematch")
    until(page, "app.state.game.state === 'waiting'")
    assert page.evaluate("app.state.game.players") == TRUTH["players"][::-1]
    assert page.evaluate("app.state.game.near") == TRUTH["near"]
    _look_at_kept_games(page, server)
    assert not SEEN[page][0]


def _mend_by_taps(page: "Page", taken: int) -> None:
    # The take was no take, and then it was one after all: taps only, and only what may be can be tapped.
    mend(page, taken)
    page.wait_for_selector(".sum.fits")
    tap(page, "a build of 15")
    page.wait_for_selector("#save:has-text('Eve puts down the 15.')")
    page.click("#save")
    until(page, "app.state.game.scores.Eve === 0")
    mend(page, taken)
    tap(page, "a build of 15")
    page.wait_for_selector(".sum.fits")
    plain(page)
    page.click("#step-back")
    page.wait_for_selector(".sum:not(.fits)")
    assert page.locator(".taps .tap[aria-label='15 red, in the hand, chosen']").count() == 1
    tap(page, "a build of 15")
    page.click("#save:has-text('Eve takes')")
    until(page, f"app.state.game.scores.Eve === {TRUTH['scores']['Eve']}")

    # The page is loaded anew while a play is mended: it goes on with the same taps.
    mend(page, taken)
    page.click("#step-back")
    page.wait_for_selector(".sum:not(.fits)")
    page.reload()
    page.wait_for_selector(".taps .tap.chosen[aria-label^='15 red']")
    assert page.locator(".taps .tap.chosen").count() == 1
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert page.evaluate("app.state.game.scores.Eve") == TRUTH["scores"]["Eve"]

    # One tap takes back what the arrow says, another does it again.
    assert page.inner_text("#undo") == "Undo: It was: Eve takes 4 cards with the 15: a build of 1, 8 and 6."
    page.click("#undo")
    until(page, "app.state.game.scores.Eve === 0")
    page.click("#redo")
    until(page, f"app.state.game.scores.Eve === {TRUTH['scores']['Eve']}")

    # A play is taken back, and added with its draw.
    plays = page.evaluate("app.state.game.plays.length")
    page.click("#wrong")
    page.click(f"#play-{taken}")
    page.click("#take-back")
    until(page, f"app.state.game.plays.length < {plays}")
    page.click("#wrong")
    page.click("#add")
    tap(page, "15 red")
    tap(page, "a build of 15")
    page.click("#save:has-text('Eve takes')")
    until(page, f"app.state.game.scores.Eve === {TRUTH['scores']['Eve']}")
    page.click("#wrong")
    page.click("#add")
    page.locator(".unseen-cards button").first.click()
    page.click("#save:enabled")
    until(page, "app.state.game.plays.at(-1).kind === 'drawn'")


def _end_and_share(page: "Page") -> None:
    # The end: points item by item that add up, and the best take.
    page.click("#menu")
    page.click("#stop")
    page.click("dialog button.main")
    page.wait_for_selector(".item-table")
    plain(page)
    cells = [int(text.replace("−", "-").replace("–", "0")) for text in page.locator(".item-table tbody td:nth-child(3)").all_inner_texts()]
    assert sum(cells) == TRUTH["scores"]["Eve"] == int(page.inner_text(".item-table tfoot td:nth-child(3)"))
    assert "Eve takes" in page.inner_text(".best-take")
    with page.expect_download() as saved:
        page.click("#share")
    assert Path(saved.value.path()).read_bytes().startswith(b"\x89PNG")


def _look_through(page: "Page") -> None:
    page.click("#look-through")
    page.wait_for_selector(".film")
    frames = page.evaluate("app.state.story.frames.length")
    turns = page.evaluate("app.state.story.frames.map(({turn}) => turn)")
    for number in range(1, frames):
        page.click("#film-next")
        until(page, f"document.querySelector('#film-at').value === '{number + 1}'")
        assert page.inner_text(".which") == f"{turns[number]} / {turns[-1]}"
        assert page.inner_text(".film .told .head span") == f"Turn {turns[number]}"
        plain(page)
    page.keyboard.press("ArrowLeft")
    until(page, f"document.querySelector('#film-at').value === '{frames - 1}'")
    page.wait_for_selector(".verdict b")
    page.click("#film-back")
    page.wait_for_selector(".winner")


def _look_at_kept_games(page: "Page", server: LiveServer) -> None:
    # Kept games and people are looked at, and deleted after a question.
    page.goto(server.browsed + "games")
    plain(page)
    assert page.locator(".person h2").all_inner_texts() == TRUTH["players"]
    page.click("a:has-text('Look through')")
    page.wait_for_selector(".film")
    page.click("#film-back")
    page.wait_for_selector(".winner")
    page.goto(server.browsed + "games")
    page.click(".person:has-text('Eve') a[href^='/people/forget']")
    assert "Forget Eve?" in page.inner_text("h1")
    page.click("a:has-text('Keep')")
    assert page.locator(".person:has-text('Eve')").count() == 1
    page.click(".person:has-text('Eve') a[href^='/people/forget']")
    page.click("button.danger")
    page.wait_for_selector(".person:has-text('Somebody')")
    assert "Eve" not in page.inner_text("body")
    page.click("a:has-text('Delete')")
    page.click("button.danger")
    page.wait_for_selector("p:has-text('No game was kept yet.')")
    page.goto(server.browsed + "#game-1")
    page.wait_for_selector("main p:has-text('there is no game 1')")


def test_of_two_pages_that_mend_one_play_the_second_is_told_and_nothing_is_lost(server: LiveServer, browser: "Browser") -> None:
    keeper = filmed(server)
    keeper.change(type="stop")  # so that no picture changes it meanwhile
    keeper.until(lambda: not keeper.game().get("watched"))
    pages = [page_of(browser, server), page_of(browser, server, viewport={"width": 390, "height": 844})]
    for page in pages:
        until(page, "app.state.game.plays?.length")
        page.wait_for_selector("#wrong")
        mend(page, keeper.game()["plays"][6]["k"])
        tap(page, "a build of 15")
        page.wait_for_selector("#save:has-text('puts down')")
    pages[0].click("#save")
    until(pages[0], "app.state.game.scores.Eve === 0")
    lines = keeper.lines()
    pages[1].click("#save")
    pages[1].wait_for_selector("#told:has-text('on another page meanwhile')")
    plain(pages[1])
    assert keeper.lines() == lines


def test_a_card_of_a_photo_is_mended_by_a_tap_and_the_best_take_follows(server: LiveServer, browser: "Browser", tmp_path: Path) -> None:
    photo = tmp_path / "table.jpg"
    cv2.imwrite(str(photo), picture_at())
    (tmp_path / "broken.jpg").write_bytes(b"\xff\xd8no photo")
    page = page_of(browser, server)
    page.wait_for_selector("#photo", state="attached")
    page.set_input_files("#photo", tmp_path / "broken.jpg")
    page.wait_for_selector("#told.shown")
    plain(page)
    page.set_input_files("#photo", photo)  # before practice begins
    until(page, "app.state.table?.cards.length > 5")
    page.click("#practise")
    page.wait_for_selector(".practice")
    until(page, "app.state.practice?.centre.length === 2 && app.state.practice.hand.length === 5")
    page.wait_for_selector("canvas.picture")
    assert "no pictures come" not in page.inner_text("#notice")
    plain(page)
    lying = page.evaluate("app.state.table.cards.find(card => card.zone === 'centre' && card.face)")
    page.click(f"#lies-{lying['id']}")
    page.click("dialog summary")
    page.fill("#written", "14 green")
    page.press("#written", "Enter")
    until(page, "app.state.practice.centre.includes('14g')")
    plain(page)
    page.click(f"#lies-{lying['id']}")
    page.click("dialog button:has-text('in the hand')")
    until(page, "app.state.practice.hand.includes('14g')")
    assert not SEEN[page][0]
