"""The demonstration in a real browser: a film that the wheel carries is played, watched and scored."""

from pathlib import Path

import pytest

from tests.live_page import SEEN, opened, page_of, until
from tests.live_server import served

LOADED = """[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .filter(one => !one.name.endsWith(".mp4")).reduce((sum, one) => sum + one.transferSize, 0)"""
MOST_LOADED = 250_000
"""What a page may load before any sound or film, in bytes."""

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
        assert not SEEN[page][0]
