"""A second page in a real browser: it comes over HTTPS, is paired with a code of the first, and may do what its code is for."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("cryptography", reason="the extra phone is not installed")
pytest.importorskip("segno", reason="the extra phone is not installed")

from numero_cam.web.network_address import own_addresses
from tests.live_page import SEEN, WAIT, opened, page_of, until
from tests.live_server import TRUTH, LiveServer, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PLAYERS = TRUTH["players"]
pytestmark = [
    pytest.mark.slow,  # a browser
    pytest.mark.skipif(not own_addresses(), reason="this machine is in no network"),
]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LiveServer]:
    with served(tmp_path, "--network") as running:
        yield running


@pytest.fixture(scope="module")
def shared_browser() -> "Iterator[Browser]":
    with opened("--host-resolver-rules=MAP *.local 127.0.0.1") as found:  # not every network tells the names of its members
        yield found


def invited(keeper: "Page", role: str, player: str = "") -> tuple[str, str]:
    """Have the page of a keeper show a code; return the address beside it, and the code."""
    if not keeper.locator("#invite").is_visible():
        keeper.locator("#page, #menu").first.click()
        keeper.click("#devices")
    keeper.select_option("#device-role", role)
    if player:
        keeper.fill("#device-player", player)
    with keeper.expect_response("**/invite") as answer:
        keeper.click("#invite")
    code = str(answer.value.json()["code"])
    keeper.wait_for_selector(f"#invited:has-text('{code}')")
    assert keeper.locator(".qr").is_visible()
    return keeper.locator(".devices .address").first.inner_text(), code


def paired(browser: "Browser", address: str, code: str) -> "Page":
    """Pair a browser that knows nothing, as a telephone does that came by the square picture."""
    context = browser.new_context(ignore_https_errors=True, viewport={"width": 390, "height": 844})
    context.set_default_timeout(WAIT)
    page = context.new_page()
    page.goto(f"{address}#{code}")
    assert page.input_value("#code") == code
    assert "#" not in page.url
    page.click("#pair")
    page.wait_for_selector("#link.linked")
    return page


def test_the_owner_comes_in_by_the_file_and_once(tmp_path: Path, browser: "Browser") -> None:
    with served(tmp_path / "home", enters=False) as server:
        page = browser.new_page()
        page.set_default_timeout(WAIT)
        page.goto(server.entry.as_uri())
        page.wait_for_selector("#link.linked")
        assert (page.url, server.entry.exists()) == (server.address, False)
        other = browser.new_context().new_page()
        other.goto(f"{server.address}in?key={server.key}")
        assert "used already" in other.inner_text("main")


def test_devices_of_players_of_a_watcher_and_of_a_second_keeper(server: LiveServer, browser: "Browser") -> None:
    first = page_of(browser, server)
    first.wait_for_selector("#begin")
    named = paired(browser, *invited(first, "player", PLAYERS[0]))
    open_ = paired(browser, *invited(first, "player"))
    watcher = paired(browser, *invited(first, "watcher"))
    second = paired(browser, *invited(first, "keeper"))
    assert named.inner_text("#bound") == f"This device is {PLAYERS[0]}'s."
    open_.fill("#name", PLAYERS[1].lower())
    open_.press("#name", "Tab")
    assert watcher.locator("#devices").count() == 0
    assert watcher.locator("#role option").all_inner_texts() == ["It only shows the game"]
    server.playing()
    for page in (first, watcher, second):
        until(page, "app.state.game.state === 'playing' && app.state.table?.cards.some(card => card.zone === 'centre')")
    # The device of a player has his hints alone.
    until(open_, f"app.state.welcome.player === '{PLAYERS[1]}'")
    until(named, f"app.state.hello.player === '{PLAYERS[0]}'")
    for page, other in ((named, PLAYERS[1]), (open_, PLAYERS[0])):
        page.evaluate(f"app.setRole('player', '{other}')")
        until(page, f"app.state.welcome.player !== '{other}' && app.state.hello.player === app.state.welcome.player")
    # A watcher corrects nothing, and a second keeper does.
    card = "app.state.table.cards.find(card => card.zone === 'centre').id"
    watcher.evaluate(f"app.change({{type: 'card', id: {card}, as: 'x2'}})")
    watcher.wait_for_selector("#told:has-text('looks on')")
    assert first.evaluate("app.state.game.centre").count("x2") == 0
    second.evaluate(f"app.change({{type: 'card', id: {card}, as: 'x2'}})")
    until(first, "app.state.game.centre.includes('x2')")
    until(watcher, "app.state.game.centre.includes('x2')")
    # Let go, the watcher is shown where a device is paired.
    first.click("#unpair")
    first.click("dialog button.main")
    watcher.wait_for_url("**/pair")
    assert not SEEN[first][0]
