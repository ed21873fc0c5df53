"""The page without a server in each engine: a photo, a game, typed cards, a class and the live table, and all again with its host gone."""

import contextlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from numero_cam.app.answers import best_takes
from numero_cam.app.corrections import parse_corrections
from numero_cam.app.session import open_session
from numero_cam.base.images import write_picture
from numero_cam.classroom.slip_store import EntryState
from numero_cam.games.numero.engine import Game, game_text
from tests.browser_page import ASKS, MAY_TAP, lying, served
from tests.films import as_webm
from tests.kept_game import careless, dealt
from tests.live_server import FILM, TRUTH
from tests.page_states import axe_script
from tests.slip_piles import BACKUP, Pile, best_of, class_of
from tests.web_engines import LOOKS, Engine, driven

pytestmark = pytest.mark.slow

firefox_in_english = pytest.mark.parametrize("language", ["en"], indirect=True)

STARTS = 300.0  #: Seconds: the first visit of a busy machine.
FOLLOWS = 600.0  #: Seconds: a film waits for the table, on a machine that does other things.
CLASS_COMES = 600.0  #: Seconds: what reads slips is loaded before, which WebKitGTK does slowly.
GAME = "page.state.game"
SEEN = "!page.state.looks && page.state.photo && document.querySelector('canvas.picture')"
#: Where the middle of a card lies in the photo, in parts of its width and height.
MIDDLE = """(() => {
  const {quad} = page.state.photo.table.cards.find(card => card.id === arguments[0]);
  return [0, 1].map(axis => quad.reduce((sum, point) => sum + point[axis], 0) / 4);
})()"""
#: Has the browser promise nothing, and forget that something was kept.
PROMISES_NOTHING = "void (navigator.storage.persist = async () => false, localStorage.removeItem('numero-worth'))"
#: Has the next answer come so late that Firefox ends a service worker that waits for it.
SLOW_ONCE = """(() => {
  const {desk} = parent.page, {ask} = desk;
  desk.ask = async (...asked) => {
    desk.ask = ask;
    parent.page.sentSlowly = asked[2];
    await new Promise(done => setTimeout(done, 80_000));
    return desk.ask(...asked);
  };
})()"""
ESCAPE = "\ue00c"
SIZES = LOOKS[::3]  #: The widest by day and the narrowest by night; each state is looked at in two.
PUPILS = "3 Ann\n8 李明\n17 Mārama"
#: What the class page prints, from its beginning.
PRINTED = """(async () => {
  const form = document.getElementById("print-week");
  return (await (await fetch(form.action, {method: "post", body: new URLSearchParams(new FormData(form))})).text()).slice(0, 5);
})()"""
FIRST_PLAY = 50  #: Pictures of the small film from its beginning until its first play is done.


@pytest.fixture(scope="module")
def host(engine: Engine, site: Path) -> Iterator[tuple[str, contextlib.ExitStack]]:
    """The address of the page for all journeys of an engine, as the first visit takes longest, and what takes its host away."""
    del engine
    with contextlib.ExitStack() as ends:
        yield ends.enter_context(served(site)), ends


@pytest.fixture
def address(host: tuple[str, contextlib.ExitStack], language: str) -> str:
    return host[0] + ("" if language == "en" else "de/")


# How a person gets there. Words of the page stand nowhere here.
def visit(engine: Engine, address: str) -> None:
    engine.at(LOOKS[0])
    engine.open(address)
    engine.until("page.isReady", STARTS)


def go(engine: Engine, part: str) -> None:
    """Go to a part of the page by its address."""
    engine.ask(f"void (location.hash = '{part}')")
    engine.until(f"page.state.tab === '{part}'")


@cache
def native(photo: Path, *corrections: str) -> dict[str, Any]:
    """What the program reads in a photo, and its best takes."""
    return open_session().solve(photo.read_bytes(), parse_corrections(corrections)).to_dict()


def same(here: dict[str, Any], there: dict[str, Any]) -> bool:
    return (lying(here), here["plays"][0]["points"]) == (lying(there), there["plays"][0]["points"])


def solved(engine: Engine) -> dict[str, Any]:
    engine.until(SEEN, STARTS)
    found = engine.ask("page.state.photo.solved")
    assert isinstance(found, dict)
    return found


