"""Each page and state before axe-core; what a screen reader is given, and what it is told when something changes."""

import os
from pathlib import Path

import pytest

from tests.live_page import opened, page_of, until
from tests.live_server import served
from tests.page_states import AXE, Look, faults, states

pytestmark = pytest.mark.slow  # a browser

LOOKS = [Look(1280, 800, "light"), Look(360, 780, "dark", 200)]


def test_no_page_has_a_fault_and_nothing_is_cut(tmp_path: Path) -> None:
    named = os.environ.get(AXE)
    if not named:
        pytest.skip(f"{AXE} names no axe.min.js; npm pack axe-core, unpack it, and name package/axe.min.js")
    axe = Path(named).read_text(encoding="utf-8")
    with served(tmp_path) as server, opened("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream") as browser:
        found = {f"{name}, {look}": told for name, look, page in states(browser, server, LOOKS) if (told := faults(page, axe))}
    assert not found


def test_a_change_is_told_once_and_nothing_else_is(tmp_path: Path) -> None:
    """What changes inside a live region is what a screen reader says."""
    with served(tmp_path) as server, opened() as browser:
        keeper = server.page()
        keeper.until(lambda: "game" in keeper.newest and keeper.credits)
        keeper.change(type="start", players=["Ann", "Ben"], near="Ann", hands="open", cards="3", by="points")
        page = page_of(browser, server)
        until(page, "app.state.game.state === 'waiting'")
        page.evaluate("""() => {
          window.heard = [];
          new MutationObserver(changes => {
            const elements = changes.map(({target}) => (target.nodeType === 1 ? target : target.parentElement));
            const live = elements.map(element => element?.closest("[aria-live], [role=status], [role=alert]"));
            heard.push(...new Set(live.filter(Boolean).map(region => region.textContent)));
          }).observe(document.body, {childList: true, subtree: true, characterData: true});
        }""")
        keeper.change(type="start", players=["Ann", "Cleo"], near="Ann", hands="open", cards="3", by="points")
        until(page, "app.state.game.players.includes('Cleo')")
        keeper.tell(type="record", on=True)
        until(page, "app.state.game.recording")
        heard = page.evaluate("heard")
    assert sum("Cleo" in told for told in heard) == 1, heard
    assert sum("Recording" in told for told in heard) == 1, heard
    assert len(heard) == 2, heard


def test_the_focus_stays_while_the_page_changes(tmp_path: Path) -> None:
    focused = "() => document.activeElement.id"
    with served(tmp_path) as server, opened() as browser:
        keeper = server.page()
        keeper.until(lambda: "game" in keeper.newest and keeper.credits)
        page = page_of(browser, server)
        page.wait_for_selector("#begin")
        page.focus("#name-1")
        page.keyboard.type("Be")
        keeper.change(type="stop")  # the table tells all pages how it stands
        page.keyboard.type("n")
        assert (page.evaluate(focused), page.input_value("#name-1")) == ("name-1", "Ben")
        page.focus("#role")
        page.select_option("#role", "watcher")
        page.wait_for_selector("#begin", state="detached")
        assert page.evaluate(focused) == "role"
        keeper.change(type="start", players=["Ann", "Ben"], near="Ann", hands="open", cards="3", by="points")
        until(page, "app.state.game.state === 'waiting'")
        assert page.evaluate(focused) == "role"
