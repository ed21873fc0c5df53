"""Puzzles from own games, the puzzle of the day and progress in the page without a server: solved by taps, kept, and never lost."""

from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from numero_cam.app.learner import Learner, learner_text, parse_learner
from numero_cam.app.own_puzzles import day_text, own_puzzles, puzzle_of
from numero_cam.games.numero.engine import game_text
from numero_cam.games.numero.players.analysis import FINE, FINE_IN_PYTHON, analyse
from numero_cam.games.numero.players.play_worth import Deals
from numero_cam.games.numero.rules import Build
from numero_cam.games.numero.rules.calculation import items_of
from numero_cam.games.shared.leitner import MISSED, Slot
from tests.browser_page import begin_game, forget, may_tap, open_game, served, started, tab, until, visitor
from tests.kept_game import careless
from tests.needs import needs_kernel
from tests.page_states import axe_script, faults, puzzle_faults

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = [pytest.mark.slow, needs_kernel]

TODAY = date(2026, 11, 29)
LEARN_SECONDS = 300.0  #: An analysis in the browser, on a machine that may be busy.
#: What the page keeps, and what it is to keep.
STORED = """async text => {
  const done = asked => new Promise(done => { asked.onsuccess = asked.oncomplete = () => done(asked.result); });
  const asked = indexedDB.open("numero-page");
  asked.onupgradeneeded = () => asked.result.createObjectStore("numero-page");
  const base = await done(asked), change = base.transaction("numero-page", "readwrite"), store = change.objectStore("numero-page");
  if (text !== null) store.put(text, "numero-learner");
  const found = await done(store.get("numero-learner"));
  base.close();
  return found ?? "";
}"""
FULL = """void (window.whole = IDBObjectStore.prototype.put, IDBObjectStore.prototype.put = () => {
  throw new DOMException("", "QuotaExceededError"); })"""


@cache
def learner() -> Learner:
    """One with some puzzles, solved days and games."""
    found = Learner()
    for n, seed in enumerate((2, 3, 4)):
        game = careless(seed)
        *_, analysis = analyse(game, deals=Deals(16, 64))
        found = found.with_game(game, analysis, 0, TODAY - timedelta(days=6 - n))
    for back in (1, 2, 5, 40):
        found = found.with_day(TODAY - timedelta(days=back), "silver:10")
    assert len(found.cards) > 2
    return found


@pytest.fixture(scope="module")
def visited(shared_browser: "Browser", typed_site: Path) -> "Iterator[tuple[BrowserContext, str]]":
    """A browser that has visited the page, and the address: the first visit takes longest."""
    with visitor(shared_browser, reduced_motion="reduce") as context, served(typed_site) as address:
        started(context, address).close()
        yield context, address


@pytest.fixture
def context(visited: "tuple[BrowserContext, str]") -> "Iterator[BrowserContext]":
    """The same, which has kept nothing of a person."""
    context, address = visited
    yield context
    forget(context, address)


@pytest.fixture
def address(visited: "tuple[BrowserContext, str]") -> str:
    return visited[1]


def opened(context: "BrowserContext", address: str, text: str | None = None, today: date = TODAY) -> "Page":
    """A page on a day, with what it kept before."""
    if text is not None:
        before = context.new_page()
        before.goto(address)
        before.evaluate(STORED, text)
        before.close()
    page = started(context, address)
    on_day(page, today)
    return page


def on_day(page: "Page", today: date) -> None:
    page.clock.set_fixed_time(f"{today}T12:00:00")


def stored(page: "Page") -> Learner:
    return parse_learner(str(page.evaluate(STORED, None)))


def asked(page: "Page", name: str = "mine") -> str:
    """The text of the puzzle that is asked under this name, once it may be tapped."""
    if page.evaluate("page.state.tab") != name:
        tab(page, name)
    until(page, "page.state.mine.puzzle && page.state.mine.draft && !page.state.mine.isDone")
    return str(page.evaluate("page.state.mine.puzzle"))


def solve(page: "Page", name: str = "mine") -> None:
    """Tap the best take of the puzzle that is asked, and choose it where something is left to decide."""
    best = puzzle_of(asked(page, name)).best
    own = page.evaluate("page.state.mine.draft.hand.map(([face]) => face)")
    page.locator(".near .tap").nth(own.index(str(best.card))).click()
    for item in [item for way in best.ways for item in items_of(way)]:
        lying = page.evaluate("page.state.mine.draft.centre.map(({item}) => item)")
        in_middle = isinstance(item, Build) or str(item) in lying
        zone, places = (".middle", lying) if in_middle else (".near", own)
        until(page, "page.state.mine.draft && !page.state.mine.isDone")
        page.locator(f"{zone} .tap").nth(places.index(str(item))).click()
        page.wait_for_timeout(150)
    items = sum(len(list(items_of(way))) for way in best.ways)
    until(page, f"page.state.mine.isDone || page.state.mine.draft?.items.length === {items} && document.querySelector('.told .line.main')")
    page.evaluate("document.querySelector('.told .line.main')?.click()")  # unless the last tap was the play
    until(page, "page.state.mine.isDone")


