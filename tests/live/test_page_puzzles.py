"""Puzzles of people on the live page: found after a game, solved by taps and keys, and a film whose keys leave the game behind it alone."""

import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from numero_cam.app.game_analysis import analyse_kept
from numero_cam.app.learner import SolvedDay, parse_learner
from numero_cam.app.own_puzzles import day_text, puzzle_of
from numero_cam.app.table_games import table_game
from numero_cam.games.numero.puzzles.day import day_level, day_seeds
from numero_cam.games.numero.rules import Build
from numero_cam.games.numero.rules.calculation import items_of
from numero_cam.games.numero.rules.cards import Kind
from numero_cam.store.games import GameStore
from tests.kept_game import careless, keep, played
from tests.live_page import SEEN, WAIT, page_of, until
from tests.live_server import LiveServer, served
from tests.needs import needs_kernel
from tests.page_states import TAPS, axe_script, faults, puzzle_faults

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.slow, needs_kernel]


NUMBER = 1  #: Of the analysed game.
#: Of the list of every play: the least space above and below the words of a row, where words begin, and what can be pressed without a word.
ROWS = """() => {
  const box = each => each.getBoundingClientRect(), rows = [...document.querySelectorAll(".every-play :is(summary, .line) > span")];
  return [
    Math.min(...rows.flatMap(row => [box(row).top - box(row.closest("li")).top, box(row.closest("li")).bottom - box(row).bottom])),
    [...new Set(rows.map(row => Math.round(box(row).left)))],
    [...document.querySelectorAll(".analysis :is(a, button, summary)")].filter(each => each.checkVisibility() && !each.innerText.trim())
      .map(each => each.outerHTML),
  ];
}"""


