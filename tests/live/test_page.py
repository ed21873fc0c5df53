"""The page in a real browser whose camera is a film: Debian's Chromium, driven by Playwright. Nothing is downloaded."""

from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import pytest

from tests.live_page import SEEN, opened, page_of, until
from tests.live_server import FILM, TRUTH, LiveServer, film_as_camera, picture_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow  # a browser


@pytest.fixture(scope="module")
def camera(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A film as the camera of a browser: it plays 30 pictures a second, and begins anew at its end, so the last one stands for long."""
    path = tmp_path_factory.mktemp("camera") / "film.mjpeg"
    # Half as fast as it was filmed: a busy machine with a browser beside it looks at few pictures a second.
    film_as_camera(FILM, path, slower=2, last=90)
    return path


@pytest.fixture
def browser(camera: Path) -> "Iterator[Browser]":
    with opened(camera=camera) as found:
        yield found


def unordered(play: str) -> list[str]:
    """The words of a play without the order of what is added: pictures that a slow machine drops can hide which card was laid first."""
    return sorted(play.replace(" + ", " ").split())


def test_a_short_game_is_scored_with_no_touch_and_corrected_by_tap(server: LiveServer, browser: "Browser") -> None:
    page = page_of(browser, server)
    page.wait_for_selector("#allow")
    for n, name in enumerate(TRUTH["players"]):
        page.fill(f"#name-{n}", name)
    # The film begins when the camera is opened: the game must wait for its first picture.
    page.evaluate("() => document.querySelector('form').requestSubmit()")
    until(page, "app.state.game.state === 'waiting'")
    page.evaluate("() => app.camera.open()")
    until(page, "app.state.game.plays?.filter(play => play.kind === 'taken').length === 1")
    assert page.inner_text(".score:has-text('Eve') .total") == str(TRUTH["scores"]["Eve"])
    played = [event["text"] for event in TRUTH["events"] if "draw" not in event["text"]]
    told = page.evaluate("app.state.game.plays.filter(play => play.kind !== 'drawn').map(play => play.text)")
    assert [unordered(text) for text in told] == [unordered(text) for text in played]

    # Another page, closed and opened in mid-game, has the same game.
    other = page_of(browser, server, viewport={"width": 390, "height": 844})
    until(other, "app.state.game.plays?.length >= 7")
    assert other.inner_text(".score:has-text('Eve') .total") == str(TRUTH["scores"]["Eve"])
    other.goto(server.address.replace("127.0.0.1", "localhost") + "#scores")
    other.wait_for_selector(".wall .total")

    # A play is corrected with a tap; the score follows, on all pages.
    drawn = page.evaluate("app.state.game.plays.at(-1).text")
    card = next(card for card in page.evaluate("app.state.game.hands_of.Eve") if card[-1] in "rbgo" and card not in drawn)
    page.click("#wrong")
    page.click("#play-7")
    page.click("dialog summary:has-text('Type it')")
    page.fill("#typed", f"Eve: discard {card}")
    page.press("#typed", "Enter")
    until(page, "app.state.game.scores.Eve === 0")
    until(other, "app.state.game.scores.Eve === 0")

    # The table is killed and started: the page is let in anew, and the game goes on.
    server.kill()
    page.wait_for_selector("#link.lost")
    server.start()
    page.wait_for_url("**/pair")
    page.context.add_cookies(server.cookies())
    page.goto(server.browsed)
    page.wait_for_selector("#link.linked")
    page.click("#kept")
    page.click(".kept button")
    until(page, "app.state.game.scores?.Eve === 0")

    home = server.address.replace("127.0.0.1", "localhost").split(":")[1]
    requests = SEEN[page][1] + SEEN[other][1]
    assert all(url.split(":")[1] == home or url.startswith(("blob:", "data:")) for url in requests), requests
    assert SEEN[page][0] == SEEN[other][0] == []


def test_a_game_is_followed_by_photos_alone(server: LiveServer, tmp_path: Path) -> None:
    first, photos = TRUTH["events"][0], [tmp_path / "0.jpg", tmp_path / "1.jpg"]
    for photo, seconds in zip(photos, (0.0, first["settled"]), strict=True):
        cv2.imwrite(str(photo), picture_at(seconds))
    with opened() as browser:
        page = page_of(browser, server)
        page.wait_for_selector("#photo")
        for n, name in enumerate(TRUTH["players"]):
            page.fill(f"#name-{n}", name)
        page.evaluate("() => document.querySelector('form').requestSubmit()")
        until(page, "app.state.game.state === 'waiting'")
        page.set_input_files("#photo", photos[0])
        until(page, "app.state.game.state === 'playing'")
        page.set_input_files("#photo", photos[1])
        until(page, "app.state.game.plays.length > 0")
        assert page.evaluate("() => app.state.game.plays[0].text") == first["text"]
        assert not SEEN[page][0]
