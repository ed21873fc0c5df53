"""Every page and state of the live table in a browser, and what a checker finds wrong with it."""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2

from numero_cam.store.games import GameStore
from tests.kept_game import keep, played
from tests.live_page import choose_role, page_of, until
from tests.live_server import DEAL_PICTURES, FILM, START, STAYS, TRUTH, LiveServer, TestPage, picture_at
from tests.needs import missing

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

#: Has a page count the taps of a person.
TAPS = "void (window.taps = 0, document.addEventListener('click', event => event.isTrusted && (taps += 1)))"
FOUR = ("Ann", "Ben", "Cleo", "Dora")
#: Of a browser whose camera shows a moving pattern, and which asks nobody.
FLAGS = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
#: Names the file axe.min.js of axe-core, which is no part of this project (MPL): `npm pack axe-core`, and unpack it.
AXE = "NUMERO_CAM_AXE"
#: What only the notation and the command line write.
NOTATION = re.compile(
    r"\b\d{1,2}[rbgo]\b|(?<!\w)[x/]\d\b|\[\d|--\w|\bnumero-cam\b|\bcentre\b|\b(?:take|build|discard|draw|challenge) [^ ]+:", re.IGNORECASE
)
RUN_AXE = (
    "async () => (await axe.run()).violations.map(found => `${found.id}: ${found.nodes.map(node => node.html.slice(0, 120)).join(' | ')}`)"
)
CUT = """() => {
  const inside = document.querySelector("dialog[open]") ?? document.body;
  const found = document.documentElement.scrollWidth > innerWidth ? ["the page is wider than the window"] : [];
  const cut = (one, why) => found.push(`${why}: ${one.outerHTML.slice(0, 120)}`);
  const doubled = parseFloat(getComputedStyle(document.documentElement).fontSize) > 24;
  const hides = way => way !== "visible";
  const mains = [...inside.querySelectorAll("button.main")].filter(one => one.checkVisibility());
  if (mains.length > 1) found.push(`several main buttons: ${mains.map(one => one.textContent.trim()).join(", ")}`);
  const high = one => one.getBoundingClientRect().height;
  const over = [...inside.querySelectorAll(".middle")].filter(one => high(one.querySelector(".lying")) > high(one) + 2);
  if (over.length && !doubled) found.push("cards of the middle lie over the hands");
  const bars = [...inside.querySelectorAll(".acts")].filter(one => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1);
  if (bars.length) found.push("buttons below the table are cut");
  // Chinese and Japanese break between any two signs.
  const short = /(?<!\\S)(?:(?!\\p{sc=Han}|\\p{sc=Hira}|\\p{sc=Kana})[\\p{L}\\p{N}+−.,:]){2,8}(?!\\S)/gu;
  const broken = node => [...node.data.matchAll(short)].some(word => {
    const one = document.createRange();
    one.setStart(node, word.index);
    one.setEnd(node, word.index + word[0].length);
    const [first, ...more] = one.getClientRects();
    return more.some(part => part.top > first.top + first.height / 2);
  });
  for (const one of inside.querySelectorAll("*")) {
    const own = [...one.childNodes].filter(node => node.nodeType === 3 && node.data.trim());
    if (!own.length || one.closest(".skip, .unseen, .linked, svg, style, script, option, textarea") || !one.checkVisibility()) continue;
    const range = document.createRange();
    range.setStartBefore(own[0]);
    range.setEndAfter(own.at(-1));
    const table = one.closest("table")?.parentElement;  // a table of many columns may scroll in its own frame
    const slides = table && getComputedStyle(table).overflowX === "auto" && table.scrollWidth > table.clientWidth;
    const text = range.getBoundingClientRect(), style = getComputedStyle(one), room = parseFloat(style.fontSize) / 4;
    if (text.right < 0) continue;  // stands there for a screen reader only
    // Where somebody doubled the text, a long line of a narrow screen breaks a word rather than to stand beside it.
    if (!doubled && own.some(broken)) cut(one, "a short word is broken");
    if (hides(style.overflowX) && one.scrollWidth > one.clientWidth + 1) cut(one, "cut");
    if (doubled && slides) continue;
    if (text.left < -1 || text.right > innerWidth + 1) cut(one, "beside the window");
    for (let box = one; box && box !== document.documentElement; box = box.parentElement) {
      const {overflowX, overflowY, display, borderLeftWidth, borderRightWidth} = getComputedStyle(box);
      const {left, right, top, bottom} = box.getBoundingClientRect();
      if (display === "inline" || display === "contents") continue;
      const from = left + parseFloat(borderLeftWidth), to = right - parseFloat(borderRightWidth);
      const bordered = from > left && to < right;
      if (bordered && (text.left < from - 1 || text.right > to + 1)) cut(one, `over the border of ${box.className}`);
      if ((box === one || hides(overflowX)) && (text.left < left - 1 || text.right > right + 1)) cut(one, `wider than ${box.className}`);
      if (["auto", "scroll"].includes(overflowY)) break;  // what is farther down is scrolled to
      const high = text.top < top - room || text.bottom > bottom + room;
      if (["hidden", "clip"].includes(overflowY) && high) cut(one, `higher than ${box.className}`);
    }
  }
  return [...new Set(found)];
}"""


