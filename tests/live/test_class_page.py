"""The class page in a browser: a class is pasted, its week printed, drawn slips marked by photo, one that waits settled by a key."""

import itertools
import json
import os
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from numero_cam.base.images import write_picture
from numero_cam.classroom.skills import best_takes
from numero_cam.classroom.slip_store import open_slip_store
from numero_cam.classroom.slips import Printing
from numero_cam.classroom.toptake import PlayedRound, put_step, stored_round
from tests import laid
from tests.live_page import SEEN, WAIT, page_of
from tests.live_server import ClassServer, cookie_of, served
from tests.page_states import NOTATION, WALKED, Look, axe_script, faults
from tests.slip_piles import Pile, best_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.slow
PUPILS = "3\tAnn\n8\t李明\n17\tMārama"
PICTURES = Path(os.environ.get("NUMERO_CAM_PICTURES", "/nowhere"))  #: Folder for a picture of each page, for somebody who looks at them.
FIGURE = 0.4  #: Height of the figures of a card, of the whole card.
PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1366, "height": 768}


@pytest.fixture
def language(request: pytest.FixtureRequest) -> str:
    return str(getattr(request, "param", "en"))


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str) -> Iterator[ClassServer]:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "classes.sqlite"))
    monkeypatch.setenv("NUMERO_CAM_LANGUAGE", language)
    made = ClassServer(tmp_path)
    yield made
    made.stop()


def printed() -> Printing:
    """The week that the page printed."""
    with open_slip_store() as store:
        found = store.printing(store.printings("5B")[-1])
    assert found is not None
    return found


def make_class(page: "Page") -> Path:
    """Paste a class and print its week; return the PDF."""
    page.fill("#name", "5B")
    page.fill("#list", PUPILS)
    page.fill("#level", "silver:1")
    page.locator("button.main").click()
    page.wait_for_selector("input[name=seen]", state="attached")  # what the list would store is shown first
    page.locator("button.main").click()
    page.wait_for_url("**/class/week**")
    with page.expect_download() as download:
        page.click("#print")
    page.wait_for_selector("#live-mark a")  # the page follows what was printed by itself
    return Path(download.value.path())


def photo(path: Path, told: Printing, *slips: tuple[int, str]) -> str:
    pile = Pile(told)
    write_picture(path, pile.photo(*(pile.slip(place, marks) for place, marks in slips)))
    return str(path)


def test_a_week_from_the_pasted_list_to_the_finished_table(server: ClassServer, browser: "Browser", tmp_path: Path) -> None:
    page = page_of(browser, server, "class", viewport=LAPTOP)
    assert make_class(page).read_bytes().startswith(b"%PDF-")
    told = printed()
    page.click("text=Photos of slips")
    page.set_input_files("#files", [photo(tmp_path / "a.jpg", told, (0, best_of(told, 0)), (1, ""))])
    page.wait_for_selector("#log .tag")
    assert sorted(page.locator("#log .tag").all_inner_texts()) == ["✓ Ann", "李明 waits"]
    page.wait_for_selector("text=2 of 3 are in")  # one of them waits
    assert page.locator("#live-rows tbody tr").nth(0).inner_text().split("\t")[:2] == ["3", "Ann"]
    page.click("text=Look at the 1 that waits")
    page.wait_for_selector("h1:has-text('What did 李明 mean?')")
    page.keyboard.press("1")
    page.wait_for_url("**/class/mark**")
    assert page.locator("text=2 of 3 are in").is_visible()
    assert "no take" in page.locator("#live-rows").inner_text()
    assert SEEN[page][0] == []


def test_the_class_page_is_beside_the_table_where_somebody_asks_for_it(tmp_path: Path) -> None:
    with served(tmp_path) as table:
        assert table.ask("class")[0] == 404
    with served(tmp_path, "--class") as table:
        said = table.says(re.compile(r"class page is at (\S+)/in\?key=(\S+)"))
        assert table.ask("class")[:2] == (303, b"")  # the keeper's cookie is nobody's there
        token = cookie_of(f"{said[1]}/in?key={said[2]}")
        teacher = f"numero-{table.port}-class={token}"
        assert table.ask("class", cookie=teacher)[0] == 200
        assert table.ask("games", cookie=teacher)[0] == 303


