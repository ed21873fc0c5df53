"""Every page and state of the live table in a browser, and what a checker finds wrong with it."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.live_page import page_of, until
from tests.live_server import STAYS, LiveServer, TestPage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

FILM = Path(__file__).parent / "data" / "films" / "small_open.mp4"
AXE = "NUMERO_CAM_AXE"
"""Names the file axe.min.js of axe-core, which is no part of this project (MPL): `npm pack axe-core`, and unpack it."""
_RUN = (
    "async () => (await axe.run()).violations.map(found => `${found.id}: ${found.nodes.map(node => node.html.slice(0, 120)).join(' | ')}`)"
)
_CUT = """() => {
  const wide = document.documentElement.scrollWidth > innerWidth ? ["the page is wider than the window"] : [];
  const box = document.querySelector("dialog[open]")?.getBoundingClientRect() ?? {left: 0, right: innerWidth};
  const within = document.querySelector("dialog[open]") ?? document.body;
  const texts = [...within.querySelectorAll("button, p, h1, h2, h3, label, summary, li, a, select, input")];
  const shown = texts.filter(one => one.checkVisibility() && !one.classList.contains("skip"));
  const out = shown.filter(one => {
    const {left, right} = one.getBoundingClientRect();
    const hides = one.tagName !== "INPUT" && getComputedStyle(one).overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1;
    return left < box.left - 1 || right > box.right + 1 || hides;
  });
  return [...wide, ...out.map(one => `cut: ${one.outerHTML.slice(0, 100)}`)];
}"""


DIALOGS = {"play dialog": ".plays button", "add dialog": "#add", "challenge dialog": "#challenge", "stop dialog": "#stop"}
"""What opens each of them."""


@dataclass(frozen=True)
class Look:
    """How a page is looked at.

    Attributes:
        width: Of the window, pixels.
        height: The same.
        scheme: `light` or `dark`.
        text: Size of the text, 100 or 200 %.
    """

    width: int
    height: int
    scheme: str
    text: int = 100

    def __str__(self) -> str:
        """Return it as a line."""
        return f"{self.width}x{self.height} {self.scheme} {self.text} %"

    def open(self, browser: "Browser", server: LiveServer, hash_: str = "") -> "Page":
        """Open a page that is looked at so."""
        page = page_of(browser, server, hash_, viewport={"width": self.width, "height": self.height}, color_scheme=self.scheme)
        self.enlarge(page)
        return page

    def enlarge(self, page: "Page") -> None:
        """Make the text as large as it is to be, as the setting of a browser does."""
        if self.text != 100:
            page.evaluate("share => { document.documentElement.style.fontSize = `${1.0625 * share}%`; }", self.text)


def faults(page: "Page", axe: str) -> list[str]:
    """Return what axe-core finds, and what is cut or does not fit."""
    page.evaluate(axe)
    return [*page.evaluate(_RUN), *page.evaluate(_CUT)]


def states(browser: "Browser", server: LiveServer, looks: list[Look]) -> "Iterator[tuple[str, Look, Page]]":
    """Yield each state with each look at it; the page is closed afterwards."""
    keeper = server.page()
    for state in _states(browser, server, looks, keeper):
        yield state
        keeper.tell(type="alive")  # who says nothing is let go


def _states(browser: "Browser", server: LiveServer, looks: list[Look], keeper: TestPage) -> "Iterator[tuple[str, Look, Page]]":
    truth = json.loads(FILM.with_suffix(".json").read_text(encoding="utf-8"))
    keeper.until(lambda: "game" in keeper.newest and keeper.credits)
    yield from _without_a_game(browser, server, looks)
    keeper.change(type="start", players=truth["players"], near=truth["near"], hands="open", cards="3", by="points")
    for look in looks:
        page = look.open(browser, server)
        until(page, "app.state.game.state === 'waiting'")
        yield "waiting", look, page
        page.context.close()
    keeper.play(FILM, stays=STAYS)
    yield from _playing(browser, server, looks, keeper)
    keeper.change(type="stop")
    keeper.until(lambda: not keeper.game().get("watched"))
    keeper.change(type="practise")
    for look in looks:
        page = look.open(browser, server)
        page.wait_for_selector(".practice")
        yield "practice", look, page
        page.goto(server.address.replace("127.0.0.1", "localhost") + "games")
        look.enlarge(page)
        yield "games", look, page
        page.click("a[aria-label^='Game ']")
        page.wait_for_selector("h1")
        look.enlarge(page)
        yield "score sheet", look, page
        page.context.close()


def _without_a_game(browser: "Browser", server: LiveServer, looks: list[Look]) -> "Iterator[tuple[str, Look, Page]]":
    for look in looks:
        page = look.open(browser, server)
        page.wait_for_selector("#begin")
        yield "start", look, page
        page.click("#allow")
        page.wait_for_selector(".count:visible")
        yield "start with a camera", look, page
        for role in ("watcher", "player", "camera"):
            page.select_option("#role", role)
            page.wait_for_selector("#begin", state="detached")
            yield f"before a game: {role}", look, page
        page.context.close()


def _playing(browser: "Browser", server: LiveServer, looks: list[Look], keeper: TestPage) -> "Iterator[tuple[str, Look, Page]]":
    assert any("take" in line for line in keeper.lines())
    for look in looks:
        page = look.open(browser, server)
        page.wait_for_selector(".card[role=button]")
        page.select_option("#level", "play")
        page.wait_for_selector(".hintbox p")
        yield "playing", look, page
        page.locator(".card[role=button]").first.press("Enter")
        page.wait_for_selector("dialog[open]")
        page.click("dialog summary")
        yield "card dialog", look, page
        for name, button in (
            ("play dialog", ".plays button"),
            ("add dialog", "#add"),
            ("challenge dialog", "#challenge"),
            ("stop dialog", "#stop"),
        ):
            page.keyboard.press("Escape")
            page.wait_for_selector("dialog", state="detached")
            page.locator(button).first.click()
            page.wait_for_selector("dialog[open]")
            yield name, look, page
        page.keyboard.press("Escape")
        page.evaluate("() => { location.hash = '#scores'; }")
        page.wait_for_selector(".big .total")
        yield "scores", look, page
        page.context.close()
