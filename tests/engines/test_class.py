"""The class page in each engine: a class is pasted, its week printed, a photo of slips marked, one that waits settled by a key."""

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
        engine.at(LOOKS[0])
        engine.click("button.main")
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
        engine.at(LOOKS[0])
        engine.click("a[href*=queue]")
        engine.until("location.pathname.endsWith('/queue') && document.querySelector('h1')")
        found += engine.faults(axe, LOOKS)
        engine.at(LOOKS[0])
        engine.press("1")
        engine.until("location.pathname.endsWith('/class/mark')")
        with open_slip_store() as store:
            assert len([entry for entry in store.entries(told.number) if entry.state != "waits"]) == 2
        assert found == []
    finally:
        server.stop()