@dataclass(frozen=True)
class Look:
    """How a page is looked at."""

    width: int  #: Of the window, pixels.
    height: int  #: The same.
    scheme: str  #: `light` or `dark`.
    text: int = 100  #: Size of the text, 100 or 200 %.

    def __str__(self) -> str:
        return f"{self.width}x{self.height} {self.scheme} {self.text} %"

    def at(self, page: "Page") -> None:
        """Look at a page so; the text is made large as the setting of a browser does."""
        page.set_viewport_size({"width": self.width, "height": self.height})
        page.emulate_media(color_scheme="dark" if self.scheme == "dark" else "light", reduced_motion="reduce")
        page.evaluate("size => { document.documentElement.style.fontSize = size; }", "" if self.text == 100 else f"{self.text}%")


WALKED = Look(1280, 800, "light")  #: How a page is looked at while it goes from one state to the next.


def axe_script() -> str:
    """Return axe-core; without it the test skips, or fails where nothing may be missing."""
    file = os.environ.get(AXE) or missing(f"{AXE} names no axe.min.js; npm pack axe-core, unpack it, and name package/axe.min.js")
    return Path(file).read_text(encoding="utf-8")


SETTLED_MS = 1500  #: What is a fault only while a page changes is none: after so long it is looked at again.


def faults(page: "Page", axe: str = "") -> list[str]:
    """Return what axe-core finds, where it is given, and what is cut or does not fit, and stays so."""

    def seen() -> list[str]:
        return [*(page.evaluate(RUN_AXE) if axe else ()), *cut(page)]

    if axe:
        page.evaluate(axe)
    found = seen()
    if found:
        page.wait_for_timeout(SETTLED_MS)
        found = seen()
    return found


def puzzle_faults(page: "Page", axe: str, sizes: Iterable[tuple[int, int]], asked: Callable[["Page"], object]) -> dict[str, list[str]]:
    """Return what is wrong with puzzles of own games, at each width: as they are asked, tapped, with a hint and with the answer.

    Args:
        page: Shows a puzzle.
        axe: As `axe_script` gives it.
        sizes: Widths and heights of the window.
        asked: Waits until the next puzzle may be tapped.
    """
    found: dict[str, list[str]] = {}
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        asked(page)
        found[f"asked {width}"] = faults(page, axe)
        page.locator(".near .tap:enabled").first.click()
        page.wait_for_selector(".told .sum")
        found[f"tapped {width}"] = faults(page, axe)
        page.click("#step-back")
        page.click("#hint")
        page.wait_for_selector(".tip")
        found[f"hint {width}"] = faults(page, axe)
        page.click("#show")
        page.wait_for_selector("#show", state="detached")
        found[f"answer {width}"] = faults(page, axe)
        if page.locator("#next-mine").count():
            page.click("#next-mine")
    return found


def cut(page: "Page") -> list[str]:
    return list(page.evaluate(CUT))


