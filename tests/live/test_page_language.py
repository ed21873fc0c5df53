"""The live page in another language: every word of it comes from the catalogue."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.live_page import page_of
from tests.live_server import LiveServer
from tests.test_messages import left_in_english
from workshop import messages

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow  # a browser
#: What people read of a page, and what a screen reader says.
READ = """() => [document.body.innerText, ...[...document.querySelectorAll("[aria-label], [title], [alt], [placeholder]")].flatMap(
  element => ["aria-label", "title", "alt", "placeholder"].map(name => element.getAttribute(name) || ""))].join("\\n")"""


def test_the_first_screen_and_the_games_leave_no_english(browser: "Browser", tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    messages.pseudo(tmp_path / "locale")
    monkeypatch.setenv("NUMERO_CAM_LOCALE", str(tmp_path / "locale"))
    monkeypatch.setenv("NUMERO_CAM_LANGUAGE", messages.PSEUDO_LANGUAGE)
    server = LiveServer(tmp_path / "home")
    try:
        page = page_of(browser, server)
        page.wait_for_selector("main button")
        assert page.locator("html").get_attribute("lang") == messages.PSEUDO_LANGUAGE
        for address in ("", "games"):
            page.goto(f"{server.browsed.split('#')[0]}{address}")
            page.wait_for_selector("main")
            shown = page.evaluate(READ)
            assert "«" in shown
            assert not left_in_english(shown), shown
    finally:
        server.kill()
