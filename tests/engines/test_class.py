"""The class page in each engine: a class is pasted, its week printed and marked, its results looked at, a Top Take played by keys."""

from pathlib import Path

import pytest

from numero_cam.base.images import write_picture
from numero_cam.classroom.slip_store import open_slip_store
from tests.live_server import ClassServer
from tests.page_states import axe_script
from tests.slip_piles import Pile, best_of
from tests.web_engines import LOOKS, Engine

pytestmark = pytest.mark.slow

PUPILS = "3 Ann\n8 李明\n17 Mārama"


def results_and_a_top_take(engine: Engine, server: ClassServer, axe: str) -> list[str]:
    """From the marked week to a child, to the sheets for parents, and to the podium; return what a checker finds."""
    found = list[str]()
    for address in ("class/table?class=5B", "class/progress?class=5B&number=3", "class/pupil?class=5B&number=3"):
        engine.at(LOOKS[0])
        engine.open(server.browsed + address)
        found += engine.faults(axe, LOOKS)
    engine.open(server.browsed + "class/progress?class=5B&number=3")
    engine.click("form[action='/class/parents'] button")  # its file is saved, and the page stays
    engine.click("button[name=level].main")
    engine.until("location.pathname.endsWith('/class/progress') && document.querySelector('h1')")
    engine.open(f"{server.browsed}class/round-desk?class=5B")
    engine.click("form[action='/class/round-new'] button")
    engine.until("document.querySelector('#lines')")
    engine.paste("#lines", "3: nothing")
    engine.click("form[action='/class/round-answers'] button")
    engine.until("document.querySelector('.problem:not(:empty)')")
    found += engine.faults(axe, LOOKS)
    engine.open(f"{server.browsed}class/round?class=5B")
    engine.press(" ")
    engine.until("document.querySelector('#clock[data-until]')")
    found += engine.faults(axe, LOOKS)
    for _ in range(2):
        engine.press("r")
        engine.until("document.querySelector('.proof')")
    engine.until("document.querySelector('.sum:not(:empty)')")
    engine.press(" ")
    engine.until("document.querySelector('.end')")
    found += engine.faults(axe, LOOKS)
    return found


@pytest.mark.usefixtures("language")
def test_a_week_from_the_pasted_list_to_the_last_slip(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    axe = axe_script()
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "classes.sqlite"))
    server = ClassServer(tmp_path, enters=False)
    try:
        engine.at(LOOKS[0])
        engine.open(f"{server.browsed}class/in?key={server.key}")
        engine.fill("#name", "5B")
        engine.paste("#list", PUPILS)
        engine.fill("#level", "silver:1")
        found = engine.faults(axe, LOOKS)
        engine.click("button.main")
        engine.until("document.querySelector('input[name=seen]')")
        found += engine.faults(axe, LOOKS)
        engine.click("button.main")
        engine.until("document.querySelector('#print')")
        engine.click("#print")
        engine.until("document.querySelector('#live-mark a')")  # the page follows what was printed by itself
        found += engine.faults(axe, LOOKS)
        with open_slip_store() as store:
            told = store.printing(store.printings("5B")[-1])
        assert told is not None
        pile, photo = Pile(told), tmp_path / "slips.jpg"
        write_picture(photo, pile.photo(*(pile.slip(place, marks) for place, marks in ((0, best_of(told, 0)), (1, "")))))
        engine.at(LOOKS[0])
        engine.click("a[href^='/class/mark']")
        engine.give("#files", photo)
        engine.until("document.querySelectorAll('#log .tag').length === 2 && document.querySelector('a[href*=queue]')")
        found += engine.faults(axe, LOOKS)
        engine.click("a[href*=queue]")
        engine.until("location.pathname.endsWith('/queue') && document.querySelector('h1')")
        found += engine.faults(axe, LOOKS)
        engine.press("1")
        engine.until("location.pathname.endsWith('/class/mark')")
        with open_slip_store() as store:
            assert len([entry for entry in store.entries(told.number) if entry.state != "waits"]) == 2
        found += results_and_a_top_take(engine, server, axe)
        assert found == []
    finally:
        server.stop()