def give_game(engine: Engine, game: Game, folder: Path) -> str:
    """Open a game as a file in the part that plays, and return its text."""
    file = folder / "game.txt"
    file.write_text(game_text(game), encoding="utf-8")
    asks = engine.ask(ASKS)
    engine.click("#menu")
    engine.give("#open-file", file)
    if asks:  # plays of one's own would be lost
        engine.click(".of-confirm .main")
    engine.until(f"page.gameText.trim() === {game_text(game).strip()!r} && !document.querySelector('dialog')")
    return str(engine.ask("page.gameText"))


def play(engine: Engine, *cards: str) -> None:
    """Tap cards where they lie, by their places; the last tap is the play, or the first play that is offered then."""
    engine.until(MAY_TAP)
    before = engine.ask("page.gameText")
    for card in cards:
        engine.until(MAY_TAP)
        engine.click(card)
    engine.until(f"page.gameText !== {before!r} || document.querySelector('.told .line')")
    if engine.ask(f"page.gameText === {before!r} && !page.state.draft?.only && document.querySelector('.told .line') !== null"):
        engine.click(".told .line")
    engine.until(f"page.gameText !== {before!r} && !page.state.thinks")


def begin_table(engine: Engine, names: list[str]) -> None:
    for place, name in enumerate(names):
        engine.fill(f"#name-{place}", name)
    engine.click("#begin")
    engine.until("app.state.game.state === 'waiting'")


def open_table(engine: Engine, address: str) -> None:
    engine.at(LOOKS[0])
    engine.open(f"{address}table.html")
    engine.until("window.app?.state.link === 'linked'", STARTS)


@contextlib.contextmanager
def class_page(engine: Engine) -> Iterator[None]:
    """Look and press in the teacher's pages, which are a frame, once one of them has come."""
    engine.ask("void (location.hash.startsWith('#class') || (location.hash = 'class'))")
    engine.until("page.state.framed", STARTS)
    with engine.within("iframe#class"):
        engine.until("document.querySelector('main')")
        yield


def test_a_photo_is_read_mended_by_a_tap_and_another_take_chosen(engine: Engine, address: str, root: Path) -> None:
    axe, photo = axe_script(), root / "sample_images" / "11_morning_sun.jpg"
    visit(engine, address)
    found = engine.faults(axe, SIZES)
    engine.give("#photograph", photo)
    assert same(solved(engine), native(photo))
    found += engine.faults(axe, SIZES)
    wrong = next(card["n"] for card in native(photo)["cards"] if card["card"] == "3b")
    engine.tap("canvas.picture", *engine.ask(MIDDLE, wrong))
    engine.until("document.querySelector('dialog[open] .face')")
    found += engine.faults(axe, SIZES)
    engine.click("dialog .face[data-name^='3r ']")
    mended = native(photo, f"{wrong}=3r")
    assert same(solved(engine), mended)
    assert not same(mended, native(photo))
    engine.until("page.state.photo.further")
    second = best_takes(mended["centre"], mended["hand"], top=2).plays[1]
    engine.click("#take-1")
    engine.until("document.querySelector('#take-1[aria-pressed=true]')")
    assert str(second.points) in engine.ask("document.querySelector('.answer .points').innerText")
    engine.click("#undo-mend")
    assert same(solved(engine), native(photo))
    assert found == []


@firefox_in_english
def test_a_game_is_played_by_taps_taken_back_and_looked_through(engine: Engine, address: str, tmp_path: Path) -> None:
    axe = axe_script()
    visit(engine, address)
    engine.ask("void (page.newSeed = () => 'telephone')")
    engine.click("#to-play")
    play(engine, ".near .tap:enabled")
    before = give_game(engine, dealt("10r 7b 8g 1r 14b", "2b 5r 6g 9o 15r", "7g 3o"), tmp_path)
    engine.until(MAY_TAP)
    own, centre = engine.ask("(({hand, centre}) => [hand.map(([face]) => face), centre.map(({item}) => item)])(page.state.draft)")
    taken = [f".middle .tap:nth-child({centre.index(card) + 1})" for card in ("7g", "3o")]
    engine.click(f".near .tap:nth-child({own.index('10r') + 1})")
    engine.until("document.querySelector('.near .tap.chosen') && document.querySelector('.told .line')")
    engine.click("#hint")
    engine.until("document.querySelector('.duel .tip')")
    found = engine.faults(axe, SIZES)
    engine.click("#enough")
    play(engine, *taken)
    assert ": take 10r: " in engine.ask("page.gameText")
    engine.click("#undo")
    engine.until(f"page.gameText === {before!r}")
    give_game(engine, careless(stop=16), tmp_path)
    engine.until("page.state.analysis?.done === page.state.analysis?.turns && page.state.learner?.cards", STARTS)
    found += engine.faults(axe, SIZES)
    engine.click("#to-end")
    engine.until("document.querySelector('dialog.of-end')")
    found += engine.faults(axe, SIZES)
    engine.press(ESCAPE)
    engine.until("!document.querySelector('dialog')")
    engine.click(".every-play > summary")
    engine.click(".every-play details summary")
    engine.click(".every-play details[open] a.try")
    engine.click(".trying .near .tap:enabled")
    engine.until("document.querySelector('.trying .told .line, .trying .verdict')")
    found += engine.faults(axe, SIZES)
    go(engine, "mine")
    engine.until("page.state.mine.draft")
    found += engine.faults(axe, SIZES)
    go(engine, "progress")
    engine.until("document.querySelector('.month')")
    found += engine.faults(axe, SIZES)
    assert found == []


