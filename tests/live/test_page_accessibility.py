"""Each page and state before axe-core; what a screen reader is given, and what it is told when something changes."""

import itertools
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.live_page import opened, page_of, until
from tests.live_server import LiveServer, served
from tests.page_states import FLAGS, NOTATION, Look, axe_script, faults, states

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow  # a browser

LOOKS = [
    *(Look(width, height, scheme) for scheme in ("light", "dark") for width, height in ((1366, 768), (390, 844), (820, 1180), (1920, 1080)))
]
NARROW = Look(360, 780, "dark", 200)  #: The hardest look; each state is looked at in it, too.
LOW = Look(844, 390, "light")  #: A telephone that lies on its side.
TYPED = {"a typed play is refused"}  #: States in which somebody wrote the notation, and is answered in it.
ISO_DAY = re.compile(r"\b\d{4}-\d\d-\d\d\b")  #: A day as only English pages write it.


@pytest.mark.parametrize("language", ["en", "de"])
def test_in_no_state_is_anything_cut_inaccessible_or_told_in_notation(
    tmp_path: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each state with one look after the other, and with the hardest; `benchmarks/page_pictures.py` looks at each with all of them.

    axe-core looks at each by night (`NARROW`) in German, whose words are longer, and by day (`LOW`) in English.
    """
    axe = axe_script()
    monkeypatch.setenv("NUMERO_CAM_LANGUAGE", language)
    found, looks = dict[str, list[str]](), itertools.cycle(LOOKS if language == "en" else LOOKS[::-1])
    with served(tmp_path) as server, opened(*FLAGS) as browser:
        for name, page in states(browser, server):
            told_in_notation = [] if name in TYPED else NOTATION.findall(page.inner_text("body"))
            told_in_notation += ISO_DAY.findall(page.inner_text("body")) if language == "de" else []
            for look in (next(looks), NARROW, LOW):
                look.at(page)
                if told := faults(page, axe if look is (LOW if language == "en" else NARROW) else "") + told_in_notation:
                    found[f"{name}, {look}"] = told
    assert not found


def test_a_change_is_told_once_and_nothing_else_is(server: LiveServer, browser: "Browser") -> None:
    """What changes inside a live region is what a screen reader says."""
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


def test_all_can_be_done_with_the_keyboard_alone(server: LiveServer, browser: "Browser") -> None:
    page = page_of(browser, server)
    page.wait_for_selector("#name-0")
    page.focus("#name-0")
    page.keyboard.type("Ann")
    page.keyboard.press("Tab")
    page.keyboard.type("Ben")
    page.keyboard.press("Enter")
    until(page, "app.state.game.state === 'waiting'")
    page.focus("#leave")
    page.keyboard.press("Enter")
    until(page, "app.state.game.state === 'none'")
    page.focus("#practise")
    page.keyboard.press("Enter")
    page.wait_for_selector(".practice")


def test_the_focus_stays_while_the_page_changes(server: LiveServer, browser: "Browser") -> None:
    focused = "() => document.activeElement.id"
    keeper = server.page()
    keeper.until(lambda: "game" in keeper.newest and keeper.credits)
    page = page_of(browser, server)
    page.wait_for_selector("#begin")
    page.focus("#name-1")
    page.keyboard.type("Be")
    keeper.change(type="stop")  # the table tells all pages how it stands
    page.keyboard.type("n")
    assert (page.evaluate(focused), page.input_value("#name-1")) == ("name-1", "Ben")
    page.click("#page")
    page.focus("#role")
    page.select_option("#role", "watcher")
    page.wait_for_selector("#begin", state="detached")
    assert page.evaluate(focused) == "page"  # the sheet closed, and gave it back
    page.focus("#role")
    keeper.change(type="start", players=["Ann", "Ben"], near="Ann", hands="open", cards="3", by="points")
    until(page, "app.state.game.state === 'waiting'")
    assert page.evaluate(focused) == "main"  # what had it is on this screen no more