@pytest.fixture(scope="module")
def analysed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of games with one that was played carelessly and is analysed."""
    path = tmp_path_factory.mktemp("kept") / "games.sqlite"
    with closing(GameStore(path)) as store:
        assert keep(store, careless(stop=60)) == NUMBER
        for _ in analyse_kept(store, table_game(store, NUMBER)):
            pass
    return path


@pytest.fixture
def language() -> str:
    return "en"


@pytest.fixture
def server(tmp_path: Path, analysed: Path, language: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[LiveServer]:
    """A table that has kept this game."""
    monkeypatch.setenv("NUMERO_CAM_LANGUAGE", language)
    folder = tmp_path / "data" / "numero-cam"
    folder.mkdir(parents=True, mode=0o700)
    shutil.copy(analysed, folder)
    with served(tmp_path) as running:
        yield running


@pytest.fixture
def store(server: LiveServer) -> Iterator[GameStore]:
    with closing(GameStore(server.home / "data" / "numero-cam" / "games.sqlite")) as opened:
        yield opened


def asked(page: "Page") -> str:
    """The puzzle that is asked, once it may be tapped."""
    until(page, "app.state.mine.puzzle && app.state.mine.draft && !app.state.mine.isDone")
    return str(page.evaluate("app.state.mine.puzzle"))


def solve(page: "Page") -> None:
    """Tap the best take of the puzzle that is asked."""
    best = puzzle_of(asked(page)).best
    items = [item for way in best.ways for item in items_of(way)]
    own = page.evaluate("app.state.mine.draft.hand.map(([face]) => face)")
    page.locator(".near .tap").nth(own.index(str(best.card))).click()
    for n, item in enumerate(items):
        lying = page.evaluate("app.state.mine.draft.centre.map(({item}) => item)")
        in_middle = isinstance(item, Build) or str(item) in lying
        until(page, f"app.state.mine.draft?.items.length === {n}")
        page.locator(".middle .tap" if in_middle else ".near .tap").nth((lying if in_middle else own).index(str(item))).click()
    until(
        page, f"app.state.mine.isDone || app.state.mine.draft?.items.length === {len(items)} && document.querySelector('.told .line.main')"
    )
    page.evaluate("document.querySelector('.told .line.main')?.click()")  # unless the last tap was the play
    until(page, "app.state.mine.isDone")


def test_a_game_leaves_puzzles_that_are_solved_in_two_windows(server: LiveServer, store: GameStore, browser: "Browser") -> None:
    page, other = page_of(browser, server, f"#game-{NUMBER}"), page_of(browser, server)
    page.wait_for_selector("#puzzles a")
    assert page.locator("#puzzles a").all_inner_texts() == ["Ann: 3 puzzles"]
    page.click("#puzzles a")
    other.evaluate("void (location.hash = '#puzzles-Ann')")
    first = asked(page)
    assert asked(other) == first
    solve(page)
    assert page.inner_text(".judged") == "No take is better."
    until(page, "app.state.learners.Ann.due === 2")
    after = store.learner("Ann")
    other.locator("#show").click()
    until(other, "app.state.mine.isDone && app.state.learners.Ann.due === 2")
    assert store.learner("Ann") == after  # it was answered in the first window
    page.click("#next-mine")
    second = asked(page)
    assert second != first
    page.keyboard.press("h")
    page.wait_for_selector(".tip .said")
    page.keyboard.press("Escape")
    page.wait_for_selector(".tip", state="detached")
    page.locator(".near .tap:enabled").first.focus()
    page.keyboard.press("Enter")
    until(page, "app.state.mine.editor.card || app.state.mine.editor.items.length")
    page.keyboard.press("u")
    until(page, "!app.state.mine.editor.card && !app.state.mine.editor.items.length")
    solve(page)
    until(page, "app.state.learners.Ann.due === 1")
    slots = {card.puzzle: card.slot.box for card in parse_learner(store.learner("Ann")).cards}
    assert (slots[first], slots[second]) == (2, 1)  # with a hint it is not learned yet
    page.click("#mine-back")
    page.wait_for_selector(".winner")
    other.goto(f"{server.browsed}games")
    other.locator("a[href='/#progress-Computer']").click()
    other.wait_for_selector("text=Progress of Computer")
    assert other.locator("a[href^='#puzzles']").count() == 0
    assert not SEEN[page][0] + SEEN[other][0]


def today(page: "Page") -> date:
    return date.fromisoformat(page.evaluate("new Date().toLocaleDateString('sv')"))


def choose_level(page: "Page", level: str) -> None:
    page.evaluate("void (location.hash = '#progress-Ann')")
    page.select_option("#level", level)
    until(page, f"app.state.learners.Ann.level === '{level}'")


def test_the_puzzle_of_the_day_is_two_taps_away_and_its_day_gets_a_star(server: LiveServer, store: GameStore, browser: "Browser") -> None:
    page = page_of(browser, server)
    day = today(page)
    page.clock.set_fixed_time(f"{day}T12:00:00")
    page.click("#days summary")
    assert page.locator("#days a").all_inner_texts() == ["Ann", "Computer"]
    page.click("#days a:has-text('Ann')")
    assert asked(page) == day_text(day, "silver:10", "Ann")
    assert page.inner_text("#task") == "Take the most cards. Every card is used once."
    assert page.inner_text("#day") == "Puzzle of the day"
    solve(page)
    page.wait_for_selector("#day:has-text('Solved.')")
    assert page.inner_text(".judged") == "No take is better."
    page.click("#mine-on")
    page.wait_for_selector(".days .solved")
    assert page.locator(".days .solved").all_inner_texts() == [str(day.day)]
    assert page.locator(".progress-graph figcaption").count() == 2  # accuracy, and points of a turn
    choose_level(page, "gold:40")
    page.click("a[href='#day-Ann']")
    assert asked(page) == day_text(day, "gold:40", "Ann")
    page.click("#hint")
    page.wait_for_selector(".tip .said")
    page.keyboard.press("Escape")
    solve(page)  # with a hint it is not solved yet
    page.wait_for_selector("#mine-on")
    assert page.inner_text("#day") == "Puzzle of the day"
    choose_level(page, "silver:10")
    with page.expect_response("**/people/puzzles"):
        page.evaluate("void (location.hash = '#table')")
    page.click("#days summary")
    assert page.locator("#days a").all_inner_texts() == ["Ann", "Computer"]  # it says nothing of who solved it
    page.evaluate("app.update({due: {due: {}, people: ['Ann']}})")
    assert page.locator("#days a").all_inner_texts() == ["Puzzle of the day"]  # there is nothing to choose
    page.click("#days a")
    assert asked(page) == day_text(day, "silver:10", "Ann")
    record = parse_learner(store.learner("Ann"))
    assert (record.days, record.level) == ((SolvedDay(day, "silver:10"),), "silver:10")
    assert len(record.cards) == 3  # puzzles of own games are asked as before
    page.evaluate("void (location.hash = '#progress-Ann')")
    page.click("#forget")
    page.click("button:has-text('Forget')")
    page.wait_for_selector("text=Games")
    assert store.learner("Ann") == ""
    assert not SEEN[page][0]


def test_the_calendar_marks_this_day_and_each_day_up_to_it_leads_to_its_puzzle(
    server: LiveServer, store: GameStore, browser: "Browser"
) -> None:
    page = page_of(browser, server, "#progress-Ann", viewport={"width": 390, "height": 844})
    page.clock.set_fixed_time("2026-11-20T12:00:00")
    page.reload()
    page.wait_for_selector(".days a")
    assert page.locator(".days a").all_inner_texts() == [str(day) for day in range(1, 21)]
    assert page.locator(".days [aria-current=date]").all_inner_texts() == ["20"]
    sizes = page.locator(".days a").evaluate_all("all => all.flatMap(each => [each.offsetWidth, each.offsetHeight])")
    assert min(sizes) >= 44
    page.click(".days a:has-text('17')")
    past = date(2026, 11, 17)
    assert asked(page) == day_text(past, "silver:10", "Ann")
    assert page.inner_text("#day") == "Puzzle of Nov 17, 2026"
    solve(page)
    page.wait_for_selector("#day:has-text('Solved.')")
    assert parse_learner(store.learner("Ann")).days == (SolvedDay(past, "silver:10"),)
    page.click("#mine-on")
    page.wait_for_selector(".days .solved")
    assert page.locator(".days .solved").all_inner_texts() == ["17"]
    assert not SEEN[page][0]


def test_each_level_is_said_by_what_it_needs(server: LiveServer, browser: "Browser") -> None:
    page = page_of(browser, server, "#progress-Ann")
    page.wait_for_selector("#level")
    levels = page.evaluate("[...document.querySelector('#level').options].map(({value, text}) => [value, text])")
    assert {level for level, _ in levels} == set(day_seeds())
    sizes = [len(day_level(level).cards.cards) for level, _ in levels]
    assert sizes == sorted(sizes)
    words = {"minus": Kind.SUBTRACT, "times": Kind.MULTIPLY, "divided": Kind.DIVIDE, "fractions": Kind.FRACTION}
    for level, said in levels:
        kinds = {card.kind for card in day_level(level).cards.wilds}
        named = {kind for word, kind in words.items() if word in said}
        assert named == (kinds if Kind.FRACTION not in kinds else {Kind.FRACTION}), level


def test_a_player_who_waits_has_the_puzzle_of_the_day_alone_and_keeps_the_day_on_which_it_was_begun(
    server: LiveServer, store: GameStore, browser: "Browser"
) -> None:
    page = players_page(browser, server, "computer")
    day = today(page)
    page.click(".quiet-screen a[href='#day-Computer']")
    first = asked(page)
    page.clock.set_fixed_time(f"{day + timedelta(days=1)}T12:00:00")
    solve(page)
    page.click("#mine-on")
    page.wait_for_selector(".month")
    assert page.locator("#forget").count() == 0
    page.click("a[href='#day-Computer']")
    assert asked(page) != first
    solve(page)
    page.evaluate("void (location.hash = '')")
    page.wait_for_selector(".quiet-screen a[href='#progress-Computer']")
    assert page.locator(".quiet-screen a[href^='#day-'], .quiet-screen a[href^='#puzzles-']").count() == 0  # all are solved
    page.click(".quiet-screen a[href='#progress-Computer']")
    page.evaluate("void (app.link.fetch = () => Promise.reject(new Error('lost')))")
    page.select_option("#level", "gold:40")
    page.wait_for_selector("#told.shown:has-text('I cannot reach the table')")
    assert page.input_value("#level") == "silver:10"
    assert [solved.day for solved in parse_learner(store.learner("Computer")).days] == [day, day + timedelta(days=1)]


def players_page(browser: "Browser", server: LiveServer, player: str) -> "Page":
    """The page of a device that was paired as a player's."""
    code = json.loads(server.ask("invite", json.dumps({"role": "player", "player": player}).encode())[1])["code"]
    page = browser.new_context().new_page()
    page.set_default_timeout(WAIT)
    page.goto(f"{server.browsed}pair")
    page.fill("#code", code)
    page.click("#pair")
    page.wait_for_selector(".quiet-screen")
    return page