def states(browser: "Browser", server: LiveServer) -> Iterator[tuple[str, "Page"]]:
    """Yield each state by its name, with a page that is in it; whoever looks at it may give it another look."""
    keeper = server.page()
    keeper.until(lambda: "game" in keeper.newest and keeper.credits)
    page = page_of(browser, server, reduced_motion="reduce")
    for name, shown in _states(page, server, keeper):
        yield name, shown
        WALKED.at(shown)
        keeper.tell(type="alive")  # who says nothing is let go
    page.context.close()


def _states(page: "Page", server: LiveServer, keeper: TestPage) -> Iterator[tuple[str, "Page"]]:
    yield from _without_a_game(page, server)
    yield from _dealt(page, server, keeper)
    yield from _playing(page)
    yield from _mending(page)
    yield from _past(page)
    yield from _told(page)
    keeper.change(type="stop")
    keeper.until(lambda: not keeper.game().get("watched"))
    yield from _over(page)
    keeper.change(type="practise")
    page.wait_for_selector(".practice")
    yield "practice", page
    keeper.change(type="stop")
    page.click("#kept")
    page.wait_for_selector("dialog[open]")
    yield "a game goes on", page
    yield from _kept(page, server, keeper)


def _without_a_game(page: "Page", server: LiveServer) -> Iterator[tuple[str, "Page"]]:
    page.wait_for_selector("#begin")
    yield "start", page
    page.set_input_files(
        "#photo", {"name": "table.jpg", "mimeType": "image/jpeg", "buffer": cv2.imencode(".jpg", picture_at())[1].tobytes()}
    )
    until(page, "app.state.table?.cards.length > 5")
    yield "a photo", page
    page.evaluate("""() => {
      window.camera = navigator.mediaDevices.getUserMedia;
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", "NotAllowedError"));
    }""")
    page.click("#allow")
    page.wait_for_selector(".problem:not(:empty)")
    assert re.search("camera|Kamera", page.inner_text(".problem:not(:empty)"))
    assert page.inner_text("#allow").strip() in ("Try again", "Noch einmal versuchen")
    yield "the camera is refused", page
    page.evaluate("() => { navigator.mediaDevices.getUserMedia = camera; }")
    page.click("#allow")
    page.wait_for_selector("#allow", state="detached")
    page.wait_for_selector(".count:visible, .placing:visible")
    yield "a camera", page
    page.evaluate("() => { app.camera.list = async () => app.camera.changed(); }")
    page.evaluate("() => app.camera.stream.getVideoTracks()[0].dispatchEvent(new Event('ended'))")
    page.wait_for_selector(".problem:not(:empty)")
    yield "the camera is unplugged", page
    page.reload()
    page.wait_for_selector("#begin")
    for name, button in (("rules", "#rules"), ("more before a game", "#page"), ("other devices", "#telephone")):
        page.click(button)
        page.wait_for_selector("dialog[open]")
        if button == "#rules":
            page.click("#own summary")
        yield name, page
        if button == "#rules":
            page.select_option("#wilds", "own")
            yield "own wild cards", page
            page.select_option("#wilds", "")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
    for role in ("watcher", "player", "camera"):
        choose_role(page, role)
        page.wait_for_selector("#begin", state="detached")
        yield f"before a game: {role}", page
    choose_role(page, "keeper")
    page.goto(server.browsed + "pair")
    page.wait_for_selector("#code")
    yield "another device comes in", page
    page.fill("#code", "AAAA-BBBB")
    page.click("#pair")
    page.wait_for_selector(".problem")
    yield "a wrong code", page
    page.goto(server.browsed)


def _dealt(page: "Page", server: LiveServer, keeper: TestPage) -> Iterator[tuple[str, "Page"]]:
    keeper.change(**START)
    until(page, "app.state.game.state === 'waiting'")
    yield "waiting for the deal", page
    keeper.play(FILM, last=DEAL_PICTURES)
    page.wait_for_selector("#right")
    yield "is this right", page
    page.locator(".believed button.face").first.click()
    page.wait_for_selector("dialog[open]")
    yield "a card", page
    page.click("dialog summary")
    yield "any card", page
    page.keyboard.press("Escape")
    page.locator(".pack button.face").first.click()
    page.wait_for_selector("#pack-right")
    yield "your pack", page
    page.keyboard.press("Escape")
    page.click("#right")
    page.wait_for_selector(".stage")
    yield "dealt", page
    keeper.play(FILM, first=DEAL_PICTURES, stays=STAYS)
    keeper.until(lambda: len(keeper.lines()) == len(TRUTH["events"]))
    assert keeper.game()["scores"] == TRUTH["scores"], server.said