def cards(path: Path, centre: str, hand: str = "") -> str:
    """A photo of cards laid out: the middle, and the hand below it."""
    rows = [
        (face, (80 * place - 40 * (len(row) - 1), y, 0))
        for row, y in ((centre.split(), -70), (hand.split(), 120))
        for place, face in enumerate(row)
    ]
    write_picture(path, laid.photo(rows))
    return str(path)


def test_a_pupils_puzzle_is_taken_from_a_photo_of_laid_out_cards(server: ClassServer, browser: "Browser", tmp_path: Path) -> None:
    page = page_of(browser, server, "class", viewport=LAPTOP)
    make_class(page)
    page.goto(f"{server.browsed}class/challenges?class=5B")
    good = cards(tmp_path / "good.jpg", "7r 3g 8o", "10o x2")
    page.set_input_files("#cards-photo", good)  # the number of the pupil is asked first
    assert page.evaluate("document.activeElement.id") == "author"
    refused = {
        cards(
            tmp_path / "empty.jpg", ""
        ): "no card was found in this photo; lay the hand in a row at the lower edge, and the middle above it",
        cards(tmp_path / "middle.jpg", "7r 3g 8o"): "lay the hand in a row at the lower edge of the photo, and the middle above it",
        cards(
            tmp_path / "no-take.jpg", "13r 14g 15o", "1b 2r"
        ): "no card of this hand can take anything; change a card, so that there is a take",
        __file__: "is not a picture that can be read",
    }
    for photo_, said in refused.items():
        page.fill("#author", "17")
        page.set_input_files("#cards-photo", photo_)
        page.wait_for_selector(f".problem:has-text('{said}')")
        assert page.locator("#author").input_value() == "17"
    page.set_input_files("#cards-photo", good)
    page.wait_for_selector(".puzzle:has-text('17 Mārama')")
    page.fill("#author", "3")
    page.set_input_files("#cards-photo", good)
    page.wait_for_selector(".problem:has-text('challenge 1 has the same cards; change one')")
    page.click(".puzzle summary")
    assert "Take them with the 10: 3 cards" in page.locator(".puzzle details").inner_text()
    page.click("text=Remove this puzzle")
    page.wait_for_selector("text=There is no challenge yet.")
    assert SEEN[page][0] == []


def telephone_of(browser: "Browser", server: ClassServer) -> "Page":
    """A telephone that came in by the code of the page: it has no cookie of the teacher."""
    code = json.loads(server.ask("class/invite", b"")[1])["code"]
    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True)  # type: ignore[arg-type]
    context.set_default_timeout(WAIT)
    page = context.new_page()
    page.goto(f"{server.browsed}class")
    page.fill("#code", code)
    page.click("#pair")
    page.wait_for_url("**/class/photos")
    return page


