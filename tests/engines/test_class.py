"""The class page in each engine, by taps alone: a first week, the next one, a child moves, sheets for parents, a projected round."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from numero_cam.base.images import write_picture
from numero_cam.classroom.slip_store import open_slip_store
from numero_cam.classroom.slips import Printing
from tests.live_server import ClassServer
from tests.page_states import axe_script
from tests.slip_piles import Pile, best_of
from tests.web_engines import LOOKS, Engine

pytestmark = pytest.mark.slow

PUPILS = "3 Ann\n8 李明\n17 Mārama"


class Walk:
    """A teacher who taps, and a checker who looks at each page on the way."""

    def __init__(self, engine: Engine) -> None:
        self.engine, self.axe, self.found = engine, axe_script(), list[str]()

    def look(self) -> None:
        self.found += self.engine.faults(self.axe, LOOKS)
        self.engine.at(LOOKS[0])

    def tap(self, selector: str) -> None:
        self.engine.follow(selector)

    def make_the_class(self) -> None:
        """Paste the list, look at it, and give the first day of a term."""
        self.engine.fill("#name", "5B")
        self.engine.paste("#list", PUPILS)
        self.engine.fill("#level", "silver:1")
        self.look()
        self.tap("button.main")
        self.engine.until("document.querySelector('input[name=seen]')")
        self.look()
        self.tap("button.main")
        self.tap("a[href^='/class/year']")
        today = date.today()  # noqa: DTZ011 - the day where the teacher is
        self.engine.paste("#first-0", (today - timedelta(days=today.weekday())).isoformat())
        self.tap("form[action='/class/year'] button.main")
        self.look()
        self.tap("ul.weeks a")

    def print_week(self) -> Printing:
        """Print the week that is shown, and return what was printed; the page follows it by itself."""
        self.look()
        self.engine.click("#print")
        self.engine.until("document.querySelector('#live-mark a')")
        self.look()
        with open_slip_store() as store:
            return store.printings_of("5B")[-1]

    def mark(self, told: Printing, folder: Path) -> None:
        """Give a photo of two slips, and decide about the one that waits."""
        pile, photo = Pile(told), folder / "slips.jpg"
        write_picture(photo, pile.photo(*(pile.slip(place, marks) for place, marks in ((0, best_of(told, 0)), (1, "")))))
        self.tap("a[href^='/class/mark']")
        self.engine.give("#files", photo)
        self.engine.until("document.querySelectorAll('#log .tag').length === 2 && document.querySelector('a[href*=queue]')")
        self.look()
        self.tap("a[href*=queue]")
        self.look()
        self.engine.press("1")
        self.engine.until("location.pathname.endsWith('/class/mark') && document.readyState === 'complete'")
        with open_slip_store() as store:
            assert [entry.counts for entry in store.entries(told.number)] == [True, True]
        self.tap("a[href^='/class/week']")

    def look_at_the_results(self) -> None:
        """Open the class and a child, make the sheets for parents, and give the child another level."""
        self.tap("a[href^='/class/table']")
        self.look()
        self.engine.click("button[formaction='/class/parents']")  # its file is saved, and the page stays
        self.tap("a[href*='/class/progress'][href$='number=3']")
        self.look()
        self.tap("button[name=level].main")
        self.tap("a[href^='/class/pupil']")
        self.look()
        self.tap("a[href^='/class/table']")
        self.tap("a[href^='/class/week']")

    def play(self) -> None:
        """Begin a round, type an answer that is none, and project it to the podium by keys."""
        self.tap("a[href^='/class/round-desk']")
        self.tap("form[action='/class/round-new'] button")
        self.engine.paste("#lines", "3: nothing")
        self.tap("form[action='/class/round-answers'] button")
        self.engine.until("document.querySelector('.problem:not(:empty)')")
        self.look()
        with self.engine.window_of("a[target=round]"):
            self.engine.at(LOOKS[0])
            for key, then in ((" ", "#clock[data-until]"), ("r", ".proof"), ("r", ".sum:not(:empty)"), (" ", ".end")):
                self.engine.press(key)
                self.engine.until(f"document.querySelector('{then}')")
                if key == " ":
                    self.look()


@pytest.mark.usefixtures("language")
def test_a_first_week_the_next_one_and_a_projected_round(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "classes.sqlite"))
    server = ClassServer(tmp_path, enters=False)
    walk = Walk(engine)
    try:
        engine.at(LOOKS[0])
        engine.open(f"{server.browsed}class/in?key={server.key}")  # as the program opens it
        walk.make_the_class()
        walk.mark(walk.print_week(), tmp_path)
        walk.tap("#next-week")
        engine.click("label:has([name=move-3][value=harder])")
        told = walk.print_week()
        levels = {slip.pupil: told.puzzle_of(slip.slip).level for slip in told.slips if slip.pupil}
        assert levels == {3: "silver:3", 8: "silver:2", 17: "silver:2"}
        walk.look_at_the_results()
        walk.play()
        assert walk.found == []
    finally:
        server.stop()
