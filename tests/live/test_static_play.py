"""A game against the computer on a telephone: in one screen, by taps on the cards where they lie, and only what is possible is alive."""

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from numero_cam.games.numero.engine import Game, Phase, game_text, read_game
from numero_cam.games.numero.rules import parse_card
from numero_cam.games.numero.watching.tapped_play import TappedPlay, tap_choices
from tests.browser_page import STARTS, begin_game, may_tap, open_game, put_down, served, started, tab, until, visitor
from tests.kept_game import dealt, played
from tests.page_states import TAPS, axe_script, faults

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.slow

PERSON = 0  #: The seat of the person in these games.
ANALYSED = 600.0  #: Seconds until an analysis in the browser is whole, on a machine that may be very busy.
MOST_TAPS = 400  #: Of a whole game.
ANSWER_MS = 100  #: Maximum time of the answer to a tap: the median of a game, for the machine may be busy.
SIZES = ((360, 640), (390, 844), (820, 1180), (1366, 768))  #: Widths and heights of windows, pixels.
MOST_CARDS = 12  #: Number of cards of the middle up to which nothing scrolls at 360 x 640.
TIMED = """() => { window.times = []; const ask = page.desk.ask.bind(page.desk);
  page.desk.ask = async question => { const began = performance.now(), answer = await ask(question);
    if (question.type === "draft" && (question.card || question.items.length)) times.push(performance.now() - began);
    return answer; }; }"""

#: Holds the answer to an undo until it is released.
HOLD = """() => { const ask = page.desk.ask.bind(page.desk), held = new Promise(done => window.release = done);
  page.desk.ask = async question => { const answer = await ask(question);
    if (question.type === "undo") await held.then(() => setTimeout(() => window.answered = true));
    return answer; }; }"""
#: Chromium itself notices only after half a minute that there is no room for what it wrote before.
FULL = """void (window.whole = IDBObjectStore.prototype.put, IDBObjectStore.prototype.put = Storage.prototype.setItem = () => {
  throw new DOMException("", "QuotaExceededError"); })"""


@pytest.fixture(scope="module")
def page(shared_browser: "Browser", typed_site: Path) -> "Iterator[Page]":
    """A telephone on which the program has started."""
    with visitor(shared_browser, reduced_motion="reduce") as context, served(typed_site) as address:
        page = started(context, address)
        tab(page, "play")
        page.evaluate(TIMED)
        yield page


def in_one_screen(page: "Page") -> None:
    size = page.evaluate("[document.documentElement.scrollHeight, innerHeight, document.documentElement.scrollWidth, innerWidth]")
    assert size[0] <= size[1], size
    assert size[2] <= size[3], size


def alive_here(page: "Page", zone: str) -> list[bool]:
    """Whether each card may be tapped, in the order in which they lie."""
    return [not dead for dead in page.locator(f".duel .{zone} .tap").evaluate_all("cards => cards.map(card => card.disabled)")]


def as_the_engine_has_it(page: "Page", game: Game) -> None:
    """What is alive on the page is what the engine's plays leave possible, card by card."""
    chosen = page.evaluate("({card: page.state.editor.card, items: page.state.editor.items})")
    known: dict[str, Any] = {str(item): item for item in (*game.state.seat.hand, *game.state.centre)}
    card = parse_card(chosen["card"]) if chosen["card"] else None
    tapped = TappedPlay(PERSON, None, card, tuple(known[item] for item in chosen["items"]))
    choices = tap_choices(game.state, tapped)
    assert alive_here(page, "middle") == [item in choices.centre or item in tapped.items for item in game.state.centre]
    assert alive_here(page, "near") == [item in choices.hand or item in (card, *tapped.items) for item in game.state.seat.hand]
    lines = page.evaluate("page.state.draft.plays.map(({line}) => line)")
    assert len(lines) == len(choices.plays)