def test_a_telephone_gives_photos_of_slips_and_of_a_pupils_puzzle_where_the_teacher_expects_it(
    tmp_path: Path, browser: "Browser", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "classes.sqlite"))
    server = ClassServer(tmp_path, "--network")
    try:
        page = page_of(browser, server, "class", viewport=LAPTOP)
        make_class(page)
        telephone = telephone_of(browser, server)
        good = cards(tmp_path / "good.jpg", "7r 3g 8o", "10o x2")
        telephone.set_input_files("#camera", good)
        telephone.wait_for_selector("#log .problem:has-text('no slip is seen in it')")  # nobody expects cards yet
        page.goto(f"{server.browsed}class/challenges?class=5B")
        page.fill("#author", "17")
        page.click("text=Photo by telephone")
        page.wait_for_selector("text=The next photo of cards from the telephone is the puzzle of 17 Mārama.")
        telephone.wait_for_selector("#live-standing:has-text('17 Mārama')")  # the telephone says so by itself
        for wrong, said in (("13r 14g 15o", "no card of this hand can take anything"), ("", "no card was found in this photo")):
            telephone.set_input_files("#camera", cards(tmp_path / "wrong.jpg", wrong, "1b 2r" if wrong else ""))
            telephone.wait_for_selector(f"#log .problem:has-text('{said}')")
        assert telephone.locator("#live-standing").inner_text().split("\n")[-1] == "17 Mārama"  # it is still expected
        told = printed()
        telephone.set_input_files("#camera", photo(tmp_path / "slip.jpg", told, (0, best_of(told, 0))))  # a slip is a slip meanwhile
        telephone.wait_for_selector("#log .tag:has-text('Ann')")
        assert telephone.locator("#missing-count").inner_text() == "2 missing"
        telephone.set_input_files("#camera", good)
        telephone.wait_for_selector("#log .tag:has-text('Challenge 1 of 17 Mārama')")
        page.wait_for_selector(".puzzle:has-text('17 Mārama')")  # the laptop follows
        assert page.locator("text=The next photo of cards").count() == 0
        telephone.wait_for_selector("#count:has-text('Photos of slips')")
        page.goto(f"{server.browsed}class/mark?printing={told.number}")
        telephone.set_input_files("#camera", photo(tmp_path / "both.jpg", told, (1, best_of(told, 1)), (2, best_of(told, 2))))
        page.wait_for_selector("text=3 of 3 are in")  # and follows
        telephone.goto(f"{server.browsed}class/challenges?class=5B")
        assert "for the teacher" in telephone.locator(".problem").inner_text()
    finally:
        server.stop()


def played_round() -> PlayedRound:
    with open_slip_store() as store:
        found = stored_round(store, "5B")
    assert found is not None
    return found


def test_an_answer_that_comes_late_undoes_nothing_on_the_wall(server: ClassServer, browser: "Browser") -> None:
    page = page_of(browser, server, "class", viewport=LAPTOP)
    make_class(page)
    page.click("text=Top Take")
    page.click("button.main")
    page.wait_for_selector("#teams")
    wall = page_of(browser, server, "class/round?class=5B", viewport=LAPTOP)
    looks: list[tuple[Route, str]] = []

    def look(route: "Route") -> None:  # the first look sees the round before the key, and comes last
        if looks:
            route.continue_()
        else:
            looks.append((route, route.fetch().text()))

    wall.route("**/class/round?class=5B", look)
    while not looks:
        wall.wait_for_timeout(100)
    wall.evaluate(
        """() => {
          const runs = () => Boolean(document.querySelector("#clock[data-until]"));
          let ran = window.stopped = false;
          new MutationObserver(() => {
            if (ran && !runs()) window.stopped = true;
            ran = runs();
          }).observe(document.querySelector("main"), {subtree: true, childList: true});
        }"""
    )
    with wall.expect_response("**/class/round-step"):
        wall.keyboard.press(" ")
    for _ in range(40):  # a second look at the same time would show what the key did
        wall.wait_for_timeout(0 if wall.query_selector("#clock[data-until]") else 100)
    looks[0][0].fulfill(body=looks[0][1], content_type="text/html; charset=utf-8")
    wall.wait_for_selector("#clock[data-until]")
    wall.wait_for_timeout(500)
    assert wall.evaluate("window.stopped") is False


def test_a_tapped_level_stays_until_it_is_printed_and_then_the_page_follows(server: ClassServer, browser: "Browser") -> None:
    page = page_of(browser, server, "class", viewport=LAPTOP)
    make_class(page)
    page.click("#next-week")
    page.click("label:has([name=move-3][value=harder])")
    page.evaluate("document.activeElement.blur()")
    with open_slip_store() as store:
        store.classes.update("5B", [replace(store.classes.room("5B").pupil(8), name="Bo")])  # the plan is drawn otherwise now
    for _ in range(3):  # looks come one after the other: the third is asked once the second was taken in
        with page.expect_response("**/class/week?class=5B*"):
            pass
    assert page.is_checked("[name=move-3][value=harder]")
    with page.expect_download():
        page.click("#print")
    page.wait_for_selector("#live-lower h2:has-text('Still to do')")
    with open_slip_store() as store:
        assert {one.number: one.level for one in store.classes.room("5B").pupils} == {3: "silver:3", 8: "silver:2", 17: "silver:2"}


