"""Nothing lies over what was played, hands or names: not what is wrong or announced, no build and no button, in no window."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.live_page import SEEN, page_of, until
from tests.live_server import STAYS, LiveServer, TestPage, served
from tests.page_states import SETTLED_MS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow  # a browser

WRONG = "this computer is too slow for the pictures that come, so quick plays may be missed; close other programs"
#: What lies over an edge or the middle of some elements.
COVERED = """selector => [...document.querySelectorAll(selector)].filter(one => one.checkVisibility()).flatMap(one => {
  one.scrollIntoView({block: "nearest"});
  const {left, top, right, bottom} = one.getBoundingClientRect(), low = Math.min(bottom, innerHeight);
  const x = (left + right) / 2, y = (top + low) / 2;
  return [[x, top + 3], [right - 3, y], [left + 3, y], [x, low - 3], [x, y]].map(([x, y]) => document.elementFromPoint(x, y))
    .filter(over => !one.contains(over)).map(over => `${one.className || one.id} under ${over?.outerHTML.slice(0, 80)}`);
})"""

#: How far builds of so many cards, or what they make, lie over hands and names, in pixels.
OVER_HANDS = """deep => {
  const cards = ["2r", "1g", "4b", "7r", "3b"].slice(0, deep), centre = [`[${cards.join(" ")}]`, "6o"];
  const at = {centre, builds: [{cards, value: "12"}]};
  const {game, story} = app.state, frames = story?.frames.map(frame => ({...frame, ...at}));
  app.update({map: null, game: {...game, ...at}, ...(story ? {story: {...story, frames}} : {})});
  const boxes = where => [...document.querySelectorAll(where)].map(one => one.getBoundingClientRect());
  return new Promise(done => setTimeout(() => done(Math.max(...boxes(".middle .build, .middle .worth").flatMap(one =>
    boxes(".seat .card, .seat .plate").map(other => Math.min(one.bottom - other.top, other.bottom - one.top)))))));
}"""


def covered(page: "Page", selector: str, **more: object) -> dict[tuple[int, int], list[str]]:
    """Return what lies over elements, by the size of the window, while something is wrong and something is announced."""
    found = {}
    for size in ((390, 844), (360, 640), (844, 390), (1280, 703)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate("changes => app.update(changes)", {"announcement": {"number": 0, "text": "The film is over."}, **more})
        page.wait_for_timeout(300)
        found[size] = page.evaluate(COVERED, selector)
    return found


def after_a_take(server: LiveServer, browser: "Browser") -> tuple[TestPage, "Page"]:
    """A game that is played, in which a take was seen: who keeps it, and a page."""
    keeper = server.playing(last=None, stays=STAYS)
    keeper.until(lambda: any(play["kind"] == "taken" for play in keeper.game()["plays"]))
    page = page_of(browser, server, reduced_motion="reduce")
    until(page, "app.state.game.plays.length")
    page.evaluate("app.update({cheer: null, dealSeen: app.state.game.game})")
    return keeper, page


def look_through(keeper: TestPage, page: "Page") -> None:
    """End the game, and look through it from its first play."""
    keeper.change(type="stop")
    until(page, "app.state.game.watched === false")
    page.evaluate("location.hash = `film-${app.state.game.game}-1`")
    page.wait_for_selector(".reel")


def test_what_was_played_is_seen_while_something_is_wrong(server: LiveServer, browser: "Browser") -> None:
    keeper, page = after_a_take(server, browser)
    notice = {"type": "notice", "kind": "camera", "text": WRONG}
    assert {size: found for size, found in covered(page, ".told, .acts button", notice=notice).items() if found} == {}
    look_through(keeper, page)
    assert {
        size: found for size, found in covered(page, ".told, .verdict, .reel input, .reel button", notice=notice).items() if found
    } == {}
    assert not SEEN[page][0]


def test_no_build_lies_over_a_hand_in_a_game_or_in_one_that_is_looked_through(server: LiveServer, browser: "Browser") -> None:
    keeper, page = after_a_take(server, browser)
    page.wait_for_selector(".stage .near .card")
    assert over_hands(page) == {}
    look_through(keeper, page)
    assert over_hands(page) == {}
    assert not SEEN[page][0]


def over_hands(page: "Page") -> dict[tuple[int, int, int], float]:
    """Return how far builds lie over hands, by the size of the window and the number of their cards."""
    found = {}
    for width, height in ((390, 844), (390, 740), (390, 664), (360, 640), (320, 568), (820, 1180), (844, 390), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        for deep in (2, 3, 4, 5):
            found[width, height, deep] = page.evaluate(OVER_HANDS, deep)
    return {size: over for size, over in found.items() if over > 0.5}


@pytest.mark.parametrize("language", ["en", "de"])
def test_on_a_telephone_the_names_of_two_players_stand_above_the_button_that_begins(
    tmp_path: Path, browser: "Browser", language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMERO_CAM_LANGUAGE", language)
    with served(tmp_path) as server:
        page = page_of(browser, server, viewport={"width": 390, "height": 844})
        page.wait_for_selector("#name-1")
        page.wait_for_timeout(SETTLED_MS)
        top, bottom = page.evaluate(
            "(of => [of('.go-step').top, of('#name-1').bottom])(at => document.querySelector(at).getBoundingClientRect())"
        )
        assert bottom <= top < 844