def test_who_keeps_the_game_and_a_player_are_told_of_puzzles_that_are_due(server: LiveServer, browser: "Browser") -> None:
    page = page_of(browser, server)
    page.wait_for_selector("#begin")
    assert page.locator("#due").count() == 0
    ann = players_page(browser, server, "ann")  # as it was written then
    ann.click(".quiet-screen a:has-text('Ann: 3 puzzles')")
    asked(ann)
    ann.evaluate("address => { location.hash = address; }", f"#game-{NUMBER}")
    ann.wait_for_selector("#puzzles a")
    assert ann.locator("#puzzles a").all_inner_texts() == ["Ann: 3 puzzles"]
    computer = players_page(browser, server, "Computer")
    computer.evaluate("address => { location.hash = address; }", f"#game-{NUMBER}")
    computer.wait_for_selector("#puzzles:has-text('There is no puzzle yet.')")
    assert computer.locator("a[href^='#puzzles']").count() == 0
    page.reload()
    page.click("#due a:has-text('Ann: 3 puzzles')")
    asked(page)
    page.keyboard.press("?")
    page.wait_for_selector(".lesson-table")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.click("#show")
    page.wait_for_selector("#next-mine")
    page.click("#mine-back")
    page.wait_for_selector("#due a:has-text('Ann: 2 puzzles')")
    assert not SEEN[page][0]