def _playing(page: "Page") -> Iterator[tuple[str, "Page"]]:
    until(page, "app.state.game.plays?.some(play => play.kind === 'taken')")
    page.keyboard.press("Escape")  # of what is celebrated
    page.wait_for_selector("button.lies")
    yield "playing", page
    page.evaluate("() => { const {game} = app.state; app.update({game: {...game, scores: {Finn: 128, Eve: 95}}}); }")
    until(page, "document.querySelector('.total').textContent === '128'")
    yield "scores of two and three digits", page
    page.click("#hint")
    page.wait_for_selector(".tip .said")
    yield "the weakest hint", page
    for _ in range(3):
        page.click("#more-hint")
    page.wait_for_selector(".tip .plays-cards")
    yield "a hint", page
    page.click("#more-hint")
    page.wait_for_selector(".tip .advice")
    yield "the strongest hint", page
    page.click("#enough")
    for name, button in (("the camera in a game", "#camera"), ("more", "#menu")):
        page.click(button)
        page.wait_for_selector("dialog[open]")
        yield name, page
        _close(page)
    page.click("#menu")
    page.click("#stop")
    page.wait_for_selector("dialog.of-confirm")
    yield "end the game", page
    _close(page)


def _mending(page: "Page") -> Iterator[tuple[str, "Page"]]:
    for name, buttons in {"something is wrong": (), "a play is added": ("#add",), "a challenge": ("#challenge-sheet",)}.items():
        page.click("#wrong")
        page.wait_for_selector("dialog[open]")
        for button in buttons:
            page.click(button)
        if name != "something is wrong":
            page.wait_for_selector(".of-challenge, .taps")
        yield name, page
        _close(page)
    taken = page.evaluate("app.state.game.plays.find(play => play.kind === 'taken').k")
    page.click("#wrong")
    page.click(f"#play-{taken}")
    page.wait_for_selector(".taps .sum.fits")
    yield "a play is mended", page
    page.click("#step-back")
    page.wait_for_selector(".taps .sum:not(.fits)")
    yield "a play half built", page
    page.click("dialog summary")
    page.fill("#typed", "Eve: take nothing")
    page.press("#typed", "Enter")
    page.wait_for_selector("dialog .problem:not(:empty)")
    yield "a typed play is refused", page
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")


def _past(page: "Page") -> Iterator[tuple[str, "Page"]]:
    page.locator("button.lies").first.click()
    page.locator("dialog .faces button").first.click()
    page.wait_for_selector("#seen-change")
    yield "a change", page
    page.click("#undo")
    page.wait_for_selector("#redo")
    yield "a change taken back", page
    page.click("#menu")
    page.click("#history-more")
    page.wait_for_selector(".past li")
    yield "the history", page
    _close(page)


def _told(page: "Page") -> Iterator[tuple[str, "Page"]]:
    page.evaluate("""() => {
      const choices = app.state.game.plays.filter(play => play.sets.length).slice(-3);
      app.update({ask: {type: "ask", ask: 1, question: "", choices, answers: []}});
    }""")
    page.wait_for_selector("#neither")
    yield "an open question", page
    page.evaluate("""() => app.update({ask: {type: "ask", ask: 2, question: "½: is it in your pack? Until you say no, it is", choices: [],
      answers: ["Yes", "No"]}})""")
    page.wait_for_selector("#answer-1")
    yield "a question about the pack", page
    page.evaluate("() => app.update({ask: null})")
    page.evaluate("() => app.update({cheer: app.state.game.plays.find(play => play.kind === 'taken').k})")
    page.wait_for_selector(".cheer")
    yield "a take worth telling", page
    page.keyboard.press("Escape")
    page.evaluate("() => { location.hash = '#scores'; }")
    page.wait_for_selector(".wall .total")
    yield "scores", page
    page.evaluate("() => { location.hash = ''; }")
    page.wait_for_selector(".stage")
    page.evaluate("() => app.update({link: 'lost'})")
    page.wait_for_selector("#link.lost")
    yield "no connection", page
    page.evaluate("() => app.update({link: 'linked'})")
    page.evaluate("() => app.update({bonuses: [['clear', 'Whoever takes every card in the middle gets 5 points more.']]})")
    page.wait_for_selector(".tip.bonus")
    yield "a bonus", page
    page.click("#bonus-read")
    page.keyboard.press("?")
    for lesson in ("take", "build", "wild", "clear", "challenge"):
        page.click(f"#lesson-{lesson}")
        for _ in range(6 if lesson == "build" else 4):
            page.keyboard.press("ArrowRight")
        yield f"what is that: {lesson}", page
    _close(page)