def test_a_game_gives_puzzles_that_are_solved_by_taps_and_come_back_later(context: "BrowserContext", address: str) -> None:
    page = opened(context, address)
    tab(page, "play")
    open_game(page, {"name": "game.txt", "mimeType": "text/plain", "buffer": game_text(careless()).encode()})
    until(page, "page.state.learner?.games.length", LEARN_SECONDS)
    found = stored(page)
    whole = [[*analyse(careless(), deals=deals)][-1] for deals in (FINE, FINE_IN_PYTHON)]  # by whether the page has the compiled kernel
    assert [card.puzzle for card in found.cards] in [own_puzzles(careless(), analysis, 0) for analysis in whole]
    page.reload()  # the game is known: nothing is worked out anew
    until(page, "page.isReady && page.state.learner")
    assert stored(page) == found
    tab(page, "first")
    page.click("#to-mine")
    first = asked(page)
    solve(page)
    assert page.inner_text(".judged") == "No take is better."
    until(page, f"page.state.learner.due === {len(found.cards) - 1}")
    assert [card.slot for card in stored(page).cards if card.puzzle == first] == [Slot(MISSED + 1, TODAY)]
    page.click("#next-mine")
    second = asked(page)
    assert second != first
    page.locator(".near .tap").first.focus()
    page.keyboard.press("Enter")
    until(page, "page.state.mine.editor.card || page.state.mine.editor.items.length")
    page.keyboard.press("u")
    until(page, "!page.state.mine.editor.card && !page.state.mine.editor.items.length")
    page.keyboard.press("h")
    page.wait_for_selector(".tip")
    page.keyboard.press("Escape")
    page.wait_for_selector(".tip", state="detached")
    solve(page)  # with a hint it is not learned yet
    until(page, f"page.state.learner.due === {len(found.cards) - 2}")
    assert [card.slot for card in stored(page).cards if card.puzzle == second] == [Slot(MISSED, TODAY)]


def test_a_puzzle_leaves_the_taps_of_a_game_as_they_are(context: "BrowserContext", address: str) -> None:
    page = opened(context, address, learner_text(learner()))
    begin_game(page)
    page.locator(".near .tap:enabled").first.click()
    until(page, "page.state.draft?.draft === page.app.asked && (page.state.editor.card || page.state.editor.items.length)")
    before = page.evaluate("[page.state.editor.card, page.state.editor.items]")
    asked(page)
    page.keyboard.press("?")  # the rules are where the cards are tapped
    page.wait_for_selector(".lesson-table")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert page.locator("#what-is").count() == page.locator(".acts #what-is:visible").count() == 1
    page.locator(".near .tap:enabled").first.click()
    until(page, "page.state.mine.editor.card || page.state.mine.editor.items.length")
    tab(page, "play")
    page.reload()
    page.wait_for_selector(".near .tap")
    may_tap(page)
    assert page.evaluate("[page.state.editor.card, page.state.editor.items]") == before


def test_two_windows_lose_nothing(context: "BrowserContext", address: str) -> None:
    text = learner_text(learner())
    first, second = opened(context, address, text), opened(context, address)
    one = asked(first)
    assert asked(second) == one
    first.click("#show")
    until(first, "page.state.mine.isDone && page.state.mine.answer")
    assert first.locator(".told .said").inner_text().startswith("Ann takes")
    assert first.evaluate("page.state.mine.answer.card") == str(puzzle_of(one).best.card)
    first.click("#next-mine")
    other = asked(first)
    for page in (first, second):  # at once
        page.evaluate("document.getElementById('show').click()")
    for page in (first, second):
        until(page, f"page.state.mine.isDone && page.state.learner.due === {len(learner().cards) - 2}")
    missed = (replace(card, slot=Slot(MISSED, TODAY)) if card.puzzle in (one, other) else card for card in learner().cards)
    assert set(stored(first).cards) == set(missed)


def test_a_record_that_cannot_be_read_stays_until_somebody_deletes_it(context: "BrowserContext", address: str) -> None:
    text = "x" * 100_000
    page = opened(context, address, text)
    tab(page, "progress")
    page.wait_for_selector(".problem:has-text('Your puzzles and progress cannot be read.')")
    tab(page, "day")
    page.wait_for_selector(".problem:has-text('Your puzzles and progress cannot be read.')")
    assert page.evaluate(STORED, None) == text
    tab(page, "mine")
    with page.expect_download() as saved:
        page.click("#save-progress")
    assert Path(saved.value.path()).read_text(encoding="utf-8") == text
    page.click("#forget")
    page.click("dialog .main")
    until(page, "page.state.learner && !page.state.learner.error")
    assert stored(page) == Learner()


def test_a_device_without_room_says_so_and_loses_nothing(context: "BrowserContext", address: str) -> None:
    page = opened(context, address, learner_text(learner()))
    page.evaluate(FULL)
    solve_day(page)
    page.wait_for_selector("#not-kept:has-text('This device has no room')")
    assert stored(page) == learner()
    page.evaluate("void (IDBObjectStore.prototype.put = whole)")
    on_day(page, TODAY + timedelta(days=1))
    solve_day(page)
    page.wait_for_selector("#not-kept", state="detached")
    assert [solved.day for solved in stored(page).days][-2:] == [TODAY, TODAY + timedelta(days=1)]


