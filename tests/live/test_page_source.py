"""The start page of a table whose own source is a film."""

from pathlib import Path

import pytest

from tests.live_page import SEEN, WAIT, opened, page_of
from tests.live_server import FILM, served

pytestmark = pytest.mark.slow  # a browser

DEALT = 300_000  #: Milliseconds in which the deal of the demonstration is seen, on a machine that may be busy.
#: How many colours the picture has in some of its pixels; an empty one has one or two.
COLOURS = """() => {
  const {canvas} = app.picture, {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height), found = new Set();
  for (let at = 0; at < data.length; at += 400) found.add(data.slice(at, at + 3).join());
  return found.size;
}"""


def test_a_page_that_comes_while_a_film_waits_shows_its_picture_and_plays_the_demonstration(tmp_path: Path) -> None:
    with served(tmp_path, "--source", str(FILM)) as server, opened() as browser:
        looker = server.page()
        looker.until(lambda: looker.newest.get("table", {}).get("cards"))  # the film waits from now on
        page = page_of(browser, server)
        page.wait_for_selector(".count:has-text('cards are seen')")
        page.wait_for_function("() => app.serverPicture")
        page.wait_for_timeout(500)
        assert page.evaluate(COLOURS) > 50
        assert page.locator("text=No cards here?").is_visible()
        page.click("#demo")
        page.wait_for_function("() => app.isDemoFilm && app.state.game.source === 'page' && app.state.table?.number", timeout=WAIT)
        assert page.evaluate("app.state.notice?.text ?? ''") == ""
        own = page.evaluate("app.serverPicture.width")
        page.wait_for_function("() => app.state.game.state === 'playing'", timeout=DEALT)
        assert page.evaluate(COLOURS) > 50
        assert looker.game()["players"] == ["Ann", "Ben"]
        assert looker.newest["table"]["number"] is None  # the picture is the other page's
        page.evaluate("app.leaveDemo(false)")
        page.wait_for_selector("#demo")
        looker.until(lambda: looker.game()["source"] == "server")
        page.wait_for_selector(".count:has-text('cards are seen')")
        assert page.evaluate("app.state.game.source") == "server"
        assert page.evaluate("app.serverPicture.width") == own
        assert page.evaluate(COLOURS) > 50
        assert not SEEN[page][0]
