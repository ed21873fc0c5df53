"""The live page in another language: every word of it comes from the catalogue."""

from pathlib import Path

import pytest

from tests.live_page import opened, page_of
from tests.live_server import LiveServer
from tests.test_messages import left_in_english
from workshop import messages

pytestmark = pytest.mark.slow  # a browser
#: What people read of a page, and what a screen reader says.
READ = """() => [document.body.innerText, ...[...document.querySelectorAll("[aria-label], [title], [alt], [placeholder]")].flatMap(
  element => ["aria-label", "title", "alt", "placeholder"].map(name => element.getAttribute(name) || ""))].join("\\n")"""


def test_the_first_screen_and_the_games_leave_no_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    messages.pseudo(tmp_path / "locale")
    monkeypatch.setenv("NUMERO_CAM_LOCALE", str(tmp_path / "locale"))
    monkeypatch.setenv("NUMERO_CAM_LANGUAGE", messages.PSEUDO_LANGUAGE)
    server = LiveServer(tmp_path / "home")
    try:
        with opened() as browser:
            page = page_of(browser, server)
            page.wait_for_selector("main button")
            assert page.locator("html").get_attribute("lang") == messages.PSEUDO_LANGUAGE
            shown = page.evaluate(READ)
            assert "«" in shown
            assert not left_in_english(shown), shown
            page.goto(f"{server.browsed.split('#')[0].rstrip('/')}/games")
            shown = page.evaluate(READ)
            assert "«" in shown
            assert not left_in_english(shown), shown
    finally:
        server.kill()