def solve_day(page: "Page") -> None:
    """Solve the puzzle of the day by taps."""
    tab(page, "first")
    page.click("#to-day")
    solve(page, "day")


def test_solved_days_have_a_star_and_other_days_nothing(context: "BrowserContext", address: str) -> None:
    page = opened(context, address)
    tab(page, "first")
    assert page.locator("a[href='#progress']").count() == 0  # there is nothing to see yet
    solve_day(page)
    page.wait_for_selector("a[href='#progress']")
    page.click("a[href='#progress']")
    page.wait_for_selector(".days .solved")
    assert page.locator(".days .solved").all_inner_texts() == ["29"]
    assert page.locator(".days td").all_inner_texts()[6] == "1"  # November 2026 begins on a Sunday
    assert page.locator("#month-before").is_disabled()
    on_day(page, date(2026, 12, 1))
    tab(page, "first")
    tab(page, "progress")
    assert page.locator(".days .solved").count() == 0
    page.click("#month-before")
    assert page.locator(".days .solved").all_inner_texts() == ["29"]
    page.select_option("#level", "gold:20")
    until(page, "page.state.learner.level === 'gold:20'")
    page.click(".days a:has-text('28')")
    assert asked(page, "day") == day_text(date(2026, 11, 28), "gold:20", "Player 1")
    assert page.inner_text("#day") == "Puzzle of Nov 28, 2026"
    tab(page, "progress")
    page.click("#month-after")
    page.click("#solve-day")
    until(page, "page.state.mine.day === '2026-12-01'")
    assert asked(page, "day") == day_text(date(2026, 12, 1), "gold:20", "Player 1")
    solve(page, "day")
    page.click("#mine-on")
    page.wait_for_selector(".days [aria-current=date] .solved")


def test_a_saved_record_is_opened_on_another_device(context: "BrowserContext", address: str) -> None:
    page = opened(context, address)
    solve_day(page)
    tab(page, "progress")
    page.set_input_files("#open-progress", {"name": "x.json", "mimeType": "application/json", "buffer": b"chess"})
    page.wait_for_selector(".problem:has-text('This file holds no puzzles and progress')")
    saved = learner_text(learner()).encode()
    page.set_input_files("#open-progress", {"name": "numero-progress.json", "mimeType": "application/json", "buffer": saved})
    until(page, f"page.state.learner.games.length === {len(learner().games)}")
    assert page.locator(".problem:visible").count() == 0
    assert stored(page) == Learner().with_day(TODAY, "silver:10").with_record(learner())


def test_an_answer_that_was_shown_solves_no_day(context: "BrowserContext", address: str) -> None:
    page = opened(context, address)
    tab(page, "first")
    page.click("#to-day")
    asked(page, "day")
    page.click("#show")
    page.wait_for_selector("#mine-on")
    page.wait_for_timeout(500)
    assert stored(page) == Learner()


def test_where_a_class_is_it_is_off_unless_the_teacher_wants_it(context: "BrowserContext", address: str) -> None:
    page = opened(context, address, learner_text(learner()))
    until(page, "page.state.learner")
    page.wait_for_selector("#to-mine")
    assert page.locator("#learn-here").count() == 0
    page.click("#to-day")
    page.wait_for_selector("#task")
    tab(page, "first")
    page.evaluate("page.learn({teaches: true})")
    page.wait_for_selector("#to-mine", state="detached")
    assert page.locator("#to-day, a[href='#progress']").count() == 0
    for name in ("mine", "day", "progress"):  # by its address
        tab(page, name)
        page.wait_for_selector("main p:has-text('A class is kept on this device')")
        assert page.locator("main :is(button, .tap)").count() == 0
    tab(page, "first")
    page.reload()
    until(page, "page.isReady && page.state.learner")
    assert page.locator("#to-day").count() == 0
    page.check("#learn-here")
    page.wait_for_selector("#to-day")
    page.reload()
    page.wait_for_selector("#to-day")
    assert stored(page) == learner()


@pytest.mark.parametrize(("folder", "scheme", "text"), [("", "light", 100), ("de/", "dark", 100), ("de/", "light", 200)])
def test_nothing_is_cut_or_inaccessible(context: "BrowserContext", address: str, folder: str, scheme: str, text: int) -> None:
    axe = axe_script()
    page = opened(context, f"{address}{folder}", learner_text(learner()))
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    page.evaluate("size => { document.documentElement.style.fontSize = size; }", f"{text}%")
    sizes = ((360, 640), (390, 844), (820, 1180), (1366, 768))
    found = puzzle_faults(page, axe, sizes, asked)
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        for name in ("first", "progress", "puzzle"):
            tab(page, name)
            page.wait_for_timeout(100)
            found[f"{name} {width}"] = faults(page, axe)
    assert {name: each for name, each in found.items() if each} == {}