def test_a_whole_game_is_played_by_taps_in_one_screen(page: "Page") -> None:
    order = random.Random(3)  # noqa: S311 - an order, no secret
    page.evaluate("page.updateIn('setup', {level: '1', name: 'Ann'}); page.newSeed = () => 'telephone';")
    begin_game(page)
    for _ in range(MOST_TAPS):
        until(page, "page.state.game.state === 'over' || (page.state.draft?.draft === page.app.asked && !page.state.thinks)")
        if page.evaluate("page.state.game.state === 'over'"):
            break
        in_one_screen(page)
        may_tap_or_choose(page)
        as_the_engine_has_it(page, read_game(page.evaluate("page.gameText")).whole())
        lines, cards = page.locator(".duel .told .line"), page.locator(".duel .tap:enabled:not(.chosen)")
        if lines.count() and (not cards.count() or order.random() < 0.5):
            lines.nth(order.randrange(lines.count())).click()
        elif cards.count():
            cards.nth(order.randrange(cards.count())).click()
        else:
            page.click("#undo")
    assert page.evaluate("page.state.game.state") == "over"
    page.wait_for_selector(".of-end .podium")
    winners = page.evaluate("page.state.game.ending.winners")
    assert page.locator(".of-end .place-1 span").all_inner_texts() == winners
    assert page.locator(".of-end .best-take").count() == page.evaluate("page.state.game.ending.best.length")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert page.locator(".far .card").count() <= 5
    times = sorted(page.evaluate("times"))
    assert times[len(times) // 2] < ANSWER_MS
    until(page, "page.state.analysis?.plays.length > 0")  # how it was played is told without a tap
    page.wait_for_selector(".ended .lead-graph")
    text = page.evaluate("page.gameText")
    page.click("#to-end")
    page.click("#rematch:has-text('Computer begins')")
    until(page, "page.state.game.state === 'playing' && page.state.draft?.draft === page.app.asked")
    assert page.evaluate("[page.state.game.players, page.state.game.near, page.state.game.plays[0].player]") == [
        ["Computer", "Ann"],
        "Ann",
        "Computer",
    ]
    page.click("#menu")
    page.click("#new-game")
    page.wait_for_selector("#begin")
    open_game(page, {"name": "game.txt", "mimeType": "text/plain", "buffer": text.encode()})
    until(page, "page.state.game?.state === 'over'")
    tab(page, "first")
    page.click("#to-play")  # after a game that is over, the door leads to a new one
    until(page, "page.state.game.state === 'playing'")
    page.click("#menu")
    page.click("#new-game")
    page.wait_for_selector("#begin")


def may_tap_or_choose(page: "Page") -> None:
    until(page, "performance.now() > page.deafUntil")
    page.wait_for_selector(".duel .tap:enabled, .duel .told .line")


def given(page: "Page", game: Game) -> None:
    """Open a game as a file."""
    text = game_text(game)
    if page.locator(".duel").count():
        page.click("#menu")
    open_game(page, {"name": "game.txt", "mimeType": "text/plain", "buffer": text.encode()})
    until(page, f"page.gameText.trim() === {text.strip()!r}")
    page.wait_for_selector("dialog", state="detached")
    until(page, "page.state.draft?.draft === page.app.asked && performance.now() > page.deafUntil")


def crowded(number: int) -> Game:
    """A game in which so many single cards lie in the middle."""
    game = dealt("13r 7b 8g 10r 14b", "2b 5r 6g 9o 15r", "12g 11o")
    while len(game.state.centre) < number or game.state.player != PERSON or game.state.phase is not Phase.PLAY:
        state = game.state
        if state.phase is Phase.DRAW:
            game.draw(*map(str, state.stock[: state.missing]))
        else:
            game.discard(str(max(state.seat.hand, key=lambda card: (card.is_number, str(card)))))
    return game


@pytest.mark.parametrize("number", [MOST_CARDS, MOST_CARDS + 4])
def test_on_a_small_telephone_only_the_middle_scrolls_and_only_with_many_cards(page: "Page", number: int) -> None:
    given(page, crowded(number))
    for width, height in ((390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(200)
        in_one_screen(page)
        assert min(page.locator(".tap").evaluate_all("cards => cards.map(card => card.getBoundingClientRect().width)")) >= 48
    scrolls = page.evaluate("(lies => lies.scrollHeight > lies.clientHeight)(document.querySelector('.duel .lying'))")
    assert scrolls == (number > MOST_CARDS)
    page.locator(".middle .tap").last.scroll_into_view_if_needed()
    in_one_screen(page)
    page.set_viewport_size({"width": 390, "height": 844})


def chosen(page: "Page") -> list[str]:
    until(page, "page.state.draft?.draft === page.app.asked && !page.state.thinks")
    return list(page.evaluate("[page.state.editor.card, ...page.state.editor.items].filter(Boolean)"))


def test_the_sum_grows_by_taps_that_are_named_and_undone_and_outlive_the_page(page: "Page") -> None:
    given(page, dealt("10r 7b 8g 1r 14b", "2b 5r 6g 9o 15r", "7g 3o"))
    page.click(".near .tap[aria-label='10 red, in the hand']")
    page.click(".middle .tap[aria-label='7 green, in the middle']")
    page.wait_for_selector(".sum:has-text('7 of 10')")
    assert chosen(page) == ["10r", "7g"]
    page.click("#undo")  # in the middle of choosing it takes back the last tap
    assert chosen(page) == ["10r"]
    page.click(".middle .tap[aria-label='7 green, in the middle']")
    page.wait_for_selector(".tap.chosen[aria-label='7 green, in the middle, chosen']")
    chosen(page)
    page.reload()
    until(page, "page.isReady && page.state.draft")
    assert chosen(page) == ["10r", "7g"]
    page.wait_for_selector(".sum:has-text('7 of 10')")
    until(page, "performance.now() > page.deafUntil")
    before = page.evaluate("page.gameText")
    page.click(".middle .tap[aria-label='3 orange, in the middle']")  # the last card of the only take: nothing is left to decide
    until(page, f"page.gameText !== {before!r} && !page.state.thinks")
    assert "Ann: take 10r:" in page.evaluate("page.gameText")
    assert page.locator(".told .said").inner_text()
    assert page.locator(".told .plays-cards .card").count()
    page.click("#undo")
    until(page, f"page.gameText === {before!r}")


def test_fast_and_wrong_taps_do_no_harm(page: "Page") -> None:
    game = dealt("15o 14b 13g 12o 11r", "2b 5r 6g 9o 15r", "9r 8o")
    given(page, game)
    before = page.evaluate("page.gameText")
    lone = page.locator(".near .tap").first
    deaf = page.evaluate("page.deafUntil")
    lone.dblclick()  # with a 15 nothing can be done but put it down: one tap is one play, and the second tap none
    until(page, f"page.gameText !== {before!r} && !page.state.thinks")
    page.wait_for_timeout(600)
    assert page.evaluate("page.deafUntil") > deaf
    assert page.evaluate("page.gameText.split('Ann: discard').length") == 2
    given(page, dealt("10r 7b 8g 1r 14b", "2b 5r 6g 9o 15r", "7g 3o"))
    page.evaluate("() => { for (const card of document.querySelectorAll('.near .tap, .middle .tap')) card.click(); }")
    page.wait_for_timeout(300)
    taps = chosen(page)
    as_the_engine_has_it(page, read_game(page.evaluate("page.gameText")).whole())
    page.evaluate("void (page.deafUntil = Infinity)")  # a tap that follows a play at once was meant for what lay there before
    page.locator(".near .tap:enabled").last.click()
    assert chosen(page) == taps
    page.evaluate("void (page.deafUntil = 0)")
    dead = page.locator(".tap:disabled")
    for n in range(dead.count()):
        dead.nth(n).dispatch_event("click")
    as_the_engine_has_it(page, read_game(page.evaluate("page.gameText")).whole())


def test_a_game_is_played_by_keys(page: "Page") -> None:
    given(page, dealt("10r 7b 8g 1r 14b", "2b 5r 6g 9o 15r", "7g 3o"))
    page.keyboard.press("h")
    page.wait_for_selector(".duel .tip")
    page.keyboard.press("Escape")
    page.wait_for_selector(".duel .tip", state="detached")
    page.locator(".near .tap").first.focus()
    page.keyboard.press("Enter")
    assert chosen(page) == [str(page.evaluate("page.state.draft.hand[0][0]"))]
    page.keyboard.press("u")
    assert chosen(page) == []
    page.locator(".near .tap").first.focus()
    page.keyboard.press("Enter")
    chosen(page)
    before = page.evaluate("page.gameText")
    page.keyboard.press("1")
    until(page, f"page.gameText !== {before!r} && !page.state.thinks && page.state.draft?.draft === page.app.asked")
    until(page, "document.activeElement.matches('.near .tap')")  # who plays by keys goes on by keys


def over(page: "Page") -> Game:
    """Open a game that is over, with plays that can be tried."""
    game = played(4, level="1", names=("Ann", "Computer"))
    text = game_text(game)
    if page.locator(".duel").count():
        page.click("#menu")
    open_game(page, {"name": "game.txt", "mimeType": "text/plain", "buffer": text.encode()})
    until(
        page, "page.state.game?.state === 'over' && page.state.analysis && page.state.analysis.plays.length === page.state.analysis.turns"
    )
    page.wait_for_selector("dialog", state="detached")
    return game


#: Has an analysis stay as it is, so that no line moves away under a tap.
STANDS = """void (window.goesOn = page.link.fetch,
  page.link.fetch = path => path.endsWith("/analysis") ? new Promise(() => {}) : goesOn(path))"""


def test_from_the_end_of_a_game_two_taps_lead_to_another_play_of_a_turning_point(page: "Page") -> None:
    over(page)
    until(page, "page.state.analysis.done === page.state.analysis.turns", ANALYSED)
    page.evaluate(TAPS)
    page.wait_for_selector(".ended .lost-plays summary small")  # where it turned, and why, stands there
    page.locator(".ended .lost-plays summary").first.click()
    page.locator(".ended .lost-plays details[open] a.try").click()
    page.wait_for_selector(".trying .tap:enabled")
    assert page.evaluate("taps") == 2
    assert page.locator(".trying .far .card").count() == page.locator(".trying .far .card[aria-label='face down']").count() > 0
    lost = page.evaluate("page.state.analysis.plays.find(({k}) => k === page.state.attempt.k)")
    assert lost["said"] in page.inner_text(".trying .told")
    page.reload()  # the address leads there, and what is known was kept
    until(page, "page.isReady && page.state.attempt?.answer")
    until(page, "page.state.analysis?.done > 0")
    assert page.evaluate("page.state.analysis.done === page.state.analysis.turns")
    tries_by_keys(page)
    page.keyboard.press("?")
    page.click(".lesson #lesson-build")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.click("#try-back")
    page.wait_for_selector(".ended .analysis")
    line = page.locator(".ended .lost-plays li:has(small)").last
    line.locator("summary").click()
    line.locator("a.try").click()
    page.wait_for_selector(".trying .tap:enabled")
    page.click("#try-back")
    line.locator("a.try").wait_for()  # it is still open
    until(page, "scrollY > 0 && document.activeElement.matches('a.try')")


def test_the_last_card_leads_to_the_turning_points_at_once_and_to_another_play_in_two_taps(page: "Page") -> None:
    """The last take empties the middle: its bonus, which nobody was told yet, is explained with the result."""
    page.evaluate("localStorage.removeItem('numero-bonuses')")
    given(page, played(61, level="1", names=("Ann", "Computer"), stop=-2))
    page.locator(".near .tap:enabled").click()
    page.locator(".middle .tap:enabled").click()
    page.wait_for_selector(".of-end .podium")
    assert "clear" in page.evaluate("localStorage.getItem('numero-bonuses')")
    assert page.locator(".bonus").count() == page.locator(".of-end .bonus p:has-text('5')").count() == 1
    page.locator(".of-end .lost-plays li:has(small)").first.wait_for(timeout=STARTS * 1000)  # where it turned, and why
    page.evaluate(STANDS)
    page.evaluate(TAPS)
    assert page.locator(".analysis").count() == 1
    line = page.locator(".of-end .lost-plays li:has(small)").first
    line.locator("summary").click()
    line.locator("a.try").scroll_into_view_if_needed()
    before = page.evaluate("document.querySelector('dialog').scrollTop")
    line.locator("a.try").click()
    page.wait_for_selector(".trying .tap:enabled")
    assert (page.evaluate("taps"), page.locator("dialog").count()) == (2, 0)
    page.click("#try-back")
    line.locator("a.try").wait_for()  # the line is still open
    until(page, f"Math.abs(document.querySelector('dialog').scrollTop - {before}) < 2")
    assert before > 0
    page.keyboard.press("Escape")
    page.wait_for_selector(".ended .analysis")
    assert page.locator(".bonus").count() == 0
    page.evaluate("void (page.link.fetch = goesOn)")


def tries_by_keys(page: "Page") -> None:
    """Try a play by keys, take it back, and try another one by taps."""
    page.locator(".trying .near .tap:enabled").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".trying .told .line, .trying .verdict")
    if page.locator(".trying .told .line").count():
        page.keyboard.press("1")
    page.wait_for_selector(".trying .verdict")
    tried = page.evaluate("page.state.attempt.answer.tried")
    assert tried["said"] in page.inner_text(".trying .told")
    assert tried["beside"] in page.inner_text(".trying .told")
    page.keyboard.press("u")
    page.wait_for_selector(".trying .verdict", state="detached")
    until(page, "page.state.attempt.card === '' && page.state.attempt.answer.draft.card === ''")
    page.evaluate("() => { for (const card of document.querySelectorAll('.trying .tap')) card.click(); }")  # faster than it is answered
    until(page, "page.state.attempt.answer && document.querySelector('.trying .sum, .trying .verdict')")
    assert page.locator(".trying .problem:not(:empty)").count() == 0


def test_an_address_of_no_play_is_one_line_and_leads_back(page: "Page") -> None:
    over(page)
    for at in ("play/try-1-999", "play/try-1-2"):
        page.evaluate("at => { location.hash = at; }", at)
        page.wait_for_selector("main .what:text('no turn begins')")
        page.click("#try-back")
        page.wait_for_selector(".ended .analysis")


def test_nothing_of_the_game_is_cut_or_inaccessible(shared_browser: "Browser", typed_site: Path) -> None:
    axe, found = axe_script(), dict[str, list[str]]()
    with visitor(shared_browser, reduced_motion="reduce") as context, served(typed_site) as address:
        for look, page in looks(context, address):
            given(page, dealt("10r 7b 8g 1r 14b", "2b 5r 6g 9o 15r", "7g 3o"))
            found |= {f"{name}, {look}": told for name, told in going_on(page, axe).items()}
        for look, page in looks(context, address):
            until(page, "page.state.game")
            if page.evaluate("page.state.game.state") != "over":
                over(page)  # its analysis is kept for the other looks
            found |= {f"{name}, {look}": told for name, told in ended(page, axe).items()}
    assert {name: told for name, told in found.items() if told} == {}


def looks(context: "BrowserContext", address: str) -> "Iterator[tuple[str, Page]]":
    """The game of one person in pages of two languages, by day and by night, with usual and with large text."""
    for folder, scheme, text in (("", "light", 100), ("de/", "dark", 100), ("de/", "light", 200)):
        page = started(context, f"{address}{folder}")
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
        page.evaluate("size => { document.documentElement.style.fontSize = size; }", f"{text}%")
        tab(page, "play")
        yield f"{folder}{scheme} {text} %", page
        page.close()


def faults_at(page: "Page", axe: str, width: int, height: int) -> list[str]:
    """What is wrong in a window of this size; axe-core looks at the narrowest and the widest."""
    page.set_viewport_size({"width": width, "height": height})
    return faults(page, axe if (width, height) in (SIZES[0], SIZES[-1]) else "")


def going_on(page: "Page", axe: str) -> dict[str, list[str]]:
    """What is wrong with a game that goes on, at each width."""
    found: dict[str, list[str]] = {}
    for size in SIZES:
        found[f"dealt {size}"] = faults_at(page, axe, *size)
        page.locator(".near .tap").first.click()
        page.wait_for_selector(".told .line")
        found[f"chosen {size}"] = faults_at(page, axe, *size)
        page.click("#hint")
        page.wait_for_selector(".duel .tip")
        found[f"hint {size}"] = faults_at(page, axe, *size)
        page.click("#enough")
        until(page, "performance.now() > page.tappedAt + 400")  # DEAF in play_view.js: a quick machine would be taken for a double tap
        page.locator(".near .tap.chosen").click()
        page.wait_for_selector(".told .line", state="detached")
    page.click("#menu")
    found["menu"] = faults(page, axe)
    page.keyboard.press("Escape")
    return found


def ended(page: "Page", axe: str) -> dict[str, list[str]]:
    """What is wrong with the end of a game and with another play of it, at each width."""
    until(page, "page.state.analysis && page.state.analysis.done === page.state.analysis.turns", ANALYSED)
    page.click(".every-play > summary")
    page.locator(".every-play details").first.locator("summary").click()
    found = {f"over {size}": faults_at(page, axe, *size) for size in SIZES}
    page.evaluate("page.update({bonuses: [['clear', 'Whoever takes every card in the middle gets 5 points more.']]})")
    page.click("#to-end")
    page.wait_for_selector(".of-end .bonus")
    found |= {f"end {size}": faults_at(page, axe, *size) for size in SIZES}
    page.keyboard.press("Escape")
    page.click(".ended .every-play > summary")
    page.locator(".every-play li summary").first.click()
    page.locator(".every-play details[open] a.try").first.click()
    page.wait_for_selector(".trying .tap:enabled")
    found |= {f"another play {size}": faults_at(page, axe, *size) for size in SIZES}
    page.locator(".trying .near .tap:enabled").first.click()
    page.wait_for_selector(".trying .told .line, .trying .verdict")
    if page.locator(".trying .told .line").count():
        page.locator(".trying .told .line").first.click()
    page.wait_for_selector(".trying .verdict")
    return found | {f"tried {size}": faults_at(page, axe, *size) for size in SIZES}


def test_a_tap_loses_no_game(page: "Page") -> None:
    """Who begins another one, or opens a file, is asked first, where plays of his own would be lost."""
    tab(page, "play")
    given(page, dealt("7r 9b 1g 2g 3g", "8b 2o 4b 5b 6b", "3r 4o"))
    page.click("#menu")
    page.click("#new-game")  # nothing was played
    begin_game(page)
    text = put_down(page)
    for button in ("#new-game", "#open-file"):
        page.click("#menu")
        if button == "#new-game":
            page.click(button)
        else:
            page.set_input_files(button, {"name": "game.txt", "mimeType": "text/plain", "buffer": b"chess"})
        assert "save it as a file" in page.inner_text(".of-confirm")
        page.click(".of-confirm button:has-text('No')")
        page.wait_for_selector("dialog", state="detached")
        assert page.evaluate("page.gameText") == text
    page.reload()
    until(page, f"page.isReady && page.gameText === {text!r} && !page.state.thinks")
    page.click("#menu")
    page.click("#new-game")
    page.click(".of-confirm .main")
    page.wait_for_selector("#begin")
    page.reload()
    until(page, "page.isReady && page.resumed.then(() => !page.state.game)")
    page.evaluate(TIMED)


def test_a_game_that_was_put_away_while_the_computer_thinks_does_not_come_back(page: "Page") -> None:
    begin_game(page)
    put_down(page)
    page.evaluate(HOLD)
    may_tap(page)
    page.click("#undo")
    until(page, "page.state.thinks")
    page.click("#menu")
    page.click("#new-game")
    page.click(".of-confirm .main")
    page.wait_for_selector("#begin")
    page.evaluate("release()")
    until(page, "window.answered && page.desk.ask({type: 'pack'}).then(() => !page.state.game)")
    page.reload()
    until(page, "page.isReady && page.resumed.then(() => !page.state.game)")
    page.evaluate(TIMED)


def test_what_breaks_after_a_tap_is_said(page: "Page") -> None:
    begin_game(page)
    may_tap(page)
    page.evaluate("void (window.own = page.desk.ask, page.desk.ask = async ({type}) => ({error: `${type} broke`}))")
    page.locator(".near .tap:enabled").first.click()
    page.wait_for_selector(".told .problem:has-text('draft broke')")
    page.click("#hint")
    page.wait_for_selector(".told .problem:has-text('level broke')")
    page.evaluate("void (page.desk.ask = own)")


def test_two_windows_play_one_game(shared_browser: "Browser", typed_site: Path) -> None:
    with visitor(shared_browser) as context, served(typed_site) as address:
        first, second = (started(context, address) for _ in range(2))
        begin_game(first)
        for one, other in ((first, second), (second, first), (first, second)):
            tab(other, "play")
            text = put_down(one)
            until(other, f"page.gameText === {text!r} && !page.state.thinks")
            assert "in another window" in other.inner_text(".told .problem")
        first.close()
        second.reload()
        until(second, f"page.isReady && page.gameText === {text!r}")


def test_a_device_without_room_loses_no_play_and_says_so(shared_browser: "Browser", typed_site: Path) -> None:
    with visitor(shared_browser) as context, served(typed_site) as address:
        page = started(context, address)
        begin_game(page)
        put_down(page)
        page.evaluate(FULL)
        before = put_down(page)
        page.wait_for_selector("#not-kept:has-text('This device has no room')")
        assert put_down(page).startswith(before.rstrip())
        page.evaluate("void (IDBObjectStore.prototype.put = whole)")
        put_down(page)
        page.wait_for_selector("#not-kept", state="detached")
        session = page.context.new_cdp_session(page)
        session.send("Storage.clearDataForOrigin", {"origin": page.evaluate("location.origin"), "storageTypes": "indexeddb"})
        text = put_down(page)  # what somebody cleared while the page was open is kept anew
        assert page.locator("#not-kept").count() == 0
        page.reload()
        until(page, f"page.isReady && page.gameText === {text!r}")
