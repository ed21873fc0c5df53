"""Nothing lies over what was played: not what is wrong, not what is announced, in no window."""

from typing import TYPE_CHECKING

import pytest

from tests.live_page import SEEN, page_of, until
from tests.live_server import STAYS, LiveServer

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


def covered(page: "Page", selector: str, **more: object) -> dict[tuple[int, int], list[str]]:
    """Return what lies over elements, by the size of the window, while something is wrong and something is announced."""
    found = {}
    for size in ((390, 844), (360, 640), (844, 390), (1280, 703)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate("changes => app.update(changes)", {"announcement": {"number": 0, "text": "The film is over."}, **more})
        page.wait_for_timeout(300)
        found[size] = page.evaluate(COVERED, selector)
    return found


def test_what_was_played_is_seen_while_something_is_wrong(server: LiveServer, browser: "Browser") -> None:
    keeper = server.playing(last=None, stays=STAYS)
    keeper.until(lambda: any(play["kind"] == "taken" for play in keeper.game()["plays"]))
    page = page_of(browser, server, reduced_motion="reduce")
    until(page, "app.state.game.plays.length")
    page.evaluate("app.update({cheer: null, dealSeen: app.state.game.game})")
    notice = {"type": "notice", "kind": "camera", "text": WRONG}
    assert {size: found for size, found in covered(page, ".told, .acts button", notice=notice).items() if found} == {}
    keeper.change(type="stop")
    until(page, "app.state.game.watched === false")
    page.evaluate("location.hash = `film-${app.state.game.game}-1`")
    page.wait_for_selector(".reel")
    assert {
        size: found for size, found in covered(page, ".told, .verdict, .reel input, .reel button", notice=notice).items() if found
    } == {}
    assert not SEEN[page][0]