def test_from_the_end_two_taps_lead_to_another_play_and_each_way_back_to_where_one_was(server: LiveServer, browser: "Browser") -> None:
    page = page_of(browser, server)
    keeper = server.page()
    keeper.until(lambda: "game" in keeper.newest)
    keeper.change(type="go_on", game=NUMBER)  # it is over
    line = page.locator(".lost-plays li:has(small)").nth(1)  # where it turned, and why
    line.wait_for()
    page.evaluate(TAPS)
    line.locator("summary").click()
    line.locator("a.try").click()
    page.wait_for_selector(".trying .tap:enabled")
    assert page.evaluate("taps") == 2
    page.click("#try-back")
    line.locator("a.try").wait_for()  # it is still open
    assert page.evaluate("scrollY > 0 && document.activeElement.matches('a.try')")
    at = page.evaluate("scrollY")
    line.locator("a[href^='#film-']").click()
    page.wait_for_selector(".film a.try")
    for number in range(int(page.input_value("#film-at")), page.evaluate("app.state.story.frames.length")):
        page.keyboard.press("ArrowRight")
        until(page, f"document.querySelector('#film-at').value === '{number + 1}'")
        if page.locator(".film a.try").count():
            break
    film = page.evaluate("location.hash")
    page.click(".film a.try")
    page.wait_for_selector(".trying .tap:enabled")
    assert page.inner_text("#try-back") == "Look through"
    page.click("#try-back")
    page.wait_for_selector(".film a.try")
    assert page.evaluate("location.hash") == film
    page.click("#film-back")
    line.locator("a.try").wait_for()
    assert abs(page.evaluate("scrollY") - at) < 2
    assert not SEEN[page][0]


def test_each_play_of_a_game_opens_and_says_in_words_what_can_be_done_on_a_telephone_too(server: LiveServer, browser: "Browser") -> None:
    page = page_of(browser, server, f"#game-{NUMBER}", viewport={"width": 390, "height": 844})
    page.click(".every-play > summary")
    space, edges, bare = page.evaluate(ROWS)
    assert space >= 6
    assert (len(edges), bare) == (1, [])
    best = page.locator(".every-play li summary:not(:has(.minus))").first
    best.click()
    page.wait_for_selector(".every-play details[open] a.try")
    opened = page.locator(".every-play details[open] p").all_inner_texts()
    assert [" ".join(said.split()) for said in opened] == ["That was the best.", "Try another play Look at this play"]
    assert not SEEN[page][0]


def test_a_game_that_was_stopped_and_one_of_one_player_say_how_they_were_played(
    server: LiveServer, store: GameStore, browser: "Browser"
) -> None:
    stopped, alone = keep(store, played(9, stop=20)), keep(store, played(9, names=("Ann",), stop=20))
    page = page_of(browser, server, f"#game-{stopped}")
    page.wait_for_selector(".analysis .accuracy")
    page.evaluate("address => { location.hash = address; }", f"#game-{alone}")
    page.wait_for_selector(".analysis:has-text('There is nothing to compare: no turn was played, or one player played alone.')")
    keeper = server.page()
    keeper.until(lambda: "game" in keeper.newest)
    keeper.change(type="go_on", game=NUMBER)
    until(page, f"app.state.game.game === {NUMBER}")
    page.evaluate("void (location.hash = '#table')")  # its own result, and not that of the game that was looked at
    page.wait_for_selector(".analysis .accuracy")
    assert page.evaluate("app.state.story.game") == NUMBER


