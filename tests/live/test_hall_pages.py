"""The pages of a hall in a browser, with long names and names that are code, on narrow telephones, with doubled text, in German."""

import itertools
import json
import os
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest

pytest.importorskip("networkx", reason="the extra hall is not installed")

from numero_cam.hall.board import GREAT_POINTS
from numero_cam.hall.messages import HALL_VERSION
from tests.hall import match_game
from tests.hall_server import HallServer
from tests.live_page import SEEN, page_of
from tests.live_server import LiveServer
from tests.page_states import Look, axe_script, cut, faults

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow  # a browser
PICTURES = Path(os.environ.get("NUMERO_CAM_PICTURES", "/nowhere"))  #: Folder for a picture of each page, for somebody who looks at them.
CODE = "<img src=x onerror=document.title='run'><script>document.title='run'</script>"
LONG = "Die Unzertrennlichen der Grundschule Oberunterwössen"
TEAMS = f"{CODE[:60]}: Ann, {CODE[20:]}\n{LONG}: Maximiliane Charlotte, 李明\nOwls\nFoxes\nBears\nWolves\n=1+2|cmd"
LOOKS = [
    Look(width, height, scheme) for scheme in ("light", "dark") for width, height in ((1366, 768), (390, 844), (820, 1180), (1920, 1080))
]
NARROW = Look(360, 780, "dark", 200)  #: The hardest look; each page is looked at in it, too.


class Table:
    """A table that sends what it is told to."""

    def __init__(self, hall: HallServer, number: int) -> None:
        self._hall, self._device = hall, f"{number:036}"
        code = hall.codes.lasting_code("table", number)
        _, _, head = hall.ask("hall/pair", urlencode({"code": code}).encode(), cookie="")
        self._cookie = str(head["set-cookie"]).split(";")[0]
        self.match = self.tell("hello")["match"]

    def tell(self, what: str, **fields: object) -> dict[str, Any]:
        """Send a message, and return the answer."""
        body = json.dumps({"v": HALL_VERSION, "device": self._device, **fields}).encode()
        status, told, _ = self._hall.ask(f"hall/table/{what}", body, cookie=self._cookie)
        assert status == 200, told
        return dict(json.loads(told))

    def great_take(self) -> int:
        """How many lines of the game there are with its first great take after the lines that were sent before."""
        game, _, _ = match_game(tuple(self.match["players"]), self.match["match"])
        scores = [[seat.score for seat in state.seats] for state in game.states]
        gains = [max(after - before for before, after in zip(*pair, strict=True)) for pair in pairwise(scores)]
        return next(n for n, gain in enumerate(gains, start=1) if n > 14 and gain >= GREAT_POINTS)

    def play(self, lines: int | None = None, **stand: object) -> None:
        """Send the first lines of a game, or all."""
        game, setting, told = match_game(tuple(self.match["players"]), self.match["match"])
        scores = [seat.score for seat in game.state.seats]
        said = f"{self.match['players'][0]} take 12 with 4 cards."
        self.tell(
            "game",
            match=self.match["match"],
            event=self.match["began"],
            game=f"33333333-3333-4333-8333-{self.match['match']:012}",
            setting=setting,
            lines=told[:lines],
            stand={"scores": scores, "said": said, "points": 25, "over": lines is None, "waits": "", **stand},
        )


@pytest.fixture
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str) -> Iterator[HallServer]:
    monkeypatch.setenv("NUMERO_CAM_LANGUAGE", language)
    made = HallServer(tmp_path, "--database", f"sqlite:///{tmp_path / 'hall.sqlite'}")
    yield made
    assert made.stop() == 0


def states(page: "Page", hall: HallServer) -> Iterator[tuple[str, "Page"]]:
    """Yield each page and state by its name."""
    yield from _before_a_round(page, hall)
    tables = [Table(hall, number) for number in (1, 2, 3)]
    tables[0].play(12, challenge=True)
    tables[1].play(9, waits="What was played? 1 take of 12r with [3b 4o], 2 build of 7g")
    tables[2].play()
    yield "a round", page
    for summary in page.locator("summary").all():
        summary.click()
    yield "a round, everything unfolded", page
    yield from _refereed(page, hall)
    _open(page, hall, "/board", ".match")
    yield "the board", page
    tables[0].play(tables[0].great_take())
    page.wait_for_selector("#great:not([hidden])")
    yield "a great take on the board", page
    for name, path in {
        "the list for the door": "/door?event=1&round=1",
        "the result": "/winner?event=1",
        "the codes": "/codes",
        "no such event": "/event?event=77",
    }.items():
        _open(page, hall, path)
        yield name, page
    _open(page, hall)
    yield "events", page
    page.context.clear_cookies()
    _open(page, hall, "/board", "#code")
    yield "a device that nobody knows", page
    page.fill("#code", "AAAAA-BBBBB")
    page.click("#pair")
    page.wait_for_selector(".problem")
    yield "a wrong code", page


