"""The demonstration in a real browser: a film that the wheel carries is played, watched and scored."""

import time
from pathlib import Path

import pytest

from tests.live_page import SEEN, opened, page_of, until
from tests.live_server import served

#: Has a page wait so long for each picture.
SLOWER = """ms => { const {createImageBitmap} = window;
  window.createImageBitmap = async (...given) => {
    await new Promise(done => setTimeout(done, ms));
    return createImageBitmap(...given);
  }; }"""
LOADED = """[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .filter(one => !one.name.endsWith(".mp4")).reduce((sum, one) => sum + one.transferSize, 0)"""
MOST_LOADED = 250_000  #: What a page may load before any sound or film, in bytes.

FOLLOWS = 900.0  #: Seconds: two pictures a second of a film of 56 seconds, on a machine that may be busy.

pytestmark = pytest.mark.slow  # a browser


def test_a_take_of_the_film_is_scored_told_in_cards_and_celebrated(tmp_path: Path) -> None:
    with served(tmp_path, "--demo") as server, opened() as browser:
        page = page_of(browser, server)  # nothing is pressed
        page.wait_for_selector(".believed .card")
        assert 20_000 < page.evaluate(LOADED) <= MOST_LOADED
        until(page, "app.state.game.plays?.some(play => play.kind === 'taken')")
        page.wait_for_selector(".cheer")
        assert page.inner_text(".cheer .said") == "Ann takes 4 cards with the 8: 12 ÷ 3 + 4."
        page.keyboard.press("Escape")
        page.wait_for_selector(".cheer", state="detached")
        assert page.inner_text(".score:has-text('Ann') .total") == "20"
        assert page.locator(".told .card").count() == 4
        assert b"Nobody has played here yet." in server.ask("games")[1]  # Ann and Ben are no people
        assert not SEEN[page][0]


@pytest.mark.by_hand
@pytest.mark.parametrize("rate", [None, 10, 5, 2])
def test_the_film_is_scored_right_however_few_pictures_the_page_gets(tmp_path: Path, rate: int | None) -> None:
    with served(tmp_path, "--demo") as server, opened() as browser:
        page = page_of(browser, server)
        if rate:
            page.evaluate(SLOWER, 1000 / rate)
        began = time.monotonic()
        page.wait_for_selector("#own-game", timeout=1000 * FOLLOWS)
        took, number = time.monotonic() - began, page.evaluate("app.camera.number")
        print(f"asked {rate}, {number / took:.1f} pictures a second, {took:.0f} s")  # noqa: T201 - who asks by hand wants to see it
        assert page.evaluate("app.state.story.frames.at(-2).after") == {"Ann": 25, "Ben": 30}
        assert page.evaluate("app.state.game.scores") == {"Ann": 28, "Ben": 14}  # Ben holds more, and Ann has won more cards
        assert page.inner_text(".winner h2") == "Ann wins!"
        assert page.inner_text("#notice") == ""
        assert not SEEN[page][0]