def test_a_request_that_is_lost_leaves_the_puzzle_and_another_try(server: LiveServer, browser: "Browser") -> None:
    page = page_of(browser, server, "#puzzles-Ann")
    first = asked(page)
    page.evaluate("app.link.fetch = () => Promise.reject(new Error('lost')); app.state.mine.puzzle")
    page.click("#show")
    page.wait_for_selector(".told .problem:has-text('I cannot reach the table')")
    assert page.evaluate("[app.state.mine.isDone, app.state.learners.Ann.cards]") == [False, 3]
    page.evaluate("void (delete app.link.fetch)")
    page.click("#show")
    until(page, "app.state.mine.isDone && app.state.learners.Ann.due === 2")
    page.evaluate("void (app.link.fetch = () => Promise.reject(new Error('lost')))")
    page.click("#next-mine")
    page.wait_for_selector(".told .problem:has-text('I cannot reach the table')")
    page.evaluate("void (delete app.link.fetch)")
    page.click("#next-mine")
    assert asked(page) != first


def test_an_address_that_names_nobody_and_a_class_are_told(server: LiveServer, browser: "Browser") -> None:
    page = page_of(browser, server, "#puzzles-%E0%A4%A")
    page.wait_for_selector("#begin")
    (Path(server.home) / "data" / "numero-cam" / "classes.sqlite").touch()
    page.evaluate("void (location.hash = '#puzzles-Ann')")
    page.wait_for_selector(".problem:has-text('A class is kept here')")
    page.goto(f"{server.browsed}games")
    page.click("text=Turn them on")
    page.wait_for_selector("text=Puzzles from games and progress are on.")
    page.goto(f"{server.browsed}#game-{NUMBER}")
    page.wait_for_selector("#puzzles a")


@pytest.mark.parametrize(("scheme", "text", "language"), [("light", 100, "en"), ("dark", 100, "de"), ("light", 200, "de")])
def test_nothing_is_cut_or_inaccessible(server: LiveServer, browser: "Browser", scheme: str, text: int) -> None:
    axe = axe_script()
    page = page_of(browser, server, f"#game-{NUMBER}", reduced_motion="reduce", color_scheme=scheme)
    page.wait_for_selector("#puzzles a")
    page.evaluate("size => { document.documentElement.style.fontSize = size; }", f"{text}%")
    found: dict[str, list[str]] = {}
    sizes = ((360, 640), (390, 844), (1366, 768), (820, 1180))
    page.evaluate("app.update({bonuses: [['clear', 'Whoever takes every card in the middle gets 5 points more.']]})")
    for address, shown in ((f"#game-{NUMBER}", "#puzzles a"), ("#table", "#due a")):
        page.evaluate("address => { location.hash = address; }", address)
        page.wait_for_selector(shown)
        page.evaluate("document.querySelectorAll('#days').forEach(choice => { choice.open = true; })")
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            found[f"{shown} {width}"] = faults(page, axe)
    page.click("#due a")
    found |= puzzle_faults(page, axe, sizes[:3], asked)  # there are three
    for address, shown in (("#day-Ann", ".near .tap:enabled"), ("#progress-Ann", ".month")):
        page.evaluate("address => { location.hash = address; }", address)
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_selector(shown)
            found[f"{address} {width}"] = faults(page, axe)
    assert {name: each for name, each in found.items() if each} == {}


def test_keys_of_a_film_leave_the_game_behind_it_alone(server: LiveServer, store: GameStore, browser: "Browser") -> None:
    number, going_on = keep(store, played(9, stop=20)), keep(store, played(5, stop=11))
    keeper = server.page()
    keeper.until(lambda: "game" in keeper.newest)
    keeper.change(type="go_on", game=going_on)
    keeper.until(lambda: keeper.game().get("game") == going_on)
    page = page_of(browser, server)
    until(page, "app.state.game.undo")
    before = store.lines(int(keeper.game()["game"]))
    for address in (f"#film-{number}-2", f"#game-{number}", "#puzzles-Ann"):
        page.evaluate("address => { location.hash = address; }", address)
        until(page, "app.state.shown")
        page.keyboard.press("u")
        page.keyboard.press("r")
        page.wait_for_timeout(500)
        assert store.lines(int(keeper.game()["game"])) == before
    page.evaluate("void (location.hash = '')")
    until(page, "!app.state.shown")
    page.keyboard.press("u")
    until(page, "app.state.game.redo")