def ends_in(seconds: float) -> None:
    """Let the time of the round pass, as far as these seconds before its end."""
    stored = played_round().stored
    with open_slip_store() as store:
        put_step(store, "5B", replace(stored, clock=replace(stored.clock, until=round(1000 * (time.time() + seconds)))))


def test_a_top_take_is_played_by_keys_and_every_window_follows(server: ClassServer, browser: "Browser") -> None:
    page = page_of(browser, server, "class", viewport=LAPTOP)
    make_class(page)
    page.click("text=Top Take")
    page.click("button.main")
    page.wait_for_selector("#teams")
    read_from_8_metres(browser, server)
    wall, other = (page_of(browser, server, "class/round?class=5B", viewport=LAPTOP) for _ in range(2))
    assert wall.inner_text("#clock") == "3:00"
    wall.keyboard.press(" ")
    for window in (wall, other):
        window.wait_for_selector("#clock[data-until]")
        assert window.get_attribute("#clock", "data-until") == str(played_round().stored.clock.until)
    ends_in(29.0)
    for window in (wall, other):
        window.wait_for_selector("#said:has-text('The last half minute.')")
    number = next(int(one.taker.value) for one in best_takes(played_round().puzzle))
    page.fill("#lines", f"3: {number}\nMārama: 1 +\n8: nothing")
    page.click("text=Take the answers")
    page.wait_for_selector(".problem:not(:empty)")
    assert page.input_value("#lines") == "Mārama: 1 +\n8: nothing"
    ends_in(0.0)
    played = played_round()
    wall.wait_for_selector("#clock.over")
    wall.wait_for_selector("text=First card of the best take")
    assert wall.inner_text("#said") == "Time is over: pencils down."
    wall.reload()
    assert "Ann" not in wall.inner_text("main")
    for shown in range(1, 1 + len(played.proof)):
        wall.keyboard.press(" ")
        wall.wait_for_selector(f"input[name=revision][value='{played.stored.revision + shown}']", state="attached")
    other.wait_for_selector(".sum:not(:empty)")
    wall.keyboard.press("f")
    wall.wait_for_timeout(300)
    wall.keyboard.press(" ")
    wall.wait_for_selector(".end")
    assert wall.evaluate("document.fullscreenElement !== null")  # no key leaves the whole screen
    for seen in (page, wall, other):
        assert SEEN[seen][0] == []


def read_from_8_metres(browser: "Browser", server: ClassServer) -> None:
    """Look at the cards: a letter is read from 200 times its height; the picture on the wall is 2 metres wide."""
    for size in (LAPTOP, {"width": 1920, "height": 1080}, {"width": 1024, "height": 768}):
        wall = page_of(browser, server, "class/round?class=5B", viewport=size)
        high = min(one.bounding_box()["height"] for one in wall.locator(".lie .card").all())  # type: ignore[index]
        assert 2000 / size["width"] * high * FIGURE >= 8000 / 200
        assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")


LOOKS = [Look(width, height, scheme) for scheme in ("light", "dark") for width, height in ((1366, 768), (390, 844), (820, 1180))]
NARROW = Look(360, 780, "dark", 200)  #: The hardest look; each state is looked at in it, too.
COMMAND_IS_TOLD = "a telephone comes in"  #: A state in which the page says how the program is started so that one can.
VIEWS = (
    "",
    "week?class=5B",
    "table?class=5B",
    "pupil?class=5B&number=3",
    "pupil?class=5B&number=17",
    "challenges?class=5B",
    "large?printing={}",
    "wall?printing={}",
    "forget?class=5B",
    "forget?class=5B&number=8",
    "photos",
    "nothing",
)