def _over(page: "Page") -> Iterator[tuple[str, "Page"]]:
    page.wait_for_selector(".winner")
    yield "result", page
    page.evaluate("() => { Object.defineProperty(app, 'isDemoFilm', {value: true, configurable: true}); app.update({}); }")
    page.wait_for_selector("#own-game")
    yield "the demonstration is over", page
    page.evaluate("() => { delete app.isDemoFilm; app.update({}); }")
    page.click("#look-through")
    page.wait_for_selector(".film")
    taken = page.evaluate("app.state.story.frames.findIndex(frame => frame.kind === 'taken')")
    for at, name in ((0, "film"), (taken, "film of a take")):
        page.evaluate("at => { location.hash = `film-${app.state.shown.game}-${at + 1}`; }", at)
        page.wait_for_selector(".verdict b")
        yield name, page
    page.evaluate("""() => {
      const {story} = app.state;
      app.update({story: {...story, frames: story.frames.map(frame => ({...frame, after: {Finn: 128, Eve: 95}}))}});
    }""")
    until(page, "document.querySelector('.film .total').textContent === '128'")
    yield "film with scores of two and three digits", page
    page.click("#film-back")
    page.wait_for_selector(".winner")
    yield from _tried(page)


def _tried(page: "Page") -> Iterator[tuple[str, "Page"]]:
    page.wait_for_selector(".analysis progress", state="detached")
    page.click(".every-play > summary")
    page.locator(".every-play li summary").first.click()
    yield "a play of all is open", page
    page.locator(".every-play details[open] a.try").first.click()
    page.wait_for_selector(".trying .tap:enabled")
    yield "another play", page
    page.locator(".trying .near .tap:enabled").first.click()
    page.wait_for_selector(".trying .told .line, .trying .verdict")
    yield "another play half built", page
    if not page.locator(".trying .verdict").count():
        page.locator(".trying .told .line").first.click()
    page.wait_for_selector(".trying .verdict")
    if page.locator(".trying .verdict summary").count():
        page.click(".trying .verdict summary")
    yield "another play beside the best", page
    page.click("#try-back")
    page.wait_for_selector(".winner")


def _kept(page: "Page", server: LiveServer, keeper: TestPage) -> Iterator[tuple[str, "Page"]]:
    store = GameStore.open(f"sqlite:///{server.home}/data/numero-cam/games.sqlite")
    number = keep(store, played(9, names=FOUR))
    for name, address in (
        ("games and people", "games"),
        ("score sheet", "games/1"),
        ("a game is deleted", "games/1/delete"),
        ("a person is forgotten", "people/forget?name=Eve"),
        ("no such game", "games/99"),
        ("a kept result", "#game-1"),
        ("a result of four", f"#game-{number}"),
    ):
        page.goto(server.browsed + address)
        page.wait_for_selector("h1, .winner" if "#" not in address else ".winner")
        if name == "a result of four":
            page.wait_for_selector(".analysis progress", state="detached")
        yield name, page
    page.goto(f"{server.browsed}#film-{number}")
    page.wait_for_selector(".verdict b")
    yield "film of four", page
    keeper.change(type="go_on", game=keep(store, played(9, names=FOUR, stop=40)))
    page.goto(server.browsed)
    page.wait_for_selector(".stage")
    yield "four players", page
    page.goto(f"{server.browsed}#scores")
    page.wait_for_selector(".wall .total")
    yield "scores of four", page


def _close(page: "Page") -> None:
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
