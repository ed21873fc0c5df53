"""The page without a server in each engine, in one visit: it comes, answers, plays, reads a photo, and does so again with its host gone."""

import contextlib
from pathlib import Path
from typing import Any

import pytest

from numero_cam.app.session import open_session
from tests.browser_page import lying, served
from tests.page_states import axe_script
from tests.web_engines import LOOKS, Engine, driven

pytestmark = pytest.mark.slow

STARTS = 300.0  #: Seconds: the first visit of a busy machine.
GAME = "page.state.game"
#: Has the browser promise nothing, and counts how often it is asked.
COUNT_ASKED = "void (window.asked = 0, navigator.storage.persist = async () => { asked += 1; return false; })"


# How a person gets there. Words of the page stand nowhere here.
def go(engine: Engine, part: str) -> None:
    """Go to a part of the page by its address."""
    engine.ask(f"void (location.hash = '{part}')")
    engine.until(f"page.state.tab === '{part}'")


def ready(engine: Engine) -> None:
    engine.until("page.isReady", STARTS)


def type_a_take(engine: Engine) -> None:
    go(engine, "take")
    engine.click("#typing:not([open]) > summary")
    engine.fill("#typed-centre", "8b 4r")
    engine.fill("#typed-hand", "12o\t")
    engine.click("#solve")
    engine.until("document.querySelector('.answer .said') && document.querySelectorAll('.answer .plays-cards .card').length >= 3")


def give_photo(engine: Engine, photo: Path) -> dict[str, Any]:
    go(engine, "photo")
    engine.give("#photo", photo)
    engine.until("!page.state.looks && page.state.photo && document.querySelector('canvas')", STARTS)
    found = engine.ask("page.state.photo.solved")
    assert isinstance(found, dict)
    return found


def begin_game(engine: Engine) -> None:
    go(engine, "play")
    engine.click("#begin")
    engine.until(f"{GAME}?.state === 'playing' && !page.state.thinks")


def class_is_there(engine: Engine) -> None:
    go(engine, "class")
    engine.until("(document.querySelector('iframe#class')?.contentDocument ?? document).querySelector('form input#name')", STARTS)


def table_linked(engine: Engine) -> None:
    engine.until("window.app?.state.link === 'linked'", STARTS)


def test_one_visit_and_another_one_without_the_host(engine: Engine, site: Path, root: Path) -> None:
    axe, photo, found = axe_script(), root / "sample_images" / "01_kitchen_table.jpg", list[str]()
    with contextlib.ExitStack() as host:
        address = host.enter_context(served(site)) + ("" if engine.name == "chromium" else "de/")
        engine.at(LOOKS[0])
        engine.open(address)
        ready(engine)
        type_a_take(engine)
        found += engine.faults(axe, LOOKS)
        engine.at(LOOKS[0])
        here: dict[str, Any] = give_photo(engine, photo)
        native: dict[str, Any] = open_session().solve(photo.read_bytes()).to_dict()
        assert (lying(here), here["plays"][0]["points"]) == (lying(native), native["plays"][0]["points"])
        found += engine.faults(axe, LOOKS)
        engine.at(LOOKS[0])
        engine.ask(COUNT_ASKED)  # and what it did not promise is said
        class_is_there(engine)
        go(engine, "first")
        engine.until("document.getElementById('forgets')")
        go(engine, "class")
        if engine.name == "chromium":  # Firefox asks a person, and WebKitGTK was asked before
            engine.until("asked === 1")
        engine.driver.refresh()  # Firefox loads all anew then, past what is kept
        ready(engine)
        class_is_there(engine)
        begin_game(engine)
        found += engine.faults(axe, LOOKS)
        engine.at(LOOKS[0])
    game = engine.ask("page.gameText")
    engine.open(f"{address}?again#play")
    ready(engine)
    engine.until(f"{GAME} && !page.state.thinks")
    assert engine.ask("page.gameText") == game
    assert lying(give_photo(engine, photo)) == lying(native)
    engine.open(f"{address}table.html")
    table_linked(engine)
    found += engine.faults(axe, LOOKS)
    engine.at(LOOKS[0])
    if engine.name != "webkit":  # WebKitGTK has no file that is written at once, in private windows or not
        assert engine.ask("document.getElementById('notice').textContent") == ""
    assert found == []


def test_where_a_browser_keeps_no_table_it_says_so_before_the_game(site: Path, tmp_path: Path) -> None:
    """WebKitGTK as GNOME's browser has it lacks what the table keeps its game in."""
    with driven("webkit", tmp_path, bare=True) as bare, served(site) as address:
        bare.open(f"{address}table.html")
        table_linked(bare)
        bare.until("document.getElementById('notice').textContent.includes('save the game as a file')")
        for place, name in enumerate(("Ann", "Ben")):
            bare.fill(f"#name-{place}", name)
        bare.click("#begin")
        bare.until("app.state.game.state === 'waiting'")


def test_a_tablets_own_things_lie_over_nothing(engine: Engine, site: Path) -> None:
    """Corners, notch and clock of a tablet that shows the page alone, from its home screen; only Chromium can be told that it has some."""
    with served(site) as address:
        for page in ("", "table.html"):
            engine.open(f"{address}{page}")
            engine.until("document.querySelector('meta[name=apple-mobile-web-app-capable]') && document.querySelector('header, main')")
            if engine.name == "chromium":
                insets = {"top": 40, "left": 50, "right": 50, "bottom": 20}
                engine.driver.execute_cdp_cmd("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
                engine.until("document.querySelector('header h1').getBoundingClientRect().left >= 50")
                assert engine.ask("document.querySelector('header').getBoundingClientRect().top") >= 40
                engine.driver.execute_cdp_cmd("Emulation.setSafeAreaInsetsOverride", {"insets": {}})