def year_states(page: "Page", server: ClassServer) -> "Iterator[str]":
    """From the printed week to the terms of the year and to the levels of the next week; yield the name of each state."""
    page.goto(f"{server.browsed}class/year?class=5B")
    today = date.today()  # noqa: DTZ011 - as the page has it
    page.fill("#first-0", (today - timedelta(days=21)).isoformat())
    page.fill("#first-1", (today - timedelta(days=30)).isoformat())
    page.click("button.main")
    page.wait_for_selector(".problem:not(:empty)")
    yield "terms that are not one after the other"
    page.fill("#first-1", (today + timedelta(days=100)).isoformat())
    page.click("button.main")
    page.wait_for_selector(".weeks a[aria-current]")
    yield "the school year"
    page.click(".weeks a[aria-current]")
    page.click("#next-week")
    page.wait_for_selector(".picks")
    page.check("input[name=move-8][value=harder]")
    yield "a week that is planned"


@pytest.mark.parametrize("language", ["en", "de"], indirect=True)
@pytest.mark.usefixtures("language")
def test_next_week_is_a_click_its_print_another_and_a_tap_changes_a_child(server: ClassServer, browser: "Browser") -> None:
    axe, found = axe_script(), list[str]()
    page = page_of(browser, server, "class", viewport=LAPTOP, reduced_motion="reduce")
    make_class(page)
    for state in year_states(page, server):
        for look in (*LOOKS[:2], *LOOKS[4:5], NARROW):
            look.at(page)
            found += [
                f"{state}, {look}: {fault}" for fault in (*faults(page, axe), *NOTATION.findall(page.inner_text("main").replace("5B", "")))
            ]
        LOOKS[0].at(page)
    with page.expect_download() as download:
        page.click("#print")
    assert Path(download.value.path()).read_bytes().startswith(b"%PDF-")
    page.wait_for_selector("#live-mark a")
    told = printed()
    assert [told.puzzles[slip.puzzles[0]].level for slip in told.slips if slip.pupil] == ["silver:2", "silver:3", "silver:2"]
    assert found == []
    assert SEEN[page][0] == []


def several_states(page: "Page", server: ClassServer, folder: Path) -> "Iterator[str]":
    """Print slips with three puzzles in three versions, and mark one; yield the name of each state."""
    page.click("#next-week")
    page.wait_for_selector(".picks")
    page.click(".job details summary")
    page.select_option("#puzzles", "3")
    page.select_option("#versions", "3")
    yield "slips are chosen"
    with page.expect_download():
        page.click("#print")
    page.wait_for_selector("#live-mark a")
    yield "a week of several puzzles"
    told = printed()
    assert (told.puzzles_per_slip, told.versions) == (3, 3)
    page.goto(f"{server.browsed}class/mark?printing={told.number}")
    write_picture(folder / "sheet.jpg", Pile(told).photo(Pile(told).sheet(0, ["", "", ""]), size=(1400, 2000)))
    page.set_input_files("#files", [str(folder / "sheet.jpg")])
    page.wait_for_selector("#live-standing a.main")
    yield "marking several puzzles"
    page.goto(f"{server.browsed}class/queue?printing={told.number}")
    page.wait_for_selector("#together img")
    assert page.locator("#together fieldset").count() == 3
    yield "puzzles that are decided together"
    page.click("text=/Something else|Etwas anderes/ >> nth=1")
    page.wait_for_selector("#queue img")
    # What is shown is the part of the slip with this puzzle, and its circles lie on it.
    picture, drawing = (page.locator(one).bounding_box() for one in ("#queue .slip img", "#queue .slip svg"))
    assert picture is not None
    assert picture == drawing
    _, _, width, height = told.form_of(0, 1).shown
    assert abs(picture["width"] / picture["height"] - width / height) < 0.02
    yield "one puzzle that waits"
    page.goto(f"{server.browsed}class/week?class=5B&week={told.week}")
    page.click(".job details summary")
    assert page.input_value("#puzzles") == "3"  # the class remembers
    yield "the printed week"