def test_cards_are_typed_an_answer_checked_a_puzzle_and_numo_begun(engine: Engine, address: str) -> None:
    axe = axe_script()
    visit(engine, address)
    go(engine, "take")
    engine.click("#typing:not([open]) > summary")
    engine.fill("#typed-centre", "8b 4r")
    engine.fill("#typed-hand", "12o\t")
    engine.click("#solve")
    engine.until("document.querySelector('.answer .said') && document.querySelectorAll('.answer .plays-cards .card').length >= 3")
    found = engine.faults(axe, SIZES)
    go(engine, "check")
    engine.fill("#answer", "8 + 4")
    engine.click("#judge")
    engine.until("document.querySelector('.verdict.good')")
    found += engine.faults(axe, SIZES)
    go(engine, "puzzle")
    engine.click("#another")
    engine.click("#show")
    engine.until("document.querySelector('.answer .card')")
    found += engine.faults(axe, SIZES)
    go(engine, "numo")
    engine.click("#numo-begin")
    engine.click("#draw")
    engine.click(".numbers button:enabled")
    engine.until("document.querySelector('button.choice')")
    found += engine.faults(axe, SIZES)
    go(engine, "packs")
    engine.until("page.state.decks.found")
    found += engine.faults(axe, SIZES)
    assert found == []


@firefox_in_english
def test_a_class_is_made_printed_marked_and_kept(engine: Engine, address: str, tmp_path: Path) -> None:
    axe, found = axe_script(), list[str]()
    visit(engine, address)
    engine.ask(PROMISES_NOTHING)  # that is said
    with class_page(engine):
        found += engine.faults(axe, SIZES)
        engine.fill("#name", "5B")
        engine.paste("#list", PUPILS)
        engine.fill("#level", "silver:1")
        engine.follow("button.main")
        engine.until("document.querySelector('input[name=seen]')")
        if engine.name == "firefox":
            engine.ask(SLOW_ONCE)
        engine.follow("button.main", CLASS_COMES)
        engine.until("document.querySelector('#print')")
        assert engine.name != "firefox" or engine.ask("parent.page.sentSlowly") is True
        engine.click("#print")
        engine.until("document.querySelector('#live-mark a')")
        assert engine.ask(PRINTED) == "%PDF-"
        printing, _ = class_of(bytes(engine.ask(f"({BACKUP})()")), tmp_path / "printed.sqlite")
        at = engine.ask("location.href")
        engine.ask("void location.assign(`${location.pathname}?again=14`)")  # one line says so once a page was asked for as often
        engine.until("document.contentType === 'text/plain' && document.body.textContent")
        engine.ask("void location.assign(arguments[0])", at)
        engine.until("document.querySelector('#live-mark a')")
        pile, photo = Pile(printing), tmp_path / "slips.jpg"
        write_picture(photo, pile.photo(*(pile.slip(place, marks) for place, marks in ((0, best_of(printing, 0)), (1, "")))))
        engine.follow("a[href*='/mark']")
        engine.give("#files", photo)
        engine.until("document.querySelectorAll('#log .tag').length === 2 && document.querySelector('a[href*=queue]')", STARTS)
        found += engine.faults(axe, SIZES)
    at = engine.ask("location.hash")
    go(engine, "first")
    engine.until("document.getElementById('forgets')")
    engine.ask("void (location.hash = arguments[0])", at)
    engine.until("page.state.framed")
    engine.driver.refresh()  # Firefox loads all anew then, past what is kept
    engine.until("page.isReady", STARTS)
    with class_page(engine):
        assert engine.ask("location.pathname").endswith("/mark")
        _, entries = class_of(bytes(engine.ask(f"({BACKUP})()")), tmp_path / "kept.sqlite")
    assert [entry.state for entry in entries] == [EntryState.ACCEPTED, EntryState.OPEN]
    assert found == []


