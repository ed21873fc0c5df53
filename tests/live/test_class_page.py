"""The class page in a browser: a class is pasted, its week printed, drawn slips marked by photo, one that waits settled by a key."""

import itertools
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from numero_cam.base.images import write_picture
from numero_cam.classroom.slip_store import open_slip_store
from numero_cam.classroom.slips import Printing
from tests import laid
from tests.live_page import SEEN, WAIT, opened, page_of
from tests.live_server import ClassServer, cookie_of, served
from tests.page_states import NOTATION, WALKED, Look, axe_script, faults
from tests.slip_piles import Pile, best_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow
PUPILS = "3\tAnn\n8\t李明\n17\tMārama"
PICTURES = Path(os.environ.get("NUMERO_CAM_PICTURES", "/nowhere"))  #: Folder for a picture of each page, for somebody who looks at them.
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


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    with opened() as made:
        yield made


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


def test_a_telephone_gives_photos_one_after_the_other(server: ClassServer, browser: "Browser", tmp_path: Path) -> None:
    page = page_of(browser, server, "class", viewport=LAPTOP)
    make_class(page)
    told = printed()
    page.click("text=Photos of slips")
    telephone = page_of(browser, server, "class/photos", viewport=PHONE)
    telephone.set_input_files("#camera", photo(tmp_path / "a.jpg", told, (0, best_of(told, 0))))
    telephone.wait_for_selector("#log .tag")
    assert telephone.locator("#count").inner_text() == "1 of 3"
    assert telephone.locator("#missing-count").inner_text() == "2 missing"
    telephone.set_input_files("#camera", photo(tmp_path / "b.jpg", told, (1, best_of(told, 1)), (2, best_of(told, 2))))
    telephone.wait_for_selector("#count:has-text('3 of 3')")
    page.wait_for_selector("text=3 of 3 are in")  # the laptop follows
    assert SEEN[telephone][0] == []


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


def test_a_telephone_photographs_a_pupils_puzzle_where_the_teacher_expects_it(
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
        telephone.set_input_files("#camera", good)
        telephone.wait_for_selector("#log .tag:has-text('Challenge 1 of 17 Mārama')")
        page.wait_for_selector(".puzzle:has-text('17 Mārama')")  # the laptop follows
        assert page.locator("text=The next photo of cards").count() == 0
        telephone.wait_for_selector("#count:has-text('Photos of slips')")
        telephone.goto(f"{server.browsed}class/challenges?class=5B")
        assert "for the teacher" in telephone.locator(".problem").inner_text()
    finally:
        server.stop()


LOOKS = [Look(width, height, scheme) for scheme in ("light", "dark") for width, height in ((1366, 768), (390, 844), (820, 1180))]
NARROW = Look(360, 780, "dark", 200)  #: The hardest look; each state is looked at in it, too.
COMMAND_IS_TOLD = "a telephone comes in"  #: A state in which the page says how the program is started so that one can.
VIEWS = (
    "",
    "week?class=5B",
    "table?class=5B",
    "challenges?class=5B",
    "large?printing={}",
    "wall?printing={}",
    "forget?class=5B",
    "photos",
    "nothing",
)


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
    page.goto(f"{server.browsed}class/table?class=5B")
    page.click(".new-class summary")
    yield "the table with the pupils' list"
    for view in VIEWS:
        page.goto(f"{server.browsed}class/{view.format(told.number)}")
        yield view or "classes"


@pytest.mark.parametrize("language", ["en", "de"], indirect=True)
def test_on_no_page_is_anything_cut_inaccessible_or_in_notation(
    server: ClassServer, browser: "Browser", tmp_path: Path, language: str
) -> None:
    """Each state with one look after the other, and with the hardest."""
    axe = axe_script()
    page = page_of(browser, server, "class", viewport=LAPTOP, reduced_motion="reduce")
    found, looks = dict[str, list[str]](), itertools.cycle(LOOKS if language == "en" else LOOKS[::-1])
    for state in class_states(page, server, tmp_path):
        told_in_notation = [] if state == COMMAND_IS_TOLD else NOTATION.findall(page.inner_text("body").replace("5B", "the class"))
        for look in (next(looks), NARROW):
            look.at(page)
            if told := faults(page, axe) + told_in_notation:
                found[f"{state}, {look}"] = told
            if PICTURES.is_dir():
                page.screenshot(path=PICTURES / f"{language}-{re.sub(r'[^a-z]+', '-', state)}-{look.width}.png", full_page=True)
        WALKED.at(page)
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)