@pytest.mark.parametrize("language", ["en", "de"], indirect=True)
@pytest.mark.usefixtures("language")
def test_slips_of_several_puzzles_are_chosen_printed_and_asked_about_puzzle_by_puzzle(
    server: ClassServer, browser: "Browser", tmp_path: Path
) -> None:
    axe, found = axe_script(), list[str]()
    page = page_of(browser, server, "class", viewport=LAPTOP, reduced_motion="reduce")
    make_class(page)
    for number, state in enumerate(several_states(page, server, tmp_path)):
        for look in (LOOKS[number % len(LOOKS)], NARROW):
            look.at(page)
            if PICTURES.exists():
                page.screenshot(path=PICTURES / f"several-{number}-{page.viewport_size['width']}.png", full_page=True)  # type: ignore[index]
            found += [f"{state}, {look}: {fault}" for fault in faults(page, axe)]
        LOOKS[0].at(page)
    assert found == []
    assert SEEN[page][0] == []


def list_states(page: "Page", server: ClassServer, folder: Path) -> "Iterator[str]":
    """From the table through a file that is no list and one that is to the table after it, and to a child; yield each state."""
    page.goto(f"{server.browsed}class/table?class=5B")
    page.click(".new-class summary")
    yield "the table with the pupils' list"
    office = folder / "office.csv"
    office.write_bytes(b"PK\x03\x04")
    page.set_input_files("#list-file", office)
    page.wait_for_selector("#list-problem:not(:empty)")
    yield "a file that is no list"
    office.write_bytes("Nr.;Nachname;Vorname\r\n1;;Ann\r\n3;Çelik;Cem\r\n17;;Mārama\r\n4;Müller;Zoë\r\n5;Müller;Zoë\r\n".encode("utf-16"))
    page.set_input_files("#list-file", office)
    page.wait_for_selector("#list-problem:empty", state="attached")
    page.click("form[action='/class/update'] button[name=look]")
    page.wait_for_selector("input[name=seen]", state="attached")
    assert page.locator("tbody tr").all_inner_texts()[0].split("\t")[:2] == ["3", "Ann"]  # her number, whatever the office counts
    page.click("details summary")
    yield "what a list would change"
    page.click("button.main")
    page.wait_for_selector(".absent a:has-text('8 李明')")
    yield "who is not in the list"
    page.click(".absent a")
    page.wait_for_selector("a.danger")
    page.click("details summary")
    yield "everything about a child"


def result_states(page: "Page", server: ClassServer) -> "Iterator[str]":
    """The table of the class, and its ladder after a game; yield the name of each state."""
    page.goto(f"{server.browsed}class/table?class=5B")
    page.click(".new-class summary")
    yield "the table with the pupils' list"
    page.click("button[name=on]")
    page.wait_for_selector("#challenger")
    page.fill("#challenger", "8")
    page.fill("#challenged", "3")
    page.click("button[name=won] >> nth=0")
    page.wait_for_selector(".rungs")
    yield "the table with contests"


def round_states(page: "Page", server: ClassServer) -> "Iterator[str]":
    """From a class without a Top Take to its podium; yield the name of each state."""
    page.goto(f"{server.browsed}class/round-desk?class=5B")
    yield "no Top Take"
    page.click("button.main")
    page.wait_for_selector("#teams")
    page.fill("#teams", "Red: 3 17\nThe last row")
    page.click("form[action='/class/round-teams'] button")
    page.wait_for_selector("#live-standings table")
    page.fill("#lines", "3: 8 + 3\nThe last row")
    page.click("form[action='/class/round-answers'] button")
    page.wait_for_selector(".problem:not(:empty)")
    yield "the teacher's page of a Top Take"
    page.goto(f"{server.browsed}class/round?class=5B")
    yield "a Top Take before its start"
    page.keyboard.press(" ")
    page.wait_for_selector("#clock[data-until]")
    yield "a clock that runs"
    page.keyboard.press("r")
    page.wait_for_selector(".proof")
    page.keyboard.press("r")
    page.wait_for_selector(".sum:not(:empty)")
    yield "the proof"
    page.keyboard.press(" ")
    page.wait_for_selector(".end")
    yield "the podium"