# WebKitGTK needs seconds for a picture, without a graphics card; a film of the live page is followed in it by test_live_page.
@pytest.mark.parametrize("engine", ["chromium", "firefox"], indirect=True)
def test_a_film_is_followed_to_its_first_play_and_the_end(engine: Engine, address: str, tmp_path: Path) -> None:
    axe = axe_script()
    open_table(engine, address)
    found = engine.faults(axe, SIZES)
    begin_table(engine, TRUTH["players"])
    engine.ask("app.openDialog({kind: 'camera'})")
    found += engine.faults(axe, SIZES)
    engine.give("#photo", as_webm(FILM, tmp_path / "film.webm", FIRST_PLAY))
    engine.until("app.state.game.plays?.length", FOLLOWS)
    assert engine.ask("app.state.game.plays[0].text") == TRUTH["events"][0]["text"]
    engine.until("!app.camera.running", FOLLOWS)
    engine.press(ESCAPE)
    for sheet in ("#wrong", "#menu"):
        engine.click(sheet)
        engine.until("document.querySelector('dialog[open]')")
        found += engine.faults(axe, SIZES)
        engine.press(ESCAPE)
        engine.until("!document.querySelector('dialog')")
    engine.ask("app.change({type: 'stop'})")
    engine.until("document.querySelector('.winner')")
    found += engine.faults(axe, SIZES)
    engine.click("#look-through")
    engine.until("document.querySelector('.verdict b')", STARTS)
    found += engine.faults(axe, SIZES)
    assert engine.ask("document.getElementById('notice').textContent") == ""
    assert found == []


def test_where_a_browser_keeps_no_table_it_says_so_before_the_game(site: Path, tmp_path: Path) -> None:
    """WebKitGTK as GNOME's browser has it lacks what the table keeps its game in."""
    with driven("webkit", tmp_path, bare=True) as bare, served(site) as address:
        open_table(bare, address)
        bare.until("document.getElementById('notice').textContent.includes('save the game as a file')")
        begin_table(bare, ["Ann", "Ben"])


def test_a_tablets_own_things_lie_over_nothing(engine: Engine, address: str) -> None:
    """Corners, notch and clock of a tablet that shows the page alone, from its home screen; only Chromium can be told that it has some."""
    for page in ("", "table.html"):
        engine.open(f"{address}{page}")
        engine.until("document.querySelector('meta[name=apple-mobile-web-app-capable]') && document.querySelector('header, main')")
        if engine.name == "chromium":
            insets = {"top": 40, "left": 50, "right": 50, "bottom": 20}
            engine.driver.execute_cdp_cmd("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
            engine.until("document.querySelector('header h1').getBoundingClientRect().left >= 50")
            assert engine.ask("document.querySelector('header').getBoundingClientRect().top") >= 40
            engine.driver.execute_cdp_cmd("Emulation.setSafeAreaInsetsOverride", {"insets": {}})


def test_without_the_host_all_of_it_is_there_again(
    engine: Engine, host: tuple[str, contextlib.ExitStack], address: str, root: Path
) -> None:
    photo = root / "sample_images" / "01_kitchen_table.jpg"
    visit(engine, address)
    engine.until("document.documentElement.dataset.kept", STARTS)
    go(engine, "play")
    if not engine.ask(f"page.resumed.then(() => Boolean({GAME}))"):
        engine.click("#begin")
    engine.until(f"{GAME} && !page.state.thinks")
    game = engine.ask("page.gameText")
    host[1].close()
    engine.open(f"{address}?again#play")
    engine.until(f"location.search === '?again' && page.isReady && {GAME} && !page.state.thinks", STARTS)
    assert engine.ask("page.gameText") == game
    go(engine, "photo")
    engine.give("#photo", photo)
    assert same(solved(engine), native(photo))
    with class_page(engine):
        assert engine.ask("document.querySelector('form input#name, a[href*=\"class=5B\"]') !== null")
    open_table(engine, address)