def _open(page: "Page", hall: HallServer, path: str = "", wanted: str = "h1") -> None:
    page.goto(f"{hall.browsed}hall{path}")
    page.wait_for_selector(wanted)


def _before_a_round(page: "Page", hall: HallServer) -> Iterator[tuple[str, "Page"]]:
    for name, path in {"no event": "", "a board without an event": "/board", "a referee without an event": "/referee"}.items():
        _open(page, hall, path, "h1:not(:empty)")
        yield name, page
    _open(page, hall)
    page.fill("#name", CODE[:60])
    page.fill("#list", TEAMS + "\nowls")
    page.fill("#tables", "3")
    page.click("main button.main")
    page.wait_for_selector(".problem")
    yield "a wrong list", page
    page.fill("#list", TEAMS)
    page.click("main button.main")
    page.wait_for_selector("form[action='/hall/round']")
    yield "an event", page
    page.check("[name=names]")
    page.click("form[action='/hall/change'] button")
    page.wait_for_selector("[name=names][checked]")
    page.click("form[action='/hall/round'] button")
    page.wait_for_selector("h2 a.button")


def _refereed(page: "Page", hall: HallServer) -> Iterator[tuple[str, "Page"]]:
    _open(page, hall, "/referee", "#live-challenges li")
    for summary in page.locator("summary").all():
        summary.click()
    yield "the referee", page
    page.click("#live-challenges a.button")
    page.wait_for_selector("tbody tr")
    page.click("summary")
    yield "a game play by play", page
    _open(page, hall, "/referee", "#live-challenges li")
    page.select_option("#match", index=1)
    page.fill("#home", "12")
    page.fill("#away", "much")
    page.fill("#reason", "the camera fell")
    page.click("form[action='/hall/result'] button")
    page.wait_for_selector(".problem")
    yield "a wrong result", page


@pytest.mark.parametrize("language", ["en", "de"], indirect=True)
def test_no_page_is_cut_or_inaccessible_and_no_name_is_run(browser: "Browser", hall: HallServer, language: str) -> None:
    axe, looks = axe_script(), itertools.cycle(LOOKS if language == "en" else LOOKS[::-1])
    found: dict[str, list[str]] = {}
    page = page_of(browser, hall, "hall", reduced_motion="reduce")
    for name, shown in states(page, hall):
        for look in (next(looks), NARROW):
            look.at(shown)
            if told := faults(shown, axe if (look is NARROW) == (language == "de") else ""):  # German words are longer
                found[f"{name}, {look}"] = told
            if PICTURES.is_dir():
                shown.screenshot(path=PICTURES / f"{language} {name} {look.width} {look.text}.png", full_page=True)
        LOOKS[0].at(shown)
        assert shown.title() != "run", name
        assert shown.locator("img[onerror], [src=x]").count() == 0, name
    assert SEEN[page][0] == []
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)


PICTURE_MM = 1500.0  #: Width of the picture on the wall, in millimetres: a screen of 68 inches, or a projector that stands close.
#: Height of letters that are read from ten metres, in millimetres: ten minutes of arc, where sharp eyes read five (ISO 8596); signs beside
#: roads have 25 for ten metres (MUTCD 2003, section 2A.14).
LETTER_MM = 29.0
PAGE_MS = 8_000  #: Time for which the board shows a page, in milliseconds.
_SEEN = "one => one.checkVisibility()"
#: The height of a digit in each text that is seen, in pixels.
_HEIGHTS = f"""() => [...document.querySelectorAll(".match :is(strong, b, span), #standings li > *")].filter({_SEEN}).map(one => {{
  const canvas = document.createElement("canvas").getContext("2d"), {{fontWeight, fontSize, fontFamily}} = getComputedStyle(one);
  canvas.font = `${{fontWeight}} ${{fontSize}} ${{fontFamily}}`;
  return canvas.measureText("0").actualBoundingBoxAscent;
}})"""
#: The tables and the entries of the standings that are seen.
_ENTRIES = f"""() => [...document.querySelectorAll(".match strong, #standings span")].filter({_SEEN}).map(one => one.textContent)"""
_STANDINGS = "() => [...document.querySelectorAll('#standings span')].map(one => one.textContent)"