def class_states(page: "Page", server: ClassServer, folder: Path) -> "Iterator[str]":
    """Bring the page into one state after the other; yield the name of each."""
    yield "no class"
    page.fill("#name", "5B")
    page.fill("#list", "3\tAnn\n3\tBen")
    page.locator("button.main").click()
    page.wait_for_selector(".problem:not(:empty)")
    yield "a list with equal numbers"
    make_class(page)
    page.click(".job details summary")
    yield "a week, with what can be printed alone"
    told = printed()
    page.goto(f"{server.browsed}class/mark?printing={told.number}")
    page.set_input_files("#files", [photo(folder / "a.jpg", told, (0, best_of(told, 0)), (1, ""), (2, ""))])
    page.wait_for_selector("#log .tag")
    page.wait_for_selector("#live-standing a.main")
    yield "marking"
    page.click(".telephone")
    page.wait_for_selector("#sheet[open]")
    yield "a telephone comes in"
    page.goto(f"{server.browsed}class/queue?printing={told.number}")
    page.wait_for_selector("#together img")
    yield "slips that are decided together"
    page.click("text=/Something else|Etwas anderes/ >> nth=0")
    page.wait_for_selector("#queue")
    page.click("#else summary")
    yield "a slip that waits"
    page.goto(f"{server.browsed}class/challenges?class=5B")
    page.fill("#author", "17")
    page.fill("#centre", "7 3 8")
    page.fill("#hand", "10 x2")
    page.click("form[action='/class/challenge'] button.main")
    page.wait_for_selector(".puzzle")
    page.fill("#author", "3")
    page.click("form[action='/class/challenge'] button[formaction]")
    page.wait_for_selector("button[name=stop]")
    yield "cards are expected from the telephone"
    page.goto(f"{server.browsed}class/photos")
    yield "the telephone, of which cards are expected"
    page.goto(f"{server.browsed}class/challenges?class=5B")
    page.click("button[name=stop]")
    page.wait_for_selector("button[name=stop]", state="detached")
    page.goto(f"{server.browsed}class/photos")
    page.set_input_files("#camera", photo(folder / "b.jpg", told, (2, best_of(told, 2))))
    page.wait_for_selector("#log .tag")
    yield "the telephone after a photo"
    yield from list_states(page, server, folder)
    yield from result_states(page, server)
    yield from round_states(page, server)
    for view in VIEWS:
        page.goto(f"{server.browsed}class/{view.format(told.number)}")
        yield view or "classes"


@pytest.mark.parametrize("language", ["en", "de"], indirect=True)
def test_on_no_page_is_anything_cut_inaccessible_or_in_notation(
    server: ClassServer, browser: "Browser", tmp_path: Path, language: str
) -> None:
    """Each state with one look after the other, and with the hardest; axe-core sees the first in English, the hardest in German."""
    axe = axe_script()
    page = page_of(browser, server, "class", viewport=LAPTOP, reduced_motion="reduce")
    found, looks = dict[str, list[str]](), itertools.cycle(LOOKS if language == "en" else LOOKS[::-1])
    for state in class_states(page, server, tmp_path):
        told_in_notation = (
            []
            if state == COMMAND_IS_TOLD
            else NOTATION.findall(page.inner_text("body").replace("5B", "the class").replace("Top Take", "the round"))
        )
        for look in (next(looks), NARROW):
            look.at(page)
            if told := faults(page, axe if (look is NARROW) == (language == "de") else "") + told_in_notation:
                found[f"{state}, {look}"] = told
            if PICTURES.is_dir():
                page.screenshot(path=PICTURES / f"{language}-{re.sub(r'[^a-z]+', '-', state)}-{look.width}.png", full_page=True)
        WALKED.at(page)
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)