@pytest.mark.parametrize("language", ["en"], indirect=True)
@pytest.mark.parametrize(("letters", "sizes"), [(9, ((1920, 1080), (1366, 768))), (30, ((1366, 768), (1024, 768)))])
def test_forty_tables_are_read_from_ten_metres(
    browser: "Browser", hall: HallServer, letters: int, sizes: tuple[tuple[int, int], ...]
) -> None:
    names = [f"{number:02} Owls of the school of Halle"[:letters].strip() for number in range(1, 81)]
    made = hall.form("new", name="Cup", list="\n".join(names), tables=40, level="3", by="points", hands="open")
    assert (made, hall.form("round", event=1, round=1)) == (303, 303)
    for match in range(1, 41):
        assert hall.form("result", match=match, home=100 + match, away=99, reason="played on paper") == 303
    for width, height in sizes:
        forty_tables(browser, hall, width, height, letters)


def forty_tables(browser: "Browser", hall: HallServer, width: int, height: int, letters: int) -> None:
    """Look at all pages of the board in a window."""
    page = page_of(browser, hall, "hall", reduced_motion="reduce")
    page.clock.install()
    Look(width, height, "light").at(page)
    _open(page, hall, "/board", ".match")
    seen, pages = list[str](), 0
    while len(seen) < 120:
        shown = page.evaluate(_ENTRIES)
        assert shown, f"page {pages + 1} is empty"
        assert min(page.evaluate(_HEIGHTS)) / width * PICTURE_MM >= LETTER_MM
        assert cut(page) == []
        seen, pages = [*seen, *shown], pages + 1
        if PICTURES.is_dir():
            page.screenshot(path=PICTURES / f"wall {width} {letters} {pages}.png")
        page.clock.run_for(PAGE_MS)
    assert seen == [*map(str, range(1, 41)), *page.evaluate(_STANDINGS)]
    assert page.evaluate(_ENTRIES)[0] == "1"  # and from the beginning
    page.click("#all")
    for _ in range(2):
        assert page.locator(".match:visible, #standings li:visible").count() == 120
        page.clock.run_for(PAGE_MS)


@pytest.mark.parametrize("language", ["en"], indirect=True)
def test_a_board_that_fits_the_wall_turns_no_pages(browser: "Browser", hall: HallServer) -> None:
    made = hall.form("new", name="Cup", list="Owls\nFoxes\nBears\nWolves", tables=2, level="3", by="points", hands="open")
    assert (made, hall.form("round", event=1, round=1)) == (303, 303)
    page = page_of(browser, hall, "hall", reduced_motion="reduce")
    LOOKS[0].at(page)
    _open(page, hall, "/board", ".match")
    assert len(page.evaluate(_ENTRIES)) == 2 + 4
    assert page.inner_text("#page") == ""
    assert min(page.evaluate(_HEIGHTS)) / LOOKS[0].width * PICTURE_MM >= LETTER_MM
    assert cut(page) == []


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("language", ["en", "de"], indirect=True)
def test_a_table_joins_by_a_code_from_its_first_screen(browser: "Browser", hall: HallServer, tmp_path: Path) -> None:
    assert hall.form("new", name="Cup", list="Owls\nFoxes", tables=1, level="3", by="points", hands="hidden") == 303
    home, axe = tmp_path / "table", axe_script()
    home.mkdir()
    table = LiveServer(home)
    try:
        page = page_of(browser, table, reduced_motion="reduce")
        page.click("#hall")
        page.fill("#address", hall.address)
        page.fill("#code", "AAAAA-AAAAA")
        page.click("#join")
        page.wait_for_selector(".problem")
        assert page.input_value("#address") == hall.address
        NARROW.at(page)
        assert faults(page, axe) == []
        page.fill("#code", hall.codes.lasting_code("table", 1))
        page.click("#join")
        page.wait_for_selector("span#hall")
        assert "1" in page.inner_text("#hall")
        for look in (LOOKS[0], NARROW):
            look.at(page)
            assert faults(page, axe) == []
        assert hall.form("round", event=1, round=1) == 303
        page.wait_for_selector("#hall", state="detached")
        players = page.evaluate("app.state.game.players")
        assert sorted(players) == ["Foxes", "Owls"]
    finally:
        assert table.stop() == 0
